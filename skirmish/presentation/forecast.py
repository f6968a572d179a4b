"""Forecast of an order: odds from where a move ends, the enemy's next fire, fire on the way.

After a move the figure has what the move leaves it: points, aim, posture, penalties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Self

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.knowledge import seen_by
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation import hints
from skirmish.presentation.friend_risk import FriendRisk, friend_risks
from skirmish.presentation.odds_summary import (
    OutcomeSummary,
    RolledNumber,
    rolled_numbers,
    summarize_outcomes,
)
from skirmish.presentation.odds_words import effect_words
from skirmish.presentation.order_effects import OrderEffects, order_effects, view_after
from skirmish.presentation.order_odds import OrderOdds, order_odds
from skirmish.presentation.wording import attack_words, humanize, other_weapon
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.common.watch import watched
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.foresight import (
    Danger,
    Shot,
    answers_next,
    any_way,
    best_aided_shot,
    best_shot,
    dangers,
    nearest,
    now_allowed,
    obstacle,
    rested,
    standing_at,
    unless,
)
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.threat import Reply

MOST_HINTS = 2
"""Hints in a forecast."""
MOST_ENEMIES = 3
"""Enemies in a forecast whose attack by the figure is shown, nearest first."""
NOW, LATER = "now", "later"
"""When an attack is possible: in this bound, or in the next one of its figure."""
_FACE = "face"
_WEAPON = "weapon"
_AID = "aid"
"""Part of an order with the figures that give up their own attacks to add to it."""


@frozen
class AttackChance:
    """The best attack of a figure on another: its name, the chance of any effect, of being out.

    Of an enemy's attack, the name and the chances have the aid that its friends can give it.
    `lost`: the worth that the side of the other can expect to lose, where that is known.
    `weapon`: its name, if it is not the first of the figure. `effects`: what it may do.
    """

    words: str
    effect_chance: Fraction
    out_chance: Fraction
    lost: Fraction = Fraction(0)
    weapon: str = ""
    effects: str = field(default="", eq=False)


@frozen
class Exchange:
    """An enemy and the attack on it from the end of the order.

    `attack_now` is the same from the figure's present tile. None: not possible; `reason`: why it is
    not, where the rules know.
    """

    enemy: str
    attack: AttackChance | None
    attack_now: AttackChance | None = None
    reason: str = ""


@frozen
class ReturnFire:
    """An enemy and its attack on the figure at the end of the order; None: not possible.

    `attack_now` is the same at the figure's present tile, if the order is a move. `unseen`: no
    known enemy sees that end as they stand, so that one of them must come to see it first.
    """

    enemy: str
    attack: AttackChance | None
    attack_now: AttackChance | None = None
    unseen: bool = False


@frozen
class Clash:
    """Close combat with an enemy without an order, as the bound ends: the chances on each other.

    `figure` fights: the one that moves, or a friend that it only aids as `helper`. `odds` has the
    numbers of both.
    """

    enemy: str
    attack: AttackChance
    return_fire: AttackChance
    figure: str
    odds: OrderOdds = field(eq=False)
    helper: str = ""


@frozen
class PathThreat:
    """An enemy that may fire on the way ("" for an unknown one), the tile, and its attack.

    `lasting`: only if the figure is still there at the end of its bound. `first`: the chance that
    it comes before the figure acts there, else right after; the chances of the attack are of both.
    """

    enemy: str
    tile: Tile
    chance: AttackChance | None
    lasting: bool = False
    first: Fraction = Fraction(1)


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
class Forecast:
    """What an order leads to.

    `path_threats`: attacks on its way, or before it where it has no way. `moves`: whether the
    exchanges are from another tile than the present one. `return_fire`: of every known enemy that
    can attack the figure, also over an obstacle, the highest expected loss first. `next_bound`:
    whether attacks from there must wait for the next bound. `effects`: what the order changes about
    its figure. `replies`: for a figure that begins to wait, its attack on each enemy that it
    covers, should that enemy act on its present tile; `readiness`: the number of its attack without
    a target, where no enemy is covered. `clashes`: close combat that it leads to.
    `friend_risks`: what a move changes about the danger of friends. `fire_bound`: what the bound is
    called in which the return fire may come; it is no reaction.
    """

    moves: bool
    exchanges: tuple[Exchange, ...]
    return_fire: tuple[ReturnFire, ...] = ()
    path_threats: tuple[PathThreat, ...] = ()
    hints: tuple[hints.Hint, ...] = ()
    next_bound: bool = False
    effects: OrderEffects = OrderEffects()
    replies: tuple[ReplyChance, ...] = ()
    readiness: tuple[RolledNumber, ...] = ()
    clashes: tuple[Clash, ...] = ()
    friend_risks: tuple[FriendRisk, ...] = ()
    fire_bound: str = "turn"

    @property
    def later_odds(self) -> tuple[OrderOdds, ...]:
        """The odds of what is rolled later without another order: close combat, a reaction."""
        reply = self.best_reply
        return (*(one.odds for one in self.clashes), *((reply.odds,) if reply else ()))

    @property
    def waits_with(self) -> tuple[RolledNumber, ...]:
        """The numbers of a waiting figure's attack: on the likeliest enemy, else without any."""
        return self.readiness if self.best_reply is None else self.best_reply.odds.numbers

    @property
    def best_reply(self) -> ReplyChance | None:
        """The likeliest attack of a waiting figure."""
        return max(self.replies, key=lambda one: one.chance, default=None)

    @property
    def unhurt_chance(self) -> Fraction | None:
        """The chance that none has an effect if all fire; None where an unknown enemy watches."""
        chance = Fraction(1)
        for threat in self.path_threats:
            if threat.chance is None:
                return None
            chance *= 1 - threat.chance.effect_chance
        return chance


