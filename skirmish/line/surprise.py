"""`surprise` of line mode: a new scenario by wishes in words, and its test if asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from skirmish.analysis.even_scenario import CANDIDATES, GAMES, NEAREST, NONE_ACCEPTED, Candidate
from skirmish.analysis.workers import Stopped, cores, local_processes
from skirmish.core.sanitize import casefolded, escaped
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.generator import PLACES
from skirmish.line.console import Console
from skirmish.presentation.game_setup import random_seed
from skirmish.presentation.surprise import Wish, kept_place, made_scenario, value_of_text
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Scenario
from skirmish.scenario.faults import did_you_mean

SURPRISE = "surprise"
_FLAGS = ("tested", "same_forces")
"""The words that are a wish by themselves, and name its attribute."""
_NAMES = {
    "place": "place",
    "size": "size",
    "points": "points",
    "system": "ruleset",
    "rules": "ruleset",
    "ruleset": "ruleset",
    "seed": "seed",
}
"""The words that name an attribute of a wish."""
HELP = (
    "'surprise' makes a new scenario. What it shall be may follow, in any order: "
    f"a place ({', '.join(PLACES)}), a system ({', '.join(RULESETS)}), a size such as 40x26, "
    f"'points 200', 'seed 17', 'same forces' for the same figures on both sides, "
    f"and 'tested' for {GAMES} games of the computer before it, with another one while it is "
    "uneven. What is left out is drawn by the seed."
)
_TOLD = 10
"""Games between two lines about the progress of a test."""


def is_surprise(line: str) -> bool:
    """Return whether a typed line asks for a new scenario."""
    return casefolded(line).split()[:1] == [SURPRISE]


def surprise(console: Console, line: str) -> Scenario | None:
    """Make the scenario that a typed line asks for; None, with a message, if there is none.

    It is kept with the player's own, but for a player in a browser.
    """
    try:
        wish = wish_of(casefolded(line).split()[1:], random_seed())
        scenario = _tested(console, wish) if wish.tested else made_scenario(wish)
        place = kept_place(scenario)
    except Stopped:
        console.say(["The test was cancelled, and nothing was kept."])
        return None
    except SkirmishError as error:
        console.say([*str(error).split("\n"), HELP])
        return None
    kept = f" It is kept as {escaped(place.name)}." if place else ""
    console.say([f"A new scenario: {scenario.title}.{kept}"])
    return scenario


def wish_of(words: Sequence[str], seed: int) -> Wish:
    """Return the wish that words in any order say, with this seed unless they name one.

    Raises:
        UsageProblem: A word is unknown, or a value is missing or impossible.
    """
    wish, left = Wish(seed), list(_joined(words))
    while left:
        word = left.pop(0)
        if word in _FLAGS:
            wish = wish.with_value(word, True)
            continue
        if word.isdigit() and left[:1] == ["points"]:  # `200 points`
            left[0], word = word, "points"
        if word in _NAMES:
            if not left:
                raise UsageProblem(f"'{word}' needs a value", remedy=f"such as '{_SUCH[word]}'")
            name, text = _NAMES[word], left.pop(0)
        else:
            name, text = _attribute_of(word), word
        wish = wish.with_value(name, value_of_text(name, text))
    return wish


_SUCH = {
    "place": "place woods",
    "size": "size 40x26",
    "points": "points 200",
    "system": "system d20",
    "rules": "rules d20",
    "ruleset": "ruleset d20",
    "seed": "seed 17",
}
"""An example for each word that needs a value."""


def _joined(words: Sequence[str]) -> Iterator[str]:
    """The words, with names that have blanks as one word: `dice pool`, `same forces`."""
    at = 0
    while at < len(words):
        pair = "_".join(words[at : at + 2])
        joined = pair in (*RULESETS, *_FLAGS) and pair not in words
        yield pair if joined else words[at]
        at += 2 if joined else 1


def _attribute_of(word: str) -> str:
    """The attribute that a word without a name must be a value of.

    Raises:
        UsageProblem: It is none.
    """
    if word in PLACES:
        return "place"
    if word in RULESETS:
        return "ruleset"
    if word[:1].isdigit() and "x" in word:
        return "size"
    known = (*PLACES, *RULESETS, *_NAMES, *_FLAGS)
    raise UsageProblem(f"'{escaped(word)}' is unknown here", remedy=did_you_mean(word, known))


def _tested(console: Console, wish: Wish) -> Scenario:
    """Make a scenario that games have tested, and tell how that goes; Enter cancels it.

    Raises:
        Stopped: The player has cancelled it.
    """
    cancel = " Press Enter to cancel." if console.interactive else ""
    console.say([f"The computer plays {GAMES} games of up to {CANDIDATES} candidates.{cancel}"])
    judged: list[Candidate] = []

    def judge(candidate: Candidate) -> None:
        judged.append(candidate)
        console.say([f"{candidate.text[0].upper()}{candidate.text[1:]}."])

    def tell(done: int, _: int) -> None:
        if done % _TOLD == 0 and done % GAMES:
            console.say([f"{done % GAMES} of {GAMES} games."])

    try:
        with local_processes(max(2, cores()), lambda: console.has_input) as workers:
            scenario = made_scenario(wish, workers, told=judge, progress=tell)
    except Stopped:
        console.discard_input()
        raise
    if not any(one.accepted for one in judged):
        console.say([f"{NONE_ACCEPTED}. {NEAREST}"])
    return scenario
