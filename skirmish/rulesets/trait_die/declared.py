"""What trait die keeps on figures and places, and the one kind of bound it has."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture
from skirmish.rulesets.common import slots
from skirmish.rulesets.trait_die.kinds import MODES
from skirmish.rulesets.trait_die.rounds import ROUND_IDS, SUPPLIES

ACT = "act"
STANDING = "standing"
PRONE = "prone"
AIM = "aim"
WHOLE = 99
"""Actions that an order counts for which takes the whole bound; nobody comes to so many singly."""
ONE_EACH = 2 ** (len(ROUND_IDS) + 1) - 1
"""Every kind of ammunition and the extended magazine, one bit for each."""

DECLARED = Declared(
    counters={
        "shaken": Counter("Shaken", open=True, high=1),
        "recovering": Counter("recovers", open=True, high=1, resets=ACT, given=False),
        "rapid": Counter("fired rapidly", open=True, high=1, resets=ACT, given=False),
        # Not open: what an enemy walked out of sight is not to be read off it.
        "moved": Counter("half tiles moved", resets=ACT, given=False),
        "run": Counter("tiles gained by running", high=6, resets=ACT, given=False),
        "acts": Counter("actions taken", high=WHOLE, resets=ACT, given=False),
        "holding": Counter(
            "holds its action", open=True, high=1, resets=ACT, given=False, waits=True
        ),
        "late": Counter("acts after the enemy", high=1, resets=ACT, given=False),
        "hold_slot": Counter("holds with weapon", high=slots.MOST, resets=ACT, given=False),
        "hold_mode": Counter("holds in mode", resets=ACT, words=("first", *MODES), given=False),
        "hold_when": Counter("holds its fire below", high=100, resets=ACT, given=False),
        "hold_ask": Counter("is asked", high=1, resets=ACT, given=False),
        **slots.counters("tokens", Counter("tokens in the weapon")),
        **slots.counters("spare", Counter("tokens carried")),
        **slots.counters("rounds", Counter("pieces left")),
        **slots.counters("ammo", Counter("ammunition", words=ROUND_IDS)),
        **slots.counters("extended", Counter("extended magazine", high=1)),
        **slots.counters("supply", Counter("supply", words=SUPPLIES)),
        **slots.counters("tried", Counter("purchases tried", high=ONE_EACH, given=False)),
        "purchases": Counter("purchases rolled for", high=9),
    },
    postures={STANDING: Posture("standing"), PRONE: Posture("prone")},
    links={AIM: LinkKind("aims at")},
    phases={ACT: Phase("moving and acting", moves=True)},
)
