"""Advice: what the computer would order next for a player's side, on that side's view."""

from __future__ import annotations

from attrs import evolve, field, frozen

from skirmish.ai import Choice, Explanation, Pace, Stream, Weighed, think
from skirmish.ai.cache import ThoughtCache
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.ai_reasons import candidate_lines
from skirmish.presentation.explain_record import previous_choice
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.preferences import DEFAULT_ADVISER
from skirmish.rulesets.ruleset import Ruleset

ADVISERS = (DEFAULT_ADVISER, "veteran")
"""The levels that can be asked."""
ADVISER_OFF = "the setting 'adviser' is off"
"""Shown where the player switched the adviser off; the caller appends where to change it."""


@frozen
class Advice:
    """The adviser's candidates, best first.

    Attributes:
        level: The level that was asked.
        candidates: Orders with their reasons.
        index: The candidate shown.
        chosen: The figure that the player had chosen, if any.
    """

    level: str
    candidates: tuple[Weighed, ...]
    index: int = 0
    chosen: str = ""

    @property
    def current(self) -> Weighed:
        """The candidate shown."""
        return self.candidates[self.index]

    @property
    def order(self) -> Order:
        """The order of the candidate shown."""
        return self.current.order

    @property
    def other(self) -> str:
        """The figure that the player had chosen, where the order is for another one."""
        figure = self.order.figure
        return self.chosen if figure and figure != self.chosen else ""

    def next(self, by: int = 1) -> Advice:
        """Advice that shows the next candidate, wrapping round."""
        return evolve(self, index=(self.index + by) % len(self.candidates))


@frozen
class AdviceRequest:
    """A question to the adviser; `think` may run in any thread."""

    ruleset: Ruleset
    view: View
    level: str
    key: str
    previous: Choice = field(repr=False)

    @classmethod
    def of(
        cls, game: Game, side: str, level: str, memory: ThoughtCache | None = None
    ) -> AdviceRequest:
        """A request for the next order of the side to act.

        Args:
            game: The battle.
            side: The side that asks; only its view is used.
            level: The level that is asked; "" for the default.
            memory: Cache of an earlier request; it only saves time.
        """
        before = previous_choice(game, side, memory)
        key = f"adviser {game.seed} {side}"
        return cls(game.ruleset, game.view(side), level or DEFAULT_ADVISER, key, before)

    def think(self, pace: Pace | None = None) -> Choice:
        """The computer's choice; `advice` reads its explanation."""
        stream = Stream(self.key)
        return think(self.ruleset, self.view, self.level, stream, previous=self.previous, pace=pace)

    def advice(self, reasons: Explanation, chosen: str = "") -> Advice:
        """The candidates of an explanation, for a player who has chosen a figure."""
        return Advice(self.level, (reasons.chosen, *reasons.rejected), chosen=chosen)

    def lines(self, reasons: Explanation, *, numbers: bool = True) -> list[str]:
        """The advice as text lines, each candidate with the command that gives it."""
        lines = [f"The computer ({self.level}) suggests, best first:"]
        legal = LegalOrders(self.ruleset, self.view)
        for number, one in enumerate((reasons.chosen, *reasons.rejected), 1):
            first, *rest = candidate_lines(legal, one, numbers=numbers)
            lines += [f"{number}. {first}", f"  type: {one.order}", *rest]
        return lines
