"""Exact odds of attacks between figures, also from other tiles, as a side knows them.

Everything is computed from a view. Hidden facts about an enemy (rounds, settings) are assumed to be
as at the start of a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice, takewhile
from operator import attrgetter

from attrs import frozen

from skirmish.core.apply import apply_event
from skirmish.core.codec import Shape
from skirmish.core.dice import Roller
from skirmish.core.events import Bound, Event
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import WEAPON, Order
from skirmish.core.state import STEPS, Knowledge, State
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.rulesets.attack import Aim, Attack, Odds, odds_of
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.common.present import nearest_figures
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Halt, Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, seen_by_all

LIMB = "limb"
"""The detail of an order that calls a part of the body."""
SPREAD = "spread"
"""The detail of an order for the spread of a burst."""
AT_TILE = "bombard"
"""The order that attacks a tile, in every system."""
_GAIN = attrgetter("gain")


@frozen
class Shot:
    """An attack of a figure on another, and its exact odds.

    `way` is the ruleset's name for it, `lost` the points that the target's side can expect to lose
    on the target, `lost_own` those of the shooter's side.
    """

    shooter: str
    target: str
    way: str
    order: Order
    odds: Odds
    lost: Fraction
    lost_own: Fraction = Fraction(0)

    @property
    def gain(self) -> Fraction:
        """Expected loss of the target's side on the target, less that of the shooter's own side."""
        return self.lost - self.lost_own


@frozen
class Danger:
    """An enemy that may fire at a figure on its path, and where.

    `shot` is None if it is known only that the ground is watched, but not by which enemy, or how
    strong a cloud is. `zone`: the id of the cloud that makes the attack, without an enemy.
    `lasting`: it is fired only if the figure is still there when its bound ends. `first`: the
    chance that it comes before the figure acts; else `late` comes right after that, if any.
    """

    enemy: str
    tile: Tile
    shot: Shot | None
    lasting: bool = False
    first: Fraction = Fraction(1)
    late: Shot | None = None
    zone: str = ""


def supplied(ruleset: Ruleset, state: State, figure: Figure) -> Figure:
    """Return a figure with its hidden counters as at the start of a battle."""
    if figure.who.side in state.known:
        return figure
    hidden = state.setup.declared.own_counters
    counters = ruleset.handbook.armoury.equipped(figure.who.weapons)
    kept = {name: value for name, value in counters.items() if value and name in hidden}
    return fast_evolve(figure, counters={**kept, **figure.counters}) if kept else figure


def standing_at(ruleset: Ruleset, view: View, name: str, tile: Tile, facing: Facing) -> State:
    """Return the battle as the side knows it, with one of its figures on another tile.

    The enemies in sight are assumed to see it there, with full ammunition.
    """
    state = view.state
    whole = (1 << state.board.width * state.board.height) - 1
    mine = tuple(sorted((figure.id for figure in view.own()), key=id_key))
    figures = {n: supplied(ruleset, state, figure) for n, figure in state.figures.items()}
    figures[name] = fast_evolve(state.figures[name], at=tile, facing=facing)
    known = {**state.known, view.enemy: Knowledge(seen=whole, visible=mine)}
    return fast_evolve(state, figures=figures, known=known, pending=None)


def any_way(_order: Order) -> bool:
    """Return True: every attack counts, at any time of the turn."""
    return True


def next_allowed(ruleset: Ruleset, state: State) -> Callable[[Order], bool]:
    """Return a test whether the weapon of an attack is ready when its figure may next attack."""
    return lambda order: ruleset.turn.unready_next(state, order) is None


def now_allowed(ruleset: Ruleset, view: View) -> Callable[[Order], bool]:
    """Return a test whether the side may give an order in the present bound."""
    return lambda order: refusal(ruleset, view, order) is None


def unless(
    stopped: Callable[[], bool], allowed: Callable[[Order], bool]
) -> Callable[[Order], bool]:
    """Return a test that nothing passes any more once it is stopped."""
    return lambda order: not stopped() and allowed(order)


def rested(ruleset: Ruleset, state: State, name: str) -> tuple[State, Fraction]:
    """Return the battle as a figure may attack next, and the chance that it has recovered by then.

    The chance is 0 if the battle is over by then. No orders are assumed until then: conditions that
    surely end as a bound begins have ended, the enemy's as well. Knowledge stays unchanged.
    """
    chance, known = Fraction(1), state.known
    for clock in ruleset.turn.coming(state, state.figures[name]):
        if clock.turn > state.setup.turns:
            chance = Fraction(0)
            break
        bound = Bound(clock.turn, clock.step, clock.phase, clock.side)
        state = apply_event(state, bound, ())
        for figure in tuple(state.of_side(clock.side)):
            fit, likely = ruleset.turn.recovers(state, figure)
            if figure.id == name:
                chance = likely
            if fit is not figure and (likely == 1 or figure.id == name):
                state = state.with_figure(fit)
    return fast_evolve(state, known=known), chance


def best_shot(
    ruleset: Ruleset,
    state: State,
    shooter: str,
    target: str,
    allowed: Callable[[Order], bool] = any_way,
) -> Shot | None:
    """Return the best attack of one figure on another from their tiles; None if there is none.

    The expected loss of the shooter's own side is subtracted. Effects on other enemies, and orders
    that are not `allowed`, are ignored. A called shot is chosen only if nothing else is possible:
    calling is the player's decision.
    """
    return best_of(shots(ruleset, state, shooter, target, allowed))


def best_of(found: Iterable[Shot]) -> Shot | None:
    """Return the best of some attacks, as `best_shot` chooses it.

    If each costs its own side more than the enemy, return the best one that targets the figure
    itself: fire at its tile would win only because it does less.
    """
    able = [one for one in found if one.lost > 0]
    plain = [one for one in able if not one.order.get(LIMB)] or able
    best = max(plain, key=_GAIN, default=None)
    if best is None or best.gain > 0:
        return best
    return max((one for one in plain if one.order.target == one.target), key=_GAIN, default=best)


def is_throw(state: State, order: Order) -> bool:
    """Whether an attack throws its weapon, which only a player decides."""
    weapons, wanted = state.figures[order.figure].who.weapons, order.get(WEAPON)
    if order.verb != AT_TILE:
        return False
    meant = (arm for arm in weapons if arm.at_tiles and wanted in ("", arm.id))
    return all(arm.at_tiles == "throw" for arm in meant)


def only_scatters(ruleset: Ruleset, state: State, order: Order) -> bool:
    """Return whether an attack at a tile can come down on it by scatter only."""
    plan = ruleset.attack(state, order)
    return isinstance(plan, Aim) and ruleset.outcomes.on_aim(plan) == 0


def shots(
    ruleset: Ruleset,
    state: State,
    shooter: str,
    target: str,
    allowed: Callable[[Order], bool] = any_way,
) -> Iterator[Shot]:
    """Yield every attack of one figure on another from their tiles, even without effect."""
    for name, order in _ways(ruleset, state, shooter, target):
        shot = _shot(ruleset, state, target, name, order) if allowed(order) else None
        if shot is not None:
            yield shot


def with_aid(ruleset: Ruleset, state: State, shot: Shot) -> Shot:
    """Return an attack with all the aid that it can have, where the rules know aid."""
    aided = ruleset.reactions.aided(state, shot.order)
    if aided == shot.order:
        return shot
    return _shot(ruleset, state, shot.target, shot.way, aided) or shot


def best_aided_shot(ruleset: Ruleset, state: State, shooter: str, target: str) -> Shot | None:
    """Return an enemy's best attack with all aid, which can make an attack without effect count."""
    ready = next_allowed(ruleset, state)
    shot = best_shot(ruleset, state, shooter, target, ready)
    if shot is not None:
        return with_aid(ruleset, state, shot)
    ways = shots(ruleset, state, shooter, target, ready)
    aided = (with_aid(ruleset, state, one) for one in ways)
    return max((one for one in aided if one.lost > 0), key=_GAIN, default=None)


