"""Outcomes of attacks in words and numbers, and their cost in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from skirmish.core import figures as core
from skirmish.core.dice import Face
from skirmish.core.events import Struck
from skirmish.core.geometry import Tile, metres
from skirmish.core.state import State
from skirmish.core.text import pluralize
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import harm
from skirmish.rulesets.dice_pool.dice import (
    BODY,
    GUARD,
    SCATTER,
    SCATTER_LESS,
    SUCCESS,
    Harm,
    Target,
    armour_left,
    volley,
)
from skirmish.rulesets.dice_pool.figures import boxes, boxes_left, kind_of
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.measures import CONDITION, HITS, Measure, amount_of

MEASURES: Mapping[str, Measure] = {
    "hits": HITS,
    "damage": amount_of("boxes", "filled"),
    "surprised": CONDITION,
}
SURPRISED_COSTS = Fraction(1, 8)
"""Cost of a surprise as a share of points: no defence against one enemy for a pass."""


def loss(state: State, name: str, outcome: Hashable) -> Fraction:
    """The loss of the figure's side by an outcome, in points."""
    figure, struck = state.figures[name], cast("Harm", outcome)
    cost = harm.loss(figure, struck.damage, boxes(figure))
    left = boxes_left(figure)
    if struck.surprised and struck.damage < left:
        cost += SURPRISED_COSTS * figure.who.kind.points
    return cost


def puts_out(state: State, name: str, outcome: Hashable) -> bool:
    """Whether an outcome puts its figure out."""
    return cast("Harm", outcome).damage >= boxes_left(state.figures[name])


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers, for odds and logs."""
    struck = cast("Harm", outcome)
    told: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    return {**told, "surprised": 1} if struck.surprised else told


def needs(attack: Attack | Aim) -> str:
    """What the dice of an attack must show: `more successes (5+) than 7 guard dice` (POOL-F1)."""
    if isinstance(attack, Aim):
        return f"successes ({SUCCESS}+)"
    if attack.rule is not volley or attack.named not in attack.subjects:
        return ""
    _, _, _, targets = cast("tuple[int, int, bool, tuple[Target, ...]]", attack.args)
    target = targets[attack.subjects.index(attack.named)]
    least = target.threshold + 1
    if not target.guard:
        return f"{'a success' if least == 1 else f'{least} successes'} ({SUCCESS}+)"
    more = "more successes" if least == 1 else f"at least {least} more successes"
    return f"{more} ({SUCCESS}+) than {pluralize(target.guard, 'guard die', 'guard dice')}"


def tally(faces: Sequence[Face]) -> str:
    """The result of the dice of a figure under attack: `2 successes` (POOL-F1, POOL-35).

    For the die of scatter, how far it carries a blast (POOL-F16).
    """
    if faces[:1] and faces[0].what == SCATTER:
        return f"{pluralize(faces[0].face, 'tile')}, {SCATTER_LESS} less for each success"
    if any(face.what not in (GUARD, BODY) for face in faces):
        return ""
    number = sum(face.face >= SUCCESS for face in faces)
    return pluralize(number, "success", "successes") if number else "no success"


def extras(
    faces: Sequence[Face],
    struck: Struck,
    weapon: core.Weapon | None,
    figure: core.Figure | None,
    fall: Tile | None = None,
) -> str:
    """How the damage of several rounds or of a blast is added up before the Body roll.

    If all boxes are filled, it says that no more boxes were free, because there may have been more
    damage (POOL-F9). Empty for a weapon with a choke, whose damage depends on a setting not known
    here.

    POOL-31 to 34, POOL-F16.
    """
    del faces
    if not isinstance(weapon, Weapon) or figure is None or weapon.choke:
        return ""
    hits, damage = (struck.sums.get(name, 0) for name in ("hits", "damage"))
    armour = armour_left(kind_of(figure).av, weapon.ap)
    less = f" - {armour} armour" if armour else ""
    full = "; no more boxes were free" * (damage >= boxes_left(figure))
    if weapon.explodes and fall is not None and figure.at is not None:
        away = metres(fall, figure.at)
        left = max(0, weapon.dv - away - armour)
        return f"damage {weapon.dv}{f' - {away} distance' * bool(away)}{less} = {left}{full}"
    if hits <= 1:
        return ""
    left = max(0, weapon.dv - armour)
    other = f"{weapon.dv} - {armour} = {left}" if armour and left else str(left or "nothing")
    return f"first round {weapon.dv} + net successes{less}, each other {other}{full}"
