"""Sentences about the battle: log, turn, score, losses, briefing and lessons."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from skirmish.core.codec import Shape
from skirmish.core.events import Bound
from skirmish.core.geometry import tile_text
from skirmish.core.sanitize import escaped
from skirmish.core.text import pluralize
from skirmish.errors import OrderRefused
from skirmish.line.phrases import full_stop
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import Sentence
from skirmish.presentation.objective_status import break_progress
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.scenario_text import (
    current_lessons,
    join_paragraphs,
    objective_words,
)
from skirmish.presentation.wording import score_words
from skirmish.rulesets.common.victory import is_paid, known_lost, worth_of

_LOG_LENGTH = 15
_MAX_DIGITS = 4
_QUOTED = re.compile(r"(?<!\w)'([a-z_]+)[^']*'")
_SENTENCE = re.compile(r"(?<=[.?!]) ")
_SCREEN_ONLY = re.compile(r"\b(click(ed)?|drag|keys?)\b")
"""Words of sentences about things that only a screen has."""
_WHILE_AIMING = re.compile(r"As you aim (.+?), the panel( or the line below)?\b")
_CONFIRM = "confirm"
"""Quoted in sentences that teach how to give an order by keys."""
_COMMAND_WORDS = (
    "next",
    "look",
    "undo",
    "log",
    "rules",
    "briefing",
    "score",
    "orders",
    "odds",
    "advise",
    "help",
)
"""Commands that a lesson may name; its other quoted words are keys of the screen."""


def log_lines(legal: LegalOrders, words: Sequence[str]) -> list[str]:
    """The newest sentences of the log.

    Raises:
        OrderRefused: The word is not a number.
    """
    sentences = log_sentences(legal.view, legal.view.news, legal.ruleset)
    most = _LOG_LENGTH
    if len(words) > 1 and words[0].casefold() == "turn":
        return _turn_log(sentences, words[1])
    if words and words[0].casefold() == "all":
        most = len(sentences)
    elif words:
        if not (words[0].isascii() and words[0].isdigit()) or len(words[0]) > _MAX_DIGITS:
            raise OrderRefused(f"'{escaped(words[0])}' is not a number", remedy="such as 'log 30'")
        most = int(words[0])
    recent = sentences[-most:] if most else ()
    return [spoken(one) for one in recent] or ["Nothing has happened yet."]


def _turn_log(log: Sequence[Sentence], turn: str) -> list[str]:
    """The sentences of one turn."""
    lines, inside = [], False
    for one in log:
        if isinstance(one.event, Bound):
            inside = str(one.event.turn) == turn
        if inside:
            lines.append(spoken(one))
    return lines or [f"There is no turn {escaped(turn)}."]


def spoken(entry: Sentence) -> str:
    """A sentence of the log without its mark, with a full stop."""
    return full_stop(entry.spoken_words)


def turn_words(legal: LegalOrders) -> str:
    """Turn number and phase."""
    clock, turns = legal.view.state.clock, legal.view.state.setup.turns
    part = legal.ruleset.turn.moment(clock)
    turn = f"Turn {clock.turn} of {turns}" if clock.turn else f"Before turn 1 of {turns}"
    return f"{turn}, {part}" if part and clock.turn else turn


def score_lines(legal: LegalOrders) -> list[str]:
    """Turn, known points and objectives of both sides."""
    view, setup, judged = legal.view, legal.view.state.setup, legal.ruleset.turn.judged
    lines = [f"{turn_words(legal)}."]
    for name, side in setup.sides.items():
        you = " (you)" if name == view.side else ""
        lines.append(f"{side.name}{you}: {score_words(view, name)}.")
        goals = (goal for goal in view.state.objectives if goal.side == name)
        told = (objective_words(goal, judged, paid=is_paid(view, goal)) for goal in goals)
        lines += [f"  {one}." for one in told]
    return lines


def loss_lines(legal: LegalOrders) -> list[str]:
    """Losses of the side and those known of the enemy, and where each of them breaks."""
    view, setup = legal.view, legal.view.state.setup
    mine = [f for f in view.state.figures.values() if f.who.side == view.side]
    out = [f for f in mine if f.fate]
    lost, worth = sum(f.who.kind.points for f in out), worth_of(view.state, view.side)
    figures = pluralize(len(mine), "figure")
    lines = [
        f"You lost {len(out)} of {figures}, worth {lost} of {worth}.",
        f"Known losses of the enemy: worth {known_lost(view, view.enemy)}.",
    ]
    ends = ((setup.sides[one].name, break_progress(view, one)) for one in (view.side, view.enemy))
    return [*lines, *(f"{name}: {words}." for name, words in ends if words)]


def briefing_lines(legal: LegalOrders) -> list[str]:
    """The scenario's briefing, then the score and objectives."""
    setup = legal.view.state.setup
    lines = [f"{setup.title}. {legal.ruleset.name}.", *join_paragraphs(setup.briefing.strip())]
    return [*(line for line in lines if line.strip()), *score_lines(legal)]


def deployment_lines(legal: LegalOrders) -> list[str]:
    """The deployment area; empty outside deployment."""
    area = legal.view.state.setup.sides[legal.view.side].deploy
    if area is None or not legal.deploying:
        return []
    left, top, right, bottom = area
    return [f"You deploy in columns {left} to {right}, rows {top} to {bottom}."]


def lesson_lines(legal: LegalOrders) -> list[str]:
    """Current lessons of a teaching scenario."""
    known = {*legal.known_verbs, *_COMMAND_WORDS}
    said = (_as_typed(one, legal, known) for one in current_lessons(legal.view))
    return [text for text in said if text]


def _as_typed(lesson: str, legal: LegalOrders, known: Container[str]) -> str:
    """A lesson with typed orders in place of its sentences about keys of the screen."""
    kept = list[str]()
    for one in _SENTENCE.split(_WHILE_AIMING.sub(r"Before \1, 'odds' with the order", lesson)):
        quoted = _QUOTED.findall(one)
        if _is_typed(one, known):
            kept.append(one)
            continue
        head, *rest = re.split("[:;]", one, maxsplit=1)
        if rest and not _QUOTED.findall(head) and _is_typed(head, known):
            kept.append(full_stop(head))
        taught = [word for word in quoted if word in legal.known_verbs]
        kept += _examples(legal, taught or (_movement(legal) if _CONFIRM in quoted else ()))
    return " ".join(dict.fromkeys(kept))


def _is_typed(sentence: str, known: Container[str]) -> bool:
    """Whether all of a sentence applies in line mode, too."""
    words = _QUOTED.findall(sentence)
    return all(word in known for word in words) and not _SCREEN_ONLY.search(sentence)


def _movement(legal: LegalOrders) -> tuple[str, ...]:
    """The first order now legal that takes a figure to a tile, if any."""
    able = (verb for name in legal.own_figures() for verb in legal.verbs(name))
    return tuple(verb for verb in able if legal.target_shape(verb) is Shape.PATH)[:1]


def _examples(legal: LegalOrders, verbs: Iterable[str]) -> Iterator[str]:
    """How orders are typed, each by an example that is legal now, if there is one."""
    names = legal.own_figures()
    for verb in verbs:
        found = (family for name in names for family in legal.families(name, verb))
        if (family := next(found, None)) is not None:
            order = family.draw(lambda choices: choices // 2)
            to_tile = order.target and legal.target_shape(verb) is Shape.PATH
            target = tile_text(order.target_path[-1]) if to_tile else order.target
            words = filter(None, (verb, order.figure, target))
            yield f"Type, for example, '{' '.join(words)}'."
