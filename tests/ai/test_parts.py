"""The parts that a thought is made of, each by itself."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.belief import foes
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.explanation import Explanation, Weighed, points
from skirmish.ai.goals import goals, lead
from skirmish.ai.levels import LEVELS
from skirmish.ai.matchups import Matchups
from skirmish.ai.move_history import came_from
from skirmish.ai.remarks import AtPlace
from skirmish.ai.situation import Situation
from skirmish.ai.stream import Stream
from skirmish.core.events import Bound, Moved, Placed
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import STEPS, Contact, Objective
from skirmish.core.view import News, View
from tests.position import Position, position

OPEN = "a>. . . . . . . R<"


def matchups(battle: Position) -> Matchups:
    """What blue reckons with in a battle."""
    state = battle.view("blue").state
    return Matchups(battle.ruleset, state, ThoughtCache(state.board))


def after_turns(battle: Position, turns: int) -> View:
    """What blue knows when r has been out of sight for so many turns."""
    known = battle.view("blue")
    seen = battle.figure("r")
    clock = evolve(known.state.clock, turn=known.state.clock.turn + turns)
    figures = {"a": known.state.figures["a"]}
    point = known.state.clock.turn * STEPS
    contacts = {"r": Contact(seen, point)}
    return evolve(known, state=evolve(known.state, clock=clock, figures=figures), contacts=contacts)


def test_whoever_is_in_sight_is_surely_there() -> None:
    """An enemy in sight is where it is seen."""
    believed = foes(position(OPEN).view(), 3)

    assert [(foe.figure.id, foe.tile, foe.sure) for foe in believed] == [("r", (8, 0), 1000)]


def test_the_unseen_are_thought_to_be_where_nobody_looks() -> None:
    """A contact whose tile is in sight and empty is believed on the nearest unseen tile."""
    battle = position(
        """\
