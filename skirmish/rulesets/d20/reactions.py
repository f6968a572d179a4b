"""Overwatch: the order, the attacks on an enemy that acts in its cone, the threats on a path.

The zone keeps mode, weapon and standing order; the number of attacks left follows from the action
points and rounds at hand (D20-41 to D20-45, D20-F10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TypeVar

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.dice import Script
from skirmish.core.events import Counted, Event, Fired, Struck, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Field, Order, Purpose, Refusal, Verb
from skirmish.core.state import State, Zone
from skirmish.core.view import View, view
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.common import areas, slots, watch
from skirmish.rulesets.common import reactions as common_reactions
from skirmish.rulesets.common.deploy import FACINGS
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d20.accuracy import BURST, Shot, attack_of
from skirmish.rulesets.d20.ammunition import empty
from skirmish.rulesets.d20.budget import left, of_attack, short
from skirmish.rulesets.d20.counters import WATCH_BURSTS, WATCHING
from skirmish.rulesets.d20.figures import weapons_of
from skirmish.rulesets.d20.kinds import Weapon, shots, usable
from skirmish.rulesets.d20.outcomes import SPARED, loss
from skirmish.rulesets.d20.shooting import (
    FIRE,
    MODE,
    WATCHED,
    chosen,
    dear_burst,
    fields_of,
    in_bursts,
    payable,
    resolve,
    shot_of,
    spend,
    unable,
)
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, WaitingAttack, costliest

P = TypeVar("P")
HALF_CONE = 2
"""Half of 90 degrees, in units of 22.5 (D20-F10)."""
CHANCES = One(("20%", "40%", "60%"))
REPLIES = One((common_reactions.FIRE, common_reactions.ASK))
OVERWATCH_VERB = Verb(
    "overwatch",
    "watches an arc of 90 degrees until its next turn; ends this turn",
    fields=(
        Field("face", Shape.FACING, "the direction to watch", usual="its facing"),
        MODE,
        common_reactions.REPLY,
        WEAPON_FIELD,
        common_reactions.WHEN_HIT,
    ),
    purpose=Purpose.WATCH,
)


@frozen
class Watch:
    """A figure that goes on overwatch: its weapon, mode and facing (D20-F10)."""

    figure: Figure
    weapon: Weapon
    bursts: bool
    facing: Facing
    order: Order


def _plan(known: View, order: Order) -> Watch | Refusal:
    """Plan to go on overwatch, with single shots or bursts (D20-41, D20-F10)."""
    figure = known.state.figures[order.figure]
    weapon = chosen(figure, order)
    if isinstance(weapon, Refusal):
        return weapon
    bursts = in_bursts(weapon, order)
    if refused := unable(known.state, figure, weapon, bursts=bursts):
        return refused
    facing = order.facing("face")
    return Watch(figure, weapon, bursts, figure.facing if facing is None else facing, order)


def _affordable(_known: View, plan: Watch) -> Refusal | None:
    """Why a figure can't pay for one attack from overwatch (D20-43, D20-F10)."""
    points, what, _ = Shot(plan.figure, plan.weapon, plan.figure, plan.bursts).price
    return short(plan.figure, points, what, "D20-F10")


def _options(known: View, figure: Figure) -> Iterator[Family]:
    for weapon, bursts in usable(weapons_of(figure)):
        if payable(known.state, figure, weapon, bursts=bursts):
            yield Family(
                OVERWATCH.name,
                figure.id,
                fields=(
                    ("face", FACINGS),
                    (common_reactions.REPLY.name, REPLIES),
                    (common_reactions.WHEN.name, CHANCES),
                ),
                hint=BURST if bursts else "",
                fixed=fields_of(figure, weapon, bursts=bursts),
            )


def attack_costs(weapon: Weapon, *, bursts: bool) -> int:
    """The cost of each attack from overwatch (D20-43)."""
    return of_attack(weapon, burst=bursts)


def attacks_left(state: State, figure: Figure, weapon: Weapon, *, bursts: bool) -> int:
    """The attacks that points and ammunition allow on overwatch (D20-F10, D20-43, D20-A11)."""
    times = left(figure) // max(1, attack_costs(weapon, bursts=bursts))
    while times and empty(state, figure, weapon, times * shots(weapon, burst=bursts)):
        times -= 1
    return times


