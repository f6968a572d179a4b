"""No legal stat block is too wide: the odds of extreme ones, against a plain loop of this run."""

from __future__ import annotations

from time import process_time

import pytest

from skirmish.core.dice import clear_odds_cache, odds
from skirmish.rulesets.d20.dice import Body, Harm, Health, Hits, Limb, Shots, burst
from skirmish.rulesets.registry import RULESETS
from tests.rulesets.extreme import Pick, battle, highest, loop, questions

pytestmark = pytest.mark.slow

MOST = 5
"""Times of a loop of 10,000,000 steps that the odds of an order may take."""

FIGURES = 80
"""Those on the map: enough for every area, few enough for a fast test."""

each_ruleset = pytest.mark.parametrize("name", RULESETS)


@each_ruleset
@pytest.mark.parametrize(("seed", "pick"), [("0", highest), ("4", None)])
def test_odds_of_extreme_blocks(name: str, seed: str, pick: Pick | None) -> None:
    """All that is asked of orders of every verb, of a crowd on the map, most of it hurt."""
    fight = battle(RULESETS[name], seed, pick, FIGURES)
    floor, asked = loop(), list(questions(fight, seed, 2))

    assert asked
    assert [str(one) for one in asked if one.seconds / floor >= MOST] == []


@pytest.mark.parametrize("name", ["trait_die", "opposed_d6"])
def test_what_a_burst_may_take_in_of_a_crowd(name: str) -> None:
    """Of 200 figures there are millions of threes: they are judged when one is drawn."""
    fight = battle(RULESETS[name], "100", highest)
    floor, begun = loop(), process_time()
    families = RULESETS[name].options(fight.view, "a")

    assert (process_time() - begun) / floor < MOST
    assert families


@pytest.mark.parametrize(
    ("shots", "hits", "body"),
    [
        (Shots(9, 8, 8, 20, 8), Hits(5, 10, 0), Body(0, 90, 120)),
        (Shots(12, 8, 8, 11, 4), Hits(6, 12, -20), Body(10, 90, 120)),
        (Shots(12, 8, 8, 11, 4), Hits(6, 12, 60, 6), Body(40, 90, 120)),
    ],
)
def test_the_widest_bursts_of_d20(shots: Shots, hits: Hits, body: Body) -> None:
    """Damage of which a fifth counts, against many hit points, with a CRIT die that goes on."""
    clear_odds_cache()
    outcomes = odds(burst, shots, hits, body, Health())

    assert outcomes.chance(lambda out: out[0].damage == body.left) > 0


def test_the_widest_called_burst_of_d20() -> None:
    """Twelve shots, the first of which misses the limb: strays on it count by themselves."""
    clear_odds_cache()
    shots = Shots(12, -1, -1, 20, 4, 1)
    floor, begun = loop(), process_time()
    outcomes = odds(burst, shots, Hits(6, 12, 0, 6), Body(0, 90, 120), Limb(1, 60))

    assert (process_time() - begun) / floor < MOST
    assert 0 < outcomes.chance(lambda out: isinstance(out[0], Harm) and out[0].crippled) < 1
