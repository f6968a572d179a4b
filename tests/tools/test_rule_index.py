"""Where a rule is carried out can be looked up, and the index says what the code says."""

from __future__ import annotations

import ast

from tools.rule_index import INDEX, documented, index_text


def test_the_index_is_up_to_date() -> None:
    """After a change of the rules: `python -m tools.rule_index`."""
    assert INDEX.read_text(encoding="utf-8") == index_text()


def test_names_and_docstrings_are_found() -> None:
    """Of functions, of classes and what is in them, and of constants with a text below them."""
    source = '"""X-1"""\nA, B = 1, 2\n"""X-2"""\nclass C:\n "X-3"\n d: int = 1\n "X-4"\n'
    found = list(documented(ast.parse(source)))
    assert found == [("A, B", "X-2"), ("C", "X-3"), ("C.d", "X-4")]
