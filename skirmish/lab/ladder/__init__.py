"""Levels against each other: paired games in both seats, over rulesets and scenarios.

The scenarios of the ladder lie beside this module; they are no part of the game's own.
"""

from skirmish.lab.ladder.book import Book
from skirmish.lab.ladder.grounds import Ground, grounds
from skirmish.lab.ladder.match import Match, Result
from skirmish.lab.ladder.rule import Rule
from skirmish.lab.ladder.run import Plan, climb, rungs
from skirmish.lab.ladder.standing import Rung, Standing, Tier

__all__ = [
    "Book",
    "Ground",
    "Match",
    "Plan",
    "Result",
    "Rule",
    "Rung",
    "Standing",
    "Tier",
    "climb",
    "grounds",
    "rungs",
]
