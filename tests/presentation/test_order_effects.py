"""Dry runs of orders and their effects."""

from __future__ import annotations

import pytest

from skirmish.ai import Stream, think
from skirmish.core.dice import Roller
from skirmish.core.events import Bound, Counted, Fired, Stopped, Struck, Zoned
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.line.order_text import odds_lines
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.forecast_rows import cost_words, effect_rows
from skirmish.presentation.odds.order_effects import (
    applied_rules,
    changed_zone_mask,
    dry_run,
    order_effects,
    view_after,
)
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.common import watch
from skirmish.rulesets.registry import RULESETS
from skirmish.tui.panel_lines import rows_lines
from tests.position import Position, position
from tests.village import village

OPEN = "a>. . . R<\n. . . . . "
ORDERS = 120
OTHERWISE = 2
OFTEN = 40
"""Dry runs after which a budget that is always the same does not depend on dice."""


def facts(battle: Position, text: str) -> dict[str, str]:
    """The changes by an order of a, by label."""
    told = order_effects(battle.ruleset, battle.view(), battle.line(text))
    return {fact.title: fact.after for fact in told.changes}


def test_an_attack_always_costs_points_and_rounds() -> None:
    """A burst also adds recoil."""
    battle = position(OPEN, ruleset="d20", kind="veteran")

    assert facts(battle, "fire a r mode=burst") == {
        "action points": "4 of 9",
        "assault rifle, rounds": "20 of 24",
        "recoil": "-4",
    }


@pytest.mark.parametrize(
    ("order", "often"), [("overwatch a", "2 times, 4 AP each"), ("overwatch a mode=burst", "once")]
)
def test_a_watch_says_how_often_it_may_fire(order: str, often: str) -> None:
    """D20-43: by the points that are left and the cost of each attack."""
    battle = position(OPEN, ruleset="d20", kind="veteran")

    assert facts(battle, order)["may fire"].startswith(often)


def test_effects_that_dice_decide_are_left_out() -> None:
    """Tokens depend on the dice of the attack; the odds cover them."""
    battle = position(OPEN, ruleset="trait_die", kind="veteran")

    told = facts(battle, "fire a r mode=auto")

    assert "actions" in told
    assert [label for label in told if "gun" in label] == []


@pytest.mark.parametrize("ruleset", ["d100", "dice_pool"])
def test_a_move_that_ends_suppressive_fire_says_so(ruleset: str) -> None:
    """Only for a zone of the figure itself."""
    calm = position(OPEN, ruleset=ruleset)
    zone = Zoned("s1", "suppression", "blue", ((2, 0), (3, 0)), owner="a", numbers={"slot": 0})
    firing = calm.after(zone)
    told, other = (
        order_effects(battle.ruleset, battle.view(), battle.line("move a 0,1"))
        for battle in (firing, calm)
    )

    assert told.ended_zones == ("suppressive fire",)
    assert other.ended_zones == ()
    assert "ends its suppressive fire" in [
        line.plain for line in rows_lines(effect_rows(told, uses=False), 30)
    ]


def test_reactions_of_the_enemy_are_left_out() -> None:
    """A dry run has no reactions and reveals no hidden state."""
    lane = tuple((x, y) for x in (1, 2) for y in range(2))
    battle = position(OPEN, ruleset="d20", kind="guard")
    watched = battle.after(Zoned("overwatch_r", "overwatch", "red", lane, owner="r"))

    assert facts(watched, "move a 2,0") == facts(battle, "move a 2,0")
    left = view_after(watched.ruleset, watched.view(), watched.line("move a 2,0"))
    assert left is not None
    assert list(left.state.known) == ["blue"]
    assert left.state.figures["a"].at == (2, 0)


def test_aim_lost_differs_from_aim_used() -> None:
    """A move loses aim, a shot uses it."""
    battle = position(OPEN, ruleset="d20", kind="guard").after(Counted("a", "aim", 1))
    known = battle.view()
    moved, fired = (
        order_effects(battle.ruleset, known, battle.line(text))
        for text in ("move a 0,1", "fire a r")
    )

    assert "loses: aim +2" in [
        line.plain for line in rows_lines(effect_rows(moved, uses=False), 30)
    ]
    assert "uses: aim +2" in [line.plain for line in rows_lines(effect_rows(fired, uses=True), 30)]


def test_a_zone_of_an_unseen_enemy_hides_no_preview() -> None:
    """POOL-F14: the preview of a held shot does not depend on an enemy out of sight."""
    battle = position("a>. . # R<\n. . . . . ", ruleset="dice_pool", kind="guard")
    lane = tuple((x, y) for x in (0, 1) for y in (0, 1))
    watched = battle.after(Zoned("watch_r", watch.SEEN, "red", lane, owner="r"))
    hold = battle.line("hold a")
    free = changed_zone_mask(battle.ruleset, battle.view(), hold)

    assert "r" not in watched.view().state.figures
    assert "watch_r" in watched.view().state.zones
    assert changed_zone_mask(watched.ruleset, watched.view(), hold) == free != 0


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_legal_order_can_be_run_on_a_view(ruleset: str) -> None:
    """Or it is refused in words."""
    game = Game.new(village(ruleset), 1, {"blue": "random", "red": "random"})
    stream, told = Stream("rehearsals"), 0
    while not game.over and len(game.lines) < ORDERS:
        view = game.view(game.to_act)
        drawn = [think(game.ruleset, view, "random", stream).order for _ in range(OTHERWISE)]
        for order in drawn:
            if view.question is None and order.figure:
                told += dry_run(game.ruleset, view, order, Roller("any")) is not None
        game.order(game.to_act, drawn[0])

    assert told


