"""Odds by hand: every face counted, and none of the game's rules called."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.cli.cli_runner import Run

D6 = range(1, 7)
QUALITY = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
COVER = {".": 0, "o": 1, "-": 2, "&": 3}
WORSE = ("nothing", "suppressed", "flee", "downed")
Chances = Mapping[str, Fraction]
T = TypeVar("T")


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


def possible(chances: Mapping[str, Mapping[T, Fraction]]) -> dict[str, dict[T, Fraction]]:
    """The chances of each figure without what never happens."""
    return {name: {what: p for what, p in one.items() if p} for name, one in chances.items()}


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
