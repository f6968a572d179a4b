"""Gain and risk of an aim, as the chances of the attacks after it."""

from __future__ import annotations

from functools import lru_cache

from skirmish.core.orders import Order, Purpose
from skirmish.presentation.odds.attack_positions import AttackChance, AttackPosition
from skirmish.presentation.odds.forecast_rows import first_of_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import percent
from skirmish.rulesets.foresight import nearest


@lru_cache(maxsize=8)
def aim_words(legal: LegalOrders, order: Order) -> str:
    """The best attack after an aim with its chance now, and the worst in return; else "".

    `then 60% at r1 with rifle instead of 45%; r1 may attack it: 33%`.
    """
    verb, figure = legal.known_verbs.get(order.verb), legal.view.state.figures.get(order.figure)
    if verb is None or verb.purpose is not Purpose.AIM or figure is None or figure.at is None:
        return ""
    foes = [order.target] if order.target else list(nearest(legal.view, figure.at))
    return "; ".join(filter(None, (_gain_words(legal, order, foes), _risk_words(legal, order))))


def _gain_words(legal: LegalOrders, order: Order, foes: list[str]) -> str:
    """The attack that the aim improves most, in this bound, else in the figure's next one.

    "" if its chance is the same percentage.
    """
    for later in (False, True):
        known = _chances(legal, order, foes, later=later)
        gains = [(after.effect_chance - before.effect_chance) for after, before, _ in known]
        if gains and max(gains) > 0:
            after, before, foe = known[gains.index(max(gains))]
            then, now = percent(after.effect_chance), percent(before.effect_chance)
            if then == now:
                continue
            when = f" in its next {legal.ruleset.turn.bound}" * later
            first = legal.view.state.figures[order.figure].who.weapons[0].name
            return f"then {then} at {foe} with {after.weapon or first}{when} instead of {now}"
    return ""


def _chances(
    legal: LegalOrders, order: Order, foes: list[str], *, later: bool
) -> list[tuple[AttackChance, AttackChance, str]]:
    """The best attack on each enemy with the aim, and the same one without it."""
    ruleset, view, figure = legal.ruleset, legal.view, legal.view.state.figures[order.figure]
    there = AttackPosition.after(ruleset, view, order, later=later)
    here = AttackPosition(ruleset, view, figure.id, figure.tile, figure.facing, later=later)
    both = ((there.on(foe), here.same_on(foe, there), foe) for foe in foes)
    return [(a, b, foe) for a, b, foe in both if a and b]


def _risk_words(legal: LegalOrders, order: Order) -> str:
    """The enemy's attack that is likeliest to have an effect on the figure."""
    there = AttackPosition.after(legal.ruleset, legal.view, order, later=False)
    replies = [
        (back.expected_effect, enemy.id, back)
        for enemy in legal.view.enemies()
        if (back := there.back(enemy.id)) is not None
    ]
    if not replies:
        return "no enemy in sight can attack it there"
    chance, enemy, attack = max(replies, key=lambda one: one[0])
    return f"{enemy} may attack it: {percent(chance)}{first_of_words([attack])}"
