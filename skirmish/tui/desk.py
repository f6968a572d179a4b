"""What one player has in hand, and what he does with it: figures, verbs, targets, orders.

Keys and mouse come here as words and tiles; what comes back is an order to be given, or nothing.
No Textual: the screen draws a desk, and a test can drive one as well.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Tile, parse_path
from skirmish.core.orders import ANSWER, END, READY, RESIGN, Order
from skirmish.core.text import Shape
from skirmish.telling.hints import of_end
from skirmish.telling.wording import answers, spoken
from skirmish.tui import again, guess, lists
from skirmish.tui import pick as picks
from skirmish.tui.hand import Hand
from skirmish.tui.keys import Mode
from skirmish.tui.pick import Pick

_NAMED = 4
"""Figures that a notice names one by one."""


class Desk(Hand):
    """One player's hand on the battle: what is chosen with keys and mouse."""

    # What the player chooses.

    def next(self, by: int) -> None:
        """The next figure, target or line."""
        if lists.in_list(self.offers, self.pick):
            self.pick = lists.moved(self.offers, self.pick, by)
        elif self.mode is not Mode.TARGET:
            self._next_figure(by)
        elif marks := self.offers.marks(self.pick.figure, self.pick.verb):
            at = marks.index(self.cursor) + by if self.cursor in marks else min(by - 1, 0)
            self.cursor = marks[at % len(marks)]
            self._aim(self.cursor)
        elif self.offers.listed(self.pick.figure, self.pick.verb):
            self.pick = picks.cycled(self.offers, self.pick, by)
            self.cursor = self.offers.place(self.pick.target) or self.cursor
        else:
            self._next_figure(by, self.pick.verb)

    def _next_figure(self, by: int, verb: str = "") -> None:
        """The next figure that can act; with a verb, the next that can do that, and it begins."""
        offers = self.offers
        able = list(offers.able())
        if verb or not able:
            # Who can do nothing but what is free can still be gone through.
            able = [name for name in offers.mine() if self._can(name, verb)]
        if not able:
            self.notice = "nobody has anything left to do"
            return
        place = able.index(self.pick.figure) + by if self.pick.figure in able else min(by - 1, 0)
        self.choose(able[place % len(able)])
        if verb:
            self.verb(verb)

    def _can(self, figure: str, verb: str) -> bool:
        verbs = self.offers.verbs(figure)
        return verb in verbs if verb else bool(verbs)

    def choose(self, figure: str) -> None:
        """An own figure is chosen, the cursor goes there."""
        self.pick = picks.select(figure)
        self.cursor = self.offers.place(figure) or self.cursor

    def _take_figure(self) -> bool:
        """Makes sure that a figure is chosen: the one under the cursor, else the last one."""
        if (figure := self.at_hand) != self.pick.figure:
            self.choose(figure)
        if not figure:
            step, enter = self.key("next"), self.key("confirm")
            self.notice = f"choose a figure first: {step}, or go there and press {enter}"
        return bool(figure)

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
            marks = self.offers.marks(self.pick.figure, name)
            near = marks[0] if marks and self.cursor not in marks else self.cursor
            self.pick = picks.begin(self.offers, self.pick, name, near)
            self.cursor = near if marks else self.cursor
            self.cursor = self.offers.place(self.pick.target) or self.cursor
        else:
            pick = evolve(self.pick, verb=name)
            self.explain(guess.why_not_verb(self.offers, pick, self.cursor))

    def options(self) -> None:
        """The details of the order."""
        if picks.details(self.offers, self.pick):
            self.pick = picks.opened(self.offers, self.pick)
        else:
            self.notice = "there is nothing more to choose"

    def share(self, by: int) -> None:
        """A larger or smaller share for the marked line."""
        self.pick = picks.shared(self.offers, self.pick, by)

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
        options = answers(self.offers.view, self.offers.known_verbs)
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

    def end(self) -> Order | None:
        """Ends the bound, muster or deployment; asks once while somebody can still act."""
        if self.offers.deploying:
            return Order.of(READY.name)
        able = self.offers.able()
        if self.offers.mustering:
            if able and self._asks_again("ready"):
                self.notice = f"once more to end the muster: {self._still(able)}"
                return None
            return Order.of(READY.name)
        if able and self._asks_again("end"):
            self.notice = f"once more to end the bound: {self._still(able)}{self._better(able)}"
            return None
        return Order.of(END.name)

    def _better(self, able: tuple[str, ...]) -> str:
        """What a good player would do first."""
        verbs = {name: self.offers.verbs(name) for name in able} if self.hints else {}
        told = of_end(self.offers.view, verbs)
        return f". Hint: {self.keyed(told)}" if told else ""

    def _still(self, able: tuple[str, ...]) -> str:
        """Who can still do what."""
        verbs = dict.fromkeys(verb for name in able for verb in self.offers.weighty(name))
        who = ", ".join(able) if len(able) <= _NAMED else f"{len(able)} figures"
        return f"{who} can still {', '.join(map(spoken, verbs))}"

    def mark(self) -> None:
        """The figure under the cursor joins the group that moves together, or leaves it."""
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

    def given(self, order: Order) -> None:
        """An order was given: it may be repeated."""
        start = self.offers.place(order.figure)
        if order.figure and start is not None:
            self.last = (order, again.walked(self.offers, order, start))

    def repeat(self) -> None:
        """The last order for the figure at hand, to look at and to confirm."""
        if self.last is None:
            self.notice = "no order was given yet that could be repeated"
            return
        if not self._take_figure():
            return
        order, by = self.last
        pick = again.repeated(self.offers, self.pick.figure, order, by)
        if pick is not None:
            self.pick = pick
            self.cursor = self._end_of(pick) or self.cursor
        elif by is None:
            self.explain(guess.why_not(self.offers, evolve(order, figure=self.pick.figure)))
        else:
            pick = evolve(self.pick, verb=order.verb)
            self.explain(guess.why_not_verb(self.offers, pick, self.cursor))

    def _end_of(self, pick: Pick) -> Tile | None:
        if self.offers.shape(pick.verb) is Shape.PATH:
            return parse_path(pick.target)[-1]
        return self.offers.place(pick.target)

    def resign(self) -> Order | None:
        """Gives the battle up; asks once."""
        if self._asks_again("resign"):
            self.notice = "once more to give the battle up"
            return None
        return Order.of(RESIGN.name)

    def _asks_again(self, what: str) -> bool:
        """Whether this is to be confirmed first; said a second time in a row it is not."""
        moment = f"{what} {self.offers.view.state.clock.point}"
        asked = moment in (self._asked, self._sure)
        self._asked, self._sure = "", "" if asked else moment
        return not asked
