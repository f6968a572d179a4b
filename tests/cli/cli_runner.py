"""The command line, called as a shell calls it, without a process of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen


@frozen
class CliResult:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def fault(self) -> str:
        """The one line of a command that failed: nothing else was said."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        return self.err.removesuffix("\n")


Run = Callable[..., CliResult]

IDENTITY = re.compile(r"\d+\.\d+\.\d+\+[0-9a-f]{8}")
"""Which program played: its version, and a hash of what decides how it plays."""
