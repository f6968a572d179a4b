"""Shooting: the orders to fire and to aim (AMMO-08 to AMMO-13, AMMO-F6, AMMO-F9 to AMMO-F11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

from skirmish.core.codec import Shape
from skirmish.core.dice import Face, Script, open_ended
from skirmish.core.events import Counted, Fired, Linked
from skirmish.core.figures import Figure, once
from skirmish.core.geometry import Tile, distance2, within_angle
from skirmish.core.orders import WEAPON, Field, Order, Purpose, Question, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import enemy_of, expose, seen_by
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.tokens import rapid_shots
from skirmish.rulesets.families import Clash, Count, Family, Fields, One, Shares
from skirmish.rulesets.scene import Answer, Asking, Scene
from skirmish.rulesets.trait_die.accuracy import DEPLETION, Fire, attack_of, band
from skirmish.rulesets.trait_die.ammunition import cite_use, empty, left, take
from skirmish.rulesets.trait_die.budget import ONE_ACTION, end_aim, spend
from skirmish.rulesets.trait_die.counters import AIMS_AT, FIRED_RAPIDLY, MOVED, TOKENS
from skirmish.rulesets.trait_die.dice import NONE, Volley, befalls, enough, fired
from skirmish.rulesets.trait_die.figures import kind_of, weapons_of
from skirmish.rulesets.trait_die.kinds import MODES, Weapon
from skirmish.rulesets.trait_die.odds import VolleyAttack
from skirmish.rulesets.trait_die.wounds import follow, tell

SPREAD = 2
"""Half-angle for the targets of one burst in units of 22.5 degrees; they are within 45 degrees.

AMMO-F10.
"""
MANY = ("auto", "rapid")
"""Modes with several trait dice (AMMO-F10, AMMO-F11)."""


ASK = "ask"
LIMB = Field("limb", Shape.WORD, "a called shot", "none", ("none", "limb", "head"))
"""The field of an order for a called shot (AMMO-F7)."""
MODE = Field("mode", Shape.WORD, "the firing mode", usual="its first", options=MODES)
"""The field of an order for the firing mode (AMMO-F9)."""
WILD = Field("wild", Shape.WORD, "how the Wild Die is placed", "lowest", ("lowest", ASK))
"""The field of an order for how the Wild Die is placed (AMMO-F10)."""
FIRE_VERB = Verb(
    "fire",
    "shoots at an enemy; automatic and rapid fire may include more targets",
    target=Shape.FIGURE,
    fields=(
        Field("dice", Shape.NUMBER, "dice of automatic or rapid fire", usual="as many as possible"),
        LIMB,
        MODE,
        Field(
            "split",
            Shape.SPLIT,
            "dice for each target; the first is the order's target",
            unit="dice",
        ),
        WEAPON_FIELD,
        WILD,
    ),
    dice=True,
)
AIM_VERB = Verb(
    "aim",
    "aims at an enemy: improves its next shot at it",
    target=Shape.FIGURE,
    exposed=True,
    purpose=Purpose.AIM,
)
CALLED: Fields = ((LIMB.name, One(LIMB.options)),)
ASKING: Fields = ((WILD.name, One((ASK,))),)


@once
def guns(figure: Figure) -> tuple[Weapon, ...]:
    """The weapons that a figure fires at figures."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.modes)


