"""What the side panel says of an order that is put together: its details, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.content import Content

from skirmish.core.geometry import expand_path, parse_path
from skirmish.core.orders import Order
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation import wording
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.presentation.wording import detail_value, humanize
from skirmish.rulesets.attack import Modifier, Odds
from skirmish.rulesets.families import Routes
from skirmish.rulesets.protocol import Ruleset, mishaps
from skirmish.tui import lists, panels, ways
from skirmish.tui import pick as picks
from skirmish.tui.chances import (
    landing_lines,
    loss_lines,
    mishap_lines,
    modifier_lines,
    odds_lines,
)
from skirmish.tui.column import MARKED, Side
from skirmish.tui.desk import Desk
from skirmish.tui.explained import meaning
from skirmish.tui.keys import FIGHT, Mode
from skirmish.tui.outlook_lines import after_lines, outlook_lines, waiting_line
from skirmish.tui.pick import Pick
from skirmish.tui.rough import in_a_word, rough_lines, without_numbers
from skirmish.tui.settings import EXACT, NONE, ROUGH

_TAKEN_APART = 3
"""Figures whose numbers are taken apart, where a shell may come down anywhere."""


def order_lines(side: Side, desk: Desk) -> None:
    """The order as far as it goes: what is said, what is to be chosen, what comes of it."""
    offers, pick = desk.offers, desk.pick
    title = f"{pick.figure} {humanize(pick.verb)} {_target_words(pick.order)}".strip()
    side.add(panels.heading(title, side.width))
    whole = picks.complete(offers, pick)
    if whole:
        do_it, takes = f" {desk.key('confirm')}: do it", _takes(offers, pick.order)
        line = panels.two_ends(do_it, takes, side.width, "bold $accent", "dim")
        side.add(line, action="confirm")
    words = lists.words_listed(offers, pick)
    for index, word in enumerate(words):
        marked = word == pick.target
        line = panels.plain(f" {humanize(word)} ".ljust(side.width), MARKED if marked else "")
        side.add(line, action=f"row({index})", marked=marked)
    _details(side, desk)
    if whole:
        _company(side, desk)
        _hints(side, desk, pick.order)
        _way(side, offers, pick)
        odds_of_order(side, offers, pick.order, desk.detail, _after(side, desk, pick.order))
        _outlook(side, desk, pick.order)
        return
    if why := desk.objection:
        side.add(panels.plain(why, "$warning"))
    if (listed := offers.listed_targets(pick.figure, pick.verb)) and not words:
        side.add(panels.plain(f"{desk.key('next')}: {', '.join(listed)}", "dim"))


def _details(side: Side, desk: Desk) -> None:
    """The rows of the order's details with what the marked one means; else what they say."""
    offers, pick = desk.offers, desk.pick
    rows = picks.details(offers, pick)
    figure = offers.view.state.figures.get(pick.figure)
    if pick.mode is Mode.FIELDS:
        for index, row in enumerate(rows):
            marked = index == pick.row % len(rows)
            value = f"< {detail_value(figure, row.field, row.value)} >"
            line = panels.two_ends(f" {row.named}", value, side.width)
            line = line.stylize(MARKED if marked else "")
            side.add(line, action=f"row({index})", marked=marked)
        if means := meaning(offers, pick):
            side.add(panels.plain(means, "italic"))
    elif rows:
        named = (row for row in rows if pick.order.get(row.field) and not row.left_out)
        said = [*ways.told(rows), *named]
        words = [f"{row.named} {detail_value(figure, row.field, row.value)}" for row in said]
        text = f"{desk.key('options')}: {', '.join(words) or 'details'}"
        side.add(panels.plain(text, "dim"), action="options")


def _company(side: Side, desk: Desk) -> None:
    """Who goes along with a figure that is marked."""
    pick = desk.pick
    if desk.offers.target_shape(pick.verb) is Shape.PATH and pick.figure in desk.group:
        others = ", ".join(name for name in desk.group if name != pick.figure)
        side.add(*[panels.plain(f"with {others}", "bold")] * bool(others))


def _after(side: Side, desk: Desk, order: Order) -> panels.Lines:
    """What the order leaves its figure with, as soon as it is worked out."""
    told = desk.offers.forecasts.get(order)
    if told is None:
        return []
    verb = desk.offers.known_verbs[order.verb]
    return after_lines(told.effects, side.width, uses=verb.dice)


