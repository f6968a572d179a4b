"""Dice: a rule that involves chance is a plain function `rule(dice, *numbers)`, written once.

`Roller` rolls it and keeps the faces, `Script` plays faces back, `odds` walks every path and
gives the exact distribution. This is the only place in the house that knows `random`.
"""

from skirmish.core.dice.distribution import Distribution, certain
from skirmish.core.dice.faces import Face, read_faces, show_faces
from skirmish.core.dice.not_asked import NOT_ASKED
from skirmish.core.dice.open_ended import ace
from skirmish.core.dice.protocol import Addable, Dice, Part, Tally
from skirmish.core.dice.roller import Roller
from skirmish.core.dice.script import Script
from skirmish.core.dice.straight import Answers, Choice
from skirmish.core.dice.walk import forget_odds, odds, odds_each

__all__ = [
    "NOT_ASKED",
    "Addable",
    "Answers",
    "Choice",
    "Dice",
    "Distribution",
    "Face",
    "Part",
    "Roller",
    "Script",
    "Tally",
    "ace",
    "certain",
    "forget_odds",
    "odds",
    "odds_each",
    "read_faces",
    "show_faces",
]
