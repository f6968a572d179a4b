"""What was watched of a battle, and what the recap lists of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from attrs import define, evolve, field

from skirmish.core import events as ev
from skirmish.core.orders import Order
from skirmish.core.view import News, View
from skirmish.presentation.battle_totals import last_order_mark, unfollowed_mark
from skirmish.presentation.log.effects import Timeline
from skirmish.session.battle_session import BattleSession
from skirmish.session.executor import QueuedExecutor
from skirmish.tui.map_player import MapPlayer
from skirmish.tui.screens import battle_watch
from skirmish.tui.screens.battle_watch import BattleWatch
from tests.session.test_battle_session import QUIET, gives
from tests.session.test_few_keys import low_water, script
from tests.toy_game import played


@define
class Player:
    """Plays nothing by itself: a test says how far it is."""

    is_on: bool = True
    factor: float = 1.0
    timeline: Timeline | None = None
    told: Callable[[int], None] = field(default=lambda _: None)

    @property
    def view(self) -> View | None:
        """What is shown."""
        return None if self.timeline is None else self.timeline.stages[-1].view

    def play(self, timeline: Timeline, _of: Any, _then: Any, told: Callable[[int], None]) -> bool:
        """Begin."""
        self.timeline, self.told = (timeline if self.is_on and timeline.length else None), told
        return self.timeline is not None

    def stop(self) -> None:
        """End."""
        self.timeline = None


def watched(steps: int, *, on: bool = True) -> tuple[BattleSession, BattleWatch, Player, Any]:
    """A session in which red is about to walk: `next` carries one more order of it out."""
    executor, player = QueuedExecutor(), Player(on)
    hire = gives(*(Order.of("step", "r1", (6 - at % 2, 0)) for at in range(steps)))
    session = BattleSession(played(QUIET, red="random"), executor, hire=hire, pace=5)
    session.take_seat("blue")
    watch = BattleWatch(session, cast("MapPlayer", player), lambda _: None)
    watch.forget()
    session.give(Order("end"))
    watch.play_news(lambda: None)
    return session, watch, player, executor


def walks(watch: BattleWatch, session: BattleSession) -> list[tuple[int, int]]:
    """Where the walks of the recap end."""
    events = [one.event for one in watch.unwatched(session.recap_start)]
    return [one.path[-1] for one in events if isinstance(one, ev.Moved)]


def test_what_was_watched_to_its_end_is_not_listed() -> None:
    """What was cut is, once, and what was not played at all."""
    for on, cut, expected in ((True, False, []), (True, True, [(6, 0)]), (False, False, [(6, 0)])):
        session, watch, player, executor = watched(1, on=on)
        executor.step()
        watch.play_news(lambda: None)
        if cut:
            watch.cut()
        elif on:
            player.told(len(session.controller.legal.view.news))
            player.stop()

        assert walks(watch, session) == expected
        assert walks(watch, session) == []


def test_an_own_order_that_is_cut_is_not_listed() -> None:
    """Neither its later events, nor those that are still played when the enemy acts."""
    session, watch, player, _ = watched(1)
    known = session.controller.legal.view
    given = known.news[-1].given
    own = (News(ev.Fired("b1", "rifle", target="r1"), given=given), News(ev.Moved("b1", ((1, 1),))))
    assert given is not None
    session.controller.renew(evolve(known, news=(*known.news, *own)))
    watch.play_news(lambda: None)
    player.told(1)
    watch.cut()
    assert walks(watch, session) == []


def test_what_no_effect_shows_needs_no_recap() -> None:
    """A posture alone stands on map and log at once; with nothing played it is listed."""
    for on, listed in ((True, 0), (False, 1)):
        session, watch, _, _ = watched(1, on=on)
        known = session.controller.legal.view
        fresh = News(ev.Posed("r1", "prone"))
        session.controller.renew(evolve(known, news=(*known.news, fresh)))
        watch.play_news(lambda: None)

        assert watch.unwatched(len(known.news)) == (fresh,) * listed


def test_what_a_scripted_event_changes_is_not_listed_without_its_text() -> None:
    """Also where what was watched ends among the changes."""
    session, watch, _, executor = watched(1, on=False)
    executor.step()
    known = session.controller.legal.view
    walk = next(one for one in known.news if isinstance(one.event, ev.Moved))
    event = ev.Triggered("sluice")
    changes = [ev.Changed((x, 0), "water") for x in range(4)]
    news = *(News(one) for one in (event, *changes)), walk
    session.controller.renew(evolve(known, news=(*known.news, *news)))
    watch.forget()

    listed = [one.event for one in watch.unwatched(len(known.news) + 3)]
    assert listed == [event, *changes, walk.event]


@pytest.mark.parametrize(("text", "listed"), [("The gates lift.", 0), ("", 2)])
def test_a_scripted_event_that_is_shown_by_itself_needs_no_recap(
    text: str, listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One without a text is listed, and so is all of it if anything else happened."""
    told = (("sluice", text),) if text else ()
    monkeypatch.setattr(battle_watch, "recent_events", lambda _: told)
    session, watch, _, executor = watched(1, on=False)
    executor.step()
    known = session.controller.legal.view
    walk = next(one for one in known.news if isinstance(one.event, ev.Moved))
    news = tuple(map(News, (ev.Triggered("sluice"), ev.Changed((1, 0), "water"))))
    for more, most in (((), listed), ((walk,), 3)):
        session.controller.renew(evolve(known, news=(*known.news, *news, *more)))
        watch.forget()
        assert len(watch.unwatched(len(known.news))) == most


