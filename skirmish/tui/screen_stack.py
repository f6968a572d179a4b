"""The pile of screens: put one on, take off what lies over another, say what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.content import Content

from skirmish.errors import SkirmishError
from skirmish.tui.screens.page import Page
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import change_settings, settings_of, show_settings

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen


T = TypeVar("T")


class ScreenStack:
    """The screens of an app, one on the other."""

    def __init__(self, app: App[None]) -> None:
        """Work on an app's screens."""
        self._app = app

    @property
    def top(self) -> Screen[Any]:
        """The screen that is shown."""
        return self._app.screen

    @property
    def settings(self) -> Settings:
        """What the player has set."""
        return settings_of(self._app)

    def apply_settings(self, settings: Settings) -> None:
        """These settings count from now on."""
        change_settings(self._app, settings)

    def show_settings(self) -> None:
        """The screen of settings."""
        show_settings(self._app)

    def contains(self, screen: Screen[Any]) -> bool:
        """Whether a screen is on the pile."""
        return screen in self._app.screen_stack

    def push(self, screen: Screen[Any], done: Callable[[Any], None] | None = None) -> None:
        """Put a screen on top; `done` is told what it gives when it is dismissed."""
        self._app.push_screen(screen, done)

    def pop(self) -> None:
        """Take the top screen off."""
        self._app.pop_screen()

    def pop_to(self, screen: Screen[Any] | None) -> None:
        """Take off whatever lies over a screen; all but the app's own for None."""
        while self.top is not screen and len(self._app.screen_stack) > 1:
            self._app.pop_screen()

    def show_message(self, title: str, text: str, then: Callable[[], None] | None = None) -> None:
        """A page with a message; `then` comes when it was read."""
        page = Page(title, [Content(line) for line in text.split("\n")])
        self.push(page, None if then is None else lambda _: then())

    def attempt(self, title: str, do: Callable[[], T]) -> T | None:
        """What comes of something that may fail; if it does the player reads why, and goes on."""
        try:
            return do()
        except SkirmishError as error:
            self.show_message(title, str(error))
            return None
