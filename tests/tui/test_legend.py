"""Every sign that a battle shows is in the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import pytest
from attrs import evolve
from textual.content import Content

from skirmish.core.geometry import Tile
from skirmish.core.orders import parse_order
from skirmish.core.state import Objective
from skirmish.core.view import view
from skirmish.game import Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import percent
from skirmish.rulesets.engine import verbs_of
from skirmish.session import repeat
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.keys import KeyTable
from skirmish.tui.legend import (
    Sign,
    figure_signs,
    letter_signs,
    painted_signs,
    panel_signs,
    roster_signs,
    shown_signs,
    sign_lines,
)
from skirmish.tui.manual import help_lines
from skirmish.tui.map.camera import ZOOMS
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.map.glyphs import ASCII, UNICODE, Glyphs
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from skirmish.tui.narrow_lines import narrow_lines
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.side_panel import roster_lines, side_panel_lines
from skirmish.tui.top_line import top_line_words
from tests.presentation.test_objective_status import with_goals
from tests.session.test_few_keys import RULESETS, low_water, script
from tests.tui.test_cells import FIELD, state_of

EVERY = 9
"""One of so many orders of a script is looked at, with everything laid over the map in turn."""
LAID = ((), ("look",), ("levels", "numbers"), ("arcs", "threat"), ("field",))
FIGURES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
"""Letters of figures, their numbers, what an objective pays, chances."""
SHAPES = frozenset(" ▀▄▌▐")
"""Pixels and the shapes of badges."""
FRAMES = frozenset("╭╮╰╯─│·")
"""Boxes, bullets and what is left out."""


def desks(ruleset: str) -> Iterator[tuple[Game, Controller]]:
    """What both players have before them in the course of a game, with orders in hand."""
    game = low_water(ruleset)
    for number, (side, text) in enumerate(script(ruleset)):
        order = parse_order(text, verbs_of(game.ruleset))
        for one in game.sides if number % EVERY == 0 else ():
            desk = Controller(game.ruleset, game.view(one), KeyTable())
            if one == side and order.figure:
                desk.draft = repeat.draft_of(desk.legal, order, order.figure)
                desk.cursor = desk.legal.position(order.figure) or desk.cursor
            for name in LAID[number // EVERY % len(LAID)]:
                setattr(desk, name, True)
            yield game, desk
        game.order(side, text)


def shown_overlay(desk: Controller, fallen: Iterable[str]) -> Overlay:
    """What lies over the map, with chances and fallen figures."""
    view = desk.legal.view
    enemies = [enemy.tile for enemy in view.enemies()]
    labels = [(tile, percent(Fraction(1, 2)), "good") for tile in enemies]
    lying = [((6 + n, 4), view.state.figures[name]) for n, name in enumerate(fallen)]
    stop = (10, 4), (14, 4), (12, 4)
    over = overlay_of(desk)
    return evolve(over, labels=tuple(labels), fallen=tuple(lying), fire=over.fire or stop)


def marks(signs: Iterable[Sign]) -> set[str]:
    """All characters that are explained."""
    return {char for sign in signs for char in sign.marks}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_signs_of_the_moment_stand_beside_a_map_in_letters(ruleset: str) -> None:
    """Flags, ends of the reach and watched ground are explained while they are shown."""
    met: set[str] = set()
    for _, desk in desks(ruleset):
        view, over = desk.legal.view, evolve(overlay_of(desk), facings=False)
        chars = Composer(UNICODE).compose(view, over).finished().chars
        shown = marks(shown_signs(view, over, UNICODE))
        known = {*UNICODE.flags, *UNICODE.fence, UNICODE.goal}
        drawn = known & {*map(chr, chars.ravel().tolist())}
        assert drawn <= shown
        assert shown & {*UNICODE.flags} <= drawn
        met |= drawn
    assert {*UNICODE.flags[:2], *UNICODE.fence} <= met


def test_ground_without_a_known_holder_is_not_said_to_be_free() -> None:
    """An enemy out of sight may hold it."""
    state = with_goals(state_of(FIELD), Objective("ford", "blue", "hold", 4, (4, 0, 4, 0)))
    signs = shown_signs(view(state, "blue"), Overlay(), UNICODE)

    assert Sign("$", "not known to be held") in signs


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_watched_ground_has_no_arrow(glyphs: Glyphs) -> None:
    """Without colours it would be a facing."""
    assert {*glyphs.own_watches, *glyphs.watches}.isdisjoint({*glyphs.arrows, *"^><v", *glyphs.low})


def ground(desk: Controller, glyphs: Glyphs) -> set[str]:
    """The letters of the ground of a map."""
    board = desk.legal.board
    tiles: list[Tile] = [(x, y) for x in range(board.width) for y in range(board.height)]
    return {glyphs.ground(board.terrain(tile)) for tile in tiles}


def screen_lines(desk: Controller) -> Iterator[Content]:
    """The lines round a map."""
    yield from side_panel_lines(desk, (40, 40), 100).lines
    yield from roster_lines(desk, (40, 30)).lines
    yield from narrow_lines(desk, 78)
    yield prompt_words(desk, desk.mode, "", 100)
    yield top_line_words(desk.legal, "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sign_of_a_battle_is_in_its_legend(ruleset: str) -> None:
    """On the painted map at each zoom, on the map in letters, in the panel and the lines."""
    drawn: dict[str, set[str]] = {
        "painted": set(),
        "letters": set(),
        "ascii": set(),
        "lines": set(),
    }
    known: dict[str, set[str]] = {}
    painter = Painter(map_theme("dark"), UNICODE)
    for _, desk in desks(ruleset):
        legal, view = desk.legal, desk.legal.view
        over = shown_overlay(desk, [figure.id for figure in view.own()][:1])
        for zoom in ZOOMS:
            console = painter.paint(view, over, (4, 2), (30 * zoom, 14 * zoom), zoom, desk.cursor)
            drawn["painted"] |= {*map(chr, console.rgb["ch"].ravel().tolist())}
        for name, glyphs in (("letters", UNICODE), ("ascii", ASCII)):
            chars = Composer(glyphs).compose(view, over).finished().chars
            drawn[name] |= {*map(chr, chars.ravel().tolist())}
            figures = figure_signs(legal, glyphs, painted=False)
            known[name] = marks((*figures, *letter_signs(legal, glyphs)))
        drawn["lines"] |= {char for line in screen_lines(desk) for char in line.plain}
        figures = figure_signs(legal, UNICODE, painted=True)
        known["painted"] = marks((*figures, *painted_signs(legal, UNICODE)))
        known["lines"] = marks(panel_signs())
        known["lines"] |= {char for char in drawn["lines"] if char.isascii()}
    assert drawn["painted"] - known["painted"] - FIGURES - SHAPES == set()
    for name in ("letters", "ascii"):
        assert drawn[name] - known[name] - FIGURES - {" "} == set()
    assert drawn["lines"] - known["lines"] - FRAMES == set()
    assert {"†", "✕", "▲", "▼", "%"} <= drawn["painted"]
    assert {"●", "▆"} <= drawn["lines"]


def test_the_full_list_of_figures_explains_its_signs() -> None:
    """In words below it: what is pale, underlined, shortened, and the colours of the bars."""
    game = low_water("d20")
    desk = Controller(game.ruleset, game.view("blue"), KeyTable())
    desk.cursor = next(
        tile for tile in ((x, 0) for x in range(30)) if not any(desk.legal.figures_at(tile))
    )
    page = side_panel_lines(desk, (100, 0)).lines
    text = "\n".join(line.plain for line in page)
    assert all(sign.line.plain in text for sign in roster_signs())
    assert "underlined" not in "".join(
        line.plain for line in side_panel_lines(desk, (60, 60)).lines
    )


@pytest.mark.parametrize("painted", [True, False])
def test_the_help_page_has_every_sign_of_the_legend(painted: bool) -> None:
    """A sign without a line explains nothing."""
    game = low_water("d20")
    legal = LegalOrders(game.ruleset, game.view("blue"))
    signs = [
        *figure_signs(legal, UNICODE, painted=painted),
        *(painted_signs(legal, UNICODE) if painted else letter_signs(legal, UNICODE)),
        *panel_signs(),
    ]
    colours = [Content("colours")] if painted else []
    page = "\n".join(line.plain for line in help_lines(legal, UNICODE, painted=colours))
    for sign in signs:
        assert sign.line.plain in page


def test_short_signs_stand_two_to_a_line() -> None:
    """And long ones alone, so that none is broken on a narrow page."""
    lines = [
        line.plain for line in sign_lines([Sign("a", "one"), Sign("b", "two"), Sign("c", "x" * 40)])
    ]
    assert [line.split() for line in lines] == [["a", "one", "b", "two"], ["c", "x" * 40]]


@pytest.mark.parametrize(
    ("narrow", "key"),
    [
        (True, "p opens the panel, which has more, and once it is open a page"),
        (False, "The panel describes"),
    ],
)
def test_the_help_says_where_the_panel_is(narrow: bool, key: str) -> None:
    """Where it has no room of its own, the key that opens it."""
    game = low_water("d20")
    lines = help_lines(LegalOrders(game.ruleset, game.view("blue")), UNICODE, narrow=narrow)
    assert key in lines[0].plain
    assert "L shows the whole log" in lines[0].plain


def test_help_begins_with_the_signs_that_a_map_in_letters_has_now() -> None:
    """Where the panels are full there is no room for them beside the map: the footer says so."""
    game = low_water("d20")
    legal = LegalOrders(game.ruleset, game.view("blue"))
    lines = [one.plain for one in help_lines(legal, UNICODE, shown=[Sign(">", "watched")])]
    assert [one.strip() for one in lines[:2]] == ["Signs on the map now", "> watched"]

    controller = Controller(game.ruleset, game.view("blue"))
    shown = [
        {
            key.id: key.label
            for key in footer_keys(
                *(game, controller, Mode.SELECT, "blue", {}, width), lettered=lettered
            )
        }
        for width, lettered in ((300, True), (300, False))
    ]
    assert [one["help"] for one in shown] == ["help, signs", "help"]


@pytest.mark.parametrize("signs", [letter_signs, painted_signs])
def test_the_marks_at_the_edges_of_a_map_are_told_on_both_maps(
    signs: Callable[[LegalOrders, Glyphs], list[Sign]],
) -> None:
    """A count of figures beyond the edge, and that the map goes on."""
    game = low_water("trait_die")
    legal = LegalOrders(game.ruleset, game.view("blue"))

    told = {sign.marks: sign.text for sign in signs(legal, UNICODE)}

    assert told["▸2"].startswith("at the map's edge: 2 figures beyond it")
    assert told["more ▸"] == "the map goes on there"
