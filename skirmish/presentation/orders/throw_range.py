"""Why a weapon for tiles reaches no enemy in sight, and from where it would reach the nearest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from attrs import frozen

from skirmish.core import battle_parts
from skirmish.core.figures import Weapon
from skirmish.core.geometry import Tile, facing_towards, nearest_first, tile_text
from skirmish.core.orders import Order, Refusal
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import refusal_of, ways_from
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import AT_TILE, standing_at

_TRIED = 600
"""Number of tiles, nearest first, that are examined."""
_THROW = "throw"


@frozen
class OutOfRange:
    """The nearest enemy, which a weapon does not reach: why not, and from where it would.

    `steps`: the number of tiles on the path to that place.
    """

    enemy: str
    why: Refusal
    place: Tile | None = None
    steps: int = 0

    @property
    def words(self) -> str:
        """The reason and a remedy."""
        said = f"{self.enemy}: {self.why.reason}"
        if self.place is None:
            return f"{said}; {self.why.remedy}" if self.why.remedy else said
        tiles = "one tile" if self.steps == 1 else f"{self.steps} tiles"
        return f"{said}; in reach from {tile_text(self.place)} ({tiles})"


def out_of_range(legal: LegalOrders, figure: str, verb: str) -> OutOfRange | None:
    """The first weapon of a figure with which an order at a tile reaches no enemy in sight.

    A weapon that is fired counts only if no other weapon reaches one. None if all harmful weapons
    reach one, or no enemy is in sight.
    """
    start = legal.position(figure)
    if start is None or verb != AT_TILE or legal.battle_part != battle_parts.FIGHT:
        return None
    foes = nearest_first(start, (enemy.tile for enemy in legal.view.enemies()))
    weapons = [one for one in legal.view.state.figures[figure].who.weapons if one.at_tiles]
    short = [one for one in weapons if foes and not _reaches(legal, figure, verb, one, foes)]
    others = len(short) < len(weapons)
    asked = [one for one in short if one.at_tiles == _THROW] if others else short
    orders = (Order.of(verb, figure, foes[0], weapon=one.id) for one in asked)
    found = (one for order in orders if (one := _explained(legal, order)) is not None)
    return next((one for one in found if one.place or not others), None)


def _reaches(legal: LegalOrders, figure: str, verb: str, weapon: Weapon, foes: list[Tile]) -> bool:
    orders = (Order.of(verb, figure, tile, weapon=weapon.id) for tile in foes)
    return any(legal.refusal(order) is None for order in orders)


def _explained(legal: LegalOrders, order: Order) -> OutOfRange | None:
    """Why an order at a tile is refused, and where it would not be; None for harmless ones."""
    why, start = refusal_of(legal, order), legal.view.state.figures[order.figure].tile
    ways, enemy = ways_from(legal, start), next(iter(legal.figures_at(order.target_tile)))
    if why is None:
        return None
    for tile in _nearest_tiles(legal, ways):
        facing = facing_towards(tile, order.target_tile)
        state = standing_at(legal.ruleset, legal.view, order.figure, tile, facing)
        if legal.ruleset.impossible(state, order) is None:
            harms = legal.ruleset.attack(state, order) is not None
            return OutOfRange(enemy, why, tile, len(ways.reach.path(tile))) if harms else None
    return OutOfRange(enemy, why)


def _nearest_tiles(legal: LegalOrders, ways: Routes) -> Iterator[Tile]:
    """The free tiles that routes lead to, nearest first."""
    rings = (ring & ways.mask for ring in ways.reach.rings.values())
    tiles = (tile for ring in rings for tile in legal.board.tiles_of(ring))
    return islice((tile for tile in tiles if not any(legal.figures_at(tile))), _TRIED)
