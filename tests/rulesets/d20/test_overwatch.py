"""Overwatch: the cone, what triggers it, what it costs, when it ends."""

from __future__ import annotations

import pytest

from skirmish.core.view import News, news_of, view
from skirmish.presentation.figure_status import condition_words
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.rulesets.d20 import accuracy
from skirmish.rulesets.d20.card import conditions
from skirmish.rulesets.d20.dice import Readings
from skirmish.rulesets.foresight import dangers
from tests.position import SIDES, Position, field_of
from tests.rulesets.d20.blocks import bomb, duel, gun, man

LONG = gun(fire_rate=1, ap_single=2, ap_burst=2)


def watched(order: str = "overwatch a mode=burst", **setup: object) -> Position:
    """Has a watch eastward along a lane; red's bound, with R at its far end."""
    battle = duel("a>. . . . . . . . . R", setup.pop("arm", LONG), **setup)  # type: ignore[arg-type]
    return battle.order(order).order("end")


def test_each_step_in_the_cone_is_answered_and_recoil_grows() -> None:
    """D20-V9, D20-41, D20-42, D20-43, D20-44: bursts at 0, -4, -8, each for its points."""
    after = watched(target=man(hp=60)).order("move r 7,0", [12, 12, 13, 13, 17, 14, 13, 18, 18])

    struck = after.news("struck")
    assert [line.split("hits:")[1][0] for line in struck] == ["2", "1", "0"]
    assert (after.figure("a").count("spent"), after.figure("a").count("watch_bursts")) == (6, 3)


def test_single_shots_bring_no_recoil() -> None:
    """D20-A10, D20-40: both shots hit on the same 11."""
    after = watched("overwatch a").order("move r 8,0", [11, 13, 11, 13])

    assert [line.split("hits:")[1][0] for line in after.news("struck")] == ["1", "1"]


def test_a_burst_of_the_own_bound_counts() -> None:
    """D20-A9: after a burst the first one from overwatch is at -4."""
    battle = duel("a>. . . R", LONG).order("fire a R mode=burst", [2, 2])
    after = battle.order("overwatch a mode=burst").order("end").order("move r 3,0", [14, 15, 13])

    assert after.news("struck")[0].endswith("hits:1+damage:4")


def test_the_other_reading_of_overwatch_recoil(monkeypatch: pytest.MonkeyPatch) -> None:
    """D20-A9: by the named switch the two are counted apart, and 14 and 15 both hit."""
    monkeypatch.setattr(accuracy, "READINGS", Readings(one_recoil=False))
    battle = duel("a>. . . R", LONG).order("fire a R mode=burst", [2, 2])
    battle = battle.order("overwatch a mode=burst").order("end")

    after = battle.order("move r 3,0", [14, 15, 13, 13])
    assert "hits:2" in after.news("struck")[0]


def test_recoil_is_cleared_at_the_own_next_turn() -> None:
    """D20-45: and the overwatch itself ends (D20-F10)."""
    after = watched().order("move r 9,0", [2, 2]).order("end")

    assert after.figure("a").count("watch_bursts") == 0
    assert not after.state.zones


def test_a_figure_that_has_spent_its_overwatch_is_not_shown_on_it() -> None:
    """D20-43: neither to its own side nor to the enemy, as soon as it cannot fire again."""
    before = watched("overwatch a", arm=gun(fire_rate=1, ap_single=8))
    after = before.order("move r 8,0", [11, 13])

    for battle, lasts in ((before, True), (after, False)):
        for side in SIDES:
            known = battle.view(side)
            figure = known.state.figures["a"]
            assert ("on overwatch" in condition_words(known, figure)) is lasts
            assert ("on overwatch" in conditions(known.state, figure)) is lasts


def test_it_shoots_before_the_step_at_the_tile_that_is_left() -> None:
    """D20-F10: a target put down stops where it was."""
    after = watched(target=man(hp=4)).order("move r 8,0", [12, 2, 13])

    assert after.figure("R").fate == "downed"
    assert after.state.tracks == {}


