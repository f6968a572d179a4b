"""The enemy's actions are listed in order, each with its place on the map."""

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.geometry import Facing
from skirmish.core.view import GivenOrder, News, View, view
from skirmish.session.enemy_actions import enemy_news, has_actions, passed_turn, seen_actions
from tests.position import position
from tests.toy_ruleset import TOY, toy


def after(*events: ev.Event) -> View:
    """Blue's view with some news."""
    return evolve(view(toy().state, "blue"), news=tuple(News(event) for event in events))


OURS = ev.Bound(1, 1, "act", "blue")
THEIRS = ev.Bound(1, 2, "act", "red")
WALK = ev.Moved("r1", ((6, 0), (5, 0)))
SHOT = ev.Fired("r1", "rifle", target="b1")


def test_only_the_enemys_last_bounds_are_told() -> None:
    """What he did before that, and what was done since, is left to the log."""
    seen = after(THEIRS, ev.Turned("r1", Facing.N), OURS, THEIRS, WALK, THEIRS, SHOT, OURS, SHOT)

    assert [news.event for news in enemy_news(seen)] == [THEIRS, WALK, THEIRS, SHOT]


def test_a_walk_shows_its_way_and_a_shot_both_ends() -> None:
    """A figure stands where it was last seen to go."""
    seen = evolve(after(THEIRS, WALK, SHOT), contacts={})
    walk, shot = seen_actions(seen, enemy_news(seen), TOY.value)

    assert (walk.path, walk.tile) == (WALK.path, (5, 0))
    assert shot.text == "r1 fires rifle at b1"
    assert shot.tile == seen.state.figures["b1"].at


def test_a_turn_is_lost_if_its_side_gave_no_order_in_it() -> None:
    """Not if it had no bound in it, nor while the turn lasts."""
    ours, theirs = ([ev.Bound(turn, 1, "act", side) for turn in (1, 2, 3)] for side in "br")
    ours = [evolve(one, side="blue") for one in ours]
    theirs = [evolve(one, side="red") for one in theirs]
    alone = after(ours[0], theirs[0], ours[1], theirs[1])
    assert passed_turn(alone, 0) == passed_turn(alone, 2) == 1
    assert passed_turn(alone, 3) == 0
    assert passed_turn(after(ours[0], theirs[0]), 0) == 0
    assert passed_turn(after(theirs[0], theirs[1], ours[1]), 0) == 0

    given = GivenOrder("end", alone)
    ended = evolve(alone, news=(*alone.news[:1], evolve(alone.news[1], given=given)))
    assert passed_turn(evolve(ended, news=(*ended.news, *alone.news[2:])), 0) == 0
    later = evolve(ended, news=(*ended.news, *alone.news[2:], *map(News, (*ours[2:], *theirs[2:]))))
    assert passed_turn(later, 0) == 2


def test_nothing_seen_leaves_no_trace() -> None:
    """Bounds alone are no deeds."""
    seen = after(OURS, THEIRS, OURS)

    assert seen_actions(seen, enemy_news(seen), TOY.value) == ()


def test_smoke_that_is_gone_is_news_at_its_place() -> None:
    """The map shows it by nothing; the end of an overwatch stands on its figure."""
    battle = position("a>. . . . R<", ruleset="opposed_d6", kind="sergeant")
    tiles = ((3, 0), (4, 0), (5, 0))
    laid = News(ev.Zoned("smoke_blue_4_0", "smoke", "blue", tiles, owner="a"))
    gone, ours = News(ev.Unzoned("smoke_blue_4_0")), News(OURS)
    seen = evolve(battle.view(), news=(laid, gone, ours))
    (action,) = seen_actions(seen, (gone, ours), battle.ruleset)

    assert (action.text, action.tile) == ("a: smoke around 4,0 is gone", (4, 0))
    assert has_actions(seen, (gone, ours))
    assert not has_actions(seen, (ours,))
