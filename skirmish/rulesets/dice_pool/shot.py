"""What an order to shoot amounts to, or why it can't be: weapon, mode, burst, range, sight, rounds.

All of it is about the attack and nothing about the clock; it reads the same on a side's view.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text, within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common.present import present, present_at
from skirmish.rulesets.dice_pool.arithmetic import (
    COMPLEX,
    ROUNDS,
    SIMPLE,
    action,
    cone_halves,
)
from skirmish.rulesets.dice_pool.arithmetic import (
    SPLIT as PARTS,
)
from skirmish.rulesets.dice_pool.declared import SPLIT, SPLIT_WITH, SURPRISED
from skirmish.rulesets.dice_pool.gun import Gun, gun_of, out_of_order

TARGETED = -1
"""As the half-angle of an attack: it has no area, but one target (POOL-10)."""
WIDE_CHOKE_REACH = 2
"""Increments that a cone of a wide choke reaches (POOL-F12)."""
MOST_EXTRA = 9


@frozen
class Shot:
    """A shot as ordered, and possible.

    `burst` is empty for a single attack. `half` is half the angle of its cone in units of 22.5
    degrees, 0 for a line, `TARGETED` for one target. `cost` is in halves of a pass. `extra` is the
    most extra hits where nobody is asked.
    """

    shooter: Figure
    gun: Gun
    aim: Tile
    target: str
    burst: str
    rounds: int
    wide: bool
    half: int
    cost: int
    held: bool
    extra: int

    @property
    def stops(self) -> bool:
        """Whether a body stops a round (POOL-20, POOL-A11, POOL-A16)."""
        spray = not self.burst and self.gun.choke == "wide"
        return not (self.gun.arm.penetrating or spray)

    @property
    def length(self) -> int:
        """How far it goes, in tiles."""
        return reach(self.gun)


def reach(gun: Gun) -> int:
    """How far a weapon's attack goes; with a wide choke to the second increment (POOL-F12)."""
    return WIDE_CHOKE_REACH * gun.increment if gun.choke == "wide" else gun.reach


def shot_of(state: State, order: Order) -> Shot | Refusal:
    """What an order of `fire`, or of `bombard` with no blast, amounts to."""
    shooter = state.figures[order.figure]
    gun = gun_of(shooter, order)
    if isinstance(gun, Refusal):
        return gun
    if gun.arm.explodes:
        return Refusal(f"the {gun.arm.name} is aimed at a tile", "POOL-F16", "'bombard' a tile")
    burst = _burst(shooter, gun, order)
    if isinstance(burst, Refusal):
        return burst
    name, cost = burst
    half = _half(gun, order)
    aim = _aim(state, shooter, order, half)
    if isinstance(aim, Refusal):
        return aim
    refused = out_of_order(shooter, gun, _rounds_needed(shooter, gun, name))
    if refused := refused or out_of_reach(state, shooter, gun, aim[0]):
        return refused
    return Shot(
        shooter=shooter,
        gun=gun,
        aim=aim[0],
        target=aim[1],
        burst=name,
        rounds=ROUNDS[name] if name else gun.arm.volley,
        wide=order.get("spread") == "wide",
        half=half,
        cost=cost,
        held=order.get("held") == "yes",
        extra=0 if order.get("extra") == "least" else order.number("limit", MOST_EXTRA),
    )


def _half(gun: Gun, order: Order) -> int:
    if not gun.bursts and not gun.choke:
        return TARGETED
    return cone_halves(
        wide_burst=order.get("spread") == "wide",
        choke=gun.choke,
        right_angle=order.number("cone", 45) == 90,
    )


def in_split(figure: Figure, gun: Gun) -> bool:
    """Whether a figure is in the midst of a split burst with this weapon (POOL-16)."""
    return bool(figure.count(SPLIT)) and figure.count(SPLIT_WITH) == gun.slot


