"""The ruleset as an object: it only says which module answers what."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from types import MappingProxyType

from attrs import frozen

from skirmish.core.dice import Dice
from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.present import on_table
from skirmish.rulesets.families import Family
from skirmish.rulesets.opposed_d6 import (
    afterwards,
    ammunition,
    armoury,
    bounds,
    card,
    fire_choices,
    fire_typical,
    melee,
    menace,
    modes,
    moving,
    shooting,
    threats,
)
from skirmish.rulesets.opposed_d6.declared import FIRE
from skirmish.rulesets.opposed_d6.handbook import OpposedD6Handbook
from skirmish.rulesets.opposed_d6.outcome import loss as loss_of
from skirmish.rulesets.opposed_d6.outcome import result as words_of
from skirmish.rulesets.opposed_d6.rules import Effect
from skirmish.rulesets.opposed_d6.statements import STATEMENTS
from skirmish.rulesets.protocol import Line, Statement
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import Threat, Walk

VERBS: Mapping[str, Verb] = MappingProxyType(
    {**moving.VERBS, **shooting.VERBS, melee.FIGHT.name: melee.FIGHT}
)


@frozen
class OpposedD6(OpposedD6Handbook):
    """Bounds, arcs, opportunity fire: one d6 and a factor against another."""

    name: str = "Opposed d6"
    version: int = 2
    verbs: Mapping[str, Verb] = VERBS
    statements: Mapping[str, Statement] = STATEMENTS

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """Full magazines, in tokens for each weapon."""
        return armoury.equipped(weapons)

    def opening(self, scene: Scene) -> None:
        """Begins the first turn."""
        bounds.opening(scene)

    def idle(self, view: View) -> bool:
        """Whether the side to act has nothing to do in this bound."""
        return bounds.idle(view)

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give this order now."""
        if order.verb in shooting.VERBS:
            return shooting.refusal(view, order)
        if order.verb in moving.VERBS:
            return moving.refusal(view, order)
        return Refusal("close combat is fought by itself", "BAY-A10", "'end' this bound")

    def barred(self, state: State, order: Order) -> Refusal | None:
        """Why an attack can't be made whatever the clock says."""
        if not on_table(state, order.figure):
            return Refusal(f"no figure {order.figure} on the table", remedy="see the roster")
        if order.verb in shooting.VERBS:
            return shooting.barred(state, order)
        return melee.fight_refusal(state, order) if order.verb == melee.FIGHT.name else None

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders that a figure may be given now, as families."""
        if view.state.clock.phase == FIRE:
            return fire_choices.choices(view, figure)
        return moving.choices(view, figure)

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        """A short list of sensible orders."""
        if view.state.clock.phase == FIRE:
            return fire_typical.typical(view, figure)
        return moving.typical(view, figure)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack that an order makes; None without dice, and where it can't be made."""
        if order.verb in shooting.VERBS and on_table(state, order.figure):
            return shooting.attack(state, order)
        if order.verb != melee.FIGHT.name or self.barred(state, order) is not None:
            return None
        return melee.fight_attack(state, order.figure, order.target)

    def carry_out(self, scene: Scene, order: Order) -> None:
        """Does a legal order."""
        if order.verb in shooting.VERBS:
            shooting.carry_out(scene, order)
        else:
            moving.carry_out(scene, order)

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
        return Effect.NOTHING

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
        """The share of the figure's own bound that an order takes: all of it, for a shot."""
        return modes.cost(order)

    def rest(self, state: State, figure: str) -> Fraction:
        """Whether a figure has still its shot of the bound: 1 or 0."""
        return modes.rest(state, figure)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order without dice may gain later: reloading has such a gain."""
        return modes.prospect(view, order)

    def threats(self, walk: Walk) -> tuple[Threat, ...]:
        """The attacks that enemies may make on who goes a way."""
        return tuple(threats.threats(walk))

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to fire one weapon at a figure; the possible ones alone."""
        return modes.modes(state, shooter, weapon, target)

    def aftermath(self, dice: Dice, figure: Figure) -> str:
        """What becomes of a figure that was put out, once the battle is over."""
        return afterwards.lot(dice, figure)


OPPOSED_D6 = OpposedD6()
