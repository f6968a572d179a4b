"""What a typed line is answered with: the commands, and the orders that go through them.

A line is answered from a side's `Offers` alone, so nothing is said that the side cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from skirmish.core.gate import clean
from skirmish.core.orders import Order, Verb
from skirmish.core.text import Shape
from skirmish.errors import OrderRefused, SkirmishError
from skirmish.line import chances
from skirmish.line.commands import COMMANDS, choose, known_words, look, state_words
from skirmish.line.fold import full_stop
from skirmish.line.questions import answer_in
from skirmish.line.reading import order_of
from skirmish.line.reply import Reply, Talk
from skirmish.line.spot import OutOfBattle, figure_named, figure_or_refusal, own_named
from skirmish.line.synonyms import plainly, word_meant
from skirmish.presentation import crash_log
from skirmish.presentation.family_words import detail_options
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import refusal_of

LONGEST = 500
_MARKS = ".!,;:?"
_ID = re.compile(r"[a-z]+\d+")


def reply(offers: LegalOrders, figure: str, text: str, *, odds: bool = True) -> Reply:
    """The answer to a line; it always comes, whatever was typed. `odds`: whether to tell them."""
    talk = Talk(offers, figure, odds)
    try:
        typed = text.replace("\t", " ").strip().removeprefix(":")
        words = clean(typed, what="what you typed", limit=LONGEST).split()
        answer = _answered(talk, words)
    except SkirmishError as error:
        return Reply((_fault(error),), figure=figure)
    except Exception as error:  # noqa: BLE001 - no question may end a battle
        return Reply((crash_log.failure_notice(error),), figure=figure)
    return answer if answer.figure else evolve(answer, figure=figure)


def _fault(error: SkirmishError) -> str:
    remedy = error.remedy or "'help' tells what can be typed"
    rule = f" ({error.rule})" if isinstance(error, OrderRefused) and error.rule else ""
    what = f"{error.where}: {error.what}" if error.where else error.what
    start = "" if isinstance(error, OutOfBattle) else "Not understood: "
    return full_stop(f"{start}{what}{rule}; {remedy}")


def _answered(talk: Talk, words: Sequence[str]) -> Reply:
    if not words:
        return Reply((state_words(talk.offers, talk.figure),))
    if (order := answer_in(talk.offers, words)) is not None:
        return Reply(order=order)
    return _meant(talk, plainly(" ".join(words)) or words)


def _meant(talk: Talk, words: Sequence[str]) -> Reply:
    """The answer to words that are no answer to a question."""
    known, first = known_words(talk.offers), words[0].casefold().rstrip(_MARKS) or words[0]
    if first not in known and (name := own_named(talk.offers, first)):
        return _told_to(talk, name, words[1:])
    if _ID.fullmatch(first) and len(words) == 1:
        # Enemies go by ids as well: what is known of them is most likely what is wanted.
        figure_or_refusal(talk.offers, first)
        return look(talk, words)
    if len(words) > 1 and figure_named(talk.offers, first) and first not in known:
        raise OrderRefused(f"'{first}' is not yours", remedy="only your own figures take orders")
    if first not in known and len(words) == 1 and (order := _by_target(talk, first)) is not None:
        return Reply(order=order, figure=order.figure)
    name = word_meant(talk.offers, first)
    command = next((command for command in COMMANDS if command.name == name), None)
    if command is not None:
        return command.answer(talk, words[1:])
    return _order(talk, talk.offers.known_verbs[name], words[1:])


def _by_target(talk: Talk, word: str) -> Order | None:
    """The order whose target a word is and no other's, such as a posture."""
    for name in talk.offers.verbs(talk.figure):
        if talk.offers.shape(name) is Shape.WORD and word in talk.offers.listed(talk.figure, name):
            return Order(name, talk.figure, word)
    return None


def _told_to(talk: Talk, name: str, words: Sequence[str]) -> Reply:
    """A figure that is named first: chosen, or told what it is to do."""
    if not words:
        return choose(talk, name)
    answer = _meant(evolve(talk, figure=name), words)
    return answer if answer.figure else evolve(answer, figure=name)


def _order(talk: Talk, verb: Verb, words: Sequence[str]) -> Reply:
    order = order_of(talk.offers, talk.figure, verb, words)
    if refused := refusal_of(talk.offers, order):
        return Reply(tuple(chances.refusal_words(talk.offers, refused)))
    return Reply(order=order, figure=order.figure or talk.figure)


def suggested(offers: LegalOrders, figure: str, text: str) -> str:
    """A line that begins as typed, with its last word finished; empty where nothing is likely."""
    *before, last = text.split(" ")
    if not last or not text.isascii():
        return ""
    found = next((word for word in _likely(offers, figure, before) if word.startswith(last)), "")
    return " ".join((*before, found)) if found and found != last else ""


def _likely(offers: LegalOrders, figure: str, before: Sequence[str]) -> Sequence[str]:
    """What may stand behind some words."""
    names = [*(f.id for f in offers.view.enemies()), *offers.mine()]
    asks = ("odds", "why", "help", "orders")
    if not before or (len(before) == 1 and before[0] in asks):
        return (*known_words(offers), *names)
    verb = offers.known_verbs.get(next((w for w in before if w in offers.known_verbs), ""))
    if verb is None:
        return names
    details = [f"{known.name}=" for known in verb.fields]
    words = [f"{f.name}={word}" for f in verb.fields for word in f.options]
    families = offers.families(figure, verb.name)
    words += [f"{f.name}={word}" for f in verb.fields for word in detail_options(families, f.name)]
    return (*offers.listed(figure, verb.name), *names, *details, *words)
