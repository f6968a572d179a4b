"""The ruleset as an object: it only says which module answers what."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.setup import MUSTER, Setup
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.families import Family
from skirmish.rulesets.protocol import Line, Statement
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import (
    ammunition,
    armoury,
    bounds,
    card,
    choices,
    doing,
    effects,
    holding,
    menace,
    muster,
    orders,
    typical,
    worth,
)
from skirmish.rulesets.trait_die.handbook import TraitDieHandbook
from skirmish.rulesets.trait_die.rules import SPARED
from skirmish.rulesets.trait_die.statements import STATEMENTS


@frozen
class TraitDie(TraitDieHandbook):
    """Trait die and Wild Die, aces and raises, ammunition in tokens."""

    name: str = "Trait die"
    version: int = 2
    verbs: Mapping[str, Verb] = orders.VERBS
    statements: Mapping[str, Statement] = STATEMENTS

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """The standard loads."""
        return armoury.equipped(weapons)

    def outfitted(
        self, kind: Kind, weapons: tuple[Weapon, ...], state: Mapping[str, int]
    ) -> Mapping[str, int]:
        """The same, with extended magazines full where a scenario gives them."""
        return armoury.equipped(weapons, state)

    def musters(self, setup: Setup) -> bool:
        """Whether the sides choose their loads before deployment (AMMO-F20)."""
        return bool(setup.rules.get("muster", False))

    def opening(self, scene: Scene) -> None:
        """Begins the first turn."""
        bounds.opening(scene)

    def idle(self, view: View) -> bool:
        """Whether the side to act has nothing to do in this bound."""
        return bounds.idle(view)

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give this order now."""
        if order.verb in orders.MUSTERING or view.state.clock.phase == MUSTER:
            return muster.refusal(view, order)
        return doing.refusal(view, order)

    def barred(self, state: State, order: Order) -> Refusal | None:
        """Why an attack can't be made whatever the clock says."""
        if order.verb in orders.MUSTERING:
            return muster.barred(state, order)
        if not on_table(state, order.figure):
            return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
        return doing.barred(state, order)

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders that a figure may be given now, as families."""
        return choices.choices(view, figure)

    def gaits(self, view: View, figure: str) -> tuple[Family, ...]:
        """Those of them that lead somewhere."""
        return choices.gaits(view, figure)

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        """A short list of sensible orders."""
        return typical.typical(view, figure)

    def deeds(self, view: View, figure: str) -> tuple[Order, ...]:
        """Those of them that are not to walk or to turn."""
        return typical.deeds(view, figure)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack that an order makes; None without dice, and where it can't be made."""
        if order.verb in orders.MUSTERING:
            return muster.attack(state, order)
        return doing.attack(state, order) if on_table(state, order.figure) else None

    def carry_out(self, scene: Scene, order: Order) -> None:
        """Does a legal order."""
        if order.verb in orders.MUSTERING:
            muster.carry_out(scene, order)
        else:
            doing.carry_out(scene, order)

    def advance(self, scene: Scene) -> None:
        """Ends the bound and begins the next."""
        bounds.advance(scene)

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        """What a figure's card shows."""
        return card.card(state, figure)

    def result(self, outcome: Hashable) -> Mapping[str, str | int]:
        """An outcome in words and numbers."""
        return effects.result(outcome)

    def spared(self) -> Hashable:
        """The outcome of an attack that does nothing to a figure."""
        return SPARED

    def touches(self, outcome: Hashable) -> bool:
        """Whether an outcome does anything to its figure: the shooter's tokens are not its own."""
        return effects.touches(outcome)

    def dry(self, state: State, figure: Figure) -> tuple[str, ...]:
        """The weapons of a figure that have nothing in them to attack with."""
        return ammunition.dry(state, figure)

    def loss(self, state: State, figure: str, outcome: Hashable) -> Fraction:
        """What an outcome costs the figure's side, in points."""
        return effects.loss(state, figure, outcome)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        """Points that the target's side can expect to lose to the shooter's best attack."""
        return menace.menace(state, shooter, target)

    def cost(self, state: State, order: Order) -> Fraction:
        """The share of the figure's own bound that an order takes."""
        return worth.cost(order)

    def rest(self, state: State, figure: str) -> Fraction:
        """The share of its bound that a figure has still to spend."""
        return worth.rest(state, figure)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order which rolls nothing now may be expected to gain its side later."""
        return worth.prospect(view, order)

    def spends(self, state: State, order: Order) -> Fraction:
        """The share that an attack takes of all that a weapon has for the whole battle."""
        return worth.spends(state, order)

    def replies(self, state: State, figure: str) -> tuple[tuple[str, Fraction], ...]:
        """What a figure that waits would do to the enemies it covers, should they act now."""
        return tuple(holding.replies(state, figure))

    def keeps(self, state: State, figure: str) -> Fraction:
        """The share of what a figure can do that its aim makes up, which a step would spoil."""
        return worth.keeps(state, figure)

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to use one weapon on a figure; the possible ones alone."""
        return worth.modes(state, shooter, weapon, target)


TRAIT_DIE = TraitDie()
