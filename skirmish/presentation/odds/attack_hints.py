"""Hints on attacks: own figures in danger, a weapon nearly empty, a better attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Purpose
from skirmish.core.state import Zone
from skirmish.core.view import View
from skirmish.presentation.figure_status import STANDING
from skirmish.presentation.odds.attack_gain import (
    BETTER_TARGET,
    BETTER_WAY,
    SMALL_CHANCE,
    AttackUse,
    better_use,
    net_gain,
    outdoes,
    own_risks,
    repeated_gain,
    rest_of_bound,
)
from skirmish.presentation.odds.hint_kinds import (
    BetterAttack,
    BetterShooter,
    CalledShot,
    FriendlyFire,
    HardlyAnyEffect,
    Hint,
    NearlyEmpty,
    NoHarm,
    NothingNew,
    UselessSmoke,
)
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.order_effects import dry_run, order_effects, view_after
from skirmish.presentation.wording import (
    WEAPON_SETTINGS,
    action_words,
    count_words,
    other_weapon,
)
from skirmish.rulesets.attack import Aim, Odds, Outcome, odds_of
from skirmish.rulesets.common import slots
from skirmish.rulesets.foresight import AT_TILE, LIMB, best_shot, now_allowed
from skirmish.rulesets.ruleset import Ruleset

NEARLY_EMPTY = 4
"""A weapon is nearly empty at this fraction of its capacity (one part in four)."""
CHEAP_RELOAD = Fraction(1, 2)
"""The largest share of a bound that a reload may cost to be worth a hint."""


def attack_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """Hints on an attack before it is made, the most serious first."""
    laid = _new_zones(ruleset, view, order)
    smoke = [zone for zone in laid if view.state.setup.declared.zones[zone.kind].opaque]
    yield from _smoke_hints(view, smoke)
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    yield from _friendly_fire_hints(ruleset, view, order, odds)
    yield from _shooter_hints(ruleset, view, order, odds)
    yield from ammunition_hints(ruleset, view, order)
    other = [] if laid else list(_alternative_hints(ruleset, view, order, odds))
    yield from other or called_hints(ruleset, view, order, odds)


def called_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint with the gain of a called shot over the same shot uncalled, if it gains."""
    limb, state = order.get(LIMB), view.state
    plain = ruleset.attack(state, order.with_field(LIMB, "")) if limb else None
    if plain is None or order.target not in odds.figures:
        return
    uncalled = odds_of(plain, ruleset.outcomes.no_effect)
    gain, less = (net_gain(ruleset, view, one) for one in (odds, uncalled))
    if gain > less:
        out, seldom = (
            summarize_outcomes(ruleset, state, order.target, one.figures[order.target]).out_chance
            for one in (odds, uncalled)
        )
        yield CalledShot(limb, out, seldom, gain, less)


def _new_zones(ruleset: Ruleset, view: View, order: Order) -> tuple[Zone, ...]:
    """The zones that an attack leaves: smoke, or lasting fire."""
    left = view_after(ruleset, view, order)
    after = left.state.zones if left else {}
    return tuple(zone for name, zone in after.items() if name not in view.state.zones)


def _smoke_hints(view: View, smoke: Sequence[Zone]) -> Iterator[Hint]:
    """A hint where smoke would block no line between an enemy and an own figure."""
    if not smoke:
        return
    board = view.state.board
    cloud = board.mask_of(tile for zone in smoke for tile in zone.tiles)
    smoked = board.with_clouds(board.clouds | cloud)
    pairs = [(foe.tile, mine.tile) for foe in view.enemies() for mine in view.own()]
    seen = [pair for pair in pairs if board.sees(*pair)]
    if seen and all(smoked.sees(*pair) for pair in seen):
        yield UselessSmoke()


