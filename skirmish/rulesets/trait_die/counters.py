"""The counters, postures, links and phases of trait die."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture, signed
from skirmish.rulesets.common import slots
from skirmish.rulesets.trait_die.catalogue import EXTENDED, ROUND_IDS, SUPPLIES
from skirmish.rulesets.trait_die.kinds import MODES

ACT = "act"
STANDING = "standing"
PRONE = "prone"
AIMS_AT = "aim"
SHAKEN = "shaken"
RECOVERING = "recovering"
FIRED_RAPIDLY = "rapid"
MOVED = "moved"
RAN = "run"
ACTS = "acts"
HOLDING = "holding"
LATE = "late"
HOLD_SLOT = "hold_slot"
HOLD_MODE = "hold_mode"
HOLD_WHEN = "hold_when"
HOLD_ASK = "hold_ask"
HOLD_COUNTERS = (HOLDING, LATE, HOLD_SLOT, HOLD_MODE, HOLD_WHEN, HOLD_ASK)
"""The counters of a hold (AMMO-F16)."""
TOKENS = "tokens"
SPARE = "spare"
PIECES = "rounds"
AMMO = "ammo"
SUPPLY = "supply"
TRIED = "tried"
PURCHASES = "purchases"
LOADED = (TOKENS, SPARE, PIECES, AMMO, EXTENDED, SUPPLY)
"""The counters of a load, once for each weapon."""
WHOLE = 99
"""Number of actions for an order that takes the whole bound; single ones never reach it.

AMMO-F5.
"""
ONE_EACH = 2 ** (len(ROUND_IDS) + 1) - 1
"""A bit for each kind of ammunition and for the extended magazine."""
COVER = (0, -1, -2, -4)
"""Modifiers of the grades of cover; none of them is near total cover (-6).

AMMO-F3.
"""
DECLARED = Declared(
    cover=signed(COVER),
    counters={
        SHAKEN: Counter("Shaken", open=True, high=1),
        RECOVERING: Counter("recovers", open=True, high=1, resets=ACT, given=False),
        FIRED_RAPIDLY: Counter(
            "2 easier to hit (fired rapidly)", open=True, high=1, resets=ACT, given=False
        ),
        # Not open: it would show how far an enemy walked out of sight.
        MOVED: Counter("half tiles moved", resets=ACT, given=False),
        RAN: Counter("extra tiles for running", high=6, resets=ACT, given=False),
        ACTS: Counter("actions taken", high=WHOLE, resets=ACT, given=False),
        HOLDING: Counter(
            "holds its action", open=True, high=1, resets=ACT, given=False, waits=True
        ),
        LATE: Counter("acts after the enemy", high=1, resets=ACT, given=False),
        HOLD_SLOT: Counter("holds with weapon", high=slots.MOST, resets=ACT, given=False),
        HOLD_MODE: Counter("holds in mode", high=len(MODES), resets=ACT, given=False),
        HOLD_WHEN: Counter("holds its fire below", high=100, resets=ACT, given=False),
        HOLD_ASK: Counter("is asked", high=1, resets=ACT, given=False),
        **slots.counters(TOKENS, Counter("tokens in the weapon", lasting=True)),
        **slots.counters(SPARE, Counter("tokens carried", lasting=True)),
        **slots.counters(PIECES, Counter("pieces left", lasting=True)),
        **slots.counters(AMMO, Counter("ammunition", words=ROUND_IDS, lasting=True)),
        **slots.counters(EXTENDED, Counter("extended magazine", high=1, lasting=True)),
        **slots.counters(SUPPLY, Counter("supply", words=SUPPLIES, lasting=True)),
        **slots.counters(TRIED, Counter("purchases tried", high=ONE_EACH, given=False)),
        PURCHASES: Counter("purchases rolled for", high=9),
    },
    postures={STANDING: Posture("standing"), PRONE: Posture("prone")},
    links={AIMS_AT: LinkKind("aims at", aim=True)},
    phases={ACT: Phase("moving and acting", moves=True)},
)
"""The counters of figures and the rest; actions and holds end when their side's bound begins.

AMMO-F1, AMMO-F11, AMMO-F16.
"""
