"""Effects of attacks and their ends: damage, wounds, falls, shocks, grips."""

from __future__ import annotations

from skirmish.core.events import Counted, Linked, Posed, Struck, Unlinked
from skirmish.core.figures import Figure
from skirmish.core.state import STEPS
from skirmish.core.text import by_id
from skirmish.rulesets.common import harm as common
from skirmish.rulesets.common import suppression
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.d100.counters import (
    AIMED,
    DEFENDING,
    GRIP,
    JOLTED_UNTIL,
    PRONE,
    SHOCKED_UNTIL,
    STUNNED,
    STUNNED_UNTIL,
    WOUNDS,
)
from skirmish.rulesets.d100.dice import MISSED, Harm
from skirmish.rulesets.d100.figures import (
    LONG_SHOCK,
    SHORT_SHOCK,
    kind_of,
    living,
    prone,
    shaken,
    stunned,
)
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.scene import Scene


def inflict(
    scene: Scene, weapon: Weapon, target: Figure, harm: Harm, source: str, how: str = ""
) -> None:
    """Record the effect of an attack on a figure, and apply it (EP-F10).

    `target` is the figure as it was attacked; `source` is the attacker.
    """
    name = target.id
    scene.note_outcomes((name,), (harm,))
    _cite(scene, weapon, target, harm)
    _tell(scene, name, harm, source, how)
    _suffer(scene, name, harm, source)


def _cite(scene: Scene, weapon: Weapon, figure: Figure, harm: Harm) -> None:
    """Cite the rules of a weapon's effect on a figure."""
    if not harm.hit:
        return
    if harm.damage:
        scene.cite("EP-F10")
    if harm.wounds:
        scene.cite("EP-F11")
    if weapon.shock:
        _shocked(scene, weapon, figure, harm)


def _shocked(scene: Scene, weapon: Weapon, figure: Figure, harm: Harm) -> None:
    morph = kind_of(figure).morph
    scene.cite("EP-F24", *(("EP-A5",) if morph == "pod" else ()))
    if weapon.dice or weapon.add:
        scene.cite("EP-17")
    if not living(figure):
        scene.cite("EP-11")
        return
    scene.cite("EP-10", "EP-12")
    if harm.stunned:
        scene.cite("EP-13")
    if harm.jolted:
        scene.cite("EP-18", "EP-19", "EP-A6", "EP-A7")


def word(harm: Harm) -> str:
    """An outcome in one word."""
    if not harm.hit:
        return MISSED
    told = {
        "downed": harm.out,
        "freed": harm.freed,
        "subdued": harm.subdued,
        "stunned": harm.stunned > 0,
        "wounded": harm.wounds > 0,
        "hurt": harm.damage > 0,
        "jolted": harm.jolted,
    }
    return next((name for name, so in told.items() if so), "unharmed")


def _tell(scene: Scene, name: str, harm: Harm, source: str, how: str) -> None:
    """Report the effect of an attack on a figure, with its source."""
    if scene.state.figures[name].at is None:
        return
    sums = {"damage": harm.damage} if harm.damage else {}
    scene.emit(Struck(name, word(harm), source=source, how=how, sums=sums))


def _suffer(scene: Scene, name: str, harm: Harm, source: str = "") -> None:
    """Apply the outcome of an attack to a figure that is still on the map.

    `source` is the attacker; a grip needs it.

    EP-13, EP-18, EP-23, EP-F10, EP-F11.
    """
    if scene.state.figures[name].at is None or not harm.hit:
        return
    expose(scene, name)
    if common.hurt(scene, name, harm.damage, kind_of(scene.state.figures[name]).dur):
        return
    if harm.out:
        common.put_out(scene, name)
        return
    if harm.wounds:
        scene.count(name, WOUNDS, scene.state.figures[name].count(WOUNDS) + harm.wounds)
    if harm.stunned:
        stun(scene, name, harm.stunned)
    if harm.jolted:
        jolt(scene, name)
    if harm.prone:
        fall(scene, name)
    if harm.subdued:
        seize(scene, source, name)


