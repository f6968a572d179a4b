"""The counters, links, zones and phases of opposed d6."""

from __future__ import annotations

from skirmish.core.figures import SMOKE_ZONE, Counter, Declared, LinkKind, Phase, Posture, ZoneKind
from skirmish.rulesets.common import slots

SHOT = "shot"
LOADING = "loading"
SUPPRESSED = "suppressed"
FLEEING = "fleeing"
FLED_FROM = "fled_from"
RALLIED = "rallied"
RECOVERED = "recovered"
INJURY = "injury"
MOVED = "moved"
TURNED = "turned"
TOKENS = "tokens"
FIRED_AT = "fired_at"
SMOKE = "smoke"
GAS = "gas"
MOVEMENT = "move"
SHOOTING = "fire"
DECLARED = Declared(
    counters={
        # Not `given`: these are reset before a figure's first order, or follow from it.
        SHOT: Counter(
            "has shot", open=True, high=1, resets=SHOOTING, given=False, only_in=SHOOTING
        ),
        **slots.counters(LOADING, Counter("loads", point=True)),
        SUPPRESSED: Counter("suppressed", open=True, high=1),
        FLEEING: Counter("flees", open=True, high=1, effect="flee"),
        FLED_FROM: Counter("flees from tile", given=False),
        RALLIED: Counter(
            "rallied", open=True, high=1, resets=MOVEMENT, given=False, unless=FLEEING
        ),
        RECOVERED: Counter(
            "recovered", open=True, high=1, resets=MOVEMENT, given=False, unless=SUPPRESSED
        ),
        INJURY: Counter("injury", open=True, high=3, lasting=True),
        # Not open: it would tell how far an enemy walked out of sight.
        MOVED: Counter("half tiles moved", resets=MOVEMENT, given=False),
        TURNED: Counter("has turned", high=1, resets=MOVEMENT, given=False),
        **slots.counters(TOKENS, Counter("ammunition tokens", lasting=True)),
    },
    postures={"standing": Posture("standing")},
    # Lasting: a link that ends with its target would tell that an unseen target has fallen.
    links={FIRED_AT: LinkKind("has fired at", lasting=True, resets=SHOOTING)},
    zones={
        SMOKE: SMOKE_ZONE,
        GAS: ZoneKind("gas", "▒", cloud=True, acts="as its next movement begins"),
    },
    phases={MOVEMENT: Phase("movement", moves=True), SHOOTING: Phase("shooting")},
)
