"""The numbered rules as the game restates them."""

from __future__ import annotations

import re
from importlib.resources import files

from skirmish.rulesets.registry import ruleset

STATEMENTS = ruleset("opposed_d6").statements


def test_every_numbered_rule_is_there() -> None:
    """BAY-01 to BAY-32, the ten readings, what fills the silence, each with words and a place."""
    expected = [f"BAY-{n:02}" for n in range(1, 33)] + [f"BAY-A{n}" for n in range(1, 11)]
    expected += [f"BAY-F{n}" for n in range(1, 15)]

    assert list(STATEMENTS) == expected
    assert all(said.text and said.where for said in STATEMENTS.values())


def test_every_rule_that_is_cited_can_be_looked_up() -> None:
    """No refusal or modifier names a number without a statement."""
    folder = files("skirmish.rulesets.opposed_d6")
    sources = [f for f in folder.iterdir() if f.name.endswith(".py")]
    cited = {
        found for file in sources for found in re.findall(r'"(BAY-\w+)"', file.read_text("utf-8"))
    }

    assert cited <= set(STATEMENTS)
