"""The armoury of trait die: its stat blocks, what is wrong with one, what a figure starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.trait_die.burden import load_of, si_text, standard_load
from skirmish.rulesets.trait_die.kinds import DICE, Arm, Soldier
from skirmish.rulesets.trait_die.rounds import EXTENDED, ROUND_IDS, ROUNDS, fits

TRAITS = (
    *("agility", "spirit", "strength", "vigor"),
    *("shooting", "fighting", "throwing", "purchase"),
)
MOST_CARRIED = 40
"""Spare tokens of a weapon, or pieces, that anybody carries at most."""
LOADED = ("tokens", "spare", "rounds", "ammo", "extended", "supply")
"""The counters that a load consists of, once for each weapon."""
_ALL = range(slots.MOST)


@frozen
class Armoury:
    """All kinds of figure and weapons by id."""

    kinds: Mapping[str, Soldier]
    weapons: Mapping[str, Arm]


@cache
def armoury() -> Armoury:
    """The stat blocks of `armoury.toml`, read once."""
    return Armoury(*read_stock("skirmish.rulesets.trait_die", Soldier, Arm))


def kinds() -> Mapping[str, Soldier]:
    """The kinds of figure by id."""
    return armoury().kinds


def weapons() -> Mapping[str, Arm]:
    """The weapons by id."""
    return armoury().weapons


def equipped(
    carried: tuple[Weapon, ...], state: Mapping[str, int] = MappingProxyType({})
) -> Mapping[str, int]:
    """The counters of the standard loads: full magazines, standard spares, all pieces.

    A weapon that has its extended magazine by `state` has that one full (AMMO-06).
    """
    counters: dict[str, int] = {}
    for slot, arm in enumerate(carried):
        if isinstance(arm, Arm):
            tokens = capacity(arm.magazine, extended=bool(state.get(slots.name(EXTENDED, slot))))
            given = (("tokens", tokens), ("spare", arm.spare), ("rounds", arm.count))
            for name, value in given:
                if value:
                    counters[slots.name(name, slot)] = value
    return counters


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    if not isinstance(kind, Soldier):
        return ()
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))
    load = standard_load(arms)
    what = f"{kind.id}: carries {si_text(load)} SI, its limit is {kind.si}"
    heavy = (what,) if load > kind.si else ()
    return (
        *_soldier_faults(kind),
        *(fault for arm in arms for fault in _arm_faults(arm)),
        *slots.faults(kind.id, carried),
        *heavy,
    )


def state_faults(kind: Kind, carried: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    if not isinstance(kind, Soldier):
        return {}
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))

    def size(arm: Arm, slot: int) -> int:
        return capacity(arm.magazine, extended=bool(state.get(slots.name("extended", slot))))

    def takes(arm: Arm, rounds: str) -> bool:
        return rounds == ROUND_IDS[0] or fits(ROUNDS[rounds], arm)

    return {
        **_overload(kind, arms, state),
        **start.damaged(kind, state, kind.limit),
        **start.loaded(arms, state, "tokens", size),
        **start.loaded(arms, state, "spare", lambda arm, _: MOST_CARRIED * bool(arm.magazine)),
        **start.loaded(arms, state, "rounds", lambda arm, _: MOST_CARRIED * bool(arm.count)),
        **start.loaded(arms, state, "extended", lambda arm, _: int(arm.magazine > 0)),
        **start.worded(arms, state, "ammo", ROUND_IDS, takes),
        **start.without_weapon(arms, state, *LOADED),
    }


def _overload(kind: Soldier, arms: tuple[Arm, ...], state: start.Given) -> start.Wrong:
    """A load above the figure's limit, blamed on the first thing that makes it heavier."""
    load = load_of(arms, {**equipped(arms), **state})
    given = (slots.name(c, slot) for c in ("spare", "rounds", "extended", "ammo") for slot in _ALL)
    key = next((key for key in given if key in state), "")
    if not key or load <= kind.si or load <= standard_load(arms):
        return {}
    what = f"a {kind.id} would carry {si_text(load)} SI, its limit is {kind.si}"
    return {key: (what, "leave something behind")}


def _soldier_faults(kind: Soldier) -> Iterator[str]:
    for trait in TRAITS:
        if getattr(kind, trait) not in DICE:
            yield f"{kind.id}: {trait} {getattr(kind, trait)} is not 4, 6, 8, 10 or 12"
    limits = (("pace", 0, 20), ("armour", 0, 20), ("si", 0, 40), ("points", 0, 999))
    for name, low, high in limits:
        if not low <= getattr(kind, name) <= high:
            yield f"{kind.id}: {name} {getattr(kind, name)} is not {low} to {high}"


def _arm_faults(arm: Arm) -> Iterator[str]:
    limits = (
        *(("dice", 0, 10), ("sides", 4, 12), ("bonus", -9, 30), ("ap", 0, 40), ("rof", 1, 6)),
        *(("magazine", 0, 400), ("spare", 0, 40), ("count", 0, 40), ("weight", 0, 80)),
        *(("cost", 0, 9999), ("price", 0, 9999)),
    )
    for name, low, high in limits:
        if not low <= getattr(arm, name) <= high:
            yield f"{arm.id}: {name} {getattr(arm, name)} is not {low} to {high}"
    for wrong, fault in _senseless(arm):
        if wrong:
            yield f"{arm.id}: {fault}"


def _senseless(arm: Arm) -> Iterator[tuple[bool, str]]:
    """What does not go together in a weapon."""
    ranged, area = arm.short > 0, bool(arm.template)
    ordered = 0 <= arm.short <= arm.medium <= arm.long <= 300
    yield not ordered, f"{arm.short}, {arm.medium}, {arm.long} are no ranges from 0 to 300"
    yield arm.sides % 2 == 1, f"sides {arm.sides} is not 4, 6, 8, 10 or 12"
    yield not ranged and arm.long > 0, "a long range without a short one"
    yield ranged and not arm.dice, "a weapon of range without damage dice"
    yield not ranged and not arm.melee, "neither a range nor for close combat"
    yield arm.melee and ranged, "a weapon of range for close combat too: make it two"
    yield bool(arm.modes) == (area or not ranged), "modes are for weapons aimed at figures"
    yield bool(arm.magazine and arm.count), "a magazine and a count: tokens or pieces, not both"
    yield area and bool(arm.magazine), "what bursts is counted, not kept in a magazine"
    yield arm.rof > 1 and "auto" not in arm.modes, f"rof {arm.rof} without the mode auto"
    yield "rapid" in arm.modes and not arm.magazine, "rapid fire without a magazine"
    yield len(set(arm.modes)) < len(arm.modes), "a mode twice"
    yield arm.spare > 0 and not arm.magazine, "spare tokens without a magazine"
    yield arm.shotgun and not arm.modes, "a shotgun without modes"
