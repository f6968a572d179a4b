"""News of an order depends only on what the side saw."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.apply import apply_event
from skirmish.core.events import ToldEvent
from skirmish.core.figures import LinkKind
from skirmish.core.geometry import Facing
from skirmish.core.state import Link
from skirmish.core.view import UNSEEN, news_of, view
from tests.core import field
from tests.toy_ruleset import LANE, toy

BOTH, OWN = ("blue", "red"), ("blue",)


def told(*events: ToldEvent) -> list[ev.Event]:
    """What blue learns of events in the lane in its first turn."""
    state = toy(LANE).state
    begun = ToldEvent(ev.Bound(1, 1, "act", "blue"), BOTH)
    return [news.event for news in news_of(state, (begun, *events), (), "blue")][1:]


def test_a_walk_is_one_event_however_it_was_split() -> None:
    """The parts of a walk do not show where a hidden enemy saw it."""
    stretches = [
        ToldEvent(ev.Moved("b1", ((2, 0),)), OWN),
        ToldEvent(ev.Turned("r2", Facing.S), ("red",)),
        ToldEvent(ev.Moved("b1", ((3, 0), (4, 0))), BOTH),
    ]

    assert told(*stretches) == [ev.Moved("b1", ((2, 0), (3, 0), (4, 0)))]


def test_an_enemy_that_was_lost_on_the_way_has_two_walks() -> None:
    """The unseen tiles are left out, and the gap is not closed."""
    stretches = [
        ToldEvent(ev.Moved("r1", ((6, 0),)), BOTH),
        ToldEvent(ev.Moved("r1", ((6, 1),)), ("red",)),
        ToldEvent(ev.Moved("r1", ((5, 0),)), BOTH),
    ]

    assert told(*stretches) == [ev.Moved("r1", ((6, 0),)), ev.Moved("r1", ((5, 0),))]


def test_an_enemy_whose_first_step_leaves_sight_was_last_seen_where_it_stood() -> None:
    """The news have neither where it went nor how, and nothing of what it does there."""
    state = field.battle()
    steps = (
        ToldEvent(ev.Moved("r1", ((8, 1), (8, 2)), how="run"), ("red",)),
        ToldEvent(ev.Moved("r1", ((7, 2),), how="run"), ("red",)),
    )

    (news,) = news_of(state, steps, (), "blue")

    assert news.event == ev.Moved("r1", ((8, 0),), how=ev.LOST)
    assert news.lost
    assert [one.event for one in news_of(state, steps, (), "red")] == [
        ev.Moved("r1", ((8, 1), (8, 2), (7, 2)), how="run")
    ]


def test_an_unseen_shooter_has_no_name() -> None:
    """One that is in sight has, and one whose shot was seen."""
    hit = ToldEvent(ev.Struck("b1", "hit", source="r2"), BOTH)
    seen = ToldEvent(ev.Struck("b1", "hit", source="r1"), BOTH)
    shot = ToldEvent(ev.Fired("r2", "rifle", target="b1"), BOTH)

    assert told(hit) == [ev.Struck("b1", "hit", source=UNSEEN)]
    assert told(seen) == [seen.event]
    assert told(shot, hit) == [shot.event, hit.event]


@pytest.mark.parametrize(("target", "count"), [("r1", 1), ("r2", 0)])
def test_a_link_to_an_enemy_out_of_sight_is_not_told(target: str, count: int) -> None:
    """It is not in the view either, so that its end would show that it was there."""
    state = toy(LANE).state
    links = {"aim": LinkKind("aims at")}
    setup = evolve(state.setup, declared=evolve(state.setup.declared, links=links))
    state = evolve(state, setup=setup, links=(Link("aim", "b1", target),))
    state = apply_event(state, ev.Bound(1, 1, "act", "blue"), BOTH)
    end = ToldEvent(ev.Unlinked("aim", "b1", target), OWN)

    assert len(news_of(state, (end,), (), "blue")) == count
    assert len(view(state, "blue").state.links) == count
