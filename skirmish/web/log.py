"""What the server says on its terminal: short lines, each once, whatever is sent to it."""

from __future__ import annotations

import logging
import sys

from skirmish.core.gate import shown

LONGEST = 150
MOST = 100
"""Different lines that are written; a flood of requests must not be one of lines."""

_written: set[str] = set()


def log_once(text: str) -> None:
    """Write a line, unless the same has been written before."""
    line = shown(" ".join(text.split()), LONGEST)
    if line in _written or len(_written) > MOST:
        return
    _written.add(line)
    sys.stderr.write(line + "\n" if len(_written) <= MOST else "no more faults are shown\n")
    sys.stderr.flush()


class OneLine(logging.Handler):
    """Log entries of the libraries as one line each, without tracebacks."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write an entry, with the kind of error that it is about."""
        error = record.exc_info[1] if record.exc_info else None
        what = f": {type(error).__name__}" if error else ""
        log_once(f"{record.getMessage()}{what}")


def one_line_logs() -> None:
    """Let all log entries of this process be single lines."""
    logging.basicConfig(handlers=[OneLine()], level=logging.WARNING, force=True)
