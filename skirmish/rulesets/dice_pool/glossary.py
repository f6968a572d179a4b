"""The words of the dice pool that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term("pass", "The orders of one side in a part of a turn. A turn has up to four."),
    Term("Simple, Complex", "Actions: a pass holds two Simple ones or one Complex one."),
    Term("hits", "Dice that show 5 or 6; net hits are what the defence leaves.", "POOL-F1"),
    Term("SS, SA, BF, FA", "Modes: single shot, semi-automatic, burst fire, fully automatic."),
    Term("recoil", "Each round fired in a pass takes dice from its next shots.", "POOL-15"),
    Term("choke", "The width of a shotgun's pattern: narrow, medium or wide."),
    Term("cone", "The sector ahead of the shooter that a wide burst or shot covers."),
    Term("suppressive fire", "A cone kept under fire until the shooter's next pass.", "POOL-F13"),
    Term("held action", "A shot kept back, fired before an enemy moves or acts.", "POOL-F14"),
    Term("full defence", "The figure dodges better until its next pass, and does nothing else."),
    Term(
        "surprised",
        "Attacked out of hiding: it cannot defend itself until its next pass is over.",
        "POOL-F15",
    ),
)
