"""What a terminal shows already is not sent again."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Size
from textual.strip import Strip

from skirmish.tui.thrift import Painted, Pieces

WIDTH, HEIGHT = 12, 3
SIZE = Size(WIDTH, HEIGHT)
CONSOLE = Console(color_system="truecolor", force_terminal=True)
STYLES = (Style(bold=True), Style(color="red"), Style(color="red", meta={"offset": (1, 2)}))

cells = st.tuples(st.sampled_from("ab "), st.sampled_from(STYLES))
rows = st.lists(cells, min_size=WIDTH, max_size=WIDTH)
wholes = st.lists(rows, min_size=HEIGHT, max_size=HEIGHT)
parts = st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 2), rows).flatmap(
    lambda it: st.tuples(*map(st.just, it), st.integers(it[1] + 1, WIDTH))
)


def strip(row: list[tuple[str, Style]]) -> Strip:
    """Cells as Textual has them, one segment for each."""
    return Strip([Segment(sign, style) for sign, style in row], len(row))


def whole(screen: list[list[tuple[str, Style]]]) -> LayoutUpdate:
    """The whole screen at once."""
    return LayoutUpdate([[strip(row)] for row in screen], SIZE.region)


def part(y: int, left: int, row: list[tuple[str, Style]], right: int) -> ChopsUpdate:
    """A part of one row, whose pieces are cut in the middle and at its ends."""
    cuts = sorted({0, left, (left + right) // 2, WIDTH})
    chops = {x: strip(row[x:end]) for x, end in pairwise(cuts)}
    return ChopsUpdate([chops] * HEIGHT, [(y, left, right)], [cuts[1:]] * HEIGHT)


def seen(cell: tuple[str, Style]) -> tuple[str, bool | None, Color | None]:
    """What there is to be seen of a cell."""
    sign, style = cell
    letter = (style.bold, style.color) if sign != " " else (None, None)
    return sign, *letter


class Paper:
    """A terminal that is only written on."""

    def __init__(self) -> None:
        """Whatever stood there."""
        self.cells = [[seen(("?", STYLES[0]))] * WIDTH for _ in range(HEIGHT)]

    def write(self, update: object) -> int:
        """Take what is sent; how many cells it was."""
        assert isinstance(update, Pieces)
        sent = 0
        for left, y, piece in update.pieces:
            cells = [seen((sign, one.style or STYLES[0])) for one in piece for sign in one.text]
            self.cells[y][left : left + len(cells)] = cells
            sent += len(cells)
        return sent


@given(st.lists(st.one_of(wholes.map(whole), parts.map(lambda it: part(*it))), max_size=8), wholes)
def test_the_terminal_shows_what_it_would_show(
    updates: list[object], last: list[list[tuple[str, Style]]]
) -> None:
    """Whole paints and parts in any order; a whole one that stands there already costs nothing."""
    painted, paper, plain = Painted(), Paper(), Paper()
    for update in [*updates, whole(last)]:
        paper.write(painted.saved(update, SIZE))  # type: ignore[arg-type]
        plain.write(Painted().saved(update, SIZE))  # type: ignore[arg-type]
        assert paper.cells == plain.cells

    assert paper.cells == [[seen(cell) for cell in row] for row in last]
    assert paper.write(painted.saved(whole(last), SIZE)) == 0


def test_after_a_change_of_the_terminal_all_is_sent() -> None:
    """Nobody knows what it shows then."""
    painted, paper = Painted(), Paper()
    screen = [[("a", STYLES[0])] * WIDTH] * HEIGHT
    paper.write(painted.saved(whole(screen), SIZE))
    painted.forget()

    assert paper.write(painted.saved(whole(screen), SIZE)) == WIDTH * HEIGHT


def test_what_is_sent_says_where_it_begins() -> None:
    """Column and row count from one on a terminal."""
    sent = Pieces([(4, 1, Strip([Segment("ab")]))]).render_segments(CONSOLE)

    assert sent == "\x1b[2;5Hab"
