"""Terms of d100 that players meet, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term(
        "phase",
        "A part of a turn, up to four; left out when no figure is fast enough for it.",
        "EP-F4",
    ),
    Term("bound", "The orders of one side in a phase, until it ends them.", "EP-F4"),
    Term("speed", "The phases of a turn in which a figure acts: 2 is the first and the second."),
    Term("Complex, quick", "Actions: a phase holds one Complex one, or up to three quick ones."),
    Term(
        "initiative",
        "Rolled each turn; the side that wins it acts first in every phase.",
        "EP-F5",
        also=("sequence", "goes first"),
    ),
    Term(
        "ambush",
        "Hidden figures act first in the first turn.",
        "EP-F26",
        also=("hide", "hidden", "hiding", "surprise"),
    ),
    Term("surprised", "It did not notice the ambush, and cannot defend itself.", "EP-F26"),
    Term(
        "wound",
        "Durability lost to one hit, as much as the wound threshold: 10 less on everything.",
        "EP-F11",
        also=("wounded", "hurt", "bleed", "heal", "medic", "unconscious", "knocked"),
    ),
    Term(
        "shocked", "Put down by a shock; afterwards all tests are harder for some minutes.", "EP-16"
    ),
    Term("unsteady", "It withstood a shock: all tests are harder for some turns.", "EP-A7"),
    Term("stunned", "Out of action for a time: it sees nothing and does nothing."),
    Term(
        "Fray",
        "The skill to avoid attacks; half of it counts against fire.",
        "EP-F8",
        also=("dodge", "dive"),
    ),
    Term(
        "durability",
        "What a figure has to lose: damage less armour is taken off it, and at 0 it is out.",
        "EP-F10",
        also=("health", "dead", "die", "kill"),
    ),
    Term("DUR", "Short for durability, in odds and log."),
    Term(
        "damage 2d10+6", "Two d10 and 6. A roll of 30 or more adds 5, of 60 or more 10.", "EP-F10"
    ),
    Term(
        "critical",
        "A success on a double: 00, 11, 22. Its hit ignores armour.",
        "EP-F10",
        also=("fumble",),
    ),
    Term("armour -3", "Piercing: the weapon takes 3 off the armour of its target.", "EP-F10"),
    Term(
        "running",
        "A longer move, begun before any attack; attacks are at -20 until the next phase.",
        "EP-F7",
        also=("run", "sprint"),
    ),
    Term("smartlink", "A sight linked to the eye: 10 better with ranged weapons.", "EP-F15"),
    Term("biomorph, pod", "Living bodies: a shock can fell them.", "EP-10"),
    Term("synthmorph, bot, vehicle", "Machines: no shock fells them.", "EP-10"),
    Term("SOM", "Strength and balance, for grips and to stay standing."),
    Term(
        "grip",
        "One figure holds another, which must break free.",
        "EP-23",
        also=("grapple", "wrestle"),
    ),
    Term(
        "full defence",
        "30 better against attacks until its next phase.",
        "EP-F9",
        also=("defend", "parry"),
    ),
    Term(
        "suppressive fire",
        "A cone kept under fire until the shooter's next phase.",
        "EP-28",
        also=("suppressed", "pinned", "overwatch", "reaction", "interrupt", "opportunity"),
    ),
    Term(
        "blast",
        "Takes effect on every figure around the point where it comes down.",
        "EP-F21",
        also=("grenade", "bomb", "explosion", "rocket", "missile", "mortar", "bombard"),
    ),
    Term(
        "blow",
        "An attack hand to hand.",
        "EP-F28",
        also=("melee", "strike", "charge", "knife", "bayonet", "hand-to-hand", "fight"),
    ),
    Term(
        "reloading",
        "A Complex action; spare magazines do not run out.",
        "EP-F19",
        also=("reload", "ammunition", "ammo", "clip", "empty", "jam"),
    ),
    Term(
        "prone",
        "Lying down: harder to hit from afar, and it cannot run.",
        "EP-F15",
        also=("posture", "crawl", "kneel", "lie"),
    ),
)
