"""Outcomes of attacks: in words, and what they cost in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import cast

from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import harm
from skirmish.rulesets.dice_pool.dice import HIT, Harm, Target, volley
from skirmish.rulesets.dice_pool.figures import boxes, boxes_left
from skirmish.rulesets.measures import AMOUNT, CONDITION, HITS, Measure

MEASURES: Mapping[str, Measure] = {"hits": HITS, "damage": AMOUNT, "surprised": CONDITION}
SURPRISED_COSTS = Fraction(1, 8)
"""Of a figure's points: it neither fights back at one enemy nor dodges it, for one pass."""


def loss(state: State, name: str, outcome: Hashable) -> Fraction:
    """What an outcome costs the figure's side, in points."""
    figure, struck = state.figures[name], cast("Harm", outcome)
    cost = harm.loss(figure, struck.damage, boxes(figure))
    left = boxes_left(figure)
    if struck.surprised and struck.damage < left:
        cost += SURPRISED_COSTS * figure.who.kind.points
    return cost


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers, for odds and logs."""
    struck = cast("Harm", outcome)
    told: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    return {**told, "surprised": 1} if struck.surprised else told


def needs(attack: Attack | Aim) -> str:
    """What the dice of an attack must show: `5+ more often than 7 guard dice` (POOL-F1)."""
    if isinstance(attack, Aim):
        return f"{HIT}+"
    if attack.rule is not volley or attack.named not in attack.subjects:
        return ""
    _, _, _, targets = cast("tuple[int, int, bool, tuple[Target, ...]]", attack.args)
    target = targets[attack.subjects.index(attack.named)]
    dice = f"{target.guard} guard {'die' if target.guard == 1 else 'dice'}"
    least = f" by more than {target.threshold}" if target.threshold else ""
    return f"{HIT}+ more often than {dice}{least}" if target.guard or least else f"{HIT}+"
