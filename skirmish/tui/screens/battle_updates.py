"""When the battle screen is drawn: the map first, then the rest; playback on the map."""

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
"""Seconds between the paint of the map after a key and the paint of the rest."""


class BattleUpdates:
    """Draws what a session announces, in order of urgency.

    After a key the map comes first. While something is played on the map, that is drawn instead;
    the computer's next order and the end of the battle wait for it.

    Attributes:
        watch: Plays what the player watches.
        rest_due: Whether the parts beside the map are still to be drawn.
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
        """Draw a session through its display; `report` is called with topics for the app."""
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
        """Draw what has changed, and report topics for the app."""
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
        """Draw everything; the camera follows the cursor if `follow` is set."""
        self.rest_due = self._map_due = False
        if (shown := self.watch.player.view) is not None:
            self._display.write_shown(shown, self._known, self.watch.notice)
        elif self._session.seat:
            self._display.write(follow=follow)

    def draw_camera(self) -> None:
        """Draw what depends on the visible part of the map."""
        if self._session.seat and self.watch.player.view is None:
            self._display.write_camera()
        self._screen.paint_now()

    def _draw_changed(self, topic: Topic) -> None:
        """Draw everything; after a key the map at once and the rest when the terminal has it."""
        if topic != Topic.CHOICE | Topic.CURSOR or not self._session.seat or self.watching:
            self.draw(follow=Topic.CURSOR in topic)
            return
        self._draw_map()
        self._screen.paint_now()

    def _draw_map(self) -> None:
        """Draw the map now, and the rest soon."""
        self._map_due = False
        self._display.write_cursor(follow=True)
        self._rest_soon()

    def _rest_soon(self) -> None:
        """Schedule the parts beside the map, and the map if it is due."""
        if not self.rest_due:
            self.rest_due = True
            # A delay, not just a message: this thread must pause so that the writing one can run.
            get_running_loop().call_later(SOON, self._screen.call_later, self._draw_rest)

    def _draw_rest(self) -> None:
        """Draw the parts beside the map, unless that was done meanwhile."""
        due, self.rest_due = self.rest_due, False
        if due and self._session.seat and not self.watching:
            if self._map_due:
                self._map_due = False
                self._display.write_cursor(follow=not self._by_mouse)
            self._display.write_rest()
            self._screen.paint_now()

    # Playback on the map.

    def unwatched(self) -> tuple[News, ...]:
        """The news of the seated side since its last order that the player has not watched."""
        return self.watch.unwatched(self._session.unfollowed_start)

    def interrupt(self, *, by_mouse: bool) -> None:
        """End what is being played, before the input that ends it has its own effect."""
        self._interrupted, self._by_mouse = True, by_mouse
        self.watch.cut()
        self._interrupted = False

    def hurry(self) -> None:
        """Show the enemy's bound faster."""
        self.watch.hurry()
        self._say_how()

    def skip(self) -> None:
        """Skip the rest of the enemy's bound."""
        self.watch.skip()
        self._say_how()

    def _say_how(self) -> None:
        if self._session.mode is not Mode.WAIT:
            # The player can already give orders: there is nothing to hurry or skip to.
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
        """Write the log up to the news that have been shown (`known`)."""
        self._known = known
        self.draw()

    def _prepare(self) -> None:
        """Prepare the map for the moment after what is watched, if the player can act then."""
        if self.watching and self._session.seat and self._session.mode is not Mode.WAIT:
            self._display.prepare_map()

    def _hold(self, then: Callable[[], None]) -> None:
        """Call a function when the current order has been watched, else after the pace."""
        self._after.append(lambda: then() if self._played else self._session.after_pace(then))

    def _shown(self) -> None:
        """Draw the state after what was played, with the cursor in sight, and go on.

        If a click ended it, the map does not move under the mouse.
        """
        if self._session.seat and self._interrupted:
            self._map_due = True  # Drawn together with the effect of the key that ended it.
            self._rest_soon()
        elif self._session.seat:
            self._draw_map()
        if self._session.mode is not Mode.WAIT and not (self._interrupted and self._by_mouse):
            self._board.show_cursor()
        self._go_on(played=True)

    def _go_on(self, *, played: bool) -> None:
        """Run what waited for the map; at the end of the battle only when all events are read."""
        self._played = played
        self._display.write_events()
        if self._banner.is_open and self._session.game.over:
            return
        after, self._after = self._after, []
        for then in after:
            then()
