"""What an order leads to: odds from where a move ends, what may come back, who may fire.

After a move the figure has what the move leaves it: points, aim, posture, penalties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

from attrs import evolve, frozen

from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.rulesets.carry import verbs_of
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.foresight import (
    Danger,
    Shot,
    answers_next,
    any_way,
    best_shot,
    dangers,
    nearest,
    now_allowed,
    rested,
    standing_at,
)
from skirmish.rulesets.protocol import Ruleset, replies
from skirmish.telling import hints, hints_attack, hints_still
from skirmish.telling.aftermath import Aftermath, aftermath, left_by
from skirmish.telling.outcomes import Summary, summary
from skirmish.telling.wording import way_words

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
    """An enemy that may fire on the way, "" for one that is not known, where, and with what.

    `lasting`: only if the figure is still there as its bound ends.
    """

    enemy: str
    tile: Tile
    chance: Chance | None
    lasting: bool = False


@frozen
class Outlook:
    """What an order leads to.

    `moves`: whether it is about another place than the figure's own. `later`: what can be done
    from there cannot be done in this bound any more. `unhurt`: the chance that everything on the
    way does nothing, if all fire; None where somebody unknown watches. `hints`: what could
    be done better. `after`: what it leaves its figure with. `replies`: of who waits from then on,
    the chance to do anything to each enemy that it covers, should that act where it is.
    """

    moves: bool
    exchanges: tuple[Exchange, ...]
    perils: tuple[Peril, ...] = ()
    hints: tuple[str, ...] = ()
    later: bool = False
    after: Aftermath = Aftermath()
    replies: tuple[tuple[str, Fraction], ...] = ()

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
    """Whether there is an outlook for an order: whatever a figure does."""
    return order.figure != "" and order.verb in ruleset.verbs


def outlook(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool] = lambda: False
) -> Outlook | None:
    """The outlook of an order that may be given; None where it was stopped half way.

    Args:
        ruleset: The rules of the battle.
        view: What the side knows.
        order: What a figure is to do.
        stopped: Asked now and then whether nobody wants it any more.
    """
    verb = verbs_of(ruleset)[order.verb]
    if verb.target is Shape.PATH:
        told = _moved(ruleset, view, order, stopped)
    elif verb.dice and order.target:
        told = _attacked(ruleset, view, order)
    else:
        better = _first(hints_still.of_still(ruleset, view, order))
        told = Outlook(False, (), hints=better, replies=_replies(ruleset, view, order))
    return told and evolve(told, after=aftermath(ruleset, view, order))


def _replies(ruleset: Ruleset, view: View, order: Order) -> tuple[tuple[str, Fraction], ...]:
    """What it would do to the enemies in sight, who begins to wait."""
    left = left_by(ruleset, view, order)
    if left is None or replies(ruleset, view.state, order.figure):
        return ()
    return replies(ruleset, left.state, order.figure)


def _attacked(ruleset: Ruleset, view: View, order: Order) -> Outlook:
    """An attack: what may come back from whom it names, and how to do better."""
    better = _first(hints_attack.of_attack(ruleset, view, order))
    figure = view.state.figures[order.figure]
    if verbs_of(ruleset)[order.verb].target is not Shape.FIGURE:
        return Outlook(moves=False, exchanges=(), hints=better)
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    back = _chance(ruleset, now, order.target, figure.id)
    return Outlook(False, (Exchange(order.target, None, back),), hints=better)


def _first(found: Iterator[str]) -> tuple[str, ...]:
    """The first hints: more than a few nobody reads."""
    return tuple(islice(found, FEW))


def _moved(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool]
) -> Outlook | None:
    """A way: what can be done from its end with what it leaves, against what can be done now."""
    name, here = order.figure, view.state.figures[order.figure]
    path = (here.tile, *way(here.tile, order.target_path))
    left = left_by(ruleset, view, order) or view
    facing = order.facing(_FACE) or left.state.figures[name].facing
    foes = nearest(view, path[-1], MOST)
    later, there = False, _Stand(ruleset, left, name, path[-1], facing, later=False)
    shots = {foe: there.on(foe) for foe in foes if not stopped()}
    if not any(shots.values()):
        later, there = True, _Stand(ruleset, left, name, path[-1], facing, later=True)
        shots = {foe: there.on(foe) for foe in foes if not stopped()}
    now = _Stand(ruleset, view, name, here.tile, here.facing, later=later)
    exchanges = [
        Exchange(foe, shots[foe], there.back(foe), now.on(foe), now.back(foe))
        for foe in foes
        if not stopped()
    ]
    if stopped():
        return None
    perils = tuple(_peril(ruleset, view, one) for one in dangers(ruleset, view, order))
    exchanges = [_once(view, one, perils) for one in exchanges]
    now = _Stand(ruleset, view, name, here.tile, here.facing, later=False)
    spent = later and any(now.on(foe) is not None for foe in foes)
    better = _first(hints.of_move(ruleset, view, order, facing, spent=spent))
    return Outlook(True, tuple(exchanges), perils, better, later)


class _Stand:
    """A figure on a tile, with what it has in a view: what it can do from there, now or later."""

    def __init__(
        self, ruleset: Ruleset, view: View, name: str, tile: Tile, facing: Facing, *, later: bool
    ) -> None:
        self._ruleset, self._name = ruleset, name
        known = rested(view, name) if later else view
        self._state = standing_at(ruleset, known, name, tile, facing)
        self._allowed = any_way if later else now_allowed(ruleset, view)

    def on(self, enemy: str) -> Chance | None:
        """What it can do to an enemy."""
        shot = best_shot(self._ruleset, self._state, self._name, enemy, self._allowed)
        return None if shot is None else _told(self._ruleset, self._state, shot)

    def back(self, enemy: str) -> Chance | None:
        """What the enemy can do to it."""
        return _chance(self._ruleset, self._state, enemy, self._name)


def _chance(ruleset: Ruleset, state: State, shooter: str, target: str) -> Chance | None:
    """What an enemy may do to a figure, should it be its turn to."""
    if not answers_next(ruleset, state, shooter):
        return None
    shot = best_shot(ruleset, state, shooter, target)
    return None if shot is None else _told(ruleset, state, shot)


def _told(ruleset: Ruleset, state: State, shot: Shot) -> Chance:
    told: Summary = summary(ruleset, state, shot.target, shot.odds.figures[shot.target])
    words = way_words(state.figures[shot.shooter], shot.order, shot.way)
    return Chance(words, told.effect, told.out)


def _peril(ruleset: Ruleset, view: View, danger: Danger) -> Peril:
    chance = None if danger.shot is None else _told(ruleset, view.state, danger.shot)
    return Peril(danger.enemy, danger.tile, chance, danger.lasting)


def _once(view: View, one: Exchange, perils: tuple[Peril, ...]) -> Exchange:
    """An exchange without what comes back, where the enemy's one shot is told of the way."""
    phases = view.state.setup.declared.phases.values()
    spent = any(peril.enemy == one.enemy for peril in perils)
    return evolve(one, back=None) if spent and not all(kind.moves for kind in phases) else one
