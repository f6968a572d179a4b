"""Tests of the screen see the same marks under every locale, and read each style sheet once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(autouse=True)
def _all_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All marks, not those of whoever runs the tests."""
    monkeypatch.setenv("SKIRMISH_ASCII", "0")


@pytest.fixture(scope="session", autouse=True)
def _sheets_are_parsed_once() -> Iterator[None]:
    """All apps of a process share the rules of equal sheets with equal variables."""
    parse = Stylesheet._parse_rules  # noqa: SLF001 - Textual keeps them for one app
    known: dict[object, list[RuleSet]] = {}

    def parsed(sheet: Stylesheet, *given: Any, **named: Any) -> list[RuleSet]:
        variables = frozenset(sheet._variables.items())  # noqa: SLF001
        key = given, tuple(named.items()), variables
        if key not in known:
            known[key] = parse(sheet, *given, **named)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield
