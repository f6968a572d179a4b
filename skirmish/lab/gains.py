"""What an attack can be expected to gain, in points, and what it uses up."""

from __future__ import annotations

from fractions import Fraction

from skirmish.ai.memory import Memory
from skirmish.ai.strikes import strikes
from skirmish.core.state import State
from skirmish.lab.ground import BLUE, RED
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.protocol import Ruleset

SIGNS = {RED: 1, BLUE: -1}


class Gains:
    """The gains of a ruleset's attacks by blue; what the same numbers gave once is kept."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Nothing is known yet."""
        self._ruleset = ruleset
        self._memory: Memory | None = None

    def of(self, state: State, plan: Attack | Aim) -> Fraction:
        """Points that the enemy can expect to lose, those of the own side taken off."""
        if self._memory is None:  # what a strike does hangs on no board: any will do
            self._memory = Memory(state.board)
        struck = strikes(self._ruleset, state, plan, self._memory)
        figures = state.figures
        return sum((SIGNS[figures[one.figure].side] * one.lost for one in struck), Fraction(0))

    def tokens(self, plan: Attack | Aim) -> Fraction:
        """Ammunition tokens that an attack can be expected to use up; 0 where none are kept."""
        if not isinstance(plan, Attack) or not plan.subjects:
            return Fraction(0)
        chances = plan.odds_on(plan.named or plan.subjects[0]).items()
        told = ((self._ruleset.result(outcome).get("tokens", 0), p) for outcome, p in chances)
        return sum((int(number) * p for number, p in told), Fraction(0))
