"""Faults of a figure's `state` in a scenario: damage that puts it out, settings its weapons lack.

A ruleset's `state_faults` returns the faults by key. Values that have words are given as their
numbers, the posture as its index among the declared ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common import slots

DAMAGE = "damage"
Given = Mapping[str, int]
Wrong = Mapping[str, tuple[str, str]]
"""For each faulty key the fault and the remedy, which may be empty."""
_W = TypeVar("_W", bound=Weapon)


def damaged(kind: Kind, state: Given, limit: int, *losses: str) -> Wrong:
    """Return a fault if damage and the counters `losses` put the figure out."""
    parts = {key: state[key] for key in (DAMAGE, *losses) if state.get(key)}
    if sum(parts.values()) < limit:
        return {}
    told = ", ".join(f"{key} {value}" for key, value in parts.items())
    what = f"{told}: a {kind.id} is out at {limit}"
    return {next(iter(parts)): (what, f"{limit - 1} at most{', in total' * (len(parts) > 1)}")}


def over(state: Given, least: int, *keys: str) -> Wrong:
    """Return faults of clock points that are over before they have any effect."""
    remedy = f"{least} or more: a clock point is 100 times a turn"
    what = "{} ends before the figure's first order"
    return {key: (what.format(state[key]), remedy) for key in keys if 0 < state.get(key, 0) < least}


def above(state: Given, key: str, most: int, why: str) -> Wrong:
    """Return a fault if a value is above its maximum; `why` continues after "is too high"."""
    value = state.get(key, 0)
    return {key: (f"{value} is too high{why}", f"{most} at most")} if value > most else {}


def loaded(
    weapons: tuple[_W, ...], state: Given, counter: str, holds: Callable[[_W, int], int]
) -> Wrong:
    """Return faults of overfull weapons; `holds` is the limit by weapon and place."""
    found: dict[str, tuple[str, str]] = {}
    for slot, weapon in enumerate(weapons[: slots.MOST]):
        why = f" for {weapon.id}"
        found.update(above(state, slots.name(counter, slot), holds(weapon, slot), why))
    return found


def worded(
    weapons: tuple[_W, ...],
    state: Given,
    counter: str,
    words: tuple[str, ...],
    fits: Callable[[_W, str], bool],
) -> Wrong:
    """Return faults of settings that a weapon does not have, such as a mode."""
    found: dict[str, tuple[str, str]] = {}
    for slot, weapon in enumerate(weapons[: slots.MOST]):
        key = slots.name(counter, slot)
        if key in state and not fits(weapon, words[state[key]]):
            known = ", ".join(word for word in words if fits(weapon, word))
            found[key] = (
                f"{weapon.id} takes no {words[state[key]]}",
                f"known: {known}" * bool(known),
            )
    return found


def without_weapon(weapons: tuple[Weapon, ...], state: Given, *counters: str) -> Wrong:
    """Return faults of counters for weapons that the figure does not carry."""
    names = {slots.name(c, slot): slot for c in counters for slot in range(slots.MOST)}
    return {
        key: (f"there is no weapon in place {names[key] + 1}", f"it carries {len(weapons)}")
        for key, value in state.items()
        if value and key in names and names[key] >= len(weapons)
    }
