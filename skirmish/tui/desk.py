"""What one player has in hand, and what he does with it: figures, verbs, targets, orders.

Keys and mouse come here as words and tiles; what comes back is an order to be given, or nothing.
No Textual: the screen draws a desk, and a test can drive one as well.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Tile
from skirmish.core.orders import ANSWER, Order
from skirmish.presentation.refusals import explain_verb_refusal
from skirmish.presentation.wording import answer_options
from skirmish.tui import guess, lists
from skirmish.tui import pick as picks
from skirmish.tui.bound import Bound
from skirmish.tui.keys import Mode


class Desk(Bound):
    """One player's hand on the battle: what is chosen with keys and mouse."""

    # What the player chooses.

    def next(self, by: int) -> None:
        """The next figure, target or line."""
        if lists.in_list(self.offers, self.pick):
            self.pick = lists.moved(self.offers, self.pick, by)
        elif self.mode is not Mode.TARGET:
            self._next_figure(by)
        elif marks := self.offers.candidate_tiles(self.pick.figure, self.pick.verb):
            at = marks.index(self.cursor) + by if self.cursor in marks else min(by - 1, 0)
            self.cursor = marks[at % len(marks)]
            self._aim(self.cursor)
        elif self.offers.listed_targets(self.pick.figure, self.pick.verb):
            self.pick = picks.cycled(self.offers, self.pick, by)
            self.cursor = self.offers.position(self.pick.target) or self.cursor
        else:
            self._next_figure(by, self.pick.verb)

    def _next_figure(self, by: int, verb: str = "") -> None:
        """The next figure that can act; with a verb, the next that can do that, and it begins."""
        offers = self.offers
        able = offers.active_figures()
        if verb or not able:
            # Who can do nothing but what is free can still be gone through.
            able = tuple(name for name in offers.own_figures() if self._can(name, verb))
        if not able:
            self.notice = "nobody has anything left to do"
            return
        coming = self.coming(able)
        last = coming[-1] == self._latest
        self.choose(coming[0] if by > 0 else coming[-2 if last and len(coming) > 1 else -1])
        if verb:
            self.verb(verb)

    def _can(self, figure: str, verb: str) -> bool:
        verbs = self.offers.verbs(figure)
        return verb in verbs if verb else bool(verbs)

    def menu(self) -> None:
        """The list of what the figure can do; with one thing only, that."""
        if not self._take_figure():
            return
        self.pick = picks.menu(self.pick)
        names = guess.menu_of(self.offers, self.pick)
        if len(names) == 1:
            self.verb(names[0])
        elif not names:
            self.pick = picks.select(self.pick.figure)
            self.notice = f"{self.pick.figure} can do nothing now"

    def verb(self, name: str) -> None:
        """Something for the figure to do."""
        if self.mode not in (Mode.SELECT, Mode.MENU):
            self.pick = picks.select(self.pick.figure)
        if not self._take_figure():
            return
        if name in self.offers.verbs(self.pick.figure):
            self.look = False
            marks = self.offers.candidate_tiles(self.pick.figure, name)
            near = marks[0] if marks and self.cursor not in marks else self.cursor
            self.pick = picks.begin(self.offers, self.pick, name, near)
            self.cursor = near if marks else self.cursor
            self.cursor = self.offers.position(self.pick.target) or self.cursor
        else:
            self.explain(
                str(explain_verb_refusal(self.offers, self.pick.figure, name, self.cursor))
            )

    def options(self) -> None:
        """The details of the order."""
        if picks.details(self.offers, self.pick):
            self.pick = picks.opened(self.offers, self.pick)
        else:
            self.notice = "there is nothing more to choose"

    def share(self, by: int) -> None:
        """A larger or smaller share for the marked line; another way to do it."""
        before, self.pick = self.pick, picks.shared(self.offers, self.pick, by)
        if self.pick == before:
            ways = f"{self.key('west')} and {self.key('east')} change it"
            one = "there is no other way to do it"
            self.notice = one if self.mode is Mode.TARGET else ways

    def row(self, number: int) -> Order | None:
        """A line was clicked: marked, and taken when it was marked already."""
        if words := lists.words_listed(self.offers, self.pick):
            if words[number] == self.pick.target:
                return self.confirm()
            self.pick = picks.named(self.offers, self.pick, words[number])
            return None
        again = self.pick.row == number
        self.pick = evolve(self.pick, row=number)
        if self.mode is Mode.FIELDS:
            self.pick = picks.turned(self.offers, self.pick, 1)
            return None
        return self.confirm() if again or self.mode is Mode.MENU else None

    def confirm(self) -> Order | None:
        """The confirm key; an order when it is put together."""
        if self.look:
            self.look = False
            return None
        match self.mode:
            case Mode.ANSWER:
                return self._answer()
            case Mode.MENU:
                self.verb(guess.menu_of(self.offers, self.pick)[self.pick.row])
            case Mode.TARGET | Mode.FIELDS:
                return self._confirm_order()
            case Mode.SELECT:
                self._confirm_figure()
            case _:
                pass
        return None

    def _answer(self) -> Order | None:
        question = self.offers.view.question
        return Order.of(ANSWER.name, target=question.options[self.pick.row]) if question else None

    def _confirm_order(self) -> Order | None:
        if not picks.complete(self.offers, self.pick):
            self._say_why(self.pick, self.focus)
            return None
        done = picks.confirmed(self.offers, self.pick)
        if isinstance(done, Order):
            return done
        self.pick = done
        return None

    def _confirm_figure(self) -> None:
        here = self._own_at(self.focus)
        if here and here != self.pick.figure:
            self.choose(here)
        elif here:
            self.menu()
        elif self.pick.figure:
            self._propose(self.focus)

    def _propose(self, tile: Tile) -> None:
        proposal = picks.proposed(self.offers, self.pick.figure, tile)
        if proposal is not None:
            self.pick = proposal
            self._pinned = tile
        elif verb := guess.meant(self.offers, self.pick, tile):
            self._say_why(evolve(self.pick, verb=verb), tile)
        else:
            self.notice = f"there is nothing for {self.pick.figure} to do there"

    def click(self, tile: Tile) -> Order | None:
        """The left button on a tile: chooses, proposes, and on the second time confirms."""
        self.cursor = tile
        pinned, self._pinned = self._pinned, None
        if self.mode is Mode.ANSWER:
            return self._click_answer(tile)
        here = self._own_at(tile)
        if self.mode in (Mode.TARGET, Mode.FIELDS):
            if pinned == tile and picks.complete(self.offers, self.pick):
                return self.pick.order
            if picks.facing_asked(self.offers, self.pick):
                self._pinned = tile if self._face(tile) else None
                return None
            self.pick = evolve(self.pick, mode=Mode.TARGET)
            self._aim(tile)
            if self.pick.target or self.pick.field:
                self._pinned = tile
                return None
            if not here and picks.proposed(self.offers, self.pick.figure, tile) is None:
                # Nothing else can be meant there: what was begun goes on.
                self._say_why(self.pick, tile)
                return None
        if here and here == self.pick.figure:
            self.menu()
        elif here:
            self.choose(here)
        elif self.pick.figure:
            self.pick = picks.select(self.pick.figure)
            self._propose(tile)
        return None

    def _click_answer(self, tile: Tile) -> Order | None:
        options = answer_options(self.offers.view, self.offers.known_verbs)
        for number, option in enumerate(options):
            if option.tile == tile:
                return self.row(number)
        return None

    def back(self) -> None:
        """One step back."""
        if self.look:
            self.look = False
        elif self.mode is Mode.ANSWER:
            self.notice = "this must be answered before play goes on"
        else:
            self.pick = picks.back(self.pick)
            self._pinned = None
