"""A report's games as a table: comma-separated values, a line for each game."""

from __future__ import annotations

import csv
from io import StringIO

from skirmish.lab.measure import Outcome
from skirmish.lab.report import Report

PLAIN = ("seed", "first", "winner", "reason", "turns", "orders", "figure_turns", "idle", "still")
ASKED = "asked"
BY_SIDE = ("players", "score", "lost", ASKED)


def csv_of(report: Report) -> str:
    """The table with its head; what is told by side has a column for each, as in `score_blue`.

    Where nobody was asked `asked_blue` and `asked_red` are empty.
    """
    sides = tuple(report.players)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*PLAIN, *(f"{name}_{side}" for name in BY_SIDE for side in sides)])
    for game in report.games:
        writer.writerow(_row(game, sides, ask=report.ask))
    return out.getvalue()


def _row(game: Outcome, sides: tuple[str, ...], *, ask: bool) -> list[str | int]:
    plain = [getattr(game, name) for name in PLAIN]
    by_side = [
        getattr(game, name).get(side, 0) if ask or name != ASKED else ""
        for name in BY_SIDE
        for side in sides
    ]
    return [int(value) if isinstance(value, bool) else value for value in (*plain, *by_side)]
