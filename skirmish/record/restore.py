"""Restoring states from the lines of a record: events are applied, rules are not used."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from skirmish.core.apply import apply_event
from skirmish.core.events import Bound, Ended
from skirmish.core.orders import Order, Question, Verb, parse_order
from skirmish.core.sanitize import escaped, is_name
from skirmish.core.state import Pending, State, state_hash
from skirmish.errors import OrderRefused, RecordProblem
from skirmish.record.event_faults import event_fault
from skirmish.record.format import PLAYER, UNDO, Entry
from skirmish.record.history import History
from skirmish.record.limits import RecordUsage, sight_of_event
from skirmish.record.reader import MENDED, ParsedRecord, gc_paused
from skirmish.rulesets.engine import Done


@gc_paused()
def restore_history(
    reading: ParsedRecord, opening: State, verbs: Mapping[str, Verb], *, salvage: bool = False
) -> tuple[History, tuple[str, ...]]:
    """Return the history of a record, and notices for the player.

    With `salvage` it ends before the first impossible line.

    Raises:
        RecordProblem: A line is impossible; the message names it.
    """
    history = History(opening, reading.head.players)
    load = RecordUsage()
    notices: list[str] = []
    for number, entry in enumerate(reading.entries, reading.first_line):
        try:
            before = load.sight
            state = state_after(history, entry, verbs, load)
            history.add(entry, state, load.sight - before)
        except RecordProblem as problem:
            if salvage:
                notices.append(f"{reading.name}:{number}: {problem.what}; left out from here on")
                break
            where = f"{reading.name}:{number}"
            raise RecordProblem(problem.what, where, problem.remedy or MENDED) from None
        if entry.state and not notices and state_hash(state) != entry.state:
            notices.append(
                f"{reading.name}:{number}: from here on the battle differs from the one that was"
                " played: another version wrote this record"
            )
    return history, tuple(notices)


def state_after(
    history: History, entry: Entry, verbs: Mapping[str, Verb], load: RecordUsage
) -> State:
    """Return the state after one more line; add its changes of sight to `load`.

    Raises:
        RecordProblem: The line holds what cannot have happened.
    """
    state = history.state
    if entry.verb == UNDO:
        if not 1 <= entry.number < history.number:
            raise RecordProblem(f"there is no order {entry.number} to take back")
        return history.before(entry.number)
    if entry.verb == PLAYER:
        if not is_name(entry.new_player):
            raise RecordProblem(f"'{escaped(entry.order)}' names no player")
        return state
    return evolve(_applied(state, entry, load), pending=_pending(state, entry, verbs))


def entry_of(number: int, side: str, order: Order, done: Done) -> Entry:
    """Return the line of an order that was carried out."""
    marked = any(isinstance(one.event, Bound | Ended) for one in done.told)
    state = state_hash(done.state) if marked else ""
    return Entry(number, side, str(order), done.faces, done.told, state)


def _applied(state: State, entry: Entry, load: RecordUsage) -> State:
    for told in entry.told:
        if fault := event_fault(state, told.event):
            raise RecordProblem(fault)
        before, state = state, apply_event(state, told.event, told.sides)
        load.sight += sight_of_event(before, told.event, state)
        load.check_sight()
    return state


def _pending(before: State, entry: Entry, verbs: Mapping[str, Verb]) -> Pending | None:
    """The pending order, restored from the question at the end of its line."""
    asked = entry.asks
    if asked is None:
        return None
    question = Question(asked.side, asked.what, asked.options, asked.figure)
    told = len(entry.told) - 1
    waiting = before.pending
    if waiting is None:
        return Pending(
            question=question,
            base=before,
            order=_order(entry.order, verbs),
            side=entry.side,
            number=entry.number,
            faces=entry.faces,
            told=told,
        )
    return evolve(
        waiting,
        question=question,
        faces=entry.faces,
        answers=(*waiting.answers, _order(entry.order, verbs).target),
        told=waiting.told + told,
    )


def _order(text: str, verbs: Mapping[str, Verb]) -> Order:
    try:
        return parse_order(text, verbs)
    except OrderRefused as refused:
        raise RecordProblem(
            f"this version does not know the order: {refused.what}",
            remedy="load it with the version that wrote it",
        ) from None
