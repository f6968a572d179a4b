"""Situation of a side in one thought: its view, and what is derived from it to weigh plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, reduce
from operator import or_

from skirmish.ai.action_budget import share
from skirmish.ai.belief import foes
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.capabilities import at_once
from skirmish.ai.ending import Ending, ending_of
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import (
    Goal,
    bearers,
    breaking,
    goals,
    lead,
    precious,
    prize,
    safety,
    stake,
    until_broken,
)
from skirmish.ai.levels import Level
from skirmish.ai.matchups import Matchups
from skirmish.ai.move_history import MOVEMENTS, came_from, moved_only, posed, took_aim
from skirmish.core.board import Board
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import Track, Zone
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.rulesets.ruleset import Ruleset

AROUND = 5
"""Radius around a foe, in tiles, that is watched in case the foe goes there."""
STUBBORN = 4
"""Half tiles by which another figure must be nearer to a goal to take it over from one on its way.
"""


class Situation:
    """All data of one thought; most of it is computed on demand.

    Attributes:
        view: What the side knows; after an order that is tried out, what it will know. All else is
            as the thought began.
        mine: Its figures; `foes`: the enemies as they are believed to stand.
        goals: The side's goals.
        sight_masks: For each foe, the mask of the tiles it has line of sight to.
        beside: Mask of the foes' tiles and those beside; `taken`: of the side's own tiles.
        mixed: Whether figures walk and attack in the same bounds.
        earlier_places: Where figures began in the last few movements, if they moved.
        posed: Figures that changed their posture in this bound.
        aiming: Figures that aimed in this bound and still do.
        moved_only: Figures that moved in this bound and have neither attacked nor found an enemy.
    """

    def __init__(self, ruleset: Ruleset, view: View, level: Level, cache: ThoughtCache) -> None:
        """Begin a thought on a view at a level."""
        board = view.state.board
        self.ruleset, self.level, self.cache = ruleset, level, cache
        self.view = self._begun = view
        self.matchups = Matchups(ruleset, view.state, cache)
        self.mine = tuple(sorted(view.own(), key=lambda figure: id_key(figure.id)))
        self.foes = foes(view, level.memory)
        self.goals = goals(view, self.foes, cache)
        self.sight_masks = tuple(board.seen_from(foe.tile) for foe in self.foes)
        self.beside = _union(around_tile(board, foe.tile) for foe in self.foes)
        self.taken = board.mask_of(figure.tile for figure in self.mine)
        self.mixed = at_once(view.state.setup.declared)
        self.earlier_places = came_from(view)
        self.posed, self.aiming, self.moved_only = posed(view), took_aim(view), moved_only(view)

    def later(self, view: View) -> Situation:
        """Return the situation with the view after an order that is tried out."""
        tried = copy(self)
        tried.view = view
        return tried

    @property
    def board(self) -> Board:
        """The ground as the side knows it."""
        return self.view.state.board

    @cached_property
    def under(self) -> Sequence[int]:
        """For each foe the mask of the tiles that it can attack: all for one with indirect fire."""
        return tuple(
            -1 if self.matchups.capabilities(foe.figure).indirect else mask
            for foe, mask in zip(self.foes, self.sight_masks, strict=True)
        )

    @cached_property
    def ranks(self) -> Sequence[Mapping[str, int]]:
        """For each goal the ranks of its figures, 0 for the nearest; points count as distance.

        A figure that came nearer in its last movement keeps the goal, unless another is much
        nearer. Of equals the lower id comes first.
        """
        return tuple(self._ranks(goal) for goal in self.goals)

    def _ranks(self, goal: Goal) -> Mapping[str, int]:
        def farness(figure: Figure) -> int:
            cost = goal.cost(figure.tile)
            came = next(iter(self.earlier_places.get(figure.id, ())), None) or figure.tile
            return cost + figure.who.kind.points - (STUBBORN if cost < goal.cost(came) else 0)

        meant = [one for one in self.mine if not goal.figures or one.id in goal.figures]
        meant.sort(key=farness)
        return {figure.id: rank for rank, figure in enumerate(meant)}

    @cached_property
    def _until_broken(self) -> Mapping[str, int]:
        return {side: until_broken(self._begun, side) for side in self._begun.state.setup.sides}

    @cached_property
    def _weights(self) -> Mapping[str, int]:
        """Weights of figures that objectives or the break point of their side depend on."""
        foes = ((foe.figure, foe.tile) for foe in self.foes)
        both = (*((figure, figure.tile) for figure in self.mine), *foes)
        return {figure.id: self.weight_at(figure, tile) for figure, tile in both}

    @cached_property
    def precious(self) -> Mapping[str, int]:
        """Own figures on which more depends by objectives than on others; see `goals.precious`."""
        return precious(self._begun)

    @cached_property
    def moves_last(self) -> Sequence[str]:
        """Own figures to move after the others: precious ones, and the only ones for a place."""
        return (*self.precious, *bearers(self._begun))

    def weight_at(self, figure: Figure, tile: Tile) -> int:
        """Weight of a loss of the figure on a tile, in thousandths of its points."""
        view, points = self._begun, figure.who.kind.points
        more = stake(view, figure.id) + breaking(view, points, self._until_broken[figure.side])
        if figure.side != view.side:
            more += prize(view, self.cache, figure.id, tile)
        return MILLI + more // max(1, points)

    def weight(self, figure: Figure) -> int:
        """Weight of a loss of the figure, in thousandths of its points."""
        return self._weights.get(figure.id, MILLI)

    @cached_property
    def counted(self) -> Sequence[int]:
        """For each foe its weight, times the confidence that it is there."""
        return tuple(foe.sure * self.weight(foe.figure) // MILLI for foe in self.foes)

    @cached_property
    def danger_zones(self) -> Sequence[Zone]:
        """The zones in which the enemy may fire at figures that move; without clouds."""
        state, side = self._begun.state, self.view.side
        kinds = state.setup.declared.zones
        return tuple(z for z in state.zones.values() if z.side != side and not kinds[z.kind].drifts)

    @cached_property
    def clouds(self) -> Sequence[Zone]:
        """The clouds of either side: a figure in one may be harmed."""
        state = self._begun.state
        kinds = state.setup.declared.zones
        return tuple(zone for zone in state.zones.values() if kinds[zone.kind].cloud)

    @cached_property
    def wanted(self) -> int:
        """Mask of the tiles that the enemy is near or may soon want; 0 if `watch` is 0."""
        if self.mixed or not self.level.weights.watch:
            return 0
        near = (self._begun.state.board.disc(foe.tile, AROUND) for foe in self.foes)
        return _union((*near, *(goal.tiles for goal in self.goals)))

    @cached_property
    def unknown(self) -> int:
        """Part of the enemy's force that is neither located nor out of the battle."""
        view = self._begun
        whole = view.state.setup.sides[view.enemy].worth if self.level.reply else 0
        known = sum(foe.figure.who.kind.points * foe.sure // MILLI for foe in self.foes)
        out = sum(f.who.kind.points for f in view.gone.values() if f.side == view.enemy)
        return max(0, whole - known - out) * MILLI // max(1, whole)

    @cached_property
    def safety(self) -> int:
        """Weight of safety, and of the enemy coming by itself, in thousandths."""
        return 0 if self.ending.last else self.caution

    @cached_property
    def caution(self) -> int:
        """Weight of own losses in this bound, in thousandths; see `goals.safety`."""
        return safety(self._begun)

    @cached_property
    def ahead(self) -> bool:
        """Whether the side wins if all figures stay where it knows them to be."""
        return lead(self._begun) > 0

    @cached_property
    def ending(self) -> Ending:
        """What may end the battle with this bound."""
        return ending_of(self.ruleset, self._begun)

    @cached_property
    def basis(self) -> tuple[object, ...]:
        """Cache key of a figure's end positions, apart from the figure itself."""
        left = tuple(self._until_broken.values())
        sign = self.cache.sign
        return (
            self._begun.state.clock.point,
            tuple((sign(foe.figure), foe.tile, foe.figure.facing, foe.sure) for foe in self.foes),
            *(self.unknown > 0, self._aims, self.danger_zones, self.clouds, left),
        )

    @cached_property
    def ground(self) -> tuple[object, ...]:
        """Cache key of the tile features and shortlists, apart from the figure itself."""
        state = self._begun.state
        known = tuple((foe.figure.id, foe.tile, foe.sure) for foe in self.foes)
        return state.clock.point, known, self._aims, state.links, self.unknown > 0

    @property
    def _aims(self) -> tuple[object, ...]:
        return tuple((goal.id, goal.worth, goal.beside, id(goal.costs)) for goal in self.goals)

    def attacks_later(self, figure: Figure) -> bool:
        """Whether the battle has another bound in which the figure may attack."""
        state = self._begun.state
        if state.clock.turn < state.setup.turns:
            return True
        *_, following = self.ruleset.turn.coming(state, figure)
        return following.turn <= state.setup.turns and not self.ending.last

    def left(self, figure: Figure) -> int:
        """What a figure has left of its bound, in thousandths."""
        return share(self.ruleset.estimates.budget_left(self.view.state, figure.id))

    def stood(self, figure: Figure) -> int:
        """Number of its side's last movements in which the figure has stayed on its tile."""
        since = self.earlier_places.get(figure.id, (None,) * MOVEMENTS)
        stayed = next((age for age, tile in enumerate(since) if tile is not None), MOVEMENTS)
        return min(stayed, self.view.state.clock.turn - 1)

    def walking(self, figure: Figure) -> bool:
        """Whether the figure has moved in this bound or in its side's last movement."""
        last = next(iter(self.earlier_places.get(figure.id, ())), None)
        return figure.id in self.view.state.tracks or last is not None


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def around_tile(board: Board, tile: Tile) -> int:
    """Mask of a tile and those beside it."""
    x, y = tile
    corners = ((x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))
    return board.disc(tile, 1) | board.mask_of(one for one in corners if board.inside(one))


def alone(view: View, figure: Figure) -> View:
    """Return the view with this own figure alone: the places to go to do not depend on friends."""
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
