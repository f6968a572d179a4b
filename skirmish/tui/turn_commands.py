"""Commands on a whole bound: the next figure, the group, the last order again, the end."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, parse_path
from skirmish.core.orders import END, READY, RESIGN, Order
from skirmish.presentation.hint_words import end_hint_words
from skirmish.presentation.hints import end_hints
from skirmish.presentation.refusals import explain_refusal, explain_verb_refusal
from skirmish.presentation.wording import humanize
from skirmish.session import order_draft, repeat
from skirmish.session.order_draft import Mode, OrderDraft
from skirmish.tui.cursor import CursorState

_BOUND = "the bound"
_NAMED = 6
"""Figures that a notice lists."""


class TurnCommands(CursorState):
    """One player's commands on the bound."""

    def upcoming(self, names: Sequence[str]) -> tuple[str, ...]:
        """Some own figures in the order in which they follow the latest chosen one."""
        mine = self.offers.own_figures()
        at = mine.index(self._latest) + 1 if self._latest in mine else 0
        return tuple(name for name in (*mine[at:], *mine[:at]) if name in names)

    def choose(self, figure: str) -> None:
        """Choose an own figure and move the cursor there."""
        self.draft = order_draft.select(figure)
        self._latest = figure
        self.cursor = self.offers.position(figure) or self.cursor

    def switch(self, what: str) -> None:
        """Switch look mode or an overlay; in look mode the figure under the cursor looks."""
        if what == "look" and not self.look and self.mode is Mode.SELECT and self.current_figure:
            self.choose(self.current_figure)
        setattr(self, what, not getattr(self, what))

    def _take_figure(self) -> bool:
        """Choose the current figure; False with a notice if there is none."""
        if (figure := self.current_figure) != self.draft.figure:
            self.choose(figure)
        if not figure:
            step, enter = self.key("next"), self.key("confirm")
            self.notice = f"choose a figure first: {step}, or go there and press {enter}"
        return bool(figure)

    def end(self) -> Order | None:
        """End the bound, muster or deployment.

        Asks once if a figure can still act or an order is being drafted.
        """
        if self.drafting and self._asks_again("end"):
            what = self._part()
            self.notice = f"order not confirmed; {what[0]} again: end {what[1]} without it"
            return None
        if self.drafting:
            return Order.of(END.name if self._part()[1] == _BOUND else READY.name)
        if self.offers.deploying:
            return Order.of(READY.name)
        able = self.offers.active_figures()
        if self.offers.mustering:
            if able and self._asks_again("ready"):
                self.notice = (
                    f"{self.key('mustered')} once more ends the muster: {self._still(able)}"
                )
                return None
            return Order.of(READY.name)
        if able and self._asks_again("end"):
            self.notice = f"press {self.key('end')} again to end the bound: {self._still(able)}"
            self.notice += self._better(able)
            return None
        return Order.of(END.name)

    def _part(self) -> tuple[str, str]:
        """The key that ends the present part of the battle, and the part's name."""
        if self.offers.mustering:
            return self.key("mustered"), "the muster"
        if self.offers.deploying:
            return self.key("ready"), "the deployment"
        return self.key("end"), _BOUND

    def _better(self, able: tuple[str, ...]) -> str:
        """A hint on what to do before the end, if any."""
        verbs = {name: self.offers.verbs(name) for name in able} if self.hints else {}
        words = end_hint_words(end_hints(self.offers.view, verbs), self.order_name)
        return f". Hint: {words}" if words else ""

    def _still(self, able: tuple[str, ...]) -> str:
        """The figures that can still act; of a single one also its orders."""
        if len(able) == 1:
            verbs = map(humanize, self.offers.significant_verbs(able[0]))
            return f"{able[0]} can still {', '.join(verbs)}"
        if len(able) <= _NAMED + 1:
            return f"{', '.join(able)} can still act"
        return f"{', '.join(able[:_NAMED])} and {len(able) - _NAMED} more can still act"

    def mark(self) -> None:
        """Add the figure under the cursor to the group, or remove it."""
        figure = self._own_at(self.focus)
        if not figure:
            self.notice = f"no figure of yours there to mark: {self.key('next')} goes to the next"
        elif figure in self.group:
            self.group = tuple(name for name in self.group if name != figure)
            self.notice = f"{figure} goes alone again; {self._together()}"
        else:
            self.group = (*self.group, figure)
            self.notice = self._together()

    def _together(self) -> str:
        if not self.group:
            return "nobody is marked"
        return f"marked: {', '.join(self.group)}; when one of them moves the others go along"

    def remember_order(self, order: Order) -> None:
        """Keep an order for repetition."""
        start = self.offers.position(order.figure)
        if order.figure and start is not None:
            self.last = (order, repeat.displacement(self.offers, order, start))

    def repeat(self) -> None:
        """Draft the last order for the current figure."""
        if self.last is None:
            self.notice = "no order was given yet that could be repeated"
            return
        if not self._take_figure():
            return
        order, by = self.last
        draft = repeat.repeated_draft(self.offers, self.draft.figure, order, by)
        if draft is not None:
            self.draft = draft
            self.cursor = self._end_of(draft) or self.cursor
        elif by is None:
            self.explain(str(explain_refusal(self.offers, evolve(order, figure=self.draft.figure))))
        else:
            why = explain_verb_refusal(self.offers, self.draft.figure, order.verb, self.cursor)
            self.explain(str(why))

    def _end_of(self, draft: OrderDraft) -> Tile | None:
        if self.offers.target_shape(draft.verb) is Shape.PATH:
            return parse_path(draft.target)[-1]
        return self.offers.position(draft.target)

    def resign(self) -> Order | None:
        """Give the battle up; asks once."""
        if self._asks_again("resign"):
            self.notice = "once more to give the battle up"
            return None
        return Order.of(RESIGN.name)

    def _asks_again(self, what: str) -> bool:
        """Whether to ask first; False if the same was asked just before."""
        moment = f"{what} {self.offers.view.state.clock.point}"
        asked = moment in (self._asked, self._sure)
        self._asked, self._sure = "", "" if asked else moment
        return not asked
