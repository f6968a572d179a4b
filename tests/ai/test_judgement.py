"""The number of the judgement is raised when the computer's orders change.

What was measured of the computer player, as the balance of the scenarios, names that number, and is
out of date under another one.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from skirmish.ai.levels import JUDGEMENT
from skirmish.analysis.self_play import play
from skirmish.rulesets.registry import RULESETS
from tests.village import village

KNOWN = json.loads(Path(__file__).with_name("judgement.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_orders_are_those_of_this_judgement(ruleset: str) -> None:
    opening = village(ruleset)
    game = play(opening, dict.fromkeys(("blue", "red"), "regular"), seed=1)

    orders = "\n".join(entry.order for entry in game.lines)
    found = hashlib.sha256(orders.encode()).hexdigest()[:16]
    assert {"judgement": JUDGEMENT, ruleset: found} == {
        "judgement": KNOWN["judgement"],
        ruleset: KNOWN[ruleset],
    }, (
        "The computer's orders or the rules changed: raise JUDGEMENT in skirmish/ai/levels.py if"
        " it was the computer, write the new number and hashes to tests/ai/judgement.json, and"
        " measure the balance again (python -m tools.known_results)."
    )
