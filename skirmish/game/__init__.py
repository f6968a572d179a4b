"""A battle as it is played: the true state, its record, its past states, what each side may see.

`Game` is what the screen, the laboratory and the command line sit on. No clock and no chance of
its own: the same scenario, seed and orders are the same game, to the byte of its record.
"""

from skirmish.game.game import Game
from skirmish.game.opening import Opening, open_text, opening_of, verify_record
from skirmish.record import HUMAN, Difference, Entry, Report

__all__ = [
    "HUMAN",
    "Difference",
    "Entry",
    "Game",
    "Opening",
    "Report",
    "open_text",
    "opening_of",
    "verify_record",
]
