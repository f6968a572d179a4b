"""Rolling of an attack: dice by subject, extra hits that a player chooses, reports.

Mishaps of weapons are here, too, and the numbered rules that a shot applies besides those that its
modifiers name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

from skirmish.core.dice import Dice, odds
from skirmish.core.events import Linked, Struck, Tested
from skirmish.core.knowledge import sees_figure
from skirmish.core.orders import Question
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import harm, slots
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.dice_pool.accuracy import TARGETED, Shot
from skirmish.rulesets.dice_pool.budget import forget_split
from skirmish.rulesets.dice_pool.counters import FIRED, JAMMED, LOST, SURPRISED, USED
from skirmish.rulesets.dice_pool.dice import (
    SUCCESS,
    Fault,
    Harm,
    Target,
    come_down,
    fault,
    fault_of,
    recoil,
    suppress,
    volley,
)
from skirmish.rulesets.dice_pool.figures import Gun, boxes, gun_in
from skirmish.rulesets.scene import Asking, Scene

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")

Ask = Callable[[int, tuple[Any, ...]], Any]
"""From the index of a subject and the options to the chosen one; None leaves it to the policy."""


class Marked(Asking):
    """The dice of a scene; `spans` holds the first die and the number of dice of each subject."""

    __slots__ = ("spans",)

    def __init__(self, scene: Scene, ask: Ask | None = None) -> None:
        """Roll with a scene's dice; without `ask` choices go by their policies."""
        super().__init__(scene, ask and (lambda options: ask(len(self.spans) - 1, options)))
        self.spans: list[tuple[int, int]] = []

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """The outcome of every item; see `Dice.each`."""

        def marked(dice: Dice, before: _State, item: _Item) -> tuple[_State, _T]:
            start = self._scene.dice.rolled
            self.spans.append((start, 0))
            found = step(dice, before, item)
            self.spans[-1] = (start, self._scene.dice.rolled - start)
            return found

        return super().each(marked, state, items)


def asking(scene: Scene, side: str, attack: Attack) -> Ask:
    """Let a side choose its extra hits; on figures out of its sight it takes the most (POOL-30).

    POOL-A10.
    """

    def ask(place: int, options: tuple[Any, ...]) -> Any:  # noqa: ANN401 - an option of any rule
        name = attack.subjects[place]
        if not sees_figure(scene.state, side, name):
            return None
        texts = tuple(str(option) for option in options)
        answer = scene.ask(Question(side, "extra", texts, figure=name))
        return options[texts.index(answer)]

    return ask


def roll(
    scene: Scene,
    shooter: str,
    attack: Attack,
    *,
    pool: int = 0,
    ask: bool = False,
    noted: bool = False,
    stopped: bool = True,
) -> tuple[Harm, ...]:
    """Roll an attack, report its test and each figure's result, and apply them.

    Args:
        scene: The scene.
        shooter: Id of the attacker.
        attack: The attack.
        pool: Dice of its test, which come first; 0 if it has none.
        ask: Whether the shooter's side chooses the extra hits.
        noted: Whether the attack that it belongs to was noted already.
        stopped: Whether a hit that armour stops completely is reported.
    """
    side = scene.state.figures[shooter].side
    dice = Marked(scene, asking(scene, side, attack) if ask else None)
    start = scene.dice.rolled
    if not noted:
        scene.attempt(shooter, lambda: attack)
    outcomes = cast("tuple[Harm, ...]", attack.rule(dice, *attack.args))
    scene.note_outcomes(attack.subjects, outcomes)
    if pool:
        tell_test(scene, shooter, start, pool)
    for name, struck, span in zip(attack.subjects, outcomes, dice.spans, strict=True):
        if span[1] or (struck.hits and stopped):
            _tell(scene, name, struck, shooter, span)
    scene.skip_dice()
    for name, struck in zip(attack.subjects, outcomes, strict=True):
        suffer(scene, name, struck, shooter)
    return outcomes


