"""The orders of trait die: what may be said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.codec import Shape
from skirmish.core.orders import Field, Verb
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.reactions import REPLY, WHEN
from skirmish.rulesets.trait_die.declared import PRONE, STANDING
from skirmish.rulesets.trait_die.kinds import MODES
from skirmish.rulesets.trait_die.rounds import LIFETIME, SUPPLIES

WEAPON = Field("weapon", Shape.WORD, "with what; else its first that can")
MODE = Field("mode", Shape.WORD, "how the weapon fires; else its first mode", options=MODES)
LIMB = Field("limb", Shape.WORD, "a called shot", "none", ("none", "limb", "head"))
FIRE = Verb(
    "fire",
    "shoots at an enemy; automatic and rapid fire may take in more",
    target=Shape.FIGURE,
    fields=(
        Field("dice", Shape.NUMBER, "dice of automatic or rapid fire; else all that are possible"),
        LIMB,
        MODE,
        Field("split", Shape.SPLIT, "dice allotted to targets; the target's come first"),
        WEAPON,
        Field("wild", Shape.WORD, "who places the Wild Die", "lowest", ("lowest", "ask")),
    ),
    dice=True,
)
BOMBARD = Verb(
    "bombard",
    "throws or launches something that bursts at a tile",
    target=Shape.TILE,
    fields=(WEAPON,),
    dice=True,
)
SUPPRESS = Verb(
    "suppress",
    "pins down whoever is near a tile with automatic fire; takes the whole bound",
    target=Shape.TILE,
    fields=(WEAPON,),
    dice=True,
)
STRIKE = Verb(
    "strike",
    "fights an enemy beside it hand to hand",
    target=Shape.FIGURE,
    fields=(LIMB, WEAPON),
    dice=True,
)
AIM = Verb(
    "aim", "aims at an enemy: its next shot at it is better", target=Shape.FIGURE, exposed=True
)
RELOAD = Verb("reload", "fills a weapon from what it carries", fields=(WEAPON,), exposed=True)
HOLD = Verb(
    "hold",
    "keeps its action to interrupt an enemy that moves or acts in sight",
    fields=(MODE, REPLY, WEAPON, WHEN),
)
POSE = Verb(
    "pose", "lies down, or rises for two tiles of its move", target=Shape.WORD, exposed=True
)
POSTURES = (PRONE, STANDING)
SHORTER = ("take", "ask", "leave")
BUY = Verb(
    "buy",
    "before the battle: rolls for ammunition or an extended magazine",
    target=Shape.WORD,
    fields=(
        Field(
            "shorter",
            Shape.WORD,
            "whether a shorter supply is taken where the longer one fails",
            "take",
            SHORTER,
        ),
        Field("supply", Shape.WORD, "for how long", LIFETIME, SUPPLIES[1:]),
        WEAPON,
    ),
    dice=True,
    muster=True,
)
LOAD = Verb(
    "load",
    "before the battle: goes back to standard rounds or a plain magazine",
    target=Shape.WORD,
    fields=(WEAPON,),
    muster=True,
)
LOADS = ("standard", "plain")
CARRY = Verb(
    "carry",
    "before the battle: takes so many spare tokens or pieces for a weapon",
    target=Shape.NUMBER,
    fields=(WEAPON,),
    muster=True,
)
MUSTER = Verb(
    "muster",
    "before the battle: takes the standard loads, plain magazines and standard rounds",
    figure=False,
    target=Shape.WORD,
    muster=True,
)
DEFAULT = "default"
WALKS = (walking.MOVE.name, walking.RUN.name)
ATTACKS = (FIRE.name, BOMBARD.name, SUPPRESS.name, STRIKE.name)
MUSTERING = (BUY.name, LOAD.name, CARRY.name, MUSTER.name)
VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        verb.name: verb
        for verb in (
            walking.MOVE,
            walking.RUN,
            walking.DOOR,
            POSE,
            FIRE,
            BOMBARD,
            SUPPRESS,
            STRIKE,
            AIM,
            RELOAD,
            HOLD,
            BUY,
            LOAD,
            CARRY,
            MUSTER,
        )
    }
)
