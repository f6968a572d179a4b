"""Shooting: the orders to fire and to aim, the results of attacks on a figure, the rules applied.

A plan does not depend on the clock; action points count only against the figure's full amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Fired, Struck
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.orders import WEAPON, Field, Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Outcome
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import enemy_of, expose, seen_by
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.d20.accuracy import BURST, SINGLE, Shot, attack_of
from skirmish.rulesets.d20.ammunition import deplete, empty, use
from skirmish.rulesets.d20.budget import (
    AIM_COSTS,
    OF_ATTACK,
    beyond,
    costs,
    left,
    of_attack,
    pay,
    short,
)
from skirmish.rulesets.d20.counters import AIMED, BURSTS, MOST_AIM, STUNNED, WATCH_BURSTS
from skirmish.rulesets.d20.dice import Body, Everything, Health, Limb, Shots, Wounds
from skirmish.rulesets.d20.expected_loss import expected
from skirmish.rulesets.d20.figures import crippled, weapons_of
from skirmish.rulesets.d20.kinds import (
    ARMS,
    LIMBS,
    Weapon,
    bursting,
    bursts_only,
    direct,
    held,
    shots,
    usable,
)
from skirmish.rulesets.d20.wounds import wound
from skirmish.rulesets.families import Family, Fields, Fixed, One
from skirmish.rulesets.scene import Scene

LIMB = Field(
    "limb",
    Shape.WORD,
    "a called shot at a part of the body: 1 AP more",
    "nowhere",
    ("nowhere", *LIMBS),
)
"""The field of an order for a called limb (D20-46, D20-F4)."""

WATCHED = "overwatch"
"""The `how` of attacks from overwatch in events."""
MODE = Field("mode", Shape.WORD, "single shots or bursts", SINGLE, (SINGLE, BURST))
"""The field of an order for single shots or bursts (D20-01, D20-41)."""
FIRE_VERB = Verb(
    "fire",
    "shoots at an enemy, or throws a knife",
    target=Shape.FIGURE,
    fields=(LIMB, MODE, WEAPON_FIELD),
    dice=True,
)
AIM_VERB = Verb(
    "aim", "takes aim: +2 Accuracy for the next attack, twice at most", purpose=Purpose.AIM
)


def dear_burst(figure: Figure, order: Order, rule: str = "") -> Refusal | None:
    """Why a figure can't pay for a burst, if the weapon of an order fires nothing else.

    D20-05.
    """
    weapon = chosen(figure, order)
    if isinstance(weapon, Refusal) or not bursts_only(weapon):
        return None
    points, what, why = Shot(figure, weapon, figure, burst=True, limb=order.get("limb")).price
    return short(figure, points, what, rule or why)


def in_bursts(weapon: Weapon, order: Order) -> bool:
    """Whether an order fires bursts: it says so, or the weapon fires nothing else (D20-F6)."""
    return order.get("mode") == BURST or bursts_only(weapon)


def chosen(figure: Figure, order: Order, *, melee: bool = False) -> Weapon | Refusal:
    """The weapon that an order names, or the first that fits it (D20-F14)."""
    fits = held if melee else direct
    wanted = order.get(WEAPON)
    for weapon in weapons_of(figure):
        if weapon.id == wanted or (not wanted and fits(weapon)):
            if fits(weapon):
                return weapon
            verb = "strike" if held(weapon) else "bombard" if weapon.radius else "fire"
            return Refusal(
                f"{weapon.name} cannot do this", "D20-F14", f"use '{verb}'", weapon=weapon.id
            )
    if wanted:
        names = slots.ids(weapons_of(figure)) or "nothing"
        return Refusal(f"{figure.id} has no {wanted}", remedy=f"it has: {names}")
    if melee:
        return Refusal(f"{figure.id} has nothing to strike with", "D20-F14")
    other = "strike" if any(map(held, weapons_of(figure))) else "bombard"
    remedy = f"use '{other}'" if weapons_of(figure) else ""
    return Refusal(f"{figure.id} has no weapon to fire at a figure", remedy=remedy)


def shot_of(state: State, order: Order, *, watch: bool = False) -> Shot | Refusal:
    """The shot that an order to fire makes on its side's view, or why it is refused.

    D20-04, D20-46.
    """
    shooter = state.figures[order.figure]
    weapon = chosen(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    bursts = in_bursts(weapon, order)
    if refused := unable(state, shooter, weapon, bursts=bursts):
        return refused
    target = enemy_of(state, shooter, order.target)
    if isinstance(target, Refusal):
        return target
    if refused := clear(state, shooter, weapon, target):
        return refused
    shot = Shot(shooter, weapon, target, bursts, order.get("limb"), watch=watch)
    return beyond(shooter, *shot.price) or shot


def unable(
    state: State, shooter: Figure, weapon: Weapon, *, bursts: bool, melee: bool = False
) -> Refusal | None:
    """Why a figure cannot use a weapon this way, whatever the target (D20-04, D20-F22).

    D20-A11, D20-F5, D20-F6.
    """
    if shooter.count(STUNNED):
        return Refusal(f"{shooter.id} is stunned", "D20-F22", "wait for its next turn")
    if melee:
        return None
    if bursts and not weapon.fire_rate:
        return Refusal(f"{weapon.name} fires no bursts", "D20-04", "set mode=single")
    if bursts and weapon.two_handed and any(crippled(shooter, arm) for arm in ARMS):
        what = f"{shooter.id} has a crippled arm, and a burst with {weapon.name} takes both"
        return Refusal(what, "D20-F5", "set mode=single")
    return empty(state, shooter, weapon, shots(weapon, burst=bursts))


def clear(state: State, shooter: Figure, weapon: Weapon, target: Figure) -> Refusal | None:
    """Why a figure can't fire at another from where both stand: sight and range (D20-F8)."""
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(
            f"{shooter.id} does not see {target.id}",
            remedy="move into its sight",
            concerns=target.id,
        )
    if distance2(shooter.tile, target.tile) > weapon.extreme**2:
        what = f"{target.id} is beyond the {weapon.extreme} tiles of {weapon.name}"
        return Refusal(what, "D20-F8", "move closer", concerns=target.id, weapon=weapon.id)
    return None


