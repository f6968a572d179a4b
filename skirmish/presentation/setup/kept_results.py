"""Outcomes of games of the computer, kept in the player's own folder and used again.

There is a file for each content of a scenario, levels and version of the program. Its first line
names these, each further line is a game. The files are checked as they are read, and an invalid
file counts as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import attrs
from attrs import define, field

from skirmish.analysis.known_results import (
    LEVEL,
    KnownBalance,
    balance_of,
    content_of,
    shipped_balance,
)
from skirmish.analysis.outcome import FigureDeeds, ObjectivePayment, Outcome, WeaponUse
from skirmish.analysis.program_version import ALL_PARTS, program_version
from skirmish.analysis.simulation import simulate
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.analysis.workers import Progress, Workers
from skirmish.core.sanitize import is_name
from skirmish.errors import os_reason
from skirmish.game import Opening
from skirmish.presentation.user_files import data_folder, is_served, replace_file
from skirmish.scenario import Scenario, parse

FORMAT = 1
FOLDER = "results"
SUFFIX = ".jsonl"
MOST_GAMES = 5_000
"""Games kept of one scenario."""
MOST_FILES = 200
FEWEST_GAMES = 20
"""Games below which the share of a side means little: its interval is 40% wide at 20 games."""
_MOST_BYTES = 16 * 1024 * 1024
_MOST_NAMES = 5_000
MOST_CHARS = 64 * 1024
"""Characters of a line."""
_LARGEST = 10**18
_MOST_ENTRIES = 1000
_MAPS = ("losses", "lost", "score", "used", "asked", "events")
_NUMBERS = ("seed", "turns", "orders", "figure_turns", "idle", "questions")
_NAMES = ("winner", "reason", "first")
V = TypeVar("V")
_PLAIN = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def known_balance(scenario: Scenario) -> KnownBalance | None:
    """The known balance of a scenario; None if there are fewer games than `FEWEST_GAMES`.

    The player's own games count if there are more of them than those that the program comes with.
    """
    known = _most_games(scenario)
    return known if known is not None and known.games >= FEWEST_GAMES else None


def _most_games(scenario: Scenario) -> KnownBalance | None:
    """The balance in the player's own games, or in those of the program, whichever are more."""
    content, sides = content_of(scenario), [force.id for force in scenario.sides]
    shipped = shipped_balance(scenario, content)
    own = read_games(_head(content, dict.fromkeys(sides, LEVEL)))
    if len(own) > (shipped.games if shipped else 0):
        return balance_of(sides, own.values())
    return shipped


def read_games(head: str) -> Mapping[int, Outcome]:
    """The games kept under a head, by seed; none if the file is missing or invalid."""
    if is_served():
        return {}
    try:
        text = _read(_path(head))
    except OSError:
        return {}
    first, *lines = text.split("\n")
    if first != head or len(lines) > MOST_GAMES + 1:
        return {}
    sides = json.loads(head)["levels"]
    with suppress(NoOutcome):
        games = [read_outcome(line) for line in lines if line]
        if all(game.players == sides and game.winner in ("", *sides) for game in games):
            return {game.seed: game for game in games}
    return {}


def write_games(head: str, games: Iterable[Outcome]) -> None:
    """Keep games under a head, those of the lowest seeds first; old files are removed.

    Raises:
        OSError: They cannot be written.
    """
    path = _path(head)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = sorted(games, key=lambda game: game.seed)[:MOST_GAMES]
    replace_file(path, "\n".join((head, *map(outcome_text, kept))) + "\n")
    _make_room(path.parent)


def _make_room(folder: Path) -> None:
    """Remove the files that were written first, down to `MOST_FILES`."""
    paths = [path for path in islice(folder.iterdir(), _MOST_NAMES) if path.suffix == SUFFIX]
    for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns)[:-MOST_FILES]:
        path.unlink(missing_ok=True)


def _path(head: str) -> Path:
    name = hashlib.sha256(head.encode()).hexdigest()[:16]
    return data_folder() / FOLDER / f"{name}{SUFFIX}"


def _read(path: Path) -> str:
    """The text of a regular file of an acceptable size.

    Raises:
        OSError: There is no such file.
    """
    number = os.open(path, os.O_RDONLY | _PLAIN)
    with open(number, "rb") as file:  # noqa: PTH123 - a number, not a path
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
            raise OSError
        return file.read(_MOST_BYTES).decode(errors="replace")


def _head(content: str, levels: Mapping[str, str]) -> str:
    """The first line of a file, which identifies the games in it."""
    head = {
        "format": FORMAT,
        "content": content,
        "levels": dict(levels),
        "program": _program(),
    }
    return json.dumps(head)


