"""The counters, postures, zones and phases of d20."""

from __future__ import annotations

from typing import cast

from skirmish.core import figures
from skirmish.core.figures import Counter, Declared, Phase, Posture, signed
from skirmish.rulesets.common import slots, watch
from skirmish.rulesets.d20.kinds import LIMBS, WORDS, Kind, threshold

SPENT = "spent"
MOVED = "moved"
AIMED = "aim"
BURSTS = "bursts"
WATCH_BURSTS = "watch_bursts"
WATCHING = "watching"
BLEED = "bleed"
BURN = "burn"
EMBED = "embed"
STUNNED = "stunned"
ROUNDS = "rounds"
TOKENS = "tokens"
ACT = "act"
STANDING = "standing"
PRONE = "prone"
MOST_AIM = 2
"""The most aims (D20-F9)."""


def _hurt(limb: str) -> Counter:
    """The counter of a limb's damage, up to the point where it is crippled (D20-F5)."""

    def limit(kind: figures.Kind) -> int:
        return threshold(limb, cast("Kind", kind).hp)

    return Counter(
        f"{WORDS[limb]} hurt",
        open=True,
        high=999,
        minor=True,
        limit=limit,
        lasting=True,
        part=WORDS[limb],
    )


COVER = (0, 2, 4, 4)
"""Evasion for the four degrees of cover of the ground (D20-F7)."""
DECLARED = Declared(
    cover=signed(COVER),
    counters={
        SPENT: Counter("action points spent", high=99, resets=ACT, given=False),
        # Not open: it would tell how far an enemy walked out of sight.
        MOVED: Counter("half tiles moved", resets=ACT, given=False),
        AIMED: Counter("aim", high=MOST_AIM, aim=True),
        BURSTS: Counter("bursts fired", high=99, resets=ACT, given=False),
        WATCH_BURSTS: Counter("bursts fired on overwatch", high=99, resets=ACT, given=False),
        WATCHING: Counter(
            "on overwatch", open=True, high=1, resets=ACT, given=False, waits=True, zoned=True
        ),
        **slots.counters(ROUNDS, Counter("rounds", lasting=True)),
        **slots.counters(TOKENS, Counter("ammunition tokens", lasting=True)),
        **{limb: _hurt(limb) for limb in LIMBS},
        BLEED: Counter("bleeds", open=True, high=99),
        BURN: Counter("burns", open=True, high=99),
        EMBED: Counter("embedded", open=True, high=99),
        STUNNED: Counter("stunned", open=True, high=1, blinds=True),
    },
    postures={STANDING: Posture("standing"), PRONE: Posture("prone")},
    zones=watch.kinds("overwatch", "^"),
    phases={ACT: Phase("moving and acting", moves=True)},
)
"""The counters of figures; points and recoil are reset as their bound begins.

D20-39, D20-45, D20-F22.
"""
