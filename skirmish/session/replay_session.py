"""The state of a replay in use: whose view, which step, how fast; no screen."""

from __future__ import annotations

from collections.abc import Container, Sequence

from skirmish.core.events import Bound
from skirmish.core.view import News, View
from skirmish.game.battle import Battle
from skirmish.presentation.log.effects import Clip
from skirmish.session.enemy_actions import SeenAction
from skirmish.session.playback import (
    ALL,
    Playback,
    PlaybackStep,
    allowed_eyes,
    bound_words,
    playback_of,
)

SPEEDS = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds per step while the replay plays."""
LOG_NEWS = 200
"""About how many news the log beside the map shows."""


class ReplaySession:
    """The place in a replay; each intent changes it at once."""

    def __init__(self, battle: Battle, eyes: str | None = None, line: int = 0) -> None:
        """Replay a battle.

        Args:
            battle: The battle; it is not changed.
            eyes: The side whose view is shown first, or `ALL`; None for the widest view allowed.
            line: The line of the record after which to begin.
        """
        allowed = allowed_eyes(battle)
        first = allowed[0] if eyes is None else eyes
        self.battle = battle
        # The viewpoint of a battle that is not over is fixed.
        self._allowed = allowed if battle.over else (first,)
        self._speed = 1
        self._show(playback_of(battle, first), line)

    def _show(self, playback: Playback, line: int) -> None:
        self.playback = playback
        self.at = playback.at_line(line)
        self.view = playback.view(self.at)
        self.actions: tuple[SeenAction, ...] = playback.actions(self.at)
        self.clip: Clip | None = None

    # The step shown.

    @property
    def step(self) -> PlaybackStep:
        """The step shown."""
        return self.playback.steps[self.at]

    @property
    def at_end(self) -> bool:
        """Whether the last step is shown."""
        return self.at == self.playback.last

    @property
    def shows_all(self) -> bool:
        """Whether the viewpoint sees everything."""
        return self.playback.eyes == ALL

    def bound_name(self) -> str:
        """The name of the bound that the step shown is in."""
        steps = self.playback.steps
        for step in reversed(steps[: self.at] or steps[:1]):
            began = [one.event for one in step.news if isinstance(one.event, Bound)]
            if began:
                return bound_words(self.battle, began[-1])
        return "before the first turn"

    def recent_news(self) -> tuple[News, ...]:
        """The newest news up to the step shown."""
        return self.playback.recent_news(self.at, LOG_NEWS)

    def placed_news(self) -> list[tuple[int, News]]:
        """All news up to the step shown, each with the index of its step."""
        steps = self.playback.steps[: self.at + 1]
        return [(at, news) for at, step in enumerate(steps) for news in step.news]

    def view_of(self, side: str) -> View:
        """Everything from a side's viewpoint if everything is shown, else the current view."""
        return self.playback.for_side(self.at, side) if self.shows_all else self.view

    # To another step.

    def go(self, at: int) -> None:
        """Show a step. If it is the next one, `clip` holds what is seen on the way to it."""
        before, old = self.view, self.at
        self.at = min(max(0, at), self.playback.last)
        self.view = self.playback.view(self.at)
        self.actions = self.playback.actions(self.at)
        self.clip = Clip(before, self.view, self.step.news) if self.at == old + 1 else None

    def go_steps(self, by: int) -> None:
        """Go some steps forward, or back."""
        self.go(self.at + by)

    def go_bound(self, by: int) -> None:
        """Go to the next bound, or the previous one."""
        self.go(self.playback.next_bound(self.at, by))

    def go_turn(self, by: int) -> None:
        """Go to the next turn, or the previous one."""
        self.go(self.playback.next_turn(self.at, by))

    def go_next_of(self, lines: Container[int]) -> None:
        """Go to the next step of these lines of the record, if there is one."""
        steps = self.playback.steps
        later = range(self.at + 1, len(steps))
        self.go(next((at for at in later if steps[at].line in lines), self.at))

    def go_end(self, by: int) -> None:
        """Go to the end, or the beginning."""
        self.go(self.playback.last if by > 0 else 0)

    def bound_choices(self) -> tuple[Sequence[tuple[int, str]], int]:
        """The steps that begin a bound, each with its name, and the step of the current bound."""
        steps = self.playback.steps
        places = [(at, steps[at].bound) for at in self.playback.bounds()]
        return places, self.playback.next_bound(self.at + 1, -1)

    # A number to go to is a line of the record once the battle is over. Before that, numbers of
    # lines would reveal how many orders the enemy has given.

    @property
    def greatest_number(self) -> int:
        """The greatest number that `go_number` takes."""
        return self.playback.steps[-1].number if self.battle.over else self.playback.last

    def go_number(self, number: int) -> None:
        """Go to the line with a number in the record if the battle is over, else to the step."""
        if self.battle.over:
            most = len(self.battle.standing_lines)
            self.go(self.playback.at_line(self.battle.line_of(min(number, most))))
        else:
            self.go(number)

    def go_line(self, line: int) -> None:
        """Go to a line of the record; show everything if the current viewpoint did not see it."""
        if self.playback.steps[self.playback.at_line(line)].line != line and ALL in self._allowed:
            self._show(playback_of(self.battle, ALL), self.step.line)
        self.go(self.playback.at_line(line))

    # Eyes and speed.

    @property
    def eyes_fixed(self) -> bool:
        """Whether the viewpoint cannot be changed."""
        return len(self._allowed) == 1

    def change_eyes(self) -> None:
        """Show the same line of the record from the next viewpoint allowed."""
        after = self._allowed.index(self.playback.eyes) + 1
        eyes = self._allowed[after % len(self._allowed)]
        self._show(playback_of(self.battle, eyes), self.step.line)

    @property
    def speed(self) -> int:
        """The speed, from 1 (slowest)."""
        return self._speed + 1

    @property
    def seconds(self) -> float:
        """Seconds per step while the replay plays."""
        return SPEEDS[self._speed]

    def change_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = min(max(0, self._speed + by), len(SPEEDS) - 1)