COMPARED = 10
"""Costs compared at least, in each ruleset."""


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_what_an_order_leaves_is_what_its_figure_has_after_it(ruleset: str) -> None:
    """Unless the enemy, a sighting or dice of the order itself cut it short."""
    game = Game.new(village(ruleset), 2, {"blue": "random", "red": "random"})
    stream, compared = Stream("costs"), 0
    while not game.over and len(game.lines) < ORDERS:
        before = game.view(game.to_act)
        order = think(game.ruleset, before, "random", stream).order
        known = before.question is None and order.figure in before.state.figures
        costs = _sure_costs(game, before, order) if known else {}
        game.order(before.side, order)
        after = game.view(before.side)
        acts = game.to_act == before.side and after.question is None
        if costs and acts and not _cut_short(game, order.figure):
            left = game.ruleset.card.budgets(after.state, after.state.figures[order.figure])
            compared += len(costs)
            had = {budget.label: budget.left for budget in left if budget.label in costs}
            assert had == costs, order

    assert compared >= COMPARED


@pytest.mark.parametrize(("system", "kind"), [("d100", "trooper"), ("dice_pool", "soldier")])
def test_a_run_is_paid_from_what_its_figure_can_run(system: str, kind: str) -> None:
    """Not from its walk: what is spent and what is left add up to the reach of the run."""
    battle = position("a>. . . . . . . . . . .", ruleset=system, kind=kind)
    order = battle.line("run a 2,0")

    (cost,) = (
        one
        for one in order_effects(battle.ruleset, battle.view(), order).costs
        if one.budget.unit == "tiles"
    )
    after = battle.order("run a 2,0")
    (left,) = (
        one
        for one in battle.ruleset.card.budgets(after.state, after.state.figures["a"])
        if one.unit == "tiles"
    )
    assert (cost.spent, cost.left) == (4, left.left)
    assert (
        cost_words(cost)
        == f"2 of {left.amount(left.left + 4)} tiles, {left.amount(left.left)} left"
    )


def test_what_dice_leave_of_a_run_is_not_told() -> None:
    """AMMO-F23: how far it goes is rolled; what it costs is sure."""
    battle = position("a>. . . . . . . . . . .", ruleset="trait_die", kind="trooper")
    costs = order_effects(battle.ruleset, battle.view(), battle.line("run a 2,0")).costs

    assert "2 tiles" in [cost_words(one) for one in costs]


def test_the_aid_of_friends_costs_them_their_shots() -> None:
    """BAY-31: that stands where costs stand, in line mode too."""
    battle = position("a>. . . . R<\nc>. . . . .\nd>. . . . .", ruleset="opposed_d6")
    alone, aided = battle.line("fire a r"), battle.line("fire a r aid=c+d")
    found = {order: order_effects(battle.ruleset, battle.view(), order) for order in (alone, aided)}
    told = {order: [cost_words(one) for one in found[order].costs] for order in found}
    assert told == {alone: ["its shot"], aided: ["its shot", "c's shot", "d's shot"]}
    labels = [row.label for row in effect_rows(found[aided], uses=True).rows]
    assert labels[:3] == ["costs its shot", "costs c's shot", "costs d's shot"]
    forecast = forecast_order(battle.ruleset, battle.view(), aided)
    lines = odds_lines(LegalOrders(battle.ruleset, battle.view()), aided, forecast)
    assert {"  costs c's shot.", "  costs d's shot."} <= {*lines}


def _sure_costs(game: Game, view: View, order: Order) -> dict[str, int]:
    """What an order leaves of each budget by its preview; none where dice decide that."""
    costs = order_effects(game.ruleset, view, order).costs
    trials = (dry_run(game.ruleset, view, order, Roller(f"cost {n}")) for n in range(OFTEN))
    figures = [(state, state.figures[order.figure]) for state in trials if state is not None]
    budgets = {game.ruleset.card.budgets(state, figure) for state, figure in figures}
    sure = {one.budget.label: one.left for one in costs if one.left is not None}
    return sure if len(budgets) == 1 else {}


def _cut_short(game: Game, name: str) -> bool:
    """Whether the last order was stopped, answered by fire, or struck its own figure."""
    events = [told.event for told in list(game.standing_lines)[-1][1].told]
    return any(
        isinstance(event, Bound | Stopped)
        or (isinstance(event, Fired) and event.figure != name)
        or (isinstance(event, Struck) and event.figure == name)
        for event in events
    )


def test_the_rules_of_a_move_are_those_that_it_applies() -> None:
    """Without dice; an order of the engine has none."""
    battle = position("a>. . . R<", ruleset="opposed_d6", phase="move")
    rules, view = battle.ruleset, battle.view()

    found = applied_rules(rules, view, battle.line("move a 1,0"))
    assert found
    assert set(found) <= set(rules.statements)
    assert applied_rules(rules, view, Order("ready")) == ()
