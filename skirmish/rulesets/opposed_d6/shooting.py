"""Shooting: the order to fire at figures, its attack, its results (BAY-03, BAY-28).

Single shots, aid, divided bursts, opportunity fire and fire into combat are one attack: some rolls,
each with its own modifiers, all against the figures as they stood. A plan does not depend on the
clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations

from attrs import evolve

from skirmish.core.codec import Shape, Split
from skirmish.core.events import AID, Fired, Struck
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Question, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import expose, reveal
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Clash, Count, Family, Fields, Fixed, One, Shares, Some
from skirmish.rulesets.opposed_d6.accuracy import (
    Burst,
    attack_of,
    attack_with,
    equal_shares,
    rolls_of,
    shots_of,
    together,
)
from skirmish.rulesets.opposed_d6.ammunition import deplete, loaded
from skirmish.rulesets.opposed_d6.budget import (
    SHOT_OF_BOUND,
    attacked,
    attacker,
    loading,
    note_attack,
    spend,
    unready,
)
from skirmish.rulesets.opposed_d6.close_combat import engagement, fighting, free_to_shoot
from skirmish.rulesets.opposed_d6.dice import Shot, astray, judge
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon, aimed, lobbed
from skirmish.rulesets.opposed_d6.line_of_fire import (
    LineOfFire,
    aids,
    allowed,
    arc_rules,
    line_of_fire,
    past_a_figure,
)
from skirmish.rulesets.opposed_d6.morale import suffer
from skirmish.rulesets.scene import Answer, Asking, Scene

MOST_ROLLS = 3
"""The most rolls of a divided burst (BAY-14, BAY-F13)."""
MOST_AID = 3
"""The most friends that aid a shot (BAY-27, BAY-F10)."""
FIRE_VERB = Verb(
    "fire",
    "shoots at an enemy with a direct weapon; also as opportunity fire while it is exposed",
    target=Shape.FIGURE,
    fields=(
        Field("aid", Shape.FIGURES, "friends that aid with their shots: +1 each, 3 at most"),
        Field("combat", Shape.WORD, "fires into a close combat", "no", ("no", "yes")),
        Field(
            "rolls",
            Shape.NUMBER,
            "splits an automatic burst into this many equal rolls, 3 at most",
            "1",
        ),
        Field(
            "split",
            Shape.SPLIT,
            "splits an automatic burst by shares; the target's share comes first",
            unit="of the factor",
        ),
        WEAPON_FIELD,
    ),
    dice=True,
)
COMBAT: Fixed = (("combat", "yes"),)


def usable(state: State, figure: Figure) -> Iterator[Weapon]:
    """The weapons that a figure could fire now."""
    for weapon in weapons_of(figure):
        if weapon.range and not (loaded(state, figure, weapon) or loading(state, figure, weapon)):
            yield weapon


def chosen(
    figure: Figure, order: Order, fits: Callable[[Weapon], bool], other: str
) -> Weapon | Refusal:
    """The weapon that an order fires: the named one, else the first that it can fire (BAY-02).

    `fits` says which weapons it may fire; `other` is the order for those that have other targets.
    """
    able = [weapon for weapon in weapons_of(figure) if fits(weapon)]
    doing = "fire or throw at a tile" if other == FIRE.name else "fire"
    if not able:
        has_other = any(weapon.range > 0 for weapon in weapons_of(figure))
        remedy = f"use '{other}' with its weapons" if has_other else "it fights hand to hand"
        return Refusal(f"{figure.id} has no weapon to {doing} with", "BAY-02", remedy)
    if found := slots.wanted(able, order):
        return found
    what = f"{figure.id} has no {order.get('weapon')} to {doing} with"
    return Refusal(what, "BAY-02", f"one of: {slots.ids(able)}")


def named(figure: Figure, weapon: Weapon) -> Fixed:
    """The fields that name a weapon in an order; empty for the first of its sort."""
    return slots.naming(weapon, filter(aimed if aimed(weapon) else lobbed, weapons_of(figure)))


def shots(state: State, figure: Figure, weapon: Weapon) -> Iterator[LineOfFire]:
    """All clear shots of a figure; a shot into a close combat has `engaged` set.

    Enemies that its side has fired at in this shooting are left out (BAY-31).
    """
    for name, other in state.figures.items():
        if other.side == figure.side or attacker(state, name):
            continue
        shot = line_of_fire(state, figure, weapon, name, combat=False)
        if isinstance(shot, Refusal) and shot.rule == "BAY-07" and allowed(state):
            shot = line_of_fire(state, figure, weapon, name, combat=True)
        if isinstance(shot, LineOfFire):
            yield shot


def burst_of(state: State, order: Order) -> Burst | Refusal:
    """The attack that an order of fire makes on its side's view, or why it is refused.

    BAY-03, BAY-14, BAY-A3.
    """
    shooter = state.figures[order.figure]
    weapon = chosen(shooter, order, aimed, other="bombard")
    if isinstance(weapon, Refusal):
        return weapon
    if refused := loaded(state, shooter, weapon) or fighting(state, shooter):
        return refused
    combat = order.get("combat") == "yes"
    shares = shares_of(weapon, order)
    if isinstance(shares, Refusal):
        return shares
    rolls = _rolls(state, shooter, weapon, shares, combat=combat)
    if isinstance(rolls, Refusal):
        return rolls
    aiders = _aiders(state, shooter, order, rolls[0][0])
    if isinstance(aiders, Refusal):
        return aiders
    return Burst(shooter, weapon, rolls, aiders, combat)


def shares_of(weapon: Weapon, order: Order) -> Split | Refusal:
    """The shares of a burst, each with its target; undivided it is one (BAY-14, BAY-F13).

    BAY-A6.
    """
    split, rolls = order.split("split"), order.number("rolls", 1)
    if not split and rolls == 1:
        return ((order.target, weapon.factor),)
    if not weapon.automatic:
        what = f"{weapon.name} is not automatic"
        return Refusal(what, "BAY-14", "leave out split= and rolls=")
    if split and rolls != 1:
        return Refusal("split= and rolls= exclude each other", "BAY-14", "use one of them")
    if not 1 <= rolls <= MOST_ROLLS or len(split) > MOST_ROLLS:
        what = f"a burst over {len(split) or rolls} rolls"
        return Refusal(what, "BAY-14", f"divide it over 1 to {MOST_ROLLS}")
    if rolls > weapon.factor:
        what = f"a factor of {weapon.factor} can't be divided over {rolls} rolls"
        return Refusal(what, "BAY-14", "each share is at least 1")
    if not split:
        return tuple((order.target, share) for share in equal_shares(weapon.factor, rolls))
    return _checked(weapon, order.target, split)


def _checked(weapon: Weapon, target: str, split: Split) -> Split | Refusal:
    """The shares as ordered: whole, at least 1, all of the factor together (BAY-14, BAY-A6)."""
    if split[0][0] != target:
        remedy = f"name {target} first in split="
        return Refusal(f"the first share must be {target}'s", "BAY-14", remedy)
    if any(share < 1 for _, share in split):
        return Refusal("a share below 1", "BAY-14", "each share is at least 1")
    if sum(share for _, share in split) != weapon.factor:
        remedy = f"the shares of {weapon.name} must add up to {weapon.factor}"
        return Refusal("the shares do not add up", "BAY-14", remedy)
    return split


def _rolls(
    state: State, shooter: Figure, weapon: Weapon, shares: Split, *, combat: bool
) -> tuple[tuple[LineOfFire, int], ...] | Refusal:
    """The lines of fire of a burst with their shares, all close together.

    BAY-14, BAY-24, BAY-F13.
    """
    rolls: list[tuple[LineOfFire, int]] = []
    for place, (name, share) in enumerate(shares):
        shot = line_of_fire(state, shooter, weapon, name, combat=combat)
        # Fire into combat is declared for the first target; the others may stand outside it.
        if place and combat and isinstance(shot, Refusal):
            shot = line_of_fire(state, shooter, weapon, name, combat=False)
        if isinstance(shot, Refusal):
            return shot
        if combat and not place and not shot.engaged:
            return _not_into_combat(state, shot)
        rolls.append((shot, share))
    for (a, _), (b, _) in combinations(rolls, 2):
        if not together(shooter, a, b):
            what = f"{a.target.id} and {b.target.id} are more than 45 degrees apart"
            return Refusal(what, "BAY-14", "choose targets closer together")
    return tuple(rolls)


def _not_into_combat(state: State, shot: LineOfFire) -> Refusal:
    """Why opportunity fire cannot be fire into a close combat (BAY-21, BAY-24)."""
    name, remedy = shot.target.id, "leave out combat="
    if engagement(state, shot.target):
        what = f"{name} can be shot at only on its way, before its close combat"
        return Refusal(what, "BAY-21", remedy)
    return Refusal(f"{name} is not in close combat", "BAY-24", remedy)


def _aiders(
    state: State, shooter: Figure, order: Order, shot: LineOfFire
) -> tuple[tuple[Figure, Weapon, LineOfFire], ...] | Refusal:
    """The figures that aid a shot, three at most, or why they cannot (BAY-27, BAY-F10)."""
    names = order.figures("aid")
    if len(names) > MOST_AID:
        return Refusal(f"{len(names)} figures aid", "BAY-27", f"at most {MOST_AID} count")
    combat = order.get("combat") == "yes"
    aiders = []
    for name in names:
        found = aider(state, shooter, name, shot, combat=combat)
        if isinstance(found, Refusal):
            return found
        aiders.append(found)
    return tuple(aiders)


def aider(
    state: State, shooter: Figure, name: str, shot: LineOfFire, *, combat: bool
) -> tuple[Figure, Weapon, LineOfFire] | Refusal:
    """A figure that gives up its own shot to aid one, with that shot and its weapon (BAY-31).

    It is the first of its weapons with which it could have shot, if possible one that is loaded.

    BAY-27, BAY-F10.
    """
    figure = state.figures.get(name)
    if figure is None or figure.side != shooter.side or figure.at is None:
        return Refusal(
            f"you have no figure {name} on the map", "BAY-31", "see the list of your figures"
        )
    if name == shooter.id:
        return Refusal(f"{name} can't aid itself", "BAY-31", "name others")
    weapons = [weapon for weapon in weapons_of(figure) if aimed(weapon)]
    if not weapons:
        return Refusal(f"{name} has no weapon to aid with", "BAY-31", "remove it from aid=")
    weapons.sort(key=lambda weapon: loading(state, figure, weapon) is not None)
    found = [_aid_with(state, figure, weapon, shot, combat=combat) for weapon in weapons]
    return next((aid for aid in found if not isinstance(aid, Refusal)), found[0])


def _aid_with(
    state: State, figure: Figure, weapon: Weapon, shot: LineOfFire, *, combat: bool
) -> tuple[Figure, Weapon, LineOfFire] | Refusal:
    """A figure's own shot with a weapon, which it gives up (BAY-31, BAY-F10)."""
    if refused := loaded(state, figure, weapon) or fighting(state, figure):
        return refused
    own = aids(state, figure, weapon, shot, combat=combat)
    if isinstance(own, Refusal):
        return Refusal(f"{figure.id} can't aid: {own.reason}", own.rule, own.remedy)
    return figure, weapon, own


