"""Interpretation of one typed line: a command, an order or an answer to a question.

A reply is made from the side's `LegalOrders` alone, so it contains nothing that the side cannot
know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.orders import ANSWER, Order, Verb
from skirmish.core.sanitize import clean, escaped
from skirmish.errors import OrderRefused, SkirmishError
from skirmish.line.commands import (
    COMMANDS,
    LineContext,
    Reply,
    known_words,
    look,
    refusal_reply,
    select_figure,
)
from skirmish.line.order_parser import parse_typed_order
from skirmish.line.phrases import full_stop
from skirmish.line.references import (
    OutOfBattle,
    find_figure,
    find_own_figure,
    match_order,
    most_similar,
    require_figure,
)
from skirmish.line.turn_text import can_number, status_words
from skirmish.presentation import crash_log
from skirmish.presentation.orders.family_words import detail_options
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import typed_refusal
from skirmish.presentation.question_words import answer_options

MAX_LENGTH = 500
_PUNCTUATION = ".!,;:?"
_ID = re.compile(r"[a-z]+\d+")
_FILLERS = (
    "at",
    "the",
    "of",
    "please",
    "with",
    "using",
    "is",
    "are",
    "i",
    "me",
    "my",
    "do",
    "can",
    "a",
)
_REPLACEMENTS = (("(", " "), (")", " "), ('"', " "), (";", " ; "))
_TILE_PAIR = re.compile(r"(?<![\d,])(\d{1,3})(?: *, *| +)(\d{1,3})(?![\d,])")
"""Two numbers, with a comma or blanks between them: a tile."""


def respond(legal: LegalOrders, figure: str, text: str, *, show_odds: bool = True) -> Reply:
    """The reply to a line; errors, too, become replies."""
    context = LineContext(legal, figure, show_odds)
    try:
        typed = text.replace("\t", " ").strip().removeprefix(":")
        words = clean(typed, what="", limit=MAX_LENGTH).split()
        answer = _respond(context, words)
    except SkirmishError as error:
        return Reply((_error_words(error),), figure=figure)
    except Exception as error:  # noqa: BLE001 - no question may end a battle
        return Reply((crash_log.failure_notice(error),), figure=figure)
    return answer if answer.figure else evolve(answer, figure=figure)


def _error_words(error: SkirmishError) -> str:
    remedy = error.remedy or "'help' lists what you can type"
    rule = f" ({error.rule})" if isinstance(error, OrderRefused) and error.rule else ""
    what = f"{error.where}: {error.what}" if error.where else error.what
    start = "" if isinstance(error, OutOfBattle) else "Not understood: "
    return full_stop(f"{start}{what}{rule}; {remedy}")


def _respond(context: LineContext, words: Sequence[str]) -> Reply:
    if not words:
        legal, show_odds = context.legal, context.show_odds
        return Reply((status_words(legal, context.figure, show_odds=show_odds),))
    if (order := parse_answer(context.legal, words)) is not None:
        return Reply(order=order)
    return _interpret(context, _simplify(" ".join(words)) or words)


def _interpret(context: LineContext, words: Sequence[str]) -> Reply:
    """The reply to words that do not answer an open question."""
    known, first = known_words(context.legal), words[0].casefold().rstrip(_PUNCTUATION) or words[0]
    if first not in known and (name := find_own_figure(context.legal, first)):
        return _to_figure(context, name, words[1:])
    if _ID.fullmatch(first) and len(words) == 1:
        # The id of an enemy alone: describe it.
        require_figure(context.legal, first)
        return look(context, words)
    if len(words) > 1 and find_figure(context.legal, first) and first not in known:
        raise OrderRefused(f"'{first}' is not yours", remedy="only your own figures take orders")
    if (
        first not in known
        and len(words) == 1
        and (order := _order_by_target(context, first)) is not None
    ):
        return Reply(order=order, figure=order.figure)
    name = _canonical_word(context.legal, first)
    command = next((command for command in COMMANDS if command.name == name), None)
    if command is not None:
        return command.handler(context, words[1:])
    return _order(context, context.legal.known_verbs[name], words[1:])


def _order_by_target(context: LineContext, word: str) -> Order | None:
    """The active figure's first order with this word as its target, such as a posture."""
    for name in context.legal.verbs(context.figure):
        takes_word = context.legal.target_shape(name) is Shape.WORD
        if takes_word and word in context.legal.listed_targets(context.figure, name):
            return Order(name, context.figure, word)
    return None


