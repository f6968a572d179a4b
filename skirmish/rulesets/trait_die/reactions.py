"""Holding an action: a standing order, and the opposed agility roll of an interrupt (AMMO-F16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TypeVar

from attrs import evolve, frozen

from skirmish.core.events import Counted, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, neighbours
from skirmish.core.knowledge import seen_by
from skirmish.core.orders import WEAPON, Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.errors import OrderRefused
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import reactions as common_reactions
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import in_reach
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Family, Fields, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, WaitingAttack, costliest, standing
from skirmish.rulesets.trait_die.accuracy import Fire, attack_of
from skirmish.rulesets.trait_die.budget import WHOLE_BOUND, end_aim, end_hold
from skirmish.rulesets.trait_die.close_combat import STRIKE, Blow, attack_of_blow, blow_of, strike
from skirmish.rulesets.trait_die.counters import (
    HOLD_ASK,
    HOLD_MODE,
    HOLD_SLOT,
    HOLD_WHEN,
    HOLDING,
    LATE,
)
from skirmish.rulesets.trait_die.dice import SPARED, first
from skirmish.rulesets.trait_die.figures import agile, weapons_of
from skirmish.rulesets.trait_die.kinds import MODES, Weapon
from skirmish.rulesets.trait_die.odds import VolleyAttack, chance_first, odds_on
from skirmish.rulesets.trait_die.outcomes import loss
from skirmish.rulesets.trait_die.shooting import FIRE, MODE, fire, fire_of, guns

P = TypeVar("P")
CHANCES = One(tuple(f"{chance}%" for chance in range(5, 100, 5)))
REPLIES = One(common_reactions.REPLY.options)
HOLD_VERB = Verb(
    "hold",
    "holds its action to interrupt an enemy that moves or acts in sight",
    fields=(MODE, common_reactions.REPLY, WEAPON_FIELD, common_reactions.WHEN),
    purpose=Purpose.HOLD,
)


@frozen
class Hold:
    """A figure that holds its action, and the weapon that it uses (AMMO-F16)."""

    figure: Figure
    weapon: Weapon
    order: Order


def held_weapon(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon of a hold: the one named, else the first gun, else the first melee weapon.

    AMMO-F16.
    """
    ready = (*guns(figure), *(weapon for weapon in weapons_of(figure) if weapon.melee))
    weapon = slots.wanted(ready, order)
    if weapon is None:
        what = f"{figure.id} has no {order.get('weapon', 'weapon')} to hold ready"
        return Refusal(what, "AMMO-F16", "name a weapon that it can use")
    mode = order.get("mode")
    if mode and mode not in weapon.modes:
        known = ", ".join(weapon.modes) or "none"
        return Refusal(f"{weapon.name} has no mode {mode}", "AMMO-F9", f"it has: {known}")
    return weapon


def _plan(known: View, order: Order) -> Hold | Refusal:
    figure = known.state.figures[order.figure]
    return then(held_weapon(figure, order), lambda weapon: Hold(figure, weapon, order))


def _options(_known: View, figure: Figure) -> Iterator[Family]:
    for weapon in weapons_of(figure):
        if weapon.modes or weapon.melee:
            fields: Fields = (
                (common_reactions.WHEN.name, CHANCES),
                (common_reactions.REPLY.name, REPLIES),
            )
            if weapon.modes:
                fields = (*fields, (MODE.name, One(weapon.modes)))
            yield Family(HOLD.name, figure.id, fields=fields, fixed=((WEAPON, weapon.id),))


def _hold(scene: Scene, plan: Hold) -> None:
    """Keep a figure's action for the enemy's bound; it is spent only when it acts.

    AMMO-F5, AMMO-F16.
    """
    scene.cite("AMMO-F5", "AMMO-F16")
    figure, mode = plan.figure, plan.order.get(MODE.name)
    if plan.weapon.melee:
        # With a melee weapon it does not aim; with a gun it keeps its aim.
        end_aim(scene, figure.id)
    values = {
        HOLD_SLOT: slots.of(figure, plan.weapon.id) + 1,
        HOLD_MODE: MODES.index(mode) + 1 if mode else 0,
        HOLD_WHEN: common_reactions.percent(plan.order),
        HOLD_ASK: int(common_reactions.asks(scene.state, plan.order)),
        HOLDING: 1,
    }
    for counter, value in values.items():
        scene.count(figure.id, counter, value)


HOLD = Action(verb=HOLD_VERB, cost=WHOLE_BOUND, plan=_plan, options=_options, carry_out=_hold)


