"""Close combat: blows, grips, and breaking free of one (EP-01, EP-02, EP-21 to EP-27)."""

from __future__ import annotations

from functools import partial

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired, Tested
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.parts import Part
from skirmish.rulesets.common.present import expose, present
from skirmish.rulesets.d100 import cited, effects, outcome
from skirmish.rulesets.d100.figures import close_arms, grappler, held_by, person
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.rules import Blow, break_free, strike, volley
from skirmish.rulesets.d100.sums import (
    SOM_FACTOR,
    Sum,
    blow,
    blow_lines,
    condition,
    in_close,
    parry,
)
from skirmish.rulesets.d100.timing import THIRDS, complex_refusal
from skirmish.rulesets.d100.wounds import NOTHING
from skirmish.rulesets.scene import Scene

_WEAPON = Field("weapon", Shape.WORD, "with what; else its first for close combat, or fists")
STRIKE = Verb(
    "strike",
    "attacks an enemy beside it hand to hand",
    target=Shape.FIGURE,
    fields=(_WEAPON,),
    dice=True,
)
GRAPPLE = Verb(
    "grapple",
    "seeks to subdue an enemy beside it: no damage, but a grip with a margin of 30",
    target=Shape.FIGURE,
    fields=(
        _WEAPON,
        Field("wound", Shape.WORD, "whether a critical success does damage", "yes", ("yes", "no")),
    ),
    dice=True,
)
FREE = Verb(
    "free",
    "breaks free of a grip; or, for who holds somebody, lets go",
    fields=(
        Field("by", Shape.WORD, "which kind of test both make", "unarmed", ("unarmed", "som")),
    ),
    dice=True,
)
SUBDUED: Part = ("subdued", -30, "EP-27")


@frozen
class Assault:
    """An attack in close combat, as ordered."""

    attacker: Figure
    weapon: Arm
    target: Figure
    grapple: bool
    wounds: bool


def assault_of(state: State, order: Order) -> Assault | Refusal:
    """The attack of an order; or why it can't be made, whatever the clock says."""
    attacker = state.figures[order.figure]
    weapon = _weapon(attacker, order)
    if isinstance(weapon, Refusal):
        return weapon
    seen = {other.id: other for other in present(state, attacker.side)}
    target = seen.get(order.target)
    if target is None or target.side == attacker.side:
        return Refusal(f"you see no enemy {order.target}", "EP-F28", "see who is in sight")
    if not in_reach(state.board, attacker.tile, target.tile):
        return Refusal(f"{target.id} is out of reach", "EP-F28", "move beside it")
    grapple = order.verb == GRAPPLE.name
    if grapple and held_by(state, attacker.id):
        return Refusal(f"{attacker.id} holds somebody already", "EP-F25", "let go first")
    if grapple and grappler(state, target.id):
        return Refusal(f"{target.id} is held already", "EP-F25")
    return Assault(attacker, weapon, target, grapple, order.get("wound", "yes") == "yes")


def _weapon(figure: Figure, order: Order) -> Arm | Refusal:
    wanted = order.get("weapon")
    usable = close_arms(figure)
    for weapon in usable:
        if wanted in ("", weapon.id):
            return weapon
    names = ", ".join(weapon.id for weapon in usable)
    return Refusal(f"{figure.id} cannot strike with {wanted}", "EP-F28", f"it has: {names}")


def barred(state: State, order: Order) -> Refusal | None:
    """Why an order of close combat can't be carried out, whatever the clock says."""
    if order.verb != FREE.name:
        assault = assault_of(state, order)
        return assault if isinstance(assault, Refusal) else None
    if grappler(state, order.figure) or held_by(state, order.figure):
        return None
    return Refusal(f"{order.figure} is in no grip", "EP-27")


def refusal(state: State, order: Order) -> Refusal | None:
    """Why it may not be done in this phase; to let go takes no action."""
    if refused := barred(state, order):
        return refused
    if order.verb == FREE.name and not grappler(state, order.figure):
        return None
    return complex_refusal(state.figures[order.figure])


def _sums(state: State, assault: Assault) -> tuple[Sum, Sum | None]:
    """Both target numbers."""
    target, weapon = assault.target, assault.weapon
    return in_close(state, assault.attacker, weapon, target), parry(state, target, weapon)


def blow_of(state: State, assault: Assault) -> Blow:
    """The roll of an assault as bare numbers."""
    one = blow(assault.weapon, assault.target, *_sums(state, assault))
    return one._replace(grapple=assault.grapple, wounds=assault.wounds)


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order of close combat; None where it can't be made or rolls nothing."""
    if order.verb == FREE.name:
        return _breaking(state, order)
    assault = assault_of(state, order)
    if isinstance(assault, Refusal):
        return None
    return attack_of(state, assault)


def attack_of(state: State, assault: Assault) -> Attack:
    """The attack that an assault makes."""
    one, name = blow_of(state, assault), assault.target.id
    lines = blow_lines(assault.weapon, assault.target, *_sums(state, assault))
    return Attack(volley, ((one,),), (name,), named=name, modifiers=lines, each=True)


def _breaking(state: State, order: Order) -> Attack | None:
    """Breaking free as an attack on the grappler: both roll the kind that is chosen (EP-27)."""
    holder = grappler(state, order.figure)
    if not holder:
        return None
    kind = order.get("by", "unarmed")
    held, holds = state.figures[order.figure], state.figures[holder]
    mine = Sum(_kind(held, kind), (SUBDUED, *condition(state, held)))
    theirs = Sum(_kind(holds, kind), condition(state, holds))
    lines = mine.lines("attack", holder) + theirs.lines("defence", holder)
    numbers = (mine.total, theirs.total)
    return Attack(break_free, numbers, (holder,), named=holder, modifiers=lines)


def _kind(figure: Figure, kind: str) -> Part:
    if kind == "som":
        return "SOM x 3", SOM_FACTOR * person(figure).som, "EP-27"
    return "unarmed", person(figure).unarmed, "EP-27"


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order of close combat; the numbers are those that the side was shown."""
    if order.verb == FREE.name:
        _free(scene, order)
        return
    known = scene.view(scene.side).state
    assault = assault_of(known, order)
    if isinstance(assault, Refusal):
        raise TypeError(f"{order}: {assault}")
    name, how = order.figure, "grapple" if assault.grapple else ""
    one = blow_of(known, assault)
    scene.attempt(name, partial(attack_of, known, assault))
    expose(scene, name)
    scene.emit(Fired(name, assault.weapon.id, target=order.target, how=how or "strike"))
    for counter, value in (("attacked", 1), ("acted", THIRDS), ("aimed", 0)):
        count(scene, name, counter, value)
    harm = strike(scene.dice, one)
    scene.befell((order.target,), (harm,))
    cited.in_close(scene, assault.weapon, assault.target, harm, grapple=assault.grapple)
    cited.struck(scene, assault.weapon, assault.target, harm)
    outcome.tell(scene, order.target, harm, name, how)
    effects.follow(scene, order.target, harm, name)


def _free(scene: Scene, order: Order) -> None:
    """Who is held tries to get free; who holds somebody lets go."""
    name = order.figure
    made = _breaking(scene.view(scene.side).state, order)
    scene.cite("EP-F25" if made is None else "EP-27")
    if made is None:
        effects.release(scene, name)
        return
    count(scene, name, "acted", THIRDS)
    scene.attempt(name, lambda: made)
    (harm,) = scene.roll(made)
    scene.befell(made.subjects, (harm,))
    scene.emit(Tested(name, "break_free", "free" if harm != NOTHING else "held"))
    if harm != NOTHING:
        effects.release(scene, name)
