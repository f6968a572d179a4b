"""What a good player would say of an order that neither moves nor attacks."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.geometry import facing_towards
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.rulesets.foresight import best_shot, nearest, now_allowed, standing_at
from skirmish.rulesets.protocol import Ruleset
from skirmish.telling.aftermath import left_by
from skirmish.telling.rehearsal import laid, rehearsed

_FACE = "face"
CHOICE = 3
"""Enemies that are looked at, the nearest."""


def of_still(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """What is to be said of an order of a figure that stays where it is."""
    match order.verb:
        case "aim":
            yield from _of_aim(ruleset, view, order)
        case "reload":
            yield from _of_reload(ruleset, view, order)
        case _:
            yield from _of_watch(ruleset, view, order)


def _of_aim(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """Who could shoot now and cannot any more in this bound once it has aimed."""
    left = left_by(ruleset, view, order)
    name, figure = order.figure, view.state.figures[order.figure]
    if left is None or figure.at is None:
        return
    foes = nearest(view, figure.tile, CHOICE)
    if _shoots(ruleset, view, name, foes) and not _shoots(ruleset, left, name, foes):
        yield "it cannot shoot after that in this bound: it helps in the next one if it stays there"


def _shoots(ruleset: Ruleset, view: View, name: str, foes: tuple[str, ...]) -> bool:
    """Whether a figure may attack one of these in this bound, to some effect."""
    figure = view.state.figures[name]
    state = standing_at(ruleset, view, name, figure.tile, figure.facing)
    allowed = now_allowed(ruleset, view)
    return any(best_shot(ruleset, state, name, foe, allowed) is not None for foe in foes)


def _of_reload(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """A weapon that is still more than half full, by what a reload puts in."""
    after = rehearsed(ruleset, view, order)
    if after is None:
        return
    figure, filled = view.state.figures[order.figure], after.figures[order.figure]
    for name in ruleset.equipped(figure.who.kind, figure.who.weapons):
        now, full = figure.count(name), filled.count(name)
        if now < full < 2 * now:
            yield f"there are still {now} of {full} in it"
            return


def _of_watch(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """Ground kept under fire with none of the enemies in sight on it."""
    board, figure = view.state.board, view.state.figures[order.figure]
    mask = laid(ruleset, view, order)
    foes = nearest(view, figure.tile, CHOICE) if mask and figure.at else ()
    if not foes or any(mask & board.bit(view.state.figures[foe].tile) for foe in foes):
        return
    for foe in foes:
        there = view.state.figures[foe].tile
        ahead = facing_towards(figure.tile, there)
        turned = order.with_field(_FACE, ahead)
        if laid(ruleset, view, turned) & board.bit(there):
            yield f"no enemy in sight stands on that ground: looking {ahead.name} it covers {foe}"
            return
    yield "no enemy in sight stands on that ground"
