"""Terms of trait die that players meet, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
    Term(
        "turn",
        "A round of the battle, counted in the top line; 'your turn' is your part of it.",
        "AMMO-F1",
        also=("initiative", "sequence", "bound"),
    ),
    Term("action", "A shot, a blow, a reload: the second in a turn is at -2, the third at -4."),
    Term(
        "further action",
        "Each action after the first of a turn: each one takes 2 off all that follow.",
        "AMMO-F5",
    ),
    Term(
        "stray shot",
        "A shot that misses its target and hits a figure beside it.",
        "AMMO-F18",
        also=("bystander", "stray"),
    ),
    Term(
        "HEAT",
        "A shaped charge: a rocket's head that pierces 6 points of armour more.",
        "AMMO-F21",
        also=("shaped charge",),
    ),
    Term("success, raise", "A total of 4 is a success; each full 4 more is a raise."),
    Term("Wild Die", "A d6 that a wild card rolls beside its trait die; the better counts."),
    Term("wild card", "A figure of note: it rolls a Wild Die and is out at its fourth wound."),
    Term(
        "Shaken",
        "It can only move until it passes a test of its Spirit.",
        "AMMO-F13",
        also=("morale", "panic", "fear", "courage", "pinned", "stunned", "rally"),
    ),
    Term(
        "wound",
        "A hit well above the target's toughness; it counts on every roll.",
        "AMMO-F12",
        also=("wounded", "hurt", "bleed", "heal", "medic", "dead", "die", "kill", "unconscious"),
    ),
    Term(
        "holds its action",
        "It waits, to act before an enemy that moves or acts in sight.",
        "AMMO-F16",
        also=("hold", "overwatch", "watch", "reaction", "interrupt", "opportunity", "ambush"),
    ),
    Term(
        "suppressive fire",
        "One roll at an area: figures under it may be Shaken.",
        "AMMO-F14",
        also=("suppressed", "covering fire"),
    ),
    Term(
        "template",
        "The area of a burst: 1, 2 or 3 tiles round the tile where it comes down.",
        "AMMO-F24",
        also=("blast", "grenade", "bomb", "explosion", "rocket", "mortar", "bombard"),
    ),
    Term(
        "close combat",
        "A Fighting roll against Parry, between figures beside each other.",
        "AMMO-F19",
        also=("melee", "blow", "strike", "charge", "knife", "bayonet", "hand-to-hand"),
    ),
    Term(
        "prone",
        "Lying down: harder to hit from afar, slow to move.",
        "AMMO-F23",
        also=("posture", "crawl", "kneel", "lie", "dive", "knocked"),
    ),
    Term(
        "running",
        "A d6 of tiles more, once in a turn; rolls in the rest of it are 2 lower.",
        "AMMO-F4",
        also=("run", "sprint"),
    ),
    Term(
        "called shot",
        "Aimed at a limb or the head: harder to hit; the head takes more damage.",
        "AMMO-F7",
    ),
    Term(
        "token",
        "A unit of ammunition, for weapons whose rounds are not counted singly.",
        "AMMO-01",
        also=("ammo", "clip", "empty"),
    ),
    Term("lifetime, month, mission", "How long a purchased kind of ammunition lasts."),
)
