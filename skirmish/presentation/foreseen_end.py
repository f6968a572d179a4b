"""The foreseen end of a battle in words."""

from __future__ import annotations

from skirmish.core.state import Tally
from skirmish.core.view import View
from skirmish.presentation.battle_totals import brief_reason
from skirmish.rulesets.common.victory import SCORE


def end_words(view: View, tally: Tally, *, brief: bool = False) -> str:
    """A foreseen end in a few words: `you win 6:2, as far as you know`; if `brief` in fewer."""
    ends = "you win" if tally.winner == view.side else "you lose" if tally.winner else "a draw,"
    if tally.reason != SCORE:
        return f"{ends} ({brief_reason(view.state.setup, tally.reason, tally.winner)})"
    score = f"{tally.score.get(view.side, 0)}:{tally.score.get(view.enemy, 0)}"
    return f"{ends} {score}" + ("" if brief else ", as far as you know")
