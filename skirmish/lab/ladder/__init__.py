"""Levels against each other: paired games in both seats, over rulesets and grounds.

Where nobody names scenarios, each pair is played on one that is made for it.
"""

from skirmish.lab.ladder.book import Book
from skirmish.lab.ladder.grounds import Ground, Supply, ground, supplies, text_of
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
    "Supply",
    "Tier",
    "climb",
    "ground",
    "rungs",
    "supplies",
    "text_of",
]
