"""Close combat: one blow at an adjacent figure (POOL-F10)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Part, modifiers, total
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, expose, in_reach
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool.accuracy import (
    LEAST,
    RUNNING,
    ambush,
    armour,
    body_roll,
    floored,
    surprise_lines,
)
from skirmish.rulesets.dice_pool.budget import forget_split, spend, takes, unsettle
from skirmish.rulesets.dice_pool.counters import AIMED, DEFENDING, LOST, RAN, SURPRISED, USED
from skirmish.rulesets.dice_pool.dice import COMPLEX, Fault, Target, armour_left, volley
from skirmish.rulesets.dice_pool.figures import boxes_left, kind_of, weapons_of, wounds
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.dice_pool.rolling import (
    LOST_FAULTS,
    dice_of,
    fault_at,
    mishaps_of,
    roll,
    targets_of,
)
from skirmish.rulesets.dice_pool.shooting import enemy_of
from skirmish.rulesets.families import Family, Fields, One
from skirmish.rulesets.scene import Scene

STRIKE_VERB = Verb(
    "strike",
    "strikes an adjacent enemy in close combat; Complex",
    target=Shape.FIGURE,
    fields=(slots.MELEE_FIELD,),
    dice=True,
)
FISTS = "fists"


@frozen
class Blow:
    """A blow that was ordered and is possible."""

    striker: Figure
    target: Figure
    weapon: Weapon


def blow_of(state: State, order: Order) -> Blow | Refusal:
    """The blow of an order to strike, or why it is refused (POOL-F10, POOL-F17)."""
    striker = state.figures[order.figure]
    target = enemy_of(state, striker, order.target)
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, striker.tile, target.tile):
        return Refusal(
            f"{target.id} is not beside {striker.id}",
            "POOL-F10",
            "move next to it",
            concerns=target.id,
        )
    able = [weapon for weapon in weapons_of(striker) if not weapon.increment]
    wanted, found = order.get(WEAPON), slots.wanted(able, order)
    if found is None and wanted not in ("", FISTS):
        remedy = "one of: " + ", ".join([*(weapon.id for weapon in able), FISTS])
        return Refusal(f"{striker.id} can't strike with {wanted}", "POOL-F10", remedy)
    return Blow(striker, target, found or fists(striker))


def fists(figure: Figure) -> Weapon:
    """Bare hands or the butt of a gun; their damage is half of Body, rounded up (POOL-F10)."""
    return Weapon(FISTS, "fists", dv=(kind_of(figure).body + 1) // 2)


def striking(figure: Figure) -> list[Part]:
    """The dice of a blow (POOL-F10, POOL-F3, POOL-F7, POOL-F9)."""
    kind = kind_of(figure)
    parts: list[Part] = [
        ("close combat", kind.melee, "POOL-F10"),
        ("agility", kind.agility, "POOL-F10"),
        ("wounds", -wounds(figure), "POOL-F9"),
        ("running", RUNNING * figure.count(RAN), "POOL-F7"),
        ("aim", figure.count(AIMED), "POOL-F7"),
    ]
    return floored(parts, LEAST)


def parrying(state: State, striker: Figure, target: Figure) -> list[Part]:
    """The dice against a blow; cover and posture do not help.

    POOL-F3, POOL-F9, POOL-F10, POOL-F15.
    """
    if state.linked(SURPRISED, a=target.id, b=striker.id):
        return []
    kind = kind_of(target)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F10"),
        ("close combat", kind.melee, "POOL-F10"),
        ("full defence", kind.dodge * target.count(DEFENDING), "POOL-F3"),
        ("wounds", -wounds(target), "POOL-F9"),
    ]
    return floored(parts)


def blow_attack(state: State, blow: Blow) -> Attack:
    """A blow as an `Attack` (POOL-33, POOL-F10, POOL-F15)."""
    target, kind = blow.target, kind_of(blow.target)
    pool, parry = striking(blow.striker), parrying(state, blow.striker, target)
    numbers = Target(
        guard=total(parry),
        dv=blow.weapon.dv,
        av=armour_left(kind.av, blow.weapon.ap),
        body=kind.body,
        boxes=boxes_left(target),
        ambush=ambush(state, blow.striker, target),
    )
    damage: list[Part] = [("base damage", blow.weapon.dv, "POOL-F10")]
    lines = (
        *surprise_lines(state, blow.striker, (target,)),
        *modifiers("attack", target.id, pool),
        *modifiers("guard", target.id, parry),
        *modifiers("damage", target.id, damage),
        *modifiers("armour", target.id, armour(kind.av, blow.weapon.ap)),
        body_roll(target.id, kind.body),
    )
    return Attack(
        volley,
        (total(pool), 1, True, (numbers,)),
        (target.id,),
        named=target.id,
        modifiers=lines,
        each=True,
    )


def _options(known: View, figure: Figure) -> Iterator[Family]:
    """The adjacent enemies that a figure may strike (POOL-F10, POOL-F15)."""
    state = known.state
    foes = tuple(
        foe.id
        for foe in beside(state, figure)
        if not state.linked(SURPRISED, a=figure.id, b=foe.id)
    )
    if foes:
        able = tuple(weapon.id for weapon in weapons_of(figure) if not weapon.increment)
        weapons: Fields = ((WEAPON, One(able)),) if able else ()
        yield Family(STRIKE.name, figure.id, One(foes), weapons)


def _carry_out(scene: Scene, blow: Blow) -> None:
    """Strike as ordered; a fumbled blow loses the rest of the pass (POOL-F2, POOL-F7, POOL-F10)."""
    name = blow.striker.id
    attack = blow_attack(scene.view(blow.striker.side).state, blow)
    look_at(scene, name, blow.target.tile)
    expose(scene, name)
    scene.emit(Fired(name, blow.weapon.id, target=blow.target.id, how="strike"))
    spend(scene, name, COMPLEX)
    forget_split(scene, name)
    unsettle(scene, name)
    start, pool = scene.dice.rolled, dice_of(attack)
    (harm,) = roll(scene, name, attack, pool=pool)
    scene.cite("POOL-F1", "POOL-F10", *(("POOL-31", "POOL-33", "POOL-35") * bool(harm.hits)))
    if any(target.ambush for target in targets_of(attack)):
        scene.cite("POOL-F15")
    if fault_at(scene, start, pool) is Fault.LOST and scene.state.figures[name].at:
        scene.cite("POOL-F2")
        scene.count(name, USED, LOST)


STRIKE = Action(
    verb=STRIKE_VERB,
    plan=lambda known, order: blow_of(known.state, order),
    cost=takes(COMPLEX),
    options=_options,
    attack=blow_attack,
    mishaps=lambda state, blow: mishaps_of(blow_attack(state, blow), LOST_FAULTS),
    carry_out=_carry_out,
)