def standing_order(state: State, holder: Figure, target: str) -> Order | None:
    """The attack of a hold on an enemy now; None if it is impossible (AMMO-F16)."""
    slot, mode = holder.count(HOLD_SLOT) - 1, holder.count(HOLD_MODE)
    carried = weapons_of(holder)
    if not 0 <= slot < len(carried) or target not in state.known[holder.side].visible:
        return None
    weapon = carried[slot]
    verb = STRIKE.name if weapon.melee else FIRE.name
    order = Order.of(verb, holder.id, target, weapon=weapon.id)
    if mode and not weapon.melee:
        order = order.with_field(MODE.name, MODES[mode - 1])
    return None if isinstance(_answer_of(state, order), Refusal) else order


def _answer_of(state: State, order: Order) -> Fire | Blow | Refusal:
    """The attack of a hold, or why it is refused."""
    return blow_of(state, order) if order.verb == STRIKE.name else fire_of(state, order)


def chance_of(state: State, order: Order, target: str) -> Fraction:
    """The chance that a held attack has an effect on its target."""
    attack = _attack_of_answer(state, order)
    return Fraction(0) if attack is None else _chance_on(attack, target)


def _attack_of_answer(state: State, order: Order) -> VolleyAttack | None:
    answer = _answer_of(state, order)
    if isinstance(answer, Refusal):
        return None
    return attack_of_blow(answer) if isinstance(answer, Blow) else attack_of(state, answer)


def _chance_on(attack: VolleyAttack, target: str) -> Fraction:
    place = attack.subjects.index(target)
    return odds_on(attack.plan, place).chance(lambda outcome: outcome.shaken)


def offer(state: State, actor: str, _to: Tile | None) -> Iterator[common_reactions.Reaction]:
    """The attacks of enemies that hold their action and see the acting figure.

    AMMO-F16.
    """
    for holder in state.of_side(state.setup.enemy(state.figures[actor].side)):
        if not holder.count(HOLDING) or holder.count(LATE):
            continue
        order = standing_order(state, holder, actor)
        if order is not None:
            yield common_reactions.Reaction(
                holder.id,
                order,
                chance_of(state, order, actor),
                holder.count(HOLD_WHEN),
                bool(holder.count(HOLD_ASK)),
            )


def watches(state: State, holder: Figure) -> int:
    """Mask of the tiles that a held action covers in sight of its side (AMMO-F16).

    If the held weapon is not known, as for an enemy, every weapon counts.
    """
    if not holder.count(HOLDING) or holder.count(LATE):
        return 0
    slot, carried = holder.count(HOLD_SLOT) - 1, weapons_of(holder)
    held = carried[slot : slot + 1] if slot >= 0 else carried
    board, here = state.board, holder.tile
    reach = max((weapon.long for weapon in held if weapon.modes), default=0)
    mask = board.disc(here, reach) & board.seen_from(here) if reach else 0
    if any(weapon.melee for weapon in held):
        beside = (tile for tile in neighbours(here) if board.inside(tile))
        mask |= board.mask_of(tile for tile in beside if in_reach(board, here, tile))
    return mask & seen_by(state, holder.side) & ~board.bit(here)


def replies(state: State, name: str) -> tuple[WaitingAttack, ...]:
    """The held attack on each enemy in sight, if that enemy acts where it is."""
    return tuple(_replies(state, name))


def _replies(state: State, name: str) -> Iterator[WaitingAttack]:
    holder = state.figures[name]
    for foe in state.of_side(state.setup.enemy(holder.side)) if holder.count(HOLDING) else ():
        order = standing_order(state, holder, foe.id)
        attack = None if order is None else _attack_of_answer(state, order)
        if order is not None and attack is not None:
            likely, when = _chance_on(attack, foe.id), holder.count(HOLD_WHEN)
            yield WaitingAttack(foe.id, likely, order, attack, when)


def threats(walk: ForeseenPath) -> tuple[Threat, ...]:
    """The attack of each enemy that is seen to hold its action, at the first step where it can.

    Its held weapon and mode are not known, so the costliest are assumed.

    AMMO-F16.
    """
    holders = (one for one in standing(walk.before, walk.enemy) if one.count(HOLDING))
    return tuple(filter(None, (_threat(walk, holder) for holder in holders)))


