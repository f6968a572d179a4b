"""Order families: whatever is drawn lies in the domain, and all of the domain can be drawn."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.board import Board
from skirmish.core.codec import Split
from skirmish.core.orders import Order
from skirmish.rulesets.families import Count, Domain, Family, One, Routes, Shares, Some, Spots

BOARD = Board.parse("....\n.##.\n....")


def drawn(domain: Domain, seed: int = 0, times: int = 300) -> set[object]:
    """What comes of drawing often."""
    chance = Random(seed)
    return {domain.draw(chance.randrange) for _ in range(times)}


def routes() -> Routes:
    """Ways from the top left of the board, four steps long."""
    reach = BOARD.reach((0, 0), 8)
    return Routes(lambda _: reach, BOARD)


@pytest.mark.parametrize(
    "domain",
    [
        One(("r1", "r2", "r3")),
        Spots(BOARD.mask_of([(0, 0), (3, 2)]), BOARD),
        routes(),
        Some(("b1", "b2", "b10"), 2),
        Count(-1, 3),
    ],
    ids=lambda domain: type(domain).__name__,
)
def test_every_value_can_be_drawn_and_no_other(domain: Domain) -> None:
    """`every` lists what `draw` draws."""
    assert drawn(domain) == set(domain.every())


def test_a_subset_has_at_most_so_many_and_may_be_empty() -> None:
    """Lower ids first, as in the canonical text."""
    assert Some(("b10", "b2"), 1).every() == ((), ("b10",), ("b2",))
    assert Some(("b10", "b2"), 5).every()[-1] == ("b2", "b10")


def test_routes_are_corners_of_the_cheapest_way() -> None:
    """Round the wall, and no longer than it must be."""
    assert routes().route((3, 0)) == ((1, 0), (3, 0))
    assert routes().route((1, 2)) == ((0, 1), (1, 2))


@given(st.integers(1, 12), st.integers(1, 4), st.integers(0, 10**6))
def test_shares_are_a_division_of_the_whole(total: int, most: int, seed: int) -> None:
    """Each share at least 1, at most so many, the first as told, no two that clash."""
    shares = Shares(
        ("r1", "r2", "r3"), total, most, clash=lambda a, b: {a, b} == {"r1", "r3"}, first="r1"
    )
    split = cast("Split", shares.draw(Random(seed).randrange))
    names = [name for name, _ in split]

    assert sum(share for _, share in split) == total
    assert min(share for _, share in split) >= 1
    assert 1 <= len(split) <= max(1, min(most, total))
    assert names[0] == "r1"
    assert "r3" not in names


def test_a_family_says_what_is_fixed_and_leaves_the_rest_to_chance() -> None:
    """Fixed fields stand in each of its orders, the others in some."""
    family = Family(
        "fire",
        "b1",
        One(("r1",)),
        fields=(("aid", Some(("b2",), 1)),),
        fixed=(("weapon", "rifle"),),
    )
    chance = Random(1)

    assert {str(family.draw(chance.randrange)) for _ in range(60)} == {
        "fire b1 r1 weapon=rifle",
        "fire b1 r1 aid=b2 weapon=rifle",
    }


def test_a_family_without_target_or_fields() -> None:
    """Some verbs only name who acts."""
    assert Family("reload", "b1").draw(lambda _: 0) == Order("reload", "b1")
