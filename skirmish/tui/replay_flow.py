"""The order of screens from a record to its replay, its report, or a forked game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from skirmish.errors import RecordProblem
from skirmish.tui.screen_stack import ScreenStack

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.presentation.setup.game_setup import GameSetup
    from skirmish.session.playback import Playback
    from skirmish.session.replay_session import ReplaySession
    from skirmish.tui.screens.fork import ForkPlan


class ReplayFlow:
    """Shows recorded battles, finished or not."""

    def __init__(
        self,
        stack: ScreenStack,
        fight: Callable[[Game], None],
        place: Callable[[], Path],
        play: Callable[[GameSetup], None],
    ) -> None:
        """Begin with no screen.

        Args:
            stack: The screens.
            fight: Called with a game to play from now on.
            place: Returns the path for the record of a new game.
            play: Called with the setup of a battle to play next.
        """
        self._stack = stack
        self._fight = fight
        self._place = place
        self._play = play
        self._latest: tuple[Game, ReplaySession] | None = None

    def choose(self) -> None:
        """Show the list of records."""
        from skirmish.tui.screens.record_list import RecordList

        self._stack.push(RecordList(self.open, "Replay", over=True))

    def open(self, path: Path, side: str = "") -> None:
        """Replay a record; a damaged one only up to the damage."""
        game = self._stack.attempt("The record cannot be opened", lambda: _read(path))
        if game is None:
            return
        show = self._shower(game, side)
        if game.notices:
            self._stack.show_message("About this record", "\n".join(game.notices), show)
        else:
            show()

    def _shower(self, game: Game, side: str) -> Callable[[], None]:
        return lambda: self.show(game, side)

    def show(self, game: Game, side: str = "") -> None:
        """Replay a battle, from the view of a side if one is named."""
        from skirmish.session.playback import allowed_eyes
        from skirmish.tui.screens.dialogs import ListDialog

        allowed = allowed_eyes(game)
        if side in game.sides and side not in allowed:
            name = game.state.setup.sides[side].name
            text = f"The battle is not over: the computer plays {name}, its view is hidden."
            self._stack.show_message("View not available", text, lambda: self.show(game))
        elif side in allowed and side:
            self._replay(game, side)
        elif game.over or len(allowed) == 1:
            self._replay(game, allowed[0])
        else:
            names = [game.state.setup.sides[one].name for one in allowed]
            title = "This battle is not over. Whose view? It stays the same until you leave"
            self._stack.push(
                ListDialog(title, list(enumerate(names)), 0),
                lambda at: None if at is None else self._replay(game, allowed[at]),
            )

    def show_line(self, game: Game, line: int) -> None:
        """Replay a finished battle from a line of its record, with everything shown."""
        from skirmish.session.playback import ALL

        self._replay(game, ALL, line)

    def _replay(self, game: Game, eyes: str, line: int | None = None) -> None:
        """Replay a battle from a line of its record; None: from where its replay was left last."""
        from skirmish.tui.screens.replay import ReplayScreen

        line = self._left_at(game) if line is None else line
        replay = ReplayScreen(game, eyes=eyes, line=line, fork=self._fork, report=self.report)
        self._latest = game, replay.session
        self._stack.push(replay)

    def _left_at(self, game: Game) -> int:
        """The line at which the latest replay was left, if it was of this battle; else 0."""
        if self._latest is None:
            return 0
        before, session = self._latest
        same = before.record.text == game.record.text
        return session.step.line if same and not session.at_end else 0

    def report(self, game: Game, eyes: str) -> None:
        """Show the report as far as the viewpoint may know it; its moments lead into the replay.

        That of a finished battle offers to play it again.
        """
        from skirmish.tui.screens.replay import ReplayScreen
        from skirmish.tui.screens.report import ReportScreen

        below = self._stack.top

        def to_moment(_: Game, line: int) -> None:
            self._stack.pop_to(below)
            if isinstance(below, ReplayScreen):
                below.show_line(line)

        play = self._play if game.over else None
        self._stack.push(
            ReportScreen(game, self._stack.pop, side=eyes, moment=to_moment, play=play)
        )

    def _fork(self, playback: Playback, at: int) -> None:
        from skirmish.game import Game
        from skirmish.tui.screens.fork import ForkPlan, ForkScreen

        game = playback.battle
        if isinstance(game, Game):
            step = playback.steps[at]
            bounds = [place for place in playback.bounds() if place <= at]
            bound = playback.steps[bounds[-1]].bound if bounds else "the beginning"
            # Each viewpoint has its own steps.
            eyes = game.state.setup.sides.get(playback.eyes)
            seen = f", as {eyes.name} saw it" if eyes else ""
            where = f"step {at} of {playback.last} ({bound}{seen})" if at else bound
            self._stack.push(ForkScreen(ForkPlan.at(game, step.line, where), self._begin))

    def _begin(self, fork: ForkPlan) -> None:
        def made() -> Game:
            return fork.game.fork(fork.line, fork.seed, fork.players, record=self._place())

        if (game := self._stack.attempt("The battle cannot begin", made)) is not None:
            self._fight(game)


def _read(path: Path) -> Game:
    """The battle of a record; of a damaged one, the part before the damage."""
    from skirmish.game import Game

    try:
        return Game.replay(path)
    except RecordProblem:
        return Game.replay(path, salvage=True)