def has_forecast(ruleset: Ruleset, order: Order) -> bool:
    """Whether an order has a forecast: every order of a figure under the ruleset."""
    return order.figure != "" and order.verb in ruleset.verbs


def forecast_order(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool] = lambda: False
) -> Forecast | None:
    """The forecast of a legal order; None where it was stopped.

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
        forecast = _stationary_forecast(ruleset, view, order)
    if forecast is None:
        return None
    threats = tuple(_path_threat(ruleset, view, one) for one in dangers(ruleset, view, order))
    back = _without_spent_shots(view, forecast.return_fire, threats)
    effects = order_effects(ruleset, view, order)
    return evolve(
        forecast,
        return_fire=back,
        path_threats=threats,
        effects=effects,
        fire_bound=_fire_bound(ruleset, view),
    )


def _fire_bound(ruleset: Ruleset, view: View) -> str:
    """What a bound in which figures may attack is called: `turn`, `bound of shooting`."""
    phases = view.state.setup.declared.phases.values()
    label = next((phase.label for phase in phases if not phase.moves), "")
    return f"{ruleset.turn.bound} of {label}" if label else ruleset.turn.bound


def without_reaction(view: View, forecast: Forecast | None) -> tuple[str, ...]:
    """Ids of the enemy zones whose watcher has no attack on a way; none before the forecast.

    A watcher may look at one end of a step alone, or not see the figure.
    """
    if forecast is None:
        return ()
    able = [threat.enemy for threat in forecast.path_threats]
    zones = [zone for zone in watched(view.state) if zone.side != view.side and zone.owner]
    return tuple(zone.id for zone in zones if zone.owner not in able)


def _stationary_forecast(ruleset: Ruleset, view: View, order: Order) -> Forecast:
    """An order without a target: hints; for a figure that begins to wait, its attacks."""
    better = _first_hints(hints.stationary_hints(ruleset, view, order))
    forecast = Forecast(False, (), hints=better)
    left, name, known = view_after(ruleset, view, order), order.figure, ruleset.reactions
    if left is None or known.replies(view.state, name) or known.readiness(view.state, name):
        return forecast
    replies = tuple(_reply_chance(ruleset, left, one) for one in known.replies(left.state, name))
    readiness = rolled_numbers(() if replies else known.readiness(left.state, name))
    return evolve(forecast, replies=replies, readiness=readiness)


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


def _attack_forecast(ruleset: Ruleset, view: View, order: Order) -> Forecast:
    """An attack: the return fire of its target, and hints."""
    better = _first_hints(hints.attack_hints(ruleset, view, order))
    figure = view.state.figures[order.figure]
    if verbs_of(ruleset)[order.verb].target is not Shape.FIGURE:
        return Forecast(moves=False, exchanges=(), hints=better)
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    back = return_chance(ruleset, now, order.target, figure.id)
    return Forecast(False, (), (ReturnFire(order.target, back),) * (back is not None), hints=better)


def _first_hints(found: Iterator[hints.Hint]) -> tuple[hints.Hint, ...]:
    """The first hints; the others are dropped to keep the list short."""
    return tuple(islice(found, MOST_HINTS))


def _move_forecast(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool]
) -> Forecast | None:
    """A move: the attacks possible from its end, compared with those possible now, and hints.

    A hint that names another move is given only if that has better chances.
    """
    here = view.state.figures[order.figure]
    told = _move_chances(ruleset, view, order, stopped, compared=True)
    if told is None:
        return None
    now = AttackPosition(ruleset, view, here.id, here.tile, here.facing, later=False)
    foes = nearest(view, order.target_path[-1], MOST_ENEMIES)
    spent = told.next_bound and any(now.on(foe) is not None for foe in foes)
    spent = spent and not _can_still_attack(ruleset, view, order, stopped)
    left = view_after(ruleset, view, order) or view
    facing = order.facing(_FACE) or left.state.figures[here.id].facing
    kept = []
    for hint in hints.move_hints(ruleset, view, order, facing, spent=spent):
        better = None
        if hint.order is not None:
            better = _move_chances(ruleset, view, hint.order, stopped, compared=False)
        if better is None or _improves(told, better):
            kept.append(hint)
    stands = standing_at(ruleset, view, here.id, here.tile, here.facing)
    moved = standing_at(ruleset, left, here.id, order.target_path[-1], facing)
    risks = friend_risks(ruleset, view, (stands, moved), here.id, stopped)
    return evolve(told, hints=_first_hints(iter(kept)), friend_risks=risks)


def _move_chances(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool], *, compared: bool
) -> Forecast | None:
    """The forecast of a move without hints; None where it was stopped.

    `compared`: with what is possible now, on the present tile.
    """
    name, here = order.figure, view.state.figures[order.figure]
    path = (here.tile, *way(here.tile, order.target_path))
    left = view_after(ruleset, view, order) or view
    facing = order.facing(_FACE) or left.state.figures[name].facing
    foes = nearest(view, path[-1], MOST_ENEMIES)
    later, there = False, AttackPosition(ruleset, left, name, path[-1], facing, later=False)
    shots = {foe: there.on(foe) for foe in foes if not stopped()}
    if not any(shots.values()):
        later, there = True, AttackPosition(ruleset, left, name, path[-1], facing, later=True)
        shots = {foe: there.on(foe) for foe in foes if not stopped()}
    now = None
    if compared:
        now = AttackPosition(ruleset, view, name, here.tile, here.facing, later=later)
    clashes = there.clashes()
    held = [one.enemy for one in clashes]
    free = [foe for foe in foes if foe not in held]
    exchanges = tuple(_exchange(foe, shots[foe], there, now) for foe in free if not stopped())
    others = (foe.id for foe in view.enemies() if foe.id not in held and not stopped())
    back = _returns(others, there, now)
    if stopped():
        return None
    return Forecast(True, exchanges, back, next_bound=later, clashes=clashes)


def _can_still_attack(
    ruleset: Ruleset, view: View, order: Order, stopped: Callable[[], bool]
) -> bool:
    """Whether any enemy in sight can be attacked in this bound after a move.

    Also after one order more there, which clears a jam, loads or turns.
    """
    left = view_after(ruleset, view, order)
    if left is None:
        return False
    foes, name = [enemy.id for enemy in view.enemies()], order.figure
    ready = (view_after(ruleset, left, one) for one in _preparations(ruleset, left, name, foes))
    for after in filter(None, chain((left,), ready)):
        figure = after.state.figures[name]
        place = figure.tile, figure.facing
        there = AttackPosition(ruleset, after, name, *place, later=False, stopped=stopped)
        if any(there.on(foe) is not None for foe in foes):
            return True
    return False


def _preparations(ruleset: Ruleset, view: View, name: str, foes: Iterable[str]) -> Iterator[Order]:
    """The orders of a figure at nothing but itself, and turns towards some enemies."""
    start, figures = view.state.figures[name].tile, view.state.figures
    ahead = dict.fromkeys(facing_towards(start, figures[foe].tile).name for foe in foes)
    for family in ruleset.options(view, name):
        if family.target is None:
            bare, arms = family.draw(lambda _: 0), dict(family.fields).get(_WEAPON)
            yield bare
            if arms is not None:
                yield from (bare.with_field(_WEAPON, arm) for arm in arms.every())
        elif verbs_of(ruleset)[family.verb].target is Shape.FACING:
            yield from (Order.of(family.verb, name, way) for way in ahead)


def _exchange(
    enemy: str, attack: AttackChance | None, there: AttackPosition, now: AttackPosition | None
) -> Exchange:
    """An exchange, with the reason where no attack is possible from there."""
    before = None if now is None else now.on(enemy)
    return Exchange(enemy, attack, before, there.obstacle(enemy) if attack is None else "")


def _returns(
    enemies: Iterable[str], there: AttackPosition, now: AttackPosition | None
) -> tuple[ReturnFire, ...]:
    """The attacks of enemies in return, the highest expected loss first."""
    unseen = not there.in_sight
    found = [
        ReturnFire(enemy, there.back(enemy), None if now is None else now.back(enemy), unseen)
        for enemy in enemies
    ]
    able = (one for one in found if one.attack or one.attack_now)
    most_first = sorted(able, key=lambda one: -one.attack.lost if one.attack else Fraction(0))
    return tuple(most_first)


def _improves(told: Forecast, better: Forecast) -> bool:
    """Whether no sum of chances that is shown is worse in another forecast, and one is better."""
    (harm, back), (other_harm, other_back) = _sums(told), _sums(better)
    no_worse = other_harm >= harm and other_back <= back
    return no_worse and (harm, back) != (other_harm, other_back)


def _sums(told: Forecast) -> tuple[Fraction, Fraction]:
    """The chances against enemies and those in return, each added up."""
    clashes = told.clashes
    mine = [*(one.attack for one in told.exchanges), *(one.attack for one in clashes)]
    back = [*(one.attack for one in told.return_fire), *(one.return_fire for one in clashes)]
    return _sum_of(mine), _sum_of(back)


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
        """Stand a figure on a tile; `later`: what a new bound gives back is given back.

        No attack is tried any more once it is `stopped`.
        """
        self._ruleset, self._name = ruleset, name
        known = rested(view, name) if later else view
        stands = standing_at(ruleset, known, name, tile, facing)
        self._state = ruleset.reactions.recovered(stands, name)
        self._allowed = unless(stopped, any_way if later else now_allowed(ruleset, view))

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
        """The figure of a move at the end of its path, with what the move leaves it."""
        left = view_after(ruleset, view, order) or view
        facing = order.facing(_FACE) or left.state.figures[order.figure].facing
        there = ruleset, left, order.figure, order.target_path[-1], facing
        return cls(*there, later=later, stopped=stopped)

    def on(self, enemy: str) -> AttackChance | None:
        """Its best attack on an enemy."""
        shot = best_shot(self._ruleset, self._state, self._name, enemy, self._allowed)
        return None if shot is None else _attack_chance(self._ruleset, self._state, shot)

    @property
    def in_sight(self) -> bool:
        """Whether the known enemies have the figure's tile in sight as they stand."""
        figure, state = self._state.figures[self._name], self._state
        seen = seen_by(state, state.setup.enemy(figure.side))
        return bool(seen & state.board.bit(figure.tile))

    def obstacle(self, enemy: str) -> str:
        """Why it cannot attack an enemy at any time; "" if it could at another one."""
        return obstacle(self._ruleset, self._state, self._name, enemy)

    def clashes(self) -> tuple[Clash, ...]:
        """The close combat that comes as the bound ends, if all stay where they are."""
        orders = self._ruleset.reactions.clashes(self._state, self._name)
        return tuple(
            evolve(one, helper="" if one.figure == self._name else self._name)
            for order in orders
            for one in _clash(self._ruleset, self._state, order)
        )

    def back(self, enemy: str) -> AttackChance | None:
        """The enemy's best attack on it."""
        return return_chance(self._ruleset, self._state, enemy, self._name)


