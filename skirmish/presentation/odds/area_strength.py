"""How strong an attack on an area is on each tile that it covers, from its exact odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import nearest_figures
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset

FARTHEST = 6
"""Largest distance from the aim at which tiles are examined if the attack has no marked area."""
Strengths = tuple[tuple[Tile, Fraction], ...]


def area_strengths(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool] = lambda: False
) -> Strengths:
    """The share of its worth that an enemy on a tile can expect to lose, for each tile with any.

    The attack is assumed to land where it is aimed. The enemy is a copy of the one in sight nearest
    to the aim; a copy of the attacker if no enemy is in sight.
    """
    if verbs_of(ruleset)[order.verb].target is not Shape.TILE:
        return ()
    aim, model = order.target_tile, _model(view, order)
    attack = _landed(ruleset, view.state, order)
    if attack is None:
        return ()
    board, own = view.state.board, view.state.figures[order.figure].at
    mask = attack.area or board.disc(aim, FARTHEST) & board.seen_from(aim)
    found = []
    for tile in board.tiles_of(mask):
        if stopped():
            return ()
        if tile == own:
            continue
        strength = _strength(ruleset, _with(view, model, tile), order, model.id)
        if strength > 0:
            found.append((tile, strength))
    return tuple(found)


def _model(view: View, order: Order) -> Figure:
    """The enemy nearest to the aim; a copy of the attacker if none is in sight."""
    if foes := nearest_figures(order.target_tile, view.enemies()):
        return foes[0]
    own = view.state.figures[order.figure]
    return evolve(own, who=evolve(own.who, id=f"{own.id}x", side=view.enemy))


def _with(view: View, model: Figure, tile: Tile) -> State:
    """The battle with the enemy on a tile; a figure already there swaps places with it."""
    state = view.state
    there = state.standing(tile)
    figures = {**state.figures, model.id: evolve(model, at=tile)}
    if there is not None and there.id != model.id:
        figures[there.id] = evolve(there, at=model.at)
    return evolve(state, figures=figures)


def _landed(ruleset: Ruleset, state: State, order: Order) -> Attack | None:
    """The attack as if it landed where it is aimed."""
    plan = ruleset.attack(state, order)
    return plan.at(order.target_tile) if isinstance(plan, Aim) else plan


def _strength(ruleset: Ruleset, state: State, order: Order, name: str) -> Fraction:
    attack, worth = _landed(ruleset, state, order), state.figures[name].who.kind.points
    if attack is None or name not in attack.subjects or not worth:
        return Fraction(0)
    chances, loss = attack.odds_on(name).items(), ruleset.outcomes.loss
    return sum((p * loss(state, name, out) for out, p in chances), Fraction(0)) / worth
