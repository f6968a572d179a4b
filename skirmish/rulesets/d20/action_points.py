"""Action points: how many a figure has, what is left of them, what things cost (D20-F6)."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.rulesets.common.walking import HALVES
from skirmish.rulesets.d20.body import fighter, modifier
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.scene import Scene

BASE = 8
POSE = 2
RELOAD = 2
AIM = 2
TREAT = 3
THROW = 4
MELEE = 3
CALLED = 1
STUN_COSTS = 4
TORSO_COSTS = 2


def full(figure: Figure) -> int:
    """Action points at the start of a bound, before stun and a crippled torso."""
    return BASE + modifier(fighter(figure).agility) // 2


def walked(halves: int) -> int:
    """Points that so many half tiles of a bound cost, rounded up once."""
    return -(-halves // HALVES)


def left(figure: Figure) -> int:
    """Points that a figure may still spend; movement is rounded up over the whole bound."""
    return max(0, full(figure) - figure.count("spent") - walked(figure.count("moved")))


def halves_left(figure: Figure) -> int:
    """Half tiles that a figure could still pay for."""
    return max(0, HALVES * (full(figure) - figure.count("spent")) - figure.count("moved"))


def of_attack(
    weapon: Arm, *, burst: bool = False, called: bool = False, melee: bool = False
) -> int:
    """What an attack costs, the surcharge of a called shot included (D20-05, D20-49)."""
    if melee:
        points = MELEE
    elif weapon.thrown:
        points = THROW
    else:
        points = weapon.ap_burst if burst else weapon.ap_single
    return points + CALLED * called


def short(figure: Figure, points: int, what: str = "it", rule: str = "D20-F6") -> Refusal | None:
    """Why a figure can't pay for something (`what`: `a burst`) now."""
    has = left(figure)
    if points <= has:
        return None
    rest = "1 is left" if has == 1 else f"{has or 'none'} are left"
    return Refusal(f"{what} costs {points} AP; {rest}", rule, "wait for your next turn")


def beyond(figure: Figure, points: int, what: str = "it", rule: str = "D20-F6") -> Refusal | None:
    """Why a figure could not pay for something even with all points of a turn."""
    has = full(figure)
    if points <= has:
        return None
    return Refusal(f"{what} costs {points} AP; {figure.id} never has more than {has}", rule)


def pay(scene: Scene, name: str, points: int) -> None:
    """Spends points."""
    if points:
        scene.cite("D20-F6")
        scene.emit(Counted(name, "spent", scene.state.figures[name].count("spent") + points))


def share(figure: Figure, points: int) -> Fraction:
    """Points as a share of a figure's bound."""
    return min(Fraction(1), Fraction(points, max(1, full(figure))))