def gun_of(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon that an order to fire names, else the first one that is fired at figures."""
    if weapon := slots.wanted(guns(figure), order):
        return weapon
    if not (name := order.get(WEAPON)):
        return Refusal(f"{figure.id} has nothing to fire", remedy="'strike', or throw something")
    known = slots.ids(guns(figure)) or "none"
    return Refusal(f"{figure.id} fires no {name}", remedy=f"it has: {known}")


def most_dice(state: State, figure: Figure, weapon: Weapon, mode: str) -> int:
    """Maximum trait dice of a mode (AMMO-13, AMMO-A5, AMMO-F10, AMMO-F11)."""
    if mode == "rapid":
        return rapid_shots(left(state, figure, weapon))
    return weapon.rof if mode == "auto" else 1


def fire_of(state: State, order: Order) -> Fire | Refusal:
    """The fire of an order, or why it is refused (AMMO-F9)."""
    shooter = state.figures[order.figure]
    weapon = gun_of(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    mode = order.get("mode") or weapon.modes[0]
    if mode not in weapon.modes:
        known = ", ".join(weapon.modes)
        return Refusal(f"{weapon.name} has no mode {mode}", "AMMO-F9", f"it has: {known}")
    if refused := empty(state, shooter, weapon) or _no_extras(order, mode):
        return refused
    shares = _shares_of(state, shooter, weapon, mode, order)
    if isinstance(shares, Refusal):
        return shares
    return Fire(shooter, weapon, mode, shares, order.get("limb"), order.get(WILD.name) == ASK)


def _no_extras(order: Order, mode: str) -> Refusal | None:
    """Why the fields of an order do not fit its mode (AMMO-F7, AMMO-F10)."""
    many = mode in MANY
    if not many and (order.get("dice") or order.get("split")):
        return Refusal(f"{mode} fire is one die", "AMMO-F10", "leave out dice= and split=")
    if order.get("dice") and order.get("split"):
        return Refusal("dice= and split= exclude each other", "AMMO-F10", "leave out dice=")
    if many and order.get("limb"):
        return Refusal("a called shot is one die", "AMMO-F7", "fire a single shot")
    return None


def _shares_of(
    state: State, shooter: Figure, weapon: Weapon, mode: str, order: Order
) -> tuple[tuple[Figure, int], ...] | Refusal:
    """The targets of an order with their dice (AMMO-13, AMMO-F10, AMMO-F11)."""
    most = most_dice(state, shooter, weapon, mode)
    split = order.split("split") or ((order.target, order.number("dice", most)),)
    least = 2 if mode == "rapid" else 1
    if split[0][0] != order.target:
        return Refusal(
            f"the first share is not {order.target}'s", "AMMO-F10", "name it first in split="
        )
    count = sum(share for _, share in split)
    if min(share for _, share in split) < 1 or not least <= count <= most:
        rule = "AMMO-13" if mode == "rapid" else "AMMO-F10"
        return Refusal(f"{count} dice in {mode} fire", rule, f"{least} to {most} are possible")
    shares = []
    for name, share in split:
        target = target_of(state, shooter, weapon, name)
        if isinstance(target, Refusal):
            return target
        shares.append((target, share))
    for (a, _), (b, _) in combinations(shares, 2):
        if not together(shooter, a, b):
            what = f"{a.id} and {b.id} are more than 45 degrees apart"
            return Refusal(what, "AMMO-F10", "fire at one of them")
    return tuple(shares)


def together(shooter: Figure, a: Figure, b: Figure) -> bool:
    """Whether one burst may include both (AMMO-F10)."""
    return a is b or within_angle(shooter.tile, a.tile, b.tile, SPREAD)


def target_of(state: State, shooter: Figure, weapon: Weapon, name: str) -> Figure | Refusal:
    """The enemy of this name, if the shooter sees it and a weapon reaches it (AMMO-F3)."""
    target = enemy_of(state, shooter, name)
    if isinstance(target, Refusal):
        return target
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(
            f"{shooter.id} does not see {name}", remedy="move into its sight", concerns=name
        )
    if not _reaches(shooter, weapon, target.tile):
        what = f"{name} is beyond {weapon.long} tiles"
        return Refusal(what, "AMMO-F3", "move closer, or use another weapon", concerns=name)
    return target


def targets(state: State, figure: Figure, weapon: Weapon) -> tuple[Figure, ...]:
    """The enemies that a weapon reaches, as the figure's side can tell."""
    return tuple(other for other in seen_by(state, figure) if _reaches(figure, weapon, other.tile))


def _reaches(figure: Figure, weapon: Weapon, tile: Tile) -> bool:
    """Whether a tile is in range of a weapon (AMMO-F3)."""
    return band(weapon, distance2(figure.tile, tile)) is not None


def _plan(known: View, order: Order) -> Fire | Refusal:
    """Plan fire; the Wild Die can be placed only among several dice (AMMO-F10)."""
    fire = fire_of(known.state, order)
    if isinstance(fire, Refusal) or not fire.asks:
        return fire
    if kind_of(fire.shooter).wild_card and fire.mode in MANY:
        return fire
    return Refusal("there is no Wild Die to place", "AMMO-F10", "leave out wild=")


def _options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    for weapon in guns(figure):
        if empty(state, figure, weapon) is None:
            yield from _families_of(state, figure, weapon)


def _families_of(state: State, figure: Figure, weapon: Weapon) -> Iterator[Family]:
    fired = targets(state, figure, weapon)
    apart = partial(_apart, figure, {other.id: other for other in fired})
    for mode in weapon.modes:
        fixed = (("mode", mode), (WEAPON, weapon.id))
        most = most_dice(state, figure, weapon, mode)
        for target in fired:
            one = One((target.id,))
            if mode not in MANY:
                yield Family(FIRE.name, figure.id, one, CALLED, fixed=fixed)
                continue
            low = 2 if mode == "rapid" else 1
            wild = ASKING if kind_of(figure).wild_card else ()
            fields: Fields = (("dice", Count(low, most)), *wild)
            yield Family(FIRE.name, figure.id, one, fields, fixed=fixed)
            if most > 1:
                fields = (("split", _shares_field(figure, target, fired, most, apart)), *wild)
                yield Family(FIRE.name, figure.id, one, fields, hint="spread", fixed=fixed)


def _shares_field(
    figure: Figure, target: Figure, fired: tuple[Figure, ...], most: int, apart: Clash
) -> Shares:
    """The further targets that a burst may include (AMMO-F10)."""
    near = tuple(other.id for other in fired if together(figure, target, other))
    return Shares(near, most, most, apart, first=target.id)


def _apart(figure: Figure, fired: Mapping[str, Figure], one: str, other: str) -> bool:
    """Whether one burst may not include both (AMMO-F10)."""
    return not together(figure, fired[one], fired[other])


def fire(scene: Scene, plan: Fire) -> None:
    """Fire at figures; the numbers are those shown to the side.

    AMMO-08, AMMO-07, AMMO-F11.
    """
    name, weapon = plan.shooter.id, plan.weapon
    attack = attack_of(scene.view(plan.shooter.side).state, plan)
    expose(scene, name)
    lost = resolve(scene, plan.shooter, attack, (weapon.id, plan.mode), asks=plan.asks)
    if weapon.count:
        lost = 1
    cite_use(scene, plan.shooter, weapon, plan.mode, lost)
    take(scene, name, weapon, lost)
    if plan.mode == "rapid":
        scene.emit(Counted(name, FIRED_RAPIDLY, 1), dice=(0, 0))


def _fire(scene: Scene, plan: Fire) -> None:
    scene.cite("AMMO-F2", "AMMO-F3", "AMMO-F5")
    fire(scene, plan)


def resolve(
    scene: Scene, striker: Figure, attack: VolleyAttack, how: tuple[str, str], *, asks: bool = False
) -> int:
    """Roll a volley, report it and apply its effects; return the tokens that it cost.

    `how`: the weapon's id and the mode. `asks`: whether the side is asked where the Wild Die goes.

    AMMO-F5, AMMO-F6, AMMO-F12.
    """
    plan, name, subjects = attack.plan, striker.id, attack.subjects
    dice = Asking(scene, _placing(scene, striker, plan) if asks else None)
    scene.attempt(name, lambda: attack)
    tally = fired(dice, plan)
    spend(scene, name)
    end_aim(scene, name)
    scene.emit(Fired(name, how[0], target=attack.named, how=how[1]))
    outcomes = []
    aimed = {share.target for share in plan.shares}
    for place, subject in enumerate(subjects):
        outcome = befalls(dice, plan, tally, place)
        outcomes.append(outcome)
        if outcome.hit and place not in aimed:
            scene.cite("AMMO-F18")
        if outcome.hit or place in aimed:
            tell(scene, subject, outcome, name, "" if place in aimed else "stray")
    scene.note_outcomes(subjects, outcomes)
    for subject, outcome in zip(subjects, outcomes, strict=True):
        follow(scene, subject, outcome)
    return tally.tokens


def _placing(scene: Scene, striker: Figure, plan: Volley) -> Answer:
    """Ask the shooter's side which die the Wild Die replaces; options show number and total.

    AMMO-F10.
    """
    start = scene.dice.rolled

    def answer(options: tuple[str, ...]) -> str:
        totals = _rolled(plan, scene.dice.faces[start:])
        told = tuple(n if n == NONE else f"{n}_rolled_{totals[int(n) - 1]}" for n in options)
        said = scene.ask(Question(striker.side, "wild_die", told, figure=striker.id))
        return options[told.index(said)]

    return answer


def _rolled(plan: Volley, faces: Sequence[Face]) -> list[int]:
    """The total of each die of a volley, aces added."""
    dice, each = Script(faces), [s.modifier for s in plan.shares for _ in range(s.dice)]
    return [
        open_ended(dice, plan.sides, enough(plan.sides, modifier), plan.what) for modifier in each
    ]


def _emptied(_state: State, fire: Fire) -> tuple[tuple[str, Fraction], ...]:
    """The chance that an attack uses up the last token of the weapon (AMMO-08, AMMO-A4)."""
    tokens = slots.get(fire.shooter, TOKENS, fire.weapon.id) if fire.weapon.magazine else 0
    low = Fraction(DEPLETION[fire.mode], kind_of(fire.shooter).shooting)
    few = (comb(fire.dice, n) * low**n * (1 - low) ** (fire.dice - n) for n in range(tokens))
    chance = 1 - sum(few, Fraction(0))
    return ((f"leaves {fire.weapon.name} empty", chance),) if tokens and chance else ()


FIRE = Action(
    verb=FIRE_VERB,
    cost=ONE_ACTION,
    plan=_plan,
    options=_options,
    attack=attack_of,
    mishaps=_emptied,
    carry_out=_fire,
)


def _plan_aim(known: View, order: Order) -> Order | Refusal:
    """Plan to aim; a figure that has moved cannot (AMMO-F6)."""
    state = known.state
    figure = state.figures[order.figure]
    if figure.count(MOVED):
        return Refusal(f"{figure.id} has moved", "AMMO-F6", "a figure that has moved cannot aim")
    if state.linked(AIMS_AT, figure.id, order.target):
        return Refusal(
            f"{figure.id} aims at {order.target} already", "AMMO-F6", concerns=order.target
        )
    reaching = Refusal(f"{figure.id} has nothing to fire", "AMMO-F6")
    for weapon in guns(figure):
        target = target_of(state, figure, weapon, order.target)
        if not isinstance(target, Refusal):
            return order
        reaching = target
    return reaching


def _aim_options(known: View, figure: Figure) -> Iterator[Family]:
    state, weapons = known.state, guns(figure)
    found = tuple(
        other.id
        for other in seen_by(state, figure)
        if any(_reaches(figure, weapon, other.tile) for weapon in weapons)
        and not state.linked(AIMS_AT, figure.id, other.id)
    )
    if found and not figure.count(MOVED):
        yield Family(AIM.name, figure.id, One(found))


def _aim(scene: Scene, order: Order) -> None:
    """Take aim at an enemy (AMMO-F5, AMMO-F6)."""
    scene.cite("AMMO-F5", "AMMO-F6")
    end_aim(scene, order.figure)
    scene.emit(Linked(AIMS_AT, order.figure, order.target))
    spend(scene, order.figure)


AIM = Action(verb=AIM_VERB, cost=ONE_ACTION, plan=_plan_aim, options=_aim_options, carry_out=_aim)
