"""Words for what an order changed that no event tells of: a reload, an aim, spent tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import ENGINE_VERBS, Purpose, Verb, parse_order
from skirmish.core.view import GivenOrder, News
from skirmish.presentation.order_effects import CardChange, OrderEffects, order_effects
from skirmish.presentation.wording import count_words, order_words
from skirmish.rulesets.common.slots import base
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset

_TOKENS = "tokens"
"""The counter of ammunition tokens, and their name."""
_DEEDS: Mapping[Purpose, str] = {
    Purpose.AIM: "aims",
    Purpose.HOLD: "holds its action",
    Purpose.RELOAD: "reloads",
}
"""What a figure does by an order of a purpose; any other order is named as it was given."""


@lru_cache(maxsize=1024)  # the log is written again and again
def quiet_order_words(rules: Ruleset, given: GivenOrder) -> str:
    """An order and what it changed: `b1 reloads rifle: now 5 of 5 rounds (before 2 of 5 rounds)`.

    "" for an order of the engine.
    """
    verbs = verbs_of(rules)
    order = parse_order(given.order, verbs)
    figure = given.known.state.figures.get(order.figure)
    if figure is None or order.verb in ENGINE_VERBS:
        return ""
    verb = verbs[order.verb]
    changes = _lasting_changes(verb, figure, order_effects(rules, given.known, order))
    weapons = dict.fromkeys(filter(None, (_weapon_of(figure, one) for one in changes)))
    deed = f", {order_words(given.known, verb, order)}"
    if verb.purpose is not None and (usual := _DEEDS.get(verb.purpose)):
        deed = f" {usual}"
    if verb.purpose is Purpose.RELOAD and len(weapons) == 1:
        deed = f"{deed} {next(iter(weapons))}"
    parts = "; ".join(filter(None, (_change_words(one, deed) for one in changes)))
    return f"{figure.id}{deed}" + (f": {parts}" if parts else "")


def purchase_words(rules: Ruleset, given: GivenOrder) -> str:
    """A purchase as ordered: `b1, buy AP rounds with assault rifle`; "" for other orders."""
    order = parse_order(given.order, verbs_of(rules))
    verb = verbs_of(rules)[order.verb]
    if not verb.muster or not order.figure:
        return ""
    return f"{order.figure}, {order_words(given.known, verb, order)}"


def _lasting_changes(verb: Verb, figure: Figure, effects: OrderEffects) -> Sequence[CardChange]:
    """The changes that matter afterwards: of a reload those of weapons, never those of a budget."""
    budgets = {one.budget.label for one in effects.costs}
    changes = [one for one in effects.changes if one.label not in budgets]
    loaded = [one for one in changes if _weapon_of(figure, one)]
    return loaded if loaded and verb.purpose is Purpose.RELOAD else changes


def _weapon_of(figure: Figure, one: CardChange) -> str:
    """The name of the weapon that a change is about, or ""."""
    names = [weapon.name for weapon in figure.who.weapons]
    return one.weapon or (one.label if one.label in names else "")


def _change_words(one: CardChange, deed: str) -> str:
    """A change of the card; the label and the weapon are left out where the deed says them."""
    if one.status:
        return "" if f" {one.after}" == deed else one.after or f"no longer {one.before}"
    title = one.label if f" {one.weapon}" in deed else one.title
    if not one.after:
        return f"no longer {title} {one.before}"
    label = "" if f" {one.label}" in deed else f"{title} "
    return f"{label}now {one.after} (before {one.before})" if one.before else label + one.after


def spent_tokens_words(given: GivenOrder, news: Iterable[News]) -> str:
    """The ammunition tokens that an order took: `1 token spent, 2 left`; "" for none."""
    figures = given.known.state.figures
    told = [one.event for one in news if isinstance(one.event, Counted)]
    last = {(one.figure, one.counter): one.value for one in told if base(one.counter) == _TOKENS}
    for (name, counter), left in last.items():
        had = figures[name].count(counter) if name in figures else left
        if left < had:
            return f"{count_words(_TOKENS, had - left)} spent, {left} left"
    return ""
