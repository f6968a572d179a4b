"""What may be taken back, judged by what the side that asks can tell.

An undo takes back the newest standing order of its side with all that came after it: what the side
cannot tell of, such as a question that was put to a hidden enemy, is undone with the rest. It is
closed once, as far as the side can tell, dice were rolled, something was learnt or the bound
passed. To see ground that was out of sight is to learn: nobody is there, or somebody is.
"""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core import events as ev
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.record.format import PLAYER, Entry
from skirmish.record.history import History
from skirmish.rulesets.carry import to_act

HUMAN = "human"
"""Who plays a side when nobody else does."""

_OWN_DOING = (
    *(ev.Placed, ev.Moved, ev.Turned, ev.Posed, ev.Counted, ev.Left),
    *(ev.Fired, ev.Linked, ev.Unlinked),
)
"""Events that tell a side nothing new when they are about a figure of its own."""


def taken_back(history: History, side: str) -> int:
    """The number of the order that an undo of the side takes back; 0 for none."""
    for entry in reversed(history.standing):
        if entry.side == side and entry.verb != PLAYER:
            return entry.number
    return 0


def undo_refusal(history: History, side: str) -> Refusal | None:
    """Why a side may not take its newest order back; None when it may."""
    state = history.state
    if state.tally.over:
        return Refusal("the battle is over", remedy="begin another one")
    number = taken_back(history, side)
    if not number:
        return Refusal("there is no order to take back")
    undone = history.standing[number - 1 :]
    told = [one for entry in undone for one in entry.told if side in one.sides]
    if any(isinstance(one.event, ev.Bound) for one in told):
        return Refusal("the bound of that order has passed")
    if to_act(state) != side or any(
        _played_by_hand(entry, side, history.players) for entry in undone
    ):
        return Refusal("the other side has been asked since")
    if any(one.dice for one in told):
        return Refusal("dice were rolled")
    before = view(history.before(number), side)
    after = view(state, side)
    if after.contacts != before.contacts and state.clock.turn:
        return Refusal("an enemy is known better since", remedy="what was learnt stays learnt")
    if any(_teaches(before, one.event) for one in told):
        return Refusal("something was learnt from it", remedy="what was learnt stays learnt")
    if _sees_more(before, after):
        return Refusal(
            "ground came into sight that was not before", remedy="what was learnt stays learnt"
        )
    return None


def _played_by_hand(entry: Entry, side: str, players: Mapping[str, str]) -> bool:
    """Whether a person on the other side was seen to give this order."""
    return entry.side != side and entry.verb != PLAYER and players.get(entry.side) == HUMAN


def _teaches(before: View, event: ev.Event) -> bool:
    state, side = before.state, before.side
    match event:
        case ev.Zoned():
            return event.side != side
        case ev.Unzoned():
            zone = state.zones.get(event.zone)
            return zone is None or zone.side != side
        case ev.Changed():
            return not _own(state, event.by, side)
        case ev.Scored():
            return event.side != side or (
                bool(event.figure) and not _own(state, event.figure, side)
            )
        case _:
            own = _own(state, event.subject, side)
            return not (own and isinstance(event, _OWN_DOING))


def _own(state: State, figure: str, side: str) -> bool:
    found = state.figures.get(figure)
    return found is not None and found.who.side == side


def _sees_more(before: View, after: View) -> bool:
    """Whether ground came into sight; before the first turn nobody sees an enemy there."""
    return bool(after.state.clock.turn and after.seen & ~before.seen)
