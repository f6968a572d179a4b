"""What d100 keeps on figures and places, and the kinds of bound it has."""

from __future__ import annotations

from skirmish.core.figures import Counter, Declared, LinkKind, Phase, Posture
from skirmish.rulesets.common import slots, suppression
from skirmish.rulesets.d100.kinds import MODES, MOST_DUR

STEPS_A_PHASE = 10
"""Steps of the clock that each Action Phase of a turn takes."""
MOST_WOUNDS = 2 * (MOST_DUR - 1)
"""At a threshold of 1, the most durable figure comes with one for each point of damage that leaves
it in, without the damage, and then suffers that damage."""
ACT = "act"
AMBUSH = "ambush"
NOTICE = "notice"

STANDING = "standing"
PRONE = "prone"
STUNNED = "stunned"

GRIP = "grip"
ATTACKED = "attacked"

DECLARED = Declared(
    counters={
        "acted": Counter("thirds of its action taken", high=3, resets=ACT, given=False),
        "shots": Counter("shots or bursts left of its action", high=1, resets=ACT, given=False),
        "firing": Counter("fires the weapon in place", high=slots.MOST, resets=ACT, given=False),
        "attacked": Counter("has attacked", high=1, resets=ACT, given=False),
        "targets": Counter("targets attacked in its action", high=9, resets=ACT, given=False),
        # Not open: what an enemy walked out of sight is not to be read off it.
        "moved": Counter("half tiles moved", resets="turn", given=False),
        "ran": Counter("has run", high=1, resets=ACT, given=False),
        "aimed": Counter("aims, for a bonus of", high=30),
        "defending": Counter("full defence", open=True, high=1),
        "wounds": Counter("wounds", open=True, high=MOST_WOUNDS),
        "stunned": Counter("stunned", open=True, point=True),
        "shocked": Counter("unsteady by the minute", open=True, point=True),
        "jolted": Counter("unsteady", open=True, point=True),
        "surprised": Counter("surprised", open=True, point=True),
        "distracted": Counter("distracted", high=1),
        "ambush": Counter("acts in the ambush", high=2, resets="turn", given=False),
        **slots.counters("mode", Counter("mode", words=MODES)),
        **slots.counters("rounds", Counter("rounds")),
        **slots.counters("tokens", Counter("ammunition tokens")),
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
