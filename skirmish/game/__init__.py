"""A battle in play: the true state, its record, its past states and the view of each side.

The screen, line mode, the laboratory and the command line use `Game`. It is deterministic: the same
scenario, seed and orders make the same game, to the byte of its record.
"""

from skirmish.game.game import Game
from skirmish.game.opening import Opening, open_text, opening_of, verify_record
from skirmish.record import HUMAN, Difference, Entry, Verification

__all__ = [
    "HUMAN",
    "Difference",
    "Entry",
    "Game",
    "Opening",
    "Verification",
    "open_text",
    "opening_of",
    "verify_record",
]
