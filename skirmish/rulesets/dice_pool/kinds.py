"""Stat blocks of the dice pool: kinds of figure and weapons, field by field; the armoury."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import Check, Stock, within

Mode = Literal["ss", "sa", "bf", "fa"]
MODES: tuple[Mode, ...] = ("ss", "sa", "bf", "fa")
"""The modes that a weapon can have (POOL-01, POOL-02)."""
AREA_MODES = ("bf", "fa")
"""Modes that fire bursts; the others fire single rounds (POOL-06, POOL-11)."""
Choke = Literal["medium", "narrow", "wide"]
CHOKES: tuple[Choke, ...] = ("medium", "narrow", "wide")
"""Settings of a choke; the first is the initial one (POOL-03, POOL-41, POOL-43, POOL-F19)."""
FULL_BOXES = 8
"""Boxes of any figure before those for its Body (POOL-F9)."""


@frozen(kw_only=True)
class Kind(figures.Kind):
    """A kind of figure; all fields but the last four are dice (POOL-F3, POOL-F4, POOL-F9).

    `skill` is for weapons, `melee` for close combat, both with `agility`. `reaction` defends, and
    `dodge` adds to it in full defence. `edge` counts under suppressive fire, `intuition` in a
    surprise. `body` resists damage and gives boxes. `av` is armour, subtracted from every hit. It
    acts in the first `passes` of a turn and walks `move` tiles in all of them together.
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
    """A weapon; `modes` are those it can be set to, initially the first (POOL-01, POOL-02).

    `dv` is the base damage, `ap` a modifier to armour (negative pierces). `increment` is in tiles;
    0 means close combat only. `rate` and `compensation` are of recoil. `magazine` is in rounds; a
    weapon without modes has no more than that, fires `volley` at once and must be readied after
    each attack. `reload` is the action that readying takes, or changing a magazine. An `explosive`
    weapon loses 1 damage for each tile, until nothing is left; `blast` above 0 makes it explosive,
    too, and limits the blast to that many tiles. `lobbed` ones can aim at a tile out of sight. The
    missiles of a `recoverable` one can be picked up.

    POOL-04, POOL-05, POOL-40, POOL-A3, POOL-A11, POOL-F16, POOL-F20.
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
    def thrown(self) -> bool:
        """Whether it is thrown over obstacles."""
        return self.lobbed and not self.modes

    @property
    def at_tiles(self) -> str:
        """How it attacks a tile."""
        if self.thrown:
            return "throw"
        return (
            "fire"
            if self.explodes or self.choke or any(mode in AREA_MODES for mode in self.modes)
            else ""
        )

    @property
    def explodes(self) -> bool:
        """Whether its attack is a blast (POOL-F16)."""
        return self.explosive or self.blast > 0

    @property
    def blast_reach(self) -> int:
        """The radius in tiles within which its blast can do damage (POOL-F16)."""
        return min(self.blast, self.dv) if self.blast else self.dv


def boxes(body: int) -> int:
    """Total boxes of a figure; when all are full, it is down (POOL-F9)."""
    return FULL_BOXES + (body + 1) // 2


_DICE = (
    *(("body", 1), ("agility", 0), ("reaction", 0), ("intuition", 0), ("edge", 0)),
    *(("skill", 0), ("dodge", 0), ("melee", 0), ("av", 0)),
)
"""The dice of a kind and the minimum of each; the maximum is `MOST_DICE`."""
MOST_DICE = 12


def _kind_checks(kind: Kind) -> Iterator[Check]:
    for name, least in _DICE:
        yield within(kind, name, least, MOST_DICE)
    yield within(kind, "passes", 1, 4)
    yield within(kind, "move", 0, 40, " tiles")
    yield within(kind, "points", 0, 999)


def _weapon_checks(arm: Weapon) -> Iterator[Check]:
    """Checks of the stat block of a weapon (POOL-02, POOL-05, POOL-F16, POOL-F20)."""
    shoots = arm.increment > 0
    bursts = any(mode in AREA_MODES for mode in arm.modes)
    yield within(arm, "dv", 1, 30)
    yield within(arm, "ap", -20, 20)
    yield within(arm, "increment", 0, 40, " tiles")
    yield len(dict.fromkeys(arm.modes)) == len(arm.modes), "modes names one mode twice"
    yield within(arm, "rate", 0, 9)
    yield within(arm, "compensation", 0, 20)
    yield within(arm, "magazine", 0, 2000)
    yield not shoots or arm.magazine > 0, "a weapon that shoots needs a magazine of 1 or more"
    yield from _volley_checks(arm)
    yield within(arm, "blast", 0, 20, " tiles")
    yield (
        not (arm.explodes and (bursts or arm.choke)),
        "a blast has no bursts (bf, fa) and no choke",
    )
    yield not arm.lobbed or arm.explodes, "lobbed needs explosive = true or a blast"
    plain = not (arm.modes or arm.explodes)
    yield plain or not arm.recoverable, "recoverable is only for a weapon without modes and blast"
    empty = shoots or not _shooting(arm)
    yield empty, "a weapon for close combat (increment 0) has only dv and ap"


def _volley_checks(arm: Weapon) -> Iterator[Check]:
    """Checks of a weapon that fires several rounds at once."""
    yield within(arm, "volley", 1, 10)
    yield arm.volley == 1 or not arm.modes, "volley is only for a weapon without modes"
    yield (
        arm.volley == 1 or not (arm.choke or arm.explodes),
        "volley needs no choke and no blast",
    )
    yield (
        arm.volley <= max(1, arm.magazine),
        f"volley is more than the magazine, {arm.magazine}",
    )


def _shooting(weapon: Weapon) -> bool:
    """Whether a weapon has a field that only weapons for shooting have."""
    numbers = (
        weapon.rate
        or weapon.compensation
        or weapon.magazine
        or weapon.explodes
        or weapon.volley > 1
    )
    return bool(weapon.modes or numbers or weapon.choke or weapon.penetrating or weapon.recoverable)


STOCK = Stock("skirmish.rulesets.dice_pool", Kind, Weapon, _kind_checks, _weapon_checks)
