"""What opposed d6 keeps on figures and places, and the kinds of bound it has."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture, ZoneKind
from skirmish.rulesets.common import slots

MOVE = "move"
FIRE = "fire"
SMOKE = "smoke"
TOKENS = "tokens"
LOADING = "loading"
GAS = "gas"
FIRED_AT = "fired_at"

DECLARED = Declared(
    counters={
        # Not `given`: these fall back before a figure's first order, or follow from it.
        "shot": Counter("has shot", open=True, high=1, resets=FIRE, given=False),
        **slots.counters(LOADING, Counter("loads", point=True)),
        "suppressed": Counter("suppressed", open=True, high=1),
        "fleeing": Counter("flees", open=True, high=1, effect="flee"),
        "fled_from": Counter("flees from tile", given=False),
        "rallied": Counter("rallied", open=True, high=1, resets=MOVE, given=False),
        "recovered": Counter("recovered", open=True, high=1, resets=MOVE, given=False),
        "injury": Counter("injury", open=True, high=3),
        # Not open: what an enemy walked out of sight is not to be read off it.
        "moved": Counter("half tiles moved", resets=MOVE, given=False),
        "turned": Counter("has turned", high=1, resets=MOVE, given=False),
        **slots.counters(TOKENS, Counter("ammunition tokens")),
    },
    postures={"standing": Posture("standing")},
    # Lasting: a link that ends with its target would tell that an unseen target has fallen.
    links={FIRED_AT: LinkKind("has fired at", lasting=True, resets=FIRE)},
    zones={
        SMOKE: ZoneKind("smoke", "░", opaque=True),
        GAS: ZoneKind("gas", "▒", cloud=True),
    },
    phases={MOVE: Phase("movement", moves=True), FIRE: Phase("shooting")},
)
