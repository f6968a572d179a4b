"""Action points: how many a figure has, what is left of them, the costs of orders (D20-F6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

from skirmish.core.events import Counted
from skirmish.core.figures import Figure, once
from skirmish.core.orders import Refusal
from skirmish.core.view import View
from skirmish.rulesets.action import Cost
from skirmish.rulesets.common import walking
from skirmish.rulesets.d20.counters import MOVED, SPENT
from skirmish.rulesets.d20.figures import kind_of, modifier
from skirmish.rulesets.d20.kinds import Weapon
from skirmish.rulesets.scene import Scene

BASE = 8
"""Action points before agility (D20-F6)."""
POSE_COSTS = 2
"""Cost of standing up or lying down (D20-F6)."""
RELOAD_COSTS = 2
"""Cost of reloading (D20-F6)."""
AIM_COSTS = 2
"""Cost of aiming (D20-F6)."""
TREAT_COSTS = 3
"""Cost of a treatment (D20-F6, D20-F20)."""
THROW_COSTS = 4
"""Cost of a throw (D20-F6)."""
MELEE_COSTS = 3
"""Cost of a blow (D20-F6, D20-F14)."""
CALLED_COSTS = 1
"""Additional cost of calling a limb (D20-49, D20-F4)."""
STUN_COSTS = 4
"""Points that a stun takes off the next bound (D20-F13)."""
TORSO_COSTS = 2
"""Points that a crippled torso takes off each bound (D20-F5)."""


@once
def full(figure: Figure) -> int:
    """Action points at the start of a bound, before stun and a crippled torso (D20-F6)."""
    return BASE + modifier(kind_of(figure).agility) // 2


def walked(halves: int) -> int:
    """The points that some half tiles of a bound cost, rounded up once (D20-F6)."""
    return -(-halves // walking.HALVES)


@once
def left(figure: Figure) -> int:
    """Points that a figure may still spend; movement is rounded up over the bound (D20-F6)."""
    return max(0, full(figure) - figure.count(SPENT) - walked(figure.count(MOVED)))


def halves_left(figure: Figure) -> int:
    """Half tiles that a figure could still pay for (D20-F6)."""
    return max(0, walking.HALVES * (full(figure) - figure.count(SPENT)) - figure.count(MOVED))


def of_attack(
    weapon: Weapon, *, burst: bool = False, called: bool = False, melee: bool = False
) -> int:
    """The cost of an attack, with the surcharge of a called shot (D20-05, D20-49).

    D20-F4, D20-F6.
    """
    if melee:
        points = MELEE_COSTS
    elif weapon.thrown:
        points = THROW_COSTS
    else:
        points = weapon.ap_burst if burst else weapon.ap_single
    return points + CALLED_COSTS * called


def short(figure: Figure, points: int, what: str = "it", rule: str = "D20-F6") -> Refusal | None:
    """Why a figure can't pay for something (`what`: `a burst`) now (D20-05, D20-F6)."""
    has = left(figure)
    if points <= has:
        return None
    rest = walking.tiles_text(halves_left(figure))
    rest = "1 is left" if rest == "1" else f"{'none' if rest == '0' else rest} are left"
    return Refusal(f"{what} costs {points} AP; {rest}", rule, "wait for your next turn")


def beyond(figure: Figure, points: int, what: str = "it", rule: str = "D20-F6") -> Refusal | None:
    """Why a figure could not pay for something even with all points of a turn (D20-05, D20-F6)."""
    has = full(figure)
    if points <= has:
        return None
    return Refusal(f"{what} costs {points} AP; {figure.id} never has more than {has}", rule)


def pay(scene: Scene, name: str, points: int) -> None:
    """Spend points (D20-F6)."""
    if points:
        scene.cite("D20-F6")
        scene.emit(Counted(name, SPENT, scene.state.figures[name].count(SPENT) + points))


def share(figure: Figure, points: int) -> Fraction:
    """Points as a share of a figure's bound."""
    return min(Fraction(1), Fraction(points, max(1, full(figure))))


class Priced(Protocol):
    """A planned attack: the figure that makes it, and its price."""

    @property
    def shooter(self) -> Figure:
        """The figure."""

    @property
    def price(self) -> tuple[int, str, str]:
        """Action points, what they are for in words, the rule that says so."""


def affordable(_view: View, attack: Priced) -> Refusal | None:
    """Why a figure can't pay for an attack now (D20-05)."""
    return short(attack.shooter, *attack.price)


def costs(points: int, what: str) -> Cost[Any]:
    """A fixed price in action points."""
    return Cost(
        lambda _state, plan: share(plan.figure, points),
        ready=lambda _view, plan: short(plan.figure, points, what),
    )


OF_ATTACK: Cost[Any] = Cost(
    lambda _state, attack: share(attack.shooter, attack.price[0]), ready=affordable
)
"""The cost of an attack (D20-05, D20-F6)."""
