"""What an outcome is in words, and what it costs in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import cast

from skirmish.core.state import State
from skirmish.rulesets.d20.body import fighter, health
from skirmish.rulesets.d20.wounds import Harm

CRIPPLED_COSTS = Fraction(1, 6)
"""Of a figure's points: a limb less makes it slow or inexact for the rest of the battle."""
SPARED = Harm()


def result(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers; `crippled` only where a limb was called and it is."""
    struck = cast("Harm", outcome)
    words: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    if struck.crippled:
        words["crippled"] = True
    return words


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """What an outcome costs the figure's side, in points."""
    struck = state.figures[figure]
    left, hp = health(struck), fighter(struck).hp
    return share(cast("Harm", outcome), left, hp) * struck.who.kind.points


@lru_cache(maxsize=8192)
def share(suffered: Harm, left: int, hp: int) -> Fraction:
    """The same as a share of its points: half by hit points, the rest when it goes down."""
    lost = Fraction(suffered.damage, 2 * hp)
    if suffered.damage >= left:
        lost = 1 - Fraction(hp - left, 2 * hp)
    return lost + suffered.crippled * CRIPPLED_COSTS
