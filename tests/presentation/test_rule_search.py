"""Rules found by the words that players use, whatever a system calls the thing."""

from __future__ import annotations

import pytest

from skirmish.presentation.glossary import glossary
from skirmish.presentation.rule_search import find_rules, search_rules, search_terms
from skirmish.rulesets.registry import RULESETS

TYPED = (
    *("grenade", "grenades", "lands", "blast", "reload", "ammo", "cover", "aim", "burst", "move"),
    *("overwatch", "hide", "run", "wounded", "bleed", "suppress", "scatter", "melee", "bayonet"),
    *("range", "shoot", "throw", "damage", "armour", "dead", "heal", "initiative", "reaction"),
    "facing",
)
ALL_BUT = {
    "run": ("opposed_d6", "d20"),
    "aim": (),
    "suppress": ("d20",),
    "move": (),
}
"""Systems that have no such thing."""
KNOWN_BY_WORD = ("window", "door", "wall", "morale", "panic", "climb", "night", "hidden", "downed")
"""What no rule of every system is about, but the words of the game explain."""


def test_rules_are_found_by_id_the_start_of_ids_and_words() -> None:
    """In any letters."""
    rules = RULESETS["opposed_d6"]

    assert find_rules(rules, "bay-03") == ["BAY-03"]
    assert len(find_rules(rules, "bay")) == len(rules.statements)
    assert find_rules(rules, "touching corner") == ["BAY-08"]
    assert find_rules(rules, "stray") == ["BAY-26"]
    assert not find_rules(rules, "touching aardvark")


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("word", TYPED)
def test_a_word_that_players_use_finds_rules(name: str, word: str) -> None:
    """In each system that has such a thing."""
    assert search_rules(RULESETS[name], word) or name in ALL_BUT.get(word, ())


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("word", KNOWN_BY_WORD)
def test_ground_and_common_things_are_explained(name: str, word: str) -> None:
    """Where no numbered rule is about them."""
    assert search_terms(RULESETS[name], word)


@pytest.mark.parametrize("name", RULESETS)
def test_every_other_name_of_a_term_leads_to_its_rule(name: str) -> None:
    """And a weapon is found by its own."""
    rules = RULESETS[name]
    for term in glossary(rules):
        for word in term.also:
            assert not term.rule or term.rule in search_rules(rules, word), (term.word, word)
            assert term in search_terms(rules, word)
    weapons = rules.handbook.armoury.weapons().values()
    assert all(search_terms(rules, weapon.name) for weapon in weapons if weapon.text)


def test_the_numbered_rules_name_orders_as_the_screen_does() -> None:
    """Where a rule applies."""
    for rules in RULESETS.values():
        assert not [one.id for one in rules.statements.values() if "bombard" in one.where]