def dice_of(attack: Attack) -> int:
    """The dice of an attack's test: the first of its numbers."""
    return cast("int", attack.args[0])


def targets_of(attack: Attack) -> tuple[Target, ...]:
    """The numbers of the figures that an attack with rounds may strike, in order."""
    return cast("tuple[Target, ...]", attack.args[3])


def tell_test(scene: Scene, shooter: str, start: int, pool: int) -> None:
    """Report the successes of a weapon test with its dice."""
    faces = scene.dice.faces[start : start + pool]
    successes = sum(face.face >= SUCCESS for face in faces)
    scene.emit(Tested(shooter, "attack", f"hits_{successes}"), dice=(start, pool))


def fault_at(scene: Scene, start: int, pool: int) -> Fault:
    """The mishap of a weapon test (POOL-F2)."""
    return fault_of(tuple(face.face for face in scene.dice.faces[start : start + pool]))


def _tell(scene: Scene, name: str, struck: Harm, source: str, span: tuple[int, int]) -> None:
    if struck.hits:
        expose(scene, name)
    word = "damaged" if struck.damage else "hit" if struck.hits else "missed"
    sums = {"hits": struck.hits, "damage": struck.damage} if struck.hits else {}
    scene.emit(Struck(name, word, source=source, sums=sums), dice=span)


def suffer(scene: Scene, name: str, struck: Harm, source: str) -> None:
    """Apply the outcome of an attack to a figure that is still on the map.

    POOL-F9, POOL-F15.
    """
    figure = scene.state.figures[name]
    if figure.at is None:
        return
    if struck.damage:
        scene.cite("POOL-F9")
    down = harm.hurt(scene, name, struck.damage, boxes(figure))
    if struck.surprised and not down and not scene.state.figures[source].fate:
        scene.emit(Linked(SURPRISED, name, source))


def gone_wrong(scene: Scene, name: str, gun: Gun, start: int, pool: int) -> None:
    """Apply the mishap of an attack: a jammed weapon, a lost pass (POOL-F2).

    A thrown weapon jams the next one, if there is one.
    """
    fault = fault_at(scene, start, pool) if pool else Fault.NONE
    figure = scene.state.figures[name]
    if fault is Fault.NONE or figure.at is None:
        return
    scene.cite("POOL-F2")
    if not (gun.weapon.thrown and gun_in(figure, gun.slot).spent):
        scene.emit(Tested(name, "weapon", "jams"))
        scene.count(name, slots.name(JAMMED, gun.slot), 1)
    forget_split(scene, name)
    if fault is Fault.LOST and scene.state.clock.side == figure.side:
        scene.count(name, USED, LOST)


SHOT_FAULTS: Mapping[Fault, str] = {Fault.JAM: "weapon jams", Fault.LOST: "weapon jams, pass lost"}
"""Mishaps of a shot in words (POOL-F2)."""
HELD_FAULTS: Mapping[Fault, str] = {Fault.JAM: "weapon jams", Fault.LOST: "weapon jams"}
"""Mishaps of a held shot: it is fired in the enemy's bound, where no pass is lost (POOL-F2)."""
THROW_FAULTS: Mapping[Fault, str] = {
    Fault.JAM: "next one stuck",
    Fault.LOST: "next one stuck, pass lost",
}
"""Mishaps of a throw: it takes effect, but the next one must be cleared first (POOL-F2)."""
LOST_FAULTS: Mapping[Fault, str] = {Fault.LOST: "pass lost"}
"""Mishaps of a blow or of the last throw: neither jams anything (POOL-F2)."""
NO_FAULTS: Mapping[Fault, str] = {}
_TESTED = (volley, come_down, suppress)
"""Rules that begin with a test; its dice are their first number."""


