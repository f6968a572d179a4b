"""An order of a ruleset as data: its syntax, its plan, when it is legal, what it does.

Rulesets are divided by action: everything about one order is in one `Action` of their table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from attrs import frozen

from skirmish.core.events import Stopped
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack, ExpectedLoss
from skirmish.rulesets.defaults import always
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

P = TypeVar("P")
"""The plan of an order: a shot, a path, a weapon to reload."""
Test = Callable[[View, Figure], Refusal | None]
"""A test of whether a figure may be given any order of an action now."""
Answers = dict[Test, Refusal | None]
"""What tests said of one figure on one view."""
LAPSED = "lapsed"
"""Reason of an order that stops because a reaction to it has made it impossible."""


def no_refusal(_view: View, _what: object) -> None:
    """Return None: nothing forbids it."""


def _order_itself(_view: View, order: Order) -> Order:
    return order


def stopped(scene: Scene, order: Order) -> None:
    """Report that an order stops; nothing is spent on what was not done."""
    scene.emit(Stopped(order.figure, LAPSED))


ZERO = Fraction(0)


@frozen(eq=False)
class Cost(Generic[P]):
    """What an order takes of its figure's bound, and why the figure cannot pay for it now.

    Attributes:
        share: The share of the bound, 0 to 1; where it depends on the plan, a function of the state
            of a view or of the true state, and the plan.
        able: Why a figure cannot pay for any such order; it has no options then.
        ready: Why it cannot pay for this plan.
        limits: Whether the shares limit how often it may be given in a bound.
    """

    share: Fraction | Callable[[State, P], Fraction] = ZERO
    able: Callable[[View, Figure], Refusal | None] = no_refusal
    ready: Callable[[View, P], Refusal | None] = no_refusal
    limits: bool = True


NO_COST: Cost[Any] = Cost()


@frozen(eq=False, slots=False)
class Action(Generic[P]):
    """One order of a ruleset.

    An order is planned once, on the view of the side that gives it. It is refused by `able`,
    `worded`, `plan` or `ready`, asked in this order; `able` and `ready` of `cost` are asked after
    those of the action. Only `carry_out` sees the true state, and it may stop a legal plan there.

    Attributes:
        verb: The syntax of the order.
        carry_out: Carries out the plan.
        plan: The plan of an order, or why it is impossible at any time of the turn: range, arc,
            sight, ammunition. By default the plan is the order itself.
        able: Why a figure may be given no such order now; it has no options then.
        worded: Why this order, as it is worded, may not be given now.
        ready: Why the plan cannot be carried out now, apart from its cost.
        cost: What it takes of the figure's bound, and why the figure cannot pay. By default it
            takes nothing.
        options: All orders of this action that a figure may be given now; every order drawn from
            them is legal. Called only for figures that may act (`Turn.able`, `able`) and pay
            (`Cost.able`).
        attack: The attack to roll, on the state of a view or on the true state; None without dice.
        expected: What the attack costs each figure on average, computed from the bare numbers of
            the rule; equal to the average over the odds of `attack`, from which it is computed by
            default. If set, an attack on a figure hits no other figure.
        mishaps: What may go wrong for the acting figure, in words, each with its exact chance.
        interrupt: Lets the enemy react before the order is carried out. The order is then planned
            again, and lapses if it has become impossible.
        lapse: Ends an order that lapses.
        movement: Whether it walks, turns or works a door.
        exempt: Whether it may be given to a figure that `Turn.able` bars from other orders, such
            as a held figure that tries to break free.
    """

    verb: Verb
    carry_out: Callable[[Scene, P], None]
    plan: Callable[[View, Order], P | Refusal] = cast("Any", _order_itself)
    able: Callable[[View, Figure], Refusal | None] = no_refusal
    worded: Callable[[View, Order], Refusal | None] = no_refusal
    ready: Callable[[View, P], Refusal | None] = no_refusal
    cost: Cost[P] = NO_COST
    options: Callable[[View, Figure], Iterable[Family]] = always(())
    attack: Callable[[State, P], Attack | Aim | None] = always(None)
    expected: Callable[[State, P], tuple[ExpectedLoss, ...]] | None = None
    mishaps: Callable[[State, P], tuple[tuple[str, Fraction], ...]] = always(())
    interrupt: Callable[[Scene, Order], None] | None = None
    lapse: Callable[[Scene, Order], None] = stopped
    movement: bool = False
    exempt: bool = False

    @property
    def name(self) -> str:
        """The first word of its orders."""
        return self.verb.name

    def planned(self, view: View, order: Order) -> P | Refusal:
        """Return the plan of an order, or why it may not be given now."""
        figure = view.state.figures.get(order.figure)
        unfit = None if figure is None else self.unfit(view, figure)
        if refused := unfit or self.worded(view, order):
            return refused
        plan = self.plan(view, order)
        if isinstance(plan, Refusal):
            return plan
        return self.ready(view, plan) or self.cost.ready(view, plan) or plan

    def unfit(self, view: View, figure: Figure) -> Refusal | None:
        """Return why a figure may be given no such order now, or cannot pay for any."""
        for test in self.tests:
            if refused := test(view, figure):
                return refused
        return None

    @cached_property
    def tests(self) -> tuple[Test, ...]:
        """The tests of a figure: `able`, then that of the cost, without those that never refuse."""
        return tuple(test for test in (self.able, self.cost.able) if test is not no_refusal)

    def fit(self, view: View, figure: Figure, answers: Answers) -> bool:
        """Whether a figure may be given such orders now and can pay for one.

        `answers` is filled on the way; tests that several actions share are asked once.
        """
        for test in self.tests:
            if test not in answers:
                answers[test] = test(view, figure)
            if answers[test] is not None:
                return False
        return True


def families_of(actions: Iterable[Action[Any]], known: View, figure: Figure) -> Iterator[Family]:
    """Yield all orders of some actions that a figure may be given now."""
    answers: Answers = {}
    for action in actions:
        if action.fit(known, figure, answers):
            yield from action.options(known, figure)
