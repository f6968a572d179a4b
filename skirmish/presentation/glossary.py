"""The words of the game, each explained in a sentence: those of all systems, and each system's own.

The rules themselves are the numbered statements; a word names the one to read.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Term:
    """A word, what it means, and the id of the rule that says more, or ""."""

    word: str
    text: str
    rule: str = ""


_COMMON = (
    Term("figure", "One person, beast or gun on the map."),
    Term("tile", "A square of the map. Distances are measured between centres of tiles."),
    Term("facing", "The direction that a figure looks in, one of eight."),
    Term("line of sight", "A straight line between two tiles that nothing blocks."),
    Term("cover", "Ground at the target that makes it harder to hit: 0 (none) to 3 (best)."),
    Term("downed", "Hurt so badly that it is out of the battle."),
    Term("out", "No longer in the battle: downed, fled, or gone off the map."),
    Term("objective", "An area or a task that pays points."),
    Term("points, score", "Objectives pay points; what a side was paid is its score."),
    Term("worth", "What a figure counts when it is lost. Losses of a side are added up in worth."),
    Term(
        "harm",
        "What attacks cost, counted in worth: a figure that is out in full, damage, wounds and"
        " hindrance in part. The report compares it with what was expected.",
    ),
    Term("broken", "A side that has lost a set part of its worth; it loses the battle at once."),
    Term("average loss", "The worth that an order costs a side on average, by its exact odds."),
    Term("effect", "A chance of any effect: suppressed, hurt, downed, or another harm."),
    Term("in contact", "On adjacent tiles, near enough to fight hand to hand."),
    Term("scatter", "How far, and in which direction, an area attack misses its aim."),
)
_OPPOSED_D6 = (
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
_DICE_POOL = (
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
_D20 = (
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
_TRAIT_DIE = (
    Term("turn", "The orders of one side. Both sides have one in each turn of the battle."),
    Term("action", "A shot, a blow, a reload: the second in a turn is at -2, the third at -4."),
    Term("success, raise", "A total of 4 is a success; each full 4 more is a raise."),
    Term("Wild Die", "A d6 that a wild card rolls beside its trait die; the better counts."),
    Term("wild card", "A figure of note: it rolls a Wild Die and is out at its fourth wound."),
    Term("Shaken", "It can only move until it passes a test of its Spirit."),
    Term("wound", "A hit well above the target's toughness; it counts on every roll."),
    Term("holds its action", "It waits, to act before an enemy that moves or acts in sight."),
    Term(
        "called shot",
        "Aimed at a limb or the head: harder to hit; the head takes more damage.",
        "AMMO-F7",
    ),
    Term("token", "A unit of ammunition, for weapons whose rounds are not counted singly."),
    Term("lifetime, month, mission", "How long a purchased kind of ammunition lasts."),
)
_D100 = (
    Term("phase", "A part of a turn, up to four; left out when no figure is fast enough for it."),
    Term("speed", "The phases of a turn in which a figure acts: 2 is the first and the second."),
    Term("Complex, quick", "Actions: a phase holds one Complex one, or up to three quick ones."),
    Term("initiative", "Rolled each turn; the side that wins it acts first in every phase."),
    Term("ambush", "Hidden figures act first in the first turn.", "EP-F26"),
    Term("surprised", "It did not notice the ambush, and cannot defend itself.", "EP-F26"),
    Term("wound", "Damage of a full wound threshold in one hit: 10 less on everything."),
    Term(
        "shocked", "Put down by a shock; afterwards all tests are harder for some minutes.", "EP-16"
    ),
    Term("unsteady", "It withstood a shock: all tests are harder for some turns.", "EP-A7"),
    Term("stunned", "Out of action for a time: it sees nothing and does nothing."),
    Term("Fray", "The skill to avoid attacks; half of it counts against fire.", "EP-F8"),
    Term("durability", "The damage that puts a figure out.", "EP-F10"),
    Term("DUR", "Short for durability, in the numbers of odds."),
    Term(
        "damage 2d10+6", "Two d10 and 6. A roll of 30 or more adds 5, of 60 or more 10.", "EP-F10"
    ),
    Term("critical", "A success on a double: 00, 11, 22. Its hit ignores armour.", "EP-F10"),
    Term("armour -3", "Piercing: the weapon takes 3 off the armour of its target.", "EP-F10"),
    Term("smartlink", "A sight linked to the eye: 10 better with ranged weapons.", "EP-F15"),
    Term("biomorph, pod", "Living bodies: a shock can fell them.", "EP-10"),
    Term("synthmorph, bot, vehicle", "Machines: no shock fells them.", "EP-10"),
    Term("SOM", "Strength and balance, for grips and to stay standing."),
    Term("grip", "One figure holds another, which must break free.", "EP-23"),
    Term("full defence", "30 better against attacks until its next phase.", "EP-F9"),
    Term("suppressive fire", "A cone kept under fire until the shooter's next phase.", "EP-28"),
)
_OWN: Mapping[str, tuple[Term, ...]] = {
    "opposed_d6": _OPPOSED_D6,
    "dice_pool": _DICE_POOL,
    "d20": _D20,
    "trait_die": _TRAIT_DIE,
    "d100": _D100,
}


_EFFECTS: Mapping[str, str] = {
    "opposed_d6": "suppress or down it",
    "dice_pool": "hurt or suppress it",
    "trait_die": "shake or wound it",
}
"""What an attack may do to its target, in a system's own words."""


def effect_words(ruleset: str) -> str:
    """What the chance at an enemy is a chance of: `hurt it`."""
    return _EFFECTS.get(ruleset, "hurt it")


def glossary(ruleset: str) -> tuple[Term, ...]:
    """The words of a system, its own first."""
    return (*_OWN.get(ruleset, ()), *_COMMON)


def find_terms(ruleset: str, words: str) -> tuple[Term, ...]:
    """The terms whose word holds these words; without any, all."""
    wanted = words.casefold()
    return tuple(term for term in glossary(ruleset) if wanted in term.word.casefold())


def term_words(term: Term) -> str:
    """A term as a line: `bound: the orders of ... (BAY-F1)`."""
    return f"{term.word}: {term.text}{f' ({term.rule})' if term.rule else ''}"
