"""The course of a turn: a bound of the side that the scenario names first, then one of the other.

Everything that happens between bounds is here, in order (AMMO-F1).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from skirmish.core.events import Bound
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.view import View
from skirmish.rulesets.action import Action, families_of
from skirmish.rulesets.common.bounds import arrive, first_bound, next_bound
from skirmish.rulesets.ruleset import Turn
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.budget import rooted
from skirmish.rulesets.trait_die.counters import ACT
from skirmish.rulesets.trait_die.wounds import recover_all, recovers


def able(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may be given no order except those of the muster (AMMO-F13, AMMO-F16)."""
    return rooted(known.state, figure)


def idle(actions: Iterable[Action[Any]], known: View) -> bool:
    """Whether no figure of the acting side can take any of some actions, as far as it can tell."""
    for figure in known.own():
        barred = able(known, figure) is not None
        fit = (one for one in actions if one.exempt or not barred)
        if next(families_of(fit, known, figure), None) is not None:
            return False
    return True


def advance(scene: Scene) -> None:
    """End a bound and begin the next: score objectives, then the other side's bound (AMMO-F1)."""
    if following := next_bound(scene):
        _begin(scene, *following)


def _begin(scene: Scene, turn: int, step: int, side: str) -> None:
    """Begin a bound: Shaken figures test their Spirit, reinforcements arrive (AMMO-F1).

    Holds of the side end with their counters. AMMO-F13.
    """
    scene.emit(Bound(turn, step, ACT, side))
    scene.cite("AMMO-F1")
    recover_all(scene, side)
    arrive(scene, side)


def course(actions: Iterable[Action[Any]]) -> Turn:
    """The course of a turn in which figures may take these actions."""
    return Turn(
        opening=first_bound(_begin),
        advance=advance,
        idle=partial(idle, tuple(actions)),
        able=able,
        recovers=recovers,
    )