def _shot(ruleset: Ruleset, state: State, target: str, way: str, order: Order) -> Shot | None:
    plan = ruleset.attack(state, order)
    if plan is None:
        return None
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    side = state.figures[order.figure].side
    own = (name for name in odds.figures if state.figures[name].side == side)
    lost_own = sum((_loss(ruleset, state, odds, name) for name in own), Fraction(0))
    lost = _loss(ruleset, state, odds, target)
    return Shot(order.figure, target, way, order, odds, lost, lost_own)


def _loss(ruleset: Ruleset, state: State, odds: Odds, name: str) -> Fraction:
    """The points that the side of a figure can expect to lose on it."""
    chances = odds.figures.get(name, {})
    losses = (p * ruleset.outcomes.loss(state, name, out) for out, p in chances.items())
    return sum(losses, Fraction(0))


def obstacle(ruleset: Ruleset, state: State, shooter: str, target: str) -> str:
    """Return why a figure cannot attack another from its tile when it may next; "" if it can.

    A weapon that does no harm, such as smoke, does not count as an attack.
    """
    one, other = state.figures[shooter], state.figures[target]
    told = ""
    for weapon in one.who.weapons:
        for name, order in islice(ruleset.ways_to_use(state, one, weapon.id, other), 1):
            reason = ruleset.impossible(state, order) or ruleset.turn.unready_next(state, order)
            told = told or (reason.reason if reason else "")
            shot = None if reason else _shot(ruleset, state, target, name, order)
            if shot is not None and shot.lost > 0:
                return ""
    return told


