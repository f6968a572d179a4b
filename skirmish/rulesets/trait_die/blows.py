"""Close combat: Fighting against Parry, strength and weapon for damage (AMMO-F19)."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import (
    HEAD_DAMAGE,
    arms,
    called_part,
    condition,
    exposed,
    guard,
    soldier,
    toughness_parts,
)
from skirmish.rulesets.trait_die.reckoning import shots
from skirmish.rulesets.trait_die.rules import TARGET, Harm
from skirmish.rulesets.trait_die.shots import enemy_of
from skirmish.rulesets.trait_die.volley import Allotted, Volley

FISTS = Arm("fists", "bare hands", melee=True)
"""What everybody has to strike with."""


@frozen
class Blow:
    """A blow as ordered, and possible."""

    striker: Figure
    arm: Arm
    target: Figure
    limb: str = ""


def blades(figure: Figure) -> tuple[Arm, ...]:
    """What a figure can strike with: its weapons for it, else its hands."""
    return tuple(arm for arm in arms(figure) if arm.melee) or (FISTS,)


def parry(figure: Figure) -> int:
    """What a Fighting roll must reach against a figure."""
    return 2 + soldier(figure).fighting // 2


def blow_of(state: State, order: Order) -> Blow | Refusal:
    """What an order to strike amounts to, or why it can't be."""
    striker = state.figures[order.figure]
    wanted = order.get("weapon")
    arm = next((arm for arm in blades(striker) if wanted in ("", arm.id)), None)
    if arm is None:
        known = ", ".join(arm.id for arm in blades(striker))
        return Refusal(f"{striker.id} strikes with no {wanted}", "AMMO-F19", f"it has: {known}")
    target = enemy_of(state, striker, order.target)
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, striker.tile, target.tile):
        what = f"{target.id} is out of {striker.id}'s reach"
        return Refusal(what, "AMMO-F19", "go beside it first")
    return Blow(striker, arm, target, order.get("limb"))


def blow_parts(blow: Blow) -> list[Part]:
    """All that counts on the Fighting die, the target's Parry against the usual 4 included."""
    return [
        ("parry over 4", TARGET - parry(blow.target), "AMMO-F19"),
        *called_part(blow.limb),
        *exposed(blow.target),
        *condition(blow.striker),
    ]


def attack_of(blow: Blow) -> Attack:
    """The attack of a blow."""
    kind, arm = soldier(blow.striker), blow.arm
    parts = blow_parts(blow)
    tough = toughness_parts(blow.target, arm.ap)
    name = blow.target.id
    plan = Volley(
        sides=kind.fighting,
        wild=kind.wild_card,
        shares=(Allotted(0, 1, total(parts)),),
        guards=(guard(blow.target, tough),),
        harm=Harm(arm.dice, arm.sides, arm.bonus, kind.strength),
        called=HEAD_DAMAGE if blow.limb == "head" else 0,
        what="fighting",
    )
    lines = modifiers("fighting", name, parts) + modifiers("toughness", name, tough)
    return shots(plan, subjects=(name,), named=name, modifiers=lines)
