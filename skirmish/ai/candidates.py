"""Where a figure might go: to stay, and a few places of some sorts, so that weighing is cheap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from skirmish.ai.looks import glances, tiles
from skirmish.ai.picture import Picture, alone
from skirmish.ai.places import Place, gone, staying, turned
from skirmish.ai.trials import EDGES
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, corners_of
from skirmish.core.orders import Order, Verb
from skirmish.core.text import Shape
from skirmish.rulesets.families import Family, One, Routes, Spots
from skirmish.rulesets.protocol import gaits

FACINGS = frozenset(facing.name for facing in Facing)
ALL = len(EDGES)
"""Half of the angle that a figure covers which can look where it likes before it attacks."""


@frozen(eq=False)
class Draft:
    """The places that one figure thought of, staying first; whether it may do aught else now.

    `doors`: orders to open one, each with the tile of the door.
    """

    places: tuple[Place, ...]
    acts: bool
    doors: tuple[tuple[Order, Tile], ...] = ()

    def within(self, plans: int) -> Draft:
        """The draft with at most so many orders, doors before places."""
        doors = self.doors[: max(0, plans)]
        places = self.places[: 1 + max(0, plans - len(doors))]
        if len(doors) == len(self.doors) and len(places) == len(self.places):
            return self
        return Draft(places, self.acts, doors)


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
        tiles = sight.board.tiles_of(family.target.mask)
        if not all(sight.board.terrain(tile).door for tile in tiles):
            continue  # to fire at a tile does not open the door that stands there
        for tile in tiles:
            if not sight.board.passable(tile):
                yield Order.of(family.verb, family.figure, tile), tile


def roaming(sight: Picture, figure: Figure) -> int:
    """The pull of the best tile in reach of a figure, over that of its own."""
    known = glances(sight, figure)
    here = best = known[figure.tile].pull
    families = gaits(sight.ruleset, alone(sight.view, figure), figure.id) if known.goals else ()
    for family in families:
        if isinstance(family.target, Routes):
            reached = sight.board.tiles_of(family.target.reach.tiles)
            best = max(best, *(known[tile].pull for tile in reached))
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
    for tile in tiles(sight, figure, routes, nearer):
        path = routes.reach.path(tile)
        yield tuple(path), Order.of(family.verb, figure.id, corners_of(path)), face


def _of_facings(domain: object) -> bool:
    return isinstance(domain, One) and FACINGS.issuperset(domain.options)
