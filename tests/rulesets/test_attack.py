"""The odds of an attack: exact, added up over the places where it may come down."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile
from skirmish.rulesets.attack import Aim, Attack, Modifier, Odds, odds_of

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def shot(dice: Dice, need: int) -> tuple[str, ...]:
    """One die for one target."""
    return ("hit" if dice.die(6) >= need else "missed",)


def caught(dice: Dice, face: int, need: int) -> tuple[int, str]:
    return face, "hit" if face + dice.die(6) >= need else "missed"


def blast(dice: Dice, needs: tuple[int, ...]) -> tuple[str, ...]:
    """One die for all, one for each."""
    return dice.each(caught, dice.die(6), needs)


def volley(dice: Dice, first: int, second: int) -> tuple[str, ...]:
    """Two dice, two targets, walked as a whole."""
    return (*shot(dice, first), *shot(dice, second))


def drift(dice: Dice, tiles: tuple[Tile | None, ...]) -> Tile | None:
    """A tile for each face."""
    return tiles[dice.die(len(tiles)) - 1]


def test_an_attack_on_one_figure() -> None:
    """Named target, breakdown and policy are those of the attack; it lands nowhere else."""
    line = Modifier("attack", "r1", "rifle", 4, "BAY-28")
    odds = odds_of(Attack(shot, (5,), ("r1",), "r1", (line,), "worst"), "missed")

    assert odds.figures == {"r1": {"hit": Fraction(1, 3), "missed": Fraction(2, 3)}}
    assert (odds.named, odds.policy, odds.modifiers) == ("r1", "worst", (line,))
    assert odds.landing == {}


@pytest.mark.parametrize(
    "plan",
    [
        Attack(blast, ((9, 4),), ("r1", "b2"), each=True),
        Attack(volley, (6, 4), ("r1", "b2")),
    ],
)
def test_each_subject_has_a_marginal_of_its_own(plan: Attack) -> None:
    """Asked one by one or walked whole: chances of every figure sum to exactly 1."""
    odds = odds_of(plan, "missed")

    assert list(odds.figures) == ["r1", "b2"]
    assert [sum(chances.values()) for chances in odds.figures.values()] == [1, 1]


def test_marginals_of_a_shared_die_are_those_of_all_its_faces() -> None:
    """Every face of the shared die with every face of one's own."""
    odds = odds_of(Attack(blast, ((9, 4, 7),), ("a", "b", "c"), each=True), "missed")
    pairs = [one + own for one in range(1, 7) for own in range(1, 7)]

    assert [odds.figures[name]["hit"] for name in "abc"] == [
        Fraction(sum(total >= need for total in pairs), 36) for need in (9, 4, 7)
    ]


def aim(tiles: tuple[Tile | None, ...]) -> Aim:
    """A round that strikes who stands where it comes down: r1 on row 0, r2 on columns 0 and 1."""

    def at(tile: Tile | None) -> Attack:
        if tile is None:
            return Attack(blast, ((),), (), each=True)
        there = {"r1": tile[1] == 0, "r2": tile[0] < 2}
        names = tuple(name for name, is_there in there.items() if is_there)
        lines = tuple(Modifier("attack", name, "mortar", 4) for name in names)
        return Attack(blast, ((8,) * len(names),), names, modifiers=lines, each=True)

    return Aim(drift, (tiles,), at, named="r1")


def test_a_landing_that_misses_a_figure_spares_it() -> None:
    """The chances of where it comes down, of a hit there, and of being missed altogether."""
    odds = odds_of(aim(((0, 0), (0, 0), (2, 0), None)), "missed")
    hit = Fraction(15, 36)

    assert odds.landing == {(0, 0): HALF, (2, 0): HALF / 2, None: HALF / 2}
    assert odds.figures["r1"] == {"hit": hit * 3 / 4, "missed": 1 - hit * 3 / 4}
    assert odds.figures["r2"] == {"hit": hit / 2, "missed": 1 - hit / 2}
    assert odds.modifiers == (
        Modifier("attack", "r1", "mortar", 4),
        Modifier("attack", "r2", "mortar", 4),
    )


TILES = st.none() | st.tuples(st.integers(0, 3), st.integers(0, 1))


@given(st.lists(TILES, min_size=1, max_size=10).map(tuple))
def test_marginals_sum_to_one_wherever_it_may_land(tiles: tuple[Tile | None, ...]) -> None:
    """For every figure that any landing can strike, and for the landing itself."""
    odds = odds_of(aim(tiles), "missed")
    struck = {tile for tile in tiles if tile}

    assert sum(odds.landing.values()) == 1
    assert ("r1" in odds.figures) == any(y == 0 for _, y in struck)
    assert all(sum(chances.values()) == 1 for chances in odds.figures.values())


def test_expected_losses_add_up_by_side() -> None:
    """What each outcome costs, times its chance, over all figures of a side."""
    odds = Odds(
        named="",
        policy="",
        modifiers=(),
        figures={
            "r1": {"hit": HALF, "missed": HALF},
            "r2": {"hit": SIXTH, "missed": 1 - SIXTH},
            "b1": {"hit": SIXTH, "missed": 1 - SIXTH},
        },
        landing={},
    )
    lost = odds.expected_loss(
        lambda name, outcome: 12 if outcome == "hit" else int(name == "b1"),
        {"r1": "red", "r2": "red", "b1": "blue"},
    )

    assert lost == {"red": Fraction(8), "blue": Fraction(2) + Fraction(5, 6)}


def test_a_number_that_no_landing_changes_has_one_sum() -> None:
    """Only those are varying of which the parts differ from landing to landing."""
    aimed = Modifier("difficulty", "3,3", "range", 10)

    def at(tile: Tile | None) -> Attack:
        off = 0 if tile is None else tile[0]
        lines = (aimed, Modifier("damage", "r1", "distance", -off))
        return Attack(shot, (5,), ("r1",), modifiers=lines)

    odds = odds_of(Aim(drift, (((3, 3), (4, 3), None),), at), "missed")

    assert odds.varying == (("damage", "r1"),)
