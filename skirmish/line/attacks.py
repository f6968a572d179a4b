"""What a figure can do to the enemies now, in sentences: to each the best way, with its odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.orders import Order
from skirmish.core.text import Shape
from skirmish.line.chances import loss_words
from skirmish.line.fold import listed
from skirmish.presentation.hints import SMALL_CHANCE, repeated_gain, times_words
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.odds_summary import OutcomeSummary, summarize_outcomes
from skirmish.presentation.refusals import refusal_of
from skirmish.presentation.wording import figure_name, humanize, order_words, percent
from skirmish.rulesets.attack import Odds
from skirmish.rulesets.foresight import nearest
from skirmish.rulesets.protocol import deeds, dry

_MOST = 8
"""Attacks or enemies that are told one by one."""


@frozen
class _Way:
    """An attack that may be ordered now, and what it gains with all that is left of the bound."""

    order: Order
    odds: Odds
    gain: Fraction
    times: int


def all_odds(offers: LegalOrders, figure: str) -> list[str]:
    """What a figure can do to each enemy now, in the way that promises most, the best first."""
    found = _best(offers, figure, _orders(offers, figure))
    lines = [_words(offers, way) for way in found[:_MOST]]
    if lines and found[0].order.fields:
        lines.insert(1, f"  type: {found[0].order}")
    lines = lines or [_nobody(offers, figure)]
    empty = empty_words(offers, figure)
    return [*lines, f"{empty[:1].upper()}{empty[1:]}."] if empty else lines


def _nobody(offers: LegalOrders, figure: str) -> str:
    """Said of one that can attack nobody."""
    mine = offers.view.state.figures.get(figure)
    if mine is not None and mine.fate:
        return f"{figure} is out of the battle: {humanize(mine.fate)}."
    return f"{figure} can attack nobody now; 'orders' tells what it can do."


def instead(offers: LegalOrders, order: Order) -> list[str]:
    """What else a figure can do to an enemy, where its weapon has nothing left for an order."""
    if not empty_words(offers, order.figure) or order.get("weapon"):
        return []
    found = (other for other in _orders(offers, order.figure) if other.target == order.target)
    best = _best(offers, order.figure, found)[:1]
    return [line for way in best for line in (_words(offers, way), f"  type: {way.order}")]


def empty_words(offers: LegalOrders, figure: str) -> str:
    """Which weapons of an own figure have nothing in them, in words; "" where none has."""
    mine = offers.view.state.figures.get(figure)
    if mine is None or mine.who.side != offers.view.side:
        return ""
    ids = dry(offers.ruleset, offers.view.state, mine)
    names = [weapon.name for weapon in mine.who.weapons if weapon.id in ids]
    return f"empty: {listed(names)}" if names else ""


def _orders(offers: LegalOrders, figure: str) -> Iterator[Order]:
    """The attacks that come into question: the plainest first, then every way to make them."""
    view, verbs = offers.view, offers.known_verbs
    attacks = [name for name in offers.verbs(figure) if verbs[name].dice]
    for name in attacks:
        if offers.shape(name) is Shape.FIGURE:
            yield from (Order(name, figure, target) for target in offers.listed(figure, name))
    at, mine = offers.place(figure), view.state.figures.get(figure)
    if at is None or mine is None or not attacks:
        return
    for foe in nearest(view, at, _MOST):
        for weapon in mine.who.weapons:
            yield from offers.ruleset.modes(view.state, figure, weapon.id, foe).values()
    yield from (order for order in deeds(offers.ruleset, view, figure) if order.verb in attacks)


def _best(offers: LegalOrders, figure: str, orders: Iterator[Order]) -> list[_Way]:
    """The best way to attack each enemy by each verb, and the best of those at tiles."""
    best: dict[tuple[str, str], _Way] = {}
    for order in dict.fromkeys(orders):
        way = _way(offers, order) if order.figure == figure else None
        if way is None:
            continue
        at_tile = offers.shape(order.verb) is Shape.TILE
        key = order.verb, "" if at_tile else order.target
        if (key not in best or way.gain > best[key].gain) and (way.gain > 0 or not at_tile):
            best[key] = way
    ranked = sorted(best.values(), key=lambda way: -way.gain)
    return [evolve(way, order=_short(offers, way.order)) for way in ranked]


def _way(offers: LegalOrders, order: Order) -> _Way | None:
    if refusal_of(offers, order) is not None or (odds := offers.odds(order)) is None:
        return None
    enemies = {enemy.id for enemy in offers.view.enemies()}
    if not enemies & odds.figures.keys():
        return None
    return _Way(order, odds, *repeated_gain(offers.ruleset, offers.view, order, odds))


def _short(offers: LegalOrders, order: Order) -> Order:
    """An order without the details that are so without being said."""
    for field in order.fields:
        rest = tuple(other for other in order.fields if other != field)
        shorter = evolve(order, fields=rest)
        if refusal_of(offers, shorter) is None and offers.same_attack(shorter, order):
            order = shorter
    return order


def _words(offers: LegalOrders, way: _Way) -> str:
    """`b1 fire at r2 trooper, mode burst: 42% to do anything, 6% out; likely loss: ...`."""
    view, order, figures = offers.view, way.order, offers.view.state.figures
    told = {
        name: summarize_outcomes(offers.ruleset, view.state, name, outcomes)
        for name, outcomes in way.odds.figures.items()
        if name in figures
    }
    foes = [name for name in told if figures[name].who.side == view.enemy]
    main = order.target if order.target in told else max(foes, key=lambda n: told[n].effect)
    said = f"{percent(told[main].effect)} to do anything, {percent(told[main].out)} out"
    said = said if main == order.target else f"{main} {figure_name(view, main)} {said}"
    if others := [_beside(offers, name, told[name]) for name in told if name != main]:
        said += f"; also {listed([words for words in others if words])}" if any(others) else ""
    if loss := loss_words(offers, way.odds):
        said += f"; likely loss: {loss}"
    if way.times > 1 and way.gain >= SMALL_CHANCE:
        about = way.gain.numerator / way.gain.denominator
        said += f", about {about:.1f} if it does so {times_words(way.times)}"
    what = order_words(view, offers.known_verbs[order.verb], order)
    return f"{order.figure} {what}: {said}."


def _beside(offers: LegalOrders, name: str, told: OutcomeSummary) -> str:
    if told.effect < SMALL_CHANCE:
        return ""
    mine = offers.view.state.figures[name].who.side == offers.view.side
    return f"{name} {percent(told.effect)}{' (yours)' if mine else ''}"
