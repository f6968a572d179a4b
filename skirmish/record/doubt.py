"""Whether something that a side does not see could have answered its order.

An undo that is open where nobody answered, and closed where an enemy did, would let a side look for
hidden enemies and take the step back. So the answer here is worked out from what the side knew
before the order, from the order and from the way that its figure was seen to go, never from the
true state: two battles that the side cannot tell apart give the same answer.

How many enemies a scenario has, how many of them begin hidden and when others arrive is taken as
known to both sides: anyone can read the scenario.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.core import events as ev
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import seen_from
from skirmish.core.orders import ANSWER, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.record.format import Entry

FINAL = "an order that could reveal something is final"


@frozen
class Unaccounted:
    """Which enemies a side cannot account for.

    Attributes:
        away: One may be on the table and out of sight.
        hidden: One may be hidden, even on a tile in sight.
    """

    away: bool
    hidden: bool


def unaccounted(opening: State, earlier: Sequence[Entry], before: View) -> Unaccounted:
    """Which enemies a side cannot account for before an order.

    Args:
        opening: How the battle began.
        earlier: The standing lines before the order.
        before: What the side knew.
    """
    told = (one for entry in earlier for one in entry.told if before.side in one.sides)
    gone = {one.event.subject for one in told if isinstance(one.event, ev.Left)}
    turn, visible = before.state.clock.turn, before.state.known[before.side].visible
    missing = [
        figure
        for figure in opening.figures.values()
        if figure.side == before.enemy and figure.id not in gone and figure.id not in visible
    ]
    arrived = [f for f in missing if f.who.arrival is None or f.who.arrival.turn <= turn]
    never_seen = [f for f in missing if f.count(HIDDEN) and f.id not in before.contacts]
    return Unaccounted(away=bool(arrived), hidden=bool(never_seen))


def could_have_met(before: View, entry: Entry, verb: Verb, unknown: Unaccounted) -> Refusal | None:
    """Why an order for which no dice were rolled may have looked for an enemy; None if it can't.

    Args:
        before: What the side knew before the order.
        entry: The order, and what was told of it.
        verb: That of the order.
        unknown: The enemies that the side could not account for.
    """
    if not before.state.clock.turn:
        return None  # Nobody sees an enemy before the first turn.
    way = _way(before, entry)
    if any(seen_from(before.state, tile) & ~before.seen for tile in way[1:]):
        return Refusal("the move revealed new ground", remedy=FINAL)
    if not (verb.exposed or verb.dice or verb.name == ANSWER.name):
        return None
    what = "move" if len(way) > 1 else "order"
    if unknown.hidden or (verb.dice and unknown.away):
        return Refusal(f"the {what} could have met an unseen enemy", remedy=FINAL)
    if _covered(before, way):
        return Refusal(f"an enemy could have fired during the {what}", remedy=FINAL)
    return None


def _way(before: View, entry: Entry) -> tuple[Tile, ...]:
    """Where the figure of an order stood, and the tiles that it entered."""
    name = entry.order.split(" ")[1] if " " in entry.order else ""
    figure = before.state.figures.get(name)
    if figure is None or figure.at is None:
        return ()
    walks = (one.event for one in entry.told if isinstance(one.event, ev.Moved))
    return (figure.at, *(tile for walk in walks if walk.figure == name for tile in walk.path))


def _covered(before: View, way: Sequence[Tile]) -> bool:
    """Whether a known enemy waits for a chance to fire at one of these tiles."""
    state, kinds = before.state, before.state.setup.declared.zones
    zones = [z for z in state.zones.values() if z.side != before.side and not kinds[z.kind].drifts]
    if any(tile in zone.tiles for zone in zones for tile in way):
        return True
    owners = [zone.owner for zone in zones]
    mask = state.board.mask_of(way)
    return any(
        _waits(before, enemy) and enemy.id not in owners and seen_from(state, enemy.tile) & mask
        for enemy in before.enemies()
    )


def _waits(before: View, enemy: Figure) -> bool:
    counters = before.state.setup.declared.counters
    return any(
        number and name in counters and counters[name].waits
        for name, number in enemy.counters.items()
    )
