"""The replay: a battle step by step, with the keys that lead through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from skirmish.game import Game
from skirmish.tui.reel import ALL, Reel, fork_refusal, reel_of
from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.jump import Jump
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import InFull, show_help
from skirmish.tui.screens.reel_view import SPEEDS, ReelScreen
from skirmish.tui.screens.sheet import keys_of
from skirmish.tui.screens.why import show_why
from skirmish.tui.tale import placed_log
from skirmish.tui.trace import Entry

DIGITS = 6


class ReplayScreen(ReelScreen):
    """A battle that happened, with the keys of the table and the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("replay")

    def __init__(
        self,
        game: Game,
        *,
        eyes: str | None = None,
        line: int = 0,
        fork: Callable[[Reel, int], None] | None = None,
        report: Callable[[Game, str], None] | None = None,
    ) -> None:
        """Play a battle back.

        Args:
            game: The battle; it is only looked at.
            eyes: Whose eyes to begin with; None for the first that may be.
            line: After which line of the record to begin.
            fork: Called with the replay and the place of a step, to begin another game there.
            report: Called to see the report on the battle, with the eyes.
        """
        super().__init__(game, eyes, line)
        self._fork = fork
        self._report = report

    # Where in the battle.

    def _moved(self, at: int) -> None:
        self.stop()
        self.go(at)

    def _start(self) -> None:
        self.stop()
        self._timer = self.set_interval(SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        # What lies over this screen is read in peace.
        if self.is_current:
            self.go(self._at + 1)

    def action_forward(self, by: int) -> None:
        """One step on or back; while one looks at a tile the cursor goes instead."""
        if self._look:
            self.action_step("E" if by > 0 else "W")
        else:
            self._moved(self._at + by)

    def action_bound(self, by: int) -> None:
        """To the next bound, or the one before."""
        if self._look:
            self.action_step("S" if by > 0 else "N")
        else:
            self._moved(self._reel.next_bound(self._at, by))

    def action_turn(self, by: int) -> None:
        """To the next turn, or the one before."""
        if self._look:
            self.action_step("SE" if by > 0 else "NE")
        else:
            self._moved(self._reel.next_turn(self._at, by))

    def action_end(self, by: int) -> None:
        """To the end, or the beginning."""
        if self._look:
            self.action_step("SW" if by > 0 else "NW")
        else:
            self._moved(self._reel.last if by > 0 else 0)

    def action_play(self) -> None:
        """Let it go on by itself, or stop it; from the end it begins anew."""
        if self.playing:
            self.stop()
        else:
            if self._at == self._reel.last:
                self.go(0)
            self._start()
        self.draw()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(0, self._speed + by), len(SPEEDS) - 1)
        if self.playing:
            self._start()
        self.draw()

    def action_jump(self) -> None:
        """A bound from the list of them."""
        self.stop()
        steps, here = self._reel.steps, self._reel.next_bound(self._at + 1, -1)
        lines = [(at, steps[at].bound) for at in self._reel.bounds()]
        self.app.push_screen(Jump("Go to", lines, here), self._jumped)
        self.draw()

    def _jumped(self, chosen: int | None) -> None:
        if chosen is not None:
            self.go(chosen)

    def action_number(self) -> None:
        """A step by its number; of a battle that is over the line of the record."""
        self.stop()
        over = self._game.over
        what = "Line of the record" if over else "Step"
        last = self._reel.steps[-1].line if over else self._reel.last
        self.app.push_screen(Ask(what, f"0 to {last}", digits=DIGITS), self._typed)

    def _typed(self, typed: str | None) -> None:
        if typed:
            number = int(typed)
            self.go(self._reel.at_line(number) if self._game.over else number)

    def show_line(self, line: int) -> None:
        """Go to a line of the record; with all eyes where those of now did not see it."""
        self.stop()
        at = self._reel.at_line(line)
        if self._reel.steps[at].line != line and ALL in self._allowed:
            self._reel = reel_of(self._game, ALL)
            at = self._reel.at_line(line)
        self.go(at)

    # How it is seen.

    def action_eyes(self) -> None:
        """Other eyes, where there are any to see with."""
        if len(self._allowed) == 1:
            name = self._game.state.setup.sides[self._allowed[0]].name
            self.tell("Only these eyes", f"While the battle lasts it is seen as {name} saw it.")
            return
        line = self._reel.steps[self._at].line
        after = self._allowed.index(self._reel.eyes) + 1
        self._reel = reel_of(self._game, self._allowed[after % len(self._allowed)])
        self.go(self._reel.at_line(line))

    def action_look(self) -> None:
        """Look about: the cursor goes by the keys that else lead through the battle."""
        self.stop()
        self._look = not self._look
        self.draw()

    def action_panel(self) -> None:
        """All that the panel says."""
        self.app.push_screen(InFull("In full", self.beside))

    def action_help(self) -> None:
        """What it is for, and all its keys."""
        show_help(self, "replay")

    def action_log(self) -> None:
        """The whole log up to this step; a line of it leads to its step."""
        self.stop()
        steps = self._reel.steps[: self._at + 1]
        told = [(at, news) for at, step in enumerate(steps) for news in step.news]
        entries = placed_log(self._view, told, self._game.ruleset)
        self.app.push_screen(LogPage(entries, "go there"), self._retold)
        self.draw()

    def _retold(self, entry: Entry | None) -> None:
        if entry is not None:
            self._moved(entry.place)

    # What comes of it.

    def action_why(self) -> None:
        """Why the computer gave the order of this step."""
        self.stop()
        show_why(self.app, self._looked, self._reel.steps[self._at].line, self.tell)

    def action_fork(self) -> None:
        """Begin another game here."""
        self.stop()
        refused = fork_refusal(self._reel, self._at)
        if refused or self._fork is None:
            self.tell("No other game from here", refused or "there is nowhere to play it")
        else:
            self._fork(self._reel, self._at)

    def action_report(self) -> None:
        """What the battle came to, as far as these eyes may know."""
        self.stop()
        if self._report is not None:
            self._report(self._game, self._reel.eyes)

    def action_back(self) -> None:
        """From looking about back to the battle, else back to where one came from."""
        if self._look:
            self.action_look()
            return
        self.stop()
        self.leave()
