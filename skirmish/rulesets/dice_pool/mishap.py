"""What may go wrong in an attack, with its exact chance (POOL-F2)."""

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
from skirmish.rulesets.dice_pool.striking import STRIKE

_SHOT = {Fault.JAM: "weapon jams", Fault.LOST: "weapon jams, pass lost"}
_HELD = {Fault.JAM: "weapon jams", Fault.LOST: "weapon jams"}
_BLOW = {Fault.LOST: "pass lost"}
_TESTED = (volley, come_down, suppress)
"""The rules that begin with a test, its dice their first number."""


@frozen
class Shown:
    """What dice of a weapon test show: how many of them 1, how many a hit."""

    ones: int = 0
    hits: int = 0

    def __add__(self, other: Shown) -> Shown:
        """Two lots of dice as one."""
        return Shown(self.ones + other.ones, self.hits + other.hits)


def shown(dice: Dice) -> Shown:
    """One die of a test."""
    face = dice.die(DIE, ATTACK)
    return Shown(int(face == 1), int(face >= HIT))


def fault(dice: Dice, pool: int) -> Fault:
    """What a weapon test of so many dice, 1 or more, brings beside its hits."""
    faces = dice.total(pool, shown) or Shown()
    return fault_by(faces.ones, faces.hits, pool)


def mishaps(state: State, order: Order) -> tuple[tuple[str, Fraction], ...]:
    """What may go wrong in the attack of an order, in words.

    A blow jams nothing, and a held shot is fired in the enemy's bound, where no pass is lost.
    """
    plan = attack(state, order)
    if plan is None or plan.rule not in _TESTED:
        return ()
    words = _BLOW if order.verb == STRIKE.name else _SHOT
    if order.get("held") == "yes":
        words = _HELD
    told: dict[str, Fraction] = {}
    for one, chance in odds(fault, int(str(plan.args[0]))).items():
        if one in words:
            told[words[one]] = told.get(words[one], Fraction(0)) + chance
    return tuple(told.items())
