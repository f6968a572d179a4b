"""What an attack gains, repeated for the rest of the bound, and better uses of that bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order
from skirmish.core.view import View
from skirmish.presentation.odds.odds_summary import points_left, summarize_outcomes
from skirmish.presentation.odds.order_effects import views_after
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.foresight import (
    LIMB,
    Shot,
    best_of,
    is_throw,
    nearest,
    now_allowed,
    only_scatters,
    shots,
    standing_at,
)
from skirmish.rulesets.ruleset import Ruleset

SMALL_CHANCE = Fraction(1, 20)
"""The chance of any effect below which it hardly counts."""
BETTER_WAY = Fraction(5, 4)
"""Ratio of gains from which on another attack on the same target is worth a hint."""
MOST_REPEATS = 3
"""The largest number of times that one attack is counted in a bound."""
CLEARLY_BETTER = Fraction(21, 20)
"""Ratio of gains from which on a later alternative replaces an earlier, simpler one."""
BETTER_TARGET = Fraction(4, 3)
"""Ratio of gains from which on another target is worth a hint."""
DANGER = Fraction(1, 10)
"""The chance of hurting an own figure from which another attack is preferred."""
SAFE_AT = 2
"""An attack without danger to own figures may gain this many times less than one with it."""
_MODE = "mode"
"""The detail of an attack that says how its weapon fires."""
NEAREST_TARGETS = 3
"""Number of enemies that are considered as targets, nearest first."""


@frozen
class AttackUse:
    """A use of the rest of the bound: enemy or tile, attack, total gain and number of attacks."""

    foe: str
    shot: Shot
    gain: Fraction
    times: int


def better_use(
    ruleset: Ruleset, view: View, order: Order, gain: Fraction, *, same_target: bool
) -> AttackUse | None:
    """A better attack on the target of an order with this gain, or a better target.

    `same_target`: whether the target may be attacked otherwise. Only legal attacks count, each with
    its repeats in the rest of the bound. One on the same target keeps the details of the order,
    such as friends that aid it, that make it no worse.
    """
    figure = view.state.figures[order.figure]
    same = _best_use(ruleset, view, figure, order.target) if same_target else None
    if same is not None:
        same = _with_details_of(ruleset, view, order, same)
    best = same if same is not None and outdoes(same.gain, gain, BETTER_WAY) else None
    others = [foe for foe in nearest(view, figure.tile, NEAREST_TARGETS) if foe != order.target]
    uses = [_best_use(ruleset, view, figure, foe) for foe in others]
    uses += _uses_at_tiles(ruleset, view, order)
    known = filter(None, uses)
    other = max(known, key=lambda use: use.gain, default=None)
    least = gain if best is None else best.gain
    return other if other is not None and outdoes(other.gain, least, BETTER_TARGET) else best


def _best_use(ruleset: Ruleset, view: View, figure: Figure, foe: str) -> AttackUse | None:
    """The best attacks on an enemy in the rest of the bound."""
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    best: AttackUse | None = None
    for shot in shots(ruleset, now, figure.id, foe, now_allowed(ruleset, view)):
        gain, times = repeated_gain(ruleset, view, shot.order, shot.odds)
        if outdoes(gain, best.gain if best else Fraction(0), CLEARLY_BETTER):
            best = AttackUse(foe, shot, gain, times)
    return best


def _with_details_of(ruleset: Ruleset, view: View, order: Order, use: AttackUse) -> AttackUse:
    """A use of the bound, with the other order's extra details that make it no worse."""
    allowed = now_allowed(ruleset, view)
    for name, text in order.fields:
        one = use.shot.order
        kept = one.with_field(name, text)
        plan = ruleset.attack(view.state, kept)
        if one.verb != order.verb or one.get(name) or plan is None or not allowed(kept):
            continue
        odds = odds_of(plan, ruleset.outcomes.no_effect)
        gain, times = repeated_gain(ruleset, view, kept, odds)
        if gain >= use.gain:
            use = evolve(use, shot=evolve(use.shot, order=kept, odds=odds), gain=gain, times=times)
    return use


def _uses_at_tiles(ruleset: Ruleset, view: View, order: Order) -> Iterator[AttackUse]:
    """The attacks at other tiles that the rules suggest, such as between two enemies."""
    name = order.figure
    for one in ruleset.suggestions.actions(view, name):
        verb = ruleset.verbs.get(one.verb)
        if verb is None or not verb.dice or verb.target is not Shape.TILE:
            continue
        plan = ruleset.attack(view.state, one)
        if one.target == order.target or plan is None:
            continue
        odds = odds_of(plan, ruleset.outcomes.no_effect)
        gain, times = repeated_gain(ruleset, view, one, odds)
        yield AttackUse(one.target, Shot(name, "", "", one, odds, gain, Fraction(0)), gain, times)


