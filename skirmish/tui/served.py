"""How a game talks to the server that plays it in a browser; nothing else of the screen differs."""

from __future__ import annotations

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class ServedDriver(WebDriver):
    """Textual's driver for the browser, which also ends the game when the server has gone."""

    def run_input_thread(self) -> None:
        """Read what the server passes on until there is no more of it."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            # Else the game would wait for ever, and its record could be opened by nobody.
            self._app.post_message(ExitApp())
