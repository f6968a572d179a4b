"""The log says an attack's chance and what its dice had to show, as its side was told before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish.core.dice.faces import AGAIN, Face
from skirmish.core.events import Burst, Fired, Struck, Zoned
from skirmish.core.orders import parse_order
from skirmish.core.view import GivenOrder, News
from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import percent
from skirmish.rulesets.engine import verbs_of
from tests.position import position
from tests.session.test_few_keys import RULESETS, low_water, script

GOLDEN = Path(__file__).parents[1] / "golden"
_LEAST = 4
SCATTER = (
    r", scatter included|: only if it scatters and a wall stops it there|"
    r": \d+% by its roll, \d+% by scatter"
)
"""What may follow the chance of a shell in the log."""
NEEDED = {
    "d20": r"needs (\d+\+(, then \d+\+)?|21\+ on a d20), rolls \d",
    "d100": r"needs \d+ or less( \(defence \d+ or less\))?, rolls \d+(, defence rolls \d)?",
    "dice_pool": r"needs .*success(es)? \(5\+\)( than \d+ guard (die|dice))?, rolls \d",
    "trait_die": r"needs \d+\+ on d\d+( or wild d6)?, rolls \d",
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_log_says_the_chance_that_was_shown_before_the_order(ruleset: str) -> None:
    """For each attack of an order; for those of the enemy neither chance nor number."""
    game = low_water(ruleset)
    compared = needed = 0
    for side, text in script(ruleset):
        order = parse_order(text, verbs_of(game.ruleset))
        legal = LegalOrders(game.ruleset, game.view(side))
        odds = legal.order_odds(order) if order.verb in ("fire", "bombard", "throw") else None
        game.order(side, text)
        said = shots(game, len(game.lines), side, order.figure)
        other = "red" if side == "blue" else "blue"
        assert not any("%" in one for one in shots(game, len(game.lines), other, order.figure))
        if odds is None or not said:
            continue
        chances = [odds.landing.on] if odds.landing else []
        chances += [one.effect_chance for one in (odds.target,) if one is not None]
        if chances:
            assert re.search(rf"{percent(chances[0])}({SCATTER}| effect(: .*)?)?\)", said[0])
            compared += 1
        needed += bool(re.search(NEEDED.get(ruleset, "against die"), said[0]))
    assert compared >= _LEAST
    assert needed >= (1 if ruleset == "opposed_d6" else _LEAST)


def shots(game: Game, line: int, side: str, figure: str) -> list[str]:
    """The sentences of a line about shots of a figure, as a side reads them."""
    view, news = game.view_at(line, side), game.news_from(line, side)
    return [
        one.words
        for one in log_sentences(view, news, game.ruleset)
        if isinstance(one.event, Fired) or any(isinstance(e, Fired) for e in one.events)
        if one.words.startswith(f"{figure} ")
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_replay_says_the_same_as_live_play(ruleset: str) -> None:
    """Line for line, as the battle went on and from the record alone; the enemy's dice too."""
    game = low_water(ruleset)
    live: dict[str, list[str]] = {side: [] for side in game.sides}
    for giver, text in script(ruleset)[:120]:
        game.order(giver, text)
        for side in game.sides:
            live[side] += words_of_line(game, side)
    again = Game.replay(game.record.text)
    for side, lines in live.items():
        places = range(1, len(again.lines) + 1)
        assert [one for at in places for one in words_of_line(again, side, at)] == lines
        views = [battle.view(side) for battle in (game, again)]
        told = [log_sentences(view, view.news, game.ruleset) for view in views]
        assert [one.words for one in told[0]] == [one.words for one in told[1]]

    own = [
        one
        for one in live["blue"]
        if re.match(rf"b\d.* (fires|throws) .*\(\w*.*%({SCATTER}| effect.*)?\)", one)
    ]
    enemies = [one for one in live["blue"] if re.match(r"r\d+ (fires|throws) ", one)]
    assert len(own) >= _LEAST
    assert enemies
    assert not any("%" in one or ": needs" in one for one in enemies)
    dice = r"die \d" if ruleset == "opposed_d6" else r"rolls \d"
    assert any(re.search(dice, one) for one in enemies)