def _ways(ruleset: Ruleset, state: State, shooter: str, target: str) -> Iterator[tuple[str, Order]]:
    for weapon in state.figures[shooter].who.weapons:
        yield from ruleset.weapon_modes(state, shooter, weapon.id, target).items()


def dangers(ruleset: Ruleset, view: View, order: Order) -> tuple[Danger, ...]:
    """Return the attacks that the rules allow on a figure along the path of an order, in order.

    For an order without a path: attacks before it is carried out, or at the end of the bound if the
    figure stays. Each has the given odds if those before it had no effect. Attacks in the enemy's
    own bound, where the path ends, are not included.
    """
    walk = foreseen_path(ruleset, view, order)
    if walk is None:
        return ()
    found = [
        (threat.step, _danger(ruleset, walk, threat)) for threat in ruleset.reactions.threats(walk)
    ]
    found += _unnamed(walk)
    found.sort(key=lambda one: (one[0], id_key(one[1].enemy)))
    return tuple(danger for _, danger in found)


def foreseen_path(ruleset: Ruleset, view: View, order: Order) -> ForeseenPath | None:
    """Return a path as its side can foresee it; None if it cannot be foreseen.

    For an order without a path it is the figure's own tile, if the enemy may answer the order or
    fire at the end of the bound. Effects of dice on the figure are left out then.
    """
    state, name, enemy = view.state, order.figure, view.enemy
    verb, here = verbs_of(ruleset)[order.verb], state.figures[name].tile
    on_path, action = verb.target is Shape.PATH, ruleset.table.get(order.verb)
    answered = action is not None and action.interrupt is not None
    if not on_path and not answered and not ruleset.reactions.at_end:
        return None
    figures = {n: supplied(ruleset, state, figure) for n, figure in state.figures.items()}
    before = seen_by_all(fast_evolve(state, figures=figures, pending=None), enemy)
    if not on_path and (answered or verb.dice):
        return ForeseenPath(before, before, name, (here,), _learnt(view))
    try:
        path = way(here, order.target_path) if on_path else ()
        after = _unanswered(ruleset, view, before, order)
    except (SkirmishError, Halt):
        return None
    if after.figures[name].at is None:
        return None
    return ForeseenPath(before, after, name, (here, *path), _learnt(view))


