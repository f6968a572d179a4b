"""What a load is worth before a battle, for the computer: purchases and tokens that make sense.

A battle has room for so many attacks. A figure makes them with what does most harm, as long as the
ammunition for it lasts, and then with what is next. The enemy, of whom nothing is known yet, is
taken to be like one's own side, in the open and some way off.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.view import View
from skirmish.rulesets.trait_die import ammunition, muster, orders
from skirmish.rulesets.trait_die.kinds import Arm, Soldier
from skirmish.rulesets.trait_die.menace import Body, lob_lost, mode_lost
from skirmish.rulesets.trait_die.parts import DEPLETION, arms, band, rounds_in, soldier
from skirmish.rulesets.trait_die.rounds import LIFETIME, Rounds
from skirmish.rulesets.trait_die.wares import FAILED, ITEMS, Bought, Item, item_of

ATTACKS = 8
"""Attacks of one figure that a battle has room for; a reload takes the time of one."""
AWAY2 = 10 * 10
"""Square of the distance of the enemy."""
MOST_PIECES = 3
"""By how many grenades and the like the computer adds to a load."""


def typical(known: View, name: str) -> tuple[Order, ...]:
    """For each weapon the purchase that promises most, and the most that is of use with it."""
    figure, bodies = known.state.figures[name], _bodies(known)
    found: list[Order] = []
    for arm in arms(figure):
        made = [o for o in _useful(figure, arm, bodies) if muster.refusal(known, o) is None]
        if made:
            found.append(max(made, key=lambda order: prospect(known, order)))
        if (count := _enough(figure, arm, bodies)) is not None:
            found.append(Order.of(orders.CARRY.name, name, count, weapon=arm.id))
    return tuple(found)


def _useful(figure: Figure, arm: Arm, bodies: tuple[Body, ...]) -> Iterator[Order]:
    """What is better to have for a weapon than not, bought as easily as it is had."""
    now = worth(figure, bodies)
    for what in ITEMS:
        item = item_of(what, arm)
        if isinstance(item, Refusal) or worth(_with(figure, item, bodies), bodies) <= now:
            continue
        # A roll that is good for a shorter supply alone gets that one (AMMO-21).
        yield Order.of(orders.BUY.name, figure.id, what, weapon=arm.id)


def _enough(figure: Figure, arm: Arm, bodies: tuple[Body, ...]) -> int | None:
    """The most spare tokens or pieces that are of use and not too heavy; None for no more."""
    counter, most = ("spare", 2 * ATTACKS) if arm.magazine else ("rounds", 0)
    if arm.count and muster.value(figure, "supply", arm):
        most = arm.count + MOST_PIECES
    carried, now = muster.value(figure, counter, arm), worth(figure, bodies)
    for count in range(most, carried, -1):
        changed = muster.with_values(figure, arm, **{counter: count})
        if worth(changed, bodies) <= now:
            return None
        if muster.too_heavy(figure, changed) is None:
            return count
    return None


def prospect(known: View, order: Order) -> Fraction:
    """Points that an order of the muster can be expected to gain in the battle."""
    figure = known.state.figures.get(order.figure)
    if figure is None:
        return Fraction(0)
    bodies, chance = _bodies(known), Fraction(1)
    changed: Figure | Refusal = figure
    if order.verb == orders.CARRY.name:
        changed = muster.carrying(figure, order)
    elif order.verb == orders.BUY.name:
        item = muster.bought_by(figure, order)
        changed = item if isinstance(item, Refusal) else _with(figure, item, bodies)
        chance = _chance(known, order)
    if isinstance(changed, Refusal):
        return Fraction(0)
    return chance * (worth(changed, bodies) - worth(figure, bodies))


def _with(figure: Figure, item: Item, bodies: tuple[Body, ...]) -> Figure:
    """A figure that got what it wanted, and as many pieces of it as it would then carry."""
    done = muster.with_values(figure, item.arm, **muster.had(item, LIFETIME))
    count = _enough(done, item.arm, bodies) if item.arm.count else None
    return done if count is None else muster.with_values(done, item.arm, rounds=count)


def _chance(known: View, order: Order) -> Fraction:
    """How likely a purchase roll gets anything."""
    roll = muster.attack(known.state, order)
    if roll is None:
        return Fraction(0)
    return roll.odds_on(order.figure).chance(lambda had: had != Bought(FAILED))


def _bodies(known: View) -> tuple[Body, ...]:
    """Whom one may have to fire at."""
    own = (f for f in known.state.figures.values() if f.side == known.side and not f.fate)
    return _company(tuple(Body.of(figure) for figure in own))


@lru_cache(maxsize=64)
def _company(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The same once for all: what is kept by it is found again in a moment."""
    return bodies


