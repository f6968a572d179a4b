"""Levels of the computer player, which set how well it plays, and tempers, which set its style.

Neither changes dice, line of sight or odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import asdict, evolve, field, frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.core.setup import STEADY

JUDGEMENT = 11
"""Version of the levels' judgement; increased when their orders change.

Measurements of the computer player, such as the balance of scenarios, are out of date if they were
made with another version.
"""


@frozen
class Weights:
    """Weights of the terms of an evaluation.

    In thousandths. `goal`: nearness to the side's goals; `press`: the same where figures walk and
    attack in the same bounds. `fire`: the best target from a place; `later`: the same where figures
    walk and attack in the same bounds, so that this fire comes a turn later. `second`: a second
    target there. `contact`: close combat where it is fought without an order after each shooting,
    because no figure can leave it. `reply`: harm by the enemy's next attacks; `answer`: the same
    where figures walk and attack in the same bounds, and `approach`: harm there by an enemy that
    walks up first. `perhaps`: preparing for an enemy of which nothing is known yet. `behind`: a
    target outside the front arc, to which the figure has to turn. `unready`: harm by a foe that has
    to turn or recover first. `threat`: harm that an attack prevents by stopping a foe. `shared`:
    harm that foes could do to other figures as well. `lone`: the part of its worth that unknown
    enemies can take from a figure far ahead of the others. `friend`: a loss that the side inflicts
    on itself. `spare`: what ammunition could do later, from a better place.

    In thousandths of a point. `cover`: each degree of cover. `crowd`: each friend beside a place,
    which a blast of an unknown enemy would hit too. `scout`: each newly seen tile while no enemy is
    known. `effort`: the least gain of a move; `back`: how much more a move must gain that leads
    back to where the figure came from; `again`: the same where figures walk and attack in the same
    bounds, if it came from there in an earlier bound. Only where figures walk and attack in
    different bounds: `overlook`, each tile of the enemy's ground in sight of the tile where a
    figure is deployed, and `watch`, each tile in sight on which the enemy is or may soon want to
    be. Elsewhere the figure that is seen first is shot first.
    """

    goal: int = 1400
    press: int = 560
    fire: int = 700
    later: int = 450
    second: int = 250
    contact: int = 2000
    reply: int = 1200
    answer: int = 1000
    approach: int = 500
    perhaps: int = 30
    behind: int = 250
    unready: int = 100
    threat: int = 300
    shared: int = 100
    lone: int = 150
    friend: int = 2500
    spare: int = 500
    cover: int = 60
    crowd: int = 250
    scout: int = 8
    effort: int = 150
    back: int = 1500
    again: int = 3000
    overlook: int = 6
    watch: int = 0


@frozen
class Level:
    """One level.

    `memory`: turns for which an enemy out of sight is remembered. `places`: the most tiles weighed
    as ends of a figure's move, for each gait. `plans`: the most orders weighed for a figure,
    attacks and preparations before moves. `tries`: number of each figure's most promising walks
    after which its attacks in the same bound are tried out; after other walks they are estimated.
    `doubt`: width of the random error in the value of an order of no gain, in thousandths of a
    point; where figures walk and attack in the same bounds the error grows with the gain. `reply`:
    whether it weighs what the enemy can do next, and looks for the best order of all figures;
    otherwise it goes figure by figure. `offered`: whether players can choose it; a level that is
    not shown to be stronger than the one below, over all rulesets together, is not offered.
    `weights`: the weights of the terms.
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
        "approach": 750,
        "cover": 500,
        "crowd": 700,
        "perhaps": 500,
    },
    "careful": {
        "goal": 850,
        "press": 700,
        "reply": 1200,
        "answer": 2000,
        "approach": 1200,
        "cover": 3000,
        "perhaps": 2500,
    },
}
"""For each temper the weights that differ, in thousandths of the level's own weights."""


@lru_cache(maxsize=64)
def with_temper(level: Level, temper: str) -> Level:
    """Return a level with the weights of a temper."""
    known, factors = asdict(level.weights), FACTORS[temper].items()
    changed = {name: known[name] * by // MILLI for name, by in factors}
    return evolve(level, weights=evolve(level.weights, **changed))
