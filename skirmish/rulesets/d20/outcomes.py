"""Outcomes of attacks: in words, and what they cost in points.

Damage counts half of the worth, going down all of it. Bleeding and the like take hit points in
later bounds, stun and a fall take action points of the next one: what they will come to is
estimated.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import cast

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.d20.budget import POSE_COSTS, STUN_COSTS, full
from skirmish.rulesets.d20.counters import BLEED, BURN, EMBED, PRONE, STUNNED
from skirmish.rulesets.d20.dice import Effects, Fall, Harm, Shots
from skirmish.rulesets.d20.figures import health, kind_of
from skirmish.rulesets.measures import AMOUNT, CONDITION, HITS, Measure

SPARED = Harm()
"""The outcome of an attack that does nothing to a figure."""
MEASURES: Mapping[str, Measure] = {
    "hits": HITS,
    "damage": AMOUNT,
    "crippled": CONDITION,
    **dict.fromkeys(("bleed", "burn", "embed", "stun", "knockdown"), CONDITION),
}


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers; `crippled` only where a limb was called and it is."""
    struck = cast("Harm", outcome)
    words: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    if struck.crippled:
        words["crippled"] = True
    return words


def left_behind(outcome: Hashable) -> Mapping[str, int]:
    """What a hit leaves behind beside its damage (D20-25): `{"bleed": 1, "stun": True}`."""
    effects = cast("Harm", outcome).effects
    found = {
        "bleed": effects.bleed,
        "burn": effects.burn,
        "embed": effects.embed,
        "stun": effects.stun,
        "knockdown": effects.knockdown,
    }
    return {name: value for name, value in found.items() if value}


PARTS = 12
"""Of a figure's worth there are so many parts for each of its full hit points."""
HALF = PARTS // 2
CRIPPLED_COSTS = 2
"""Of those, for each hit point: a limb less makes it slow or inexact for the rest of the battle."""
BOUND_COSTS = 2
"""The same for a whole bound lost."""
LASTS = 2
"""Bounds for which bleeding and burning are assumed to go on if untreated."""


def lost(figure: Figure, suffered: Harm) -> int:
    """Parts of its worth that an attack costs a figure, now and later."""
    left, hp = health(figure), kind_of(figure).hp
    after = later(figure, suffered.effects, left - suffered.damage)
    return lost_now(suffered.damage, left, hp) + suffered.crippled * CRIPPLED_COSTS * hp + after


def lost_now(damage: int, left: int, hp: int) -> int:
    """What damage costs that has `left` of its full hit points: half of it by hit points."""
    return HALF * (hp + left if damage >= left else damage)


def later(figure: Figure, effects: Effects, left: int) -> int:
    """What effects cost a figure that has so many hit points left after the attack."""
    if left <= 0 or not effects.anything:
        return 0
    suffers = (figure.count(BLEED), figure.count(BURN), figure.count(EMBED))
    return _drain(effects, suffers, left) + _delay(figure, effects)


@lru_cache(maxsize=4096)
def _drain(effects: Effects, suffers: tuple[int, int, int], left: int) -> int:
    """For hit points, never the last; what it suffers from already goes on anyway (D20-25)."""
    bleed, burn, embed = suffers
    worse = drained(max(bleed, effects.bleed), max(burn, effects.burn), max(embed, effects.embed))
    return HALF * (min(worse, left - 1) - min(drained(*suffers), left - 1))


def _delay(figure: Figure, effects: Effects) -> int:
    """For action points that are lost, or go into standing up."""
    points = STUN_COSTS * (effects.stun and not figure.count(STUNNED))
    points += POSE_COSTS * (effects.knockdown and figure.posture != PRONE)
    return BOUND_COSTS * kind_of(figure).hp * points // full(figure)


def drained(bleed: int, burn: int, embed: int) -> int:
    """Hit points that such effects yet take: burning falls, barbs may stay still."""
    return bleed * LASTS + sum(max(0, burn - n) for n in range(LASTS)) + embed // 2


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """What an outcome costs the figure's side, in points, what it leaves behind included."""
    struck = state.figures[figure]
    parts = lost(struck, cast("Harm", outcome))
    return Fraction(parts * struck.who.kind.points, PARTS * kind_of(struck).hp)


def needs(attack: Attack | Aim) -> str:
    """What the d20 must show to hit or to come down on the tile: `9+` (D20-F1, D20-F11)."""
    if isinstance(attack, Aim):
        falls = cast("tuple[Fall, ...]", attack.args[0])
        faces = (face for face, fall in enumerate(falls, 1) if len(fall) == 1)
        least = next(faces, 0)
        return f"{least}+" if least else "more than 20"
    shots = attack.args[0]
    if not isinstance(shots, Shots):
        return ""
    first, later = (max(2, min(shots.crit, 1 - one)) for one in (shots.first, shots.later))
    return f"{first}+" if shots.count == 1 or first == later else f"{first}+, then {later}+"
