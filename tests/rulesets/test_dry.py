"""Which weapons of a figure have nothing in them, under every ruleset."""

from __future__ import annotations

import pytest

from skirmish.rulesets.registry import RULESETS, ruleset
from tests.position import position

TOKENS = {"opposed_d6": {"ammunition": "tokens"}}
"""Where ammunition is counted by a house rule alone."""


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_what_needs_ammunition_and_has_none_is_dry(name: str) -> None:
    """Every weapon of the armoury: full it is not; without its counters it is, if it has any."""
    rules, found = ruleset(name), set()
    for weapon in rules.handbook.armoury.weapons().values():
        settings = rules.handbook.declared.counters
        held = {n for n in rules.handbook.armoury.equipped((weapon,)) if not settings[n].words}
        full = position("a>", ruleset=name, weapons={"a": [weapon]}, rules=TOKENS.get(name, {}))
        none = position(
            "a>",
            ruleset=name,
            weapons={"a": [weapon]},
            rules=TOKENS.get(name, {}),
            counters={"a": dict.fromkeys(held, 0)},
        )

        assert rules.card.empty_weapons(full.state, full.figure("a")) == ()
        assert rules.card.empty_weapons(none.state, none.figure("a")) == (
            (weapon.id,) if held else ()
        )
        found.add(bool(held))

    assert found == {True, False}


def test_of_several_weapons_the_empty_one_is_named() -> None:
    """The second is loaded still; where ammunition is not counted none is ever empty."""
    spent = position("a>", ruleset="trait_die", kind="gunner", counters={"a": {"tokens": 0}})
    never = position("a>", counters={"a": {"tokens": 0}})

    assert spent.ruleset.card.empty_weapons(spent.state, spent.figure("a")) == ("machine_gun",)
    assert never.ruleset.card.empty_weapons(never.state, never.figure("a")) == ()
