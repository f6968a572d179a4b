"""What was worked out before saves time, and changes no answer."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.analysis.self_play import play
from skirmish.core.view import View
from skirmish.game import open_text
from skirmish.rulesets.registry import RULESETS
from tools.ladder.scenarios import generated_scenario

EVERY = 8
"""One thought in so many is thought again by somebody who remembers nothing."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_memory_changes_no_answer(ruleset: str) -> None:
    """On broken ground, by who reckons with most: the same order for the same reasons."""
    last: dict[str, Choice] = {}
    thoughts = []

    def watch(known: View, choice: Choice) -> None:
        thoughts.append((known, last.get(known.side), choice))
        last[known.side] = choice

    opening = open_text(generated_scenario(ruleset, 6))
    play(opening, dict.fromkeys(opening.state.setup.sides, "veteran"), 2, observer=watch)

    for known, before, choice in thoughts[::EVERY]:
        bare = None if before is None else evolve(before, cache=None)
        stream = Stream(key_of(2, known.side))
        again = think(RULESETS[ruleset], known, "veteran", stream, previous=bare)
        assert again == choice, (known.state.clock, choice.order)
        assert again.explanation.data == choice.explanation.data
