"""The protocol of rulesets answered with as little as can be: what test rulesets are built on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from skirmish.core.events import Bound
from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.families import Family
from skirmish.rulesets.protocol import Line
from skirmish.rulesets.scene import Scene


class Least:
    """Everything is allowed, nothing is offered, nothing is worth anything; one phase, `act`."""

    def kinds(self) -> Mapping[str, Kind]:
        return {}

    def weapons(self) -> Mapping[str, Weapon]:
        return {}

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        return {}

    def faults(self, kind: Kind, weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
        return ()

    def opening(self, scene: Scene) -> None:
        scene.emit(Bound(1, 1, "act", scene.state.setup.first))

    def idle(self, view: View) -> bool:
        return False

    def refusal(self, view: View, order: Order) -> Refusal | None:
        return None

    def barred(self, state: State, order: Order) -> Refusal | None:
        return None

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        return ()

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        return ()

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        return None

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        return ()

    def result(self, outcome: Any) -> Mapping[str, str | int]:
        return {"effect": str(outcome)}

    def spared(self) -> str:
        return "nothing"

    def loss(self, state: State, figure: str, outcome: Any) -> Fraction:
        return Fraction(0)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        return Fraction(0)

    def cost(self, state: State, order: Order) -> Fraction:
        return Fraction(0)

    def prospect(self, view: View, order: Order) -> Fraction:
        return Fraction(0)

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        return {}
