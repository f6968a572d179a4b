"""A figure's pass: whether it acts, what is left of its two halves, what ends its readiness.

A change is an order about the figure itself or its weapons, which sets counters or a posture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from attrs import frozen

from skirmish.core.events import Posed, Tested, Unlinked
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import STEPS, Clock, State
from skirmish.core.view import View
from skirmish.rulesets.action import Cost
from skirmish.rulesets.common import slots, suppression, watch
from skirmish.rulesets.common.walking import HALVES
from skirmish.rulesets.dice_pool.counters import (
    AIMED,
    DEFENDING,
    FIRED,
    HOLDING,
    LOCKED,
    LOST,
    MOVED,
    RAN,
    SHOT_AT,
    SPLIT,
    SPLIT_TARGETS,
    SPLIT_WITH,
    USED,
)
from skirmish.rulesets.dice_pool.dice import COMPLEX, SIMPLE, pass_of, tiles_in_pass
from skirmish.rulesets.dice_pool.figures import kind_of
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

RUN_FACTOR = 2
"""Factor of running on the pass's share of the move (POOL-F4)."""


def acts(figure: Figure, clock: Clock) -> bool:
    """Whether a figure acts in this bound: it is of its side and of one of its passes (POOL-F4)."""
    mine = figure.at is not None and clock.side == figure.side
    return mine and pass_of(clock.step) <= kind_of(figure).passes


def not_acting(state: State, figure: Figure) -> Refusal | None:
    """Why a figure cannot act in this bound (POOL-F2, POOL-F4)."""
    if not acts(figure, state.clock):
        number, passes = pass_of(state.clock.step), kind_of(figure).passes
        first = "pass 1 only" if passes == 1 else f"the first {passes} passes"
        what = f"{figure.id} acts in {first}, this is pass {number}"
        return Refusal(what, "POOL-F4", "wait for the next turn")
    if figure.count(USED) == LOST:
        return Refusal(
            f"{figure.id} has lost the rest of its pass", "POOL-F2", "wait for its next pass"
        )
    return None


def unable(state: State, figure: Figure, cost: int) -> Refusal | None:
    """Why a figure can't take an action of so many halves of its pass now (POOL-F4)."""
    if refused := not_acting(state, figure):
        return refused
    if figure.count(USED) + cost <= COMPLEX:
        return None
    word = "Simple" if cost == SIMPLE else "Complex"
    left = "no action" if figure.count(USED) == COMPLEX else "one Simple action"
    return Refusal(
        f"this takes a {word} action; {figure.id} has {left} left",
        "POOL-F4",
        "wait for its next pass",
    )


def share(halves: int) -> Fraction:
    """Convert halves of a pass to a share of it."""
    return Fraction(halves, COMPLEX)


def left(figure: Figure, clock: Clock) -> int:
    """The halves of its pass that a figure has left; 0 where it does not act (POOL-F4)."""
    return max(0, COMPLEX - figure.count(USED)) if acts(figure, clock) else 0


def takes(halves: int) -> Cost[Any]:
    """A fixed price in halves of a pass (POOL-F4)."""
    return Cost(share(halves), able=lambda known, figure: unable(known.state, figure, halves))


def no_shot(known: View, figure: Figure) -> Refusal | None:
    """Why a figure can't fire at all in this pass; the rest of a split burst costs nothing more.

    POOL-16, POOL-F4.
    """
    return unable(known.state, figure, 0 if figure.count(SPLIT) else SIMPLE)


def spend(scene: Scene, name: str, cost: int) -> None:
    """Spend halves of a figure's pass (POOL-F4)."""
    if cost:
        scene.cite("POOL-F4")
        scene.count(name, USED, scene.state.figures[name].count(USED) + cost)


def allowance(figure: Figure, clock: Clock, *, running: bool) -> int:
    """Half tiles that a figure may walk in the whole pass; running doubles them (POOL-F4)."""
    kind = kind_of(figure)
    tiles = tiles_in_pass(kind.move, kind.passes, pass_of(clock.step))
    return tiles * HALVES * (RUN_FACTOR if running else 1)


def left_to_walk(figure: Figure, clock: Clock, *, running: bool = False) -> int:
    """Half tiles of the allowance that are left (POOL-F4)."""
    fast = running or bool(figure.count(RAN))
    return allowance(figure, clock, running=fast) - figure.count(MOVED)


