"""What the numbered rules leave silent and the game must decide, as statements of its own.

Numbers with an F. `statements` puts them beside the others.
"""

from __future__ import annotations

from skirmish.rulesets.ruleset import Statement

FILLS = (
    Statement(
        "BAY-F1",
        "A turn has four bounds: the first side moves, the second shoots, the second moves, the "
        "first shoots. When the shooting ends, all figures in contact fight. Then, before the "
        "side that shot moves: its clouds are counted down, gas acts on its figures, fleeing "
        "figures rally or run on, reinforcements arrive.",
        "the clock, end",
    ),
    Statement(
        "BAY-F2",
        "One shot after each of the enemy's moves, for a figure that is not Suppressed, Fleeing "
        "or in close combat. A slow weapon misses as many shooting phases as it says.",
        "fire, bombard",
    ),
    Statement(
        "BAY-F3",
        "A step costs 1 tile, a diagonal one 1.5; rough ground doubles it, difficult ground "
        "trebles it, a step uphill adds 1. A level of injury takes 2 tiles off the move and 1 "
        "off every factor. A figure looks where it likes while it moves; one that stands may "
        "turn once. A door costs 2 tiles to open or shut.",
        "move, turn, door",
    ),
    Statement(
        "BAY-F4",
        "Quality counts on whatever a figure rolls: inferior -1, superior +1, exceptional +2, "
        "and 1 more for an officer. So an officer's own rally and its lot after the battle have "
        "that 1 as well.",
        "every roll",
    ),
    Statement(
        "BAY-F5",
        "Cover helps the target against physical shooting: partial 1, full 2, fortification 3; so "
        "does standing higher than a figure that throws or lobs. Terrain gives 3 at most. A "
        "shield counts against what comes from the front half.",
        "fire, bombard",
    ),
    Statement(
        "BAY-F6",
        "An attack that is not higher does nothing. A higher one suppresses; twice the target's "
        "total, or any total higher than one of 0 or less, downs.",
        "the outcome of shooting",
    ),
    Statement(
        "BAY-F7",
        "A Suppressed figure is turned away from where the shot came from, cannot shoot, fights "
        "at -1, and moves 2 tiles at most: no step nearer to an enemy in sight, unless into "
        "better cover. It recovers when its own side's next movement ends.",
        "suppressed",
    ),
    Statement(
        "BAY-F8",
        "Crew and irregular figures flee instead: a full move away at once, off the map if it "
        "reaches so far. At the start of each own bound 1d6 and quality, with 1 for another "
        "officer within 6 tiles that is neither Suppressed nor Fleeing, of 5 or more rallies it, "
        "which costs that movement; else it runs on.",
        "fleeing",
    ),
    Statement(
        "BAY-F9",
        "Figures on adjacent tiles are in contact, and each fights one enemy at most: first pairs "
        "that face each other, then pairs of which one faces the other, then by lower ids. They "
        "are in Hand-to-Hand and may not walk away. A figure that is left over overlaps, and adds "
        "1 to a friend, 3 at most. The lower total recoils a tile, or is downed where there is "
        "no room or where it has half or less; a tie locks.",
        "close combat, fight",
    ),
    Statement(
        "BAY-F10",
        "Each further figure that could have made the shot itself may add 1 to it, 3 at most, "
        "and has then shot. Every roll of a divided burst is its side's attack on that target; "
        "so are opportunity fire and declared fire into a close combat. An attack on a tile, and "
        "what a stray shot meets, are never counted as one: they neither use up the attack on an "
        "enemy nor are refused for it.",
        "fire: aid=, split=",
    ),
    Statement(
        "BAY-F11",
        "A round at a point that the shooter does not see scatters by a d10: its face, divided "
        "by 5 with a spotter and by 2 without, rounded up, in tiles.",
        "bombard; house rule scatter",
    ),
    Statement(
        "BAY-F12",
        "Gas and smoke fill their radius for as many bounds as the weapon says, counted when the "
        "side that fired begins a movement. Gas strikes when it lands, and later each figure that "
        "begins its own bound in it; smoke blocks sight.",
        "clouds",
    ),
    Statement(
        "BAY-F13",
        "A burst divides over 3 rolls at most, at targets not more than 45 degrees apart.",
        "fire: split=, rolls=",
    ),
    Statement(
        "BAY-F14",
        "After the battle 1d6 and quality decides on each Downed figure: 1 or less dead, 2 "
        "severely, 3 badly, 4 lightly hurt, 5 scratched, 6 or more unhurt.",
        "the report after the battle",
        descriptive=True,
    ),
)