def words_of_line(game: Game, side: str, line: int = 0) -> list[str]:
    """The sentences of a line of the record, by default the last, as a side reads them."""
    at = line or len(game.lines)
    said = log_sentences(game.view_at(at, side), game.news_from(at, side), game.ruleset)
    return [one.words for one in said]


@pytest.mark.parametrize(("ruleset", "unseen"), [("dice_pool", 3), ("trait_die", 0), ("d20", 1)])
def test_a_shot_that_comes_down_out_of_sight_says_so(ruleset: str, unseen: int) -> None:
    """Each other one at a tile says where it came down, or that it left the map.

    One of which only is seen what it did to a figure does not say where it came down.
    """
    game, silent = low_water(ruleset), []
    for side, text in script(ruleset):
        order = parse_order(text, verbs_of(game.ruleset))
        game.order(side, text)
        if order.verb != "bombard":
            continue
        view, news = game.view_at(len(game.lines), side), game.news_from(len(game.lines), side)
        known = any(isinstance(one.event, Burst | Zoned) for one in news)
        said = " ".join(one.words for one in log_sentences(view, news, game.ruleset))
        assert ("comes down out of sight" in said) is not (known or "off the map" in said)
        silent += ["comes down out of sight" in said]
        everything = log_sentences(view, game.all_news_from(len(game.lines)), game.ruleset)
        # No die of what it did stands for one of the throw, which was not seen.
        rolled = re.search(r"rolls [\d ]+", log_sentences(view, news, game.ruleset)[0].words)
        assert rolled is None or rolled[0].strip() in everything[0].words
        assert not any("out of sight" in one.words for one in everything)
    assert sum(silent) == unseen


def test_with_everything_shown_a_shell_off_the_map_left_the_map() -> None:
    """Its own side cannot tell it from one that came down out of sight."""
    game, said = low_water("trait_die"), []
    for side, text in script("trait_die"):
        game.order(side, text)
        view, line = game.view_at(len(game.lines), side), len(game.lines)
        for news in (game.news_from(line, side), game.all_news_from(line)):
            cut = [one for one in news if not isinstance(one.event, Burst | Struck | Zoned)]
            said += [one.words for one in log_sentences(view, cut, game.ruleset)]

    falls = [one for one in said if "comes down" in one or "leaves the map" in one]
    assert len(falls) > 1
    for mine, all_told in zip(falls[::2], falls[1::2], strict=True):
        assert mine.replace("comes down out of sight", "leaves the map") == all_told


@pytest.mark.parametrize("ruleset", ["dice_pool", "trait_die", "d20"])
def test_a_shot_that_is_watched_has_no_end_before_it_comes_down(ruleset: str) -> None:
    """While its fall is still to be shown the log does not say that it is out of sight."""
    game, watched = low_water(ruleset), 0
    for side, text in script(ruleset):
        game.order(side, text)
        view, news = game.view_at(len(game.lines), side), game.news_from(len(game.lines), side)
        falls = [n for n, one in enumerate(news) if isinstance(one.event, Burst | Struck | Zoned)]
        if not text.startswith("bombard") or not falls:
            continue
        watched += 1
        part = log_sentences(view, news[: falls[0]], game.ruleset, ended=False)
        assert isinstance(part[-1].event, Fired)
        assert "comes down" not in " ".join(one.words for one in part)
    assert watched


def test_a_divided_burst_has_the_chance_on_each_of_its_targets() -> None:
    """The first is named by the shot; each other has its chance where its own dice stand."""
    battle = position("a>. . . R<\n. . . . Q<", weapons={"a": ("submachine_gun",)})
    text = "fire a r split=r:3+q:2"
    order, odds = battle.line(text), battle.odds(text)
    dice = (
        News(
            Fired("a", "submachine_gun", target="r"), attack=GivenOrder(str(order), battle.view())
        ),
        News(Struck("r", "nothing", source="a")),
        News(Struck("q", "flee", source="a")),
    )

    said = [one.words for one in log_sentences(battle.view(), dice, battle.ruleset)]

    chances = [
        percent(
            summarize_outcomes(battle.ruleset, battle.state, name, odds.figures[name]).effect_chance
        )
        for name in ("r", "q")
    ]
    assert chances[0] != chances[1]
    assert f"at r ({chances[0]} effect)" in said[0]
    assert said[1].startswith(f"q ({chances[1]}): ")


