"""`skirmish odds --json` of bursts and scatter against sums done by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.by_hand import D6, Chances, anybody, asked, chances, effect, flees, shares, skill
from tests.cli.cli_runner import Run
from tests.cli.odds_scenarios import FigureSpec, scenario


def band(distance2: int, radius: int) -> int:
    """How many further multiples of the radius away: 0 within it, the boundary included."""
    k = 0
    while distance2 > ((k + 1) * radius) ** 2:
        k += 1
    return k


def blast(
    men: Iterable[FigureSpec],
    at: tuple[int, int],
    attack: int,
    radius: int,
    most: int,
    spares: str = "",
) -> dict[str, Chances]:
    """Whom a burst on open ground strikes, and how (BAY-15..19, BAY-30)."""
    struck = {}
    for man in men:
        away = (man.at[0] - at[0]) ** 2 + (man.at[1] - at[1]) ** 2
        factor = attack - 3 * band(away, radius)
        too_far = most and away > most**2
        if too_far or factor < -5 or (spares and man.id.startswith(spares)):
            continue
        guard = man.numbers["physical"] + skill(man.numbers, {})
        struck[man.id] = shares(
            effect(a + factor, g + guard, flees=flees(man.numbers)) for a, g in product(D6, D6)
        )
    return struck


def everybody(chance: Random, places: Iterable[tuple[str, tuple[int, int]]]) -> list[FigureSpec]:
    """Figures without weapons round about."""
    return [FigureSpec(name, at, "N", anybody(chance)) for name, at in places]


@pytest.mark.parametrize("seed", range(12))
def test_areas_fall_off_in_bands(run: Run, tmp_path: Path, seed: int) -> None:
    """-3 for each further radius, to -5 or the greatest radius; friends too, unless selective."""
    chance = Random(seed)
    factor, radius = chance.randint(1, 9), chance.randint(1, 3)
    most = chance.choice((0, 0, radius, 2 * radius))
    selective = chance.random() < 0.3
    aim = (14, 5)
    spots = [(x, y) for x in range(9, 20) for y in range(11) if (x, y) != aim and y != 5]
    names = ("b2", "b3", "r1", "r2", "r3", "r4")
    others = everybody(chance, zip(names, chance.sample(spots, len(names)), strict=True))
    shooter = FigureSpec("b1", (1, 5), "E", anybody(chance), ["shell"])
    shell = {"factor": factor, "radius": radius, "max_radius": most, "selective": selective}
    text = scenario(["." * 24] * 11, [shooter, *others], {"shell": shell})

    data = asked(run, tmp_path, text, "bombard b1 14,5")

    attack = factor + skill(shooter.numbers, {})
    spares = "b" if selective else ""
    expected = blast([shooter, *others], aim, attack, radius, most, spares)
    assert {name: chances(data, name) for name in data["figures"]} == expected


STEPS = [(1, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, 0), (-1, -1), (0, -1), (1, -1)]
"""EP-09 with the axis to the east: each face of the d10, clockwise from straight on."""


def rounded(distance: int) -> int:
    """Steps along a diagonal that come nearest to a distance."""
    return min(range(distance + 1), key=lambda n: (abs(2 * n * n - distance**2), -n))


@pytest.mark.parametrize("spotter", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_indirect_fire_scatters(run: Run, tmp_path: Path, seed: int, spotter: bool) -> None:
    """ceil(d10/5) tiles with a spotter, ceil(d10/2) without; off the map it has no effect."""
    chance = Random(seed)
    aim = (chance.choice((12, 18)), chance.choice((2, 5)))
    wall = "........#" + "." * 11
    rows = [wall] * 10 + ["." * 20]
    spots = [(x, y) for x in range(10, 20) for y in range(9)]
    names = ("r1", "r2", "r3")
    others = everybody(chance, zip(names, chance.sample(spots, 3), strict=True))
    eyes = FigureSpec("b2", (19, 9) if spotter else (2, 2), "W", anybody(chance))
    gunner = FigureSpec("b1", (1, aim[1]), "E", anybody(chance), ["mortar"])
    mortar: dict[str, Any] = {
        "factor": chance.randint(2, 7),
        "radius": 1,
        "fire": "indirect",
        "max_radius": 2,
    }
    men = [gunner, eyes, *others]
    text = scenario(rows, men, {"mortar": mortar}, rules={"fog": False})

    data = asked(run, tmp_path, text, f"bombard b1 {aim[0]},{aim[1]}")

    landing: Counter[tuple[int, int] | None] = Counter()
    for face, (dx, dy) in enumerate(STEPS, 1):
        far = -(-face // (5 if spotter else 2))
        steps = rounded(far) if dx and dy else far
        tile = (aim[0] + dx * steps, aim[1] + dy * steps)
        landing[tile if 0 <= tile[0] < 20 and 0 <= tile[1] < 11 else None] += 1
    told = {
        tuple(one["at"]) if one["at"] else None: Fraction(one["probability"])
        for one in data["landing"]
    }
    assert told == {tile: Fraction(n, 10) for tile, n in landing.items()}

    attack = mortar["factor"] + skill(gunner.numbers, {})
    struck = {spot: {} if spot is None else blast(men, spot, attack, 1, 2) for spot in landing}
    expected = {}
    for name in {name for bursts in struck.values() for name in bursts}:
        totals: Counter[str] = Counter()
        for spot, weight in landing.items():
            for what, p in struck[spot].get(name, {"nothing": Fraction(1)}).items():
                totals[what] += int(p * 36) * weight
        expected[name] = {what: Fraction(n, 360) for what, n in totals.items()}
    assert {name: chances(data, name) for name in data["figures"]} == expected
