"""Rulesets of tests, each the smallest one with some answers of its own, written as a class.

What a class says nothing about is as in `skirmish.rulesets.smallest`. A test hands the game
`value`, the ruleset made of the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from skirmish.core.figures import Declared
from skirmish.core.orders import Order, Verb
from skirmish.core.state import State
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule
from skirmish.rulesets.ruleset import (
    Card,
    Estimates,
    Outcomes,
    Ruleset,
    Statement,
    Suggestions,
)
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.smallest import SMALLEST


class Least:
    """A ruleset as a class: fields as below, and methods by the names that `value` looks for.

    `refusal(view, order)` is what an action's `worded` says, `impossible(state, order)` what its
    plan refuses; `options(view, figure)` are those of all verbs together.
    """

    id: str
    name: str
    version: int
    verbs: Mapping[str, Verb]
    declared: Declared
    house_rules: Mapping[str, HouseRule]
    statements: Mapping[str, Statement]

    if TYPE_CHECKING:

        def carry_out(self, scene: Scene, order: Order) -> None: ...

        def attack(self, state: State, order: Order) -> Attack | Aim | None: ...

    @cached_property
    def value(self) -> Ruleset:
        """The ruleset that gives these answers."""
        said = self._said
        armoury = Armoury(**said("kinds", "weapons", "counters"))
        return evolve(
            SMALLEST,
            handbook=Handbook(self.id, self.declared, armoury, self.house_rules, **said("musters")),
            name=self.name,
            turn=evolve(SMALLEST.turn, **said("opening", "advance", "idle", "moment")),
            actions=tuple(self._action(verb) for verb in self.verbs.values()),
            version=self.version,
            statements=self.statements,
            outcomes=Outcomes(**said("words", "loss", "measures", "no_effect")),
            card=Card(**said(facts="card")),
            suggestions=Suggestions(**said(actions="suggestions")),
            estimates=Estimates(**said("menace", "budget_left")),
            **said("ways_to_use"),
        )

    def _said(self, *names: str, **others: str) -> dict[str, Any]:
        """The answers that the class has, by the names under which a ruleset holds them."""
        all_names = {**dict(zip(names, names, strict=True)), **others}
        return {name: getattr(self, own) for name, own in all_names.items() if hasattr(self, own)}

    def _action(self, verb: Verb) -> Action[Order]:
        said, own = (
            self._said("attack", worded="refusal"),
            self._said("impossible", "cost", "options"),
        )
        if impossible := own.get("impossible"):
            said["plan"] = lambda view, order: impossible(view.state, order) or order
        if cost := own.get("cost"):
            said["cost"] = Cost(cost)
        if (options := own.get("options")) and verb.name == next(iter(self.verbs)):
            said["options"] = lambda view, one: options(view, one.id)
        return Action(verb, self.carry_out, movement=True, **said)
