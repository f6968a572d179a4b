"""The rules with dice: shots, areas, scatter, close combat, rally, casualties.

All are pure functions `rule(dice, *numbers)`, with numbers that need no state.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

from attrs import frozen

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile

DIE = 6
SCATTER_DIE = 10
STEADY = 5
"""The total that a fleeing figure needs to rally (BAY-F8)."""
Casualty = Literal["dead", "severe", "major", "minor", "trivial", "unhurt"]
TABLE: tuple[Casualty, ...] = ("dead", "severe", "major", "minor", "trivial", "unhurt")
"""Results of the casualty die after the battle, from 1 up (BAY-F14)."""


class Effect(IntEnum):
    """The effect of a shot, higher is worse; a kind of figure is suppressed or flees, not both.

    BAY-F6.
    """

    NOTHING = 0
    SUPPRESSED = 1
    FLEE = 2
    DOWNED = 3

    @property
    def word(self) -> str:
        """Its name in odds and logs."""
        return self.name.lower()


@frozen
class Guard:
    """The defence of a figure: its final factor, and what a hit does to it (BAY-F7).

    `steady` is added to its total against suppression, never against being downed. `flees`: it
    flees where others are suppressed.
    """

    factor: int
    steady: int = 0
    flees: bool = False


@frozen
class Shot:
    """One roll of direct fire: the final attack factor, and its target (BAY-A4).

    `target` is an index of the attack's subjects. `strays`: the shots at the figures that a shot
    into a combat may hit instead (BAY-26), in the order in which the target's side prefers them.
    """

    target: int
    factor: int
    guard: Guard
    strays: tuple[Shot, ...] = ()


def judge(attack: int, defence: int, guard: Guard) -> Effect:
    """The effect of an attack total on a defence total: twice as much downs, more suppresses.

    BAY-28, BAY-32, BAY-F6. A beaten total of 0 or less is downed as well: twice of it is never
    more.
    """
    if attack <= defence:
        return Effect.NOTHING
    if attack >= 2 * defence:
        return Effect.DOWNED
    if attack <= defence + guard.steady:
        return Effect.NOTHING
    return Effect.FLEE if guard.flees else Effect.SUPPRESSED


def astray(attack: int, defence: int) -> bool:
    """Whether a shot into a combat goes astray: at half of a total above 0 (BAY-26, BAY-A5)."""
    return defence > 0 and 2 * attack <= defence


def volley(dice: Dice, subjects: int, shots: tuple[Shot, ...]) -> tuple[Effect, ...]:
    """Direct fire: all shots are rolled; for each subject the worst counts (BAY-14, BAY-28)."""
    worst = [Effect.NOTHING] * subjects
    for shot in shots:
        met, effect = dice.sub(exchange, shot)
        worst[met] = max(worst[met], effect)
    return tuple(worst)


def exchange(dice: Dice, shot: Shot) -> tuple[int, Effect]:
    """Roll one shot; return the index of the figure that it hit, and the effect (BAY-26).

    BAY-28, BAY-A4.
    """
    attack = dice.die(DIE, "attack") + shot.factor
    defence = dice.die(DIE, "guard") + shot.guard.factor
    if shot.strays and astray(attack, defence):
        others = tuple(stray.target for stray in shot.strays)
        met = dice.choose("redirect", others, _offered_first)
        attack = dice.die(DIE, "stray") + shot.strays[others.index(met)].factor
        shot = shot.strays[others.index(met)]
        defence = dice.die(DIE, "guard") + shot.guard.factor
    return shot.target, judge(attack, defence, shot.guard)


def _offered_first(others: tuple[int, ...]) -> int:
    """The index of the figure that the target's side prefers to offer (BAY-26)."""
    return others[0]


def blast(dice: Dice, victims: tuple[tuple[int, Guard], ...]) -> tuple[Effect, ...]:
    """An area attack: one attack die for all, one guard die for each victim (BAY-30).

    A victim is a pair of the final attack factor against it, including distance (BAY-18), and its
    guard.
    """
    return dice.each(_caught, dice.die(DIE, "attack"), victims)


def _caught(dice: Dice, face: int, victim: tuple[int, Guard]) -> tuple[int, Effect]:
    """One victim's die against the attack die (BAY-30)."""
    factor, guard = victim
    defence = dice.die(DIE, "guard") + guard.factor
    return face, judge(face + factor, defence, guard)


def come_down(dice: Dice, landings: tuple[Tile | None, ...]) -> Tile | None:
    """The tile where a scattering round comes down, None off the map (BAY-F11)."""
    return landings[dice.die(SCATTER_DIE, "scatter") - 1]


class Bout(IntEnum):
    """The effect of close combat on a figure, higher is worse (BAY-F9)."""

    NOTHING = 0
    LOCKED = 1
    RECOIL = 2
    DOWNED = 3

    @property
    def word(self) -> str:
        """Its name in odds and logs."""
        return self.name.lower()


def close_combat(
    dice: Dice, mine: int, theirs: int, cornered: tuple[bool, bool]
) -> tuple[Bout, Bout]:
    """Two figures in close combat, with their final factors (BAY-F9).

    A tie locks both. A loser with half of the winner's total or less is Downed, judged as whole
    numbers; any other recoils, and is Downed where it is `cornered`.
    """
    my_total = dice.die(DIE, "fight") + mine
    their_total = dice.die(DIE, "fight back") + theirs
    if my_total == their_total:
        return Bout.LOCKED, Bout.LOCKED
    if my_total > their_total:
        return Bout.NOTHING, _beaten(their_total, my_total, cornered[1])
    return _beaten(my_total, their_total, cornered[0]), Bout.NOTHING


def _beaten(loser: int, winner: int, cornered: bool) -> Bout:
    """The effect on a loser: it recoils, or is Downed at half or without room (BAY-F9)."""
    return Bout.DOWNED if cornered or 2 * loser <= winner else Bout.RECOIL


def rally(dice: Dice, bonus: int) -> bool:
    """Whether a fleeing figure rallies: 1d6 + quality (+1 with an officer near) of 5 or more.

    BAY-F8.
    """
    return dice.die(DIE, "rally") + bonus >= STEADY


def afterwards(dice: Dice, quality: int) -> Casualty:
    """1d6 for a Downed figure, its quality added: 1 or less is dead, 6 or more unhurt.

    BAY-F14, BAY-F4.
    """
    roll = dice.die(DIE, "casualty") + quality
    return TABLE[min(max(roll, 1), len(TABLE)) - 1]
