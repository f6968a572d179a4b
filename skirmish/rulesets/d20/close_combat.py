"""Close combat: a blow is a shot at an adjacent figure (D20-F14)."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common.present import beside, enemy_of, in_reach
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d20.accuracy import Shot, attack_of
from skirmish.rulesets.d20.budget import MELEE_COSTS, OF_ATTACK, beyond, short
from skirmish.rulesets.d20.expected_loss import expected
from skirmish.rulesets.d20.figures import weapons_of
from skirmish.rulesets.d20.kinds import held
from skirmish.rulesets.d20.shooting import (
    LIMB,
    carry_out,
    chosen,
    limb_field,
    named,
    payable,
    unable,
)
from skirmish.rulesets.families import Family, One

STRIKE_VERB = Verb(
    "strike",
    "strikes an adjacent enemy",
    target=Shape.FIGURE,
    fields=(LIMB, WEAPON_FIELD),
    dice=True,
)


def blow_of(state: State, order: Order) -> Shot | Refusal:
    """The blow that an order to strike makes on its side's view, or why it is refused (D20-F14)."""
    fighter = state.figures[order.figure]
    weapon = chosen(fighter, order, melee=True)
    if isinstance(weapon, Refusal):
        return weapon
    if refused := unable(state, fighter, weapon, bursts=False, melee=True):
        return refused
    target = enemy_of(state, fighter, order.target)
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, fighter.tile, target.tile):
        return Refusal(
            f"{target.id} is not beside {fighter.id}",
            "D20-F14",
            "move next to it",
            concerns=target.id,
        )
    blow = Shot(fighter, weapon, target, limb=order.get("limb"), melee=True)
    return beyond(fighter, *blow.price) or blow


def _options(known: View, figure: Figure) -> Iterator[Family]:
    near = tuple(other.id for other in beside(known.state, figure))
    for weapon in weapons_of(figure) if near else ():
        if held(weapon) and payable(known.state, figure, weapon, melee=True):
            limbs = limb_field(figure, weapon, melee=True)
            fixed = named(figure, weapon, melee=True)
            yield Family(STRIKE.name, figure.id, One(near), limbs, fixed=fixed)


STRIKE = Action(
    verb=STRIKE_VERB,
    able=lambda _known, figure: short(figure, MELEE_COSTS, "a blow"),
    plan=lambda known, order: blow_of(known.state, order),
    cost=OF_ATTACK,
    options=_options,
    attack=attack_of,
    expected=lambda state, shot: (expected(state, shot),),
    carry_out=carry_out,
)