def _outlook(side: Side, desk: Desk, order: Order) -> None:
    """What may come of the order besides, as soon as it is worked out."""
    offers = desk.offers
    if desk.detail == NONE or not offers.has_forecast(order):
        return
    told = offers.forecasts.get(order)
    if told is None:
        verb = offers.known_verbs[order.verb]
        side.add(*[waiting_line()] * (verb.dice or verb.target is Shape.PATH))
        return
    say = in_a_word if desk.detail == ROUGH else wording.percent
    side.add(*outlook_lines(offers.view, told, side.width, say))


def _hints(side: Side, desk: Desk, order: Order) -> None:
    """What could be done better: above all else, where it is not cut off."""
    told = desk.offers.forecasts.get(order)
    for hint in told.hints if told is not None and desk.hints else ():
        said = hint if desk.detail == EXACT else without_numbers(hint)
        side.add(panels.plain(f"hint: {desk.keyed(said)}", "italic $accent"))


def _takes(offers: LegalOrders, order: Order) -> str:
    """The share of its bound that an order takes of a figure."""
    if offers.battle_part != FIGHT:
        return ""
    share = offers.ruleset.cost(offers.view.state, order)
    if share >= 1:
        return "whole bound"
    return f"{wording.percent(share)} of bound" if share > 0 else ""


def _way(side: Side, offers: LegalOrders, pick: Pick) -> None:
    """What a move costs, and who will see where it ends."""
    family = picks.family_of(offers, pick)
    if family is None or not isinstance(family.target, Routes):
        return
    end = parse_path(pick.target)[-1]
    halves = family.target.reach.cost(end)
    tiles = f"{halves / 2:g}"
    costs = f"{tiles} tile" if tiles == "1" else f"{tiles} tiles"
    side.add(panels.two_ends("costs", costs, side.width, "dim"))
    seers = ", ".join(offers.observers(end))
    side.add(panels.plain(f"in sight of {seers}" if seers else "in no enemy's sight"))
    if zones := ", ".join(wording.zones_on_path(offers.view, expand_path(parse_path(pick.target)))):
        side.add(panels.plain(f"through {zones}", "$error"))
    if cover := ", ".join(offers.threatened_by(end)):
        side.add(panels.plain(f"in the arc of {cover}", "$error"))


def _target_words(order: Order) -> str:
    """A target in a word; of a path its end."""
    return humanize(order.target.rpartition(">")[2])


def odds_of_order(
    side: Side, offers: LegalOrders, order: Order, detail: str, after: Sequence[Content] = ()
) -> None:
    """The odds of an order as finely as is wished, what it leaves, what its numbers are made of."""
    try:
        odds = offers.odds(order) if detail != NONE else None
    except SkirmishError as error:
        side.add(panels.plain(str(error), "$error"))
        odds = None
    rules, view, width = offers.ruleset, offers.view, side.width
    if odds is not None and detail == ROUGH:
        side.add(*rough_lines(rules, view, odds, width))
    elif odds is not None:
        meant = [text for _, value in order.fields for text in re.split("[:+,]", value)]
        side.add(*odds_lines(rules, view, odds, width, meant))
        side.add(*loss_lines(rules, view, odds, width))
        side.add(*mishap_lines(mishaps(rules, view.state, order), width))
    side.add(*after)
    if odds is not None and detail != ROUGH:
        side.add(*landing_lines(odds.landing, order.target, width))
        parts, left = _weighty(rules, view, odds)
        side.add(*modifier_lines(parts, width, odds.varying))
        if left:
            side.add(panels.plain(f"less likely, not taken apart: {', '.join(left)}", "dim"))


def _weighty(rules: Ruleset, view: View, odds: Odds) -> tuple[Sequence[Modifier], Sequence[str]]:
    """What is taken apart of an attack that may come down anywhere: its roll, then the likeliest.

    Gives the parts, and the figures that are left out of them.
    """
    if not odds.landing:
        return odds.modifiers, ()
    effects = {
        name: summarize_outcomes(rules, view.state, name, of).effect_chance
        for name, of in odds.figures.items()
    }
    ranked = sorted(filter(effects.get, effects), key=lambda n: (n != odds.named, -effects[n]))
    likely = ranked[:_TAKEN_APART]
    rest = [part for part in odds.modifiers if part.figure not in effects]
    mine = [part for name in likely for part in odds.modifiers if part.figure == name]
    return (*rest, *mine), ranked[_TAKEN_APART:]
