"""The words of opposed d6 that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term("bound", "The orders of one side in a phase. A turn has four.", "BAY-F1"),
    Term("movement, shooting", "The phases: one side moves, then the other one shoots.", "BAY-F1"),
    Term("arc", "The sector around its facing in which a figure can shoot."),
    Term("aid", "Friends give up their shot and add 1 each to the attack of another.", "BAY-F10"),
    Term(
        "opportunity fire",
        "Fire at an enemy on its way, though it is out of sight where it stopped.",
        "BAY-21",
    ),
    Term("suppressed", "Turned away; cannot shoot, moves 2 tiles at most.", "BAY-F7"),
    Term("flees", "Crew and irregulars run when they would be suppressed.", "BAY-F8"),
    Term("rallied", "Stopped fleeing; this costs its movement.", "BAY-F8"),
    Term("recovered", "No longer suppressed, since the last movement of its side.", "BAY-F7"),
    Term("quality", "Inferior -1, superior +1, exceptional +2 on whatever it rolls.", "BAY-F4"),
    Term("close combat", "Fought by itself between figures in contact after shooting.", "BAY-F9"),
)