def _ready(known: View, burst: Burst) -> Refusal | None:
    """Why it cannot be fired now: a target was attacked already, or a shooter is not ready.

    BAY-12, BAY-13, BAY-31.
    """
    state = known.state
    for line, _ in burst.rolls:
        if refused := attacked(state, line.target.id):
            return refused
    for figure, weapon in firing(burst):
        if refused := unready(state, figure) or loading(state, figure, weapon):
            return refused
    return None


def _options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    if free_to_shoot(state, figure):
        for weapon in usable(state, figure):
            if aimed(weapon):
                yield from _at_figures(state, figure, weapon)


def able_to_aid(state: State, figure: Figure, shot: LineOfFire) -> tuple[str, ...]:
    """The friends that could aid a shot now (BAY-F10, BAY-31)."""
    found = []
    for friend in state.of_side(figure.side):
        if friend.id == figure.id or unready(state, friend):
            continue
        aid = aider(state, figure, friend.id, shot, combat=bool(shot.engaged))
        if not isinstance(aid, Refusal) and not loading(state, friend, aid[1]):
            found.append(friend.id)
    return tuple(found)


def _at_figures(state: State, figure: Figure, weapon: Weapon) -> Iterator[Family]:
    found, place = tuple(shots(state, figure, weapon)), (slots.of(figure, weapon.id),)
    apart = partial(_apart, figure, {shot.target.id: shot for shot in found})
    for shot in found:
        target = One((shot.target.id,))
        fixed = named(figure, weapon) + (COMBAT if shot.engaged else ())
        fields: Fields = ()
        if options := able_to_aid(state, figure, shot):
            fields = (("aid", Some(options, MOST_AID)),)
        single = Family(FIRE.name, figure.id, target, fields, fixed=fixed, place=place)
        if not weapon.automatic or weapon.factor == 1:
            yield single
            continue
        rolls = Count(2, min(MOST_ROLLS, weapon.factor))
        yield evolve(single, fields=(*fields, ("rolls", rolls)))
        split = _shares(figure, weapon, shot, found, apart)
        yield evolve(single, fields=(*fields, ("split", split)), hint="divided")


