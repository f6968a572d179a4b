"""The six parts of a body: where a hit goes, what each can take, what a called shot costs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

HEAD = "head"
TORSO = "torso"
LEFT_ARM = "left_arm"
RIGHT_ARM = "right_arm"
LEFT_LEG = "left_leg"
RIGHT_LEG = "right_leg"
LIMBS = (HEAD, TORSO, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG)
ARMS = (LEFT_ARM, RIGHT_ARM)
LEGS = (LEFT_LEG, RIGHT_LEG)

LOCATION_DIE = 20
_LOCATIONS = (
    (3, RIGHT_LEG),
    (6, LEFT_LEG),
    (9, RIGHT_ARM),
    (12, LEFT_ARM),
    (18, TORSO),
    (20, HEAD),
)
LOCATION: tuple[int, ...] = tuple(
    LIMBS.index(next(limb for last, limb in _LOCATIONS if face <= last))
    for face in range(1, LOCATION_DIE + 1)
)
"""For each face of the location die, from 1 on, the place of the limb in `LIMBS` (D20-F3)."""

CALLED: Mapping[str, int] = MappingProxyType(
    {HEAD: -9, TORSO: -3, **dict.fromkeys((*ARMS, *LEGS), -6)}
)
"""What calling a limb takes off Accuracy (D20-F4)."""

PERCENT: Mapping[str, int] = MappingProxyType(
    {HEAD: 25, TORSO: 50, **dict.fromkeys((*ARMS, *LEGS), 30)}
)
"""Of the full hit points, what a limb takes before it is crippled (D20-F5)."""

WORDS: Mapping[str, str] = MappingProxyType({limb: limb.replace("_", " ") for limb in LIMBS})


@lru_cache(maxsize=1024)
def threshold(limb: str, hp: int) -> int:
    """The Cripple Threshold of a limb of a figure with so many hit points, rounded half up."""
    return (PERCENT[limb] * hp + 50) // 100
