"""Enemies as a side knows them: those in sight, and where those seen last may be now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.ai.threat_range import nearest
from skirmish.core.board import Board
from skirmish.core.board.masks import block
from skirmish.core.figures import Figure, Who
from skirmish.core.geometry import Tile, chebyshev, distance2, facing_towards
from skirmish.core.state import STEPS, Contact
from skirmish.core.text import by_id, id_key
from skirmish.core.view import View

STRIDE = 12
"""Half tiles that a figure out of sight is thought to walk in a turn."""

COMING = 2
NEAR = 10
"""Of the foes out of sight how many may come into it soon, and from how many tiles away."""

STRANGER = "stranger"
"""What somebody is called of whom nothing is known yet."""

SURE = (800, 600, 400, 250)
"""How far a contact of so many turns is trusted, in thousandths."""


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
    """The enemies in sight and those seen in the last so many turns, lower ids first."""
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
    tile = _whereabouts(view, last, age)
    if tile is None:
        return None
    return Foe(evolve(contact.figure, at=tile), tile, SURE[min(age, len(SURE) - 1)])


def _whereabouts(view: View, last: Tile, age: int) -> Tile | None:
    """The unseen tile nearest to where it was last seen, of those it can have walked to."""
    board = view.state.board
    if not view.seen & board.bit(last):
        return last
    reach = board.reach(last, STRIDE * max(1, age))
    hidden = reach.tiles & ~view.seen & ~_taken(view, board)
    nearest_ring = next((ring & hidden for ring in reach.rings.values() if ring & hidden), 0)
    return min(board.tiles_of(nearest_ring), default=None)


def _taken(view: View, board: Board) -> int:
    return board.mask_of(figure.tile for figure in view.own())


def coming(view: View, believed: Sequence[Foe], figure: Figure) -> View | None:
    """The view as it may soon be: the nearest foes that a figure does not see come into its sight.

    The figure sees none now; friends may.
    """
    open_ = _in_the_open(view, figure)
    hidden = [foe for foe in believed if foe.tile != figure.tile]
    hidden.sort(key=lambda foe: distance2(foe.tile, figure.tile))
    shown = {}
    board = view.state.board
    for foe in hidden[:COMING]:
        tile = nearest(board, open_ & board.disc(foe.tile, NEAR), foe.tile)
        if tile is not None:
            shown[foe.figure.id] = evolve(foe.figure, at=tile)
    return _shown(view, shown)


def arriving(view: View, figure: Figure) -> View | None:
    """The view if an unknown enemy, armed as the figure is itself, came towards the figure.

    None as long as no enemy can have come so far from where the enemy began.
    """
    ahead = front(view)
    if chebyshev(ahead, figure.tile) > NEAR + STRIDE // 2 * (view.state.clock.turn + 1):
        return None
    board, (x, y) = view.state.board, figure.tile
    around = block(board.width, board.height, x - NEAR, y - NEAR, x + NEAR, y + NEAR)
    tile = nearest(board, _in_the_open(view, figure) & around, ahead)
    if tile is None:
        return None
    who = Who(STRANGER, view.enemy, STRANGER, figure.who.kind, figure.who.weapons)
    return _shown(view, {STRANGER: Figure(who, tile, facing_towards(tile, figure.tile))})


def front(view: View) -> Tile:
    """Where the enemy comes from: the middle of its zone, or the far side of the map."""
    state = view.state
    area = state.setup.sides[view.enemy].deploy
    if area is not None:
        return (area[0] + area[2]) // 2, (area[1] + area[3]) // 2
    mine = state.setup.sides[view.side].deploy or (0, 0, 0, 0)
    middle = (mine[0] + mine[2]) // 2, (mine[1] + mine[3]) // 2
    return state.board.width - 1 - middle[0], state.board.height - 1 - middle[1]


def _in_the_open(view: View, figure: Figure) -> int:
    """Mask of the free tiles in sight of a figure."""
    board = view.state.board
    return board.seen_from(figure.tile) & view.seen & ~_taken(view, board)


def _shown(view: View, shown: Mapping[str, Figure]) -> View | None:
    """The view with enemies in sight; None without any."""
    if not shown:
        return None
    state, side = view.state, view.side
    point = state.clock.point
    known = state.known[side]
    seeing = evolve(known, visible=by_id({**dict.fromkeys(known.visible), **shown}))
    contacts = {name: Contact(one, point) for name, one in shown.items()}
    soon = evolve(state, figures={**state.figures, **shown}, known={side: seeing})
    return evolve(view, state=soon, contacts={**view.contacts, **contacts})
