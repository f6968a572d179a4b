"""Scenarios that are spoiled on purpose: valid, and each in its own way."""

from __future__ import annotations

import pytest

from skirmish.analysis.intervals import Mean
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import parse, scenario_text
from tools.ladder.scenarios import generated_scenario
from tools.spoiled_scenarios import SPOILS, Trial, spoiled


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_way_gives_another_valid_scenario(ruleset: str) -> None:
    """In every ruleset; no two are alike, and none is as before."""
    before = scenario_text(parse(generated_scenario(ruleset, 1)))

    texts = [scenario_text(spoiled(ruleset, 1, way)) for way in SPOILS]

    assert len({before, *texts}) == len(SPOILS) + 1 == 11


def test_a_trial_is_judged_by_its_shares() -> None:
    """Uneven before, and within 40 to 60% after."""
    even, uneven = Mean((2, 0), 2), Mean((2, 2, 2, 0), 2)

    mended = Trial("a", uneven, even, ("turns = 9",))

    assert (mended.spoiled, mended.mended) == (True, True)
    assert mended.text.endswith("even (turns = 9)")
    assert (Trial("b", even, uneven, ()).spoiled, Trial("b", even, uneven, ()).mended) == (
        False,
        False,
    )
