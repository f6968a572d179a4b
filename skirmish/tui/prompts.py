"""The prompt of each mode: what can be done now, in words for the line below the map."""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.codec import Shape
from skirmish.core.orders import DEPLOY, Purpose, Refusal
from skirmish.core.sanitize import display_width as columns
from skirmish.core.text import pluralize
from skirmish.presentation.odds.forecast_rows import penalty_words
from skirmish.presentation.orders.family_words import posture_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.pending_fights import fights_words
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import (
    action_words,
    cannot_there,
    chance_unit,
    detail_phrase,
    door_words,
    humanize,
    possible_words,
    value_words,
)
from skirmish.rulesets.common.reactions import WHEN
from skirmish.session import order_draft, proposals, variants
from skirmish.session.ai_driver import STOPPED
from skirmish.session.bound_end import (
    by_what_is_left,
    fights_to_come,
    rest_words,
    to_end,
    worth_asking,
)
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, menu_verbs
from skirmish.tui.advice_lines import advice_prompt
from skirmish.tui.panel_lines import clipped

_NAMED = 6
"""Maximum number of figures listed in a line."""
_NAMED_ABLE = 3
"""Maximum number of other figures that can still act and are named; more are counted."""
MOST_ORDERS = 12
"""Maximum number of orders listed in a line."""
_CHOSEN = {Shape.PATH: "choose a destination", Shape.TILE: "choose a tile"}
"""Prompts for targets other than figures."""


def mode_prompt(
    controller: Controller, mode: Mode, waiting: str, most: int = MOST_ORDERS, width: int = 0
) -> str:
    """The prompt of a mode; lists at most `most` orders of a figure."""
    if controller.advice is not None:
        return advice_prompt(controller, controller.advice)
    if mode is Mode.WAIT and (waiting or not controller.look):
        return _wait_prompt(controller, waiting)
    if controller.look:
        tab, back = controller.key("next"), controller.key("back")
        return f"look: move the cursor, {tab}: figures, {back}: stop"
    match mode:
        case Mode.ANSWER:
            north, south, enter = (controller.key(name) for name in ("north", "south", "confirm"))
            return f"{north} and {south}: choose, {enter}: answer"
        case Mode.MENU:
            return _menu_prompt(controller, width)
        case Mode.TARGET:
            return _target_prompt(controller, width, most)
        case Mode.FIELDS:
            return _fields_prompt(controller)
        case Mode.SELECT if (awaited := controller.awaited.pending) is not None:
            return f"{awaited.figure} {order_words(controller, awaited.verb)}: .."
        case Mode.SELECT if controller.draft.verb:
            return _target_prompt(controller, width, most)
        case _:
            return _hindrance_words(controller, width) or _select_prompt(controller, most, width)


def _hindrance_words(controller: Controller, width: int) -> str:
    """Why the chosen figure can do nothing at the tile; empty if it can, or no order is meant."""
    if (found := controller.objections.elsewhere) is None:
        return ""
    verb, why = found
    begin = cannot_there(controller.draft.figure, order_words(controller, verb), why.reason)
    return clipped(begin + controller.refusal_text(why.reason), width or 999)


def _wait_prompt(controller: Controller, waiting: str) -> str:
    if controller.legal.view.state.tally.over:
        log, score, leave = (controller.key(name) for name in ("log", "briefing", "leave"))
        return f"the battle is over: {log} for the log, {score} for the score, {leave} to leave"
    if waiting == STOPPED:
        enter, back = controller.key("confirm"), controller.key("back")
        return f"the computer is stopped: {enter} or {back} continues"
    if controller.shown_action is not None:
        return controller.shown_action.text
    return f"{controller.key('back')} stops the computer" if waiting else "look around"


def computer_prompt(controller: Controller, waiting: str, level: str) -> str:
    """Which computer plays the player's side, and how to take over."""
    play = f"the computer ({humanize(level)}) plays"
    return f"{play}; {eyes_words(controller)}. {_wait_prompt(controller, waiting)}"


def eyes_words(controller: Controller) -> str:
    """Whose view the map shows while the computer plays, and how to take over."""
    who = controller.legal.view.state.setup.sides[controller.legal.view.side].name
    return f"seen by {who}; {controller.key('leave')}: take over"


