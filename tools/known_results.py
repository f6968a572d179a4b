"""Measures the known balance of the game's scenarios.

`python -m tools.known_results` plays the games that are missing. It writes
`skirmish/analysis/known_results.json`, which the game shows, and `docs/balance.md`, scenario by
scenario as they are measured; games are kept as those of `simulate` are. Lessons are left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from skirmish.ai.levels import JUDGEMENT
from skirmish.analysis.known_results import (
    LEVEL,
    SHIPPED,
    KnownBalance,
    balance_from,
    balance_of,
    content_of,
    is_current,
)
from skirmish.analysis.outcome import Outcome
from skirmish.analysis.program_version import program_version
from skirmish.cli.options import WholeNumber, many_games_options
from skirmish.cli.output import progress
from skirmish.game import opening_of
from skirmish.presentation.setup.balance_words import balance_words
from skirmish.presentation.setup.kept_results import FEWEST_GAMES, GameKeeper
from skirmish.presentation.user_files import replace_file
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, find, load, shipped
from tools.command import run_tool, seeds_of, tool_workers

TOP = Path(__file__).parents[1]
RESULTS = TOP / "skirmish" / "analysis" / SHIPPED
DOCUMENT = TOP / "docs" / "balance.md"
HEAD = """\
# Balance

How the scenarios of the game fall between two computer players of level `regular`: the share of
the match points of the first side (a draw counts half) with its 95% interval. This is the balance
of the computer player, not of people; the list of scenarios and the setup of a battle show
it from 20 games on. Few games leave a wide interval, and a battle is called even only if all of it
lies within 40 to 60%.
`python -m tools.known_results --games N` measures what has changed or has fewer games, and writes
this page. A result is out of date when the scenario, its rules or the computer's orders have
changed; then the game does not show it.

| scenario | rules | games | first side | its share | median turns | so |
| --- | --- | --- | --- | --- | --- | --- |
"""
OUT_OF_DATE = "out of date"
Entry = Mapping[str, Any]


def measured() -> dict[str, Scenario]:
    """The scenarios of the game whose balance is measured, by name."""
    loaded = {name: load(find(name)) for name in shipped()}
    return {name: one for name, one in loaded.items() if not one.lessons}


def entries() -> dict[str, Entry]:
    """The entries of the data file by name of their scenario."""
    if not RESULTS.exists():
        return {}
    found = json.loads(RESULTS.read_text(encoding="utf-8"))["results"]
    return {entry["scenario"]: entry for entry in found}


def is_valid(entry: Entry, scenario: Scenario) -> bool:
    """Whether an entry is for this content, the present rules and the present computer player."""
    return entry["content"] == content_of(scenario) and is_current(entry, scenario)


def _entry(name: str, scenario: Scenario, games: Sequence[Outcome], before: Entry | None) -> Entry:
    """The entry of a scenario: the games played now, added to a valid earlier entry."""
    known = balance_of((force.id for force in scenario.sides), games)
    lengths = Counter(before.get("lengths", {}) if before else {})  # Old entries have none.
    lengths.update(str(game.turns) for game in games)
    turns = sorted(int(turn) for turn in lengths.elements())
    played = balance_from(before) if before else None
    return {
        "scenario": name,
        "content": content_of(scenario),
        "ruleset": scenario.ruleset,
        "version": ruleset(scenario.ruleset).version,
        "judgement": JUDGEMENT,
        "program": program_version(),
        "level": LEVEL,
        "sides": known.sides,
        "wins": [
            new + old
            for new, old in zip(known.wins, played.wins if played else (0, 0), strict=True)
        ],
        "games": known.games + (played.games if played else 0),
        "turns": turns[len(turns) // 2],
        "lengths": {str(turn): count for turn, count in sorted(Counter(turns).items())},
    }


def write(found: Mapping[str, Entry], scenarios: Mapping[str, Scenario]) -> None:
    """Write the entries of these scenarios as data, and as a page of the documentation."""
    kept = [found[name] for name in scenarios if name in found]
    lines = ",\n".join(json.dumps(entry) for entry in kept)
    replace_file(RESULTS, f'{{"results": [\n{lines}\n]}}\n')
    rows = (_row(scenarios[entry["scenario"]], entry) for entry in kept)
    replace_file(DOCUMENT, HEAD + "".join(f"{row}\n" for row in rows))


def _row(scenario: Scenario, entry: Entry) -> str:
    known = balance_from(entry)
    names = {force.id: force.name for force in scenario.sides}
    first = names[known.sides[0]]
    rules = ruleset(scenario.ruleset).name
    cells = (
        f"{scenario.title} (`{entry['scenario']}`)",
        rules,
        str(known.games),
        first,
        str(known.share),
        str(known.turns),
        _so(known, names) if is_current(entry, scenario) else OUT_OF_DATE,
    )
    return f"| {' | '.join(cells)} |"


def _so(known: KnownBalance, names: Mapping[str, str]) -> str:
    """The judgement on the balance; empty if there were too few games."""
    return balance_words(known, names).partition(":")[0] if known.games >= FEWEST_GAMES else ""


def _wanted(
    found: Mapping[str, Entry], scenarios: Mapping[str, Scenario], games: int, *, again: bool
) -> Iterator[str]:
    for name, scenario in scenarios.items():
        entry = found.get(name)
        if again or not entry or not is_valid(entry, scenario) or entry["games"] < games:
            yield name


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(measured())), metavar="[SCENARIO]...")
@click.option("--games", type=WholeNumber(1, 100_000), default=40, show_default=True)
@click.option("--again", is_flag=True, help="Play also the scenarios whose results are current.")
@many_games_options
def known_results(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Measure the balance of the scenarios of the game, those with too few games or none.

    Games of before count on; those that are missing have the seeds after them.

    SCENARIO: names of those to measure; default: all.
    """
    scenarios = measured()
    asked = {name: scenarios[name] for name in options["names"]} or scenarios
    for name in _wanted(entries(), asked, options["games"], again=options["again"]):
        scenario, before = scenarios[name], entries().get(name)
        if options["again"] or not before or not is_valid(before, scenario):
            before = None
        levels = {force.id: LEVEL for force in scenario.sides}
        seeds = seeds_of(options)[before["games"] if before else 0 :]
        with tool_workers(options) as who, progress() as watch:
            report = GameKeeper().play(opening_of(scenario), levels, seeds, who, watch)
        entry = _entry(name, scenario, report.games, before)
        write({**entries(), name: entry}, scenarios)
        click.echo(f"{name}: {balance_from(entry).share}")
    write(entries(), scenarios)


if __name__ == "__main__":
    run_tool(known_results, "known_results")
