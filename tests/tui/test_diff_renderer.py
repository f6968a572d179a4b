"""Only what a terminal does not show already is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from skirmish.tui.diff_renderer import DiffRenderer, Pieces
from skirmish.tui.map.cell_codes import DEADBAND, index_of
from skirmish.tui.map.rows import CellRow
from tests.cli.virtual_terminal import VirtualScreen

SIZES = (Size(8, 2), Size(12, 3), Size(12, 4))
CONSOLE = Console(color_system="truecolor", force_terminal=True)
STYLES = (
    Style(bold=True),
    Style(color="red"),
    Style(color="red", meta={"offset": (1, 2)}),
    Style(color="red", bgcolor="blue"),
    Style(underline=True),
)
WIDE = "漢"
TELL = "told"

Update = LayoutUpdate | ChopsUpdate

narrow = st.tuples(st.sampled_from("aab "), st.sampled_from((STYLES[0], *STYLES)))
wide = st.tuples(st.sampled_from(("a", " ", WIDE)), st.sampled_from(STYLES))


def strip(row: Sequence[tuple[str, Style]], columns: int) -> Strip:
    """Cells as Textual has them, one segment for each, as many as there is room for."""
    segments, used = [], 0
    for sign, style in row:
        sign_fits = sign if used + (2 if sign == WIDE else 1) <= columns else " "
        if used < columns:
            segments.append(Segment(sign_fits, style))
            used += 2 if sign_fits == WIDE else 1
    return Strip(segments, used)


def rows(size: Size) -> st.SearchStrategy[list[Strip]]:
    """The rows of a screen."""
    # Many are alike in places, and some have wide signs.
    piece = st.tuples(st.sampled_from(("aaaa", "abab", "    ")), st.sampled_from(STYLES[:2]))
    pieces = st.lists(piece, min_size=size.width // 4, max_size=size.width // 4)
    alike = pieces.map(lambda row: [(sign, style) for signs, style in row for sign in signs])
    kinds = st.sampled_from((narrow, narrow, wide))
    mixed = kinds.flatmap(lambda kind: st.lists(kind, min_size=size.width, max_size=size.width))
    strips = st.one_of(alike, mixed).map(lambda signs: strip(signs, size.width))
    return st.lists(strips, min_size=size.height, max_size=size.height)


def whole(screen: list[Strip], size: Size) -> LayoutUpdate:
    """The whole screen at once."""
    return LayoutUpdate([[row] for row in screen], size.region)


def part(screen: list[Strip], size: Size, y: int, left: int, right: int) -> ChopsUpdate:
    """A part of one row, whose pieces are cut in the middle and at its ends."""
    cuts = sorted({0, left, (left + right) // 2, size.width})
    chops = [{x: row.crop(x, end) for x, end in pairwise(cuts)} for row in screen]
    return ChopsUpdate(chops, [(y, left, right)], [cuts[1:]] * size.height)


@st.composite
def updates(draw: st.DrawFn, sizes: Sequence[Size] = SIZES) -> Update:
    """What Textual may paint, for a terminal of one of these sizes."""
    size = draw(st.sampled_from(sizes))
    screen = draw(rows(size))
    if draw(st.booleans()):
        return whole(screen, size)
    left = draw(st.integers(0, size.width - 2))
    right = draw(st.integers(left + 1, size.width))
    return part(screen, size, draw(st.integers(0, size.height - 1)), left, right)


def send(glass: VirtualScreen, update: object) -> None:
    """Let a terminal have an update as Textual sends it."""
    glass.write(cast("CompositorUpdate", update).render_segments(CONSOLE))


@given(st.sampled_from(SIZES).flatmap(lambda size: st.lists(updates((size,)), max_size=8)))
def test_the_terminal_shows_what_it_would_show(painted_in_turn: list[Update]) -> None:
    """Whole paints and parts in any order leave the same cells as when all is sent."""
    painted, thrifty, plain = DiffRenderer(), VirtualScreen(12, 4), VirtualScreen(12, 4)
    for update in painted_in_turn:
        size = size_of(update)
        for glass in (thrifty, plain):
            glass.resize(*size)
        send(thrifty, painted.saved(update, size))
        send(plain, update)
        assert thrifty.cells == plain.cells


def painted_row(chars: str, inks: Sequence[int], grounds: Sequence[int]) -> CellRow:
    """A strip of painted cells."""
    codes = np.array([ord(char) for char in chars], np.uint32)
    return CellRow(codes, np.array(inks, np.uint32), np.array(grounds, np.uint32))


colours = st.sampled_from((0x000000, 0x202020, 0xFF8000, 0x404040))
painted_rows = st.integers(3, 8).flatmap(
    lambda count: st.builds(
        painted_row,
        st.text("▀a ", min_size=count, max_size=count),
        st.lists(colours, min_size=count, max_size=count),
        st.lists(colours, min_size=count, max_size=count),
    )
)


@given(st.lists(painted_rows, min_size=2, max_size=6), st.data())
def test_painted_rows_leave_the_same_cells(frames: list[CellRow], data: st.DataObject) -> None:
    """Whatever stood there before, and beside strips of Textual."""
    painted, thrifty, plain = DiffRenderer(), VirtualScreen(12, 1), VirtualScreen(12, 1)
    size = Size(12, 1)
    for row in frames:
        words = strip(data.draw(st.lists(narrow, min_size=12, max_size=12)), 12 - row.cell_length)
        update = LayoutUpdate([[row, words]], size.region)
        send(thrifty, painted.saved(update, size))
        send(plain, update)
        assert [looks(*cell) for cell in thrifty.cells[0]] == [
            looks(*cell) for cell in plain.cells[0]
        ]


@given(st.lists(st.lists(painted_rows, min_size=3, max_size=3), min_size=1, max_size=4))
def test_painted_rows_of_one_update_leave_the_same_cells(frames: list[list[CellRow]]) -> None:
    """Colours are carried from row to row and from run to run."""
    painted, thrifty, plain = DiffRenderer(), VirtualScreen(12, 3), VirtualScreen(12, 3)
    size = Size(12, 3)
    for rows_painted in frames:
        beside = [strip([("a", STYLES[0])] * 12, 12 - row.cell_length) for row in rows_painted]
        both: list[list[Strip]] = [[*pair] for pair in zip(rows_painted, beside, strict=True)]
        update = LayoutUpdate([*both], size.region)
        send(thrifty, painted.saved(update, size))
        for y, row in enumerate(both):
            send(plain, Pieces([(0, y, row[0]), (row[0].cell_length, y, row[1])]))
        assert [[looks(*cell) for cell in row] for row in thrifty.cells] == [
            [looks(*cell) for cell in row] for row in plain.cells
        ]


def looks(char: str, codes: str) -> tuple[str, ...]:
    """What is seen of a cell, whatever was sent on the way there: its last colours and weight."""
    sent = re.findall(r"[34]8;2;\d+;\d+;\d+|\d+", codes)
    ink, ground = (
        [code for code in sent if re.fullmatch(rf"{place}(8;.*|\d)", code)][-1:] for place in "34"
    )
    weight = [code for code in sent if code in ("1", "22")]
    marks = [code for code in sent if code == "4"]
    blocks = {" ": (ground, ground), "█": (ink, ink), "▀": (ink, ground), "▄": (ground, ink)}
    if char in blocks:
        upper, lower = ([code[1:] for code in half] for half in blocks[char])
        return "", *upper, *lower, *marks
    return char, *ground, *marks, *ink, *(["bold"] if weight[-1:] == ["1"] else [])


def test_a_painted_cell_keeps_a_colour_that_is_near() -> None:
    """As long as no channel is farther off than the deadband, from what is shown."""
    painted, size = DiffRenderer(), Size(3, 1)
    sent = []
    for ground in (0x505050, 0x505050 + DEADBAND, 0x505050 + 2 * DEADBAND):
        row = painted_row("▀▀▀", [0x101010] * 3, [0x505050, ground, 0x505050])
        update = painted.saved(LayoutUpdate([[row]], size.region), size)
        assert isinstance(update, Pieces)
        text = update.render_segments(CONSOLE)
        sent.append((re.findall(r"\x1b\[1;(\d+)H", text), text.count("▀")))

    assert sent == [(["1"], 3), ([], 0), (["2"], 1)]


def test_a_plain_area_has_one_colour() -> None:
    """What stood there before leaves no bar in it, however near its colours are."""
    painted, size = DiffRenderer(), Size(4, 1)
    sent = []
    for grounds in ([0x12161C] * 2 + [0x0D1117] * 2, [0x0D1117] * 4):
        row = painted_row("    ", grounds, grounds)
        update = painted.saved(LayoutUpdate([[row]], size.region), size)
        assert isinstance(update, Pieces)
        sent.append(update.render_segments(CONSOLE))

    assert "\x1b[1;1H" in sent[1]
    assert "48;2;13;17;23m  " in sent[1]


near_colours = st.builds(
    lambda *channels: sum(
        value << shift for value, shift in zip(channels, (16, 8, 0), strict=True)
    ),
    *[st.integers(60, 84)] * 3,
)
true_cells = st.tuples(st.sampled_from("▀▀▀ a"), near_colours, near_colours)


@given(st.lists(true_cells, min_size=1, max_size=40))
def test_a_colour_near_the_one_before_is_drawn_like_it(cells: list[tuple[str, int, int]]) -> None:
    """Of both halves of a cell, no channel is off by more than the deadband."""
    chars, inks, grounds = zip(*cells, strict=True)
    shown = halves(painted_row("".join(chars), inks, grounds).render(CONSOLE))

    assert len(shown) == len(cells)
    for (char, ink, ground), (sign, *halves_shown) in zip(cells, shown, strict=True):
        assert sign == (char if char == "a" else "")
        for meant, drawn in zip(
            (ground if char == " " else ink, ground), halves_shown, strict=True
        ):
            for shift in (16, 8, 0):
                assert abs((meant >> shift & 255) - (drawn >> shift & 255)) <= DEADBAND


def test_a_row_of_colours_that_are_near_is_a_single_one() -> None:
    """Halves that are near each other become blanks."""
    near = [0x404040 + n % 2 for n in range(9)]

    assert painted_row("▀" * 9, near, near[::-1]).render(CONSOLE) == (
        "\x1b[48;2;64;64;64m" + " " * 9 + "\x1b[0m"
    )


def size_of(update: Update) -> Size:
    """The size of the screen that an update is for."""
    if isinstance(update, LayoutUpdate):
        return update.region.size
    return Size(update.chop_ends[0][-1], len(update.chops))


@given(
    st.lists(st.one_of(updates(), st.sampled_from((*SIZES, TELL))), max_size=12),
    st.sampled_from(SIZES),
    st.data(),
)
def test_whatever_happened_a_whole_paint_puts_it_right(
    steps: list[Update | Size | str], last: Size, data: st.DataObject
) -> None:
    """The terminal changes behind the app's back; paints for other sizes come before it knows."""
    painted, glass, known = DiffRenderer(), VirtualScreen(*SIZES[0]), SIZES[0]
    for step in [*steps, last]:
        if isinstance(step, Size):
            glass.resize(*step)
            glass.write("\x1b[1;1H??\x1b[2;3H??")
        elif isinstance(step, str):
            known = Size(glass.columns, glass.lines)
            painted.forget()
        else:
            send(glass, painted.saved(step, known))
    painted.forget()
    update = whole(data.draw(rows(last)), last)
    send(glass, painted.saved(update, last))
    fresh = VirtualScreen(*last)
    send(fresh, update)

    assert glass.cells == fresh.cells


