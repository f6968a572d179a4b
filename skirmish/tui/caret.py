"""The terminal's own cursor: it goes where the player looks; whether it is seen is a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App

_SHOW, _HIDE = "\x1b[?25h", "\x1b[?25l"


def show_caret(app: App[Any], *, shown: bool) -> None:
    """Show the terminal's cursor from now on, or hide it; nothing where there is no terminal."""
    driver = app._driver  # noqa: SLF001 - there is no other way to the terminal
    if driver is not None and not app.is_headless:
        driver.write(_SHOW if shown else _HIDE)
        driver.flush()