def test_what_counts_beside_the_totals_stands_beside_the_chance() -> None:
    """BAY-F7: a figure that has gone to ground adds to its total against suppression alone."""
    shown = {}
    for rules in ({}, {"go_to_ground": True}):
        battle = position(
            "a>. . . . . R<",
            ruleset="opposed_d6",
            phase="fire",
            rules=rules,
            counters={"R": {"recovered": 1}},
        )
        own = News(Fired("a", "rifle", target="r"), attack=GivenOrder("fire a r", battle.view()))
        (said,) = log_sentences(battle.view(), [own], battle.ruleset)
        shown[len(rules)] = said.words
    assert re.search(r"\(\d+% effect\)$", shown[0])
    assert re.search(
        r"\(\d+% effect: guard \+\d against suppression, not in its total\)$", shown[1]
    )


def test_the_dice_of_a_divided_burst_stand_behind_their_targets() -> None:
    """AMMO-F10: in the order of the shares; what another target needs is named where it differs."""
    battle = position(
        "a>. . . R<\n. . . &&Q<", ruleset="trait_die", weapons={"a": ("assault_rifle",)}
    )
    given = GivenOrder(str(battle.line("fire a r mode=auto split=r:2+q:1")), battle.view())
    faces = Face(6, 3, "shooting"), Face(6, 6, "shooting"), Face(6, 2, "shooting" + AGAIN)
    shot = Fired("a", "assault_rifle", target="r", how="auto")
    news = News(shot, (*faces, Face(6, 1, "shooting")), attack=given)

    (said,) = log_sentences(battle.view(), [news], battle.ruleset)

    assert re.search(
        r"needs \d+\+ on d\d+( or wild d6)?, q \d+\+, rolls r 3 6\+2, q 1$", said.words
    )


@pytest.mark.parametrize(
    ("faces", "result"), [((5,), "5: missed"), ((6, 1), "6+1: covers the ground")]
)
def test_suppressive_fire_says_what_it_needs_and_whether_it_succeeds(
    faces: tuple[int, ...], result: str
) -> None:
    """AMMO-F14: also where no figure is under it."""
    battle = position("a>. . . . R<", ruleset="trait_die", weapons={"a": ("assault_rifle",)})
    given = GivenOrder(str(battle.line("suppress a 3,0")), battle.view())
    fires = Fired("a", "assault_rifle", at=(3, 0), how="suppress")
    dice = (Face(6, face, "shooting" + AGAIN * bool(at)) for at, face in enumerate(faces))
    news = News(fires, tuple(dice), attack=given)

    (said,) = log_sentences(battle.view(), [news], battle.ruleset)

    assert said.words.endswith(f": needs 6+ on d6, rolls {result}")


def test_a_target_of_divided_fire_that_only_a_stray_shot_hits_says_so() -> None:
    """AMMO-F18: a 1 that misses r hits q beside it, whose own die may hit, too."""
    battle = position("a>. . . . R<Q<", ruleset="trait_die", weapons={"a": ("assault_rifle",)})
    given = GivenOrder(str(battle.line("fire a r mode=auto split=r:2+q:1")), battle.view())
    shot = Fired("a", "assault_rifle", target="r", how="auto")
    said = {}
    for own in ((1,), (6, 5)):
        dice = Face(6, 1, "shooting"), Face(6, 3, "shooting"), Face(6, own[0], "shooting")
        faces = (*dice, *(Face(6, face, "shooting" + AGAIN) for face in own[1:]))
        struck = News(Struck("r", "missed", source="a")), News(Struck("q", "shaken", source="a"))
        news = (News(shot, faces, attack=given), *struck)
        said[own] = [one.text for one in log_sentences(battle.view(), news, battle.ruleset)][-1]

    assert said[(1,)].endswith(": shaken, by a stray shot")
    assert said[(6, 5)].endswith(": shaken, by 2 hits, 1 of them a stray shot")


