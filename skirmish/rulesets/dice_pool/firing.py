"""Shots as they are carried out: the round leaves, the dice fall, weapons jam."""

from __future__ import annotations

from skirmish.core.events import Fired, Linked, Stopped, Tested
from skirmish.core.orders import Order, Refusal
from skirmish.rulesets.action import LAPSED
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool import cited, missiles
from skirmish.rulesets.dice_pool.actions import forget_split, spend, unsettle
from skirmish.rulesets.dice_pool.arithmetic import SPLIT as PARTS
from skirmish.rulesets.dice_pool.blast import blast_shot, explode
from skirmish.rulesets.dice_pool.declared import (
    FIRED,
    JAMMED,
    LOCKED,
    LOST,
    ROUNDS,
    SHOT_AT,
    SPLIT,
    SPLIT_TARGETS,
    SPLIT_WITH,
    UNREADY,
    USED,
)
from skirmish.rulesets.dice_pool.fire import attack_of
from skirmish.rulesets.dice_pool.gun import Gun
from skirmish.rulesets.dice_pool.rolling import fault_at, pool_of, roll, targets_of
from skirmish.rulesets.dice_pool.rules import Fault
from skirmish.rulesets.dice_pool.shot import TARGETED, Shot, in_split, shot_of
from skirmish.rulesets.scene import Scene


def shoot(scene: Scene, order: Order) -> None:
    """Carries out a shot, if what came before has left it possible."""
    figure = scene.state.figures[order.figure]
    if figure.at is None:
        return
    known = scene.view(figure.side).state
    lobs = blast_shot(known, order)
    shot = shot_of(known, order) if lobs is None else lobs
    if isinstance(shot, Refusal):
        scene.emit(Stopped(figure.id, LAPSED))
        return
    if lobs is not None:
        announce(scene, shot, show=not shot.gun.arm.lobbed)
        start, pool = explode(scene, shot)
        scene.cite(*cited.of_gun(shot.gun))
    else:
        # Taken before it shows itself: out of hiding it may surprise.
        direct = shot.half == TARGETED
        attack = attack_of(known if direct else scene.state, shot)
        announce(scene, shot)
        start, pool = len(scene.dice.faces), pool_of(attack)
        outcomes = roll(scene, figure.id, attack, pool=pool, ask=order.get("extra") == "ask")
        scene.cite(*cited.of_shot(shot, targets_of(attack), outcomes))
        missiles.lay(scene, figure.side, shot.aim, shot.gun.arm, shot.rounds)
    gone_wrong(scene, figure.id, shot.gun, start, pool)


def announce(scene: Scene, shot: Shot, *, show: bool = True) -> None:
    """Shows who shoots at whom, and takes the action, the rounds and what they bring."""
    name, gun = shot.shooter.id, shot.gun
    look_at(scene, name, shot.aim)
    if show:
        expose(scene, name)
    at = None if shot.half == TARGETED and shot.target else shot.aim
    thrown = gun.arm.lobbed and not gun.mode
    how = "held" if shot.held else "throw" if thrown else shot.burst
    scene.emit(Fired(name, gun.arm.id, target=shot.target, at=at, how=how))
    _mark_split(scene, shot)
    if not shot.held:
        spend(scene, name, shot.cost)
    use_up(scene, name, gun, shot.rounds)


def use_up(scene: Scene, name: str, gun: Gun, rounds: int) -> None:
    """Rounds gone, recoil gathered, the weapon locked or to be made ready again; no aim is left."""
    figure = scene.state.figures[name]
    count(scene, name, slots.name(ROUNDS, gun.slot), gun.rounds - rounds)
    count(scene, name, FIRED, figure.count(FIRED) + rounds)
    if gun.mode == "ss":
        count(scene, name, slots.name(LOCKED, gun.slot), 1)
    if not gun.mode:
        count(scene, name, slots.name(UNREADY, gun.slot), 1)
    unsettle(scene, name)


def _mark_split(scene: Scene, shot: Shot) -> None:
    """Keep account of a split burst; any other shot ends it (POOL-16, POOL-A15).

    Only a figure is a target: a burst at an empty tile makes those after it no harder.
    """
    name, target = shot.shooter.id, shot.target
    figure = scene.state.figures[name]
    if shot.burst != "split":
        forget_split(scene, name)
        return
    if not in_split(figure, shot.gun):
        forget_split(scene, name)
        count(scene, name, SPLIT, PARTS)
        count(scene, name, SPLIT_WITH, shot.gun.slot)
    left = scene.state.figures[name].count(SPLIT) - 1
    if not left:
        forget_split(scene, name)
        return
    count(scene, name, SPLIT, left)
    if target and not scene.state.linked(SHOT_AT, a=name, b=target):
        count(scene, name, SPLIT_TARGETS, figure.count(SPLIT_TARGETS) + 1)
        scene.emit(Linked(SHOT_AT, name, target))


def gone_wrong(scene: Scene, name: str, gun: Gun, start: int, pool: int) -> None:
    """After the attack: a weapon that jams, a pass that is lost (POOL-F2)."""
    fault = fault_at(scene, start, pool) if pool else Fault.NONE
    figure = scene.state.figures[name]
    if fault is Fault.NONE or figure.at is None:
        return
    scene.cite("POOL-F2")
    scene.emit(Tested(name, "weapon", "jams"))
    count(scene, name, slots.name(JAMMED, gun.slot), 1)
    forget_split(scene, name)
    if fault is Fault.LOST and scene.state.clock.side == figure.side:
        count(scene, name, USED, LOST)
