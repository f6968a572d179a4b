"""A weapon as its figure has it now: mode, choke, rounds, and what these make of its numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.rulesets.common import slots
from skirmish.rulesets.dice_pool.arithmetic import CHOKES, INCREMENTS
from skirmish.rulesets.dice_pool.declared import (
    CHOKE,
    JAMMED,
    LOCKED,
    MODE,
    MODE_WORDS,
    ROUNDS,
    UNREADY,
)
from skirmish.rulesets.dice_pool.kinds import AREA_MODES, Arm, Trooper


@frozen(cache_hash=True)
class Gun:
    """A weapon with its switches set, and their effect on its numbers (POOL-42 to 44).

    `mode` is empty for a weapon without modes, `choke` for one without a choke.
    """

    arm: Arm
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
        return self.arm.increment + (self.choke == "narrow")

    @property
    def ap(self) -> int:
        """What it changes armour by."""
        return self.arm.ap - (self.choke == "narrow") + (self.choke == "wide")

    @property
    def dv(self) -> int:
        """Its base damage."""
        return self.arm.dv - (self.choke == "wide")

    @property
    def rate(self) -> int:
        """Its recoil rate; of 0 a narrow choke makes 1 (POOL-A7)."""
        return self.arm.rate + (self.choke == "narrow")

    @property
    def spent(self) -> bool:
        """Whether it has too little for one attack, and nothing to fill it from."""
        return not self.arm.modes and self.rounds < self.arm.volley

    @property
    def compensation(self) -> int:
        """Its recoil compensation."""
        return self.arm.compensation + (self.choke == "wide")

    @property
    def reach(self) -> int:
        """How far it shoots in tiles (POOL-F5)."""
        return INCREMENTS * self.increment


def trooper(figure: Figure) -> Trooper:
    """The stat block of a figure."""
    return cast("Trooper", figure.who.kind)


def arms(figure: Figure) -> tuple[Arm, ...]:
    """The weapons of a figure."""
    return cast("tuple[Arm, ...]", figure.who.weapons)


def gun_in(figure: Figure, slot: int) -> Gun:
    """The weapon in a place as it is set."""
    arm = arms(figure)[slot]
    mode, choke, rounds = _COUNTERS[slot]
    return _gun(
        arm,
        slot,
        _mode(figure.count(mode), arm),
        CHOKES[figure.count(choke)] if arm.choke else "",
        figure.count(rounds),
    )


_gun = lru_cache(maxsize=4096)(Gun)  # one of each: they are asked for all the time
_COUNTERS = tuple(
    tuple(slots.name(counter, slot) for counter in (MODE, CHOKE, ROUNDS))
    for slot in range(slots.MOST)
)


def _mode(value: int, arm: Arm) -> str:
    """The mode that the counter names, or the first that the weapon has."""
    if not arm.modes:
        return ""
    word = MODE_WORDS[value]
    return word if word in arm.modes else arm.modes[0]


def guns(figure: Figure) -> tuple[Gun, ...]:
    """What a figure has to shoot with, in order."""
    return tuple(gun_in(figure, slot) for slot, arm in enumerate(arms(figure)) if arm.increment)


def dry(figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have nothing in them to attack with."""
    return tuple(gun.arm.id for gun in guns(figure) if gun.spent or not gun.rounds)


def gun_of(figure: Figure, order: Order) -> Gun | Refusal:
    """The weapon that an order names, else the first to shoot with."""
    able = guns(figure)
    wanted = order.get("weapon")
    if not able:
        return Refusal(f"{figure.id} has nothing to shoot with", "POOL-F17", "'strike' instead")
    found = next((gun for gun in able if wanted in ("", gun.arm.id)), None)
    if found is None:
        remedy = "one of: " + ", ".join(gun.arm.id for gun in able)
        return Refusal(f"{figure.id} has no {wanted} to shoot with", remedy=remedy)
    return found


def named(figure: Figure, gun: Gun) -> dict[str, str]:
    """How an order says which weapon: not at all where it is the first to shoot with."""
    first = next(slot for slot, arm in enumerate(arms(figure)) if arm.increment)
    return {} if first == gun.slot else {"weapon": gun.arm.id}


def state_of(figure: Figure, gun: Gun, counter: str) -> int:
    """One of the counters kept for each weapon."""
    return figure.count(slots.name(counter, gun.slot))


def out_of_order(figure: Figure, gun: Gun, rounds: int) -> Refusal | None:
    """Why a weapon cannot fire so many rounds now: jammed, not ready, locked, or too few."""
    name = gun.arm.name
    if state_of(figure, gun, JAMMED):
        return Refusal(f"the {name} is jammed", "POOL-F2", "'unjam' it")
    if gun.rounds < rounds:
        what = f"the {name} has {gun.rounds} of {rounds} rounds"
        return Refusal(what, "POOL-A14", _more(gun))
    if state_of(figure, gun, UNREADY):
        return Refusal(f"the {name} must be made ready again", "POOL-04", "'reload' it")
    if state_of(figure, gun, LOCKED):
        return Refusal(f"the {name} fired in SS mode", "POOL-07", "it fires again in its next pass")
    return None


SPENT_REMEDY = "'retrieve' what it shot, or use another weapon"


def _more(gun: Gun) -> str:
    if not gun.arm.modes:
        return SPENT_REMEDY if gun.arm.recoverable else "that was the last"
    return "fire a shorter burst, or 'reload' it" if gun.bursts else "'reload' it"