def _shares(
    figure: Figure, weapon: Weapon, shot: LineOfFire, found: tuple[LineOfFire, ...], apart: Clash
) -> Shares:
    """The ways to divide a burst; others in a combat are targets if fire into it is declared.

    BAY-14, BAY-F13.
    """
    options = tuple(
        other.target.id
        for other in found
        if (shot.engaged or not other.engaged) and together(figure, shot, other)
    )
    return Shares(options, weapon.factor, MOST_ROLLS, apart, first=shot.target.id)


def _apart(figure: Figure, found: Mapping[str, LineOfFire], one: str, other: str) -> bool:
    """Whether two figures are too far apart for one burst (BAY-F13)."""
    return not together(figure, found[one], found[other])


def _carry_out(scene: Scene, burst: Burst) -> None:
    """Fire as ordered, with the numbers that the side was shown (BAY-28, BAY-31, BAY-F10)."""
    known = scene.view(scene.side).state
    rolls = rolls_of(known, burst)
    attack = attack_with(known, rolls)
    scene.attempt(burst.shooter.id, lambda: attack)
    scene.cite(*cited(known, burst))
    _announce(scene, burst)
    start = scene.dice.rolled
    dice = Asking(scene, _asks(scene, burst.rolls[0][0].target.id, attack.subjects))
    effects = attack.rule(dice, *attack.args)
    scene.note_outcomes(attack.subjects, effects)
    _tell(scene, burst, shots_of(rolls, attack.subjects), attack.subjects, dice.chosen, start)
    for target in dict.fromkeys(shot.target.id for shot, _ in burst.rolls):
        note_attack(scene, burst.shooter.id, target)
    for figure, weapon in firing(burst):
        deplete(scene, figure.id, weapon, scene.dice.faces[start].face)
    for name, effect in zip(attack.subjects, effects, strict=True):
        suffer(scene, name, effect, burst.shooter.tile)


