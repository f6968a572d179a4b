"""docs/scenarios.md says what is true: letters, fields, house rules, armoury, and the example."""

import re
from pathlib import Path

import attrs
import pytest

from skirmish.core.board import TERRAIN, Terrain
from skirmish.rulesets.opposed_d6.kinds import Arm, Troop
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import house_rules, parse

DOCS = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE, *PARTS = re.findall(r"```toml\n(.*?)```", DOCS, re.DOTALL)
RULES = ruleset("opposed_d6")
STATED = "must be there"


def table(first: str, after: str = "") -> list[list[str]]:
    """The rows of the first table whose first column has this head, behind a heading."""
    text = DOCS[DOCS.index(after) :]
    text = text[text.index(f"| {first} |") :].split("\n\n")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.strip().split("\n")[2:]]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in rows]


def shown(value: object) -> str:
    """A default as the page writes it."""
    if value is attrs.NOTHING:
        return STATED
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[]"
    return str(value) if value != "" else '""'


def test_the_letters_are_those_of_the_board() -> None:
    """Letter, id, name, cost, cover, height and door of every terrain, and no other."""

    def row(kind: Terrain) -> list[str]:
        blocks = f"{kind.height} level{'s' * (kind.height > 1)} high" if kind.height else ""
        return [
            kind.glyph,
            kind.id,
            kind.name,
            f"x{kind.cost}" if kind.cost else "no way",
            str(kind.cover or ""),
            "always" if kind.opaque else blocks,
            kind.door,
        ]

    assert table("letter") == [row(kind) for kind in TERRAIN.values()]


@pytest.mark.parametrize(
    ("stat_block", "heading"),
    [
        (Troop, "### A kind in `opposed_d6`"),
        (Arm, "### A weapon in `opposed_d6`"),
        (Terrain, "`[terrain.x]`"),
    ],
)
def test_every_field_of_a_stat_block_is_described(stat_block: type, heading: str) -> None:
    """With its default, and nothing that is no field."""
    given = {"id", "glyph"} if stat_block is Terrain else {"id"}
    fields = {f.name: shown(f.default) for f in attrs.fields(stat_block) if f.name not in given}
    described = {row[0]: row[-1] for row in table("field", heading)}

    if stat_block is Terrain:
        for name in ("base", "id"):
            described.pop(name)
        assert described.pop("name").startswith(STATED)
        fields.pop("name")
    assert described == fields


def test_every_house_rule_is_described() -> None:
    """With its default and its choices."""
    rules = house_rules(RULES)

    assert [(row[0], row[1]) for row in table("rule")] == [
        (name, shown(rule.default)) for name, rule in rules.items()
    ]
    for row in table("rule"):
        options = rules[row[0]].options
        assert not options or row[2] == ", ".join(shown(option) for option in options)


def test_the_armoury_is_listed() -> None:
    """Every kind and weapon by its id."""
    start = DOCS.index("- kinds: ")
    kinds, weapons = (
        re.findall(r"`(\w+)`", part) for part in DOCS[start:].split("\n\n")[0].split("- weapons: ")
    )

    assert kinds == list(RULES.kinds())
    assert weapons == list(RULES.weapons())


def test_what_a_state_may_hold_is_listed() -> None:
    """The counters that the ruleset declares."""
    start = DOCS.index("What `state` may hold")
    text = DOCS[DOCS.index(":\n", start) : DOCS.index("Useful at a start")]

    assert re.findall(r"`(\w+)`", text) == list(RULES.declared.counters)


def test_the_example_is_a_scenario() -> None:
    """It loads, with the parts on terrain put in as well."""
    assert parse(EXAMPLE).title == "The mill race"
    assert {*parse(EXAMPLE + "\n".join(PARTS)).ground.terrain} == {"C", "~"}
