"""What a move changes about the danger of friends, where the rules know of any such change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.state import State
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.rulesets.attack import Outcome, odds_of
from skirmish.rulesets.foresight import next_attack
from skirmish.rulesets.ruleset import Ruleset

MOST = 3
"""Friends that are named."""
NONE = Fraction(0)


@frozen
class FriendRisk:
    """The chance of any effect of an enemy's attack on a friend, before and after a move."""

    friend: str
    enemy: str
    before: Fraction
    after: Fraction

    @property
    def change(self) -> int:
        """Change in percentage points."""
        return round(100 * self.after) - round(100 * self.before)


def friend_risks(
    ruleset: Ruleset,
    states: tuple[State, State],
    mover: str,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[FriendRisk, ...]:
    """The friends whose danger a move changes, each with the enemy that changes it most.

    `states`: with the mover where it is and at the end of its move.
    """
    found: dict[str, FriendRisk] = {}
    for friend, enemy in ruleset.reactions.uncovered(*states, mover):
        if stopped():
            break
        now, then = (ruleset.reactions.recovered(state, friend) for state in states)
        before, after = (_chance(ruleset, state, enemy, friend) for state in (now, then))
        risk = FriendRisk(friend, enemy, before, after)
        if risk.change and (friend not in found or _rank(risk) > _rank(found[friend])):
            found[friend] = risk
    return tuple(sorted(found.values(), key=lambda one: -abs(one.change))[:MOST])


def _rank(risk: FriendRisk) -> tuple[int, int]:
    return abs(risk.change), risk.change


def _chance(ruleset: Ruleset, state: State, enemy: str, friend: str) -> Fraction:
    """The chance of any effect of the fight of two figures, else of the enemy's best attack."""
    chances: Mapping[str, Mapping[Outcome, Fraction]] = {}
    for order in ruleset.reactions.clashes(state, friend):
        attack = ruleset.attack(state, order)
        if (order.figure, order.target) == (friend, enemy) and attack is not None:
            chances = odds_of(attack, ruleset.outcomes.no_effect).figures
    if not chances and (found := next_attack(ruleset, state, enemy, friend)):
        chances = found[0].odds.figures
    if friend not in chances:
        return NONE
    return summarize_outcomes(ruleset, state, friend, chances[friend]).effect_chance
