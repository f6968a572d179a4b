"""The second rim of a reach: where a figure has enough left to attack or to act."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.odds import reach_after
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.families import Routes
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from tests.presentation.test_target_chances import moments


def can_act(rules: Ruleset, view: View, figure: str) -> bool:
    """Whether a figure has an order left that is no move."""
    return any(not isinstance(f.target, Routes) for f in rules.options(view, figure))


def attack_costs(rules: Ruleset, view: View, figure: str) -> list[Fraction]:
    """What each kind of attack that a figure may make takes of its bound."""
    families = [f for f in rules.options(view, figure) if verbs_of(rules)[f.verb].dice]
    return [rules.cost(view.state, family.draw(lambda _: 0)) for family in families]


@pytest.mark.parametrize("ruleset", ["dice_pool", "d20", "d100", "trait_die"])
def test_where_a_move_leads_within_the_rim_the_figure_can_still_act(ruleset: str) -> None:
    """Beyond the rim it cannot pay for the cheapest attack that it may make where it stands."""
    rules, within, beyond = RULESETS[ruleset], 0, 0
    for view in moments(ruleset):
        legal = LegalOrders(rules, view)
        for figure in legal.own_figures():
            reach, rim = legal.target_mask(figure, "move"), legal.able_after_mask(figure, "move")
            assert rim & ~reach == 0
            for tile in list(legal.board.tiles_of(reach))[::7]:
                order = Order("move", figure, legal.target_at(figure, "move", tile))
                after = view_after(rules, view, order)
                stays = legal.position(figure) == tile
                if stays or after is None or after.state.figures[figure].at != tile:
                    continue
                if rim & legal.board.bit(tile):
                    assert can_act(rules, after, figure), order
                    within += 1
                elif costs := attack_costs(rules, view, figure):
                    assert min(costs) not in attack_costs(rules, after, figure), order
                    beyond += 1
    assert within or beyond


@pytest.mark.parametrize("ruleset", ["dice_pool", "d20", "d100", "trait_die"])
def test_a_rim_that_is_no_longer_wanted_is_dropped_at_once(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No further way is tried from the moment it is out of date."""
    legals = [LegalOrders(RULESETS[ruleset], view) for view in moments(ruleset)]
    moves, tried = [(one, name) for one in legals for name in one.own_figures()], list[Order]()

    def after(rules: Ruleset, known: View, order: Order) -> View | None:
        tried.append(order)
        return view_after(rules, known, order)

    monkeypatch.setattr(reach_after, "view_after", after)
    for legal, figure in moves:
        legal.able_after_mask(figure, "move", lambda: bool(tried))
    assert len(tried) == 1
    for legal, figure in moves:
        legal.able_after_mask(figure, "move")
    assert len(tried) > 2
