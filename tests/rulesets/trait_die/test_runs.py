"""Runs: how far they go is not known before the die is rolled, and the preview says so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.ai import Weighed
from skirmish.core.orders import READY, Order
from skirmish.game import Game
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.forecast_rows import cost_words
from skirmish.presentation.odds.order_effects import order_effects
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import chance_words
from skirmish.session import mouse_input, order_input
from skirmish.session.controller import Controller
from skirmish.tui.side_panel import side_panel_lines
from tests.position import Position
from tests.rulesets.trait_die.blocks import scene, yard


def running() -> Position:
    """Blue's a, whose pace is 6, on open ground."""
    return scene("a>. . . . . . . . . . . . . . . . R<")


@pytest.mark.parametrize(("end", "needed", "short"), [(8, 2, 1), (9, 3, 2), (12, 6, 5)])
def test_a_run_says_how_likely_it_falls_short(end: int, needed: int, short: int) -> None:
    """AMMO-F4: by the die that adds to the pace; what is left of the move is not known before."""
    game = running()
    order = game.line(f"run a {end},0")
    legal = LegalOrders(game.ruleset, game.view())
    words = f"stops short (needs {needed}+ on d6)"

    assert legal.mishaps(order) == ((words, Fraction(short, 6)),)
    (cost,) = order_effects(game.ruleset, game.view(), order).costs
    assert cost_words(cost) == f"{end} tiles"
    assert chance_words(legal, Weighed(order, 0)).startswith(words)


def test_a_tile_beyond_the_longest_run_says_what_is_counted() -> None:
    """AMMO-F4: the pace is less; in a walk nothing is rolled."""
    game = running()
    legal = LegalOrders(game.ruleset, game.view())
    told = [str(legal.refusal(game.line(f"{verb} a 13,0"))) for verb in ("run", "move")]
    assert told[0].startswith("too far: needs 13 tiles, has 12 with the best run (")
    assert told[1].startswith("too far: needs 13 tiles, has 6 (")


def test_a_run_that_any_roll_allows_is_certain() -> None:
    """AMMO-F4: one tile more than the pace."""
    game = running()
    legal = LegalOrders(game.ruleset, game.view())

    assert [legal.mishaps(game.line(f"run a {end},0")) for end in (6, 7)] == [(), ()]
    assert legal.mishaps(game.line("move a 6,0")) == ()


def test_the_panel_has_the_chance_before_and_after_the_forecast() -> None:
    """AMMO-F4: never `9 of 9 tiles, 0 left`."""
    game = running()
    controller = Controller(game.ruleset, game.view())
    controller.choose("a")
    order_input.verb(controller, "run")
    mouse_input.point(controller, (9, 0))
    order = controller.draft.order
    before = [line.plain for line in side_panel_lines(controller, (44, 40), 78).lines]
    found = forecast_order(game.ruleset, game.view(), order)
    assert found is not None
    controller.legal.forecasts[order] = found
    after = [line.plain for line in side_panel_lines(controller, (44, 40), 78).lines]

    for lines in (before, after):
        assert any("stops short (needs 3+ on d6)" in line and "33%" in line for line in lines)
        assert any("costs 9 tiles" in line for line in lines)


def test_the_log_names_the_die_of_a_run() -> None:
    """AMMO-F4: its own side reads what it rolled; the other side sees the way alone."""
    game = Game.new(yard(), 1)
    while not game.state.clock.turn:
        game.order(game.to_act, Order(READY.name))
    game.order("red", "run r1 17,0>7,0")
    gained, line = game.state.figures["r1"].count("run"), len(game.lines)
    said = {
        side: [
            one.words
            for one in log_sentences(game.view(side), game.news_from(line, side), game.ruleset)
        ]
        for side in ("red", "blue")
    }

    assert said["red"][0] == f"r1: extra tiles for running {gained} (run die {gained})"
    assert said["red"][1].startswith("r1 runs to")
    assert "extra" not in " ".join(said["blue"])
