"""A map to walk over with the cursor: a scenario before it is chosen, a battlefield afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

import numpy as np
from attrs import evolve
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario
from skirmish.telling.reckoning import fallen
from skirmish.tui import panels, prose
from skirmish.tui.bars import Panel
from skirmish.tui.column import Side
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.glyphs import letter
from skirmish.tui.map.paint import LEVEL, Ink
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.sheet import Sheet, keys_of
from skirmish.tui.settled import glyphs_of
from skirmish.tui.whole import preview, revealed, zones_of

FALLEN = "x"
MOST_TIMES = 9
_INK = (1 << LEVEL) - 1


class FieldScreen(Sheet):
    """A map with a cursor, and beside it what is on the tile."""

    sheet = "field"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("field")
    DEFAULT_CSS = """
    FieldScreen {
        #panel { width: 30; padding: 0 0 0 1; border-left: vkey $panel; background: $surface; }
        &.-wide #panel { width: 38; }
    }
    """

    def __init__(
        self,
        title: str,
        hint: str,
        rules: Ruleset,
        views: Mapping[str, View],
        overlay: Overlay,
        lying: Mapping[Tile, Figure] | None = None,
    ) -> None:
        """Show a map.

        Args:
            title: The line at the top.
            hint: The line above the keys.
            rules: What the figures' cards are asked of.
            views: One for each side; the first is drawn.
            overlay: What lies over it.
            lying: Who fell where.
        """
        super().__init__()
        self._title = title
        self._hint = hint
        self._rules = rules
        self._views = views
        self._view = next(iter(views.values()))
        self._overlay = overlay
        self._lying = lying or {}
        self._fell: Mapping[Tile, int] = {}
        self._composer = Composer()
        self._levels = False
        self._pointed: Tile | None = None

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> Self:
        """The map of a scenario, with who stands where from the start."""
        view = preview(scenario)
        hint = prose.legend(scenario).plain
        views = {view.side: view}
        rules = ruleset(scenario.ruleset)
        return cls(scenario.title, hint, rules, views, zones_of(view))

    @classmethod
    def of_battle(cls, game: Game) -> Self:
        """A battlefield as it truly is.

        Raises:
            UsageProblem: The battle still lasts.
        """
        views = {side: revealed(game, side) for side in game.sides}
        title = f"{game.state.setup.title}: the field"
        hint = f"all as it truly is; a letter with {FALLEN} fell there"
        return cls(title, hint, game.ruleset, views, Overlay(), fallen(game))

    @classmethod
    def of_fire(cls, game: Game, fell: Mapping[Tile, int]) -> Self:
        """A battlefield as it truly is, with how often fire came down on which tile.

        Raises:
            UsageProblem: The battle still lasts.
        """
        views = {side: revealed(game, side) for side in game.sides}
        spots = tuple((tile, _digit(times)) for tile, times in fell.items())
        title = f"{game.state.setup.title}: where fire fell"
        hint = "a digit: so many times; +: more than nine"
        screen = cls(title, hint, game.ruleset, views, Overlay(spots=spots))
        screen._fell = fell
        return screen

    def body(self) -> ComposeResult:
        """The map and the panel."""
        with Horizontal():
            yield MapView(id="map")
            yield Panel(id="panel")

    def on_mount(self) -> None:
        """Begin at the first figure, else in the middle."""
        self._composer = Composer(glyphs_of(self.app))
        self.say_title(self._title)
        self.say_hint(self._hint)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        board = self._view.state.board
        places = self._places()
        self.query_one(MapView).centre(
            places[0] if places else (board.width // 2, board.height // 2)
        )
        self._draw()

    def on_resize(self) -> None:
        """The panel is written for its width."""
        self.call_after_refresh(self._tell)

    def _places(self) -> tuple[Tile, ...]:
        figures = self._view.state.figures
        places = (figures[name].at for name in by_id(figures))
        return tuple(place for place in places if place is not None)

    def _draw(self) -> None:
        overlay = evolve(self._overlay, levels=self._levels)
        cells = self._composer.compose(self._view, overlay)
        for tile, figure in self._lying.items():
            self._lay(cells, tile, figure)
        self.query_one(MapView).show(cells)
        self._tell()

    def _lay(self, cells: Cells, tile: Tile, figure: Figure) -> None:
        """Somebody who fell, where nobody stands now."""
        if self._view.state.standing(tile) is None:
            x, y = tile
            glyph, mark = letter(figure, next(iter(self._view.state.setup.sides)))
            cells.chars[y, x] = ord(glyph), ord(FALLEN)
            cells.paints[y, x] = cells.paints[y, x] & ~np.uint16(_INK) | Ink.LOST | mark

    def _tell(self) -> None:
        panel = self.query_one(Panel)
        cursor = self.query_one(MapView).cursor if self._pointed is None else self._pointed
        side = Side(panel.content_size.width)
        side.add(*panels.tile_lines(self._view, cursor, None, side.width))
        if times := self._fell.get(cursor):
            side.add(Content(f"fire fell here {times} time{'' if times == 1 else 's'}"))
        figure = self._view.state.standing(cursor) or self._lying.get(cursor)
        if figure is not None:
            # Everything of everybody: as his own side sees him, where there is such a view.
            view = self._views.get(figure.who.side, self._view)
            side.gap()
            side.add(*panels.card(self._rules, view, figure, side.width))
        elif any(figure.fate for figure in self._view.state.figures.values()):
            side.gap()
            side.add(*self._roster(side.width))
        panel.say(side.lines)

    def _roster(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for view in self._views.values():
            lines.append(panels.heading(view.state.setup.sides[view.side].name, width))
            mine = [f for f in view.state.figures.values() if f.who.side == view.side]
            lines += [
                panels.two_ends(
                    f"{figure.id} {figure.who.name}",
                    figure.fate or ("" if figure.at else "never came"),
                    width,
                    "dim" if figure.fate else "",
                )
                for figure in mine
            ]
        return lines

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        board = self.query_one(MapView)
        dx, dy = Facing[direction].delta
        tile = (board.cursor[0] + dx, board.cursor[1] + dy)
        self._pointed = None
        if self._view.state.board.inside(tile):
            board.move_cursor(tile)
        self._tell()

    def action_next(self, by: int) -> None:
        """To the next figure, or the one before."""
        places, board = self._places(), self.query_one(MapView)
        if places:
            at = places.index(board.cursor) + by if board.cursor in places else min(by - 1, 0)
            self._pointed = None
            board.move_cursor(places[at % len(places)])
            self._tell()

    def action_levels(self) -> None:
        """Show how high the ground is, or not."""
        self._levels = not self._levels
        self._draw()

    @on(MapView.Pointed)
    def _on_pointed(self, event: MapView.Pointed) -> None:
        self._pointed = event.tile
        self._tell()

    @on(MapView.Clicked)
    def _on_clicked(self, event: MapView.Clicked) -> None:
        self.query_one(MapView).move_cursor(event.tile, follow=False)
        self._tell()


def _digit(times: int) -> str:
    """One character for how often."""
    return str(times) if times <= MOST_TIMES else "+"
