"""The numbered rules of d20 in our own words, each with where it applies in the game.

Numbers with an A are readings (see `fills`), those with an F what the rules leave silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.d20.fills import FILLS, READ
from skirmish.rulesets.ruleset import Statement

_SAID = (
    Statement(
        "D20-01",
        "A burst is one attack of several shots, each of them less exact than an aimed one.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-02",
        "A fire rate of 1 or 2 is quick pulling of the trigger, from 3 on the gun fires by "
        "itself; nothing else hangs on that name.",
        "weapons: fire_rate; the card",
        descriptive=True,
    ),
    Statement(
        "D20-03",
        "A burst is worked out in this order: action points, number of shots, all rolls to "
        "hit (the first looks for a CRIT), the hits with DT, the sum with the CRIT die, DR, "
        "effects, ammunition.",
        "fire",
    ),
    Statement(
        "D20-04",
        "What has no fire rate fires no bursts.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-05",
        "The shooter must have the points that the burst costs, and for a called one the "
        "surcharge.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-06",
        "A burst has one shot more than the fire rate.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-07",
        "The burst penalty comes off the Accuracy of every shot of the burst.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-08",
        "How large that penalty is belongs to the weapon.",
        "weapons: burst_penalty",
    ),
    Statement(
        "D20-09",
        "What fires faster kicks harder: larger fire rates go with larger penalties.",
        "the armoury",
        descriptive=True,
    ),
    Statement(
        "D20-10",
        "Each shot rolls a d20 and adds the attribute modifier and the skill, less the burst "
        "penalty.",
        "fire, strike",
    ),
    Statement(
        "D20-11",
        "All that changes a single shot changes a burst: range, cover, aim, a called limb "
        "and the rest.",
        "fire",
    ),
    Statement(
        "D20-12",
        "Every shot that hits finds a place of its own on the body, unless a limb was called.",
        "fire",
    ),
    Statement(
        "D20-13",
        "When the first shot is a CRIT, the whole burst is.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-14",
        "The CRIT die is rolled once for a burst, however many shots it has.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-15",
        "What the CRIT die shows is damage of the first shot, and goes where that went.",
        "fire",
    ),
    Statement(
        "D20-16",
        "The further shots are rolled one after the other, with what the first was rolled with.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-17",
        "Each of them hits or misses by itself.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-18",
        "Damage is rolled for each hit by itself.",
        "fire, strike",
    ),
    Statement(
        "D20-19",
        "DT against this type of damage, physical or energy, comes off every single hit.",
        "fire, strike, bombard",
    ),
    Statement(
        "D20-20",
        "Whatever the DT, 1 is left of a hit.",
        "fire, strike, bombard",
    ),
    Statement(
        "D20-21",
        "What is left of the hits is added up.",
        "fire",
    ),
    Statement(
        "D20-22",
        "The CRIT die is added to that sum, and no DT touches it.",
        "fire, strike",
    ),
    Statement(
        "D20-23",
        "DR takes its percentage off the whole, CRIT die and all, once.",
        "fire, strike, bombard",
    ),
    Statement(
        "D20-24",
        "What is left then comes off the hit points, and off what the struck limb can take.",
        "fire, strike",
    ),
    Statement(
        "D20-25",
        "Bleeding, burning and the like come once for an attack, not once for a hit.",
        "weapons: bleed, burn, embed, stun, knockdown",
    ),
    Statement(
        "D20-26",
        "They come when at least one shot hit.",
        "weapons: bleed, burn, embed, stun, knockdown",
    ),
    Statement(
        "D20-27",
        "Three hits of 4 against DT 2 and DR 20 percent do 5.",
        "fire: mode=burst",
        descriptive=True,
    ),
    Statement(
        "D20-28",
        "4.8 counts as 5.",
        "DR",
    ),
    Statement(
        "D20-29",
        "A shot is a round gone, whether it hits or not.",
        "rounds",
    ),
    Statement(
        "D20-30",
        "One shot of a Gatling stands for several bullets.",
        "weapons: gatling",
    ),
    Statement(
        "D20-31",
        "It is rolled to hit once, like any other shot.",
        "weapons: gatling",
    ),
    Statement(
        "D20-32",
        "The damage of a hit is rolled once and multiplied.",
        "weapons: gatling",
    ),
    Statement(
        "D20-33",
        "DT comes off the product, once.",
        "weapons: gatling",
    ),
    Statement(
        "D20-34",
        "Rounds are used up shot by shot times the multiplier.",
        "weapons: gatling, magazine",
    ),
    Statement(
        "D20-35",
        "Nine shots of a Gatling that fires four at a time take 36 rounds; six hits of 2 "
        "against DT 3 do 30.",
        "weapons: gatling",
        descriptive=True,
    ),
    Statement(
        "D20-36",
        "After a burst all further attacks of that turn have 4 less Accuracy.",
        "fire, strike, bombard: recoil",
    ),
    Statement(
        "D20-37",
        "That adds up: 4 for every burst fired already.",
        "fire, strike, bombard: recoil",
    ),
    Statement(
        "D20-38",
        "So a burst after a burst is at -4, whatever comes third at -8, and a burst after "
        "single shots at nothing.",
        "fire, strike, bombard: recoil",
    ),
    Statement(
        "D20-39",
        "The recoil is gone when the shooter's own next turn begins.",
        "recoil",
    ),
    Statement(
        "D20-40",
        "A single shot adds none, but suffers what is there.",
        "recoil",
    ),
    Statement(
        "D20-41",
        "Overwatch may be kept with bursts.",
        "overwatch: mode=burst",
    ),
    Statement(
        "D20-42",
        "Then every attack from that overwatch is a burst.",
        "overwatch: mode=burst",
    ),
    Statement(
        "D20-43",
        "Each costs what a burst costs.",
        "overwatch: mode=burst",
    ),
    Statement(
        "D20-44",
        "Recoil grows there too: nothing on the first burst, 4 on the second, 8 on the third.",
        "overwatch: mode=burst",
    ),
    Statement(
        "D20-45",
        "It is gone when the watcher's own next turn begins.",
        "overwatch: mode=burst",
    ),
    Statement(
        "D20-46",
        "A burst may be called at a limb.",
        "fire: mode=burst limb=",
    ),
    Statement(
        "D20-47",
        "The penalty for the limb is on the first shot.",
        "fire: mode=burst limb=",
    ),
    Statement(
        "D20-48",
        "If the first shot hits, the others go to the same limb.",
        "fire: mode=burst limb=",
    ),
    Statement(
        "D20-49",
        "The surcharge for the call, 1 point, is paid once for the burst.",
        "fire: mode=burst limb=",
    ),
)

STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {one.id: one for one in (*_SAID, *READ, *FILLS)}
)
