"""The base of all screens but the battle: title, body, line of hints, keys; and breakpoints.

On "-narrow" and "-low" screens the game can still be played: the panel goes below the map, and the
log is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList

from skirmish.tui.guard import RIGHT_BUTTON, GuardedScreen
from skirmish.tui.item_list import ListKeys
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import key_in, settings_of
from skirmish.tui.widgets import Footer, TextLine

WIDTHS: list[tuple[int, str]] = [(0, "-slim"), (60, "-narrow"), (110, "-wide")]
HEIGHTS: list[tuple[int, str]] = [(0, "-flat"), (18, "-low"), (34, "-high")]


class BaseScreen(ListKeys, GuardedScreen, Screen[None]):
    """A screen other than the battle; `key_group` names its keys in the table."""

    ALLOW_SELECT = False
    key_group: ClassVar[str] = ""
    rare_keys: ClassVar[tuple[str, ...]] = ()
    """Ids of keys that the footer leaves out in turn if there is no room for all."""
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
        self._fit(self.app.size)
        yield TextLine(id="head", classes="head")
        yield from self.body()
        yield TextLine(id="hint", classes="hint")
        yield Footer(id="footer")

    def _fit(self, size: Size) -> None:
        """Set the classes of the breakpoints before the parts are styled for the first time."""
        across = self._get_breakpoint_classes(size.width, WIDTHS)
        down = self._get_breakpoint_classes(size.height, HEIGHTS)
        self.update_classes(dict.fromkeys(across | down, True), update=False)

    async def on_click(self, event: Click) -> None:
        """Go back at a right click, if a key of this screen does."""
        if event.button == RIGHT_BUTTON and any(key.action == "back" for key in self.table()):
            await self.run_action("back")

    def body(self) -> ComposeResult:
        """The widgets between title and hints."""
        yield from ()

    def on_mount(self) -> None:
        """Show the keys."""
        self._offer_keys()

    def _offer_keys(self) -> None:
        shown = (key for key in self.table() if key.label)
        self.query_one(Footer).set_keys(shown, self.rare_keys)

    def table(self) -> Sequence[Key]:
        """The keys of this screen, for footer and command palette."""
        return with_own_keys(SCREEN_KEYS[self.key_group], settings_of(self.app).keys)

    def key(self, id_: str) -> str:
        """The player's key for an id of this screen."""
        return key_in(self.app, self.key_group, id_)

    def apply_settings(self, _settings: Settings) -> None:
        """Show the keys again; they may have changed."""
        self._offer_keys()

    def set_title(self, *parts: Content | str | tuple[str, str]) -> None:
        """Write the line at the top."""
        self.query_one("#head", TextLine).set_content(Content.assemble(*parts))

    def set_hint(self, text: str, style: str = "", shorter: Sequence[str] = ()) -> None:
        """Write the line above the keys: the text, or the first of the `shorter` ones that fits."""
        contents = [Content.styled(one, style) for one in (text, *shorter)]
        self.query_one("#hint", TextLine).set_content(*contents)

    @property
    def hint_line(self) -> Content:
        """The line above the keys."""
        return self.query_one("#hint", TextLine).content

    @hint_line.setter
    def hint_line(self, content: Content) -> None:
        self.query_one("#hint", TextLine).set_content(content)

    def show_message(self, title: str, text: str) -> None:
        """Show a message as a page, such as a fault of a file."""
        from skirmish.tui.screens.page import Page

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
        """Handle a chosen item of the list."""

    def marked(self, name: str) -> None:
        """Handle a newly marked item of the list."""

    def action_back(self) -> None:
        """Go one screen back."""
        self.leave()

    def action_help(self) -> None:
        """Show the help page of this screen."""
        from skirmish.tui.screens.page import show_help

        show_help(self, self.key_group)


class DrawnScreen(BaseScreen):
    """A screen with parts that are drawn for its size and settings."""

    def on_mount(self) -> None:
        """Draw as soon as the size is known."""
        self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.redraw)

    def apply_settings(self, settings: Settings) -> None:
        """Draw with the new settings."""
        super().apply_settings(settings)
        self.redraw()

    def redraw(self) -> None:
        """Draw, unless the screen was closed meanwhile."""
        if self.is_attached:
            self.draw()

    def draw(self) -> None:
        """Draw the parts of a subclass."""
