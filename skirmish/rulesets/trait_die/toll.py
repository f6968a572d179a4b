"""What several hits come to, so that it can be put together from its parts (AMMO-F12).

The first hit that does anything finds a figure as it was, all others find it Shaken. So a toll
counts the wounds on one who is Shaken already; it is below 0 where the first hit would only have
shaken anybody else, who takes one wound less.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from skirmish.core.dice import Dice
from skirmish.rulesets.trait_die.rules import Guard, Harm, damage

NOTHING = 0


def toll_of(dice: Dice, harm: Harm, raised: bool, guard: Guard) -> int:
    """The toll of one hit."""
    grade = dice.sub(damage, harm, raised, guard.toughness, guard.limit)
    if grade < 0:
        return NOTHING
    if not grade:
        return 1 if guard.shaken else -1
    return grade


def joined(first: int, then: int, limit: int) -> int:
    """The toll of hits and of those that come after them; all that puts a figure out is `limit`."""
    if not first:
        return then
    together = abs(first) + abs(then)
    if first < 0:
        return limit if together > limit else -together
    return min(together, limit)


@lru_cache
def joins(limit: int) -> Mapping[tuple[int, int], int]:
    """What any two tolls come to, one after the other."""
    tolls = range(-limit, limit + 1)
    return MappingProxyType({(a, b): joined(a, b, limit) for a in tolls for b in tolls})


def wounds_of(toll: int) -> int:
    """The wounds that a toll comes to."""
    return toll if toll > 0 else max(0, -toll - 1)


def ordered(guard: Guard) -> bool:
    """Whether it matters which hit comes first: not to who is Shaken, nor to who is out at once."""
    return guard.limit > 1 and not guard.shaken
