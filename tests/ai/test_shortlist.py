"""Which places are weighed at all: some of every sort, and more of each the more may be weighed."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.drafts import draft
from skirmish.ai.levels import LEVELS
from skirmish.ai.situation import assess
from skirmish.core.geometry import Tile
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
    situation = assess(battle.ruleset, known, level, ThoughtCache(known.state.board))
    made = draft(situation, known.state.figures["a"])
    return tuple(dict.fromkeys(place.tile for place in made.places if place.order is not None))


def test_a_level_of_more_places_weighs_more_places_of_every_sort() -> None:
    """None that fewer had in mind is lost."""
    few, usual, many = weighed(6), weighed(10), weighed(30)

    assert len(few) < len(usual) < len(many) <= 2 * 30
    assert set(few) - {few[-1]} <= set(usual)
    assert set(usual) <= set(many)