def when_in_reach(ruleset: Ruleset, view: View, order: Order, enemy: str) -> str:
    """When a figure can attack an enemy from where an order leaves it: `NOW`, `LATER` or ""."""
    left = view_after(ruleset, view, order) or view
    figure = left.state.figures[order.figure]
    place = figure.id, figure.tile, order.facing(_FACE) or figure.facing
    for when in (NOW, LATER):
        if AttackPosition(ruleset, left, *place, later=when == LATER).on(enemy) is not None:
            return when
    return ""


def others_hinder(ruleset: Ruleset, view: View, order: Order) -> bool:
    """Whether other figures keep off an attack on or by an enemy where an order leaves a figure.

    The computer weighs a place as if there were none: they move.
    """
    left = view_after(ruleset, view, order) or view
    figure = left.state.figures[order.figure]
    facing = order.facing(_FACE) or figure.facing
    state = standing_at(ruleset, left, figure.id, figure.tile, facing)
    pairs = ((figure.id, enemy.id) for enemy in view.enemies())
    both_ways = (pair for one, other in pairs for pair in ((one, other), (other, one)))
    return any(
        obstacle(ruleset, state, *pair) and not obstacle(ruleset, _alone(state, pair), *pair)
        for pair in both_ways
    )


def _alone(state: State, pair: tuple[str, str]) -> State:
    """Two figures on the ground of a state."""
    known = {
        side: evolve(one, visible=tuple(name for name in one.visible if name in pair))
        for side, one in state.known.items()
    }
    figures = {name: state.figures[name] for name in pair}
    links = tuple(link for link in state.links if link.a in pair and link.b in pair)
    bare = evolve(state, zones={}, tracks={}, pending=None)
    return evolve(bare, figures=figures, links=links, known=known)


