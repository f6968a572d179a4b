"""The course of a turn: a bound of the side that the scenario names first, then one of the other.

What happens between bounds is done in this order, and nothing else (D20-F16).
"""

from __future__ import annotations

from skirmish.core.events import Bound
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.view import View
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.bounds import arrive, first_bound, next_bound
from skirmish.rulesets.d20.counters import ACT, BURSTS, WATCH_BURSTS, WATCHING
from skirmish.rulesets.d20.reactions import end_watch
from skirmish.rulesets.d20.wounds import recovers, suffer
from skirmish.rulesets.ruleset import Turn
from skirmish.rulesets.scene import Scene


def _cite(scene: Scene, side: str) -> None:
    """Count the rules of a new bound: its order, and the recoil that it clears."""
    own = tuple(scene.state.of_side(side))
    scene.cite("D20-F16")
    scene.cite(*("D20-39" for figure in own if figure.count(BURSTS)))
    scene.cite(*("D20-45" for figure in own if figure.count(WATCH_BURSTS)))


def able(_known: View, figure: Figure) -> Refusal | None:
    """Why a figure may be given no order; without points left it may still turn (D20-F10)."""
    if figure.count(WATCHING):
        return Refusal(f"{figure.id} is on overwatch", "D20-F10", "wait for your next turn")
    return None


def idle(known: View) -> bool:
    """Whether no figure of the side to act has anything to do."""
    return all(figure.count(WATCHING) for figure in known.own())


def advance(scene: Scene) -> None:
    """End a bound and begin the other side's (D20-F16)."""
    victory.judge(scene)
    if following := next_bound(scene):
        _begin(scene, *following)


def _begin(scene: Scene, turn: int, step: int, side: str) -> None:
    """Action points are restored; overwatch ends, wounds take effect, reinforcements arrive.

    D20-39, D20-45, D20-F16.
    """
    _cite(scene, side)
    scene.emit(Bound(turn, step, ACT, side))
    end_watch(scene, side)
    suffer(scene, side)
    arrive(scene, side)


COURSE = Turn(opening=first_bound(_begin), advance=advance, idle=idle, able=able, recovers=recovers)
