"""Readiness of weapons: rounds, modes, chokes, jams, missiles that can be picked up.

Missiles that can be used again lie where they came down (POOL-04, POOL-F20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Tested, Unzoned, Zoned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots, watch
from skirmish.rulesets.common.present import in_reach, present_at
from skirmish.rulesets.defaults import always
from skirmish.rulesets.dice_pool.budget import (
    OF_CHANGE,
    Change,
    can_make,
    forget_split,
    make,
    spend,
    takes,
    unable,
)
from skirmish.rulesets.dice_pool.counters import (
    CHOKE,
    HOLDING,
    JAMMED,
    LOCKED,
    MISSILE,
    MODE,
    MODE_WORDS,
    ROUNDS,
    UNREADY,
)
from skirmish.rulesets.dice_pool.dice import COMPLEX, SIMPLE
from skirmish.rulesets.dice_pool.figures import (
    Gun,
    gun_in,
    gun_of,
    guns,
    named,
    state_of,
    weapons_of,
)
from skirmish.rulesets.dice_pool.kinds import CHOKES, Weapon
from skirmish.rulesets.dice_pool.rolling import of_choke, of_gun
from skirmish.rulesets.families import Family, One, Spots
from skirmish.rulesets.scene import Scene

FIREARM_FIELD = slots.weapon_field("its first firearm")
RELOAD_VERB = Verb(
    "reload",
    "fills the magazine, or readies the weapon again",
    fields=(FIREARM_FIELD,),
    exposed=True,
    purpose=Purpose.RELOAD,
)
MODE_VERB = Verb(
    "mode",
    "sets a weapon to single shots (SS, SA), bursts (BF) or full automatic (FA); Simple",
    target=Shape.WORD,
    fields=(FIREARM_FIELD,),
    exposed=True,
)
CHOKE_VERB = Verb(
    "choke",
    "sets a choke to narrow, medium or wide; Simple",
    target=Shape.WORD,
    fields=(FIREARM_FIELD,),
    exposed=True,
)
UNJAM_VERB = Verb(
    "unjam",
    "clears a jammed weapon; Simple",
    fields=(FIREARM_FIELD,),
    exposed=True,
    purpose=Purpose.CLEAR,
)
RETRIEVE_VERB = Verb(
    "retrieve", "picks up spent missiles on its own tile or beside it; Simple", target=Shape.TILE
)
NO_MISSILES: Mapping[str, int] = MappingProxyType({})


def out_of_order(figure: Figure, gun: Gun, rounds: int) -> Refusal | None:
    """Why a weapon cannot fire so many rounds now: jammed, not ready, locked, too few (POOL-04).

    POOL-05, POOL-07, POOL-A2, POOL-A14, POOL-F2.
    """
    name, said = gun.weapon.name, partial(Refusal, weapon=gun.weapon.id)
    if state_of(figure, gun, JAMMED):
        return said(_jam_words(gun), "POOL-F2", "'unjam' it")
    if gun.rounds < rounds:
        left = pluralize(gun.rounds, "round") if gun.rounds else "no rounds"
        what = f"the {name} has {left} and needs {rounds}"
        return said(what, "POOL-A14", _more(gun))
    if state_of(figure, gun, UNREADY):
        return said(f"the {name} must be readied again", "POOL-04", "'reload' it")
    if state_of(figure, gun, LOCKED):
        return said(f"the {name} fired in SS mode", "POOL-07", "it fires again in its next pass")
    return None


def _jam_words(gun: Gun) -> str:
    """The words for a jammed weapon; of a thrown one, the next is stuck (POOL-F2)."""
    name = gun.weapon.name
    return f"the next {name} is stuck" if gun.weapon.thrown else f"the {name} is jammed"


SPENT_REMEDY = "'retrieve' spent missiles, or use another weapon"


def _more(gun: Gun) -> str:
    if not gun.weapon.modes:
        return SPENT_REMEDY if gun.weapon.recoverable else "use another weapon"
    shorter = gun.bursts and gun.rounds
    return "fire a shorter burst, or 'reload' it" if shorter else "'reload' it"


def empty_weapons(_state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have no ammunition for an attack."""
    return tuple(gun.weapon.id for gun in guns(figure) if gun.spent or not gun.rounds)


