"""Random keys break nothing, and every order that comes of them is legal."""

from collections.abc import Callable
from random import Random

import pytest

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.game import Game
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load
from skirmish.session import bound_input, cursor_input, mouse_input, order_input
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.keys import KEYS, KeyTable, usable
from skirmish.tui.map.cells import Composer
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.top_line import top_line_words
from tests.drill_ruleset import drilled
from tests.toy_game import played

STEPS = 500
FACINGS = tuple(Facing)


def actions(controller: Controller, rng: Random) -> list[Callable[[], Order | None]]:
    """What keys and mouse can do now, the usual things more often."""
    board, verbs = controller.legal.board, [*controller.legal.known_verbs]
    tiles = [figure.at for figure in controller.legal.view.state.figures.values() if figure.at]
    by = rng.choice((1, -1))
    keys: dict[str, tuple[int, Callable[[], Order | None]]] = {
        "north": (6, lambda: cursor_input.step(controller, rng.choice(FACINGS))),
        "next": (3, lambda: order_input.next_choice(controller, by)),
        "confirm": (6, lambda: order_input.confirm(controller)),
        "verbs": (2, lambda: order_input.menu(controller)),
        "verb.move": (2, lambda: order_input.verb(controller, rng.choice(verbs))),
        "options": (2, lambda: order_input.options(controller)),
        "more": (1, lambda: order_input.share(controller, by)),
        "back": (1, lambda: order_input.back(controller)),
        "look": (
            1,
            lambda: setattr(controller, rng.choice(("look", "arcs", "levels", "threat")), by > 0),
        ),
        "news": (1, lambda: bound_input.next_enemy_action(controller, by, controller.shown_action)),
        "end": (1, lambda: bound_input.end(controller)),
        "ready": (1, lambda: bound_input.end(controller)),
        "mustered": (1, lambda: bound_input.end(controller)),
    }
    part = controller.legal.battle_part
    found: list[Callable[[], Order | None]] = [
        lambda: mouse_input.click(controller, rng.choice(tiles)),
        lambda: mouse_input.click(
            controller, (rng.randrange(board.width), rng.randrange(board.height))
        ),
        lambda: mouse_input.point(controller, (rng.randrange(board.width), 0)),
    ]
    for key in KEYS:
        if key.id in keys and usable(key, controller.mode, part):
            count, action = keys[key.id]
            found += [action] * count
    return found


def press_on(game: Game, seed: int) -> int:
    """Play with random keys; how many orders came of it."""
    rng, composer, given = Random(seed), Composer(), 0
    controller = Controller(game.ruleset, game.view(game.to_act), KeyTable())
    for _ in range(STEPS):
        side = game.to_act
        if controller.legal.view.side != side:
            controller = Controller(game.ruleset, game.view(side), KeyTable())
        controller.clear_transient()
        order = rng.choice(actions(controller, rng))()
        if order is not None:
            game.order(side, order)
            given += 1
            controller.renew(game.view(side))
        side_panel_lines(controller, (28, 20))
        prompt_words(controller, Mode.WAIT if game.over else controller.mode, "")
        top_line_words(controller.legal, "")
        overlay = overlay_of(controller)
        composer.compose(controller.legal.view, overlay)
        if game.over:
            break
    return given


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_ruleset_survives_any_keys(rules: str) -> None:
    """Whatever orders, questions and zones it has; `low_water` is fought under each."""
    name = "low_water" if rules == "opposed_d6" else f"low_water_{rules}"
    people = dict.fromkeys(("blue", "red"), "human")

    assert press_on(Game.new(load(find(name)), 4, people), 4) > 5


@pytest.mark.parametrize("muster", [True, False])
def test_one_bound_for_everything_survives_any_keys(muster: bool) -> None:
    """From the muster on, with reactions that are asked for."""
    assert press_on(drilled(muster=muster), 5) > 5


@pytest.mark.parametrize("seed", [1, 2])
def test_a_scenario_survives_any_keys(seed: int) -> None:
    """On a shipped scenario, through deployment and battle."""
    scenario = load(find("market_street"))
    people = dict.fromkeys(("blue", "red"), "human")

    assert press_on(Game.new(scenario, seed, people), seed) > 5


def test_questions_survive_any_keys() -> None:
    """With questions to either side in the middle of orders."""
    assert press_on(played(), 3) > 5