a>. . . R<
. . # # #
. . . . ."""
    )
    known = after_turns(battle, 1)

    (foe,) = foes(known, 3)

    assert not known.seen & known.state.board.bit(foe.tile)
    assert 0 < foe.sure < 1000


def test_the_unseen_are_forgotten_in_time() -> None:
    """A level reckons with an enemy for as many turns as it remembers."""
    battle = position("a># . R<")
    known = [len(foes(after_turns(battle, turns), 2)) for turns in range(4)]

    assert known == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("kind", "indirect", "front"),
    [
        ("rifleman", False, 2),
        ("mortar_team", True, 2),
        ("sniper", False, 1),
        ("armoured_car", False, 8),
        ("grenadier", True, 2),
    ],
)
def test_figures_are_tried_out(kind: str, indirect: bool, front: int) -> None:
    """Who shoots over walls, and how wide its front is, is found by asking the rules."""
    battle = position(OPEN, kinds={"a": kind})
    found = matchups(battle).capabilities(battle.figure("a"))

    assert (found.indirect, found.front) == (indirect, front)


def test_harm_is_what_the_rules_say() -> None:
    """Thousandths of what the ruleset reckons, each facing the other."""
    battle = position(OPEN)
    a, r = battle.figure("a"), battle.figure("r")
    expected = battle.ruleset.estimates.menace(battle.state, "a", "r") * 1000

    assert matchups(battle).harm(a, a.tile, r, r.tile) == int(expected)


@pytest.mark.parametrize(
    ("mark", "counters", "ready"),
    [("<", {}, True), (">", {}, False), ("<", {"suppressed": 1}, False), ("<", {"shot": 1}, True)],
)
def test_who_can_shoot_next(mark: str, counters: dict[str, int], ready: bool) -> None:
    """Not one that looks away or is kept down; one that has shot will have another shot."""
    battle = position(f"a>. . . . . . . R{mark}", counters={"R": counters})
    a, r = battle.figure("a"), battle.figure("r")

    assert matchups(battle).ready(r, a, a.tile) == ready


def test_a_figure_in_contact_is_pinned() -> None:
    """With an enemy beside it a figure shoots at nobody; with one farther off it may."""
    battle = position(OPEN)
    a, r = battle.figure("a"), battle.figure("r")
    found = matchups(battle)

    assert [found.pinned(r, a, tile) for tile in ((7, 0), (6, 0))] == [True, False]


@given(st.integers(0, 11), st.integers(0, 11), st.integers(0, 3))
def test_nearer_is_never_worse(near: int, far: int, rank: int) -> None:
    """Who walks to a goal gains with every step, whatever its rank."""
    battle = position("a>. . . . . . . . . . . R<", objectives=(YARD,))
    known = battle.view()
    (goal,) = goals(known, (), ThoughtCache(known.state.board))
    pulls = [goal.pull((x, 0), known.state.board.bit((x, 0)), rank) for x in sorted((near, far))]

    assert pulls == sorted(pulls)


@pytest.mark.parametrize(("turns", "leads"), [(2, True), (9, False)])
def test_who_is_ahead_looks_at_what_places_will_yet_pay(turns: int, *, leads: bool) -> None:
    """Three points ahead are not ahead with an enemy in a place that pays in the turns to come."""
    enemys = Objective("mill", "red", "hold", 1, area=(8, 0, 9, 0))
    battle = position("a>. . . . . . . R<. .", objectives=(YARD, enemys), turns=turns)
    known = battle.view()
    tally = evolve(known.state.tally, score={"blue": 4, "red": 1})

    assert (lead(evolve(known, state=evolve(known.state, tally=tally))) > 0) is leads
    assert lead(known) < 0


YARD = Objective("yard", "blue", "hold", 2, area=(11, 0, 12, 0))


def test_points_are_written_with_one_decimal() -> None:
    """Thousandths of a point, rounded to the nearest tenth, always with a sign."""
    assert [points(n) for n in (0, 49, 50, -49, -50, 1250, -12345)] == [
        *("+0.0", "+0.0", "+0.1", "+0.0", "-0.1", "+1.3", "-12.3")
    ]


def test_an_explanation_is_one_line() -> None:
    """What is chosen, with its terms, then what was rejected."""
    chosen = Weighed(Order("move", "b2"), 600, (("goal", 900), ("fire", 0), ("reply", -300)))
    other = Weighed(Order("turn", "b2", "N"), -100, remark=AtPlace("b2", None, Facing.N))

    assert str(Explanation(chosen, (other,))) == (
        "move b2 +0.6 (goal +0.9, reply -0.3); rejected: b2 looks N -0.1"
    )


def test_a_stream_repeats() -> None:
    """The same key gives the same draws, and a label's draw hangs on key and label alone."""
    one, two = Stream("k"), Stream("k")
    first = [one.pick(6) for _ in range(20)]

    assert [two.pick(6) for _ in range(20)] == first
    assert one.number("b1", 1000) == Stream("k").number("b1", 1000)
    assert len({Stream("k").number(f"b{n}", 1000) for n in range(20)}) > 10


def test_figures_know_where_they_came_from() -> None:
    """Where a figure stood as its side's last movements began, the last one first."""
    events = (
        Placed("a", (0, 0), Facing.E),
        Bound(1, 1, "move", "blue"),
        Moved("a", ((1, 0), (2, 0))),
        Bound(1, 3, "move", "red"),
        Bound(2, 1, "move", "blue"),
        Moved("a", ((3, 0),)),
        Bound(3, 1, "move", "blue"),
    )
    known = evolve(position(OPEN).view(), news=tuple(News(event) for event in events))

    assert came_from(known) == {"a": [(2, 0), (0, 0), None]}
    assert came_from(evolve(known, news=())) == {}


def test_a_picture_counts_what_objectives_hang_on() -> None:
    """A figure that must survive counts for more than its points."""
    survive = Objective("home", "blue", "survive", 5, figures=("a",))
    battle = position(OPEN, objectives=(survive,))
    known = battle.view()
    seen = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))

    assert seen.weight(battle.figure("a")) > 1000
    assert seen.weight(battle.figure("r")) == 1000
