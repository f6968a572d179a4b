"""Measures size and entanglement of the code: `python -m tools.size [FOLDER...]`.

Every folder is measured by itself, and all of them together. Without arguments the folders are
`skirmish` and `tools` of the working directory. The measures of rulesets (members, switches on
verbs) only find something below a folder named `rulesets`.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

FOLDERS = ("skirmish", "tools")
LONG = 30
"""Number of lines above which a function counts as long."""
RULESET_NAMES = ("ruleset", "handbook")
"""Parts of variable names that suggest a ruleset."""
NO_CODE = frozenset(
    (
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    )
)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Graph = Mapping[str, Sequence[str]]
"""Modules, each with the project's modules that it imports."""


@dataclass(frozen=True)
class Module:
    """A parsed source file; `name` is dotted, `path` relative to the folder above the package."""

    path: Path
    name: str
    text: str
    tree: ast.Module = field(repr=False)

    @classmethod
    def read(cls, path: Path, root: Path) -> Module:
        """Parse a file; `root` is the folder above its package."""
        inside = path.relative_to(root)
        parts = inside.with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        return cls(inside, name, text, ast.parse(text))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the syntax tree."""
        return tuple(ast.walk(self.tree))

    @property
    def of_rulesets(self) -> bool:
        """Whether the file is part of the rulesets."""
        return "rulesets" in self.path.parts

    def docstrings(self) -> frozenset[int]:
        """First lines of the docstrings, meaning strings that stand alone as a statement."""
        return frozenset(
            node.lineno
            for node in self.nodes
            if isinstance(node, ast.Expr)
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )

    def code(self) -> Iterator[tokenize.TokenInfo]:
        """Tokens without layout, comments and docstrings."""
        documented = self.docstrings()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            said = token.type == tokenize.STRING and token.start[0] in documented
            if token.type not in NO_CODE and not said:
                yield token


def modules_of(folder: Path) -> list[Module]:
    """Every Python file below a folder, by path."""
    folder = folder.resolve()
    return [Module.read(path, folder.parent) for path in sorted(folder.rglob("*.py"))]


def spanned(nodes: Iterable[ast.stmt]) -> int:
    """Number of lines of these statements."""
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def code_lines(module: Module) -> int:
    """Number of lines that hold a code token."""
    lines = {line for token in module.code() for line in range(token.start[0], token.end[0] + 1)}
    return len(lines)


def import_lines(module: Module) -> int:
    """Number of lines of import statements."""
    return spanned(n for n in module.nodes if isinstance(n, ast.Import | ast.ImportFrom))


def shared_names(modules: Sequence[Module]) -> Mapping[str, int]:
    """Names of classes and modules used for more than one thing, with the number of uses.

    Capitals and underscores make no difference: module `move_history` and class `MoveHistory` have
    the same name. A class named like the module that defines it counts once. Modules in the folders
    of single rulesets do not count: they have the same names on purpose.
    """
    things: Counter[str] = Counter()
    for module in modules:
        classes = [n.name for n in module.nodes if isinstance(n, ast.ClassDef)]
        own = {plain(name) for name in classes if not name.startswith("_")}
        if not in_ruleset_folder(module) and not module.path.stem.startswith("__"):
            own.add(plain(module.path.stem))
        things.update(own)
    return {name: count for name, count in sorted(things.items()) if count > 1}


def plain(name: str) -> str:
    """A name without capitals and underscores."""
    return name.replace("_", "").lower()


def in_ruleset_folder(module: Module) -> bool:
    """Whether a module belongs to a single ruleset: `rulesets/NAME/...`."""
    parts = module.path.parts
    return module.of_rulesets and len(parts) - parts.index("rulesets") > len(("rulesets", "x.py"))


def ruleset_members(modules: Sequence[Module]) -> list[str]:
    """Fields of the class `Ruleset` of `ruleset.py`, those of its bases included."""
    return members_of("Ruleset", ruleset_classes(modules))


def ruleset_classes(modules: Sequence[Module]) -> Mapping[str, ast.ClassDef]:
    """The classes of `ruleset.py` by name."""
    files = [m for m in modules if m.of_rulesets and m.path.name == "ruleset.py"]
    return {n.name: n for m in files for n in m.nodes if isinstance(n, ast.ClassDef)}


def members_of_parts(modules: Sequence[Module]) -> int:
    """Number of fields of the values that the fields of `Ruleset` hold, such as `Turn`."""
    classes = ruleset_classes(modules)
    if "Ruleset" not in classes:
        return 0
    held = [
        node.annotation.id
        for node in classes["Ruleset"].body
        if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name)
    ]
    return sum(len(members_of(name, classes)) for name in held)


def members_of(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """Public annotated fields of a class and of its bases among `classes`."""
    if name not in classes:
        return []
    found: dict[str, None] = {}
    for base in classes[name].bases:
        if isinstance(base, ast.Name):
            found |= dict.fromkeys(members_of(base.id, classes))
    for node in classes[name].body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = None
    return [member for member in found if not member.startswith("_")]


def asked_members(modules: Sequence[Module]) -> list[str]:
    """Members of rulesets that are read with `getattr`, which no type checker sees."""
    found = {
        node.args[1].value
        for module in modules
        for node in module.nodes
        if isinstance(node, ast.Call) and called(node) == "getattr" and len(node.args) > 1
        if isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str)
        if any(word in ast.unparse(node.args[0]).lower() for word in RULESET_NAMES)
    }
    return sorted(found)


def called(node: ast.Call) -> str:
    """Name of a function that is called by a plain name; else empty."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def verb_switches(module: Module) -> int:
    """Number of places in a ruleset that distinguish order verbs.

    They are comparisons of a `verb`, cases of a `match` on one, and tables by verb (a dictionary
    with two or more keys `VERB.name`).
    """
    if not module.of_rulesets:
        return 0
    return sum(map(switches_of, module.nodes))


