"""Missiles that lie where they came down, and can be picked up there (POOL-04, POOL-F20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.events import Tested, Unzoned, Zoned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.present import present_at
from skirmish.rulesets.dice_pool.actions import forget_split, spend
from skirmish.rulesets.dice_pool.arithmetic import SIMPLE
from skirmish.rulesets.dice_pool.declared import MISSILE, ROUNDS, UNREADY
from skirmish.rulesets.dice_pool.gun import arms
from skirmish.rulesets.dice_pool.kinds import Arm
from skirmish.rulesets.scene import Scene

RETRIEVE = Verb(
    "retrieve", "picks up spent missiles on its own tile or beside it; Simple", target=Shape.TILE
)
NO_MISSILES: Mapping[str, int] = MappingProxyType({})


def zone_id(side: str, tile: Tile) -> str:
    """The zone of a side's missiles on a tile; it tells no more than all see that see the tile."""
    return f"{MISSILE}_{side}_{tile[0]}_{tile[1]}"


def lying(state: State, side: str, tile: Tile) -> Mapping[str, int]:
    """How many missiles of a side lie on a tile, by weapon."""
    zone = state.zones.get(zone_id(side, tile))
    return NO_MISSILES if zone is None else zone.numbers


def lay(scene: Scene, side: str, tile: Tile, arm: Arm, number: int) -> None:
    """Let missiles of a weapon lie where they were aimed, if they can be picked up."""
    if arm.recoverable:
        there = lying(scene.state, side, tile)
        _leave(scene, side, tile, {**there, arm.id: there.get(arm.id, 0) + number})


def _leave(scene: Scene, side: str, tile: Tile, numbers: Mapping[str, int]) -> None:
    """Set what lies on a tile."""
    name, left = zone_id(side, tile), {arm: number for arm, number in numbers.items() if number}
    if left:
        scene.emit(Zoned(name, MISSILE, side, (tile,), numbers=left))
    else:
        scene.emit(Unzoned(name))


def fitting(state: State, figure: Figure, tile: Tile) -> Mapping[int, int]:
    """How many of the missiles on a tile a figure can take, by the place of their weapon."""
    there = lying(state, figure.side, tile)
    room = {
        slot: min(there.get(arm.id, 0), arm.magazine - figure.count(slots.name(ROUNDS, slot)))
        for slot, arm in enumerate(arms(figure))
        if arm.recoverable
    }
    return {slot: number for slot, number in room.items() if number > 0}


def barred(state: State, figure: Figure, tile: Tile) -> Refusal | None:
    """Why a figure can't pick up anything on a tile, as far as its side can tell."""
    where = tile_text(tile)
    if not state.board.inside(tile) or not _at_hand(state, figure, tile):
        return Refusal(f"{where} is out of {figure.id}'s reach", "POOL-F20", "go up to it")
    there = present_at(state, figure.side, tile)
    if there is not None and there.side != figure.side:
        return Refusal(f"{there.id} stands on {where}", "POOL-F20", "wait until it is gone")
    if fitting(state, figure, tile):
        return None
    mine = [arm for arm in arms(figure) if arm.id in lying(state, figure.side, tile)]
    if any(arm.recoverable for arm in mine):
        return Refusal(f"{figure.id} carries as many as it can", "POOL-F20", "shoot first")
    what = f"no missile of {figure.id}'s weapons lies on {where}"
    return Refusal(what, "POOL-F20", "name a tile where one of your side's lies")


def _at_hand(state: State, figure: Figure, tile: Tile) -> bool:
    return tile == figure.tile or in_reach(state.board, figure.tile, tile)


def tiles(state: State, figure: Figure) -> Iterator[Tile]:
    """The tiles on which lies what a figure could pick up from where it stands."""
    for zone in state.zones.values():
        if zone.kind == MISSILE and zone.side == figure.side:
            yield from (tile for tile in zone.tiles if barred(state, figure, tile) is None)


def changed(state: State, figure: Figure, tile: Tile) -> Figure:
    """The figure with what it picks up, which makes its weapon ready, save a slow one."""
    return evolve(figure, counters={**figure.counters, **_counters(state, figure, tile)})


def _counters(state: State, figure: Figure, tile: Tile) -> dict[str, int]:
    """The counters that picking up sets, and what to."""
    found: dict[str, int] = {}
    for slot, number in fitting(state, figure, tile).items():
        rounds = slots.name(ROUNDS, slot)
        found[rounds] = figure.count(rounds) + number
        if arms(figure)[slot].reload == "simple":
            found[slots.name(UNREADY, slot)] = 0
    return found


def carry_out(scene: Scene, order: Order) -> None:
    """Pick up what a figure can take."""
    name, tile = order.figure, order.target_tile
    figure = scene.state.figures[name]
    taken, set_to = fitting(scene.state, figure, tile), _counters(scene.state, figure, tile)
    spend(scene, name, SIMPLE)
    forget_split(scene, name)
    left = dict(lying(scene.state, figure.side, tile))
    for slot, number in taken.items():
        left[arms(figure)[slot].id] -= number
    scene.emit(Tested(name, "missiles", f"picked_up_{sum(taken.values())}"))
    _leave(scene, figure.side, tile, left)
    for counter, value in set_to.items():
        count(scene, name, counter, value)
    scene.cite("POOL-04", "POOL-F20")
