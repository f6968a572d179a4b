"""Rulesets of tests, written as one class each: all questions are methods with an answer.

`Least` answers everything with as little as can be. A test overrides what it needs and hands the
game `value`, the ruleset made of the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from skirmish.core.events import Bound
from skirmish.core.figures import Declared, Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.setup import Setup
from skirmish.core.state import Clock, State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.families import Family
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule
from skirmish.rulesets.measures import EFFECT, Measure
from skirmish.rulesets.ruleset import (
    Card,
    Estimates,
    Line,
    Outcomes,
    Ruleset,
    Statement,
    Suggestions,
    Turn,
)
from skirmish.rulesets.scene import Scene


class Least:
    """Everything is allowed, nothing is offered, nothing is worth anything; one phase, `act`."""

    id: str
    name: str
    version: int
    verbs: Mapping[str, Verb]
    declared: Declared
    house_rules: Mapping[str, HouseRule]
    statements: Mapping[str, Statement]
    measures: Mapping[str, Measure] = MappingProxyType({"effect": EFFECT})

    @cached_property
    def value(self) -> Ruleset:
        """The ruleset that gives these answers."""
        return Ruleset(
            handbook=Handbook(
                self.id,
                self.declared,
                Armoury(
                    kinds=self.kinds,
                    weapons=self.weapons,
                    counters=lambda weapons, _: self.equipped(weapons),
                ),
                self.house_rules,
                self.musters,
            ),
            name=self.name,
            turn=Turn(self.opening, self.advance, self.idle, moment=self.moment),
            actions=tuple(self._action(verb) for verb in self.verbs.values()),
            version=self.version,
            statements=self.statements,
            outcomes=Outcomes(self.no_effect(), self.words, self.loss, measures=self.measures),
            card=Card(self.card),
            suggestions=Suggestions(self.suggestions),
            estimates=Estimates(self.menace, self.prospect, self.budget_left),
            weapon_modes=self.weapon_modes,
        )

    def _action(self, verb: Verb) -> Action[Order]:
        first = verb.name == next(iter(self.verbs))
        return Action(
            verb,
            self.carry_out,
            plan=lambda view, order: self.impossible(view.state, order) or order,
            able=self.refusal,
            cost=Cost(self.cost),
            options=lambda view, one: self.options(view, one.id) if first else (),
            attack=self.attack,
            movement=True,
        )

    def kinds(self) -> Mapping[str, Kind]:
        return {}

    def weapons(self) -> Mapping[str, Weapon]:
        return {}

    def equipped(self, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        return {}

    def musters(self, setup: Setup) -> bool:
        return False

    def opening(self, scene: Scene) -> None:
        scene.emit(Bound(1, 1, "act", scene.state.setup.first))

    def advance(self, scene: Scene) -> None:
        raise NotImplementedError

    def idle(self, view: View) -> bool:
        return False

    def moment(self, clock: Clock) -> str:
        return ""

    def refusal(self, view: View, order: Order) -> Refusal | None:
        return None

    def impossible(self, state: State, order: Order) -> Refusal | None:
        return None

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        return ()

    def suggestions(self, view: View, figure: str) -> tuple[Order, ...]:
        return ()

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        return None

    def carry_out(self, scene: Scene, order: Order) -> None:
        raise NotImplementedError

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        return ()

    def words(self, outcome: Any) -> Mapping[str, str | int]:
        return {"effect": str(outcome)}

    def no_effect(self) -> Any:
        return "nothing"

    def loss(self, state: State, figure: str, outcome: Any) -> Fraction:
        return Fraction(0)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        return Fraction(0)

    def cost(self, state: State, order: Order) -> Fraction:
        return Fraction(0)

    def budget_left(self, state: State, figure: str) -> Fraction:
        return Fraction(1)

    def prospect(self, view: View, order: Order) -> Fraction:
        return Fraction(0)

    def weapon_modes(
        self, state: State, shooter: str, weapon: str, target: str
    ) -> Mapping[str, Order]:
        return {}
