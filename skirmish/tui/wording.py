"""Ids, values, orders and answers as a player reads them: no underscores, weapons by name."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Question, Verb, parse_order
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.errors import SkirmishError

_QUESTIONS: Mapping[str, str] = {
    "reaction": "shall it react?",
    "extra": "how many extra hits?",
    "wild_die": "which die does the Wild Die replace?",
    "shorter_supply": "only a shorter supply is to be had: take it?",
}
"""What is asked, for the words that questions usually have."""
_OPTIONS: Mapping[tuple[str, str], str] = {
    ("reaction", "hold"): "hold fire, watch on",
    ("extra", "0"): "none",
    ("wild_die", "none"): "none of them",
    ("shorter_supply", "leave"): "no, leave it",
}
"""Options in words, by what is asked."""
_NUMBERED: Mapping[str, str] = {"extra": "{} more", "wild_die": "die {}"}
"""Options that are numbers, by what is asked."""


def spoken(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def value_words(figure: Figure | None, text: str) -> str:
    """A value of an order: a weapon by its name, anything else as words."""
    for weapon in figure.who.weapons if figure is not None else ():
        if weapon.id == text:
            return weapon.name
    return spoken(text)


def order_words(view: View, verb: Verb, order: Order) -> str:
    """An order as a player would say it: `fire at b2 with rifle, mode burst`."""
    figure = view.state.figures.get(order.figure)
    words = spoken(order.verb)
    target = order.target.rpartition(">")[2]
    if target:
        at = {Shape.FIGURE: " at ", Shape.TILE: " at ", Shape.PATH: " to "}.get(
            verb.target or Shape.WORD, " "
        )
        words += at + _named(view, target)
    if weapon := order.get("weapon"):
        words += f" with {value_words(figure, weapon)}"
    rest = [f"{spoken(n)} {value_words(figure, t)}" for n, t in order.fields if n != "weapon"]
    return ", ".join([words, *rest])


def _named(view: View, text: str) -> str:
    """A figure with its name, anything else as words."""
    figure = view.state.figures.get(text)
    return f"{text} {figure.who.name}" if figure is not None else spoken(text)


@frozen
class Answer:
    """An option of a question: what it says, what it would do, where on the map it is."""

    text: str
    words: str
    order: Order | None = None
    tile: Tile | None = None


def question_words(question: Question) -> str:
    """What is asked, in words."""
    return _QUESTIONS.get(question.what) or spoken(question.what)


def answers(view: View, verbs: Mapping[str, Verb]) -> tuple[Answer, ...]:
    """The options of the question that is put to the view's side, in words."""
    question = view.question
    if question is None:
        return ()
    return tuple(_answer(view, verbs, question, option) for option in question.options)


def _answer(view: View, verbs: Mapping[str, Verb], question: Question, option: str) -> Answer:
    figure = view.state.figures.get(option)
    if figure is not None:
        return Answer(option, _named(view, option), tile=figure.at)
    if " " in option and option.split(" ", 1)[0] in verbs:
        try:
            order = parse_order(option, verbs)
        except SkirmishError:
            return Answer(option, spoken(option))
        target = view.state.figures.get(order.target)
        words = order_words(view, verbs[order.verb], order)
        return Answer(option, words, order, target.at if target is not None else None)
    if said := _OPTIONS.get((question.what, option)):
        return Answer(option, said)
    if option.isdigit() and question.what in _NUMBERED:
        return Answer(option, _NUMBERED[question.what].format(option))
    asking = view.state.figures.get(question.figure)
    return Answer(option, value_words(asking, option))
