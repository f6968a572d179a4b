"""Advice: what the computer would order next for a player's side, on that side's view."""

from __future__ import annotations

from attrs import evolve, field, frozen

from skirmish.ai import Choice, Explanation, Pace, Stream, Weighed, think
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.choose import SHOWN
from skirmish.core.orders import END, Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import candidate_lines, has_reason
from skirmish.presentation.reasons.explain_record import previous_choice
from skirmish.presentation.setup.preferences import DEFAULT_ADVISER
from skirmish.rulesets.ruleset import Ruleset

ADVISERS = (DEFAULT_ADVISER, "veteran")
"""The levels that can be asked."""
ADVISER_OFF = "the setting 'adviser' is off"
"""Shown if the player switched the adviser off; the caller appends where to change that."""


@frozen
class Advice:
    """The adviser's candidates, best first.

    Attributes:
        level: The level that was asked.
        candidates: Orders with their reasons.
        index: The candidate shown.
        chosen: The figure that the player had chosen, if any.
        best: What the adviser would do first of all.
        own: The best for the chosen figure, if anything gains.
    """

    level: str
    candidates: tuple[Weighed, ...]
    index: int = 0
    chosen: str = ""
    best: Weighed | None = None
    own: Weighed | None = None

    @property
    def current(self) -> Weighed:
        """The candidate shown."""
        return self.candidates[self.index]

    @property
    def order(self) -> Order:
        """The order of the candidate shown."""
        return self.current.order

    @property
    def gains(self) -> bool:
        """Whether the candidate shown is not worse than doing nothing."""
        return self.current.gain >= 0

    @property
    def other(self) -> str:
        """The figure that the player had chosen, if the order is for another one."""
        figure = self.order.figure
        return self.chosen if figure and figure != self.chosen else ""

    @property
    def better_first(self) -> Weighed | None:
        """The first order of the adviser, if what is shown is for the chosen figure."""
        best, figure = self.best, self.order.figure
        if best is None or not best.order.figure or figure != self.chosen:
            return None
        return best if best.order.figure != figure else None

    @property
    def better_ended(self) -> bool:
        """Whether the adviser would end the bound rather than order a figure as shown."""
        ends = self.best is not None and self.best.order.verb == END.name
        return ends and bool(self.chosen and self.order.figure)

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
    about: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        side: str,
        level: str,
        memory: ThoughtCache | None = None,
        about: str = "",
    ) -> AdviceRequest:
        """A request for the next order of the side to act.

        Args:
            game: The battle.
            side: The side that asks; only its view is used.
            level: The level that is asked; "" for the default.
            memory: Cache of an earlier request; it only saves time.
            about: The figure that the player has chosen; "" for none.
        """
        before = previous_choice(game, side, memory)
        key = f"adviser {game.seed} {side}"
        return cls(game.ruleset, game.view(side), level or DEFAULT_ADVISER, key, before, about)

    def think(self, pace: Pace | None = None) -> Choice:
        """The computer's choice; pass its explanation to `advice`."""
        return think(
            self.ruleset,
            self.view,
            self.level,
            Stream(self.key),
            previous=self.previous,
            pace=pace,
            about=self.about,
        )

    def advice(self, reasons: Explanation, *, own_first: bool = False) -> Advice:
        """The candidates of an explanation, among them the best for the figure asked about.

        With `own_first` that one comes first, else last.
        """
        best, ends = reasons.chosen, not reasons.chosen.order.figure
        own = tuple(one for one in reasons.about if has_reason(one) and one.gain > 0)
        # After the advice to end the bound, orders that lose least show why.
        others = (one for one in reasons.rejected if ends or one.gain > 0)
        candidates = (best, *filter(has_reason, others))
        if own and best.order.figure != self.about:
            last = (*candidates[: SHOWN - 1], own[0])
            candidates = (own[0], best, *own[1 : SHOWN - 1]) if own_first else last
        return Advice(self.level, candidates, 0, self.about, best, own[0] if own else None)

    def lines(self, reasons: Explanation, *, numbers: bool = True) -> list[str]:
        """The advice as text lines, each candidate with the command that gives it.

        Orders of the figure asked about come first.
        """
        legal = LegalOrders(self.ruleset, self.view)
        candidates = self.advice(reasons, own_first=True).candidates
        first = self.about if candidates[0].order.figure == self.about else ""
        lines = (
            [f"No order of {self.about} gains anything now."] if self.about and not first else []
        )
        lines.append(f"The computer ({self.level}) suggests, {first or 'best'} first:")
        for number, one in enumerate(candidates, 1):
            said, *rest = candidate_lines(legal, one, numbers=numbers)
            lines += [f"{number}. {said}", f"  type: {one.order}", *rest]
        return lines
