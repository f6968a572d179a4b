"""What an attack brings about: damage, wounds, falls, shocks, grips."""

from __future__ import annotations

from skirmish.core.events import Linked, Posed, Unlinked
from skirmish.core.state import STEPS
from skirmish.rulesets.common import harm as common
from skirmish.rulesets.common import suppression
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.d100.declared import GRIP, PRONE, STUNNED
from skirmish.rulesets.d100.figures import (
    LONG_SHOCK,
    SHORT_SHOCK,
    person,
    prone,
    shaken,
    stunned,
)
from skirmish.rulesets.d100.wounds import Harm
from skirmish.rulesets.scene import Scene


def follow(scene: Scene, name: str, harm: Harm, source: str = "") -> None:
    """Lets a figure suffer what an attack did to it, if it is on the table still.

    `source` is who attacked; a grip needs it.
    """
    if scene.state.figures[name].at is None or not harm.hit:
        return
    expose(scene, name)
    if common.hurt(scene, name, harm.damage, person(scene.state.figures[name]).dur):
        return
    if harm.out:
        common.put_out(scene, name)
        return
    if harm.wounds:
        count(scene, name, "wounds", scene.state.figures[name].count("wounds") + harm.wounds)
    if harm.stunned:
        stun(scene, name, harm.stunned)
    if harm.jolted:
        jolt(scene, name)
    if harm.prone:
        fall(scene, name)
    if harm.subdued:
        seize(scene, source, name)


def fall(scene: Scene, name: str) -> None:
    """A figure falls prone, and its aim is gone."""
    if not prone(scene.state.figures[name]):
        scene.emit(Posed(name, PRONE))
    count(scene, name, "aimed", 0)


def stun(scene: Scene, name: str, turns: int) -> None:
    """A shock fells a figure for the rest of this turn and so many more (EP-13).

    Whoever is down already stays so for the longer time. From its end on the modifier runs off by
    minutes, from its maximum (EP-15, EP-16, EP-20).
    """
    figure = scene.state.figures[name]
    _renewed(scene, name)
    until = max(figure.count("stunned"), (scene.state.clock.turn + turns + 1) * STEPS)
    if not stunned(figure):
        scene.emit(Posed(name, STUNNED))
    count(scene, name, "stunned", until)
    count(scene, name, "shocked", until + LONG_SHOCK * STEPS)
    stop(scene, name)


def jolt(scene: Scene, name: str) -> None:
    """A shock withstood: -30 this turn and the next; a modifier that runs by minutes begins anew.

    EP-19, EP-20, EP-A7, EP-A8: never both, and the longer one wins.
    """
    turn = scene.state.clock.turn
    figure = scene.state.figures[name]
    _renewed(scene, name)
    if figure.count("shocked") // STEPS > turn:
        fresh = (turn + LONG_SHOCK) * STEPS
        count(scene, name, "shocked", max(fresh, figure.count("shocked")))
    else:
        count(scene, name, "jolted", (turn + SHORT_SHOCK) * STEPS)


def _renewed(scene: Scene, name: str) -> None:
    """Whether a shock meets one that has not worn off (EP-20)."""
    if shaken(scene.state, scene.state.figures[name]):
        scene.cite("EP-20", "EP-A8")


def stop(scene: Scene, name: str) -> None:
    """Whatever a figure keeps up ends: aim, full defence, suppressive fire, grips."""
    count(scene, name, "aimed", 0)
    count(scene, name, "defending", 0)
    suppression.lift(scene, name)
    release(scene, name)


def seize(scene: Scene, grappler: str, name: str) -> None:
    """A figure is subdued: it gives up what it kept up, and is held (EP-23, EP-25)."""
    stop(scene, name)
    for link in scene.state.linked(GRIP, a=grappler):
        scene.emit(Unlinked(GRIP, grappler, link.b))
    scene.emit(Linked(GRIP, grappler, name))
    scene.cite("EP-F25")


def release(scene: Scene, name: str) -> None:
    """Every grip ends that a figure has, or is in (EP-F25)."""
    for link in scene.state.linked(GRIP):
        if name in (link.a, link.b):
            scene.emit(Unlinked(GRIP, link.a, link.b))
