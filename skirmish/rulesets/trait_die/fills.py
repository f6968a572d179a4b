"""What the numbered rules leave open and the game must decide, as statements with an F."""

from __future__ import annotations

from skirmish.rulesets.ruleset import Statement

FILLS = (
    Statement(
        "AMMO-F1",
        "A turn has two bounds: first the one side moves and acts, then the other. As a bound "
        "begins, its side's holds are over, its Shaken figures test their Spirit, and its "
        "reinforcements come.",
        "the clock, end",
    ),
    Statement(
        "AMMO-F2",
        "A trait is a die of 4 to 12 sides. On its highest face it is rolled again and added: an "
        "ace. A wild card rolls a d6 beside it, the Wild Die, and the better counts. A total of 4 "
        "is a success, each full 4 more a raise; two natural ones mean nothing of their own.",
        "every roll",
    ),
    Statement(
        "AMMO-F3",
        "Short range changes nothing, medium takes 2 off and long 4. Cover 1 on the map is light "
        "(-1), 2 is medium (-2), 3 is heavy (-4); near total cover (-6) is nowhere on it. Lying "
        "down is worth medium cover from beyond 3 tiles; of the two the better counts. A figure "
        "shoots all round.",
        "fire, bombard, suppress",
    ),
    Statement(
        "AMMO-F4",
        "A figure moves its pace in tiles. Once in a bound it may run, which adds a d6 and takes "
        "2 off whatever it rolls then. A step costs 1, a diagonal one 1.5; rough ground doubles "
        "it, difficult ground trebles it, a step uphill adds 1. A door costs 2 tiles.",
        "move, run, door",
    ),
    Statement(
        "AMMO-F5",
        "A figure may take as many actions in a bound as it likes, before, between and after its "
        "moves. Each one takes 2 off all that follow. Suppressive fire and holding take all of it.",
        "fire, bombard, strike, aim, reload, suppress, hold",
    ),
    Statement(
        "AMMO-F6",
        "Aiming is an action of a figure that has not moved in this bound. Its next shot at that "
        "enemy is 2 better; moving, any attack, or being Shaken ends it.",
        "aim",
    ),
    Statement(
        "AMMO-F7",
        "A called shot at a limb takes 2 off, one at the head takes 4 off and adds 4 to the "
        "damage. It is made with a single die, or a blow. Bystanders take the damage without it.",
        "fire, strike: limb=",
    ),
    Statement(
        "AMMO-F8",
        "A wound takes 1 off every trait roll: attacks, Spirit, agility. Not off purchases.",
        "every roll",
    ),
    Statement(
        "AMMO-F9",
        "A double tap adds 1 to the roll and to the damage, a three-round burst 2. Neither has "
        "recoil. A weapon fires in the modes that it has.",
        "fire mode=double, mode=burst",
    ),
    Statement(
        "AMMO-F10",
        "Automatic fire rolls one die or more, up to the weapon's rate of fire; with more than "
        "one, recoil takes 2 off each. The dice are allotted to enemies no two of whom are more "
        "than 45 degrees apart. A wild card's Wild Die may then take the place of one of them: "
        "where no player is asked, that with the lowest margin, the first of equals, if it is "
        "better there.",
        "fire mode=auto dice= split= wild=",
    ),
    Statement(
        "AMMO-F11",
        "A rapid attack rolls two dice or more, each at -4 and without recoil, allotted and "
        "helped by a Wild Die as automatic fire is. The shooter is 2 easier to hit until its next "
        "bound.",
        "fire mode=rapid",
    ),
    Statement(
        "AMMO-F12",
        "Damage dice ace; with a raise on the attack a d6 is added. Below the toughness (2, half "
        "of vigor, armour less what is pierced) nothing happens. From it on the figure is Shaken, "
        "with a wound for each full 4 above; one that is Shaken already takes at least one. "
        "Several hits count in the order of their dice, in which the Wild Die has the place of "
        "the one that it replaced. A wild card is out at its fourth wound, any other figure at "
        "the first.",
        "every hit",
    ),
    Statement(
        "AMMO-F13",
        "A Shaken figure may only move. As its bound begins it tests its Spirit: with a raise it "
        "acts at once, with a success it is well again but does nothing in that bound. By the "
        "house rule `brisk` it may then do everything at -2.",
        "the start of a bound",
    ),
    Statement(
        "AMMO-F14",
        "Suppressive fire is one shooting roll of an automatic weapon at a medium template that "
        "the shooter sees; range and recoil count, cover does not, and the die costs a token on 1 "
        "to 3. On a success every figure under it, friends and the shooter too, tests Spirit, "
        "with cover added: one that fails is Shaken, without a wound even if it was so before; "
        "one that shows a natural 1 is hit as by a single shot instead.",
        "suppress",
    ),
    Statement(
        "AMMO-F15",
        "An area weapon is aimed at a tile in sight; cover does not count. What is thrown goes by "
        "throwing and what is launched by shooting. A miss scatters by the d10, as far as a d6 "
        "(thrown) or a d10 (launched) says, twice or three times as far at medium or long range, "
        "never farther than half of the way to the aim point, and stops before what blocks sight.",
        "bombard",
    ),
    Statement(
        "AMMO-F16",
        "A figure that holds keeps its action and does no more in its bound. Before an enemy in "
        "its sight makes a step or acts, it may attack it as its standing order says: both roll "
        "agility, and the higher total goes first, a tie to the holder. There is no highest "
        "total. If the holder goes second it attacks right after, if it still can. Being Shaken "
        "ends the hold. An enemy that sees the figure sees that it holds.",
        "hold",
    ),
    Statement(
        "AMMO-F17",
        "Reloading is an action. The weapon is filled as far as the tokens carried for it go; "
        "what was left in it is not lost.",
        "reload",
    ),
    Statement(
        "AMMO-F18",
        "A shooting die that misses on a natural 1 hits a figure beside the target, each of those "
        "that the shooter's side sees equally likely; automatic fire and shotguns do so on 1 or "
        "2. Only a die that the Wild Die neither replaced nor bettered can do so, and the Wild "
        "Die never.",
        "fire",
    ),
    Statement(
        "AMMO-F19",
        "Close combat is a Fighting roll against Parry, which is 2 and half of the enemy's "
        "Fighting. Damage is the strength die and the weapon's; bare hands add nothing. Enemies "
        "are in reach where a step leads from one to the other.",
        "strike",
    ),
    Statement(
        "AMMO-F20",
        "By the house rule `muster` each side chooses its loads before deployment. A figure rolls "
        "for up to three purchases, trait die and Wild Die against 4 with what the price level "
        "adds; what it buys is for itself. The standard loads are plain magazines and standard "
        "rounds: a figure that takes them gives up what was bought. Without the rule the scenario "
        "says what all carry.",
        "buy, load, carry, muster default, ready",
    ),
    Statement(
        "AMMO-F21",
        "Armour piercing rounds and slugs pierce 2 more, shaped charges 6. Hollow points add 2 to "
        "the damage where no armour is worn. Tracer adds 1 to bursts and automatic fire, match "
        "grade 1 to single shots beyond short range. Slugs go astray on a 1 alone. Each costs a "
        "multiple of what the weapon's standard rounds cost.",
        "buy",
    ),
    Statement(
        "AMMO-F22",
        "Weights are exact fractions, and their sum is compared with what the kind may carry: the "
        "weapons with what is in them, longer magazines, each piece, and the spare tokens. A "
        "load that is too heavy may be made lighter.",
        "carry, buy",
    ),
    Statement(
        "AMMO-F23",
        "Lying down costs nothing, rising 2 tiles of the move. A prone figure crawls up to 2 "
        "tiles and cannot run.",
        "pose",
    ),
    Statement(
        "AMMO-F24",
        "Templates are small, medium and large, 1, 2 and 3 tiles round the tile where the burst "
        "comes down. Every figure there with a clear line to it takes the damage, each by dice of "
        "its own, friends and the thrower too; with a raise on the roll a d6 is added.",
        "bombard",
    ),
    Statement(
        "AMMO-F25",
        "Other rule systems may count tokens instead of rounds: one check an attack, on its first "
        "roll, in a range that is scaled to their dice.",
        "the house rule `ammunition` of other rulesets",
        descriptive=True,
    ),
)
