"""Scenario files made up for a question of odds, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

_FIELDS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "opposed_d6": ({"physical": 2}, {"range": 40}),
}
"""What kinds and weapons of a ruleset have where nothing else is said."""


@frozen
class FigureSpec:
    """A figure with a kind of its own; `numbers` are fields of the kind, `state` how it starts."""

    id: str
    at: tuple[int, int]
    facing: str
    numbers: Mapping[str, Any] = field(factory=dict)
    weapons: Sequence[str] = ()
    state: Mapping[str, Any] = field(factory=dict)
    hidden: bool = False


def state(man: FigureSpec, name: str) -> int:
    """A number that a figure starts with."""
    return int(man.state.get(name, 0))


def scenario(
    rows: Sequence[str],
    men: Sequence[FigureSpec],
    weapons: Mapping[str, Mapping[str, Any]] | None = None,
    first: str = "blue",
    rules: Mapping[str, Any] | None = None,
    *,
    ruleset: str = "opposed_d6",
    levels: Sequence[str] = (),
) -> str:
    """The text of a scenario; a figure is blue's when its id begins with b."""
    man_fields, weapon_fields = _FIELDS.get(ruleset, ({}, {}))
    parts = [
        "format = 1",
        'title = "odds"',
        f'ruleset = "{ruleset}"',
        "turns = 4",
        f'first = "{first}"',
        *_table("rules", rules or {}),
        "[map]",
        'rows = """',
        *rows,
        '"""',
        *(('levels = """', *levels, '"""') if levels else ()),
    ]
    for side, letter in (("blue", "b"), ("red", "r")):
        parts += [f"[sides.{side}]", f'name = "{side}"']
        for man in men:
            if man.id.startswith(letter):
                parts += _man(man, side)
    for man in men:
        about = {"name": man.id, "glyph": "m", "points": 10, **man_fields, **man.numbers}
        parts += _table(f"kinds.kind_{man.id}", about)
    for name, numbers in (weapons or {}).items():
        parts += _table(f"weapons.{name}", {"name": name, **weapon_fields, **numbers})
    return "\n".join(parts) + "\n"


def _man(man: FigureSpec, side: str) -> list[str]:
    about = {
        "id": man.id,
        "kind": f"kind_{man.id}",
        "at": list(man.at),
        "facing": man.facing,
        "weapons": list(man.weapons),
    }
    lines = [f"[[sides.{side}.figures]]", *(f"{k} = {_toml(v)}" for k, v in about.items())]
    if man.hidden:
        lines.append("hidden = true")
    if man.state:
        state = ", ".join(f"{k} = {_toml(v)}" for k, v in man.state.items())
        lines.append(f"state = {{ {state} }}")
    return lines


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    return [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'
