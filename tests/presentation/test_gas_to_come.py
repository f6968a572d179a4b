"""Gas that harms a figure where an order leaves it, before the order is given."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve

from skirmish.core.events import Zoned
from skirmish.core.view import View
from skirmish.line import order_text
from skirmish.presentation.ground_words import zones_on_path
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.forecast_rows import forecast_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import percent
from skirmish.rulesets.opposed_d6.turn import BOUNDS
from skirmish.tui.narrow_lines import forecast_parts
from tests.position import Position
from tests.rulesets.opposed_d6.blocks import GAS, MARKSMAN, scene

INTO, THROUGH = "move a 2,0", "move a 4,0"
GASSED = (2, 0)
APART = "a>. . . . . . . # . . R<"
SIGHT = "a>. . . . . . . . . . R<"


def gassed(drawing: str = APART, side: str = "blue", until: int = 999, **more: object) -> Position:
    """A battle in blue's movement, with a cloud of gas on one tile of its way."""
    game = scene(drawing, phase="move", weapons={"a": (GAS,), "R": (GAS,)}, **more)
    owner = {"blue": "a", "red": "r"}[side]
    numbers = {"factor": 4, "skill": 0, "x": 2, "y": 0}
    return game.after(
        Zoned("gas", "gas", side, (GASSED,), owner=owner, numbers=numbers, until=until)
    )


def told_of(game: Position, text: str) -> Forecast:
    """The forecast of an order of the side to act."""
    told = forecast_order(game.ruleset, game.view(), game.line(text))
    assert told is not None
    return told


def test_a_move_that_ends_in_gas_has_the_chance_that_its_dice_have() -> None:
    """Of all faces of the two dice that roll as the next movement begins."""
    game = gassed()
    (threat,) = told_of(game, INTO).path_threats

    moved = game.order(INTO)
    while moved.state.clock.step < BOUNDS:
        moved = moved.order("end")
    harmed = 0
    for faces in product(range(1, 7), repeat=2):
        (news,) = moved.order("end", faces).news("struck")
        harmed += "nothing" not in news
    assert threat.chance is not None
    assert threat.chance.effect_chance == Fraction(harmed, 36) > 0
    assert threat.lasting


@pytest.mark.parametrize(
    ("side", "until", "harms"),
    [
        ("blue", 201, False),
        ("blue", 301, True),
        ("red", 103, False),
        ("red", 203, True),
    ],
)
def test_gas_that_has_gone_by_then_is_no_danger(side: str, until: int, *, harms: bool) -> None:
    """It ends as its own side's movement begins, before gas acts."""
    assert bool(told_of(gassed(side=side, until=until), INTO).path_threats) is harms


def test_gas_does_nothing_after_the_last_turn_and_on_the_way() -> None:
    """It only harms a figure that begins a movement in it; the panel says so of a way through."""
    last, game = gassed(turns=1), gassed()

    assert not told_of(last, INTO).path_threats
    assert not told_of(game, THROUGH).path_threats
    (words,) = zones_on_path(game.view(), [(1, 0), (2, 0), (3, 0)])
    assert words == "gas of a, which harms only as its next movement begins"


def test_gas_harms_a_figure_that_stays_in_it_whatever_it_does() -> None:
    """Also one that turns on its tile; its guard is that of its next movement."""
    game = gassed().order(INTO)
    state = game.state
    steady = evolve(game.figure("a"), counters={**game.figure("a").counters, "recovered": 1})
    game = evolve(game, state=evolve(state, figures={**state.figures, "a": steady}))

    (turned,) = told_of(game, "turn a N").path_threats
    (moved,) = told_of(gassed(), INTO).path_threats

    assert turned.chance is not None
    assert moved.chance is not None
    assert turned.chance.effect_chance == moved.chance.effect_chance


def test_an_enemys_gas_is_as_strong_as_its_weapon_if_it_is_in_sight() -> None:
    """The chance of one whose owner is not known is unknown, and so is that of the whole way."""
    seen = told_of(gassed(SIGHT, side="red", kinds={"R": MARKSMAN}), INTO).path_threats
    plain = told_of(gassed(SIGHT, side="red"), INTO).path_threats
    unseen = told_of(gassed(side="red"), INTO)

    chances = [one.chance for one in (*seen, *plain) if one.zone]
    assert all(chances)
    assert chances[0].effect_chance > chances[1].effect_chance  # type: ignore[union-attr]
    assert [one.chance for one in unseen.path_threats] == [None]
    assert unseen.unhurt_chance is None


def said_in_short(view: View, told: Forecast) -> str:
    """Dangers on the way as one line below the map."""
    return forecast_parts(view, told, (0, 0))[-1].content.plain


def test_panel_lines_and_line_mode_name_the_gas() -> None:
    """With its chance, and when it acts."""
    game = gassed()
    told, view = told_of(game, INTO), game.view()
    (threat,) = told.path_threats
    assert threat.chance is not None
    chance = percent(threat.chance.effect_chance)

    rows = [row for block in forecast_rows(view, told) for row in block.rows]
    assert [(row.label, row.value) for row in rows][-3:] == [
        ("gas of a, 2,0", f"if it stays {chance}"),
        ("as its next movement begins", ""),
        ("no effect", percent(1 - threat.chance.effect_chance)),
    ]
    assert said_in_short(view, told) == f"effect on the route: gas of a if it stays {chance}"
    legal = LegalOrders(game.ruleset, view)
    said = " ".join(order_text.odds_lines(legal, game.line(INTO), told))
    assert f"gas of a, 2,0 if it stays {chance}: as its next movement begins." in said


def test_an_unknown_cloud_is_named_without_a_chance() -> None:
    """Its owner is out of sight."""
    game = gassed(side="red")
    told = told_of(game, INTO)

    rows = [row for block in forecast_rows(game.view(), told) for row in block.rows]
    assert ("gas, 2,0", "?") in [(row.label, row.value) for row in rows]
    assert said_in_short(game.view(), told) == "effect on the route: gas ?"
