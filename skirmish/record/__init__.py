"""Records: games as text, for saves, replays, bug reports and games by mail.

`record.format` describes the format. Loading applies the recorded events; only verifying uses the
rules. A record shows both sides in full.
"""

from skirmish.record.files import delete_file, read_bytes
from skirmish.record.format import PLAYER, UNDO, Entry, Head
from skirmish.record.history import History, entry_of, restore_history, standing_places
from skirmish.record.limits import sight_of_line
from skirmish.record.reader import ParsedRecord, parse_record
from skirmish.record.undo import HUMAN, can_be_taken_back, undo_refusal, undone_order
from skirmish.record.verify import (
    Difference,
    Verification,
    carry_out_again,
    restore_dice_names,
    verify,
)
from skirmish.record.writer import Record, fork_head, fork_turn

__all__ = [
    "HUMAN",
    "PLAYER",
    "UNDO",
    "Difference",
    "Entry",
    "Head",
    "History",
    "ParsedRecord",
    "Record",
    "Verification",
    "can_be_taken_back",
    "carry_out_again",
    "delete_file",
    "entry_of",
    "fork_head",
    "fork_turn",
    "parse_record",
    "read_bytes",
    "restore_dice_names",
    "restore_history",
    "sight_of_line",
    "standing_places",
    "undo_refusal",
    "undone_order",
    "verify",
]
