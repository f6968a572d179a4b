"""Wounds: hit points, limbs, lasting effects and their treatment, the end of overwatch."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Posed, Struck
from skirmish.core.figures import Figure, once
from skirmish.core.geometry import adjacent
from skirmish.core.orders import Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import harm, watch
from skirmish.rulesets.d20.budget import STUN_COSTS, TORSO_COSTS, TREAT_COSTS, costs, left, pay
from skirmish.rulesets.d20.counters import BLEED, BURN, EMBED, PRONE, STUNNED
from skirmish.rulesets.d20.figures import crippled, effects_of, kind_of
from skirmish.rulesets.d20.kinds import LIMBS, TORSO, Weapon, threshold
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

LASTING = (BLEED, BURN, EMBED)
"""Effects that stay until treated; the higher number stays (D20-F13)."""
_FROM = {BLEED: "bleeding", BURN: "burning", EMBED: "barbs"}
"""Names of lasting effects in reports (D20-F13)."""
FREE_TILES = 3
"""Tiles that a figure may move with something embedded before it hurts (D20-F13)."""
FREE_HALVES = 2 * FREE_TILES


def wound(scene: Scene, name: str, damage: int, limbs: tuple[int, ...], weapon: Weapon) -> None:
    """Apply a hit to a figure: hit points, limbs, the weapon's effects.

    Args:
        scene: The scene.
        name: The figure.
        damage: Hit points lost.
        limbs: The damage to each limb, as in `LIMBS`.
        weapon: The weapon; its effects come once (D20-25, D20-26, D20-A12).

    D20-24, D20-A5.
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
    if effects_of(weapon).anything:
        scene.cite("D20-25", "D20-26", *(() if damage else ("D20-A12",)))
        _leave(scene, name, weapon)


def _leave(scene: Scene, name: str, weapon: Weapon) -> None:
    """Apply the weapon's effects to a figure that it hit (D20-25, D20-F13, D20-F18, D20-F22)."""
    for effect in LASTING:
        number = getattr(weapon, effect)
        if number > scene.state.figures[name].count(effect):
            scene.emit(Counted(name, effect, number))
    if weapon.stun:
        stun(scene, name)
    if weapon.knockdown:
        knock_down(scene, name)


def hurt(scene: Scene, name: str, amount: int) -> bool:
    """Take off hit points; return whether the figure is down (D20-24, D20-F16)."""
    return harm.hurt(scene, name, amount, kind_of(scene.state.figures[name]).hp)


def _maim(scene: Scene, name: str, limb: str, amount: int) -> None:
    """Apply damage to a limb, up to the point where it is crippled (D20-24, D20-F5)."""
    figure = scene.state.figures[name]
    before = figure.count(limb)
    after = min(threshold(limb, kind_of(figure).hp), before + amount)
    if after == before:
        return
    scene.emit(Counted(name, limb, after))
    if crippled(scene.state.figures[name], limb):
        scene.emit(Struck(name, "crippled", how=limb))
        scene.cite("D20-F5")


def stun(scene: Scene, name: str) -> None:
    """Stun a figure (D20-F22): its overwatch ends, and it loses points in its next bound.

    D20-F10, D20-F13.
    """
    if not scene.state.figures[name].count(STUNNED):
        scene.emit(Counted(name, STUNNED, 1))
    scene.cite("D20-F13", "D20-F22")
    watch.lift(scene, name)


def knock_down(scene: Scene, name: str) -> None:
    """Lay a figure prone, which ends its overwatch (D20-F18, D20-F10)."""
    if scene.state.figures[name].posture != PRONE:
        scene.emit(Posed(name, PRONE))
    scene.cite("D20-F18")
    watch.lift(scene, name)


def suffer(scene: Scene, side: str) -> None:
    """Apply bleeding, burning, stun and torsos as a bound starts (D20-F13, D20-F16)."""
    for name in by_id(figure.id for figure in scene.state.of_side(side)):
        if not _lingering(scene, name):
            _slowed(scene, name)


def _lingering(scene: Scene, name: str) -> bool:
    """Apply bleeding and burning; return whether they put the figure down (D20-F13)."""
    if _ails(scene, name, BLEED):
        return True
    burning = scene.state.figures[name].count(BURN)
    if not burning:
        return False
    if _ails(scene, name, BURN):
        return True
    scene.emit(Counted(name, BURN, burning - 1))
    return False