def firing(burst: Burst) -> tuple[tuple[Figure, Weapon], ...]:
    """The figures that fire with their weapons: the shooter, then those that aid it.

    BAY-27, BAY-31.
    """
    return ((burst.shooter, burst.weapon), *((f, weapon) for f, weapon, _ in burst.aiders))


def _how(burst: Burst) -> str:
    """The kind of fire, in a word."""
    if burst.combat:
        return "into_combat"
    if burst.penalty:
        return "opportunity"
    return "divided" if len(burst.rolls) > 1 else ""


def _announce(scene: Scene, burst: Burst) -> None:
    """Show the figures that fire, and take their shots (BAY-12, BAY-31)."""
    target = burst.rolls[0][0].target.id
    # The target saw the figures that it passed, though they may be out of sight now.
    passed = burst.penalty or any(shot.penalty for shot, _ in burst.rolls)
    for figure, weapon in firing(burst):
        (reveal if passed else expose)(scene, figure.id)
        how = _how(burst) if figure is burst.shooter else AID
        scene.emit(Fired(figure.id, weapon.id, target=target, how=how))
        spend(scene, figure.id, weapon)


def _asks(scene: Scene, target: str, subjects: tuple[str, ...]) -> Answer | None:
    """The question by which the target's player redirects a stray shot, if the house rule asks.

    BAY-26.
    """
    side = scene.state.setup.enemy(scene.side)
    if scene.state.rule("redirect", "worst") != "ask":
        return None

    def answer(options: tuple[int, ...]) -> int:
        names = tuple(subjects[place] for place in options)
        question = Question(side, "redirect", names, figure=target)
        return subjects.index(scene.ask(question))

    return answer


