"""The command line over the battle, with the language of line mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from skirmish.core.orders import Order
from skirmish.line import commands, interpreter, turn_text
from skirmish.line.turn_text import question_lines, status_words
from skirmish.record import UNDO
from skirmish.session import bound_input
from skirmish.session.announcements import Topic
from skirmish.session.battle_session import BattleSession
from skirmish.tui.guard import GuardedModal
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.page import scroll_lines, show_help

if TYPE_CHECKING:
    from skirmish.ai import Choice
    from skirmish.presentation.reasons.advice import AdviceRequest


_KEPT = 300
"""Lines kept for scrolling back."""
_LISTENS = 0.2
"""Seconds between checks for news."""


class CommandSuggester(Suggester):
    """Completes a line from those typed before, else its last word."""

    def __init__(self, session: BattleSession) -> None:
        """Suggest for a battle as it stands."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._session = session

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line, or nothing."""
        controller = self._session.controller
        before = next((line for line in reversed(controller.typed) if line.startswith(value)), "")
        if before and before != value:
            return before
        return interpreter.completion(controller.legal, controller.draft.figure, value) or None


class CommandLine(GuardedModal, ModalScreen[None]):
    """An input line, and above it the answers."""

    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("typed")
    DEFAULT_CSS = """
    CommandLine {
        align: center bottom; background: $background 0%;
        VerticalScroll {
            height: auto; max-height: 60%; padding: 0 1; background: $surface;
            scrollbar-size-vertical: 1;
        }
        Input, Input:focus {
            dock: bottom; border: none; height: 1; padding: 0 1; background: $panel;
        }
    }
    """

    def __init__(self, session: BattleSession, leave: Callable[[], None]) -> None:
        """Type for the seated side; `leave` leaves the battle."""
        super().__init__()
        self._session = session
        self._leave_battle = leave
        self._seat = session.seat
        self._lines: list[str] = []
        self._told = len(session.controller.legal.view.news)
        self._moment: tuple[object, ...] = self._now()
        self._sure = ""
        self._at = len(session.controller.typed)

    def compose(self) -> ComposeResult:
        """The answers, the line."""
        with VerticalScroll(can_focus=False):
            yield Static(id="said")
        yield Input(
            placeholder="an order, or help, look, odds fire r1, why ...",
            suggester=CommandSuggester(self._session),
            max_length=interpreter.MAX_LENGTH,
        )

    def on_mount(self) -> None:
        """Write the current state and wait for news."""
        controller = self._session.controller
        if not controller.draft.figure and (
            name := controller.current_figure or turn_text.active_figure(controller.legal, "")
        ):
            self._choose(name)
        self._say([status_words(controller.legal, controller.draft.figure), *self._question()])
        self.query_one(Input).focus()
        self.set_interval(_LISTENS, self._listen)

    def _move_terminal_cursor(self) -> None:
        self.app.cursor_position = self.query_one(Input).cursor_screen_offset

    # Answers.

    def _say(self, lines: Iterable[str]) -> None:
        self._lines = [*self._lines, *lines][-_KEPT:]
        self.query_one("#said", Static).update(Content("\n".join(self._lines)))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def _now(self) -> tuple[object, ...]:
        view = self._session.controller.legal.view
        return view.state.clock, view.question

    def _exact(self) -> bool:
        return self._session.preferences.exact_odds

    def _question(self) -> list[str]:
        return question_lines(self._session.controller.legal, show_odds=self._exact())

    def _listen(self) -> None:
        """Write what has happened: news, a new bound, a question."""
        session = self._session
        # Nothing is written between two players.
        if not session.seat or session.seat != self._seat or not self.is_current:
            return
        self._move_terminal_cursor()
        controller = session.controller
        view = controller.legal.view
        if len(view.news) != self._told:
            told, self._told = self._told, len(view.news)
            self._say(
                turn_text.news_lines(
                    controller.legal, controller.draft.figure, min(told, len(view.news))
                )
            )
        if self._now() != self._moment:
            before, self._moment = self._moment, self._now()
            if view.question is None and before[0] != view.state.clock and controller.legal.can_act:
                self._choose(turn_text.active_figure(controller.legal, controller.draft.figure))
                self._say(turn_text.opening_lines(controller.legal, controller.draft.figure))
            self._say(self._question())

    def _choose(self, name: str) -> None:
        if name and name != self._session.controller.draft.figure:
            self._session.controller.choose(name)
            self._session.changes.announce(Topic.CHOICE | Topic.CURSOR)

    def _follow(self, name: str) -> None:
        """Move the cursor of the map to a figure."""
        controller = self._session.controller
        controller.cursor = controller.legal.position(name) or controller.cursor
        self._session.changes.announce(Topic.CHOICE | Topic.CURSOR)

    # Input.

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        line, controller = event.value.strip(), self._session.controller
        # Characters typed after `enter` belong to the next line.
        event.input.value = event.input.value.removeprefix(event.value)
        if line and line not in controller.typed[-1:]:
            controller.typed.append(line)
        self._at = len(controller.typed)
        if self._session.seat == self._seat:
            self._heard(line)

    def _heard(self, line: str) -> None:
        controller = self._session.controller
        answer = interpreter.respond(
            controller.legal, controller.draft.figure, line, show_odds=self._exact()
        )
        quoted = self._session.rules_quoted
        self._say([f"> {line}", *commands.reply_lines(controller.legal, answer, quoted)])
        sure, self._sure = self._sure, ""
        if answer.order is None:
            self._choose(answer.figure)
        if answer.control == commands.QUIT:
            self.dismiss()
            self._leave_battle()
        elif answer.control == UNDO:
            self._undo()
        elif answer.control == commands.ADVISE:
            self._advise(answer.level)
        elif answer.control == commands.TOGETHER:
            bound_input.set_group(controller, answer.group)
            self._say([f"{controller.notice.capitalize()}."])
            self._session.changes.announce(Topic.CHOICE)
        elif answer.control:
            self._say(["The menu of the battle hands a side over: 'quit' goes there."])
        elif answer.order is not None:
            self._give(answer.order, sure)

    def _undo(self) -> None:
        session = self._session
        session.undo()
        self._follow(session.controller.draft.figure)
        self._told = len(session.controller.legal.view.news)
        self._moment = self._now()
        self._say([session.controller.notice.capitalize() + "."])

    def _advise(self, level: str) -> None:
        """Ask the adviser."""
        if why := self._session.advice_refusal:
            self._say([f"{why.capitalize()}."])
        else:
            self._session.ask_adviser(self._advised, level, self._unadvised)

    def _advised(self, question: AdviceRequest, thought: Choice) -> None:
        if self.is_attached:
            self._say(question.lines(thought.explanation, numbers=self._exact()))

    def _unadvised(self, why: str) -> None:
        if self.is_attached:
            self._say([f"{why[:1].upper()}{why[1:]}."])

    def _give(self, order: Order, sure: str) -> None:
        session = self._session
        doubt = turn_text.confirmation(session.controller.legal, order)
        if doubt and sure != str(order):
            self._sure = str(order)
            self._say([doubt])
            return
        if order.figure:
            self._choose(order.figure)
        known, before = session.controller.legal, session.controller.legal.view
        session.controller.clear_transient()
        session.give_order(order)
        if session.seat != self._seat:
            return
        legal = session.controller.legal
        # If the figure can do no more, the next one is chosen; follow that one.
        self._follow(session.controller.draft.figure or order.figure)
        if legal.view is before:
            self._say([f"{session.controller.notice or 'Not done'}."])
        elif legal.can_act and before.state.clock == legal.view.state.clock:
            quiet = len(legal.view.news) == self._told
            self._listen()
            self._say(turn_text.change_lines(known, legal, order))
            self._say(
                turn_text.after_order_lines(
                    legal, session.controller.draft.figure, order, quiet=quiet
                )
            )

    # Keys.

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, "typed")

    def action_again(self, by: int) -> None:
        """Recall the previous or next line typed before."""
        typed = self._session.controller.typed
        self._at = min(max(0, self._at + by), len(typed))
        line = self.query_one(Input)
        line.value = typed[self._at] if self._at < len(typed) else ""
        line.cursor_position = len(line.value)

    def action_finish(self) -> None:
        """Accept the suggestion."""
        self.query_one(Input).action_cursor_right()

    def action_scroll(self, by: int) -> None:
        """Scroll the answers."""
        scroll_lines(self.query_one(VerticalScroll), by)

    def action_close(self) -> None:
        """Close the command line."""
        self.dismiss()
