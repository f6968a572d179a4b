"""Estimates for the computer player: threat, later gain, the value of a load.

A battle has room for a number of attacks. A figure makes them with its most harmful weapon as long
as the ammunition lasts, then with the next one. During the muster nothing is known of the enemy, so
it is assumed to resemble the figure's own side, in the open and at some distance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import cast

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import Order
from skirmish.core.state import Link, State
from skirmish.core.view import View
from skirmish.rulesets.action import ZERO
from skirmish.rulesets.attack import Part, total
from skirmish.rulesets.common import prospects, slots
from skirmish.rulesets.common.present import in_reach
from skirmish.rulesets.common.walking import Pose
from skirmish.rulesets.trait_die.accuracy import (
    DEPLETION,
    Fire,
    aim_part,
    attack_of,
    band,
    rounds_in,
)
from skirmish.rulesets.trait_die.ammunition import RELOAD, left, size, spent
from skirmish.rulesets.trait_die.budget import ACTION, rooted, unready
from skirmish.rulesets.trait_die.catalogue import LIFETIME, Rounds
from skirmish.rulesets.trait_die.close_combat import blades
from skirmish.rulesets.trait_die.counters import ACTS, AIMS_AT, PIECES, PRONE, SPARE, SUPPLY, TOKENS
from skirmish.rulesets.trait_die.dice import TARGET, Outcome
from skirmish.rulesets.trait_die.equipment import FAILED, Bought, Item
from skirmish.rulesets.trait_die.expected_loss import (
    Body,
    blow_lost,
    fire_lost,
    lob_lost,
    mode_lost,
    usual_dice,
)
from skirmish.rulesets.trait_die.figures import (
    PRONE_FROM,
    condition,
    exposed,
    kind_of,
    parry,
    shelter,
    weapons_of,
    wounds,
)
from skirmish.rulesets.trait_die.kinds import Kind, Weapon
from skirmish.rulesets.trait_die.movement import POSE
from skirmish.rulesets.trait_die.muster import (
    BUY,
    CARRY,
    Load,
    Purchase,
    bargain_of,
    had,
    too_heavy,
    value_of,
    with_values,
)
from skirmish.rulesets.trait_die.reactions import HOLD, Hold
from skirmish.rulesets.trait_die.shooting import AIM


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side is expected to lose to the shooter's best attack.

    It depends on where both stand, not on the clock or on what is loaded: the shooter may reload
    from what it carries, and hindrances of this bound are ignored. Other figures do not stand in
    the way.
    """
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return ZERO
    best = max(_attacks(state, one, other), default=ZERO)
    return best * other.who.kind.points


def setting(board: Board, one: Figure, at: Tile, other: Figure, there: Tile) -> Hashable:
    """All numbers of the ground that affect `menace`."""
    away2 = distance2(at, there)
    return (
        tuple([band(weapon, away2) for weapon in weapons_of(one) if weapon.short]),
        other.posture == PRONE and away2 > PRONE_FROM**2,
        *prospects.ground(board, at, there),
    )


def _attacks(state: State, one: Figure, other: Figure) -> Iterator[Fraction]:
    away2 = distance2(one.tile, other.tile)
    kind, body = kind_of(one), Body.of(other)
    if in_reach(state.board, one.tile, other.tile):
        aim = TARGET - parry(other) + total((*exposed(other), *wounds(one)))
        for weapon in blades(one):
            yield blow_lost(kind, weapon, aim, body)
    reaches = [(weapon, band(weapon, away2)) for weapon in weapons_of(one) if weapon.short]
    near = [(weapon, reach) for weapon, reach in reaches if reach is not None]
    if not near or not state.board.sees(one.tile, other.tile):
        return
    aim = _aim(state, one, other, wounds(one))
    for weapon, reach in near:
        if spent(state, one, weapon):
            continue
        rounds = rounds_in(one, weapon)
        if not weapon.template:
            yield fire_lost(kind, weapon, rounds, reach, aim, body)
        else:
            yield lob_lost(kind, weapon, rounds, reach, -one.damage, body)


def _aim(state: State, one: Figure, other: Figure, able: list[Part]) -> int:
    """The sum of modifiers to a trait die that do not depend on weapon and mode."""
    cover = shelter(state.board, one.tile, other)
    return total((*cover, *exposed(other), *aim_part(state, one, other), *able))


