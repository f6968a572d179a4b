"""Close combat: blows, grips, and breaking free of one (EP-01, EP-02, EP-21 to EP-27)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired, Tested
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.attack import Attack, Part
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, enemy_in_sight, expose, in_reach
from skirmish.rulesets.d100.accuracy import (
    REACH,
    RUNNING,
    SOM_FACTOR,
    TargetNumber,
    blow,
    blow_lines,
    condition,
    full_defence,
)
from skirmish.rulesets.d100.budget import (
    COMPLEX_ACTION,
    THIRDS,
    complex_refusal,
    not_its_phase,
    not_now,
    turn_comes,
)
from skirmish.rulesets.d100.counters import ACTED, AIMED, HAS_ATTACKED, RAN
from skirmish.rulesets.d100.dice import NOTHING, OPPOSED, Blow, Harm, break_free, strike, volley
from skirmish.rulesets.d100.figures import (
    close_weapons,
    defends,
    grappler,
    has_reach,
    held_by,
    helpless,
    kind_of,
    skill,
)
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.d100.wounds import inflict, release
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

STRIKE_VERB = Verb(
    "strike",
    "attacks an adjacent enemy hand to hand",
    target=Shape.FIGURE,
    fields=(slots.MELEE_FIELD,),
    dice=True,
)
GRAPPLE_VERB = Verb(
    "grapple",
    "tries to grapple an adjacent enemy: no damage, and a grip on a margin of 30",
    target=Shape.FIGURE,
    fields=(
        slots.MELEE_FIELD,
        Field("wound", Shape.WORD, "damage on a critical success", "yes", ("yes", "no")),
    ),
    dice=True,
)
FREE_VERB = Verb(
    "free",
    "breaks free of a grip, or releases the enemy that it holds",
    fields=(Field("by", Shape.WORD, "the kind of test for both", "unarmed", ("unarmed", "som")),),
    dice=True,
)
SUBDUED: Part = ("subdued", -30, "EP-27")
"""Modifier of a held figure to breaking free (EP-27)."""


@frozen
class Assault:
    """An attack in close combat, as ordered."""

    attacker: Figure
    weapon: Weapon
    target: Figure
    grapple: bool
    wounds: bool


def assault_of(state: State, order: Order) -> Assault | Refusal:
    """The attack of an order, or why it is impossible at any time (EP-F28).

    EP-21, EP-24, EP-F25.
    """
    attacker = state.figures[order.figure]
    weapon = _weapon(attacker, order)
    if isinstance(weapon, Refusal):
        return weapon
    target = enemy_in_sight(state, attacker, order.target, "EP-F28")
    if isinstance(target, Refusal):
        return target
    if not in_reach(state.board, attacker.tile, target.tile):
        return Refusal(
            f"{target.id} is out of reach", "EP-F28", "move beside it", concerns=target.id
        )
    grapple = order.verb == GRAPPLE_VERB.name
    if grapple and held_by(state, attacker.id):
        return Refusal(
            f"{attacker.id} already holds an enemy", "EP-F25", "release it first: 'free'"
        )
    if grapple and grappler(state, target.id):
        return Refusal(f"{target.id} is held already", "EP-F25", concerns=target.id)
    return Assault(attacker, weapon, target, grapple, order.get("wound", "yes") == "yes")


def _weapon(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon for an order of close combat, fists included (EP-22, EP-F28)."""
    usable = close_weapons(figure)
    if weapon := slots.wanted(usable, order):
        return weapon
    names = slots.ids(usable)
    what = f"{figure.id} cannot strike with {order.get('weapon')}"
    return Refusal(what, "EP-F28", f"it has: {names}")


def in_close(state: State, attacker: Figure, weapon: Weapon, target: Figure) -> TargetNumber:
    """The target number for an attack in close combat (EP-02, EP-22, EP-A1, EP-F17, EP-F8)."""
    longer = weapon.reach and not has_reach(target)
    parts: tuple[Part, ...] = (
        ("reach", REACH if longer else 0, "EP-02"),
        ("running", RUNNING if attacker.count(RAN) else 0, "EP-F17"),
        *condition(state, attacker),
    )
    return TargetNumber((weapon.skill, skill(kind_of(attacker), weapon), "EP-F8"), parts)


