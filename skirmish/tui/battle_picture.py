"""The picture of a finished battle: its map with marks, the result, the moments, the luck.

It is drawn as cells, like a screen, and saved as PNG or SVG; no display is needed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from skirmish.core.geometry import Tile
from skirmish.core.sanitize import escaped
from skirmish.core.view import View
from skirmish.errors import UsageProblem, os_reason
from skirmish.game import Game
from skirmish.presentation.report import battle_story
from skirmish.presentation.report.battle_story import BattleStory, Span
from skirmish.presentation.report.battle_summary import BattleSummary
from skirmish.presentation.user_files import need_own_terminal, replace_file, write_new
from skirmish.session.omniscient import omniscient_view
from skirmish.tui import theme
from skirmish.tui.map.badges import DAGGER
from skirmish.tui.map.camera import tile_cells
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.map_image import font_file, image_of, png_of, svg_of
from skirmish.tui.map.order_overlay import health_bars
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import Colour, map_theme, rgb

if TYPE_CHECKING:
    from tcod.console import Console

PNG, SVG = ".png", ".svg"
_LARGE = 60, 40
"""Maximum tiles across and down of a map drawn at zoom 2."""
_TEXT = 52
"""Columns of the text beside the map, margins included."""
_MARGIN = 2
_LIMIT = 400


def story_overlay(game: Game, story: BattleStory) -> Overlay:
    """The fallen, the last moves, the numbers of the moments, and the health of the others."""
    labels = [(one.tile, f" {one.mark} ", one.attacker) for one in story.moments]
    return Overlay(
        fallen=tuple(story.fallen.items()),
        trails=tuple((trail.tiles, trail.side) for trail in story.trails),
        labels=tuple((tile, words, tone) for tile, words, tone in labels if tile is not None),
        health=health_bars(game.ruleset, omniscient_view(game)),
        told=True,
    )


def final_view(game: Game) -> View:
    """The battlefield at the end; of its zones only clouds are kept."""
    view = omniscient_view(game)
    kinds = view.state.setup.declared.zones
    left = {name: zone for name, zone in view.state.zones.items() if kinds[zone.kind].drifts}
    return evolve(view, state=evolve(view.state, zones=left))


def picture_console(game: Game, story: BattleStory, name: str = theme.DEFAULT) -> Console:
    """The picture as cells, in a theme of the app."""
    from tcod.console import Console

    view, colours = final_view(game), _Colours(name)
    board = view.state.board
    zoom = 2 if board.width <= _LARGE[0] and board.height <= _LARGE[1] else 1
    across, down = tile_cells(zoom)
    window = board.width * across, board.height * down
    lines = list(_text_lines(story, _TEXT - 2 * _MARGIN))
    console = Console(window[0] + _TEXT, 1 + max(window[1], len(lines) + 2), order="C")
    console.rgb["ch"], console.rgb["bg"] = ord(" "), colours.surface
    console.rgb["bg"][0] = colours.panel
    painter = Painter(map_theme(name), UNICODE)
    drawn = painter.paint(view, story_overlay(game, story), (0, 0), window, zoom)
    console.rgb[1 : 1 + window[1], : window[0]] = drawn.rgb
    canvas = Canvas(console.rgb, 0, 0, (0, 0), 1)
    head = (story.summary.title, battle_story.BOLD), (f"  {story.summary.rules}", battle_story.DIM)
    _write(canvas, (1, 0), head, colours)
    for y, spans in enumerate(lines, 2):
        _write(canvas, (window[0] + _MARGIN, y), spans, colours)
    return console


class _Colours:
    """The colours of a theme, for the tones of a story."""

    def __init__(self, name: str) -> None:
        own = next((one for one in theme.THEMES if one.name == name and not one.ansi), None)
        own = own or next(one for one in theme.THEMES if one.name == theme.DEFAULT)
        text, ground = rgb((own.foreground or "")[1:]), rgb((own.surface or "")[1:])
        self.surface, self.panel = ground.astype(np.uint8), rgb((own.panel or "")[1:])
        painted = map_theme(name)
        first, second = list(painted.sides(("blue", "red")).values())
        self._tones: Mapping[str, Colour] = {
            battle_story.DIM: (text + ground) / np.float32(2),
            battle_story.HEAD: rgb((own.accent or "")[1:]),
            battle_story.GOOD: painted.colours["good"],
            battle_story.BAD: painted.colours["bad"],
            battle_story.FIRST: first,
            battle_story.SECOND: second,
        }
        self._text = text

    def of(self, tone: str) -> Colour:
        """The colour of a tone."""
        return self._tones.get(tone, self._text)


def _write(canvas: Canvas, place: Tile, spans: tuple[Span, ...], colours: _Colours) -> None:
    x, y = place
    for text, tone in spans:
        canvas.text(x, y, text, colours.of(tone))
        x += len(text)


def _text_lines(story: BattleStory, width: int) -> Iterator[tuple[Span, ...]]:
    """The lines of all boxes, one below the other; a line of a single span may be wrapped."""
    for box in story.boxes(width):
        yield ((box.title.upper(), battle_story.DIM),)
        for spans in box.lines:
            if len(spans) == 1:
                text, tone = spans[0]
                yield from (((part, tone),) for part in textwrap.wrap(text, width) or [""])
            else:
                yield spans
        yield ()
    if story.fallen:
        yield ((f"{DAGGER} fell there", battle_story.DIM),)
    for text in (*story.summary.played_by, f"seed {story.summary.seed}"):
        yield from (((part, battle_story.DIM),) for part in textwrap.wrap(text, width))


def keep_picture(
    game: Game,
    summary: BattleSummary,
    path: Path,
    name: str = theme.DEFAULT,
    *,
    over: bool = False,
) -> str:
    """Write the picture of a finished battle to a file that ends in .png or .svg.

    Args:
        game: The battle.
        summary: Its summary.
        path: The file.
        name: The theme.
        over: Whether it may replace a file.

    Returns:
        The path of the file, safe to show.

    Raises:
        UsageProblem: The battle is not over, the suffix is another one, no font was found, or the
            file cannot be written.
    """
    need_own_terminal("writing files")
    where, kind = escaped(str(path), _LIMIT), path.suffix.lower()
    if kind not in (PNG, SVG):
        raise UsageProblem("unknown format", where, f"choose a name that ends in {PNG} or {SVG}")
    if not game.over:
        raise UsageProblem("the battle is not over", where, "a picture needs its end")
    console = picture_console(game, battle_story.story_of(game, summary), name)
    made = png_of(image_of(console, font_file())) if kind == PNG else svg_of(console).encode()
    try:
        (replace_file if over else write_new)(path, made)
    except FileExistsError:
        raise UsageProblem("exists already", where, "choose another name") from None
    except (OSError, ValueError) as error:
        why = os_reason(error, "not a file's name")
        raise UsageProblem(f"cannot be written: {why}", where) from None
    return where
