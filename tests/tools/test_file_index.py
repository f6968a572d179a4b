"""What a file is about can be looked up, and the index says what the code says."""

from __future__ import annotations

import ast

from tools.file_index import INDEX, about, index_text, names


def test_the_index_is_up_to_date() -> None:
    """After a change of the package: `python -m tools.file_index`."""
    assert INDEX.read_text(encoding="utf-8") == index_text()


def test_a_file_is_told_by_its_docstring_and_its_names() -> None:
    """Methods stand behind their class; other values are no constants."""
    source = '"""Says\nwhat.\n\nMore."""\nA = 1\nb = 2\ndef f(): ...\nclass C:\n def m(self): ...\n'
    module = ast.parse(source)
    assert about(module) == "Says what."
    assert list(names(module)) == ["A", "f", "C(m)"]
