"""Input about the bound: its end, the group, what follows an order, the enemy's actions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import evolve

from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import DEPLOY, RESIGN, Order
from skirmish.presentation.orders.pending_fights import fights_words
from skirmish.presentation.orders.refusals import explain_refusal, explain_verb_refusal
from skirmish.presentation.wording import action_words
from skirmish.session import order_draft
from skirmish.session.awaited_order import UNREAD
from skirmish.session.bound_end import (
    better_than_end,
    end_key,
    end_order,
    end_warning,
    fights_to_come,
    loses_at_end,
    part_words,
    to_end,
)
from skirmish.session.controller import Controller
from skirmish.session.enemy_actions import SeenAction
from skirmish.session.mode import Mode
from skirmish.session.repeat import repeated_draft

_HASTE = 1.0
"""Seconds after a key has ended a bound, and after the next bound is shown, in which the same key
may still have been meant for the bound before.
"""


def end(controller: Controller, pressed: float = math.inf) -> Order | None:
    """End the bound, muster or deployment, by a key that was `pressed` at some time.

    Asks once if a figure can still act or an order is being drafted, or if the same key ended the
    last bound a moment ago. A key that is held, or pressed twice in haste, does not count as the
    answer.
    """
    unread = controller.untouched and pressed < controller.end_pressed + UNREAD
    return _end(controller, controller.key(end_key(controller.legal)), pressed, unread=unread)


def end_by_confirm(controller: Controller, pressed: float = math.inf) -> Order | None:
    """End the bound by the confirm key, in answer to the question.

    Asks like the key that ends it. A key that is held, or pressed twice in haste, does not count as
    the answer.
    """
    unread = pressed < controller.end_pressed + UNREAD
    return _end(controller, controller.key("confirm"), pressed, unread=unread)


def end_as_advised(controller: Controller, pressed: float = math.inf) -> Order | None:
    """End the bound by the confirm key, as the advice shown says; asks as `_end_doubt` does."""
    unread = pressed < controller.end_pressed + UNREAD
    return _end(controller, controller.key("confirm"), pressed, unread=unread, advised=True)


def _end(
    controller: Controller, key: str, pressed: float, *, unread: bool, advised: bool = False
) -> Order | None:
    began = max(controller.end_pressed, controller.bound_shown)
    hasty = controller.untouched and pressed < began + _HASTE
    controller.end_pressed = pressed
    left = "" if advised else _unfinished(controller, key)
    doubt = left or _end_doubt(controller, key, hasty=hasty)
    if doubt and controller.asks_again("end", unread=unread):
        controller.notice = doubt
        controller.keeps_untouched = controller.untouched
        return None
    controller.keeps_untouched = True
    return end_order(controller.legal)


def _unfinished(controller: Controller, key: str) -> str:
    """The question about what is left to do before the bound ends; empty if there is none."""
    legal = controller.legal
    if controller.drafting and order_draft.complete(legal, controller.draft):
        return f"order not confirmed; {key}: end {part_words(legal)} without it"
    if doubt := end_warning(legal, key):
        hint = better_than_end(legal, controller.order_name) if controller.preferences.hints else ""
        fights = fights_words(fights_to_come(legal), controller.preferences.odds)
        return ". ".join(filter(None, (doubt, fights, f"Hint: {hint}" if hint else "")))
    return f"{key}: {to_end(legal)}" if controller.drafting else ""


def _end_doubt(controller: Controller, key: str, *, hasty: bool) -> str:
    """The question about the end itself; empty if there is none.

    `hasty`: the key may have been meant for the bound before.
    """
    legal = controller.legal
    ask = f"{key}: {to_end(legal)}"
    if loses_at_end(legal) and legal.active_figures():
        return ask
    return f"it began as you pressed {key}; {ask}" if hasty else ""


def mark(controller: Controller) -> None:
    """Add the figure under the cursor to the group, or remove it."""
    figure = controller.legal.own_figure_at(controller.focus)
    if not figure:
        controller.notice = (
            f"none of your figures is there: {controller.key('next')} selects the next"
        )
    elif figure in controller.group:
        leave_group(controller, figure)
        controller.notice = f"{figure} left the group; {_together(controller)}"
    else:
        controller.group = (*controller.group, figure)
        controller.notice = _together(controller)


def leave_group(controller: Controller, figure: str) -> None:
    """Take a figure out of the group, so that it moves alone."""
    controller.group = tuple(name for name in controller.group if name != figure)


def set_group(controller: Controller, names: Sequence[str]) -> None:
    """Let these figures move together, and no others."""
    controller.group = tuple(names)
    controller.notice = _together(controller)


def _together(controller: Controller) -> str:
    if not controller.group:
        return "the group is empty"
    if len(controller.group) == 1:
        return f"group: {controller.group[0]} alone. Mark others, and they move together"
    return f"group: {', '.join(controller.group)}. Move one and the rest follow"


def follow_up(controller: Controller, order: Order, start: Tile | None, why: str = "") -> None:
    """After an order: say how a move that was stopped can go on; choose the next figure.

    `start` is where the figure stood before, `why` the reason why it was stopped.
    """
    legal = controller.legal
    if not legal.can_act or controller.mode is not Mode.SELECT:
        return
    said = controller.given.stop(legal, order, controller.key("go_on"))
    turn = _turn_words(controller, order.figure) if why else ""
    if said or turn:
        controller.cursor = legal.position(order.figure) or controller.cursor
        said = said or f"{order.figure} stopped at {tile_text(controller.cursor)}"
        controller.notice = (f"{said} ({why})" if why else said) + turn
    elif order.verb == DEPLOY.name:
        for name in controller.upcoming(legal.unplaced_figures(), order.figure)[:1]:
            controller.choose(name)
            controller.followed = name
    elif order.figure and order.figure not in (legal.active_figures() or (order.figure,)):
        controller.choose_next(1)
        controller.followed = controller.draft.figure
    elif controller.cursor == start or legal.own_figure_at(controller.cursor) not in (
        "",
        order.figure,
    ):
        # The cursor follows the figure even if it did not draw the path, and does not stay on
        # another own figure, such as one that was treated.
        controller.cursor = legal.position(order.figure) or controller.cursor
    rest = controller.given.rest_of(legal, controller.group)
    if rest and not controller.notice:
        key, who = controller.key("repeat"), legal.view.state.figures.get(order.figure)
        verb = action_words(who, order.verb)
        controller.notice = f"group: {key} proposes {verb} for {', '.join(rest)}, too"


def _turn_words(controller: Controller, figure: str) -> str:
    """How a stopped figure can turn to the nearest enemy; "" if it faces that, or cannot."""
    if figure not in controller.legal.own_figures():
        return ""
    if (turn := controller.legal.turn_to_enemy(figure)) is None:
        return ""
    (order, enemy), me = turn, controller.legal.view.state.figures[figure]
    key = controller.verb_key(order.verb) or controller.key("verbs")
    return f"; it faces {me.facing.name}, not {enemy.id}: key {key} turns it {order.target}"


def return_to(controller: Controller, figure: str) -> None:
    """Choose the figure of an order that was taken back, unless the player has chosen another."""
    if figure and controller.followed and controller.draft.figure == controller.followed:
        controller.choose(figure)


def go_on(controller: Controller) -> Order | None:
    """The rest of the current figure's stopped move; None with a notice if there is none."""
    onward = controller.onward
    if onward is None and controller.take_figure():
        controller.notice = f"no move of {controller.draft.figure} was stopped that can go on"
    return onward


