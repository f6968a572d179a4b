"""Advice: what the computer would order next for a player's side, on that side's view."""

from __future__ import annotations

from attrs import evolve, field, frozen

from skirmish.ai import Choice, Explanation, Pace, Stream, Weighed, think
from skirmish.ai.memory import Memory
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.ai_reasons import candidate_lines
from skirmish.presentation.explain_record import previous_choice
from skirmish.rulesets.carry import verbs_of
from skirmish.rulesets.protocol import Ruleset

DEFAULT_ADVISER = "regular"
"""The level that advises where nobody chose another one."""
ADVISERS = (DEFAULT_ADVISER, "veteran")
"""The levels that may be asked."""
ADVISER_OFF = "the setting 'adviser' is off"
"""Why nobody advises who does not want it; where it can be changed stands behind."""


@frozen
class Advice:
    """What an adviser would do, the best first; `at` is the one that is looked at."""

    level: str
    candidates: tuple[Weighed, ...]
    index: int = 0

    @property
    def current(self) -> Weighed:
        """The candidate that is looked at."""
        return self.candidates[self.index]

    @property
    def order(self) -> Order:
        """Its order."""
        return self.current.order

    def next(self, by: int = 1) -> Advice:
        """The next candidate; after the last one the first."""
        return evolve(self, index=(self.index + by) % len(self.candidates))


@frozen
class AdviceRequest:
    """A question to the adviser, ready to be thought about in any thread."""

    ruleset: Ruleset
    view: View
    level: str
    key: str
    previous: Choice = field(repr=False)

    @classmethod
    def of(cls, game: Game, side: str, level: str, memory: Memory | None = None) -> AdviceRequest:
        """What a side would do now that is to act.

        Args:
            game: The battle.
            side: Whose player asks: no more is looked at than it knows.
            level: Who is asked.
            memory: What was worked out for an earlier question; it only saves time.
        """
        before = previous_choice(game, len(game.lines) + 1, side, memory)
        key = f"adviser {game.seed} {side}"
        return cls(game.ruleset, game.view(side), level or DEFAULT_ADVISER, key, before)

    def think(self, pace: Pace | None = None) -> Choice:
        """The thought; `Advice` is made of its explanation."""
        stream = Stream(self.key)
        return think(self.ruleset, self.view, self.level, stream, previous=self.previous, pace=pace)

    def advice(self, reasons: Explanation) -> Advice:
        """The advice that an explanation holds."""
        return Advice(self.level, (reasons.chosen, *reasons.rejected))

    def lines(self, reasons: Explanation, *, numbers: bool = True) -> list[str]:
        """The advice in sentences, each candidate with what is to be typed for it."""
        lines = [f"The computer ({self.level}) would do this, the best first."]
        verbs = verbs_of(self.ruleset)
        for number, one in enumerate((reasons.chosen, *reasons.rejected), 1):
            first, *rest = candidate_lines(self.view, verbs, one, numbers=numbers)
            lines += [f"{number}. {first}", f"  type: {one.order}", *rest]
        return lines


def advice_lines(game: Game, side: str, level: str = "", *, numbers: bool = True) -> list[str]:
    """The advice for a side that is to act, in sentences, as soon as it is thought of."""
    question = AdviceRequest.of(game, side, level)
    return question.lines(question.think().explanation, numbers=numbers)
