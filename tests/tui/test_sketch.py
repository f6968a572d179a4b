"""A map drawn smaller keeps who stands on it and what the ground mostly is."""

from __future__ import annotations

from pathlib import Path

from skirmish.scenario import load
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.sketch import shrunk
from skirmish.tui.whole import preview

MILL = load(Path(__file__).parent / "data" / "mill.toml")


def rows(step: int) -> list[str]:
    """The mill at a scale, the first column of each tile."""
    view = preview(MILL)
    cells = Composer().compose(view, Overlay())
    kept = [figure.at for figure in view.state.figures.values() if figure.at is not None]
    return ["".join(map(chr, row[:, 0])) for row in shrunk(cells, step, kept).chars]


def test_the_preview_shows_who_has_a_fixed_place_and_nobody_in_hiding() -> None:
    """Figures to be deployed or hidden are not on it."""
    assert sorted(preview(MILL).state.figures) == ["b2", "r1"]


def test_a_smaller_map_keeps_figures_and_walls() -> None:
    """Each block is drawn as what it mostly is, but a figure always comes through."""
    small = rows(2)

    assert [len(row) for row in small] == [7] * 4
    assert small[2][1] == "R"
    assert small[1][4] == "r"
    assert "#" in small[0]
    assert rows(1)[5][2] == "R"
