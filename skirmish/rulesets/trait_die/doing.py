"""Orders of a bound: what is legal, and what is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from skirmish.core.events import Counted, Linked, Posed
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import walking
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import (
    ammunition,
    attacks,
    blows,
    cited,
    holding,
    lobs,
    orders,
    shots,
    sweeps,
)
from skirmish.rulesets.trait_die.acting import (
    CRAWL,
    allowance,
    lower,
    pace,
    rooted,
    spend,
    unready,
)
from skirmish.rulesets.trait_die.declared import AIM, PRONE, STANDING
from skirmish.rulesets.trait_die.parts import soldier
from skirmish.rulesets.trait_die.rules import run


def barred(state: State, order: Order) -> Refusal | None:
    """Why an attack can't be made whatever the clock says: weapon, range, sight, ammunition."""
    made: object = None
    if order.verb == orders.FIRE.name:
        made = shots.fire_of(state, order)
        if not isinstance(made, Refusal) and order.get("wild") == attacks.ASK:
            return _nothing_to_place(made)
    elif order.verb == orders.BOMBARD.name:
        made = lobs.lob_of(state, order)
    elif order.verb == orders.SUPPRESS.name:
        made = sweeps.hail_of(state, order)
    elif order.verb == orders.STRIKE.name:
        made = blows.blow_of(state, order)
    return made if isinstance(made, Refusal) else None


def _nothing_to_place(fire: shots.Fire) -> Refusal | None:
    if soldier(fire.shooter).wild_card and fire.mode in shots.MANY:
        return None
    return Refusal("there is no Wild Die to place", "AMMO-F10", "leave out wild=")


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack of an order; None without dice, and where it can't be made."""
    if order.verb == orders.FIRE.name:
        fire = shots.fire_of(state, order)
        return None if isinstance(fire, Refusal) else shots.attack_of(state, fire)
    if order.verb == orders.BOMBARD.name:
        lob = lobs.lob_of(state, order)
        return None if isinstance(lob, Refusal) else lobs.attack_of(state, lob)
    if order.verb == orders.SUPPRESS.name:
        hail = sweeps.hail_of(state, order)
        return None if isinstance(hail, Refusal) else sweeps.attack_of(state, hail)
    if order.verb == orders.STRIKE.name:
        blow = blows.blow_of(state, order)
        return None if isinstance(blow, Refusal) else blows.attack_of(blow)
    return None


def refusal(known: View, order: Order) -> Refusal | None:
    """Why a figure may not do this now, as far as its side can tell."""
    return judged(known.state, order)


def judged(state: State, order: Order) -> Refusal | None:
    """The same, on the state of a view."""
    figure = state.figures[order.figure]
    if order.verb in orders.WALKS or order.verb in (walking.DOOR.name, orders.POSE.name):
        return rooted(state, figure) or _moving_refusal(state, order)
    whole = order.verb in (orders.SUPPRESS.name, orders.HOLD.name)
    if refused := unready(state, figure, whole=whole):
        return refused
    if order.verb in orders.ATTACKS:
        return barred(state, order)
    if order.verb == orders.AIM.name:
        return aim_refusal(state, order)
    if order.verb == orders.RELOAD.name:
        arm = ammunition.reload_arm(figure, order)
    else:
        arm = holding.held_arm(figure, order)
    return arm if isinstance(arm, Refusal) else None


def _moving_refusal(state: State, order: Order) -> Refusal | None:
    figure = state.figures[order.figure]
    if order.verb == orders.POSE.name:
        return _pose_refusal(state, order)
    if order.verb == walking.DOOR.name:
        return walking.door_refusal(state, figure, order.target_tile, pace(figure))
    running = order.verb == walking.RUN.name
    if running and figure.count("run"):
        return Refusal(f"{figure.id} runs already", "AMMO-F4", "'move' on with what is left")
    if running and figure.posture == PRONE:
        return Refusal(f"{figure.id} lies down", "AMMO-F23", "rise first")
    return walking.path_refusal(state, figure, order, pace(figure, running=running))


