"""Lists what each file is about: `python -m tools.file_index` writes `docs/file-index.md`.

For each file: the first sentence of its docstring, and its functions, classes and constants.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[1]
PACKAGE = TOP / "skirmish"
INDEX = TOP / "docs" / "file-index.md"
HEAD = """# What each file is about

The files of the package, with the names that stand in them: functions, classes and their public
methods, constants. [Architecture](architecture.md) tells how they fit together, and the
[rule index](rule-index.md) where each numbered rule is. Written by `python -m tools.file_index`; a
test keeps it up to date.
"""


def index_text() -> str:
    """The index as Markdown."""
    parts, folder = [HEAD], None
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda one: (one.parent.as_posix(), one.name)):
        module = ast.parse(path.read_text(encoding="utf-8"))
        if not module.body:
            continue
        if path.parent != folder:
            folder = path.parent
            parts.append(f"\n## {folder.relative_to(TOP).as_posix()}\n")
            parts.append("| file | about | names |\n| --- | --- | --- |")
        listed = ", ".join(f"`{name}`" for name in names(module))
        parts.append(f"| `{path.name}` | {about(module)} | {listed or '-'} |")
    return "\n".join((*parts, ""))


def about(module: ast.Module) -> str:
    """The first sentence of a module's docstring, as a cell of a table."""
    text = " ".join((ast.get_docstring(module) or "").split("\n\n")[0].split())
    return text.replace("|", "/")


def names(module: ast.Module) -> Iterator[str]:
    """The names of a module's functions, classes and constants, in their order."""
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement.name
        elif isinstance(statement, ast.ClassDef):
            methods = [
                one.name
                for one in statement.body
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
                and not one.name.startswith("_")
            ]
            yield f"{statement.name}({', '.join(methods)})" if methods else statement.name
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if isinstance(target, ast.Name) and target.id.strip("_").isupper():
                yield target.id


if __name__ == "__main__":
    INDEX.write_text(index_text(), encoding="utf-8")