def targets(state: State, figure: Figure, weapon: Weapon) -> tuple[str, ...]:
    """The enemies that a figure can fire at with a weapon (D20-F8)."""
    return tuple(
        other.id
        for other in seen_by(state, figure)
        if distance2(figure.tile, other.tile) <= weapon.extreme**2
    )


def payable(
    state: State, figure: Figure, weapon: Weapon, *, bursts: bool = False, melee: bool = False
) -> bool:
    """Whether a figure could attack with a weapon now if it had a target (D20-05, D20-F6)."""
    if unable(state, figure, weapon, bursts=bursts, melee=melee) is not None:
        return False
    return of_attack(weapon, burst=bursts, melee=melee) <= left(figure)


def named(figure: Figure, weapon: Weapon, *, melee: bool = False) -> Fixed:
    """The fields that name a weapon in an order; empty for the first that fits."""
    fits = bursting if weapon.radius else held if melee else direct
    return slots.naming(weapon, filter(fits, weapons_of(figure)))


def fields_of(figure: Figure, weapon: Weapon, *, bursts: bool) -> Fixed:
    """The fields of an order for a weapon and its mode."""
    mode: Fixed = (("mode", BURST),) if bursts else ()
    return (*mode, *named(figure, weapon))


def limb_field(
    figure: Figure, weapon: Weapon, *, bursts: bool = False, melee: bool = False
) -> Fields:
    """The field to call a limb, if the figure can pay for it (D20-46, D20-49, D20-F4)."""
    points = of_attack(weapon, burst=bursts, called=True, melee=melee)
    return (("limb", One(LIMBS)),) if points <= left(figure) else ()


def _options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    for weapon, bursts in usable(weapons_of(figure)):
        if payable(state, figure, weapon, bursts=bursts) and (
            found := targets(state, figure, weapon)
        ):
            yield Family(
                FIRE.name,
                figure.id,
                One(found),
                limb_field(figure, weapon, bursts=bursts),
                hint=BURST if bursts else "",
                fixed=fields_of(figure, weapon, bursts=bursts),
            )


def resolve(scene: Scene, known: State, shot: Shot) -> None:
    """Make an attack with the numbers that the shooter's side was shown (D20-03).

    D20-A13.
    """
    attack = attack_of(known, shot)
    scene.attempt(shot.shooter.id, lambda: attack)
    spend(scene, shot)
    name = shot.shooter.id
    expose(scene, name)
    scene.emit(Fired(name, shot.weapon.id, target=shot.target.id, how=_how(shot)))
    start = scene.dice.rolled
    wounds = roll(scene, attack)
    _cite(scene, shot, attack, wounds, start)
    scene.note_outcomes(attack.subjects, (_asked(attack, wounds),))
    if shot.burst:
        _kick(scene, shot)
    _tell(scene, shot, wounds)
    if not shot.melee:
        face = scene.dice.faces[start].face
        deplete(scene, name, shot.weapon, face, burst=shot.burst)
    if wounds.hits:
        wound(scene, shot.target.id, wounds.damage, wounds.limbs, shot.weapon)


