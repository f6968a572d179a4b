"""How the numbered rules are read where they are open to it, and what they leave silent."""

from __future__ import annotations

from skirmish.rulesets.ruleset import Statement

READ = (
    Statement(
        "D20-A1",
        "A CRIT on the first shot makes all others of the burst hit, a natural 1 too; they "
        "are rolled all the same.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-A2",
        "A later shot in the CRIT range is a sure hit and brings no CRIT die.",
        "fire: mode=burst",
    ),
    Statement(
        "D20-A3",
        "A natural 1 on the first shot misses with that shot alone.",
        "fire",
    ),
    Statement(
        "D20-A4",
        "What DR leaves is rounded to the nearest whole number, a half up, and reckoned in "
        "whole numbers.",
        "DR",
    ),
    Statement(
        "D20-A5",
        "DR may leave nothing of an attack.",
        "DR",
    ),
    Statement(
        "D20-A6",
        "With several places hit, the hit points lose what is left of the sum, and each "
        "limb what is left of its own share; the two need not add up.",
        "limbs",
    ),
    Statement(
        "D20-A7",
        "The CRIT die is added once, before DR, to the first shot's limb.",
        "fire",
    ),
    Statement(
        "D20-A8",
        "After a called first shot that missed, the others go where they fall, the called "
        "limb included; no later shot has the penalty of the limb. The places of these hits "
        "are rolled first, then the damage, on the called limb before the rest.",
        "fire: mode=burst limb=",
    ),
    Statement(
        "D20-A9",
        "Bursts of the own bound count against the overwatch that follows: there is one "
        "count of them.",
        "overwatch",
    ),
    Statement(
        "D20-A10",
        "Overwatch with single shots brings no recoil.",
        "overwatch",
    ),
    Statement(
        "D20-A11",
        "A burst needs all its rounds in the magazine.",
        "rounds",
    ),
    Statement(
        "D20-A12",
        "Effects come with a hit, even where DR leaves no damage.",
        "weapons: bleed, burn, embed, stun, knockdown",
    ),
    Statement(
        "D20-A13",
        "Points and rounds are spent when all shots miss.",
        "fire",
    ),
)

