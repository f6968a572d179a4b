"""Why a grenade reaches no enemy in sight, and from where it would."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.game import Game
from skirmish.presentation.orders.throw_range import out_of_range
from skirmish.rulesets.foresight import standing_at
from skirmish.scenario import load
from skirmish.session import order_input
from skirmish.session.controller import Controller
from skirmish.tui.keys import KeyTable


def crossing() -> Controller:
    """A player at the toll bridge, both sides in sight of each other and far apart."""
    scenario = load(Path(__file__).parents[2] / "scenarios" / "toll_bridge.toml")
    game = Game.new(evolve(scenario, events=()), 5, {})  # without its smoke
    while game.turn == 0:
        game.order(game.to_act, "ready")
    return Controller(game.ruleset, game.view(game.to_act), KeyTable())


def test_a_throw_that_reaches_nobody_says_so_at_once_and_from_where_it_would() -> None:
    """By the key alone, before a tile is chosen; the tile named is the nearest that will do."""
    controller = crossing()
    legal = controller.legal
    controller.choose("b1")
    order_input.verb(controller, "bombard")
    assert controller.notice == (
        "r4: 4,7 is beyond the 20 tiles of frag grenades; in reach from 24,7 (11 tiles)"
    )
    throw = Order.of("bombard", "b1", (4, 7), weapon="frag_grenade")
    for tile, possible in (((24, 7), True), ((25, 7), False)):
        there = standing_at(legal.ruleset, legal.view, "b1", tile, Facing.W)
        assert (legal.ruleset.impossible(there, throw) is None) is possible


def test_a_throw_that_reaches_an_enemy_says_nothing() -> None:
    """Nor does an order that is not about tiles, or one with no enemy in sight."""
    legal = crossing().legal
    state = standing_at(legal.ruleset, legal.view, "b1", (24, 7), Facing.W)
    near = type(legal)(legal.ruleset, evolve(legal.view, state=state))
    assert out_of_range(near, "b1", "bombard") is None
    assert out_of_range(legal, "b1", "move") is None
    assert out_of_range(legal, "b1", "bombard") is not None
