"""The ruleset as an object: it only says which module answers what."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import Clock, State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.dice_pool import (
    actions,
    armoury,
    bounds,
    card,
    choices,
    gun,
    holding,
    menace,
    mishap,
    orders,
    prospect,
    threats,
    typical,
    ways,
)
from skirmish.rulesets.dice_pool.arithmetic import COMPLEX
from skirmish.rulesets.dice_pool.handbook import DicePoolHandbook
from skirmish.rulesets.dice_pool.outcome import loss as loss_of
from skirmish.rulesets.dice_pool.outcome import result as words_of
from skirmish.rulesets.dice_pool.rules import MISSED
from skirmish.rulesets.dice_pool.statements import STATEMENTS
from skirmish.rulesets.families import Family
from skirmish.rulesets.protocol import Line, Statement
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import Threat, Walk


@frozen
class DicePool(DicePoolHandbook):
    """Pools of d6, gun modes, bursts and chokes, one to four passes a turn."""

    name: str = "Dice pool"
    version: int = 2
    verbs: Mapping[str, Verb] = orders.VERBS
    statements: Mapping[str, Statement] = STATEMENTS

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """Full magazines, each weapon in the first of its modes."""
        return armoury.equipped(weapons)

    def opening(self, scene: Scene) -> None:
        """Begins the first turn."""
        bounds.opening(scene)

    def moment(self, clock: Clock) -> str:
        """Which pass it is."""
        return bounds.moment(clock)

    def idle(self, view: View) -> bool:
        """Whether nobody of the side to act acts in this pass."""
        return bounds.idle(view)

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give this order now."""
        return orders.refusal(view, order)

    def barred(self, state: State, order: Order) -> Refusal | None:
        """Why an attack can't be made whatever the clock says."""
        if not on_table(state, order.figure):
            return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
        return orders.barred(state, order)

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders that a figure may be given now, as families."""
        return choices.choices(view, figure)

    def gaits(self, view: View, figure: str) -> tuple[Family, ...]:
        """Those of them that are to walk, turn and work doors."""
        return choices.gaits(view, figure)

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        """A short list of sensible orders."""
        return typical.typical(view, figure)

    def deeds(self, view: View, figure: str) -> tuple[Order, ...]:
        """Those of them that are not to walk or to turn."""
        return typical.deeds(view, figure)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack that an order makes; None without dice, and where it can't be made."""
        return orders.attack(state, order) if on_table(state, order.figure) else None

    def carry_out(self, scene: Scene, order: Order) -> None:
        """Does a legal order."""
        orders.carry_out(scene, order)

    def advance(self, scene: Scene) -> None:
        """Ends the bound and begins the next."""
        bounds.advance(scene)

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        """What a figure's card shows."""
        return card.card(state, figure)

    def result(self, outcome: Hashable) -> Mapping[str, str | int]:
        """An outcome in words and numbers."""
        return words_of(outcome)

    def spared(self) -> Hashable:
        """The outcome of an attack that does nothing to a figure."""
        return MISSED

    def dry(self, state: State, figure: Figure) -> tuple[str, ...]:
        """The weapons of a figure that have nothing in them to attack with."""
        return gun.dry(figure)

    def loss(self, state: State, figure: str, outcome: Hashable) -> Fraction:
        """What an outcome costs the figure's side, in points."""
        return loss_of(state, figure, outcome)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        """Points that the target's side can expect to lose to the shooter's best attack."""
        return menace.menace(state, shooter, target)

    def cost(self, state: State, order: Order) -> Fraction:
        """The share of a pass that an order takes: a half for a Simple action."""
        if not on_table(state, order.figure):
            return Fraction(0)
        return Fraction(orders.halves(state, order), COMPLEX)

    def rest(self, state: State, figure: str) -> Fraction:
        """The halves of its pass that a figure has left, as a share."""
        return Fraction(actions.left(state.figures[figure], state.clock), COMPLEX)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order which rolls nothing may be expected to gain its side later."""
        return prospect.prospect(view, order)

    def mishaps(self, state: State, order: Order) -> tuple[tuple[str, Fraction], ...]:
        """What may go wrong in the attack of an order, in words, each with its chance."""
        return mishap.mishaps(state, order)

    def replies(self, state: State, figure: str) -> tuple[tuple[str, Fraction], ...]:
        """What a figure that waits would do to the enemies it covers, should they act now."""
        return tuple(holding.replies(state, figure))

    def threats(self, walk: Walk) -> tuple[Threat, ...]:
        """The attacks that enemies may make on who goes a way."""
        return tuple(threats.threats(walk))

    def keeps(self, state: State, figure: str) -> Fraction:
        """The share of what a figure can do that its aim makes up, which a step would spoil."""
        return prospect.keeps(state, figure)

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to use one weapon on a figure as it is set, by a short name."""
        return ways.modes(state, shooter, weapon, target)


DICE_POOL = DicePool()
