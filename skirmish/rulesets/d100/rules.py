"""Attacks, throws and grips: pure rules `rule(dice, *numbers)`, with numbers that need no state.

Their parts are `rolls`, the tests, and `wounds`, what comes of a hit.
"""

from __future__ import annotations

from typing import NamedTuple

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile
from skirmish.rulesets.d100.rolls import (
    D10,
    EXCELLENT,
    EXCEPTIONAL,
    Grade,
    clash,
    contest,
    d100,
    margin_of_failure,
    succeeds,
)
from skirmish.rulesets.d100.wounds import NOTHING, Body, Harm, harm


class Blow(NamedTuple):
    """One attack on one figure: both target numbers, the damage, the figure.

    `guard` is None for who cannot defend. A `grapple` seeks a grip and does no damage but by a
    critical success, and then only where the attacker `wounds` (EP-21 to EP-24).
    """

    skill: int
    guard: int | None
    dice: int
    add: int
    body: Body
    grapple: bool = False
    wounds: bool = True


def strike(dice: Dice, blow: Blow) -> Harm:
    """An attack on a figure, from the opposed test to what becomes of it (EP-F8 to EP-F11)."""
    hit = dice.sub(clash, blow.skill, blow.guard)
    if hit is Grade.MISS:
        return NOTHING
    body = blow.body._replace(armour=0) if hit.critical else blow.body
    if not blow.grapple:
        return dice.sub(harm, blow.dice, blow.add + hit.bonus, body)
    harmed = Harm(hit=True)
    if hit.critical and blow.wounds:
        harmed = dice.sub(harm, blow.dice, blow.add + hit.bonus, body)
    # Whom the same blow fells, with a shock or for good, there is nobody left to hold.
    held = hit.excellent and not (harmed.out or harmed.stunned)
    return harmed._replace(subdued=held)


def volley(dice: Dice, blows: tuple[Blow, ...]) -> tuple[Harm, ...]:
    """Fire at one target or split over several, each with a test of its own (EP-F13)."""
    return dice.each(_next_blow, 0, blows)


def _next_blow(dice: Dice, state: int, blow: Blow) -> tuple[int, Harm]:
    return state, strike(dice, blow)


def scatter_factor(margin: int) -> int:
    """How many times its die a blast scatters: 1, over a margin of 30 2, over 60 3 (EP-A3)."""
    return 1 + (margin > EXCELLENT) + (margin > EXCEPTIONAL)


def astray(dice: Dice, skill: int) -> int:
    """A throw at a point: 0 when it lands there, else how many times the die it scatters."""
    roll = d100(dice, "attack")
    return 0 if succeeds(roll, skill) else scatter_factor(margin_of_failure(roll, skill))


def come_down(
    dice: Dice, skill: int, aim: Tile, landings: tuple[tuple[Tile | None, ...], ...]
) -> Tile | None:
    """Where a blast lands; None is off the map (EP-03 to EP-07).

    `landings` has a tile for each face of the d10, for each scatter factor from 1 on.
    """
    return landing(dice, dice.sub(astray, skill), aim, landings)


def landing(
    dice: Dice, factor: int, aim: Tile, landings: tuple[tuple[Tile | None, ...], ...]
) -> Tile | None:
    """Where a throw lands that goes astray by a factor; 0 is a good one (EP-04, EP-05)."""
    return landings[factor - 1][dice.die(D10, "scatter") - 1] if factor else aim


def break_free(dice: Dice, mine: int, theirs: int) -> tuple[Harm]:
    """Whether a subdued figure breaks free of its grappler; a tie holds (EP-27)."""
    won = dice.sub(contest, mine, theirs) > 0
    return (Harm(hit=won, freed=won),)