def _target_prompt(controller: Controller, width: int, most: int = MOST_ORDERS) -> str:
    """How to choose a target, or what confirming does; with `most` 0 without further keys."""
    legal, draft, enter = controller.legal, controller.draft, controller.key("confirm")
    if draft.field:
        return f"{humanize(draft.field)}: choose a tile, {enter}: confirm"
    if legal.target_shape(draft.verb) is Shape.FACING:
        done = f", {enter}: confirm" if draft.target else ""
        return f"turn with a direction key or a tile{done}"
    if not order_draft.complete(legal, draft):
        what = _CHOSEN.get(legal.target_shape(draft.verb) or Shape.FIGURE, "choose a target")
        if why := controller.objections.aim:
            begin = cannot_there(draft.figure, order_words(controller, draft.verb), why.reason)
            return begin + _refusal_words(controller, why, width - columns(begin) if width else 0)
        return f"{draft.figure} {order_words(controller, draft.verb)}: {what}{_by_tab(controller)}"
    verb = order_words(controller, draft.verb)
    rows = order_draft.variant_rows(legal, draft)
    if rows or proposals.other_attack(legal, draft):
        figure = legal.view.state.figures.get(draft.figure)
        values = (value_words(figure, row.value) for row in variants.stated_rows(rows))
        words = ", ".join(one for one in values if one not in verb)
        verb += f" ({words})" if words else ""
        verb += f"  {controller.key('less')} {controller.key('more')}: other options"
    faces = [row for row in order_draft.details(legal, draft) if row.turns]
    if faces:
        facing = draft.order.get(faces[0].field) or _kept_facing(legal, draft)
        options = f" ({controller.key('options')}: options)" if most else ""
        whom = f" {draft.figure}" * legal.deploying
        return f"{enter}: {verb}{whom} there, facing {facing}{_penalty(controller)}{options}"
    more = _possible(controller) if most else ""
    return f"{enter}: {verb}{_penalty(controller)}" + (f"  ({more})" if more else "")


def _penalty(controller: Controller) -> str:
    """What the move in hand takes off a later attack, once known: ` (attack after it: run -2)`."""
    told = controller.legal.forecasts.get(controller.draft.order)
    words = "" if told is None or controller.preferences.odds != EXACT else penalty_words(told)
    return f" (attack after it: {words})" if words else ""


def _possible(controller: Controller) -> str:
    """The figures that could take part in the order, with the key for it; "" for none."""
    words = possible_words(order_draft.figures_left(controller.legal, controller.draft))
    return f"{controller.key('options')}: {', '.join(words)}" if words else ""


def _kept_facing(legal: LegalOrders, draft: OrderDraft) -> str:
    """The facing after an order without one: unchanged, or after a move the way it went."""
    figure = legal.view.state.figures.get(draft.figure)
    if figure is None or legal.target_shape(draft.verb) is Shape.PATH:
        return "the way it went"
    return figure.facing.name


def order_words(controller: Controller, verb: str) -> str:
    """An order of the current figure in words."""
    figures = controller.legal.view.state.figures
    name = controller.draft.figure or controller.current_figure
    legal, order = controller.legal, controller.draft.order
    words = posture_words(legal, name, verb)
    if words := words or (door_words(legal.board, order) if order.verb == verb else ""):
        return words
    return action_words(figures.get(name), verb, controller.draft.order.get("weapon"))


def _refusal_words(controller: Controller, why: Refusal, room: int) -> str:
    """A refusal's reason and remedy; only the remedy if both do not fit."""
    both = controller.refusal_text("; ".join(filter(None, (why.reason, why.remedy))))
    if why.remedy and room and room < columns(both):
        return controller.refusal_text(why.remedy)
    return both


def _menu_prompt(controller: Controller, width: int) -> str:
    """The marked order and its key, or why it is not possible now."""
    legal, names = controller.legal, menu_verbs(controller.legal, controller.draft)
    if not names:
        return f"{controller.key('back')} goes back"
    verb = legal.known_verbs[names[controller.draft.row % len(names)]]
    if why := controller.objections.line:
        begin = f"{order_words(controller, verb.name)}, not now: "
        return begin + _refusal_words(controller, why, width - columns(begin) if width else 0)
    return f"{controller.key('confirm')}: {order_words(controller, verb.name)}"


def _fields_prompt(controller: Controller) -> str:
    """How to change the marked detail of an order."""
    legal, draft, key = controller.legal, controller.draft, controller.key
    row = order_draft.marked_row(legal, draft)
    done = f"{key('confirm')}: {order_words(controller, draft.verb)}"
    if row is None:
        return done
    least = draft.order.get(WHEN.name) if row.field != WHEN.name else ""
    verb = legal.known_verbs[draft.verb]
    waits = detail_phrase(None, WHEN.name, least, unit=chance_unit(verb, WHEN.name))
    more = f"{key('next')}: {waits if least else 'next line'}"
    if row.turns:
        rest = f"; {more}" if len(order_draft.details(legal, draft)) > 1 else ""
        return f"{humanize(row.field)}: a direction key; {done}{rest}"
    return f"{key('west')}: previous, {key('east')}: next value, {done}" + (
        f"  ({more})" if least else ""
    )


_FIXED = 2
"""Maximum number of figures with a fixed place that the deployment names; more are counted."""


def _fitting(ways: Iterable[str], width: int) -> str:
    """The first of some texts that fits into a width (0: any), else the last."""
    *others, last = ways
    return next((way for way in others if not width or columns(way) <= width), last)


def _with_tail(words: str, tail: str, more: str, width: int) -> str:
    """Words and a tail; if there is no room, the words are cut and `more` is left out."""
    if not width or columns(words + tail + more) <= width:
        return words + tail + more
    return clipped(words, width - columns(tail)) + tail


