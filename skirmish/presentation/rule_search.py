"""Numbered rules found by the words that a player uses for their subject.

A word is found in any of its forms, and by other names that the glossary has for the same thing.
"""

from __future__ import annotations

from skirmish.core.board import TERRAIN
from skirmish.core.figures import Kind, Weapon
from skirmish.presentation.glossary import glossary
from skirmish.rulesets.ruleset import Ruleset, Term

_ENDINGS = ("", "s", "es", "ed", "ing")
_SHORTEST = 3
"""Least number of letters of a word without its ending."""


def find_rules(ruleset: Ruleset, wanted: str) -> list[str]:
    """The rule of an id; else the ids with this prefix; else the rules with all these words."""
    start, known = wanted.upper(), ruleset.statements
    if start in known:
        return [start]
    return [name for name in known if name.startswith(start)] or search_rules(ruleset, wanted)


def search_rules(ruleset: Ruleset, wanted: str) -> list[str]:
    """The rules that mention all these words, or whose ids contain them."""
    found = list(ruleset.statements)
    for word in wanted.casefold().split():
        speaking = (_speaking(ruleset, form) for form in _forms(word))
        here = next(filter(None, speaking), ())
        found = [name for name in found if name in here]
    return found


def _speaking(ruleset: Ruleset, form: str) -> list[str]:
    """The rules that contain a word, or whose subject has it as another name."""
    terms = [
        term
        for term in glossary(ruleset)
        if term.also and any(form in _forms(name) for name in (term.word.casefold(), *term.also))
    ]
    meant, words = [one.rule for one in terms], [_forms(one.word.casefold())[-1] for one in terms]
    return [
        name
        for name, rule in ruleset.statements.items()
        if name in meant
        or form in f"{name} {rule.text} {rule.where}".casefold()
        or any(word in rule.text.casefold() for word in words)
    ]


def search_terms(ruleset: Ruleset, wanted: str) -> list[Term]:
    """The terms that contain, or explain, all these words; all terms if there are no words.

    Terrain, weapons and kinds of figure are found by their names alone.
    """
    words = [_forms(word) for word in wanted.casefold().split()]
    terms = [one for one in glossary(ruleset) if _holds(_spoken(one), words)]
    things = [one for one in _things(ruleset) if _holds(one.word.casefold(), words)]
    return [*terms, *(things if words else ())]


def _holds(text: str, words: list[list[str]]) -> bool:
    """Whether a text contains every word in one of its forms."""
    return all(any(form in text for form in forms) for forms in words)


def _things(ruleset: Ruleset) -> list[Term]:
    """The ground of all maps, and the weapons and kinds of figure of a system."""
    found = [Term(kind.name, kind.description) for kind in TERRAIN.values()]
    armoury = ruleset.handbook.armoury
    stock: list[Weapon | Kind] = [*armoury.weapons().values(), *armoury.kinds().values()]
    return [*found, *(Term(one.name, one.text) for one in stock if one.text)]


def _forms(word: str) -> list[str]:
    """A word and its stems without an ending, longest first."""
    left = (word.removesuffix(end) for end in _ENDINGS if word.endswith(end))
    return list(dict.fromkeys(form for form in left if form == word or len(form) >= _SHORTEST))


def _spoken(term: Term) -> str:
    return f"{term.word} {' '.join(term.also)} {term.text} {term.rule}".casefold()
