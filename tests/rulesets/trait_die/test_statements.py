"""The numbered rules as the game restates them."""

from __future__ import annotations

import re
from importlib.resources import files

from skirmish.rulesets.registry import ruleset

STATEMENTS = ruleset("trait_die").statements


def test_every_numbered_rule_is_there() -> None:
    """AMMO-01 to AMMO-23, ten readings, what fills the silence, each with words and a place."""
    expected = [f"AMMO-{n:02}" for n in range(1, 24)] + [f"AMMO-A{n}" for n in range(1, 11)]
    expected += [f"AMMO-F{n}" for n in range(1, 26)]

    assert list(STATEMENTS) == expected
    assert all(said.text and said.where for said in STATEMENTS.values())


def test_every_rule_that_is_cited_can_be_looked_up() -> None:
    """No refusal or modifier names a number without a statement."""
    folder = files("skirmish.rulesets.trait_die")
    sources = [f for f in folder.iterdir() if f.name.endswith(".py")]
    cited = {
        found for file in sources for found in re.findall(r'"(AMMO-\w+)"', file.read_text("utf-8"))
    }

    assert cited <= set(STATEMENTS)


def test_the_table_of_the_other_rulesets() -> None:
    """AMMO-F25: up to which face of its own die a ruleset loses a token, shot by shot or in bursts.

    That of d100 is 00 to 12 and 00 to 37.
    """
    from skirmish.rulesets.d20 import ammunition as d20  # noqa: PLC0415
    from skirmish.rulesets.d100 import ammunition as d100  # noqa: PLC0415
    from skirmish.rulesets.opposed_d6 import ammunition as d6  # noqa: PLC0415

    assert (d6.SINGLE, d6.AUTOMATIC) == (1, 2)
    assert (d20.SINGLE_DEPLETES, d20.BURST_DEPLETES) == (3, 8)
    assert (d100.ONE_SHOT, d100.MANY) == (12, 37)
