"""Which numbered rules a shot applies, beside those that its modifiers name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from skirmish.rulesets.dice_pool.arithmetic import recoil
from skirmish.rulesets.dice_pool.declared import FIRED
from skirmish.rulesets.dice_pool.gun import Gun
from skirmish.rulesets.dice_pool.rules import Harm, Target
from skirmish.rulesets.dice_pool.shot import TARGETED, Shot

_CHOKES = {
    "narrow": ("POOL-42", "POOL-A4"),
    "medium": ("POOL-43",),
    "wide": ("POOL-44",),
}
_BURST = (
    *("POOL-11", "POOL-12", "POOL-13", "POOL-14", "POOL-17", "POOL-18", "POOL-A13", "POOL-A14"),
    "POOL-F12",
)
_BURST_HITS = (
    *("POOL-19", "POOL-26", "POOL-27", "POOL-28", "POOL-29", "POOL-30", "POOL-36"),
    *("POOL-A5", "POOL-A9"),
)


def of_gun(gun: Gun) -> Iterator[str]:
    """Those that any attack with a weapon applies."""
    if not gun.mode:
        yield "POOL-04"
        if gun.arm.volley > 1:
            yield "POOL-05"
    else:
        yield "POOL-01"
    yield from {
        "ss": ("POOL-06", "POOL-07", "POOL-A2"),
        "sa": ("POOL-06", "POOL-08"),
    }.get(gun.mode, ())


def of_choke(gun: Gun) -> Iterator[str]:
    """Those that a weapon with a choke applies as it is set."""
    if gun.choke:
        yield from ("POOL-40", "POOL-41", *_CHOKES[gun.choke])
    if gun.choke == "narrow" and not gun.arm.rate:
        yield "POOL-A7"


def of_shot(shot: Shot, targets: Sequence[Target], outcomes: Sequence[Harm]) -> Iterator[str]:
    """All that a shot applied to those it met, and to those it hit."""
    gun = shot.gun
    yield from ("POOL-F1", "POOL-F3", "POOL-F5", "POOL-F17", "POOL-A3")
    if recoil(gun.rate, shot.shooter.count(FIRED), shot.rounds, gun.compensation):
        yield "POOL-F6"
    if any(target.ambush for target in targets):
        yield "POOL-F15"
    yield from of_gun(gun)
    yield from of_choke(gun)
    yield from _of_area(shot)
    if len(outcomes) > 1:
        yield "POOL-A10"
    if shot.burst:
        yield from _of_burst(shot, targets)
    for target, harm in zip(targets, outcomes, strict=True):
        if harm.hits:
            yield from _of_hits(shot, target, harm)


def _of_area(shot: Shot) -> Iterator[str]:
    if shot.half == TARGETED:
        yield "POOL-10"
    elif not shot.burst:
        yield "POOL-A16"
    if shot.half == 1:
        yield "POOL-48"


def _of_burst(shot: Shot, targets: Sequence[Target]) -> Iterator[str]:
    yield from _BURST
    yield from ("POOL-23", "POOL-A8") if shot.wide else ("POOL-22",)
    if shot.burst == "full":
        yield "POOL-A1"
    if shot.burst == "split":
        yield from ("POOL-16", "POOL-A15")
    if not shot.gun.choke:
        return
    yield "POOL-45" if shot.half else "POOL-46"
    if shot.half > 1:
        yield "POOL-47"
    if shot.wide and any(_penalty(shot, target) for target in targets):
        yield "POOL-25"


def _penalty(shot: Shot, target: Target) -> int:
    """Increments beyond the first, by what they add to the divisor (POOL-26)."""
    near = (2 * shot.gun.rate or 1) + 2 * shot.wide
    return (target.halves - near) // 2


def _of_hits(shot: Shot, target: Target, harm: Harm) -> Iterator[str]:
    yield from ("POOL-31", "POOL-33")
    if harm.hits > 1:
        yield from ("POOL-32", "POOL-34")
    if harm.damage or target.dv > target.av:
        yield "POOL-35"
    if target.dv <= target.av:
        yield "POOL-A12"
    if shot.rounds > 1:
        yield from _BURST_HITS
        if shot.stops:
            yield from ("POOL-20", "POOL-21")
        if shot.wide:
            yield "POOL-37"
        if not shot.gun.rate:
            yield from ("POOL-39" if shot.wide else "POOL-38", "POOL-A6")
    if shot.gun.arm.penetrating:
        yield from ("POOL-A11", "POOL-F11")
