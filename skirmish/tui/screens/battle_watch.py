"""What a player watches of a battle: the news of the seated side, played on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile

from skirmish.core.events import Changed, Fired, Opened, Struck, Triggered
from skirmish.core.view import News, View
from skirmish.game import HUMAN
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import Clip
from skirmish.presentation.log.log_writer import NEW_ACTIONS
from skirmish.presentation.setup.scenario_text import recent_events
from skirmish.session.battle_session import BattleSession
from skirmish.session.enemy_actions import has_actions
from skirmish.session.mode import Mode
from skirmish.tui.map.order_overlay import watching_overlay
from skirmish.tui.map_player import MapPlayer

HURRIED = 3.0
"""Factor by which a bound is played faster after the key for it."""


class BattleWatch:
    """Plays the news of the seated side.

    Attributes:
        player: Plays them.
        notice: Says how the enemy's bound is played, if hurried or skipped.
    """

    def __init__(
        self, session: BattleSession, player: MapPlayer, told: Callable[[int], None]
    ) -> None:
        """Watch a session; `told` is called with the number of news shown so far."""
        self.player = player
        self.notice = self._hidden = ""
        self._session = session
        self._told = told
        self._view: View | None = None
        self._news = self._seated = self._shown = 0
        self._missed: list[int] = []
        self._own: list[range] = []
        self._skipping = False

    def forget(self) -> None:
        """Stop playing, and count all current news of the seated side as known."""
        self.player.stop()
        self._view, self._missed, self._own = None, [], []
        if self._session.seat:
            self._view = self._session.controller.legal.view
            self._news = self._seated = self._shown = len(self._view.news)

    def play_news(self, then: Callable[[], None]) -> None:
        """Play the news that the seated side got since the last call; then call a function.

        What is still being played continues from where it is.
        """
        session, before, first = self._session, self._view, self._news
        view = session.controller.legal.view
        self._news, self._view = len(view.news), view
        if before is None or len(view.news) <= first:
            return
        if view.news[first].given is not None:
            self._own.append(range(first, self._news))
        if self._skipping and session.mode is Mode.WAIT:
            self._miss(first)
            return
        if (shown := self.player.view) is not None:
            before, first = shown, self._shown
        self._shown = first
        timeline = timeline_of(Clip(before, view, view.news[first:]))
        played = self.player.play(
            timeline,
            lambda stage: watching_overlay(session.controller, stage),
            then,
            partial(self._show, first),
        )
        # News without an effect to watch, such as a posture, show on map and log at once.
        if not played and (timeline.length or not self.player.is_on):
            self._miss(first)

    def _show(self, first: int, told: int) -> None:
        """Note the number of news shown: `told`, counted from the first that is played."""
        self._shown = first + told
        self._told(self._shown)

    def _miss(self, first: int) -> None:
        """Note the news from an index on as not watched, except those of own orders."""
        fresh = range(first, self._news)
        self._missed += [at for at in fresh if not any(at in own for own in self._own)]

    def cut(self) -> None:
        """End what is being played; the rest of it counts as not watched."""
        if self._shown < self._news:
            self._miss(self._shown)
        self.player.stop()

    def hurry(self) -> None:
        """Play faster until the player can give orders."""
        self.player.factor = HURRIED
        self._announce(f"Faster until {self._next_stop}.")

    def skip(self) -> None:
        """Play nothing until the player can give orders."""
        self._skipping = True
        self._announce(f"Skipping to {self._next_stop}.")
        self.cut()

    def _announce(self, notice: str) -> None:
        """Note how the bound is played, and the notice that this hides until then."""
        if self._session.controller.notice != self.notice:
            self._hidden = self._session.controller.notice
        self.notice = notice

    @property
    def _next_stop(self) -> str:
        """The moment until which hurry and skip last, in words."""
        people = HUMAN in self._session.game.players.values()
        return "your next orders" if people else "the end of the battle"

    def rest(self) -> None:
        """Return to the usual speed, because the player can give orders now."""
        controller = self._session.controller
        if self.notice and controller.notice == self.notice:
            controller.notice = self._hidden
        self._skipping, self.player.factor, self.notice, self._hidden = False, 1.0, "", ""

    def unwatched(self, since: int) -> tuple[News, ...]:
        """Return the news that were not watched, once; empty if nothing happened on the map.

        A scripted event alone counts as nothing, because its text is shown by itself.

        News from before the side took its seat, and news that were never played, are included from
        the index `since` on.
        """
        view = self._session.controller.legal.view
        last = len(view.news)
        unplayed = (*range(since, self._seated), *range(max(since, self._news), last))
        missed = {*unplayed, *self._missed}
        self._seated, self._news, self._missed = 0, last, []
        first = min(missed, default=0)
        missed |= {*_event_before(view.news, first), *_shot_before(view.news, first)}
        news = tuple(view.news[at] for at in sorted(missed) if at < last)
        return news if has_actions(view, _without_scripted(view, news)) else ()


def _without_scripted(view: View, news: Sequence[News]) -> list[News]:
    """News without the recent scripted events that have a text, and what these change."""
    texts, kept, leaves_out = dict(recent_events(view)), list[News](), False
    for one in news:
        if isinstance(one.event, Triggered):
            leaves_out = one.event.trigger in texts
        elif not isinstance(one.event, Changed | Opened):
            leaves_out = False
        kept += [] if leaves_out else [one]
    return kept


def _event_before(news: Sequence[News], first: int) -> range:
    """Indices of the scripted event that changed the ground before an index, and of its changes."""
    begin = first
    while begin and isinstance(news[begin - 1].event, Changed):
        begin -= 1
    brought = begin and isinstance(news[begin - 1].event, Triggered)
    return range(begin - 1, first) if brought else range(first, first)


def _shot_before(news: Sequence[News], first: int) -> range:
    """Indices of the shot whose results begin at an index, and of what lies between."""
    begin = first
    while begin and not isinstance(news[begin].event, NEW_ACTIONS):
        begin -= 1
    later = (one.event for one in news[first:])
    rest = takewhile(lambda event: not isinstance(event, NEW_ACTIONS), later)
    by = {event.source for event in rest if isinstance(event, Struck)}
    shot = news[begin].event if news else None
    return range(begin, first) if isinstance(shot, Fired) and shot.figure in by else range(0)