def reload_cost(gun: Gun) -> int:
    """Halves of a pass that loading takes; the whole for a belt or an open breech (POOL-05).

    POOL-F4.
    """
    return COMPLEX if gun.weapon.reload == "complex" else SIMPLE


def _load(_state: State, figure: Figure, gun: Gun, _target: str) -> Change | Refusal:
    """Fill a magazine, or make a weapon without modes ready (POOL-04, POOL-F4, POOL-F19)."""
    if refused := _cannot_load(figure, gun):
        return refused
    if gun.mode:
        counters = {slots.name(ROUNDS, gun.slot): gun.weapon.magazine}
    else:
        counters = {slots.name(UNREADY, gun.slot): 0}
    return Change(figure, reload_cost(gun), counters, slot=gun.slot)


def _cannot_load(figure: Figure, gun: Gun) -> Refusal | None:
    """Why a weapon cannot be readied or need not be (POOL-04, POOL-05, POOL-F2, POOL-F19)."""
    name = gun.weapon.name
    if state_of(figure, gun, JAMMED):
        return Refusal(_jam_words(gun), "POOL-F2", "'unjam' it")
    if gun.mode:
        full = gun.rounds >= gun.weapon.magazine
        return Refusal(f"the {name} is full", "POOL-F4") if full else None
    if not state_of(figure, gun, UNREADY):
        return Refusal(f"the {name} is ready", "POOL-04")
    if gun.rounds < gun.weapon.volley:
        remedy = SPENT_REMEDY if gun.weapon.recoverable else "use another weapon"
        return Refusal(f"the {name} has no ammunition left", "POOL-04", remedy)
    return None


def _mode(state: State, figure: Figure, gun: Gun, mode: str) -> Change | Refusal:
    """Set a weapon to one of its modes (POOL-02)."""
    name = gun.weapon.name
    if mode not in gun.weapon.modes:
        modes = ", ".join(gun.weapon.modes) or "none"
        return Refusal(f"the {name} has no such mode", "POOL-02", f"its modes: {modes}")
    if mode == gun.mode:
        return Refusal(f"the {name} is set to {mode} already", concerns=mode)
    return _setting(state, figure, gun, MODE, MODE_WORDS.index(mode))


def _choke(state: State, figure: Figure, gun: Gun, choke: str) -> Change | Refusal:
    """Set the choke of a weapon that has one (POOL-40, POOL-41)."""
    name = gun.weapon.name
    if not gun.choke:
        return Refusal(f"the {name} has no choke", "POOL-40", "only some weapons have one")
    if choke not in CHOKES:
        return Refusal("no such choke", "POOL-41", "one of: " + ", ".join(CHOKES))
    if choke == gun.choke:
        return Refusal(f"the {name} is set to {choke} already", concerns=choke)
    return _setting(state, figure, gun, CHOKE, list[str](CHOKES).index(choke))


def _setting(state: State, figure: Figure, gun: Gun, counter: str, value: int) -> Change:
    """Change a setting; a shot held with the weapon is lost (POOL-F14, POOL-F4)."""
    held = [zone.numbers.get("slot") for zone in watch.watched(state) if zone.owner == figure.id]
    gives_up = bool(figure.count(HOLDING)) and gun.slot in held
    counters = {slots.name(counter, gun.slot): value}
    return Change(figure, counters=counters, slot=gun.slot, gives_up=gives_up)


def _unjammed(_state: State, figure: Figure, gun: Gun, _target: str) -> Change | Refusal:
    """Clear a jam, or refuse if there is none (POOL-F2, POOL-F4)."""
    if not state_of(figure, gun, JAMMED):
        return Refusal(f"the {gun.weapon.name} is not jammed", "POOL-F2")
    return Change(figure, counters={slots.name(JAMMED, gun.slot): 0}, slot=gun.slot, told="cleared")


_NO_TARGET = always(("",))


def _chokes(weapon: Weapon) -> tuple[str, ...]:
    """The settings of a weapon's choke, if it has one (POOL-40, POOL-41)."""
    return CHOKES if weapon.choke else ()


