"""What opposed d6 keeps on figures and places, and the kinds of bound it has."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, Phase, Posture, ZoneKind

MOVE = "move"
FIRE = "fire"
SMOKE = "smoke"
GAS = "gas"

DECLARED = Declared(
    counters={
        "shot": Counter("has shot", open=True, high=1, resets=FIRE),
        "loading": Counter("loads until", point=True),
        "suppressed": Counter("suppressed", open=True, high=1),
        "fleeing": Counter("flees", open=True, high=1),
        "fled_from": Counter("flees from tile"),
        "rallied": Counter("rallied", open=True, high=1, resets=MOVE),
        "recovered": Counter("recovered", open=True, high=1, resets=MOVE),
        "injury": Counter("injury", open=True, high=3),
        # Not open: what an enemy walked out of sight is not to be read off it.
        "moved": Counter("half tiles moved", resets=MOVE),
        "turned": Counter("has turned", high=1, resets=MOVE),
        "tokens": Counter("ammunition tokens"),
    },
    postures={"standing": Posture("standing")},
    zones={
        SMOKE: ZoneKind("smoke", "░", opaque=True),
        GAS: ZoneKind("gas", "▒", cloud=True),
    },
    phases={MOVE: Phase("movement", moves=True), FIRE: Phase("shooting")},
)
