"""An order as data: what may be said, what it amounts to, when it is legal, what comes of it.

A ruleset is cut by action: all that it knows of one order is one `Action` in its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Generic, TypeVar, cast

from attrs import frozen

from skirmish.core.events import Stopped
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

P = TypeVar("P")
"""What an order amounts to: a shot, a way, a weapon to reload."""
LAPSED = "lapsed"
"""Why an order stops that an answer to it has made impossible."""


def no_refusal(_view: View, _what: object) -> None:
    """Nothing forbids it."""


def _no_options(_view: View, _figure: Figure) -> tuple[Family, ...]:
    return ()


def _order_itself(_view: View, order: Order) -> Order:
    return order


def _no_attack(_state: State, _plan: object) -> None:
    """It rolls nothing at anybody."""


def _no_mishaps(_state: State, _plan: object) -> tuple[tuple[str, Fraction], ...]:
    return ()


def stopped(scene: Scene, order: Order) -> None:
    """Tell that an order stops; nothing is spent on what was not done."""
    scene.emit(Stopped(order.figure, LAPSED))


NONE = Fraction(0)


@frozen(eq=False)
class Cost(Generic[P]):
    """What an order takes of its figure's own bound, and why the figure cannot pay for it now.

    Attributes:
        share: The share of the bound, 0 to 1; worked out on the state of a view or on the true one
            where it depends on the plan.
        able: Why a figure cannot pay, whatever the order says; it has no options then.
        ready: Why it cannot pay for what is planned.
    """

    share: Fraction | Callable[[State, P], Fraction] = NONE
    able: Callable[[View, Figure], Refusal | None] = no_refusal
    ready: Callable[[View, P], Refusal | None] = no_refusal


NO_COST: Cost[Any] = Cost()


@frozen(eq=False)
class Action(Generic[P]):
    """One order of a ruleset.

    An order is planned once, on the view of the side that gives it; whatever is refused is refused
    by `able`, `worded`, `plan` and `ready`, in this order, `able` and `ready` with their like in
    `cost`. Only `carry_out` sees the true state, and it may stop a legal plan there.

    Attributes:
        verb: What may be said.
        carry_out: Does what is planned.
        plan: What an order amounts to, or why it cannot be done whatever the clock says: range,
            arc, sight, ammunition. By default the plan is the order itself.
        able: Why a figure may do no such thing now, whatever the order says; it has no options
            then.
        worded: Why an order may not be given now that says such a thing.
        ready: Why it cannot do now what is planned, points apart.
        cost: What it takes of the figure's bound, and why the figure cannot pay for it. By default
            it takes nothing.
        options: All that a figure may be ordered to do of this now; whatever is drawn is legal. It
            is asked of figures that may act (`Turn.able`, `able`) and pay (`Cost.able`).
        attack: What is rolled, on the state of a view or on the true one; None without dice.
        mishaps: What may go wrong for the figure itself, in words, each with its exact chance.
        interrupt: Lets the enemy answer before the order is carried out. It is then planned again,
            and lapses where it has become impossible.
        lapse: Ends an order that lapses.
        movement: Whether it is to walk, turn or work a door.
    """

    verb: Verb
    carry_out: Callable[[Scene, P], None]
    plan: Callable[[View, Order], P | Refusal] = cast("Any", _order_itself)
    able: Callable[[View, Figure], Refusal | None] = no_refusal
    worded: Callable[[View, Order], Refusal | None] = no_refusal
    ready: Callable[[View, P], Refusal | None] = no_refusal
    cost: Cost[P] = NO_COST
    options: Callable[[View, Figure], Iterable[Family]] = _no_options
    attack: Callable[[State, P], Attack | Aim | None] = _no_attack
    mishaps: Callable[[State, P], tuple[tuple[str, Fraction], ...]] = _no_mishaps
    interrupt: Callable[[Scene, Order], None] | None = None
    lapse: Callable[[Scene, Order], None] = stopped
    movement: bool = False

    @property
    def name(self) -> str:
        """The word that an order of it begins with."""
        return self.verb.name

    def planned(self, view: View, order: Order) -> P | Refusal:
        """The plan of an order that may be given now, or why it may not."""
        figure = view.state.figures.get(order.figure)
        unfit = None if figure is None else self.unfit(view, figure)
        if refused := unfit or self.worded(view, order):
            return refused
        plan = self.plan(view, order)
        if isinstance(plan, Refusal):
            return plan
        return self.ready(view, plan) or self.cost.ready(view, plan) or plan

    def unfit(self, view: View, figure: Figure) -> Refusal | None:
        """Why a figure may do no such thing now, or cannot pay for it, whatever the order says."""
        return self.able(view, figure) or self.cost.able(view, figure)

    def families(self, view: View, figure: Figure) -> Iterable[Family]:
        """All that a figure may be ordered to do of this now, if it may act."""
        return () if self.unfit(view, figure) else self.options(view, figure)


def families_of(actions: Iterable[Action[Any]], known: View, figure: Figure) -> Iterator[Family]:
    """All that a figure may be ordered to do of some actions now."""
    for action in actions:
        yield from action.families(known, figure)