def repeat(controller: Controller) -> None:
    """Draft the last order for the current figure."""
    legal = controller.legal
    if controller.given.last is None:
        controller.notice = "there is no order to repeat yet"
        return
    order, by = controller.given.last
    own_choice = controller.has_chosen and controller.draft.figure != order.figure
    others = () if own_choice else controller.given.rest_of(legal, controller.group)
    if others:
        controller.choose(others[0])
    elif not controller.take_figure():
        return
    figure = controller.draft.figure
    rest = controller.onward if controller.given.stopped.get(figure) is order else None
    draft = repeated_draft(legal, figure, rest or order, None if rest else by)
    if draft is not None:
        controller.draft = draft
        end = None if by is None else order_draft.aimed_tile(legal, draft.order)
        controller.cursor = end or legal.position(draft.target) or controller.cursor
    elif by is None:
        controller.explain(explain_refusal(legal, evolve(order, figure=figure)))
    else:
        controller.explain(explain_verb_refusal(legal, figure, order.verb, controller.cursor))


def resign(controller: Controller) -> Order | None:
    """Give up the battle; asks once."""
    if controller.asks_again("resign"):
        controller.notice = "press it again to give up the battle"
        return None
    return Order.of(RESIGN.name)


def next_enemy_action(controller: Controller, by: int, shown: SeenAction | None) -> None:
    """Show the enemy's next or previous action on the map."""
    known = controller.enemy_actions
    if not known:
        controller.notice = "your side saw no enemy action"
        return
    at = known.index(shown) + by if shown in known else min(by - 1, 0)
    action = known[at % len(known)]
    show_action(controller, action)
    keys = f"{controller.key('news')}: next, {controller.key('news_back')}: back"
    more = f" ({keys})" if len(known) > 1 else ""
    controller.notice = f"{at % len(known) + 1}/{len(known)}{more}  {action.text}"


def show_action(controller: Controller, action: SeenAction) -> None:
    """Show an action on the map and move the cursor there, unless a target is being chosen."""
    controller.shown_action = action
    if action.tile is not None and controller.mode is not Mode.TARGET:
        controller.cursor = action.tile
        controller.brought_to_news = True