def _tell(
    scene: Scene,
    burst: Burst,
    shots: tuple[Shot, ...],
    subjects: tuple[str, ...],
    chosen: list[int],
    start: int,
) -> None:
    """Report each roll with its own dice, beginning with die `start`; strays in their turn."""
    place, met = start, iter(chosen)
    for shot in shots:
        how = _how(burst)
        attack, guard = _struck(scene, burst, subjects[shot.target], shot, place, how)
        place += 2
        if shot.strays and astray(attack, guard):
            other = next(met)
            scene.cite(*OF_STRAY)
            stray = next(stray for stray in shot.strays if stray.target == other)
            _struck(scene, burst, subjects[other], stray, place, "redirected")
            place += 2
    scene.skip_dice()


def _struck(
    scene: Scene, burst: Burst, name: str, shot: Shot, place: int, how: str
) -> tuple[int, int]:
    """Report one roll and return its totals.

    A side learns what came of it for figures in its sight. The target may be out of the battle
    already, where its loss was not seen.
    """
    faces = scene.dice.faces
    attack = faces[place].face + shot.factor
    defence = faces[place + 1].face + shot.guard.factor
    if scene.state.figures[name].at is None:
        return attack, defence
    event = Struck(
        name,
        judge(attack, defence, shot.guard).word,
        source=burst.shooter.id,
        how=how,
        sums={"attack": attack, "guard": defence},
    )
    scene.emit(event, dice=(place, 2))
    return attack, defence


OF_SHOT = ("BAY-02", "BAY-12", "BAY-32", "BAY-F2", "BAY-F6")
"""Rules of every shot, at a figure or a tile."""
OF_FREE = ("BAY-06", "BAY-07")
OF_COMBAT = ("BAY-25", "BAY-A3")
OF_AID = ("BAY-31", "BAY-A9", "BAY-F10")
OF_DIVIDED = ("BAY-A6", "BAY-F13")
OF_OPPORTUNITY = ("BAY-21", "BAY-22", "BAY-A8")
OF_STRAY = ("BAY-26", "BAY-A4", "BAY-A5")


def cited(state: State, burst: Burst) -> Iterator[str]:
    """The ids of the rules of each roll (arc, sight, line), then of aid, shares and the rest."""
    yield from OF_SHOT
    shooter, weapon = burst.shooter, burst.weapon
    for shot, _ in burst.rolls:
        yield from ("BAY-03", "BAY-05", "BAY-08", *arc_rules(shooter, weapon, shot.at))
        yield from OF_COMBAT if shot.engaged else OF_FREE
        yield from OF_OPPORTUNITY if shot.penalty else ()
        yield from ("BAY-09",) if past_a_figure(state, shooter, shot) else ()
    yield from OF_AID if burst.aiders else ()
    yield from OF_DIVIDED if len(burst.rolls) > 1 else ()
    yield from slow_rules(weapon)


def slow_rules(weapon: Weapon) -> tuple[str, ...]:
    """The rule of a slow weapon, for `Scene.cite`."""
    return ("BAY-13",) if weapon.reload_bounds else ()


FIRE = Action(
    verb=FIRE_VERB,
    cost=SHOT_OF_BOUND,
    plan=lambda known, order: burst_of(known.state, order),
    ready=_ready,
    options=_options,
    attack=attack_of,
    carry_out=_carry_out,
)