def mode_cost(state: State, one: Figure, weapon: Weapon, mode: str, other: Figure) -> Fraction:
    """Expected loss of a figure to fire in a mode now, with all dice on it, in points."""
    reach = band(weapon, distance2(one.tile, other.tile))
    if reach is None:
        return ZERO
    aim, rounds = _aim(state, one, other, condition(one)), rounds_in(one, weapon)
    lost = mode_lost(kind_of(one), weapon, mode, rounds, reach, aim, Body.of(other))
    return lost * other.who.kind.points


KEPT = Fraction(1, 2)
"""Value of a hold, as a share of the best shot: the chance that an enemy comes into its line."""
WAITED = Fraction(1, 2)
"""Value of aiming or of a full magazine, as a share of its gain: the enemy may leave by then."""


def budget_left(state: State, name: str) -> Fraction:
    """The share of its bound that a figure has left for actions."""
    figure = state.figures[name]
    if figure.at is None or rooted(state, figure) or unready(figure):
        return ZERO
    return max(ZERO, 1 - ACTION * figure.count(ACTS))


def _held(known: View, plan: Hold) -> Fraction:
    return KEPT * prospects.best(menace, known.state, plan.figure.id)


def _aimed(known: View, order: Order) -> Fraction:
    state, figure, target = known.state, order.figure, order.target
    aiming = fast_evolve(state, links=(*state.links, Link(AIMS_AT, figure, target)))
    return WAITED * (menace(aiming, figure, target) - menace(state, figure, target))


def _posed(known: View, plan: Pose) -> Fraction:
    lost = prospects.relief(menace, known.state, plan.posed)
    # A figure that lies down must rise before it can go anywhere.
    return lost * WAITED if plan.posture == PRONE else lost


def aim_share(state: State, name: str) -> Fraction:
    """The share of a figure's expected damage that its aim contributes (AMMO-F6)."""
    if not state.linked(AIMS_AT, name):
        return ZERO
    plain = fast_evolve(state, links=tuple(link for link in state.links if link.kind != AIMS_AT))
    best = prospects.best(menace, state, name)
    return prospects.share_of(prospects.best(menace, plain, name), best)


def _reloaded(known: View, plan: slots.Reload[Weapon]) -> Fraction:
    figure, weapon = plan.figure, plan.weapon
    full = size(figure, weapon)
    missing = Fraction(max(0, full - slots.get(figure, TOKENS, weapon.id)), full)
    # With tokens left it can still shoot, so the first missing ones hardly matter.
    worth = WAITED * missing**2 * prospects.best(menace, known.state, figure.id)
    return worth or prospects.unhurried(figure, missing)


def ammo_share(state: State, fire: Fire) -> Fraction:
    """The average share of the tokens in a weapon and carried for it that fire uses up.

    0 for weapons without a magazine: pieces are not worth saving.
    """
    if not fire.weapon.magazine:
        return ZERO
    met = attack_of(state, fire).odds_on(fire.shares[0][0].id)
    lost = met.expect(lambda outcome: cast("Outcome", outcome).tokens)
    carried = slots.get(fire.shooter, SPARE, fire.weapon.id)
    return lost / max(1, left(state, fire.shooter, fire.weapon) + carried)


BATTLE_ATTACKS = 8
"""Attacks of one figure that a battle has room for; a reload takes the time of an attack."""
AWAY2 = 10 * 10
"""Square of the assumed distance to the enemy, in the muster."""
MOST_PIECES = 3
"""Maximum number of pieces, such as grenades, that the computer adds to a load."""


def bargain_prospect(known: View, plan: Purchase) -> Fraction:
    """Points that a purchase is expected to gain in the battle."""
    bodies = bodies_of(known)
    got = bargain_of(plan).odds_on(plan.figure.id).chance(lambda had: had != Bought(FAILED))
    changed = with_item(plan.figure, plan.item, bodies)
    return got * (load_worth(changed, bodies) - load_worth(plan.figure, bodies))


def _carried(known: View, plan: Load) -> Fraction:
    bodies = bodies_of(known)
    return load_worth(plan.changed, bodies) - load_worth(plan.figure, bodies)


def useful_count(figure: Figure, weapon: Weapon, bodies: tuple[Body, ...]) -> int | None:
    """The most useful number of spare tokens or pieces that is not too heavy; None for no more."""
    counter, most = (SPARE, 2 * BATTLE_ATTACKS) if weapon.magazine else (PIECES, 0)
    if weapon.count and value_of(figure, SUPPLY, weapon):
        most = weapon.count + MOST_PIECES
    carried, now = value_of(figure, counter, weapon), load_worth(figure, bodies)
    for count in range(most, carried, -1):
        changed = with_values(figure, weapon, {counter: count})
        if load_worth(changed, bodies) <= now:
            return None
        if too_heavy(figure, changed) is None:
            return count
    return None


