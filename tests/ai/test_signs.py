"""The sign of the terms that orders have beside what places and targets are weighed by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from skirmish.ai import Explanation, Stream, think
from skirmish.ai.end_positions import end_position
from skirmish.ai.evaluation import Evaluator
from skirmish.ai.situation import Situation
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from tests.ai.ranking import rank_options
from tests.ai.test_terms import hold, moving, seen, terms
from tests.position import Position, position

LANE = """\
. . . . . . . . . . . .
a>. . . . . . . . . R<.
. . . . . # . . . . . ."""
PAIR = ". . . . . . . . . . Q<." + LANE[LANE.index("\n") :]


def options(battle: Position) -> Mapping[str, Mapping[str, int]]:
    """Everything that regular weighs for blue, by its order."""
    found = (one for made in rank_options(seen(battle)) for one in made.best)
    return {str(one.order): dict(one.terms) for one in found}


def going(situation: Situation, path: Sequence[Tile], term: str = "way") -> int:
    """What a term of going along a path is, over staying."""
    figure = situation.view.state.figures["a"]
    place = end_position(situation, figure, path, Order.of("move", "a", (path[-1],)))
    balance = Evaluator(situation, figure)
    there, here = balance.weigh(place), balance.weigh(end_position(situation, figure))
    return there[term] - here[term]


def test_fire_on_the_way_counts_against_it() -> None:
    """A long way in the open to cover costs, before two guns more; a step into it doesn't."""
    one, two = (seen(position(drawing, phase="move")) for drawing in (LANE, PAIR))
    long = ((1, 1), (2, 1), (3, 1), (4, 1), (4, 2))

    assert going(two, long) < going(one, long) < going(one, long[-1:]) == 0


def test_a_shot_given_up_counts_against_a_walk() -> None:
    """Where walking takes what shooting would, it has to make up for it."""
    found = options(position(LANE, ruleset="d20", kind="guard"))
    walks = [terms["now"] for order, terms in found.items() if order.startswith("move")]

    assert walks
    assert all(now < 0 for now in walks)


def test_what_is_made_ready_counts_for_it() -> None:
    """To reload an empty gun before an enemy, more than one that is nearly full."""
    empty, nearly = (
        options(position(LANE, ruleset="d20", kind="guard", counters={"a": {"rounds": rounds}}))
        for rounds in (0, 4)
    )

    assert empty["reload a weapon=rifle"]["prospect"] > 0
    spare = nearly.get("reload a weapon=rifle", {"prospect": 0})
    assert spare["prospect"] < empty["reload a weapon=rifle"]["prospect"]


def test_helpers_count_what_they_could_have_done() -> None:
    """Aid costs the helper's shot at another enemy, a sniper's more; without one it is free."""
    only = "a>. . . . . R<\nb>. . . . . . ."
    two = f"{only}\n. . . . . . . Q<"
    plain, good = (options(position(two, kinds={"b": b})) for b in ("rifleman", "sniper"))

    assert good["fire a r aid=b"]["aid"] < plain["fire a r aid=b"]["aid"] < 0
    assert options(position(only))["fire a r aid=b"]["aid"] == 0  # no second attack (BAY-31)
    assert all(terms.get("aid", 0) == 0 for order, terms in plain.items() if "aid=" not in order)


@pytest.mark.parametrize(("level", "doubts"), [("recruit", True), ("regular", False)])
def test_a_recruit_misjudges_either_way(level: str, *, doubts: bool) -> None:
    """Over many moments it thinks too well of some orders and too little of others."""
    battle = position(LANE, phase="move")
    drawn = [
        _doubt(think(battle.ruleset, battle.view(), level, Stream(f"{n}")).explanation)
        for n in range(20)
    ]

    assert (min(drawn) < 0 < max(drawn)) is doubts
    assert doubts or not any(drawn)


def test_a_recruit_thinks_no_better_of_a_further_step_than_it_is() -> None:
    """Else each step of a run would gain the same error again, and it would run in circles."""
    battle = position(". a>. . . . . . # R<", ruleset="d100", kind="trooper")
    gone = battle.order("move a 0,0")

    def doubts(at: Position) -> list[int]:
        streams = (Stream(f"{n}") for n in range(20))
        return [_doubt(think(at.ruleset, at.view(), "recruit", one).explanation) for one in streams]

    assert max(doubts(battle)) > 0
    assert max(doubts(gone)) <= 0


def _doubt(reasons: Explanation) -> int:
    return sum(dict(one.terms).get("doubt", 0) for one in (reasons.chosen, *reasons.rejected))


def test_in_the_last_turn_who_is_behind_dares_more() -> None:
    """The reply counts for little then; with turns to come it counts in full."""
    early, late = (terms(seen(moving(LANE, **hold(6, turns))), (2, 1))["reply"] for turns in (9, 1))

    assert early < late < 0


def test_of_equals_the_cheap_one_goes_first() -> None:
    """A place is for the nearest, and of those as near for who is least dear."""
    rows = "a>. . . . .\n. . . . . .\nb>. . . . ."
    dear = seen(moving(rows, kinds={"a": "gun_crew", "b": "rifleman"}, **hold(4)))

    assert dear.ranks[0]["b"] < dear.ranks[0]["a"]
