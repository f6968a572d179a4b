"""`skirmish odds --json` against sums done by hand: every face, straight from the rules' words.

Nothing here calls the rules of the game. Stat blocks are drawn at random into scenario files, the
command is asked, and its fractions must be those of counting all faces.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.cli.by_hand import (
    COVER,
    D6,
    anybody,
    asked,
    chances,
    effect,
    flees,
    hurt,
    shares,
    skill,
    worst,
)
from tests.cli.cli_runner import Run
from tests.cli.odds_scenarios import FigureSpec, scenario


@pytest.mark.parametrize("seed", range(24))
def test_direct_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """Quality, injury, aid, cover before and under the target, shield from the front, ABC, Psi."""
    chance = Random(seed)
    factor, aid = chance.randint(1, 9), chance.randint(0, 3)
    against = chance.choice(("physical", "physical", "abc", "psi"))
    before, under = chance.choice(list(COVER)), chance.choice(list(COVER))
    facing = chance.choice("NESW")
    shooter, target = anybody(chance), {**anybody(chance), "shield": chance.choice((0, 2))}
    state = {"b1": hurt(chance), "r1": hurt(chance)}
    rows = ["." * 20] * 4 + ["." * 11 + before + under + "." * 7] + ["." * 20] * 4
    helpers = [(2, 3), (2, 5), (2, 6)][:aid]
    men = [
        FigureSpec("b1", (2, 4), "E", shooter, ["gun"], state["b1"]),
        *(FigureSpec(f"b{n}", at, "E", {}, ["gun"]) for n, at in enumerate(helpers, 2)),
        FigureSpec("r1", (12, 4), facing, target, ["gun"], state["r1"]),
    ]
    text = scenario(rows, men, {"gun": {"factor": factor, "against": against}})
    order = "fire b1 r1" + (f" aid={'+'.join(m.id for m in men[1:-1])}" if aid else "")

    data = asked(run, tmp_path, text, order)

    attack = factor + skill(shooter, state["b1"]) + aid
    guard = target[against] + skill(target, state["r1"])
    if against == "physical":
        guard += max(COVER[before], COVER[under])
        guard += target["shield"] if facing in "NWS" else 0
    assert chances(data, "r1") == shares(
        effect(a + attack, g + guard, flees=flees(target)) for a, g in product(D6, D6)
    )
    assert data["outcomes"] == data["figures"]["r1"]["outcomes"]


@pytest.mark.parametrize("seed", range(12))
def test_divided_bursts(run: Run, tmp_path: Path, seed: int) -> None:
    """BAY-14: a die for each share; quality on each, aid on the first; the worst counts."""
    chance = Random(seed)
    factor, rolls = chance.randint(3, 9), chance.randint(2, 3)
    shooter, targets = anybody(chance), {name: anybody(chance) for name in ("r1", "r2", "r3")}
    places = {"r1": (12, 4), "r2": (12, 6), "r3": (12, 2)}
    men = [
        FigureSpec("b1", (2, 4), "E", shooter, ["gun"]),
        FigureSpec("b2", (2, 3), "E", {}, ["gun"]),
        *(FigureSpec(name, places[name], "W", targets[name]) for name in places),
    ]
    text = scenario(["." * 20] * 9, men, {"gun": {"factor": factor, "automatic": True}})
    names = ["r1", *chance.choices(list(places), k=rolls - 1)]
    split = [factor // rolls + (n < factor % rolls) for n in range(rolls)]
    alone = chance.random() < 0.4
    if alone:
        names, order = ["r1"] * rolls, f"fire b1 r1 rolls={rolls}"
    else:
        shared = "+".join(f"{n}:{s}" for n, s in zip(names, split, strict=True))
        order = f"fire b1 r1 split={shared}"
    aid = chance.randint(0, 1)

    data = asked(run, tmp_path, text, order + (" aid=b2" if aid else ""))

    for name in set(names):
        guard = targets[name]["physical"] + skill(targets[name], {})
        dice = [
            shares(
                effect(
                    a + split[n] + skill(shooter, {}) + (0 if n else aid),
                    g + guard,
                    flees=flees(targets[name]),
                )
                for a, g in product(D6, D6)
            )
            for n in range(rolls)
            if names[n] == name
        ]
        assert chances(data, name) == worst(dice)


@pytest.mark.parametrize("seed", range(12))
def test_close_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """A die and the Physical factor each; from behind -1; overlapping friends add 1 each."""
    chance = Random(seed)
    mine, his = anybody(chance), anybody(chance)
    away, helper, pinned = (chance.random() < 0.4 for _ in range(3))
    men = [
        FigureSpec("b1", (5, 5), "E", mine),
        FigureSpec(
            "r1", (6, 5), "E" if away else "W", his, (), {"suppressed": 1} if pinned else {}
        ),
        *([FigureSpec("b2", (6, 4), "N", {})] if helper else []),
    ]
    text = scenario(["." * 12] * 11, men)

    data = asked(run, tmp_path, text, "fight b1 r1")

    own = mine["physical"] + skill(mine, {}) + helper
    other = his["physical"] + skill(his, {}) - int(away or pinned)
    pairs = [(a + own, b + other) for a, b in product(D6, D6)]
    assert chances(data, "b1") == shares(bout(a, b) for a, b in pairs)
    assert chances(data, "r1") == shares(bout(b, a) for a, b in pairs)


def bout(mine: int, his: int) -> str:
    """What a fight does to one of the two."""
    if mine == his:
        return "locked"
    if mine > his:
        return "nothing"
    return "downed" if 2 * mine <= his else "recoil"


@pytest.mark.parametrize("seed", range(10))
def test_fire_into_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """-2 for the paired target, -1 for an overlapping one; a bad shot meets the friend instead."""
    chance = Random(seed)
    factor = chance.randint(1, 8)
    shooter, friend, foe, third = (anybody(chance) for _ in range(4))
    paired = chance.random() < 0.5
    men = [
        FigureSpec("b1", (2, 5), "E", shooter, ["gun"]),
        FigureSpec("b2", (10, 6), "N", friend),
        FigureSpec("r1", (10, 5), "S", foe),
        FigureSpec("r2", (11, 7), "N", third),
    ]
    text = scenario(["." * 14] * 11, men, {"gun": {"factor": factor}})
    name, target = ("r1", foe) if paired else ("r2", third)

    data = asked(run, tmp_path, text, f"fire b1 {name} combat=yes")

    base = factor + skill(shooter, {})
    first, stray = base - (2 if paired else 1), base - 2
    guard = target["physical"] + skill(target, {})
    other = friend["physical"] + skill(friend, {})
    met = {name: Counter[str](), "b2": Counter[str]()}
    for a, g in product(D6, D6):
        if g + guard > 0 and 2 * (a + first) <= g + guard:
            met[name]["nothing"] += 36
            for again, b in product(D6, D6):
                met["b2"][effect(again + stray, b + other, flees=flees(friend))] += 1
        else:
            met["b2"]["nothing"] += 36
            met[name][effect(a + first, g + guard, flees=flees(target))] += 36
    ever = {who for who in met if who == name or met[who] != Counter(nothing=36 * 36)}
    assert {who: chances(data, who) for who in ever} == {
        who: {k: Fraction(n, 36 * 36) for k, n in met[who].items() if n} for who in ever
    }


@pytest.mark.parametrize("seed", range(6))
def test_opportunity_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """BAY-21..23: judged at the last exposed tile; -1 for a start in sight, else -2."""
    chance = Random(seed)
    known, cover = chance.random() < 0.5, chance.choice(list(COVER))
    factor = chance.randint(2, 8)
    shooter, runner = anybody(chance), {**anybody(chance), "move": 5}
    hedge = "..##" if not known else "...."
    rows = ["." * 12] * 3 + [hedge + ".." + cover + "####."] + ["." * 12] * 6
    men = [
        FigureSpec("b1", (5, 8), "N", shooter, ["gun"]),
        FigureSpec("r1", (2, 2), "E", runner, ["gun"]),
        FigureSpec("b2", (11, 9), "S", {}),
    ]
    text = scenario(
        rows, men, {"gun": {"factor": factor}}, "red", {"stop_on_sight": False, "fog": True}
    )

    data = asked(
        run, tmp_path, text, "fire b1 r1", "--strict", "--at", "move r1 2,2>7,2", "--at", "end |"
    )

    attack = factor + skill(shooter, {}) - (1 if known else 2)
    guard = runner["physical"] + skill(runner, {}) + COVER[cover]
    assert chances(data, "r1") == shares(
        effect(a + attack, g + guard, flees=flees(runner)) for a, g in product(D6, D6)
    )
