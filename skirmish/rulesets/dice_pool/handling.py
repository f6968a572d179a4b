"""What a figure does with itself and its weapons: switches, magazines, aim, posture, defence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.events import Posed, Tested
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.common import slots, watch
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.dice_pool.actions import forget_split, spend, unsettle
from skirmish.rulesets.dice_pool.arithmetic import CHOKES, COMPLEX, MOST_AIM, SIMPLE
from skirmish.rulesets.dice_pool.cited import of_choke, of_gun
from skirmish.rulesets.dice_pool.declared import (
    AIM,
    CHOKE,
    DEFENDING,
    HOLDING,
    JAMMED,
    MODE,
    MODE_WORDS,
    PRONE,
    ROUNDS,
    STANDING,
    UNREADY,
)
from skirmish.rulesets.dice_pool.gun import SPENT_REMEDY, Gun, gun_of, state_of
from skirmish.rulesets.scene import Scene

WEAPON = Field("weapon", Shape.WORD, "which weapon; else its first to shoot with")
AIM_VERB = Verb(
    "aim", "takes aim: a die more for its next attack, three at most; Simple", exposed=True
)
RELOAD = Verb(
    "reload", "fills the magazine, or makes the weapon ready again", fields=(WEAPON,), exposed=True
)
MODE_VERB = Verb(
    "mode",
    "sets a weapon to SS, SA, BF or FA; Simple",
    target=Shape.WORD,
    fields=(WEAPON,),
    exposed=True,
)
CHOKE_VERB = Verb(
    "choke",
    "sets a choke to narrow, medium or wide; Simple",
    target=Shape.WORD,
    fields=(WEAPON,),
    exposed=True,
)
UNJAM = Verb("unjam", "clears a jammed weapon; Simple", fields=(WEAPON,), exposed=True)
POSE = Verb("pose", "drops prone or stands up; Simple", target=Shape.WORD, exposed=True)
DEFEND = Verb("defend", "full defence until its next pass: dodge counts too; Complex", exposed=True)
VERBS: Mapping[str, Verb] = MappingProxyType(
    {v.name: v for v in (AIM_VERB, RELOAD, MODE_VERB, CHOKE_VERB, UNJAM, POSE, DEFEND)}
)
POSTURES = (STANDING, PRONE)


def cost_of(figure: Figure, order: Order) -> int:
    """Halves of a pass that an order takes."""
    if order.verb == DEFEND.name:
        return COMPLEX
    if order.verb == RELOAD.name:
        gun = gun_of(figure, order)
        return SIMPLE if isinstance(gun, Refusal) else reload_cost(gun)
    return SIMPLE


def reload_cost(gun: Gun) -> int:
    """Halves of a pass that a weapon takes to load: a belt or an open breech the whole."""
    return COMPLEX if gun.arm.reload == "complex" else SIMPLE


def barred(figure: Figure, order: Order) -> Refusal | None:
    """Why an order is pointless or impossible, whatever the clock says."""
    if order.verb == AIM_VERB.name:
        return _cannot_aim(figure)
    if order.verb == POSE.name:
        return _cannot_pose(figure, order.target)
    if order.verb == DEFEND.name:
        if figure.count(DEFENDING):
            return Refusal(f"{figure.id} is in full defence", "POOL-F3", "it lasts")
        return None
    gun = gun_of(figure, order)
    return gun if isinstance(gun, Refusal) else _about(figure, gun, order)


def _cannot_aim(figure: Figure) -> Refusal | None:
    if figure.count(AIM) < MOST_AIM:
        return None
    return Refusal(f"{figure.id} can't aim better", "POOL-F4", "three dice are the most")


def _cannot_pose(figure: Figure, posture: str) -> Refusal | None:
    if posture not in POSTURES:
        return Refusal(f"no posture {posture}", "POOL-F4", "one of: " + ", ".join(POSTURES))
    if figure.posture == posture:
        return Refusal(f"{figure.id} is {posture} already")
    return None


def _about(figure: Figure, gun: Gun, order: Order) -> Refusal | None:
    name = gun.arm.name
    if order.verb == MODE_VERB.name:
        if order.target not in gun.arm.modes:
            modes = ", ".join(gun.arm.modes) or "none"
            return Refusal(f"the {name} has no such mode", "POOL-02", f"its modes: {modes}")
        return _already(name, order.target, gun.mode)
    if order.verb == CHOKE_VERB.name:
        if not gun.choke:
            return Refusal(f"the {name} has no choke", "POOL-40", "only some weapons have")
        if order.target not in CHOKES:
            return Refusal("no such choke", "POOL-41", "one of: " + ", ".join(CHOKES))
        return _already(name, order.target, gun.choke)
    if order.verb == UNJAM.name:
        jammed = state_of(figure, gun, JAMMED)
        return None if jammed else Refusal(f"the {name} is not jammed", "POOL-F2")
    return _cannot_load(figure, gun)


def _already(name: str, wanted: str, now: str) -> Refusal | None:
    return Refusal(f"the {name} is set to {now} already") if wanted == now else None


def _cannot_load(figure: Figure, gun: Gun) -> Refusal | None:
    name = gun.arm.name
    if state_of(figure, gun, JAMMED):
        return Refusal(f"the {name} is jammed", "POOL-F2", "'unjam' it")
    if gun.mode:
        full = gun.rounds >= gun.arm.magazine
        return Refusal(f"the {name} is full", "POOL-F4") if full else None
    if not state_of(figure, gun, UNREADY):
        return Refusal(f"the {name} is ready", "POOL-04")
    if gun.rounds < gun.arm.volley:
        remedy = SPENT_REMEDY if gun.arm.recoverable else "use another weapon"
        return Refusal(f"nothing is left for the {name}", "POOL-04", remedy)
    return None


def gives_up_hold(state: State, figure: Figure, order: Order) -> bool:
    """Whether an order sets the weapon that a figure holds a shot with (POOL-F14)."""
    if order.verb not in (MODE_VERB.name, CHOKE_VERB.name) or not figure.count(HOLDING):
        return False
    gun = gun_of(figure, order)
    held = [zone.numbers.get("slot") for zone in watch.zones(state) if zone.owner == figure.id]
    return isinstance(gun, Gun) and gun.slot in held


def changed(figure: Figure, order: Order) -> Figure:
    """The figure as an order leaves it, what the order costs apart."""
    if order.verb == POSE.name:
        return evolve(figure, posture=order.target)
    return evolve(figure, counters={**figure.counters, **_settings(figure, order)})


def _settings(figure: Figure, order: Order) -> dict[str, int]:
    """The counters that an order sets, and what to."""
    if order.verb == AIM_VERB.name:
        return {AIM: figure.count(AIM) + 1}
    if order.verb == DEFEND.name:
        return {DEFENDING: 1}
    gun = gun_of(figure, order)
    if isinstance(gun, Refusal):
        raise TypeError(f"{order}: {gun}")
    if order.verb == MODE_VERB.name:
        return {slots.name(MODE, gun.slot): MODE_WORDS.index(order.target)}
    if order.verb == CHOKE_VERB.name:
        return {slots.name(CHOKE, gun.slot): list[str](CHOKES).index(order.target)}
    if order.verb == UNJAM.name:
        return {slots.name(JAMMED, gun.slot): 0}
    if gun.mode:
        return {slots.name(ROUNDS, gun.slot): gun.arm.magazine}
    return {slots.name(UNREADY, gun.slot): 0}


def carry_out(scene: Scene, order: Order) -> None:
    """Do a legal order of these; aim stays, and a held shot whose weapon is not set anew."""
    name, figure = order.figure, scene.state.figures[order.figure]
    gives_up = gives_up_hold(scene.state, figure, order)
    spend(scene, name, cost_of(figure, order))
    forget_split(scene, name)
    if gives_up:
        unsettle(scene, name, aim=False)
        scene.cite("POOL-F14")
    if order.verb == POSE.name:
        scene.emit(Posed(name, order.target))
        return
    if order.verb == UNJAM.name:
        scene.emit(Tested(name, "weapon", "cleared"))
    for counter, value in _settings(figure, order).items():
        count(scene, name, counter, value)
    scene.cite(*_cited(scene.state.figures[name], order))


def _cited(figure: Figure, order: Order) -> Iterator[str]:
    """The numbered rules that an order of these applied; `figure` is as it left it."""
    plain = {AIM_VERB.name: ("POOL-F7",), DEFEND.name: ("POOL-F3",), UNJAM.name: ("POOL-F2",)}
    yield from plain.get(order.verb, ())
    gun = gun_of(figure, order) if order.verb not in (AIM_VERB.name, DEFEND.name) else None
    if not isinstance(gun, Gun):
        return
    if order.verb == MODE_VERB.name:
        yield from ("POOL-01", "POOL-02", "POOL-A2")
    elif order.verb == CHOKE_VERB.name:
        yield from of_choke(gun)
    elif order.verb == RELOAD.name:
        yield from ("POOL-F19", *(() if gun.mode else of_gun(gun)))
