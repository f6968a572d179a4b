"""Which numbered rules an attack on a figure has applied, for the count of the rules met in play.

The modifiers of an attack name their rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from skirmish.rulesets.d20.rules import Shots
from skirmish.rulesets.d20.shot import Shot
from skirmish.rulesets.d20.wounds import Body, Wounds

BURST = (
    *("D20-01", "D20-03", "D20-04", "D20-05", "D20-06"),
    *("D20-08", "D20-11", "D20-16", "D20-17"),
)
BURST_CRIT = ("D20-13", "D20-14", "D20-A1")
CRIT = ("D20-15", "D20-22", "D20-A7")
LOCATED = ("D20-12", "D20-F3")
ROUNDED = ("D20-28", "D20-A4")
CALLED_BURST = ("D20-46", "D20-49", "D20-F4")
GATLING = ("D20-30", "D20-31")
GATLING_HIT = ("D20-32", "D20-33")
WATCHED_BURST = ("D20-42", "D20-43")

_Cases = Iterable[tuple[bool, tuple[str, ...]]]


def rules(
    shot: Shot, rolled: Shots, body: Body, wounds: Wounds, faces: Sequence[int]
) -> Iterator[str]:
    """The ids of the rules; `faces` are those of the dice to hit."""
    cases = (
        *_fired(shot, rolled, wounds, faces),
        *_recoiled(shot),
        *(_struck(shot, body, wounds) if wounds.hits else ((True, ("D20-A13",)),)),
    )
    for so, ids in cases:
        if so:
            yield from ids


def _fired(shot: Shot, rolled: Shots, wounds: Wounds, faces: Sequence[int]) -> _Cases:
    """Mode, called limb, CRITs and natural ones."""
    burst, called = shot.burst, bool(shot.burst and shot.limb)
    later_crit = burst and not wounds.crit and any(face >= rolled.crit for face in faces[1:])
    return (
        (burst, BURST),
        (called, CALLED_BURST),
        (called and wounds.called, ("D20-48",)),
        (called and wounds.hits > 0 and not wounds.called, ("D20-A8",)),
        (wounds.crit, CRIT),
        (burst and wounds.crit, BURST_CRIT),
        (later_crit, ("D20-A2",)),
        (burst and faces[0] == 1, ("D20-A3",)),
        (wounds.crit or 1 in faces, ("D20-F2",)),
        (shot.melee, ("D20-F14",)),
        (shot.weapon.gatling > 1, GATLING),
    )


def _recoiled(shot: Shot) -> _Cases:
    """Recoil of earlier bursts, and the mode on overwatch."""
    fired, watched = shot.shooter.count("bursts"), shot.shooter.count("watch_bursts")
    watch, single = shot.watch, not shot.burst and not shot.melee
    return (
        (single, ("D20-40",)),
        (fired + watched > 1, ("D20-37",)),
        (fired > 0 and not watch, ("D20-38",)),
        (watch, ("D20-F10",)),
        (watch and single, ("D20-A10",)),
        (watch and shot.burst, WATCHED_BURST),
        (watch and shot.burst and watched > 0, ("D20-44",)),
        (watch and fired > 0, ("D20-A9",)),
    )


def _struck(shot: Shot, body: Body, wounds: Wounds) -> _Cases:
    """Places and damage of the hits."""
    return (
        (True, ("D20-18",)),
        (not wounds.called, LOCATED),
        (body.dt > 0, ("D20-20",)),
        (shot.burst, ("D20-21",)),
        (body.dr > 0, ROUNDED),
        (wounds.damage > 0, ("D20-24",)),
        (sum(amount > 0 for amount in wounds.limbs) > 1, ("D20-A6",)),
        (shot.weapon.gatling > 1, GATLING_HIT),
    )
