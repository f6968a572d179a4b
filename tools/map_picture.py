"""`python -m tools.map_picture SCENARIO OUT.png` draws the painted map of a scenario.

The computer plays some orders first. The map is painted as the side to act sees it, with reach and
danger of its first figure that can act.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from skirmish.ai import Choice
from skirmish.analysis.self_play import play
from skirmish.core.view import View
from skirmish.game import Opening
from skirmish.session.controller import Controller
from skirmish.tui.map.camera import centred, within
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.map_image import image_of, png_of
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from tools.command import opening_named, run_tool

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"


class _Enough(Exception):
    """The game has reached the order that was asked for."""


def later_view(opening: Opening, orders: int) -> View:
    """The view of the side to act after the computer has given some orders."""
    views: list[View] = []

    def watch(view: View, _choice: Choice) -> None:
        views.append(view)
        if len(views) > orders:
            raise _Enough

    with suppress(_Enough):
        play(opening, dict.fromkeys(opening.state.setup.sides, "regular"), 1, observer=watch)
    return views[-1]


def shown_overlay(opening: Opening, view: View) -> Overlay:
    """The overlay of the first figure that can act, with everything switched on."""
    controller = Controller(opening.ruleset, view)
    controller.threat = controller.reach = controller.levels = True
    overlay = overlay_of(controller)
    figure = controller.legal.position(controller.current_figure)
    return evolve(overlay, chosen=figure, levels=False)


@click.command()
@click.argument("scenario")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--zoom", type=click.IntRange(1, 3), default=2, show_default=True)
@click.option("--theme", default="dark", show_default=True)
@click.option("--flat", is_flag=True, help="In the palette of 256 colours.")
@click.option("--orders", default=20, show_default=True, help="Orders that are played first.")
@click.option("--width", default=120, show_default=True, help="Columns of the terminal.")
@click.option("--height", default=40, show_default=True, help="Rows of the terminal.")
@click.option("--bare", is_flag=True, help="Without overlays.")
@click.option("--font", default=FONT, show_default=True)
def command(scenario: str, out: Path, font: str, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Draw the painted map of SCENARIO to OUT."""
    opening = opening_named(scenario)
    view = later_view(opening, options["orders"])
    overlay = Overlay() if options["bare"] else shown_overlay(opening, view)
    painter = Painter(map_theme(options["theme"], flat=options["flat"]), UNICODE)
    window = options["width"], options["height"]
    cursor = overlay.chosen or (0, 0)
    near = cursor[0] + 2, cursor[1] + 1
    camera = camera_for(view, cursor, window, options["zoom"])
    console = painter.paint(view, overlay, camera, window, options["zoom"], near)
    out.write_bytes(png_of(image_of(console, font)))


def camera_for(
    view: View, cursor: tuple[int, int], window: tuple[int, int], zoom: int
) -> tuple[int, int]:
    """The first tile of a window around the cursor."""
    board = view.state.board
    tiles = window[0] // (2 * zoom), window[1] // zoom
    return within(centred(cursor, tiles), (board.width, board.height), tiles)


if __name__ == "__main__":
    run_tool(command, "map_picture")
