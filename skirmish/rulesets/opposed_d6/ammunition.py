"""The house rule of ammunition tokens: which weapons run dry, and when.

Each weapon with a magazine has tokens of its own (AMMO-01 to AMMO-04). Spare ammunition lasts for
the battle: reloading fills one weapon, and takes the shot.
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
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.families import Family, Fixed
from skirmish.rulesets.opposed_d6.budget import SHOT_OF_BOUND, spend
from skirmish.rulesets.opposed_d6.close_combat import fighting, free_to_shoot
from skirmish.rulesets.opposed_d6.counters import TOKENS
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.scene import Scene

SINGLE = 1
AUTOMATIC = 2
"""Highest face of the attack die that costs a token (AMMO-08, AMMO-F25)."""
RELOAD_VERB = Verb(
    "reload",
    "fills a weapon's ammunition tokens; takes the shot",
    fields=(slots.weapon_field("the first that is not full"),),
    purpose=Purpose.RELOAD,
)


def counted(state: State) -> bool:
    """Whether ammunition is counted in this battle (AMMO-01)."""
    return state.rule("ammunition", "none") == TOKENS


def tokens(figure: Figure, weapon: Weapon) -> int:
    """Tokens in a weapon."""
    return slots.get(figure, TOKENS, weapon.id)


def loaded(state: State, figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a weapon has nothing to fire (AMMO-A4)."""
    if not counted(state) or not weapon.magazine or tokens(figure, weapon):
        return None
    remedy = "'reload' it first, or use another weapon"
    what = f"{figure.id} has no ammunition in {weapon.name}"
    return Refusal(what, "AMMO-A4", remedy, weapon=weapon.id)


def empty_weapons(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure without ammunition for an attack."""
    return tuple(arm.id for arm in weapons_of(figure) if loaded(state, figure, arm) is not None)


def deplete(scene: Scene, name: str, weapon: Weapon, face: int) -> None:
    """Take a token from a weapon on a low face of the attack's first die.

    AMMO-08, AMMO-A3, AMMO-F25.
    """
    if not counted(scene.state) or not weapon.magazine:
        return
    figure = scene.state.figures[name]
    left = tokens(figure, weapon)
    if left and face <= (AUTOMATIC if weapon.automatic else SINGLE):
        _set(scene, figure, weapon, left - 1)


def missing(figure: Figure, weapon: Weapon) -> int:
    """Tokens that a reload would put into a weapon (AMMO-A10)."""
    return max(0, capacity(weapon.magazine) - tokens(figure, weapon)) if weapon.magazine else 0


def reloadable(state: State, figure: Figure) -> tuple[Weapon, ...]:
    """The weapons of a figure that are not fully loaded."""
    if not counted(state):
        return ()
    return tuple(weapon for weapon in weapons_of(figure) if missing(figure, weapon))


def _to_reload(state: State, figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon that an order reloads: the named one, else the first that is not full.

    AMMO-A10, BAY-07.
    """
    if refused := fighting(state, figure):
        return refused
    wanted = order.get(WEAPON)
    if not counted(state):
        return Refusal(
            "ammunition is not counted in this battle", "AMMO-01", "you can fire without reloading"
        )
    with_magazine = [weapon for weapon in weapons_of(figure) if weapon.magazine]
    named = [weapon for weapon in with_magazine if wanted in ("", weapon.id)]
    if not named:
        remedy = "one of: " + slots.ids(with_magazine)
        what = f"{wanted} to reload" if wanted else "nothing to reload"
        no = "no " if wanted else ""
        return Refusal(f"{figure.id} has {no}{what}", "AMMO-07", remedy * bool(with_magazine))
    found = next((weapon for weapon in named if missing(figure, weapon)), None)
    if found is not None:
        return found
    what = f"{named[0].name} is full" if wanted else f"every magazine of {figure.id} is full"
    return Refusal(what, "AMMO-A10", "fire, or end the bound")


def _set(scene: Scene, figure: Figure, weapon: Weapon, amount: int) -> None:
    counter = slots.name(TOKENS, slots.of(figure, weapon.id))
    scene.emit(Counted(figure.id, counter, amount), dice=(0, 0))


def reloads(state: State, figure: Figure) -> Iterator[tuple[Weapon, Fixed]]:
    """The weapons that are not full, each with the fields that name it in an order."""
    for place, weapon in enumerate(reloadable(state, figure)):
        yield weapon, ((WEAPON, weapon.id),) if place else ()


def _options(known: View, figure: Figure) -> Iterator[Family]:
    if not counted(known.state) or not free_to_shoot(known.state, figure):
        return
    for _, fixed in reloads(known.state, figure):
        yield Family(RELOAD.name, figure.id, fixed=fixed)


def _reload(scene: Scene, plan: slots.Reload[Weapon]) -> None:
    """Fill a weapon, which takes the shot (AMMO-A10, BAY-12)."""
    spend(scene, plan.figure.id)
    _set(scene, scene.state.figures[plan.figure.id], plan.weapon, capacity(plan.weapon.magazine))


RELOAD = Action(
    verb=RELOAD_VERB,
    cost=SHOT_OF_BOUND,
    plan=slots.plan_reload(_to_reload),
    options=_options,
    carry_out=_reload,
)