def roll(scene: Scene, attack: Attack) -> Wounds:
    """Roll the full outcome of an attack, on the same dice as its odds."""
    whole = evolve(attack, args=(*attack.args[:-1], Everything()))
    return cast("Wounds", scene.roll(whole)[0])


def _cite(scene: Scene, shot: Shot, attack: Attack, wounds: Wounds, start: int) -> None:
    """Count the rules that the attack applied."""
    rolled, body = cast("Shots", attack.args[0]), cast("Body", attack.args[2])
    faces = [face.face for face in scene.dice.faces[start : start + shot.count]]
    scene.cite(*cited(shot, rolled, body, wounds, faces))


def _asked(attack: Attack, wounds: Wounds) -> Outcome:
    """The outcome of an attack, as an answer to the question of its odds."""
    question, body = attack.args[-1], cast("Body", attack.args[2])
    return question.of(wounds, body) if isinstance(question, Health | Limb) else wounds


def spend(scene: Scene, shot: Shot) -> None:
    """Take points, rounds and aim, and turn the shooter (D20-29, D20-A13, D20-F17).

    D20-05, D20-43, D20-F9.
    """
    name = shot.shooter.id
    pay(scene, name, shot.points)
    if not shot.melee:
        use(scene, name, shot.weapon, shot.count)
    if not shot.watch:
        look_at(scene, name, shot.target.tile)
        scene.cite("D20-F17")
    lose_aim(scene, name)


def lose_aim(scene: Scene, name: str) -> None:
    """End a figure's aim (D20-F9)."""
    if scene.state.figures[name].count(AIMED):
        scene.cite("D20-F9")
        scene.emit(Counted(name, AIMED, 0))


def _kick(scene: Scene, shot: Shot) -> None:
    """Count one more burst in this turn (D20-36, D20-37, D20-38, D20-40, D20-44, D20-A10)."""
    counter = WATCH_BURSTS if shot.watch else BURSTS
    fired = scene.state.figures[shot.shooter.id].count(counter)
    scene.emit(Counted(shot.shooter.id, counter, fired + 1), dice=(0, 0))


def _how(shot: Shot) -> str:
    """The kind of attack, in a word."""
    if shot.watch:
        return WATCHED
    if shot.melee:
        return "strike"
    if shot.weapon.thrown:
        return "throw"
    return BURST if shot.burst else ""


def _tell(scene: Scene, shot: Shot, wounds: Wounds) -> None:
    """Report the result of the attack."""
    target = shot.target
    if scene.state.figures[target.id].at is None:
        return
    word = ("crit" if wounds.crit else "hit") if wounds.hits else "missed"
    event = Struck(
        target.id,
        word,
        source=shot.shooter.id,
        how=_how(shot),
        sums={"shots": shot.count, "hits": wounds.hits, "damage": wounds.damage},
    )
    scene.emit(event)


OF_BURST = (
    *("D20-01", "D20-03", "D20-04", "D20-05", "D20-06"),
    *("D20-08", "D20-11", "D20-16", "D20-17"),
)


OF_BURST_CRIT = ("D20-13", "D20-14", "D20-A1")
OF_CRIT = ("D20-15", "D20-22", "D20-A7")
OF_LOCATED = ("D20-12", "D20-F3")
OF_ROUNDED = ("D20-28", "D20-A4")
OF_CALLED_BURST = ("D20-46", "D20-49", "D20-F4")
OF_GATLING = ("D20-30", "D20-31")
OF_GATLING_HIT = ("D20-32", "D20-33")
OF_WATCHED_BURST = ("D20-42", "D20-43")
_Cases = Iterable[tuple[bool, tuple[str, ...]]]


def cited(
    shot: Shot, rolled: Shots, body: Body, wounds: Wounds, faces: Sequence[int]
) -> Iterator[str]:
    """The ids of the rules; `faces` are those of the dice to hit."""
    cases = (
        *_fired(shot, rolled, wounds, faces),
        *_recoiled(shot),
        *(_struck(shot, body, wounds) if wounds.hits else ((True, ("D20-A13",)),)),
    )
    for so, ids in cases:
        if so:
            yield from ids


