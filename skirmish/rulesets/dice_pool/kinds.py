"""Stat blocks of the dice pool: kinds of figure and weapons, field by field; the armoury."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.stock import read_stock

Mode = Literal["ss", "sa", "bf", "fa"]
MODES: tuple[Mode, ...] = ("ss", "sa", "bf", "fa")
AREA_MODES = ("bf", "fa")
Choke = Literal["medium", "narrow", "wide"]
CHOKES: tuple[Choke, ...] = ("medium", "narrow", "wide")
FULL_BOXES = 8


@frozen(kw_only=True)
class Kind(figures.Kind):
    """A kind of figure; all but the last four are dice.

    `skill` is for weapons, `melee` for close combat, both with `agility`; `reaction` defends,
    `dodge` adds to it in full defence. `edge` counts under suppressive fire, `intuition` in a
    surprise. `body` resists damage, and gives boxes. `av` is armour, off every hit. It acts in the
    first `passes` of a turn and walks `move` tiles in all of them together.
    """

    body: int
    agility: int
    reaction: int
    skill: int
    intuition: int = 3
    edge: int = 2
    dodge: int = 2
    melee: int = 2
    av: int = 0
    passes: int = 1
    move: int = 10
    weapons: tuple[str, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class Weapon(figures.Weapon):
    """A weapon. `modes` are what its switch offers, the first is what it starts in.

    `dv` is the base damage, `ap` changes armour (negative goes through). `increment` is in tiles;
    with 0 it is for close combat only. `rate` and `compensation` are of recoil. `magazine` is in
    rounds; a weapon without modes carries no more than that, looses `volley` at once and is made
    ready again after each attack. `reload` says which action that takes, or a new magazine.
    An `explosive` one loses 1 damage for each tile, until nothing is left; `blast` above 0 makes
    it explosive too, and ends it at that many tiles. `lobbed` ones need no sight of where they
    aim. What a `recoverable` one shoots or throws can be picked up where it lies.
    """

    dv: int
    ap: int = 0
    increment: int = 0
    modes: tuple[Mode, ...] = ()
    rate: int = 0
    compensation: int = 0
    magazine: int = 0
    reload: Literal["simple", "complex"] = "simple"
    choke: bool = False
    penetrating: bool = False
    volley: int = 1
    explosive: bool = False
    blast: int = 0
    lobbed: bool = False
    recoverable: bool = False

    @property
    def explodes(self) -> bool:
        """Whether its attack is a blast."""
        return self.explosive or self.blast > 0

    @property
    def blast_reach(self) -> int:
        """How far its blast can do any damage, in tiles (POOL-F16)."""
        return min(self.blast, self.dv) if self.blast else self.dv


def boxes(body: int) -> int:
    """Boxes of a figure; all full, it is down (POOL-F9)."""
    return FULL_BOXES + (body + 1) // 2


@cache
def _stock() -> tuple[Mapping[str, Kind], Mapping[str, Weapon]]:
    """The stat blocks of `armoury.toml`, read once."""
    return read_stock("skirmish.rulesets.dice_pool", Kind, Weapon)


def kinds() -> Mapping[str, Kind]:
    """The armoury's kinds of figure by id."""
    return _stock()[0]


def weapons() -> Mapping[str, Weapon]:
    """The armoury's weapons by id."""
    return _stock()[1]


def faults(kind: figures.Kind, carried: tuple[figures.Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about = _kind_faults(kind) if isinstance(kind, Kind) else ()
    known = [weapon for weapon in carried if isinstance(weapon, Weapon)]
    return (
        *about,
        *slots.faults(kind.id, carried),
        *(fault for weapon in known for fault in _weapon_faults(weapon)),
    )


_DICE = (
    *(("body", 1), ("agility", 0), ("reaction", 0), ("intuition", 0), ("edge", 0)),
    *(("skill", 0), ("dodge", 0), ("melee", 0), ("av", 0)),
)
"""The dice of a kind and the least of each; 12 are the most."""
MOST_DICE = 12


def _kind_faults(kind: Kind) -> Iterator[str]:
    for name, least in _DICE:
        value = getattr(kind, name)
        if not least <= value <= MOST_DICE:
            yield f"{kind.id}: {name} {value} is not {least} to {MOST_DICE}"
    if not 1 <= kind.passes <= 4:
        yield f"{kind.id}: passes {kind.passes} are not 1 to 4"
    if not 0 <= kind.move <= 40:
        yield f"{kind.id}: move {kind.move} is not 0 to 40 tiles"
    if not 0 <= kind.points <= 999:
        yield f"{kind.id}: points {kind.points} are not 0 to 999"


def _weapon_faults(weapon: Weapon) -> Iterator[str]:
    shoots = weapon.increment > 0
    bursts = any(mode in AREA_MODES for mode in weapon.modes)
    checks = (
        (1 <= weapon.dv <= 30, f"dv {weapon.dv} is not 1 to 30"),
        (-20 <= weapon.ap <= 20, f"ap {weapon.ap} is not -20 to 20"),
        (0 <= weapon.increment <= 40, f"increment {weapon.increment} is not 0 to 40 tiles"),
        (len(dict.fromkeys(weapon.modes)) == len(weapon.modes), "a mode twice"),
        (0 <= weapon.rate <= 9, f"rate {weapon.rate} is not 0 to 9"),
        (0 <= weapon.compensation <= 20, f"compensation {weapon.compensation} is not 0 to 20"),
        (0 <= weapon.magazine <= 2000, f"magazine {weapon.magazine} is not 0 to 2000"),
        (not shoots or weapon.magazine > 0, "a weapon that shoots has a magazine of 1 or more"),
        (1 <= weapon.volley <= 10, f"volley {weapon.volley} is not 1 to 10"),
        (weapon.volley == 1 or not weapon.modes, "a volley is for a weapon without modes"),
        (
            weapon.volley == 1 or not (weapon.choke or weapon.explodes),
            "a volley has no choke and no blast",
        ),
        (weapon.volley <= max(1, weapon.magazine), "a volley of more than the magazine"),
        (0 <= weapon.blast <= 20, f"blast {weapon.blast} is not 0 to 20 tiles"),
        (not (weapon.explodes and (bursts or weapon.choke)), "a blast with bursts or a choke"),
        (not weapon.lobbed or weapon.explodes, "lobbed, but not explosive"),
        (
            not (weapon.recoverable and (weapon.modes or weapon.explodes)),
            "only a weapon without modes and blast is recoverable",
        ),
        (
            shoots or not _shooting(weapon),
            "with increment 0 it is for close combat and has dv and ap",
        ),
    )
    return (f"{weapon.id}: {fault}" for right, fault in checks if not right)


def _shooting(weapon: Weapon) -> bool:
    """Whether a weapon has anything that only one to shoot with has."""
    numbers = (
        weapon.rate
        or weapon.compensation
        or weapon.magazine
        or weapon.explodes
        or weapon.volley > 1
    )
    return bool(weapon.modes or numbers or weapon.choke or weapon.penetrating or weapon.recoverable)
