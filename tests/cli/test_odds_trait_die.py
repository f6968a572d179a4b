"""`skirmish odds --json` of trait die against sums done by hand.

Nothing here calls the rules of the game. Soldiers, guns, maps and orders are drawn at random into
scenario files, the command is asked, and its fractions must be those of counting all faces.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli import by_hand_trait_die as trait
from tests.cli import random_trait_die as drawn
from tests.cli.by_hand import asked, possible
from tests.cli.by_hand_trait_die import Result
from tests.cli.by_hand_trait_die_areas import blown, landings, lobbed, swept
from tests.cli.cli_runner import Run
from tests.cli.odds_answers import landed, lost, rounded, sums
from tests.cli.random_trait_die import Draw, written


def results(data: Any) -> Mapping[str, trait.Chances]:
    """The chances of each figure."""
    return {
        name: {Result(**one["result"]): Fraction(one["probability"]) for one in about["outcomes"]}
        for name, about in data["figures"].items()
    }


@pytest.mark.parametrize("draw", [drawn.single, drawn.volley])
@pytest.mark.parametrize("seed", range(10))
def test_fire(run: Run, tmp_path: Path, draw: Draw, seed: int) -> None:
    """Modes, the Wild Die, tokens, bystanders, hits in the order of the dice: all are right."""
    shot, orders = draw(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = possible(trait.fired(shot))
    assert results(data) == expected
    for name, chances in expected.items():
        done = sum(p for what, p in chances.items() if what.hit or what.shaken or what.wounds)
        assert Fraction(data["figures"][name]["chance_to_be_struck"]) == done
    for name in dict.fromkeys(shot.dice or ["r1"]):
        assert sums(data, "shooting", name) == trait.aimed(shot, shot.man(name))
        assert sums(data, "toughness", name) == trait.toughness(shot, shot.man(name))
    assert lost(data) == rounded(trait.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(8))
def test_close_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """Fighting against Parry, the strength die with the weapon's."""
    shot, orders = drawn.blow(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = possible(trait.fought(shot))
    assert results(data) == expected
    assert lost(data) == rounded(trait.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(4))
def test_who_goes_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The chance on the card of whoever holds: agility totals however high, a tie to the holder."""
    holder, actor, text = drawn.hold(Random(seed))
    (tmp_path / "hold.toml").write_text(text)
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO("hold b1\nwho b1\nquit\n"))

    said = run("play", "--line", str(tmp_path / "hold.toml"))

    told = re.search(r"\n  goes before: r1 (\d+)%\n", said.out)
    assert told is not None
    assert int(told[1]) == round(100 * trait.goes_first(holder, actor))


@pytest.mark.parametrize("seed", range(8))
def test_suppressive_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """One roll at the recoil penalty; Spirit with cover, a natural 1 is a hit."""
    shot, orders = drawn.suppression(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = possible(swept(shot))
    assert results(data) == expected
    assert lost(data) == rounded(trait.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(8))
def test_bursts_over_an_area(run: Run, tmp_path: Path, seed: int) -> None:
    """The d10 for the direction, another die for the distance, half of the way at most."""
    shot, orders = drawn.explosive(Random(seed))

    data = asked(run, tmp_path, written(shot), *orders)

    expected = possible(blown(shot))
    assert landed(data) == landings(shot)
    assert results(data) == expected
    skill = "throwing" if shot.of("flight") == "thrown" else "shooting"
    assert sums(data, skill) == lobbed(shot)
    assert lost(data) == rounded(trait.points_lost(shot.men, expected))