def _select_prompt(controller: Controller, most: int, width: int = 0) -> str:
    """The current figure and its first orders, else the figures that come next."""
    legal, key, name = controller.legal, controller.key, controller.current_figure
    step, able = f"{key('next')}: next", legal.active_figures()
    if legal.mustering:
        return f"{step} figure, {key('verbs')}: its loads, {key('mustered')}: ready"
    if legal.deploying:
        return _deployment_words(controller)
    if name in able:
        verbs = [order_words(controller, verb) for verb in offered_orders(controller)]
        more = ".." if len(verbs) > most else ""
        said = f": {', '.join(verbs[:most])}{more}" if most else ""
        return f"{name}{said}  ({_how_many(controller)})"
    free = ", ".join(order_words(controller, verb) for verb in legal.verbs(name))
    if not able:
        told = [controller.idle_words(name) if name else "", f"can still {free}" if free else ""]
        told = [one for one in told if one][:most]
        said = f" ({'; '.join(told)})" if told else ""
        lead = f"No figure can move or attack now. {key('end')}: "
        fights = fights_words(fights_to_come(legal), controller.preferences.odds)
        tails = [*[f". {fights}"] * bool(fights), said]
        ends = (
            f"{lead}{to_end(legal, brief=brief)}{tail}" for tail in tails for brief in (False, True)
        )
        return _fitting(ends, width)
    coming = controller.upcoming(able, name)
    names = ", ".join(coming[:_NAMED]) + (" .." if len(coming) > _NAMED else "")
    if not name:
        return f"{step} ({names})"
    rest = f", can only {free}" if free and most else ""
    return _with_tail(f"{controller.idle_words(name)}{rest}", f"; {step}", f" ({names})", width)


def _deployment_words(controller: Controller) -> str:
    """How to place the current figure, named first, and which figures can still be placed."""
    legal, key, figure = controller.legal, controller.key, controller.draft.figure
    fixed = figure and DEPLOY.name not in legal.verbs(figure)
    it = figure or "it"
    deploy = f"{figure} has a fixed place" if fixed else f"{key('verb.deploy')}: deploy {it}"
    left = legal.unplaced_figures()
    there = all(legal.position(one) for one in left)
    more = "not moved yet" if there else "not placed yet"
    rest = f"{len(left)} {more}" if left else "all are placed"
    if stay := [name for name in legal.own_figures() if DEPLOY.name not in legal.verbs(name)]:
        who = ", ".join(stay) if len(stay) <= _FIXED else pluralize(len(stay), "other")
        rest += f"; {who} {'stays' if len(stay) == 1 else 'stay'}"
    return f"{deploy}, {key('next')}: next figure, {key('ready')}: ready  ({rest})"


def _how_many(controller: Controller) -> str:
    """The other figures with more than a rest of movement left: named if few, else counted."""
    able = worth_asking(controller.legal)
    if not able:
        legal = controller.legal
        end = f"{controller.key('end')}: {to_end(legal, brief=True)}"
        left = rest_words(legal)
        rest = (
            f"no figure has more than {left} left"
            if left
            else "no attack is left that can harm an enemy"
        )
        return f"{rest}; {end}"
    others = [name for name in able if name != controller.current_figure]
    if not others:
        return "no other can act"
    groups = by_what_is_left(controller.legal, others)
    if len(others) <= _NAMED_ABLE:
        return ", ".join(f"{', '.join(names)} can {what}" for what, names in groups)
    counted = [f"{pluralize(len(names), 'other')} can {what}" for what, names in groups[:1]]
    return ", ".join((*counted, *(f"{len(names)} can {what}" for what, names in groups[1:])))


def offered_orders(controller: Controller) -> tuple[str, ...]:
    """The orders of the current figure; treating the wounded comes first.

    Reloading follows its attacks, or comes first if a weapon is empty.
    """
    legal, name = controller.legal, controller.current_figure
    known, figure = legal.known_verbs, legal.view.state.figures.get(name)
    loads = [one for one in legal.verbs(name) if known[one].purpose is Purpose.RELOAD]
    others = [one for one in legal.verbs(name) if one not in loads]
    others.sort(key=lambda one: known[one].purpose is not Purpose.TREAT)
    if figure is None or not loads:
        return tuple(others)
    attacks = [at for at, one in enumerate(others, 1) if known[one].dice and known[one].target]
    empty = legal.ruleset.card.empty_weapons(legal.view.state, figure)
    at = 0 if empty else max(attacks, default=0)
    return (*others[:at], *loads, *others[at:])


def _by_tab(controller: Controller) -> str:
    """What the next key does while a target is chosen."""
    legal, figure, verb = controller.legal, controller.draft.figure, controller.draft.verb
    targets = legal.candidate_tiles(figure, verb) or legal.listed_targets(figure, verb)
    return f", {controller.key('next')}: the next {'enemy' if targets else 'figure'}"
