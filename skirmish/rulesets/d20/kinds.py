"""Stat blocks of d20: what a kind of figure and a weapon are, field by field."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from skirmish.core.figures import Kind, Weapon

Skill = Literal["guns", "energy", "melee", "explosives"]
DamageType = Literal["physical", "energy"]
Band = Literal["close", "medium", "long", "extreme"]
BANDS: tuple[Band, ...] = ("close", "medium", "long", "extreme")


@frozen(kw_only=True, cache_hash=True)
class Fighter(Kind):
    """A kind of figure. Strength, perception and agility are attributes, 5 is average.

    `hp` are its hit points; `guns`, `energy`, `melee` and `explosives` its skills. Of each hit the
    DT of the damage's type is taken off, of the whole attack the DR in percent. `size` adds to
    Evasion: positive for what is small, negative for what is large.
    """

    hp: int
    strength: int = 5
    perception: int = 5
    agility: int = 5
    guns: int = 0
    energy: int = 0
    melee: int = 0
    explosives: int = 0
    physical_dt: int = 0
    physical_dr: int = 0
    energy_dt: int = 0
    energy_dr: int = 0
    size: int = 0
    weapons: tuple[str, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class Arm(Weapon):
    """A weapon. Ranges and `radius` are in tiles, costs in action points.

    Each hit does `damage_dice` dice of `damage_sides` and `damage_bonus`, times `gatling`. A burst
    is `fire_rate` + 1 shots, each with `burst_penalty` less Accuracy; a `fire_rate` of 0 fires no
    bursts, an `ap_single` of 0 no single shots. A natural face from 21 - `crit_range` on is a
    CRIT. `close` to `extreme` are the far ends of the range bands; where `extreme` is 0 it is for
    close combat. A weapon with a `radius` is aimed at a tile and strikes all within; an
    `indirect` one shoots over what is between. `magazine` is in rounds, of thrown weapons how many
    are carried; 0 needs none.
    """

    skill: Skill = "guns"
    damage_type: DamageType = "physical"
    damage_dice: int = 0
    damage_sides: int = 6
    damage_bonus: int = 0
    ap_single: int = 4
    ap_burst: int = 0
    fire_rate: int = 0
    burst_penalty: int = 0
    gatling: int = 1
    crit_range: int = 1
    crit_die: int = 6
    close: int = 0
    medium: int = 0
    long: int = 0
    extreme: int = 0
    best: Band = "close"
    magazine: int = 0
    radius: int = 0
    indirect: bool = False
    thrown: bool = False
    two_handed: bool = False
    bleed: int = 0
    burn: int = 0
    embed: int = 0
    stun: bool = False
    knockdown: bool = False