def _threat(walk: ForeseenPath, holder: Figure) -> Threat | None:
    last = len(walk.way) - 1
    for step in range(max(last, 1)):
        state = walk.at(step)
        options = (
            Threat(holder.id, step, walk.way[step], way, order, attack)
            for way, order in _held_attacks(holder, walk.name)
            if (attack := _attack_in_sight(state, order)) is not None
        )
        found = costliest(options, walk.name, SPARED, partial(loss, state, walk.name))
        if found is not None:
            chance = chance_first(agile(holder), agile(state.figures[walk.name]))
            late = _attack_in_sight(walk.at(min(step + 1, last)), found.order)
            return evolve(found, first=chance, late=late)
    return None


def _held_attacks(holder: Figure, target: str) -> Iterator[tuple[str, Order]]:
    """Every attack that a figure may hold, with its name."""
    for weapon in weapons_of(holder):
        if weapon.melee:
            yield STRIKE.name, Order.of(STRIKE.name, holder.id, target, weapon=weapon.id)
        for mode in weapon.modes:
            yield mode, Order.of(FIRE.name, holder.id, target, weapon=weapon.id, mode=mode)


def _attack_in_sight(state: State, order: Order) -> VolleyAttack | None:
    """The attack of a hold, if its side sees the target and the attack is possible."""
    seen = state.known[state.figures[order.figure].side].visible
    return _attack_of_answer(state, order) if order.target in seen else None


def going_first(state: State, name: str) -> Iterator[tuple[str, Fraction]]:
    """The chance to act before each enemy that a held attack could answer where it is."""
    holder = state.figures[name]
    for reply in replies(state, name):
        yield reply.enemy, chance_first(agile(holder), agile(state.figures[reply.enemy]))


def interrupted(action: Action[P]) -> Action[P]:
    """The action, which held actions may now interrupt; held actions that came too late follow it.

    AMMO-F16.
    """

    def carry_out(scene: Scene, plan: P) -> None:
        action.carry_out(scene, plan)
        late(scene, scene.order.figure)

    return evolve(action, interrupt=_interrupt, carry_out=carry_out, lapse=_lapse)


def _interrupt(scene: Scene, order: Order) -> None:
    """Let held actions interrupt an action before it begins (AMMO-F16)."""
    before(scene, order.figure, None)
    if scene.state.figures[order.figure].at is None:
        late(scene, order.figure)


def _lapse(scene: Scene, order: Order) -> None:
    """End an order that cannot continue after an interrupt; it costs nothing."""
    late(scene, order.figure)


def before(scene: Scene, actor: str, tile: Tile | None) -> str:
    """Let the enemy interrupt a step or an action; returns "", as that alone stops no walk.

    AMMO-F16.
    """
    late(scene, actor)
    if scene.state.figures[actor].at is not None:

        def answer(scene: Scene, reaction: common_reactions.Reaction) -> None:
            _contest(scene, reaction, actor)

        common_reactions.react(scene, actor, tile, offer, answer)
    return ""


def _contest(scene: Scene, reaction: common_reactions.Reaction, actor: str) -> None:
    """Make the opposed agility roll: the holder acts first, or right after the enemy (AMMO-F16)."""
    holder, other = scene.state.figures[reaction.figure], scene.state.figures[actor]
    scene.cite("AMMO-F16")
    if first(scene.dice, agile(holder), agile(other)):
        scene.emit(Tested(holder.id, "agility", "acts_first"))
        _answer(scene, holder.id, reaction.order)
    else:
        scene.emit(Tested(holder.id, "agility", "acts_right_after"))
        scene.emit(Counted(holder.id, LATE, 1))


def late(scene: Scene, actor: str) -> None:
    """Let figures that lost the agility roll act after the enemy's action, if they still can.

    AMMO-F16.
    """
    enemy = scene.state.setup.enemy(scene.state.figures[actor].side)
    for name in by_id(f.id for f in scene.state.of_side(enemy) if f.count(LATE)):
        holder = scene.state.figures[name]
        if holder.at is None or not holder.count(LATE):
            continue
        able = scene.state.figures[actor].at is not None
        order = standing_order(scene.state, holder, actor) if able else None
        if order is None:
            end_hold(scene, name)
        else:
            _answer(scene, name, order)


def _answer(scene: Scene, name: str, order: Order) -> None:
    """Carry out a held attack and end the hold (AMMO-F16)."""
    end_hold(scene, name)
    plan = _answer_of(scene.view(scene.state.figures[name].side).state, order)
    if isinstance(plan, Refusal):
        raise OrderRefused(plan.reason, str(order), plan.remedy, plan.rule)
    if isinstance(plan, Blow):
        strike(scene, plan)
    else:
        fire(scene, plan)
