"""Orders of the shooting phase: what may be said, what is legal, what is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.codec import Shape
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.opposed_d6 import ammunition, area, area_attack, fire
from skirmish.rulesets.opposed_d6.area_attack import round_of
from skirmish.rulesets.opposed_d6.burst import burst_of
from skirmish.rulesets.opposed_d6.line_of_fire import fighting
from skirmish.rulesets.opposed_d6.readiness import attacked, loading, spend, unready
from skirmish.rulesets.scene import Scene

WEAPON = Field("weapon", Shape.WORD, "what it fires; else its first weapon that can")
FIRE = Verb(
    "fire",
    "shoots at an enemy with a direct weapon; also as opportunity fire, where it shows itself",
    target=Shape.FIGURE,
    fields=(
        Field("aid", Shape.FIGURES, "friends that give up their shot: +1 each, 3 at most"),
        Field("combat", Shape.WORD, "fires into a close combat", "no", ("no", "yes")),
        Field("rolls", Shape.NUMBER, "an automatic burst as so many equal rolls, 3 at most", "1"),
        Field("split", Shape.SPLIT, "an automatic burst divided; the target's share comes first"),
        WEAPON,
    ),
    dice=True,
)
BOMBARD = Verb(
    "bombard",
    "fires at a tile: area and indirect weapons, grenades, gas and smoke",
    target=Shape.TILE,
    fields=(WEAPON,),
    dice=True,
)
RELOADED = Field("weapon", Shape.WORD, "what it reloads; else its first weapon that is not full")
RELOAD = Verb(
    "reload", "fills a weapon's ammunition tokens up, and takes the shot", fields=(RELOADED,)
)
VERBS: Mapping[str, Verb] = MappingProxyType({v.name: v for v in (FIRE, BOMBARD, RELOAD)})


def barred(state: State, order: Order) -> Refusal | None:
    """Why a shot can't be made whatever the clock says: weapon, arc, range, sight, ammunition."""
    if order.verb == FIRE.name:
        burst = burst_of(state, order)
        return burst if isinstance(burst, Refusal) else None
    if order.verb == BOMBARD.name:
        shot = round_of(state, order)
        return shot if isinstance(shot, Refusal) else None
    figure = state.figures[order.figure]
    if refused := fighting(state, figure):
        return refused
    weapon = ammunition.to_reload(state, order)
    return weapon if isinstance(weapon, Refusal) else None


def refusal(known: View, order: Order) -> Refusal | None:
    """Why an order of the shooting may not be given now."""
    state = known.state
    if refused := unready(state, state.figures[order.figure]):
        return refused
    if order.verb == RELOAD.name:
        return barred(state, order)
    if order.verb == BOMBARD.name:
        shot = round_of(state, order)
        return shot if isinstance(shot, Refusal) else loading(state, shot.shooter, shot.weapon)
    burst = burst_of(state, order)
    if isinstance(burst, Refusal):
        return burst
    for line, _ in burst.rolls:
        if refused := attacked(state, line.target.id):
            return refused
    for figure, weapon in fire.firing(burst):
        if refused := unready(state, figure) or loading(state, figure, weapon):
            return refused
    return None


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack of an order, if it makes one."""
    if order.verb == FIRE.name:
        return fire.attack(state, order)
    return area_attack.attack(state, order) if order.verb == BOMBARD.name else None


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order of the shooting."""
    if order.verb == FIRE.name:
        fire.carry_out(scene, order)
    elif order.verb == BOMBARD.name:
        area.carry_out(scene, order)
    else:
        weapon = ammunition.to_reload(scene.state, order)
        if isinstance(weapon, Refusal):
            raise TypeError(f"{order}: {weapon}")
        spend(scene, order.figure)
        ammunition.reload(scene, order.figure, weapon)