def parry(state: State, target: Figure, weapon: Weapon) -> TargetNumber | None:
    """The guard in close combat: Fray, more with reach that the attacker lacks (EP-02, EP-F8).

    EP-A1, EP-F9.
    """
    if not defends(state, target):
        return None
    longer = has_reach(target) and not weapon.reach
    parts: tuple[Part, ...] = (
        ("reach", REACH if longer else 0, "EP-02"),
        full_defence(target),
        *condition(state, target),
    )
    return TargetNumber(("Fray", kind_of(target).fray, "EP-F8"), parts)


def _target_numbers(state: State, assault: Assault) -> tuple[TargetNumber, TargetNumber | None]:
    """The target numbers of attack and guard."""
    target, weapon = assault.target, assault.weapon
    return in_close(state, assault.attacker, weapon, target), parry(state, target, weapon)


def blow_of(state: State, assault: Assault) -> Blow:
    """The roll of an assault as bare numbers (EP-21, EP-24)."""
    one = blow(assault.weapon, assault.target, *_target_numbers(state, assault))
    return one._replace(grapple=assault.grapple, wounds=assault.wounds)


def attack_of(state: State, assault: Assault) -> Attack:
    """The attack that an assault makes."""
    one, name = blow_of(state, assault), assault.target.id
    lines = blow_lines(assault.weapon, assault.target, *_target_numbers(state, assault))
    return Attack(volley, ((one,),), (name,), named=name, modifiers=lines, each=True)


def _strike_options(known: View, figure: Figure) -> Iterator[Family]:
    foes = tuple(foe.id for foe in beside(known.state, figure))
    return _with_each(STRIKE_VERB, figure, foes)


def _grapple_options(known: View, figure: Figure) -> Iterator[Family]:
    """The adjacent enemies that a figure may grapple (EP-21, EP-24, EP-F25)."""
    state = known.state
    free = tuple(foe.id for foe in beside(state, figure) if not grappler(state, foe.id))
    harms = (("wound", One(("yes", "no"))),)
    return _with_each(GRAPPLE_VERB, figure, () if held_by(state, figure.id) else free, harms)


def _with_each(
    verb: Verb, figure: Figure, foes: tuple[str, ...], fields: tuple[tuple[str, One], ...] = ()
) -> Iterator[Family]:
    """An order against some figures, with each weapon for close combat."""
    weapons = close_weapons(figure) if foes else ()
    for place, weapon in enumerate(weapons):
        fixed = slots.naming(weapon, weapons)
        yield Family(verb.name, figure.id, One(foes), fields, fixed=fixed, place=(place,))


def _assault(scene: Scene, assault: Assault) -> None:
    """Strike or grapple as planned; the numbers are those shown to the side.

    EP-F6, EP-F16.
    """
    known = scene.view(scene.side).state
    name, weapon, target = assault.attacker.id, assault.weapon, assault.target
    scene.cite("EP-F6", "EP-F28", *(("EP-21", "EP-22") if assault.grapple else ()), *OPPOSED)
    how = "grapple" if assault.grapple else ""
    one = blow_of(known, assault)
    scene.attempt(name, partial(attack_of, known, assault))
    expose(scene, name)
    scene.emit(Fired(name, weapon.id, target=target.id, how=how or "strike"))
    for counter, value in ((HAS_ATTACKED, 1), (ACTED, THIRDS), (AIMED, 0)):
        scene.count(name, counter, value)
    harm = strike(scene.dice, one)
    _cite(scene, assault, harm)
    inflict(scene, weapon, target, harm, name, how)


def _cite(scene: Scene, assault: Assault, harm: Harm) -> None:
    """Cite the rules of reach, and those of a grapple that hit."""
    longer, other = assault.weapon.reach, has_reach(assault.target)
    if longer or other:
        scene.cite("EP-01")
    if longer and other:
        scene.cite("EP-A1")
    if assault.grapple and harm.hit:
        scene.cite("EP-23", "EP-24")


