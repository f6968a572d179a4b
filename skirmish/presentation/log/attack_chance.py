"""The chance of an attack in the news, and what its dice need, as its order was given.

The ruleset computes it from what the side knew before the order: nothing hidden shows, and a replay
says the same as live play. Only a side's own attacks have a chance, and its reactions to the
enemy's orders: the chance of an enemy's attack also depends on hidden things, such as its aim or
how often it has fired.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from skirmish.core.dice import Face
from skirmish.core.events import Fired
from skirmish.core.orders import Order, parse_order
from skirmish.core.state import State
from skirmish.core.view import GivenOrder, News, Reaction
from skirmish.errors import RuleTooWide
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.odds_words import landing_parts
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset


@frozen
class NewsChance:
    """The chance of an attack, and what its dice need.

    `chance` is the chance of any effect on the target; if the attack `lands` somewhere, the chance
    to land on the tile it is aimed at; None if it names no figure. `others`: the chances on further
    figures among which the order divides the attack. `parts`: how it lands there, or what counts
    beside the totals of its dice. `shares`: the figures among which it is divided, with the dice of
    each. `plan`: the attack itself.
    """

    chance: Fraction | None
    needs: str
    lands: bool
    others: tuple[tuple[str, Fraction], ...] = ()
    parts: str = ""
    shares: tuple[tuple[str, int], ...] = ()
    plan: Attack | Aim | None = None

    def decided(self, rules: Ruleset, faces: Sequence[Face]) -> str:
        """What its dice decide, where no event says it."""
        return rules.outcomes.decided(self.plan, faces) if self.plan and faces else ""

    def strays(self, rules: Ruleset, faces: Sequence[Face]) -> Mapping[str, tuple[int, int]]:
        """Of the figures among which the attack is divided, those hit by a shot at another one.

        With the number of these hits and that of all hits on them.
        """
        if not isinstance(self.plan, Attack) or not self.shares[1:] or not faces:
            return {}
        return rules.outcomes.strays(self.plan, faces)


def attack_chance(rules: Ruleset, news: News) -> NewsChance | None:
    """The chance of an attack in the news; None for other news, or if it was not known."""
    if news.attack is not None:
        return _chance_of(rules, news.attack)
    if news.reaction is not None and isinstance(news.event, Fired):
        return _chance_of_reaction(rules, news.reaction, news.event)
    return None


def order_of(rules: Ruleset, given: GivenOrder) -> tuple[State, Order]:
    """What was known before an order in the news, and the order."""
    return given.known.state, parse_order(given.order, verbs_of(rules))


@lru_cache(maxsize=1024)  # the log is written repeatedly
def _chance_of(rules: Ruleset, given: GivenOrder) -> NewsChance | None:
    state, order = order_of(rules, given)
    plan = rules.attack(state, order)
    return None if plan is None else _news_chance(rules, state, order, plan)


@lru_cache(maxsize=1024)
def _chance_of_reaction(rules: Ruleset, reaction: Reaction, shot: Fired) -> NewsChance | None:
    """The chance of a reaction shot; None if its side could not compute it before."""
    state = reaction.known.state
    replies = rules.reactions.replies(state, shot.figure)
    reply = next((one for one in replies if one.enemy == shot.target), None)
    return None if reply is None else _news_chance(rules, state, reply.order, reply.attack)


def _news_chance(
    rules: Ruleset, state: State, order: Order, plan: Attack | Aim
) -> NewsChance | None:
    try:
        chance = _chance(rules, state, order, plan)
        others = _chances_of_others(rules, state, order, plan)
    except RuleTooWide:
        chance, others = None, ()
    lands, parts = isinstance(plan, Aim), ""
    if isinstance(plan, Attack):
        parts = rules.outcomes.counted(plan)
    elif chance is not None:
        parts = landing_parts(chance, rules.outcomes.on_aim(plan))
    needs, shares = rules.outcomes.needs(plan), order.split("split")
    return NewsChance(chance, needs, lands, others, parts, shares, plan)


def _chance(rules: Ruleset, state: State, order: Order, plan: Attack | Aim) -> Fraction | None:
    if isinstance(plan, Aim):
        target = state.figures.get(order.target)
        aim = order.target_tile if target is None else target.tile
        return dict(plan.landing().items()).get(aim, Fraction(0))
    return _effect_chance(rules, state, plan, plan.named) if plan.named else None


def _chances_of_others(
    rules: Ruleset, state: State, order: Order, plan: Attack | Aim
) -> tuple[tuple[str, Fraction], ...]:
    """The chance on each figure but the first among which an order divides its attack."""
    if isinstance(plan, Aim):
        return ()
    names = dict.fromkeys(name for name, _ in order.split("split"))
    rest = (name for name in names if name != plan.named and name in plan.subjects)
    return tuple((name, _effect_chance(rules, state, plan, name)) for name in rest)


def _effect_chance(rules: Ruleset, state: State, plan: Attack, figure: str) -> Fraction:
    outcomes = dict(plan.odds_on(figure).items())
    return summarize_outcomes(rules, state, figure, outcomes).effect_chance