def test_both_tiles_must_be_inside() -> None:
    """D20-F10: stepping in or out is not answered, nor what is beside the cone."""
    places = {"a": (0, 4, ">"), "R": (2, 1)}
    battle = duel(field_of(8, 8), LONG, at=places).order("overwatch a").order("end")

    assert battle.order("move r 2,2").news("struck") == ()
    assert battle.order("move r 2,2").order("move r 2,1").news("struck") == ()
    assert len(battle.order("move r 2,2").order("move r 3,2", [2]).news("struck")) == 1


def test_the_cone_ends_at_long_range() -> None:
    """D20-F10: 90 degrees, to the far end of the long band."""
    battle = duel(field_of(14, 14), gun(close=2, medium=4, long=6), at={"a": (0, 6), "R": (13, 0)})
    zone = battle.order("overwatch a face=SE").state.zones["overwatch_blue_1"]

    assert (6, 6) in zone.tiles
    assert (0, 12) in zone.tiles
    assert not {(7, 6), (5, 5), (5, 11), (0, 6)} & set(zone.tiles)


def test_a_door_that_is_opened_later_adds_no_tile() -> None:
    """D20-F10: the steps behind it are seen, and not answered; with the door open before they are.

    The odds of the order say how many tiles it watches.
    """
    battle = duel("a>. . + R<. . .", LONG)
    first = battle.order("end").order("door r 3,0").order("end")
    tiles = []
    for now, faces in ((first.order("end").order("end"), [2]), (battle, [])):
        told = forecast_order(now.ruleset, now.view(), now.line("overwatch a"))
        assert told is not None
        after = now.order("overwatch a")
        (zone,) = after.state.zones.values()
        assert told.waiting.tiles == len(zone.tiles)
        tiles.append(len(zone.tiles))
        after = after.order("end")
        after = after if now is not battle else after.order("door r 3,0")
        assert len(after.order("move r 5,0", faces).news("fired")) == len(faces)
    assert tiles[0] > tiles[1]


def test_an_attack_from_inside_is_answered_first() -> None:
    """D20-F10, D20-F19: who is put down by the answer does not fire."""
    battle = watched(target=man(hp=4))
    after = battle.order("fire r a", [12, 2, 13])

    assert after.figure("R").fate == "downed"
    assert after.news("fired") == ("fired a gun target=r how=overwatch",)


def test_an_answered_attack_goes_on() -> None:
    """D20-F19: the answer misses; the shot is fired and paid, and answered by no overwatch."""
    after = watched("overwatch a").order("fire r a", [2, 2])

    assert [line.split()[1] for line in after.news("fired")] == ["a", "r"]


def test_an_attack_that_is_not_possible_any_more_lapses() -> None:
    """D20-F19: stunned before it fires, it spends nothing."""
    after = watched(arm=gun(stun=True), order="overwatch a").order("fire r a", [19, 13])

    assert after.news("stopped") == ("stopped r lapsed",)
    assert (after.figure("R").count("spent"), after.figure("R").count("rounds")) == (0, 40)


def test_it_lasts_as_long_as_the_points() -> None:
    """D20-F10, D20-43: 8 points pay two bursts of 4; then the cone is gone."""
    after = watched(arm=gun(fire_rate=1, ap_burst=4)).order("move r 6,0", [2] * 4)

    assert len(after.news("fired")) == 2
    assert not after.state.zones


def test_at_least_one_attack_must_be_paid() -> None:
    """D20-F10, D20-A11: refused without the points or the rounds."""
    tired = duel("a>. R", LONG, counters={"a": {"spent": 7}})

    assert tired.rule("overwatch a mode=burst") == "D20-F10"
    assert duel("a>. R", LONG, counters={"a": {"rounds": 1}}).rule("overwatch a") == "legal"
    dry = duel("a>. R", LONG, counters={"a": {"rounds": 1}})
    assert dry.rule("overwatch a mode=burst") == "D20-A11"


def test_it_is_the_last_thing_a_figure_does() -> None:
    """D20-F10: nothing may be ordered after it, and no limb can be called in it."""
    battle = duel("a>. . R", LONG).order("overwatch a")

    assert {battle.rule(f"{order}") for order in ("fire a R", "turn a N", "aim a")} == {"D20-F10"}
    assert battle.ruleset.options(battle.view(), "a") == ()
    assert battle.ruleset.verbs["overwatch"].field("limb") is None


