"""Answers to questions in mid-order: what spares one's own side and hurts the other."""

from __future__ import annotations

from skirmish.ai.choose import SHOWN
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
    friend. Whether to attack: where that gains something by itself, as an order would. All else
    gets its first option, which is what the rules do where nobody is asked.
    """
    question = sight.view.question
    if question is None:
        raise ValueError(sight.view.side)
    ranked = sorted(question.options, key=lambda option: -_rank(sight, question, option))
    told = [_weighed(sight, question, option) for option in ranked]
    best, *rest = sorted(told, key=lambda one: -one.gain)
    return Explanation(best, tuple(rest[: SHOWN - 1]))


def _weighed(sight: Picture, question: Question, option: str) -> Weighed:
    terms = _attack(sight, option)
    gain = sum(value for _, value in terms)
    words = f"{question.what}: {option}"
    return Weighed(Order(ANSWER.name, target=option), gain, terms, words=words)


def _rank(sight: Picture, question: Question, option: str) -> int:
    """What speaks for an option that is no attack. It has an order, but tells no points.

    How much of a figure's worth will be lost is only known once the dice have said so.
    """
    figures = sight.view.state.figures
    if option in figures:
        return _falls_on(sight, figures[option])
    met = figures.get(question.figure)
    if met is not None and option.isdecimal():
        return int(option) * _falls_on(sight, met)
    return 0


def _falls_on(sight: Picture, figure: Figure) -> int:
    """What a figure counts for: on the enemy's side harm to it is welcome, on one's own not."""
    worth = figure.who.kind.points * sight.weight(figure)
    return -worth if figure.side == sight.view.side else worth


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
