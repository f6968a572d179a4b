"""One browser tab: a game in a process of its own, and the connection to it."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from textual_serve.app_service import AppService

from skirmish.presentation.user_files import SERVED, SERVED_VARIABLE

# Without a shell and without any input from the browser. -P: the folder that the server was
# started in is not searched for modules.
COMMAND = (sys.executable, "-P", "-m", "skirmish", "play")
DRIVER = "skirmish.tui.browser_driver:BrowserDriver"
_STOP_TIMEOUT = 5.0
"""Seconds that a game has to save its record."""


class Tab(AppService):
    """The game of one tab, connected by the protocol of Textual's web driver."""

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the game in a window of this size."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            # Ctrl-C is for the server, which then ends its games.
            start_new_session=True,
        )
        self._process, self._stdin = process, process.stdin
        return process

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """The environment of the game, which draws for a browser with full Unicode."""
        environment = super()._build_environment(width, height)
        usual = {"SKIRMISH_ASCII": "0", "PYTHONUTF8": "1"}
        return {**usual, **environment, SERVED_VARIABLE: SERVED, "TEXTUAL_DRIVER": DRIVER}

    async def on_meta(self, data: bytes) -> None:
        """Handle a message of the game about itself: only "exit" is obeyed.

        Messages that deliver files or open pages are ignored.
        """
        if json.loads(data).get("type") == "exit":
            await self.remote_close()

    async def run(self) -> None:
        """Pass on what the game draws until it has ended."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    async def end(self) -> None:
        """End the game; kill it if it does not end in time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), _STOP_TIMEOUT)
        process = self._process
        if process is None:
            return
        try:
            await asyncio.wait_for(process.wait(), _STOP_TIMEOUT)
        except TimeoutError:
            process.kill()
            await process.wait()
