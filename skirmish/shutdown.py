"""Shutdown by signal, whatever the process is doing, with the terminal restored.

The main thread is asked to end in order. If it has not ended after `GRACE` seconds, a thread of its
own restores the terminal and ends the process: a full queue, a held lock, a busy loop or a dead
terminal cannot delay it. No record is lost by that: each line is synced before it counts.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import FrameType, TracebackType
from typing import Any, Self

try:
    import termios
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]

GRACE = 1.0
"""Seconds for an orderly shutdown."""
SIGNALLED = 128
"""Exit code of a process that a signal has ended, less the number of the signal."""
_LAST = 0.3
"""Seconds for restoring a terminal that may not read any more."""
_HAS_SIGNALS = sys.platform != "win32"

Attributes = list[Any]


def terminal_attributes(descriptor: int) -> Attributes | None:
    """Modes of a terminal such as echo; None for anything else."""
    if termios is None:
        return None
    try:
        return termios.tcgetattr(descriptor)
    except (termios.error, OSError, ValueError):
        return None


def set_terminal_attributes(descriptor: int, attributes: Attributes | None) -> None:
    """Set modes of a terminal; without effect if it is gone."""
    if attributes is not None:
        with suppress(termios.error, OSError, ValueError):
            termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def ending_signals() -> tuple[signal.Signals, ...]:
    """Signals that ask a program to end."""
    if not _HAS_SIGNALS:
        return ()
    return (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)


class Shutdown:
    """Context in which signals end the process in order, or else by force.

    Attributes:
        number: The signal that has asked for the end; 0 as long as none has.
    """

    def __init__(
        self,
        ask: Callable[[], bool],
        signals: tuple[signal.Signals, ...] | None = None,
        reset: bytes = b"",
    ) -> None:
        """Prepare; nothing is changed before the context is entered.

        Args:
            ask: Called in the main thread, between any two steps of it. Asks the program to end
                in order, or returns False if it cannot; then the process ends at once.
            signals: The signals that end the process.
            reset: What is written to the terminal (standard error) to reset it.
        """
        self.number = 0
        self._ask = ask
        self._signals = ending_signals() if signals is None else signals
        self._reset = reset
        self._input = 0
        self._attributes: Attributes | None = None
        self._before: dict[signal.Signals, Any] = {}
        self._wakeup = self._reader = self._writer = -1

    def __enter__(self) -> Self:
        """Note the modes of the terminal and heed the signals."""
        self._attributes = terminal_attributes(self._input)
        if self._signals:
            self._reader, self._writer = os.pipe()
            os.set_blocking(self._writer, False)
            Thread(target=self._watch, name="shutdown", daemon=True).start()
            self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
            self._before = {one: signal.signal(one, self._heard) for one in self._signals}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the terminal; without a signal so far, forget about them as well.

        After a signal its deadline stays: the end of the interpreter waits for other threads.
        """
        set_terminal_attributes(self._input, self._attributes)
        if kind is not None and self._reset:
            self.restore()
        if self.number or not self._signals:
            return
        for one, before in self._before.items():
            signal.signal(one, before)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._writer)

    def arm(self) -> None:
        """Have the signals again, after other code has taken them."""
        if self._signals:
            signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
            for one in self._signals:
                signal.signal(one, self._heard)

    def restore(self) -> None:
        """Restore the terminal, within a moment even if it does not read any more."""
        worker = Thread(target=self._restore, name="restore", daemon=True)
        worker.start()
        worker.join(_LAST)

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        if self.number:
            return
        self.number = number
        # A job in the background may set the terminal now; it would be stopped for it otherwise.
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        if not self._ask():
            self._end(number)

    def _watch(self) -> None:
        """Wait for a signal: its number is written by the system's handler, not by Python's."""
        while numbers := os.read(self._reader, 64):
            for number in numbers:
                if number in self._signals:
                    Event().wait(GRACE)
                    self._end(number)
        os.close(self._reader)

    def _end(self, number: int) -> None:
        self.restore()
        os._exit(SIGNALLED + number)

    def _restore(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        set_terminal_attributes(self._input, self._attributes)
        with suppress(OSError, ValueError):
            if self._reset and select.select([], [2], [], _LAST)[1]:
                os.write(2, self._reset)


@contextmanager
def exit_on_signal() -> Iterator[None]:
    """End with an exception on a signal, so that files are closed on the way.

    Ctrl-C is among the signals: an exception that is raised while the line editor calls back is
    lost, and only the deadline ends the process then.
    """

    def leave() -> bool:
        if shutdown.number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(SIGNALLED + shutdown.number)

    signals = ending_signals()
    shutdown = Shutdown(leave, (*signals, signal.SIGINT) if signals else ())
    with shutdown:
        yield
