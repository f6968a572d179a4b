"""What may be said in a battle, what of it is legal, and who carries it out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.codec import Shape
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common.reactions import REPLY, WHEN
from skirmish.rulesets.dice_pool import (
    blast,
    fire,
    firing,
    handling,
    holding,
    missiles,
    moving,
    striking,
    suppressing,
)
from skirmish.rulesets.dice_pool.actions import unable
from skirmish.rulesets.dice_pool.arithmetic import COMPLEX, SIMPLE
from skirmish.rulesets.dice_pool.declared import HOLDING
from skirmish.rulesets.dice_pool.handling import WEAPON
from skirmish.rulesets.dice_pool.shot import shot_of
from skirmish.rulesets.scene import Scene

BURST = Field(
    "burst",
    Shape.WORD,
    "3, 6 or 10 rounds, or three short ones; a weapon in BF or FA mode fires short ones",
    "",
    ("short", "long", "full", "split"),
)
SPREAD = Field("spread", Shape.WORD, "a line, or a cone", "narrow", ("narrow", "wide"))
CONE = Field("cone", Shape.NUMBER, "a right angle for wide burst and choke", "45", ("45", "90"))
EXTRA = Field("extra", Shape.WORD, "how many extra hits it takes", "most", ("most", "least", "ask"))
LIMIT = Field("limit", Shape.NUMBER, "extra hits on each at most, where nobody is asked", "9")
HELD = Field("held", Shape.WORD, "a held action, which is fired by itself", "no", ("no", "yes"))
_SHOT = (WEAPON, BURST, SPREAD, CONE, EXTRA, LIMIT)
FIRE = Verb(
    "fire", "shoots at an enemy in sight", target=Shape.FIGURE, fields=(*_SHOT, HELD), dice=True
)
BOMBARD = Verb(
    "bombard",
    "fires at a tile: bursts, sprays of shot, grenades and the like",
    target=Shape.TILE,
    fields=_SHOT,
    dice=True,
)
SUPPRESS = Verb(
    "suppress",
    "twenty rounds into a cone, on all who show themselves in it until its next pass; Complex",
    target=Shape.TILE,
    fields=(WEAPON,),
    dice=True,
)
HOLD = Verb(
    "hold",
    "holds a Simple action: one shot before an enemy ahead steps or acts",
    fields=(
        *(WEAPON, BURST, SPREAD, WHEN, REPLY),
        Field("face", Shape.FACING, "where it looks; else where it does now"),
    ),
    exposed=True,
)
VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        **moving.VERBS,
        **{v.name: v for v in (FIRE, BOMBARD, SUPPRESS, HOLD)},
        striking.STRIKE.name: striking.STRIKE,
        **handling.VERBS,
        missiles.RETRIEVE.name: missiles.RETRIEVE,
    }
)


def barred(state: State, order: Order) -> Refusal | None:
    """Why an attack, or what readies one, can't be done whatever the clock says."""
    return _judged(state, order)[0]


def _judged(state: State, order: Order) -> tuple[Refusal | None, int]:
    """Why an order can't be, and what it costs in halves of a pass if it can."""
    figure = state.figures[order.figure]
    if order.verb in (FIRE.name, BOMBARD.name):
        lobs = blast.blast_shot(state, order)
        shot = shot_of(state, order) if lobs is None else lobs
        return (shot, 0) if isinstance(shot, Refusal) else (None, shot.cost)
    if order.verb == SUPPRESS.name:
        sweep = suppressing.sweep_of(state, order)
        return (sweep if isinstance(sweep, Refusal) else None), COMPLEX
    if order.verb == HOLD.name:
        if figure.count(HOLDING):
            what = f"{figure.id} holds an action already"
            return Refusal(what, "POOL-F14", "turn or act to give it up"), SIMPLE
        watch = holding.watch_of(state, order)
        return (watch if isinstance(watch, Refusal) else None), SIMPLE
    if order.verb == striking.STRIKE.name:
        blow = striking.blow_of(state, order)
        return (blow if isinstance(blow, Refusal) else None), COMPLEX
    if order.verb == missiles.RETRIEVE.name:
        return missiles.barred(state, figure, order.target_tile), SIMPLE
    if order.verb in handling.VERBS:
        return handling.barred(figure, order), handling.cost_of(figure, order)
    return None, 0


def refusal(known: View, order: Order) -> Refusal | None:
    """Why an order may not be given now, as far as the side can tell."""
    state = known.state
    if order.verb in moving.VERBS:
        return moving.refusal(state, order)
    if order.get("held") == "yes":
        return Refusal("a held action is fired by itself", "POOL-F14", "'hold' one")
    refused, cost = _judged(state, order)
    return refused or unable(state, state.figures[order.figure], cost)


def halves(state: State, order: Order) -> int:
    """What an order costs in halves of a pass, where it is possible at all."""
    return _judged(state, order)[1]


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack that an order makes; None without dice, and where it can't be made."""
    if order.verb == FIRE.name:
        return fire.attack(state, order)
    if order.verb == BOMBARD.name:
        lobs = blast.blast_shot(state, order)
        return fire.attack(state, order) if lobs is None else blast.attack(state, order)
    if order.verb == SUPPRESS.name:
        return suppressing.attack(state, order)
    return striking.attack(state, order) if order.verb == striking.STRIKE.name else None


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order; who holds an action may answer a step or an action before it is done."""
    if order.verb in moving.VERBS:
        moving.carry_out(scene, order)
        return
    holding.answers(scene, order.figure)
    if scene.state.figures[order.figure].at is not None:
        _act(scene, order)


def _act(scene: Scene, order: Order) -> None:
    """Takes an action; an attack lapses where the answer has made it impossible."""
    if order.verb in handling.VERBS:
        handling.carry_out(scene, order)
    elif order.verb == missiles.RETRIEVE.name:
        missiles.carry_out(scene, order)
    elif order.verb == HOLD.name:
        holding.carry_out(scene, order)
    elif order.verb == SUPPRESS.name:
        suppressing.carry_out(scene, order)
    elif order.verb == striking.STRIKE.name:
        striking.carry_out(scene, order)
    else:
        firing.shoot(scene, order)