FILLS = (
    Statement(
        "D20-F1",
        "A shot hits when d20 and Accuracy are higher than Evasion: 10, the agility "
        "modifier, the size. An attribute's modifier is what it is over 5. Guns go with "
        "agility, energy weapons and explosives with perception, close combat with "
        "strength.",
        "every attack",
    ),
    Statement(
        "D20-F2",
        "A natural face from 21 less the weapon's CRIT range on is a CRIT and always hits; "
        "a 1 never does. The CRIT die belongs to the weapon; on its highest face it is "
        "rolled again and added. No Gatling multiplies it.",
        "fire, strike",
    ),
    Statement(
        "D20-F3",
        "Where a hit goes, by a d20: right leg to 3, left leg to 6, right arm to 9, left "
        "arm to 12, torso to 18, head on 19 and 20.",
        "fire, strike",
    ),
    Statement(
        "D20-F4",
        "A called shot costs 1 point more and takes 3 off Accuracy for the torso, 6 for an "
        "arm or leg, 9 for the head.",
        "fire, strike: limb=",
    ),
    Statement(
        "D20-F5",
        "A limb is crippled when it has taken its share of the full hit points: head 25 "
        "percent, torso 50, each arm and leg 30, rounded half up. A leg doubles the cost of "
        "movement, once for both; each arm takes 4 off Accuracy and, be it one, forbids "
        "bursts of two-handed weapons; the torso takes 2 points in each bound; the head 4 "
        "off Accuracy and 2 off Evasion.",
        "limbs",
    ),
    Statement(
        "D20-F6",
        "A figure has 8 points and half of its agility modifier, rounded down, from the "
        "start of each own bound. A tile costs 1, a diagonal step 1.5, rough ground twice "
        "and difficult ground three times as much, a step uphill 1 more, all of it rounded "
        "up once over the bound. Standing up or lying down, reloading and aiming cost 2, "
        "treating 3, a throw 4, a blow 3; shots and bursts what the weapon says. A weapon "
        "without a cost for single shots fires bursts only. A door counts as two tiles.",
        "every order",
    ),
    Statement(
        "D20-F7",
        "Cover adds to Evasion: 2 for half (partial cover of the ground), 4 for full (cover and "
        "fortification). Lying prone adds 2 against an attacker more than 5 tiles away and takes "
        "2 off against a nearer one. Neither cover nor range counts in close combat.",
        "fire, strike",
    ),
    Statement(
        "D20-F8",
        "Each range band beyond the weapon's best one takes 5 off Accuracy; the shooter's "
        "perception modifier, 0 to 5, makes that less, never more than nothing. Beyond "
        "extreme range nothing can be aimed at.",
        "fire",
    ),
    Statement(
        "D20-F9",
        "Aiming adds 2 to Accuracy, twice at most, for all shots of the next attack; it is "
        "lost with that attack and by moving.",
        "aim",
    ),
    Statement(
        "D20-F10",
        "Overwatch ends a figure's own bound. It covers 90 degrees round its facing, as far "
        "as the weapon's long range and its own sight, and makes as many attacks as its "
        "points and rounds pay for, at least one: whenever an enemy that it sees steps from "
        "tile to tile in there, or attacks from there, one attack, on the tile that is left "
        "and before the attack is made. It ends with the owner's next bound, when points or "
        "rounds are used up, and when the owner is stunned, thrown down or out. No limb is "
        "called in it. The enemy sees the cone, unless the watcher is hidden.",
        "overwatch",
    ),
    Statement(
        "D20-F11",
        "Explosives roll d20, perception modifier and skill, with all else that changes "
        "Accuracy, for 15 or more: 5 more at a point that the figure does not see, 10 more "
        "for each band beyond close. Short by m they come down half of m tiles off, rounded "
        "up, which way by a d10. Nothing else about the roll counts, neither 1 nor 20.",
        "bombard",
    ),
    Statement(
        "D20-F12",
        "A blast rolls its damage once. Every figure within the radius that no wall shields takes "
        "it, less its own DT, 1 at least, and DR; a sixth of what that costs it, rounded down, "
        "goes to each limb.",
        "bombard",
    ),
    Statement(
        "D20-F13",
        "Bleeding costs its number of hit points at the start of each own bound, burning "
        "too, which falls by 1 each time; what is embedded costs its number once in each "
        "bound in which the figure has gone more than 3 tiles. A stun takes 4 points off "
        "the next bound. The higher number stays, and no armour helps.",
        "weapons: bleed, burn, embed, stun",
    ),
    Statement(
        "D20-F14",
        "A blow is a single shot with the melee skill and the strength modifier, at an "
        "enemy on a tile beside.",
        "strike",
    ),
    Statement(
        "D20-F15",
        "Reloading fills a magazine; there are enough of them. What is thrown is counted "
        "piece by piece and not reloaded.",
        "reload",
    ),
    Statement(
        "D20-F16",
        "A turn is both sides' bounds. A bound begins with: overwatch taken off, bleeding, "
        "burning, what stun and a crippled torso cost, reinforcements. A figure without hit "
        "points is down.",
        "the clock, end",
    ),
    Statement(
        "D20-F17",
        "Shooting needs no facing: the attacker turns to the target. Looking another way costs "
        "nothing.",
        "turn, fire",
    ),
    Statement(
        "D20-F18",
        "A prone figure must stand up to walk. A weapon that knocks down lays a figure that it "
        "hits prone.",
        "pose; weapons: knockdown",
    ),
    Statement(
        "D20-F19",
        "Attacks from overwatch are not answered by overwatch. An attack that was answered "
        "goes on if it still can; else only the answer has happened, and nothing of it is "
        "paid.",
        "overwatch",
    ),
    Statement(
        "D20-F20",
        "Treating ends bleeding and burning and takes out what is embedded, of the figure "
        "itself or of a friend beside it.",
        "treat",
    ),
    Statement(
        "D20-F21",
        "With ammunition in tokens, a single shot uses one up on a natural 1 to 3, a burst "
        "on 1 to 8 of its first shot; explosives and what is thrown are counted as always.",
        "house rule ammunition",
    ),
    Statement(
        "D20-F22",
        "A stunned figure sees nothing, and neither attacks nor watches, until its own next bound "
        "begins.",
        "stunned",
    ),
)
