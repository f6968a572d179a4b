"""Going through lines with the keys: a menu, an order's details, answers, targets by name."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Facing
from skirmish.core.text import Shape
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.tui import pick as picks
from skirmish.tui.guess import menu_of
from skirmish.tui.keys import Mode
from skirmish.tui.pick import Pick

_LISTS = (Mode.MENU, Mode.FIELDS, Mode.ANSWER)


def in_list(offers: LegalOrders, pick: Pick) -> bool:
    """Whether the player chooses among lines, not on the map."""
    if pick.mode is Mode.TARGET:
        return not picks.on_map(offers, pick)
    return pick.mode in _LISTS


def words_listed(offers: LegalOrders, pick: Pick) -> tuple[str, ...]:
    """The words or numbers among which a target is chosen; none where it is on the map."""
    words = pick.mode is Mode.TARGET and offers.target_shape(pick.verb) in (
        Shape.WORD,
        Shape.NUMBER,
    )
    return offers.listed_targets(pick.figure, pick.verb) if words else ()


def through(offers: LegalOrders, pick: Pick, facing: Facing) -> Pick:
    """North and south go through the lines, east and west change the one that is marked."""
    dx, dy = facing.delta
    if dy:
        return moved(offers, pick, dy)
    if pick.mode is Mode.FIELDS:
        return picks.turned(offers, pick, dx)
    return picks.cycled(offers, pick, dx) if pick.mode is Mode.TARGET else pick


def moved(offers: LegalOrders, pick: Pick, by: int) -> Pick:
    """So many lines on, round and round."""
    if pick.mode is Mode.TARGET:
        return picks.cycled(offers, pick, by)
    count = _lines(offers, pick)
    return evolve(pick, row=(pick.row + by) % count) if count else pick


def _lines(offers: LegalOrders, pick: Pick) -> int:
    match pick.mode:
        case Mode.MENU:
            return len(menu_of(offers, pick))
        case Mode.FIELDS:
            return len(picks.details(offers, pick))
        case Mode.ANSWER:
            question = offers.view.question
            return len(question.options) if question else 0
        case _:
            return 0
