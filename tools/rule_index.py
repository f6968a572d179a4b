"""Lists where each rule is carried out: `python -m tools.rule_index` writes `docs/rule-index.md`.

A rule is carried out by the functions, classes and constants of `skirmish/rulesets` and
`skirmish/core` whose docstrings name its id. It is applied by those that name it in their code only
(a refusal, a modifier, a count of rules that were met).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from skirmish.rulesets.registry import RULESETS

TOP = Path(__file__).parents[1]
FOLDERS = ("skirmish/rulesets", "skirmish/core")
INDEX = TOP / "docs" / "rule-index.md"
LONGEST = 90
"""Maximum number of characters of a statement in the index."""
_ID = re.compile(r"\b([A-Z][A-Z0-9]*)-([A-Z]?)(\d+)(?:\s+to\s+(?:\1-\2)?(\d+))?\b")
HEAD = """# Where each rule is

Each numbered rule of the five systems, and the functions, classes and constants that carry it out:
those that name it in their docstring. *Applied by* are the others that name it in their code: they
refuse an order by it, add its modifier or count that it was met. Paths are below
`skirmish/rulesets/`. `skirmish rules BAY-21` prints a rule in full; one without a place only
describes. Written by `python -m tools.rule_index`; a test keeps it up to date.
"""


@frozen
class Places:
    """Where a rule is named.

    Attributes:
        carried_out: Where a docstring names it, as (file, name).
        applied: Where only code names it.
    """

    carried_out: tuple[tuple[str, str], ...] = ()
    applied: tuple[tuple[str, str], ...] = ()


def places() -> Mapping[str, Places]:
    """The places of each rule id; files are relative to `skirmish/`."""
    told: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    used: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((TOP / folder).rglob("*.py")):
            file = path.relative_to(TOP / "skirmish").as_posix()
            module = ast.parse(path.read_text(encoding="utf-8"))
            for name, text in documented(module):
                for rule in dict.fromkeys(named(text)):
                    told[rule].append((file, name))
            for name, text in literals(module):
                for rule in dict.fromkeys(named(text)):
                    if (file, name) not in (*told[rule], *used[rule]):
                        used[rule].append((file, name))
    return {rule: Places(tuple(told[rule]), tuple(used[rule])) for rule in {**told, **used}}


def literals(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Each text in the code of a module, with the function, class or constant that has it."""
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            name = statement.name
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            name = _target(statement)
        else:
            continue
        prose = {id(node.value) for node in ast.walk(statement) if isinstance(node, ast.Expr)}
        for node in ast.walk(statement):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in prose:
                yield name, text


def named(text: str) -> Iterator[str]:
    """The rule ids in a text; `POOL-18 to 21` names all between."""
    for found in _ID.finditer(text):
        system, letter, first, last = found.groups()
        width = len(first)
        for number in range(int(first), int(last or first) + 1):
            yield f"{system}-{letter}{number:0{width}}"


def documented(node: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """The names of functions, classes and constants in a module, with their docstrings."""
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
    """The index as Markdown."""
    found, parts = places(), [HEAD]
    for ruleset in RULESETS.values():
        parts.append(f"## {ruleset.id.replace('_', ' ')}\n")
        parts.append("| rule | what it says | carried out by | applied by |")
        parts.append("| --- | --- | --- | --- |")
        for rule in ruleset.statements.values():
            where = found.get(rule.id, Places())
            cells = (_short(rule.text), _listed(where.carried_out), _listed(where.applied))
            parts.append(f"| {rule.id} | {' | '.join(cells)} |")
        parts.append("")
    return "\n".join(parts)


def _listed(where: Sequence[tuple[str, str]]) -> str:
    """Places as a cell of a table: each file with its names."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for file, name in where:
        files[file.removeprefix("rulesets/")].append(f"`{name}`")
    return "; ".join(f"{file}: {', '.join(names)}" for file, names in files.items()) or "-"


def _short(text: str) -> str:
    """The beginning of a statement, as a cell of a table."""
    flat = " ".join(text.split()).replace("|", "/")
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST].rsplit(' ', 1)[0]} .."


if __name__ == "__main__":
    INDEX.write_text(index_text(), encoding="utf-8")
