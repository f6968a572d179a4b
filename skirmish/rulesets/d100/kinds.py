"""Stat blocks of d100: what a kind of figure and a weapon are, field by field."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from skirmish.core.figures import Kind, Weapon

Morph = Literal["biomorph", "pod", "synthmorph", "bot", "vehicle"]
Mode = Literal["single", "semi", "burst", "full"]
MODES: tuple[Mode, ...] = ("single", "semi", "burst", "full")
LIVING: tuple[Morph, ...] = ("biomorph", "pod")
"""What shock weapons work on (EP-10, EP-11, EP-A5)."""
LONG = 50
"""Centimetres; a longer weapon gives reach (EP-01)."""

MOST_DUR = 999
"""The highest DUR, and the highest wound threshold."""


@frozen(kw_only=True, cache_hash=True)
class Person(Kind):
    """A kind of figure. Skills are target numbers on a d100.

    `init` is added to the initiative die, `speed` is the phases of a turn in which it acts. `dur`
    is the damage that puts it out; each full `wound_threshold` of one hit is a wound. `energy` and
    `kinetic` are its armour. `walk` and `run` are tiles a turn. With a `smartlink` it fires better.
    """

    ranged: int
    melee: int = 30
    unarmed: int = 30
    throwing: int = 30
    perception: int = 40
    infiltration: int = 30
    fray: int = 30
    som: int = 15
    init: int = 5
    speed: int = 1
    dur: int = 30
    wound_threshold: int = 6
    energy: int = 0
    kinetic: int = 0
    morph: Morph = "biomorph"
    walk: int = 4
    run: int = 20
    smartlink: bool = False


@frozen(kw_only=True, cache_hash=True)
class Arm(Weapon):
    """A weapon. Its DV is `dice` d10 + `add`; `ap` is taken off the armour that it is against.

    `skill` says what it is: ranged and throwing ones reach by their bands (`short` to `extreme`,
    in tiles), melee and unarmed ones strike who stands beside. `length` is in centimetres; over
    50 gives reach (EP-01). It fires in its `modes`, the first of them at the start.

    A `blast` weapon goes at a point: `falling` loses 2 DV a metre, `uniform` is as strong out to
    its `radius`. An `indirect` one flies to a point that another of its side sees.

    `magazine` is in rounds, 0: no ammunition. What is thrown, or `disposable`, is not reloaded.
    `shock` weapons fell what lives (EP-10).
    """

    skill: Literal["ranged", "throwing", "melee", "unarmed"] = "ranged"
    dice: int = 0
    add: int = 0
    ap: int = 0
    against: Literal["kinetic", "energy"] = "kinetic"
    modes: tuple[Mode, ...] = ("single",)
    short: int = 0
    medium: int = 0
    long: int = 0
    extreme: int = 0
    magazine: int = 0
    disposable: bool = False
    blast: Literal["", "falling", "uniform"] = ""
    radius: int = 0
    indirect: bool = False
    shock: bool = False
    length: int = 0

    @property
    def close(self) -> bool:
        """Whether it is for close combat."""
        return self.skill in ("melee", "unarmed")

    @property
    def reach(self) -> bool:
        """Whether it gives a reach advantage over what does not (EP-01)."""
        return self.close and self.length > LONG

    @property
    def aimed(self) -> bool:
        """Whether it is fired at figures, not at a point."""
        return not self.close and not self.blast

    @property
    def reloads(self) -> bool:
        """Whether its magazine can be filled again."""
        return self.magazine > 0 and self.skill == "ranged" and not self.disposable

    @property
    def counted(self) -> bool:
        """Whether it counts rounds even where others have tokens (AMMO-07)."""
        return bool(self.blast) or self.disposable or self.skill == "throwing"
