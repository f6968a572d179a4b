"""What d20 keeps on figures and places, and its one kind of bound."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, Phase, Posture
from skirmish.rulesets.common import slots, watch
from skirmish.rulesets.d20.limbs import LIMBS, WORDS

ACT = "act"
STANDING = "standing"
PRONE = "prone"
MOST_AIM = 2

DECLARED = Declared(
    counters={
        "spent": Counter("action points spent", high=99, resets=ACT, given=False),
        # Own: what an enemy walked out of sight is not to be read off it.
        "moved": Counter("half tiles moved", resets=ACT, given=False),
        "aim": Counter("aim", high=MOST_AIM),
        "bursts": Counter("bursts fired", high=99, resets=ACT, given=False),
        "watch_bursts": Counter("bursts fired on overwatch", high=99, resets=ACT, given=False),
        "watching": Counter("on overwatch", open=True, high=1, resets=ACT, given=False, waits=True),
        **slots.counters("rounds", Counter("rounds")),
        **slots.counters("tokens", Counter("ammunition tokens")),
        **{limb: Counter(f"{WORDS[limb]} hurt", open=True, high=999) for limb in LIMBS},
        "bleed": Counter("bleeds", open=True, high=99),
        "burn": Counter("burns", open=True, high=99),
        "embed": Counter("embedded", open=True, high=99),
        "stunned": Counter("stunned", open=True, high=1, blinds=True),
    },
    postures={STANDING: Posture("standing"), PRONE: Posture("prone")},
    zones=watch.kinds("overwatch", "^"),
    phases={ACT: Phase("moving and acting", moves=True)},
)
