"""What keys and mouse mean on the battle screen, for one player.

Keys and mouse come in as words and tiles; the result is an order to give, or None. No Textual here:
a screen draws a controller, and a test can drive one.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Tile
from skirmish.core.orders import ANSWER, Order
from skirmish.presentation.refusals import explain_verb_refusal
from skirmish.presentation.wording import answer_options
from skirmish.session import order_draft
from skirmish.session.order_draft import Mode
from skirmish.tui.turn_commands import TurnCommands


class Controller(TurnCommands):
    """One player's choices by keys and mouse: figures, verbs, targets, orders."""

    # Choices.

    def next(self, by: int) -> None:
        """Go to the next figure, target or line."""
        if order_draft.in_list(self.offers, self.draft):
            self.draft = order_draft.move_in_list(self.offers, self.draft, by)
        elif self.mode is not Mode.TARGET:
            self._next_figure(by)
        elif marks := self.offers.candidate_tiles(self.draft.figure, self.draft.verb):
            at = marks.index(self.cursor) + by if self.cursor in marks else min(by - 1, 0)
            self.cursor = marks[at % len(marks)]
            self._aim(self.cursor)
        elif self.offers.listed_targets(self.draft.figure, self.draft.verb):
            self.draft = order_draft.with_next_target(self.offers, self.draft, by)
            self.cursor = self.offers.position(self.draft.target) or self.cursor
        else:
            self._next_figure(by, self.draft.verb)

    def _next_figure(self, by: int, verb: str = "") -> None:
        """Choose the next figure that can act; with a verb, begin it for the next that can."""
        offers = self.offers
        able = offers.active_figures()
        if verb or not able:
            # Figures that only have free actions left can still be selected in turn.
            able = tuple(name for name in offers.own_figures() if self._can(name, verb))
        if not able:
            self.notice = "nobody has anything left to do"
            return
        coming = self.upcoming(able)
        last = coming[-1] == self._latest
        self.choose(coming[0] if by > 0 else coming[-2 if last and len(coming) > 1 else -1])
        if verb:
            self.verb(verb)

    def _can(self, figure: str, verb: str) -> bool:
        verbs = self.offers.verbs(figure)
        return verb in verbs if verb else bool(verbs)

    def menu(self) -> None:
        """Open the list of the figure's orders; begin the order if there is only one."""
        if not self._take_figure():
            return
        self.draft = order_draft.menu(self.draft)
        names = order_draft.menu_verbs(self.offers, self.draft)
        if len(names) == 1:
            self.verb(names[0])
        elif not names:
            self.draft = order_draft.select(self.draft.figure)
            self.notice = f"{self.draft.figure} can do nothing now"

    def verb(self, name: str) -> None:
        """Begin an order of the figure."""
        if self.mode not in (Mode.SELECT, Mode.MENU):
            self.draft = order_draft.select(self.draft.figure)
        if not self._take_figure():
            return
        if name in self.offers.verbs(self.draft.figure):
            self.look = False
            marks = self.offers.candidate_tiles(self.draft.figure, name)
            near = marks[0] if marks and self.cursor not in marks else self.cursor
            self.draft = order_draft.begin_verb(self.offers, self.draft, name, near)
            self.cursor = near if marks else self.cursor
            self.cursor = self.offers.position(self.draft.target) or self.cursor
        else:
            self.explain(
                str(explain_verb_refusal(self.offers, self.draft.figure, name, self.cursor))
            )

    def options(self) -> None:
        """Open the details of the order."""
        if order_draft.details(self.offers, self.draft):
            self.draft = order_draft.with_details_open(self.offers, self.draft)
        else:
            self.notice = "there is nothing more to choose"

    def share(self, by: int) -> None:
        """Change the share of the marked line, or take another variant."""
        before, self.draft = self.draft, order_draft.with_more_share(self.offers, self.draft, by)
        if self.draft == before:
            ways = f"{self.key('west')} and {self.key('east')} change it"
            one = "there is no other way to do it"
            self.notice = one if self.mode is Mode.TARGET else ways

    def row(self, number: int) -> Order | None:
        """Click on a line: mark it, or take it if it was marked already."""
        if words := order_draft.listed_words(self.offers, self.draft):
            if words[number] == self.draft.target:
                return self.confirm()
            self.draft = order_draft.with_target(self.offers, self.draft, words[number])
            return None
        again = self.draft.row == number
        self.draft = evolve(self.draft, row=number)
        if self.mode is Mode.FIELDS:
            self.draft = order_draft.with_next_detail_value(self.offers, self.draft, 1)
            return None
        return self.confirm() if again or self.mode is Mode.MENU else None

    def confirm(self) -> Order | None:
        """Handle the confirm key; an order if the draft is complete."""
        if self.look:
            self.look = False
            return None
        match self.mode:
            case Mode.ANSWER:
                return self._answer()
            case Mode.MENU:
                self.verb(order_draft.menu_verbs(self.offers, self.draft)[self.draft.row])
            case Mode.TARGET | Mode.FIELDS:
                return self._confirm_order()
            case Mode.SELECT:
                self._confirm_figure()
            case _:
                pass
        return None

    def _answer(self) -> Order | None:
        question = self.offers.view.question
        return Order.of(ANSWER.name, target=question.options[self.draft.row]) if question else None

    def _confirm_order(self) -> Order | None:
        if not order_draft.complete(self.offers, self.draft):
            self._say_why(self.draft, self.focus)
            return None
        done = order_draft.confirmed(self.offers, self.draft)
        if isinstance(done, Order):
            return done
        self.draft = done
        return None

    def _confirm_figure(self) -> None:
        here = self._own_at(self.focus)
        if here and here != self.draft.figure:
            self.choose(here)
        elif here:
            self.menu()
        elif self.draft.figure:
            self._propose(self.focus)

    def _propose(self, tile: Tile) -> None:
        proposal = order_draft.proposed(self.offers, self.draft.figure, tile)
        if proposal is not None:
            self.draft = proposal
            self._pinned = tile
        elif verb := order_draft.default_verb(self.offers, self.draft, tile):
            self._say_why(evolve(self.draft, verb=verb), tile)
        else:
            self.notice = f"there is nothing for {self.draft.figure} to do there"

    def click(self, tile: Tile) -> Order | None:
        """Left click on a tile: choose, propose, and confirm on the second click."""
        self.cursor = tile
        pinned, self._pinned = self._pinned, None
        if self.mode is Mode.ANSWER:
            return self._click_answer(tile)
        here = self._own_at(tile)
        if self.mode in (Mode.TARGET, Mode.FIELDS):
            if pinned == tile and order_draft.complete(self.offers, self.draft):
                return self.draft.order
            if order_draft.facing_part(self.offers, self.draft):
                self._pinned = tile if self._face(tile) else None
                return None
            self.draft = evolve(self.draft, mode=Mode.TARGET)
            self._aim(tile)
            if self.draft.target or self.draft.field:
                self._pinned = tile
                return None
            if not here and order_draft.proposed(self.offers, self.draft.figure, tile) is None:
                # Nothing else can be meant there: the draft stays.
                self._say_why(self.draft, tile)
                return None
        if here and here == self.draft.figure:
            self.menu()
        elif here:
            self.choose(here)
        elif self.draft.figure:
            self.draft = order_draft.select(self.draft.figure)
            self._propose(tile)
        return None

    def _click_answer(self, tile: Tile) -> Order | None:
        options = answer_options(self.offers.view, self.offers.known_verbs)
        for number, option in enumerate(options):
            if option.tile == tile:
                return self.row(number)
        return None

    def back(self) -> None:
        """Go one step back."""
        if self.look:
            self.look = False
        elif self.mode is Mode.ANSWER:
            self.notice = "this must be answered before play goes on"
        else:
            self.draft = order_draft.back(self.draft)
            self._pinned = None
