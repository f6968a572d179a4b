"""`skirmish odds --json` of the d100 against sums done by hand.

Nothing here calls the rules of the game. People, guns, maps and orders are drawn at random into
scenario files, the command is asked, and its fractions must be those of counting all rolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli import by_hand_d100 as d100
from tests.cli import random_d100 as drawn
from tests.cli.by_hand import asked
from tests.cli.by_hand_d100 import Result
from tests.cli.by_hand_d100_blasts import blown, landings, lobbed
from tests.cli.cli_runner import Run
from tests.cli.odds_answers import landed, lost, rounded, sums
from tests.cli.random_d100 import Draw, written


def results(data: Any) -> Mapping[str, d100.Chances]:
    """The chances of each figure."""
    return {
        name: {Result(**one["result"]): Fraction(one["probability"]) for one in about["outcomes"]}
        for name, about in data["figures"].items()
    }


def counted(number: int) -> int:
    """A target number as it is tested: 00 always succeeds, 99 never (EP-F1)."""
    return max(0, min(98, number))


@pytest.mark.parametrize("draw", [drawn.single, drawn.burst, drawn.split, drawn.second])
@pytest.mark.parametrize("seed", range(8))
def test_fire(run: Run, tmp_path: Path, draw: Draw, seed: int) -> None:
    """Skill against half Fray, criticals, armour, wounds, shocks: every chance is right."""
    shot, orders = draw(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = d100.fired(shot)
    assert results(data) == expected
    for man in shot.targets:
        assert sums(data, "attack", man.id) == counted(d100.aimed(shot, man))
        assert sums(data, "defence", man.id) == counted(d100.guarded(man) or 0)
    assert lost(data) == rounded(d100.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(8))
def test_suppressive_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """EP-33 to EP-36, EP-F23: a free attack on each enemy in the cone, with few modifiers."""
    shot, orders = drawn.sweep(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = d100.swept(shot)
    assert "r1" in expected
    assert results(data) == expected
    for name in expected:
        goal, guard = d100.bare_numbers(shot, shot.man(name))
        assert sums(data, "attack", name) == counted(goal)
        assert sums(data, "defence", name) == counted(guard or 0)
    assert lost(data) == rounded(d100.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(12))
def test_blows_and_grapples(run: Run, tmp_path: Path, seed: int) -> None:
    """Skill against Fray, reach for whoever alone has it; a margin of 30 subdues."""
    shot, orders = drawn.blow(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = d100.fought(shot)
    assert results(data) == expected
    goal, guard = d100.close_numbers(shot)
    assert (sums(data, "attack"), sums(data, "defence")) == (counted(goal), counted(guard or 0))
    assert lost(data) == rounded(d100.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(6))
def test_breaking_free(run: Run, tmp_path: Path, seed: int) -> None:
    """EP-27: the same kind of test of both, at -30 for whoever is held."""
    shot, orders = drawn.held(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    assert results(data) == d100.broken_free(shot, "som" if "som" in orders[0] else "unarmed")


@pytest.mark.parametrize("seed", range(12))
def test_blasts(run: Run, tmp_path: Path, seed: int) -> None:
    """One test, the d10 once, twice or three times as far; DV by the metre, cover as armour."""
    shot, orders = drawn.explosive(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    landing = landings(shot)
    expected = blown(shot, landing)
    assert landed(data) == landing
    assert results(data) == expected
    assert sums(data, "attack") == lobbed(shot)
    assert lost(data) == rounded(d100.points_lost(shot.men, expected))
