"""Enemies as a side knows them: those in sight, and the likely tiles of those seen before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board, Distances
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure, Who
from skirmish.core.geometry import Tile, distance2, facing_towards
from skirmish.core.setup import Area, middle_of
from skirmish.core.state import STEPS, Contact
from skirmish.core.text import by_id, id_key
from skirmish.core.view import View

STRIDE = 12
"""Half tiles that a figure out of sight is assumed to walk in a turn."""

COMING = 2
NEAR = 10
"""How many of the foes out of sight may soon come into sight, and within how many tiles."""

FAR = 1_000_000
"""Distance in half tiles where there is no path."""
STRANGER = "stranger"
"""Name of an enemy of which nothing is known yet."""

SURE = (800, 600, 400, 250)
"""Confidence in a contact by its age in turns, in thousandths."""


@frozen
class Foe:
    """An enemy as it is believed to stand; `sure` is in thousandths, 1000 for one in sight."""

    figure: Figure
    tile: Tile
    sure: int

    @property
    def seen(self) -> bool:
        """Whether it is in sight."""
        return self.sure == MILLI


def foes(view: View, turns: int) -> tuple[Foe, ...]:
    """The enemies in sight and those seen in the last `turns` turns, lower ids first."""
    believed = [Foe(figure, figure.tile, MILLI) for figure in view.enemies()]
    seen = tuple(foe.figure.id for foe in believed)
    for name, contact in view.contacts.items():
        if name not in seen and (foe := _remembered(view, contact, turns)) is not None:
            believed.append(foe)
    return tuple(sorted(believed, key=lambda foe: id_key(foe.figure.id)))


def _remembered(view: View, contact: Contact, turns: int) -> Foe | None:
    age = view.state.clock.turn - contact.point // STEPS
    last = contact.figure.at
    if last is None or contact.figure.fate or age > turns:
        return None
    tile = last if contact.figure.id in view.last_seen else _gone_to(view, last, age)
    if tile is None:
        return None
    return Foe(fast_evolve(contact.figure, at=tile), tile, SURE[min(age, len(SURE) - 1)])


def _gone_to(view: View, last: Tile, age: int) -> Tile | None:
    """Return the unseen tile nearest to where an enemy was last seen, if it can walk there."""
    board = view.state.board
    reach = board.reach(last, STRIDE * max(1, age))
    hidden = reach.tiles & ~view.seen & ~_taken(view, board) & ~board.bit(last)
    nearest_ring = next((ring & hidden for ring in reach.rings.values() if ring & hidden), 0)
    return min(board.tiles_of(nearest_ring), default=None)


def _taken(view: View, board: Board) -> int:
    return board.mask_of(figure.tile for figure in view.own())


def coming(
    view: View, believed: Sequence[Foe], figure: Figure, way: Callable[[Tile], Distances]
) -> View | None:
    """Return the view after the nearest foes that a figure does not see have come into its sight.

    None if none can. The figure sees no enemy now; its friends may. `way`: half tiles to walk from
    a tile.
    """
    open_ = _in_the_open(view, figure)
    hidden = [foe for foe in believed if foe.tile != figure.tile]
    hidden.sort(key=lambda foe: distance2(foe.tile, figure.tile))
    shown = {}
    for foe in hidden[:COMING]:
        near = open_ & view.state.board.disc(foe.tile, NEAR)
        tile = _first_seen(view, near, figure, way(foe.tile), 2 * NEAR, (*foe.tile, *foe.tile))
        if tile is not None:
            shown[foe.figure.id] = fast_evolve(foe.figure, at=tile)
    return _shown(view, shown)


def arriving(view: View, figure: Figure, costs: Distances) -> View | None:
    """Return the view after an unknown enemy has come near a figure.

    The enemy gets the figure's own kind and weapons. None as long as no enemy can have come so far.
    `costs`: half tiles to walk from where the enemy began.
    """
    near = _in_the_open(view, figure) & view.state.board.disc(figure.tile, NEAR)
    most = STRIDE * (view.state.clock.turn + 1)
    tile = _first_seen(view, near, figure, costs, most, enemy_zone(view))
    if tile is None:
        return None
    who = Who(STRANGER, view.enemy, STRANGER, figure.who.kind, figure.who.weapons)
    return _shown(view, {STRANGER: Figure(who, tile, facing_towards(tile, figure.tile))})


def _first_seen(
    view: View, open_: int, figure: Figure, costs: Distances, most: int, origin: Area
) -> Tile | None:
    """Return the tile that an enemy on foot enters first, else the nearest to its origin."""
    left, top, right, bottom = origin
    near = (open_ & ring for cost, ring in costs.rings.items() if cost <= most)
    able = [
        (
            (2 * tile[0] - left - right) ** 2 + (2 * tile[1] - top - bottom) ** 2,
            distance2(tile, figure.tile),
            tile,
        )
        for tile in view.state.board.tiles_of(
            next((first for first in near if first), open_ & ~costs.connected)
        )
    ]
    return min(able)[-1] if able else None


def enemy_zone(view: View) -> Area:
    """Return the enemy's deployment zone, or the area opposite the side's own."""
    board, sides = view.state.board, view.state.setup.sides
    area = sides[view.enemy].deploy
    if area is not None:
        return area
    left, top, right, bottom = sides[view.side].deploy or _around(view)
    across, down = board.width - 1, board.height - 1
    return across - right, down - bottom, across - left, down - top


def _around(view: View) -> Area:
    """The smallest area with all figures of a side."""
    xs, ys = zip(*(figure.tile for figure in view.own()), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def front(view: View) -> Tile:
    """Return the middle of `enemy_zone`."""
    return middle_of(enemy_zone(view))


def _in_the_open(view: View, figure: Figure) -> int:
    """Mask of the tiles in sight of a figure and not taken by its side."""
    board = view.state.board
    return board.seen_from(figure.tile) & view.seen & ~_taken(view, board)


def _shown(view: View, shown: Mapping[str, Figure]) -> View | None:
    """The view with these enemies in sight as well; None if there are none."""
    if not shown:
        return None
    state, side = view.state, view.side
    point = state.clock.point
    known = state.known[side]
    seeing = fast_evolve(known, visible=by_id({**dict.fromkeys(known.visible), **shown}))
    contacts = {name: Contact(one, point) for name, one in shown.items()}
    soon = fast_evolve(state, figures={**state.figures, **shown}, known={side: seeing})
    return fast_evolve(view, state=soon, contacts={**view.contacts, **contacts})
