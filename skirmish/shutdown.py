"""Shutdown by signal, whatever the process is doing, with the terminal restored.

The main thread is asked to end in order. If it has not ended after `GRACE` seconds, a separate
thread restores the terminal and ends the process: a full queue, a held lock, a busy loop, a dead
terminal or a swallowed exception cannot delay it. No record is lost by that: each line is synced
before it counts.

`guarded` ensures this from the first line of the program to the end of the interpreter. Contexts
within it (the screen, line mode, the server) change how the program is asked.
"""

from __future__ import annotations

import _thread
import atexit
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread, main_thread
from types import FrameType, TracebackType
from typing import Any, Self

try:
    import termios
except ImportError:
    termios = None  # type: ignore[assignment]  # not on every system

GRACE = 1.0
"""Seconds for an orderly shutdown."""
SIGNALLED = 128
"""Exit code of a process that a signal has ended, minus the number of the signal."""
STOPPED = 130
"""The exit code that a shell expects of a command ended by Ctrl-C."""
_AGAIN = 0.1
"""Seconds after which the main thread is asked again if it has not reacted."""
_LAST = 0.3
"""Seconds for each write to a terminal that may not read any more."""
_STUCK = 10.0
"""Seconds for restoring a terminal; each step of it is believed to end by itself.

On a loaded machine its thread may begin late; the end of the process must not overtake it.
"""
_ERRORS = 2
_CURSOR = b"\x1b[?25h"
"""Shows the cursor, which a progress bar hides."""
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


def heeded(signals: tuple[signal.Signals, ...]) -> tuple[signal.Signals, ...]:
    """Signals that the caller of the program has not switched off, as nohup does."""
    return tuple(one for one in signals if signal.getsignal(one) is not signal.SIG_IGN)