@frozen(cache_hash=True)
class Held:
    """A weapon as it is carried: what is in it, tokens that it holds, tokens and pieces carried."""

    arm: Arm
    rounds: Rounds
    size: int
    tokens: int
    spare: int
    pieces: int

    @classmethod
    def of(cls, figure: Figure, arm: Arm) -> Held:
        """A weapon of a figure."""
        tokens, spare, pieces = (
            muster.value(figure, c, arm) for c in ("tokens", "spare", "rounds")
        )
        return cls(arm, rounds_in(figure, arm), ammunition.size(figure, arm), tokens, spare, pieces)


def worth(figure: Figure, bodies: tuple[Body, ...]) -> Fraction:
    """Points that a figure takes off such an enemy in a battle, with all that it carries."""
    return _worth(soldier(figure), tuple(Held.of(figure, arm) for arm in arms(figure)), bodies)


@lru_cache(maxsize=4096)
def _worth(kind: Soldier, load: tuple[Held, ...], bodies: tuple[Body, ...]) -> Fraction:
    total, rest = Fraction(0), Fraction(ATTACKS)
    used = [(*_used(kind, held.arm, held.rounds, bodies), held) for held in load]
    for harm, tokens, held in sorted(used, key=lambda use: -use[0]):
        made, time = _lasting(held, tokens, rest)
        total += made * harm
        rest -= time
    return total


@lru_cache(maxsize=1024)
def _used(
    kind: Soldier, arm: Arm, rounds: Rounds, bodies: tuple[Body, ...]
) -> tuple[Fraction, Fraction]:
    """Points that an attack in a weapon's best mode takes, and the tokens that it costs."""
    reach = band(arm, AWAY2)
    if reach is None or not arm.short or not bodies:
        return Fraction(0), Fraction(0)

    def mean(points: Iterator[Fraction]) -> Fraction:
        return sum(points, Fraction(0)) / len(bodies)

    if arm.template:
        lost = (lob_lost(kind, arm, rounds, reach, 0, b) * b.kind.points for b in bodies)
        return mean(lost), Fraction(1)
    best, mode = max(
        (mean(mode_lost(kind, arm, m, rounds, reach, 0, b) * b.kind.points for b in bodies), m)
        for m in arm.modes
    )
    dice = {"auto": arm.rof, "rapid": 2}.get(mode, 1)
    return best, Fraction(dice * DEPLETION[mode], kind.shooting)


def _lasting(held: Held, tokens: Fraction, rest: Fraction) -> tuple[Fraction, Fraction]:
    """Attacks that a weapon's ammunition and the time left allow, and the time that they take."""
    if held.arm.count:
        made = min(rest, Fraction(held.pieces))
        return made, made
    if not held.arm.magazine or not tokens:
        return rest, rest
    made = min(rest, held.tokens / tokens)
    left = rest - made
    # Beyond what is in it, every magazine costs the time of an attack.
    more = min(left / (1 + tokens / held.size), held.spare / tokens)
    return made + more, made + more * (1 + tokens / held.size)
