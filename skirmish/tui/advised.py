"""Advice on the screen: put into the hand as if it were put together, and told in the panel."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.explain import points
from skirmish.core.geometry import Tile, parse_path
from skirmish.core.orders import ANSWER, Order
from skirmish.core.text import Shape
from skirmish.presentation.advice import Advice
from skirmish.presentation.ai_reasons import (
    chance_words,
    gain_unit,
    order_sentence,
    term_words,
    weightiest,
)
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.rulesets.carry import verbs_of
from skirmish.tui import again, panels
from skirmish.tui import pick as picks
from skirmish.tui.column import Side
from skirmish.tui.desk import Desk
from skirmish.tui.keys import Mode
from skirmish.tui.pick import Pick
from skirmish.tui.settings import EXACT


def in_hand(offers: LegalOrders, order: Order, chosen: str) -> Pick:
    """An order as it stands in the hand before it is confirmed.

    One of the side leaves the chosen figure chosen; so does one that can't be put together.
    """
    question = offers.view.question
    if order.verb == ANSWER.name and question is not None:
        return Pick(Mode.ANSWER, chosen, row=question.options.index(order.target))
    made = again.repeated(offers, order.figure, order, None) if order.figure else None
    if made is None:
        return picks.select(order.figure or chosen)
    exact = evolve(made, fields=order.fields)
    return exact if offers.refusal(exact.order) is None else made


def show(desk: Desk, advice: Advice) -> None:
    """Show a candidate on the map and in the panel; nothing is given by that."""
    desk.touched()
    desk.look = False
    desk.pick = in_hand(desk.offers, advice.order, desk.pick.figure)
    if desk.pick.figure:
        desk.cursor = desk.offers.position(desk.pick.figure) or desk.cursor
    desk.cursor = _aim(desk.offers, desk.pick) or desk.cursor
    desk.advice = advice


def _aim(offers: LegalOrders, pick: Pick) -> Tile | None:
    """The tile where an order ends, or that it is aimed at."""
    match offers.target_shape(pick.verb):
        case Shape.PATH if pick.target:
            return parse_path(pick.target)[-1]
        case Shape.TILE if pick.target:
            return pick.order.target_tile
        case _:
            return offers.position(pick.target)


def own_end(desk: Desk, advice: Advice) -> str:
    """The key that ends what is to be ended by advice; empty where a figure is to do something."""
    if advice.order.figure or desk.mode is Mode.ANSWER:
        return ""
    offers = desk.offers
    return "ready" if offers.deploying else "mustered" if offers.mustering else "end"


def prompt(desk: Desk, advice: Advice) -> str:
    """What can be done with the advice that is shown."""
    over = own_end(desk, advice)
    does = "does it" if over else "takes it into your hand"
    more = f", {desk.key('advise')}: another" if advice.candidates[1:] else ""
    return f"{desk.key(over or 'confirm')} {does}{more}, {desk.key('back')}: leave it"


def advice_lines(side: Side, desk: Desk, advice: Advice) -> None:
    """The candidate that is looked at: what it is, what may come of it, what speaks for it."""
    offers, shown, numbers = desk.offers, advice.current, desk.detail == EXACT
    many = len(advice.candidates)
    place = f" {advice.index + 1} of {many}" if many > 1 else ""
    side.add(panels.heading(f"advice{place} ({advice.level})", side.width))
    said = order_sentence(offers.view, verbs_of(offers.ruleset), advice.order)
    side.add(panels.plain(said, "bold"))
    chances = chance_words(shown)
    if chances and (numbers or not shown.terms):
        side.add(panels.plain(chances))
    if over := own_end(desk, advice):
        action = "end" if over == "end" else "ready"
        side.add(panels.plain(f" {desk.key(over)}: do it", "bold $accent"), action=action)
    else:
        take = f" {desk.key('confirm')}: into your hand"
        side.add(panels.plain(take, "bold $accent"), action="confirm")
    if many > 1:
        side.add(panels.plain(f" {desk.key('advise')}: another", "$accent"), action="advise")
    terms = weightiest(shown)
    if terms:
        side.gap()
        side.add(panels.heading("what speaks for it", side.width))
    if terms and numbers:
        side.add(panels.plain(f"{points(shown.gain)} {gain_unit(shown)} in all", "bold"))
        if shown.plan and points(shown.plan) != points(shown.gain):
            side.add(panels.plain(f"{points(shown.plan)} with the rest of the bound"))
    for name, value in terms:
        sign = points(value) if numbers else "+" if value > 0 else "-"
        side.add(panels.plain(f" {sign} {term_words(name, value)}"))
