"""Forecast of an order: odds from where a move ends, the enemy's next fire, fire on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.orders import Order, Purpose
from skirmish.core.view import View
from skirmish.presentation.odds import hints
from skirmish.presentation.odds.attack_hints import attack_hints
from skirmish.presentation.odds.attack_positions import AttackPosition, Clash, return_chance
from skirmish.presentation.odds.expected_reactions import (
    FriendRisk,
    PathThreat,
    WaitingFire,
    friend_risks,
    path_threats,
    unhurt_chance,
    waiting_fire,
)
from skirmish.presentation.odds.hint_kinds import Hint
from skirmish.presentation.odds.move_chances import (
    MOST_ENEMIES,
    Exchange,
    MoveChances,
    ReturnFire,
    can_still_attack,
    move_chances,
    returns_after,
)
from skirmish.presentation.odds.odds_summary import ModifierPart
from skirmish.presentation.odds.order_effects import OrderEffects, order_effects, view_after
from skirmish.presentation.odds.order_odds import OrderOdds
from skirmish.rulesets.common.walking import FACE
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.foresight import nearest, standing_at
from skirmish.rulesets.ruleset import Ruleset

MOST_HINTS = 2
"""Number of hints in a forecast."""


@frozen
class Forecast:
    """What follows from an order.

    `path_threats`: attacks on its path, or before it if it has no path. `moves`: whether the
    exchanges are from another tile than the present one. `return_fire`: of every known enemy that
    can attack the figure, also over an obstacle. Both begin with the attack likeliest to have an
    effect. `penalties`: modifiers by which a move worsens the first attack after it. `effects`:
    changes of the figure. `waiting`: for a figure that begins to wait, its attack on each enemy
    that it covers, if that enemy acts on its present tile. `clashes`: close combat that follows.
    `friend_risks`: changes of the danger to friends. `bound`: the name of the present bound;
    `fire_bound`: that of the bound in which delayed attacks come, and the return fire, which is no
    reaction. `single_attacks`: only one enemy may attack the figure then: their attacks do not add
    up. `compared`: the return fire is compared with that before the order, though the order is no
    move.
    """

    moves: bool
    exchanges: tuple[Exchange, ...]
    return_fire: tuple[ReturnFire, ...] = ()
    path_threats: tuple[PathThreat, ...] = ()
    hints: tuple[Hint, ...] = ()
    penalties: tuple[ModifierPart, ...] = ()
    effects: OrderEffects = OrderEffects()
    waiting: WaitingFire = WaitingFire()
    clashes: tuple[Clash, ...] = ()
    friend_risks: tuple[FriendRisk, ...] = ()
    bound: str = "turn"
    fire_bound: str = "turn"
    single_attacks: bool = False
    compared: bool = False

    @property
    def later_odds(self) -> tuple[OrderOdds, ...]:
        """The odds of later rolls without another order: close combat, a reaction."""
        reply = self.waiting.best
        return (*(one.odds for one in self.clashes), *((reply.odds,) if reply else ()))

    @property
    def one_of(self) -> int:
        """The number of enemies of which only one may attack the figure next; 0 if all may."""
        able = sum(one.attack is not None for one in self.return_fire)
        return able if self.single_attacks and able > 1 else 0

    @property
    def unhurt_chance(self) -> Fraction | None:
        """The chance that no attack on the path has an effect; None if it is unknown."""
        return unhurt_chance(self.path_threats)


def has_forecast(ruleset: Ruleset, order: Order) -> bool:
    """Whether an order has a forecast: every order of a figure under the ruleset."""
    return order.figure != "" and order.verb in ruleset.verbs


def forecast_order(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool] = lambda: False
) -> Forecast | None:
    """The forecast of a legal order; None if it was stopped.

    Args:
        ruleset: The rules of the battle.
        view: The side's view.
        order: The order of a figure.
        stopped: Polled between steps; true once the forecast is no longer wanted.
    """
    verb = verbs_of(ruleset)[order.verb]
    if verb.target is Shape.PATH:
        forecast = _move_forecast(ruleset, view, order, stopped)
    elif verb.dice and order.target:
        forecast = _attack_forecast(ruleset, view, order)
    else:
        better = _first_hints(hints.stationary_hints(ruleset, view, order))
        waiting = waiting_fire(ruleset, view, order)
        poses = verb.purpose is Purpose.POSTURE
        back = returns_after(ruleset, view, order, stopped) if poses else ()
        forecast = Forecast(False, (), back, hints=better, waiting=waiting, compared=poses)
    if forecast is None:
        return None
    threats = path_threats(ruleset, view, order)
    return evolve(
        forecast,
        return_fire=_without_spent_shots(view, forecast.return_fire, threats),
        path_threats=threats,
        effects=order_effects(ruleset, view, order),
        bound=ruleset.turn.bound,
        fire_bound=_fire_bound(ruleset, view),
        single_attacks=ruleset.turn.single_attacks,
    )


def _fire_bound(ruleset: Ruleset, view: View) -> str:
    """The name of a bound in which figures may attack: `turn`, `bound of shooting`."""
    phases = view.state.setup.declared.phases.values()
    label = next((phase.label for phase in phases if not phase.moves), "")
    return f"{ruleset.turn.bound} of {label}" if label else ruleset.turn.bound


def _without_spent_shots(
    view: View, back: tuple[ReturnFire, ...], threats: tuple[PathThreat, ...]
) -> tuple[ReturnFire, ...]:
    """The return fire without that of enemies whose only shot is a path threat already."""
    if all(kind.moves for kind in view.state.setup.declared.phases.values()):
        return back
    spent = [threat.enemy for threat in threats]
    return tuple(one for one in back if one.enemy not in spent)


def _attack_forecast(ruleset: Ruleset, view: View, order: Order) -> Forecast:
    """An attack: the return fire of its target, and hints."""
    better = _first_hints(attack_hints(ruleset, view, order))
    figure = view.state.figures[order.figure]
    if verbs_of(ruleset)[order.verb].target is not Shape.FIGURE:
        return Forecast(moves=False, exchanges=(), hints=better)
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    back = return_chance(ruleset, now, order.target, figure.id)
    return Forecast(False, (), (ReturnFire(order.target, back),) * (back is not None), hints=better)


def _first_hints(found: Iterator[Hint]) -> tuple[Hint, ...]:
    """The first hints; the others are dropped to keep the list short."""
    return tuple(islice(found, MOST_HINTS))


def _move_forecast(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool]
) -> Forecast | None:
    """A move: the attacks possible from its end, compared with those possible now, and hints.

    A hint that names another move is given only if that move has better chances.
    """
    here = view.state.figures[order.figure]
    told = move_chances(ruleset, view, order, stopped, compared=True)
    if told is None:
        return None
    left = view_after(ruleset, view, order) or view
    facing = order.facing(FACE.name) or left.state.figures[here.id].facing
    spent = _spends_attack(ruleset, view, order, told, stopped)
    kept = []
    for hint in hints.move_hints(ruleset, view, order, facing, spent=spent):
        better = None
        if hint.order is not None:
            better = move_chances(ruleset, view, hint.order, stopped, compared=False)
        if better is None or told.is_improved_by(better):
            kept.append(hint)
    stands = standing_at(ruleset, view, here.id, here.tile, here.facing)
    moved = standing_at(ruleset, left, here.id, order.target_path[-1], facing)
    return Forecast(
        True,
        told.exchanges,
        told.return_fire,
        hints=_first_hints(iter(kept)),
        penalties=told.penalties,
        clashes=told.clashes,
        friend_risks=friend_risks(ruleset, (stands, moved), here.id, stopped),
    )


def _spends_attack(
    ruleset: Ruleset, view: View, order: Order, told: MoveChances, stopped: Callable[[], bool]
) -> bool:
    """Whether a move leaves its figure no attack in this bound, though it has one now."""
    here = view.state.figures[order.figure]
    now = AttackPosition(ruleset, view, here.id, here.tile, here.facing, later=False)
    foes = nearest(view, order.target_path[-1], MOST_ENEMIES)
    if told.fires_now or all(now.on(foe) is None for foe in foes):
        return False
    return not can_still_attack(ruleset, view, order, stopped)
