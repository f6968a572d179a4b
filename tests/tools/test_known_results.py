"""The results that the game comes with are those of its scenarios as they are."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.levels import JUDGEMENT
from skirmish.analysis.known_results import content_of, shipped_balance
from tools.known_results import DOCUMENT, entries, is_valid, measured


def test_the_results_are_of_the_scenarios_as_they_are() -> None:
    """If not: `python -m tools.known_results` plays what is missing."""
    found, scenarios = entries(), measured()

    assert found.keys() == scenarios.keys()
    for name, scenario in scenarios.items():
        assert is_valid(found[name], scenario), name
        assert not is_valid(found[name], evolve(scenario, turns=scenario.turns + 1))
        assert not is_valid({**found[name], "judgement": JUDGEMENT - 1}, scenario)
        known = shipped_balance(scenario, content_of(scenario))
        assert known is not None
        assert known.sides == tuple(force.id for force in scenario.sides)
        assert sum(known.wins) <= known.games
        assert f"(`{name}`)" in DOCUMENT.read_text(encoding="utf-8")
