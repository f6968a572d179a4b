"""The recap: what a side saw since its last order and its player has not watched yet.

The marked line is shown at its place on the map, and its events are played there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Event
from textual.events import Key as KeyPress
from textual.message import Message

from skirmish.core.view import News, View
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import Clip
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session.enemy_actions import action_of, known_places
from skirmish.tui.battle_layout import panel_beside
from skirmish.tui.battle_log import log_content
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.map_player import MapPlayer
from skirmish.tui.minimap import NOWHERE
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen

MOST = 300
"""Maximum number of lines, the newest ones; the log has all."""

_MAP = 64
"""Minimum percentage of a wide screen's columns for the map."""


class RecapScreen(BaseScreen):
    """Sentences, and a map that follows the marked one."""

    key_group = "recap"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("recap")
    DEFAULT_CSS = """
    RecapScreen {
        #list {
            width: 1fr; height: 1fr; background: $surface; border-right: vkey $edge;
        }
        #map { width: 45%; }
        &.-wide.-high #list { border: round $edge; }
    }
    """

    def __init__(
        self,
        view: View,
        news: Sequence[News],
        go_on: Callable[[], None],
        never: Callable[[], None],
        rules: Ruleset | None = None,
    ) -> None:
        """Show news to the player of a view.

        Args:
            view: The current view.
            news: The recent news of the side.
            go_on: Called when the player has read it.
            never: Called before `go_on` if the player wants no recaps.
            rules: The ruleset, which names the bounds.
        """
        super().__init__()
        self._view = view
        self._said = log_sentences(view, news, rules)[-MOST:]
        places = known_places(view)
        self._tiles = [action_of(said, places).tile for said in self._said]
        self._player: MapPlayer | None = None
        self._shown = inf
        self._go_on = go_on
        self._never = never

    def body(self) -> ComposeResult:
        """The sentences, and the map beside them."""
        with Horizontal():
            choices = ItemList(
                (
                    ListItem(str(at), log_content(said, self._view))
                    for at, said in enumerate(self._said)
                ),
                id="list",
                indents=True,
            )
            # The screen takes the keys: enter goes on, whichever line is marked.
            choices.can_focus = False
            yield choices
            yield MapView(id="map")

    def on_resize(self) -> None:
        """Divide the new width as soon as its class is known."""
        self.call_after_refresh(self._divide)

    def _divide(self) -> None:
        """Give the map of a wide screen the columns that it needs."""
        board, wide = self.query_one(MapView), self.has_class("-wide")
        tiles = self._view.state.board
        size = self.size.width, self.size.height
        if wide:
            needed = size[0] - panel_beside(size, (tiles.width, tiles.height))
            board.styles.width = max(needed, size[0] * _MAP // 100)
        else:
            board.styles.clear_rule("width")

    def on_mount(self) -> None:
        """Draw the map."""
        side = self._view.state.setup.sides[self._view.side].name
        self.set_title(f"{side}: since your last order, not shown before")
        onward = "go on" if self._view.question is None else "go on to a question for you"
        self.set_hint(f"up and down: show where; {self.key('recap.go')}: {onward}")
        self.query_one(MapView).draw(self._view, Overlay())
        first = next((at for at, tile in enumerate(self._tiles) if tile), 0)
        self.query_one(ItemList).mark(str(first))
        self.call_after_refresh(self._point, str(first))
        self.call_after_refresh(self._now_shown)

    def _now_shown(self) -> None:
        """Accept keys from now on."""
        self._shown = Message().time

    def _forward_event(self, event: Event) -> None:
        """Pass on input, except keys that were pressed before the recap was shown."""
        if not isinstance(event, KeyPress) or event.time >= self._shown:
            super()._forward_event(event)

    def marked(self, name: str) -> None:
        """Show the place of the marked line."""
        self._point(name)

    def _point(self, name: str) -> None:
        """Show the place of a line, and play what happened there."""
        board = self.query_one(MapView)
        if self._player is None:
            self._player = MapPlayer(board)
        self._player.stop()
        board.centre(self._tiles[int(name)] or NOWHERE)
        if self._tiles[int(name)] is not None:
            news = tuple(map(News, self._said[int(name)].events))
            clip = Clip(self._view, self._view, news)
            end = partial(board.draw, self._view, Overlay())
            self._player.play(timeline_of(clip), lambda _: Overlay(), end)

    def action_go(self) -> None:
        """Go on to the battle."""
        self._go_on()

    def action_never(self) -> None:
        """Go on to the battle and show no more recaps."""
        self._never()
        self._go_on()