def unsettle(scene: Scene, name: str, *, aim: bool = True) -> None:
    """End a held action and, with `aim`, an aim: the figure moves, turns or attacks.

    A turn keeps the aim. POOL-F7, POOL-F14.
    """
    if aim:
        scene.count(name, AIMED, 0)
    if scene.state.figures[name].count(HOLDING):
        scene.count(name, HOLDING, 0)
        watch.lift(scene, name)


def forget_split(scene: Scene, name: str) -> None:
    """End a split burst, because the figure does something else.

    POOL-16, POOL-A15.
    """
    for counter in (SPLIT, SPLIT_WITH, SPLIT_TARGETS):
        scene.count(name, counter, 0)
    for link in scene.state.linked(SHOT_AT, a=name):
        scene.emit(Unlinked(SHOT_AT, name, link.b))


def end_of_pass(clock: Clock) -> int:
    """The clock point at which the present pass ends (POOL-F13)."""
    return clock.turn * STEPS + 2 * pass_of(clock.step) + 1


UNTIL_NEXT_PASS = (RAN, FIRED, DEFENDING, *(slots.name(LOCKED, n) for n in range(slots.MOST)))
"""Counters that end when the figure's next pass begins (POOL-07, POOL-A2, POOL-F6)."""


def begun(figure: Figure, clock: Clock) -> Figure:
    """A figure at the start of a bound, without counters that end there if it acts (POOL-F4)."""
    ended = (*UNTIL_NEXT_PASS, HOLDING, SPLIT, SPLIT_WITH, SPLIT_TARGETS)
    return figure.with_counters(dict.fromkeys(ended, 0)) if acts(figure, clock) else figure


def begin_pass(scene: Scene, name: str) -> None:
    """End everything that lasts until a figure's next pass (POOL-07, POOL-A2, POOL-F6).

    POOL-F3, POOL-F13, POOL-F14.
    """
    for counter in UNTIL_NEXT_PASS:
        scene.count(name, counter, 0)
    unsettle(scene, name, aim=False)
    forget_split(scene, name)
    suppression.lift(scene, name)


@frozen
class Change:
    """What an order changes about its figure or one of the figure's weapons.

    `cost` is in halves of a pass, `slot` is the slot of the weapon, `told` the reported word for
    it. `gives_up`: the figure holds a shot with that weapon, and the change ends it (POOL-F14).
    """

    figure: Figure
    cost: int = SIMPLE
    counters: Mapping[str, int] = MappingProxyType({})
    posture: str = ""
    slot: int = 0
    told: str = ""
    gives_up: bool = False

    @property
    def changed(self) -> Figure:
        """The figure after the order, before its cost is paid."""
        counted = self.figure.with_counters(self.counters)
        return fast_evolve(counted, posture=self.posture) if self.posture else counted


OF_CHANGE: Cost[Change] = Cost(
    lambda _state, change: share(change.cost),
    ready=lambda known, change: unable(known.state, change.figure, change.cost),
)
"""The cost of an order about a figure or its weapons (POOL-F4)."""


def make(scene: Scene, change: Change) -> None:
    """Make a change; aim and a held shot of another weapon stay (POOL-F4, POOL-F14)."""
    name = change.figure.id
    spend(scene, name, change.cost)
    forget_split(scene, name)
    if change.gives_up:
        unsettle(scene, name, aim=False)
        scene.cite("POOL-F14")
    if change.posture:
        scene.emit(Posed(name, change.posture))
    if change.told:
        scene.emit(Tested(name, "weapon", change.told))
    for counter, value in change.counters.items():
        scene.count(name, counter, value)


def can_make(known: View, change: Change | Refusal) -> bool:
    """Whether a change is possible and its figure has the time for it now."""
    return not isinstance(change, Refusal) and OF_CHANGE.ready(known, change) is None


def possible(
    known: View,
    figure: Figure,
    orders: Iterable[Order],
    plan: Callable[[View, Order], Change | Refusal],
) -> Iterator[Family]:
    """Yield a family for each of these orders that may be given now."""
    if unable(known.state, figure, SIMPLE) is not None:
        return  # no change costs less
    for order in orders:
        if can_make(known, plan(known, order)):
            target = One((order.target,)) if order.target else None
            yield Family(order.verb, order.figure, target, fixed=order.fields)
