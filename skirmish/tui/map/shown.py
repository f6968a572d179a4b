"""Which overlay belongs to the order that is being put together."""

from __future__ import annotations

from skirmish.core.geometry import Tile, expand_path, parse_path
from skirmish.core.text import Shape
from skirmish.errors import SkirmishError
from skirmish.rulesets.common import deploy
from skirmish.rulesets.families import Routes, Spots
from skirmish.tui.keys import Mode
from skirmish.tui.map.cells import Overlay
from skirmish.tui.offers import Offers
from skirmish.tui.pick import Pick, complete, family_of
from skirmish.tui.trace import Trace
from skirmish.tui.wording import answers


def overlay_of(
    offers: Offers,
    pick: Pick,
    covering: str = "",
    *,
    levels: bool = False,
    threat: bool = False,
    trace: Trace | None = None,
) -> Overlay:
    """What lies over the map.

    `covering` is the figure whose arc is shown, if any, `trace` a deed that is shown again.
    """
    return Overlay(
        ground=_ground(offers, pick),
        arc=offers.covered(covering) if covering else 0,
        path=trace.path if trace else _path(offers, pick),
        targets=trace.tiles if trace else _targets(offers, pick),
        chosen=offers.place(pick.figure) if pick.figure else None,
        able=offers.able(),
        goals=_goals(offers) if levels else 0,
        levels=levels,
        threat=offers.threat() if threat else 0,
        spots=_landing(offers, pick),
        area=_area(offers, pick),
    )


def _goals(offers: Offers) -> int:
    """Mask of the areas of all objectives."""
    board, mask = offers.board, 0
    for goal in offers.view.state.setup.objectives:
        if goal.area is not None:
            left, top, right, bottom = goal.area
            columns = range(left, right + 1)
            mask |= board.mask_of((x, y) for y in range(top, bottom + 1) for x in columns)
    return mask


def _ground(offers: Offers, pick: Pick) -> int:
    if offers.deploying and offers.my_bound and not pick.verb:
        return deploy.zone(offers.view.state, offers.view.side)
    if pick.mode is not Mode.TARGET:
        return 0
    if not pick.field:
        return offers.ground(pick.figure, pick.verb)
    family = family_of(offers, pick)
    domain = dict(family.fields).get(pick.field) if family else None
    return domain.mask if isinstance(domain, Spots | Routes) else 0


def _path(offers: Offers, pick: Pick) -> tuple[Tile, ...]:
    if not pick.target or offers.shape(pick.verb) is not Shape.PATH:
        return ()
    return expand_path(parse_path(pick.target))


def _landing(offers: Offers, pick: Pick) -> tuple[Tile, ...]:
    """Where what is aimed may come down."""
    if pick.mode not in (Mode.TARGET, Mode.FIELDS) or not complete(offers, pick):
        return ()
    try:
        odds = offers.odds(pick.order)
    except SkirmishError:
        return ()
    return tuple(tile for tile in odds.landing if tile) if odds else ()


def _targets(offers: Offers, pick: Pick) -> tuple[Tile, ...]:
    if pick.mode is Mode.ANSWER:
        options = answers(offers.view, offers.known_verbs)
        return tuple(dict.fromkeys(o.tile for o in options if o.tile is not None))
    if pick.mode not in (Mode.TARGET, Mode.FIELDS):
        return ()
    places = [offers.place(name) for name in offers.listed(pick.figure, pick.verb)]
    if area := _area(offers, pick):
        figures = offers.view.state.figures.values()
        places += [f.at for f in figures if f.at and area & offers.board.bit(f.at)]
    return tuple(dict.fromkeys(place for place in places if place is not None))


def _area(offers: Offers, pick: Pick) -> int:
    """What the order would cover, as far as it is put together; of an answer, what it would."""
    order = pick.order
    if pick.mode is Mode.ANSWER:
        options = answers(offers.view, offers.known_verbs)
        marked = options[pick.row % len(options)].order if options else None
        return offers.area(marked) if marked is not None else 0
    if pick.mode not in (Mode.TARGET, Mode.FIELDS) or not complete(offers, pick):
        return 0
    return offers.area(order)
