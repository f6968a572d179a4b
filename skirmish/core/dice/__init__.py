"""Dice: a rule that involves chance is one plain function `rule(dice, *numbers)`.

`Roller` rolls it and keeps the faces, `Script` plays faces back, `odds` walks every path and
gives the exact distribution. Only this package imports `random`.
"""

from skirmish.core.dice.distribution import Distribution, certain
from skirmish.core.dice.exact_odds import clear_odds_cache, odds, odds_each
from skirmish.core.dice.faces import Face, faces_text, parse_faces
from skirmish.core.dice.protocol import NOT_ASKED, Addable, Dice, Part, Tally, open_ended
from skirmish.core.dice.sequential import Roller, Script
from skirmish.core.dice.sums import capped_sums

__all__ = [
    "NOT_ASKED",
    "Addable",
    "Dice",
    "Distribution",
    "Face",
    "Part",
    "Roller",
    "Script",
    "Tally",
    "capped_sums",
    "certain",
    "clear_odds_cache",
    "faces_text",
    "odds",
    "odds_each",
    "open_ended",
    "parse_faces",
]
