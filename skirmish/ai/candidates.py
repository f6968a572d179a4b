"""Where a figure might go: a few places of every sort, so that weighing stays cheap.

Always among them: to stay, the best step to a goal, the best cover, the best place to shoot from,
a charge, and to fall back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from skirmish.ai.picture import Picture, alone
from skirmish.ai.places import Place, gone, staying, turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, corners_of, distance2
from skirmish.core.orders import Order, Verb
from skirmish.core.text import Shape
from skirmish.rulesets.families import Family, One, Routes, Spots
from skirmish.rulesets.protocol import gaits

FACINGS = frozenset(facing.name for facing in Facing)
DANGER = 400
"""What each foe that sees a tile takes off it in a first look, in thousandths of a point."""
COVER = 250
"""What each degree of cover adds in a first look."""
AGAIN = 5
"""Places weighed at most for a figure that has moved already in this bound."""
ALL = 8
"""Half of the angle that a figure covers which can look where it likes before it attacks."""
SPREAD = 2
"""Tiles that two places of the same sort keep apart."""


@frozen(eq=False)
class Draft:
    """The places that one figure thought of, staying first; whether it may do aught else now.

    `doors`: orders to open one, each with the tile of the door.
    """

    places: tuple[Place, ...]
    acts: bool
    doors: tuple[tuple[Order, Tile], ...] = ()


def draft(sight: Picture, figure: Figure) -> Draft:
    """The places for a figure, whichever of its friends may stand there."""
    key = (figure, figure.id in sight.view.state.tracks, sight.basis)
    kept = sight.memory.drafts.get(figure.id)
    if kept is not None and kept[0] == key:
        known: Draft = kept[1]
        return known
    made = _draft(sight, figure)
    sight.memory.drafts[figure.id] = (key, made)
    return made


@frozen(eq=False)
class Outline:
    """Where a figure might go, whatever harm there is: ways with the field that says where to look.

    `turns`: the orders that look another way. `acts` and `doors` are those of the draft.
    """

    ways: tuple[tuple[tuple[Tile, ...], Order, str], ...]
    turns: tuple[str, ...]
    acts: bool
    doors: tuple[tuple[Order, Tile], ...]


def _draft(sight: Picture, figure: Figure) -> Draft:
    state = sight.view.state
    if not state.setup.declared.phases[state.clock.phase].moves:
        return Draft((), acts=True)
    outline = _outline(sight, figure)
    places = [staying(sight, figure)]
    places += [gone(sight, figure, path, order, face) for path, order, face in outline.ways]
    for verb in outline.turns:
        place = turned(sight, figure, verb)
        if place.facing is not figure.facing:
            places.append(place)
    return Draft(tuple(places), outline.acts, outline.doors)


def _outline(sight: Picture, figure: Figure) -> Outline:
    """The outline; it holds for as long as everybody stands where he stands."""
    key = (figure, figure.id in sight.view.state.tracks, sight.ground)
    kept = sight.memory.outlines.get(figure.id)
    if kept is not None and kept[0] == key:
        known: Outline = kept[1]
        return known
    made = _outlined(sight, figure)
    sight.memory.outlines[figure.id] = (key, made)
    return made


def _outlined(sight: Picture, figure: Figure) -> Outline:
    verbs = sight.ruleset.verbs
    families = gaits(sight.ruleset, alone(sight.view, figure), figure.id)
    ways: list[tuple[tuple[Tile, ...], Order, str]] = []
    turns = []
    nearer = 0  # where a slower gait leads, nobody needs to run
    for family in families:
        if isinstance(family.target, Routes):
            ways += _ways(sight, figure, family, family.target, nearer)
            nearer |= family.target.mask
        elif _looks_round(sight, figure, family):
            turns.append(family.verb)
    acts = sight.mixed or any(_acts(verbs[family.verb]) for family in families)
    return Outline(tuple(ways), tuple(turns), acts, tuple(_doors(sight, families)))


def _doors(sight: Picture, families: Sequence[Family]) -> Iterator[tuple[Order, Tile]]:
    """The closed doors beside a figure that it may open."""
    for family in families:
        verb = sight.ruleset.verbs.get(family.verb)
        if verb is None or verb.dice or not isinstance(family.target, Spots):
            continue
        for tile in sight.board.tiles_of(family.target.mask):
            if sight.board.terrain(tile).door and not sight.board.passable(tile):
                yield Order.of(family.verb, family.figure, tile), tile


def roaming(sight: Picture, figure: Figure) -> int:
    """The pull of the best tile in reach of a figure, over that of its own."""
    after = zip(sight.goals, sight.ranks, strict=True)
    goals = [goal for goal, ranks in after if figure.id in ranks]

    def pull(tile: Tile) -> int:
        bit = sight.board.bit(tile)
        return sum(goal.pull(tile, bit, 0) for goal in goals)

    here = best = pull(figure.tile)
    for family in gaits(sight.ruleset, alone(sight.view, figure), figure.id) if goals else ():
        if isinstance(family.target, Routes):
            best = max(best, *map(pull, sight.board.tiles_of(family.target.reach.tiles)))
    return best - here


def _acts(verb: Verb) -> bool:
    """Whether an order does more than to walk, to turn or to work a door."""
    return verb.dice or verb.target not in (Shape.PATH, Shape.FACING, Shape.TILE)


def _looks_round(sight: Picture, figure: Figure, family: Family) -> bool:
    """Whether orders of a family turn a figure to any avail."""
    if not _of_facings(family.target):
        return False
    return not (sight.mixed and sight.duels.talent(figure).front == ALL)


def _ways(
    sight: Picture, figure: Figure, family: Family, routes: Routes, nearer: int
) -> Iterator[tuple[tuple[Tile, ...], Order, str]]:
    face = next((name for name, domain in family.fields if _of_facings(domain)), "")
    for tile in _tiles(sight, figure, routes, nearer):
        path = routes.reach.path(tile)
        yield tuple(path), Order.of(family.verb, figure.id, corners_of(path)), face


def _of_facings(domain: object) -> bool:
    return isinstance(domain, One) and FACINGS.issuperset(domain.options)


class Look(NamedTuple):
    """A first look at a tile in reach: cheap, and good enough to sort by."""

    tile: Tile
    cost: int
    pull: int
    danger: int
    cover: int
    beside: bool


def _mixed(look: Look) -> tuple[int, ...]:
    """A bit of everything."""
    danger = look.danger * (DANGER - 100 * look.cover) // 1000
    return look.pull - danger + look.cover * COVER, -look.cost


Sort = Callable[[Look], tuple[int, ...]]
Tie = Callable[[Tile], tuple[int, ...]]
SORTS: tuple[tuple[int, Sort], ...] = (
    (2, lambda t: (t.pull, -t.danger, -t.cost)),
    (3, _mixed),
    (1, lambda t: (-t.danger, t.pull, t.cover, -t.cost)),
    (1, lambda t: (min(1, t.danger), t.cover, t.pull, -t.cost)),
    (1, lambda t: (t.cover, t.pull, -t.danger, -t.cost)),
    (1, lambda t: (t.danger, t.cover, t.pull, -t.cost)),
    (2, lambda t: (t.beside, -t.cost)),
)
"""To a goal, a bit of everything, out of danger, to shoot from cover, covered, to shoot, to
charge: how many of each, and by what they are sorted. The last one falls back."""


def _tiles(sight: Picture, figure: Figure, routes: Routes, nearer: int) -> tuple[Tile, ...]:
    """The tiles to weigh, at most as many as the level weighs."""
    looks = list(_looks(sight, figure, routes, routes.mask & ~nearer))
    tie = _tie(sight, figure)
    moved = figure.id in sight.view.state.tracks
    most = min(AGAIN, sight.level.plans) if moved else sight.level.plans
    chosen: list[Tile] = []
    for count, sort in SORTS:
        if len(chosen) >= most - 1:
            break
        chosen += [tile for tile in _best(looks, count, sort, tie) if tile not in chosen]
    back = [tile for tile in _back(sight, looks, tie) if tile not in chosen]
    return (*chosen[: most - 1], *back)


def _back(sight: Picture, looks: Sequence[Look], tie: Tie) -> Iterator[Tile]:
    """The tile farthest from every foe, of those that fewest of them see."""
    if looks and sight.foes:
        least = min(look.danger for look in looks)
        gaps = {
            look.tile: min(distance2(look.tile, foe.tile) for foe in sight.foes)
            for look in looks
            if look.danger == least
        }
        most = max(gaps.values())
        yield min((tile for tile, gap in gaps.items() if gap == most), key=tie)


def _looks(sight: Picture, figure: Figure, routes: Routes, reached: int) -> Iterator[Look]:
    board, beside = sight.board, sight.beside
    pulls = [
        goal.pull
        for goal, ranks in zip(sight.goals, sight.ranks, strict=True)
        if figure.id in ranks
    ]
    guns = [
        (foe.sure, mask)
        for foe, mask in zip(sight.foes, sight.sight, strict=True)
        if mask & reached
    ]
    for cost, ring in routes.reach.rings.items():
        for tile in board.tiles_of(ring & reached):
            bit = board.bit(tile)
            pull = danger = 0
            for goal in pulls:
                pull += goal(tile, bit, 0)
            for sure, mask in guns:
                if mask & bit:
                    danger += sure
            cover = board.terrain(tile).cover
            yield Look(tile, cost, pull, danger, cover, bool(beside & bit))


def _best(looks: Sequence[Look], count: int, sort: Sort, tie: Tie) -> list[Tile]:
    """The best tiles of a sort, some way apart."""
    taken: list[Tile] = []
    left = [(sort(look), look.tile) for look in looks]
    while left and len(taken) < count:
        most = max(worth for worth, _ in left)
        tile = min((tile for worth, tile in left if worth == most), key=tie)
        taken.append(tile)
        if len(taken) < count:
            left = [one for one in left if _apart(one[1], tile)]
    return taken


def _tie(sight: Picture, figure: Figure) -> Tie:
    """What decides between equals, the same whichever way the table is turned, as far as may be."""
    here = figure.tile
    foes = [foe.tile for foe in sight.foes]
    friends = [other.tile for other in sight.mine]

    def key(tile: Tile) -> tuple[int, int, int]:
        return (
            distance2(tile, here),
            sum(distance2(tile, foe) for foe in foes),
            sum(distance2(tile, friend) for friend in friends),
        )

    return key


def _apart(a: Tile, b: Tile) -> bool:
    return abs(a[0] - b[0]) >= SPREAD or abs(a[1] - b[1]) >= SPREAD
