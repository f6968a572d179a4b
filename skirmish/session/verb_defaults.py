"""The first draft of an order begun by its name: the best target and details known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import evolve

from skirmish.core import battle_parts
from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, distance2, tile_text
from skirmish.core.orders import WEAPON, Order
from skirmish.errors import RuleTooWide
from skirmish.presentation.odds.target_chances import Stance
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import nearest_known_enemy
from skirmish.rulesets.foresight import is_throw, only_scatters
from skirmish.session import order_draft, repeat
from skirmish.session.order_draft import OrderDraft

FIRE = "fire"
_AWAY = 10
"""Tiles from a figure at which a throw at no enemy begins."""


def default_draft(
    legal: LegalOrders,
    draft: OrderDraft,
    verb: str,
    cursor: Tile,
    last: Order | None,
    *,
    any_attack: bool,
) -> tuple[OrderDraft, Tile]:
    """The draft with which an order of a figure begins, and where the cursor goes.

    Args:
        legal: The legal orders; the verb is one of the figure's.
        draft: The choices so far.
        verb: The order.
        cursor: At the figure, unless the player means another tile.
        last: The figure's last order of the verb at a tile, else another figure's.
        any_attack: If no attack by "fire" is known, another attack may be drafted.
    """
    figure, start = draft.figure, legal.position(draft.figure)
    marks = legal.candidate_tiles(figure, verb)
    near = marks[0] if marks and cursor not in marks else cursor
    if legal.target_shape(verb) is Shape.PATH:
        near = cursor = start or cursor
    begun = None
    if cursor == start or near != cursor:
        begun = _kept_or_best(legal, figure, verb, last if cursor == start else None)
    if begun is None:
        any_verb = any_attack and verb == FIRE
        if best := _best_attack(legal, figure, verb, cursor, any_verb=any_verb):
            begun = repeat.draft_of(legal, best, figure)
        elif near == start:
            near = cursor = _off_its_own_tile(legal, figure, verb, start)
    if begun is None:
        begun = order_draft.begin_usual(legal, order_draft.begin_verb(legal, draft, verb, near))
        cursor = near if marks else cursor
    return begun, _aimed_tile(legal, begun) or cursor


def _kept_or_best(
    legal: LegalOrders, figure: str, verb: str, last: Order | None
) -> OrderDraft | None:
    """The draft of the best attack at a tile, or one like the last order; None if there is neither.

    The weapon that the figure itself used last is kept: it may have another purpose than harm.
    """
    kept = None if last is None else order_draft.draft_like(legal, evolve(last, figure=figure))
    best = best_at_tile(legal, figure, verb, [] if kept is None else [kept.order])
    if best is None:
        return kept
    if kept and last and last.figure == figure and best.get(WEAPON) != kept.order.get(WEAPON):
        return kept
    return repeat.draft_of(legal, best, figure)


def _off_its_own_tile(legal: LegalOrders, figure: str, verb: str, start: Tile) -> Tile:
    """Where an attack at a tile begins that would otherwise begin at its own figure.

    Of a tile near the last known enemy and some around the figure, first ahead of it, it is the one
    with the best odds.
    """
    board, mask = legal.board, legal.target_mask(figure, verb)
    if not (legal.known_verbs[verb].dice and mask & board.bit(start)):
        return start
    tiles = [tile for tile in board.tiles_of(mask) if tile != start]
    facing, known = legal.view.state.figures[figure].facing, nearest_known_enemy(legal.view, start)
    deltas = dict.fromkeys((facing.delta, *(one.delta for one in Facing)))
    around = [(start[0] + _AWAY * dx, start[1] + _AWAY * dy) for dx, dy in deltas]
    places = around if known is None else [known, *around]
    nearest = (
        min(tiles, key=lambda tile: (distance2(tile, place), tile), default=start)
        for place in places
    )
    return max(dict.fromkeys(nearest), key=lambda tile: _gain_at(legal, figure, verb, tile))


def _gain_at(legal: LegalOrders, figure: str, verb: str, tile: Tile) -> Fraction:
    """What an attack at a tile gains, with the details that come first."""
    family = legal.families(figure, verb, tile_text(tile))[0]
    return _gain(legal, Order.of(verb, figure, tile, **dict(family.fixed)))


def _aimed_tile(legal: LegalOrders, draft: OrderDraft) -> Tile | None:
    """The tile an attack is aimed at; None for a move, whose cursor starts at its figure."""
    if legal.target_shape(draft.verb) is Shape.PATH:
        return None
    return order_draft.aimed_tile(legal, draft.order)


def _best_attack(
    legal: LegalOrders, figure: str, verb: str, cursor: Tile, *, any_verb: bool
) -> Order | None:
    """The attack whose odds cost the enemy most, less the cost to its own side; None if unknown.

    It uses the verb, or, if none does and `any_verb` is set, another verb that throws no weapon.
    With the cursor at an enemy, only attacks on that enemy count.
    """
    meant = [] if legal.own_figure_at(cursor) else [*legal.figures_at(cursor)]
    shown = legal.target_chances.get(Stance(figure), {}).values()
    at = [one for one in shown if not meant or one.enemy in meant]
    known = [way for one in at for way in (one, one.unthrown) if way is not None and way.order]
    own = [one for one in known if one.order and one.order.verb == verb]
    others = [one for one in known if one.order and not is_throw(legal.view.state, one.order)]
    best = max(own or others * any_verb, key=lambda one: one.gain, default=None)
    return None if best is None else best.order


def best_at_tile(
    legal: LegalOrders, figure: str, verb: str, others: Iterable[Order] = ()
) -> Order | None:
    """The attack at a tile that gains most; None for other verbs, or if none gains anything.

    The candidates are the ruleset's suggestions, the tiles of enemies in sight, and `others`.
    """
    known = legal.known_verbs[verb]
    if known.target is not Shape.TILE or not known.dice:
        return None
    if legal.battle_part != battle_parts.FIGHT:
        return None
    orders = dict.fromkeys((*others, *_sensible(legal, figure, verb)))
    rules, state = legal.ruleset, legal.view.state
    able = [one for one in orders if legal.refusal(one) is None]
    gains = {one: _gain(legal, one) for one in able if not only_scatters(rules, state, one)}
    best = max(gains, key=gains.__getitem__, default=None)
    return best if best is not None and gains[best] > 0 else None


def _sensible(legal: LegalOrders, figure: str, verb: str) -> Iterator[Order]:
    for one in legal.ruleset.suggestions.actions(legal.view, figure):
        if one.verb == verb:
            yield one
    for tile in legal.candidate_tiles(figure, verb):
        for family in legal.families(figure, verb, tile_text(tile)):
            yield Order.of(verb, figure, tile, **dict(family.fixed))


def _gain(legal: LegalOrders, order: Order) -> Fraction:
    """The enemy's expected loss by an order, less that of the figure's side."""
    try:
        odds = legal.order_odds(order)
    except RuleTooWide:
        return Fraction(0)
    lost = odds.losses if odds is not None else {}
    view = legal.view
    return lost.get(view.enemy, Fraction(0)) - lost.get(view.side, Fraction(0))
