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
from skirmish.rulesets.d100 import (
    ammunition,
    bounds,
    card,
    choices,
    menace,
    orders,
    prospect,
    threats,
    timing,
    typical,
    ways,
)
from skirmish.rulesets.d100.handbook import D100Handbook
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.outcome import loss as loss_of
from skirmish.rulesets.d100.outcome import result as words_of
from skirmish.rulesets.d100.statements import STATEMENTS
from skirmish.rulesets.d100.wounds import NOTHING
from skirmish.rulesets.families import Family
from skirmish.rulesets.protocol import Line, Statement
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import Threat, Walk


@frozen
class D100(D100Handbook):
    """Action phases, margins and criticals on a d100."""

    name: str = "d100"
    version: int = 2
    verbs: Mapping[str, Verb] = orders.VERBS
    statements: Mapping[str, Statement] = STATEMENTS

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """Full magazines, and each weapon in its first mode."""
        return ammunition.equipped(tuple(arm for arm in weapons if isinstance(arm, Arm)))

    def opening(self, scene: Scene) -> None:
        """Begins the first turn."""
        bounds.opening(scene)

    def idle(self, view: View) -> bool:
        """Whether the side to act has nothing to do in this bound."""
        return bounds.idle(view)

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give this order now."""
        return orders.refusal(view, order)

    def barred(self, state: State, order: Order) -> Refusal | None:
        """Why an attack can't be made whatever the clock says."""
        return orders.barred(state, order)

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders that a figure may be given now, as families."""
        return choices.choices(view, figure)

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        """A short list of sensible orders."""
        return typical.typical(view, figure)

    def deeds(self, view: View, figure: str) -> tuple[Order, ...]:
        """Those of them that are not to walk or to turn."""
        return typical.deeds(view, figure)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack that an order makes; None without dice, and where it can't be made."""
        return orders.attack(state, order)

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
        return NOTHING

    def dry(self, state: State, figure: Figure) -> tuple[str, ...]:
        """The weapons of a figure that have nothing in them to attack with."""
        return ammunition.dry(state, figure)

    def loss(self, state: State, figure: str, outcome: Hashable) -> Fraction:
        """What an outcome costs the figure's side, in points."""
        return loss_of(state, figure, outcome)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        """Points that the target's side can expect to lose to the shooter's best attack."""
        return menace.menace(state, shooter, target)

    def cost(self, state: State, order: Order) -> Fraction:
        """The share of a figure's own phase that an order takes."""
        return prospect.cost(state, order)

    def rest(self, state: State, figure: str) -> Fraction:
        """The share of its phase that a figure has still to spend."""
        return prospect.rest(state, figure)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order which rolls nothing now may be expected to gain."""
        return prospect.prospect(view, order)

    def threats(self, walk: Walk) -> tuple[Threat, ...]:
        """The attacks that enemies may make on who goes a way."""
        return tuple(threats.threats(walk))

    def keeps(self, state: State, figure: str) -> Fraction:
        """The share of what a figure can do that its aim makes up, which a step would spoil."""
        return prospect.keeps(state, figure)

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to use one weapon on a figure, by a short name."""
        return ways.modes(state, shooter, weapon, target)

    def moment(self, clock: Clock) -> str:
        """Which phase of the turn it is, for titles."""
        return timing.moment(clock)


D100_RULESET = D100()
