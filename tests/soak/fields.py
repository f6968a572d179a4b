"""What the soak plays on: shipped scenarios, the village and grounds made for the ladder."""

from __future__ import annotations

from functools import cache
from random import Random

from skirmish.game import Opening, open_text, opening_of
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load, shipped
from tests.village import village
from tools.ladder.scenarios import generated_scenario

GROUNDS = 50
"""Made grounds of each ruleset."""


@cache
def _shipped(name: str) -> Opening:
    return opening_of(load(find(name)))


@cache
def _village(ruleset: str) -> Opening:
    return village(ruleset)


def drawn(chance: Random) -> Opening:
    """A battle to begin: every second one is made for it, so that no two soaks meet the same."""
    where = chance.randrange(4)
    if where == 0:
        return _village(chance.choice(sorted(RULESETS)))
    if where == 1:
        return _shipped(chance.choice(sorted(shipped())))
    return open_text(generated_scenario(chance.choice(sorted(RULESETS)), chance.randrange(GROUNDS)))
