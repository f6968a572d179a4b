"""Held actions, which fire before an enemy steps or acts (POOL-F14); threats on a path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TypeVar

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, in_arc
from skirmish.core.orders import Field, Order, Purpose, Refusal, Verb
from skirmish.core.state import State, Zone
from skirmish.core.view import View, view
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Modifier, modifiers
from skirmish.rulesets.common import reactions, slots, suppression, watch
from skirmish.rulesets.common.reactions import REPLY, WHEN_HIT, Reaction
from skirmish.rulesets.dice_pool.accuracy import attack_of, held_pool, reach
from skirmish.rulesets.dice_pool.ammunition import FIREARM_FIELD, out_of_order
from skirmish.rulesets.dice_pool.budget import spend, takes, unsettle
from skirmish.rulesets.dice_pool.counters import HOLDING
from skirmish.rulesets.dice_pool.dice import BURSTS, MISSED, SIMPLE, Harm, burst_cost
from skirmish.rulesets.dice_pool.figures import Gun, gun_in, gun_of, guns, named, weapons_of
from skirmish.rulesets.dice_pool.outcomes import loss
from skirmish.rulesets.dice_pool.shooting import (
    BURST,
    ENEMIES,
    FIRE,
    SPREAD,
    WIDE,
    bursts,
    fire_held,
    free_to_fire,
    place_of,
    shot_of,
    ways_to_fire,
)
from skirmish.rulesets.dice_pool.suppression import swept_on_the_way
from skirmish.rulesets.families import Family, Fields, Fixed, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, WaitingAttack, costliest

P = TypeVar("P")
ARC = 2
"""Half-angle of the arc that a figure watches, in units of 22.5 degrees (POOL-F14)."""
HELD_BURSTS = ("", "short", "long")
"""Bursts that may be held (POOL-F14)."""
_STANDING_ORDER: Fields = (("when", One(("20%", "40%", "60%"))), ("reply", One(("fire", "ask"))))
SPARE = Field(
    "extra",
    Shape.WORD,
    "net successes bring extra hits: most takes all, enemies takes all but none on its own side",
    "most",
    ("most", ENEMIES),
)
"""The field of an order to hold a burst that says which figures get extra hits (POOL-30)."""
_OF_BURSTS: Fields = (*WIDE, ("extra", One((ENEMIES,))))
HOLD_VERB = Verb(
    "hold",
    "holds a Simple action: one shot before an enemy in its arc moves or acts",
    fields=(
        *(FIREARM_FIELD, BURST, SPREAD, SPARE, WHEN_HIT, REPLY),
        Field("face", Shape.FACING, "the direction to watch", usual="its facing"),
    ),
    exposed=True,
    purpose=Purpose.HOLD,
)


@frozen
class Hold:
    """A shot to hold: its weapon and the watched direction (POOL-F14)."""

    figure: Figure
    gun: Gun
    facing: Facing
    order: Order


def hold_of(state: State, order: Order) -> Hold | Refusal:
    """The shot of an order to hold, or why it is refused (POOL-F14)."""
    figure = state.figures[order.figure]
    if figure.count(HOLDING):
        what = f"{figure.id} holds an action already"
        return Refusal(what, "POOL-F14", "turn or act to give up the hold")
    gun, said = gun_of(figure, order), order.facing("face")
    facing = figure.facing if said is None else said
    if isinstance(gun, Refusal):
        return gun
    if refused := _cannot_hold(figure, gun, order):
        return refused
    if not sees_any(state, figure, facing):
        return Refusal(
            f"{figure.id} sees nothing in that direction", "POOL-F14", "choose another direction"
        )
    return Hold(figure, gun, facing, order)


def _cannot_hold(figure: Figure, gun: Gun, order: Order) -> Refusal | None:
    """Why a shot cannot be held: only a Simple one can (POOL-F14)."""
    if gun.weapon.explodes:
        return Refusal("a blast can't be held", "POOL-F14", "hold another weapon")
    burst = order.get("burst")
    if burst and (
        not gun.bursts or burst not in HELD_BURSTS or burst_cost(burst, gun.mode) != SIMPLE
    ):
        what = f"a {burst} burst is no Simple action"
        return Refusal(what, "POOL-F14", "hold a shorter burst, or change the mode")
    if (order.get("spread") or order.get("extra")) and not gun.bursts:
        return Refusal(
            f"the {gun.weapon.name} fires no bursts in its present mode",
            "POOL-06",
            "change it with 'mode'",
        )
    return out_of_order(figure, gun, held_rounds(gun, burst))


def sees_any(state: State, figure: Figure, facing: Facing) -> bool:
    """Whether there is anything to watch in a direction; adjacent tiles are always in sight.

    POOL-F14.
    """
    return facing in watched(state, figure)


def watched_tiles(state: State, figure: Figure, facing: Facing, gun: Gun) -> int:
    """Mask of the tiles that a figure watches (POOL-F14)."""
    board = state.board
    arc = board.arc_mask(figure.tile, facing, ARC, reach(gun))
    return arc & board.seen_from(figure.tile)


def watched(state: State, figure: Figure) -> tuple[Facing, ...]:
    """The directions in which there is a tile to watch."""
    return _on_the_map(state.board.width, state.board.height, figure.tile)


@lru_cache(maxsize=4096)
def _on_the_map(width: int, height: int, tile: Tile) -> tuple[Facing, ...]:
    """The directions whose arc contains an adjacent tile of the map."""
    x, y = tile
    around = [(x + one.delta[0], y + one.delta[1]) for one in Facing]
    beside = [(x, y) for x, y in around if 0 <= x < width and 0 <= y < height]
    return tuple(f for f in Facing if any(in_arc(tile, f, other, ARC) for other in beside))


def _options(known: View, figure: Figure) -> Iterator[Family]:
    if figure.count(HOLDING):
        return
    looks = watched(known.state, figure)
    if figure.facing not in looks:
        return
    faces: Fields = (("face", One(tuple(facing.name for facing in looks))), *_STANDING_ORDER)
    for gun in guns(figure):
        fields = (*faces, *(_OF_BURSTS if gun.bursts else ()))
        for said in _shots_to_hold(known.state, figure, gun):
            place = place_of(gun, said)
            yield Family(HOLD.name, figure.id, fields=fields, fixed=said, place=place)


def _shots_to_hold(state: State, figure: Figure, gun: Gun) -> Iterator[Fixed]:
    """The fixed fields of each shot that a figure could hold with a weapon."""
    which = tuple(named(figure, gun).items())
    if gun.bursts:
        for burst, cost in bursts(state, figure, gun):
            if cost == SIMPLE:
                yield (*which, ("burst", burst))
    elif not gun.weapon.explodes and free_to_fire(state, figure, gun, SIMPLE, gun.weapon.volley):
        yield which


def _carry_out(scene: Scene, plan: Hold) -> None:
    """Hold a shot; the watched ground becomes a zone (POOL-F14)."""
    name, order, gun = plan.figure.id, plan.order, plan.gun
    scene.cite("POOL-F14")
    unsettle(scene, name, aim=False)
    if plan.facing is not plan.figure.facing:
        scene.emit(Turned(name, plan.facing))
    spend(scene, name, SIMPLE)
    scene.count(name, HOLDING, 1)
    numbers = {
        "slot": gun.slot,
        "burst": HELD_BURSTS.index(order.get("burst")),
        "wide": int(order.get("spread") == "wide"),
        "when": reactions.percent(order),
        "ask": int(reactions.asks(scene.state, order)),
        **({"spares": 1} if order.get("extra") == ENEMIES else {}),
    }
    mask = watched_tiles(scene.state, plan.figure, plan.facing, gun)
    watch.lay(scene, name, scene.state.board.tiles_of(mask), numbers)


HOLD = Action(
    verb=HOLD_VERB,
    plan=lambda known, order: hold_of(known.state, order),
    cost=takes(SIMPLE),
    options=_options,
    carry_out=_carry_out,
)


def offer(state: State, actor: str, _to: Tile | None) -> Iterator[Reaction]:
    """The held shots that enemies may fire at a figure where it stands (POOL-F14)."""
    mark = state.figures[actor]
    for zone in watch.watched(state):
        if zone.side != mark.side and (one := _answer(state, zone, mark)):
            yield one


def replies(state: State, name: str) -> tuple[WaitingAttack, ...]:
    """The held shot at each enemy that it covers, if that enemy acts where it is (POOL-F14)."""
    return tuple(
        reply
        for zone in watch.watched(state)
        if zone.owner == name
        for foe in state.of_side(state.setup.enemy(zone.side))
        if foe.at in zone.tiles and (reply := _reply(state, zone, foe))
    )


def readiness(state: State, name: str) -> tuple[Modifier, ...]:
    """The dice of a held shot that do not depend on its target (POOL-F14)."""
    figure = state.figures[name]
    for zone in watch.watched(state):
        if zone.owner == name:
            gun, burst = gun_in(figure, zone.numbers["slot"]), HELD_BURSTS[zone.numbers["burst"]]
            return modifiers("attack", name, held_pool(figure, gun, held_rounds(gun, burst)))
    return ()


def held_rounds(gun: Gun, burst: str) -> int:
    """The rounds of a held shot; `burst` may be "" for the default (POOL-F14)."""
    return BURSTS[burst or "short"] if gun.bursts else gun.weapon.volley


def _answer(state: State, zone: Zone, mark: Figure) -> Reaction | None:
    """The held shot of a watcher at a figure, with its standing order (POOL-F14)."""
    one = _reply(state, zone, mark)
    if one is None:
        return None
    ask = bool(zone.numbers["ask"])
    return Reaction(zone.owner, one.order, one.chance, when=one.when, ask=ask)


def _reply(state: State, zone: Zone, mark: Figure) -> WaitingAttack | None:
    """The held shot of a watcher at a figure, if it can be fired (POOL-F14)."""
    watcher = state.figures.get(zone.owner)
    # In a view, the owner of an enemy's zone may be out of sight.
    if watcher is None or mark.at is None or watcher.at is None:
        return None
    if not in_arc(watcher.at, watcher.facing, mark.at, ARC):
        return None
    # The decision must not depend on figures that the side does not see.
    known = view(state, zone.side).state
    order = shot_at(watcher, zone, mark.id)
    shot = shot_of(known, order)
    if isinstance(shot, Refusal):
        return None
    attack = attack_of(known, shot)
    odds = attack.odds_on(mark.id)
    chance = odds.chance(lambda struck: isinstance(struck, Harm) and struck.hits > 0)
    return WaitingAttack(mark.id, chance, order, attack, zone.numbers["when"])


def shot_at(watcher: Figure, zone: Zone, target: str) -> Order:
    """The order for a held shot at an enemy (POOL-F14)."""
    numbers = zone.numbers
    gun = gun_in(watcher, numbers["slot"])
    fields = named(watcher, gun)
    if burst := HELD_BURSTS[numbers["burst"]]:
        fields["burst"] = burst
    if numbers["wide"]:
        fields["spread"] = "wide"
    if numbers.get("spares"):
        fields["extra"] = ENEMIES
    return Order.of(FIRE.name, watcher.id, target, held="yes", **fields)


def _fire_held(scene: Scene, reaction: Reaction) -> None:
    """Fire a held shot and end the hold (POOL-F14)."""
    scene.cite("POOL-F14")
    unsettle(scene, reaction.figure, aim=False)
    fire_held(scene, reaction.order)


def answers(scene: Scene, actor: str, to: Tile | None = None) -> None:
    """Let the enemy's held shots answer a figure's coming step or action (POOL-F14)."""
    reactions.react(scene, actor, to, offer, _fire_held)


def interrupted(action: Action[P]) -> Action[P]:
    """The action, which held shots may now interrupt before it is carried out (POOL-F14)."""
    return evolve(action, interrupt=lambda scene, order: answers(scene, order.figure))


def threats(walk: ForeseenPath) -> Iterator[Threat]:
    """Possible attacks on a figure on its way: held shots, once each, and suppressive fire.

    The enemy does not know the successes of suppressive fire, so all possible numbers count.

    POOL-F13, POOL-F14.
    """
    figures = walk.before.figures
    for zone in walk.before.zones.values():
        owner = figures.get(zone.owner)
        if owner is None or owner.at is None:
            continue
        if zone.kind == suppression.KIND and owner.id != walk.name:
            yield from swept_on_the_way(walk, zone, owner)
        elif zone.kind in watch.KINDS and zone.side == walk.enemy:
            yield from _held(walk, owner)


def _held(walk: ForeseenPath, watcher: Figure) -> Iterator[Threat]:
    """The costliest shot of a figure that holds an action, at the first step where it can fire."""
    for step, tile in enumerate(walk.way):
        if not in_arc(watcher.tile, watcher.facing, tile, ARC):
            continue
        state = walk.at(step)
        lost = partial(loss, state, walk.name)
        shot = costliest(_shots(walk, state, step, watcher), walk.name, MISSED, lost)
        if shot is not None:
            yield shot
            return


def _shots(walk: ForeseenPath, state: State, step: int, watcher: Figure) -> Iterator[Threat]:
    for weapon in weapons_of(watcher):
        if not weapon.increment:
            continue
        gun = gun_in(watcher, slots.of(watcher, weapon.id))
        for way, order in ways_to_fire(watcher, gun, walk.name):
            held = order.with_field("held", "yes")
            shot = shot_of(state, held)
            if not order.get("cone") and not isinstance(shot, Refusal):
                attack = attack_of(state, shot)
                yield Threat(watcher.id, step, walk.way[step], f"held, {way}", held, attack)
