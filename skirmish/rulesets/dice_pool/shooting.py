"""Shooting: the orders to fire and to aim, which shots are allowed, reports and ammunition.

A plan concerns only the attack, not the clock; it is the same on a side's view.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.codec import Shape
from skirmish.core.events import Fired, Linked, Stopped
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text, within
from skirmish.core.orders import Field, Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import LAPSED, Action, Cost
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import (
    enemy_in_sight,
    expose,
    foes,
    no_aim_point,
    present_at,
)
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool.accuracy import (
    MOST_EXTRA,
    TARGETED,
    Shot,
    attack_of,
    in_split,
    reach,
)
from skirmish.rulesets.dice_pool.ammunition import FIREARM_FIELD, leave_missiles, out_of_order
from skirmish.rulesets.dice_pool.budget import (
    OF_CHANGE,
    Change,
    forget_split,
    make,
    no_shot,
    possible,
    share,
    spend,
    unable,
    unsettle,
)
from skirmish.rulesets.dice_pool.counters import (
    AIMED,
    FIRED,
    LOCKED,
    ROUNDS,
    SHOT_AT,
    SPLIT,
    SPLIT_TARGETS,
    SPLIT_WITH,
    SURPRISED,
    UNREADY,
)
from skirmish.rulesets.dice_pool.dice import (
    BURSTS,
    COMPLEX,
    MOST_AIM,
    SIMPLE,
    SPLIT_BURSTS,
    burst_cost,
    cone_halves,
)
from skirmish.rulesets.dice_pool.figures import Gun, gun_of, guns, named
from skirmish.rulesets.dice_pool.rolling import (
    dice_of,
    faults_of,
    gone_wrong,
    mishaps_of,
    of_shot,
    roll,
    targets_of,
)
from skirmish.rulesets.families import Count, Family, Fields, Fixed, One
from skirmish.rulesets.scene import Scene

BURST = Field(
    "burst",
    Shape.WORD,
    "short fires 3 rounds, long 6, full 10; split fires three short ones, at one target each",
    "",
    tuple(BURSTS),
)
"""The field of an order for the length of a burst (POOL-12, POOL-13)."""
SPREAD = Field(
    "spread",
    Shape.WORD,
    "narrow fires along a line, wide into a cone; both may hit all figures there, friends too",
    "narrow",
    ("narrow", "wide"),
)
"""The field of an order for the spread of a burst (POOL-12, POOL-17)."""
CONE = Field(
    "cone",
    Shape.NUMBER,
    "degrees of the cone; 90 needs a wide burst and a wide choke",
    "45",
    ("45", "90"),
)
"""The field of an order for a right angle (POOL-47)."""
ENEMIES = "enemies"
EXTRA = Field(
    "extra",
    Shape.WORD,
    "net successes bring extra hits: most takes all, enemies takes all but none on its own side, "
    "least takes none, ask asks you each time",
    "most",
    ("most", ENEMIES, "least", "ask"),
)
"""The field of an order that says how extra hits are chosen (POOL-30)."""
LIMIT = Field("limit", Shape.NUMBER, "takes no more extra hits than this on each figure")
"""The field of an order for the most extra hits (POOL-30)."""
HELD = Field("held", Shape.WORD, "a held action, which is fired automatically", "no", ("no", "yes"))
SHOT_FIELDS = (FIREARM_FIELD, BURST, SPREAD, CONE, EXTRA, LIMIT)
FIRE_VERB = Verb(
    "fire",
    "shoots at an enemy in sight",
    target=Shape.FIGURE,
    fields=(*SHOT_FIELDS, HELD),
    dice=True,
)
AIM_VERB = Verb(
    "aim",
    "takes aim: one more die for its next attack, three at most; Simple",
    exposed=True,
    purpose=Purpose.AIM,
)
WIDE: Fields = (("spread", One(("wide",))),)
_EXTRA: Fields = (("extra", One((ENEMIES, "least", "ask"))),)
_RIGHT_ANGLE: Fields = (("cone", One(("90",))),)


def shot_of(state: State, order: Order) -> Shot | Refusal:
    """The shot that an order of `fire` makes, or of `bombard` without a blast.

    POOL-05, POOL-06, POOL-12, POOL-13.
    """
    shooter = state.figures[order.figure]
    gun = then(gun_of(shooter, order), _not_exploding)
    if isinstance(gun, Refusal):
        return gun
    burst = _burst(shooter, gun, order)
    if isinstance(burst, Refusal):
        return burst
    name, cost = burst
    half = _half(gun, order)
    aim = _aim(state, shooter, order, half)
    if isinstance(aim, Refusal):
        return aim
    refused = out_of_order(shooter, gun, _rounds_needed(shooter, gun, name))
    if refused := refused or out_of_reach(state, shooter, gun, *aim):
        return refused
    return Shot(
        shooter=shooter,
        gun=gun,
        aim=aim[0],
        target=aim[1],
        burst=name,
        rounds=BURSTS[name] if name else gun.weapon.volley,
        wide=order.get("spread") == "wide",
        half=half,
        cost=cost,
        held=order.get("held") == "yes",
        extra=0 if order.get("extra") == "least" else order.number("limit", MOST_EXTRA),
        ask=order.get("extra") == "ask",
        enemies_only=order.get("extra") == ENEMIES,
    )


def _not_exploding(gun: Gun) -> Gun | Refusal:
    """The weapon, or why it cannot fire at a figure (POOL-F16)."""
    if gun.weapon.explodes:
        what = f"the {gun.weapon.name} is aimed at a tile"
        return Refusal(what, "POOL-F16", "'bombard' with it", weapon=gun.weapon.id)
    return gun


def _half(gun: Gun, order: Order) -> int:
    """Half-angle of an order's area in units of 22.5 degrees; `TARGETED` for none.

    POOL-10, POOL-22, POOL-23, POOL-47, POOL-A16.
    """
    if not gun.bursts and not gun.choke:
        return TARGETED
    return cone_halves(
        wide_burst=order.get("spread") == "wide",
        choke=gun.choke,
        right_angle=order.number("cone", 45) == 90,
    )


def _burst(figure: Figure, gun: Gun, order: Order) -> tuple[str, int] | Refusal:
    """The burst that an order fires, empty for none, and its cost in halves of a pass.

    POOL-06, POOL-08, POOL-12, POOL-17, POOL-14, POOL-16, POOL-30, POOL-47.
    """
    said = order.get("burst")
    limit = order.number("limit", MOST_EXTRA)
    if not 0 <= limit <= MOST_EXTRA:
        return Refusal(
            f"limit={limit} is too much", "POOL-30", f"limit= takes 0 to {MOST_EXTRA} extra hits"
        )
    if not gun.bursts:
        if said or order.get("spread") or order.get("cone"):
            what = f"the {gun.weapon.name} fires no bursts in its present mode"
            return Refusal(what, "POOL-06", "leave out burst=, spread= and cone=")
        return "", SIMPLE
    if order.get("cone") and not (order.get("spread") == "wide" and gun.choke == "wide"):
        return Refusal(
            "a right angle needs a wide burst and a wide choke", "POOL-47", "leave out cone="
        )
    burst = said or "short"
    cost = burst_cost(burst, gun.mode)
    if cost is None:
        return Refusal(
            f"{gun.mode.upper()} mode fires no {burst} burst", "POOL-14", "change it with 'mode'"
        )
    if order.get("held") == "yes" and cost == COMPLEX:
        return Refusal(f"a {burst} burst is a Complex action", "POOL-F14", "hold a shorter burst")
    return burst, 0 if _is_free(figure, gun, burst) else cost


def _is_free(figure: Figure, gun: Gun, burst: str) -> bool:
    """Whether a burst is a later one of a split burst: without cost or new rounds (POOL-16)."""
    return burst == "split" and in_split(figure, gun)


def _rounds_needed(figure: Figure, gun: Gun, burst: str) -> int:
    """Rounds that a weapon must have; a split burst needs all of its rounds at once (POOL-A14).

    POOL-05, POOL-16.
    """
    if not burst:
        return gun.weapon.volley
    begins = burst == "split" and not _is_free(figure, gun, burst)
    return BURSTS[burst] * (SPLIT_BURSTS if begins else 1)


def _aim(state: State, shooter: Figure, order: Order, half: int) -> tuple[Tile, str] | Refusal:
    """The tile that is aimed at, and the figure there that is the target (POOL-10)."""
    if order.verb != FIRE.name:
        tile = order.target_tile
        if half == TARGETED:
            return Refusal("this weapon fires at a figure", "POOL-10", "'fire' at one")
        return then(enemy_at(state, shooter, tile), lambda there: (tile, there))
    return then(enemy_of(state, shooter, order.target), lambda enemy: (enemy.tile, enemy.id))


def enemy_of(state: State, figure: Figure, name: str) -> Figure | Refusal:
    """The enemy in sight that an order names, if the figure may act against it (POOL-F15)."""
    found = enemy_in_sight(state, figure, name)
    return then(found, lambda enemy: surprised(state, figure, enemy) or enemy)


def enemy_at(state: State, figure: Figure, tile: Tile) -> str | Refusal:
    """The enemy in sight on an aim point, "" for none, or why it may not be aimed at (POOL-F15)."""
    if refused := no_aim_point(state, figure, tile):
        return refused
    there = present_at(state, figure.side, tile)
    if there is None or there.side == figure.side:
        return ""
    return surprised(state, figure, there) or there.id


def surprised(state: State, figure: Figure, by: Figure) -> Refusal | None:
    """Why a figure may not act against an enemy that has surprised it (POOL-F15)."""
    if not state.linked(SURPRISED, a=figure.id, b=by.id):
        return None
    what = f"{figure.id} is surprised by {by.id}"
    return Refusal(what, "POOL-F15", "act against others, or in its next pass")


def out_of_reach(
    state: State, shooter: Figure, gun: Gun, aim: Tile, enemy: str = ""
) -> Refusal | None:
    """Why a weapon cannot reach a tile: out of sight or too far (POOL-F5, POOL-F16).

    `enemy`: the figure on it that is aimed at, if any.
    """
    there = enemy or tile_text(aim)
    if not gun.weapon.lobbed and not state.board.sees(shooter.tile, aim):
        what = f"{shooter.id} does not see {there}"
        remedy = "move into its sight" if enemy else "aim at a tile that it sees"
        return Refusal(what, "POOL-F5", remedy, concerns=enemy)
    if not within(shooter.tile, aim, reach(gun)):
        what = f"{there} is beyond the {reach(gun)} tiles of the {gun.weapon.name}"
        return Refusal(what, "POOL-F5", "move closer", concerns=enemy, weapon=gun.weapon.id)
    return None


def free_to_fire(state: State, figure: Figure, gun: Gun, cost: int, rounds: int) -> bool:
    """Whether a figure has the time to fire now, and its weapon the rounds."""
    return unable(state, figure, cost) is None and out_of_order(figure, gun, rounds) is None


def bursts(state: State, figure: Figure, gun: Gun) -> Iterator[tuple[str, int]]:
    """The bursts that a weapon could fire now, with their costs (POOL-14, POOL-16, POOL-A14)."""
    for burst in BURSTS:
        cost = burst_cost(burst, gun.mode)
        if cost is None:
            continue
        cost = 0 if _is_free(figure, gun, burst) else cost
        if free_to_fire(state, figure, gun, cost, _rounds_needed(figure, gun, burst)):
            yield burst, cost


def place_of(gun: Gun, said: Fixed) -> tuple[int, int]:
    """Sort key of an order with a weapon: by weapon, then by burst."""
    burst = dict(said).get("burst")
    return gun.slot, list(BURSTS).index(burst) if burst else len(BURSTS)


def settings(state: State, figure: Figure, gun: Gun) -> Iterator[tuple[Fixed, Fields]]:
    """The fixed fields of each shot that a weapon could fire now, and the fields left to choose.

    POOL-08, POOL-12, POOL-47.
    """
    which = tuple(named(figure, gun).items())
    if gun.bursts:
        for burst, _cost in bursts(state, figure, gun):
            said = (*which, ("burst", burst))
            extra = _extra(BURSTS[burst])
            yield said, (*WIDE, *extra)
            if gun.choke == "wide":
                yield (*said, ("spread", "wide")), (*_RIGHT_ANGLE, *extra)
    elif free_to_fire(state, figure, gun, SIMPLE, gun.weapon.volley):
        yield which, _extra(gun.weapon.volley)


def _extra(rounds: int) -> Fields:
    """The fields for extra hits with so many rounds (POOL-30).

    A limit of 0 equals `least`, and a limit of all rounds but the first is no limit.
    """
    limits = (("limit", Count(1, rounds - 2)),) if rounds - 2 >= 1 else ()
    return (*_EXTRA, *limits) if rounds > 1 else ()


def targets(state: State, figure: Figure, gun: Gun) -> tuple[str, ...]:
    """The enemies that a weapon could be fired at (POOL-F5, POOL-F15)."""
    most, seen = reach(gun), state.board.seen_from(figure.tile)
    return tuple(
        foe.id
        for foe in foes(state, figure.side)
        if within(figure.tile, foe.tile, most)
        and seen & state.board.bit(foe.tile)
        and not state.linked(SURPRISED, a=figure.id, b=foe.id)
    )


def _options(known: View, figure: Figure) -> Iterator[Family]:
    for gun in guns(figure):
        ways = () if gun.weapon.explodes else tuple(settings(known.state, figure, gun))
        if ways and (found := targets(known.state, figure, gun)):
            for said, fields in ways:
                place = place_of(gun, said)
                yield Family(FIRE.name, figure.id, One(found), fields, fixed=said, place=place)


def ways_to_fire(figure: Figure, gun: Gun, target: str) -> Iterator[tuple[str, Order]]:
    """Every way to fire a weapon at a figure as it is set, with a short name; not checked."""
    weapon, mode = gun.weapon.id, gun.mode.upper()
    single = Order.of(FIRE.name, figure.id, target, weapon=weapon)
    if gun.weapon.explodes:
        return
    if not gun.bursts:
        yield f"{mode}: shot" if mode else "shot", single
        return
    for burst in BURSTS:
        order = single.with_field("burst", burst)
        yield f"{mode}: {burst} burst, narrow", order
        wide = order.with_field("spread", "wide")
        yield f"{mode}: {burst} burst, wide", wide
        if gun.choke == "wide":
            yield f"{mode}: {burst} burst, 90 degrees", wide.with_field("cone", 90)


def fire(scene: Scene, shot: Shot) -> None:
    """Carry out a shot as it was planned (POOL-F2, POOL-F15)."""
    name, side = shot.shooter.id, shot.shooter.side
    # Built before the shooter shows itself: out of hiding it may surprise.
    direct = shot.half == TARGETED
    attack = attack_of(scene.view(side).state if direct else scene.state, shot)
    announce(scene, shot)
    start, pool = scene.dice.rolled, dice_of(attack)
    outcomes = roll(scene, name, attack, pool=pool, ask=shot.ask)
    scene.cite(*of_shot(shot, targets_of(attack), outcomes))
    leave_missiles(scene, side, shot.aim, shot.gun.weapon, shot.rounds)
    gone_wrong(scene, name, shot.gun, start, pool)


def fire_held(scene: Scene, order: Order) -> None:
    """Fire a held shot, if it is still possible (POOL-F14)."""
    figure = scene.state.figures[order.figure]
    if figure.at is None:
        return
    shot = shot_of(scene.view(figure.side).state, order)
    if isinstance(shot, Refusal):
        scene.emit(Stopped(figure.id, LAPSED))
    else:
        fire(scene, shot)


def announce(scene: Scene, shot: Shot, *, show: bool = True) -> None:
    """Report the shooter and the target, and spend the action and the rounds.

    POOL-F4, POOL-F17.
    """
    name, gun = shot.shooter.id, shot.gun
    look_at(scene, name, shot.aim)
    if show:
        expose(scene, name)
    at = None if shot.half == TARGETED and shot.target else shot.aim
    how = "held" if shot.held else "throw" if gun.weapon.thrown else shot.burst
    scene.emit(Fired(name, gun.weapon.id, target=shot.target, at=at, how=how))
    _mark_split(scene, shot)
    if not shot.held:
        spend(scene, name, shot.cost)
    use_up(scene, name, gun, shot.rounds)


def use_up(scene: Scene, name: str, gun: Gun, rounds: int) -> None:
    """Use up rounds and aim, add recoil, and lock or unready the weapon.

    POOL-04, POOL-07, POOL-09, POOL-13, POOL-15, POOL-A2, POOL-F6, POOL-F7, POOL-F14.
    """
    figure = scene.state.figures[name]
    scene.count(name, slots.name(ROUNDS, gun.slot), gun.rounds - rounds)
    scene.count(name, FIRED, figure.count(FIRED) + rounds)
    if gun.mode == "ss":
        scene.count(name, slots.name(LOCKED, gun.slot), 1)
    if not gun.mode:
        scene.count(name, slots.name(UNREADY, gun.slot), 1)
    unsettle(scene, name)


def _mark_split(scene: Scene, shot: Shot) -> None:
    """Keep account of a split burst; any other shot ends it (POOL-16, POOL-A15, POOL-F7).

    Only figures are targets: a burst at an empty tile does not make later ones harder.
    """
    name, target = shot.shooter.id, shot.target
    figure = scene.state.figures[name]
    if shot.burst != "split":
        forget_split(scene, name)
        return
    if not in_split(figure, shot.gun):
        forget_split(scene, name)
        scene.count(name, SPLIT, SPLIT_BURSTS)
        scene.count(name, SPLIT_WITH, shot.gun.slot)
    left = scene.state.figures[name].count(SPLIT) - 1
    if not left:
        forget_split(scene, name)
        return
    scene.count(name, SPLIT, left)
    if target and not scene.state.linked(SHOT_AT, a=name, b=target):
        scene.count(name, SPLIT_TARGETS, figure.count(SPLIT_TARGETS) + 1)
        scene.emit(Linked(SHOT_AT, name, target))


def _never_held(_known: View, order: Order) -> Refusal | None:
    """Refuse an order to fire a held shot (POOL-F14)."""
    if order.get("held") == "yes":
        return Refusal("a held action is fired automatically", "POOL-F14", "use 'hold'")
    return None


OF_SHOT: Cost[Shot] = Cost(
    lambda _state, shot: share(shot.cost),
    able=no_shot,
    ready=lambda known, shot: unable(known.state, shot.shooter, shot.cost),
)
"""The cost of a shot with a firearm (POOL-F4)."""
FIRE = Action(
    verb=FIRE_VERB,
    worded=_never_held,
    plan=lambda known, order: shot_of(known.state, order),
    cost=OF_SHOT,
    options=_options,
    attack=attack_of,
    mishaps=lambda state, shot: mishaps_of(attack_of(state, shot), faults_of(shot)),
    carry_out=fire,
)


def _plan_aim(known: View, order: Order) -> Change | Refusal:
    """Plan to aim, up to three dice (POOL-F4, POOL-F7)."""
    figure = known.state.figures[order.figure]
    if figure.count(AIMED) >= MOST_AIM:
        return Refusal(f"{figure.id} can't aim better", "POOL-F4", "three dice are the most")
    return Change(figure, counters={AIMED: figure.count(AIMED) + 1})


def _aim_options(known: View, figure: Figure) -> Iterator[Family]:
    return possible(known, figure, (Order.of(AIM.name, figure.id),), _plan_aim)


def _take_aim(scene: Scene, change: Change) -> None:
    """Take aim (POOL-F4, POOL-F7)."""
    make(scene, change)
    scene.cite("POOL-F7")


AIM = Action(
    verb=AIM_VERB,
    plan=_plan_aim,
    cost=OF_CHANGE,
    options=_aim_options,
    carry_out=_take_aim,
)
