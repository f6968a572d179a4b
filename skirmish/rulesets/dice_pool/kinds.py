"""Stat blocks of the dice pool: what a kind of figure and a weapon are, field by field."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from skirmish.core.figures import Kind, Weapon

Mode = Literal["ss", "sa", "bf", "fa"]
MODES: tuple[Mode, ...] = ("ss", "sa", "bf", "fa")
AREA_MODES = ("bf", "fa")


@frozen(kw_only=True)
class Trooper(Kind):
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
class Arm(Weapon):
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