@cache
def _program() -> str:
    """The version of the code that plays and measures; computed once, as it cannot change."""
    return program_version(ALL_PARTS)


@define
class GameKeeper:
    """Plays games that are not kept yet, and keeps them.

    `fresh`: whether kept games are played again nevertheless. `reused`: the number of games that
    were not played. `problem`: why games could not be kept.
    """

    fresh: bool = False
    reused: int = field(default=0, init=False)
    problem: str = field(default="", init=False)

    def play(
        self,
        opening: Opening,
        levels: Mapping[str, str],
        seeds: Sequence[int],
        workers: Workers | None = None,
        progress: Progress | None = None,
    ) -> SimulationReport:
        """Games of these seeds, as `simulate` plays them."""
        head = _head(content_of(parse(opening.text)), levels)
        before = read_games(head)
        kept = {seed: before[seed] for seed in seeds if seed in before and not self.fresh}
        self.reused += len(kept)
        report = simulate(opening, levels, seeds, workers, kept=kept, progress=progress)
        if len(kept) < len(report.games) and not is_served():
            try:
                played = {game.seed: game for game in report.games}
                write_games(head, {**before, **played}.values())
            except OSError as error:
                self.problem = os_reason(error)
        return report


class NoOutcome(ValueError):
    """A line is not the outcome of a game."""


def outcome_text(game: Outcome) -> str:
    """All measurements of a game as one line, without the counts of numbered rules."""
    plain = {name: getattr(game, name) for name in (*_NUMBERS, *_NAMES, "still")}
    maps = {name: dict(getattr(game, name)) for name in ("players", *_MAPS)}
    data = {
        **plain,
        **maps,
        "fire": {name: attrs.astuple(use) for name, use in game.fire.items()},
        "goals": [[*key, *attrs.astuple(paid)] for key, paid in game.goals.items()],
        "figures": {name: attrs.astuple(deeds) for name, deeds in game.figures.items()},
    }
    return json.dumps(data, separators=(",", ":"))


def read_outcome(line: str) -> Outcome:
    """The outcome that a line holds.

    Raises:
        NoOutcome: It is too long, is not what `outcome_text` writes, or has a value that no game
            can have.
    """
    if len(line) > MOST_CHARS:
        raise NoOutcome
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise NoOutcome from None
    if not isinstance(data, dict) or data.keys() != _KEYS:
        raise NoOutcome
    fields: dict[str, Any] = {name: _number(data[name]) for name in _NUMBERS}
    fields |= {name: _name_or_none(data[name]) for name in _NAMES}
    fields |= {name: _map(data[name], _number) for name in _MAPS}
    return Outcome(
        **fields,
        still=_truth(data["still"]),
        players=_map(data["players"], _name),
        fire=_map(data["fire"], _use),
        goals=dict(map(_goal, _list(data["goals"]))),
        figures=_map(data["figures"], _deeds),
    )


_KEYS = {*_NUMBERS, *_NAMES, "still", "players", *_MAPS, "fire", "goals", "figures"}


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < _LARGEST:
        raise NoOutcome
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise NoOutcome
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise NoOutcome
    return value


def _name_or_none(value: object) -> str:
    return "" if value == "" else _name(value)


def _list(value: object, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or len(value) > _MOST_ENTRIES:
        raise NoOutcome
    if size is not None and len(value) != size:
        raise NoOutcome
    return value


def _map(value: object, read: Callable[[object], V]) -> Mapping[str, V]:
    if not isinstance(value, dict) or len(value) > _MOST_ENTRIES:
        raise NoOutcome
    return {_name(key): read(inside) for key, inside in value.items()}


def _numbers(values: Iterable[object]) -> tuple[int, ...]:
    return tuple(map(_number, values))


def _use(value: object) -> WeaponUse:
    return WeaponUse(*_numbers(_list(value, len(attrs.fields(WeaponUse)))))


def _goal(value: object) -> tuple[tuple[str, str], ObjectivePayment]:
    side, why, *paid = _list(value, 2 + len(attrs.fields(ObjectivePayment)))
    return (_name(side), _name(why)), ObjectivePayment(*_numbers(paid))


def _deeds(value: object) -> FigureDeeds:
    side, *counts, early = _list(value, len(attrs.fields(FigureDeeds)))
    shots, hits, out, lost, own, fell = _numbers(counts)
    return FigureDeeds(_name(side), shots, hits, out, lost, own, fell, _truth(early))
