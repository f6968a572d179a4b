"""The known balance of a scenario, from games that were played before.

A result belongs to the content of a scenario, whatever its file is called, and to the levels that
played. `known_results.json` holds those of the scenarios of the game; `python -m
tools.known_results` makes it. A player's own games are kept in files of the player's folder
(`presentation/setup/kept_results.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import asdict, evolve, frozen

from skirmish.ai.levels import JUDGEMENT
from skirmish.analysis.intervals import DRAWN, WON, Mean
from skirmish.analysis.outcome import Outcome
from skirmish.rulesets.registry import handbook, ruleset
from skirmish.scenario import About, FigureEntry, Scenario, all_house_rules
from skirmish.scenario.packing import packed
from skirmish.scenario.writer import scenario_hash

LEVEL = "regular"
"""The level at which balance is measured, on both sides."""
FAIR = (40, 60)
"""Percent of the match points between which a scenario counts as even."""
SHIPPED = "known_results.json"


def content_of(scenario: Scenario) -> str:
    """Hash of the content that decides the battles of a scenario, without texts and defaults."""
    known = all_house_rules(handbook(scenario.ruleset))
    rules = {name: v for name, v in scenario.rules.items() if v != known[name].default}
    sides = tuple(
        evolve(force, player="", figures=_unnamed(force.figures)) for force in scenario.sides
    )
    waves = tuple(evolve(wave, figures=_unnamed(wave.figures)) for wave in scenario.waves)
    bare = evolve(
        packed(scenario),
        title="-",
        about=About(),
        briefing="",
        lessons=(),
        ignored=(),
        rules=rules,
        sides=sides,
        waves=waves,
    )
    return scenario_hash(bare)


def _unnamed(figures: Iterable[FigureEntry]) -> tuple[FigureEntry, ...]:
    """Figures without the ids that they keep from one scenario to the next."""
    return tuple(evolve(figure, person="") for figure in figures)


@frozen
class KnownBalance:
    """Games of the computer against itself, both sides at the level `LEVEL`.

    `sides`: their ids, the first one first. `wins`: games won by each of them; the others were
    draws. `turns`: the median length.
    """

    sides: tuple[str, str]
    wins: tuple[int, int]
    games: int
    turns: int

    @property
    def share(self) -> Mean:
        """Share of the match points of the first side; a draw counts half."""
        first, second = self.wins
        draws = self.games - first - second
        return Mean((WON,) * first + (DRAWN,) * draws + (0,) * second, WON)

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return asdict(self)


def balance_of(sides: Iterable[str], games: Iterable[Outcome]) -> KnownBalance:
    """The balance in these games; there is at least one."""
    played = tuple(games)
    first, second = sides
    winners = [game.winner for game in played]
    turns = sorted(game.turns for game in played)
    return KnownBalance(
        (first, second),
        (winners.count(first), winners.count(second)),
        len(played),
        turns[len(turns) // 2],
    )


def shipped_balance(scenario: Scenario, content: str) -> KnownBalance | None:
    """The balance of a scenario of this content in the games that the program comes with."""
    found = _shipped().get(content)
    return balance_from(found) if found and is_current(found, scenario) else None


def is_current(entry: Mapping[str, Any], scenario: Scenario) -> bool:
    """Whether an entry of the data file was played by today's rules and computer player."""
    version = ruleset(scenario.ruleset).version
    return (entry["version"], entry["judgement"]) == (version, JUDGEMENT)


def balance_from(entry: Mapping[str, Any]) -> KnownBalance:
    """The balance in an entry of the data file."""
    return KnownBalance(tuple(entry["sides"]), tuple(entry["wins"]), entry["games"], entry["turns"])


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    """The entries of the data file by content; the file is part of the program."""
    text = files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8")
    return {entry["content"]: entry for entry in json.loads(text)["results"]}