def _learnt(view: View) -> tuple[Event, ...]:
    """What a side has learnt in the present bound, in order."""
    events = (one.event for one in reversed(view.news))
    return tuple(takewhile(lambda event: not isinstance(event, Bound), events))[::-1]


def _unanswered(ruleset: Ruleset, view: View, before: State, order: Order) -> State:
    """Carry an order out as if the enemy watched no ground."""
    kinds, zones = before.setup.declared.zones, before.zones
    calm = {n: z for n, z in zones.items() if z.side == view.side or kinds[z.kind].drifts}
    scene = Scene(fast_evolve(before, zones=calm), view.side, order, Roller("way"), ())
    ruleset.perform(scene, order)
    return scene.state


def _danger(ruleset: Ruleset, walk: ForeseenPath, threat: Threat) -> Danger:
    def shot(attack: Attack | Aim) -> Shot:
        odds = odds_of(attack, ruleset.outcomes.no_effect)
        lost = _loss(ruleset, walk.before, odds, walk.name)
        return Shot(threat.enemy, walk.name, threat.way, threat.order, odds, lost)

    late = None if threat.late is None else shot(threat.late)
    made = None if threat.attack is None else shot(threat.attack)
    return Danger(threat.enemy, threat.tile, made, threat.lasting, threat.first, late, threat.zone)


def _unnamed(walk: ForeseenPath) -> Iterator[tuple[int, Danger]]:
    """Zones on the path that are watched by unseen enemies, at the first tile entered."""
    kinds = walk.before.setup.declared.zones
    for zone in walk.before.zones.values():
        if zone.side != walk.enemy or kinds[zone.kind].drifts or zone.owner:
            continue
        entered = list(enumerate(walk.way))[len(walk.way) > 1 :]
        first = next((one for one in entered if one[1] in zone.tiles), None)
        if first is not None:
            yield first[0], Danger("", first[1], None)
            return


def answers_next(ruleset: Ruleset, state: State, enemy: str) -> bool:
    """Whether an enemy can attack at its next opportunity, as far as the side can see.

    If attacks have their own bounds, a suppressed figure misses the next one. A figure that is
    helpless for all of the next turn does not act before the side's next bound, whatever the order
    of sides.
    """
    figure = state.figures[enemy]
    if ruleset.turn.helpless_until(figure) >= (state.clock.turn + 2) * STEPS:
        return False
    if all(phase.moves for phase in state.setup.declared.phases.values()):
        return True
    begun, chance = rested(ruleset, state, enemy)
    return chance > 0 and ruleset.estimates.budget_left(begun, enemy) > 0


def next_attack(
    ruleset: Ruleset, state: State, enemy: str, target: str
) -> tuple[Shot, Fraction] | None:
    """Return an enemy's best attack with all aid at its next opportunity, with its chance.

    None if it has none before the battle ends. The chance is that of the enemy recovering in time,
    1 if it need not recover.
    """
    if not answers_next(ruleset, state, enemy):
        return None
    begun, chance = rested(ruleset, state, enemy)
    shot = best_aided_shot(ruleset, begun, enemy, target) if chance else None
    return None if shot is None else (shot, chance)


def fight_orders(ruleset: Ruleset, state: State, figures: Iterable[Figure]) -> Iterable[Order]:
    """Return the fights that some figures will have as they stand, each once, as orders.

    No such order is given in play; its odds are those of `Reactions.clashes`.
    """
    clashes = ruleset.reactions.clashes
    return dict.fromkeys(order for one in figures for order in clashes(state, one.id))


def nearest(view: View, tile: Tile, most: int | None = None) -> tuple[str, ...]:
    """Return the enemies in sight of a tile, the nearest first, at most `most`."""
    field = view.state.board.seen_from(tile)
    seen = [e for e in view.enemies() if field & view.state.board.bit(e.tile) and e.tile != tile]
    return tuple(enemy.id for enemy in nearest_figures(tile, seen)[:most])
