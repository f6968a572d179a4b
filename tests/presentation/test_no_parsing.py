"""Sentences are made for people: no module reads back what another has put into words."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TypeGuard

import pytest

import skirmish
from skirmish.presentation import wording
from skirmish.presentation.odds import hint_words
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.hint_words import TEMPLATES
from skirmish.rulesets.engine import suggested
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
    "finditer",
    "sub",
    "match",
    "search",
    "split",
    "rsplit",
    "splitlines",
)
"""Methods that read a text."""
TYPED = "what a player types"
ARGUMENTS = "arguments of the command line"
LAYOUT = "a text that is broken into lines or words to be laid out"
FILE_NAMES = "names of files"
IDS = "ids that the program itself puts together: of rows, keys, rules, zones"
READERS = {
    "presentation/log/attack_chance.py": "the split of an order, by a method of its own",
    "presentation/odds/attack_hints.py": "the split of an order, by a method of its own",
    "presentation/setup/kept_results.py": "the lines of a file of kept games",
    "presentation/log/attack_sentences.py": "results of tests in a record",
    "presentation/log/course_sentences.py": "texts in a scenario file; ids of dice",
    "presentation/objective_status.py": "texts in a scenario file",
    "presentation/odds/order_odds.py": "the split of an order, by a method of its own",
    "presentation/setup/own_scenarios.py": "the title of a scenario file, made the name of one",
    "presentation/report/report_html.py": "the indent of a line",
    "presentation/report/report_text.py": LAYOUT,
    "presentation/setup/saves.py": "the head of a record",
    "presentation/setup/scenario_text.py": "events and texts in a scenario file",
    "presentation/question_words.py": "options of questions; a text of a scenario file",
    "presentation/wording.py": "orders in quotes in lessons and refusals; plurals of ids",
    "presentation/rule_search.py": TYPED,
    "presentation/setup/scenario_list.py": TYPED,
    "line/after_battle.py": f"{TYPED}; the end of a sentence",
    "line/battle_text.py": "orders in quotes in lessons",
    "line/commands.py": TYPED,
    "line/console.py": f"{TYPED}; {LAYOUT}",
    "line/interpreter.py": TYPED,
    "line/map_text.py": TYPED,
    "line/order_parser.py": TYPED,
    "line/phrases.py": "the full stop of a sentence",
    "line/references.py": TYPED,
    "line/rules_text.py": IDS,
    "line/start.py": f"{TYPED}; {LAYOUT}",
    "tui/battle_keys.py": IDS,
    "tui/battle_log.py": "ids of figures in a line, to colour and name them",
    "tui/command_palette.py": f"{TYPED}; {IDS}",
    "tui/key_clicks.py": "keys in a line, which become buttons",
    "tui/key_names.py": "keys of a key file",
    "tui/keymap.py": "keys of a key file",
    "tui/keys.py": IDS,
    "tui/map/terrain_looks.py": "drawings of terrain in a data file",
    "tui/manual.py": IDS,
    "tui/panel_lines.py": LAYOUT,
    "tui/screen_stack.py": LAYOUT,
    "tui/screens/base.py": LAYOUT,
    "tui/screens/browser.py": TYPED,
    "tui/screens/command_line.py": TYPED,
    "tui/screens/key_list.py": "keys of a key file",
    "tui/screens/log_page.py": TYPED,
    "tui/screens/page.py": LAYOUT,
    "tui/screens/report.py": FILE_NAMES,
    "tui/screens/rules_page.py": f"{TYPED}; {IDS}",
    "tui/settings_store.py": "a settings file",
    "tui/toml_edit.py": "a settings file",
    "tui/wrapping.py": LAYOUT,
    "analysis/cluster.py": "names of modules, versions and messages of other packages",
    "analysis/program_version.py": FILE_NAMES,
    "analysis/weapon_sheets.py": "names of modes, which a ruleset puts together",
    "cli/__init__.py": "messages of another package",
    "cli/odds.py": ARGUMENTS,
    "cli/odds_query.py": f"{ARGUMENTS}; queries from the input",
    "cli/options.py": ARGUMENTS,
    "cli/play.py": ARGUMENTS,
    "cli/rules.py": IDS,
    "cli/simulation_charts.py": LAYOUT,
    "tui/top_line.py": "the title of a scenario file",
}
"""Files that read a text, and which; none reads a sentence of another module."""
FOLDERS = ("presentation", "session", "line", "tui", "analysis", "cli", "ai")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
SENTENCES = ("text", "reason", "remedy", "sentence", "line", "words", "spoken_words")
"""Names of texts in which no word may be looked for: `... in refused.reason`."""


def cuts(tree: ast.AST) -> list[int]:
    """The lines on which a text is cut, or searched for a word."""
    return [node.lineno for node in ast.walk(tree) if _is_cut(node) or _is_search(node)]


def _is_cut(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a method that reads a text is called."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CUTTING
    )


def _is_search(node: ast.AST) -> TypeGuard[ast.Compare]:
    """Whether a word is looked for in a text, by `in`."""
    if not isinstance(node, ast.Compare):
        return False
    places = [
        place
        for sign, place in zip(node.ops, node.comparators, strict=True)
        if isinstance(sign, ast.In | ast.NotIn)
    ]
    names = [getattr(place, "attr", getattr(place, "id", "")) for place in places]
    return any(name in SENTENCES for name in names)


@pytest.mark.parametrize(
    "code",
    [
        "x = order.target in refused.reason",
        "x = luck not in line",
        "x = title.partition(':')[0]",
        "x = pattern.search(told)",
        "x = told.text.split('; ')",
    ],
)
def test_a_text_that_is_read_is_found(code: str) -> None:
    """Methods that cut a text and words that are looked for in one."""
    assert cuts(ast.parse(code)) == [1]


def test_values_are_not_taken_for_texts() -> None:
    """A choice among values reads no text."""
    assert cuts(ast.parse("x = order.verb in verbs and kept.effect in names")) == []


def test_only_outside_text_and_ids_are_read() -> None:
    """A file that starts to cut texts must say here which, and why that is no sentence."""
    found = {
        file.relative_to(ROOT).as_posix(): cuts(ast.parse(file.read_text(encoding="utf-8")))
        for file in FILES
    }

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
        orders = suggested(rules, view, "a")
        return [forecast_order(rules, view, order) for order in orders]

    plain = forecasts()
    monkeypatch.setattr(hint_words, "TEMPLATES", dict.fromkeys(TEMPLATES, "wort"))
    monkeypatch.setattr(wording, "_WORDS", {})
    monkeypatch.setattr(wording, "spaced", str.upper)

    assert forecasts() == plain
    for told in filter(None, plain):
        assert {hint_words.hint_words(hint) for hint in told.hints} <= {"wort"}
