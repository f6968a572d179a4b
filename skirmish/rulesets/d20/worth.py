"""What a figure loses of its worth, counted in whole parts of it.

Damage counts half of the worth, going down all of it. Bleeding and the like take hit points in
later bounds, stun and a fall take action points of the next one: what they will come to nobody
knows, so that is estimated.
"""

from __future__ import annotations

from functools import lru_cache

from skirmish.core.figures import Figure
from skirmish.rulesets.d20.action_points import POSE, STUN_COSTS, full
from skirmish.rulesets.d20.body import fighter, health
from skirmish.rulesets.d20.declared import PRONE
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.wounds import Effects, Harm

PARTS = 12
"""Of a figure's worth there are so many parts for each of its full hit points."""
HALF = PARTS // 2
CRIPPLED_COSTS = 2
"""Of those, for each hit point: a limb less makes it slow or inexact for the rest of the battle."""
BOUND_COSTS = 2
"""The same for a whole bound lost."""
LASTS = 2
"""Bounds that bleeding and burning are taken to go on if nobody treats them."""


def lost(figure: Figure, suffered: Harm) -> int:
    """Parts of its worth that an attack costs a figure, now and later."""
    left, hp = health(figure), fighter(figure).hp
    after = later(figure, suffered.effects, left - suffered.damage)
    return lost_now(suffered.damage, left, hp) + suffered.crippled * CRIPPLED_COSTS * hp + after


def lost_now(damage: int, left: int, hp: int) -> int:
    """What damage costs that has `left` of its full hit points: half of it by hit points."""
    return HALF * (hp + left if damage >= left else damage)


@lru_cache(maxsize=256)
def leaves(weapon: Arm) -> Effects:
    """What a weapon leaves behind in who is hit."""
    return Effects(weapon.bleed, weapon.burn, weapon.embed, weapon.stun, weapon.knockdown)


def later(figure: Figure, effects: Effects, left: int) -> int:
    """What effects cost a figure that has so many hit points left after the attack."""
    if left <= 0 or not effects.anything:
        return 0
    suffers = (figure.count("bleed"), figure.count("burn"), figure.count("embed"))
    return _drain(effects, suffers, left) + _delay(figure, effects)


@lru_cache(maxsize=4096)
def _drain(effects: Effects, suffers: tuple[int, int, int], left: int) -> int:
    """For hit points, never the last; what it suffers from already goes on anyway (D20-25)."""
    bleed, burn, embed = suffers
    worse = drained(max(bleed, effects.bleed), max(burn, effects.burn), max(embed, effects.embed))
    return HALF * (min(worse, left - 1) - min(drained(*suffers), left - 1))


def _delay(figure: Figure, effects: Effects) -> int:
    """For action points that are lost, or go into standing up."""
    points = STUN_COSTS * (effects.stun and not figure.count("stunned"))
    points += POSE * (effects.knockdown and figure.posture != PRONE)
    return BOUND_COSTS * fighter(figure).hp * points // full(figure)


def drained(bleed: int, burn: int, embed: int) -> int:
    """Hit points that such effects yet take: burning falls, barbs may stay still."""
    return bleed * LASTS + sum(max(0, burn - n) for n in range(LASTS)) + embed // 2
