"""Ammunition: tokens and pieces in a weapon, their use, reloading (AMMO-07 to AMMO-13).

The enemy's ammunition is never seen; in a view it is assumed to be complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.tokens import MIDDLE, SMALL, capacity, reloaded
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.budget import ONE_ACTION, spend
from skirmish.rulesets.trait_die.catalogue import EXTENDED
from skirmish.rulesets.trait_die.counters import PIECES, SPARE, TOKENS
from skirmish.rulesets.trait_die.figures import weapons_of
from skirmish.rulesets.trait_die.kinds import Weapon

UNLIMITED = 99
"""The ammunition of a weapon that never runs out."""
BY_MODE: Mapping[str, tuple[str, ...]] = {
    "single": ("AMMO-09", "AMMO-A3"),
    "double": ("AMMO-10", "AMMO-A3", "AMMO-F9"),
    "burst": ("AMMO-11", "AMMO-A3", "AMMO-F9"),
    "auto": ("AMMO-12", "AMMO-A3", "AMMO-F10"),
    "rapid": ("AMMO-13", "AMMO-A3", "AMMO-A5", "AMMO-F11"),
    "suppress": ("AMMO-12", "AMMO-F14"),
}
"""The rules by which each mode uses up tokens (AMMO-09, AMMO-10, AMMO-11, AMMO-12, AMMO-13)."""


def account(weapon: Weapon) -> str:
    """The counter of a weapon's ammunition; "" if none is kept (AMMO-01).

    AMMO-07.
    """
    if weapon.magazine:
        return TOKENS
    return PIECES if weapon.count else ""


def size(figure: Figure, weapon: Weapon) -> int:
    """Tokens that a weapon holds with its present magazine (AMMO-06)."""
    return capacity(weapon.magazine, extended=bool(slots.get(figure, EXTENDED, weapon.id)))


def left(state: State, figure: Figure, weapon: Weapon) -> int:
    """Tokens or pieces that a weapon has left."""
    kept = account(weapon)
    if not kept:
        return UNLIMITED
    if figure.side not in state.known:
        return size(figure, weapon) if weapon.magazine else weapon.count
    return slots.get(figure, kept, weapon.id)


def spent(state: State, figure: Figure, weapon: Weapon) -> bool:
    """Whether a weapon is empty for the rest of the battle, as no ammunition is carried for it.

    False for an enemy's weapon, of which that is not known.
    """
    if left(state, figure, weapon) or figure.side not in state.known:
        return False
    return not slots.get(figure, SPARE, weapon.id)


def empty_weapons(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have no ammunition left in them."""
    return tuple(weapon.id for weapon in weapons_of(figure) if not left(state, figure, weapon))


