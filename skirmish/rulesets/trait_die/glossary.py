"""The words of trait die that a player meets, each explained in a sentence."""

from skirmish.rulesets.ruleset import Term

TERMS = (
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
