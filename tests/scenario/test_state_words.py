"""What a ruleset adds to how a battle begins: words for what a figure keeps, and a muster."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.figures import Counter
from skirmish.core.setup import DEPLOYMENT, MUSTER
from skirmish.errors import FileProblem
from skirmish.rulesets.opposed_d6 import handbook, ruleset
from skirmish.rulesets.opposed_d6.handbook import HANDBOOK
from skirmish.rulesets.opposed_d6.ruleset import RULESET
from skirmish.scenario import Scenario, opening_state, parse, scenario_text

SAMPLE = (Path(__file__).parent / "data" / "crossing.toml").read_text(encoding="utf-8")
MODE = Counter("fire mode", words=("single", "burst", "full"))
DECLARED = evolve(HANDBOOK.declared, counters={**HANDBOOK.declared.counters, "mode": MODE})


WITH_MODES = evolve(HANDBOOK, declared=DECLARED, musters=lambda setup: not setup.rules["fog"])
"""Opposed d6 with fire modes, which are chosen beforehand where there is no fog."""


@pytest.fixture(autouse=True)
def _in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handbook, "HANDBOOK", WITH_MODES)
    monkeypatch.setattr(ruleset, "RULESET", evolve(RULESET, handbook=WITH_MODES))


def with_mode(value: str) -> Scenario:
    """The sample, with a figure's mode said so."""
    return parse(SAMPLE.replace("suppressed = true", f"mode = {value}"))


@pytest.mark.parametrize(("word", "value"), [("single", 0), ("burst", 1), ("full", 2)])
def test_a_value_with_a_word_is_written_as_the_word(word: str, value: int) -> None:
    """In the file and when it is written again; the figure counts it."""
    scenario = with_mode(f'"{word}"')

    assert opening_state(scenario).figures["r2"].count("mode") == value
    assert f'state = {{ mode = "{word}" }}' in scenario_text(scenario)
    assert parse(scenario_text(scenario)) == scenario


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        ('"brust"', "did you mean 'burst'?"),
        ("1", "known: single, burst, full"),
        ("true", "known: single, burst, full"),
    ],
)
def test_another_word_or_its_number_is_a_fault(value: str, remedy: str) -> None:
    """It says which words there are."""
    with pytest.raises(FileProblem) as caught:
        with_mode(value)

    where, word = "sides.red.figures[1].state.mode", value.strip('"').replace("true", "1")
    assert str(caught.value) == (
        f"scenario:61:18: {where}: '{word}' is not one of the choices ({remedy})"
    )


def test_a_battle_begins_with_the_muster_where_its_ruleset_has_one() -> None:
    """Asked with the battle's own house rules."""
    scenario = parse(SAMPLE)

    assert opening_state(scenario, {"fog": False}).clock.phase == MUSTER
    assert opening_state(scenario, {"fog": True}).clock.phase == DEPLOYMENT
