"""Positions in which an order may end, with harm from and to every foe, and cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import field, frozen

from skirmish.ai.belief import Foe
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import from_the_enemy, way_from
from skirmish.ai.situation import Situation
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, adjacent, distance2, facing_towards, in_arc
from skirmish.core.memo import kept
from skirmish.core.orders import Order

SHORT = 6
"""Paths up to this many half tiles are too short to be shot at on the way."""
UNKNOWN = 10
"""A shot of an unseen enemy is assumed to cost its target this fraction (one in ten) of its worth.
"""
AGAIN = 1500
"""Cost of a long path through watched ground, in thousandths of a shot: there may be a second shot.
"""
LONG = 3
"""Steps through watched ground from which a path is long."""
FRONT = 4
"""Half-angle within which a tile is in front of a figure, in units of 22.5 degrees."""
MIDDLE = 1
"""Half-angle of the middle of an arc, in units of 22.5 degrees."""


@frozen(eq=False)
class EndPosition:
    """Where a figure would stand and look after an order; without an order it stays.

    `bit`: mask of its tile; `way`: mask of all tiles that it enters. `suffers` and `deals`: for
    each foe, thousandths of a point that it can cost the figure and the figure can cost it, reduced
    if the foe's tile is uncertain or friends will likely finish it. `pins`: the indexes of the foes
    that could not shoot at any figure then. `risk`: estimated harm from shots on the way, and from
    ground that the enemy keeps under fire; `zone`: harm from clouds at the end. `cover`: degree of
    cover of the tile. `cost`: what going there takes, in thousandths of the figure's bound.
    `chance`: that dice let it come so far, in thousandths; `short`: its mean end otherwise.
    """

    order: Order | None
    tile: Tile
    bit: int
    way: int
    facing: Facing
    suffers: tuple[int, ...] = field(repr=False)
    deals: tuple[int, ...] = field(repr=False)
    pins: tuple[int, ...] = ()
    risk: int = 0
    zone: int = 0
    cover: int = 0
    cost: int = 0
    chance: int = MILLI
    short: EndPosition | None = field(default=None, repr=False)


def end_position(
    situation: Situation,
    figure: Figure,
    path: Sequence[Tile] = (),
    order: Order | None = None,
    face: str = "",
    cost: int = 0,
) -> EndPosition:
    """Return the position at the end of a path of tiles to enter, by default the present tile.

    With an order the figure looks where it has the best targets. `face`: the field of the order for
    the facing; "" if it has none.
    """
    path = path or (figure.tile,)
    tile = path[-1]
    suffers, left = _suffers(situation, figure, tile), left_by_friends(situation, figure)
    able = zip(_deals(situation, figure, tile), left, strict=True)
    deals = tuple([harm and harm * part // MILLI for harm, part in able])
    facing = figure.facing if order is None else _look(situation, figure, tile, deals, suffers)
    return EndPosition(
        order=order.with_field(face, facing) if order is not None and face else order,
        tile=tile,
        bit=situation.board.bit(tile),
        way=situation.board.mask_of(path),
        facing=facing,
        suffers=tuple(
            harm and harm * _turned(situation, foe, figure, tile, facing) // MILLI
            for harm, foe in zip(suffers, situation.foes, strict=True)
        ),
        deals=tuple(_ahead(situation, figure, tile, facing, deals)),
        pins=_pins(situation, figure, tile),
        risk=_on_the_way(situation, figure, path) + _in_zones(situation, figure, path),
        zone=_clouded(situation, figure, tile),
        cover=situation.board.terrain(tile).cover,
        cost=cost,
    )


def left_by_friends(situation: Situation, figure: Figure) -> Sequence[int]:
    """Share of each foe that friends are likely to leave, in thousandths.

    All of it where figures walk and attack in the same bounds: there the dice have decided by then.
    """
    left, key = [MILLI] * len(situation.foes), (situation.mine, situation.basis)
    strikes = situation.cache.latest(_strikes, (), situation, key=key)
    for name, (number, part) in strikes.items():
        if name != figure.id:
            left[number] -= left[number] * part // MILLI
    return tuple([min(MILLI, 2 * part) for part in left])


def _strikes(situation: Situation) -> Mapping[str, tuple[int, int]]:
    """Return for each own figure the foe that it harms most, and the share that it takes."""
    found = {}
    for figure in () if situation.mixed else situation.mine:
        deals = _deals(situation, figure, figure.tile)
        struck = [*_ahead(situation, figure, figure.tile, figure.facing, deals)]
        if any(struck):
            number = struck.index(max(struck))
            points, counted = situation.foes[number].figure.who.kind.points, situation.counted
            whole = max(1, points * counted[number])
            found[figure.id] = number, min(MILLI, struck[number] * MILLI // whole)
    return found


def _ahead(
    situation: Situation, figure: Figure, tile: Tile, facing: Facing, deals: Sequence[int]
) -> Iterator[int]:
    """Yield what the figure can do to each foe with a facing: less if it must turn first."""
    front = situation.matchups.capabilities(figure).front
    behind = situation.level.weights.behind
    for gain, foe in zip(deals, situation.foes, strict=True):
        ahead = not gain or in_arc(tile, facing, foe.tile, front)
        yield gain if ahead else gain * behind // MILLI


def _clouded(situation: Situation, figure: Figure, tile: Tile) -> int:
    """Harm from clouds of either side to a figure that ends its bound on a tile."""
    hazard, state = situation.ruleset.estimates.hazard, situation.view.state
    there = fast_evolve(figure, at=tile) if situation.clouds else figure
    harm = sum(hazard(state, zone, there) for zone in situation.clouds if tile in zone.tiles)
    return int(harm * situation.weight(figure))


def _in_zones(situation: Situation, figure: Figure, path: Sequence[Tile]) -> int:
    """Harm by enemies that keep ground under fire on the way; 0 for a figure that stays."""
    if path[-1] == figure.tile:
        return 0
    total = 0
    for zone in situation.danger_zones:
        inside = [tile for tile in path if tile in zone.tiles]
        if not inside:
            continue
        owner = next((f for f in situation.foes if f.seen and f.figure.id == zone.owner), None)
        if owner is None:
            harm = figure.who.kind.points * situation.weight(figure) // UNKNOWN
        else:
            harm = situation.matchups.harm(owner.figure, owner.tile, figure, inside[0])
        total += harm * AGAIN // MILLI if len(inside) >= LONG else harm
    return total


def _pins(situation: Situation, figure: Figure, tile: Tile) -> tuple[int, ...]:
    if situation.mixed or not situation.beside & situation.board.bit(tile):
        return ()
    return tuple(
        number
        for number, foe in enumerate(situation.foes)
        if foe.seen and situation.matchups.pinned(foe.figure, figure, tile)
    )


def _deals(situation: Situation, figure: Figure, tile: Tile) -> tuple[int, ...]:
    bit, indirect = situation.board.bit(tile), situation.matchups.capabilities(figure).indirect
    harm, near = situation.matchups.harm, situation.beside & bit
    seen = zip(situation.foes, situation.sight_masks, situation.counted, strict=True)
    return tuple(
        [
            harm(figure, tile, foe.figure, foe.tile)
            * (_contact(situation, tile, foe) if near else MILLI)
            * counted
            // (MILLI * MILLI)
            if indirect or mask & bit
            else 0
            for foe, mask, counted in seen
        ]
    )


def best_now(situation: Situation, figure: Figure, place: EndPosition) -> int:
    """Return the best harm from a place in this bound: beside an enemy, fire may lose by it."""
    if not place.bit & situation.beside:
        return max(place.deals, default=0)
    engaged = situation.matchups.capabilities(figure).engaged
    beside = [adjacent(place.tile, foe.tile) for foe in situation.foes]
    pressed = any(near and foe.seen for near, foe in zip(beside, situation.foes, strict=True))
    part = engaged if pressed else MILLI
    return max(
        (
            harm if near else harm * part // MILLI
            for harm, near in zip(place.deals, beside, strict=True)
        ),
        default=0,
    )


def _contact(situation: Situation, tile: Tile, foe: Foe) -> int:
    """Weight of harm to a foe, in thousandths: more in contact, where fights need no order."""
    if situation.mixed or not adjacent(tile, foe.tile):
        return MILLI
    return situation.level.weights.contact


def _suffers(situation: Situation, figure: Figure, tile: Tile) -> tuple[int, ...]:
    """Harm by each foe from where it stands, or else after walking up to the figure first."""
    if not situation.level.reply:
        return (0,) * len(situation.foes)
    bit, weight = situation.board.bit(tile), situation.weight(figure)
    matchups, weights, suffered = situation.matchups, situation.level.weights, []
    near = situation.beside & bit
    for foe, mask in zip(situation.foes, situation.under, strict=True):
        harm = matchups.harm(foe.figure, foe.tile, figure, tile) if mask & bit else 0
        if harm and situation.mixed:
            harm = harm * matchups.capabilities(foe.figure).volume // MILLI
        elif harm and near:
            harm = harm * _contact(situation, tile, foe) // MILLI
        if harm and foe.seen and not matchups.ready(foe.figure, figure, tile):
            harm = harm * weights.unready // MILLI
        if not harm and situation.mixed:
            harm = matchups.coming(foe.figure, figure, tile) * weights.approach // MILLI
        suffered.append(harm * foe.sure * weight // (MILLI * MILLI) if harm else 0)
    return tuple(suffered)


def _turned(situation: Situation, foe: Foe, figure: Figure, tile: Tile, facing: Facing) -> int:
    """Harm by a foe to a figure with a facing, in thousandths of that to a figure that faces it."""
    if foe.tile == tile or adjacent(foe.tile, tile):
        return MILLI
    parts = situation.matchups.turned(foe.figure, figure)
    return parts[(facing - facing_towards(tile, foe.tile)) % len(Facing)] if parts else MILLI


def _look(
    situation: Situation,
    figure: Figure,
    tile: Tile,
    deals: Sequence[int],
    suffers: Sequence[int],
) -> Facing:
    """Return the facing with the best targets in front, less the cost of turning away from a foe.

    If all facings are equal, the one towards the enemy, or to where it may come into sight.
    """
    front = situation.matchups.capabilities(figure).front
    targets = [(harm, foe.tile) for harm, foe in zip(deals, situation.foes, strict=True) if harm]
    if situation.mixed and targets:
        there = max(targets, key=lambda target: target[0])[1]
        return figure.facing if there == tile else facing_towards(tile, there)
    dangers = _turned_away(situation, figure, tile, suffers)
    arcs = [
        gain * situation.level.weights.fire - danger * situation.level.weights.reply
        for gain, danger in zip(_gains(targets, tile, front), dangers, strict=True)
    ]
    # Of equal facings the one with the most in its middle: a target at the edge soon leaves the
    # arc.
    threats = [(harm, foe.tile) for harm, foe in zip(suffers, situation.foes, strict=True) if harm]
    middles = _gains(targets or (threats if any(dangers) else ()), tile, MIDDLE)
    best = max(zip(arcs, middles, strict=True))
    equal = [facing for facing in Facing if (arcs[facing], middles[facing]) == best]
    expected = equal[0] if targets else _expected(situation, figure, tile)
    return expected if expected in equal else equal[0]


def _turned_away(
    situation: Situation, figure: Figure, tile: Tile, suffers: Sequence[int]
) -> Sequence[int]:
    """For each facing the harm by foes beyond what they could do if the figure faced them."""
    more = [0] * len(Facing)
    for harm, foe in zip(suffers, situation.foes, strict=True):
        if harm and situation.matchups.turned(foe.figure, figure):
            for facing in Facing:
                part = _turned(situation, foe, figure, tile, facing) - MILLI
                more[facing] += harm * part // MILLI
    return more


def _expected(situation: Situation, figure: Figure, tile: Tile) -> Facing:
    """Return the facing towards the nearest foe, or to where one may first come into sight.

    A tile behind the figure as it faces that foe does not count: other foes may come.
    """
    foe = min(situation.foes, key=lambda foe: distance2(tile, foe.tile), default=None)
    if foe is not None and foe.tile == tile:
        return figure.facing
    if foe is not None and situation.board.seen_from(tile) & situation.board.bit(foe.tile):
        return facing_towards(tile, foe.tile)
    there = _outlook(situation, tile, None if foe is None else foe.tile)
    if foe is None and there is None:
        return figure.facing if tile == figure.tile else facing_towards(figure.tile, tile)
    straight = facing_towards(tile, foe.tile if foe is not None else there or tile)
    if there is None or not in_arc(tile, straight, there, FRONT):
        return straight
    return facing_towards(tile, there)


def _outlook(situation: Situation, tile: Tile, origin: Tile | None) -> Tile | None:
    """Return the tile in sight of one that an enemy from `origin` or its start enters first."""
    cache, board = situation.cache, situation.board

    def first() -> Tile | None:
        way = from_the_enemy(situation.view, cache) if origin is None else way_from(cache, origin)
        seen = board.seen_from(tile) & ~board.bit(tile)
        tiles = board.tiles_of(next((ring & seen for ring in way.rings.values() if ring & seen), 0))
        return min(tiles, key=lambda one: (distance2(one, tile), one), default=None)

    return kept(cache.outlooks, (tile, origin), first)


def _gains(targets: Sequence[tuple[int, Tile]], tile: Tile, half: int) -> list[int]:
    """Sum of the targets' harm in the arc of this half-angle, for each facing."""
    gains = [0] * len(Facing)
    for harm, there in targets:
        for number in _facings((there[0] - tile[0], there[1] - tile[1]), half):
            gains[number] += harm
    return gains


@lru_cache(maxsize=16_384)
def _facings(off: Tile, half: int) -> tuple[int, ...]:
    """Return the numbers of the facings with an offset in their arc."""
    return tuple([n for n, facing in enumerate(Facing) if in_arc((0, 0), facing, off, half)])


def _on_the_way(situation: Situation, figure: Figure, path: Sequence[Tile]) -> int:
    """Harm from foes that see most of the path but not its end."""
    if situation.mixed or 2 * len(path) <= SHORT:
        return 0
    board, total = situation.board, 0
    last = board.bit(path[-1])
    for foe, mask in zip(situation.foes, situation.sight_masks, strict=True):
        if not foe.seen or mask & last:
            continue
        shown = [tile for tile in path if mask & board.bit(tile)]
        if 2 * len(shown) > len(path):
            harm = situation.matchups.harm(foe.figure, foe.tile, figure, shown[-1])
            if harm and situation.matchups.ready(foe.figure, figure, shown[-1]):
                total += harm * 2 // 3
    return total
