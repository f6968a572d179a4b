"""After the battle: report, replay and the computer's reasons, on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from skirmish.core.events import Bound
from skirmish.core.geometry import tile_text
from skirmish.core.sanitize import escaped
from skirmish.core.text import pluralize
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.line import battle_text
from skirmish.line.commands import QUIT
from skirmish.line.console import Console
from skirmish.line.phrases import full_stop, join_words, row_lines
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import Sentence
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.presentation.report.battle_report import NEVER, PAID_IN, battle_report
from skirmish.presentation.report.battle_summary import summarize_battle
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    Lines,
    Rows,
    Section,
    Table,
    format_number,
    format_signed,
)

_MAX_TILES = 6
"""Number of tiles under fire that are listed."""
_EMPTY_CELLS = ("", "-")
_FULL_HEADS = {"hits exp.": "hits expected", "points exp.": "points expected", "own": "own side"}
REPLAY, REPORT, REASONS = "replay", "report", "reasons"
_PROMPT = "the report"
_QUIT_WORDS = (QUIT, "exit", "q", "bye")


def report_lines(game: Game, *, whole: bool = True) -> list[str]:
    """The report as sentences; unless `whole`, its main parts and the names of the others."""
    parts = report_parts(game)
    if whole:
        return [line for part in parts for line in _part_lines(part)]
    others = [part for part in parts if not part.main]
    lines = [line for part in parts if part.main for line in _part_lines(part)]
    lines += [
        line
        for part in others
        for block in part.blocks
        if isinstance(block, DivergingBars)
        for line in _block_lines(block)
    ]
    names = join_words([f"'{part.name}'" for part in others])
    return [*lines, f"More in the report: {names}."] if others else lines


def report_parts(game: Game) -> Sequence[Section]:
    """The parts of the report."""
    return battle_report(summarize_battle(game)).sections


def _part_lines(part: Section) -> list[str]:
    return [line for block in part.blocks for line in _block_lines(block)]


def _block_lines(block: Block) -> Iterator[str]:
    """A block of the report as sentences."""
    match block:
        case Lines():
            yield from (_sentence(text) for text in block.texts if text.strip())
        case Rows():
            yield from row_lines(block)
        case Table():
            yield from row_words(block)
        case BarChart():
            yield f"{block.unit.capitalize()}:"
            for label, values in block.rows:
                pairs = zip(block.series, values, strict=True)
                yield f"  {label}: {', '.join(f'{name} {format_number(v)}' for name, v in pairs)}."
        case DivergingBars():
            yield from (
                f"{name}: {format_signed(value)} {block.unit} compared with the expected result."
                for name, value in block.rows
            )
        case HeatMap():
            yield from _heat_lines(block)


def _sentence(text: str) -> str:
    return text if text.endswith(":") else full_stop(text)


def row_words(table: Table) -> list[str]:
    """The rows of a table, a sentence each."""
    return [_row_words(table, row) for row in table.rows]


def _row_words(table: Table, row: Iterable[str]) -> str:
    """A row of a table: its label, then each value with the head of its column."""
    first, *rest = row
    heads = (_FULL_HEADS.get(head, head) for head in table.head[1:])
    cells = [
        _cell_words(head, cell)
        for head, cell in zip(heads, rest, strict=True)
        if cell not in _EMPTY_CELLS
    ]
    return f"  {first}: {', '.join(cells)}."


def _cell_words(head: str, cell: str) -> str:
    if head == PAID_IN and cell == NEVER:
        return cell
    return f"in turn {cell}" if head == PAID_IN and cell.isdigit() else f"{head} {cell}"


def _heat_lines(heat: HeatMap) -> Iterator[str]:
    ranked = sorted(heat.times.items(), key=lambda pair: (-pair[1], pair[0]))
    tiles = [
        f"{tile_text(tile)} ({pluralize(times, 'time')})" for tile, times in ranked[:_MAX_TILES]
    ]
    more = (
        f", and {pluralize(len(ranked) - _MAX_TILES, 'more tile')}"
        if len(ranked) > _MAX_TILES
        else ""
    )
    yield f"Fire hit these tiles: {', '.join(tiles)}{more}."


def answer_questions(game: Game, console: Console) -> None:
    """Answer requests for parts of the report until the player quits."""
    known = {part.name: _part_lines(part) for part in report_parts(game)}
    console.say([_help(known)])
    while (line := console.ask(_PROMPT)) is not None:
        words = line.strip().casefold().split()
        if words and words[0] in _QUIT_WORDS:
            return
        console.say(_answer(game, known, words))


def _help(known: Mapping[str, object]) -> str:
    titles = [f"'{title}'" for title in known]
    return (
        f"Type {join_words(titles, 'or')} for a part of the report. 'replay' shows the whole"
        " battle of both sides, 'replay 2' one turn of it, 'reasons 2' the computer's reasons in"
        " that turn; 'quit' leaves."
    )


def _answer(game: Game, known: Mapping[str, list[str]], words: list[str]) -> Iterable[str]:
    request = " ".join(words)
    if not words or request in ("help", "?"):
        return [_help(known)]
    if words[0] == REPLAY:
        return replay_lines(game, words[1] if len(words) > 1 else "")
    if words[0] == REASONS:
        return reason_lines(game, words[1] if len(words) > 1 else "")
    if words[0] == REPORT and len(words) == 1:
        return [line for lines in known.values() for line in lines]
    found = [title for title in known if title.startswith(request)] or [
        title for title in known if any(word.startswith(request) for word in title.split())
    ]
    if len(found) == 1:
        return known[found[0]]
    return [f"'{escaped(request)}' is not a part of the report.", _help(known)]


def reason_lines(game: Game, turn: str) -> list[str]:
    """The computer's reasons for its orders in a turn; 0 is before the first turn."""
    explainer, lines = RecordExplainer(game), list[str]()
    try:
        for line in explainer.lines:
            if str(explainer.turn(line)) == turn:
                one = explainer.explain(line)
                first, *rest = one.lines(game.ruleset)
                name = one.view.state.setup.sides[one.side].name
                lines += [f"{name}, {first}", *(f"  {more}" for more in rest)]
    except SkirmishError as error:
        return [full_stop(str(error))]
    turns = dict.fromkeys(str(explainer.turn(line)) for line in explainer.lines)
    return lines or [f"Reasons for which turn? Available: {join_words(list(turns)) or 'none'}."]


def replay_lines(game: Game, turn: str = "") -> list[str]:
    """The battle with all events of both sides, or one turn of it."""
    inside, lines = not turn, []
    for one in _all_sentences(game):
        if turn and isinstance(one.event, Bound):
            inside = str(one.event.turn) == turn
        if inside:
            lines.append(battle_text.spoken(one))
    return lines or [f"There is no turn {escaped(turn)}."]


def _all_sentences(game: Game) -> Iterator[Sentence]:
    """Log sentences of all events, regardless of who learnt of them."""
    known = game.view(game.sides[0])
    view = evolve(known, state=game.state)
    news = [one for line, _ in game.standing_lines for one in game.all_news_from(line)]
    yield from log_sentences(view, news, game.ruleset)
