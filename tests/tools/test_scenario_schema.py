"""The JSON Schema of scenarios is that of the loader: no stricter, and it knows every key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from skirmish.scenario import Scenario, load, parse, scenario_text
from tests.scenario.test_format_2 import FILE, GOOD
from tools.scenario_schema import SCHEMA, json_schema, schema_text

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.toml"))
UNKNOWN = "no_such_key"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    """The schema as the code is."""
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_file_is_the_schema_of_the_code() -> None:
    """Written by `python -m tools.scenario_schema`."""
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_scenarios_of_the_game_are_valid(path: Path, validator: Draft202012Validator) -> None:
    """As they are, and as they are written again."""
    text = path.read_text(encoding="utf-8")
    validator.validate(tomllib.loads(text))
    validator.validate(tomllib.loads(scenario_text(load(path))))


def test_every_table_refuses_unknown_keys(validator: Draft202012Validator) -> None:
    """Those of a ruleset's state are tried by themselves below."""
    document = tomllib.loads(FILE + GOOD)
    validator.validate(document)

    for table in tables(document):
        table[UNKNOWN] = 1
        assert not validator.is_valid(document), table
        del table[UNKNOWN]


def test_every_key_of_the_format_is_known(validator: Draft202012Validator) -> None:
    """A scenario with every part is written with known keys only."""
    scenario: Scenario = parse(FILE + GOOD)

    validator.validate(tomllib.loads(scenario_text(scenario)))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("turns = 4", "turns = 0"), "$.turns"),
        (("turns = 4", 'turns = "4"'), "$.turns"),
        (('kind = "hold"', 'kind = "hodl"'), "$.objectives[0].kind"),
        (("length = 20", "length = 2.5"), "$.about.length"),
        (("radius = 1", "radius = 21"), "$.events[0].smoke[0].radius"),
        (("at = [2, 1]", "at = [2]"), "$.events[0].smoke[0].at"),
    ],
)
def test_a_wrong_value_is_found(
    change: tuple[str, str], path: str, validator: Draft202012Validator
) -> None:
    """Type, limit, choice and length, at its place."""
    text = (FILE + GOOD).replace(*change, 1)

    found = [error.json_path for error in validator.iter_errors(tomllib.loads(text))]

    assert found == [path]


@pytest.mark.parametrize(
    ("ruleset", "state", "good"),
    [
        ("d20", {"bleed": 2, "posture": "prone", "damage": 1}, True),
        ("d20", {"bleed": True}, True),
        ("d20", {"bleed": 100}, False),
        ("d20", {"posture": "kneeling"}, False),
        ("d20", {"injury": 1}, False),
        ("opposed_d6", {"injury": 1}, True),
    ],
)
def test_the_state_of_a_figure_is_that_of_its_ruleset(
    ruleset: str, state: dict[str, Any], good: bool, validator: Draft202012Validator
) -> None:
    """Keys, postures and limits, for the figures of a side and for reinforcements."""
    document = tomllib.loads(FILE + GOOD)
    figure = {"id": "x1", "kind": "guard", "state": state}
    document["ruleset"] = ruleset
    document["sides"]["blue"]["figures"] = [figure]
    document["reinforcements"] = [{"side": "blue", "turn": 2, "figures": [figure]}]

    places = {error.json_path.partition(".state")[0] for error in validator.iter_errors(document)}

    figures = {"$.sides.blue.figures[0]", "$.reinforcements[0].figures[0]"}
    assert places & figures == (set() if good else figures)


def tables(value: Any) -> Iterator[dict[str, Any]]:
    """Every table of a document."""
    if isinstance(value, dict):
        yield value
        for inside in value.values():
            yield from tables(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from tables(inside)