def _to_change(
    verb: Verb,
    change: Callable[[State, Figure, Gun, str], Change | Refusal],
    carry_out: Callable[[Scene, Change], None],
    targets: Callable[[Weapon], tuple[str, ...]] = _NO_TARGET,
) -> Action[Change]:
    """Return the order to change one of a figure's weapons.

    `change` gets the weapon and the target of the order, one of `targets`.
    """

    def plan(known: View, order: Order) -> Change | Refusal:
        state, figure = known.state, known.state.figures[order.figure]
        return then(gun_of(figure, order), lambda gun: change(state, figure, gun, order.target))

    def options(known: View, figure: Figure) -> Iterator[Family]:
        if unable(known.state, figure, SIMPLE) is not None:
            return
        for gun in guns(figure):
            which = tuple(named(figure, gun).items())
            for name in targets(gun.weapon):
                if can_make(known, change(known.state, figure, gun, name)):
                    target = One((name,)) if name else None
                    yield Family(verb.name, figure.id, target, fixed=which, place=(gun.slot,))

    return Action(verb=verb, plan=plan, cost=OF_CHANGE, options=options, carry_out=carry_out)


def _reload(scene: Scene, change: Change) -> None:
    make(scene, change)
    gun = gun_in(scene.state.figures[change.figure.id], change.slot)
    scene.cite("POOL-F19", *(() if gun.mode else of_gun(gun)))


def _unjam(scene: Scene, change: Change) -> None:
    """Clear a jam (POOL-F2)."""
    make(scene, change)
    scene.cite("POOL-F2")


def _set_mode(scene: Scene, change: Change) -> None:
    make(scene, change)
    scene.cite("POOL-01", "POOL-02", "POOL-A2")


def _set_choke(scene: Scene, change: Change) -> None:
    make(scene, change)
    scene.cite(*of_choke(gun_in(scene.state.figures[change.figure.id], change.slot)))


RELOAD = _to_change(RELOAD_VERB, _load, _reload)
UNJAM = _to_change(UNJAM_VERB, _unjammed, _unjam)
SET_MODE = _to_change(MODE_VERB, _mode, _set_mode, lambda weapon: weapon.modes)
SET_CHOKE = _to_change(CHOKE_VERB, _choke, _set_choke, _chokes)


def zone_id(side: str, tile: Tile) -> str:
    """The id of the zone of a side's missiles on a tile; it reveals nothing beyond the tile.

    POOL-F20.
    """
    return f"{MISSILE}_{side}_{tile[0]}_{tile[1]}"


def lying(state: State, side: str, tile: Tile) -> Mapping[str, int]:
    """The numbers of a side's missiles on a tile, by weapon (POOL-F20)."""
    zone = state.zones.get(zone_id(side, tile))
    return NO_MISSILES if zone is None else zone.numbers


def leave_missiles(scene: Scene, side: str, tile: Tile, weapon: Weapon, number: int) -> None:
    """Leave missiles of a weapon on the aimed tile, if they can be picked up (POOL-F20).

    POOL-04.
    """
    if weapon.recoverable:
        there = lying(scene.state, side, tile)
        _set_missiles(scene, side, tile, {**there, weapon.id: there.get(weapon.id, 0) + number})


def _set_missiles(scene: Scene, side: str, tile: Tile, numbers: Mapping[str, int]) -> None:
    """Set the missiles that lie on a tile (POOL-F20)."""
    name, left = zone_id(side, tile), {one: number for one, number in numbers.items() if number}
    if left:
        scene.emit(Zoned(name, MISSILE, side, (tile,), numbers=left))
    else:
        scene.emit(Unzoned(name))


def fitting(state: State, figure: Figure, tile: Tile) -> Mapping[int, int]:
    """The numbers of missiles on a tile that a figure can take, by slot of their weapon.

    POOL-F19, POOL-F20.
    """
    there = lying(state, figure.side, tile)
    room = {
        slot: min(there.get(weapon.id, 0), weapon.magazine - figure.count(slots.name(ROUNDS, slot)))
        for slot, weapon in enumerate(weapons_of(figure))
        if weapon.recoverable
    }
    return {slot: number for slot, number in room.items() if number > 0}


