"""Whatever keys are pressed: nothing breaks, and every order that comes of them may be given."""

from collections.abc import Callable
from random import Random

import pytest

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.game import Game
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load
from skirmish.tui.desk import Desk
from skirmish.tui.keys import KEYS, Mode, usable
from skirmish.tui.map.cells import Composer
from skirmish.tui.map.shown import overlay_of
from skirmish.tui.prompts import hint_words, status_words
from skirmish.tui.side import side_of
from tests.tui.drill import drilled
from tests.tui.table import played

STEPS = 500
FACINGS = tuple(Facing)


def actions(desk: Desk, rng: Random) -> list[Callable[[], Order | None]]:
    """What keys and mouse can do now, the usual things more often."""
    board, verbs = desk.offers.board, [*desk.offers.known_verbs]
    tiles = [figure.at for figure in desk.offers.view.state.figures.values() if figure.at]
    by = rng.choice((1, -1))
    keys: dict[str, tuple[int, Callable[[], Order | None]]] = {
        "north": (6, lambda: desk.step(rng.choice(FACINGS))),
        "next": (3, lambda: desk.next(by)),
        "confirm": (6, desk.confirm),
        "verbs": (2, desk.menu),
        "verb.move": (2, lambda: desk.verb(rng.choice(verbs))),
        "options": (2, desk.options),
        "more": (1, lambda: desk.share(by)),
        "back": (1, desk.back),
        "look": (
            1,
            lambda: setattr(desk, rng.choice(("look", "arcs", "levels", "threat")), by > 0),
        ),
        "news": (1, lambda: desk.retell(by, desk.trace)),
        "end": (1, desk.end),
        "ready": (1, desk.end),
        "mustered": (1, desk.end),
    }
    part = desk.offers.battle_part
    found: list[Callable[[], Order | None]] = [
        lambda: desk.click(rng.choice(tiles)),
        lambda: desk.click((rng.randrange(board.width), rng.randrange(board.height))),
        lambda: desk.point((rng.randrange(board.width), 0)),
    ]
    for key in KEYS:
        if key.id in keys and usable(key, desk.mode, part):
            count, action = keys[key.id]
            found += [action] * count
    return found


def press_on(game: Game, seed: int) -> int:
    """Play with random keys; how many orders came of it."""
    rng, composer, given = Random(seed), Composer(), 0
    desk = Desk(game.ruleset, game.view(game.to_act))
    for _ in range(STEPS):
        side = game.to_act
        if desk.offers.view.side != side:
            desk = Desk(game.ruleset, game.view(side))
        desk.touched()
        order = rng.choice(actions(desk, rng))()
        if order is not None:
            game.order(side, order)
            given += 1
            desk.renew(game.view(side))
        side_of(desk, (28, 20))
        hint_words(desk, Mode.WAIT if game.over else desk.mode, "")
        status_words(desk.offers, "")
        overlay = overlay_of(desk)
        composer.compose(desk.offers.view, overlay)
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