def cone(state: State, figure: Figure, weapon: Weapon, facing: Facing) -> int:
    """Mask of the tiles that overwatch with a weapon covers (D20-F10)."""
    return areas.cone(state.board, figure.tile, facing, weapon.long, HALF_CONE)


def _carry_out(scene: Scene, plan: Watch) -> None:
    """Go on overwatch: the cone is laid out as a zone (D20-41, D20-F10)."""
    name = plan.figure.id
    if plan.facing is not plan.figure.facing:
        scene.emit(Turned(name, plan.facing))
    scene.cite("D20-F10", *(("D20-41",) if plan.bursts else ()))
    scene.emit(Counted(name, WATCHING, 1))
    numbers = {
        "burst": int(plan.bursts),
        "slot": slots.of(plan.figure, plan.weapon.id),
        "when": common_reactions.percent(plan.order),
        "ask": int(common_reactions.asks(scene.state, plan.order)),
    }
    tiles = scene.state.board.tiles_of(cone(scene.state, plan.figure, plan.weapon, plan.facing))
    watch.lay(scene, name, tiles, numbers)


OVERWATCH = Action(
    verb=OVERWATCH_VERB,
    worded=lambda known, order: dear_burst(known.state.figures[order.figure], order, "D20-F10"),
    plan=_plan,
    cost=Cost(Fraction(1), ready=_affordable),
    options=_options,
    carry_out=_carry_out,
)
"""The order to watch; it takes the whole bound (D20-41, D20-F10)."""


def interrupted(action: Action[P]) -> Action[P]:
    """The same action, which figures on overwatch may answer before it is carried out (D20-F19)."""
    return evolve(action, interrupt=_interrupt)


def _interrupt(scene: Scene, order: Order) -> None:
    """Let overwatch answer an attack before it is made (D20-F19)."""
    before = len(scene.attempts)
    answer(scene, order.figure, None)
    if len(scene.attempts) > before:
        scene.cite("D20-F19")


def end_watch(scene: Scene, side: str) -> None:
    """End all overwatch of a side (D20-F10, D20-F16)."""
    for zone in tuple(watch.watched(scene.state)):
        if zone.side == side:
            watch.lift(scene, zone.owner)


def answer(scene: Scene, actor: str, to: Tile | None) -> None:
    """Let each figure answer in whose cone an enemy acts, before the step or attack is made.

    D20-F10.
    """
    common_reactions.react(scene, actor, to, _offers, _answer_by_fire)


def _offers(state: State, actor: str, to: Tile | None) -> Iterator[common_reactions.Reaction]:
    """The attacks that figures on overwatch can make on a figure that acts (D20-F10)."""
    figure = state.figures[actor]
    for zone in watch.watched(state):
        inside = figure.at in zone.tiles and (to is None or to in zone.tiles)
        # On a view, the owner of an enemy zone may be out of sight.
        if zone.side == figure.side or not inside or zone.owner not in state.figures:
            continue
        order = standing_order(state, zone, actor)
        known = view(state, zone.side).state
        shot = shot_of(known, order, watch=True)
        if not isinstance(shot, Refusal) and _can_pay(shot):
            numbers = zone.numbers
            yield common_reactions.Reaction(
                zone.owner, order, chance(known, shot), numbers["when"], bool(numbers["ask"])
            )


def replies(state: State, name: str) -> tuple[WaitingAttack, ...]:
    """The attack of a watcher on each enemy in its cone, if that enemy acts on its tile."""
    return tuple(_replies(state, name))


def _replies(state: State, name: str) -> Iterator[WaitingAttack]:
    for zone in watch.watched(state):
        if zone.owner != name:
            continue
        for foe in state.of_side(state.setup.enemy(zone.side)):
            order = standing_order(state, zone, foe.id)
            shot = shot_of(state, order, watch=True)
            if foe.at in zone.tiles and not isinstance(shot, Refusal) and _can_pay(shot):
                likely, attack = chance(state, shot), attack_of(state, shot)
                yield WaitingAttack(foe.id, likely, order, attack, zone.numbers["when"])


def _can_pay(shot: Shot) -> bool:
    """Whether a watcher has the points for its attack (D20-43)."""
    return short(shot.shooter, shot.points) is None


def standing_order(state: State, zone: Zone, target: str) -> Order:
    """The attack that a zone's owner makes on a figure that acts in it (D20-42)."""
    watcher = state.figures[zone.owner]
    order = Order.of(FIRE.name, watcher.id, target, weapon=weapon_of(watcher, zone).id)
    return order.with_field("mode", BURST) if zone.numbers["burst"] else order


