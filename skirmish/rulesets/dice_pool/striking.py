"""Close combat: one blow at a figure beside (POOL-F10)."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired, Stopped
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.action import LAPSED
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool import arithmetic
from skirmish.rulesets.dice_pool.actions import forget_split, spend, unsettle
from skirmish.rulesets.dice_pool.arithmetic import COMPLEX
from skirmish.rulesets.dice_pool.declared import AIM, DEFENDING, LOST, RAN, SURPRISED, USED
from skirmish.rulesets.dice_pool.gun import arms, trooper
from skirmish.rulesets.dice_pool.kinds import Arm
from skirmish.rulesets.dice_pool.outcome import boxes_left, wounds
from skirmish.rulesets.dice_pool.pools import LEAST, RUNNING, ambush, floored
from skirmish.rulesets.dice_pool.rolling import fault_at, pool_of, roll, targets_of
from skirmish.rulesets.dice_pool.rules import Fault, Target, volley
from skirmish.rulesets.dice_pool.shot import enemy_of
from skirmish.rulesets.scene import Scene

STRIKE = Verb(
    "strike",
    "strikes at an enemy beside it in close combat; Complex",
    target=Shape.FIGURE,
    fields=(Field("weapon", Shape.WORD, "with what; else its first for close combat, or fists"),),
    dice=True,
)
FISTS = "fists"


@frozen
class Blow:
    """A blow as ordered, and possible."""

    striker: Figure
    target: Figure
    arm: Arm


def blow_of(state: State, order: Order) -> Blow | Refusal:
    """What an order to strike amounts to, or why it can't be."""
    striker = state.figures[order.figure]
    target = enemy_of(state, striker, order.target)
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, striker.tile, target.tile):
        return Refusal(f"{target.id} is not beside {striker.id}", "POOL-F10", "go up to it")
    able = [arm for arm in arms(striker) if not arm.increment]
    wanted = order.get("weapon")
    found = next((arm for arm in able if wanted in ("", arm.id)), None)
    if found is None and wanted not in ("", FISTS):
        remedy = "one of: " + ", ".join([*(arm.id for arm in able), FISTS])
        return Refusal(f"{striker.id} can't strike with {wanted}", "POOL-F10", remedy)
    return Blow(striker, target, found or fists(striker))


def fists(figure: Figure) -> Arm:
    """Bare hands, or the butt of a gun: half of Body, rounded up."""
    return Arm(FISTS, "fists", dv=(trooper(figure).body + 1) // 2)


def striking(figure: Figure) -> list[Part]:
    """The dice of a blow."""
    kind = trooper(figure)
    parts: list[Part] = [
        ("close combat", kind.melee, "POOL-F10"),
        ("agility", kind.agility, "POOL-F10"),
        ("wounds", -wounds(figure), "POOL-F9"),
        ("running", RUNNING * figure.count(RAN), "POOL-F7"),
        ("aim", figure.count(AIM), "POOL-F7"),
    ]
    return floored(parts, LEAST)


def parrying(state: State, striker: Figure, target: Figure) -> list[Part]:
    """The dice against a blow; cover and posture are no help."""
    if state.linked(SURPRISED, a=target.id, b=striker.id):
        return []
    kind = trooper(target)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F10"),
        ("close combat", kind.melee, "POOL-F10"),
        ("full defence", kind.dodge * target.count(DEFENDING), "POOL-F3"),
        ("wounds", -wounds(target), "POOL-F9"),
    ]
    return floored(parts)


def attack_of(state: State, blow: Blow) -> Attack:
    """A blow as data."""
    target, kind = blow.target, trooper(blow.target)
    pool, parry = striking(blow.striker), parrying(state, blow.striker, target)
    numbers = Target(
        guard=total(parry),
        dv=blow.arm.dv,
        av=arithmetic.armour(kind.av, blow.arm.ap),
        body=kind.body,
        boxes=boxes_left(target),
        ambush=ambush(state, blow.striker, target),
    )
    damage: list[Part] = [("base damage", blow.arm.dv, "POOL-F10")]
    armour = floored([("armour", kind.av, "POOL-33"), ("AP", blow.arm.ap, "POOL-33")])
    lines = (
        *modifiers("attack", target.id, pool),
        *modifiers("guard", target.id, parry),
        *modifiers("damage", target.id, damage),
        *modifiers("armour", target.id, armour),
    )
    return Attack(
        volley,
        (total(pool), 1, True, (numbers,)),
        (target.id,),
        named=target.id,
        modifiers=lines,
        each=True,
    )


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order to strike; None where it can't be made."""
    blow = blow_of(state, order)
    return None if isinstance(blow, Refusal) else attack_of(state, blow)


def carry_out(scene: Scene, order: Order) -> None:
    """Strikes, if what came before has left it possible."""
    figure = scene.state.figures[order.figure]
    if figure.at is None:
        return
    known = scene.view(figure.side).state
    blow = blow_of(known, order)
    if isinstance(blow, Refusal):
        scene.emit(Stopped(figure.id, LAPSED))
        return
    plan = attack_of(known, blow)
    look_at(scene, figure.id, blow.target.tile)
    expose(scene, figure.id)
    scene.emit(Fired(figure.id, blow.arm.id, target=blow.target.id, how="strike"))
    spend(scene, figure.id, COMPLEX)
    forget_split(scene, figure.id)
    unsettle(scene, figure.id)
    start, pool = len(scene.dice.faces), pool_of(plan)
    (harm,) = roll(scene, figure.id, plan, pool=pool)
    scene.cite("POOL-F1", "POOL-F10", *(("POOL-31", "POOL-33", "POOL-35") * bool(harm.hits)))
    if any(target.ambush for target in targets_of(plan)):
        scene.cite("POOL-F15")
    if fault_at(scene, start, pool) is Fault.LOST and scene.state.figures[figure.id].at:
        scene.cite("POOL-F2")
        count(scene, figure.id, USED, LOST)
