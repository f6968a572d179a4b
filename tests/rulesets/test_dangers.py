"""What is told of a way is what happens on it: who fires, at which step, with which odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.dice import Roller
from skirmish.core.events import Counted
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.carry import Done, carry
from skirmish.rulesets.foresight import Danger, dangers
from tests.position import Position, position
from tests.rulesets.d20 import blocks as d20
from tests.rulesets.d100 import blocks as d100
from tests.rulesets.dice_pool import blocks as dice_pool
from tests.rulesets.opposed_d6 import blocks as opposed_d6

SEEDS = 40
FIELD = """\
. . . . . . . . . .
a>. . . . . . . R<.
. . . . . . . . . .
. . . . . # # # Q7#"""


def overwatch() -> Position:
    """d20: one watcher fires bursts as long as it has points, the other looks past the way."""
    arms = {"R": (d20.gun(fire_rate=1, ap_burst=3, recoil=0),), "Q": (d20.gun(),), "a": ()}
    return _begun(FIELD, "d20", {x: d20.man(hp=60) for x in "aRQ"}, arms)


def _begun(drawing: str, ruleset: str, kinds: dict, arms: dict, **more: object) -> Position:  # type: ignore[type-arg]
    return position(drawing, ruleset=ruleset, kinds=kinds, weapons=arms, side="red", **more)  # type: ignore[arg-type]


def told(battle: Position, order: str) -> tuple[Danger, ...]:
    """What blue is told of a move."""
    return dangers(battle.ruleset, battle.view("blue"), battle.line(order))


def played(battle: Position, order: str) -> Iterator[Done]:
    """The move, carried out on the truth on many seeds."""
    for seed in range(SEEDS):
        yield carry(battle.ruleset, battle.state, "blue", battle.line(order), Roller(str(seed)))


def agreed(battle: Position, order: str) -> int:
    """Plays a move and compares; how many attacks were made until something came of one.

    As long as nothing came of the attacks before, the next one is that which is told next, with
    its very odds. Where nothing came of any, all were told.
    """
    foretold, spared, made = told(battle, order), battle.ruleset.spared(), 0
    for done in played(battle, order):
        unhurt = True
        for attempt, danger in zip(done.attempts, foretold, strict=False):
            assert danger.shot is not None
            assert attempt.figure == danger.enemy
            here = odds_of(attempt.plan(), spared).figures["a"]
            assert here == danger.shot.odds.figures["a"]
            made += 1
            if attempt.outcomes["a"] != spared:
                unhurt = False
                break
        if unhurt:
            assert len(done.attempts) == len(foretold)
    return made