def weapon_of(watcher: Figure, zone: Zone) -> Weapon:
    """The weapon that a figure watches with."""
    return weapons_of(watcher)[zone.numbers["slot"]]


def chance(known: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    return attack_of(known, shot).odds_on(shot.target.id).chance(_hits)


def _hits(harmed: object) -> bool:
    return bool(getattr(harmed, "hits", 0))


def _answer_by_fire(scene: Scene, reaction: common_reactions.Reaction) -> None:
    """Make an attack from overwatch; overwatch ends if no further attack is possible.

    D20-43, D20-F10, D20-F19.
    """
    watcher = scene.state.figures[reaction.figure]
    known = scene.view(watcher.side).state
    shot = shot_of(known, reaction.order, watch=True)
    if isinstance(shot, Refusal):
        return
    resolve(scene, known, shot)
    after = scene.state.figures[watcher.id]
    if short(after, shot.points) or unable(scene.state, after, shot.weapon, bursts=shot.burst):
        watch.lift(scene, watcher.id)
    watch.come_out(scene, watcher.id)


def threats(walk: ForeseenPath) -> Iterator[Threat]:
    """The attacks from overwatch that each watcher can make along the path (D20-41, D20-F10).

    Weapon and mode are those seen in the present bound (D20-42), else the costliest ones where the
    figure first comes under fire.
    """
    for zone in watch.watched(walk.before):
        watcher = walk.before.figures.get(zone.owner)
        if zone.side == walk.enemy and watcher is not None and watcher.at is not None:
            yield from _by(walk, zone, watcher)


def _by(walk: ForeseenPath, zone: Zone, watcher: Figure) -> Iterator[Threat]:
    chosen: Threat | None = None
    for step, (here, there) in enumerate(pairwise(walk.way) if walk.way[1:] else (walk.way * 2,)):
        if here not in zone.tiles or there not in zone.tiles:
            continue
        state = walk.at(step).with_figure(watcher)
        orders = _orders(walk, watcher) if chosen is None else (chosen.order,)
        options = (one for order in orders if (one := _attack(walk, state, step, order)))
        one = costliest(options, walk.name, SPARED, partial(loss, state, walk.name))
        if one is not None:
            chosen = one
            yield one
            watcher = _fired(state, one.order)


def _orders(walk: ForeseenPath, watcher: Figure) -> Iterator[Order]:
    """The attacks of every weapon and mode that may be on overwatch, as far as the enemy knows."""
    seen = _seen_fire(walk.news, watcher.id)
    for weapon, bursts in usable(weapons_of(watcher)):
        if seen not in (None, (weapon.id, shots(weapon, burst=bursts))):
            continue
        order = Order.of(FIRE.name, watcher.id, walk.name, weapon=weapon.id)
        yield order.with_field("mode", BURST) if bursts else order


def _seen_fire(news: Iterable[Event], watcher: str) -> tuple[str, int] | None:
    """The weapon and the shots of a figure's last attack from overwatch in some news."""
    weapon, seen = "", None
    for event in news:
        match event:
            case Fired(figure=name, how=how, weapon=used) if (name, how) == (watcher, WATCHED):
                weapon = used
            case Struck(source=name, how=how, sums=sums) if (name, how) == (watcher, WATCHED):
                seen = weapon, sums.get("shots", 1)
            case _:
                pass
    return seen


def _attack(walk: ForeseenPath, state: State, step: int, order: Order) -> Threat | None:
    shot = shot_of(state, order, watch=True)
    if isinstance(shot, Refusal) or short(shot.shooter, shot.points):
        return None
    attack, way = attack_of(state, shot), "overwatch, burst" if shot.burst else "overwatch"
    return Threat(shot.shooter.id, step, walk.way[step], way, order, attack)


def _fired(state: State, order: Order) -> Figure:
    """A watcher after an attack: points, rounds, recoil (D20-43 to D20-45)."""
    shot = shot_of(state, order, watch=True)
    scene = Scene(state, state.figures[order.figure].side, order, Script(()), ())
    if isinstance(shot, Shot):
        spend(scene, shot)
    watcher = scene.state.figures[order.figure]
    if isinstance(shot, Shot) and shot.burst:
        watcher = watcher.with_counters({WATCH_BURSTS: watcher.count(WATCH_BURSTS) + 1})
    return watcher
