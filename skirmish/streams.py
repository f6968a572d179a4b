"""The standard streams: whether the screen can be drawn on them, and unsupported letters."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is open and a terminal."""
    return stream is not None and stream.isatty()


def can_draw() -> bool:
    """Whether the screen can be drawn: on stderr, with keys from stdin and the size from stdout."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(map(is_terminal, streams)) and os.environ.get("TERM") != "dumb"


def escape_unknown_letters() -> None:
    """Print letters that the terminal's encoding lacks as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