def test_the_results_of_a_shot_are_listed_with_it() -> None:
    """Where what was watched ends with the shot; other events after it stand alone."""
    session, watch, _, _ = watched(1)
    known = session.controller.legal.view
    shot, spent = ev.Fired("r1", "rifle", target="b1"), ev.Counted("r1", "watch", 1)
    hit = ev.Struck("b1", "hit", source="r1")
    for rest, listed in ((hit, [shot, spent, hit]), (ev.Posed("r1", "prone"), [])):
        news = tuple(map(News, (shot, spent, rest)))
        session.controller.renew(evolve(known, news=(*known.news, *news)))
        watch.forget()

        last = len(known.news) + 2
        events = [one.event for one in watch.unwatched(last)]
        assert events == (listed or [rest])


def test_a_notice_from_before_the_hurry_stands_again_after_it() -> None:
    """Such as that no own figure could act in a turn; one that came meanwhile stays."""
    session, watch, _, _ = watched(1)
    controller = session.controller
    for meanwhile in ("", "stopped"):
        controller.notice = "none of your figures could act"
        for does in (watch.hurry, watch.hurry, watch.skip):
            does()
            controller.notice = watch.notice
        controller.notice = meanwhile or controller.notice
        watch.rest()
        assert controller.notice == (meanwhile or "none of your figures could act")


def test_what_is_skipped_before_a_question_is_listed_after_it() -> None:
    """An answer is an order of the own side, but no end of what was not shown."""
    session, watch, _, executor = watched(1)
    executor.step()
    watch.play_news(lambda: None)
    watch.skip()

    last = len(session.controller.legal.view.news)
    assert [one.event for one in watch.unwatched(last) if isinstance(one.event, ev.Moved)]


def test_news_while_others_are_played_do_not_end_them() -> None:
    """The clip goes on from what stands on the map, with the news not yet shown."""
    _, watch, player, executor = watched(1)
    executor.step()
    watch.play_news(lambda: None)
    assert player.timeline is not None
    walk = player.timeline.clip.news
    watch._news -= len(walk)  # noqa: SLF001 - as if they came a second time
    watch.play_news(lambda: None)

    assert [one.event for one in player.timeline.clip.news] == [one.event for one in walk]


def test_the_last_own_order_is_no_news_to_a_side_that_acts_again() -> None:
    """As where a battle is resumed after it; after the enemy's order its results are."""
    game = low_water("d20")
    again = 0
    for side, text in script("d20"):
        game.order(side, text)
        for seat in game.sides:
            start = unfollowed_mark(game, seat)
            if side == seat == game.to_act:
                assert start == len(game.view(seat).news)
                again += start > last_order_mark(game, seat)
            else:
                assert start == last_order_mark(game, seat)
    assert again


def test_the_recap_begins_where_the_last_order_was_given() -> None:
    """News are counted, not events: a walk is one of them, whatever it was recorded as."""
    game, joined = low_water("d20"), 0
    for side, text in script("d20"):
        before = {one: len(game.view(one).news) for one in game.sides}
        game.order(side, text)
        assert last_order_mark(game, side) == before[side]
        told = sum(side in one.sides for one in game.standing[-1].told)
        joined += told > len(game.view(side).news) - before[side]
    assert joined
