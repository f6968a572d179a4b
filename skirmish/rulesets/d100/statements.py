"""The numbered rules of d100 in our own words, each with where it applies in the game.

Numbers with an A are readings: how the game understands a rule that could mean two things. What
fills the rules' silence stands in `fills`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.d100.fills import FILLS
from skirmish.rulesets.ruleset import Statement

_SAID = (
    Statement(
        "EP-01",
        "Length counts hand to hand: whatever measures more than 50 centimetres gives its bearer "
        "reach.",
        "weapons: length; strike, grapple",
    ),
    Statement(
        "EP-02",
        "A figure with reach against one without it is better by 10, striking and parrying alike.",
        "strike, grapple: attack and defence",
    ),
    Statement(
        "EP-03",
        "A blast that misses its point comes down somewhere else, and may still catch the figure "
        "that it was meant for: it scatters.",
        "bombard",
    ),
    Statement(
        "EP-04",
        "One d10 says which way it goes from the point aimed at, as the thrower sees it.",
        "bombard: the landing",
    ),
    Statement("EP-05", "The same die says how many metres.", "bombard: the landing"),
    Statement(
        "EP-06",
        "Missed by more than 30, it goes twice as far.",
        "bombard: the landing",
    ),
    Statement(
        "EP-07",
        "Missed by more than 60, three times as far instead.",
        "bombard: the landing",
    ),
    Statement(
        "EP-08",
        "The blast is worked out from where it landed, on every figure in it, whichever side it "
        "is on.",
        "bombard: the blast",
    ),
    Statement(
        "EP-09",
        "The die as a compass, clockwise from straight on: 1 and 2 on, 3 half right, 4 right, 5 "
        "back to the right, 6 and 7 back, 8 back to the left, 9 left, 10 half left.",
        "bombard: the landing",
    ),
    Statement(
        "EP-10",
        "Shocks work on living bodies, grown or assembled, and armour hardly helps against them.",
        "weapons: shock; kinds: morph",
    ),
    Statement(
        "EP-11",
        "Machines of every kind shrug a shock off: nothing is tested, only the DV counts.",
        "kinds: morph",
    ),
    Statement(
        "EP-12",
        "A figure that is struck tests against the DUR it has left and its energy armour together.",
        "fire, strike, bombard: the shock test",
    ),
    Statement(
        "EP-13",
        "A figure that fails goes down on the spot and is out of action: one turn for each full "
        "10 of the margin of failure, three at the least.",
        "the shock test: posture stunned",
    ),
    Statement(
        "EP-14",
        "Stunned, a figure does nothing at all, and sees nothing for its side.",
        "every order of a stunned figure",
    ),
    Statement(
        "EP-15",
        "Afterwards it acts again, on shaky legs: 30 less on everything.",
        "every test of who was stunned",
    ),
    Statement(
        "EP-16",
        "Each minute that passes gives 10 of it back; after three it is over.",
        "every test of who was stunned",
    ),
    Statement(
        "EP-17",
        "What DV a shock weapon has is dealt besides, by the usual rules.",
        "weapons: shock and dice",
    ),
    Statement(
        "EP-18",
        "A figure that passes the test stays on its feet, and suffers only half of the DV.",
        "the shock test",
    ),
    Statement(
        "EP-19",
        "It is 30 worse until the next turn is over; from then on each turn gives back 10.",
        "every test of who withstood a shock",
    ),
    Statement(
        "EP-20",
        "One shock on another does not add up: the loss goes back to its full 30.",
        "the shock test",
    ),
    Statement(
        "EP-21",
        "A grip is announced before any die is rolled: it is an order of its own.",
        "grapple",
    ),
    Statement(
        "EP-22",
        "It is tried with any skill of close combat, and a weapon in hand may be part of it.",
        "grapple: weapon=",
    ),
    Statement(
        "EP-23",
        "The attack must win with a margin of success of 30 or more; then the enemy is subdued.",
        "grapple",
    ),
    Statement(
        "EP-24",
        "It does no damage, unless it is a critical success and the attacker wants it to.",
        "grapple: wound=",
    ),
    Statement(
        "EP-25",
        "A subdued figure may speak, think and watch for others; with its body it can only try "
        "to get free.",
        "every order of a subdued figure",
    ),
    Statement(
        "EP-26",
        "A referee may allow it small movements with a great penalty. The game has no referee, "
        "and allows none.",
        "nowhere: left to tables with a referee",
        descriptive=True,
    ),
    Statement(
        "EP-27",
        "To break free takes a Complex action and an opposed test won, of Unarmed or of three "
        "times SOM, with 30 off for the held figure.",
        "free",
    ),
    Statement(
        "EP-28",
        "A weapon set to full automatic may be turned on a piece of ground instead of a person.",
        "suppress",
    ),
    Statement("EP-29", "That takes a Complex action.", "suppress"),
    Statement("EP-30", "And twenty rounds.", "suppress"),
    Statement(
        "EP-31",
        "It goes on until the shooter's next action phase begins.",
        "suppress: the zone",
    ),
    Statement(
        "EP-32",
        "The ground is a cone, 20 metres across at its widest.",
        "suppress: the zone",
    ),
    Statement(
        "EP-33",
        "A figure is in danger that has no cover there, or does not get into some with its own "
        "action.",
        "end of a bound in suppressive fire",
    ),
    Statement(
        "EP-34",
        "A figure that leaves cover there draws one free attack, and defends against it as always.",
        "move, run in suppressive fire",
    ),
    Statement(
        "EP-35",
        "Of all modifiers only range, wounds and full defence count for that attack.",
        "the free attack",
    ),
    Statement(
        "EP-36",
        "It hits like one single shot.",
        "the free attack",
    ),
    Statement(
        "EP-37",
        "Surprise must be worked for: a hidden figure with an enemy before it that is not hidden "
        "is in ambush.",
        "hidden figures at the start",
    ),
    Statement(
        "EP-38",
        "Each figure that walks into it tests its Perception against the Infiltration of the "
        "figures that lie in wait.",
        "the ambush of the first turn",
    ),
)

_READ = (
    Statement(
        "EP-A1",
        "Only a difference in reach counts: two long weapons cancel out, and longer still is no "
        "better.",
        "strike, grapple",
    ),
    Statement(
        "EP-A2",
        "The compass of the scatter die is laid along the line from thrower to point, turned to "
        "the nearest of eight directions: straight on is away from the thrower, right is the "
        "thrower's right. A d10 that shows 0 is a 10.",
        "bombard: the landing",
    ),
    Statement(
        "EP-A3",
        "Margins of exactly 30 and 60 are not over them: 30 scatters once, 31 and 60 twice, 61 "
        "three times the die.",
        "bombard: the landing",
    ),
    Statement(
        "EP-A4",
        "Where a throw failed without a margin of its own it would scatter once the die. With a "
        "plain, unopposed test that never comes up.",
        "bombard",
        descriptive=True,
    ),
    Statement("EP-A5", "Pods count as living bodies.", "kinds: morph"),
    Statement(
        "EP-A6",
        "Half of the DV is taken of what was rolled, rounded down, before armour.",
        "the shock test",
    ),
    Statement(
        "EP-A7",
        "A figure that withstood a shock: -30 for the rest of this turn and all of the next, -20 "
        "in the one after, then -10, then nothing.",
        "every test of who withstood a shock",
    ),
    Statement(
        "EP-A8",
        "Full means 30, and while the loss that goes by minutes is running, that is the one that "
        "a further shock renews.",
        "the shock test",
    ),
    Statement(
        "EP-A9",
        "The free attack comes with the step out of cover inside the cone, or when a figure's own "
        "bound ends and it stands there without any cover against the shooter; once for each "
        "figure and suppression.",
        "move, run, end in suppressive fire",
    ),
    Statement(
        "EP-A10",
        "How long the cone is the shooter says, up to the weapon's extreme range.",
        "suppress: length=",
    ),
    Statement("EP-A11", "With fewer than twenty rounds loaded it can't be done.", "suppress"),
    Statement(
        "EP-A12",
        "Free attacks take no more rounds: they were spent with the order.",
        "the free attack",
    ),
    Statement(
        "EP-A13",
        "The margin of a success is the number rolled; that of a failure is the roll less the "
        "target number, and never below nothing.",
        "every test",
    ),
)

STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {one.id: one for one in (*_SAID, *_READ, *FILLS)}
)
