"""The canonical TOML text of a scenario, which loads to an equal scenario, and its hash.

Defaults are omitted and the order is fixed, so that equal scenarios have equal text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from skirmish.core.setup import STEADY
from skirmish.scenario.events import trigger_tables
from skirmish.scenario.model import About
from skirmish.scenario.toml_positions import MAX_COLUMNS

if TYPE_CHECKING:
    from skirmish.core.setup import Lesson, Objective
    from skirmish.scenario.model import Block, FigureEntry, Force, Scenario, Wave


FORMAT = 2
"""The newest version of the format; a scenario is written in the first one that has its keys."""
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_WIDE = 96


def scenario_text(scenario: Scenario) -> str:
    """The canonical text, ending in a line break; maps are written row by row."""
    return toml_text(_document(scenario))


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as text, ending in a line break."""
    return "\n".join(_lines(table, ())).strip("\n") + "\n"


def _document(scenario: Scenario) -> dict[str, Any]:
    ground = scenario.map
    return _kept(
        {
            "format": 2 if _is_new(scenario) else 1,
            "title": scenario.title,
            "ruleset": scenario.ruleset,
            "turns": scenario.turns,
            "first": scenario.first,
            "about": _about(scenario.about),
            "briefing": scenario.briefing,
            "rules": dict(sorted(scenario.rules.items())),
            "map": _kept({"rows": _block_text(ground.rows), "levels": _block_text(ground.levels)}),
            "terrain": _blocks(ground.terrain),
            "sides": {force.id: _force(force) for force in scenario.sides},
            "objectives": [_objective(goal, n) for n, goal in enumerate(scenario.objectives, 1)],
            "reinforcements": [_wave(wave) for wave in scenario.waves],
            "lessons": [_lesson(lesson) for lesson in scenario.lessons],
            "events": [
                {**table, "when": Inline(table["when"])}
                for table in trigger_tables(scenario.events)
            ],
            "lint": {"ignore": list(scenario.ignored)} if scenario.ignored else {},
            "kinds": _blocks(scenario.kinds),
            "weapons": _blocks(scenario.weapons),
        }
    )


def _about(about: About) -> dict[str, Any]:
    return _kept(
        {
            "author": about.author,
            "version": about.version,
            "licence": about.licence,
            "description": about.description,
            "difficulty": about.difficulty,
            "length": about.length,
            "tags": list(about.tags),
            "notes": about.notes,
        }
    )


def _is_new(scenario: Scenario) -> bool:
    """Whether a scenario has keys that came with version 2 of the format."""
    named = any(goal.id != f"o{n}" for n, goal in enumerate(scenario.objectives, 1))
    areas = any(wave.arrival.area is not None for wave in scenario.waves)
    people = any(entry.person for _, entry in scenario.entries())
    added = scenario.events or scenario.ignored or named or areas or people
    return bool(added) or scenario.about != About()


def _kept(table: dict[str, Any]) -> dict[str, Any]:
    """A table without empty, false or zero values; empty tuples and `points` are kept."""
    return {key: value for key, value in table.items() if value or value == () or key == "points"}


def _block_text(rows: tuple[str, ...]) -> str:
    return "\n".join(rows) + "\n" if rows else ""


def _blocks(blocks: Mapping[str, Block]) -> dict[str, Any]:
    return {
        name: ({"base": block.base} if block.base else {}) | dict(sorted(block.fields.items()))
        for name, block in sorted(blocks.items())
    }


def _force(force: Force) -> dict[str, Any]:
    return _kept(
        {
            "name": force.name,
            "player": force.player,
            "temper": "" if force.temper == STEADY else force.temper,
            "deploy": list(force.deploy or []),
            "break_point": force.break_point,
            "figures": [_entry(entry) for entry in force.figures],
        }
    )


def _entry(entry: FigureEntry) -> dict[str, Any]:
    return _kept(
        {
            "id": entry.id,
            "kind": entry.kind,
            "name": entry.name,
            "person": entry.person,
            "at": list(entry.at or []),
            "facing": "" if entry.facing is None else entry.facing.name,
            "weapons": entry.weapons,
            "hidden": entry.hidden,
            "state": Inline(sorted(entry.state.items())),
        }
    )


def _wave(wave: Wave) -> dict[str, Any]:
    arrival = wave.arrival
    return {
        **({"event": arrival.event} if arrival.event else {"turn": arrival.turn}),
        "side": wave.side,
        **({"edge": arrival.edge} if arrival.area is None else {"area": list(arrival.area)}),
        "figures": [_entry(entry) for entry in wave.figures],
    }


def _objective(objective: Objective, number: int) -> dict[str, Any]:
    return _kept(
        {
            "id": "" if objective.id == f"o{number}" else objective.id,
            "side": objective.side,
            "kind": objective.kind,
            "area": list(objective.area or []),
            "figures": list(objective.figures),
            "points": objective.points,
            "decisive": objective.decisive,
            "text": objective.text,
            "closed": objective.closed,
        }
    )


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "side": lesson.side,
        **({"state": lesson.state} if lesson.state else _moment(lesson)),
        "text": lesson.text,
    }


def _moment(lesson: Lesson) -> dict[str, Any]:
    """The bound of a lesson, and its event if it has one."""
    when = {"when": lesson.when} if lesson.when else {}
    return {"turn": lesson.turn, "phase": lesson.phase, **when}


class Inline(dict[str, Any]):
    """A table that is written on one line."""


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its own values, then its tables with their headers."""
    inner = {key: value for key, value in table.items() if _has_header(value)}
    for key, value in table.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        here = (*path, key)
        header = ".".join(_key(part) for part in here)
        if isinstance(value, list):
            for item in value:
                yield from ("", f"[[{header}]]")
                yield from _lines(item, here)
        else:
            # A header without values of its own is redundant before those of its tables.
            if not value or not all(_has_header(inside) for inside in value.values()):
                yield from ("", f"[{header}]")
            yield from _lines(value, here)


def _has_header(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], dict)
    return isinstance(value, dict) and not isinstance(value, Inline)


def _key(key: str) -> str:
    return key if _BARE.match(key) else _text(key)


def _value(value: Any) -> str:  # noqa: ANN401 - any TOML value
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _long_text(value) if "\n" in value else _text(value)
        case Mapping():
            inside = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case _:
            return _array([_value(item) for item in value])


def _array(items: list[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= _WIDE or len(max(items, key=len)) > MAX_COLUMNS // 2:
        return line
    return "[\n" + "".join(f"  {item},\n" for item in items) + "]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _text(text: str) -> str:
    return f'"{_escaped(text)}"'


def _long_text(text: str) -> str:
    """A string of several lines, without escapes if possible, so that maps are readable."""
    plain = '"' not in text and "\\" not in text
    if plain or "'" in text:
        return f'"""\n{_escaped(text)}"""'
    return f"'''\n{text}'''"


def scenario_hash(scenario: Scenario) -> str:
    """The hash of the canonical text: 16 hex digits, equal in every process."""
    import hashlib  # noqa: PLC0415 - a check of a file does not wait for it

    return hashlib.sha256(scenario_text(scenario).encode()).hexdigest()[:16]