def _sum_of(chances: Iterable[AttackChance | None]) -> Fraction:
    return sum((one.effect_chance for one in chances if one is not None), Fraction(0))


def return_chance(ruleset: Ruleset, state: State, shooter: str, target: str) -> AttackChance | None:
    """The attack of an enemy on a figure, if the enemy may act next."""
    if not answers_next(ruleset, state, shooter):
        return None
    shot = best_aided_shot(ruleset, state, shooter, target)
    return None if shot is None else _attack_chance(ruleset, state, shot)


def _attack_chance(ruleset: Ruleset, state: State, shot: Shot) -> AttackChance:
    summary: OutcomeSummary = summarize_outcomes(
        ruleset, state, shot.target, shot.odds.figures[shot.target]
    )
    shooter = state.figures[shot.shooter]
    words = attack_words(shooter, shot.order, shot.way)
    if helpers := shot.order.figures(_AID):
        words += f", aided by {', '.join(helpers)}"
    weapon = other_weapon(shooter, shot.order)
    chances = summary.effect_chance, summary.out_chance
    return AttackChance(words, *chances, shot.lost, weapon, effect_words(summary))


def _clash(ruleset: Ruleset, state: State, order: Order) -> Iterator[Clash]:
    attack = ruleset.attack(state, order)
    if attack is not None:
        found = odds_of(attack, ruleset.outcomes.no_effect)
        theirs, mine = (
            summarize_outcomes(ruleset, state, name, found.figures[name])
            for name in (order.target, order.figure)
        )
        words = humanize(order.verb)
        yield Clash(
            order.target,
            AttackChance(words, theirs.effect_chance, theirs.out_chance),
            AttackChance(words, mine.effect_chance, mine.out_chance),
            order.figure,
            order_odds(ruleset, state, order, found, state.figures[order.figure].side, attack),
        )


def _path_threat(ruleset: Ruleset, view: View, danger: Danger) -> PathThreat:
    if danger.shot is None:
        return PathThreat(danger.enemy, danger.tile, None, danger.lasting)
    chance, first = _attack_chance(ruleset, view.state, danger.shot), danger.first
    if first < 1:
        late = danger.late and _attack_chance(ruleset, view.state, danger.late)
        effect, out = (late.effect_chance, late.out_chance) if late else (Fraction(0), Fraction(0))
        chance = evolve(
            chance,
            effect_chance=first * chance.effect_chance + (1 - first) * effect,
            out_chance=first * chance.out_chance + (1 - first) * out,
        )
    return PathThreat(danger.enemy, danger.tile, chance, danger.lasting, first)


def _without_spent_shots(
    view: View, back: tuple[ReturnFire, ...], threats: tuple[PathThreat, ...]
) -> tuple[ReturnFire, ...]:
    """The return fire without that of enemies whose only shot is a path threat already."""
    if all(kind.moves for kind in view.state.setup.declared.phases.values()):
        return back
    spent = [threat.enemy for threat in threats]
    return tuple(one for one in back if one.enemy not in spent)
