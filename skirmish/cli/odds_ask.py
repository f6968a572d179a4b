"""A question of odds and its answer: what `skirmish odds` asks once and `--batch` many times.

Positions are kept, so that a question about one that was reached before costs only its own dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from skirmish.cli.odds_report import begun, report, step
from skirmish.core.gate import shown
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import find, load, opening_state, parse

RECORD = ".skr"
MOST_SOURCES = 16
"""Scenarios and records that are kept."""
MOST_POSITIONS = 1000
"""Positions that are kept, after orders that were played first."""
MOST_BEFORE = 2000
"""Orders that may be played first."""

Rules = tuple[tuple[str, bool | int | str], ...]


@frozen
class Question:
    """What is asked: the odds of `order` at a position.

    `scenario` is the name of a shipped one, a file, or a record (`.skr`); else `text` is one.
    `line` counts the lines of the record that were played, None is all. `before` are orders that
    are played first, as `ORDER | FACES`. `side`: on whose view; `strict`: ask clock and fog too.
    """

    order: str
    scenario: str = ""
    text: str = ""
    line: int | None = None
    before: tuple[str, ...] = ()
    side: str = ""
    strict: bool = False
    rules: Rules = ()


@define
class _Position:
    """A state, and those that orders led to from it, by their text."""

    ruleset: Ruleset
    state: State
    after: dict[str, _Position] = field(factory=dict)


@define
class _Source:
    """A scenario or a record that was read, and the positions in it by the line, None the last."""

    positions: dict[int | None, _Position]
    game: Game | None = None

    def at(self, line: int | None) -> _Position:
        if line not in self.positions:
            if self.game is None:
                remedy = f"name a record: it ends in {RECORD}"
                raise UsageProblem("a scenario has no lines", remedy=remedy)
            state = self.game.state if line is None else self.game.state_at(line)
            self.positions[line] = _Position(self.game.ruleset, state)
        return self.positions[line]


class Asker:
    """Answers questions, and keeps what it read and played for them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._sources: dict[tuple[str, str, str], _Source] = {}
        self._count = 0

    def answer(self, question: Question) -> Mapping[str, Any]:
        """The odds as plain data: what `skirmish odds --json` prints.

        Raises:
            SkirmishError: There is no such position, or the order has no odds in it.
        """
        if len(question.before) > MOST_BEFORE:
            raise UsageProblem(f"more than {MOST_BEFORE} orders before", remedy="ask of a record")
        at = self._begin(question)
        for line in question.before:
            at = self._next(at, line)
        return report(
            at.ruleset, at.state, question.order, side=question.side, strict=question.strict
        )

    def _begin(self, asked: Question) -> _Position:
        # A rule that is 1 is none that is true, though Python calls them equal.
        where = (asked.scenario, asked.text, repr(asked.rules))
        if where not in self._sources:
            if len(self._sources) >= MOST_SOURCES:
                self._forget()
            self._sources[where] = _source(asked)
        return self._sources[where].at(asked.line)

    def _next(self, at: _Position, line: str) -> _Position:
        if line not in at.after:
            state = step(at.ruleset, at.state, line)
            self._count += 1
            if self._count > MOST_POSITIONS:
                self._forget()
            at.after[line] = _Position(at.ruleset, state)
        return at.after[line]

    def _forget(self) -> None:
        self._sources, self._count = {}, 0


def _source(asked: Question) -> _Source:
    """The scenario or record of a question."""
    if asked.scenario and asked.text:
        raise UsageProblem("both a scenario's name and its text", remedy="leave one of them out")
    if asked.scenario.endswith(RECORD):
        return _recorded(asked)
    scenario = parse(asked.text) if asked.text else load(find(asked.scenario))
    played = ruleset(scenario.ruleset)
    state = begun(played, opening_state(scenario, dict(asked.rules)))
    return _Source({None: _Position(played, state)})


def _recorded(asked: Question) -> _Source:
    if asked.rules:
        what = "a record keeps the house rules that it was played with"
        raise UsageProblem(what, shown(asked.scenario), "leave them out")
    return _Source({}, Game.replay(Path(asked.scenario)))