def own_blast(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> str:
    """The attacker, if its attack on an area may hurt the attacker itself; else ""."""
    plan = ruleset.attack(view.state, order)
    if not isinstance(plan, Aim) and (plan is None or plan.at is None):
        return ""
    return order.figure if order.figure in dict(own_risks(ruleset, view, odds)) else ""


def _friendly_fire_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint where the attack may hurt own figures."""
    if risks := own_risks(ruleset, view, odds):
        thrower = own_blast(ruleset, view, order, odds)
        yield FriendlyFire(risks, net_gain(ruleset, view, odds) > 0, thrower)


def _shooter_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint if a friend would make better use of the side's only attack on an enemy."""
    if not ruleset.turn.single_attacks or order.target not in odds.figures:
        return
    may = now_allowed(ruleset, view)

    def direct(shot: Order) -> bool:
        """Whether a shot is at the enemy itself: fire at the ground is no attack on it."""
        return shot.target == order.target and may(shot)

    others = [one.id for one in view.own() if one.id != order.figure and one.at is not None]
    found = {name: best_shot(ruleset, view.state, name, order.target, direct) for name in others}
    gains = {name: net_gain(ruleset, view, shot.odds) for name, shot in found.items() if shot}
    best = max(gains, key=lambda name: gains[name], default="")
    mine = net_gain(ruleset, view, odds)
    if best and outdoes(gains[best], mine, BETTER_TARGET):
        yield BetterShooter(best, order.target, gains[best], mine)


def ammunition_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint where a weapon is nearly empty and a reload costs half of the bound or less."""
    reload = _reload_order(ruleset, view, order)
    if reload is None or (cost := ruleset.cost(view.state, reload)) > CHEAP_RELOAD:
        return
    filled = dry_run(ruleset, view, reload)
    figure = view.state.figures[order.figure]
    for name in ruleset.handbook.armoury.equipped(figure.who.weapons):
        now = figure.count(name)
        full = filled.figures[figure.id].count(name) if filled else now
        if now < full and now * NEARLY_EMPTY <= full:
            costs = order_effects(ruleset, view, reload).costs
            yield NearlyEmpty(*magazine(figure, name), now, full, cost, reload.verb, costs)
            return


def magazine(figure: Figure, counter: str) -> tuple[str, str]:
    """The weapon to which a counter of ammunition belongs, and what is counted."""
    base, weapons = slots.base(counter), figure.who.weapons
    named = (one.name for at, one in enumerate(weapons) if slots.name(base, at) == counter)
    return next(named, "weapon"), base


def _reload_order(ruleset: Ruleset, view: View, order: Order) -> Order | None:
    """The order that reloads the weapon of an attack; None where none is legal."""
    weapons = view.state.figures[order.figure].who.weapons
    weapon = order.get(WEAPON) or (weapons[0].id if weapons else "")
    for family in ruleset.options(view, order.figure):
        reloads = ruleset.verbs[family.verb].purpose is Purpose.RELOAD
        if not reloads or family.target is not None:
            continue
        domain = dict(family.fields).get(WEAPON)
        named = dict(family.fixed).get(WEAPON)
        if domain is None and named in (None, weapon):
            return Order.of(family.verb, order.figure, **dict(family.fixed))
        if domain is not None and weapon in domain.every():
            return Order.of(family.verb, order.figure, **{**dict(family.fixed), WEAPON: weapon})
    return None


def _alternative_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint at a better attack on the same target, a better target, or no attack at all.

    An attack that rarely has any effect is no better one.
    """
    gain, times = repeated_gain(ruleset, view, order, odds)
    better = better_use(ruleset, view, order, gain, same_target=order.target in odds.figures)
    if better and _best_effect_chance(ruleset, view, better.shot.odds) < SMALL_CHANCE:
        better = None
    rest = None if better is None else rest_of_bound(ruleset, view, order, odds, better)
    both = gain if rest is None else gain + rest.gain
    if better is not None and (rest is None or _still_better(order, better, both)):
        yield _better_attack(ruleset, view, order, better, (both, times), rest)
    elif _best_effect_chance(ruleset, view, odds) < SMALL_CHANCE:
        done = odds.figures.get(order.target, {})
        if ruleset.outcomes.chance_of_effect(done) >= 2 * SMALL_CHANCE:
            suffered = _costs_unhurt(ruleset, view, order.target, done) >= SMALL_CHANCE
            yield NothingNew(order.target) if suffered else NoHarm(order.target)
        elif not _may_hit_last_seen(ruleset, view, order):
            yield HardlyAnyEffect()


def _costs_unhurt(
    ruleset: Ruleset, view: View, name: str, outcomes: Mapping[Outcome, Fraction]
) -> Fraction:
    """The chance of a loss by an attack, if the figure had suffered nothing before."""
    figure = evolve(view.state.figures[name], counters={}, posture=STANDING, damage=0)
    state = evolve(view.state, figures={**view.state.figures, name: figure})
    costly = (p for out, p in outcomes.items() if ruleset.outcomes.loss(state, name, out))
    return sum(costly, Fraction(0))


def _may_hit_last_seen(ruleset: Ruleset, view: View, order: Order) -> bool:
    """Whether an attack has an effect on enemies out of sight if they are where last seen."""
    state, known = view.state, view.state.figures
    lost = {name: one.figure for name, one in view.last_seen.items() if name not in known}
    there = evolve(view, state=evolve(state, figures={**known, **lost}))
    plan = ruleset.attack(there.state, order) if lost else None
    if plan is None:
        return False
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    return _best_effect_chance(ruleset, there, odds) >= SMALL_CHANCE


def _still_better(order: Order, better: AttackUse, gain: Fraction) -> bool:
    """Whether another use is better than an order together with its follow-up; `gain` is theirs."""
    return outdoes(better.gain, gain, BETTER_WAY if better.foe == order.target else BETTER_TARGET)


def _better_attack(
    ruleset: Ruleset,
    view: View,
    order: Order,
    better: AttackUse,
    own: tuple[Fraction, int],
    rest: AttackUse | None,
) -> BetterAttack:
    """A better use of the bound, compared with the order's `own` gain and number of attacks.

    That gain includes the one of `rest`, the attacks with the rest of the bound.
    """
    instead, figure = better.shot.order, view.state.figures[order.figure]
    weapon = other_weapon(figure, instead, order.get(WEAPON))
    at_tile = instead.verb == AT_TILE and (instead.verb != order.verb or weapon)
    return BetterAttack(
        better.shot.way,
        "" if better.foe == order.target else better.foe,
        "" if instead.verb == order.verb else instead.verb,
        weapon,
        tuple(changed_details(ruleset, order, instead)),
        better.gain,
        better.times,
        *own,
        own_risks(ruleset, view, better.shot.odds),
        "" if rest is None else _rest_words(figure, order, rest),
        action_words(figure, AT_TILE, instead.get(WEAPON)) if at_tile else "",
        own_blast(ruleset, view, instead, better.shot.odds),
        order=instead,
    )


def _rest_words(figure: Figure, order: Order, rest: AttackUse) -> str:
    """The attack with the rest of the bound after an order: its weapon, if another, and its way."""
    weapon = other_weapon(figure, rest.shot.order, order.get(WEAPON))
    return f"{weapon}, {rest.shot.way}" if weapon else rest.shot.way


def changed_details(ruleset: Ruleset, order: Order, instead: Order) -> Iterator[tuple[str, str]]:
    """The details that differ in another order, except its weapon.

    If its verb differs, only details that it names: those left out belong to the first order's
    verb, and settings of a gun to its weapon.
    """
    rearmed = instead.get(WEAPON) != order.get(WEAPON)
    for one in ruleset.verbs[instead.verb].fields:
        other = instead.verb != order.verb or (rearmed and one.name in WEAPON_SETTINGS)
        if other and not instead.get(one.name):
            continue
        text = instead.get(one.name, one.default)
        if one.name == WEAPON or text == order.get(one.name, one.default):
            continue
        if one.shape is Shape.SPLIT:
            (name, share), *others = instead.split(one.name) or [("", 0)]
            shares = [
                f"{count_words(one.unit, share)} at {name}",
                *(f"{n} at {foe}" for foe, n in others),
            ]
            text = " and ".join(shares) if name else ""
        yield one.name, text


def _best_effect_chance(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """The best chance that an attack costs any enemy anything."""
    state = view.state
    chances = [
        sum((p for out, p in found.items() if ruleset.outcomes.loss(state, name, out)), Fraction(0))
        for name, found in odds.figures.items()
        if state.figures[name].who.side == view.enemy
    ]
    return max(chances, default=Fraction(0))
