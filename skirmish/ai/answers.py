"""Answers to questions in mid-order: what spares one's own side and hurts the other."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.ai.deeds import judged
from skirmish.ai.explain import Explanation, Terms, Weighed
from skirmish.ai.picture import Picture
from skirmish.ai.value import attack_terms
from skirmish.core.figures import Figure
from skirmish.core.orders import ANSWER, Order, Question, parse_order
from skirmish.errors import OrderRefused
from skirmish.rulesets.carry import verbs_of


def answer(sight: Picture) -> Explanation:
    """The answer to the open question of the side, by the terms that orders are weighed by.

    Whom it is to fall on: an enemy before a friend, whoever counts for most of the enemy and for
    least of one's own. How much is to fall on somebody: the most on an enemy, the least on a
    friend. Whether to attack: where that takes more off the enemy than off one's own side. All
    else gets its first option, which is what the rules do where nobody is asked.
    """
    question = sight.view.question
    if question is None:
        raise ValueError(sight.view.side)
    ranked = sorted(_weighed(sight, question), key=lambda one: -one.gain)
    return Explanation(ranked[0], tuple(ranked[1:3]))


def _weighed(sight: Picture, question: Question) -> Iterator[Weighed]:
    for option in question.options:
        terms = _terms(sight, question, option)
        gain = sum(value for _, value in terms)
        words = f"{question.what}: {option}"
        yield Weighed(Order(ANSWER.name, target=option), gain, terms, words=words)


def _terms(sight: Picture, question: Question, option: str) -> Terms:
    """What an option is worth; nothing where nothing is known of it."""
    figures = sight.view.state.figures
    if option in figures:
        return _falls_on(sight, figures[option], 1)
    if option.isdecimal():
        met = figures.get(question.figure)
        return () if met is None else _falls_on(sight, met, int(option))
    return _attack(sight, option)


def _falls_on(sight: Picture, figure: Figure, times: int) -> Terms:
    """What it means that harm comes to a figure so many times over."""
    worth = figure.who.kind.points * sight.weight(figure) * times
    if figure.side == sight.view.side:
        return (("own loss", -worth),)
    return (("enemy loss", worth),)


def _attack(sight: Picture, option: str) -> Terms:
    """What the attack is worth that an option spells; nothing where it spells none."""
    try:
        order = parse_order(option, verbs_of(sight.ruleset))
    except OrderRefused:
        return ()
    verb = sight.ruleset.verbs.get(order.verb)
    figure = sight.view.state.figures.get(order.figure)
    if verb is None or figure is None or not verb.dice:
        return ()
    return attack_terms(sight, judged(sight, figure, order), {}, {})
