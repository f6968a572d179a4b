"""Blasts of the d100 by hand: where they come down, and what they do there (EP-03 to EP-09)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tests.cli.by_hand_d100 import (
    NOTHING,
    Chances,
    Shot,
    add,
    capped,
    handling,
    harmed,
    jolts,
    reach_band,
    rolled,
    stat,
    succeeds,
    superior,
)
from tests.cli.by_hand_ground import Spot, metres
from tests.cli.odds_scenarios import FigureSpec

COVER_ARMOUR = (0, 5, 10, 20)
"""Armour of what covers a man from a blast, by the board's grades of cover."""


def lobbed(shot: Shot) -> int:
    """The target number of a blast weapon at a point: nobody defends, nothing covers a point."""
    return int(stat(shot.shooter, shot.of("skill"))) + capped(
        reach_band(shot, shot.aim), handling(shot), superior(shot, shot.aim)
    )


def landings(shot: Shot) -> dict[Spot | None, Fraction]:
    """Where a blast comes down: one d10 for direction and metres, x2 over MoF 30, x3 over 60."""
    goal = lobbed(shot)
    told: dict[Spot | None, Fraction] = {}
    for roll in range(100):
        if succeeds(roll, goal):
            told[shot.aim] = told.get(shot.aim, Fraction(0)) + Fraction(1, 100)
            continue
        times = 1 + (roll - goal > 30) + (roll - goal > 60)
        for face in range(1, 11):
            stops = not shot.of("indirect")
            spot = shot.ground.scattered(shot.shooter.at, shot.aim, face, face * times, stops=stops)
            told[spot] = told.get(spot, Fraction(0)) + Fraction(1, 1000)
    return told


def blown_at(shot: Shot, spot: Spot, man: FigureSpec) -> Chances:
    """What a blast at a place does to one man."""
    told: Chances = {}
    falls = 2 * metres(spot, man.at) if shot.of("blast") == "falling" else 0
    radius = 200 if shot.of("blast") == "falling" else int(shot.of("radius"))
    if not shot.ground.in_blast(spot, radius, man.at):
        return {NOTHING: Fraction(1)}
    between = 0 if spot == man.at else shot.ground.cover(spot, man.at)
    worn = int(stat(man, shot.of("against")))
    stops = max(0, worn + COVER_ARMOUR[between] - int(shot.of("ap")))
    for total, q in rolled(int(shot.of("dice"))).items():
        value = total + int(shot.of("add")) - falls
        if value <= 0:
            add(told, NOTHING, q)
            continue
        for jolt, p in jolts(shot, man):
            through = (value // 2 if jolt.jolted else value) - stops
            for result, r in harmed(man, max(0, through), jolt):
                add(told, result, p * q * r)
    return told


def blown(shot: Shot, landing: Mapping[Spot | None, Fraction]) -> dict[str, Chances]:
    """What a blast does to everybody who may be in one."""
    told: dict[str, Chances] = {}
    for man in shot.men:
        mine: Chances = {}
        for spot, weight in landing.items():
            here = blown_at(shot, spot, man) if spot else {NOTHING: Fraction(1)}
            for result, p in here.items():
                add(mine, result, weight * p)
        if set(mine) != {NOTHING}:
            told[man.id] = mine
    return told