def best_for_bound(ruleset: Ruleset, view: View, found: Sequence[Shot]) -> Shot | None:
    """The best of a figure's attacks on an enemy, including the gain of repeats in the bound.

    It is the best single attack unless another weapon or mode is worth a hint. Throws are compared
    as single attacks only.
    """
    best = best_of(found)
    if best is None or best.gain <= 0 or is_throw(view.state, best.order):
        return best
    by_mode: dict[tuple[str, str], Shot] = {}
    for one in sorted(found, key=lambda one: -one.gain):
        fit = not one.order.get(LIMB) and not is_throw(view.state, one.order)
        if fit and one.gain * MOST_REPEATS > best.gain:
            by_mode.setdefault((one.order.get(WEAPON), one.order.get(_MODE)), one)
    ways = [one for one in by_mode.values() if one is not best]
    if not ways:
        return best
    own, *gains = (repeated_gain(ruleset, view, one.order, one.odds)[0] for one in (best, *ways))
    top = max(gains)
    return ways[gains.index(top)] if outdoes(top, own, BETTER_WAY) else best


def best_to_show(
    ruleset: Ruleset, view: View, figure: str, found: Sequence[Shot]
) -> tuple[Shot | None, Shot | None]:
    """The best of a figure's attacks on an enemy to show, and the best without a throw.

    Attacks at a tile that their own roll cannot reach are left out. One without danger to own
    figures is preferred. A throw neither replaces a weapon that is merely empty, nor a shot that
    gains more once the danger to own figures is counted twice.
    """
    state = view.state
    found = [one for one in found if not only_scatters(ruleset, state, one.order)]
    kept = [one for one in found if not is_throw(state, one.order)]
    best, unthrown = (_best_without_danger(ruleset, view, ways) for ways in (found, kept))
    if best is None or ruleset.card.empty_weapons(state, state.figures[figure]):
        return unthrown, unthrown
    safer = unthrown is not None and unthrown.gain - unthrown.lost_own > best.gain - best.lost_own
    return unthrown if safer else best, unthrown


def _best_without_danger(ruleset: Ruleset, view: View, found: Sequence[Shot]) -> Shot | None:
    """The best of some attacks, or one without danger to own figures that gains half as much."""
    best = best_for_bound(ruleset, view, found)
    if best is None or not _endangers_own(ruleset, view, best):
        return best
    safe = best_for_bound(
        ruleset,
        view,
        [
            one
            for one in found
            if one.gain > 0 and not one.order.get(LIMB) and not _endangers_own(ruleset, view, one)
        ],
    )
    if safe is None:
        return best
    most, least = (_gain_in_bound(ruleset, view, one) for one in (best, safe))
    return safe if least * SAFE_AT >= most else best


def _endangers_own(ruleset: Ruleset, view: View, shot: Shot) -> bool:
    risks = own_risks(ruleset, view, shot.odds) if shot.lost_own else ()
    return any(chance >= DANGER for _, chance in risks)


def _gain_in_bound(ruleset: Ruleset, view: View, shot: Shot) -> Fraction:
    """The gain of an attack with its repeats in the bound; a throw is not repeated."""
    if is_throw(view.state, shot.order):
        return shot.gain
    return repeated_gain(ruleset, view, shot.order, shot.odds)[0]


def own_risks(ruleset: Ruleset, view: View, odds: Odds) -> tuple[tuple[str, Fraction], ...]:
    """The own figures that an attack may hurt, each with its chance, likeliest first."""
    state = view.state
    risks = {
        name: summarize_outcomes(ruleset, state, name, chances).effect_chance
        for name, chances in odds.figures.items()
        if state.figures[name].who.side == view.side
    }
    likely = (name for name in risks if risks[name] >= SMALL_CHANCE)
    return tuple((name, risks[name]) for name in sorted(likely, key=lambda n: -risks[n]))


def outdoes(gain: Fraction, other: Fraction, ratio: Fraction) -> bool:
    """Whether a gain is positive, and more than `ratio` times another."""
    return gain > max(other * ratio, Fraction(0))


