"""What a move changes about the danger of friends: lines of fire that bodies block, and fights.

Only pairs of a friend and an enemy are tried whose line of fire the figure leaves or enters, or
that fight each other as the bound ends: to try all would take seconds in some systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.core.view import View
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
    view: View,
    states: tuple[State, State],
    mover: str,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[FriendRisk, ...]:
    """The friends whose danger a move changes, each with the enemy that changes it most.

    `states`: with the mover where it is and at the end of its move.
    """
    found = []
    for friend in view.own():
        if friend.id == mover or stopped():
            continue
        risks = list(_risks(ruleset, view, states, mover, friend))
        worst = max(risks, key=lambda one: (abs(one.change), one.change), default=None)
        if worst is not None and worst.change:
            found.append(worst)
    return tuple(sorted(found, key=lambda one: -abs(one.change))[:MOST])


def _risks(
    ruleset: Ruleset, view: View, states: tuple[State, State], mover: str, friend: Figure
) -> Iterator[FriendRisk]:
    """What changes about one friend."""
    now, then = (ruleset.reactions.recovered(state, friend.id) for state in states)
    board = view.state.board
    fights = (one for state in (now, then) for one in ruleset.reactions.clashes(state, friend.id))
    fought = [order.target for order in fights if order.figure == friend.id]
    ends = board.mask_of(state.figures[mover].tile for state in states)
    for enemy in view.enemies():
        lane = ruleset.estimates.lane(board, enemy.tile, friend.tile)
        if enemy.id in fought or lane & ends:
            before, after = (_chance(ruleset, state, enemy.id, friend.id) for state in (now, then))
            yield FriendRisk(friend.id, enemy.id, before, after)


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
