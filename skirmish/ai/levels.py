"""Levels of the computer player: how well it plays, and tempers: how it is inclined.

None changes dice, sight or odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import asdict, evolve, field, frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.core.setup import STEADY

JUDGEMENT = 7
"""Number of the judgement by which the levels play; raised when their orders change.

What was measured of the computer player, as the balance of scenarios, is out of date under another
number.
"""


@frozen
class Weights:
    """What counts how much, in thousandths, or in thousandths of a point.

    In thousandths. `goal`: being nearer to what the side is after; `press`: the same where figures
    walk and attack in the same bounds. `fire`: what could be shot at from a place; `later`: the
    same where a place is left again before its next shots. `second`: a second target there.
    `contact`: a fight hand to hand where there is one after each shooting: nobody can leave it.
    `reply`: what the enemy can do next; `answer`: the same where it may walk up first, and
    `onset`: what it can do then. `perhaps`: what preparing for an
    enemy counts for of whom nothing is known yet. `behind`: what is out of a front and has to be
    turned to. `unready`: what a foe can do that has to turn or recover. `threat`: what a foe that
    is stopped could have done. `shared`: harm that foes could do to others as well. `lone`: what
    unknown enemies can do to a figure far ahead of the others, of its worth. `friend`: a loss by
    one's own hand. `spare`: what ammunition could do later, from a better place.

    In thousandths of a point. `cover`: each degree of it. `crowd`: each friend beside a place, whom
    one blast of an unknown enemy would strike too. `scout`: each newly seen tile while no enemy is
    known. `effort`: what a move must gain, `back`: how much more when it leads back to where the
    figure came from. Where figures walk and attack in different bounds `overlook`: each tile of the
    enemy's ground in sight from where a figure begins, and `watch`: each on which the enemy is or
    may soon want to be. Where they do both in the same bounds, the figure that is seen first is
    shot first.
    """

    goal: int = 1400
    press: int = 560
    fire: int = 700
    later: int = 450
    second: int = 250
    contact: int = 2000
    reply: int = 1200
    answer: int = 1000
    onset: int = 500
    perhaps: int = 30
    behind: int = 250
    unready: int = 100
    threat: int = 300
    shared: int = 100
    lone: int = 150
    friend: int = 2500
    spare: int = 500
    cover: int = 60
    crowd: int = 150
    scout: int = 8
    effort: int = 150
    back: int = 1500
    overlook: int = 6
    watch: int = 0


@frozen
class Level:
    """One level.

    `memory`: turns for which an enemy out of sight is reckoned with. `places`: the most tiles that
    a figure thinks of going to by each gait. `plans`: the most orders weighed for it, attacks and
    preparations before moves. `tries`: walks, the most promising ones of each figure, after which
    its attacks in the same bound are tried out; elsewhere they are guessed at. `doubt`: how far
    apart the worst and the best may be that an order of no gain is taken for, in thousandths of a
    point; where figures walk and attack in the same bounds a greater gain is misjudged by more.
    `reply`: whether it weighs what the enemy can do next, and looks over all figures for the best
    order; else it goes figure by figure. `offered`: whether players are offered it; one that is not
    shown to be stronger than the one below, over all rulesets together, is not. `weights`: what
    counts how much.
    """

    id: str
    text: str
    memory: int = field(default=0, kw_only=True)
    places: int = field(default=0, kw_only=True)
    plans: int = field(default=0, kw_only=True)
    tries: int = field(default=0, kw_only=True)
    doubt: int = field(default=0, kw_only=True)
    reply: bool = field(default=False, kw_only=True)
    offered: bool = field(default=True, kw_only=True)
    weights: Weights = field(default=Weights(), kw_only=True)


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", "draws any legal order; for tests", offered=False),
        Level(
            "recruit",
            "moves figure by figure, misjudges plans, forgets what the enemy can do back",
            memory=1,
            places=6,
            plans=30,
            doubt=2500,
        ),
        Level(
            "regular",
            "weighs every figure's best order against what the enemy can do next",
            memory=3,
            places=10,
            plans=40,
            reply=True,
        ),
        Level(
            "veteran",
            "weighs as a regular does, and tries out what could be done after the best walks",
            memory=3,
            places=10,
            plans=40,
            tries=4,
            reply=True,
            weights=Weights(watch=15),
        ),
    )
}

FACTORS: Mapping[str, Mapping[str, int]] = {
    STEADY: {},
    "bold": {
        "goal": 1350,
        "press": 1150,
        "fire": 1150,
        "later": 1150,
        "reply": 720,
        "answer": 750,
        "onset": 750,
        "cover": 500,
        "crowd": 700,
        "perhaps": 500,
    },
    "careful": {
        "goal": 850,
        "press": 700,
        "reply": 1200,
        "answer": 2000,
        "onset": 1200,
        "cover": 3000,
        "perhaps": 2500,
    },
}
"""For each temper the weights that differ, in thousandths of what the level gives them."""


@lru_cache(maxsize=64)
def with_temper(level: Level, temper: str) -> Level:
    """A level as it plays with a temper."""
    known, factors = asdict(level.weights), FACTORS[temper].items()
    changed = {name: known[name] * by // MILLI for name, by in factors}
    return evolve(level, weights=evolve(level.weights, **changed))
