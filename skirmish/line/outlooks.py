"""What comes of orders beyond their own dice, in sentences: from where, on the way, from whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order
from skirmish.line import people
from skirmish.line.bearings import bearing
from skirmish.line.fold import listed
from skirmish.presentation.forecast import (
    AttackChance,
    Exchange,
    Forecast,
    PathThreat,
    forecast_order,
)
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.presentation.order_effects import STATUS_LABEL
from skirmish.presentation.wording import figure_name, percent
from skirmish.rulesets.foresight import Shot, answers_next, best_shot, nearest, standing_at

_MOST = 8
"""Attacks or enemies that are told one by one."""


def outlook_words(offers: LegalOrders, order: Order) -> list[str]:
    """What an order leads to: from where it ends, on the way, afterwards; hints last."""
    told = forecast_order(offers.ruleset, offers.view, order) if offers.foretold(order) else None
    if told is None:
        return []
    where = "From there" + (", in your next bound," if told.later else "")
    lines = [_there(offers, one, where) for one in told.exchanges] if told.moves else []
    lines += [line for one in told.exchanges for line in _back(offers, one, moves=told.moves)]
    for foe, chance in told.replies:
        does = f"{percent(chance)} that it does something"
        lines.append(f"  Should {_who(offers, foe)} act where it stands: {does}.")
    lines += _way(offers, told)
    return [*lines, *_after(told), *(f"  {_begun(offers, hint)}." for hint in told.hints)]


def _begun(offers: LegalOrders, words: str) -> str:
    """Words that begin a sentence: with a capital, but for the id of a figure."""
    if words.partition(" ")[0] in offers.view.state.figures:
        return words
    return words[:1].upper() + words[1:]


def _who(offers: LegalOrders, name: str) -> str:
    return f"{name} {figure_name(offers.view, name)}"


def _there(offers: LegalOrders, one: Exchange, where: str) -> str:
    if one.there is None:
        return f"  {where} no shot at {_who(offers, one.enemy)}{_before(one.now)}."
    return f"  {where} at {_who(offers, one.enemy)}: {_chance(one.there)}{_before(one.now)}."


def _back(offers: LegalOrders, one: Exchange, *, moves: bool) -> Iterator[str]:
    if one.back is not None:
        before = _before(one.now_back) if moves else ""
        yield f"  {_who(offers, one.enemy)} back at you: {_chance(one.back)}{before}."
    elif one.now_back is not None:
        yield f"  {_who(offers, one.enemy)} could do nothing back{_before(one.now_back)}."


def _chance(chance: AttackChance) -> str:
    return f"{chance.way}: {percent(chance.effect)} to do anything, {percent(chance.out)} out"


def _before(now: AttackChance | None) -> str:
    return f" (now {percent(now.effect)})" if now is not None else ""


def _way(offers: LegalOrders, told: Forecast) -> Iterator[str]:
    for peril in told.perils:
        yield f"  On the way, {_peril(offers, peril)}."
    if told.perils:
        unhurt = told.unhurt
        chance = "is not known" if unhurt is None else f"is {percent(unhurt)}"
        yield f"  The chance that nothing happens on the way {chance}."
    elif told.moves:
        yield "  Nobody that is known fires on the way."


def _peril(offers: LegalOrders, peril: PathThreat) -> str:
    at = tile_text(peril.tile)
    if not peril.enemy or peril.chance is None:
        return f"somebody unseen watches {at}"
    if peril.lasting:
        at = f"{at} as your bound ends, if it is there still"
    return f"{_who(offers, peril.enemy)} may fire at {at}, {_chance(peril.chance)}"


def _after(told: Forecast) -> Iterator[str]:
    facts = [
        fact.now if fact.label == STATUS_LABEL else f"{fact.label} {fact.now or 'gone'}"
        for fact in told.after.facts
    ]
    if kept := [fact for fact in facts if fact]:
        yield f"  Afterwards: {'; '.join(kept)}."
    if told.after.ends:
        yield f"  That ends: {listed(told.after.ends)}."


def threats(offers: LegalOrders, figure: str, tile: Tile | None = None) -> list[str]:
    """What the enemies in sight can do next to a figure, where it stands or on another tile.

    Where nobody can, who is near is told; those who are out of sight are not reckoned with.
    """
    mine, at = offers.view.state.figures.get(figure), tile or offers.place(figure)
    if mine is None or at is None:
        return ["Choose a figure by its id first."]
    state = standing_at(offers.ruleset, offers.view, figure, at, mine.facing)
    found = [
        shot
        for enemy in nearest(offers.view, at, _MOST)
        if answers_next(offers.ruleset, state, enemy)
        and (shot := best_shot(offers.ruleset, state, enemy, figure)) is not None
    ]
    found.sort(key=lambda shot: -shot.lost)
    lines = [_threat(offers, shot, at) for shot in found]
    where = "" if tile is None else f" at {tile_text(tile)}"
    return [*(lines or [f"Nobody in sight can hit {figure}{where}."]), *_unseen(offers, at)]


def _threat(offers: LegalOrders, shot: Shot, at: Tile) -> str:
    told = summarize_outcomes(
        offers.ruleset, offers.view.state, shot.target, shot.odds.figures[shot.target]
    )
    place = offers.place(shot.shooter)
    lies = f", {bearing(at, place)}" if place is not None else ""
    chance = f"{percent(told.effect)} to do anything, {percent(told.out)} out"
    return f"{_who(offers, shot.shooter)}{lies}: {shot.way}: {chance}."


def _unseen(offers: LegalOrders, at: Tile) -> Iterable[str]:
    away = [name for name in offers.view.contacts if name not in offers.view.state.figures]
    if away:
        lies = people.last_seen(offers, away, at)
        yield f"Out of sight, and not reckoned with: {lies}."
