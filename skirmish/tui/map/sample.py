"""A moment of a battle shown in the settings, as a sample of a theme and a kind of map."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from skirmish.core.view import View
from skirmish.game import Game
from skirmish.scenario import find, load
from skirmish.session.controller import Controller
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.order_overlay import goals_mask, overlay_of

SCENARIO = "first_steps"
_SEED = 1


@cache
def sample_scene() -> tuple[View, Overlay]:
    """The first moves of a shipped scenario: both sides, reach, danger, ground out of sight.

    Danger is drawn only on the objective, so that the ground shows elsewhere.
    """
    game = Game.new(load(find(SCENARIO)), _SEED)
    while game.state.clock.turn == 0:
        game.order(game.to_act, "ready")
    controller = Controller(game.ruleset, game.view(game.to_act))
    controller.reach = controller.threat = True
    chosen = controller.legal.position(controller.current_figure)
    drawn = overlay_of(controller)
    yard = goals_mask(controller.legal.view)
    threat, more = drawn.threat & yard, drawn.threat_more & yard
    return controller.legal.view, evolve(drawn, chosen=chosen, threat=threat, threat_more=more)
