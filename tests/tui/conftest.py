"""What holds for every test of the screen."""

from __future__ import annotations

import pytest
from textual import _wait

# How often Textual's pilot looks whether the app is idle, in seconds: fifty times a second by
# itself, which makes a test of a hundred keys wait for most of its time.
_wait.SLEEP_GRANULARITY = 1 / 100
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20


@pytest.fixture(autouse=True)
def _all_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All marks, not those of whoever runs the tests."""
    monkeypatch.setenv("SKIRMISH_ASCII", "0")
