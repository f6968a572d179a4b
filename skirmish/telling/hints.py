"""What could be done better, said at the moment of it: another way to fire, cover near by."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.geometry import Tile, parse_path, tile_text
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import best_shot, nearest, standing_at
from skirmish.rulesets.protocol import Ruleset

BETTER = Fraction(5, 4)
"""How many times as much another way must do before it is worth a word."""
HARDLY = Fraction(1, 20)
"""The chance of doing anything below which a shot is hardly worth its rounds."""
BESIDE = 2
"""Tiles from the end of a way within which cover is looked for."""


def of_attack(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """What is to be said of an attack at a figure before it is made."""
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return
    chances = odds_of(plan, ruleset.spared()).figures.get(order.target, {})
    lost = Fraction(0)
    hit = Fraction(0)
    for outcome, chance in chances.items():
        loss = ruleset.loss(view.state, order.target, outcome)
        lost += chance * loss
        hit += chance if loss else 0
    figure = view.state.figures[order.figure]
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    best = best_shot(ruleset, now, figure.id, order.target)
    if best is not None and best.order != order and best.lost > lost * BETTER:
        yield f"{best.way} would do more: {_points(best.lost)} points instead of {_points(lost)}"
    elif hit < HARDLY:
        yield "this hardly ever does anything: come nearer, aim, or keep the rounds"


def of_move(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """What is to be said of a move before it is made: cover that is as near."""
    end = parse_path(order.target)[-1]
    foes = nearest(view, end, 1)
    if not foes:
        return
    foe = view.state.figures[foes[0]].tile
    here = view.state.board.cover(foe, end)
    best: tuple[int, int, Tile] | None = None
    for tile, cost in _near(ruleset, view, order, end):
        cover = view.state.board.cover(foe, tile)
        if cover > here and (best is None or (-cover, cost, tile) < best):
            best = (-cover, cost, tile)
    if best is not None:
        yield f"{tile_text(best[2])} has cover {-best[0]} against {foes[0]}, here is {here}"


def _near(ruleset: Ruleset, view: View, order: Order, end: Tile) -> Iterator[tuple[Tile, int]]:
    """The tiles near the end of a way that the same verb leads to, with what they cost."""
    for family in ruleset.choices(view, order.figure):
        if family.verb != order.verb or not isinstance(family.target, Routes):
            continue
        near = view.state.board.disc(end, BESIDE) & family.target.mask
        for tile in view.state.board.tiles_of(near):
            yield tile, family.target.reach.cost(tile)


def _points(lost: Fraction) -> str:
    return f"{lost.numerator / lost.denominator:.1f}"
