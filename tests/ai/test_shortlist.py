"""Which places are weighed at all: some of every sort, and more of each the more may be weighed."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.drafts import draft
from skirmish.ai.levels import LEVELS
from skirmish.ai.shortlist import tile_features
from skirmish.ai.situation import Situation
from skirmish.core.geometry import Tile, distance2
from tests.position import position

FIELD = """\
. . . . . . . . . . . . .
. . . T . . . . . . : . .
. o . . . . - . . . . . .
. . . a>. . . : . . . R<.
. . . . . T . . . . . . .
. : . . . . . . o . . . .
. . . . - . . . . . . . ."""


def weighed(places: int) -> tuple[Tile, ...]:
    """The tiles that a figure weighs to walk to, if so many places may be weighed."""
    battle = position(FIELD, phase="move")
    known = battle.view("blue")
    level = evolve(LEVELS["regular"], places=places)
    situation = Situation(battle.ruleset, known, level, ThoughtCache(known.state.board))
    made = draft(situation, known.state.figures["a"])
    return tuple(dict.fromkeys(place.tile for place in made.places if place.order is not None))


def test_a_level_of_more_places_weighs_more_places_of_every_sort() -> None:
    """None that fewer had in mind is lost."""
    few, usual, many = weighed(6), weighed(10), weighed(30)

    assert len(few) < len(usual) < len(many) <= 2 * 30
    assert set(few) - {few[-1]} <= set(usual)
    assert set(usual) <= set(many)


def test_a_first_look_at_all_tiles_says_what_each_tile_is_like() -> None:
    """The arrays are the pull, the foes in sight, the cover and the distances of every tile."""
    battle = position(FIELD, phase="move")
    known = battle.view("blue")
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))
    board, looks = situation.board, tile_features(situation, known.state.figures["a"])

    for index in range(board.width * board.height):
        tile, bit = board.tile_at(index), 1 << index
        assert looks.pull[index] == sum(goal.pull(tile, bit, 0) for goal in looks.goals)
        guns = zip(situation.foes, situation.sight_masks, strict=True)
        assert looks.danger[index] == sum(foe.sure for foe, mask in guns if mask & bit)
        assert looks.cover[index] == board.terrain(tile).cover
        assert looks.beside[index] == bool(situation.beside & bit)
        gaps = [distance2(tile, foe.tile) for foe in situation.foes]
        assert looks.gaps[:, index].tolist() == gaps
    assert len({*looks.pull.tolist()}) > 1
    assert {*looks.danger.tolist()} == {0, 1000}
