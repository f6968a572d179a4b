"""Where a figure might go: a few places of every sort, so that weighing stays cheap.

Always among them: to stay, the best step to a goal, the best cover, the best place to shoot from,
a charge, and to fall back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import field, frozen

from skirmish.ai.belief import Foe
from skirmish.ai.picture import Picture, alone
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, adjacent, distance2, facing_towards, in_arc
from skirmish.core.geometry import path_halves
from skirmish.core.orders import Order
from skirmish.rulesets.families import Family, One, Routes

ARC = 2
"""Half of the front that a facing is chosen by, in units of 22.5 degrees."""
FACINGS = frozenset(facing.name for facing in Facing)
OPEN_DANGER = 400
COVER_WORTH = 250
SPREAD = 2
"""Tiles that two places of the same sort keep apart."""


@frozen(eq=False)
class Place:
    """A place to stand at the end of an order, and what it means with every foe.

    `suffers` and `deals`: for each foe, thousandths of a point that it can do to the figure at
    once and the figure to it, each as far as the foe is surely there. `risk`: the same for being
    shot at on the way. `news`: tiles that nobody of the side sees now.
    """

    order: Order | None
    tile: Tile
    bit: int
    facing: Facing
    suffers: tuple[int, ...] = field(repr=False)
    deals: tuple[int, ...] = field(repr=False)
    risk: int = 0
    cover: int = 0
    news: int = 0


@frozen(eq=False)
class Draft:
    """The places that one figure thought of, staying first; whether it may attack now."""

    places: tuple[Place, ...]
    attacks: bool


def draft(sight: Picture, figure: Figure) -> Draft:
    """The places for a figure, whoever of its friends may stand there."""
    clock = sight.view.state.clock
    goals = tuple((goal.id, goal.worth, id(goal.costs)) for goal in sight.goals)
    key = (figure, clock.point, sight.enemies, goals)
    kept = sight.memory.drafts.get(figure.id)
    if kept is not None and kept[0] == key:
        made: Draft = kept[1]
        return made
    made = _draft(sight, figure)
    sight.memory.drafts[figure.id] = (key, made)
    return made


def _draft(sight: Picture, figure: Figure) -> Draft:
    families = sight.ruleset.choices(alone(sight.view, figure), figure.id)
    verbs = sight.ruleset.verbs
    places = [_place(sight, figure, figure.tile, None, ())]
    for family in families:
        if isinstance(family.target, Routes):
            places += _moves(sight, figure, family, family.target)
        elif turn := _turn(sight, figure, family, places[0]):
            places.append(turn)
    attacks = any(verbs[family.verb].dice for family in families if family.verb in verbs)
    return Draft(tuple(places), attacks)


def _turn(sight: Picture, figure: Figure, family: Family, stay: Place) -> Place | None:
    """The figure where it stands, looking where there is most to shoot at."""
    if not isinstance(family.target, One) or not FACINGS.issuperset(family.target.options):
        return None
    facing = _look(sight, figure, figure.tile, stay.deals)
    if facing == figure.facing or facing.name not in family.target.options:
        return None
    order = Order.of(family.verb, figure.id, facing)
    return _place(sight, figure, figure.tile, order, ())


def _moves(sight: Picture, figure: Figure, family: Family, routes: Routes) -> Iterator[Place]:
    face = next((name for name, domain in family.fields if _of_facings(domain)), "")
    for tile in _tiles(sight, figure, routes):
        path = routes.reach.path(tile)
        place = _place(sight, figure, tile, None, path)
        order = Order.of(family.verb, figure.id, routes.route(tile))
        if face:
            order = order.with_field(face, place.facing)
        yield _with(place, order)


def _of_facings(domain: object) -> bool:
    return isinstance(domain, One) and FACINGS.issuperset(domain.options)


def _with(place: Place, order: Order) -> Place:
    return Place(
        order,
        place.tile,
        place.bit,
        place.facing,
        place.suffers,
        place.deals,
        place.risk,
        place.cover,
        place.news,
    )


def _place(
    sight: Picture, figure: Figure, tile: Tile, order: Order | None, path: Sequence[Tile]
) -> Place:
    bit = sight.board.bit(tile)
    duels = sight.duels
    deals = tuple(
        duels.harm(figure, tile, foe.figure, foe.tile)
        * (foe.sure * sight.weight(foe.figure) // 1000)
        // 1000
        for foe in sight.foes
    )
    moved = bool(path) or order is not None
    facing = _look(sight, figure, tile, deals) if moved else figure.facing
    field_ = sight.board.seen_from(tile)
    return Place(
        order=order,
        tile=tile,
        bit=bit,
        facing=facing,
        suffers=tuple(_suffers(sight, figure, tile, foe) for foe in sight.foes),
        deals=tuple(
            gain if in_arc(tile, facing, foe.tile, ARC) else gain // 4
            for gain, foe in zip(deals, sight.foes, strict=True)
        ),
        risk=_risk(sight, figure, tile, path),
        cover=sight.board.terrain(tile).cover,
        news=0 if sight.foes else (field_ & ~sight.view.seen).bit_count(),
    )


def _suffers(sight: Picture, figure: Figure, tile: Tile, foe: Foe) -> int:
    harm = sight.duels.harm(foe.figure, foe.tile, figure, tile) * foe.sure // 1000
    harm = harm * sight.weight(figure) // 1000
    if not harm or not foe.seen:
        return harm
    facing = foe.figure.facing
    return harm if sight.duels.ready(foe.figure, foe.tile, facing, figure, tile) else harm // 3


def _look(sight: Picture, figure: Figure, tile: Tile, deals: Sequence[int]) -> Facing:
    """The facing that has most to shoot at in front; with nothing, towards foes or the goal."""
    best, most = figure.facing, 0
    for facing in Facing:
        gain = sum(
            harm
            for harm, foe in zip(deals, sight.foes, strict=True)
            if harm and in_arc(tile, facing, foe.tile, ARC)
        )
        if gain > most:
            best, most = facing, gain
    if most:
        return best
    nearest = min(sight.foes, key=lambda foe: distance2(tile, foe.tile), default=None)
    if nearest is not None and nearest.tile != tile:
        return facing_towards(tile, nearest.tile)
    return _onward(sight, figure, tile)


def _onward(sight: Picture, figure: Figure, tile: Tile) -> Facing:
    """The way that it goes; where it stays, the way to where the enemy is looked for."""
    if tile != figure.tile:
        return facing_towards(figure.tile, tile)
    return figure.facing


def _risk(sight: Picture, figure: Figure, tile: Tile, path: Sequence[Tile]) -> int:
    """Harm from foes that have most of the way under fire but not its end."""
    if len(path) < 2:
        return 0
    whole = (figure.tile, *path)
    length = path_halves(whole)
    total = 0
    for foe, mask in zip(sight.foes, sight.sight, strict=True):
        if not foe.seen or mask & sight.board.bit(tile):
            continue
        open_ = [step for step in path if mask & sight.board.bit(step)]
        if 2 * len(open_) > len(path) and length > 6:
            harm = sight.duels.harm(foe.figure, foe.tile, figure, open_[-1])
            facing = foe.figure.facing
            if harm and sight.duels.ready(foe.figure, foe.tile, facing, figure, open_[-1]):
                total += harm * 2 // 3
    return total


Rank = Callable[[Tile], tuple[int, ...]]


def _tiles(sight: Picture, figure: Figure, routes: Routes) -> tuple[Tile, ...]:
    """The tiles to weigh, best of each sort first, at most as many as the level weighs."""
    found = [t for t in sight.board.tiles_of(routes.mask) if t != figure.tile]
    if not found:
        return ()
    danger = {tile: _danger(sight, tile) for tile in found}
    pull = {tile: _pull(sight, figure, tile) for tile in found}
    cover = {tile: sight.board.terrain(tile).cover for tile in found}
    far = {tile: _far(sight, tile) for tile in found}
    cost = routes.reach.cost

    def mixed(tile: Tile) -> int:
        bad = danger[tile] * (OPEN_DANGER - min(3, cover[tile]) * 100) // 1000
        return pull[tile] - bad + cover[tile] * COVER_WORTH

    sorts: tuple[tuple[int, Rank], ...] = (
        (2, lambda t: (pull[t], -danger[t], -cost(t))),
        (3, lambda t: (mixed(t), -cost(t))),
        (1, lambda t: (-danger[t], pull[t], cover[t], -cost(t))),
        (1, lambda t: (min(1, danger[t]), cover[t], pull[t], -cost(t))),
        (1, lambda t: (cover[t], pull[t], -danger[t], -cost(t))),
        (1, lambda t: (danger[t], cover[t], pull[t], -cost(t))),
        (2, lambda t: (int(far[t] <= 2), -cost(t))),
        (1, lambda t: (-danger[t], far[t], -cost(t))),
    )
    return _varied(found, sorts, sight.level.plans)


def _varied(
    found: Sequence[Tile], sorts: Sequence[tuple[int, Rank]], most: int
) -> tuple[Tile, ...]:
    chosen: list[Tile] = []
    for count, rank in sorts:
        taken: list[Tile] = []
        for tile in sorted(found, key=rank, reverse=True):
            if len(taken) == count or len(chosen) + len(taken) >= most:
                break
            if all(max(abs(tile[0] - x), abs(tile[1] - y)) >= SPREAD for x, y in taken):
                taken.append(tile)
        chosen += [tile for tile in taken if tile not in chosen]
    return tuple(chosen)


def _danger(sight: Picture, tile: Tile) -> int:
    bit = sight.board.bit(tile)
    return sum(foe.sure for foe, mask in zip(sight.foes, sight.sight, strict=True) if mask & bit)


def _pull(sight: Picture, figure: Figure, tile: Tile) -> int:
    bit = sight.board.bit(tile)
    return sum(
        goal.pull(tile, bit, 0)
        for goal, ranks in zip(sight.goals, sight.ranks, strict=True)
        if figure.id in ranks
    )


def _far(sight: Picture, tile: Tile) -> int:
    """Square of the distance to the nearest foe."""
    return min((distance2(tile, foe.tile) for foe in sight.foes), default=0)