def _burst(figure: Figure, gun: Gun, order: Order) -> tuple[str, int] | Refusal:
    """The burst that an order fires, empty for none, and what it costs in halves of a pass."""
    said = order.get("burst")
    limit = order.number("limit", MOST_EXTRA)
    if not 0 <= limit <= MOST_EXTRA:
        return Refusal(f"limit={limit}", "POOL-30", f"0 to {MOST_EXTRA} extra hits")
    if not gun.bursts:
        if said or order.get("spread") or order.get("cone"):
            what = f"the {gun.arm.name} fires no bursts as it is set"
            return Refusal(what, "POOL-06", "leave out burst=, spread= and cone=")
        return "", SIMPLE
    if order.get("cone") and not (order.get("spread") == "wide" and gun.choke == "wide"):
        return Refusal("a cone that wide", "POOL-47", "it takes a wide burst and a wide choke")
    burst = said or "short"
    cost = action(burst, gun.mode)
    if cost is None:
        return Refusal(f"no {burst} burst in {gun.mode.upper()} mode", "POOL-14", "see 'mode'")
    if order.get("held") == "yes" and cost == COMPLEX:
        return Refusal(f"a {burst} burst is a Complex action", "POOL-F14", "hold a Simple one")
    return burst, 0 if burst == "split" and in_split(figure, gun) else cost


def _rounds_needed(figure: Figure, gun: Gun, burst: str) -> int:
    """Rounds that must be there; a split burst needs all of its own at the start (POOL-A14)."""
    if not burst:
        return gun.arm.volley
    begins = burst == "split" and not in_split(figure, gun)
    return ROUNDS[burst] * (PARTS if begins else 1)


def _aim(state: State, shooter: Figure, order: Order, half: int) -> tuple[Tile, str] | Refusal:
    """The tile that is aimed at, and the figure there that the order is about."""
    if order.verb == "bombard":
        tile = order.target_tile
        if half == TARGETED:
            return Refusal("this fires at one figure", "POOL-10", "'fire' at one")
        there = enemy_at(state, shooter, tile)
        return there if isinstance(there, Refusal) else (tile, there)
    target = enemy_of(state, shooter, order.target)
    return target if isinstance(target, Refusal) else (target.tile, target.id)


def enemy_of(state: State, figure: Figure, name: str) -> Figure | Refusal:
    """The enemy in sight that an order names, if the figure may act against it."""
    found = next((f for f in present(state, figure.side) if f.id == name), None)
    if found is None:
        return Refusal(f"no {name} in sight", remedy="name an enemy that your side sees")
    if found.side == figure.side:
        return Refusal(f"{name} is on your side", remedy="name an enemy")
    return surprised(state, figure, found) or found


def enemy_at(state: State, figure: Figure, tile: Tile) -> str | Refusal:
    """The enemy in sight on a tile that is aimed at, "" for nobody, if it may be aimed at."""
    if not state.board.inside(tile) or tile == figure.tile:
        return Refusal(f"{tile_text(tile)} can't be aimed at", remedy="aim at another tile")
    there = present_at(state, figure.side, tile)
    if there is None or there.side == figure.side:
        return ""
    return surprised(state, figure, there) or there.id


def surprised(state: State, figure: Figure, by: Figure) -> Refusal | None:
    """Why a figure may not act against one that has surprised it."""
    if not state.linked(SURPRISED, a=figure.id, b=by.id):
        return None
    what = f"{figure.id} is surprised by {by.id}"
    return Refusal(what, "POOL-F15", "it can act against others, or in its next pass")


def out_of_reach(state: State, shooter: Figure, gun: Gun, aim: Tile) -> Refusal | None:
    """Why a tile is too far for a weapon, or out of the sight that it needs."""
    if not within(shooter.tile, aim, reach(gun)):
        what = f"that is beyond the {reach(gun)} tiles of the {gun.arm.name}"
        return Refusal(what, "POOL-F5", "go nearer")
    if not gun.arm.lobbed and not state.board.sees(shooter.tile, aim):
        return Refusal(f"{shooter.id} has no line of sight", "POOL-F5", "find another place")
    return None
