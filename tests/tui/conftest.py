"""Tests of the screen see the same marks under every locale."""

import pytest


@pytest.fixture(autouse=True)
def _all_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All marks, not those of whoever runs the tests."""
    monkeypatch.setenv("SKIRMISH_ASCII", "0")