def repeated_gain(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> tuple[Fraction, int]:
    """The expected gain of an attack repeated for the rest of the bound, and the number of attacks.

    Later attacks are computed from the state in which earlier ones leave the attacker, and are
    weighted by the chance that ammunition is left. Their losses are estimated, not played out: each
    counts for the share of its worth that a figure still has.
    """
    made = _repeated(ruleset, view, order, odds)
    return _net(view, made.lost), made.times


def repeated_loss(ruleset: Ruleset, view: View, shot: Shot) -> Fraction:
    """The expected loss of the target of an attack that is repeated for the rest of the bound."""
    return _repeated(ruleset, view, shot.order, shot.odds).lost.get(shot.target, Fraction(0))


@frozen
class _Repeats:
    """An attack repeated within the bound: losses, count, the view before the last, its chance."""

    lost: Mapping[str, Fraction]
    times: int
    left: View
    chance: Fraction


def _repeated(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> _Repeats:
    lost, times, left, chance = _losses(ruleset, view, odds), 1, view, Fraction(1)
    cost = ruleset.cost(view.state, order)
    while (
        cost
        and times < MOST_REPEATS
        and cost * (times + 1) <= ruleset.estimates.budget_left(view.state, order.figure)
    ):
        after = [with_enemies_of(one, view) for one in views_after(ruleset, left, order)]
        ready = [one for one in after if now_allowed(ruleset, one)(order)]
        plan = ruleset.attack(ready[0].state, order) if ready else None
        if plan is None:
            break
        left, chance = ready[0], chance * Fraction(len(ready), len(after))
        further = _losses(ruleset, left, odds_of(plan, ruleset.outcomes.no_effect))
        more = _diminished(ruleset, view, lost, further, chance)
        if _net(view, more) <= 0:
            break
        lost = {n: lost.get(n, Fraction(0)) + more.get(n, Fraction(0)) for n in {**lost, **more}}
        times += 1
    return _Repeats(lost, times, left, chance)


def _diminished(
    ruleset: Ruleset,
    view: View,
    lost: Mapping[str, Fraction],
    further: Mapping[str, Fraction],
    chance: Fraction,
) -> Mapping[str, Fraction]:
    """The losses by a further attack, given earlier losses and the chance that it is made."""
    return {
        name: chance * loss * _share_left(ruleset, view, name, lost.get(name, Fraction(0)))
        for name, loss in further.items()
    }


def rest_of_bound(
    ruleset: Ruleset, view: View, order: Order, odds: Odds, better: AttackUse
) -> AttackUse | None:
    """The best attacks on the target with the rest of the bound after an order, and their gain.

    None if there are none, or if the better use takes no more of the bound than the order does.
    """
    state, made = view.state, _repeated(ruleset, view, order, odds)
    taken = ruleset.cost(state, order) * made.times
    if ruleset.cost(state, better.shot.order) * better.times <= taken:
        return None
    after = views_after(ruleset, made.left, order)
    if not after or order.target not in state.figures:
        return None
    left = with_enemies_of(after[0], view)
    use = _best_use(ruleset, left, left.state.figures[order.figure], order.target)
    if use is None:
        return None
    further = _repeated(ruleset, left, use.shot.order, use.shot.odds).lost
    gain = _net(view, _diminished(ruleset, view, made.lost, further, made.chance))
    return evolve(use, gain=gain) if gain > 0 else None


def _share_left(ruleset: Ruleset, view: View, name: str, lost: Fraction) -> Fraction:
    """The share of a figure's remaining worth that is left after an expected loss."""
    figure = view.state.figures[name]
    worth = points_left(figure, *ruleset.card.health(figure))
    return max(Fraction(0), 1 - lost / worth) if worth else Fraction(0)


def with_enemies_of(left: View, view: View) -> View:
    """The view after an order, with the enemies of the view before it."""
    enemies = {enemy.id: enemy for enemy in view.enemies()}
    figures = {**left.state.figures, **enemies}
    before = view.state
    state = evolve(left.state, figures=figures, tally=before.tally, known=before.known)
    return evolve(left, state=state)


def net_gain(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """Expected loss of the enemy in points, less the side's own."""
    return _net(view, _losses(ruleset, view, odds))


def _losses(ruleset: Ruleset, view: View, odds: Odds) -> Mapping[str, Fraction]:
    """The points that each figure can expect to lose."""
    return odds.expected_loss(
        lambda name, out: ruleset.outcomes.loss(view.state, name, out),
        {name: name for name in odds.figures},
    )


def _net(view: View, lost: Mapping[str, Fraction]) -> Fraction:
    """Expected loss of the enemy, less that of the view's side."""
    mine = {name: view.state.figures[name].who.side == view.side for name in lost}
    return sum((-loss if mine[name] else loss for name, loss in lost.items()), Fraction(0))