_OPEN: list[Shutdown] = []
"""The active contexts, outermost first."""


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
        *,
        terminal: int | None = 0,
        grace: float = GRACE,
    ) -> None:
        """Prepare; nothing is changed before the context is entered.

        Args:
            ask: Called in the main thread, between any two of its steps. Asks the program to end in
                order, or returns False if it cannot; then the process ends at once.
            signals: The signals that end the process.
            reset: Bytes written to the terminal (standard error) to reset it.
            terminal: File whose modes are restored; None for a program that does not change them.
            grace: Seconds for an orderly shutdown.
        """
        self.number = 0
        self._ask = ask
        self._signals = ending_signals() if signals is None else signals
        self._reset = reset
        self._grace = grace
        self._lost = False
        self._over = False
        self._input = terminal
        self._attributes: Attributes | None = None
        self._before: dict[signal.Signals, Any] = {}
        self._wakeup = self._reader = self._writer = -1

    def __enter__(self) -> Self:
        """Save the modes of the terminal and install the signal handlers."""
        if self._input is not None:
            self._attributes = terminal_attributes(self._input)
        if self._signals:
            self._reader, self._writer = os.pipe()
            os.set_blocking(self._writer, False)
            Thread(target=self._watch, name="shutdown", daemon=True).start()
            _OPEN.append(self)
            self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
            self._before = {one: signal.signal(one, self._heard) for one in self._signals}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the terminal, and the signal handlers if there was no signal.

        After a signal its deadline stays: the end of the interpreter waits for other threads.
        """
        self._over = True
        self._set_modes()
        if kind is not None and self._reset:
            self.restore()
        if self.number or not self._signals:
            return
        _OPEN.remove(self)
        for one, before in self._before.items():
            signal.signal(one, before)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._writer)

    def arm(self) -> None:
        """Install the signal handlers again, after other code has replaced them."""
        if self._signals:
            signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
            for one in self._signals:
                signal.signal(one, self._heard)

    def restore(self) -> None:
        """Restore the terminal; this returns soon even if the terminal does not read any more.

        `threading.Thread` is not used: the main thread may have been stopped while it held the lock
        that every new `Thread` takes.
        """
        done = _thread.allocate_lock()
        done.acquire()

        def work() -> None:
            try:
                self._restore()
            finally:
                done.release()

        with suppress(RuntimeError):  # No more threads can be started.
            _thread.start_new_thread(work, ())
        done.acquire(timeout=_STUCK)

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        if self.number and not self._lost:
            return
        self._lost = False
        self._note(number)
        # Lets a job in the background set the terminal; otherwise it would be stopped for that.
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        if not self._ask():
            self._end(number)

    def _note(self, number: int) -> None:
        """Note the signal here and in the outer contexts: their deadlines must not be lost."""
        for one in (self, *_OPEN):
            one.number = one.number or number

    def _watch(self) -> None:
        """Wait for a signal: its number is written by the system's handler, not by Python's."""
        while numbers := os.read(self._reader, 64):
            for number in numbers:
                if number in self._signals:
                    self._insist(number)
        os.close(self._reader)

    def _insist(self, number: int) -> None:
        """Ask until the main thread has reacted, and end the process when its time is over.

        The main thread misses a signal that comes just before a blocking system call, and loses an
        exception that is raised where Python calls back.
        """
        for _ in range(round(self._grace / _AGAIN)):
            Event().wait(_AGAIN)
            if self._lost or not self.number:
                signal.pthread_kill(main_thread().ident or 0, number)
        self._end(number)

    def _end(self, number: int) -> None:
        try:
            self._note(number)
            self.restore()
        finally:
            os._exit(SIGNALLED + number)

    def _restore(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        self._set_modes()
        if self._reset and os.isatty(_ERRORS):
            _write(self._reset)

    def _set_modes(self) -> None:
        if self._input is not None:
            set_terminal_attributes(self._input, self._attributes)


class Interruption(Shutdown):
    """Context in which signals raise an exception, so that files are closed on the way.

    SIGINT raises KeyboardInterrupt, all others SystemExit. An exception that Python swallows (in a
    callback of a weak reference or of an import, in `__del__`) is raised again.
    """

    def __init__(
        self,
        signals: tuple[signal.Signals, ...],
        reset: bytes = b"",
        *,
        terminal: int | None = 0,
    ) -> None:
        """Prepare; the arguments are those of `Shutdown`."""
        super().__init__(self._leave, signals, reset, terminal=terminal)

    def _leave(self) -> bool:
        if self._over:  # No caller is left to catch it.
            return False
        sys.unraisablehook = self._swallowed
        # Threads may fail because of what is torn down now; that need not be reported.
        threading.excepthook = _pass_over
        if self.number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(SIGNALLED + self.number)

    def _swallowed(self, what: sys.UnraisableHookArgs) -> None:
        """Note that the exception was lost; later losses are ignored."""
        if issubclass(what.exc_type, KeyboardInterrupt | SystemExit) and not self._over:
            self._lost = True


def exit_on_signal() -> Interruption:
    """End with an exception on a signal, Ctrl-C included, with the terminal restored."""
    signals = ending_signals()
    return Interruption((*signals, signal.SIGINT) if signals else ())


class _Guard(Interruption):
    """Context of a whole command; when it has ended, signals end the process at once.

    It leaves the modes of the terminal alone: a job in the background may not set them.
    """

    def __init__(self) -> None:
        """Prepare; SIGQUIT needs no guard, as the system itself ends the process."""
        signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if _HAS_SIGNALS else ()
        super().__init__(heeded(signals), _CURSOR, terminal=None)
        self._code: int | None = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Keep the handlers, whose exceptions nothing catches any more, and note the exit code."""
        self._over = True
        if isinstance(error, SystemExit):
            self._code = error.code if isinstance(error.code, int) else int(bool(error.code))

    def last(self) -> None:
        """Leave the signals to the system, as the last step before Python stops all threads."""
        for one in self._signals:
            signal.signal(one, signal.SIG_DFL)
        if not self.number:
            return
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(SIGNALLED + self.number if self._code is None else self._code)

    def _restore(self) -> None:
        super()._restore()
        if self.number == signal.SIGINT and not self._over:
            _write(b"stopped\n")


def guarded(command: Callable[[], None]) -> None:
    """Run a command that SIGINT, SIGTERM and SIGHUP end whatever it does, up to the last moment.

    Raises:
        SystemExit: The command has ended with it, or a signal has ended the command.
    """
    guard = _Guard()
    atexit.register(guard.last)  # The first to be registered is the last to run.
    try:
        with guard:
            command()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except Exception:
        if not guard.number:
            raise
        # Interrupted code, such as an import, may raise another exception.
        sys.exit(SIGNALLED + guard.number)


def _pass_over(_: threading.ExceptHookArgs) -> None:
    pass


def _write(data: bytes) -> None:
    """Write to standard error, unless it accepts nothing."""
    with suppress(OSError, ValueError):
        if select.select([], [_ERRORS], [], _LAST)[1]:
            os.write(_ERRORS, data)
