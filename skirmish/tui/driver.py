"""Textual's driver for a terminal, made safe against hanging and broken input."""

from __future__ import annotations

import os
import select
import selectors
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from skirmish.shutdown import terminal_attributes
from skirmish.tui.key_names import after_alt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message


LARGEST = 5000
"""Maximum columns or rows; larger sizes are taken for an error of the terminal."""
_READ = 4096
_TICK = 0.1
_SHORT = 1000
"""Characters that a terminal takes without blocking if it takes any."""


def hang_up() -> None:
    """End the program as if the terminal had been closed."""
    os.kill(os.getpid(), signal.SIGHUP)


class TerminalOutput:
    """The output of the screen; a closed terminal ends the program.

    The writing thread must live until the end, because other threads wait for it to take their
    text.

    Attributes:
        flushed: Number of texts that have reached the terminal.
    """

    def __init__(self, file: IO[str]) -> None:
        """Write to an open file."""
        self._file = file
        self._gone = False
        self._written = self.flushed = 0

    @property
    def takes_more(self) -> bool:
        """Whether the terminal takes text without blocking."""
        return bool(select.select((), (self._file,), (), 0)[1])

    def write(self, text: str) -> None:
        """Write text."""
        if not self._gone:
            self._tried(lambda: self._file.write(text))
        self._written += 1

    def flush(self) -> None:
        """Write buffered text."""
        if not self._gone:
            self._tried(self._file.flush)
        self.flushed = self._written

    def fileno(self) -> int:
        """Number of the file."""
        return self._file.fileno()

    def _tried(self, do: Callable[[], object]) -> None:
        try:
            do()
        except (OSError, ValueError):
            self._gone = True
            hang_up()


class Writing:
    """Writes short texts at once if no other text waits; leaves the rest to the writing thread.

    Waking that thread takes longer than writing the few bytes for a key.
    """

    def __init__(self, output: TerminalOutput, leave: Callable[[str], None]) -> None:
        """Write to an output; `leave` is called with text for the writing thread."""
        self._output = output
        self._leave = leave
        self._given = 0

    def write(self, text: str) -> None:
        """Write text, after everything given before."""
        idle = self._given == self._output.flushed
        self._given += 1
        if idle and len(text) <= _SHORT and self._output.takes_more:
            self._output.write(text)
            self._output.flush()
        else:
            self._leave(text)


class KeyParser(XTermParser):
    """Textual's parser, without its loss of `escape` if another key follows at once."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """The keys of a sequence; `escape` comes first if a key has no form with `alt`."""
        keys = tuple(super()._sequence_to_key_events(sequence, alt))
        if alt and not any(after_alt(key.key) for key in keys):
            yield events.Key("escape", "\x1b")
        yield from keys


class InputDecoder:
    """Messages from the bytes that a terminal sends; invalid bytes are harmless."""

    def __init__(self) -> None:
        """Begin with no bytes."""
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = KeyParser()

    def feed(self, data: bytes) -> Iterable[Message]:
        """Messages from more bytes; unparsable input is skipped."""
        if text := self._decode(data):
            yield from self._parsed(self._parser.feed(text))

    def tick(self) -> Iterable[Message]:
        """Messages that waited for more bytes, after the timeout."""
        yield from self._parsed(self._parser.tick())

    def _parsed(self, messages: Iterable[Message]) -> Iterable[Message]:
        try:
            for message in messages:
                if not (isinstance(message, events.Resize) and _is_wrong(message)):
                    yield message
        except Exception:  # noqa: BLE001 - it is Textual's: numbers out of range and the like
            self._parser = KeyParser()


def _is_wrong(resize: events.Resize) -> bool:
    return not (0 < resize.size.width <= LARGEST and 0 < resize.size.height <= LARGEST)


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with some differences.

    Bytes that are not UTF-8 are replaced instead of ending the program. A closed terminal ends it.
    It resumes only after a real suspension, and in the loop: at a hang-up the system may send
    SIGCONT to processes that were never suspended.
    """

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's own
        """Begin with the process's terminal."""
        super().__init__(*args, **options)
        output = TerminalOutput(cast("IO[str]", self._file))
        self._file = cast("Any", output)
        self._writing = Writing(output, super().write)
        self._active = False

    def write(self, data: str) -> None:
        """Write text."""
        self._writing.write(data)

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._active = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self._active = False
        super().stop_application_mode()

    def _sigtstp_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._continued)

    def _continued(self) -> None:
        """Take the terminal again after a suspension."""
        if terminal_attributes(self.fileno) is None:
            hang_up()
            return
        if self._active:  # It was stopped without having been asked.
            self._must_signal_resume = True
            self.suspend_application_mode()
        super()._sigcont_application()

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001 - whatever it is, the app must not go on deaf
            with suppress(RuntimeError):  # The app has ended meanwhile.
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)  # noqa: SLF001 - Textual has no other way

    def run_input_thread(self) -> None:
        """Read from the terminal and pass messages on until the driver stops."""
        decoder = InputDecoder()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                for _ in selector.select(_TICK):
                    data = self._read()
                    if not data:
                        hang_up()
                        return
                    for message in decoder.feed(data):
                        self.process_message(message)
                for message in decoder.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        """Some bytes; none if the terminal is closed."""
        try:
            return os.read(self.fileno, _READ)
        except OSError:
            return b""
