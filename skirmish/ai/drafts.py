"""Drafts of a figure's next move: the tile where it stands and a few others worth weighing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from attrs import evolve, frozen

from skirmish.ai.action_budget import share
from skirmish.ai.capabilities import EDGES
from skirmish.ai.end_positions import EndPosition, end_position, left_by_friends
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.situation import Situation, alone
from skirmish.core.codec import Shape
from skirmish.core.dice import Distribution
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, corners_of
from skirmish.core.orders import Order, Verb
from skirmish.rulesets.families import Family, One, Routes, Spots

FACINGS = frozenset(facing.name for facing in Facing)
ALL = len(EDGES)
"""Half-angle of the arc of a figure that can turn freely before it attacks."""


@frozen(eq=False)
class Draft:
    """The places weighed for one figure, staying first.

    `acts`: whether it may do anything but move now. `doors`: orders to open one, each with the tile
    of the door.
    """

    places: tuple[EndPosition, ...]
    acts: bool
    doors: tuple[tuple[Order, Tile], ...] = ()

    def within(self, plans: int) -> Draft:
        """Return the draft with at most this many orders, doors before places."""
        doors = self.doors[: max(0, plans)]
        places = self.places[: 1 + max(0, plans - len(doors))]
        if len(doors) == len(self.doors) and len(places) == len(self.places):
            return self
        return Draft(places, self.acts, doors)


def draft(situation: Situation, figure: Figure) -> Draft:
    """Return the places for a figure, including tiles where friends stand."""
    left, state = left_by_friends(situation, figure), situation.view.state
    # The tile behind an enemy that a friend fights hand to hand is weighed, too.
    fights = 0 if situation.mixed else situation.beside & situation.taken
    key = (figure, figure.id in state.tracks, left, fights, situation.basis)
    return situation.cache.latest(_draft, (figure.id,), situation, figure, key=key)


def _draft(situation: Situation, figure: Figure) -> Draft:
    state, verbs = situation.view.state, situation.ruleset.verbs
    if state.setup.declared.waits(figure):
        return Draft((), acts=False)  # whatever it did would end its wait
    if not state.setup.declared.phases[state.clock.phase].moves:
        return Draft((), acts=True)
    families = _movement(situation, figure)
    places = [standing(situation, figure)] if families else []
    nearer = 0  # tiles in reach of a slower gait need no faster one
    for family in families:
        if isinstance(family.target, Routes):
            places += _places(situation, figure, family, family.target, nearer)
            nearer |= family.target.mask
        elif _looks_round(situation, figure, family):
            places += _turned(situation, figure, family.verb)
    acts = situation.mixed or any(_acts(verbs[family.verb]) for family in families)
    return Draft(tuple(places), acts, tuple(_doors(situation, families)))


def standing(situation: Situation, figure: Figure) -> EndPosition:
    """The place where a figure stands."""
    key = (figure, left_by_friends(situation, figure), situation.basis)
    return situation.cache.latest(end_position, (figure.id,), situation, figure, key=key)


def _turned(situation: Situation, figure: Figure, verb: str) -> Iterator[EndPosition]:
    """Yield the present tile with the best facing, if the figure should turn."""
    place = end_position(situation, figure, order=Order.of(verb, figure.id, figure.facing))
    if place.facing is not figure.facing:
        order = Order.of(verb, figure.id, place.facing)
        state = situation.view.state
        cost = share(situation.ruleset.cost(state, order)) if situation.mixed else 0
        yield evolve(place, order=order, cost=cost)


def _movement(situation: Situation, figure: Figure) -> Sequence[Family]:
    """Return a figure's movement with no friend on the ground."""
    return situation.ruleset.movement(alone(situation.view, figure), figure.id)


