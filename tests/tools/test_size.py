"""`tools.size` on a package whose measures are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import size

FILES = {
    "__init__.py": '"""A package."""\n',
    "alpha.py": (
        '"""Doc."""\n\nfrom box import beta\n\n\nclass Delta:\n    """Doc."""\n\n    x = 1  # why\n'
    ),
    "beta.py": (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from box.alpha import Delta\n"
    ),
    "delta.py": "def long():\n" + "    x = 1\n" * 31,
    "rulesets/ruleset.py": (
        "class Handbook:\n    id: str\n\n\nclass Turn:\n    opening: str\n    advance: str\n\n\n"
        "class Ruleset(Handbook):\n    card: str\n    turn: Turn\n"
        "    def verbs(self): ...\n"
        "    def _own(self): ...\n\n\nhook = getattr(ruleset, 'moment', None)\n"
        "other = getattr(figure, 'name')\n"
    ),
    "rulesets/d20/orders.py": (
        "if order.verb == 'fire' or order.figure == 'a':\n    pass\nmatch order.verb:\n"
        "    case 'aim':\n        pass\n    case 'move':\n        pass\n"
        "table = {A.name: 1, B.name: 2}\nisinstance(x, Refusal)\nisinstance(x, int)\n"
    ),
}


@pytest.fixture
def modules(tmp_path: Path) -> list[size.Module]:
    for name, text in FILES.items():
        path = tmp_path / "box" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return size.modules_of(tmp_path / "box")


def _named(modules: list[size.Module], name: str) -> size.Module:
    return next(module for module in modules if module.name == name)


def test_code_is_without_comments_docstrings_and_layout(modules: list[size.Module]) -> None:
    alpha = _named(modules, "box.alpha")
    assert [token.string for token in alpha.code()] == [
        *("from", "box", "import", "beta"),
        *("class", "Delta", ":", "x", "=", "1"),
    ]
    assert size.code_lines(alpha) == 3
    assert size.import_lines(alpha) == 1


def test_a_class_and_a_module_of_one_name_are_two_things(modules: list[size.Module]) -> None:
    assert size.shared_names(modules) == {"delta": 2}


def test_members_of_the_bases_count_and_private_ones_do_not(modules: list[size.Module]) -> None:
    assert size.ruleset_members(modules) == ["id", "card", "turn"]
    assert size.members_of_parts(modules) == len(["opening", "advance"])


def test_only_what_is_asked_of_a_ruleset_is_a_hook(modules: list[size.Module]) -> None:
    assert size.asked_members(modules) == ["moment"]


def test_comparisons_cases_and_tables_are_switches(modules: list[size.Module]) -> None:
    orders = _named(modules, "box.rulesets.d20.orders")
    assert size.verb_switches(orders) == 1 + 2 + 1
    assert size.refusal_tests(orders) == 1


def test_a_circle_over_type_checking_is_found(modules: list[size.Module]) -> None:
    assert size.circles(size.import_graph(modules)) == [["box.alpha", "box.beta"]]


def test_a_function_of_31_lines_and_its_head_is_long(modules: list[size.Module]) -> None:
    found = [one for module in modules for one in size.long_functions(module)]
    assert [one.split()[1:] for one in found] == [["long", "(32)"]]


def test_the_report_names_every_folder_and_the_sum(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.py").write_text("x = 1\n", encoding="utf-8")
    told: list[str] = []
    assert size.main([str(tmp_path / "one"), str(tmp_path / "two")], told.append) == 0
    heads = [line for text in told for line in text.split("\n") if not line.startswith(" ")]
    assert heads == [
        f"{tmp_path / 'one'}: 1 files, 1 lines, 1 of them code",
        f"{tmp_path / 'two'}: 1 files, 1 lines, 1 of them code",
        "together: 2 files, 2 lines, 2 of them code",
    ]


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    told: list[str] = []
    assert size.main([str(tmp_path / "none")], told.append) == 2
    assert told == [f"{tmp_path / 'none'}: no such folder"]
