"""Holding an action: a standing order, and the opposed agility roll of an interrupt (AMMO-F16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.events import Counted, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.reactions import Reaction, asks, percent, react
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import attacks, blows, shots
from skirmish.rulesets.trait_die.acting import let_go, lower
from skirmish.rulesets.trait_die.contest import chance_first, first
from skirmish.rulesets.trait_die.kinds import MODES, Arm
from skirmish.rulesets.trait_die.parts import agile, arms
from skirmish.rulesets.trait_die.reckoning import Shots, odds_on


def held_arm(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that a hold is about: the one named, else the first gun, else the first blade."""
    ready = (*shots.guns(figure), *(arm for arm in arms(figure) if arm.melee))
    wanted = order.get("weapon")
    arm = next((arm for arm in ready if wanted in ("", arm.id)), None)
    if arm is None:
        what = f"{figure.id} has no {wanted or 'weapon'} to hold ready"
        return Refusal(what, "AMMO-F16", "name one that it fires or strikes with")
    mode = order.get("mode")
    if mode and mode not in arm.modes:
        known = ", ".join(arm.modes) or "none"
        return Refusal(f"{arm.name} has no mode {mode}", "AMMO-F9", f"it has: {known}")
    return arm


def hold(scene: Scene, order: Order) -> None:
    """Keeps a figure's action for the enemy's bound; it is not spent before it acts."""
    figure = scene.state.figures[order.figure]
    arm = held_arm(figure, order)
    if isinstance(arm, Refusal):
        raise TypeError(f"{order}: {arm}")
    mode = order.get("mode")
    lower_unless(scene, figure, arm)
    values = {
        "hold_slot": slots.of(figure, arm.id) + 1,
        "hold_mode": MODES.index(mode) + 1 if mode else 0,
        "hold_when": percent(order),
        "hold_ask": int(asks(scene.state, order)),
        "holding": 1,
    }
    for counter, value in values.items():
        count(scene, figure.id, counter, value)


def lower_unless(scene: Scene, figure: Figure, arm: Arm) -> None:
    """Who holds a blade aims at nobody; who holds a gun keeps its aim."""
    if arm.melee:
        lower(scene, figure.id)


def standing_order(state: State, holder: Figure, target: str) -> Order | None:
    """The attack that a hold makes on an enemy now; None when it can't."""
    slot, mode = holder.count("hold_slot") - 1, holder.count("hold_mode")
    carried = arms(holder)
    if not 0 <= slot < len(carried) or target not in state.known[holder.side].visible:
        return None
    arm = carried[slot]
    if arm.melee:
        order = Order.of("strike", holder.id, target, weapon=arm.id)
        return None if isinstance(blows.blow_of(state, order), Refusal) else order
    order = Order.of("fire", holder.id, target, weapon=arm.id)
    if mode:
        order = order.with_field("mode", MODES[mode - 1])
    return None if isinstance(shots.fire_of(state, order), Refusal) else order


def chance_of(state: State, order: Order, target: str) -> Fraction:
    """How likely a held attack does anything to its target."""
    if order.verb == "strike":
        blow = blows.blow_of(state, order)
        attack = None if isinstance(blow, Refusal) else blows.attack_of(blow)
    else:
        fire = shots.fire_of(state, order)
        attack = None if isinstance(fire, Refusal) else shots.attack_of(state, fire)
    if not isinstance(attack, Shots):
        return Fraction(0)
    place = attack.subjects.index(target)
    return odds_on(attack.plan, place).chance(lambda outcome: outcome.shaken)


def offer(state: State, actor: str, _to: Tile | None) -> Iterator[Reaction]:
    """The enemies that hold their action and see who is about to move or act."""
    for holder in state.of_side(state.setup.enemy(state.figures[actor].side)):
        if not holder.count("holding") or holder.count("late"):
            continue
        order = standing_order(state, holder, actor)
        if order is not None:
            yield Reaction(
                holder.id,
                order,
                chance_of(state, order, actor),
                holder.count("hold_when"),
                bool(holder.count("hold_ask")),
            )


def replies(state: State, name: str) -> Iterator[tuple[str, Fraction]]:
    """How likely a held attack does anything to each enemy in sight, should it act where it is."""
    holder = state.figures[name]
    for foe in state.of_side(state.setup.enemy(holder.side)) if holder.count("holding") else ():
        order = standing_order(state, holder, foe.id)
        if order is not None:
            yield foe.id, chance_of(state, order, foe.id)


def going_first(state: State, name: str) -> Iterator[tuple[str, Fraction]]:
    """The chance to go before each enemy that a held attack could answer where it is."""
    holder = state.figures[name]
    for foe, _ in replies(state, name):
        yield foe, chance_first(agile(holder), agile(state.figures[foe]))


def before(scene: Scene, actor: str, tile: Tile | None) -> str:
    """Lets the enemy interrupt a step or an action; gives no reason to stop of its own."""
    late(scene, actor)
    if scene.state.figures[actor].at is not None:

        def answer(scene: Scene, reaction: Reaction) -> None:
            _interrupt(scene, reaction, actor)

        react(scene, actor, tile, offer, answer)
    return ""


def _interrupt(scene: Scene, reaction: Reaction, actor: str) -> None:
    """The opposed agility roll: who holds acts first, or right after the enemy."""
    holder, other = scene.state.figures[reaction.figure], scene.state.figures[actor]
    scene.cite("AMMO-F16")
    if first(scene.dice, agile(holder), agile(other)):
        scene.emit(Tested(holder.id, "agility", "acts_first"))
        _answer(scene, holder.id, reaction.order)
    else:
        scene.emit(Tested(holder.id, "agility", "acts_right_after"))
        scene.emit(Counted(holder.id, "late", 1))


def late(scene: Scene, actor: str) -> None:
    """Whoever lost the agility roll acts now that the enemy has, if it still can."""
    enemy = scene.state.setup.enemy(scene.state.figures[actor].side)
    for name in by_id(f.id for f in scene.state.of_side(enemy) if f.count("late")):
        holder = scene.state.figures[name]
        if holder.at is None or not holder.count("late"):
            continue
        able = scene.state.figures[actor].at is not None
        order = standing_order(scene.state, holder, actor) if able else None
        if order is None:
            let_go(scene, name)
        else:
            _answer(scene, name, order)


def _answer(scene: Scene, name: str, order: Order) -> None:
    let_go(scene, name)
    if order.verb == "strike":
        attacks.strike(scene, order)
    else:
        attacks.fire(scene, order)
