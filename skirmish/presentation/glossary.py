"""The words of the game, each explained in a sentence: a ruleset's own, then the common ones.

The rules themselves are the numbered statements; a word names the one to read.
"""

from __future__ import annotations

from skirmish.presentation.objective_status import HOLD_RULE
from skirmish.rulesets.ruleset import Ruleset, Term

_COMMON = (
    Term("figure", "One person, beast or gun on the map."),
    Term(
        "tile",
        "A square of the map, a metre wide. Distances are measured between centres of tiles.",
        also=("metre", "meter", "metres", "inch", "space", "distance"),
    ),
    Term("facing", "The direction that a figure looks in, one of eight."),
    Term(
        "line of sight",
        "A straight line between two tiles that nothing blocks.",
        also=("sight", "visibility", "night", "dark"),
    ),
    Term(
        "cover",
        "Ground at the target that makes it harder to hit, by the number that counts in the odds.",
        also=("shelter", "hide", "hiding"),
    ),
    Term("downed", "Hurt so badly that it is out of the battle."),
    Term("out", "No longer in the battle: downed, fled, or gone off the map."),
    Term("objective", "An area or a task that pays points."),
    Term("holding ground", HOLD_RULE, also=("hold", "keep", "contest", "contested")),
    Term("points, score", "Objectives pay points; what a side was paid is its score."),
    Term("victory", "The battle is won by points, or at once when the other side is broken."),
    Term("worth", "What a figure counts when it is lost. Losses of a side are added up in worth."),
    Term(
        "harm",
        "What attacks cost, counted in worth: a figure that is out in full, damage, wounds and"
        " hindrance in part. The report compares it with what was expected.",
    ),
    Term(
        "broken",
        "A side that has lost a set part of its worth; it loses the battle at once.",
        also=("morale", "panic", "rout", "retreat", "flee", "rally", "fear", "courage", "shaken"),
    ),
    Term("average loss", "The worth that an order costs a side on average, by its exact odds."),
    Term("effect", "A chance of any effect: suppressed, hurt, downed, or another harm."),
    Term(
        "uphill",
        "A step to higher ground costs a tile more.",
        also=("climb", "height", "elevation", "level", "slope", "hill"),
    ),
    Term(
        "hidden",
        "Not seen, wherever it stands, until it acts or is found.",
        also=("ambush", "surprise", "hide", "hiding"),
    ),
    Term(
        "friendly fire",
        "What covers an area hits friends in it as well.",
        also=("friendly", "crossfire", "bystander"),
    ),
    Term("in contact", "On adjacent tiles, near enough to fight hand to hand."),
    Term(
        "scatter",
        "How far, and in which direction, an area attack misses its aim.",
        also=("lands", "landing", "drift", "deviation"),
    ),
)


def glossary(ruleset: Ruleset) -> tuple[Term, ...]:
    """The words of a system, its own first; these replace common ones."""
    own = [term.word for term in ruleset.terms]
    return (*ruleset.terms, *(term for term in _COMMON if term.word not in own))


def find_terms(ruleset: Ruleset, words: str) -> tuple[Term, ...]:
    """The terms that contain these words, or have them as another name; all if `words` is ""."""
    wanted = words.casefold()
    return tuple(
        term for term in glossary(ruleset) if wanted in term.word.casefold() or wanted in term.also
    )


def term_words(term: Term) -> str:
    """A term as a line: `bound: the orders of ... (BAY-F1)`."""
    return f"{term.word}: {term.text}{f' ({term.rule})' if term.rule else ''}"