def _doors(situation: Situation, families: Sequence[Family]) -> Iterator[tuple[Order, Tile]]:
    """Yield orders to open the closed doors beside a figure."""
    for family in families:
        verb = situation.ruleset.verbs.get(family.verb)
        if verb is None or verb.dice or not isinstance(family.target, Spots):
            continue
        tiles = situation.board.tiles_of(family.target.mask)
        if not all(situation.board.terrain(tile).door for tile in tiles):
            continue  # a shot at a tile does not open a door
        for tile in tiles:
            if not situation.board.passable(tile):
                yield Order.of(family.verb, family.figure, tile), tile


def roaming(situation: Situation, figure: Figure) -> int:
    """Pull of the best tile in reach of a figure, less that of its own."""
    from skirmish.ai.shortlist import flags, tile_features  # noqa: PLC0415 - loads numpy

    known = tile_features(situation, figure)
    families = _movement(situation, figure) if known.goals else ()
    reached = situation.board.bit(figure.tile)
    for family in families:
        if isinstance(family.target, Routes):
            reached |= family.target.reach.tiles
    pull = known.pull
    best = pull[flags(situation.board, reached)[0]].max()
    return int(best - pull[situation.board.index(figure.tile)])


def _acts(verb: Verb) -> bool:
    """Whether an order does more than walk, turn or work a door."""
    return verb.dice or verb.target not in (Shape.PATH, Shape.FACING, Shape.TILE)


def _looks_round(situation: Situation, figure: Figure, family: Family) -> bool:
    """Whether orders of a family turn a figure, and turning matters."""
    if not _of_facings(family.target):
        return False
    return not (situation.mixed and situation.matchups.capabilities(figure).front == ALL)


def _places(
    situation: Situation, figure: Figure, family: Family, routes: Routes, nearer: int
) -> Iterator[EndPosition]:
    lengths = situation.ruleset.estimates.lengths.get(family.verb)
    places = _ends(situation, figure, family, routes, nearer)
    if lengths is None:
        return places
    return _uncertain(situation, figure, routes, places, lengths(situation.view.state, figure))


def _ends(
    situation: Situation, figure: Figure, family: Family, routes: Routes, nearer: int
) -> Iterator[EndPosition]:
    from skirmish.ai.shortlist import shortlisted_tiles  # noqa: PLC0415 - loads numpy

    face = next((name for name, domain in family.fields if _of_facings(domain)), "")
    free = alone(situation.view, figure).state  # friends in the way refuse no path
    costs: dict[int, int] = {}  # paths of equal length cost the same
    for tile in shortlisted_tiles(situation, figure, routes, nearer):
        path, length = routes.reach.path(tile), routes.reach.cost(tile)
        order = Order.of(family.verb, figure.id, corners_of(path))
        if situation.mixed and length not in costs:
            costs[length] = share(situation.ruleset.cost(free, order))
        yield end_position(situation, figure, path, order, face, costs.get(length, 0))


def _uncertain(
    situation: Situation,
    figure: Figure,
    routes: Routes,
    places: Iterator[EndPosition],
    goes: Distribution[int],
) -> Iterator[EndPosition]:
    """Yield places that a figure reaches only if its dice let it go so far."""
    shorts: dict[tuple[Tile, ...], EndPosition] = {}
    for place in places:
        path, length = routes.reach.path(place.tile), routes.reach.cost(place.tile)
        less = {halves: weight for halves, weight in goes.weights.items() if halves < length}
        weight = sum(less.values())
        if not weight or place.order is None:
            yield place
            continue
        mean = sum(map(mul, less, less.values())) // weight
        way = tuple(tile for tile in path if routes.reach.cost(tile) <= mean) or (figure.tile,)
        if way not in shorts:
            shorts[way] = end_position(situation, figure, way, place.order, cost=place.cost)
        chance = MILLI * (goes.denominator - weight) // goes.denominator
        yield evolve(place, chance=chance, short=shorts[way])


def _of_facings(domain: object) -> bool:
    return isinstance(domain, One) and FACINGS.issuperset(domain.options)
