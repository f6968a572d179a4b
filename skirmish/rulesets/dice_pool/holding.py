"""A held Simple action: a figure waits, and fires before an enemy's step or action (POOL-F14)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.events import Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, in_arc
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.core.view import view
from skirmish.rulesets.common import reactions, watch
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.reactions import Reaction
from skirmish.rulesets.dice_pool.actions import spend, unsettle
from skirmish.rulesets.dice_pool.arithmetic import ROUNDS, SIMPLE, action
from skirmish.rulesets.dice_pool.declared import HOLDING
from skirmish.rulesets.dice_pool.fire import attack_of
from skirmish.rulesets.dice_pool.firing import shoot
from skirmish.rulesets.dice_pool.gun import Gun, gun_in, gun_of, named, out_of_order
from skirmish.rulesets.dice_pool.rules import Harm
from skirmish.rulesets.dice_pool.shot import reach, shot_of
from skirmish.rulesets.scene import Scene

ARC = 2
"""Half of the arc that it watches in units of 22.5 degrees."""
BURSTS = ("", "short", "long")


def watch_of(state: State, order: Order) -> Gun | Refusal:
    """The weapon that an order to hold has ready, or why it can't be held."""
    figure = state.figures[order.figure]
    gun = gun_of(figure, order)
    if isinstance(gun, Refusal):
        return gun
    if gun.arm.explodes:
        return Refusal("a blast can't be held", "POOL-F14", "hold another weapon")
    burst = order.get("burst")
    if burst and (not gun.bursts or burst not in BURSTS or action(burst, gun.mode) != SIMPLE):
        what = f"no {burst} burst as a Simple action"
        return Refusal(what, "POOL-F14", "hold a shorter burst, or change the mode")
    if order.get("spread") and not gun.bursts:
        return Refusal(f"the {gun.arm.name} fires no bursts as it is set", "POOL-06", "see 'mode'")
    needed = ROUNDS[burst or "short"] if gun.bursts else gun.arm.volley
    if refused := out_of_order(figure, gun, needed):
        return refused
    if not sees_any(state, figure, _facing(figure, order)):
        return Refusal(f"{figure.id} sees nothing that way", "POOL-F14", "look elsewhere")
    return gun


def _facing(figure: Figure, order: Order) -> Facing:
    said = order.facing("face")
    return figure.facing if said is None else said


def sees_any(state: State, figure: Figure, facing: Facing) -> bool:
    """Whether there is anything to watch that way: a tile beside it is always in sight."""
    x, y = figure.tile
    beside = ((x + one.delta[0], y + one.delta[1]) for one in Facing)
    return any(state.board.inside(t) and in_arc(figure.tile, facing, t, ARC) for t in beside)


def mask_of(state: State, figure: Figure, facing: Facing, gun: Gun) -> int:
    """The tiles that a figure watches."""
    board = state.board
    arc = board.arc_mask(figure.tile, facing, ARC, reach(gun))
    return arc & board.seen_from(figure.tile)


def carry_out(scene: Scene, order: Order) -> None:
    """A figure begins to wait."""
    scene.cite("POOL-F14")
    figure = scene.state.figures[order.figure]
    gun = watch_of(scene.state, order)
    if isinstance(gun, Refusal):
        raise TypeError(f"{order}: {gun}")
    facing = _facing(figure, order)
    unsettle(scene, figure.id, aim=False)
    if facing is not figure.facing:
        scene.emit(Turned(figure.id, facing))
    spend(scene, figure.id, SIMPLE)
    count(scene, figure.id, HOLDING, 1)
    numbers = {
        "slot": gun.slot,
        "burst": BURSTS.index(order.get("burst")),
        "wide": int(order.get("spread") == "wide"),
        "when": reactions.percent(order),
        "ask": int(reactions.asks(scene.state, order)),
    }
    tiles = scene.state.board.tiles_of(mask_of(scene.state, figure, facing, gun))
    watch.lay(scene, figure.id, tiles, numbers)


def offer(state: State, actor: str, _to: Tile | None) -> Iterator[Reaction]:
    """The held shots that enemies of a figure may fire at it where it stands."""
    mark = state.figures[actor]
    for zone in watch.zones(state):
        if zone.side != mark.side and (one := _answer(state, zone, mark)):
            yield one


def replies(state: State, name: str) -> Iterator[tuple[str, Fraction]]:
    """The chance of any hit on each enemy that a held shot covers, should it act where it is."""
    for zone in watch.zones(state):
        if zone.owner == name:
            for foe in state.of_side(state.setup.enemy(zone.side)):
                if foe.at in zone.tiles and (one := _answer(state, zone, foe)):
                    yield foe.id, one.chance


def _answer(state: State, zone: Zone, mark: Figure) -> Reaction | None:
    watcher = state.figures.get(zone.owner)
    # Of the enemy's zones on a view the owner may be out of sight.
    if watcher is None or mark.at is None or watcher.at is None:
        return None
    if not in_arc(watcher.at, watcher.facing, mark.at, ARC):
        return None
    # Whom its side does not see is not to sway whether it fires.
    known = view(state, zone.side).state
    order = shot_at(watcher, zone, mark.id)
    shot = shot_of(known, order)
    if isinstance(shot, Refusal):
        return None
    odds = attack_of(known, shot).odds_on(mark.id)
    chance = odds.chance(lambda struck: isinstance(struck, Harm) and struck.hits > 0)
    return Reaction(
        watcher.id, order, chance, when=zone.numbers["when"], ask=bool(zone.numbers["ask"])
    )


def shot_at(watcher: Figure, zone: Zone, target: str) -> Order:
    """The shot that a figure has held, at an enemy."""
    numbers = zone.numbers
    gun = gun_in(watcher, numbers["slot"])
    fields = named(watcher, gun)
    if burst := BURSTS[numbers["burst"]]:
        fields["burst"] = burst
    if numbers["wide"]:
        fields["spread"] = "wide"
    return Order.of("fire", watcher.id, target, held="yes", **fields)


def fire(scene: Scene, reaction: Reaction) -> None:
    """Fires a held shot; it is held no more."""
    scene.cite("POOL-F14")
    unsettle(scene, reaction.figure, aim=False)
    shoot(scene, reaction.order)


def answers(scene: Scene, actor: str, to: Tile | None = None) -> None:
    """Lets the enemy's held shots answer what a figure is about to do."""
    reactions.react(scene, actor, to, offer, fire)
