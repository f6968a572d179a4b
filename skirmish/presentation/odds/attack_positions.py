"""Attacks between a figure and its enemies from where an order leaves it.

After a move the figure has what the move leaves: points, aim, posture, penalties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Self

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import seen_by
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation.odds.attack_gain import best_to_show
from skirmish.presentation.odds.odds_summary import ModifierPart, OutcomeSummary, summarize_outcomes
from skirmish.presentation.odds.odds_words import effect_words
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.odds.order_odds import HINDRANCES, OrderOdds, planned_odds
from skirmish.presentation.wording import attack_words, humanize, other_weapon
from skirmish.rulesets.attack import Attack, Modifier, odds_of
from skirmish.rulesets.common.walking import FACE
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.foresight import (
    Shot,
    next_allowed,
    next_attack,
    now_allowed,
    obstacle,
    rested,
    shots,
    standing_at,
    unless,
)
from skirmish.rulesets.ruleset import Ruleset

NOW, LATER = "now", "later"
"""When an attack is possible: in this bound, or in the next one of its figure."""
_AID = "aid"
"""Detail of an order with the figures that give up their own attacks to support it."""


_DAMAGE = "damage"
"""`Modifier.on` of a number that decides how much an attack harms, not whether it hits."""


@frozen
class AttackChance:
    """The best attack of a figure on another: its name, the chance of any effect, of being out.

    An enemy's attack includes the aid that its friends can give. `lost`: the worth that the
    target's side can expect to lose, if known. `weapon`: its name, if it is not the figure's first.
    `effects`: its possible effects in words. `recovers`: the chance that the attacker recovers in
    time to attack at all; the other chances assume that it does. `times`: the most attacks of this
    kind that an enemy can make in a bound, 0 without a limit; the chances are those of the first.
    """

    words: str
    effect_chance: Fraction
    out_chance: Fraction
    lost: Fraction = Fraction(0)
    weapon: str = ""
    effects: str = field(default="", eq=False)
    recovers: Fraction = Fraction(1)
    times: int = 1

    @classmethod
    def of(
        cls, summary: OutcomeSummary, words: str, weapon: str = "", lost: Fraction = Fraction(0)
    ) -> Self:
        """An attack with these outcomes."""
        chances = summary.effect_chance, summary.out_chance
        return cls(words, *chances, lost, weapon, effect_words(summary))

    @property
    def expected_effect(self) -> Fraction:
        """The chance of any effect, including the chance to recover first."""
        return self.effect_chance * self.recovers

    @property
    def expected_loss(self) -> Fraction:
        """The worth that the other side can expect to lose, with the chance to recover first."""
        return self.lost * self.recovers


@frozen
class Clash:
    """Close combat with an enemy that occurs as the bound ends, without an order.

    `figure` fights: the figure that moves, or a friend that it only aids as `helper`. `odds` has
    the numbers of both, `because` says why these two fight. `ground`: the tiles on which it
    depends.
    """

    enemy: str
    attack: AttackChance
    return_fire: AttackChance
    figure: str
    odds: OrderOdds = field(eq=False)
    helper: str = ""
    because: str = ""
    ground: tuple[Tile, ...] = ()


class AttackPosition:
    """A figure on a tile with the resources of a view: its attacks now or in the next bound."""

    def __init__(
        self,
        ruleset: Ruleset,
        view: View,
        name: str,
        tile: Tile,
        facing: Facing,
        *,
        later: bool,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Put a figure on a tile; `later`: with what it regains at the start of a new bound.

        No further attack is tried once it is `stopped`.
        """
        self._ruleset, self._view, self._name = ruleset, view, name
        stands = standing_at(ruleset, view, name, tile, facing)
        self._state, self._recovers = ruleset.reactions.recovered(stands, name), Fraction(1)
        if later:
            self._state, self._recovers = rested(ruleset, self._state, name)
        self._shots: dict[str, Shot | None] = {}
        allowed = next_allowed(ruleset, self._state) if later else now_allowed(ruleset, view)
        self._allowed = unless(stopped, allowed)

    @classmethod
    def after(
        cls,
        ruleset: Ruleset,
        view: View,
        order: Order,
        *,
        later: bool,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Self:
        """The figure of an order at the end of its path, if any, with what the order leaves it."""
        left = view_after(ruleset, view, order) or view
        figure = left.state.figures[order.figure]
        moves = verbs_of(ruleset)[order.verb].target is Shape.PATH
        tile = order.target_path[-1] if moves else figure.tile
        there = ruleset, left, order.figure, tile, order.facing(FACE.name) or figure.facing
        return cls(*there, later=later, stopped=stopped)

    @property
    def figure(self) -> Figure:
        """The figure at its tile at that time."""
        return self._state.figures[self._name]

    def on(self, enemy: str) -> AttackChance | None:
        """Its best attack on an enemy."""
        shot = self._shot(enemy)
        if shot is None or not self._recovers:
            return None
        return evolve(chance_of_shot(self._ruleset, self._state, shot), recovers=self._recovers)

    def same_on(self, enemy: str, other: Self) -> AttackChance | None:
        """The best attack of another position on an enemy, made from here."""
        shot = other._shot(enemy)
        plan = None if shot is None else self._ruleset.attack(self._state, shot.order)
        if shot is None or plan is None or not self._recovers:
            return None
        odds = odds_of(plan, self._ruleset.outcomes.no_effect)
        chance = chance_of_shot(self._ruleset, self._state, evolve(shot, odds=odds))
        return evolve(chance, recovers=self._recovers)

    def _shot(self, enemy: str) -> Shot | None:
        if enemy not in self._shots:
            found = shots(self._ruleset, self._state, self._name, enemy, self._allowed)
            view = evolve(self._view, state=self._state)
            best, _ = best_to_show(self._ruleset, view, self._name, tuple(found))
            self._shots[enemy] = best
        return self._shots[enemy]

    def penalties(self, enemy: str, other: Self) -> tuple[ModifierPart, ...]:
        """What makes its best attack less likely to hit an enemy than from another position.

        What a blast loses by distance, once for each place where it may land, is left out.
        """
        shot = self._shot(enemy)
        plan = None if shot is None else self._ruleset.attack(other._state, shot.order)
        if shot is None or plan is None:
            return ()
        usual = odds_of(plan, self._ruleset.outcomes.no_effect).modifiers
        return tuple(
            ModifierPart(one.value, one.value, one.name, one.rule)
            for one in shot.odds.modifiers
            if one not in usual and _is_worse(one) and one.on != _DAMAGE
        )

    @property
    def in_sight(self) -> bool:
        """Whether known enemies at their present tiles have the figure's tile in sight."""
        figure, state = self.figure, self._state
        seen = seen_by(state, state.setup.enemy(figure.side))
        return bool(seen & state.board.bit(figure.tile))

    def obstacle(self, enemy: str) -> str:
        """Why it cannot attack an enemy at its next opportunity; "" if it can."""
        told = obstacle(self._ruleset, self._state, self._name, enemy)
        seen = enemy in self._state.known[self.figure.side].visible
        return told if seen or not told else "out of sight then"

    def clashes(self) -> tuple[Clash, ...]:
        """The close combat at the end of the bound if all figures stay where they are."""
        orders = self._ruleset.reactions.clashes(self._state, self._name)
        return tuple(
            evolve(one, helper="" if one.figure == self._name else self._name)
            for order in orders
            for one in clashes_of(self._ruleset, self._state, order)
        )

    def back(self, enemy: str) -> AttackChance | None:
        """The enemy's best attack on it."""
        return return_chance(self._ruleset, self._state, enemy, self._name)


def when_in_reach(ruleset: Ruleset, view: View, order: Order, enemy: str) -> str:
    """When a figure can attack an enemy from where an order leaves it: `NOW`, `LATER` or ""."""
    left = view_after(ruleset, view, order) or view
    figure = left.state.figures[order.figure]
    place = figure.id, figure.tile, order.facing(FACE.name) or figure.facing
    for when in (NOW, LATER):
        if AttackPosition(ruleset, left, *place, later=when == LATER).on(enemy) is not None:
            return when
    return ""


def others_hinder(ruleset: Ruleset, view: View, order: Order) -> bool:
    """Whether others prevent attacks between an enemy and a figure where an order leaves it.

    The computer evaluates a place without them, because they move.
    """
    left = view_after(ruleset, view, order) or view
    figure = left.state.figures[order.figure]
    facing = order.facing(FACE.name) or figure.facing
    state = standing_at(ruleset, left, figure.id, figure.tile, facing)
    pairs = ((figure.id, enemy.id) for enemy in view.enemies())
    both_ways = (pair for one, other in pairs for pair in ((one, other), (other, one)))
    return any(
        obstacle(ruleset, state, *pair) and not obstacle(ruleset, _alone(state, pair), *pair)
        for pair in both_ways
    )


def _alone(state: State, pair: tuple[str, str]) -> State:
    """A state with only two figures, on the same ground."""
    known = {
        side: evolve(one, visible=tuple(name for name in one.visible if name in pair))
        for side, one in state.known.items()
    }
    figures = {name: state.figures[name] for name in pair}
    links = tuple(link for link in state.links if link.a in pair and link.b in pair)
    bare = evolve(state, zones={}, tracks={}, pending=None)
    return evolve(bare, figures=figures, links=links, known=known)


def _is_worse(part: Modifier) -> bool:
    """Whether a modifier is to the disadvantage of its roller."""
    return (part.value > 0) == (part.on in HINDRANCES)


def return_chance(ruleset: Ruleset, state: State, shooter: str, target: str) -> AttackChance | None:
    """The attack of an enemy on a figure, if the enemy may act next."""
    found = next_attack(ruleset, state, shooter, target)
    if found is None:
        return None
    shot, recovers = found
    cost = ruleset.cost(state, shot.order)
    limited = ruleset.table[shot.order.verb].cost.limits
    times = (max(1, int(1 / cost)) if cost else 1) * limited
    return evolve(chance_of_shot(ruleset, state, shot), recovers=recovers, times=times)


def chance_of_shot(ruleset: Ruleset, state: State, shot: Shot) -> AttackChance:
    """An attack with its name and chances; the attack of a cloud has no shooter."""
    summary = summarize_outcomes(ruleset, state, shot.target, shot.odds.figures[shot.target])
    shooter = state.figures.get(shot.shooter)
    words = shot.way if shooter is None else attack_words(shooter, shot.order, shot.way)
    if helpers := shot.order.figures(_AID):
        words += f", aided by {', '.join(helpers)}"
    weapon = "" if shooter is None else other_weapon(shooter, shot.order)
    return AttackChance.of(summary, words, weapon, shot.lost)


def clashes_of(ruleset: Ruleset, state: State, order: Order) -> Iterator[Clash]:
    """The close combat of an order of `Reactions.clashes`, with its odds."""
    attack = ruleset.attack(state, order)
    if attack is not None:
        odds = planned_odds(ruleset, state, order, attack, state.figures[order.figure].side)
        chances = {
            one.name: AttackChance.of(one.summary, humanize(order.verb)) for one in odds.figures
        }
        yield Clash(
            order.target,
            chances[order.target],
            chances[order.figure],
            order.figure,
            odds,
            because=attack.because if isinstance(attack, Attack) else "",
            ground=attack.ground if isinstance(attack, Attack) else (),
        )
