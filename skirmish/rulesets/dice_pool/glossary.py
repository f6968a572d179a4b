"""Terms of the dice pool that players meet, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term(
        "pass",
        "The orders of one side in a part of a turn. A turn has up to four.",
        "POOL-F4",
        also=("turn", "initiative", "speed", "sequence"),
    ),
    Term("bound", "The orders of one side until it ends them: here a pass.", "POOL-F4"),
    Term("Simple, Complex", "Actions: a pass holds two Simple ones or one Complex one."),
    Term(
        "running",
        "Twice the share of the move, with 2 dice less on attacks.",
        "POOL-F4",
        also=("run", "sprint"),
    ),
    Term(
        "successes",
        "Dice that show 5 or 6. Net successes: those of the attack less those of the defence.",
        "POOL-F1",
        also=("success", "net successes", "threshold"),
    ),
    Term(
        "hits",
        "Rounds that strike a figure; each net success may bring more of a burst.",
        "POOL-26",
        also=("hit", "extra hits"),
    ),
    Term("SS, SA, BF, FA", "Modes: single shot, semi-automatic, burst fire, fully automatic."),
    Term(
        "recoil",
        "Each round fired in a pass but the first takes dice, also from the attack that fires it.",
        "POOL-15",
    ),
    Term("choke", "The width of a shotgun's pattern: narrow, medium or wide."),
    Term("cone", "The sector ahead of the shooter that a wide burst or shot covers."),
    Term(
        "suppressive fire",
        "A cone kept under fire until the shooter's next pass.",
        "POOL-F13",
        also=("suppressed", "pinned", "covering fire"),
    ),
    Term(
        "held action",
        "A shot kept back, fired before an enemy moves or acts.",
        "POOL-F14",
        also=("overwatch", "watch", "reaction", "interrupt", "opportunity"),
    ),
    Term(
        "full defence",
        "The figure dodges better until its next pass, and does nothing else.",
        "POOL-F3",
        also=("dodge", "defend", "dive"),
    ),
    Term(
        "surprised",
        "Attacked out of hiding: it cannot defend itself until its next pass is over.",
        "POOL-F15",
        also=("surprise", "ambush", "hidden", "hide", "hiding"),
    ),
    Term(
        "blast",
        "Comes down at a tile, scatters, and weakens with each tile.",
        "POOL-F16",
        also=("grenade", "bomb", "explosion", "rocket", "mortar", "bombard", "indirect", "lands"),
    ),
    Term(
        "boxes",
        "Damage fills them: each three cost a die, and a figure with all full is down.",
        "POOL-F9",
        also=("wound", "wounded", "bleed", "heal", "medic", "dead", "die", "kill", "unconscious"),
    ),
    Term(
        "blow",
        "An attack hand to hand; it is Complex.",
        "POOL-F10",
        also=("melee", "strike", "charge", "knife", "bayonet", "hand-to-hand", "fight"),
    ),
    Term(
        "jam",
        "Too many dice with a 1: the weapon is of no use until the jam is cleared. What is thrown "
        "goes off; the next one is stuck until then.",
        "POOL-F2",
        also=("fumble", "stuck", "malfunction"),
    ),
    Term(
        "magazine",
        "A weapon starts full, and magazines do not run out.",
        "POOL-F19",
        also=("ammunition", "ammo", "clip", "token"),
    ),
    Term(
        "prone",
        "Lying down: harder to hit from afar, slow to move.",
        "POOL-F18",
        also=("posture", "crawl", "kneel", "lie", "knocked"),
    ),
)
