"""Orders that no event tells of have a line in their own side's log."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.orders import parse_order
from skirmish.core.view import GivenOrder, News
from skirmish.game import Game, opening_of
from skirmish.presentation.figure_status import condition_words
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.rulesets.engine import verbs_of
from skirmish.scenario import find, load
from tests.position import Position, position

OPEN = "a>. . . . R<"
SET_TO = "of 30 rounds, set to BF: bursts"


def said(battle: Position, text: str, *later: ev.Event) -> list[str]:
    """The log of an order, and of later events."""
    after = battle.order(text)
    given = GivenOrder(str(battle.line(text)), battle.view())
    first, *others = (told.event for told in after.told)
    news = [News(first, given=given), *map(News, (*others, *later))]
    return [one.words for one in log_sentences(after.view(), news, battle.ruleset)]


@pytest.mark.parametrize(
    ("ruleset", "counters", "text", "line"),
    [
        (
            "opposed_d6",
            {"tokens": 0},
            "reload a",
            "a reloads: ammunition tokens now 1 of 1 (before 0 of 1)",
        ),
        (
            "dice_pool",
            {"rounds": 3},
            "reload a",
            f"a reloads assault rifle: now 30 {SET_TO} (before 3 {SET_TO})",
        ),
        (
            "d100",
            {"rounds": 3},
            "reload a",
            "a reloads assault rifle: now 30 of 30 rounds, burst (before 3 of 30 rounds, burst)",
        ),
        ("d20", {"rounds": 3}, "reload a", "a reloads rifle: rounds now 5 of 5 (before 3 of 5)"),
        (
            "trait_die",
            {"tokens": 0},
            "reload a",
            "a reloads assault rifle: now 2 of 2 tokens, 2 spare (before 0 of 2 tokens, 4 spare)",
        ),
        ("dice_pool", {}, "aim a", "a aims: +1 die"),
        ("d100", {}, "aim a", "a aims: +30"),
        ("d20", {}, "aim a", "a aims: +2"),
        ("trait_die", {}, "hold a", "a holds its action: goes before r 57%"),
        (
            "trait_die",
            {},
            "hold a mode=burst weapon=assault_rifle",
            "a holds its action with assault rifle, mode burst: goes before r 57%",
        ),
    ],
)
def test_an_order_without_news_is_written_with_what_it_changes(
    ruleset: str, counters: Mapping[str, int], text: str, line: str
) -> None:
    """The rounds that are loaded, what an aim adds."""
    rules = {"ammunition": "tokens"} if ruleset == "opposed_d6" else {}
    battle = position(OPEN, ruleset=ruleset, counters={"a": counters}, rules=rules)

    assert said(battle, text) == [line]


def test_a_weapon_that_is_made_ready_again_says_so() -> None:
    """Its rounds stay what they were."""
    counters = {"a": {"unready": 1}}
    battle = position(OPEN, ruleset="dice_pool", weapons={"a": ["bow"]}, counters=counters)
    had, now = (f"12 of 12 rounds, {state}" for state in ("not ready", "ready"))

    assert said(battle, "reload a") == [f"a reloads bow: now {now} (before {had})"]


def test_the_next_grenade_is_readied_not_reloaded() -> None:
    """Nothing is filled up."""
    arms, counters = {"a": ["submachine_gun", "grenade"]}, {"a": {"unready_2": 1}}
    battle = position(OPEN, ruleset="dice_pool", weapons=arms, counters=counters)

    assert said(battle, "reload a weapon=grenade") == ["a readies hand grenade"]


def test_what_follows_an_order_begins_a_line_of_its_own() -> None:
    """The end of a bound is not joined to it, and it stands before that."""
    battle = position(OPEN, ruleset="d20")
    later = ev.Bound(1, 2, "act", "red"), ev.Counted("a", "bleed", 1)

    told = said(battle, "aim a", *later)
    assert told[0] == "a aims: +2"
    assert len(told) == 3


def test_an_order_that_an_event_tells_of_is_not_written_again() -> None:
    """A figure that turns is one line."""
    assert said(position(OPEN, ruleset="d20"), "turn a N") == ["a faces N"]


def test_an_order_that_waits_for_an_answer_is_not_written_yet() -> None:
    """What it does comes with the answer."""
    battle = position(OPEN, ruleset="d20")
    given = GivenOrder("aim a", battle.view())
    asked = News(ev.Asked("blue", "reaction", ("hold",)), given=given)

    assert log_sentences(battle.view(), [asked], battle.ruleset) == ()


@pytest.mark.parametrize(
    ("faces", "spent"),
    [([1, 4], "; 1 token spent, rifle empty"), ([6, 6], "")],
    ids=["a low face takes a token", "a high one takes none"],
)
def test_a_shot_says_which_tokens_it_took(faces: list[int], spent: str) -> None:
    """The dice decide; what was in the weapon before is known to its side."""
    rules = {"ammunition": "tokens"}
    weapons = {"a": ["rifle"]}
    battle = position(OPEN, ruleset="opposed_d6", rules=rules, weapons=weapons)
    after = battle.order("fire a R", faces)
    given = GivenOrder(str(battle.line("fire a R")), battle.view())
    events = [told.event for told in after.told]
    news = [News(one, attack=given if isinstance(one, ev.Fired) else None) for one in events]
    news[0] = evolve(news[0], given=given)
    (shot, *_) = log_sentences(after.view(), news, battle.ruleset)
    assert ("token" in shot.words, shot.text.endswith(spent)) == (bool(spent), True)


def test_a_purchase_says_what_was_bought() -> None:
    """Also one that was not to be had: the test alone names nothing."""
    game = Game.new(opening_of(load(find("hill_chapel"))), 3)
    for line in ("buy b1 ap_rounds weapon=assault_rifle", "buy b2 ap_rounds weapon=revolver"):
        game.order("blue", parse_order(line, verbs_of(game.ruleset)))
    view = game.view("blue")
    told = [one.words for one in log_sentences(view, view.news, game.ruleset)]

    wanted = r"b1, buy AP rounds with assault rifle: (not available|bought for .*)"
    assert re.fullmatch(wanted, told[0])
    assert any(one.startswith("b2, buy AP rounds with revolver: ") for one in told)
    assert "b1: assault rifle ammunition AP rounds, supply for this mission" in told


@pytest.mark.parametrize(
    ("ruleset", "weapon", "faces"),
    [
        ("d20", "rifle", [2]),
        ("d100", "sniper_rifle", [99]),
        ("dice_pool", "heavy_pistol", [1] * 6),
    ],
)
def test_a_shot_that_empties_its_weapon_says_so(
    ruleset: str, weapon: str, faces: list[int]
) -> None:
    """In the log, and among the states of its figure, whose enemy does not learn it."""
    counters = {"a": {"rounds": 1}}
    battle = position(OPEN, ruleset=ruleset, weapons={"a": [weapon, "knife"]}, counters=counters)
    after = battle.order("fire a R", faces)
    given = GivenOrder(str(battle.line("fire a R")), battle.view())
    news = [
        News(told.event, attack=given if isinstance(told.event, ev.Fired) else None)
        for told in after.told
    ]
    news[0] = evolve(news[0], given=given)
    known = after.view("blue")
    said = " ".join(one.text for one in log_sentences(known, news, battle.ruleset))
    words = f"{weapon.replace('_', ' ')} empty"

    assert f"; {words}" in said
    assert words in condition_words(known, known.state.figures["a"], battle.ruleset)
    theirs = after.view("red")
    assert words not in condition_words(theirs, theirs.state.figures["a"], battle.ruleset)
