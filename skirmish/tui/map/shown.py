"""Which overlay belongs to the order that is being put together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from skirmish.core.board import Board
from skirmish.core.geometry import Tile, expand_path, parse_path
from skirmish.core.text import Shape
from skirmish.errors import SkirmishError
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.visibility import field_of_view, line_of_sight
from skirmish.presentation.wording import answer_options
from skirmish.rulesets.common import deploy
from skirmish.rulesets.families import Routes, Spots
from skirmish.tui.flash import Marks
from skirmish.tui.hand import Hand
from skirmish.tui.keys import Mode
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import FALLS
from skirmish.tui.pick import Pick, complete, family_of
from skirmish.tui.settings import NONE
from skirmish.tui.whole import goals_mask

ON_LINE, BLOCKED = "*", "X"


def overlay_of(hand: Hand) -> Overlay:
    """What lies over the map for what a player has in hand and has switched on."""
    offers, pick, trace, covering = hand.offers, hand.pick, hand.trace, hand.covering
    landing, area = _landing(offers, pick), _area(offers, pick)
    return Overlay(
        ground=_ground(offers, pick) or (_reach(offers, hand.at_hand) if hand.reach else 0),
        arc=offers.covered_mask(covering) if covering else 0,
        path=trace.path if trace else _path(offers, pick),
        targets=trace.tiles if trace else _targets(offers, pick) or _marked(hand),
        chosen=offers.position(pick.figure) if pick.figure else None,
        able=offers.active_figures(),
        goals=goals_mask(offers.view) if hand.levels else 0,
        levels=hand.levels,
        threat=offers.threat_mask() if hand.threat else 0,
        spots=_line(hand) if hand.look else (),
        falls=() if hand.look else _falls(landing, graded=hand.detail != NONE),
        flash=hand.flash,
        area=_rim(offers.board, area) if landing else area,
        field=field_of_view(offers.view, hand.focus) if hand.field else 0,
        numbers=hand.numbers,
        facings=hand.arcs,
    )


def _marked(hand: Hand) -> tuple[Tile, ...]:
    """Where the figures are that move together, while nothing else is chosen."""
    if hand.mode is not Mode.SELECT:
        return ()
    places = (hand.offers.position(name) for name in hand.group)
    return tuple(place for place in places if place is not None)


def _reach(offers: LegalOrders, figure: str) -> int:
    """Mask of the tiles that a figure can go to now, however it goes."""
    mask = 0
    for family in offers.choices(figure):
        if isinstance(family.target, Routes):
            mask |= family.target.mask
    return mask


def _line(hand: Hand) -> Marks:
    """The line of sight from who is chosen to the tile looked at, and what blocks it."""
    start = hand.offers.position(hand.at_hand)
    if start is None or start == hand.focus:
        return ()
    line = line_of_sight(hand.offers.board, start, hand.focus)
    return tuple((tile, BLOCKED if tile == line.blocker else ON_LINE) for tile in line.tiles)


def _ground(offers: LegalOrders, pick: Pick) -> int:
    if offers.deploying and offers.can_act and not pick.verb:
        return deploy.zone(offers.view.state, offers.view.side)
    if pick.mode is not Mode.TARGET:
        return 0
    if not pick.field:
        return offers.target_mask(pick.figure, pick.verb)
    family = family_of(offers, pick)
    domain = dict(family.fields).get(pick.field) if family else None
    return domain.mask if isinstance(domain, Spots | Routes) else 0


def _path(offers: LegalOrders, pick: Pick) -> tuple[Tile, ...]:
    if not pick.target or offers.target_shape(pick.verb) is not Shape.PATH:
        return ()
    return expand_path(parse_path(pick.target))


def _landing(offers: LegalOrders, pick: Pick) -> Mapping[Tile | None, Fraction]:
    """Where what is aimed may come down, each place with its chance."""
    if pick.mode not in (Mode.TARGET, Mode.FIELDS) or not complete(offers, pick):
        return {}
    try:
        odds = offers.odds(pick.order)
    except SkirmishError:
        return {}
    return odds.landing if odds else {}


def _falls(
    landing: Mapping[Tile | None, Fraction], *, graded: bool
) -> tuple[tuple[Tile, int], ...]:
    """The tiles where something may come down with the step of each, all alike if not `graded`."""
    return tuple(
        (tile, step if graded else 0)
        for tile, chance in landing.items()
        if tile and (step := fall_step(chance)) is not None
    )


def fall_step(chance: Fraction) -> int | None:
    """How likely a place is, as the last of `FALLS` that it reaches; None below the first."""
    reached = [step for step, least in enumerate(FALLS) if chance * 100 >= least]
    return reached[-1] if reached else None


def _rim(board: Board, mask: int) -> int:
    """The outermost tiles of a mask: what may come down elsewhere fills no map with marks."""
    rim = 0
    for x, y in board.tiles_of(mask):
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if any(board.inside(tile) and not mask & board.bit(tile) for tile in beside):
            rim |= board.bit((x, y))
    return rim


def _targets(offers: LegalOrders, pick: Pick) -> tuple[Tile, ...]:
    if pick.mode is Mode.ANSWER:
        options = answer_options(offers.view, offers.known_verbs)
        return tuple(dict.fromkeys(o.tile for o in options if o.tile is not None))
    if pick.mode not in (Mode.TARGET, Mode.FIELDS):
        return ()
    places = [offers.position(name) for name in offers.listed_targets(pick.figure, pick.verb)]
    if area := _area(offers, pick):
        figures = offers.view.state.figures.values()
        places += [f.at for f in figures if f.at and area & offers.board.bit(f.at)]
    return tuple(dict.fromkeys(place for place in places if place is not None))


def _area(offers: LegalOrders, pick: Pick) -> int:
    """What the order would cover, as far as it is put together; of an answer, what it would."""
    order = pick.order
    if pick.mode is Mode.ANSWER:
        options = answer_options(offers.view, offers.known_verbs)
        marked = options[pick.row % len(options)].order if options else None
        return offers.affected_mask(marked) if marked is not None else 0
    if pick.mode not in (Mode.TARGET, Mode.FIELDS) or not complete(offers, pick):
        return 0
    return offers.affected_mask(order)
