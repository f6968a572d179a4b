"""The format of scenario files as a JSON Schema: `python -m tools.scenario_schema` writes it.

The format is not repeated here. The loader reads a table that only records what is asked of it
(`Recorder`): keys, types, limits, choices. The keys it asks for can depend on others, so it reads
once with no key, once with all, and once with each key alone. Stat blocks and house rules come from
the classes of each ruleset, descriptions from the tables in `docs/scenarios.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import click

from skirmish.core.board import Terrain
from skirmish.core.figures import Declared
from skirmish.core.sanitize import LINE_LIMIT, NAME_LIMIT
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.registry import RULESETS, handbook
from skirmish.scenario.faults import Faults
from skirmish.scenario.house_rules import MAX_SIGHT, all_house_rules
from skirmish.scenario.loader import read_scenario
from skirmish.scenario.toml_table import MAX_NUMBER, TomlTable
from skirmish.scenario.validation import DAMAGE, POSTURE

TOP = Path(__file__).parents[1]
DOCS = TOP / "docs" / "scenarios.md"
SCHEMA = TOP / "docs" / "scenario.schema.json"
ANY_NAME = "*"
"""The key in the schema for a table whose keys are names."""
Json = dict[str, Any]
Keys = tuple[str, ...]
_NAME = {"type": "string", "pattern": f"^[a-z][a-z0-9_]{{0,{NAME_LIMIT - 1}}}$"}
_WHOLE = {"type": "integer"}
_COUNTED = {"type": ["integer", "boolean"]}
"""The type of a counter in a state; true is 1."""


@attrs.define
class Note:
    """The keys asked of a table at one place of the file, and those required every time."""

    keys: dict[str, Json] = attrs.field(factory=dict)
    needed: list[set[str]] = attrs.field(factory=list)


class Recorder(TomlTable):
    """A table that records what is read from it, and answers as if some keys were there."""

    def __init__(self, path: Keys, notes: dict[Keys, Note], given: Callable[[Keys], bool]) -> None:
        """Record under `path`; `given` tells which keys are there."""
        super().__init__({}, path, Faults())
        self.place, self.notes, self.given = path, notes, given
        note = notes.setdefault(path, Note())
        note.needed.append(set())

    def _note(self, key: str, form: Json, *, need: bool = False) -> bool:
        """Record a key; returns whether it is there."""
        note = self.notes[self.place]
        if form or key not in note.keys:
            note.keys[key] = form
        if need:
            note.needed[-1].add(key)
        return self.given((*self.place, key))

    def has(self, key: str) -> bool:
        """Note that the key may be there."""
        return self._note(key, {})

    def wrong(self, key: str, what: str, remedy: str = "", *, row: int = -1) -> None:
        """Record nothing: values are not judged."""

    def done(self) -> None:
        """Do nothing at the end of the table."""

    def text(
        self, key: str, default: str | None = None, *, limit: int = LINE_LIMIT, blank: bool = False
    ) -> str:
        """Note a line of text."""
        least = 0 if blank else 1
        form = {"type": "string", "minLength": least, "maxLength": limit}
        return "x" if self._note(key, form, need=default is None) else ""

    def lines(self, key: str, *, need: bool = False, most: int = 0) -> str:  # noqa: ARG002 - of a `TomlTable`
        """Note a text of several lines."""
        return "x" if self._note(key, {"type": "string"}, need=need) else ""

    def rows(self, key: str) -> Keys:
        """Note rows of a map."""
        return (".",) if self._note(key, {"type": "string"}) else ()

    def name(self, key: str) -> str:
        """Note an id."""
        self._note(key, _NAME, need=True)
        return "x"

    def number(
        self,
        key: str,
        default: int | None = None,
        low: int = 0,
        high: int = MAX_NUMBER,
        *,
        example: str = "",  # noqa: ARG002 - as above
    ) -> int:
        """Note a whole number."""
        self._note(key, {**_WHOLE, "minimum": low, "maximum": high}, need=default is None)
        return low

    def flag(self, key: str) -> bool:
        """Note a truth value."""
        return self._note(key, {"type": "boolean"})

    def choice(
        self,
        key: str,
        options: Iterable[str],
        default: str | None = None,
        *,
        example: str = "",  # noqa: ARG002 - as above
    ) -> str:
        """Note a choice."""
        known = list(options)
        return known[0] if self._note(key, {"enum": known}, need=default is None) else ""

    def word(
        self,
        key: str,
        default: str | None = None,
        *,
        remedy: str = "",  # noqa: ARG002 - as above
    ) -> str:
        """Note a reference."""
        form = {"type": "string"} if default is None else {"type": "string", "minLength": 1}
        return "x" if self._note(key, form, need=default is None) else ""

    def words(self, key: str) -> Keys | None:
        """Note references."""
        form = {"type": "array", "items": {"type": "string"}}
        return ("x",) if self._note(key, form) else None

    def names(self, key: str, thing: str, remedy: str) -> Keys:  # noqa: ARG002 - as above
        """Note references, at least one."""
        form = {"type": "array", "items": {"type": "string"}, "minItems": 1}
        return ("x",) if self._note(key, form) else ()

    def _numbers(self, key: str, count: int, words: str) -> tuple[int, ...] | None:  # noqa: ARG002 - as above
        form = {"type": "array", "items": _WHOLE, "minItems": count, "maxItems": count}
        return (0,) * count if self._note(key, form) else None

    def table(self, key: str, *, need: bool = False, example: str = "") -> Recorder:  # noqa: ARG002 - as above
        """Note a table, and read it."""
        self._note(key, {"type": "object"}, need=need)
        return Recorder((*self.place, key), self.notes, self.given)

    def tables(self, key: str, *, need: bool = False) -> list[TomlTable]:
        """Note an array of tables, and read one."""
        self._note(key, {"type": "array"}, need=need)
        return [Recorder((*self.place, key), self.notes, self.given)]

    def all_named(self) -> Mapping[str, TomlTable]:
        """Note a table for every name, and read one."""
        return {ANY_NAME: self.table(ANY_NAME)}


def asked() -> Mapping[Keys, Note]:
    """The keys that the loader asks of each table of a file, by place."""
    notes: dict[Keys, Note] = {}

    def read(given: Callable[[Keys], bool]) -> None:
        read_scenario(Recorder((), notes, given), None)

    read(lambda _key: False)
    read(lambda _key: True)
    known: list[Keys] = []
    while fresh := [key for key in _every_key(notes) if key not in known]:
        for one in fresh:
            read(one.__eq__)
        known += fresh
    return notes


def _every_key(notes: Mapping[Keys, Note]) -> list[Keys]:
    return [(*place, key) for place, note in notes.items() for key in note.keys]


def table_form(place: Keys, notes: Mapping[Keys, Note], told: Mapping[Keys, str]) -> Json:
    """The schema of the table at a place, including all tables in it."""
    note = notes[place]
    if not note.keys:  # whatever the ruleset knows
        return {
            "type": "object",
            "additionalProperties": {"type": ["integer", "string", "boolean"]},
        }
    forms = {key: _described((*place, key), form, notes, told) for key, form in note.keys.items()}
    every = forms.pop(ANY_NAME, None)
    needed = set.intersection(*note.needed) if note.needed else set()
    form: Json = {"type": "object"}
    if forms:
        form["properties"] = dict(sorted(forms.items()))
    if needed - {ANY_NAME}:
        form["required"] = sorted(needed - {ANY_NAME})
    form["additionalProperties"] = every if every is not None else False
    return form


def _described(
    place: Keys, form: Json, notes: Mapping[Keys, Note], told: Mapping[Keys, str]
) -> Json:
    """The schema of one key: that of its table, and its description in the documentation."""
    if place in _OPEN:
        form = {"type": "object"}
    elif form.get("type") == "object":
        form = table_form(place, notes, told)
    elif form.get("type") == "array" and place in notes:
        form = {"type": "array", "items": table_form(place, notes, told)}
    text = told.get(place)
    return {"description": text, **form} if text else form


_OPEN = (("rules",), ("kinds",), ("weapons",), ("terrain",))
"""Tables whose content depends on the ruleset: house rules and stat blocks."""


def descriptions() -> Mapping[Keys, str]:
    """The description of each key in `docs/scenarios.md`, by place."""
    found: dict[Keys, str] = {}
    for heading, body in re.findall(
        r"^### (.+)\n((?:(?!^##).*\n)*)", DOCS.read_text(encoding="utf-8"), re.MULTILINE
    ):
        place = _place(heading)
        if place is None:
            continue
        for keys, text in re.findall(r"^\| (`[^|]+`) \| ([^|]+) \|", body, re.MULTILINE):
            for key in re.findall(r"`(\w+)`", keys):
                found[*place, key] = re.sub(r"\[([^\]]+)\]\([^)]+\)|`", r"\1", text).strip()
    return found


def _place(heading: str) -> Keys | None:
    """The place of the table that a section describes; None for any other section."""
    if heading == "At the top":
        return ()
    header = re.fullmatch(r"`\[+([\w.<>]+)\]+`", heading)
    return None if header is None else tuple(re.sub("<id>", ANY_NAME, header[1]).split("."))


def field_form(wanted: Any) -> Json:  # noqa: ANN401 - any annotation of a stat block
    """The schema of a field of a stat block."""
    if get_origin(wanted) is Literal:
        return {"enum": list(get_args(wanted))}
    if get_origin(wanted) is tuple:
        return {"type": "array", "items": field_form(get_args(wanted)[0])}
    if wanted is int:
        return {**_WHOLE, "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
    return {"type": {bool: "boolean", str: "string"}[wanted]}


def block_form(block: type, given: str) -> Json:
    """The schema of a table of stat blocks; `given` is the field that serves as its key."""
    hints = get_type_hints(block)
    fields = {f.name: field_form(hints[f.name]) for f in attrs.fields(block) if f.name != given}
    forms = {"base": {"type": "string"}, **fields}
    inside = {"type": "object", "properties": forms, "additionalProperties": False}
    return {"type": "object", "additionalProperties": inside}


def rules_form(rules: Mapping[str, HouseRule]) -> Json:
    """The schema of the house rules of a ruleset."""
    forms = {name: {"description": one.text, **_rule_form(one)} for name, one in rules.items()}
    return {"type": "object", "properties": forms, "additionalProperties": False}


def _rule_form(rule: HouseRule) -> Json:
    if rule.options:
        return {"enum": list(rule.options)}
    if isinstance(rule.default, bool):
        return {"type": "boolean"}
    return {**_WHOLE, "minimum": 0, "maximum": MAX_SIGHT}


def state_form(declared: Declared) -> Json:
    """The schema of the state of a figure at the start."""
    forms: Json = {
        POSTURE: {"enum": list(declared.postures)},
        DAMAGE: {**_COUNTED, "minimum": 0, "maximum": MAX_NUMBER},
    }
    for name, counter in declared.counters.items():
        if counter.given and counter.words:
            forms[name] = {"enum": list(counter.words)}
        elif counter.given:
            forms[name] = {**_COUNTED, "minimum": counter.low, "maximum": counter.high}
    return {"type": "object", "properties": forms, "additionalProperties": False}


def _placed(place: Keys, form: Json, notes: Mapping[Keys, Note]) -> Json:
    """Schema properties that hold a form at a place of the file."""
    for end in range(len(place) - 1, -1, -1):
        key, inside = place[end], form
        if notes[place[:end]].keys[key].get("type") == "array":
            inside = {"items": form}
        if key == ANY_NAME:
            form = {"additionalProperties": inside}
        else:
            form = {"properties": {key: inside}}
    found: Json = form["properties"]
    return found


def json_schema() -> Json:
    """The whole schema: the format, and for each ruleset its stat blocks, states, house rules."""
    notes = asked()
    form = table_form((), notes, descriptions())
    states = [place for place in notes if place[-1:] == ("state",)]
    form["properties"]["ruleset"] = {"enum": sorted(RULESETS)}
    form["properties"]["terrain"] = block_form(Terrain, "glyph")
    choices = []
    for name in sorted(RULESETS):
        rules = handbook(name)
        state = {"$ref": f"#/$defs/state_of_{name}"}
        blocks = {
            **{key: one for place in states for key, one in _placed(place, state, notes).items()},
            "rules": rules_form(all_house_rules(rules)),
            "kinds": block_form(rules.armoury.kind_class, "id"),
            "weapons": block_form(rules.armoury.weapon_class, "id"),
        }
        when = {"properties": {"ruleset": {"const": name}}}
        choices.append({"if": when, "then": {"properties": blocks}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of skirmish",
        **form,
        "allOf": choices,
        "$defs": {f"state_of_{n}": state_form(handbook(n).declared) for n in sorted(RULESETS)},
    }


def schema_text() -> str:
    """The text of the schema file."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


@click.command(help=__doc__.split("\n", maxsplit=1)[0])
def main() -> None:
    """Write the file."""
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    click.echo(SCHEMA.relative_to(TOP))


if __name__ == "__main__":
    main()
