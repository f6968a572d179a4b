"""Close combat: Fighting against Parry, strength and weapon for damage (AMMO-F19)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Part, modifiers, total
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, enemy_of, expose, in_reach
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.accuracy import HEAD_DAMAGE, called_part
from skirmish.rulesets.trait_die.budget import ONE_ACTION
from skirmish.rulesets.trait_die.dice import TARGET, Allotted, Harm, Volley, dice_words, with_damage
from skirmish.rulesets.trait_die.figures import (
    condition,
    exposed,
    guard,
    kind_of,
    parry,
    toughness_parts,
    weapons_of,
)
from skirmish.rulesets.trait_die.kinds import Weapon
from skirmish.rulesets.trait_die.odds import VolleyAttack, volley_attack
from skirmish.rulesets.trait_die.shooting import CALLED, LIMB, resolve

STRIKE_VERB = Verb(
    "strike",
    "fights an adjacent enemy hand to hand",
    target=Shape.FIGURE,
    fields=(LIMB, WEAPON_FIELD),
    dice=True,
)
FISTS = Weapon("fists", "bare hands", melee=True)
"""The weapon of a figure without one for close combat (AMMO-F19)."""


@frozen
class Blow:
    """A blow that was ordered and is possible."""

    striker: Figure
    weapon: Weapon
    target: Figure
    limb: str = ""


def blades(figure: Figure) -> tuple[Weapon, ...]:
    """The weapons that a figure can strike with, else its fists (AMMO-F19)."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.melee) or (FISTS,)


def blow_of(state: State, order: Order) -> Blow | Refusal:
    """The blow of an order to strike, or why it is refused (AMMO-F19)."""
    striker = state.figures[order.figure]
    weapon = slots.wanted(blades(striker), order)
    if weapon is None:
        what = f"{striker.id} strikes with no {order.get('weapon')}"
        return Refusal(what, "AMMO-F19", f"it has: {slots.ids(blades(striker))}")
    target = enemy_of(state, striker, order.target)
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, striker.tile, target.tile):
        what = f"{target.id} is out of {striker.id}'s reach"
        return Refusal(what, "AMMO-F19", "move next to it first", concerns=target.id)
    return Blow(striker, weapon, target, order.get("limb"))


def blow_parts(blow: Blow) -> list[Part]:
    """All modifiers of the Fighting die; Parry counts as far as it exceeds 4 (AMMO-F19).

    AMMO-F7, AMMO-F11.
    """
    return [
        ("parry over 4", TARGET - parry(blow.target), "AMMO-F19"),
        *called_part(blow.limb),
        *exposed(blow.target),
        *condition(blow.striker),
    ]


def attack_of_blow(blow: Blow) -> VolleyAttack:
    """The attack of a blow (AMMO-F7, AMMO-F19)."""
    kind, weapon = kind_of(blow.striker), blow.weapon
    parts = blow_parts(blow)
    tough = toughness_parts(blow.target, weapon.ap)
    name = blow.target.id
    plan = Volley(
        sides=kind.fighting,
        wild=kind.wild_card,
        shares=(Allotted(0, 1, total(parts)),),
        guards=(guard(blow.target, tough),),
        harm=Harm(weapon.dice, weapon.sides, weapon.bonus, kind.strength),
        called=HEAD_DAMAGE if blow.limb == "head" else 0,
        what="fighting",
    )
    lines = modifiers("fighting", name, parts) + modifiers("toughness", name, tough)
    rolled = with_damage(dice_words("Fighting", plan.sides, plan.wild), plan.harm, plan.called)
    return volley_attack(plan, subjects=(name,), named=name, modifiers=lines, rolled=rolled)


def _options(known: View, figure: Figure) -> Iterator[Family]:
    near = tuple(other.id for other in beside(known.state, figure))
    for weapon in blades(figure) if near else ():
        fixed = ((WEAPON, weapon.id),) if weapon is not FISTS else ()
        yield Family(STRIKE.name, figure.id, One(near), CALLED, fixed=fixed)


def strike(scene: Scene, blow: Blow) -> None:
    """Strike in close combat."""
    expose(scene, blow.striker.id)
    resolve(scene, blow.striker, attack_of_blow(blow), (blow.weapon.id, STRIKE.name))


def _strike(scene: Scene, blow: Blow) -> None:
    scene.cite("AMMO-F2", "AMMO-F5", "AMMO-F19")
    strike(scene, blow)


STRIKE = Action(
    verb=STRIKE_VERB,
    cost=ONE_ACTION,
    plan=lambda known, order: blow_of(known.state, order),
    options=_options,
    attack=lambda _state, blow: attack_of_blow(blow),
    carry_out=_strike,
)
