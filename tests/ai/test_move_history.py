"""What figures did before counts: who goes back is charged, who is on his way keeps his role."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.levels import LEVELS
from skirmish.ai.move_history import took_aim
from skirmish.ai.situation import Situation
from skirmish.core.codec import Shape
from skirmish.core.events import Bound, Moved, Placed
from skirmish.core.geometry import Facing, Tile
from skirmish.core.view import News, View
from tests.ai.ranking import rank_options
from tests.ai.test_terms import hold, moving, seen, terms
from tests.position import Position, field_of, position

FIELD = """\
. . . . . . . . .
. . . a>. . . . .
. . . . . . . . ."""
LONG = field_of(16, 3)


def after(battle: Position, came: Mapping[str, Tile]) -> Situation:
    """What blue makes of a battle whose figures came from these tiles in their last movement."""
    events = (
        *(Placed(name, tile, Facing.E) for name, tile in came.items()),
        Bound(1, 1, "move", "blue"),
        *(Moved(name, (battle.figure(name).tile,)) for name in came),
        Bound(2, 1, "move", "blue"),
    )
    known = evolve(battle.view("blue"), news=tuple(News(event) for event in events))
    return Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))


def test_going_back_is_dear() -> None:
    """To where it came from, and beside it; another way as long costs what any walk does."""
    situation = after(moving(FIELD), {"a": (0, 1)})
    fresh = terms(seen(moving(FIELD)), (0, 1))["effort"]
    back, beside, ahead = (terms(situation, tile)["effort"] for tile in ((0, 1), (1, 1), (6, 1)))

    assert back == beside < ahead == fresh < 0
    assert terms(situation, (3, 1))["effort"] == 0


def test_going_back_in_the_same_bound_is_dear() -> None:
    """Where figures walk in steps, none steps back to a tile that it has just left."""
    walked = position(FIELD, ruleset="d20", kind="guard").order("move a 4,1>5,1")
    situation = seen(walked)

    assert terms(situation, (4, 1))["effort"] < terms(situation, (6, 1))["effort"] < 0


@pytest.mark.parametrize(
    ("farther", "came", "leads"),
    [(0, -2, "b"), (1, -2, "b"), (3, -2, "a"), (1, 2, "a"), (1, 0, "a")],
    ids=["as near", "nearly", "far off", "coming away", "standing still"],
)
def test_who_is_on_his_way_keeps_the_role(farther: int, came: int, leads: str) -> None:
    """Another has to be nearer by some tiles; who stays or goes away has no such allowance."""
    x = 6 - farther
    battle = moving(LONG, at={"a": (6, 0), "b": (x, 2)}, **hold(12))
    ranks = after(battle, {"b": (x + came, 2)}).ranks[0]

    assert min(ranks, key=ranks.__getitem__) == leads


AIMING = "a>. . . . R<\n. . . . . . \n. . . . . . "


@pytest.mark.parametrize("ruleset", ["d100", "d20", "dice_pool", "trait_die"])
def test_a_figure_does_not_walk_away_from_its_aim(ruleset: str) -> None:
    """An aim of this bound is not thrown away by a walk; in the next bound it may be."""
    battle = position(AIMING, ruleset=ruleset)
    aim = "aim a r" if ruleset == "trait_die" else "aim a"
    done = battle.order(aim)
    aimed = evolve(done.view("blue"), news=tuple(News(told.event) for told in done.told))
    later = evolve(aimed, news=(*aimed.news, News(Bound(2, 1, aimed.state.clock.phase, "blue"))))

    assert took_aim(aimed) == ("a",)
    assert took_aim(later) == took_aim(battle.view("blue")) == ()
    assert not _walks_away(battle, aimed)
    assert _walks_away(battle, later)


def _walks_away(battle: Position, known: View) -> bool:
    """Whether any option of a's leads to another tile."""
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))
    (options,) = rank_options(situation)
    verbs = battle.ruleset.verbs
    return any(verbs[one.order.verb].target is Shape.PATH for one in options.best)
