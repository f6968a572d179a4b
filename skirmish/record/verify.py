"""Verification of records: each order is carried out again on its faces and compared."""

from __future__ import annotations

from itertools import zip_longest

from attrs import evolve, frozen

from skirmish.core.dice import Script, faces_text
from skirmish.core.events import ToldEvent
from skirmish.core.orders import RESIGN, parse_order
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.errors import DiceProblem, OrderRefused, RecordProblem
from skirmish.record.format import PLAYER, UNDO, Entry, told_text
from skirmish.record.history import History, entry_of, state_after
from skirmish.record.limits import RecordUsage, sight_of_line
from skirmish.record.reader import ParsedRecord, gc_paused
from skirmish.record.undo import undo_refusal, undone_order
from skirmish.rulesets.engine import Done, carry_out, refusal, to_act, verbs_of
from skirmish.rulesets.ruleset import Ruleset

NOTHING = "nothing"
CARRIED_OUT = "carried out"
Parted = tuple[str, str]


@frozen
class Difference:
    """The first difference between record and rules: its line in the file, and both versions."""

    line: int
    order: str
    recorded: str
    now: str

    def __str__(self) -> str:
        """One line for a player."""
        return f"line {self.line}: {self.order}: recorded: {self.recorded}; now: {self.now}"


@frozen
class Verification:
    """The result of verifying: the number of orders that agree, and the first difference."""

    name: str
    agree: int
    difference: Difference | None = None
    notices: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no difference."""
        return self.difference is None


@gc_paused()
def verify(reading: ParsedRecord, ruleset: Ruleset, opening: State) -> Verification:
    """Carry out every order again and compare it, up to the first difference.

    Args:
        reading: The record.
        ruleset: The present rules.
        opening: The opening state of the record's scenario.
    """
    history = History(opening, reading.head.players)
    load = RecordUsage()
    for number, entry in enumerate(reading.entries, reading.first_line):
        try:
            parted, state = _compared(history, entry, ruleset)
            if parted is None:
                load.sight += sight_of_line(history.state, entry)
                load.check_sight()
                history.add(entry, state)
        except (RecordProblem, OrderRefused, DiceProblem) as problem:
            parted = (CARRIED_OUT, str(problem))
        if parted is not None:
            difference = Difference(number, f"{entry.side} {entry.order}", *parted)
            agree = number - reading.first_line
            return Verification(reading.name, agree, difference, reading.notices)
    return Verification(reading.name, len(reading.entries), None, reading.notices)


def _compared(history: History, entry: Entry, ruleset: Ruleset) -> tuple[Parted | None, State]:
    """The recorded and the present version of a line if they differ, and the state after it.

    If they agree, the state equals the loaded one, because the events are equal.
    """
    if entry.verb not in (PLAYER, UNDO):
        return _carried(history.state, entry, ruleset)
    if entry.verb == PLAYER:
        parted = _parted(entry, Entry(entry.number, entry.side, entry.order), ())
    else:
        parted = _taken_back(history, entry, ruleset)
    if parted:
        return parted, history.state
    return None, state_after(history, entry, verbs_of(ruleset), RecordUsage())


def _taken_back(history: History, entry: Entry, ruleset: Ruleset) -> Parted | None:
    if refused := undo_refusal(history, entry.side, verbs_of(ruleset)):
        return CARRIED_OUT, f"refused: {refused}"
    number = undone_order(history, entry.side)
    if number != entry.number:
        return f"takes back order {entry.number}", f"takes back order {number}"
    return _parted(entry, Entry(number, entry.side, UNDO), ())


def _carried(state: State, entry: Entry, ruleset: Ruleset) -> tuple[Parted | None, State]:
    order = parse_order(entry.order, verbs_of(ruleset))
    if to_act(state) != entry.side and entry.verb != RESIGN.name:
        return (CARRIED_OUT, "refused: the other side must act"), state
    if refused := refusal(ruleset, view(state, entry.side), order):
        return (CARRIED_OUT, f"refused: {refused}"), state
    dice = Script(entry.faces)
    done = carry_out(ruleset, state, entry.side, order, dice, entry.number)
    dice.check_used_up()
    now = entry_of(entry.number, entry.side, order, done)
    return _parted(entry, now, tuple(state.setup.sides)), done.state


def _parted(recorded: Entry, now: Entry, sides: tuple[str, ...]) -> Parted | None:
    """The first difference of two versions of a line, as text of each; None if equal."""
    if recorded.order != now.order:
        return recorded.order, now.order
    for was, is_ in zip_longest(recorded.told, now.told):
        if was != is_:
            return _text(was, sides), _text(is_, sides)
    if recorded.faces != now.faces:
        return faces_text(recorded.faces) or NOTHING, faces_text(now.faces) or NOTHING
    if recorded.state != now.state:
        return f"state {recorded.state or NOTHING}", f"state {now.state or NOTHING}"
    return None


def _text(told: ToldEvent | None, sides: tuple[str, ...]) -> str:
    return told_text(told, sides) if told else NOTHING


def carry_out_again(ruleset: Ruleset, before: State, entry: Entry) -> Done | None:
    """Carry out a line again on its dice; None where the result differs from the record."""
    try:
        order = parse_order(entry.order, verbs_of(ruleset))
        done = carry_out(ruleset, before, entry.side, order, Script(entry.faces), entry.number)
    except Exception:  # noqa: BLE001 - rules of another version may fail in any way
        return None
    return done if done.told == entry.told and done.faces == entry.faces else None


@gc_paused()
def restore_dice_names(history: History, ruleset: Ruleset) -> None:
    """Restore the purpose of each die in a history.

    A record has only the faces. Where a line differs under the present rules, its dice get no
    purpose.
    """
    for at, entry in enumerate(history.entries):
        if entry.faces and entry.verb not in (UNDO, PLAYER):
            done = carry_out_again(ruleset, history.states[at], entry)
            if done is not None:
                history.entries[at] = evolve(entry, faces=done.faces)
