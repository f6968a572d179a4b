"""What the screens round the battle have in common: a title, a body, a line of hints, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList

from skirmish.tui.bars import Footer, Line
from skirmish.tui.choices import Choices
from skirmish.tui.guard import Guarded
from skirmish.tui.keys import Key, with_own
from skirmish.tui.screens.page import Page, show_help
from skirmish.tui.screens.room import HEIGHTS, WIDTHS
from skirmish.tui.settings import Settings
from skirmish.tui.settled import key_in, settings_of
from skirmish.tui.sheet_keys import SHEETS, sheet_bindings


class Sheet(Guarded, Screen[None]):
    """A screen round the battle; `sheet` names its keys in the table."""

    ALLOW_SELECT = False
    sheet: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    DEFAULT_CSS = """
    Sheet {
        .head { background: $panel; text-style: bold; }
        .hint { background: $panel; }
        &.-slim #list { width: 100%; border: none; }
    }
    """

    def compose(self) -> ComposeResult:
        """Title, body, hints, keys."""
        head, hint = Line(id="head"), Line(id="hint")
        head.add_class("head")
        hint.add_class("hint")
        yield head
        yield from self.body()
        yield hint
        yield Footer(id="footer")

    def body(self) -> ComposeResult:
        """What is between title and hints."""
        yield from ()

    def on_mount(self) -> None:
        """Show the keys."""
        self._offer_keys()

    def _offer_keys(self) -> None:
        self.query_one(Footer).offer(key for key in self.table() if key.label)

    def table(self) -> Sequence[Key]:
        """The keys of this screen, for footer and command palette."""
        return with_own(SHEETS[self.sheet], settings_of(self.app).keys)

    def key(self, id_: str) -> str:
        """The key with this id on this screen, as the player knows it."""
        return key_in(self.app, self.sheet, id_)

    def settle(self, _settings: Settings) -> None:
        """Other keys may count from now on."""
        self._offer_keys()

    def say_title(self, *parts: Content | str | tuple[str, str]) -> None:
        """Write the line at the top."""
        self.query_one("#head", Line).say(Content.assemble(*parts))

    def say_hint(self, text: str, style: str = "") -> None:
        """Write the line above the keys."""
        self.query_one("#hint", Line).say(Content.styled(text, style))

    def tell(self, title: str, text: str) -> None:
        """A page over the screen with a message, such as what is wrong with a file."""
        self.app.push_screen(Page(title, [Content(line) for line in text.split("\n")]))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.chosen(event.option_id)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_id:
            self.marked(event.option_id)

    def chosen(self, name: str) -> None:
        """A line of the list was taken."""

    def marked(self, name: str) -> None:
        """Another line of the list is marked."""

    def action_choose(self) -> None:
        """Take the marked line."""
        self.query_one(Choices).action_select()

    def action_mark(self, by: int) -> None:
        """Mark the next line or the one before."""
        self.query_one(Choices).step(by)

    def action_back(self) -> None:
        """One screen back."""
        self.leave()

    def action_help(self) -> None:
        """What this screen is for, and its keys."""
        show_help(self, self.sheet)


def keys_of(sheet: str) -> list[BindingType]:
    """The bindings of a screen, for its class."""
    return [*sheet_bindings(sheet)]