def _to_figure(context: LineContext, name: str, words: Sequence[str]) -> Reply:
    """Select the figure that is named first, or give it the order that follows."""
    if not words:
        return select_figure(context, name)
    answer = _interpret(evolve(context, figure=name), words)
    return answer if answer.figure else evolve(answer, figure=name)


def _order(context: LineContext, verb: Verb, words: Sequence[str]) -> Reply:
    order = parse_typed_order(context.legal, context.figure, verb, words)
    if refused := typed_refusal(context.legal, order):
        return refusal_reply(context.legal, refused)
    return Reply(order=order, figure=order.figure or context.figure)


def completion(legal: LegalOrders, figure: str, text: str) -> str:
    """The line with its last word completed; "" if no known word fits."""
    *before, last = text.split(" ")
    if not last or not text.isascii():
        return ""
    found = next((word for word in _next_words(legal, figure, before) if word.startswith(last)), "")
    return " ".join((*before, found)) if found and found != last else ""


def _next_words(legal: LegalOrders, figure: str, before: Sequence[str]) -> Sequence[str]:
    """Words that may follow the given ones, the likeliest first."""
    names = [*(f.id for f in legal.view.enemies()), *legal.own_figures()]
    asks = ("odds", "why", "help", "orders")
    if not before or (len(before) == 1 and before[0] in asks):
        return (*known_words(legal), *names)
    verb = legal.known_verbs.get(next((w for w in before if w in legal.known_verbs), ""))
    if verb is None:
        return names
    details = [f"{known.name}=" for known in verb.fields]
    words = [f"{f.name}={word}" for f in verb.fields for word in f.options]
    families = legal.families(figure, verb.name)
    words += [f"{f.name}={word}" for f in verb.fields for word in detail_options(families, f.name)]
    return (*legal.listed_targets(figure, verb.name), *names, *details, *words)


def _simplify(text: str) -> list[str]:
    """The words of a line without filler words, tiles written as `12,7`.

    Raises:
        OrderRefused: The line holds several orders.
    """
    for old, new in _REPLACEMENTS:
        text = text.replace(old, new)
    first, *rest = _TILE_PAIR.sub(r"\1,\2", text).split() or [""]
    if ";" in rest[:-1]:
        raise OrderRefused("several orders in one line", remedy="type them one by one")
    if first.casefold() == "please" and rest:
        first, *rest = rest
    kept = [word for word in rest if word.casefold() not in _FILLERS]
    return [first, *kept] if first else []


def _canonical_word(legal: LegalOrders, word: str) -> str:
    """The verb or command that a word names, begins, or is a synonym of.

    Raises:
        OrderRefused: No word, or more than one, matches.
    """
    known = known_words(legal)
    try:
        return match_order(word, known, "order or command")
    except OrderRefused as refused:
        if any(name.startswith(word) for name in known) or most_similar(word, known):
            raise
        what = f"no order or command '{escaped(word)}'"
        raise OrderRefused(
            what, remedy="'help' lists them, 'orders' lists legal orders"
        ) from refused


def _option_in_words(legal: LegalOrders, typed: str) -> str | None:
    """The option with these words, or with these before or after its colon; None if unclear."""
    named: dict[str, list[str]] = {}
    for option in answer_options(legal.view, legal.known_verbs):
        label, _, text = option.words.partition(":")
        for way in dict.fromkeys(map(_plain, (option.text, option.words, label, text))):
            named.setdefault(way, []).append(option.text)
    found = named.get(_plain(typed), [])
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    """Words in small letters, with blanks for underscores and without punctuation at the end."""
    return " ".join(text.casefold().replace("_", " ").split()).rstrip(_PUNCTUATION)


def parse_answer(legal: LegalOrders, words: Sequence[str]) -> Order | None:
    """The answer to the open question, given as an option or its number; None if there is none."""
    question = legal.view.question
    if question is None:
        return None
    text = " ".join(words[1:] if words[0].casefold() == ANSWER.name else words)
    options = {option.casefold(): option for option in question.options}
    if (option := options.get(text.casefold()) or _option_in_words(legal, text)) is not None:
        return Order.of(ANSWER.name, target=option)
    if text.isascii() and text.isdigit() and len(text) <= len(str(len(options))):
        number = int(text)
        if 1 <= number <= len(question.options) and can_number(question.options):
            return Order.of(ANSWER.name, target=question.options[number - 1])
    return None
