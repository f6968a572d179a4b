"""A figure's numbers, and its weapons as they are set: mode, choke, rounds."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import Figure, once
from skirmish.core.orders import WEAPON, Order, Refusal
from skirmish.rulesets.common import slots
from skirmish.rulesets.dice_pool import kinds
from skirmish.rulesets.dice_pool.counters import CHOKE, MODE, MODE_WORDS, ROUNDS
from skirmish.rulesets.dice_pool.dice import INCREMENTS, wound_dice
from skirmish.rulesets.dice_pool.kinds import AREA_MODES, CHOKES, STOCK, Weapon

kind_of, weapons_of = STOCK.kind_of, STOCK.weapons_of


def boxes(figure: Figure) -> int:
    """Total number of boxes of a figure (POOL-F9)."""
    return kinds.boxes(kind_of(figure).body)


def boxes_left(figure: Figure) -> int:
    """Empty boxes of a figure, at least 1 (POOL-F9)."""
    return max(1, boxes(figure) - figure.damage)


def wounds(figure: Figure) -> int:
    """Dice that a figure loses for its full boxes (POOL-F9)."""
    return wound_dice(figure.damage)


@frozen(cache_hash=True)
class Gun:
    """A weapon with its switches set, and their effect on its numbers (POOL-42 to 44).

    `mode` is empty for a weapon without modes, `choke` for one without a choke.
    """

    weapon: Weapon
    slot: int
    mode: str
    choke: str
    rounds: int

    @property
    def bursts(self) -> bool:
        """Whether it fires bursts as it is set (POOL-11)."""
        return self.mode in AREA_MODES

    @property
    def increment(self) -> int:
        """Its range increment in tiles; a narrow choke adds 1 (POOL-42, POOL-A4)."""
        return self.weapon.increment + (self.choke == "narrow")

    @property
    def ap(self) -> int:
        """Its modifier to armour (POOL-42, POOL-44, POOL-A3)."""
        return self.weapon.ap - (self.choke == "narrow") + (self.choke == "wide")

    @property
    def dv(self) -> int:
        """Its base damage (POOL-44, POOL-31)."""
        return self.weapon.dv - (self.choke == "wide")

    @property
    def rate(self) -> int:
        """Its recoil rate; a narrow choke adds 1, also to 0 (POOL-A7, POOL-42)."""
        return self.weapon.rate + (self.choke == "narrow")

    @property
    def spent(self) -> bool:
        """Whether it has too few rounds for an attack and cannot be refilled.

        POOL-04, POOL-05.
        """
        return not self.weapon.modes and self.rounds < self.weapon.volley

    @property
    def compensation(self) -> int:
        """Its recoil compensation (POOL-44)."""
        return self.weapon.compensation + (self.choke == "wide")

    @property
    def reach(self) -> int:
        """Its reach in tiles (POOL-F5, POOL-A4)."""
        return INCREMENTS * self.increment


def gun_in(figure: Figure, slot: int) -> Gun:
    """The weapon in a slot as it is set (POOL-02, POOL-40)."""
    weapon = weapons_of(figure)[slot]
    mode, choke, rounds = _COUNTERS[slot]
    return _gun(
        weapon,
        slot,
        _mode(figure.count(mode), weapon),
        CHOKES[figure.count(choke)] if weapon.choke else "",
        figure.count(rounds),
    )


_gun = lru_cache(maxsize=4096)(Gun)  # equal ones are shared: they are requested very often
_COUNTERS = tuple(
    tuple(slots.name(counter, slot) for counter in (MODE, CHOKE, ROUNDS))
    for slot in range(slots.MOST)
)


def _mode(value: int, weapon: Weapon) -> str:
    """The mode that the counter names, or the weapon's first mode (POOL-02, POOL-F19)."""
    if not weapon.modes:
        return ""
    word = MODE_WORDS[value]
    return word if word in weapon.modes else weapon.modes[0]


@once
def guns(figure: Figure) -> tuple[Gun, ...]:
    """The weapons that a figure can shoot with, in order."""
    return tuple(
        gun_in(figure, slot) for slot, weapon in enumerate(weapons_of(figure)) if weapon.increment
    )


def gun_of(figure: Figure, order: Order) -> Gun | Refusal:
    """The weapon that an order names, else the first one to shoot with (POOL-F17)."""
    able = guns(figure)
    wanted = order.get(WEAPON)
    if not able:
        return Refusal(f"{figure.id} has nothing to shoot with", "POOL-F17", "use 'strike'")
    found = next((gun for gun in able if wanted in ("", gun.weapon.id)), None)
    if found is None:
        remedy = "one of: " + ", ".join(gun.weapon.id for gun in able)
        return Refusal(f"{figure.id} has no {wanted} to shoot with", remedy=remedy)
    return found


def named(figure: Figure, gun: Gun) -> dict[str, str]:
    """The fields that name a weapon in an order; none for the first to shoot with (POOL-F17)."""
    first = next(slot for slot, weapon in enumerate(weapons_of(figure)) if weapon.increment)
    return {} if first == gun.slot else {WEAPON: gun.weapon.id}


def state_of(figure: Figure, gun: Gun, counter: str) -> int:
    """The value of one of the counters that are kept for each weapon."""
    return figure.count(slots.name(counter, gun.slot))
