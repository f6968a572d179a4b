"""Watched ground: zones and figures that wait, each side's apart, as far as a side knows."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.presentation.visibility import WatchedGround, watched_ground, watched_words
from skirmish.rulesets.trait_die.reactions import standing_order, watches
from tests.position import SIDES, Position
from tests.rulesets.d20 import blocks as d20
from tests.rulesets.d100 import blocks as d100
from tests.rulesets.dice_pool import blocks as dice_pool
from tests.rulesets.trait_die import blocks as trait_die

LANE = "a>. . . . . R<\n. . . . . . . "
HELD = {
    "d20": d20.duel(LANE).order("overwatch a"),
    "d100": d100.scene(LANE, weapons={"a": (d100.FULL,)}).order("suppress a 6,0 length=4"),
    "dice_pool": dice_pool.scene(LANE, dice_pool.gun()).order("hold a"),
    "trait_die": trait_die.scene(LANE).order("hold a"),
}


def shown(battle: Position, side: str) -> tuple[WatchedGround, ...]:
    """The watched ground that a side knows of."""
    return watched_ground(battle.ruleset, battle.view(side))


@pytest.mark.parametrize("ruleset", HELD)
def test_both_sides_see_the_ground_and_whose_it_is(ruleset: str) -> None:
    """Suppressive fire is told from watch; the enemy knows the part of a zone in its sight."""
    battle = HELD[ruleset]
    for side in SIDES:
        (ground,) = shown(battle, side)
        assert ground.side == "blue"
        assert ground.under_fire == (ruleset == "d100")
        assert ground.mask & battle.state.board.bit((3, 0))
        assert not ground.mask & battle.state.board.bit((0, 0))


@pytest.mark.parametrize("ruleset", ["d20", "trait_die"])
def test_the_enemy_knows_nothing_of_a_hidden_watcher(ruleset: str) -> None:
    """Its ground is shown to its own side alone."""
    start = d20.duel(LANE) if ruleset == "d20" else trait_die.scene(LANE)
    figures = dict(start.state.figures)
    figures["a"] = evolve(figures["a"], counters={**figures["a"].counters, HIDDEN: 1})
    state = with_updated_sight(evolve(start.state, figures=figures), SIDES)
    battle = evolve(start, state=state).order("overwatch a" if ruleset == "d20" else "hold a")

    assert [bool(shown(battle, side)) for side in SIDES] == [True, False]


def test_a_look_at_a_tile_says_that_it_is_watched() -> None:
    """The words name the side, and tell watched ground from ground under fire."""
    watched, fired_at = (HELD[name] for name in ("d20", "d100"))
    said = "blue watches this ground"
    assert watched_words(watched.ruleset, watched.view("red"), (3, 0)) == [said]
    assert watched_words(watched.ruleset, watched.view("red"), (0, 0)) == []
    fire = "blue keeps this ground under fire"
    assert watched_words(fired_at.ruleset, fired_at.view("blue"), (3, 0)) == [fire]


def test_own_ground_comes_first_and_masks_of_a_kind_are_one() -> None:
    """Two that hold watch one ground; the enemy's comes after it."""
    battle = trait_die.scene("a>. . R<\nb>. . . ").order("hold a").order("hold b").order("end")
    both = battle.order("hold R")

    assert [one.side for one in shown(both, "blue")] == ["blue", "red"]
    assert [one.side for one in shown(both, "red")] == ["red", "blue"]


@pytest.mark.parametrize("weapon", [trait_die.GUN, trait_die.BLADE])
def test_a_held_action_covers_where_it_could_be_used(weapon: object) -> None:
    """AMMO-F16: a tile is covered if and only if an enemy there could be attacked with it."""
    name = getattr(weapon, "id", "")
    drawing = "\n".join([". " * 60, "a>" + "# R<", ". " * 60])
    battle = trait_die.scene(drawing).order(f"hold a weapon={name}")
    state = battle.state
    mask, tiles = watches(state, state.figures["a"]), state.board.width * state.board.height
    assert mask

    for index in range(tiles):
        tile: Tile = index % state.board.width, index // state.board.width
        if tile == (0, 1) or not state.board.passable(tile):
            continue
        there = {**state.figures, "r": evolve(state.figures["r"], at=tile)}
        moved = with_updated_sight(evolve(state, figures=there), SIDES)
        reached = standing_order(moved, moved.figures["a"], "r") is not None
        assert reached == bool(mask >> index & 1), tile


def test_the_enemy_does_not_know_which_weapon_is_held() -> None:
    """It is shown what any of them could reach."""
    held = [
        trait_die.scene(LANE).order(f"hold a weapon={one.id}")
        for one in (trait_die.GUN, trait_die.BLADE)
    ]

    first, second = (shown(battle, "red") for battle in held)
    assert first == second
    own = [shown(battle, "blue")[0].mask for battle in held]
    assert own[1].bit_count() < own[0].bit_count()


def test_a_held_action_covers_no_more_than_its_side_sees() -> None:
    """AMMO-F16: under the house rule `sight` the ground beyond it is not watched."""
    begun = trait_die.scene("a>" + ". " * 18 + "R<", rules={"sight": 6}).order("hold a")
    (ground,) = shown(begun, "blue")

    assert ground.mask == begun.state.board.disc((0, 0), 6) & ~1
