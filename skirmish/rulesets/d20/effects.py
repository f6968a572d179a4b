"""What comes of being hit: hit points, limbs, bleeding and the like, and what ends overwatch."""

from __future__ import annotations

from skirmish.core.events import Counted, Posed, Struck
from skirmish.core.text import by_id
from skirmish.rulesets.common import harm, watch
from skirmish.rulesets.d20.action_points import STUN_COSTS, TORSO_COSTS, pay
from skirmish.rulesets.d20.body import crippled, fighter
from skirmish.rulesets.d20.declared import PRONE
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.limbs import LIMBS, TORSO, threshold
from skirmish.rulesets.d20.worth import leaves
from skirmish.rulesets.scene import Scene

LASTING = ("bleed", "burn", "embed")
"""Effects that stay until treated; the higher number stays (D20-F13)."""
_FROM = {"bleed": "bleeding", "burn": "burning", "embed": "barbs"}
FREE_TILES = 3
FREE_HALVES = 2 * FREE_TILES


def wound(scene: Scene, name: str, damage: int, limbs: tuple[int, ...], weapon: Arm) -> None:
    """Lets a figure suffer an attack that hit it: hit points, limbs, the weapon's effects.

    Args:
        scene: Where.
        name: Who.
        damage: Hit points lost.
        limbs: What each limb takes, as in `LIMBS`.
        weapon: What hit it; its effects come once (D20-25, D20-26, D20-A12).
    """
    if scene.state.figures[name].at is None:
        return
    if not damage:
        scene.cite("D20-A5")
    if hurt(scene, name, damage):
        return
    for limb, amount in zip(LIMBS, limbs, strict=True):
        if amount > 0:
            _maim(scene, name, limb, amount)
    if leaves(weapon).anything:
        scene.cite("D20-25", "D20-26", *(() if damage else ("D20-A12",)))
        _leave(scene, name, weapon)


def _leave(scene: Scene, name: str, weapon: Arm) -> None:
    """The weapon's effects on a figure that it hit."""
    for effect in LASTING:
        number = getattr(weapon, effect)
        if number > scene.state.figures[name].count(effect):
            scene.emit(Counted(name, effect, number))
    if weapon.stun:
        stun(scene, name)
    if weapon.knockdown:
        knock_down(scene, name)


def hurt(scene: Scene, name: str, amount: int) -> bool:
    """Takes hit points; whether the figure is down."""
    return harm.hurt(scene, name, amount, fighter(scene.state.figures[name]).hp)


def _maim(scene: Scene, name: str, limb: str, amount: int) -> None:
    figure = scene.state.figures[name]
    before = figure.count(limb)
    after = min(threshold(limb, fighter(figure).hp), before + amount)
    if after == before:
        return
    scene.emit(Counted(name, limb, after))
    if crippled(scene.state.figures[name], limb):
        scene.emit(Struck(name, "crippled", how=limb))
        scene.cite("D20-F5")


def stun(scene: Scene, name: str) -> None:
    """Stuns a figure: it watches nothing any more, and loses points in its next bound."""
    if not scene.state.figures[name].count("stunned"):
        scene.emit(Counted(name, "stunned", 1))
    scene.cite("D20-F13", "D20-F22")
    watch.lift(scene, name)


def knock_down(scene: Scene, name: str) -> None:
    """Lays a figure prone, which ends its overwatch."""
    if scene.state.figures[name].posture != PRONE:
        scene.emit(Posed(name, PRONE))
    scene.cite("D20-F18")
    watch.lift(scene, name)


def suffer(scene: Scene, side: str) -> None:
    """At the start of a side's bound: bleeding, burning, what stun and torsos cost (D20-F16)."""
    for name in by_id(figure.id for figure in scene.state.of_side(side)):
        if not _lingering(scene, name):
            _slowed(scene, name)


def _lingering(scene: Scene, name: str) -> bool:
    """Bleeding and burning; whether the figure is down of it."""
    if _ails(scene, name, "bleed"):
        return True
    burning = scene.state.figures[name].count("burn")
    if not burning:
        return False
    if _ails(scene, name, "burn"):
        return True
    scene.emit(Counted(name, "burn", burning - 1))
    return False


def _ails(scene: Scene, name: str, effect: str) -> bool:
    """Takes what an effect takes, and tells what it was; whether the figure is down of it."""
    number = scene.state.figures[name].count(effect)
    if not number:
        return False
    scene.cite("D20-F13")
    scene.emit(Struck(name, "hurt", how=_FROM[effect], sums={"damage": number}))
    return hurt(scene, name, number)


def _slowed(scene: Scene, name: str) -> None:
    figure = scene.state.figures[name]
    points = 0
    if figure.count("stunned"):
        scene.emit(Counted(name, "stunned", 0))
        points += STUN_COSTS
    if crippled(figure, TORSO):
        points += TORSO_COSTS
    pay(scene, name, points)


def tear(scene: Scene, name: str, before: int) -> None:
    """What is embedded hurts who has just gone past 3 tiles in this bound (D20-F13)."""
    figure = scene.state.figures[name]
    if figure.at is not None and before <= FREE_HALVES < gone(scene, name):
        _ails(scene, name, "embed")


def gone(scene: Scene, name: str) -> int:
    """Half tiles that a figure has gone in this bound, whatever they cost it."""
    track = scene.state.tracks.get(name)
    return 0 if track is None else sum(step.halves for step in track.steps)
