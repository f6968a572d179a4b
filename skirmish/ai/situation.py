"""Situation of a side for one thought: the view, worked into what plans are weighed by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from skirmish.ai.belief import Foe, foes
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.capabilities import at_once
from skirmish.ai.crowd import Crowd
from skirmish.ai.ending import Ending, ending_of
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import Goal, breaking, goals, prize, stake, until_broken
from skirmish.ai.levels import Level
from skirmish.ai.matchups import Matchups
from skirmish.ai.move_history import MOVEMENTS, came_from, moved_only, posed, took_aim
from skirmish.core.board import Board
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, chebyshev, distance2
from skirmish.core.state import Track, Zone
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.rulesets.ruleset import Ruleset

AROUND = 5
"""Tiles round a foe that are watched lest it goes there."""
STUBBORN = 4
"""Half tiles by which another has to be nearer to a goal than who is on his way to it already."""
BLAST = 8
"""Tiles from a target within which a friend may be caught by what falls there, or off it."""


@frozen
class DangerZone:
    """A zone of the enemy: mask of its tiles, who keeps it up ("" where that is not known)."""

    tiles: int
    owner: str


def find_danger_zones(view: View) -> tuple[DangerZone, ...]:
    """The zones in which the enemy may fire at figures that move; clouds are none."""
    state = view.state
    kinds = state.setup.declared.zones
    return tuple(
        DangerZone(state.board.mask_of(zone.tiles), zone.owner)
        for zone in state.zones.values()
        if zone.side != view.side and not kinds[zone.kind].drifts
    )


@frozen(eq=False)
class Situation:
    """All that one thought works with.

    `sight_masks`: for each foe, the mask of the tiles it has line of sight to. `under`: the same,
    but all tiles for one that needs none. `beside`: mask of the tiles beside a foe. `ranks`: for
    each goal, its figures by how near they are, with an allowance for those on their way to it.
    `weights`: what a figure counts for in thousandths of its own points, where objectives or the
    break point of its side hang on it. `counted`: for each foe its weight, as far as it is surely
    there. `roads`: what the ways of a figure depend on besides itself, `ground`: what places worth
    weighing do, `basis`: what its thoughts about them do.
    `earlier_places`: where figures began in the last few movements, if they moved. `posed`: figures
    that changed their posture in this bound. `aiming`: figures that aimed in it and still do.
    `moved_only`: figures that moved in it and have neither attacked since nor learnt of an enemy.
    `mixed`: whether figures walk and attack in the same bounds. `table`: what their actions depend
    on besides themselves and friends. `danger_zones`: the zones that the enemy keeps under fire,
    `clouds`: those of either side that may harm whoever is in them. `crowd`: how many of the side
    stand near each tile, `taken`: mask of the tiles that they stand on.
    `wanted`: mask of the tiles on or near which the enemy is or may soon want to be, where watching
    them counts for anything. `unknown`: the part of the enemy's force that is neither believed to
    be anywhere nor out, in thousandths. `ending`: what may end the battle with this bound.
    """

    ruleset: Ruleset
    view: View
    level: Level
    cache: ThoughtCache
    matchups: Matchups
    mine: tuple[Figure, ...]
    foes: tuple[Foe, ...]
    goals: tuple[Goal, ...]
    sight_masks: tuple[int, ...] = field(repr=False)
    under: tuple[int, ...] = field(repr=False)
    beside: int = field(repr=False)
    ranks: tuple[Mapping[str, int], ...] = field(repr=False)
    weights: Mapping[str, int] = field(repr=False)
    counted: tuple[int, ...] = field(repr=False)
    roads: tuple[object, ...] = field(repr=False)
    ground: tuple[object, ...] = field(repr=False)
    basis: tuple[object, ...] = field(repr=False)
    earlier_places: Mapping[str, Sequence[Tile | None]] = field(repr=False)
    posed: tuple[str, ...]
    aiming: tuple[str, ...]
    moved_only: tuple[str, ...]
    mixed: bool
    table: tuple[object, ...] = field(repr=False)
    danger_zones: tuple[DangerZone, ...] = field(repr=False)
    clouds: tuple[Zone, ...] = field(repr=False)
    crowd: Crowd = field(repr=False)
    taken: int = field(repr=False)
    wanted: int = field(repr=False)
    unknown: int
    ending: Ending = field(repr=False)

    @property
    def board(self) -> Board:
        """The ground as the side knows it."""
        return self.view.state.board

    def weight(self, figure: Figure) -> int:
        """What a loss of the figure counts for, in thousandths of its points."""
        return self.weights.get(figure.id, MILLI)

    def stood(self, figure: Figure) -> int:
        """In how many of the last movements the figure has stayed where it is."""
        since = self.earlier_places.get(figure.id, (None,) * MOVEMENTS)
        stayed = next((age for age, tile in enumerate(since) if tile is not None), MOVEMENTS)
        return min(stayed, self.view.state.clock.turn - 1)

    def walking(self, figure: Figure) -> bool:
        """Whether the figure has moved in this bound or in its side's last movement."""
        last = next(iter(self.earlier_places.get(figure.id, ())), None)
        return figure.id in self.view.state.tracks or last is not None


