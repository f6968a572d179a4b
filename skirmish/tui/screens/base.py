"""The base of all screens but the battle: a title, a body, a line of hints, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList

from skirmish.tui.guard import GuardedScreen
from skirmish.tui.keys import Key, with_own
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.screens.page import Page, show_help
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import key_in, settings_of
from skirmish.tui.widgets import Footer, ItemList, TextLine

WIDTHS: list[tuple[int, str]] = [(0, "-slim"), (60, "-narrow"), (110, "-wide")]
HEIGHTS: list[tuple[int, str]] = [(0, "-flat"), (18, "-low"), (34, "-high")]


class BaseScreen(GuardedScreen, Screen[None]):
    """A screen round the battle; `key_group` names its keys in the table."""

    ALLOW_SELECT = False
    key_group: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    DEFAULT_CSS = """
    BaseScreen {
        .head { background: $panel; text-style: bold; }
        .hint { background: $panel; }
        &.-slim #list { width: 100%; border: none; }
    }
    """

    def compose(self) -> ComposeResult:
        """Title, body, hints, keys."""
        head, hint = TextLine(id="head"), TextLine(id="hint")
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
        return with_own(SCREEN_KEYS[self.key_group], settings_of(self.app).keys)

    def key(self, id_: str) -> str:
        """The key with this id on this screen, as the player knows it."""
        return key_in(self.app, self.key_group, id_)

    def apply_settings(self, _settings: Settings) -> None:
        """Other keys may count from now on."""
        self._offer_keys()

    def say_title(self, *parts: Content | str | tuple[str, str]) -> None:
        """Write the line at the top."""
        self.query_one("#head", TextLine).say(Content.assemble(*parts))

    def say_hint(self, text: str, style: str = "") -> None:
        """Write the line above the keys."""
        self.query_one("#hint", TextLine).say(Content.styled(text, style))

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
        self.query_one(ItemList).action_select()

    def action_mark(self, by: int) -> None:
        """Mark the next line or the one before."""
        self.query_one(ItemList).step(by)

    def action_back(self) -> None:
        """One screen back."""
        self.leave()

    def action_help(self) -> None:
        """What this screen is for, and its keys."""
        show_help(self, self.key_group)
