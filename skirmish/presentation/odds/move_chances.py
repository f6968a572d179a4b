"""Attacks from the end of a move and on the figure there, compared with its present tile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import facing_towards
from skirmish.core.orders import WEAPON, Order
from skirmish.core.view import View
from skirmish.presentation.odds.attack_positions import AttackChance, AttackPosition, Clash
from skirmish.presentation.odds.odds_summary import ModifierPart
from skirmish.presentation.odds.order_effects import view_after
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.foresight import nearest
from skirmish.rulesets.ruleset import Ruleset

MOST_ENEMIES = 3
"""Number of enemies, nearest first, for which a forecast says why they cannot be attacked."""
Stopped = Callable[[], bool]
_Positions = Mapping[bool, AttackPosition]
"""A figure on a tile: `False` in this bound, `True` at its next opportunity to attack."""


@frozen
class Exchange:
    """An enemy and the attack on it from the end of the order.

    `attack_now` is the same from the figure's present tile. None: not possible; `reason`: why not,
    if the rules tell. `later`: it must wait for the next bound in which the figure attacks.
    """

    enemy: str
    attack: AttackChance | None
    attack_now: AttackChance | None = None
    reason: str = ""
    later: bool = False


@frozen
class ReturnFire:
    """An enemy and its attack on the figure at the end of the order; None: not possible.

    `attack_now` is the same at the figure's present tile, if the order is a move. `unseen`: no
    known enemy sees the end from where it stands, so that one must first come to see it.
    """

    enemy: str
    attack: AttackChance | None
    attack_now: AttackChance | None = None
    unseen: bool = False


@frozen
class MoveChances:
    """Attacks from the end of a move and on its figure there, and close combat.

    `penalties`: the modifiers by which the move worsens the first attack.
    """

    exchanges: tuple[Exchange, ...]
    return_fire: tuple[ReturnFire, ...]
    clashes: tuple[Clash, ...] = ()
    penalties: tuple[ModifierPart, ...] = ()

    @property
    def fires_now(self) -> bool:
        """Whether an attack is possible from there in this bound."""
        return any(one.attack is not None and not one.later for one in self.exchanges)

    def is_improved_by(self, better: MoveChances) -> bool:
        """Whether another move has no worse sum of chances, and a better one."""
        (harm, back), (other_harm, other_back) = self._sums, better._sums
        no_worse = other_harm >= harm and other_back <= back
        return no_worse and (harm, back) != (other_harm, other_back)

    @property
    def _sums(self) -> tuple[Fraction, Fraction]:
        """The chances against enemies and those in return, each added up."""
        mine = [*(one.attack for one in self.exchanges), *(one.attack for one in self.clashes)]
        back = [one.attack for one in self.return_fire]
        return _sum_of(mine), _sum_of([*back, *(one.return_fire for one in self.clashes)])


def _sum_of(chances: Iterable[AttackChance | None]) -> Fraction:
    return sum((one.expected_effect for one in chances if one is not None), Fraction(0))


def move_chances(
    ruleset: Ruleset, view: View, order: Order, stopped: Stopped, *, compared: bool
) -> MoveChances | None:
    """The attacks from the end of a move and on it; None if it was stopped.

    `compared`: with those possible now, on the present tile.
    """
    there = {
        late: AttackPosition.after(ruleset, view, order, later=late, stopped=stopped)
        for late in (False, True)
    }
    foes = nearest(view, order.target_path[-1])
    ready = [foe for foe in foes if not stopped() and there[False].on(foe) is not None]
    clashes = there[False].clashes()
    held = [one.enemy for one in clashes]
    free = [foe for foe in foes if foe not in held]
    now = _on_present_tile(ruleset, view, order.figure) if compared else {}
    found = (
        _exchange(foe, there, now, later=foe not in ready, idle=not ready)
        for foe in free
        if not stopped()
    )
    told = [one for one in found if one.attack is not None or one.enemy in foes[:MOST_ENEMIES]]
    exchanges = tuple(sorted(told, key=lambda one: (one.later, _best_first(one.attack))))
    others = (foe.id for foe in view.enemies() if foe.id not in held and not stopped())
    back = _returns(others, there[False], now.get(False))
    if stopped():
        return None
    return MoveChances(exchanges, back, clashes, _penalties(ruleset, view, order, there, exchanges))


def returns_after(
    ruleset: Ruleset, view: View, order: Order, stopped: Stopped
) -> tuple[ReturnFire, ...]:
    """The attacks of enemies on a figure after an order without a path, compared with now."""
    there = AttackPosition.after(ruleset, view, order, later=False, stopped=stopped)
    now = _on_present_tile(ruleset, view, order.figure)[False]
    return _returns((foe.id for foe in view.enemies() if not stopped()), there, now)


def _on_present_tile(ruleset: Ruleset, view: View, name: str) -> _Positions:
    here = view.state.figures[name]
    return {
        late: AttackPosition(ruleset, view, name, here.tile, here.facing, later=late)
        for late in (False, True)
    }


def _exchange(
    enemy: str, there: _Positions, now: _Positions, *, later: bool, idle: bool
) -> Exchange:
    """The attack on an enemy, or why none is possible from there at any time.

    `later`: none is possible in this bound; `idle`: nor on any other enemy.
    """
    attack = there[later].on(enemy)
    before = now.get(later if attack is not None else idle)
    reason = there[idle].obstacle(enemy) if attack is None else ""
    here = None if before is None else before.on(enemy)
    return Exchange(enemy, attack, here, reason, later and attack is not None)


def _returns(
    enemies: Iterable[str], there: AttackPosition, now: AttackPosition | None
) -> tuple[ReturnFire, ...]:
    """The attacks of enemies in return, the likeliest to have an effect first."""
    unseen = not there.in_sight
    found = [
        ReturnFire(enemy, there.back(enemy), None if now is None else now.back(enemy), unseen)
        for enemy in enemies
    ]
    able = (one for one in found if one.attack or one.attack_now)
    return tuple(sorted(able, key=lambda one: _best_first(one.attack)))


def _best_first(attack: AttackChance | None) -> tuple[Fraction, Fraction]:
    """The sort key of attacks: the chance of any effect, as shown, then the expected loss."""
    if attack is None:
        return Fraction(0), Fraction(0)
    return -attack.expected_effect, -attack.expected_loss


def _penalties(
    ruleset: Ruleset,
    view: View,
    order: Order,
    there: _Positions,
    exchanges: Iterable[Exchange],
) -> tuple[ModifierPart, ...]:
    """The modifiers of the first attack that it would not have without the move."""
    first = next((one for one in exchanges if one.attack is not None), None)
    if first is None:
        return ()
    moved = there[first.later]
    place = moved.figure.tile, moved.figure.facing
    unmoved = AttackPosition(ruleset, view, order.figure, *place, later=first.later)
    return moved.penalties(first.enemy, unmoved)


def can_still_attack(ruleset: Ruleset, view: View, order: Order, stopped: Stopped) -> bool:
    """Whether any enemy in sight can be attacked in this bound after a move.

    Also after one more order there that clears a jam, loads or turns.
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
    """The orders of a figure without a target, and turns towards some enemies."""
    start, figures = view.state.figures[name].tile, view.state.figures
    ahead = dict.fromkeys(facing_towards(start, figures[foe].tile).name for foe in foes)
    for family in ruleset.options(view, name):
        if family.target is None:
            bare, arms = family.draw(lambda _: 0), dict(family.fields).get(WEAPON)
            yield bare
            if arms is not None:
                yield from (bare.with_field(WEAPON, arm) for arm in arms.every())
        elif verbs_of(ruleset)[family.verb].target is Shape.FACING:
            yield from (Order.of(family.verb, name, way) for way in ahead)