def assess(ruleset: Ruleset, view: View, level: Level, cache: ThoughtCache) -> Situation:
    """What a view looks like to a level."""
    board = view.state.board
    mine = tuple(sorted(view.own(), key=lambda figure: id_key(figure.id)))
    believed = foes(view, level.memory)
    after = goals(view, believed, cache)
    left = {side: until_broken(view, side) for side in view.state.setup.sides}
    weights = _weights(view, mine, believed, left, cache)
    matchups = Matchups(ruleset, view.state, cache)
    danger_zones, clouds = find_danger_zones(view), _clouds(view)
    mixed = at_once(view.state.setup.declared)
    earlier_places = came_from(view)
    ranked = tuple(_ranks(goal, mine, earlier_places) for goal in after)
    seen = tuple(board.seen_from(foe.tile) for foe in believed)
    roads = _roads(view)
    return Situation(
        ruleset=ruleset,
        view=view,
        level=level,
        cache=cache,
        matchups=matchups,
        mine=mine,
        foes=believed,
        goals=after,
        sight_masks=seen,
        under=_under(matchups, believed, seen),
        beside=_beside(board, believed),
        ranks=ranked,
        weights=weights,
        earlier_places=earlier_places,
        posed=posed(view),
        aiming=took_aim(view),
        moved_only=moved_only(view),
        basis=_basis(view, believed, after, cache, (danger_zones, clouds, tuple(left.values()))),
        roads=roads,
        ground=_ground(view, believed, after),
        mixed=mixed,
        table=(*roads, *_table(view, believed)),
        danger_zones=danger_zones,
        clouds=clouds,
        crowd=Crowd([figure.tile for figure in mine]),
        taken=board.mask_of(figure.tile for figure in mine),
        wanted=0 if mixed or not level.weights.watch else _wanted(board, believed, after),
        unknown=_unknown(view, believed) if level.reply else 0,
        ending=ending_of(ruleset, view),
        counted=tuple(foe.sure * weights.get(foe.figure.id, MILLI) // MILLI for foe in believed),
    )


def _unknown(view: View, believed: Sequence[Foe]) -> int:
    whole = view.state.setup.sides[view.enemy].worth
    known = sum(foe.figure.who.kind.points * foe.sure // MILLI for foe in believed)
    out = sum(f.who.kind.points for f in view.gone.values() if f.side == view.enemy)
    return max(0, whole - known - out) * MILLI // max(1, whole)


def _clouds(view: View) -> tuple[Zone, ...]:
    kinds = view.state.setup.declared.zones
    return tuple(zone for zone in view.state.zones.values() if kinds[zone.kind].cloud)


def _under(matchups: Matchups, believed: Sequence[Foe], seen: Sequence[int]) -> tuple[int, ...]:
    """For each foe the mask of the tiles that it can attack."""
    return tuple(
        -1 if matchups.capabilities(foe.figure).lobs else mask
        for foe, mask in zip(believed, seen, strict=True)
    )


def _wanted(board: Board, believed: Sequence[Foe], after: Sequence[Goal]) -> int:
    """The ground round every foe, and the places that pay."""
    mask = 0
    for foe in believed:
        mask |= board.disc(foe.tile, AROUND)
    for goal in after:
        mask |= goal.tiles
    return mask


def _basis(
    view: View,
    believed: Sequence[Foe],
    after: Sequence[Goal],
    cache: ThoughtCache,
    zones: tuple[object, ...],
) -> tuple[object, ...]:
    """What the thoughts of a figure about places depend on besides itself, as values."""
    return (
        view.state.clock.point,
        tuple((cache.sign(f.figure), f.tile, f.figure.facing, f.sure) for f in believed),
        _unknown(view, believed) > 0,
        _aims(after),
        zones,
    )


def _ground(view: View, believed: Sequence[Foe], after: Sequence[Goal]) -> tuple[object, ...]:
    """What the places worth weighing depend on besides the figure, as values."""
    known = tuple((foe.figure.id, foe.tile, foe.sure) for foe in believed)
    some = _unknown(view, believed) > 0
    return view.state.clock.point, known, _aims(after), view.state.links, some


def _aims(after: Sequence[Goal]) -> tuple[object, ...]:
    return tuple((goal.id, goal.worth, goal.beside, id(goal.costs)) for goal in after)


def _roads(view: View) -> tuple[object, ...]:
    """What the ways of a figure depend on besides itself and friends, as values."""
    state = view.state
    return state.clock.point, tuple(view.enemies()), state.links, tuple(state.zones.values())


def _table(view: View, believed: Sequence[Foe]) -> tuple[object, ...]:
    """What more may make a difference to what a figure can do, friends left out, as values."""
    return (
        tuple((foe.figure.id, foe.tile, foe.sure) for foe in believed),
        tuple((name, contact.figure.at) for name, contact in view.contacts.items()),
    )


def concerned(situation: Situation, figure: Figure) -> tuple[object, ...]:
    """The friends that what a figure does might strike or help, as values that compare."""
    here = figure.tile
    targets = [foe.tile for foe in situation.foes if foe.seen]
    return tuple(
        (friend.id, friend.tile, friend.posture, friend.damage)
        for friend in situation.mine
        if friend.id != figure.id and _in_the_way(here, friend.tile, targets)
    )


def _in_the_way(here: Tile, friend: Tile, targets: Sequence[Tile]) -> bool:
    """Whether a friend is beside a figure, near a target, or within 45 degrees of the way there."""
    if chebyshev(here, friend) <= 1:
        return True
    ax, ay = friend[0] - here[0], friend[1] - here[1]
    for x, y in targets:
        bx, by = x - here[0], y - here[1]
        if abs(ax * by - ay * bx) <= ax * bx + ay * by:
            return True
        if distance2(friend, (x, y)) <= BLAST**2:
            return True
    return False


def _beside(board: Board, believed: Sequence[Foe]) -> int:
    mask = 0
    for foe in believed:
        mask |= around_tile(board, foe.tile)
    return mask


def around_tile(board: Board, tile: Tile) -> int:
    """Mask of a tile and those beside it."""
    x, y = tile
    corners = ((x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))
    return board.disc(tile, 1) | board.mask_of(one for one in corners if board.inside(one))


def _weights(
    view: View,
    mine: Sequence[Figure],
    believed: Sequence[Foe],
    left: Mapping[str, int],
    cache: ThoughtCache,
) -> Mapping[str, int]:
    extra = {figure.id: stake(view, figure.id) for figure in mine}
    for foe in believed:
        name = foe.figure.id
        extra[name] = stake(view, name) + prize(view, cache, name, foe.tile)
    figures = (*mine, *(foe.figure for foe in believed))
    points = {figure.id: figure.who.kind.points for figure in figures}
    for figure in figures:
        extra[figure.id] += breaking(view, points[figure.id], left[figure.side])
    return {name: MILLI + more // max(1, points[name]) for name, more in extra.items() if more}


def _ranks(
    goal: Goal, mine: Sequence[Figure], earlier_places: Mapping[str, Sequence[Tile | None]]
) -> Mapping[str, int]:
    """The figures that a goal is for, 0 for the nearest, cheap ones before dear ones.

    A figure that came nearer in its last movement keeps the role, unless another is
    nearer by far. Of equals the lower id.
    """

    def farness(figure: Figure) -> int:
        cost = goal.cost(figure.tile)
        came = next(iter(earlier_places.get(figure.id, ())), None) or figure.tile
        return cost + figure.who.kind.points - (STUBBORN if cost < goal.cost(came) else 0)

    meant = [figure for figure in mine if not goal.figures or figure.id in goal.figures]
    meant.sort(key=farness)
    return {figure.id: rank for rank, figure in enumerate(meant)}


def alone(view: View, figure: Figure) -> View:
    """The view with this own figure alone: places to go do not hang on friends."""
    state = view.state
    figures = state.figures.items()
    known = {n: f for n, f in figures if f.side != view.side or n == figure.id}
    known[figure.id] = figure
    links = tuple(link for link in state.links if link.a in known and link.b in known)
    tracks = {n: _watched(track, known) for n, track in state.tracks.items() if n in known}
    return fast_evolve(view, state=fast_evolve(state, figures=known, links=links, tracks=tracks))


def _watched(track: Track, known: Mapping[str, Figure]) -> Track:
    if all(name in known for name in track.watchers):
        return track
    steps = (
        fast_evolve(step, watchers=tuple(name for name in step.watchers if name in known))
        for step in track.steps
    )
    return Track(track.figure, tuple(steps))