LANE = """
format = 2
title = "The lane"
ruleset = "d20"
turns = 3
first = "red"

[map]
rows = '''
........
'''

[sides.blue]
name = "Blue"
figures = [{ id = "b1", kind = "guard", at = [0, 0], facing = "E" }]

[sides.red]
name = "Red"
figures = [{ id = "r1", kind = "guard", at = [6, 0], facing = "W" }]
"""


@pytest.mark.parametrize("order", ["fire b1 r1", "move b1 1,0"])
def test_the_log_says_the_chance_of_a_shot_that_answers_an_order(order: str) -> None:
    """To its own side, as that was told while the figure waited; to the other side none."""
    game = Game.new(open_text(LANE), 1, {"blue": "human", "red": "human"})
    game.order("red", "overwatch r1")
    game.order("red", "end")
    known = game.view("red")
    (reply,) = game.ruleset.reactions.replies(known.state, "r1")

    game.order("blue", order)

    line = len(game.lines)
    (said,) = shots(game, line, "red", "r1")
    assert f"on overwatch at b1 ({percent(reply.chance)} effect): needs " in said
    (seen,) = shots(game, line, "blue", "r1")
    assert "%" not in seen
    assert "needs" not in seen


@pytest.mark.parametrize(
    ("ruleset", "kind", "order", "does", "token"),
    [
        ("trait_die", "sergeant", "pose r1 prone", "r1: prone", True),
        ("dice_pool", "soldier", "pose r1 prone", "r1: prone", False),
        ("dice_pool", "soldier", "aim r1", "r1 aims: +1 die", False),
    ],
)
def test_what_an_order_does_behind_a_held_shot_has_a_line_of_its_own(
    ruleset: str, kind: str, order: str, does: str, token: bool
) -> None:
    """The shot misses and takes a token of its shooter; only the log of that side says so."""
    text = LANE.replace("d20", ruleset).replace("guard", kind).replace('first = "red"', "")
    game = Game.new(open_text(text), 8, {"blue": "human", "red": "human"})
    for side, line in (("blue", "hold b1"), ("blue", "end"), ("red", order)):
        game.order(side, line)

    said = {side: words_of_line(game, side) for side in game.sides}
    assert said["red"][-1] == does
    shooter, mover = (next(one for one in said[side] if " at r1" in one) for side in game.sides)
    assert not any(" prone" in one or "aims" in one for one in (shooter, mover))
    assert ("; 1 token spent" in shooter, "token" in mover) == (token, False)


@pytest.mark.parametrize(
    ("side", "known"), [("red", " (10%): needs 15 or less (defence 50 or less),"), ("blue", ":")]
)
def test_breaking_free_is_an_attack_roll_against_a_defence(side: str, known: str) -> None:
    """Its chance and what its dice need are for the side of the held figure."""
    game = Game.replay(GOLDEN / "d100-ring_section.skr")
    line = next(at for at, one in enumerate(game.lines, 1) if one.order.startswith("free r1"))

    (said,) = words_of_line(game, side, line)
    assert said == f"r1 tries to break free{known} rolls 32, defence rolls 6: held"


def test_the_log_adds_up_who_acts_first_for_the_own_side_alone() -> None:
    """EP-F5: what the enemy adds is hidden until the battle is over."""
    game = low_water("d100")
    for side, text in script("d100"):
        game.order(side, text)
    (blue, red) = (side.name for side in game.state.setup.sides.values())

    def told(side: str) -> str:
        news = game.view(side).news
        return " ".join(one.text for one in log_sentences(game.view(side), news, game.ruleset))

    assert re.search(rf": {blue} \d+ \+ \d+ = \d+.*, {red} \d+ \+ hidden bonus", told("blue"))
    assert re.search(rf": {blue} \d+ \+ hidden bonus.*, {red} \d+ \+ \d+ = \d+", told("red"))
    over = log_sentences(game.view("blue"), game.all_news_from(opening_line(game)), game.ruleset)
    assert re.search(rf": {blue} \d+ \+ \d+ = \d+.*, {red} \d+ \+ \d+ = \d+", over[-1].text)


def opening_line(game: Game) -> int:
    """The line of the record that begins the first turn."""
    lines = range(1, len(game.lines) + 1)
    return next(
        at for at in lines if any(one.bonuses for one in game.all_news_from(at) if one.faces)
    )
