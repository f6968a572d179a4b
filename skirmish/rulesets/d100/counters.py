"""The counters, postures, links, zones and phases of d100."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture, signed
from skirmish.rulesets.common import slots, suppression
from skirmish.rulesets.d100.kinds import MODES, MOST_DUR

STEPS_A_PHASE = 10
"""Steps of the clock that each Action Phase of a turn takes (EP-F4)."""
MOST_WOUNDS = 2 * (MOST_DUR - 1)
"""Limit of wounds: at a threshold of 1, a figure can start with one wound less than its DUR.

The damage of these wounds need not be set, so the battle may add as many again.
"""
ACT = "act"
AMBUSH = "ambush"
NOTICE = "notice"

STANDING = "standing"
PRONE = "prone"
STUNNED = "stunned"

GRIP = "grip"
ATTACKED = "attacked"

ACTED = "acted"
SHOTS = "shots"
FIRING = "firing"
HAS_ATTACKED = "attacked"
TARGETS = "targets"
MOVED = "moved"
RAN = "ran"
AIMED = "aimed"
DEFENDING = "defending"
WOUNDS = "wounds"
STUNNED_UNTIL = "stunned"
SHOCKED_UNTIL = "shocked"
JOLTED_UNTIL = "jolted"
SURPRISED_UNTIL = "surprised"
DISTRACTED = "distracted"
AMBUSHING = "ambush"
FIRING_MODE = "mode"
ROUNDS = "rounds"
TOKENS = "tokens"

COVER = (0, -10, -20, -30)
"""Modifiers of the grades of cover (EP-F15)."""
DECLARED = Declared(
    cover=signed(COVER),
    counters={
        ACTED: Counter("thirds of its action taken", high=3, resets=ACT, given=False),
        SHOTS: Counter("shots or bursts left of its action", high=1, resets=ACT, given=False),
        FIRING: Counter("fires the weapon in place", high=slots.MOST, resets=ACT, given=False),
        HAS_ATTACKED: Counter("has attacked", high=1, resets=ACT, given=False),
        TARGETS: Counter("targets attacked in its action", high=9, resets=ACT, given=False),
        # Not open: it would show how far an enemy walked out of sight.
        MOVED: Counter("half tiles moved", resets="turn", given=False),
        RAN: Counter("has run", high=1, resets=ACT, given=False),
        AIMED: Counter("aims, for a bonus of", high=30, aim=True),
        DEFENDING: Counter("full defence", open=True, high=1),
        WOUNDS: Counter("wounds", open=True, high=MOST_WOUNDS, many=True, lasting=True),
        STUNNED_UNTIL: Counter("stunned", open=True, point=True),
        SHOCKED_UNTIL: Counter("shocked", open=True, point=True),
        JOLTED_UNTIL: Counter("unsteady", open=True, point=True),
        SURPRISED_UNTIL: Counter("surprised", open=True, point=True),
        DISTRACTED: Counter("distracted", high=1),
        AMBUSHING: Counter("acts in the ambush", high=2, resets="turn", given=False),
        **slots.counters(FIRING_MODE, Counter("mode", words=MODES)),
        **slots.counters(ROUNDS, Counter("rounds", lasting=True)),
        **slots.counters(TOKENS, Counter("ammunition tokens", lasting=True)),
    },
    postures={
        STANDING: Posture("standing"),
        PRONE: Posture("prone"),
        STUNNED: Posture("stunned", blinds=True),
    },
    links={
        GRIP: LinkKind("has a grip on", open=True),
        ATTACKED: LinkKind("has attacked"),
        suppression.STRUCK: suppression.LINK,
    },
    zones={suppression.KIND: suppression.ZONE},
    phases={
        ACT: Phase("phase", moves=True),
        AMBUSH: Phase("ambush", moves=True),
        NOTICE: Phase("warned in time", moves=True),
    },
)
"""The counters of figures and the rest; actions are reset each phase, moves each turn.

EP-14, EP-F6, EP-F7, EP-F17.
"""
