"""`skirmish odds --json` against sums done by hand: every face, straight from the rules' words.

Nothing here calls the rules of the game. Stat blocks are drawn at random into scenario files, the
command is asked, and its fractions must be those of counting all faces.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.skirmish_line import Man, scenario
from tests.cli.terminal import Run

D6 = range(1, 7)
QUALITY = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
COVER = {".": 0, "o": 1, "-": 2, "&": 3}
WORSE = ("nothing", "suppressed", "flee", "downed")
Chances = Mapping[str, Fraction]


def asked(run: Run, folder: Path, text: str, *arguments: str) -> Any:
    """What the command says of an order on a scenario."""
    (folder / "line.toml").write_text(text)
    said = run("odds", "line.toml", *arguments, "--json")
    assert said.err == ""
    return json.loads(said.out)


def chances(data: Any, figure: str) -> Chances:
    """The exact chances of a figure."""
    outcomes = data["figures"][figure]["outcomes"]
    return {one["result"]["effect"]: Fraction(one["probability"]) for one in outcomes}


def shares(outcomes: Iterable[str]) -> Chances:
    """Equally likely outcomes as chances."""
    counted = Counter(outcomes)
    return {name: Fraction(n, counted.total()) for name, n in counted.items()}


def effect(attack: int, guard: int, *, flees: bool = False) -> str:
    """BAY-28: not more is nothing, double downs (or any more than 0 or less), else it unnerves."""
    if attack <= guard:
        return "nothing"
    if attack >= 2 * guard or guard <= 0:
        return "downed"
    return "flee" if flees else "suppressed"


def worst(rolls: Iterable[Chances]) -> Chances:
    """The worst of several rolls that do not hang together."""
    totals = {"nothing": Fraction(1)}
    for roll in rolls:
        both: dict[str, Fraction] = {}
        for (one, p), (other, q) in product(totals.items(), roll.items()):
            name = max(one, other, key=WORSE.index)
            both[name] = both.get(name, Fraction(0)) + p * q
        totals = both
    return totals


def skill(numbers: Mapping[str, Any], state: Mapping[str, int]) -> int:
    """Quality, an officer's 1, less 1 for each level of injury."""
    rank = QUALITY[numbers["quality"]] + int(numbers["officer"])
    return rank - state.get("injury", 0)


def anybody(chance: Random) -> dict[str, Any]:
    """A stat block."""
    return {
        "physical": chance.randint(-3, 6),
        "abc": chance.randint(-2, 5),
        "psi": chance.randint(-2, 5),
        "quality": chance.choice(list(QUALITY)),
        "officer": chance.random() < 0.3,
        "crew": chance.random() < 0.2,
        "irregular": chance.random() < 0.2,
    }


def hurt(chance: Random) -> dict[str, int]:
    """An injury from earlier, often none."""
    level = chance.choice((0, 0, 1, 3))
    return {"injury": level} if level else {}


def flees(numbers: Mapping[str, Any]) -> bool:
    """Crew and irregular figures run where others duck."""
    return bool(numbers["crew"] or numbers["irregular"])


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
    helpers = [(2, 3), (2, 5), (1, 3)][:aid]
    men = [
        Man("b1", (2, 4), "E", shooter, ["gun"], state["b1"]),
        *(Man(f"b{n}", at, "E", {}, ["gun"]) for n, at in enumerate(helpers, 2)),
        Man("r1", (12, 4), facing, target, ["gun"], state["r1"]),
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
        Man("b1", (2, 4), "E", shooter, ["gun"]),
        Man("b2", (2, 3), "E", {}, ["gun"]),
        *(Man(name, places[name], "W", targets[name]) for name in places),
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


def band(distance2: int, radius: int) -> int:
    """How many further multiples of the radius away: 0 within it, the boundary included."""
    k = 0
    while distance2 > ((k + 1) * radius) ** 2:
        k += 1
    return k


def blast(
    men: Iterable[Man],
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


def everybody(chance: Random, places: Iterable[tuple[str, tuple[int, int]]]) -> list[Man]:
    """Figures without weapons round about."""
    return [Man(name, at, "N", anybody(chance)) for name, at in places]


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
    shooter = Man("b1", (1, 5), "E", anybody(chance), ["shell"])
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
    eyes = Man("b2", (19, 9) if spotter else (2, 2), "W", anybody(chance))
    gunner = Man("b1", (1, aim[1]), "E", anybody(chance), ["mortar"])
    mortar = {"factor": chance.randint(2, 7), "radius": 1, "fire": "indirect", "max_radius": 2}
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

    attack = int(str(mortar["factor"])) + skill(gunner.numbers, {})
    totals: dict[str, Counter[str]] = {}
    for tile, weight in landing.items():
        struck = {} if tile is None else blast(men, tile, attack, 1, 2)
        for man in men:
            mine = struck.get(man.id, {"nothing": Fraction(1)})
            if man.id in struck:
                totals.setdefault(man.id, Counter())
            for name, p in mine.items():
                totals.setdefault(man.id, Counter())[name] += int(p * 36) * weight
    ever = {
        name
        for tile in landing
        if tile is not None and tile[0] > 8
        for name in blast(men, tile, attack, 1, 2)
    }
    expected = {name: {k: Fraction(n, 360) for k, n in totals[name].items()} for name in ever}
    assert {name: chances(data, name) for name in data["figures"]} == expected


@pytest.mark.parametrize("seed", range(12))
def test_close_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """A die and the Physical factor each; from behind -1; overlapping friends add 1 each."""
    chance = Random(seed)
    mine, his = anybody(chance), anybody(chance)
    away, helper, pinned = (chance.random() < 0.4 for _ in range(3))
    men = [
        Man("b1", (5, 5), "E", mine),
        Man("r1", (6, 5), "E" if away else "W", his, (), {"suppressed": 1} if pinned else {}),
        *([Man("b2", (6, 4), "N", {})] if helper else []),
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
        Man("b1", (2, 5), "E", shooter, ["gun"]),
        Man("b2", (10, 6), "N", friend),
        Man("r1", (10, 5), "S", foe),
        Man("r2", (11, 7), "N", third),
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
    """BAY-21..23: judged at the last exposed tile; -1 for a start in sight, -2 for an unseen one."""
    chance = Random(seed)
    known, cover = chance.random() < 0.5, chance.choice(list(COVER))
    factor = chance.randint(2, 8)
    shooter, runner = anybody(chance), {**anybody(chance), "move": 5}
    hedge = "..##" if not known else "...."
    rows = ["." * 12] * 3 + [hedge + ".." + cover + "####."] + ["." * 12] * 6
    men = [
        Man("b1", (5, 8), "N", shooter, ["gun"]),
        Man("r1", (2, 2), "E", runner, ["gun"]),
        Man("b2", (11, 9), "S", {}),
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
