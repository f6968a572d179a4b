"""Order families: a verb with a domain of legal values for each of its parts.

There are too many orders to list (moves x facings x aid x splits), so the options of a figure are
families. Menus are made from domains, and random play draws from them; every order drawn from a
family is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations

from attrs import field, frozen

from skirmish.core.board import Board, Reach
from skirmish.core.codec import Split, Value
from skirmish.core.geometry import Tile, corners_of
from skirmish.core.orders import Order
from skirmish.core.text import by_id

Pick = Callable[[int], int]
"""A function that draws a number from 0 to n - 1."""


@frozen
class One:
    """One of these words, figures, facings or numbers, as text."""

    options: tuple[str, ...]

    def draw(self, pick: Pick) -> Value:
        """Any of them."""
        return self.options[pick(len(self.options))]

    def every(self) -> tuple[Value, ...]:
        """All of them."""
        return self.options


@frozen
class Spots:
    """One of these tiles, as a mask of the board."""

    mask: int
    board: Board = field(repr=False)

    def draw(self, pick: Pick) -> Value:
        """Any of them."""
        return self.board.some_tile(self.mask, pick)

    def every(self) -> tuple[Value, ...]:
        """All of them."""
        return self.board.tiles_of(self.mask)


@frozen(eq=False, slots=False)
class Routes:
    """A path to one of the tiles in reach; any path within the allowance is legal.

    Paths are computed by `look` on demand, because nothing is drawn from most families. It takes a
    mask of tiles that are not entered though they might be.
    """

    look: Callable[[int], Reach] = field(repr=False)
    board: Board = field(repr=False)

    @cached_property
    def reach(self) -> Reach:
        """The tiles in reach and the paths there."""
        return self.look(0)

    @property
    def mask(self) -> int:
        """Mask of the tiles where the figure may end."""
        return self.reach.tiles & ~self.board.bit(self.reach.start)

    def avoiding(self, tiles: int) -> Routes:
        """Return the paths that do not enter some tiles."""
        return Routes(lambda more: self.look(tiles | more), self.board)

    def route(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the cheapest path to a tile, by its corners."""
        return corners_of(self.reach.path(tile))

    def draw(self, pick: Pick) -> Value:
        """Draw the cheapest path to one of the tiles."""
        return self.route(self.board.some_tile(self.mask, pick))

    def every(self) -> tuple[Value, ...]:
        """Return the cheapest path to each tile."""
        return tuple(self.route(tile) for tile in self.board.tiles_of(self.mask))


@frozen
class Some:
    """Any of these figures or none, at most `most`."""

    options: tuple[str, ...]
    most: int

    def draw(self, pick: Pick) -> Value:
        """A subset of any size."""
        left = list(self.options)
        count = pick(min(self.most, len(left)) + 1)
        return by_id(left.pop(pick(len(left))) for _ in range(count))

    def every(self) -> tuple[Value, ...]:
        """All subsets."""
        sizes = range(min(self.most, len(self.options)) + 1)
        return tuple(by_id(c) for size in sizes for c in combinations(self.options, size))


Clash = Callable[[str, str], bool]
"""A test of two figures, called on demand, because a crowd has too many pairs to list."""


def _never(_one: str, _other: str) -> bool:
    return False


@frozen
class Shares:
    """A number divided over up to `most` entries of these figures, each share at least 1.

    A figure may have several entries. `clash`: whether two figures may not be fired at together.
    `first`: the figure of the first entry, if it is fixed.
    """

    options: tuple[str, ...]
    total: int
    most: int
    clash: Clash = field(default=_never, eq=False, repr=False)
    first: str = ""

    def draw(self, pick: Pick) -> Value:
        """Draw a division."""
        return self._share_out(self._names(pick), pick)

    def _names(self, pick: Pick) -> tuple[str, ...]:
        names = [self.first or self.options[pick(len(self.options))]]
        for _ in range(pick(min(self.most, self.total))):
            name = self.options[pick(len(self.options))]
            if not any(self.clash(other, name) for other in names):
                names.append(name)
        return tuple(names)

    def _share_out(self, names: tuple[str, ...], pick: Pick) -> Split:
        left = self.total - len(names)
        shares = [1] * len(names)
        for _ in range(left):
            shares[pick(len(shares))] += 1
        return tuple(zip(names, shares, strict=True))

    def every(self) -> tuple[Value, ...]:
        """Return nothing: there are too many divisions to list, the menu builds them."""
        return ()


@frozen
class Count:
    """A whole number in a range, both ends included."""

    low: int
    high: int

    def draw(self, pick: Pick) -> Value:
        """Any of them."""
        return self.low + pick(self.high - self.low + 1)

    def every(self) -> tuple[Value, ...]:
        """All of them."""
        return tuple(range(self.low, self.high + 1))


Domain = One | Spots | Routes | Some | Shares | Count


Fixed = tuple[tuple[str, str], ...]
"""Values that all orders have in common besides the target, by field name."""
Fields = tuple[tuple[str, Domain], ...]
"""Domains of the other fields, by name."""


@frozen
class Family:
    """All orders of one verb for one figure (and one target, where fields depend on it).

    `fields` may be left out and then have their default; `fixed` ones are in each order. `hint` is
    a word for the menu, `place` the sort key among the families that a ruleset lists together: the
    weapon first, then other parts.
    """

    verb: str
    figure: str
    target: Domain | None = None
    fields: Fields = ()
    hint: str = ""
    fixed: Fixed = ()
    place: tuple[int, ...] = field(default=(), eq=False)

    def draw(self, pick: Pick) -> Order:
        """Draw an order of the family; each field is set or left out at random."""
        target = "" if self.target is None else self.target.draw(pick)
        said = {name: domain.draw(pick) for name, domain in self.fields if pick(2)}
        return Order.of(self.verb, self.figure, target, **dict(self.fixed), **said)
