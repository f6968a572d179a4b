"""Who may act now, what an action takes, how far a figure may still walk (AMMO-F4, AMMO-F5)."""

from __future__ import annotations

from skirmish.core.events import Counted, Unlinked
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.rulesets.common.walking import HALVES, Pace
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.declared import ACT, AIM, PRONE, WHOLE
from skirmish.rulesets.trait_die.parts import soldier
from skirmish.rulesets.trait_die.rules import RUN_DIE

MOVEMENT = "AMMO-F4"
CRAWL = 2 * HALVES
"""Who lies moves two tiles at most, and rises for two."""


def allowance(figure: Figure) -> int:
    """Half tiles that a figure may move in its bound, standing; what it ran is added."""
    return HALVES * (soldier(figure).pace + figure.count("run"))


def pace(figure: Figure, *, running: bool = False) -> Pace:
    """How far a figure may still walk; `running` as far as the run may take it at best."""
    whole = allowance(figure) + (HALVES * RUN_DIE if running else 0)
    if figure.posture == PRONE:
        whole = min(whole, CRAWL)
    rest = max(0, whole - figure.count("moved"))
    how = "run" if running or figure.count("run") else ""
    return Pace(rest, rule=MOVEMENT, how=how)


def rooted(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may neither move nor act."""
    if state.clock.phase != ACT:
        return Refusal("the battle has not begun", remedy="'ready' first")
    if figure.count("holding"):
        return Refusal(f"{figure.id} holds its action", "AMMO-F16", "it acts when an enemy does")
    if figure.count("recovering") and not state.rule("brisk"):
        return Refusal(
            f"{figure.id} is collecting itself", "AMMO-F13", "it acts in your next bound"
        )
    return None


def unready(state: State, figure: Figure, *, whole: bool = False) -> Refusal | None:
    """Why a figure may take no action now; `whole` for one that takes the whole bound."""
    if refused := rooted(state, figure):
        return refused
    if figure.count("shaken"):
        return Refusal(f"{figure.id} is Shaken", "AMMO-F13", "it may only move")
    if whole and figure.count("acts"):
        return Refusal(f"{figure.id} has acted", "AMMO-F5", "this takes the whole bound")
    if figure.count("acts") >= WHOLE:
        what = f"{figure.id} has given its whole bound"
        return Refusal(what, "AMMO-F5", "it acts again in your next bound")
    return None


def spend(scene: Scene, name: str, actions: int = 1) -> None:
    """Takes actions of a figure's bound; one that acts in the enemy's has kept its action."""
    figure = scene.state.figures[name]
    if scene.state.clock.side == figure.side:
        taken = min(WHOLE, figure.count("acts") + actions)
        scene.emit(Counted(name, "acts", taken), dice=(0, 0))


def lower(scene: Scene, name: str) -> None:
    """A figure aims at nobody any more."""
    for link in scene.state.linked(AIM, name):
        scene.emit(Unlinked(AIM, link.a, link.b), dice=(0, 0))


def let_go(scene: Scene, name: str) -> None:
    """A figure holds its action no more."""
    for counter in ("holding", "late", "hold_slot", "hold_mode", "hold_when", "hold_ask"):
        if scene.state.figures[name].count(counter):
            scene.emit(Counted(name, counter, 0), dice=(0, 0))
