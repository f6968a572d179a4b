"""Answers to questions that an order asks while it is carried out."""

from __future__ import annotations

from skirmish.ai.actions import judge_action
from skirmish.ai.choose import SHOWN
from skirmish.ai.evaluation import attack_terms
from skirmish.ai.explanation import Explanation, Terms, Weighed
from skirmish.ai.remarks import Answered
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.orders import ANSWER, Order, Question, parse_order
from skirmish.errors import OrderRefused
from skirmish.rulesets.engine import verbs_of


def answer(situation: Situation) -> Explanation:
    """Return the answer to the side's open question, by the terms that orders are weighed by.

    Choice of a figure: an enemy before a friend, the most valuable enemy, the least valuable
    friend. Choice of an amount: the most on an enemy, the least on a friend. Whether to attack: yes
    if the attack gains something by itself, as an order would. All other questions get their first
    option, which is what the rules do without a player.
    """
    question = situation.view.question
    if question is None:
        raise ValueError(situation.view.side)
    ranked = sorted(question.options, key=lambda option: -_rank(situation, question, option))
    told = [_weighed(situation, question, option) for option in ranked]
    best, *rest = sorted(told, key=lambda one: -one.gain)
    return Explanation(best, tuple(rest[: SHOWN - 1]))


def _weighed(situation: Situation, question: Question, option: str) -> Weighed:
    terms = _attack(situation, option)
    gain = sum(value for _, value in terms)
    remark = Answered(question.what, option)
    return Weighed(Order(ANSWER.name, target=option), gain, terms, remark)


def _rank(situation: Situation, question: Question, option: str) -> int:
    """Rank of an option that is no attack; it only sorts the options and adds no points.

    How much of a figure's worth is lost is only known after the dice are rolled.
    """
    figures = situation.view.state.figures
    if option in figures:
        return _falls_on(situation, figures[option])
    met = figures.get(question.figure)
    if met is not None and option.isdecimal():
        return int(option) * _falls_on(situation, met)
    return 0


def _falls_on(situation: Situation, figure: Figure) -> int:
    """Return the weighted worth of a figure: positive for an enemy, negative for a friend."""
    worth = figure.who.kind.points * situation.weight(figure)
    return -worth if figure.side == situation.view.side else worth


def _attack(situation: Situation, option: str) -> Terms:
    """Return the terms of the attack that an option spells; empty if it spells none."""
    try:
        order = parse_order(option, verbs_of(situation.ruleset))
    except OrderRefused:
        return ()
    verb = situation.ruleset.verbs.get(order.verb)
    figure = situation.view.state.figures.get(order.figure)
    if verb is None or figure is None or not verb.dice:
        return ()
    return attack_terms(situation, judge_action(situation, figure, order), {}, lambda _: 0)