def no_pickup(state: State, figure: Figure, tile: Tile) -> Refusal | None:
    """Why a figure can't pick up anything on a tile, as far as its side can tell (POOL-F20)."""
    where = tile_text(tile)
    if not state.board.inside(tile) or not _at_hand(state, figure, tile):
        if lying(state, figure.side, tile):
            return Refusal(f"{where} is out of {figure.id}'s reach", "POOL-F20", "move next to it")
        what = f"nothing to retrieve lies in {figure.id}'s reach"
        return Refusal(what, "POOL-F20", "move next to missiles of your side")
    there = present_at(state, figure.side, tile)
    if there is not None and there.side != figure.side:
        return Refusal(f"{there.id} stands on {where}", "POOL-F20", "wait until it is gone")
    if fitting(state, figure, tile):
        return None
    mine = [weapon for weapon in weapons_of(figure) if weapon.id in lying(state, figure.side, tile)]
    if any(weapon.recoverable for weapon in mine):
        return Refusal(f"{figure.id} carries as many as it can", "POOL-F20", "shoot first")
    what = f"no missile of {figure.id}'s weapons lies on {where}"
    return Refusal(what, "POOL-F20", "name a tile with missiles of your side")


def _at_hand(state: State, figure: Figure, tile: Tile) -> bool:
    """Whether a tile is in reach to pick something up: its own or an adjacent one (POOL-F20)."""
    return tile == figure.tile or in_reach(state.board, figure.tile, tile)


def missile_tiles(state: State, figure: Figure) -> Iterator[Tile]:
    """The tiles with missiles that a figure could pick up from where it stands (POOL-F20)."""
    for zone in state.zones.values():
        if zone.kind == MISSILE and zone.side == figure.side:
            yield from (tile for tile in zone.tiles if no_pickup(state, figure, tile) is None)


def with_missiles(state: State, figure: Figure, tile: Tile) -> Figure:
    """The figure after picking up missiles; their weapon is then ready, unless it is slow to ready.

    POOL-F20.
    """
    return figure.with_counters(_counters(state, figure, tile))


def _counters(state: State, figure: Figure, tile: Tile) -> dict[str, int]:
    """The counters that picking up sets, with their new values (POOL-04, POOL-F20)."""
    found: dict[str, int] = {}
    for slot, number in fitting(state, figure, tile).items():
        rounds = slots.name(ROUNDS, slot)
        found[rounds] = figure.count(rounds) + number
        if weapons_of(figure)[slot].reload == "simple":
            found[slots.name(UNREADY, slot)] = 0
    return found


@frozen
class Pickup:
    """A figure, and a tile where it picks up all that it can carry."""

    figure: Figure
    tile: Tile


def _plan_pickup(known: View, order: Order) -> Pickup | Refusal:
    figure, tile = known.state.figures[order.figure], order.target_tile
    return no_pickup(known.state, figure, tile) or Pickup(figure, tile)


def _pickup_options(known: View, figure: Figure) -> Iterator[Family]:
    mask = known.state.board.mask_of(missile_tiles(known.state, figure))
    if mask:
        yield Family(RETRIEVE.name, figure.id, Spots(mask, known.state.board))


def _pick_up(scene: Scene, plan: Pickup) -> None:
    """Pick up all missiles that the figure can take (POOL-04, POOL-F4, POOL-F20)."""
    name, tile = plan.figure.id, plan.tile
    figure = scene.state.figures[name]
    taken, set_to = fitting(scene.state, figure, tile), _counters(scene.state, figure, tile)
    spend(scene, name, SIMPLE)
    forget_split(scene, name)
    left = dict(lying(scene.state, figure.side, tile))
    for slot, number in taken.items():
        left[weapons_of(figure)[slot].id] -= number
    scene.emit(Tested(name, "missiles", f"picked_up_{sum(taken.values())}"))
    _set_missiles(scene, figure.side, tile, left)
    for counter, value in set_to.items():
        scene.count(name, counter, value)
    scene.cite("POOL-04", "POOL-F20")


RETRIEVE = Action(
    verb=RETRIEVE_VERB,
    plan=_plan_pickup,
    cost=takes(SIMPLE),
    options=_pickup_options,
    carry_out=_pick_up,
)
