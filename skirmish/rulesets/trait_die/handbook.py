"""What scenarios for trait die are written with; none of its rules is loaded for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from skirmish.core import figures
from skirmish.core.setup import Setup
from skirmish.rulesets.common import reactions, slots, start
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.handbook import Armoury, Handbook, HouseRule
from skirmish.rulesets.trait_die.counters import AMMO, DECLARED, LOADED, PIECES, SPARE, TOKENS
from skirmish.rulesets.trait_die.equipment import (
    MOST_CARRIED,
    equipped,
    load_of,
    si_text,
    standard_load,
)
from skirmish.rulesets.trait_die.kinds import DICE, Kind, Weapon, kinds
from skirmish.rulesets.trait_die.kinds import weapons as stock_weapons
from skirmish.rulesets.trait_die.rounds import EXTENDED, ROUND_IDS, ROUNDS, fits

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        "muster": HouseRule(
            default=False,
            text="Before deployment each side chooses what its figures carry, and buys more.",
        ),
        "brisk": HouseRule(
            default=False,
            text="A figure that recovers from Shaken without a raise may act, at -2.",
        ),
        "reactions": reactions.HOUSE_RULE,
    }
)


def _musters(setup: Setup) -> bool:
    """Whether the sides choose their loads before deployment (AMMO-F20)."""
    return bool(setup.rules.get("muster", False))


TRAITS = (
    *("agility", "spirit", "strength", "vigor"),
    *("shooting", "fighting", "throwing", "purchase"),
)
_ALL = range(slots.MOST)


def faults(kind: figures.Kind, carried: tuple[figures.Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    if not isinstance(kind, Kind):
        return ()
    weapons = tuple(weapon for weapon in carried if isinstance(weapon, Weapon))
    load = standard_load(weapons)
    what = f"{kind.id}: carries {si_text(load)} SI, its limit is {kind.si}"
    heavy = (what,) if load > kind.si else ()
    return (
        *_kind_faults(kind),
        *(fault for weapon in weapons for fault in _weapon_faults(weapon)),
        *slots.faults(kind.id, carried),
        *heavy,
    )


def state_faults(
    kind: figures.Kind, carried: tuple[figures.Weapon, ...], state: start.Given
) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    if not isinstance(kind, Kind):
        return {}
    weapons = tuple(weapon for weapon in carried if isinstance(weapon, Weapon))

    def size(weapon: Weapon, slot: int) -> int:
        return capacity(weapon.magazine, extended=bool(state.get(slots.name(EXTENDED, slot))))

    def takes(weapon: Weapon, rounds: str) -> bool:
        return rounds == ROUND_IDS[0] or fits(ROUNDS[rounds], weapon)

    return {
        **_overload(kind, weapons, state),
        **start.damaged(kind, state, kind.limit),
        **start.loaded(weapons, state, TOKENS, size),
        **start.loaded(
            weapons, state, SPARE, lambda weapon, _: MOST_CARRIED * bool(weapon.magazine)
        ),
        **start.loaded(weapons, state, PIECES, lambda weapon, _: MOST_CARRIED * bool(weapon.count)),
        **start.loaded(weapons, state, EXTENDED, lambda weapon, _: int(weapon.magazine > 0)),
        **start.worded(weapons, state, AMMO, ROUND_IDS, takes),
        **start.without_weapon(weapons, state, *LOADED),
    }


def _overload(kind: Kind, weapons: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """A load above the figure's limit, blamed on the first thing that makes it heavier."""
    load = load_of(weapons, {**equipped(weapons), **state})
    given = (slots.name(c, slot) for c in (SPARE, PIECES, EXTENDED, AMMO) for slot in _ALL)
    key = next((key for key in given if key in state), "")
    if not key or load <= kind.si or load <= standard_load(weapons):
        return {}
    what = f"a {kind.id} would carry {si_text(load)} SI, its limit is {kind.si}"
    return {key: (what, "leave something behind")}


def _kind_faults(kind: Kind) -> Iterator[str]:
    for trait in TRAITS:
        if getattr(kind, trait) not in DICE:
            yield f"{kind.id}: {trait} {getattr(kind, trait)} is not 4, 6, 8, 10 or 12"
    limits = (("pace", 0, 20), ("armour", 0, 20), ("si", 0, 40), ("points", 0, 999))
    for name, low, high in limits:
        if not low <= getattr(kind, name) <= high:
            yield f"{kind.id}: {name} {getattr(kind, name)} is not {low} to {high}"


def _weapon_faults(weapon: Weapon) -> Iterator[str]:
    limits = (
        *(("dice", 0, 10), ("sides", 4, 12), ("bonus", -9, 30), ("ap", 0, 40), ("rof", 1, 6)),
        *(("magazine", 0, 400), ("spare", 0, 40), ("count", 0, 40), ("weight", 0, 80)),
        *(("cost", 0, 9999), ("price", 0, 9999)),
    )
    for name, low, high in limits:
        if not low <= getattr(weapon, name) <= high:
            yield f"{weapon.id}: {name} {getattr(weapon, name)} is not {low} to {high}"
    for wrong, fault in _contradictions(weapon):
        if wrong:
            yield f"{weapon.id}: {fault}"


def _contradictions(weapon: Weapon) -> Iterator[tuple[bool, str]]:
    """What does not go together in a weapon."""
    ranged, area = weapon.short > 0, bool(weapon.template)
    ordered = 0 <= weapon.short <= weapon.medium <= weapon.long <= 300
    yield not ordered, f"{weapon.short}, {weapon.medium}, {weapon.long} are no ranges from 0 to 300"
    yield weapon.sides % 2 == 1, f"sides {weapon.sides} is not 4, 6, 8, 10 or 12"
    yield not ranged and weapon.long > 0, "a long range without a short one"
    yield ranged and not weapon.dice, "a weapon of range without damage dice"
    yield not ranged and not weapon.melee, "neither a range nor for close combat"
    yield weapon.melee and ranged, "a weapon of range for close combat too: make it two"
    yield bool(weapon.modes) == (area or not ranged), "modes are for weapons aimed at figures"
    yield (
        bool(weapon.magazine and weapon.count),
        "a magazine and a count: tokens or pieces, not both",
    )
    yield area and bool(weapon.magazine), "what bursts is counted, not kept in a magazine"
    yield weapon.rof > 1 and "auto" not in weapon.modes, f"rof {weapon.rof} without the mode auto"
    yield "rapid" in weapon.modes and not weapon.magazine, "rapid fire without a magazine"
    yield len(set(weapon.modes)) < len(weapon.modes), "a mode twice"
    yield weapon.spare > 0 and not weapon.magazine, "spare tokens without a magazine"
    yield weapon.shotgun and not weapon.modes, "a shotgun without modes"


HANDBOOK = Handbook(
    id="trait_die",
    declared=DECLARED,
    armoury=Armoury(
        kind_class=Kind,
        weapon_class=Weapon,
        kinds=kinds,
        weapons=stock_weapons,
        faults=faults,
        state_faults=state_faults,
        counters=equipped,
    ),
    house_rules=HOUSE_RULES,
    musters=_musters,
)