def _pose_refusal(state: State, order: Order) -> Refusal | None:
    figure = state.figures[order.figure]
    if order.target not in orders.POSTURES:
        return Refusal(f"no posture {order.target}", remedy="prone or standing")
    if order.target == figure.posture:
        return Refusal(f"{figure.id} is {order.target} already")
    if order.target == STANDING and allowance(figure) - figure.count("moved") < CRAWL:
        return Refusal(f"{figure.id} has moved too far to rise", "AMMO-F23", "it costs two tiles")
    return None


def aim_refusal(state: State, order: Order) -> Refusal | None:
    """Why a figure may not aim at an enemy."""
    figure = state.figures[order.figure]
    if figure.count("moved"):
        return Refusal(f"{figure.id} has moved", "AMMO-F6", "who aims stays where it is")
    if state.linked(AIM, figure.id, order.target):
        return Refusal(f"{figure.id} aims at {order.target} already", "AMMO-F6")
    reaching: Refusal | None = Refusal(f"{figure.id} has nothing to fire", "AMMO-F6")
    for arm in shots.guns(figure):
        target = shots.target_of(state, figure, arm, order.target)
        if not isinstance(target, Refusal):
            return None
        reaching = target
    return reaching


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order; the enemy may interrupt it, and then it is judged again."""
    name = order.figure
    scene.cite(*cited.BY_VERB.get(order.verb, ()))
    if order.verb in orders.WALKS:
        _walk(scene, order)
    else:
        if order.verb != orders.HOLD.name:
            was = scene.state
            holding.before(scene, name, None)
            if scene.state is not was and _lapsed(scene, order):
                return
        _DONE[order.verb](scene, order)
    holding.late(scene, name)


def _lapsed(scene: Scene, order: Order) -> bool:
    """Whether an order cannot go on after an interrupt; what was not done is not spent."""
    figure = scene.state.figures[order.figure]
    if figure.at is not None:
        known = scene.view(figure.side)
        if judged(known.state, order) is None:
            return False
    holding.late(scene, order.figure)
    return True


def _walk(scene: Scene, order: Order) -> None:
    name = order.figure
    here = scene.state.figures[name].at
    if order.verb == walking.RUN.name:
        scene.emit(Counted(name, "run", run(scene.dice)))
    gait = pace(scene.state.figures[name])
    walking.walk_order(scene, order, gait, before=holding.before)
    after = scene.state.figures[name]
    if after.at is not None and after.at != here:
        lower(scene, name)


def _door(scene: Scene, order: Order) -> None:
    figure = scene.state.figures[order.figure]
    walking.work_door(scene, order.figure, order.target_tile, pace(figure))


def _pose(scene: Scene, order: Order) -> None:
    name = order.figure
    scene.emit(Posed(name, order.target))
    if order.target == STANDING:
        moved = scene.state.figures[name].count("moved") + CRAWL
        scene.emit(Counted(name, "moved", moved))


def _aim(scene: Scene, order: Order) -> None:
    lower(scene, order.figure)
    scene.emit(Linked(AIM, order.figure, order.target))
    spend(scene, order.figure)


def _reload(scene: Scene, order: Order) -> None:
    ammunition.reload(scene, order)
    spend(scene, order.figure)


_DONE: Mapping[str, Callable[[Scene, Order], None]] = {
    walking.DOOR.name: _door,
    orders.POSE.name: _pose,
    orders.FIRE.name: attacks.fire,
    orders.BOMBARD.name: attacks.bombard,
    orders.SUPPRESS.name: attacks.suppress,
    orders.STRIKE.name: attacks.strike,
    orders.AIM.name: _aim,
    orders.RELOAD.name: _reload,
    orders.HOLD.name: holding.hold,
}
