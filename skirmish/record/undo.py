"""What may be taken back, judged by what the side that asks can tell.

An undo takes back the newest standing order of its side with all that came after it: what the side
cannot tell of, such as a question that was put to a hidden enemy, is undone with the rest. It is
closed once, as far as the side can tell, dice were rolled, something was learnt or the bound
passed. It is also closed where something could have been learnt and was not: see `doubt`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skirmish.core import events as ev
from skirmish.core.orders import Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.record.doubt import FINAL, could_have_met, unaccounted
from skirmish.record.format import PLAYER, Entry
from skirmish.record.history import History
from skirmish.rulesets.carry import to_act

HUMAN = "human"
"""Who plays a side when nobody else does."""

_OWN_DOING = (
    *(ev.Placed, ev.Moved, ev.Turned, ev.Posed, ev.Counted, ev.Left),
    *(ev.Fired, ev.Linked, ev.Unlinked, ev.Tested),
)
"""Events that tell a side nothing new when they are about a figure of its own.

A test is told with its result. Where no dice were rolled for it, such as for clearing a jam, the
result was known before.
"""


def taken_back(history: History, side: str) -> int:
    """The number of the order that an undo of the side takes back; 0 for none."""
    for entry in reversed(history.standing):
        if entry.side == side and entry.verb != PLAYER:
            return entry.number
    return 0


def undo_refusal(history: History, side: str, verbs: Mapping[str, Verb]) -> Refusal | None:
    """Why a side may not take its newest order back; None when it may.

    Args:
        history: The game.
        side: Who asks.
        verbs: All that may be said under its ruleset.
    """
    state = history.state
    if state.tally.over:
        return Refusal("the battle is over", remedy="begin another one")
    number = taken_back(history, side)
    if not number:
        return Refusal("there is no order to take back")
    undone = history.standing[number - 1 :]
    told = [one for entry in undone for one in entry.told if side in one.sides]
    if any(isinstance(one.event, ev.Bound) for one in told):
        return Refusal("there is no order of this bound to take back")
    if to_act(state) != side or any(
        _played_by_hand(entry, side, history.players) for entry in undone
    ):
        return Refusal("the other side has been asked since")
    if any(one.dice for one in told):
        return Refusal("dice were rolled")
    return _learnt(history, side, number, told) or _doubted(history, side, number, verbs)


def _learnt(history: History, side: str, number: int, told: Sequence[ev.Told]) -> Refusal | None:
    """Why what a side learnt since before an order closes an undo."""
    state = history.state
    before, after = view(history.before(number), side), view(state, side)
    if after.contacts != before.contacts and state.clock.turn:
        return Refusal("an enemy is known better since", remedy=FINAL)
    if any(_teaches(before, one.event) for one in told if not _as_aimed(before, told, one.event)):
        return Refusal("something was learnt from it", remedy=FINAL)
    if _sees_more(before, after):
        return Refusal("the move revealed new ground", remedy=FINAL)
    return None


def _doubted(history: History, side: str, number: int, verbs: Mapping[str, Verb]) -> Refusal | None:
    """Why what an order could have told a side closes an undo."""
    before = view(history.before(number), side)
    earlier, entry = history.standing[: number - 1], history.standing[number - 1]
    unknown = unaccounted(history.states[0], earlier, before)
    return could_have_met(before, entry, verbs[entry.verb], unknown)


def _played_by_hand(entry: Entry, side: str, players: Mapping[str, str]) -> bool:
    """Whether a person on the other side was seen to give this order."""
    return entry.side != side and entry.verb != PLAYER and players.get(entry.side) == HUMAN


def _as_aimed(before: View, told: Sequence[ev.Told], event: ev.Event) -> bool:
    """Whether something came down just where an own figure aimed it."""
    fired = (one.event for one in told if isinstance(one.event, ev.Fired))
    aims = [shot.at for shot in fired if _own(before.state, shot.figure, before.side)]
    return isinstance(event, ev.Burst) and event.at in aims


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
