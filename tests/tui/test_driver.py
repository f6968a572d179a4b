"""What the driver writes, and by which thread."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from textual.constants import ESCAPE_DELAY
from textual.events import Key

from skirmish.tui import driver
from skirmish.tui.driver import InputDecoder, TerminalOutput


class Kept:
    """A file that keeps what is written, and by which thread."""

    def __init__(self, fd: int) -> None:
        """Stand for an open file."""
        self.fd = fd
        self.texts: list[tuple[str, int]] = []

    def write(self, text: str) -> int:
        """Keep a text."""
        self.texts.append((text, threading.get_ident()))
        return len(text)

    def flush(self) -> None:
        """Do nothing."""

    def fileno(self) -> int:
        """Number of the file."""
        return self.fd


@contextmanager
def output() -> Iterator[tuple[TerminalOutput, Kept]]:
    """An output whose terminal takes text."""
    ends = os.pipe()
    kept = Kept(ends[1])
    try:
        yield TerminalOutput(kept), kept  # type: ignore[arg-type]  # all that it needs of a file
    finally:
        for end in ends:
            os.close(end)


def test_a_terminal_that_is_full_takes_no_more() -> None:
    """A short text may then not be written by the thread of the screen, which would wait."""
    with output() as (terminal, kept):
        assert terminal.takes_more
        os.set_blocking(kept.fd, False)
        while terminal.takes_more:
            os.write(kept.fd, bytes(4096))
        assert not terminal.takes_more


def test_escape_is_not_lost_where_another_key_comes_at_once_with_it() -> None:
    """Over a slow line: it must not leave an order to be confirmed."""
    for sent, keys in (
        (b"\x1b\r", ["escape", "enter"]),
        (b"\x1b!", ["escape", "exclamation_mark"]),
        (b"\x1bA\r", ["alt+shift+a", "enter"]),
        (b"\x1b[A", ["up"]),
        (b"\r", ["enter"]),
    ):
        decoder = InputDecoder()
        messages = [*decoder.feed(sent)]
        time.sleep(2 * ESCAPE_DELAY)
        messages += decoder.tick()
        assert [one.key for one in messages if isinstance(one, Key)] == keys


def test_what_is_flushed_is_counted() -> None:
    """So that it is known whether an earlier text still waits."""
    with output() as (terminal, _):
        terminal.write("one")
        assert terminal.flushed == 0
        terminal.flush()
        assert terminal.flushed == 1


def test_short_texts_are_written_at_once_and_in_order() -> None:
    """Unless a longer one waits for the thread that writes."""
    with output() as (terminal, kept):
        waiting: list[str] = []
        writing = driver.Writing(terminal, waiting.append)
        writing.write("a")
        writing.write("b" * 2000)
        writing.write("c")
        assert [text for text, _ in kept.texts] == ["a"]
        assert [text[0] for text in waiting] == ["b", "c"]
        for text in waiting:
            terminal.write(text)
        terminal.flush()
        writing.write("d")
        assert kept.texts[-1] == ("d", threading.get_ident())
