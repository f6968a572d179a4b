"""All that a side weighs."""

from __future__ import annotations

from skirmish.ai.search import Options, Ranking
from skirmish.ai.situation import Situation


def rank_options(situation: Situation) -> tuple[Options, ...]:
    """The options of every figure, by their ids; no more of each than the level weighs."""
    ranking = Ranking(situation)
    return tuple(ranking.options(name) for name in ranking.figures)
