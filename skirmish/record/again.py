"""Lines of a record carried out again on their dice, where the rules are still what they were."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.orders import parse_order
from skirmish.core.state import State
from skirmish.record.format import PLAYER, UNDO, Entry
from skirmish.record.history import History
from skirmish.record.unswept import unswept
from skirmish.rulesets.carry import Done, carry, verbs_of
from skirmish.rulesets.protocol import Ruleset


def carried_again(ruleset: Ruleset, before: State, entry: Entry) -> Done | None:
    """A line carried out again on its dice; None where that is not what it tells."""
    try:
        order = parse_order(entry.order, verbs_of(ruleset))
        done = carry(ruleset, before, entry.side, order, Script(entry.faces), entry.number)
    except Exception:  # noqa: BLE001 - rules of another version may find anything odd in it
        return None
    return done if done.told == entry.told and done.faces == entry.faces else None


@unswept()
def name_dice(history: History, ruleset: Ruleset) -> None:
    """Find out again what each die was rolled for.

    A record has only the faces. Where the rules do not make of a line what it tells, its dice go
    without names.
    """
    for at, entry in enumerate(history.entries):
        if entry.faces and entry.verb not in (UNDO, PLAYER):
            done = carried_again(ruleset, history.states[at], entry)
            if done is not None:
                history.entries[at] = evolve(entry, faces=done.faces)