def faults_of(shot: Shot) -> Mapping[Fault, str]:
    """Mishaps of a shot or throw, in words (POOL-F2)."""
    gun = shot.gun
    if gun.weapon.thrown and gun.rounds - shot.rounds < gun.weapon.volley:
        return NO_FAULTS if shot.held else LOST_FAULTS
    if shot.held:
        return HELD_FAULTS
    return THROW_FAULTS if gun.weapon.thrown else SHOT_FAULTS


def mishaps_of(
    attack: Attack | Aim, words: Mapping[Fault, str] = SHOT_FAULTS
) -> tuple[tuple[str, Fraction], ...]:
    """Mishaps of an attack in words, with their exact chances (POOL-F2)."""
    if attack.rule not in _TESTED:
        return ()
    told: dict[str, Fraction] = {}
    for one, chance in odds(fault, int(str(attack.args[0]))).items():
        if one in words:
            told[words[one]] = told.get(words[one], Fraction(0)) + chance
    return tuple(told.items())


_OF_CHOKES = {
    "narrow": ("POOL-42", "POOL-A4"),
    "medium": ("POOL-43",),
    "wide": ("POOL-44",),
}
_OF_BURST = (
    *("POOL-11", "POOL-12", "POOL-13", "POOL-14", "POOL-17", "POOL-18", "POOL-A13", "POOL-A14"),
    "POOL-F12",
)
_OF_BURST_HITS = (
    *("POOL-19", "POOL-26", "POOL-27", "POOL-28", "POOL-29", "POOL-30", "POOL-36"),
    *("POOL-A5", "POOL-A9"),
)


def of_gun(gun: Gun) -> Iterator[str]:
    """Ids of the rules that any attack with a weapon applies."""
    if not gun.mode:
        yield "POOL-04"
        if gun.weapon.volley > 1:
            yield "POOL-05"
    else:
        yield "POOL-01"
    yield from {
        "ss": ("POOL-06", "POOL-07", "POOL-A2"),
        "sa": ("POOL-06", "POOL-08"),
    }.get(gun.mode, ())


def of_choke(gun: Gun) -> Iterator[str]:
    """Ids of the rules that a weapon with a choke applies as it is set."""
    if gun.choke:
        yield from ("POOL-40", "POOL-41", *_OF_CHOKES[gun.choke])
    if gun.choke == "narrow" and not gun.weapon.rate:
        yield "POOL-A7"


def of_shot(shot: Shot, targets: Sequence[Target], outcomes: Sequence[Harm]) -> Iterator[str]:
    """Ids of all rules that a shot applied to the figures it met and hit."""
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
    for target, struck in zip(targets, outcomes, strict=True):
        if struck.hits:
            yield from _of_hits(shot, target, struck)


def _of_area(shot: Shot) -> Iterator[str]:
    if shot.half == TARGETED:
        yield "POOL-10"
    elif not shot.burst:
        yield "POOL-A16"
    if shot.half == 1:
        yield "POOL-48"


def _of_burst(shot: Shot, targets: Sequence[Target]) -> Iterator[str]:
    yield from _OF_BURST
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
    """Range penalty of a target, derived from its divisor (POOL-26)."""
    near = (2 * shot.gun.rate or 1) + 2 * shot.wide
    return (target.halves - near) // 2


def _of_hits(shot: Shot, target: Target, struck: Harm) -> Iterator[str]:
    yield from ("POOL-31", "POOL-33")
    if struck.hits > 1:
        yield from ("POOL-32", "POOL-34")
    if struck.damage or target.dv > target.av:
        yield "POOL-35"
    if target.dv <= target.av:
        yield "POOL-A12"
    if shot.rounds > 1:
        yield from _OF_BURST_HITS
        if shot.stops:
            yield from ("POOL-20", "POOL-21")
        if shot.wide:
            yield "POOL-37"
        if not shot.gun.rate:
            yield from ("POOL-39" if shot.wide else "POOL-38", "POOL-A6")
    if shot.gun.weapon.penetrating:
        yield from ("POOL-A11", "POOL-F11")
