"""The counters, postures, links, zones and phases of the dice pool."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture, ZoneKind, signed
from skirmish.rulesets.common import slots, suppression, watch
from skirmish.rulesets.dice_pool.kinds import CHOKES, MODES

ACT = "act"
USED = "used"
MOVED = "moved"
RAN = "ran"
FIRED = "fired"
AIMED = "aim"
DEFENDING = "defending"
HOLDING = "holding"
SPLIT, SPLIT_WITH, SPLIT_TARGETS = "split", "split_with", "split_targets"
ROUNDS, MODE, CHOKE, JAMMED, LOCKED, UNREADY = (
    "rounds",
    "mode",
    "choke",
    "jammed",
    "locked",
    "unready",
)
LOST = 3
"""Value of `used`: the figure has lost the rest of its pass (POOL-F2)."""
REST_LOST = "the rest of its pass is lost"
PRONE, STANDING = "prone", "standing"
SURPRISED, SHOT_AT = "surprised", "shot_at"
MISSILE = "missile"
"""Missiles on the ground: one zone for each side and tile, with their numbers by weapon.

POOL-F20.
"""
MODE_WORDS = ("none", *MODES)
"""Names of the mode counter's values; a weapon without modes has "none" (POOL-02)."""

COVER = (0, 2, 4, 4)
"""Dice of defence for each degree of cover; cover and fortification count the same (POOL-F8)."""
DECLARED = Declared(
    cover=signed(COVER),
    counters={
        USED: Counter(
            "halves of its pass used", high=LOST, resets=ACT, given=False, news=((LOST, REST_LOST),)
        ),
        MOVED: Counter("half tiles moved", resets=ACT, given=False),
        RAN: Counter("has run", open=True, high=1, given=False, effect="run", minor=True),
        FIRED: Counter("rounds fired this pass", given=False),
        AIMED: Counter("has aimed", high=3, aim=True),
        DEFENDING: Counter("full defence", open=True, high=1, given=False),
        HOLDING: Counter("holds an action", open=True, high=1, given=False, waits=True),
        SPLIT: Counter("short bursts left of a split burst", high=3, resets=ACT, given=False),
        SPLIT_WITH: Counter("weapon of its split burst", high=slots.MOST, resets=ACT, given=False),
        SPLIT_TARGETS: Counter("targets of its split burst", high=3, resets=ACT, given=False),
        **slots.counters(ROUNDS, Counter("rounds", lasting=True)),
        **slots.counters(MODE, Counter("mode", words=MODE_WORDS)),
        **slots.counters(CHOKE, Counter("choke", words=CHOKES)),
        **slots.counters(JAMMED, Counter("jammed", high=1, hinders=True)),
        **slots.counters(LOCKED, Counter("fired in SS mode", high=1, given=False)),
        **slots.counters(UNREADY, Counter("not ready", high=1)),
    },
    postures={STANDING: Posture("standing"), PRONE: Posture("prone")},
    links={
        SURPRISED: LinkKind("surprised by", open=True),
        SHOT_AT: LinkKind("has its split burst at"),
        suppression.STRUCK: suppression.LINK,
    },
    zones={
        suppression.KIND: suppression.ZONE,
        **watch.kinds("held action", "^"),
        MISSILE: ZoneKind("spent missile", "°", item=True),
    },
    phases={ACT: Phase("pass", moves=True)},
)
