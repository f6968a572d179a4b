"""Attacks of a figure that begins to wait: a held action, overwatch."""

from __future__ import annotations

from fractions import Fraction

from attrs import field, frozen

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.attack_positions import AttackChance
from skirmish.presentation.odds_summary import RolledNumber, rolled_numbers, summarize_outcomes
from skirmish.presentation.odds_words import effect_words
from skirmish.presentation.order_effects import view_after
from skirmish.presentation.order_odds import OrderOdds, order_odds
from skirmish.presentation.wording import other_weapon
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.threat import Reply


@frozen
class ReplyChance:
    """An enemy that a waiting figure covers, and the attack on it if it acts where it stands.

    `chance` is what the figure's standing order is compared with.
    """

    enemy: str
    chance: Fraction
    attack: AttackChance
    odds: OrderOdds = field(eq=False)


@frozen
class WaitingFire:
    """The attacks of a figure that begins to wait, each on an enemy that it covers.

    `readiness`: the number of its attack without a target, where no enemy is covered.
    """

    replies: tuple[ReplyChance, ...] = ()
    readiness: tuple[RolledNumber, ...] = ()

    @property
    def best(self) -> ReplyChance | None:
        """Its likeliest attack."""
        return max(self.replies, key=lambda one: one.chance, default=None)

    @property
    def numbers(self) -> tuple[RolledNumber, ...]:
        """The numbers of its attack: on the likeliest enemy, else without any."""
        return self.readiness if self.best is None else self.best.odds.numbers


def waiting_fire(ruleset: Ruleset, view: View, order: Order) -> WaitingFire:
    """What a figure attacks with that begins to wait by an order; nothing for any other order."""
    left, name, known = view_after(ruleset, view, order), order.figure, ruleset.reactions
    if left is None or known.replies(view.state, name) or known.readiness(view.state, name):
        return WaitingFire()
    replies = tuple(_reply_chance(ruleset, left, one) for one in known.replies(left.state, name))
    return WaitingFire(
        replies, rolled_numbers(() if replies else known.readiness(left.state, name))
    )


def _reply_chance(ruleset: Ruleset, left: View, reply: Reply) -> ReplyChance:
    """The attack of a figure that has begun to wait."""
    state, order = left.state, reply.order
    found = odds_of(reply.attack, ruleset.outcomes.no_effect)
    odds = order_odds(ruleset, state, order, found, left.side, reply.attack)
    summary = summarize_outcomes(ruleset, state, reply.enemy, found.figures[reply.enemy])
    figure = state.figures[order.figure]
    attack = AttackChance(
        order.verb,
        summary.effect_chance,
        summary.out_chance,
        weapon=other_weapon(figure, order),
        effects=effect_words(summary),
    )
    return ReplyChance(reply.enemy, reply.chance, attack, odds)