def fall(scene: Scene, name: str) -> None:
    """Make a figure fall prone; it loses its aim (EP-13, EP-F11)."""
    if not prone(scene.state.figures[name]):
        scene.emit(Posed(name, PRONE))
    scene.count(name, AIMED, 0)


def stun(scene: Scene, name: str, turns: int) -> None:
    """Let a shock fell a figure for the rest of this turn and so many more (EP-13).

    A figure that is stunned already stays so for the longer time. After that, the full modifier of
    a shock wears off by minutes (EP-15, EP-16, EP-20).

    EP-14, EP-A8, EP-F25.
    """
    figure = scene.state.figures[name]
    _cite_renewed_shock(scene, name)
    until = max(figure.count(STUNNED_UNTIL), (scene.state.clock.turn + turns + 1) * STEPS)
    if not stunned(figure):
        scene.emit(Posed(name, STUNNED))
    scene.count(name, STUNNED_UNTIL, until)
    scene.count(name, SHOCKED_UNTIL, until + LONG_SHOCK * STEPS)
    stop(scene, name)


def jolt(scene: Scene, name: str) -> None:
    """Apply a withstood shock: -30 this turn and the next; a modifier that lasts minutes restarts.

    EP-19, EP-20, EP-A7, EP-A8: never both, and the longer one wins.
    """
    turn = scene.state.clock.turn
    figure = scene.state.figures[name]
    _cite_renewed_shock(scene, name)
    if figure.count(SHOCKED_UNTIL) // STEPS > turn:
        fresh = (turn + LONG_SHOCK) * STEPS
        scene.count(name, SHOCKED_UNTIL, max(fresh, figure.count(SHOCKED_UNTIL)))
    else:
        scene.count(name, JOLTED_UNTIL, (turn + SHORT_SHOCK) * STEPS)


def stop(scene: Scene, name: str) -> None:
    """End everything that a figure keeps up: aim, full defence, suppressive fire, grips.

    EP-F16, EP-F25.
    """
    scene.count(name, AIMED, 0)
    scene.count(name, DEFENDING, 0)
    suppression.lift(scene, name)
    release(scene, name)


def seize(scene: Scene, grappler: str, name: str) -> None:
    """Subdue a figure: it gives up what it kept up, and is held (EP-23, EP-25, EP-F25)."""
    stop(scene, name)
    for link in scene.state.linked(GRIP, a=grappler):
        scene.emit(Unlinked(GRIP, grappler, link.b))
    scene.emit(Linked(GRIP, grappler, name))
    scene.cite("EP-F25")


def release(scene: Scene, name: str) -> None:
    """End every grip that a figure has or is in (EP-F25, EP-27)."""
    for link in scene.state.linked(GRIP):
        if name in (link.a, link.b):
            scene.emit(Unlinked(GRIP, link.a, link.b))


def _cite_renewed_shock(scene: Scene, name: str) -> None:
    """Cite the rules of a shock that meets one which has not worn off (EP-20, EP-A8)."""
    if shaken(scene.state, scene.state.figures[name]):
        scene.cite("EP-20", "EP-A8")


def wake(scene: Scene) -> None:
    """End each shock whose time has come: the figure lies prone and may act (EP-15).

    EP-13, EP-14.
    """
    now = scene.state.clock.point
    for name in by_id(f.id for f in scene.state.figures.values() if _over(f, now)):
        scene.cite("EP-15")
        scene.emit(Counted(name, STUNNED_UNTIL, 0))
        scene.emit(Posed(name, PRONE))


def _over(figure: Figure, now: int) -> bool:
    """Whether the time of a stunned figure has come (EP-13)."""
    return figure.at is not None and stunned(figure) and figure.count(STUNNED_UNTIL) <= now
