"""Tiles that a foe can reach in its next bound and still attack from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from operator import or_

from attrs import field, frozen

from skirmish.ai.action_budget import share, volley
from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.families import Family, Routes
from skirmish.rulesets.ruleset import Ruleset


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
            left = partial(_left, ruleset, begun, family, family.target)
            there = partial(_worth, left, harm(family.verb), usual, times)
            for value, tiles in graded(_rings(family.target), there):
                if value:
                    found[value] = found.get(value, 0) | tiles
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


def _rings(routes: Routes) -> list[int]:
    """The tiles where the ways of one gait may end, a mask for each cost, the nearest first."""
    tiles = (ring & routes.mask for ring in routes.reach.rings.values())
    return [ring for ring in tiles if ring]


def _left(ruleset: Ruleset, begun: State, family: Family, routes: Routes, ring: int) -> int:
    """What is left of a bound on the tiles of a ring, in thousandths."""
    tile = begun.board.tile_at((ring & -ring).bit_length() - 1)
    order = Order.of(family.verb, family.figure, routes.route(tile))
    return MILLI - share(ruleset.cost(begun, order))


def _worth(left: Callable[[int], int], harm: int, usual: int, times: int, ring: int) -> int:
    """What attacks come to there."""
    return volley(harm, usual, left(ring), times)


def graded(rings: Sequence[int], worth: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """The worth at rings of tiles, the nearest first; farther off it is the same or less.

    So what lies between two rings with the same worth has that, too.
    """
    if not rings:
        return
    first = worth(rings[0])
    if len(rings) == 1 or first == worth(rings[-1]):
        yield first, reduce(or_, rings)
    else:
        middle = len(rings) // 2
        yield from graded(rings[:middle], worth)
        yield from graded(rings[middle:], worth)


def nearest(board: Board, tiles: int, to: Tile) -> Tile | None:
    """The tile of a mask that is nearest to another; of equals the first."""
    x, y = to
    best: tuple[int, Tile] | None = None
    row = (1 << board.width) - 1
    for off in range(max(y + 1, board.height - y) if tiles else 0):
        if best is not None and off * off > best[0]:
            break
        for across in (y - off, y + off) if y - off >= 0 and off else (y + off,):
            line = tiles >> across * board.width & row
            if line:
                found = min(
                    (off * off + (near - x) ** 2, (near, across)) for near in _beside(line, x)
                )
                best = found if best is None else min(best, found)
    return None if best is None else best[1]


def _beside(line: int, x: int) -> Iterator[int]:
    """The columns nearest to one in a row of tiles, on either side."""
    if left := line & (2 << x) - 1:
        yield left.bit_length() - 1
    if right := line >> x:
        yield x + (right & -right).bit_length() - 1
