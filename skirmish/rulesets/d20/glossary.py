"""The words of d20 that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term(
        "turn",
        "A round of the battle, counted in the top line. 'Your turn' is your part of it: a bound.",
        "D20-F16",
        also=("initiative", "sequence"),
    ),
    Term("bound", "The orders of one side in a turn, until it ends them: 'your turn'.", "D20-F16"),
    Term("AP", "Action points: what a figure spends on moves, shots and all else.", "D20-F6"),
    Term("arc", "The 90 degrees ahead of a figure on overwatch."),
    Term(
        "overwatch",
        "Ends a figure's turn; it fires at enemies that move or act in its arc.",
        "D20-F10",
        also=("watch", "reaction", "interrupt", "hold", "opportunity", "ambush"),
    ),
    Term("called shot", "Aimed at a limb: 1 AP more, and harder.", "D20-F4"),
    Term(
        "crippled",
        "A limb that has taken its share of the hit points.",
        "D20-F5",
        also=("wound", "wounded"),
    ),
    Term(
        "hit points",
        "What a figure has to lose: damage less armour is taken off; without any it is down.",
        "D20-F16",
        also=("health", "dead", "die", "kill", "unconscious"),
    ),
    Term("bleeds, burns", "Loses hit points at the start of each own turn.", "D20-F13"),
    Term(
        "treating",
        "Ends bleeding and burning, of the figure itself or of a friend beside it.",
        "D20-F20",
        also=("treat", "heal", "medic", "bandage", "wounded"),
    ),
    Term(
        "explosives",
        "Come down at a tile or near it, and hurt every figure around.",
        "D20-F11",
        also=("grenade", "bomb", "rocket", "mortar", "bombard", "scatter", "lands", "flame"),
    ),
    Term(
        "blow",
        "An attack hand to hand.",
        "D20-F14",
        also=("melee", "strike", "charge", "knife", "bayonet", "hand-to-hand", "fight"),
    ),
    Term(
        "reloading",
        "Fills a magazine; spare magazines do not run out.",
        "D20-F15",
        also=("reload", "ammunition", "ammo", "clip", "empty", "jam"),
    ),
    Term(
        "prone",
        "Lying down: harder to hit from afar, easier from near; it must stand up to walk.",
        "D20-F7",
        also=("posture", "crawl", "kneel", "lie", "dive"),
    ),
    Term("embedded", "Loses hit points in a turn with more than 3 tiles of movement.", "D20-F13"),
    Term("stunned", "Sees nothing and loses 4 AP of its next turn.", "D20-F13"),
    Term(
        "CRIT",
        "A sure hit on a high roll, with a die more of damage.",
        "D20-F2",
        also=("critical", "fumble"),
    ),
    Term(
        "Accuracy, Evasion",
        "A d20 plus Accuracy must be higher than Evasion to hit.",
        "D20-F1",
        also=("dodge", "defend", "dice"),
    ),
    Term("DT, DR", "Armour: DT is taken off each hit, then DR percent off their sum.", "D20-23"),
)
