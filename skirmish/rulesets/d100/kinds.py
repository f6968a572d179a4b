"""Stat blocks of d100: kinds of figure, weapons; the armoury that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import Check, Stock, within

Morph = Literal["biomorph", "pod", "synthmorph", "bot", "vehicle"]
"""What a figure is (EP-F24)."""


Mode = Literal["single", "semi", "burst", "full"]


MODES: tuple[Mode, ...] = ("single", "semi", "burst", "full")
"""Firing modes (EP-F12)."""
LIVING: tuple[Morph, ...] = ("biomorph", "pod")
"""The kinds of body that shocks affect (EP-10, EP-11, EP-A5)."""
LONG = 50
"""Centimetres; a longer weapon gives reach (EP-01)."""
MOST_DUR = 999
"""The highest DUR, and the highest wound threshold."""
FISTS = "fists"
"""The id of the weapon that every figure has (EP-F28)."""


@frozen(kw_only=True, cache_hash=True)
class Kind(figures.Kind):
    """A kind of figure (EP-F24). Skills are target numbers on a d100.

    `init` is added to the initiative die, `speed` is the phases of a turn in which it acts. `dur`
    is the damage that puts it out; each full `wound_threshold` of one hit is a wound. `energy` and
    `kinetic` are its armour. `walk` and `run` are tiles a turn. With a `smartlink` it fires better.

    EP-F4, EP-F5.
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
class Weapon(figures.Weapon):
    """A weapon. Its DV is `dice` d10 + `add`; `ap` reduces the armour of the kind `against`.

    `skill` gives its use: ranged and throwing weapons reach as far as their bands (`short` to
    `extreme`, in tiles), melee and unarmed ones strike adjacent figures. `length` is in
    centimetres; over 50 gives reach (EP-01). It fires in its `modes`, initially the first.

    A `blast` weapon is aimed at a point: `falling` loses 2 DV a metre, `uniform` is equally strong
    within its `radius`. An `indirect` one can be aimed at a point that only another figure of its
    side sees.

    `magazine` is in rounds; 0 means no ammunition. Thrown and `disposable` weapons cannot be
    reloaded. `shock` weapons can fell living bodies (EP-10).

    EP-F14, EP-F19, EP-F21, EP-F22.
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
    def at_tiles(self) -> str:
        """How it attacks a tile."""
        if self.blast and self.skill == "throwing":
            return "throw"
        return "fire" if self.blast else ""

    @property
    def close(self) -> bool:
        """Whether it is for close combat."""
        return self.skill in ("melee", "unarmed")

    @property
    def reach(self) -> bool:
        """Whether it gives a reach advantage (EP-01)."""
        return self.close and self.length > LONG

    @property
    def aimed(self) -> bool:
        """Whether it is fired at figures, not at a point."""
        return not self.close and not self.blast

    @property
    def reloads(self) -> bool:
        """Whether its magazine can be filled again (EP-F19)."""
        return self.magazine > 0 and self.skill == "ranged" and not self.disposable

    @property
    def counted(self) -> bool:
        """Whether its rounds are counted even under the house rule of tokens (AMMO-07, EP-F20)."""
        return bool(self.blast) or self.disposable or self.skill == "throwing"


_SKILLS = ("ranged", "melee", "unarmed", "throwing", "perception", "infiltration", "fray")


def _kind_checks(kind: Kind) -> Iterator[Check]:
    for skill in _SKILLS:
        yield within(kind, skill, 0, 150)
    yield within(kind, "som", 0, 50)
    yield within(kind, "init", 0, 40)
    yield within(kind, "speed", 1, 4)
    yield within(kind, "dur", 1, MOST_DUR)
    yield within(kind, "wound_threshold", 1, MOST_DUR)
    yield within(kind, "energy", 0, 99)
    yield within(kind, "kinetic", 0, 99)
    yield within(kind, "walk", 0, 40, " tiles")
    yield within(kind, "run", 0, 100, " tiles")
    yield kind.run >= kind.walk, f"run must be at least walk, {kind.walk}, not {kind.run}"
    yield within(kind, "points", 0, 999)


def _weapon_checks(arm: Weapon) -> Iterator[Check]:
    yield within(arm, "dice", 0, 10)
    yield within(arm, "add", 0, 50)
    yield within(arm, "ap", 0, 99)
    yield within(arm, "magazine", 0, 2000, " rounds")
    yield within(arm, "length", 0, 500, " cm")
    bands = (arm.short, arm.medium, arm.long, arm.extreme)
    rising = bands == tuple(sorted(bands)) and arm.short >= 0 and arm.extreme <= 300
    yield rising, f"short, medium, long and extreme must rise from 0 to 300 tiles, not be {bands}"
    yield arm.close or arm.extreme > 0, "it needs a range (short to extreme)"
    yield not (arm.close and arm.extreme), "a weapon for close combat has no range"
    yield arm.close or arm.magazine > 0, "it needs a magazine: the number of rounds"
    yield not arm.close or arm.magazine == 0, "a weapon for close combat has no magazine"
    ordered = tuple(mode for mode in MODES if mode in arm.modes)
    yield (
        bool(arm.modes) and len(arm.modes) == len(ordered),
        "modes needs one mode, none twice",
    )
    single = arm.modes == ("single",)
    yield (
        single or (arm.skill == "ranged" and not arm.blast),
        'modes other than single need skill = "ranged" and no blast',
    )
    yield from _blast_checks(arm)


def _blast_checks(arm: Weapon) -> Iterator[Check]:
    yield within(arm, "radius", 0, 40, " tiles")
    uniform = arm.blast == "uniform"
    yield uniform == (arm.radius > 0), 'radius and blast = "uniform" need each other'
    yield not (arm.blast and arm.close), "a weapon for close combat has no blast"
    yield not arm.blast or arm.dice + arm.add > 0, "blast needs a DV: dice or add"
    yield not arm.indirect or bool(arm.blast), "indirect is only for blasts"


STOCK = Stock("skirmish.rulesets.d100", Kind, Weapon, _kind_checks, _weapon_checks)


def fists() -> Weapon:
    """The weapon that every figure has in close combat (EP-F28)."""
    return STOCK.weapons()[FISTS]
