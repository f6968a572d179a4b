"""A map to walk over with the cursor: a scenario before it is chosen, a battlefield afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

import numpy as np
from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.battle_totals import fallen_figures
from skirmish.presentation.report_text import times_mark
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario
from skirmish.tui import panels, prose
from skirmish.tui.bars import Panel
from skirmish.tui.column import Side
from skirmish.tui.map.cells import Cells, Overlay
from skirmish.tui.map.glyphs import letter
from skirmish.tui.map.paint import INK_MASK, Ink
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.map_sheet import MapSheet
from skirmish.tui.screens.sheet import keys_of
from skirmish.tui.whole import preview, revealed, zones_of

FALLEN = "x"


class FieldScreen(MapSheet):
    """A map with a cursor, and beside it what is on the tile."""

    sheet = "field"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("field")
    DEFAULT_CSS = """
    FieldScreen {
        #panel { width: 30; padding: 0 0 0 1; border-left: vkey $edge; background: $surface; }
        &.-wide #panel { width: 38; }
        &.-slim #middle { layout: vertical; }
        &.-slim #panel { width: 1fr; height: 45%; border-left: none; }
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
        return cls(title, hint, game.ruleset, views, Overlay(), fallen_figures(game))

    @classmethod
    def of_fire(cls, game: Game, fell: Mapping[Tile, int]) -> Self:
        """A battlefield as it truly is, with how often fire came down on which tile.

        Raises:
            UsageProblem: The battle still lasts.
        """
        views = {side: revealed(game, side) for side in game.sides}
        spots = tuple((tile, times_mark(times)) for tile, times in fell.items())
        title = f"{game.state.setup.title}: where fire fell"
        hint = "a digit: so many times; +: more than nine"
        screen = cls(title, hint, game.ruleset, views, Overlay(spots=spots))
        screen._fell = fell
        return screen

    def body(self) -> ComposeResult:
        """The map and the panel."""
        with Horizontal(id="middle"):
            yield MapView(id="map")
            yield Panel(id="panel")

    def on_mount(self) -> None:
        """Say what is shown."""
        self.say_title(self._title)
        self.say_hint(self._hint)

    @property
    def shown(self) -> View:
        """The view that is drawn."""
        return self._view

    def draw(self) -> None:
        """Draw the map with who fell, and write what stands beside it."""
        cells = self.composed(evolve(self._overlay, levels=self.levels, numbers=self.numbers))
        for tile, figure in self._lying.items():
            self._lay(cells, tile, figure)
        self.query_one(MapView).show(cells)
        self.write()

    def _lay(self, cells: Cells, tile: Tile, figure: Figure) -> None:
        """Somebody who fell, where nobody stands now."""
        if self._view.state.standing(tile) is None:
            x, y = tile
            glyph, mark = letter(figure, next(iter(self._view.state.setup.sides)))
            cells.chars[y, x] = ord(glyph), ord(FALLEN)
            cells.paints[y, x] = cells.paints[y, x] & ~np.uint32(INK_MASK) | Ink.LOST | mark

    def write(self) -> None:
        """Write what is on the tile."""
        panel, cursor = self.query_one(Panel), self.focus_tile
        side = Side(panel.content_size.width)
        side.add(*panels.tile_lines(self._view, cursor, None, side.width, sight=False))
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
