"""What one player has in hand: his view, the order he puts together, the cursor, the last notice.

Keys and mouse come here as words and tiles; what comes back is an order to be given, or nothing.
No Textual: the screen draws a desk, and line mode or a test can drive one as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import ANSWER, END, READY, RESIGN, Order
from skirmish.core.view import View
from skirmish.rulesets.protocol import Ruleset
from skirmish.tui import guess, lists
from skirmish.tui import pick as picks
from skirmish.tui.keys import Mode, named
from skirmish.tui.offers import Offers
from skirmish.tui.pick import Pick
from skirmish.tui.trace import Trace, lately, traces


class Desk:
    """One player's hand on the battle.

    Attributes:
        offers: What may be ordered, for the present view.
        pick: The order as far as it is put together.
        cursor: The tile that keys move.
        pointed: The tile under the mouse, until a key is pressed.
        look: Whether the panel describes a tile.
        arcs: Whether it is shown what figures cover.
        levels: Whether the height of the ground is shown.
        threat: Whether it is shown what enemies in sight cover.
        trace: The deed that is shown again on the map, if any.
        notice: What the player should read now.
    """

    def __init__(
        self, ruleset: Ruleset, view: View, own_keys: Mapping[str, str] | None = None
    ) -> None:
        """Sit down before a view; `own_keys` are keys that the player gave himself, by id."""
        self._own_keys = own_keys
        self.offers = Offers(ruleset, view)
        self.pick = Pick()
        self.cursor: Tile = (0, 0)
        self.pointed: Tile | None = None
        self.look = self.arcs = self.levels = self.threat = False
        self.trace: Trace | None = None
        self._traces: tuple[Trace, ...] | None = None
        self.notice = ""
        self._sure = self._asked = ""
        self._pinned: Tile | None = None
        self.renew(view)
        self._go_home()

    def key(self, name: str) -> str:
        """The key with this id in the table, as the player knows it."""
        return named(name, self._own_keys)

    @property
    def focus(self) -> Tile:
        """The tile that panel and hints are about."""
        return self.cursor if self.pointed is None else self.pointed

    @property
    def at_hand(self) -> str:
        """The own figure that a verb would be for: the one under the cursor, else the chosen."""
        return (self.mode is Mode.SELECT and self._own_at(self.focus)) or self.pick.figure

    @property
    def covering(self) -> str:
        """The figure whose arc is shown: the one looked at, else the chosen one."""
        if not self.arcs:
            return ""
        looking = self.look or self.mode in (Mode.SELECT, Mode.WAIT)
        here = next(self.offers.shown_at(self.focus), "") if looking else ""
        return here or self.pick.figure

    @property
    def mode(self) -> Mode:
        """What the player is asked for."""
        return self.pick.mode

    def renew(self, view: View) -> None:
        """Something happened: the chosen figure stays chosen, an order half put together goes.

        With a new bound the cursor goes home, to the chosen figure or one that can act.
        """
        before = self.offers.view.state.clock.point
        self.offers = Offers(self.offers.ruleset, view)
        self.trace = self._traces = None
        figure = view.state.figures.get(self.pick.figure)
        kept = self.pick.figure if figure is not None and figure.at is not None else ""
        self.pick = Pick(figure=kept)
        self._pinned = None
        if view.state.clock.point != before and self.offers.my_bound:
            self._go_home()
        if view.question is not None:
            self.pick = Pick(Mode.ANSWER)
            place = self.offers.place(view.question.figure)
            self.cursor = place or self.cursor

    def _go_home(self) -> None:
        able = self.offers.able() or tuple(figure.id for figure in self.offers.view.own())
        if self.pick.figure not in able and able:
            self.cursor = self.offers.place(able[0]) or self.cursor
        elif self.pick.figure:
            self.cursor = self.offers.place(self.pick.figure) or self.cursor

    def touched(self) -> None:
        """A key was pressed or the mouse clicked: what was said and pointed at is past."""
        self.notice = ""
        self.pointed = None
        self.trace = None
        self._asked, self._sure = self._sure, ""

    # Where the cursor goes.

    def step(self, facing: Facing) -> None:
        """A direction key: it turns, walks through a list or moves the cursor."""
        if self.look:
            self._walk(facing)
        elif picks.facing_asked(self.offers, self.pick):
            self.pick = picks.faced(self.offers, self.pick, facing)
        elif lists.in_list(self.offers, self.pick):
            self.pick = lists.through(self.offers, self.pick, facing)
        elif self.mode is Mode.TARGET and guess.figures_only(self.offers, self.pick):
            self.cursor = guess.ahead(self.offers, self.pick, self.cursor, facing) or self.cursor
            self._aim(self.cursor)
        else:
            self._walk(facing)
            self._aim(self.cursor)

    def _walk(self, facing: Facing) -> None:
        tile = (self.cursor[0] + facing.delta[0], self.cursor[1] + facing.delta[1])
        if self.offers.board.inside(tile):
            self.cursor = tile

    def _aim(self, tile: Tile) -> None:
        if not picks.on_map(self.offers, self.pick):
            return
        self.pick = picks.aimed(self.offers, self.pick, tile)
        self._pinned = None
        if not self.pick.target and any(self.offers.shown_at(tile)):
            self._say_why(self.pick, tile)

    def point(self, tile: Tile | None) -> None:
        """The mouse came to a tile: a preview, the cursor stays."""
        self.pointed = tile
        if tile is not None and self._pinned is None and not self.look:
            self._aim(tile)

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
        able = [name for name in self.offers.able() if not verb or verb in self.offers.verbs(name)]
        if not able:
            self.notice = "nobody has anything left to do"
            return
        place = able.index(self.pick.figure) + by if self.pick.figure in able else min(by - 1, 0)
        self.choose(able[place % len(able)])
        if verb:
            self.verb(verb)

    def choose(self, figure: str) -> None:
        """An own figure is chosen, the cursor goes there."""
        self.pick = picks.select(figure)
        self.cursor = self.offers.place(figure) or self.cursor

    def _own_at(self, tile: Tile) -> str:
        figure = self.offers.view.state.standing(tile)
        mine = figure is not None and figure.who.side == self.offers.view.side
        return figure.id if figure is not None and mine else ""

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
            self.notice = guess.why_not_verb(self.offers, pick, self.cursor)

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

    def _say_why(self, pick: Pick, tile: Tile) -> None:
        """Why that can't be done there."""
        self.notice = guess.why_not(self.offers, picks.spelled_at(self.offers, pick, tile))

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
        if here and here == self.pick.figure:
            self.menu()
        elif here:
            self.choose(here)
        elif self.pick.figure:
            self.pick = picks.select(self.pick.figure)
            self._propose(tile)
        return None

    def _click_answer(self, tile: Tile) -> Order | None:
        question = self.offers.view.question
        options = question.options if question else ()
        for number, option in enumerate(options):
            if self.offers.place(option) == tile:
                return self.row(number)
        return None

    def back(self) -> None:
        """One step back."""
        if self.look:
            self.look = False
        elif self.mode is not Mode.ANSWER:
            self.pick = picks.back(self.pick)
            self._pinned = None

    def end(self) -> Order | None:
        """Ends the bound or the deployment; asks once while somebody can still act."""
        if self.offers.deploying:
            return Order.of(READY.name)
        able = self.offers.able()
        if able and self._asks_again("end"):
            names = ", ".join(able[:6]) + (" .." if len(able) > 6 else "")  # noqa: PLR2004 - a line
            self.notice = f"{names} can still act: once more to end the bound"
            return None
        return Order.of(END.name)

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

    # What has happened.

    @property
    def traces(self) -> tuple[Trace, ...]:
        """What the enemy was seen to do in his last bounds."""
        if self._traces is None:
            view = self.offers.view
            self._traces = traces(view, lately(view))
        return self._traces

    def retell(self, by: int, shown: Trace | None) -> None:
        """Show the next of the enemy's deeds on the map, or the one before."""
        known = self.traces
        if not known:
            self.notice = "the enemy was not seen to do anything"
            return
        at = known.index(shown) + by if shown in known else min(by - 1, 0)
        self.show_trace(known[at % len(known)])
        self.notice = f"{at % len(known) + 1}/{len(known)}  {self.trace.text if self.trace else ''}"

    def show_trace(self, trace: Trace) -> None:
        """Show a deed on the map, the cursor where it ended; an order half put together waits."""
        self.trace = trace
        if trace.tile is not None and self.mode is not Mode.TARGET:
            self.cursor = trace.tile
