"""The numbered rules of the dice pool in our own words, each with where it applies in the game.

Numbers with an A are readings: how the game understands a rule that could mean two things. Those
with an F fill what the numbered rules leave open (`fills`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.dice_pool.fills import FILLS, READINGS
from skirmish.rulesets.ruleset import Statement

_SAID = (
    Statement(
        "POOL-01",
        "A gun's switch knows four modes: SS, SA, BF and FA. The mode says how fast it fires and "
        "whether it takes one target or an area.",
        "weapons: modes",
    ),
    Statement(
        "POOL-02",
        "A weapon offers one of the modes or several; its switch stands at one of them.",
        "weapons: modes; mode",
    ),
    Statement(
        "POOL-03",
        "What sprays, or fires shot, has a choke beside its mode: it makes the spread narrower or "
        "wider.",
        "weapons: choke",
        descriptive=True,
    ),
    Statement(
        "POOL-04",
        "After each attack a weapon without modes is reloaded, replaced or retrieved before it "
        "attacks again.",
        "fire, bombard, reload, retrieve",
    ),
    Statement(
        "POOL-05",
        "It may all the same loose several projectiles at once; how often depends only on how "
        "fast it is made ready.",
        "weapons: volley, reload",
    ),
    Statement("POOL-06", "In SS and SA an attack is a single round.", "fire"),
    Statement(
        "POOL-07",
        "In SS a weapon fires once a pass: then it is locked until its figure's next pass.",
        "fire; the counter `locked`",
    ),
    Statement(
        "POOL-08",
        "In SA it fires once for every action that its figure has to spend on it.",
        "fire",
    ),
    Statement("POOL-09", "In nothing else do SS and SA differ.", "fire", descriptive=True),
    Statement(
        "POOL-10",
        "SS and SA are aimed at one figure and cover no area, unless a choke spreads the shot.",
        "fire, bombard",
    ),
    Statement(
        "POOL-11",
        "BF and FA send several rounds in one attack, over an area.",
        "fire, bombard",
    ),
    Statement(
        "POOL-12",
        "With either mode the shooter says how long the burst is and how it spreads.",
        "fire, bombard: burst=, spread=",
    ),
    Statement(
        "POOL-13",
        "A short burst is 3 rounds, a long one 6, a full one 10; all of them are spent.",
        "fire, bombard: burst=",
    ),
    Statement(
        "POOL-14",
        "A short burst is a Simple action; a long one Complex in BF and Simple in FA; a full one "
        "needs FA and a Complex action.",
        "fire, bombard: burst=",
    ),
    Statement(
        "POOL-15",
        "Recoil gathers with every round that is fired.",
        "fire, bombard: recoil in the breakdown",
    ),
    Statement(
        "POOL-16",
        "In FA one Complex action may be three short bursts, 9 rounds, instead of a full one.",
        "fire, bombard: burst=split",
    ),
    Statement(
        "POOL-17",
        "Whether a burst is narrow or wide is settled before the dice are rolled.",
        "fire, bombard: spread=",
    ),
    Statement(
        "POOL-18",
        "A burst threatens every figure in its shape, a line or a cone.",
        "fire, bombard",
    ),
    Statement(
        "POOL-19",
        "It may strike one figure several times, and several figures, but no more of them than "
        "it has rounds, unless rounds go on through those they meet.",
        "fire, bombard",
    ),
    Statement(
        "POOL-20",
        "Each hit that does not go through leaves one round less for the rest.",
        "fire, bombard",
    ),
    Statement("POOL-21", "When no round flies any more the attack is over.", "fire, bombard"),
    Statement("POOL-22", "A narrow burst lies along a line.", "fire, bombard: spread=narrow"),
    Statement("POOL-23", "A wide burst fills a cone.", "fire, bombard: spread=wide"),
    Statement(
        "POOL-24",
        "For each range increment a wide burst needs one hit more, beside all that range costs "
        "anyway.",
        "fire, bombard: threshold in the breakdown",
    ),
    Statement(
        "POOL-25",
        "A weapon with a choke is let off that.",
        "fire, bombard: spread=wide with a choke",
    ),
    Statement(
        "POOL-26",
        "How many rounds more may hit a figure: net hits divided by recoil rate plus range "
        "penalty, rounded down.",
        "fire, bombard: extra hits",
    ),
    Statement(
        "POOL-27",
        "It is the weapon's rate that divides, not the recoil gathered so far.",
        "fire, bombard: extra hits",
    ),
    Statement(
        "POOL-28",
        "Compensation does not come into that division.",
        "fire, bombard: extra hits",
    ),
    Statement(
        "POOL-29",
        "Those are rounds beyond the one that has hit already.",
        "fire, bombard: extra hits",
    ),
    Statement(
        "POOL-30",
        "The attacker takes as many extra hits as it likes, down to none; the first round hits.",
        "fire, bombard: extra=, limit=",
    ),
    Statement(
        "POOL-31",
        "The first hit does the base damage and all net hits, undivided.",
        "fire, bombard, strike",
    ),
    Statement("POOL-32", "An extra hit does the base damage alone.", "fire, bombard"),
    Statement(
        "POOL-33",
        "Armour, as AP leaves it, comes off every hit by itself.",
        "fire, bombard, suppress, strike",
    ),
    Statement("POOL-34", "What the hits have left is then one sum.", "fire, bombard"),
    Statement(
        "POOL-35",
        "Against that sum the figure makes a single Body roll.",
        "fire, bombard, suppress, strike",
    ),
    Statement(
        "POOL-36",
        "No figure is hit by more rounds than still fly: those fired, less those stopped before.",
        "fire, bombard",
    ),
    Statement(
        "POOL-37",
        "For extra hits a wide burst counts the recoil rate 1 higher.",
        "fire, bombard: spread=wide",
    ),
    Statement(
        "POOL-38",
        "A rate of 0 costs no dice, but divides net hits as one half would.",
        "fire, bombard with recoil rate 0",
    ),
    Statement(
        "POOL-39",
        "With a wide burst that is one and a half.",
        "fire, bombard: spread=wide with recoil rate 0",
    ),
    Statement(
        "POOL-40",
        "Only a weapon whose stat block says so has a choke: sprays and shotguns, not ordinary "
        "guns.",
        "weapons: choke; choke",
    ),
    Statement(
        "POOL-41",
        "A choke stands at narrow, medium or wide, and sets the area that a shot covers.",
        "choke",
    ),
    Statement(
        "POOL-42",
        "Narrow: a line, AP 1 better, increment 1 longer, recoil rate 1 higher.",
        "choke narrow",
    ),
    Statement("POOL-43", "Medium is where it starts: a line, and nothing else.", "choke medium"),
    Statement(
        "POOL-44",
        "Wide: a cone, a die more to hit, 1 more compensation, base damage 1 less, AP 1 worse.",
        "choke wide",
    ),
    Statement(
        "POOL-45",
        "A burst through a choke is a cone when burst or choke would make one.",
        "fire, bombard: spread= with a choke",
    ),
    Statement(
        "POOL-46", "It is a line when both are lines.", "fire, bombard: spread= with a choke"
    ),
    Statement(
        "POOL-47",
        "Wide burst and wide choke together may cover 90 degrees, two cones side by side.",
        "fire, bombard: cone=90",
    ),
    Statement(
        "POOL-48",
        "So one cone is 45 degrees across, half of it to each side of its axis.",
        "fire, bombard, suppress",
    ),
)

STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {statement.id: statement for statement in (*_SAID, *READINGS, *FILLS)}
)
