"""Screens with a map and a cursor: the base class, and the map of a scenario or battlefield.

The battle screen is not one of them: its cursor belongs to the `Controller`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

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
from skirmish.presentation.battle_totals import fallen_figures
from skirmish.presentation.report.battle_story import BattleStory
from skirmish.presentation.report.report_text import times_mark
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import Scenario
from skirmish.session.omniscient import omniscient_view, own_side, scenario_view
from skirmish.tui import panel_lines, scenario_lines
from skirmish.tui.battle_layout import panel_beside
from skirmish.tui.battle_picture import story_overlay
from skirmish.tui.map.badges import DAGGER
from skirmish.tui.map.cells import FALLEN, Overlay
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.panel_lines import PanelLines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import is_map_painted, letters_of
from skirmish.tui.widgets import SidePanel


class MapScreen(BaseScreen):
    """A screen with a map and a cursor.

    Attributes:
        levels: Whether heights and objectives are shown.
        numbers: Whether figures show their numbers instead of their facing.
    """

    def __init__(self) -> None:
        """Begin without a pointed tile."""
        super().__init__()
        self.levels = False
        self.numbers = False
        self._pointed: Tile | None = None

    def on_mount(self) -> None:
        """Begin as soon as the size is known."""
        self.call_after_refresh(self.begin)

    def apply_settings(self, settings: Settings) -> None:
        """Draw with the new settings."""
        super().apply_settings(settings)
        self.draw()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.call_after_refresh(self.draw)

    # Provided by subclasses.

    @property
    @abstractmethod
    def shown(self) -> View:
        """The view that is drawn."""

    @abstractmethod
    def draw(self) -> None:
        """Draw the map and write the panel."""

    @abstractmethod
    def write(self) -> None:
        """Write the panel."""

    def stop_following(self) -> None:
        """Note that from now on the player moves the map."""

    # The map.

    def fit_panel(self) -> None:
        """Give the panel of a wide screen the columns that the map does not need."""
        board, panel = self.query_one(MapView), self.query_one("#panel")
        if self.has_class("-wide"):
            size = self.size.width, self.size.height
            panel.styles.width = panel_beside(size, board.tiles, board.viewport.zooms)
        else:
            panel.styles.clear_rule("width")

    @property
    def focus_tile(self) -> Tile:
        """The tile described: the one under the mouse, else the one under the cursor."""
        return self.query_one(MapView).cursor if self._pointed is None else self._pointed

    @property
    def pointing(self) -> bool:
        """Whether the mouse is on a tile."""
        return self._pointed is not None

    def places(self) -> tuple[Tile, ...]:
        """The tiles of the figures, in the order of their ids."""
        figures = self.shown.state.figures
        found = (figures[name].at for name in by_id(figures))
        return tuple(place for place in found if place is not None)

    def begin(self) -> None:
        """Put the cursor on the first figure, else in the middle."""
        board, places = self.shown.state.board, self.places()
        middle = (board.width // 2, board.height // 2)
        self.query_one(MapView).centre(places[0] if places else middle)
        self.draw()

    def action_zoom(self, by: int) -> None:
        """Make the tiles of a painted map larger or smaller, or say why not."""
        if refused := self.query_one(MapView).zoom_by(by):
            self.set_hint(refused)

    def action_next_zoom(self) -> None:
        """Take the next tile size, after the largest the smallest, or say why not."""
        if refused := self.query_one(MapView).next_zoom():
            self.set_hint(refused)

    def clear_pointed(self) -> None:
        """Forget the pointed tile until the mouse moves."""
        self._pointed = None

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        board = self.query_one(MapView)
        dx, dy = Facing[direction].delta
        tile = (board.cursor[0] + dx, board.cursor[1] + dy)
        self.clear_pointed()
        if self.shown.state.board.inside(tile):
            board.move_cursor(tile)
        self.write()

    def action_next(self, by: int) -> None:
        """Go to the next or previous figure."""
        places, board = self.places(), self.query_one(MapView)
        if places:
            at = places.index(board.cursor) + by if board.cursor in places else min(by - 1, 0)
            self.clear_pointed()
            self.stop_following()
            board.move_cursor(places[at % len(places)])
            self.draw()

    def action_switch(self, what: str) -> None:
        """Switch levels or numbers."""
        setattr(self, what, not getattr(self, what))
        self.draw()

    @on(MapView.Pointed)
    def _on_pointed(self, event: MapView.Pointed) -> None:
        self._pointed = event.tile
        self.write()

    @on(SidePanel.Sized)
    def _on_panel_sized(self) -> None:
        self.write()

    @on(MapView.Clicked)
    def _on_clicked(self, event: MapView.Clicked) -> None:
        self.stop_following()
        self.query_one(MapView).move_cursor(event.tile, follow=False)
        self.draw()


class FieldScreen(MapScreen):
    """A map with a cursor, and a panel that describes its tile."""

    key_group = "field"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("field")
    DEFAULT_CSS = """
    FieldScreen {
        #panel { width: 30; background: $surface; }
        &.-slim #middle { layout: vertical; }
        &.-slim #panel { width: 1fr; height: 45%; }
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
            title: The title line.
            hint: The line of hints.
            rules: The ruleset, for the cards.
            views: A view for each side; the first is drawn.
            overlay: The overlay.
            lying: Fallen figures by tile.
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
        self._signs: tuple[str, ...] = ()
        self._scenario: Scenario | None = None

    @classmethod
    def of_scenario(cls, scenario: Scenario, people: Sequence[str]) -> Self:
        """The map of a scenario with its opening positions, as far as `people` know them."""
        view = scenario_view(scenario, people)
        views = {view.side: view}
        rules = ruleset(scenario.ruleset)
        screen = cls(scenario.title, "", rules, views, deployment_overlay(view))
        screen._scenario = scenario
        return screen

    @classmethod
    def of_battle(cls, game: Game, story: BattleStory | None = None) -> Self:
        """The true battlefield, with the last moves and the moments of luck of its `story`.

        Raises:
            UsageProblem: The battle is not over.
        """
        views = {side: omniscient_view(game, side) for side in _own_first(game)}
        title = f"{game.state.setup.title}: the map"
        setup = game.state.setup
        names = " : ".join(setup.sides[side].name for side in views)
        drawn = Overlay() if story is None else story_overlay(game, story)
        overlay = Overlay(trails=drawn.trails, labels=drawn.labels)
        screen = cls(title, "all is shown", game.ruleset, views, overlay, fallen_figures(game))
        signs = (
            (any(goal.area for goal in setup.objectives), f"points for {names}"),
            (bool(overlay.labels), f"{story.marks if story else ''}: moments of luck"),
            (bool(overlay.trails), "dots: the last moves"),
        )
        screen._signs = tuple(words for drawn, words in signs if drawn)
        return screen

    @classmethod
    def of_fire(cls, game: Game, fell: Mapping[Tile, int]) -> Self:
        """The true battlefield with the number of hits on each tile.

        Raises:
            UsageProblem: The battle is not over.
        """
        views = {side: omniscient_view(game, side) for side in _own_first(game)}
        spots = tuple((tile, times_mark(times)) for tile, times in fell.items())
        title = f"{game.state.setup.title}: where fire fell"
        hint = "a digit counts the times; +: more than nine"
        screen = cls(title, hint, game.ruleset, views, Overlay(spots=spots, told=True))
        screen._fell = fell
        return screen

    def body(self) -> ComposeResult:
        """The map and the panel."""
        with Horizontal(id="middle"):
            yield MapView(id="map")
            yield SidePanel(id="panel")

    def on_mount(self) -> None:
        """Write title and hint."""
        self._write_title()
        painted = is_map_painted(self.app)
        if self._scenario is not None:
            width = self.size.width - 2
            self.hint_line = scenario_lines.legend(self._scenario, letters_of(self.app), width)
            return
        fell = (f"{DAGGER if painted else FALLEN}: fell there",) if self._lying else ()
        said = (self._hint, *fell, *self._signs)
        ways = [said, *(said[1:end] for end in range(len(said), 1, -1))]
        whole, *shorter = ("; ".join(way) for way in ways)
        self.set_hint(whole, shorter=shorter)

    @property
    def shown(self) -> View:
        """The view that is drawn."""
        return self._view

    def draw(self) -> None:
        """Draw the map with fallen figures and write the panel."""
        lying = [one for one in self._lying.items() if self._view.state.standing(one[0]) is None]
        overlay = evolve(
            self._overlay, levels=self.levels, numbers=self.numbers, fallen=tuple(lying)
        )
        self.query_one(MapView).draw(self._view, overlay)
        self.fit_panel()
        self.write()

    def _write_title(self) -> None:
        """Write the title, and in which directions the map continues beyond the window."""
        viewport = self.query_one(MapView).viewport
        (left, top, across, down), (width, height) = viewport.part, viewport.board
        beyond = {
            "north": top > 0,
            "south": top + down < height,
            "west": left > 0,
            "east": left + across < width,
        }
        where = ", ".join(name for name, more in beyond.items() if more)
        more = f"  the map goes on: {where}; cursor or wheel" if where and across else ""
        self.set_title(self._title, (more, "dim"))

    @on(MapView.Panned)
    def _panned(self) -> None:
        self._write_title()

    def write(self) -> None:
        """Describe the tile."""
        self._write_title()
        widget, cursor = self.query_one(SidePanel), self.focus_tile
        panel = PanelLines(widget.content_size.width)
        panel.box("look")
        panel.add(*panel_lines.tile_lines(self._view, cursor, None, panel.width, sight=False))
        if times := self._fell.get(cursor):
            panel.add(Content(f"fire fell here {times} time{'' if times == 1 else 's'}"))
        figure = self._view.state.standing(cursor) or self._lying.get(cursor)
        if figure is not None:
            # A full card needs the view of the figure's own side, if there is one.
            view = self._views.get(figure.who.side, self._view)
            panel_lines.add_card(panel, self._rules, view, figure)
        elif any(figure.fate for figure in self._view.state.figures.values()):
            self._roster(panel)
        panel.close()
        widget.set_content(panel.lines, boxed=panel.boxed)

    def _roster(self, panel: PanelLines) -> None:
        """The figures of both sides and their fates."""
        for view in self._views.values():
            panel.box(view.state.setup.sides[view.side].name)
            for figure in view.state.figures.values():
                if figure.side == view.side:
                    name = f"{figure.id} {figure.who.name}"
                    fate = figure.fate or ("" if figure.at else "never arrived")
                    style = "dim" if figure.fate else ""
                    panel.add(panel_lines.two_ends(name, fate, panel.width, style))


def _own_first(game: Game) -> tuple[str, ...]:
    """The sides of a battle, the player's side first."""
    own = own_side(game)
    return (own, *(side for side in game.sides if side != own))