def switches_of(node: ast.AST) -> int:
    """Number of switches on verbs in one node, without its children."""
    if isinstance(node, ast.Compare):
        return any(is_verb(side) for side in (node.left, *node.comparators))
    if isinstance(node, ast.Match):
        return len(node.cases) if is_verb(node.subject) else 0
    if isinstance(node, ast.Dict):
        named = [k for k in node.keys if isinstance(k, ast.Attribute) and k.attr == "name"]
        return len(named) > 1
    return 0


def is_verb(node: ast.AST) -> bool:
    """Whether an expression is the verb of an order."""
    if isinstance(node, ast.Attribute):
        return node.attr == "verb"
    return isinstance(node, ast.Name) and node.id == "verb"


def refusal_tests(module: Module) -> int:
    """Number of tests `isinstance(_, Refusal)`."""
    return sum(
        isinstance(node, ast.Call)
        and called(node) == "isinstance"
        and "Refusal" in ast.unparse(node.args[1])
        for node in module.nodes
    )


def long_functions(module: Module) -> list[str]:
    """Functions of more than `LONG` lines from `def` to the end, without the docstring."""
    found = []
    for node in module.nodes:
        if not isinstance(node, Function):
            continue
        first = node.body[0]
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        lines = spanned([node]) - (spanned([first]) if documented else 0)
        if lines > LONG:
            found.append(f"{module.path}:{node.lineno} {node.name} ({lines})")
    return found


def import_graph(modules: Sequence[Module]) -> Graph:
    """The other modules that each module imports, wherever the import stands.

    Imports in functions and below `TYPE_CHECKING` count. `from package import name` is an import of
    the module `package.name` if there is one, else of `package`.
    """
    names = {module.name for module in modules}
    graph: dict[str, list[str]] = {}
    for module in modules:
        wanted = [one for node in module.nodes for one in imported(node, names)]
        graph[module.name] = sorted({name for name in wanted if name != module.name})
    return graph


def imported(node: ast.AST, names: set[str]) -> Iterator[str]:
    """The modules among `names` that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            if inner in names:
                yield inner
            elif node.module in names:
                yield node.module


def circles(graph: Graph) -> list[list[str]]:
    """Groups of modules that import each other, directly or indirectly."""
    reached = {name: reachable(graph, name) for name in graph}
    found: list[list[str]] = []
    done: set[str] = set()
    for name in graph:
        if name in done or name not in reached[name]:
            continue
        group = sorted(other for other in reached[name] if name in reached[other])
        done.update(group)
        found.append(group)
    return found


def reachable(graph: Graph, start: str) -> set[str]:
    """All modules that `start` imports, directly or indirectly."""
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def report(title: str, modules: Sequence[Module]) -> Iterator[str]:
    """The measures of some modules, as lines of text."""
    lines = sum(module.text.count("\n") for module in modules)
    coded = sum(map(code_lines, modules))
    imports = sum(map(import_lines, modules))
    shared = shared_names(modules)
    declared, asked = ruleset_members(modules), asked_members(modules)
    graph = import_graph(modules)
    widest = max(graph, key=lambda name: len(graph[name]), default="")
    rings = circles(graph)
    yield f"{title}: {len(modules)} files, {lines} lines, {coded} of them code"
    rows: list[tuple[str, object]] = [
        ("code tokens", sum(sum(1 for _ in module.code()) for module in modules)),
        ("share of imports", f"{imports / lines:.1%} of the lines" if lines else "-"),
        ("names for several things", f"{len(shared)}, {sum(shared.values())} things"),
        ("members of a ruleset", f"{len(declared) + len(asked)}, {len(asked)} by getattr"),
        ("members of its parts", members_of_parts(modules)),
        ("switches on verbs", sum(map(verb_switches, modules))),
        ("isinstance(_, Refusal)", sum(map(refusal_tests, modules))),
        ("largest fan-out", f"{len(graph.get(widest, ()))}, {widest}"),
        ("import circles", f"{len(rings)}, {sum(map(len, rings))} modules"),
        (f"functions over {LONG} lines", sum(len(long_functions(m)) for m in modules)),
    ]
    yield from (f"  {name:<26}{value}" for name, value in rows)


def details(modules: Sequence[Module]) -> Iterator[str]:
    """What the measures counted: names, circles and long functions one by one."""
    yield "names for several things:"
    yield from (f"  {name} {count}" for name, count in shared_names(modules).items())
    yield "import circles:"
    yield from (f"  {' '.join(group)}" for group in circles(import_graph(modules)))
    yield f"functions over {LONG} lines:"
    yield from (f"  {one}" for module in modules for one in long_functions(module))


def main(arguments: Sequence[str], write: Callable[[str], object] = print) -> int:
    """Measure folders; `--details` lists what was counted. Returns the exit code."""
    wanted = [word for word in arguments if word != "--details"]
    folders = [Path(word) for word in wanted or FOLDERS]
    for folder in folders:
        if not folder.is_dir():
            write(f"{folder}: no such folder")
            return 2
    found = {str(folder): modules_of(folder) for folder in folders}
    together = [module for modules in found.values() for module in modules]
    for title, modules in found.items():
        write("\n".join(report(title, modules)))
    if len(found) > 1:
        write("\n".join(report("together", together)))
    if "--details" in arguments:
        write("\n".join(details(together)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
