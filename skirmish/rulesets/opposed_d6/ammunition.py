"""The house rule of ammunition tokens: who may run dry, and how it is found out.

A figure has one account, for all its weapons with a magazine; its first one sets the size. What
it carries beside it is enough for the battle: reloading fills it, and takes the shot.
"""

from __future__ import annotations

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6.armoury import full
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.scene import Scene

TOKENS = "tokens"
SINGLE = 1
AUTOMATIC = 2
"""Highest face of the attack die that costs a token."""


def counted(state: State) -> bool:
    """Whether ammunition is counted in this battle."""
    return state.rule("ammunition", "none") == TOKENS


def loaded(state: State, figure: Figure, weapon: Arm) -> Refusal | None:
    """Why a weapon has nothing to fire."""
    if not counted(state) or not weapon.magazine or figure.count(TOKENS):
        return None
    return Refusal(f"{figure.id} has no ammunition in {weapon.name}", "AMMO-A4", "reload first")


def dry(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have nothing in them to attack with."""
    return tuple(arm.id for arm in arms(figure) if loaded(state, figure, arm) is not None)


def deplete(scene: Scene, name: str, weapon: Arm, face: int) -> None:
    """Takes a token on a low face of the attack's first die."""
    highest = AUTOMATIC if weapon.automatic else SINGLE
    left = scene.state.figures[name].count(TOKENS)
    if counted(scene.state) and weapon.magazine and left and face <= highest:
        scene.emit(Counted(name, TOKENS, left - 1), dice=(0, 0))


def reload_refusal(state: State, figure: Figure) -> Refusal | None:
    """Why a figure has nothing to reload."""
    if not counted(state):
        return Refusal("ammunition is not counted in this battle", "AMMO-01", "just fire")
    size = full(arms(figure))
    if not size:
        return Refusal(f"{figure.id} has nothing to reload", "AMMO-07")
    if figure.count(TOKENS) >= size:
        return Refusal(f"{figure.id} is fully loaded", "AMMO-A10")
    return None


def reload(scene: Scene, name: str) -> None:
    """Fills a figure's tokens up."""
    scene.emit(Counted(name, TOKENS, full(arms(scene.state.figures[name]))))
