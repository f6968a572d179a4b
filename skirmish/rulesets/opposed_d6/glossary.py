"""The words of opposed d6 that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term("bound", "The orders of one side in a phase. A turn has four.", "BAY-F1"),
    Term("movement, shooting", "The phases: one side moves, then the other one shoots.", "BAY-F1"),
    Term(
        "arc",
        "The sector around its facing in which a figure can shoot.",
        "BAY-04",
        also=("flank", "rear", "facing", "behind"),
    ),
    Term(
        "area weapon",
        "Attacks every figure near a tile: grenades, rockets, mortars, gas.",
        "BAY-15",
        also=("grenade", "bomb", "blast", "explosion", "rocket", "mortar", "bombard", "throw"),
    ),
    Term(
        "indirect fire",
        "Goes over what is in the way; it scatters where the shooter does not see.",
        "BAY-11",
        also=("lands", "mortar", "spotter"),
    ),
    Term("aid", "Friends give up their shot and add 1 each to the attack of another.", "BAY-F10"),
    Term(
        "opportunity fire",
        "Fire at an enemy on its way, though it is out of sight where it stopped.",
        "BAY-21",
        also=("overwatch", "reaction", "interrupt", "hold", "ambush", "crossfire"),
    ),
    Term(
        "suppressed",
        "Turned away; cannot shoot, moves 2 tiles at most.",
        "BAY-F7",
        also=("morale", "panic", "fear", "shaken", "pinned", "stunned", "crawl"),
    ),
    Term(
        "flees",
        "Crew and irregulars run when they would be suppressed.",
        "BAY-F8",
        also=("morale", "panic", "fear", "rout", "retreat"),
    ),
    Term(
        "rallied",
        "Stopped fleeing; this costs its movement.",
        "BAY-F8",
        also=("rally", "morale", "courage"),
    ),
    Term("recovered", "No longer suppressed, since the last movement of its side.", "BAY-F7"),
    Term(
        "quality",
        "Inferior -1, superior +1, exceptional +2 on whatever it rolls.",
        "BAY-F4",
        also=("skill", "officer", "leader", "veteran"),
    ),
    Term(
        "close combat",
        "Fought by itself between figures in contact after shooting.",
        "BAY-F9",
        also=("melee", "charge", "assault", "bayonet", "knife", "hand-to-hand", "grapple"),
    ),
    Term(
        "downed",
        "Out of the battle. What became of it is rolled for afterwards.",
        "BAY-F14",
        also=("dead", "die", "kill", "wounded", "bleed", "heal", "medic", "unconscious"),
    ),
    Term(
        "injury",
        "Set by a scenario only: each level takes 2 tiles off a move, 1 off every factor.",
        "BAY-F3",
        also=("wound", "damage", "hurt"),
    ),
    Term(
        "reload",
        "A slow weapon misses shooting phases after a shot.",
        "BAY-13",
        also=("load", "ammunition", "ammo", "magazine", "clip", "jam"),
    ),
    Term(
        "turn",
        "Each side moves once and shoots once in it.",
        "BAY-A10",
        also=("initiative", "phase", "sequence"),
    ),
)
