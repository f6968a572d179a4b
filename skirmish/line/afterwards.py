"""After the battle: its report part by part, and all of it told again, for who asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from skirmish.core.events import Bound
from skirmish.core.gate import shown
from skirmish.core.view import News
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.line import after, reports
from skirmish.line.console import Console
from skirmish.line.fold import full_stop, listed
from skirmish.line.reply import QUIT
from skirmish.presentation.explain_record import RecordExplainer
from skirmish.presentation.log import log_sentences
from skirmish.presentation.log_writer import Sentence

REPLAY, REPORT, REASONS = "replay", "report", "reasons"
_PROMPT = "the report"
_LEAVE = (QUIT, "exit", "q", "bye")


def ask_on(game: Game, console: Console) -> None:
    """Answer questions about a battle that is over, until its player has heard enough."""
    known = {title.partition(":")[0].casefold(): lines for title, lines in after.parts(game)}
    console.say([_help(known)])
    while (line := console.ask(_PROMPT)) is not None:
        words = line.strip().casefold().split()
        if words and words[0] in _LEAVE:
            return
        console.say(_answer(game, known, words))


def _help(known: Mapping[str, object]) -> str:
    titles = [f"'{title}'" for title in known]
    return (
        f"Ask for {listed(titles, 'or')}; 'replay' tells the whole"
        " battle of both sides again, 'replay 2' one turn of it, 'reasons 2' why the computer did"
        " what it did then; 'quit' leaves."
    )


def _answer(game: Game, known: Mapping[str, list[str]], words: list[str]) -> Iterable[str]:
    said = " ".join(words)
    if not words or said in ("help", "?"):
        return [_help(known)]
    if words[0] == REPLAY:
        return replayed(game, words[1] if len(words) > 1 else "")
    if words[0] == REASONS:
        return reasons(game, words[1] if len(words) > 1 else "")
    if words[0] == REPORT and len(words) == 1:
        return [line for lines in known.values() for line in lines]
    found = [title for title in known if title.startswith(said)] or [
        title for title in known if any(word.startswith(said) for word in title.split())
    ]
    if len(found) == 1:
        return known[found[0]]
    return [f"'{shown(said)}' is no part of the report.", _help(known)]


def reasons(game: Game, turn: str) -> list[str]:
    """Why the computer gave its orders of a turn; 0 is before the first."""
    looked, lines = RecordExplainer(game), list[str]()
    try:
        for line in looked.lines:
            if str(looked.turn(line)) == turn:
                one = looked.of(line)
                first, *rest = one.lines(game.verbs)
                name = one.view.state.setup.sides[one.side].name
                lines += [f"{name}, {first}", *(f"  {more}" for more in rest)]
    except SkirmishError as error:
        return [full_stop(str(error))]
    turns = dict.fromkeys(str(looked.turn(line)) for line in looked.lines)
    return lines or [f"Reasons of which turn? There are {listed(list(turns)) or 'none'}."]


def replayed(game: Game, turn: str = "") -> list[str]:
    """The battle as it really was, in sentences; of one turn where one is given."""
    inside, lines = not turn, []
    for one in _all(game):
        if turn and isinstance(one.event, Bound):
            inside = str(one.event.turn) == turn
        if inside:
            lines.append(reports.plain(one))
    return lines or [f"There is no turn {shown(turn)} to tell of."]


def _all(game: Game) -> Iterator[Sentence]:
    """Every sentence of the battle, whoever learnt it."""
    known = game.view(game.sides[0])
    view = evolve(known, state=game.state)
    news = [
        News(told.event, told.faces(entry.faces)) for entry in game.standing for told in entry.told
    ]
    yield from log_sentences(view, news, game.ruleset)
