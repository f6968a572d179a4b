"""What a player watches of a battle: each thing that his side learns, on the map as it happens."""

from __future__ import annotations

from collections.abc import Callable

from skirmish.core.view import News, View
from skirmish.game import HUMAN
from skirmish.presentation.effects import Clip, timeline_of
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.map.order_overlay import watching_overlay
from skirmish.tui.map_player import MapPlayer

HURRIED = 3.0
"""How much faster a bound is played after the key for it."""


class BattleWatch:
    """Plays the news of the seated side.

    Attributes:
        player: Plays them.
        notice: How the enemy's bound is shown, if not in the usual way.
    """

    def __init__(
        self, session: BattleSession, player: MapPlayer, told: Callable[[int], None]
    ) -> None:
        """Watch a session; `told` is called with the number of news shown so far."""
        self.player = player
        self.notice = ""
        self._session = session
        self._told = told
        self._view: View | None = None
        self._news = 0
        self._from = self._to = 0
        self._skipping = False

    def forget(self) -> None:
        """Begin with what the seated side knows now, and end what is played."""
        self.player.stop()
        self._view = None
        if self._session.seat:
            self._view = self._session.controller.legal.view
            self._news = self._from = self._to = len(self._view.news)

    def play_news(self, then: Callable[[], None]) -> None:
        """Play what the seated side has learnt since the last time; then call a function."""
        session, before = self._session, self._view
        view = session.controller.legal.view
        first, self._news, self._view = self._news, len(view.news), view
        if before is None or len(view.news) <= first:
            return
        if self._skipping and session.mode is Mode.WAIT:
            self._from = self._to = self._news
            return
        self._from, self._to = (self._from if self._to == first else first), self._news
        self.player.play(
            timeline_of(Clip(before, view, view.news[first:])),
            lambda stage: watching_overlay(session.controller, stage),
            then,
            lambda told: self._told(first + told),
        )

    def hurry(self) -> None:
        """Play faster until the player is asked for something."""
        self.player.factor = HURRIED
        self.notice = f"Faster until {self._next_stop}."

    def skip(self) -> None:
        """Play nothing more until the player is asked for something."""
        self._skipping = True
        self.notice = f"Skipping to {self._next_stop}."
        self._from = self._to
        self.player.stop()

    @property
    def _next_stop(self) -> str:
        """What ends the enemy's bound, or what the computer plays for both sides."""
        people = HUMAN in self._session.game.players.values()
        return "your next orders" if people else "the end of the battle"

    def rest(self) -> None:
        """The player is asked for something: what comes then is played at the usual speed."""
        controller = self._session.controller
        if self.notice and controller.notice == self.notice:
            controller.notice = ""
        self._skipping, self.player.factor, self.notice = False, 1.0, ""

    def unwatched(self, news: tuple[News, ...]) -> tuple[News, ...]:
        """The newest news if not all of them were played, else none."""
        return () if self._from <= self._news - len(news) and self._to == self._news else news