@given(st.sampled_from(SIZES).flatmap(lambda size: st.tuples(rows(size), st.just(size))))
def test_what_stands_there_costs_nothing(screen: tuple[list[Strip], Size]) -> None:
    """But for rows with signs of which nobody knows how wide they are."""
    painted, update = DiffRenderer(), whole(*screen)
    painted.saved(update, screen[1])

    again = painted.saved(update, screen[1])

    assert isinstance(again, Pieces)
    assert [y for _, y, _ in again.pieces] == [
        y for y, row in enumerate(screen[0]) if WIDE in row.text
    ]


def sent_again(painted: DiffRenderer, size: Size, screen: Screen[None] | None) -> int:
    """How many cells of a screen of `a` are sent; all of it at first."""
    row = Strip([Segment("a" * size.width, STYLES[0])])
    update = painted.saved(whole([row] * size.height, size), size, screen)
    assert isinstance(update, Pieces)
    return sum(strip.cell_length for _, _, strip in update.pieces)


def test_after_a_change_of_the_terminal_all_is_sent() -> None:
    """Nobody knows what it shows when it was in other hands, has another size or another screen."""
    one, other = Screen[None](), Screen[None]()
    painted, small, large = DiffRenderer(), *SIZES[:2]
    sent_again(painted, small, one)

    assert sent_again(painted, small, one) == 0
    painted.forget()
    assert sent_again(painted, small, one) == small.area
    assert sent_again(painted, large, one) == large.area
    assert sent_again(painted, small, one) == small.area
    assert sent_again(painted, small, other) == small.area


