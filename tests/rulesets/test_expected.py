"""What orders are expected to cost is what their odds come to, in each system that has a sum."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import expected_losses
from skirmish.rulesets.attack import ExpectedLoss
from skirmish.rulesets.registry import RULESETS
from tests.position import position

FIELD = """
a>. . . . o . R<. . .
. . . b>. . . V<. # .
. . # . . . U<. - . .
"""


def costs(found: tuple[ExpectedLoss, ...]) -> dict[str, tuple[Fraction, ...]]:
    """The losses that are any."""
    return {one.figure: one.parts for one in found if one.lost}


@pytest.mark.parametrize("name", RULESETS)
def test_expected_losses_are_those_of_the_odds(name: str) -> None:
    """Of every way in which every kind may attack any enemy that it sees."""
    rules, compared = RULESETS[name], 0
    for kind in rules.handbook.armoury.kinds():
        state = position(FIELD, ruleset=name, kind=kind).state
        for target in ("r", "v", "u"):
            for weapon in state.figures["a"].who.weapons:
                for order in rules.weapon_modes(state, "a", weapon.id, target).values():
                    found = rules.expected(state, order)
                    plan = rules.attack(state, order)
                    if found is not None and plan is not None:
                        cache = ThoughtCache(state.board)
                        weighed = expected_losses(rules, state, plan, cache)
                        assert costs(found) == costs(weighed), (kind, str(order))
                        compared += 1
    assert bool(compared) == any(action.expected for action in rules.table.values())
