"""Undo: which order it takes back, and when it is refused.

An undo takes back the newest standing order of its side and everything after it, including events
that the side does not know of, such as a question to a hidden enemy. It is refused if, as far as
the side knows, dice were rolled, something was learnt or the bound ended.

It is also refused where an unseen enemy could have reacted but did not. Otherwise a side could use
undo to search for hidden enemies. That decision (`could_have_met`) uses only the side's knowledge
before the order, the order and the path of its figure, never the true state, so battles that look
equal to the side give the same answer. The number of enemies, how many begin hidden and when others
arrive count as known, because both sides can read the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from attrs import frozen

from skirmish.core import events as ev
from skirmish.core.codec import Shape
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import seen_from
from skirmish.core.orders import ANSWER, Order, Refusal, Verb, figure_in
from skirmish.core.state import State
from skirmish.core.text import pluralize
from skirmish.core.view import View, view
from skirmish.record.format import PLAYER, Entry
from skirmish.record.history import History
from skirmish.rulesets.engine import to_act

FINAL = "an order that could reveal something is final"
HUMAN = "human"
"""The name of the player that is a person."""

_OWN_DOING = (
    *(ev.Placed, ev.Moved, ev.Turned, ev.Posed, ev.Counted, ev.Left),
    *(ev.Fired, ev.Linked, ev.Unlinked, ev.Tested),
)
"""Events that give a side no information when they are about its own figure.

