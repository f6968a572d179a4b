"""The words of d20 that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term("turn", "The orders of one side. Both sides have one in each turn of the battle."),
    Term("AP", "Action points: what a figure spends on moves, shots and all else.", "D20-F6"),
    Term("arc", "The 90 degrees ahead of a figure on overwatch."),
    Term("overwatch", "Ends a figure's turn; it fires at enemies that move or act in its arc."),
    Term("called shot", "Aimed at a limb: 1 AP more, and harder.", "D20-F4"),
    Term("crippled", "A limb that has taken its share of the hit points.", "D20-F5"),
    Term("bleeds, burns", "Loses hit points at the start of each own turn.", "D20-F13"),
    Term("embedded", "Loses hit points in a turn with more than 3 tiles of movement.", "D20-F13"),
    Term("stunned", "Sees nothing and loses 4 AP of its next turn.", "D20-F13"),
    Term("Accuracy, Evasion", "A d20 plus Accuracy must be higher than Evasion to hit.", "D20-F1"),
    Term("DT, DR", "Armour: DT is taken off each hit, then DR percent off their sum.", "D20-23"),
)
