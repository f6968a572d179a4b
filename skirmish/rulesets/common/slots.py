"""The weapons of a figure: the one that an order names, and counters kept for each of them.

A counter has a name for each place: the first weapon's rounds are `rounds`, the second's
`rounds_2`, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.figures import Counter, Figure, Weapon
from skirmish.core.orders import WEAPON, Field, Order, Refusal, then

if TYPE_CHECKING:  # not needed to check a scenario
    from skirmish.core.state import State
    from skirmish.core.view import View
    from skirmish.rulesets.families import Fixed

_W = TypeVar("_W", bound=Weapon)
MOST = 4
"""Maximum number of weapons of a figure."""


def weapon_field(usual: str) -> Field:
    """Return the field by which an order names its weapon; `usual`: which one else, in words."""
    return Field(WEAPON, Shape.WORD, "the weapon that it uses", usual=usual)


WEAPON_FIELD = weapon_field("the first suitable")
MELEE_FIELD = weapon_field("its first for close combat, or fists")


def name(counter: str, slot: int) -> str:
    """Return the name of the counter for the weapon in a place, from 0."""
    return counter if not slot else f"{counter}_{slot + 1}"


def base(counter: str) -> str:
    """Return the counter name of the first weapon, given that of any weapon."""
    suffixes = (f"_{slot + 1}" for slot in range(1, MOST))
    found = next((suffix for suffix in suffixes if counter.endswith(suffix)), "")
    return counter.removesuffix(found)


def counters(counter: str, declared: Counter) -> Mapping[str, Counter]:
    """Return the declarations of a counter, one for each weapon."""
    return {name(counter, slot): declared for slot in range(MOST)}


def weapon_of(weapons: Iterable[Weapon], counter: str) -> Weapon | None:
    """Return which of a figure's weapons a counter is kept for, None for another counter."""
    first = base(counter)
    named = ((name(first, slot), weapon) for slot, weapon in enumerate(weapons))
    return next((weapon for kept, weapon in named if kept == counter), None)


def of(figure: Figure, weapon: str) -> int:
    """Return the place of a weapon on a figure; ValueError if the figure does not carry it."""
    return [carried.id for carried in figure.who.weapons].index(weapon)


def get(figure: Figure, counter: str, weapon: str) -> int:
    """Return the value of a counter for one of a figure's weapons."""
    return figure.count(name(counter, of(figure, weapon)))


def chosen(figure: Figure, order: Order) -> Weapon | Refusal:
    """Return the weapon that an order names with `weapon=`, else the figure's first."""
    weapons = figure.who.weapons
    if not weapons:
        return Refusal(f"{figure.id} carries no weapon")
    if weapon := wanted(weapons, order):
        return weapon
    return Refusal(f"{figure.id} has no {order.get('weapon')}", remedy=f"it has: {ids(weapons)}")


def wanted(fitting: Iterable[_W], order: Order) -> _W | None:
    """Return the weapon among these that an order names, else the first; None without any.

    BAY-02, POOL-F17.
    """
    name = order.get(WEAPON)
    return next((weapon for weapon in fitting if name in ("", weapon.id)), None)


def naming(weapon: _W, fitting: Iterable[_W]) -> Fixed:
    """Return the field of an order for a suitable weapon; empty for the first one."""
    return () if next(iter(fitting)) is weapon else ((WEAPON, weapon.id),)


def ids(weapons: Iterable[Weapon]) -> str:
    """Return the ids of some weapons, for a remedy."""
    return ", ".join(weapon.id for weapon in weapons)


def faults(kind: str, weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    """Return the faults of a figure's list of weapons: too many, or one twice."""
    ids = [weapon.id for weapon in weapons]
    found = [f"{kind}: {len(ids)} weapons, {MOST} are the most"] if len(ids) > MOST else []
    twice = [one for n, one in enumerate(ids) if one in ids[:n]]
    return (*found, *(f"{kind}: carries {one} twice" for one in dict.fromkeys(twice)))


@frozen
class Reload(Generic[_W]):
    """A figure and the weapon that it reloads."""

    figure: Figure
    weapon: _W


def plan_reload(
    weapon_of: Callable[[State, Figure, Order], _W | Refusal],
) -> Callable[[View, Order], Reload[_W] | Refusal]:
    """Return the plan of an order to reload; `weapon_of` returns the weapon, or a refusal."""

    def plan(known: View, order: Order) -> Reload[_W] | Refusal:
        figure = known.state.figures[order.figure]
        return then(weapon_of(known.state, figure, order), partial(Reload, figure))

    return plan
