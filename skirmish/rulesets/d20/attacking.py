"""Orders to attack: what may be said, what is legal now, what is carried out."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.events import Stopped
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.action import LAPSED
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.d20 import action_points, explosives, fire, overwatch, shot
from skirmish.rulesets.d20.explosives import Throw
from skirmish.rulesets.d20.limbs import LIMBS
from skirmish.rulesets.d20.overwatch import MODE, WEAPON
from skirmish.rulesets.d20.shot import Shot
from skirmish.rulesets.scene import Scene

LIMB = Field(
    "limb",
    Shape.WORD,
    "calls the shot at a part of the body: 1 AP more",
    "nowhere",
    ("nowhere", *LIMBS),
)
FIRE = Verb(
    shot.FIRE,
    "shoots at an enemy, or throws a knife",
    target=Shape.FIGURE,
    fields=(LIMB, MODE, WEAPON),
    dice=True,
)
STRIKE = Verb(
    shot.STRIKE,
    "strikes an enemy on a tile beside",
    target=Shape.FIGURE,
    fields=(LIMB, WEAPON),
    dice=True,
)
BOMBARD = Verb(
    "bombard",
    "throws or launches an explosive at a tile",
    target=Shape.TILE,
    fields=(WEAPON,),
    dice=True,
)
VERBS = {verb.name: verb for verb in (FIRE, STRIKE, BOMBARD)}


def plan_of(state: State, order: Order) -> Shot | Throw | Refusal:
    """What an order to attack amounts to, or why it can't be made whatever the clock says."""
    if order.verb == BOMBARD.name:
        return explosives.throw_of(state, order)
    return shot.shot_of(state, order)


def points(figure: Figure, order: Order) -> int:
    """Action points that an order to attack takes; 0 where there is no weapon for it."""
    if order.verb == BOMBARD.name:
        weapon = explosives.chosen(figure, order)
        return 0 if isinstance(weapon, Refusal) else action_points.of_attack(weapon)
    melee = order.verb == STRIKE.name
    weapon = shot.chosen(figure, order, melee=melee)
    if isinstance(weapon, Refusal):
        return 0
    burst, called = order.get("mode") == shot.BURST, bool(order.get("limb"))
    return action_points.of_attack(weapon, burst=burst, called=called, melee=melee)


def barred(state: State, order: Order) -> Refusal | None:
    """Why an attack can't be made whatever the clock says."""
    plan = plan_of(state, order)
    return plan if isinstance(plan, Refusal) else None


def refusal(state: State, order: Order) -> Refusal | None:
    """Why an attack may not be made now."""
    if order.verb == FIRE.name and (dear := _dear_burst(state.figures[order.figure], order)):
        return dear
    plan = plan_of(state, order)
    return plan if isinstance(plan, Refusal) else action_points.short(plan.shooter, *plan.price)


def _dear_burst(figure: Figure, order: Order) -> Refusal | None:
    """Why a figure can't pay for a burst, where the weapon of an order fires nothing else."""
    weapon = shot.chosen(figure, order, melee=False)
    if isinstance(weapon, Refusal) or not shot.bursts_only(weapon):
        return None
    burst = Shot(figure, weapon, figure, burst=True, limb=order.get("limb"))
    return action_points.short(figure, *burst.price)


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack of an order; None where it can't be made."""
    if order.verb == BOMBARD.name:
        return explosives.attack(state, order)
    return shot.attack(state, order)


def carry_out(scene: Scene, order: Order) -> None:
    """Attacks as ordered, unless an answer to it makes that impossible (D20-F19)."""
    before = len(scene.attempts)
    overwatch.answer(scene, order.figure, None)
    if len(scene.attempts) > before:
        scene.cite("D20-F19")
    if scene.state.figures[order.figure].at is None:
        return
    known = scene.view(scene.side).state
    plan = plan_of(known, order)
    if isinstance(plan, Refusal) or refusal(known, order) is not None:
        scene.emit(Stopped(order.figure, LAPSED))
    elif isinstance(plan, Throw):
        explosives.resolve(scene, known, plan)
    else:
        fire.resolve(scene, known, plan)