def test_stun_and_knockdown_end_it() -> None:
    """D20-F10: stunned, thrown down or out."""
    for arm in (gun(stun=True), gun(knockdown=True), gun(damage_bonus=30)):
        battle = duel("a . . . R>", arm).bound("act", "red").order("overwatch r face=N")
        battle = battle.bound("act", "blue", turn=2)
        assert battle.order("fire a R", [19, 13]).state.zones == {}


def test_below_the_chance_it_holds_its_fire() -> None:
    """The standing order's `when=`: 45 percent at 50, 50 at 50."""
    assert watched("overwatch a when=50%").order("move r 9,0", [2]).news("fired")
    hard = watched("overwatch a when=50%", target=man(agility=6))
    assert hard.order("move r 9,0").news("fired") == ()


def test_its_owner_may_be_asked() -> None:
    """`reply=ask`: play waits for a word, and goes on with it."""
    asked = watched("overwatch a reply=ask").order("move r 9,0")

    assert asked.acting == "blue"
    held = asked.order("answer hold")
    assert (held.news("fired"), held.figure("R").at) == ((), (9, 0))
    assert asked.order("answer fire a r weapon=gun", [2]).news("fired")


def test_unseen_figures_do_not_trigger_it() -> None:
    """D20-F10: an enemy that it can see: one that throws out of hiding is not answered."""

    def thrown(hidden: int, *faces: int) -> tuple[str, ...]:
        battle = duel("a>. . . R", weapons={"R": (bomb(),)}, counters={"R": {"hidden": hidden}})
        return battle.order("overwatch a").order("end").order("bombard r 0,0", faces).news("fired")

    assert thrown(1, 20) == ("fired r bomb at=0,0 how=throw",)
    assert thrown(0, 2, 20) == (
        "fired a gun target=r how=overwatch",
        "fired r bomb at=0,0 how=throw",
    )


def test_who_watches_in_hiding_shows_no_zone_until_it_fires() -> None:
    """D20-F10: what an enemy saw watched would tell that somebody is there."""
    battle = watched("overwatch a", counters={"a": {"hidden": 1}})
    assert battle.view("red").state.zones == {}
    fired = battle.order("move r 9,0", [2])
    assert [*fired.view("red").state.zones] == ["overwatch_blue_1"]


def test_its_aim_goes_with_the_first_attack() -> None:
    """D20-F9, D20-F10: 9 and 2 for aim hit Evasion 10, the second time they do not."""
    battle = duel("a>. . . . . R", gun()).order("aim a").order("overwatch a").order("end")
    after = battle.order("move r 4,0", [9, 13, 9])

    assert [line.split("hits:")[1][0] for line in after.news("struck")] == ["1", "0"]


def test_a_crippled_leg_slows_the_rest_of_the_way() -> None:
    """D20-F5, D20-F19: the walk is judged again with what the shot left."""
    legs = gun(damage_bonus=6)
    after = watched(arm=legs, order="overwatch a").order("move r 4,0", [19, 1, *[2] * 3])

    assert after.news("stopped") == ("stopped r spent",)
    assert after.figure("R").at == (6, 0)


@pytest.mark.parametrize(
    ("order", "faces", "way"),
    [
        ("overwatch a", [2], "overwatch"),
        ("overwatch a mode=burst", [2, 2], "overwatch, burst"),
    ],
)
def test_the_mode_that_was_seen_is_that_of_the_attacks_to_come(
    order: str, faces: list[int], way: str
) -> None:
    """D20-42: before the first attack the worse of both is expected, after it the one seen."""
    battle = watched(order)
    after = battle.order("move r 9,0", faces)
    seen = news_of(battle.state, after.told, after.faces, "red")

    def expected(now: Position, *news: News) -> list[str]:
        known = view(now.state, "red", news)
        told = dangers(now.ruleset, known, now.line("move r 7,0"))
        return [one.shot.way for one in told if one.shot]

    assert set(expected(battle)) == {"overwatch, burst"}
    assert set(expected(after, *seen)) == {way}
