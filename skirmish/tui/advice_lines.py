"""The adviser's advice in the panel and in the line of hints."""

from __future__ import annotations

from skirmish.ai import Weighed
from skirmish.ai.actions import MOVES
from skirmish.ai.explanation import points
from skirmish.core import battle_parts
from skirmish.core.orders import END
from skirmish.presentation.odds.forecast_rows import first_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import Advice
from skirmish.presentation.reasons.ai_reasons import (
    chance_words,
    enemies_words,
    gain_parts,
    order_sentence,
    result_words,
    small_reason,
    term_words,
    weightiest,
)
from skirmish.presentation.setup.preferences import EXACT
from skirmish.rulesets.engine import verbs_of
from skirmish.session import order_draft
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui import panel_lines
from skirmish.tui.panel_lines import PanelLines

_WITHOUT_OWN = {
    battle_parts.DEPLOYMENT: "The computer knows no better tile for {other} now; {figure} is next.",
    battle_parts.FIGHT: "The computer would order this, and give {other} no order now.",
}
"""Advice for another figure than the chosen one, if there is none for that."""


def advice_prompt(controller: Controller, advice: Advice) -> str:
    """What the player can do with the advice shown."""
    key = controller.key
    more = f", {key('advise')}: another" if advice.candidates[1:] else ""
    closed = controller.mode is not Mode.FIELDS
    choice = closed and order_draft.details(controller.legal, controller.draft)
    change = f", {key('options')}: options" if choice else ""
    waits = advice.gains and advice.own and advice.other in controller.legal.active_figures()
    first = f"order {advice.order.figure} before {advice.other}: " if waits else ""
    if (better := advice.better_first) is not None:
        first, more = f"{better.order.figure} comes first ({key('advise')}); ", ""
    does = _does(advice)
    if advice.order.verb == END.name:
        does = f"end the {controller.legal.ruleset.turn.bound}"
    return f"{first}{key('confirm')}: {does}{change}{more}, {key('back')}: cancel"


def advice_lines(panel: PanelLines, controller: Controller, advice: Advice) -> None:
    """The shown candidate: its order, its odds, and its largest gains and costs."""
    legal, shown, numbers = controller.legal, advice.current, controller.preferences.odds == EXACT
    many = len(advice.candidates)
    place = f" {advice.index + 1} of {many}" if many > 1 else ""
    whom = f" for {advice.order.figure}" if advice.order.figure else ""
    panel.box(f"advice{place}{whom} ({advice.level})", "$accent")
    said = order_sentence(legal.view, verbs_of(legal.ruleset), advice.order)
    take = f"{controller.key('confirm')}: {_does(advice)}"
    panel.add(panel_lines.plain(take, "bold $accent"), action="confirm")
    if many > 1:
        better = advice.better_first if advice.next().current == advice.best else None
        which = f"{better.order.figure}'s order, which comes first" if better else "another"
        other = f"{controller.key('advise')}: {which}"
        panel.add(panel_lines.plain(other, "dim"), action="advise")
    panel.add(panel_lines.plain(said, "bold"))
    chances = chance_words(legal, shown)
    if chances and (numbers or not shown.terms):
        panel.add(panel_lines.plain(chances))
    answered = first_rows(legal.view, legal.forecasts.get(advice.order), numbers=numbers)
    panel.add(*panel_lines.rows_lines(answered, panel.width))
    if enemies := enemies_words(legal.view, shown):
        panel.add(panel_lines.plain(enemies))
    if first := _first_words(legal, advice, numbers=numbers):
        panel.add(panel_lines.plain(first, "$warning"))
    _add_terms(panel, legal, shown, numbers=numbers)


def _does(advice: Advice) -> str:
    """What the key to confirm does: the order shown, even if another one comes first."""
    return f"do {advice.order.figure}'s order" if advice.better_first else "do it"


def _first_words(legal: LegalOrders, advice: Advice, *, numbers: bool) -> str:
    """Which figure the adviser begins with, if not the chosen one, and why; else ""."""
    why = _why_first(legal, advice, numbers=numbers)
    if (better := advice.better_first) is not None:
        said = order_sentence(legal.view, verbs_of(legal.ruleset), better.order)
        return f"The computer begins with {said}{why}."
    if advice.better_ended:
        gains = f"; this gains {points(advice.current.gain)}" if numbers else ""
        return f"The computer would give no more orders now{gains}."
    if not (advice.other and advice.gains):
        return ""
    if advice.other not in legal.active_figures():
        return f"{advice.other} cannot act now; the computer would order this next."
    if advice.own is None and legal.battle_part in _WITHOUT_OWN:
        said = _WITHOUT_OWN[legal.battle_part]
        return said.format(figure=advice.order.figure, other=advice.other)
    shown = why if advice.current == advice.best else ""
    return f"The computer would order this before {advice.other} does anything more{shown}."


def _why_first(legal: LegalOrders, advice: Advice, *, numbers: bool) -> str:
    """Why the adviser begins with another figure than the chosen one; "" for no special reason."""
    best, chosen = advice.best, advice.chosen
    own = advice.current if advice.order.figure == chosen else advice.own
    if best is None or own is None or legal.battle_part != battle_parts.FIGHT:
        return ""
    if points(best.gain) == points(own.gain):
        return " (both gain about as much)"
    if best.gain > own.gain:
        first = best.order.figure
        if not numbers:
            return f" ({first} gains more)"
        return f" ({first} gains {points(best.gain)}, {chosen} {points(own.gain)})"
    if not _is_attack(legal, best):
        return ""
    if not _is_attack(legal, own):
        return " (attacks come before moves)"
    risky = dict(own.terms).get("own loss", 0) < 0
    return " (attacks that may hit friends come later)" if risky else ""


def _is_attack(legal: LegalOrders, shown: Weighed) -> bool:
    """Whether the computer sorts an order among the attacks, as `choose` does."""
    verb = legal.known_verbs[shown.order.verb]
    return verb.dice and verb.target not in MOVES


def _add_terms(panel: PanelLines, legal: LegalOrders, shown: Weighed, *, numbers: bool) -> None:
    """The largest gains and costs of a candidate; of one that ends the battle only the result."""
    if result := result_words(shown):
        panel.box("why")
        panel.add(panel_lines.plain(result))
        return
    terms, small = weightiest(shown), small_reason(legal, shown, numbers=numbers)
    if terms or small:
        panel.box("why")
    if small:
        panel.add(panel_lines.plain(small))
    if terms and numbers:
        # The first of them is what the orders are sorted by.
        for words, style in zip(gain_parts(shown), ("bold", ""), strict=False):
            panel.add(panel_lines.plain(words, style))
    for name, value in terms:
        sign = points(value) if numbers else "+" if value > 0 else "-"
        panel.add(panel_lines.plain(f" {sign} {term_words(name, value, legal, shown)}"))
