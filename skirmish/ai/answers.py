"""Answers to questions in mid-order."""

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
    """The answer to the open question of the side, by the terms that orders are weighed by.

    A choice of figure: an enemy before a friend, of enemies the one of most worth, of friends the
    one of least. A choice of amount: the most on an enemy, the least on a friend. Whether to
    attack: if that gains something by itself, as an order would. All other questions get their
    first option, which is what the rules do without a player.
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
    """What speaks for an option that is no attack. It has an order, but tells no points.

    How much of a figure's worth will be lost is only known once the dice have said so.
    """
    figures = situation.view.state.figures
    if option in figures:
        return _falls_on(situation, figures[option])
    met = figures.get(question.figure)
    if met is not None and option.isdecimal():
        return int(option) * _falls_on(situation, met)
    return 0


def _falls_on(situation: Situation, figure: Figure) -> int:
    """What a figure counts for: on the enemy's side harm to it is welcome, on one's own not."""
    worth = figure.who.kind.points * situation.weight(figure)
    return -worth if figure.side == situation.view.side else worth


def _attack(situation: Situation, option: str) -> Terms:
    """What the attack is worth that an option spells; nothing where it spells none."""
    try:
        order = parse_order(option, verbs_of(situation.ruleset))
    except OrderRefused:
        return ()
    verb = situation.ruleset.verbs.get(order.verb)
    figure = situation.view.state.figures.get(order.figure)
    if verb is None or figure is None or not verb.dice:
        return ()
    return attack_terms(situation, judge_action(situation, figure, order), {}, lambda _: 0)
