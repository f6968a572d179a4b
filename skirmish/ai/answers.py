"""Answers to questions in mid-order, by policy: what spares one's own side and hurts the other."""

from __future__ import annotations

from skirmish.ai.explain import Explanation, simply
from skirmish.core.orders import ANSWER, Order
from skirmish.core.view import View


def answer(view: View) -> Explanation:
    """The answer to the open question of the side.

    Between figures an enemy comes before a friend, dear enemies and cheap friends first; other
    questions get their first option, which is what the rules do where nobody is asked.
    """
    question = view.question
    if question is None:
        raise ValueError(view.side)
    ranked = sorted(question.options, key=lambda option: _spared(view, option))
    return simply(Order(ANSWER.name, target=ranked[0]), question.what)


def _spared(view: View, option: str) -> int:
    figure = view.state.figures.get(option)
    if figure is None:
        return 0
    points = figure.who.kind.points
    return points if figure.side == view.side else -points - 1
