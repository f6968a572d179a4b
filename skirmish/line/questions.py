"""Questions in mid-order: how they are put, and which words answer them."""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.orders import ANSWER, Order
from skirmish.errors import SkirmishError
from skirmish.line import chances, people
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import answer_options, question_words


def answer_in(offers: LegalOrders, words: Sequence[str]) -> Order | None:
    """The answer to an open question that these words are: the option, or its number."""
    question = offers.view.question
    if question is None:
        return None
    said = " ".join(words[1:] if words[0].casefold() == ANSWER.name else words)
    options = {option.casefold(): option for option in question.options}
    if (option := options.get(said.casefold())) is not None:
        return Order.of(ANSWER.name, target=option)
    if said.isascii() and said.isdigit() and len(said) <= len(str(len(options))):
        number = int(said)
        if 1 <= number <= len(question.options) and numbered(question.options):
            return Order.of(ANSWER.name, target=question.options[number - 1])
    return None


def numbered(options: Sequence[str]) -> bool:
    """Whether options may be named by number: not where some are numbers themselves."""
    return not any(option.isdigit() for option in options)


def question_lines(offers: LegalOrders, *, odds: bool = True) -> list[str]:
    """The question that holds up play, with its options."""
    question = offers.view.question
    if question is None:
        return []
    figure = offers.view.state.figures.get(question.figure)
    whom = f"{people.named(figure)}: " if figure is not None else ""
    lines = [f"Question: {whom}{question_words(question)}"]
    for number, option in enumerate(answer_options(offers.view, offers.known_verbs), 1):
        key = str(number) if numbered(question.options) else option.text
        same = "" if option.words == key else f": {option.words}"
        lines.append(f"  {key}{same}")
        if odds and option.order is not None:
            lines += [f"  {line}" for line in option_odds(offers, option.order)]
    return [*lines, "Type the number of an answer, or the answer."]


def option_odds(offers: LegalOrders, order: Order) -> list[str]:
    """The chances of an order that is offered as an answer."""
    try:
        found = offers.odds(order)
    except SkirmishError:
        return []
    return chances.struck_words(offers, found) if found is not None else []
