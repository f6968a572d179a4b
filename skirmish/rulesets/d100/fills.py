"""What the numbered rules of d100 leave open, and how the game does it."""

from __future__ import annotations

from skirmish.rulesets.ruleset import Statement

FILLS = (
    Statement(
        "EP-F1",
        "A test is a d100 from 00 to 99: it succeeds up to the target number. 00 always does, 99 "
        "never. Doubles are critical, for good or ill.",
        "every test",
    ),
    Statement(
        "EP-F2",
        "All modifiers of one test count together for 60 at most, up or down.",
        "every test",
    ),
    Statement(
        "EP-F3",
        "Opposed, the higher success wins, and a critical one beats a plain one. With a tie, or "
        "two failures, nothing happens; a single success wins.",
        "attacks, free, surprise",
    ),
    Statement(
        "EP-F4",
        "A turn has up to four action phases. A figure of speed n acts in the first n; each phase "
        "is a bound of either side, and a bound in which no figure can act is left out.",
        "the clock; kinds: speed",
    ),
    Statement(
        "EP-F5",
        "Which side bounds first is rolled each turn: a d10 and the best INIT of its figures that "
        "can act. A tie keeps the order; in the first turn it is rolled again.",
        "the start of a turn; kinds: init",
    ),
    Statement(
        "EP-F6",
        "In a phase a figure takes one Complex action, or up to three quick ones, and moves. Aim "
        "in haste, another firing mode, lying down and getting up are quick.",
        "all orders but moves",
    ),
    Statement(
        "EP-F7",
        "Walking and running distance are for a whole turn, in equal parts for its phases; what "
        "was not used stays. A figure can run neither prone nor in a phase after an attack.",
        "move, run; kinds: walk, run",
    ),
    Statement(
        "EP-F8",
        "A shot is opposed by half of Fray, rounded down, a blow by all of it. A stunned, subdued "
        "or surprised figure does not defend: then a plain success hits.",
        "fire, strike, grapple",
    ),
    Statement(
        "EP-F9",
        "Full defence is a Complex action: 30 more on the defence until one's next phase.",
        "defend",
    ),
    Statement(
        "EP-F10",
        "A hit deals the weapon's dice, 5 more from a margin of 30 on, 10 from 60 on. Armour is "
        "taken off, less what pierces it, and not at all from a critical hit. Damage of DUR puts "
        "a figure out.",
        "damage",
    ),
    Statement(
        "EP-F11",
        "Each full wound threshold in one hit is a wound: 10 less on everything. A wounded figure "
        "tests three times SOM or falls; with two wounds at once again, or passes out, and then "
        "it is out of the battle. All wounds count in both tests.",
        "damage; kinds: wound_threshold, som",
    ),
    Statement(
        "EP-F12",
        "Single: one shot. Semi: two, as two orders. Burst: two of three rounds, each 10 easier "
        "or a d10 heavier. Full: one of ten rounds, 30 easier or three d10 heavier.",
        "fire: mode, bonus=",
    ),
    Statement(
        "EP-F13",
        "Instead of two bursts there may be one that is split over two targets; full automatic is "
        "split over up to three. Each stands on a tile next to another: a test for each and no "
        "bonus. Every other target attacked before in the action takes off 20.",
        "fire: also=",
    ),
    Statement(
        "EP-F14",
        "Up to two tiles +10, at short range nothing, medium -10, long -20, extreme -30.",
        "fire, bombard, the free attack",
    ),
    Statement(
        "EP-F15",
        "Cover of grade 1, 2, 3 takes off 10, 20, 30 (minor, moderate, major), a prone target ten "
        "tiles away or more another 10; ground at least a level higher gives 20, a smartlink 10.",
        "fire",
    ),
    Statement(
        "EP-F16",
        "Aiming gives 10 as a quick action or 30 as a Complex one to the next shot; the larger "
        "counts. It is lost by moving and by whatever else is done to an enemy.",
        "aim",
    ),
    Statement(
        "EP-F17",
        "A figure that has run attacks with 20 less until its next bound. One that shoots or "
        "throws with an enemy in reach that can defend itself has 30 less.",
        "fire, bombard, strike, grapple",
    ),
    Statement(
        "EP-F18",
        "A weapon stays in the mode that it is set to; at the start that is the first of its list.",
        "mode",
    ),
    Statement(
        "EP-F19",
        "Shots take a round each, bursts three, full automatic ten; without them it can't be "
        "fired. Reloading is a Complex action, spare magazines do not run out. What is thrown or "
        "thrown away is not reloaded.",
        "fire, bombard, reload; weapons: magazine",
    ),
    Statement(
        "EP-F20",
        "House rule: magazines hold tokens, and an attack whose own roll is 00 to 12, for bursts "
        "00 to 37, costs one. Blasts, and what is thrown or disposable, count rounds all the "
        "same. Suppressive fire costs a token, which stands for twenty rounds.",
        "house rule ammunition",
    ),
    Statement(
        "EP-F21",
        "A blast goes at a point, by an unopposed test. Its DV is rolled once for all, without "
        "margin or critical, and loses 2 a metre, or nothing up to a radius. Cover adds to the "
        "figure's armour: 5, 10 or 20 by its grade. Armour piercing takes from that sum. Walls "
        "stop the blast.",
        "bombard; weapons: blast, radius",
    ),
    Statement(
        "EP-F22",
        "The figure that throws or launches must see the point. An indirect weapon flies to any "
        "point that its side sees.",
        "bombard; weapons: indirect",
    ),
    Statement(
        "EP-F23",
        "The cone widens evenly to 10 tiles on either side at its flat end, but never by more "
        "than a tile a tile. Walls stop it. It ends when the shooter leaves its tile.",
        "suppress: the zone",
    ),
    Statement(
        "EP-F24",
        "A figure is a biomorph, a pod, a synthmorph, a bot or a vehicle.",
        "kinds: morph",
    ),
    Statement(
        "EP-F25",
        "A figure that holds another stays where it is, may let go at any time, and holds one at "
        "a time. A grip ends when it is broken or let go, or when either is stunned or out.",
        "grapple, free, move",
    ),
    Statement(
        "EP-F26",
        "Ambushers bound first in the first turn, then the enemies that noticed them and by that "
        "have found them, then the rest. A figure that did not notice loses its first phase and "
        "can't defend in it.",
        "the ambush of the first turn",
    ),
    Statement(
        "EP-F27",
        "Each ambushed figure tests for itself, against the least quiet of the figures that lie "
        "before it; with 20 off where the scenario has it distracted.",
        "the ambush of the first turn; state: distracted",
    ),
    Statement(
        "EP-F28",
        "Blows reach the tiles beside a figure that a step leads to. Every figure has fists.",
        "strike, grapple",
    ),
)
