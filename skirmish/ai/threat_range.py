"""Tiles that a foe can reach in its next bound and still attack from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import field, frozen

from skirmish.ai.action_budget import share, volley
from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, corners_of, distance2
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.families import Routes
from skirmish.rulesets.ruleset import Ruleset

RADII = (2, 4, 6, 8, 12, 16, 24, 400)
"""Rings in which the nearest of many tiles is looked for."""


@frozen(eq=False)
class ThreatStep:
    """Tiles that a figure can attack from, and what its attacks come to there.

    `worth` is in thousandths of the harm that one attack does.
    """

    worth: int
    tiles: int = field(repr=False)


def threat_steps(
    ruleset: Ruleset,
    begun: State,
    figure: Figure,
    usual: int,
    times: int,
    harm: Callable[[str], int],
) -> tuple[ThreatStep, ...]:
    """The tiles that a figure reaches in a fresh bound, by what it can still do there, most first.

    Args:
        ruleset: The rules of the battle.
        begun: The figure at the beginning of such a bound.
        figure: Whose steps they are.
        usual: What its usual attack takes of a bound, in thousandths.
        times: How often it can be made in a bound.
        harm: What that attack does of its harm after walking by a verb, or by none, in
            thousandths.
    """
    known = View(figure.side, begun, {})
    found: dict[int, int] = {}
    for family in ruleset.movement(known, figure.id):
        if isinstance(family.target, Routes):
            for cost, ring in _rings(ruleset, begun, figure, family.verb, family.target):
                worth = volley(harm(family.verb), usual, MILLI - cost, times)
                if worth:
                    found[worth] = found.get(worth, 0) | ring
    here = begun.board.bit(figure.tile)
    whole = volley(harm(""), usual, MILLI, times)
    found[whole] = found.get(whole, 0) | here
    kept, taken = [], 0
    for worth in sorted(found, reverse=True):
        tiles = found[worth] & ~taken
        if tiles:
            kept.append(ThreatStep(worth, tiles))
            taken |= tiles
    return tuple(kept)


def _rings(
    ruleset: Ruleset, begun: State, figure: Figure, verb: str, routes: Routes
) -> Iterator[tuple[int, int]]:
    """The tiles of one gait, by what it takes of the bound to go there, in thousandths."""
    board = begun.board
    for ring in routes.reach.rings.values():
        tiles = ring & routes.mask
        if tiles:
            tile = board.tile_at((tiles & -tiles).bit_length() - 1)
            order = Order.of(verb, figure.id, corners_of(routes.reach.path(tile)))
            yield share(ruleset.cost(begun, order)), tiles


def nearest(board: Board, tiles: int, to: Tile) -> Tile | None:
    """The tile of a mask that is nearest to another; of equals the first."""
    for radius in RADII if tiles else ():
        inside = tiles & board.disc(to, radius)
        if inside:
            return min(board.tiles_of(inside), key=lambda tile: (distance2(tile, to), tile))
    return None