def empty(state: State, figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot fire: it is empty (AMMO-07, AMMO-A4)."""
    if left(state, figure, weapon):
        return None
    if weapon.count:
        gone = weapon.name if weapon.at_tiles == "throw" else f"round for its {weapon.name}"
        what = f"{figure.id} has no {gone} left"
        return Refusal(what, "AMMO-07", "use another weapon", weapon=weapon.id)
    remedy = (
        "it carries no more ammunition for it" if spent(state, figure, weapon) else "'reload' first"
    )
    what = f"{figure.id} has no ammunition in {weapon.name}"
    return Refusal(what, "AMMO-A4", remedy, weapon=weapon.id)


def take(scene: Scene, name: str, weapon: Weapon, lost: int) -> None:
    """Subtract tokens or pieces of a weapon (AMMO-08, AMMO-A4)."""
    figure = scene.state.figures[name]
    kept = account(weapon)
    if not kept or not lost:
        return
    counter = slots.name(kept, slots.of(figure, weapon.id))
    scene.emit(Counted(name, counter, max(0, figure.count(counter) - lost)), dice=(0, 0))


def cite_magazine(scene: Scene, figure: Figure, weapon: Weapon) -> None:
    """Cite the rules by which a weapon's ammunition is counted, in pieces or in tokens."""
    if not weapon.magazine:
        scene.cite("AMMO-07")
        return
    scene.cite("AMMO-01")
    if slots.get(figure, EXTENDED, weapon.id):
        scene.cite("AMMO-06")
    elif weapon.magazine <= SMALL:
        scene.cite("AMMO-02")
    else:
        scene.cite("AMMO-03" if weapon.magazine <= MIDDLE else "AMMO-04")


def cite_use(scene: Scene, figure: Figure, weapon: Weapon, mode: str, lost: int) -> None:
    """Cite the rules by which an attack uses up ammunition."""
    cite_magazine(scene, figure, weapon)
    if weapon.magazine:
        scene.cite("AMMO-08", "AMMO-A2", *BY_MODE[mode])
        if lost and lost >= slots.get(figure, TOKENS, weapon.id):
            scene.cite("AMMO-A4")


def reloadable(figure: Figure) -> tuple[Weapon, ...]:
    """The weapons that a figure could reload now."""
    return tuple(weapon for weapon in weapons_of(figure) if reload_fault(figure, weapon) is None)


def reload_fault(figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a weapon can't be reloaded (AMMO-A10, AMMO-07, AMMO-F17)."""
    if not weapon.magazine:
        return Refusal(f"{weapon.name} has no magazine", "AMMO-07")
    if slots.get(figure, TOKENS, weapon.id) >= size(figure, weapon):
        return Refusal(f"{weapon.name} is fully loaded", "AMMO-A10")
    if not slots.get(figure, SPARE, weapon.id):
        return Refusal(f"{figure.id} carries no more for {weapon.name}", "AMMO-F17")
    return None


def _to_reload(_state: State, figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon to reload: the one named, else the first one that needs it."""
    if order.get(WEAPON):
        chosen = then(slots.chosen(figure, order), lambda arm: named(figure, arm.id))
        return then(chosen, lambda arm: reload_fault(figure, arm) or arm)
    for weapon in reloadable(figure):
        return weapon
    with_magazine = [weapon for weapon in weapons_of(figure) if weapon.magazine]
    if not with_magazine:
        return Refusal(f"{figure.id} has nothing to reload", "AMMO-07")
    fault = reload_fault(figure, with_magazine[0])
    return fault or with_magazine[0]


def named(figure: Figure, weapon: str) -> Weapon:
    """A figure's weapon of this id."""
    return weapons_of(figure)[slots.of(figure, weapon)]


RELOAD_VERB = Verb(
    "reload",
    "reloads a weapon from carried ammunition",
    fields=(WEAPON_FIELD,),
    exposed=True,
    purpose=Purpose.RELOAD,
)


def _options(_known: View, figure: Figure) -> Iterator[Family]:
    if found := reloadable(figure):
        weapons = One(tuple(weapon.id for weapon in found))
        yield Family(RELOAD.name, figure.id, fields=((WEAPON, weapons),))


def _reload(scene: Scene, plan: slots.Reload[Weapon]) -> None:
    """Fill a weapon as far as the carried tokens allow; no token is lost (AMMO-F17).

    AMMO-A10, AMMO-F5.
    """
    figure, weapon = scene.state.figures[plan.figure.id], plan.weapon
    scene.cite("AMMO-F5", "AMMO-F17", "AMMO-A10")
    cite_magazine(scene, figure, weapon)
    slot = slots.of(figure, weapon.id)
    inside, spare = slots.name(TOKENS, slot), slots.name(SPARE, slot)
    tokens, rest = reloaded(figure.count(inside), size(figure, weapon), figure.count(spare))
    scene.emit(Counted(figure.id, inside, tokens))
    scene.emit(Counted(figure.id, spare, rest))
    spend(scene, figure.id)


RELOAD = Action(
    verb=RELOAD_VERB,
    cost=ONE_ACTION,
    plan=slots.plan_reload(_to_reload),
    options=_options,
    carry_out=_reload,
)
