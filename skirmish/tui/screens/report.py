"""The report on a battle and what to do next.

While a battle lasts it contains only what one side has learnt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.presentation import battle_totals
from skirmish.presentation.battle_report import battle_report, moment_words, moments_by_side
from skirmish.presentation.battle_summary import BattleSummary, summarize_battle
from skirmish.presentation.report_export import FileTaken, export_report
from skirmish.presentation.report_text import text_rows
from skirmish.presentation.user_files import is_served, need_own_terminal
from skirmish.tui.background import BackgroundTask
from skirmish.tui.battle_log import LogEntry, battle_log
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.dialogs import InputDialog, ListDialog
from skirmish.tui.screens.explanation import show_reasons
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.settings_app import key_in
from skirmish.tui.theme import HEADING
from skirmish.tui.widgets import ItemList, ListItem

FIELD, STORY, REPLAY, MOMENT, FELL = "field", "story", "replay", "moment", "fell"
WHY, EXPORT, LEAVE = "why", "export", "title"
_OVER = {
    FIELD: "Look at the field",
    STORY: "The whole story",
    REPLAY: "Play it back",
    MOMENT: "Go to a moment",
    FELL: "Where fire fell",
    WHY: "Computer's reasons",
    EXPORT: "Write it to a file",
    LEAVE: "Back to the title",
}
_LASTS = {EXPORT: "Write it to a file", LEAVE: "Back"}
_ENDS = "a path that ends in .txt, .svg, .html or .json"
_SURE = ("y", "yes")


class ReportScreen(BaseScreen):
    """Result, losses, fire, luck, and what to do next."""

    key_group = "report"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("report")
    DEFAULT_CSS = """
    ReportScreen {
        VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        #list { width: 24; background: $surface; border-left: vkey $edge; height: 1fr; }
        &.-slim Horizontal { layout: vertical; }
        &.-slim #list { height: 40%; }
    }
    """

    def __init__(
        self,
        game: Game,
        leave: Callable[[], None],
        *,
        side: str = "",
        replay: Callable[[Game], None] | None = None,
        moment: Callable[[Game, int], None] | None = None,
    ) -> None:
        """Report on a battle.

        Args:
            game: The battle.
            leave: Called to go back.
            side: The side to report to while the battle lasts.
            replay: Called to replay it, if possible.
            moment: Called to replay it from a line of its record, if possible.
        """
        super().__init__()
        self._game = game
        self._leave = leave
        self._side = side
        self._replay = replay
        self._moment = moment
        self._account: BattleSummary | None = None
        self._background = BackgroundTask(self, "report")

    def body(self) -> ComposeResult:
        """The text, and beside it what to do."""
        with Horizontal():
            # The screen takes the keys: arrows are for the list, pages for the text.
            with VerticalScroll(can_focus=False):
                yield Static(Content("\n").join(self._first_words()), id="text")
            choices = ItemList(self._lines(), id="list")
            choices.can_focus = False
            yield choices

    def _lines(self) -> Iterator[ListItem]:
        back = {LEAVE: "Back"} if self._replay is None else {}
        nowhere = {
            REPLAY: self._replay is None,
            MOMENT: self._moment is None,
            EXPORT: is_served(),
        }
        for name, words in {**(_OVER if self._game.over else _LASTS), **back}.items():
            if not nowhere.get(name):
                yield ListItem(name, Content(words))

    def _first_words(self) -> list[Content]:
        """What is known before the report is worked out."""
        return [*self._known(), Content.styled("reckoning ..", "dim")]

    def _known(self) -> list[Content]:
        return [*verdict_lines(self._game), Content("")] if self._game.over else []

    def on_mount(self) -> None:
        """Write the title and start the work."""
        self.set_title(f"{self._game.state.setup.title}: the report")
        path = self._game.record.path
        self.set_hint(f"record: {escaped(path.name)}" if path else "")
        self._background.start(
            lambda _: summarize_battle(self._game, self._side), self._reckoned, self._failed
        )

    def _reckoned(self, account: BattleSummary) -> None:
        self._account = account
        self._write()

    def _failed(self, why: str) -> None:
        """Show what was known before, and the reason."""
        lines = [*self._known(), Content(f"No report: {why}")]
        self.query_one("#text", Static).update(Content("\n").join(lines))

    def on_resize(self) -> None:
        """Draw the charts for the new width."""
        self.call_after_refresh(self._write)

    def _write(self) -> None:
        if self._account is not None and self.is_attached:
            width = self.query_one("#text", Static).content_size.width
            lines = report_lines(self._account, width, self._game.record.path)
            self.query_one("#text", Static).update(Content("\n").join(lines))

    def chosen(self, name: str) -> None:
        """Run the chosen item."""
        match name:
            case "field":
                self.app.push_screen(FieldScreen.of_battle(self._game))
            case "story":
                page = LogPage(battle_log(self._game), "play it back from there", end=False)
                self.app.push_screen(page, self._retold)
            case "replay" if self._replay is not None:
                self._replay(self._game)
            case "moment" if self._account is not None:
                self._ask_moment(self._account)
            case "fell" if self._account is not None:
                self.app.push_screen(FieldScreen.of_fire(self._game, self._account.fire_by_tile))
            case "why":
                show_reasons(self.app, self._game, self.show_message)
            case "export":
                self._ask_path()
            case "title":
                self._leave()
            case _:
                pass

    def _ask_moment(self, account: BattleSummary) -> None:
        """Ask which of the notable moments to show."""
        places: list[tuple[int | None, str]] = []
        lines: list[int] = []
        for head, moments in moments_by_side(account):
            places.append((None, head))
            for moment in moments:
                places.append((len(lines), moment_words(account, moment)))
                lines.append(moment.attack.line)
        if not lines:
            self.show_message(
                "No moments", "No attack came out better or worse than was to be expected."
            )
        else:
            jump = ListDialog("Go to a moment, in the replay", places, 0)
            self.app.push_screen(jump, lambda at: self._go_to(lines, at))

    def _retold(self, entry: LogEntry | None) -> None:
        if entry is not None:
            self._go_to((entry.place,), 0)

    def _go_to(self, lines: Sequence[int], at: int | None) -> None:
        if at is not None and self._moment is not None:
            self._moment(self._game, lines[at])

    def action_back(self) -> None:
        """Go back."""
        self._leave()

    def action_page(self, by: int) -> None:
        """Scroll the text by a page."""
        text = self.query_one(VerticalScroll)
        if by > 0:
            text.scroll_page_down(animate=False)
        else:
            text.scroll_page_up(animate=False)

    # Writing it to a file.

    def _ask_path(self) -> None:
        try:
            need_own_terminal("writing files")
        except SkirmishError as error:
            self.show_message("Not written", str(error))
            return
        usual = str(Path.home() / f"{_stem(self._game)}.html")
        self.app.push_screen(InputDialog("Write the report to", _ENDS, usual), self._typed)

    def _typed(self, typed: str | None) -> None:
        if typed and typed.strip():
            self._write_to(typed.strip())

    def _write_to(self, typed: str, *, over: bool = False) -> None:
        if self._account is None:
            return
        try:
            where = export_report(self._account, Path(typed).expanduser(), over=over)
        except FileTaken as taken:
            back = key_in(self.app, "ask", "ask.close")
            hint = f"yes: write over it; {back}: leave it alone"
            ask = InputDialog(f"{taken.where} is there already", hint)
            self.app.push_screen(ask, lambda said: self._sure(typed, said))
        except (SkirmishError, RuntimeError) as error:
            # The path typed stays, to be corrected.
            why = escaped(str(error), limit=400)
            ask = InputDialog("Not written; write the report to", why, typed, select=False)
            self.app.push_screen(ask, self._typed)
        else:
            self.show_message("Written", f"The report is in\n{where}")

    def _sure(self, typed: str, said: str | None) -> None:
        if said is not None and said.strip().lower() in _SURE:
            self._write_to(typed, over=True)


def _stem(game: Game) -> str:
    """A file name without characters that a file system may refuse."""
    title = re.sub("[^a-z0-9]+", "-", game.state.setup.title.lower()).strip("-")[:40]
    return f"{title or 'battle'}-{game.seed}-report"


def verdict_lines(game: Game) -> list[Content]:
    """Winner, turn and reason of a finished battle."""
    state = game.state
    who, why = battle_totals.verdict(state)
    when = f"In turn {state.clock.turn} of {state.setup.turns}: {why}."
    return [Content.styled(who, "bold $accent"), Content(when)]


def report_lines(account: BattleSummary, width: int, record: Path | None = None) -> list[Content]:
    """The report as lines for a width."""
    dispatch = battle_report(account)
    lines = [Content.styled(dispatch.scope, "italic"), Content("")]
    for row in text_rows(dispatch, width):
        style = HEADING if row.heading else "bold $accent" if row.text == account.verdict[0] else ""
        lines.append(Content.styled(row.text, style))
    if record is not None:
        lines += [
            Content(""),
            Content.styled("Record", HEADING),
            Content(escaped(str(record), 400)),
        ]
        lines.append(Content("It is the whole battle: send it to a friend, or play it back."))
    return lines