def _ails(scene: Scene, name: str, effect: str) -> bool:
    """Apply an effect and report it; return whether it put the figure down (D20-F13)."""
    number = scene.state.figures[name].count(effect)
    if not number:
        return False
    scene.cite("D20-F13")
    scene.emit(Struck(name, "hurt", how=_FROM[effect], sums={"damage": number}))
    return hurt(scene, name, number)


def recovers(_state: State, figure: Figure) -> tuple[Figure, Fraction]:
    """A figure in its next bound is no longer stunned (D20-F22)."""
    return figure.with_counters({STUNNED: 0}), Fraction(1)


def _slowed(scene: Scene, name: str) -> None:
    """Take the points that stun and a crippled torso cost; stun ends (D20-F5, D20-F13, D20-F22)."""
    figure = scene.state.figures[name]
    points = 0
    if figure.count(STUNNED):
        scene.emit(Counted(name, STUNNED, 0))
        points += STUN_COSTS
    if crippled(figure, TORSO):
        points += TORSO_COSTS
    pay(scene, name, points)


def tear(scene: Scene, name: str, before: int) -> None:
    """Apply the damage of an embedded bolt to a figure that just went past 3 tiles (D20-F13)."""
    figure = scene.state.figures[name]
    if figure.at is not None and before <= FREE_HALVES < gone(scene, name):
        _ails(scene, name, EMBED)


def gone(scene: Scene, name: str) -> int:
    """Half tiles that a figure has moved in this bound, whatever they cost it (D20-F13)."""
    track = scene.state.tracks.get(name)
    return 0 if track is None else sum(step.halves for step in track.steps)


@once
def ailing(figure: Figure) -> bool:
    """Whether a figure bleeds, burns or has something in it (D20-F20)."""
    return any(figure.count(effect) for effect in LASTING)


def walking_wounded(state: State, figure: Figure) -> tuple[str, ...]:
    """The friends beside a figure that need treatment (D20-F20)."""
    return tuple(
        friend.id
        for friend in state.of_side(figure.side)
        if friend is not figure and ailing(friend) and adjacent(figure.tile, friend.tile)
    )


TREAT_VERB = Verb(
    "treat",
    "treats itself or an adjacent friend: ends bleeding and burning, removes what is embedded",
    target=Shape.FIGURE,
    target_optional=True,
    purpose=Purpose.TREAT,
)


@frozen
class Treatment:
    """A figure and the one that it treats, itself or a friend beside it."""

    figure: Figure
    patient: Figure


def _plan(known: View, order: Order) -> Treatment | Refusal:
    """A treatment, of the figure itself or of a friend beside it (D20-F20)."""
    figure = known.state.figures[order.figure]
    patient = known.state.figures.get(order.target or figure.id)
    if patient is None or patient.side != figure.side or patient.at is None:
        return Refusal(
            f"{order.target} is no friend on the map",
            "D20-F20",
            "choose a friend beside it, or itself",
            concerns=order.target,
        )
    if patient is not figure and not adjacent(figure.tile, patient.at):
        return Refusal(f"{patient.id} is not beside {figure.id}", "D20-F20", "move next to it")
    if not ailing(patient):
        return Refusal(f"{patient.id} needs no treatment", "D20-F20")
    return Treatment(figure, patient)


def _options(known: View, figure: Figure) -> Iterator[Family]:
    if left(figure) < TREAT_COSTS:
        return
    if ailing(figure):
        yield Family(TREAT.name, figure.id)
    near = walking_wounded(known.state, figure)
    if near:
        yield Family(TREAT.name, figure.id, One(near))


def _carry_out(scene: Scene, plan: Treatment) -> None:
    """Treat as ordered (D20-F6, D20-F20)."""
    pay(scene, plan.figure.id, TREAT_COSTS)
    name = plan.patient.id
    scene.cite("D20-F20")
    for effect in LASTING:
        if scene.state.figures[name].count(effect):
            scene.emit(Counted(name, effect, 0))


TREAT = Action(
    verb=TREAT_VERB,
    plan=_plan,
    cost=costs(TREAT_COSTS, "treatment"),
    options=_options,
    carry_out=_carry_out,
)