def _fired(shot: Shot, rolled: Shots, wounds: Wounds, faces: Sequence[int]) -> _Cases:
    """Rules of the mode, the called limb, CRITs and natural ones."""
    burst, called = shot.burst, bool(shot.burst and shot.limb)
    later_crit = burst and not wounds.crit and any(face >= rolled.crit for face in faces[1:])
    return (
        (burst, OF_BURST),
        (called, OF_CALLED_BURST),
        (called and wounds.called, ("D20-48",)),
        (called and wounds.hits > 0 and not wounds.called, ("D20-A8",)),
        (wounds.crit, OF_CRIT),
        (burst and wounds.crit, OF_BURST_CRIT),
        (later_crit, ("D20-A2",)),
        (burst and faces[0] == 1, ("D20-A3",)),
        (wounds.crit or 1 in faces, ("D20-F2",)),
        (shot.melee, ("D20-F14",)),
        (shot.weapon.gatling > 1, OF_GATLING),
    )


def _recoiled(shot: Shot) -> _Cases:
    """Rules of recoil by earlier bursts, and of the mode on overwatch."""
    fired, watched = shot.shooter.count(BURSTS), shot.shooter.count(WATCH_BURSTS)
    watch, single = shot.watch, not shot.burst and not shot.melee
    return (
        (single, ("D20-40",)),
        (fired + watched > 1, ("D20-37",)),
        (fired > 0 and not watch, ("D20-38",)),
        (watch, ("D20-F10",)),
        (watch and single, ("D20-A10",)),
        (watch and shot.burst, OF_WATCHED_BURST),
        (watch and shot.burst and watched > 0, ("D20-44",)),
        (watch and fired > 0, ("D20-A9",)),
    )


def _struck(shot: Shot, body: Body, wounds: Wounds) -> _Cases:
    """Rules of the locations and damage of the hits."""
    return (
        (True, ("D20-18",)),
        (not wounds.called, OF_LOCATED),
        (body.dt > 0, ("D20-20",)),
        (shot.burst, ("D20-21",)),
        (body.dr > 0, OF_ROUNDED),
        (wounds.damage > 0, ("D20-24",)),
        (sum(amount > 0 for amount in wounds.limbs) > 1, ("D20-A6",)),
        (shot.weapon.gatling > 1, OF_GATLING_HIT),
    )


def carry_out(scene: Scene, shot: Shot) -> None:
    """Make a shot or a blow as it was planned."""
    resolve(scene, scene.view(scene.side).state, shot)


def _no_shot(_known: View, figure: Figure) -> Refusal | None:
    """Why a figure can't pay for the cheapest shot of its weapons now (D20-05)."""
    aimed = (weapon for weapon in weapons_of(figure) if direct(weapon))
    prices = [
        Shot(figure, weapon, figure, burst=burst).price
        for weapon in aimed
        for burst in (False, True)
        if (weapon.fire_rate if burst else not bursts_only(weapon))
    ]
    return short(figure, *min(prices)) if prices else None


FIRE = Action(
    verb=FIRE_VERB,
    able=_no_shot,
    worded=lambda known, order: dear_burst(known.state.figures[order.figure], order),
    plan=lambda known, order: shot_of(known.state, order),
    cost=OF_ATTACK,
    options=_options,
    attack=attack_of,
    expected=lambda state, shot: (expected(state, shot),),
    carry_out=carry_out,
)


@frozen
class Aiming:
    """A figure that takes aim."""

    figure: Figure


def aiming(figure: Figure) -> Aiming | Refusal:
    """The plan of a figure to aim with what it carries, twice at most (D20-F9)."""
    if figure.count(AIMED) >= MOST_AIM:
        return Refusal(f"{figure.id} cannot aim better", "D20-F9", "attack")
    if not any(weapon.extreme for weapon in weapons_of(figure)):
        return Refusal(f"{figure.id} has nothing to aim", "D20-F9")
    return Aiming(figure)


def may_aim(figure: Figure) -> bool:
    """Whether a figure could aim better with what it carries."""
    return isinstance(aiming(figure), Aiming)


def _aim_options(_known: View, figure: Figure) -> Iterator[Family]:
    if left(figure) >= AIM_COSTS and may_aim(figure):
        yield Family(AIM.name, figure.id)


def _aim(scene: Scene, plan: Aiming) -> None:
    """Take aim (D20-F6, D20-F9)."""
    name = plan.figure.id
    pay(scene, name, AIM_COSTS)
    scene.cite("D20-F9")
    scene.emit(Counted(name, AIMED, scene.state.figures[name].count(AIMED) + 1))


AIM = Action(
    verb=AIM_VERB,
    plan=lambda known, order: aiming(known.state.figures[order.figure]),
    cost=costs(AIM_COSTS, "aiming"),
    options=_aim_options,
    carry_out=_aim,
)
