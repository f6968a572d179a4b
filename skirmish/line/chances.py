"""The exact odds of an order in sentences, and why an order may not be given."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order, Refusal
from skirmish.core.text import Shape
from skirmish.line.fold import listed
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.odds_summary import (
    ModifierPart,
    OutcomeSummary,
    rolled_numbers,
    summarize_outcomes,
)
from skirmish.presentation.refusals import (
    explain_refusal,
    explain_verb_refusal,
    intended_order,
    refusal_of,
)
from skirmish.presentation.wording import figure_name, humanize, order_words, percent
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.protocol import mishaps

REFUSED = "Not allowed"
CALM = ": no attack, so nobody is hit by it."
LEAST = Fraction(1, 200)
"""Points below which a loss rounds to nothing."""
_PLACES = 5
"""Tiles of a landing that are named one by one."""


def odds_words(offers: LegalOrders, order: Order) -> list[str]:
    """What can come of an order: the chances of everybody it can strike, what they are made of."""
    verb = offers.known_verbs[order.verb]
    said = f"{order.figure} {order_words(offers.view, verb, order)}".strip()
    if refused := refusal_of(offers, order):
        return _as_all_stand(offers, order, refused, said)
    odds = offers.odds(order)
    if odds is None:
        return [f"{said}{CALM}"]
    return _told(offers, order, odds, said)


def _as_all_stand(offers: LegalOrders, order: Order, refused: Refusal, said: str) -> list[str]:
    """Why an order may not be given; with the odds, where its moment alone is wrong."""
    state, rules = offers.view.state, offers.ruleset
    mine = state.figures.get(order.figure)
    own = mine is not None and mine.who.side == offers.view.side and not offers.deploying
    if own and order.verb in rules.verbs:
        if barred := rules.barred(state, order):
            refused = barred
        elif plan := rules.attack(state, order):
            odds = odds_of(plan, rules.spared())
            told = _told(offers, order, odds, f"As all stand now, {said}")
            return [*refusal_words(offers, refused), *told]
    return [*refusal_words(offers, refused), "So there are no odds."]


def _told(offers: LegalOrders, order: Order, odds: Odds, said: str) -> list[str]:
    loss = loss_words(offers, odds)
    lost = [f"  Likely loss: {loss}."] if loss else []
    struck = struck_words(offers, odds)
    # Where many are struck, what it comes to is told before the many lines.
    lines = [f"{said}:", *lost, *struck] if len(struck) > 1 else [f"{said}:", *struck]
    for words, chance in mishaps(offers.ruleset, offers.view.state, order):
        lines.append(f"  What may go wrong: {words} {percent(chance)}.")
    lines += _landing(odds)
    lines += _modifiers(odds)
    if odds.policy:
        lines.append(f"Assumed: {humanize(odds.policy).replace('=', ' ')}.")
    return lines if len(struck) > 1 else lines + lost


def struck_words(offers: LegalOrders, odds: Odds) -> list[str]:
    """The chances of everybody who can be struck: first the named target, then the likeliest."""
    state, rules = offers.view.state, offers.ruleset
    told = {
        name: summarize_outcomes(rules, state, name, found) for name, found in odds.figures.items()
    }
    names = [odds.named] if odds.named in told else []
    others = [name for name in told if name != odds.named and told[name].effect]
    names += sorted(others, key=lambda name: -told[name].effect)
    lines = [_chances(offers, name, told[name]) for name in names]
    return lines or ["  Nobody that is known is hit."]


def _chances(offers: LegalOrders, name: str, told: OutcomeSummary) -> str:
    figure = offers.view.state.figures.get(name)
    mine = figure is not None and figure.who.side == offers.view.side
    whom = f"{name} {figure_name(offers.view, name)}{', one of yours' if mine else ''}"
    chances = "; ".join(f"{words}: {percent(chance)}" for words, chance in told.chances)
    means = ", ".join(f"{humanize(name)} {_decimal(mean)}" for name, mean in told.means)
    besides = ", ".join(f"{words} {percent(chance)}" for words, chance in told.besides)
    more = [f"mean {means}"] * bool(means) + [f"with damage {besides}"] * bool(besides)
    return f"  {whom}: {'; '.join([chances, *more])}."


def _decimal(number: Fraction) -> str:
    return f"{number.numerator / number.denominator:.2f}"


def _landing(odds: Odds) -> list[str]:
    if not odds.landing:
        return []
    ranked = sorted(odds.landing.items(), key=lambda pair: -pair[1])
    places = [f"{_spot(tile)} {percent(chance)}" for tile, chance in ranked[:_PLACES]]
    more = f", and {len(ranked) - _PLACES} more places" if len(ranked) > _PLACES else ""
    return [f"  It comes down at {', '.join(places)}{more}."]


def _spot(tile: Tile | None) -> str:
    return "a place off the map" if tile is None else tile_text(tile)


def _modifiers(odds: Odds) -> list[str]:
    """What the numbers are made of, a sentence for each; no sum of what differs by landing."""
    lines = []
    for number in rolled_numbers(odds.modifiers, odds.varying):
        total = "" if number.total is None else f" {number.total}"
        told = ", ".join(_part(part) for part in number.parts)
        lines.append(f"  {number.on} {number.figure}".rstrip() + f"{total}: {told}.")
    return lines


def _part(part: ModifierPart) -> str:
    return f"{part.name} {part.value}" + (f" ({part.rule})" if part.rule else "")


def loss_words(offers: LegalOrders, odds: Odds) -> str:
    """Points that each side can expect to lose, where it can any."""
    state = offers.view.state
    sides = {name: figure.who.side for name, figure in state.figures.items()}
    losses = odds.expected_loss(lambda n, out: offers.ruleset.loss(state, n, out), sides)
    told = [
        f"{whom} {_decimal(losses[side])} points"
        for whom, side in (("the enemy", offers.view.enemy), ("you", offers.view.side))
        if losses.get(side, 0) >= LEAST
    ]
    return listed(told)


def refusal_words(offers: LegalOrders, refused: Refusal) -> list[str]:
    """Reason, rule and remedy, and what the rule says."""
    remedy = refused.remedy or "'orders' tells what can be done"
    lines = [f"{REFUSED}: {refused.reason}; {remedy}."]
    if rule := offers.ruleset.statements.get(refused.rule):
        lines.append(f"{rule.id}: {rule.text}")
    elif refused.rule:
        lines.append(f"The rule is {refused.rule}.")
    return lines


def why_order(offers: LegalOrders, order: Order) -> list[str]:
    """Why an order may not be given, or that it may."""
    if refused := refusal_of(offers, order):
        return refusal_words(offers, refused)
    return [f"Nothing forbids '{order}'."]


def why_verb(offers: LegalOrders, figure: str, verb: str) -> list[str]:
    """Why a figure cannot do something at all, asked of likely targets."""
    if verb in offers.verbs(figure):
        return [f"{figure} can {humanize(verb)} now: 'orders {verb}' tells at what."]
    return refusal_words(offers, explain_verb_refusal(offers, figure, verb))


def why_tile(offers: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """What a figure could mean to do at a tile, and why each of it may not be done."""
    lines = []
    there = any(offers.shown_at(tile))
    for name, verb in offers.known_verbs.items():
        order = intended_order(offers, figure, name, tile)
        for_it = not there or verb.target is Shape.FIGURE
        if not verb.figure or not order.target or not for_it or offers.place(figure) == tile:
            continue
        if offers.target_at(figure, name, tile):
            lines.append(f"{humanize(name)}: allowed.")
            continue
        refused = explain_refusal(offers, order)
        rule = f" ({refused.rule})" if refused.rule else ""
        remedy = f"; {refused.remedy}" if refused.remedy else ""
        lines.append(f"{humanize(name)}: {refused.reason}{rule}{remedy}.")
    return lines or ["There is nothing that could be done there."]
