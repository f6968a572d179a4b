"""The outcome of a game as a line of text, and back; a line that is read may come from anywhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import attrs

from skirmish.analysis.outcome import FigureDeeds, ObjectivePayment, Outcome, WeaponUse
from skirmish.core.sanitize import is_name

MOST_CHARS = 64 * 1024
"""Characters of a line."""
_LARGEST = 10**18
_MOST_ENTRIES = 1000
_MAPS = ("losses", "lost", "score", "used", "asked", "events")
_NUMBERS = ("seed", "turns", "orders", "figure_turns", "idle", "questions")
_NAMES = ("winner", "reason", "first")
V = TypeVar("V")


class NoOutcome(ValueError):
    """A line is not the outcome of a game."""


def outcome_text(game: Outcome) -> str:
    """One line with all that was measured of a game, counts of numbered rules left out."""
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
