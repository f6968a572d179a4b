"""The results that the game comes with are those of its scenarios as they are."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.levels import JUDGEMENT
from skirmish.analysis.known_results import balance_from, content_of, shipped_balance
from tools.known_results import DOCUMENT, OUT_OF_DATE, entries, is_valid, measured


def test_the_results_are_of_the_scenarios_as_they_are() -> None:
    """If not: `python -m tools.known_results` plays what is missing."""
    found, scenarios = entries(), measured()

    assert found.keys() == scenarios.keys()
    for name, scenario in scenarios.items():
        entry = {**found[name], "judgement": JUDGEMENT}
        assert is_valid(entry, scenario), name
        assert not is_valid(entry, evolve(scenario, turns=scenario.turns + 1))
        known = balance_from(entry)
        assert known.sides == tuple(force.id for force in scenario.sides)
        assert sum(known.wins) <= known.games


def test_results_of_another_judgement_are_marked_and_not_shown() -> None:
    """The computer has changed since they were measured."""
    scenarios, page = measured(), DOCUMENT.read_text(encoding="utf-8").splitlines()
    for name, entry in entries().items():
        (row,) = (row for row in page if f"(`{name}`)" in row)
        shown = shipped_balance(scenarios[name], content_of(scenarios[name]))
        current = entry["judgement"] == JUDGEMENT
        assert current is (shown is not None) is not row.endswith(f"| {OUT_OF_DATE} |"), name
        assert not is_valid({**entry, "judgement": JUDGEMENT - 1}, scenarios[name])
