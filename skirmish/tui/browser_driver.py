"""Textual's driver for a browser, made safe against hanging and broken input."""

from __future__ import annotations

import os
import signal
from asyncio import get_running_loop
from functools import partial
from typing import Any

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver

from skirmish.tui.driver import InputDecoder, hang_up


class BrowserDriver(WebDriver):
    """Textual's driver for the browser; it ends the game when the server is gone."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's own
        """Begin with the pipes to the server."""
        super().__init__(*args, **options)
        self._write = partial(self._written)

    def start_application_mode(self) -> None:
        """Start drawing; signals stay with the program, so that it can always be ended."""
        super().start_application_mode()
        for asked in (signal.SIGINT, signal.SIGTERM):
            get_running_loop().remove_signal_handler(asked)
        arm = getattr(self._app, "arm", None)
        if arm is not None:
            arm()

    def run_input_thread(self) -> None:
        """Read the server's packets until the pipe is closed."""
        try:
            self._read_packets()
        finally:
            self._input_reader.close()
            if not self.exit_event.is_set():
                # Otherwise the game would wait for ever and keep its record locked.
                hang_up()

    def _read_packets(self) -> None:
        decoder, stream = InputDecoder(), ByteStream()
        for data in self._input_reader:
            for kind, payload in stream.feed(data) if data else ():
                if kind == "D":
                    for message in decoder.feed(payload):
                        self.process_message(message)
                else:
                    self._on_meta(kind, payload)
            for message in decoder.tick():
                self.process_message(message)

    def _written(self, data: bytes) -> int:
        """Write all bytes; end the game if the server is gone."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self.fileno, rest) :]
        except OSError:
            hang_up()
        return len(data)