def with_item(figure: Figure, item: Item, bodies: tuple[Body, ...]) -> Figure:
    """A figure that has bought an item, with as many pieces as it would then carry."""
    done = with_values(figure, item.weapon, had(item, LIFETIME))
    count = useful_count(done, item.weapon, bodies) if item.weapon.count else None
    return done if count is None else with_values(done, item.weapon, {PIECES: count})


def bodies_of(known: View) -> tuple[Body, ...]:
    """Assumed targets: the bodies of the side's own figures."""
    own = (f for f in known.state.figures.values() if f.side == known.side and not f.fate)
    return _company(tuple(Body.of(figure) for figure in own))


@lru_cache(maxsize=64)
def _company(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """Return one shared tuple for equal ones, so that caches find it faster."""
    return bodies


@frozen(cache_hash=True)
class Held:
    """A carried weapon: its ammunition, its capacity, its tokens, spare tokens and pieces."""

    weapon: Weapon
    rounds: Rounds
    size: int
    tokens: int
    spare: int
    pieces: int

    @classmethod
    def of(cls, figure: Figure, weapon: Weapon) -> Held:
        """A weapon of a figure."""
        tokens, spare, pieces = (value_of(figure, c, weapon) for c in (TOKENS, SPARE, PIECES))
        return cls(weapon, rounds_in(figure, weapon), size(figure, weapon), tokens, spare, pieces)


def load_worth(figure: Figure, bodies: tuple[Body, ...]) -> Fraction:
    """Points that a figure can take off the assumed enemy in a battle with all that it carries."""
    return _load_worth(
        kind_of(figure), tuple(Held.of(figure, weapon) for weapon in weapons_of(figure)), bodies
    )


@lru_cache(maxsize=4096)
def _load_worth(kind: Kind, load: tuple[Held, ...], bodies: tuple[Body, ...]) -> Fraction:
    total, rest = ZERO, Fraction(BATTLE_ATTACKS)
    used = [(*_used(kind, held.weapon, held.rounds, bodies), held) for held in load]
    for harm, tokens, held in sorted(used, key=lambda use: -use[0]):
        made, time = _lasting(held, tokens, rest)
        total += made * harm
        rest -= time
    return total


@lru_cache(maxsize=1024)
def _used(
    kind: Kind, weapon: Weapon, rounds: Rounds, bodies: tuple[Body, ...]
) -> tuple[Fraction, Fraction]:
    """Expected loss to an attack in a weapon's best mode, in points, and its cost in tokens."""
    reach = band(weapon, AWAY2)
    if reach is None or not weapon.short or not bodies:
        return ZERO, ZERO

    def mean(points: Iterator[Fraction]) -> Fraction:
        return sum(points, ZERO) / len(bodies)

    if weapon.template:
        lost = (lob_lost(kind, weapon, rounds, reach, 0, b) * b.kind.points for b in bodies)
        return mean(lost), Fraction(1)
    best, mode = max(
        (mean(mode_lost(kind, weapon, m, rounds, reach, 0, b) * b.kind.points for b in bodies), m)
        for m in weapon.modes
    )
    return best, Fraction(usual_dice(weapon, mode) * DEPLETION[mode], kind.shooting)


def _lasting(held: Held, tokens: Fraction, rest: Fraction) -> tuple[Fraction, Fraction]:
    """The attacks that ammunition and remaining time allow, and the time that they take."""
    if held.weapon.count:
        made = min(rest, Fraction(held.pieces))
        return made, made
    if not held.weapon.magazine or not tokens:
        return rest, rest
    made = min(rest, held.tokens / tokens)
    left = rest - made
    # Beyond the loaded tokens, every magazine costs the time of an attack.
    more = min(left / (1 + tokens / held.size), held.spare / tokens)
    return made + more, made + more * (1 + tokens / held.size)


PROSPECTS: prospects.Prospects = MappingProxyType(
    {
        HOLD.name: _held,
        AIM.name: _aimed,
        RELOAD.name: _reloaded,
        POSE.name: _posed,
        BUY.name: bargain_prospect,
        CARRY.name: _carried,
    }
)
