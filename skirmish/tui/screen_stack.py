"""The stack of screens: push, pop, show messages and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.content import Content

from skirmish.errors import SkirmishError
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import change_settings, settings_of

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen


T = TypeVar("T")
SETTING_UP = "Setting up the battle .."
"""Shown until the first view of a battle is ready."""


class ScreenStack:
    """The screens of an app."""

    def __init__(self, app: App[None]) -> None:
        """Use an app's screens."""
        self._app = app
        self._busy = False

    @property
    def top(self) -> Screen[Any]:
        """The screen on top."""
        return self._app.screen

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return settings_of(self._app)

    def apply_settings(self, settings: Settings) -> None:
        """Apply settings."""
        change_settings(self._app, settings)

    def show_settings(self) -> None:
        """Show the screen of settings, unless it is open already."""
        from skirmish.tui.screens.settings import show_settings

        show_settings(self._app)

    def contains(self, screen: Screen[Any]) -> bool:
        """Whether a screen is on the stack."""
        return screen in self._app.screen_stack

    def push(self, screen: Screen[Any], done: Callable[[Any], None] | None = None) -> None:
        """Push a screen; `done` is called with its result."""
        self._app.push_screen(screen, done)

    def pop(self) -> None:
        """Pop the top screen."""
        self._app.pop_screen()

    def pop_to(self, screen: Screen[Any] | None) -> None:
        """Pop all screens above one; for None all but the app's own."""
        while self.top is not screen and len(self._app.screen_stack) > 1:
            self._app.pop_screen()

    def show_message(self, title: str, text: str, then: Callable[[], None] | None = None) -> None:
        """Show a message as a page; `then` is called when it is closed."""
        from skirmish.tui.screens.page import Page

        page = Page(title, [Content(line) for line in text.split("\n")])
        self.push(page, None if then is None else lambda _: then())

    def busy(self, words: str, then: Callable[[], None]) -> None:
        """Show words, and call a function once they are shown; keys cannot start it twice."""
        top = self.top
        if self._busy or not isinstance(top, BaseScreen):
            if not self._busy:
                then()
            return
        self._busy, before = True, top.hint_line

        def go() -> None:
            self._busy = False
            if self.top is top:
                then()
            if top.is_attached:
                top.hint_line = before

        top.set_hint(words, "bold $accent")
        top.call_after_refresh(go)

    def attempt(self, title: str, do: Callable[[], T]) -> T | None:
        """Return the result of a call; if it fails, show the reason and return None."""
        try:
            return do()
        except SkirmishError as error:
            self.show_message(title, str(error))
            return None
