"""A console whose input comes from a function."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

from skirmish.ai import Choice, Stream, think
from skirmish.game import Game
from skirmish.line.console import Console
from skirmish.line.play import LinePlay

Script = Callable[[Game], str | None]


class ScriptedConsole(Console):
    """Keeps the output, and asks a script for the next line."""

    def __init__(self, script: Script) -> None:
        """Begin without output."""
        super().__init__(io.StringIO(), io.StringIO())
        self.game: Game | None = None
        self.said: list[str] = []
        self.heard: Callable[[list[str]], None] = lambda _lines: None
        self._script = script

    def say(self, lines: Iterable[str]) -> None:
        told = list(lines)
        self.said += told
        self.heard(told)

    def ask(self, prompt: str) -> str | None:
        assert self.game is not None
        if prompt.startswith("Press enter"):
            return ""
        line = self._script(self.game)
        self.said.append(f"{prompt}> {line}")
        return line


def line_game(game: Game, script: Script) -> tuple[LinePlay, ScriptedConsole]:
    """A game in line mode, and its console."""
    console = ScriptedConsole(script)
    console.game = game
    return LinePlay(game, console), console


def by_computer(level: str = "recruit") -> Script:
    """A script that types the orders of a level of the computer for the side to act."""
    streams: dict[str, Stream] = {}
    last: dict[str, Choice] = {}

    def line(game: Game) -> str:
        side = game.to_act
        stream = streams.setdefault(side, Stream(f"{side} types"))
        last[side] = think(game.ruleset, game.view(side), level, stream, previous=last.get(side))
        return str(last[side].order)

    return line


def of(lines: Iterable[str]) -> Script:
    """These lines, then the end of input."""
    rest = iter(lines)
    return lambda _game: next(rest, None)


SCENARIOS = Path(__file__).parents[2] / "scenarios"
