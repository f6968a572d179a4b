"""The words of the game explained: each system's own, on the rules screen and in line mode."""

import re

import pytest

from skirmish.presentation.glossary import find_terms, glossary, term_words
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_system_explains_its_own_words(ruleset: str) -> None:
    """Once each, with rules that there are; its word for the orders of a side is among them."""
    rules, terms = ruleset_of(ruleset), glossary(ruleset_of(ruleset))
    words = [term.word for term in terms]

    assert len(set(words)) == len(words)
    assert rules.turn.bound in words
    assert all(term.rule in rules.statements for term in terms if term.rule)
    assert all(term.text.endswith(".") for term in terms)


def test_a_word_is_found_by_any_part_of_it() -> None:
    """Without a word all are."""
    d20 = ruleset_of("d20")
    assert [term.word for term in find_terms(d20, "Overw")] == ["overwatch"]
    assert find_terms(d20, "") == glossary(d20)
    assert not find_terms(d20, "wild die")
    assert term_words(find_terms(d20, "AP")[0]).endswith("(D20-F6)")


def test_trait_die_calls_a_bound_a_turn_in_its_rules() -> None:
    """They are quoted below refusals, which have no other word for it."""
    rules = ruleset_of("trait_die")
    assert rules.turn.bound == "turn"
    texts = [text for one in rules.statements.values() for text in (one.text, one.where)]
    assert not [text for text in texts if re.search(r"\bbounds?\b", text)]
