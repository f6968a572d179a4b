"""A game as text: the record is the save, the replay, the bug report and a game by mail.

`record.format` says what a record looks like. Loading applies the events that are written down;
only verifying asks the rules. A record holds both sides: it hides nothing from who opens it.
"""

from skirmish.record.again import carried_again, name_dice
from skirmish.record.files import read_bytes
from skirmish.record.format import PLAYER, UNDO, Entry, Head
from skirmish.record.history import History, standing_of
from skirmish.record.playback import entry_of, play_back
from skirmish.record.read import Reading, read
from skirmish.record.undo import HUMAN, taken_back, undo_refusal
from skirmish.record.verify import Difference, Report, verify
from skirmish.record.write import Record, forked

__all__ = [
    "HUMAN",
    "PLAYER",
    "UNDO",
    "Difference",
    "Entry",
    "Head",
    "History",
    "Reading",
    "Record",
    "Report",
    "carried_again",
    "entry_of",
    "forked",
    "name_dice",
    "play_back",
    "read",
    "read_bytes",
    "standing_of",
    "taken_back",
    "undo_refusal",
    "verify",
]
