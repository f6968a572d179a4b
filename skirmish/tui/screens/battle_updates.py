"""When the battle screen draws what: the map first, then what is beside it; what is watched."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from functools import partial

from skirmish.core.view import News
from skirmish.session.announcements import Topic
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.event_banner import EventBanner
from skirmish.tui.map.widget import MapView
from skirmish.tui.map_player import MapPlayer
from skirmish.tui.prompt_paint import PromptScreen
from skirmish.tui.screens.battle_display import BattleDisplay
from skirmish.tui.screens.battle_watch import BattleWatch

SOON = 0.002
"""Seconds from the paint of the map after a key to that of what is beside it."""


class BattleUpdates:
    """Draws what a session announces, each thing in its time.

    After a key the map comes first. While something is played on it that is drawn; the computer's
    next order and the end of the battle wait for it.

    Attributes:
        watch: What the player watches.
        rest_due: Whether what is beside the map is still to be drawn.
    """

    def __init__(
        self,
        screen: PromptScreen,
        session: BattleSession,
        display: BattleDisplay,
        board: MapView,
        banner: EventBanner,
        *,
        animated: bool,
        report: Callable[[Topic], object],
    ) -> None:
        """Draw a session by its display; `report` gets what the app must know."""
        self._screen = screen
        self._session = session
        self._display = display
        self._board = board
        self._banner = banner
        self._animated = animated
        self._report = report
        self.watch = BattleWatch(session, MapPlayer(board), self._told)
        self.rest_due = False
        self._map_due = self._interrupted = self._by_mouse = self._played = False
        self._known = 0
        self._after: list[Callable[[], object]] = []
        session.when_shown = self._hold
        session.changes.observe(self._session_changed)

    @property
    def watching(self) -> bool:
        """Whether something is played on the map."""
        return self.watch.player.playing

    def _session_changed(self, topic: Topic) -> None:
        """Draw what has changed, and report what the app must know."""
        if topic == Topic.MAP and self._session.seat and not self.watching:
            self._display.write_map()
        else:
            self._all_changed(topic)
        self._screen.paint_now()

    def _all_changed(self, topic: Topic) -> None:
        """Draw everything."""
        session = self._session
        if topic & (Topic.VIEW | Topic.SEAT):
            self._display.close_drawer()
        if Topic.SEAT in topic:
            self.watch.forget()
            if session.seat:
                self._board.centre(session.controller.cursor)
            else:
                self._display.blank()
        elif session.seat and Topic.VIEW in topic and self._animated:
            self.watch.play_news(self._shown)
            get_running_loop().call_later(SOON, self._screen.call_later, self._prepare)
        if session.mode is not Mode.WAIT:
            self.watch.rest()
        self._draw_changed(topic)
        if Topic.NEXT_PLAYER in topic:
            self._report(Topic.NEXT_PLAYER)
        later = (one for one in (Topic.AI_ORDER, Topic.OVER) if one in topic)
        self._after.extend(partial(self._report, one) for one in later)
        if not self.watching:
            self._go_on(played=False)

    # Drawing.

    def draw(self, *, follow: bool = True) -> None:
        """Draw everything; the camera follows the cursor unless told not to."""
        self.rest_due = self._map_due = False
        if (shown := self.watch.player.view) is not None:
            self._display.write_shown(shown, self._known, self.watch.notice)
        elif self._session.seat:
            self._display.write(follow=follow)

    def draw_camera(self) -> None:
        """Draw what depends on the part of the map that is shown."""
        if self._session.seat and self.watch.player.view is None:
            self._display.write_camera()
        self._screen.paint_now()

    def _draw_changed(self, topic: Topic) -> None:
        """Draw all; after a key first the map, and what is beside it when the terminal has that."""
        if topic != Topic.CHOICE | Topic.CURSOR or not self._session.seat or self.watching:
            self.draw(follow=Topic.CURSOR in topic)
            return
        self._draw_map()
        self._screen.paint_now()

    def _draw_map(self) -> None:
        """Draw the map now, and soon what is beside it."""
        self._map_due = False
        self._display.write_cursor(follow=True)
        self._rest_soon()

    def _rest_soon(self) -> None:
        """Draw soon what is beside the map, and the map if that is due."""
        if not self.rest_due:
            self.rest_due = True
            # Not by a message alone: this thread must rest, so that the one that writes can run.
            get_running_loop().call_later(SOON, self._screen.call_later, self._draw_rest)

    def _draw_rest(self) -> None:
        """Draw what is beside the map, unless that was done meanwhile."""
        due, self.rest_due = self.rest_due, False
        if due and self._session.seat and not self.watching:
            if self._map_due:
                self._map_due = False
                self._display.write_cursor(follow=not self._by_mouse)
            self._display.write_rest()
            self._screen.paint_now()

    # What is watched.

    def unwatched(self) -> tuple[News, ...]:
        """What the seated side learnt since its last order and the player has not watched."""
        return self.watch.unwatched(self._session.recap_start)

    def interrupt(self, *, by_mouse: bool) -> None:
        """End what is played, before the input that does it has its own effect."""
        self._interrupted, self._by_mouse = True, by_mouse
        self.watch.cut()
        self._interrupted = False

    def hurry(self) -> None:
        """Show the enemy's bound faster."""
        self.watch.hurry()
        self._say_how()

    def skip(self) -> None:
        """Show no more of the enemy's bound."""
        self.watch.skip()
        self._say_how()

    def _say_how(self) -> None:
        if self._session.mode is not Mode.WAIT:
            # What is played came before the present orders: nothing is left to hurry to.
            self.watch.rest()
        else:
            self._session.controller.notice = self.watch.notice
        self.draw()

    def read_on(self) -> None:
        """Show the next text of an event, or go on after the last one."""
        self._banner.go_on()
        if not self._banner.is_open and not self.watching:
            self.draw(follow=False)
            self._go_on(played=self._played)

    def _told(self, known: int) -> None:
        """Write the log up to the news that have been shown."""
        self._known = known
        self.draw()

    def _prepare(self) -> None:
        """Have the map ready that follows what the player watches, if he is to act then."""
        if self.watching and self._session.seat and self._session.mode is not Mode.WAIT:
            self._display.prepare_map()

    def _hold(self, then: Callable[[], None]) -> None:
        """Call a function when the present order has been watched, else after the pace."""
        self._after.append(lambda: then() if self._played else self._session.after_pace(then))

    def _shown(self) -> None:
        """Show what has come of what was played, and go on; a player finds his cursor in sight.

        The map does not move below the mouse that has ended it.
        """
        if self._session.seat and self._interrupted:
            self._map_due = True  # The key that has ended it draws this, and its own effect.
            self._rest_soon()
        elif self._session.seat:
            self._draw_map()
        if self._session.mode is not Mode.WAIT and not (self._interrupted and self._by_mouse):
            self._board.show_cursor()
        self._go_on(played=True)

    def _go_on(self, *, played: bool) -> None:
        """Do what waited for the map; the end of the battle waits until its events are read."""
        self._played = played
        self._display.write_events()
        if self._banner.is_open and self._session.game.over:
            return
        after, self._after = self._after, []
        for then in after:
            then()