A test without dice, such as for clearing a jam, has a result that was known before.
"""


def undone_order(history: History, side: str) -> int:
    """Return the number of the order that an undo of the side takes back; 0 for none."""
    for entry in reversed(history.standing):
        if entry.side == side and entry.verb != PLAYER:
            return entry.number
    return 0


def undo_refusal(history: History, side: str, verbs: Mapping[str, Verb]) -> Refusal | None:
    """Return why a side may not undo its newest order; None when it may.

    Args:
        history: The game.
        side: The side that asks.
        verbs: All verbs of its ruleset.
    """
    state = history.state
    if state.tally.over:
        return Refusal("the battle is over", remedy="begin another one")
    number = undone_order(history, side)
    if not number:
        return Refusal("there is no order to take back")
    undone = history.standing[number - 1 :]
    told = [one for entry in undone for one in entry.told if side in one.sides]
    if any(isinstance(one.event, ev.Bound) for one in told):
        return Refusal("your side has given no order since it began to act")
    if to_act(state) != side or any(
        _played_by_hand(entry, side, history.players) for entry in undone
    ):
        return Refusal("the other side was asked a question after it")
    if any(one.dice for one in told):
        return Refusal("dice were rolled")
    return _learnt(history, side, number, told) or _doubted(history, side, number, verbs)


def can_be_taken_back(history: History, side: str, order: Order, verb: Verb) -> bool:
    """Whether a side could certainly undo an order, judged before it is given.

    False if its verb rolls dice, moves a figure or ends a bound. The caller must check whether the
    figure's last action ends the bound.
    """
    if not verb.figure or verb.dice or verb.target in (Shape.PATH, Shape.TILE):
        return False
    before = view(history.state, side)
    figure = before.state.figures.get(order.figure)
    way = () if figure is None or figure.at is None else (figure.at,)
    unknown = unaccounted(history.states[0], history.standing, before)
    return could_have_met(before, way, verb, unknown) is None


def _learnt(
    history: History, side: str, number: int, told: Sequence[ev.ToldEvent]
) -> Refusal | None:
    """Refusal because of what a side learnt since an order."""
    state = history.state
    before, after = view(history.before(number), side), view(state, side)
    if after.contacts != before.contacts and state.clock.turn:
        return Refusal("the order revealed more about an enemy", remedy=FINAL)
    if any(_teaches(before, one.event) for one in told if not _as_aimed(before, told, one.event)):
        return Refusal("the order revealed something", remedy=FINAL)
    truth, way = history.before(number), _way(before, history.standing[number - 1])
    # Ground that changed out of sight may open an unexpected view from a tile on the way.
    shown = _new_ground(before.state, before, way) | after.seen & ~before.seen
    # Ground that changed out of sight may open an unexpected view from a tile on the way.
    if state.clock.turn and (shown or _new_ground(truth, before, way)):
        return _new_ground_refusal(shown)
    return None


def _new_ground(state: State, before: View, way: Sequence[Tile]) -> int:
    """Mask of the tiles seen on a way that were out of sight before."""
    return reduce(or_, (seen_from(state, tile) for tile in way[1:]), 0) & ~before.seen


def _new_ground_refusal(shown: int) -> Refusal:
    """Refusal because tiles came into sight, even if no enemy is there.

    `shown`: mask of them as far as the side knows the ground.
    """
    tiles = pluralize(shown.bit_count(), "more tile") if shown else "more tiles"
    return Refusal(f"the move showed whether enemies are on {tiles}", remedy=FINAL)


def _doubted(history: History, side: str, number: int, verbs: Mapping[str, Verb]) -> Refusal | None:
    """Refusal because of what an order could have revealed."""
    before = view(history.before(number), side)
    earlier, entry = history.standing[: number - 1], history.standing[number - 1]
    unknown = unaccounted(history.states[0], earlier, before)
    return could_have_met(before, _way(before, entry), verbs[entry.verb], unknown)


def _played_by_hand(entry: Entry, side: str, players: Mapping[str, str]) -> bool:
    """Whether a person on the other side gave this order."""
    return entry.side != side and entry.verb != PLAYER and players.get(entry.side) == HUMAN


def _as_aimed(before: View, told: Sequence[ev.ToldEvent], event: ev.Event) -> bool:
    """Whether a burst is on the tile at which an own figure aimed."""
    fired = (one.event for one in told if isinstance(one.event, ev.Fired))
    aims = [shot.at for shot in fired if _own(before.state, shot.figure, before.side)]
    return isinstance(event, ev.Burst) and event.at in aims


def _teaches(before: View, event: ev.Event) -> bool:
    state, side = before.state, before.side
    match event:
        case ev.Zoned():
            # Smoke without an owner belongs to a scripted event.
            scripted = not event.owner and state.setup.declared.zones[event.kind].opaque
            return event.side != side or scripted
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


@frozen
class Unaccounted:
    """The kinds of enemies that may be where a side does not see them.

    Attributes:
        away: An enemy may be on the table and out of sight.
        hidden: An enemy may be hidden, even on a tile in sight.
    """

    away: bool
    hidden: bool


def unaccounted(opening: State, earlier: Sequence[Entry], before: View) -> Unaccounted:
    """Return the kinds of enemies that a side could not see before an order.

    Args:
        opening: The opening state.
        earlier: The standing lines before the order.
        before: The view before the order.
    """
    told = (one for entry in earlier for one in entry.told if before.side in one.sides)
    gone = {one.event.subject for one in told if isinstance(one.event, ev.Left)}
    turn, visible = before.state.clock.turn, before.state.known[before.side].visible
    joined = before.state.script.joined
    missing = [
        figure
        for figure in opening.figures.values()
        if (figure.side == before.enemy) != (figure.id in joined)
        and figure.id not in gone
        and figure.id not in visible
    ]
    # Figures that come with a scripted event have turn 0: whether it has happened is not known.
    arrived = [f for f in missing if f.who.arrival is None or f.who.arrival.turn <= turn]
    never_seen = [f for f in missing if f.count(HIDDEN) and f.id not in before.contacts]
    return Unaccounted(away=bool(arrived), hidden=bool(never_seen))


def could_have_met(
    before: View, way: Sequence[Tile], verb: Verb, unknown: Unaccounted
) -> Refusal | None:
    """Return why an order without dice could have revealed an enemy; None if it could not.

    Args:
        before: The view before the order.
        way: The tile of the order's figure and the tiles that it entered.
        verb: The verb of the order.
        unknown: The kinds of enemies that the side could not see.
    """
    if not before.state.clock.turn:
        return None  # No enemy is seen before turn 1.
    if shown := _new_ground(before.state, before, way):
        return _new_ground_refusal(shown)
    if not (verb.exposed or verb.dice or verb.name == ANSWER.name):
        return None
    what = "move" if len(way) > 1 else "order"
    if unknown.hidden or (verb.dice and unknown.away):
        return Refusal(f"the {what} could have met an unseen enemy", remedy=FINAL)
    if _covered(before, way):
        return Refusal(f"an enemy could have fired during the {what}", remedy=FINAL)
    return None


def _way(before: View, entry: Entry) -> tuple[Tile, ...]:
    """The tile of an order's figure and the tiles that it entered."""
    name = figure_in(entry.order)
    figure = before.state.figures.get(name)
    if figure is None or figure.at is None:
        return ()
    walks = (one.event for one in entry.told if isinstance(one.event, ev.Moved))
    return (figure.at, *(tile for walk in walks if walk.figure == name for tile in walk.path))


def _covered(before: View, way: Sequence[Tile]) -> bool:
    """Whether a known enemy waits to fire at one of these tiles."""
    state, kinds = before.state, before.state.setup.declared.zones
    zones = [z for z in state.zones.values() if z.side != before.side and not kinds[z.kind].drifts]
    if any(tile in zone.tiles for zone in zones for tile in way):
        return True
    owners = [zone.owner for zone in zones]
    mask = state.board.mask_of(way)
    return any(
        state.setup.declared.waits(enemy)
        and enemy.id not in owners
        and seen_from(state, enemy.tile) & mask
        for enemy in before.enemies()
    )
