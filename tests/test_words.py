"""Words that a player reads twice do not come back: in the package, documents, scenarios."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "skirmish"
UNWANTED = (
    *("lest", "aught", "naught", "somebody", "nobody", "everybody", "anybody"),
    *("is told", "are told", "mean loss", "the own side", "deed by deed", "what may come back"),
    *("the battle lasts", "hardly ever", "looks about", "looking about", "as is usual"),
    *("stands open to", "take it into", "who flees", "who watches", "who holds", "who stands"),
    *("with whose eyes", "whose eyes", "no more of these", "counts at once", "to be had"),
)
"""Archaic words and turns of phrase; each has a plainer word in use."""
UNWANTED_IN_RULES = (
    *("let off", "as dear", "at one's elbow", "whichever the side", "made good", "shaky legs"),
    *("for good or ill", "shrug", "comes off", "is wanted", "are wanted", "as it lies"),
    *("is had", "are had", "looking round", "see that the", "asked since", "play waits"),
    *("who fails", "sharp eyes", "be it one"),
)
"""The same for rule statements, worked examples and problems; comments may have them."""
MIXED_UP = ("of its points", "rating points", "in break points", "victory points")
"""On screen points are what an objective pays; what a figure counts is its worth."""
UNWANTED_IN_CODE = (
    *("amounts to", "reckon", "reckons", "reckoned", "befall", "befalls", "anew", "all told"),
    *("whoever", "what comes of", "comes of it", "is taken to", "are taken to", "one another"),
    *("wherefrom", "hitherto", "as yet", "in vain", "goes about", "at all events"),
)
"""The same for docstrings and comments."""
_PATTERN = re.compile(
    rf"\b({'|'.join(map(re.escape, UNWANTED + UNWANTED_IN_RULES + MIXED_UP))})\b", re.IGNORECASE
)
_CODE_PATTERN = re.compile(
    rf"\b({'|'.join(map(re.escape, UNWANTED + UNWANTED_IN_CODE))})\b", re.IGNORECASE
)
EXCUSED: frozenset[tuple[str, str]] = frozenset()
"""A file and an unwanted word that it may hold."""
_NOT_YET = ("skirmish/ai/", "skirmish/analysis/")
"""Parts whose texts only developers read, or that are about to be replaced."""


def _literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The string literals of a module without its docstrings, with their lines."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


def _texts() -> Iterator[tuple[str, str]]:
    """Each text that is read, with its file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(_NOT_YET):
            for _, text in _literals(ast.parse(path.read_text(encoding="utf-8"))):
                yield name, text
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    rules = [*PACKAGE.glob("rulesets/*/rules.toml"), *PACKAGE.glob("rulesets/*/examples.toml")]
    data = [*rules, *(ROOT / "scenarios").glob("*.toml")]
    for path in sorted([*documents, *data]):
        yield path.relative_to(ROOT).as_posix(), " ".join(path.read_text("utf-8").split())


def test_no_unwanted_word_comes_back() -> None:
    """In no literal of the package, no document, no shipped scenario."""
    found = {
        (name, match[1].casefold()) for name, text in _texts() for match in _PATTERN.finditer(text)
    }

    assert not sorted(found - EXCUSED)
    assert not EXCUSED - found, "excused, but gone"


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, each with its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, " ".join(str(node.value.value).split())
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def test_docstrings_and_comments_are_plain() -> None:
    """In all modules but the opponent's, which is about to be replaced."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[1]}"
        for folder in (PACKAGE, ROOT / "tools")
        for path in sorted(folder.rglob("*.py"))
        if "/ai/" not in path.as_posix() and path.name != "estimates.py"
        for line, text in _prose(path.read_text(encoding="utf-8"))
        for match in _CODE_PATTERN.finditer(text)
    ]
    assert not found


@pytest.mark.parametrize("text", ["Nobody can act", "what it is told", "the mean loss"])
def test_the_pattern_finds_them(text: str) -> None:
    """Whatever their case; parts of other words are none."""
    assert _PATTERN.search(text)
    assert not _PATTERN.search("the latest canew taughtest")
