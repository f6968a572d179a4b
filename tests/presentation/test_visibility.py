"""Visibility on a view, and lines of sight."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core import events as ev
from skirmish.core.apply import apply_events
from skirmish.core.board import Board
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import Clock
from skirmish.core.view import View, view
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import Visibility, field_of_view, line_of_sight
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.map.glyphs import ASCII
from tests.position import position
from tests.toy_ruleset import SIDES, toy

LINE = "title t\nturns 3\nmap\n.........\nfigures\nb1 blue 2,0\nr1 red 6,0\n"
TILES = st.tuples(st.integers(0, 8), st.integers(0, 5))


def seen(*, reach: int = 0, smoke: int = 0) -> View:
    """A view of blue's in the first turn."""
    state = toy(LINE).state
    setup = evolve(state.setup, rules={"sight": reach})
    board = state.board.with_clouds(smoke)
    state = evolve(state, setup=setup, board=board, clock=Clock(1, 1, "act", "blue"))
    return evolve(view(with_updated_sight(state, SIDES), "blue"), state=state)


@pytest.mark.parametrize(
    ("reach", "smoke", "last"), [(0, 0, 8), (3, 0, 5), (0, 1 << 5, 5), (2, 1 << 5, 4)]
)
def test_sight_ends_at_smoke_and_range(reach: int, smoke: int, last: int) -> None:
    """Smoke ends a line behind its first tile, night at the sight range."""
    known = seen(reach=reach, smoke=smoke)

    assert field_of_view(known, (2, 0)) >> 3 == (1 << last - 2) - 1


def test_an_enemy_out_of_range_does_not_observe_a_tile() -> None:
    """Only enemies that see the tile themselves are named."""
    assert Visibility(seen(reach=3)).observers((1, 0)) == ()
    assert Visibility(seen(reach=3)).observers((4, 0)) == ("r1",)


@given(st.lists(st.sampled_from(".o#T:"), min_size=54, max_size=54), st.data())
def test_a_line_has_a_blocker_exactly_without_sight(kinds: list[str], data: st.DataObject) -> None:
    """The blocker lies on the line."""
    rows = "\n".join("".join(kinds[n * 9 : n * 9 + 9]) for n in range(6))
    levels = data.draw(st.lists(st.sampled_from("0123"), min_size=54, max_size=54))
    heights = "\n".join("".join(levels[n * 9 : n * 9 + 9]) for n in range(6))
    board = Board.parse(rows, heights)
    start, end = data.draw(TILES), data.draw(TILES)

    line = line_of_sight(board, start, end)

    assert (line.blocker is None) == board.sees(start, end)
    assert line.blocker is None or line.blocker in line.tiles


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("...", "nothing blocks the line"),
        (".#.", "wall at 1,0 blocks the line"),
    ],
)
def test_the_blocker_is_named(drawing: str, words: str) -> None:
    """It is the first blocking tile, with terrain and place."""
    assert line_of_sight(Board.parse(drawing), (0, 0), (2, 0)).words.startswith(words)


def test_smoke_is_named() -> None:
    """Smoke on open ground is the blocker."""
    board = Board.parse("...").with_clouds(0b010)

    assert line_of_sight(board, (0, 0), (2, 0)).words == "smoke at 1,0 blocks the line"


def test_what_two_enemies_cover_is_told_apart() -> None:
    """The second mask has what at least two enemies in sight cover, a part of the first."""
    known = position("a>....P<Q<", ruleset="opposed_d6").view("blue")
    both = Visibility(known)
    once, twice = both.threat_masks()
    one, other = (both.covered_mask(enemy.id) for enemy in known.enemies())
    assert (once, twice) == (one | other, one & other)
    assert twice
    assert both.threat_mask() == once


def test_a_line_past_the_corner_of_a_house_says_so() -> None:
    """Two walls that touch at a corner do not block it."""
    board = position("a>. # \n. # R<\n. . . ", ruleset="d100").state.board
    assert line_of_sight(board, (1, 0), (2, 1)).words == (
        "nothing blocks the line: it passes the corner between wall at 1,1 and wall at 2,0"
    )


def test_an_enemy_that_passed_stands_where_it_was_seen_last() -> None:
    """Its walk is known up to the first tile; it was seen farther on by a figure that then left."""
    battle = position("a>. . . . R<\n. # # # # .\n. . . . . .", ruleset="d20")
    walks = [("r", (5, 1)), ("r", (5, 2))]
    walks += [("a", (0, y)) for y in (1, 2, 1, 0)]
    known = battle.state
    last = None
    for name, tile in walks:
        known = apply_events(known, [ev.ToldEvent(ev.Moved(name, (tile,)), SIDES)])
        one = view(known, "blue").state.figures["r"]
        last = known.figures["r"].at if one.at is not None else last
    seen = view(known, "blue")
    track = seen.state.tracks["r"].steps[-1].tile

    assert seen.state.figures["r"].at is None
    assert last is not None
    assert last != track
    assert LegalOrders(battle.ruleset, seen).position("r") == last
    cells = Composer(ASCII).compose(seen, Overlay()).finished()
    drawn = ["".join(map(chr, cells.chars[y].ravel())) for y in range(3)]
    assert [(x // 2, y) for y, row in enumerate(drawn) for x in [row.find("?") - 1] if x >= 0] == [
        last
    ]
