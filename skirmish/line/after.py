"""What a battle that is over came to, in sentences: the report of the screen, read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skirmish.core.geometry import tile_text
from skirmish.core.text import many
from skirmish.game import Game
from skirmish.line.fold import full_stop, listed
from skirmish.presentation.battle_report import battle_report
from skirmish.presentation.battle_summary import summarize_battle
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    Lines,
    Table,
    format_number,
    format_signed,
)

_HOTTEST = 6
"""Tiles that are named, of those that fire came down on."""
_LUCK = "against what was expected"
_NOTHING = ("", "-")
_LONG = {"hits exp.": "hits expected", "points exp.": "points expected", "own": "own side"}
_SHORT = ("Result", "Objectives and points", "Losses")
"""The parts that are told unasked."""


def report(game: Game, *, whole: bool = True) -> list[str]:
    """Who won and why, points, losses, luck, dice; not `whole`: and what else there is to hear."""
    found = parts(game)
    if whole:
        return [line for _, lines in found for line in lines]
    told = [line for title, lines in found if title in _SHORT for line in lines]
    told += [
        line for title, lines in found if title not in _SHORT for line in lines if _LUCK in line
    ]
    others = [
        f"'{title.partition(':')[0].casefold()}'" for title, _ in found if title not in _SHORT
    ]
    return [*told, f"More in the report: {listed(others)}."] if others else told


def parts(game: Game) -> list[tuple[str, list[str]]]:
    """The parts of the report with their sentences."""
    found = battle_report(summarize_battle(game)).parts
    return [(part.title, [w for one in part.blocks for w in _spoken(one)]) for part in found]


def _spoken(block: Block) -> Iterator[str]:
    """What a part of the report says, without anything drawn."""
    match block:
        case Lines():
            yield from (_sentence(text) for text in block.texts if text.strip())
        case Table():
            yield from (_row(block, row) for row in block.rows)
        case BarChart():
            yield f"{block.unit.capitalize()}:"
            for label, values in block.rows:
                told = zip(block.series, values, strict=True)
                yield f"  {label}: {', '.join(f'{name} {format_number(v)}' for name, v in told)}."
        case DivergingBars():
            yield from (
                f"{name}: {format_signed(value)} {block.unit} {_LUCK}."
                for name, value in block.rows
            )
        case HeatMap():
            yield from _fell(block)


def _sentence(text: str) -> str:
    return text if text.endswith(":") else full_stop(text)


def _row(table: Table, row: Iterable[str]) -> str:
    """A row in words: what it is about, then each column under its head."""
    first, *rest = row
    heads = (_LONG.get(head, head) for head in table.head[1:])
    cells = [
        f"{head} {cell}" for head, cell in zip(heads, rest, strict=True) if cell not in _NOTHING
    ]
    return f"  {first}: {', '.join(cells).replace('in turns never', 'never')}."


def _fell(heat: HeatMap) -> Iterator[str]:
    ranked = sorted(heat.times.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{tile_text(tile)} ({many(times, 'time')})" for tile, times in ranked[:_HOTTEST]]
    more = f", and on {many(len(ranked) - _HOTTEST, 'more tile')}" if len(ranked) > _HOTTEST else ""
    yield f"Fire came down on {', '.join(told)}{more}."
