"""Dice in log sentences, and what a sentence reports already."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Face, Script, open_ended, parse_faces
from skirmish.core.events import Counted, Event, Fired, Struck
from skirmish.core.view import News, news_of
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import dice_words
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.trait_die.counters import SHAKEN
from tests.position import position
from tests.rulesets.d100.blocks import PISTOL, STUNNER, scene


def test_dice_are_named_by_purpose_else_by_kind() -> None:
    """A record keeps only the kind and face of a die."""
    named = (Face(100, 8, "attack"), Face(10, 5, "damage"), Face(10, 2, "damage"))
    read = (Face(100, 8), Face(10, 5), Face(100, 37))

    assert dice_words(named) == "attack rolls 8, damage dice 5 2"
    assert dice_words(read) == "d100 8 37, d10 5"


def test_a_die_that_was_rolled_again_stands_as_a_sum() -> None:
    """AMMO-F2: 2 and 6+6+6 are two dice; an ace that was not rolled again says that it suffices."""
    script = Script(parse_faces("8:2 8:8 8:8 8:3 6:6 6:5 6:1"))
    for sides, cap, what in ((8, 99, "shooting"), (8, 99, "shooting"), (6, 99, "wild")):
        open_ended(script, sides, cap, what)
    open_ended(script, 6, 99, "damage")
    assert dice_words(script.faces) == "shooting 2 8+8+3, wild 6+5, damage dice 1"

    battle = position("a>b>. . R<", ruleset="trait_die")
    shot = [News(Fired("R", "carbine", target="a")), News(Struck("a", SHAKEN, source="R"), ())]
    told = log_sentences(battle.view(), [shot[0], evolve(shot[1], faces=script.faces)], None)
    assert [one.words for one in told] == [
        "R fires carbine at a: rolls 2 8+8+3, wild 6+5: shaken (damage dice 1)"
    ]
    tally = battle.ruleset.outcomes.tally
    enough = (Face(6, 6, "damage"), Face(6, 2, "damage"))
    assert dice_words(enough, tally) == "damage dice 6 2 = enough, no reroll"
    assert dice_words((Face(6, 6, "damage"), Face(6, 2, "damage+")), tally) == "damage dice 6+2"


def test_the_dice_of_an_attack_stand_before_its_result() -> None:
    """Those of the enemy as well, without what they need; where a shell falls is told behind."""
    battle = position("a>b>. . R<", ruleset="trait_die")
    dice = (Face(8, 5, "shooting"), Face(6, 2, "wild"), Face(6, 4, "damage"))
    fired = Fired("R", "carbine", target="a")
    shot = [News(fired), News(Struck("a", SHAKEN, source="R"), dice)]
    lob = [News(fired, (Face(12, 3, "scatter"),))]

    assert [one.words for one in log_sentences(battle.view(), shot, battle.ruleset)] == [
        "R fires carbine at a: rolls 5, wild 2: shaken (damage dice 4)"
    ]
    assert [one.words for one in log_sentences(battle.view(), lob, battle.ruleset)] == [
        "R fires carbine at a (scatter die 3)"
    ]


def test_the_dice_of_attack_and_defence_are_told_from_their_numbers() -> None:
    """`defence 38` would read as the number that the defence needs."""
    assert dice_words([Face(100, 91, "attack")]) == "attack rolls 91"
    assert dice_words([Face(100, 38, "defence")]) == "defence rolls 38"


def test_the_last_face_of_a_d100_is_the_lowest() -> None:
    """EP-F1: it is read as 00, which explains a hit by a roll of a hundred."""
    battle = position("a>. . R<", ruleset="d100")
    dice = (Face(100, 100, "attack"), Face(10, 4, "damage"), Face(100, 100, "prone"))
    shot = [News(Fired("a", "rifle", target="r")), News(Struck("r", "hurt", source="a"), dice)]

    (said,) = log_sentences(battle.view(), shot, battle.ruleset)
    assert "rolls 00 (the lowest): hurt" in said.words
    assert said.words.endswith("(damage dice 4, to stay on its feet 00)")
    assert dice_words([Face(100, 99, "attack"), Face(100, 100, "attack")]) == "attack rolls 99 00"


def test_what_the_tests_of_a_struck_figure_need_is_told_to_both_sides() -> None:
    """EP-F11: three times SOM, 10 less for each wound, those of this hit too; EP-12 for a shock."""

    def told(weapon: Weapon, faces: list[int]) -> list[str]:
        before = scene("a . R", weapons={"a": (weapon,)}, counters={"R": {"wounds": 1}})
        shot = before.order("fire a R", faces)
        news = [news_of(before.state, shot.told, shot.faces, side) for side in ("blue", "red")]
        return [log_sentences(shot.view(), one, shot.ruleset)[0].words for one in news]

    for said in told(PISTOL, [41, 21, 9, 9, 10, 80]):
        assert "to stay on its feet (needs 15 or less): rolls 10" in said
        assert "to stay conscious (needs 15 or less): rolls 80" in said
    for said in told(STUNNER, [41, 21, 35, 9, 9, 10]):
        assert "to withstand the shock (needs 40 or less): rolls 35" in said


def test_a_state_is_told_of_each_figure() -> None:
    """The sentence before may say the same of another figure, or that the state has ended."""
    battle = position("a>b>. . R<", ruleset="trait_die")
    values = (("a", 1), ("b", 1), ("b", 0), ("b", 1))
    events = [Counted(name, SHAKEN, value) for name, value in values]
    told = log_sentences(battle.view(), [News(event) for event in events], battle.ruleset)

    assert [one.text for one in told] == [
        "a: Shaken",
        "b: Shaken",
        "b: no longer Shaken",
        "b: Shaken",
    ]


def test_a_state_that_a_test_or_an_attack_names_is_told_once() -> None:
    """Only what happened to the same figure counts, not its words."""
    battle = position("a>b>. . R<", ruleset="trait_die")
    events: tuple[Event, ...] = (
        Struck("a", SHAKEN),
        Counted("a", SHAKEN, 1),
        Counted("b", SHAKEN, 1),
    )
    told = log_sentences(battle.view(), [News(event) for event in events], battle.ruleset)

    assert [one.text for one in told] == ["a: shaken", "b: Shaken"]
