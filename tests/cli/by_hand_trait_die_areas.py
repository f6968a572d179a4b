"""Templates of trait die by hand: suppressive fire, and what bursts (AMMO-F14, AMMO-F15)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from attrs import evolve

from tests.cli.by_hand_ground import Spot, far2
from tests.cli.by_hand_trait_die import (
    NO_DIE,
    NOTHING,
    RAISE,
    WILD,
    Chances,
    Result,
    Shot,
    after,
    dice_of,
    harms,
    hindered,
    merged,
    reach,
    sheltered,
    spent,
    stat,
    trait,
)
from tests.cli.odds_scenarios import FigureSpec, state

RADII = {"small": 1, "medium": 2, "large": 3}


def swept(shot: Shot) -> dict[str, Chances]:
    """Suppressive fire: everybody under the template rolls Spirit, when the shooter hits at all."""
    recoil = -2 + reach(shot, shot.aim)[0] + hindered(shot)
    wild = dice_of(WILD, recoil) if stat(shot.shooter, "wild_card") else NO_DIE
    told: dict[str, Chances] = {}
    for man in shot.men:
        under = shot.ground.in_blast(shot.aim, RADII["medium"], man.at)
        if not under or not shot.ground.sees(shot.shooter.at, man.at):
            continue
        mine = told.setdefault(man.id, {})
        pinned = merged(_pinned(shot, man))
        for die, p in dice_of(int(stat(shot.shooter, "shooting")), recoil).items():
            lost = spent(shot, NOTHING, die).tokens
            for other, q in wild.items():
                good = max(die.margin, other.margin) >= 0
                for result, r in pinned.items() if good else [(NOTHING, Fraction(1))]:
                    key = evolve(result, tokens=lost)
                    mine[key] = mine.get(key, Fraction(0)) + p * q * r
    return told


def _pinned(shot: Shot, man: FigureSpec) -> Iterator[tuple[Result, Fraction]]:
    """Spirit with cover and wounds: Shaken on a failure, hit on a natural 1."""
    bonus = sheltered(shot, man) - state(man, "damage")
    spirit = dice_of(int(stat(man, "spirit")), bonus)
    other = dice_of(WILD, bonus) if stat(man, "wild_card") else NO_DIE
    for die, p in spirit.items():
        if die.face == 1:
            for level, q in harms(shot, man, 0, raised=False).items():
                yield after(man, Result(hit=True), level), p * q
            continue
        for wild, q in other.items():
            fails = max(die.margin, wild.margin) < 0
            yield Result(shaken=fails), p * q


def lobbed(shot: Shot) -> int:
    """What is added to the roll of an area weapon."""
    return reach(shot, shot.aim)[0] + hindered(shot)


def flights(shot: Shot) -> dict[tuple[Spot | None, bool], Fraction]:
    """Where an area weapon comes down, and whether the roll was a raise.

    A miss goes by a d10, and a d6 or d10 times 1, 2 or 3, but at most half of the way.
    """
    thrown = shot.of("flight") == "thrown"
    sides = int(stat(shot.shooter, "throwing" if thrown else "shooting"))
    told: dict[tuple[Spot | None, bool], Fraction] = {}
    rolls = trait(sides, lobbed(shot), wild=bool(stat(shot.shooter, "wild_card")))
    for margin, p in rolls.items():
        key = shot.aim, margin >= RAISE
        if margin >= 0:
            told[key] = told.get(key, Fraction(0)) + p
    missed = 1 - sum(told.values(), Fraction(0))
    most = isqrt(far2(shot.shooter.at, shot.aim)) // 2
    faces = 6 if thrown else 10
    for turn in range(1, 11):
        for face in range(1, faces + 1):
            off = min(face * reach(shot, shot.aim)[1], most)
            spot = shot.ground.scattered(shot.shooter.at, shot.aim, turn, off, stops=True)
            told[spot, False] = told.get((spot, False), Fraction(0)) + missed / (10 * faces)
    return {key: p for key, p in told.items() if p}


def landings(shot: Shot) -> dict[Spot | None, Fraction]:
    """Where an area weapon comes down."""
    return merged((spot, p) for (spot, _), p in flights(shot).items())


def blown(shot: Shot) -> dict[str, Chances]:
    """What a burst does to everybody who may be under it; a raise counts where it was aimed."""
    told: dict[str, Chances] = {}
    radius = RADII[shot.of("template")]
    for man in shot.men:
        mine: Chances = {NOTHING: Fraction(0)}
        for (spot, raised), weight in flights(shot).items():
            if spot is None or not shot.ground.in_blast(spot, radius, man.at):
                mine[NOTHING] += weight
                continue
            for level, p in harms(shot, man, 0, raised=raised).items():
                result = after(man, Result(hit=True, raises=int(raised)), level)
                mine[result] = mine.get(result, Fraction(0)) + weight * p
        if mine[NOTHING] < 1:
            told[man.id] = mine
    return told
