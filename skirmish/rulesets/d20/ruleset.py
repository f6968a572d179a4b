"""The ruleset as an object: it only says which module answers what."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.d20 import (
    ammunition,
    body,
    bounds,
    card,
    choices,
    menace,
    modes,
    orders,
    overwatch,
    prospect,
    threats,
    typical,
)
from skirmish.rulesets.d20.handbook import D20Handbook
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.outcome import SPARED
from skirmish.rulesets.d20.outcome import leaves as leaves_of
from skirmish.rulesets.d20.outcome import loss as loss_of
from skirmish.rulesets.d20.outcome import result as words_of
from skirmish.rulesets.d20.statements import STATEMENTS
from skirmish.rulesets.families import Family
from skirmish.rulesets.protocol import Line, Statement
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import Threat, Walk


@frozen
class D20(D20Handbook):
    """Action points and bursts: a d20 over Evasion, armour that subtracts and divides, limbs."""

    name: str = "d20"
    version: int = 2
    verbs: Mapping[str, Verb] = orders.VERBS
    statements: Mapping[str, Statement] = STATEMENTS

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """Full magazines, in rounds and in tokens."""
        return ammunition.equipped(tuple(weapon for weapon in weapons if isinstance(weapon, Arm)))

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

    def gaits(self, view: View, figure: str) -> tuple[Family, ...]:
        """Those of them to walk, to turn and to work doors."""
        return choices.gaits(view, figure)

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
        """Ends the bound and begins the other side's."""
        bounds.advance(scene)

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        """What a figure's card shows."""
        return card.card(state, figure)

    def ailments(self, figure: Figure) -> Mapping[str, str]:
        """Which limbs are crippled."""
        return body.ailments(figure)

    def result(self, outcome: Hashable) -> Mapping[str, str | int]:
        """An outcome in words and numbers."""
        return words_of(outcome)

    def leaves(self, outcome: Hashable) -> str:
        """What an outcome leaves behind beside damage, in words."""
        return leaves_of(outcome)

    def spared(self) -> Hashable:
        """The outcome of an attack that does nothing to a figure."""
        return SPARED

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
        """The share of the figure's own bound that an order takes."""
        return prospect.cost(state, order)

    def rest(self, state: State, figure: str) -> Fraction:
        """The action points that a figure has left, as a share of all that it ever has."""
        return prospect.rest(state, figure)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order which rolls nothing now may be expected to gain later."""
        return prospect.prospect(view, order)

    def replies(self, state: State, figure: str) -> tuple[tuple[str, Fraction], ...]:
        """What a figure that waits would do to the enemies it covers, should they act now."""
        return tuple(overwatch.replies(state, figure))

    def threats(self, walk: Walk) -> tuple[Threat, ...]:
        """The attacks that enemies may make on who goes a way."""
        return tuple(threats.threats(walk))

    def keeps(self, state: State, figure: str) -> Fraction:
        """The share of what a figure can do that its aim makes up, which a step would spoil."""
        return prospect.keeps(state, figure)

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to use one weapon on a figure, by a short name."""
        return modes.modes(state, shooter, weapon, target)


D20_RULESET = D20()
