"""The widgets of the battle screen: written when their content changes, or blanked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve
from textual.content import Content
from textual.geometry import Spacing
from textual.screen import Screen

from skirmish.core.geometry import Tile
from skirmish.core.view import News, View
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.scenario_text import current_lessons
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import aimed_tile, complete
from skirmish.session.repeat import orders_of_bound
from skirmish.tui.battle_footer import footer_keys, read_keys
from skirmish.tui.battle_layout import fitted, is_left_freer, log_below, panel_above, spare_beside
from skirmish.tui.battle_log import (
    last_order,
    latest_lines,
    log_content,
    losses_since,
)
from skirmish.tui.event_banner import EventBanner
from skirmish.tui.legend import Sign, shown_signs
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import Glyphs
from skirmish.tui.map.order_overlay import (
    chance_labels,
    goals_mask,
    other_arm_words,
    overlay_of,
    with_other_arms,
)
from skirmish.tui.map.painted_legend import order_key, reach_key, watch_key
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import ROWS, MiniMap
from skirmish.tui.narrow_lines import narrow_lines, noticed_lines
from skirmish.tui.panel_lines import PanelLines
from skirmish.tui.prompt_line import more_words, prompt_words, reach_words
from skirmish.tui.prompts import eyes_words
from skirmish.tui.scenario_lines import briefing_paragraphs
from skirmish.tui.side_panel import Parts, roster_lines, side_panel_lines
from skirmish.tui.top_line import SideClocks, top_line_words
from skirmish.tui.widgets import Footer, LogView, SidePanel, TextLine
from skirmish.tui.wrapping import begun, hung, indented

LOG_NEWS = 300
LESSON_ROWS = 4
"""Rows for a lesson in the log."""
_RESULT_ROWS = 2
"""Minimum number of log rows above a lesson."""
_BOX = 2
"""Rows of the frame of a box."""
_AROUND = 2
"""Tiles around those in hand that the panel over the map also leaves free, if possible."""
_DRAWER = (40, 20)
"""Size for which the panel is written while it is closed."""


class BattleDisplay:
    """Writes the battle to the widgets of its screen.

    Attributes:
        minutes: Minutes of each side's clock; 0 for no clock.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: BattleSession,
        glyphs: Glyphs,
        own_keys: Mapping[str, str],
    ) -> None:
        """Write a session to a screen with these glyphs; `own_keys` may change later."""
        self._screen = screen
        self._session = session
        self._own_keys = own_keys
        self.minutes = 0
        self._clocks = SideClocks()
        self._drawn: tuple[View, Overlay] | None = None
        self._told: tuple[object, ...] | None = None
        self._marks: tuple[str, ...] = ()
        self._drawer = self._watched = self._minimap_fits = self._side_is_kept = False
        self._log_rows = 0
        self.use_glyphs(glyphs)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Use other glyphs."""
        self.glyphs = glyphs
        self._drawn = None

    def blank(self) -> None:
        """Remove all content."""
        screen = self._screen
        self._clocks.run("")
        self._drawn = self._told = None
        self._marks = ()
        screen.query_one(MapView).clear()
        for panel in screen.query(SidePanel):
            panel.set_content(())
        screen.query_one(MiniMap).empty()
        screen.query_one(EventBanner).clear()
        for log in screen.query(LogView):
            log.set_lines(())
        for line in screen.query(TextLine):
            line.set_content(Content(""))

    def write(self, *, follow: bool) -> None:
        """Write everything; the camera follows the cursor if `follow` is set."""
        self.write_cursor(follow=follow)
        self.write_rest()

    def write_cursor(self, *, follow: bool) -> None:
        """Write the map with its cursor; the rest must be written soon."""
        if self._watched:
            self._drawn, self._watched = None, False
        self._map(follow=follow)

    def write_map(self) -> None:
        """Write the map and what explains its percentages, if nothing else changed."""
        if not self._watched:
            marks = self._marks
            self._map(follow=False)
            self._hint()
            if self._marks != marks:
                self._panel()

    def prepare_map(self) -> None:
        """Paint the map for the moment after what is watched, so that it is ready for a key."""
        view = self._session.controller.legal.view
        self._screen.query_one(MapView).prepare(view, self._overlay())

    def write_rest(self) -> None:
        """Write all but the map."""
        self._panel()
        self._log()
        self._lines()

    def write_camera(self) -> None:
        """Write what depends on the visible part of the map, which is the minimap."""
        self._minimap(self._session.controller.legal.view)

    def write_events(self) -> None:
        """Show unread texts of scripted events, as soon as the player may give orders."""
        session = self._session
        asked = session.mode is not Mode.WAIT or session.game.over
        if asked and session.seat and not session.computer_level:
            banner = self._screen.query_one(EventBanner)
            banner.tell(session.controller.legal.view)
            if banner.is_open:
                self._panel()
                self._lines()

    def hidden_in(self, rows: range) -> tuple[int, ...]:
        """Numbers of things that a box over some rows of the map hides.

        In this order: tiles in hand, figures, objective tiles, rows.
        """
        view, board = self._session.controller.legal.view, self._screen.query_one(MapView)
        seen = range(max(rows.start, 0), min(rows.stop, board.size.height))
        high = board.viewport.tile_size[1]

        def hides(tile: Tile) -> bool:
            top = board.viewport.place_of(tile)[1]
            return top < seen.stop and seen.start < top + high

        figures = [one.at for one in view.state.figures.values() if one.at is not None]
        goals = view.state.board.tiles_of(goals_mask(view))
        edge = ((0, y) for y in range(view.state.board.height))
        parts = self._tiles_in_hand(), figures, goals, edge
        return tuple(sum(map(hides, tiles)) for tiles in parts)

    def open_drawer(self) -> bool:
        """Open the panel over the map. Returns whether it was closed."""
        if not self._screen.has_class("-narrow") or self._drawer or self._must_open():
            return False
        self._drawer = True
        self._panel()
        return True

    @property
    def shows_whole_panel(self) -> bool:
        """Whether all lines of the panel fit into it; an attack has more on the page."""
        legal, draft = self._session.controller.legal, self._session.controller.draft
        attacks = complete(legal, draft) and legal.attack(draft.order) is not None
        return not attacks and self._screen.query_one(SidePanel).fits

    def close_drawer(self) -> bool:
        """Close the panel over the map. Returns whether it was open."""
        was_open, self._drawer = self._drawer, False
        return was_open

    @property
    def _is_closed(self) -> bool:
        """Whether the panel has no room beside the map and is closed."""
        return self._screen.has_class("-narrow") and not self._screen.has_class("-drawer")

    def _must_open(self) -> bool:
        """Whether the panel holds something that the player must read to go on."""
        controller, mode = self._session.controller, self._session.mode
        lists = mode in (Mode.MENU, Mode.FIELDS, Mode.ANSWER)
        asked = controller.look or controller.advice is not None or controller.legal.mustering
        return lists or asked

    def _layout(self, *, watched: bool) -> None:
        """Divide the room among map, panel and log.

        While an earlier moment is `watched`, the panel is not opened for a question.
        """
        screen = self._screen
        open_ = self._drawer or (not watched and self._must_open())
        board, narrow = screen.query_one(MapView), screen.has_class("-narrow")
        spare = self._move_from_drawer(board, open_=open_ and narrow)
        screen.set_class(open_, "-drawer")
        if narrow or screen.has_class("-slim"):
            # The roster stands in the columns where the panel opens.
            screen.set_class(bool(spare) and not open_, "-beside")
            self._lay_below(board, spare, narrow=narrow)
        else:
            self._lay_beside(board)

    def _lay_beside(self, board: MapView) -> None:
        """Divide the room of a wide screen, with the panel beside the map."""
        screen = self._screen
        layout = fitted(screen.size, board.tiles, board.viewport.zooms)
        screen.query_one("#right").styles.width = layout.panel
        beside = screen.query_one("#beside").styles
        beside.width = layout.roster
        beside.clear_rule("height")
        screen.query_one("#log").styles.height = layout.log
        screen.query_one("#log-beside").display = not layout.log
        screen.set_class(bool(layout.roster), "-beside")

    def _lay_below(self, board: MapView, spare: int, *, narrow: bool) -> None:
        """Divide the room of a screen with the log below the map, and `spare` columns beside it."""
        screen = self._screen
        screen.query_one("#log-beside").display = False
        screen.query_one("#right").styles.clear_rule("width")
        rows = 0
        if narrow:
            below = log_below(screen.size, board.tiles, board.viewport.zooms)
            rows = max(self._taught_rows(), below)
        log = screen.query_one("#log")
        log.styles.height = rows or None
        height = log.styles.height
        below_map = int(height.value) if log.display and height is not None else 0
        beside = screen.query_one("#beside").styles
        beside.width, beside.height = spare, screen.query_one("#middle").size.height - below_map
        self._log_rows = rows

    def _taught_rows(self) -> int:
        """Rows of a log with lessons, the same in all their bounds; 0 if the side has none."""
        view = self._session.controller.legal.view
        if all(lesson.side != view.side for lesson in view.state.setup.lessons):
            return 0
        return LESSON_ROWS + len(self._lessons(view)[1:]) + _RESULT_ROWS

    def _move_from_drawer(self, board: MapView, *, open_: bool) -> int:
        """Move the map so that the panel over it hides nothing important.

        Returns:
            The columns beside the map that are kept for the panel.
        """
        screen, width, tiles = self._screen, self._screen.size.width, self._tiles_in_hand()
        beside = spare_beside(width, board.tiles[0] * board.viewport.tile_size[0])
        beside = beside if screen.has_class("-narrow") else 0
        board.set_aside(beside)
        if open_ and not screen.has_class("-drawer") and not self._side_is_kept:
            screen.set_class(not beside and self.left_is_freer(), "-left")
        # While an order is prepared the panel stays on its side, where the player clicks.
        self._side_is_kept = open_ or (self._side_is_kept and self._session.mode is not Mode.SELECT)
        room = panel_above(width) if open_ else 0
        left, right = (room, 0) if screen.has_class("-left") else (0, room)
        board.cover(left, right, *((tiles, self._around(tiles)) if room else ()))
        log, padding = screen.query_one("#log"), Spacing(0, 1 + right, 0, 1 + left)
        if log.styles.padding != padding:
            log.styles.padding = padding
        return beside

    def left_is_freer(self) -> bool:
        """Whether a box hides less of what is in hand at the left edge than at the right."""
        place = self._screen.query_one(MapView).viewport.place_of
        columns = [place(tile)[0] for tile in self._tiles_in_hand()]
        return is_left_freer(columns, self._screen.size.width)

    def _tiles_in_hand(self) -> tuple[Tile, ...]:
        """The tiles of the cursor, and of the figure and target of the draft or the advice."""
        controller = self._session.controller
        order = controller.draft.order if controller.advice is None else controller.advice.order
        figure = controller.legal.position(order.figure or controller.draft.figure)
        target = aimed_tile(controller.legal, order)
        found = (controller.focus, figure, target)
        return tuple(dict.fromkeys(tile for tile in found if tile is not None))

    def _around(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """The tiles around others, so that an enemy beside a figure is also visible."""
        board = self._session.controller.legal.board
        steps = [(dx, dy) for dx in (-_AROUND, _AROUND) for dy in (-1, 0, 1)]
        around = [(x + dx, y + dy) for x, y in tiles for dx, dy in steps]
        return tuple(dict.fromkeys(filter(board.inside, around)))

    def _map(self, *, follow: bool) -> None:
        controller = self._session.controller
        view, overlay = controller.legal.view, self._overlay()
        board = self._screen.query_one(MapView)
        if self._drawn is None or self._drawn[0] is not view or self._drawn[1] != overlay:
            board.draw_with_cursor(view, overlay, controller.cursor, follow=follow)
            self._drawn = (view, overlay)
        else:
            board.move_cursor(controller.cursor, follow=follow)

    def _overlay(self) -> Overlay:
        """The overlay of the map."""
        controller = self._session.controller
        known, missing = self._session.target_chances
        others = with_other_arms(controller.legal, known)
        self._marks = () if missing else other_arm_words(controller.legal, known)
        labels = chance_labels(controller.legal.view, known, missing, others)
        lying = tuple(self._session.fallen.items())
        return evolve(overlay_of(controller), labels=labels, fallen=lying)

    def _panel(self, watcher: Controller | None = None) -> None:
        """Write the panel for now, or for the moment that `watcher` shows."""
        screen, controller, now = self._screen, watcher or self._session.controller, watcher is None
        if now:
            self._session.request_forecast()
        self._layout(watched=not now)
        panel = screen.query_one(SidePanel)
        size = panel.content_size if panel.content_size.width else _DRAWER
        content = self._panel_lines(controller, size, now=now)
        shown, key = (content.lines, content.actions), controller.key("panel")
        panel.set_content(*shown, key, content.marked, content.boxed, content.kept)
        if screen.has_class("-beside"):
            self._roster(controller)
        room = screen.query_one("#right").content_size.height - ROWS
        # On a high screen it takes the room of the figures, not that of an order.
        high = screen.has_class("-high")
        self._minimap_fits = room >= (content.needed if high else len(content.lines))
        self._minimap(controller.legal.view)
        if now and screen.has_class("-narrow"):
            self._narrow_lines()

    def _panel_lines(
        self, controller: Controller, size: tuple[int, int], *, now: bool
    ) -> PanelLines:
        """The lines of the panel; the colours on the map are explained for the present alone."""
        screen, beside = self._screen, self._screen.has_class("-beside")
        banner = screen.query_one(EventBanner)
        lines = side_panel_lines(
            controller,
            size,
            screen.query_one("#hint", TextLine).content_size.width,
            parts=Parts(not beside, screen.has_class("-narrow"), not banner.is_open),
            played=not self._session.computer_level,
            key=self._map_key() if now else (),
        )
        if now:
            self._add_reach_key(lines, size[1])
        if not beside:
            self._add_signs(lines, controller, size[1])
        return lines

    def _roster(self, controller: Controller) -> None:
        """The figures, in a column of their own."""
        roster = self._screen.query_one("#roster", SidePanel)
        played = not self._session.computer_level
        listed = roster_lines(controller, roster.content_size, played=played)
        self._add_signs(listed, controller, roster.content_size[1])
        roster.set_content(
            listed.lines, listed.actions, controller.key("panel"), boxed=listed.boxed
        )

    def _narrow_lines(self) -> None:
        """Write figure and order in short, if the panel has no room beside the map."""
        names = ("figure", "order")
        lines = [self._screen.query_one(f"#brief-{name}", TextLine) for name in names]
        width, controller = lines[0].content_size.width, self._session.controller
        covered = self._screen.has_class("-drawer")  # the open panel has the notice
        told = (narrow_lines if covered else noticed_lines)(controller, width)
        for text_line, words in zip(lines, told, strict=True):
            text_line.set_content(words)

    def _map_key(self) -> list[Content]:
        """What the colours of the order in hand, and marks of chances, mean on the map."""
        if self._drawn is None:
            return []
        theme = self._screen.query_one(MapView).painted_theme
        marks = map(Content, self._marks if theme is not None else ())
        return [*order_key(self._drawn[1], theme, self.glyphs), *marks]

    def _add_reach_key(self, panel: PanelLines, rows: int) -> None:
        """Add the key to the marks of reach and watched ground, if the panel has the rows."""
        board = self._screen.query_one(MapView)
        words = reach_words(self._session.controller, board.viewport.zoom)
        theme, view = board.painted_theme, self._session.controller.legal.view
        lines = reach_key(words, theme, panel.width)
        if self._drawn is not None:
            lines += watch_key(view.state.setup.sides, self._drawn[1], theme, panel.width)
        if len(panel.lines) + len(lines) <= rows:
            panel.add(*lines)

    def _add_signs(self, panel: PanelLines, controller: Controller, rows: int) -> None:
        """Add the signs now used on a lettered map, as many as the panel has room for."""
        lines = [hung(sign.line, panel.width) for sign in self.signs(controller.legal.view)]
        while lines and len(panel.lines) + sum(map(len, lines)) + _BOX > rows:
            lines.pop()
        if lines:
            panel.box("signs on the map")
            panel.add(*(one for line in lines for one in line))
            panel.close()

    def signs(self, view: View) -> list[Sign]:
        """The signs now used on a lettered map; none on a painted map."""
        if self._drawn is None or self._screen.query_one(MapView).painted:
            return []
        return shown_signs(view, self._drawn[1], self.glyphs)

    def _minimap(self, view: View) -> None:
        board = self._screen.query_one(MapView)
        self._screen.query_one(MiniMap).follow(view, board, fits=self._minimap_fits)

    def write_shown(self, shown: View, known: int, notice: str) -> None:
        """Write log and lines while an earlier view is watched; the log has the first `known` news.

        In the enemy's bound the figures are also shown as of then; in an own bound the panel keeps
        the order.
        """
        self._watched = True
        self._log(shown, known)
        watcher = self._session.controller.watching(shown)
        self._lines(watcher.legal, notice)
        if shown.state.clock.side not in ("", shown.side):
            self._panel(watcher)

    def _log(self, shown: View | None = None, known: int | None = None) -> None:
        """Write the log: all of it, or its first `known` news while an earlier view is watched."""
        view = self._session.controller.legal.view
        news = view.news[:known]
        narrow = self._screen.has_class("-narrow")
        # The open panel shows the lessons and covers half of the log.
        covered = narrow and self._screen.has_class("-drawer")
        logs = [self._screen.query_one(name, LogView) for name in ("#log", "#log-beside")]
        width = next((log.content_size.width for log in logs if log.display), 0)
        # The lesson on an order is shown when all its effects have been watched.
        done = news if len(news) == len(view.news) else news[: last_order(news)]
        taught = [] if covered else self._lessons(evolve(shown or view, news=done))
        if taught and any(orders_of_bound(evolve(view, news=done))):
            read = self._lessons(evolve(shown or view, news=done[: last_order(done)]))
        else:
            read = []
        lessons = tuple(lesson.plain for lesson in (*taught, *read))
        told = view, len(news), narrow, covered, width, self._log_rows, lessons
        if self._told is None or self._told[0] is not view or self._told[1:] != told[1:]:
            # The log is written when there are new lines, not at each key.
            self._told = told
            lines = self._log_lines(view, news, taught, read, width)
            opening = [] if covered else briefing_paragraphs(view)
            for log in logs:
                log.set_lines(lines, opening)

    def _log_lines(
        self,
        view: View,
        news: Sequence[News],
        taught: list[Content],
        read: list[Content],
        width: int,
    ) -> list[Content]:
        """The lines of the log for some news; above lessons only the latest that fit.

        A lesson that was already read before the last order, or that is not the first, shrinks to
        its first row if the lines need the room.
        """
        rules, ended = self._session.game.ruleset, len(news) == len(view.news)
        said = log_sentences(view, news[-LOG_NEWS:], rules, ended=ended)
        lost = losses_since(news, view, rules) if ended else []
        if not taught:
            return [*(log_content(sentence, view) for sentence in said), *lost]
        more = more_words(self._session.controller)
        brief = [*read, *taught[1:]]
        short = [begun(one, width, more) if one in brief else one for one in taught]
        room = self._log_rows - _row_count((*short, *lost), width)
        told = latest_lines(said, news, view, (width, room))
        room -= _row_count(told, width)
        for at, one in enumerate(taught):
            if one in brief:
                short[at] = begun(one, width, more, 1 + max(0, room))
                room -= _row_count(short[at : at + 1], width) - 1
        return [*told, *lost, *short]

    def _lessons(self, view: View) -> list[Content]:
        """The current lessons, on a narrow screen, where the panel may be closed."""
        controller = self._session.controller
        if not self._screen.has_class("-narrow"):
            return []
        lessons = current_lessons(view)
        told = (f"Lesson: {controller.lesson_text(one)}" for one in lessons)
        return [Content.styled(one, "$accent") for one in told]

    def _lines(self, watched: LegalOrders | None = None, notice: str = "") -> None:
        """Write status, hints and keys; the status is as of the moment that is watched."""
        screen, session = self._screen, self._session
        controller, mode = session.controller, session.mode
        waiting = session.ai_driver.waiting
        status = screen.query_one("#status", TextLine)
        room, left = status.content_size.width, self._time_left(mode)
        legal, far = watched or controller.legal, session.ai_driver.progress
        parts = waiting, self.glyphs.dot, room, left, far
        status.set_content(top_line_words(legal, *parts, played=not session.computer_level))
        self._hint(None if watched is None else notice)
        footer = screen.query_one(Footer)
        room = footer.content_size.width
        own, seat = self._own_keys, session.seat
        if watched is not None and watched.view.state.clock.side != seat:
            mode = Mode.WAIT  # Its keys are those that do something before the enemy is done.
        known = session.game, controller, mode, seat, own, room, waiting
        lettered = not screen.query_one(MapView).painted
        keys = footer_keys(*known, closed=self._is_closed, lettered=lettered)
        footer.set_keys(read_keys(own) if screen.query_one(EventBanner).is_open else keys)

    def _hint(self, notice: str | None = None) -> None:
        """Write what can be done now, or a notice instead."""
        session, line = self._session, self._screen.query_one("#hint", TextLine)
        room, waiting = line.content_size.width, session.ai_driver.waiting
        known = session.controller, session.mode, waiting, room, session.computer_level
        board = self._screen.query_one(MapView)
        words = Content(
            notice or (eyes_words(session.controller) if session.computer_level else "")
        )
        if notice is None:
            zoom = board.viewport.zoom if board.painted else 0
            words = prompt_words(*known, closed=self._is_closed, zoom=zoom)
        line.set_content(words)

    def _time_left(self, mode: Mode) -> str:
        """The time left for the player's side, if there is a clock."""
        seat, minutes = self._session.seat, self.minutes
        self._clocks.run("" if mode is Mode.WAIT else seat)
        return self._clocks.words(seat, minutes) if minutes and seat else ""


def _row_count(lines: Sequence[Content], width: int) -> int:
    """The number of rows that lines take in the log."""
    return sum(len(indented(line, width)) for line in lines)
