"""Measures a frame of the map: merged strips, direct ANSI, and a segment for each cell.

Goals: at most 3 times as long as direct ANSI, at least 10 times as fast as a new style for each
cell. Everything is measured in one run, best of several, so that the ratios hold on any machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from rich.console import Console
from rich.segment import Segment
from textual.strip import Strip

from skirmish.core.board import Board
from skirmish.core.figures import Declared, Figure, Kind, Who
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import Clock, Setup, Side, State
from skirmish.core.view import View, view
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.paint import Palette
from skirmish.tui.map.palettes import PALETTES
from skirmish.tui.map.strips import strip_of
from skirmish.tui.theme import DEFAULT

GROUND = ".........................,,oTTT:~#"
CONSOLE = Console(color_system="truecolor", force_terminal=True)


def scene(across: int, down: int) -> View:
    """A map with groups of every terrain and 24 figures, half of it in sight."""
    rng = Random(across)
    rows = [[rng.choice(GROUND) for _ in range(across)] for _ in range(down)]
    for _ in range(across * down):
        x, y = rng.randrange(1, across), rng.randrange(1, down)
        rows[y][x] = rows[y][x - 1] if rng.random() < 0.5 else rows[y - 1][x]
    board = Board.parse("\n".join("".join(row) for row in rows))
    kind = Kind("man", "man", glyph="m", points=1)
    figures = {}
    for number in range(24):
        side = "blue" if number % 2 else "red"
        tile = _free(rng, board)
        figures[f"f{number}"] = Figure(
            Who(f"f{number}", side, "", kind), tile, rng.choice(tuple(Facing))
        )
    sides = {name: Side(name, name) for name in ("blue", "red")}
    setup = Setup("frame", "none", sides, "blue", 1, Declared())
    state = State(setup, Clock(1, 1, "act", "blue"), board, figures)
    return view(with_updated_sight(state, ("blue", "red")), "blue")


def _free(rng: Random, board: Board) -> Tile:
    while True:
        tile = rng.randrange(board.width), rng.randrange(board.height)
        if board.passable(tile):
            return tile


def merged(cells: Cells, palette: Palette) -> str:
    """The strips that the map makes: one for each row, with equal neighbours in one segment."""
    across, down = cells.size
    rows = (cells.row(y, 0, across) for y in range(down))
    return "".join([strip_of(*row, palette).render(CONSOLE) for row in rows])


def direct(cells: Cells, palette: Palette) -> str:
    """The floor: a colour code where the colours change, then the character."""
    codes: dict[int, str] = {}
    out: list[str] = []
    across, down = cells.size
    for y in range(down):
        chars, paints = cells.row(y, 0, across)
        last = -1
        for char, paint in zip(chars.tobytes().decode("utf-32-le"), paints.tolist(), strict=True):
            if paint != last:
                code = codes.get(paint)
                if code is None:
                    ansi = Strip.render_ansi(palette.style(paint), CONSOLE._color_system)  # noqa: SLF001
                    code = codes[paint] = f"\x1b[0;{ansi}m"
                out.append(code)
                last = paint
            out.append(char)
    return "".join(out)


def each_cell(cells: Cells, palette: Palette) -> str:
    """The simple way: a segment with a style of its own for each cell."""
    across, down = cells.size
    out = []
    for y in range(down):
        chars, paints = cells.row(y, 0, across)
        text = chars.tobytes().decode("utf-32-le")
        segments = [
            Segment(char, palette._made(paint))  # noqa: SLF001 - past its cache, that is the point
            for char, paint in zip(text, paints.tolist(), strict=True)
        ]
        out.append(Strip(segments, across * COLUMNS).render(CONSOLE))
    return "".join(out)


def best(work: Callable[[], object], times: int) -> float:
    """Milliseconds of the fastest run."""
    work()
    fastest = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        fastest = min(fastest, perf_counter() - start)
    return fastest * 1000


def measure(columns: int, down: int) -> bool:
    """Print the times for one size; returns whether the goals are met."""
    known, palette, composer = scene(columns // COLUMNS, down), PALETTES[DEFAULT], Composer()
    if not isinstance(palette, Palette):
        sys.exit("the usual theme has no colours of its own")
    cells = composer.compose(known, Overlay())
    tile = next(known.own()).tile
    mask = known.state.board.disc(tile, 7)
    compose = best(lambda: composer.compose(known, Overlay(ground=mask, chosen=tile)), 50)
    ours = best(lambda: merged(cells, palette), 50)
    floor = best(lambda: direct(cells, palette), 50)
    naive = best(lambda: each_cell(cells, palette), 3)
    other = composer.compose(known, Overlay(ground=mask))
    changes = best(lambda: tuple(other.changed_from(cells)), 50)
    print(f"{columns} x {down}: composing {compose:.2f} ms, finding what changed {changes:.2f} ms")
    print(f"  strips {ours:.2f} ms, {len(merged(cells, palette)) // 1024} kB")
    print(f"  {ours / floor:.2f} x direct ANSI ({floor:.2f} ms; goal: at most 3)")
    print(f"  composed and drawn: {(ours + compose) / floor:.2f} x direct ANSI")
    print(f"  {naive / ours:.0f} x faster than a style a cell ({naive:.0f} ms; goal: 10 or more)")
    return ours <= 3 * floor and naive >= 10 * ours


if __name__ == "__main__":
    met = [measure(columns, down) for columns, down in ((120, 40), (200, 60))]
    sys.exit(0 if all(met) else 1)
