"""What an order leads to: odds from where a move ends, what may come back, who may fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

from attrs import evolve, frozen

from skirmish.core.geometry import Facing, Tile, expand_path, parse_path
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.rulesets.carry import verbs_of
from skirmish.rulesets.foresight import (
    Danger,
    Shot,
    best_shot,
    dangers,
    nearest,
    standing_at,
)
from skirmish.rulesets.protocol import Ruleset
from skirmish.telling import hints
from skirmish.telling.outcomes import Summary, summary

FEW = 2
"""Hints that are told at a time."""
MOST = 3
"""Enemies that are told of, the nearest first."""
_FACE = "face"


@frozen
class Chance:
    """What a figure can do to another: the way in its ruleset's words, any effect, being out."""

    way: str
    effect: Fraction
    out: Fraction


@frozen
class Exchange:
    """An enemy, what can be done to it from the place in question, and what it can do there.

    `now` and `now_back` are the same from where the figure stands, None where nothing can be done.
    """

    enemy: str
    there: Chance | None
    back: Chance | None
    now: Chance | None = None
    now_back: Chance | None = None


@frozen
class Peril:
    """An enemy that may fire on the way, "" for one that is not known, where, and with what."""

    enemy: str
    tile: Tile
    chance: Chance | None


@frozen
class Outlook:
    """What an order leads to.

    `moves`: whether it is about another place than the figure's own. `unhurt`: the chance that
    everything on the way does nothing, if each fires once; None where somebody unknown watches.
    `hints`: what could be done better.
    """

    moves: bool
    exchanges: tuple[Exchange, ...]
    perils: tuple[Peril, ...] = ()
    hints: tuple[str, ...] = ()

    @property
    def unhurt(self) -> Fraction | None:
        """The chance to arrive as it left."""
        chance = Fraction(1)
        for peril in self.perils:
            if peril.chance is None:
                return None
            chance *= 1 - peril.chance.effect
        return chance


def worth_telling(ruleset: Ruleset, order: Order) -> bool:
    """Whether there is an outlook for an order: moves, and attacks at a figure or a tile."""
    verb = verbs_of(ruleset).get(order.verb)
    if verb is None or not order.figure or not order.target:
        return False
    return verb.target is Shape.PATH or (verb.dice and verb.target in (Shape.FIGURE, Shape.TILE))


def outlook(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool] = lambda: False
) -> Outlook | None:
    """The outlook of an order that may be given; None where it was stopped half way.

    Args:
        ruleset: The rules of the battle.
        view: What the side knows.
        order: A move, or an attack at a figure or a tile.
        stopped: Asked now and then whether nobody wants it any more.
    """
    figure = view.state.figures[order.figure]
    target = verbs_of(ruleset)[order.verb].target
    if target is Shape.TILE:
        return Outlook(False, (), hints=_first(hints.of_attack(ruleset, view, order)))
    if target is Shape.FIGURE:
        now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
        back = _chance(ruleset, now, order.target, figure.id)
        better = _first(hints.of_attack(ruleset, view, order))
        return Outlook(False, (Exchange(order.target, None, back),), hints=better)
    path = expand_path((figure.tile, *parse_path(order.target)))
    facing = order.facing(_FACE) or figure.facing
    told = _moved(ruleset, view, order.figure, path, facing, stopped)
    return told and evolve(told, hints=_first(hints.of_move(ruleset, view, order, facing)))


def _first(found: Iterator[str]) -> tuple[str, ...]:
    """The first hints: more than a few nobody reads."""
    return tuple(islice(found, FEW))


def _moved(
    ruleset: Ruleset,
    view: View,
    name: str,
    path: tuple[Tile, ...],
    facing: Facing,
    stopped: Callable[[], bool],
) -> Outlook | None:
    here, end = view.state.figures[name], path[-1]
    there = standing_at(ruleset, view, name, end, facing)
    now = standing_at(ruleset, view, name, here.tile, here.facing)
    exchanges = []
    for enemy in nearest(view, end, MOST):
        if stopped():
            return None
        exchanges.append(
            Exchange(
                enemy,
                _chance(ruleset, there, name, enemy),
                _chance(ruleset, there, enemy, name),
                _chance(ruleset, now, name, enemy),
                _chance(ruleset, now, enemy, name),
            )
        )
    if stopped():
        return None
    perils = tuple(_peril(ruleset, view, name, one) for one in dangers(ruleset, view, name, path))
    return Outlook(True, tuple(exchanges), perils)


def _chance(ruleset: Ruleset, state: State, shooter: str, target: str) -> Chance | None:
    shot = best_shot(ruleset, state, shooter, target)
    return None if shot is None else _told(ruleset, state, shot)


def _told(ruleset: Ruleset, state: State, shot: Shot) -> Chance:
    told: Summary = summary(ruleset, state, shot.target, shot.odds.figures[shot.target])
    return Chance(shot.way, told.effect, told.out)


def _peril(ruleset: Ruleset, view: View, name: str, danger: Danger) -> Peril:
    if danger.shot is None:
        return Peril(danger.enemy, danger.tile, None)
    state = standing_at(ruleset, view, name, danger.tile, view.state.figures[name].facing)
    return Peril(danger.enemy, danger.tile, _told(ruleset, state, danger.shot))
