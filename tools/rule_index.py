"""Where each rule is carried out: `python -m tools.rule_index` writes `docs/rule-index.md`.

A rule is carried out by what names its id in its docstring: functions, classes and constants of
`skirmish/rulesets` and `skirmish/core`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from skirmish.rulesets.registry import RULESETS

TOP = Path(__file__).parents[1]
FOLDERS = ("skirmish/rulesets", "skirmish/core")
INDEX = TOP / "docs" / "rule-index.md"
LONGEST = 90
"""Characters of a statement in the index."""
_ID = re.compile(r"\b([A-Z][A-Z0-9]*)-([A-Z]?)(\d+)(?:\s+to\s+(?:\1-\2)?(\d+))?\b")
HEAD = """# Where each rule is

Each numbered rule of the five systems, and the functions, classes and constants that carry it out:
those that name it in their docstring. Paths are below `skirmish/`. `skirmish rules BAY-21` prints a
rule in full; one without a place only describes. Written by `python -m tools.rule_index`; a test
keeps it up to date.
"""


def places() -> Mapping[str, Sequence[str]]:
    """Return for each rule id what names it in its docstring, as `file` `name`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((TOP / folder).rglob("*.py")):
            file = path.relative_to(TOP / "skirmish").as_posix()
            for name, text in documented(ast.parse(path.read_text(encoding="utf-8"))):
                for rule in dict.fromkeys(named(text)):
                    found[rule].append(f"`{file}` `{name}`")
    return found


def named(text: str) -> Iterator[str]:
    """Yield the rule ids in a text; `POOL-18 to 21` names all between."""
    for found in _ID.finditer(text):
        system, letter, first, last = found.groups()
        width = len(first)
        for number in range(int(first), int(last or first) + 1):
            yield f"{system}-{letter}{number:0{width}}"


def documented(node: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names of functions, classes and constants in a module, with their docstrings."""
    body: list[ast.stmt] = getattr(node, "body", [])
    for before, statement in zip([None, *body], body, strict=False):
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            name = f"{within}{statement.name}"
            yield name, ast.get_docstring(statement) or ""
            yield from documented(statement, f"{name}.")
        elif (
            isinstance(before, ast.Assign | ast.AnnAssign)
            and isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
        ):
            yield within + _target(before), str(statement.value.value)


def _target(statement: ast.Assign | ast.AnnAssign) -> str:
    """The name or names that a statement assigns."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    return ast.unparse(target).strip("()")


def index_text() -> str:
    """Return the index as Markdown."""
    found, parts = places(), [HEAD]
    for ruleset in RULESETS.values():
        parts.append(f"## {ruleset.id.replace('_', ' ')}\n")
        parts.append("| rule | what it says | carried out by |\n| --- | --- | --- |")
        parts += [
            f"| {rule.id} | {_short(rule.text)} | {', '.join(found.get(rule.id, ())) or '-'} |"
            for rule in ruleset.statements.values()
        ]
        parts.append("")
    return "\n".join(parts)


def _short(text: str) -> str:
    """The beginning of a statement, as a cell of a table."""
    flat = " ".join(text.split()).replace("|", "/")
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST].rsplit(' ', 1)[0]} .."


if __name__ == "__main__":
    INDEX.write_text(index_text(), encoding="utf-8")
