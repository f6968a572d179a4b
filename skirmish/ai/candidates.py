"""Where a figure might go: a few places of every sort, so that weighing stays cheap.

Always among them: to stay, the best step to a goal, the best cover, the best place to shoot from,
a charge, and to fall back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from skirmish.ai.picture import Picture, alone
from skirmish.ai.places import Place, gone, staying, turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, corners_of, distance2
from skirmish.core.orders import Order
from skirmish.rulesets.families import Family, One, Routes

FACINGS = frozenset(facing.name for facing in Facing)
DANGER = 400
"""What each foe that sees a tile takes off it in a first look, in thousandths of a point."""
COVER = 250
"""What each degree of cover adds in a first look."""
TOUCHING = 2
"""Square of the distance of tiles that touch."""
AGAIN = 5
"""Places weighed at most for a figure that has moved already in this bound."""
SPREAD = 2
"""Tiles that two places of the same sort keep apart."""


@frozen(eq=False)
class Draft:
    """The places that one figure thought of, staying first; whether it may attack now."""

    places: tuple[Place, ...]
    attacks: bool


def draft(sight: Picture, figure: Figure) -> Draft:
    """The places for a figure, whichever of its friends may stand there."""
    key = (figure, sight.basis)
    kept = sight.memory.drafts.get(figure.id)
    if kept is not None and kept[0] == key:
        known: Draft = kept[1]
        return known
    made = _draft(sight, figure)
    sight.memory.drafts[figure.id] = (key, made)
    return made


def _draft(sight: Picture, figure: Figure) -> Draft:
    state = sight.view.state
    if not state.setup.declared.phases[state.clock.phase].moves:
        return Draft((), attacks=True)
    verbs = sight.ruleset.verbs
    families = sight.ruleset.choices(alone(sight.view, figure), figure.id)
    places = [staying(sight, figure)]
    for family in families:
        if isinstance(family.target, Routes):
            places += _moves(sight, figure, family, family.target)
        elif turn := _turn(sight, figure, family):
            places.append(turn)
    attacks = any(verbs[family.verb].dice for family in families if family.verb in verbs)
    return Draft(tuple(places), attacks)


def _turn(sight: Picture, figure: Figure, family: Family) -> Place | None:
    if not _of_facings(family.target):
        return None
    place = turned(sight, figure, family.verb)
    return None if place.facing is figure.facing else place


def _moves(sight: Picture, figure: Figure, family: Family, routes: Routes) -> Iterator[Place]:
    face = next((name for name, domain in family.fields if _of_facings(domain)), "")
    for tile in _tiles(sight, figure, routes):
        path = routes.reach.path(tile)
        order = Order.of(family.verb, figure.id, corners_of(path))
        yield gone(sight, figure, path, order, face)


def _of_facings(domain: object) -> bool:
    return isinstance(domain, One) and FACINGS.issuperset(domain.options)


@frozen
class Look:
    """A first look at a tile in reach: cheap, and good enough to sort by."""

    tile: Tile
    cost: int
    pull: int
    danger: int
    cover: int
    far: int

    @property
    def mixed(self) -> int:
        """A bit of everything."""
        return self.pull - self.danger * (DANGER - 100 * self.cover) // 1000 + self.cover * COVER


Sort = Callable[[Look], tuple[int, ...]]
SORTS: tuple[tuple[int, Sort], ...] = (
    (2, lambda t: (t.pull, -t.danger, -t.cost)),
    (3, lambda t: (t.mixed, -t.cost)),
    (1, lambda t: (-t.danger, t.pull, t.cover, -t.cost)),
    (1, lambda t: (min(1, t.danger), t.cover, t.pull, -t.cost)),
    (1, lambda t: (t.cover, t.pull, -t.danger, -t.cost)),
    (1, lambda t: (t.danger, t.cover, t.pull, -t.cost)),
    (2, lambda t: (int(t.far <= TOUCHING), -t.cost)),
    (1, lambda t: (-t.danger, t.far, -t.cost)),
)
"""To a goal, a bit of everything, out of danger, to shoot from cover, covered, to shoot, to
charge, to fall back: how many of each, and by what they are sorted."""


def _tiles(sight: Picture, figure: Figure, routes: Routes) -> tuple[Tile, ...]:
    """The tiles to weigh, at most as many as the level weighs."""
    looks = list(_looks(sight, figure, routes))
    moved = figure.id in sight.view.state.tracks
    most = min(AGAIN, sight.level.plans) if moved else sight.level.plans
    chosen: list[Tile] = []
    for count, sort in SORTS:
        if len(chosen) >= most:
            break
        chosen += [tile for tile in _best(looks, count, sort) if tile not in chosen]
    return tuple(chosen[:most])


def _looks(sight: Picture, figure: Figure, routes: Routes) -> Iterator[Look]:
    board = sight.board
    meant = [
        goal for goal, ranks in zip(sight.goals, sight.ranks, strict=True) if figure.id in ranks
    ]
    foes = list(zip(sight.foes, sight.sight, strict=True))
    for cost, ring in routes.reach.rings.items():
        for tile in board.tiles_of(ring & routes.mask):
            bit = board.bit(tile)
            yield Look(
                tile,
                cost,
                sum(goal.pull(tile, bit, 0) for goal in meant),
                sum(foe.sure for foe, mask in foes if mask & bit),
                board.terrain(tile).cover,
                min((distance2(tile, foe.tile) for foe, _ in foes), default=0),
            )


def _best(looks: Sequence[Look], count: int, sort: Sort) -> list[Tile]:
    """The best tiles of a sort, some way apart."""
    taken: list[Tile] = []
    left = looks
    while left and len(taken) < count:
        tile = max(left, key=sort).tile
        taken.append(tile)
        if len(taken) < count:
            left = [look for look in left if _apart(look.tile, tile)]
    return taken


def _apart(a: Tile, b: Tile) -> bool:
    return abs(a[0] - b[0]) >= SPREAD or abs(a[1] - b[1]) >= SPREAD