def test_what_is_sent_says_where_it_begins() -> None:
    """Column and row count from one on a terminal."""
    sent = Pieces([(4, 1, Strip([Segment("ab")]))]).render_segments(CONSOLE)

    assert sent == "\x1b[2;5Hab"


FLAT_COLOURS = (0x000000, 0x5F875F, 0xAF875F, 0x626262)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("▀▀ a"), st.sampled_from(FLAT_COLOURS), st.sampled_from(FLAT_COLOURS)
        ),
        min_size=1,
        max_size=9,
    )
)
def test_flat_rows_look_like_their_cells(cells: list[tuple[str, int, int]]) -> None:
    """Halves and blanks may be drawn by other blocks; what is seen is the same."""
    chars, inks, grounds = zip(*cells, strict=True)
    row = painted_row("".join(chars), inks, grounds)
    row.flat = True

    assert halves(row.render(CONSOLE)) == [
        (char, index_of(ink), index_of(ground))
        if char == "a"
        else ("", index_of(ground if char == " " else ink), index_of(ground))
        for char, ink, ground in cells
    ]


COLOUR = r"([34])8;(?:5;(\d+)|2;(\d+);(\d+);(\d+))"


def halves(written: str) -> list[tuple[str, int, int]]:
    """The letters of a terminal, with ink and ground; of cells without, upper and lower half."""
    ink = ground = -1
    found = []
    for codes, char in re.findall(r"(?:\x1b\[([\d;]*)m)?([^\x1b])?", written):
        for place, number, *true in re.findall(COLOUR, codes):
            red, green, blue = map(int, true if true[0] else (0, 0, 0))
            colour = int(number) if number else red << 16 | green << 8 | blue
            ink, ground = (colour, ground) if place == "3" else (ink, colour)
        match char:
            case " ":
                found.append(("", ground, ground))
            case "█":
                found.append(("", ink, ink))
            case "▀":
                found.append(("", ink, ground))
            case "▄":
                found.append(("", ground, ink))
            case _:
                found += [(char, ink, ground)] if char else []
    return found


@pytest.mark.parametrize(("ground", "colours"), [(0x606060, 1), (0x101010, 2)])
def test_dark_colours_are_kept_apart_where_light_ones_are_drawn_as_one(
    ground: int, colours: int
) -> None:
    """A dim map would have streaks: there the same difference is seen."""
    shades = [ground] * 4 + [ground + 0x080808] * 4
    drawn = painted_row(" " * 8, shades, shades).render(CONSOLE)
    assert drawn.count("\x1b[48;2;") == colours
