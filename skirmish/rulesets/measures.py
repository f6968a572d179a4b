"""Measures: the meaning of the parts of an outcome, as a ruleset declares them."""

from __future__ import annotations

from enum import Enum, auto

from attrs import frozen


class Role(Enum):
    """What a measure means for the figure that is attacked.

    AMOUNT: the number that outcomes are grouped by, such as damage.

    DETAIL: a further number on the same harm.

    HIT: whether, or how often, it was hit; a hit alone is no harm.

    OUT: whether it is out of the battle.

    CONDITION: a state that it is in afterwards.

    COST: what the attack costs the attacker.

    EFFECT: a word for the whole outcome.
    """

    AMOUNT = auto()
    DETAIL = auto()
    HIT = auto()
    OUT = auto()
    CONDITION = auto()
    COST = auto()
    EFFECT = auto()


@frozen
class Measure:
    """A part of an outcome: its role, and whether its mean is shown besides that of the amount.

    `unit`: the plural noun for what it counts, if that is not its name; `taken`: what happens to
    them: `hit points` are `lost`.
    """

    role: Role
    mean: bool = False
    unit: str = ""
    taken: str = ""


AMOUNT, HIT, OUT, CONDITION, COST, EFFECT = (
    Measure(Role.AMOUNT, mean=True),
    Measure(Role.HIT),
    Measure(Role.OUT),
    Measure(Role.CONDITION),
    Measure(Role.COST, mean=True),
    Measure(Role.EFFECT),
)
HITS, DETAIL = Measure(Role.HIT, mean=True), Measure(Role.DETAIL, mean=True)


def amount_of(unit: str, taken: str) -> Measure:
    """An amount that is counted in units of the ruleset: `hit points` `lost`."""
    return Measure(Role.AMOUNT, mean=True, unit=unit, taken=taken)
