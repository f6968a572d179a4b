"""The house rule of ammunition tokens: which weapons run dry, and how it is found out.

Each weapon with a magazine has tokens of its own (AMMO-01 to AMMO-04). What a figure carries
beside them is enough for the battle: reloading fills one weapon, and takes the shot.
"""

from __future__ import annotations

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.opposed_d6.declared import TOKENS
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.scene import Scene

SINGLE = 1
AUTOMATIC = 2
"""Highest face of the attack die that costs a token."""


def counted(state: State) -> bool:
    """Whether ammunition is counted in this battle."""
    return state.rule("ammunition", "none") == TOKENS


def tokens(figure: Figure, weapon: Arm) -> int:
    """Tokens in a weapon."""
    return slots.get(figure, TOKENS, weapon.id)


def loaded(state: State, figure: Figure, weapon: Arm) -> Refusal | None:
    """Why a weapon has nothing to fire."""
    if not counted(state) or not weapon.magazine or tokens(figure, weapon):
        return None
    remedy = f"reload {weapon.id} first, or use another weapon"
    return Refusal(f"{figure.id} has no ammunition in {weapon.name}", "AMMO-A4", remedy)


def dry(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have nothing in them to attack with."""
    return tuple(arm.id for arm in arms(figure) if loaded(state, figure, arm) is not None)


def deplete(scene: Scene, name: str, weapon: Arm, face: int) -> None:
    """Takes a token from a weapon on a low face of the attack's first die."""
    if not counted(scene.state) or not weapon.magazine:
        return
    figure = scene.state.figures[name]
    left = tokens(figure, weapon)
    if left and face <= (AUTOMATIC if weapon.automatic else SINGLE):
        _set(scene, figure, weapon, left - 1)


def missing(figure: Figure, weapon: Arm) -> int:
    """Tokens that a reload would put into a weapon."""
    return max(0, capacity(weapon.magazine) - tokens(figure, weapon)) if weapon.magazine else 0


def reloadable(state: State, figure: Figure) -> tuple[Arm, ...]:
    """The weapons of a figure that are not fully loaded."""
    if not counted(state):
        return ()
    return tuple(weapon for weapon in arms(figure) if missing(figure, weapon))


def to_reload(state: State, order: Order) -> Arm | Refusal:
    """The weapon that an order reloads: the named one, else the first that is not full."""
    figure, wanted = state.figures[order.figure], order.get("weapon")
    if not counted(state):
        return Refusal("ammunition is not counted in this battle", "AMMO-01", "just fire")
    with_magazine = [weapon for weapon in arms(figure) if weapon.magazine]
    named = [weapon for weapon in with_magazine if wanted in ("", weapon.id)]
    if not named:
        remedy = "one of: " + ", ".join(weapon.id for weapon in with_magazine)
        what = f"{wanted} to reload" if wanted else "nothing to reload"
        no = "no " if wanted else ""
        return Refusal(f"{figure.id} has {no}{what}", "AMMO-07", remedy * bool(with_magazine))
    found = next((weapon for weapon in named if missing(figure, weapon)), None)
    if found is not None:
        return found
    what = f"{named[0].name} is full" if wanted else f"{figure.id} is fully loaded"
    return Refusal(what, "AMMO-A10", "fire, or end the bound")


def reload(scene: Scene, name: str, weapon: Arm) -> None:
    """Fills a weapon."""
    _set(scene, scene.state.figures[name], weapon, capacity(weapon.magazine))


def _set(scene: Scene, figure: Figure, weapon: Arm, amount: int) -> None:
    counter = slots.name(TOKENS, slots.of(figure, weapon.id))
    scene.emit(Counted(figure.id, counter, amount), dice=(0, 0))