STRIKE = Action(
    verb=STRIKE_VERB,
    plan=lambda known, order: assault_of(known.state, order),
    cost=COMPLEX_ACTION,
    options=_strike_options,
    attack=attack_of,
    carry_out=_assault,
)
"""The order to strike an adjacent enemy (EP-F6, EP-F28)."""
GRAPPLE = evolve(STRIKE, verb=GRAPPLE_VERB, options=_grapple_options)
"""The order to grapple, announced before any die is rolled (EP-21)."""


@frozen
class Release:
    """Breaking free of a grappler; without a grappler, letting go of the figure that it holds.

    `by` is the kind of test that both make.

    EP-27, EP-F25.
    """

    figure: Figure
    grappler: str
    by: str


def may_break_free(state: State, figure: Figure) -> bool:
    """Whether a figure is held and may try to break free in this phase (EP-27, EP-25)."""
    if not grappler(state, figure.id) or not turn_comes(state, figure):
        return False
    return helpless(state, figure) is None and complex_refusal(figure) is None


def _able_to_free(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not try to break free or let go now (EP-14, EP-25, EP-F26)."""
    state = known.state
    if not grappler(state, figure.id):
        return not_now(state, figure)
    return helpless(state, figure) or not_its_phase(state, figure)


def _plan_free(known: View, order: Order) -> Release | Refusal:
    """Plan to break free, or to let go (EP-27, EP-F25)."""
    holder = grappler(known.state, order.figure)
    if not holder and not held_by(known.state, order.figure):
        return Refusal(f"{order.figure} is not held", "EP-27")
    return Release(known.state.figures[order.figure], holder, order.get("by", "unarmed"))


def _share_of_phase(_state: State, plan: Release) -> Fraction:
    """Breaking free is a Complex action; letting go is free (EP-27, EP-F25)."""
    return Fraction(1 if plan.grappler else 0)


def _ready_to_free(_known: View, plan: Release) -> Refusal | None:
    """Why it may not break free in this phase; letting go is always possible (EP-27, EP-F25)."""
    return complex_refusal(plan.figure) if plan.grappler else None


def _free_options(known: View, figure: Figure) -> Iterator[Family]:
    if grappler(known.state, figure.id):
        kinds = FREE_VERB.fields[0]
        if may_break_free(known.state, figure):
            yield Family(FREE.name, figure.id, fields=((kinds.name, One(kinds.options)),))
    elif held_by(known.state, figure.id):
        yield Family(FREE.name, figure.id)


def _breaking(state: State, plan: Release) -> Attack | None:
    """Breaking free as an attack on the grappler; both roll the chosen kind of test (EP-27)."""
    holder, kind = plan.grappler, plan.by
    if not holder:
        return None
    held, holds = plan.figure, state.figures[holder]
    mine = TargetNumber(_kind(held, kind), (SUBDUED, *condition(state, held)))
    theirs = TargetNumber(_kind(holds, kind), condition(state, holds))
    lines = mine.lines("attack", holder) + theirs.lines("defence", holder)
    numbers = (mine.total, theirs.total)
    return Attack(break_free, numbers, (holder,), named=holder, modifiers=lines)


def _kind(figure: Figure, kind: str) -> Part:
    """The base of a figure's test to break free or to hold on (EP-27)."""
    if kind == "som":
        return "SOM x 3", SOM_FACTOR * kind_of(figure).som, "EP-27"
    return "unarmed", kind_of(figure).unarmed, "EP-27"


def _free(scene: Scene, plan: Release) -> None:
    """Let go, or try to break free (EP-27, EP-F25)."""
    name = plan.figure.id
    made = _breaking(scene.view(scene.side).state, plan)
    scene.cite("EP-F25" if made is None else "EP-27")
    if made is None:
        release(scene, name)
        return
    scene.count(name, ACTED, THIRDS)
    scene.attempt(name, lambda: made)
    (harm,) = scene.roll(made)
    scene.note_outcomes(made.subjects, (harm,))
    scene.emit(Tested(name, "break_free", "free" if harm != NOTHING else "held"))
    if harm != NOTHING:
        release(scene, name)


FREE = Action(
    verb=FREE_VERB,
    able=_able_to_free,
    plan=_plan_free,
    cost=Cost(_share_of_phase, ready=_ready_to_free),
    options=_free_options,
    attack=_breaking,
    carry_out=_free,
    exempt=True,
)
