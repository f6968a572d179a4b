"""Sentences are made for people: no module reads back what another has put into words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import skirmish
from skirmish.presentation import hint_words, wording
from skirmish.presentation.forecast import Forecast, forecast_order
from skirmish.presentation.hint_words import TEMPLATES
from skirmish.rulesets.registry import RULESETS
from tests.position import position

ROOT = Path(skirmish.__file__).parent
CUTTING = (
    "removeprefix",
    "removesuffix",
    "partition",
    "rpartition",
    "startswith",
    "endswith",
    "fullmatch",
    "findall",
    "sub",
)
"""Methods that read a text."""
READERS = {
    "presentation/log.py": "results of tests in a record, ids of zones",
    "presentation/report_html.py": "the indent of a line",
    "presentation/scenario_text.py": "events in a scenario file",
    "presentation/saves.py": "the head of a record",
    "presentation/worked_examples.py": "what a player searches for",
    "presentation/wording.py": "orders in quotes in lessons and refusals; plurals of ids",
    "line/battle_text.py": "orders in quotes in lessons",
    "line/phrases.py": "the full stop of a sentence",
    "line/rules_text.py": "the head of a rule's id",
    "tui/order_panel.py": "the id of a row",
    "session/variants.py": "the id of a row",
}
"""Who may read a text, and which; nobody reads a sentence of another module."""
FILES = sorted(
    [
        *(ROOT / "presentation").glob("*.py"),
        *(ROOT / "line").glob("*_text.py"),
        ROOT / "line" / "phrases.py",
        *(ROOT / "tui" / f"{name}.py" for name in ("odds_lines", "panel_lines", "order_panel")),
        *(ROOT / "tui" / f"{name}.py" for name in ("side_panel", "advice_lines", "status_bar")),
        *(ROOT / "session").glob("*.py"),
        *(ROOT / "ai").glob("*.py"),
    ]
)


def cuts(file: Path) -> list[int]:
    """The lines of a file on which a text is read."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CUTTING
    ]


def test_only_outside_text_and_ids_are_read() -> None:
    """A file that starts to cut texts must say here which, and why that is no sentence."""
    found = {file.relative_to(ROOT).as_posix(): cuts(file) for file in FILES}

    assert not {name: lines for name, lines in found.items() if lines and name not in READERS}
    assert not [name for name in READERS if not found[name]]


@pytest.mark.parametrize("name", RULESETS)
def test_forecasts_and_hints_do_not_depend_on_words(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another language the same hints are given on the same orders, with the same numbers."""
    battle = position("a>. . . - R<\n. . . . . . \n. . . Q<. . ", ruleset=name)
    view, rules = battle.view(), battle.ruleset

    def forecasts() -> list[Forecast | None]:
        orders = rules.suggestions.orders(view, "a")
        return [forecast_order(rules, view, order) for order in orders]

    plain = forecasts()
    monkeypatch.setattr(hint_words, "TEMPLATES", dict.fromkeys(TEMPLATES, "wort"))
    monkeypatch.setattr(wording, "_WORDS", {})
    monkeypatch.setattr(wording, "spaced", str.upper)

    assert forecasts() == plain
    for told in filter(None, plain):
        assert {hint_words.hint_words(hint) for hint in told.hints} <= {"wort"}
