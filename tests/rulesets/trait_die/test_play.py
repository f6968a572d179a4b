"""Play by the computer and by chance: legal, sound, the same on view and truth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skirmish.analysis.self_play import play
from skirmish.core.dice import Roller
from skirmish.core.orders import READY, Order
from skirmish.core.setup import SETUP_PHASES
from skirmish.game import Game
from skirmish.rulesets.engine import refusal, suggested
from skirmish.rulesets.trait_die.odds import VolleyAttack
from tests.rulesets.trait_die.blocks import scene, yard
from tests.soak.random_play import soak

pytestmark = pytest.mark.slow

LOOKS = 40


@pytest.mark.parametrize(
    ("muster", "reactions"), [(False, "standing"), (True, "ask")], ids=("plain", "muster")
)
def test_random_play_ends_and_its_records_verify(muster: bool, reactions: str) -> None:
    """No dead end, no drawn order refused, every invariant after every event."""
    opening = yard(muster=muster, brisk=muster, reactions=reactions)

    assert soak(opening, range(3)).faults == ()


def positions(muster: bool) -> Iterator[tuple[Game, list[Order], list[Order]]]:
    """A random game, and what is drawn and typical for the side to act at each order."""
    game, dice = Game.new(yard(muster=muster), 7), Roller("trait die")

    def pick(n: int) -> int:
        return dice.die(n) - 1

    for _ in range(LOOKS):
        if game.over:
            return
        view = game.view(game.to_act)
        drawn = [
            family.draw(pick)
            for figure in view.own()
            for family in game.ruleset.options(view, figure.id)
            if game.state.clock.phase != "deploy"
        ]
        typical = [o for figure in view.own() for o in suggested(game.ruleset, view, figure.id)]
        before = game.state.clock.phase in SETUP_PHASES
        yield game, drawn, [] if before else typical
        some = drawn[pick(len(drawn))] if drawn and pick(4) else None
        game.order(game.to_act, some or Order(READY.name if before else "end"))
        while game.state.pending is not None:
            answer = game.state.pending.question.options[0]
            game.order(game.to_act, Order("answer", target=answer))


@pytest.mark.parametrize("muster", [False, True])
def test_drawn_and_typical_orders_are_legal(muster: bool) -> None:
    """Whatever comes from a family or from `typical` is allowed, and typical lists are short."""
    for game, drawn, typical in positions(muster):
        view = game.view(game.to_act)
        assert [str(o) for o in (*drawn, *typical) if refusal(game.ruleset, view, o)] == []


def test_direct_attacks_have_the_same_numbers_on_view_and_truth() -> None:
    """What a side does not see never enters them."""
    seen = 0
    for game, drawn, _ in positions(muster=False):
        known = game.view(game.to_act).state
        for order in drawn:
            attack = game.ruleset.attack(known, order)
            if isinstance(attack, VolleyAttack):
                seen += 1
                assert game.ruleset.attack(game.state, order) == attack
    assert seen


def test_the_computer_plays_it_to_the_end() -> None:
    """Two regulars, with everything that the ruleset tells them."""
    with play(yard(), {"blue": "regular", "red": "regular"}, 3) as game:
        verbs = {line.order.split()[0] for line in game.lines}

    assert game.over
    assert {"fire", "move"} <= verbs


def test_typical_lists_are_short() -> None:
    """A handful of orders, the best attacks among them."""
    game = scene("a>. . . . R<Q<", heroes="a")
    orders = [str(order) for order in suggested(game.ruleset, game.view(), "a")]

    assert len(orders) <= 20
    assert any(order.startswith("fire a r") for order in orders)
    assert {order.split()[0] for order in orders} >= {"hold", "aim"}
    assert "hold a mode=burst weapon=gun when=20%" in orders
