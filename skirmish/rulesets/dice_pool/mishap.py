"""What may go wrong with a weapon as it is used, with its exact chance (POOL-F2)."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from skirmish.core.dice import Dice, odds
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.dice_pool.orders import attack
from skirmish.rulesets.dice_pool.rules import (
    ATTACK,
    DIE,
    HIT,
    Fault,
    come_down,
    fault_by,
    suppress,
    volley,
)

_WORDS = {Fault.JAM: "weapon jams", Fault.LOST: "weapon jams, pass lost"}
_TESTED = (volley, come_down, suppress)
"""The rules that begin with a weapon test, its dice their first number; blows jam nothing."""


@frozen
class Shown:
    """What dice of a weapon test show: how many of them 1, how many a hit."""

    ones: int = 0
    hits: int = 0

    def __add__(self, other: Shown) -> Shown:
        """Two lots of dice as one."""
        return Shown(self.ones + other.ones, self.hits + other.hits)


def shown(dice: Dice) -> Shown:
    """One die of a weapon test."""
    face = dice.die(DIE, ATTACK)
    return Shown(int(face == 1), int(face >= HIT))


def fault(dice: Dice, pool: int) -> Fault:
    """What a weapon test of so many dice, 1 or more, brings beside its hits."""
    faces = dice.total(pool, shown) or Shown()
    return fault_by(faces.ones, faces.hits, pool)


def mishaps(state: State, order: Order) -> tuple[tuple[str, Fraction], ...]:
    """What may go wrong with the weapon of an order, in words."""
    plan = attack(state, order)
    if plan is None or order.verb == "strike" or plan.rule not in _TESTED:
        return ()
    chances = odds(fault, int(str(plan.args[0])))
    return tuple((words, p) for fault_, p in chances.items() if (words := _WORDS.get(fault_, "")))
