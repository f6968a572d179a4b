"""The painted map in tests: a small picture, its characters and its pixels."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from attrs import evolve
from tcod.console import Console

from skirmish.core.geometry import Facing, Tile
from skirmish.core.setup import Objective
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.presentation.visibility import WatchedGround
from skirmish.tui import theme
from skirmish.tui.map.canvas import LOWER, UPPER
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from tests.tui.test_cells import FIELD, state_of
from tests.tui.test_themes import DEUTAN, PROTAN, TRITAN

THEMES = (theme.DARK, theme.LIGHT, theme.CONTRAST, theme.RED_GREEN, theme.BLUE_YELLOW)
WINDOW = (30, 12)
ALL_CONES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def painted(
    state: State,
    overlay: Overlay | None = None,
    zoom: int = 2,
    cursor: Tile | None = None,
    **shown: str | bool,
) -> Console:
    """The picture of the first side in a small window."""
    painter = Painter(map_theme(str(shown.get("theme", "dark"))), UNICODE)
    return painter.paint(view(state, "blue"), overlay or Overlay(), (0, 0), WINDOW, zoom, cursor)


def text(console: Console) -> list[str]:
    """The characters of a picture, blocks as blanks."""
    rows = ["".join(map(chr, row)) for row in console.rgb["ch"].tolist()]
    return [row.replace(UPPER, " ").replace(LOWER, " ").rstrip() for row in rows]


def pixels(console: Console) -> np.ndarray:
    """The pixels of a picture, as far as cells are blocks: [y, x, colour]."""
    cells = console.rgb
    upper = np.where((cells["ch"] == ord(UPPER))[..., None], cells["fg"], cells["bg"])
    return np.stack((upper, cells["bg"]), axis=1).reshape(-1, console.width, 3)


def mask(*tiles: Tile) -> int:
    """A mask of the field's board."""
    return sum(1 << y * 5 + x for x, y in tiles)


OVERLAYS: Mapping[str, Overlay] = {
    "reach": Overlay(ground=mask((1, 2), (2, 2))),
    "after": Overlay(ground=mask((1, 2), (2, 2), (3, 2)), after=mask((1, 2), (2, 2))),
    "danger": Overlay(threat=mask((1, 2), (2, 2))),
    "twice": Overlay(threat=mask((1, 2)), threat_more=mask((1, 2))),
    "arc": Overlay(arc=mask((1, 2))),
    "field": Overlay(field=mask((1, 2))),
    "area": Overlay(area=mask((1, 2))),
    "blast": Overlay(strengths=(((1, 2), 80),)),
    "scatter": Overlay(falls=(((1, 2), Fraction(1, 5)),)),
    "path": Overlay(path=((1, 2),)),
    "line": Overlay(spots=(((1, 1), "*"), ((2, 1), "X"))),
    "target": Overlay(targets=((1, 2),)),
    "group": Overlay(group=((1, 2), (2, 2))),
    "shield": Overlay(shields=(((1, 2), Facing.NE, 2),)),
    "fire": Overlay(fire=((0, 2), (4, 2), (2, 2))),
    "fallen": Overlay(fallen=(((1, 2), state_of(FIELD).figures["r1"]),)),
    "label": Overlay(labels=(((2, 2), "83%", "good"),)),
    "watch": Overlay(watched=(WatchedGround("blue", False, mask((1, 2), (2, 2))),)),
    "enemy watch": Overlay(watched=(WatchedGround("red", False, mask((1, 2), (2, 2))),)),
    "own fire": Overlay(watched=(WatchedGround("blue", True, mask((1, 2), (2, 2))),)),
    "enemy fire": Overlay(watched=(WatchedGround("red", True, mask((1, 2), (2, 2))),)),
    "flash": Overlay(flash=(((1, 2), "*"),)),
}


def with_objective(state: State) -> State:
    """The state with an objective of blue that pays 4 points."""
    goal = Objective("ford", "blue", "hold", 4, (1, 1, 3, 2))
    return evolve(state, setup=evolve(state.setup, objectives=(goal,)))


def rgb_of(colour: np.ndarray) -> tuple[int, int, int]:
    """A colour as whole numbers."""
    red, green, blue = colour.astype(int).tolist()
    return red, green, blue


EYES = {theme.RED_GREEN: (PROTAN, DEUTAN), theme.BLUE_YELLOW: (TRITAN,)}
WIDE = FIELD.replace("map\n", "map\n" + f"{'.' * 40}\n" * 23).replace(".....\n..#..\n.....\n", "")
