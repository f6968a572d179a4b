"""Ammunition: rounds shot by shot, or tokens by the house rule; the order to reload.

Each weapon has its own. Thrown weapons and explosives are always counted one by one (AMMO-07); a
thrown weapon is gone and not reloaded. Spare magazines never run out.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.d20.budget import RELOAD_COSTS, costs, left, pay
from skirmish.rulesets.d20.counters import ROUNDS, TOKENS
from skirmish.rulesets.d20.figures import weapons_of
from skirmish.rulesets.d20.kinds import Weapon
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

SINGLE_DEPLETES = 3
"""Highest natural face of a single shot that costs a token (D20-F21)."""
BURST_DEPLETES = 8
"""Highest natural face of the first shot that costs a token (AMMO-08, D20-F21, AMMO-F25)."""


def by_tokens(state: State, weapon: Weapon) -> bool:
    """Whether a weapon's ammunition is counted in tokens in this battle (D20-F21, AMMO-07)."""
    one_by_one = weapon.thrown or weapon.radius > 0
    return state.rule("ammunition", ROUNDS) == TOKENS and not one_by_one


def account(state: State, weapon: Weapon) -> str:
    """The counter of a weapon's ammunition (D20-F21)."""
    return TOKENS if by_tokens(state, weapon) else ROUNDS


def size(state: State, weapon: Weapon) -> int:
    """A full magazine, in rounds or tokens; 0 for a weapon that needs none (D20-F15, D20-F21)."""
    return capacity(weapon.magazine) if by_tokens(state, weapon) else weapon.magazine


def rounds_for(weapon: Weapon, shots: int) -> int:
    """Rounds that this many shots use up (D20-29, D20-34)."""
    return shots * weapon.gatling


def known(state: State, figure: Figure) -> bool:
    """Whether a state holds a figure's ammunition: a view does not hold the enemy's."""
    return figure.side in state.known or not state.known


def empty(state: State, figure: Figure, weapon: Weapon, shots: int) -> Refusal | None:
    """Why a weapon can't fire this many shots (D20-A11, AMMO-A4)."""
    if not weapon.magazine or not known(state, figure):
        return None
    has = slots.get(figure, account(state, weapon), weapon.id)
    if by_tokens(state, weapon):
        if has:
            return None
        return Refusal(f"{weapon.name} is empty", "AMMO-A4", "'reload' first", weapon=weapon.id)
    needs = rounds_for(weapon, shots)
    if needs <= has:
        return None
    what, remedy = f"{weapon.name} has {has} rounds and needs {needs}", "'reload' first"
    if weapon.thrown:
        what, remedy = f"{figure.id} has no {weapon.name} left", "use another weapon"
    return Refusal(what, "D20-A11", remedy, weapon=weapon.id)


def empty_weapons(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure without ammunition for an attack."""
    if not known(state, figure):
        return ()
    carried = (weapon for weapon in weapons_of(figure) if weapon.magazine)
    return tuple(w.id for w in carried if not slots.get(figure, account(state, w), w.id))


def use(scene: Scene, name: str, weapon: Weapon, shots: int) -> None:
    """Take the rounds of this many shots, whether they hit or not (D20-29, D20-A13, D20-34)."""
    figure = scene.state.figures[name]
    if not weapon.magazine or by_tokens(scene.state, weapon):
        return
    slot = slots.of(figure, weapon.id)
    counter = slots.name(ROUNDS, slot)
    rest = max(0, figure.count(counter) - rounds_for(weapon, shots))
    scene.emit(Counted(name, counter, rest), dice=(0, 0))
    scene.cite("D20-29", *(["D20-A11"] if shots > 1 else []))
    if weapon.gatling > 1:
        scene.cite("D20-34")


def deplete(scene: Scene, name: str, weapon: Weapon, face: int, *, burst: bool) -> None:
    """Take a token if the face of the first shot is in the depletion range (D20-F21).

    AMMO-08, AMMO-A3.
    """
    figure = scene.state.figures[name]
    if not weapon.magazine or not by_tokens(scene.state, weapon):
        return
    scene.cite("D20-F21")
    counter = slots.name(TOKENS, slots.of(figure, weapon.id))
    has = figure.count(counter)
    if has and face <= (BURST_DEPLETES if burst else SINGLE_DEPLETES):
        scene.emit(Counted(name, counter, has - 1), dice=(0, 0))


def missing(state: State, figure: Figure, weapon: Weapon) -> int:
    """The ammunition that a reload would add (D20-F15)."""
    if not weapon.magazine or weapon.thrown:
        return 0
    return size(state, weapon) - slots.get(figure, account(state, weapon), weapon.id)


def reloadable(state: State, figure: Figure) -> tuple[Weapon, ...]:
    """The weapons that are not fully loaded (D20-F15)."""
    return tuple(weapon for weapon in weapons_of(figure) if missing(state, figure, weapon) > 0)


def reload(scene: Scene, name: str, weapon: Weapon) -> None:
    """Fill a magazine (D20-F15)."""
    scene.cite("D20-F15")
    figure = scene.state.figures[name]
    counter = slots.name(account(scene.state, weapon), slots.of(figure, weapon.id))
    scene.emit(Counted(name, counter, size(scene.state, weapon)))


RELOAD_VERB = Verb("reload", "fills a magazine", fields=(WEAPON_FIELD,), purpose=Purpose.RELOAD)


def _to_reload(state: State, figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon that an order reloads: the named one, else the first that is not full.

    D20-F15.
    """
    wanted = order.get(WEAPON)
    lacking = reloadable(state, figure)
    for weapon in lacking:
        if wanted in ("", weapon.id):
            return weapon
    if wanted and wanted not in [weapon.id for weapon in weapons_of(figure)]:
        return Refusal(f"{figure.id} has no {wanted}")
    return Refusal(f"{figure.id} has nothing to reload", "D20-F15", "it is fully loaded")


def _options(known: View, figure: Figure) -> Iterator[Family]:
    if left(figure) >= RELOAD_COSTS:
        for weapon in reloadable(known.state, figure):
            yield Family(RELOAD.name, figure.id, fixed=((WEAPON, weapon.id),))


def _carry_out(scene: Scene, plan: slots.Reload[Weapon]) -> None:
    """Reload as ordered (D20-F6, D20-F15)."""
    pay(scene, plan.figure.id, RELOAD_COSTS)
    reload(scene, plan.figure.id, plan.weapon)


RELOAD = Action(
    verb=RELOAD_VERB,
    plan=slots.plan_reload(_to_reload),
    cost=costs(RELOAD_COSTS, "reloading"),
    options=_options,
    carry_out=_carry_out,
)
