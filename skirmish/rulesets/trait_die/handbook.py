"""What scenarios for trait die are checked against, without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.setup import Setup
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.handbook import REACTIONS, Handbook, HouseRule
from skirmish.rulesets.trait_die.catalogue import EXTENDED, ROUND_IDS, ROUNDS, fits
from skirmish.rulesets.trait_die.counters import AMMO, DECLARED, LOADED, PIECES, SPARE, TOKENS
from skirmish.rulesets.trait_die.equipment import (
    MOST_CARRIED,
    equipped,
    load_of,
    si_text,
    standard_load,
)
from skirmish.rulesets.trait_die.kinds import STOCK, Kind, Weapon

HOUSE_RULES: Mapping[str, HouseRule] = {
    "muster": HouseRule(
        default=False,
        text="Before deployment each side chooses what its figures carry, and may buy more.",
    ),
    "brisk": HouseRule(
        default=False,
        text="A figure that recovers from Shaken without a raise may act at once, at -2.",
    ),
    "reactions": REACTIONS,
}
"""House rules that a scenario may set, with their defaults (AMMO-F13, AMMO-F16, AMMO-F20)."""


def _musters(setup: Setup) -> bool:
    """Whether the sides choose their loads before deployment (AMMO-F20)."""
    return bool(setup.rules.get("muster", False))


_ALL = range(slots.MOST)


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """Faults of a figure's stat blocks; the last one is a load above its limit (AMMO-F22)."""
    load = standard_load(carried)
    what = f"{kind.id}: carries {si_text(load)} SI, its limit is {kind.si}"
    return (*STOCK.faults(kind, carried), *((what,) if load > kind.si else ()))


def state_faults(kind: Kind, weapons: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """Entries of a scenario's `state` that are impossible for the figure, by key."""

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
    """The fault of a load above the figure's limit, under the first entry that adds weight.

    AMMO-F22.
    """
    load = load_of(weapons, {**equipped(weapons), **state})
    given = (slots.name(c, slot) for c in (SPARE, PIECES, EXTENDED, AMMO) for slot in _ALL)
    key = next((key for key in given if key in state), "")
    if not key or load <= kind.si or load <= standard_load(weapons):
        return {}
    what = f"a {kind.id} would carry {si_text(load)} SI, its limit is {kind.si}"
    return {key: (what, "leave something behind")}


ROLLS: Mapping[str, str] = dict.fromkeys(
    ("shooting", "fighting", "throwing"),
    "4 or more hits, each 4 above is a raise; a highest face is rolled again and added",
)
"""How each number of the odds is rolled (AMMO-F2)."""
HANDBOOK = Handbook(
    id="trait_die",
    declared=DECLARED,
    armoury=STOCK.armoury(state_faults=state_faults, counters=equipped, faults=faults),
    house_rules=HOUSE_RULES,
    rolls=ROLLS,
    musters=_musters,
)
