"""Direct fire at figures: what an order rolls, and what comes of it (BAY-03, BAY-28).

Single shots, aid, divided bursts, opportunity fire and fire into combat are one attack: some
rolls, each with its own modifiers, all against the figures as they stood.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.core.events import Fired, Struck
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Question, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common.asking import Answer, Asking
from skirmish.rulesets.common.deploy import reveal
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.opposed_d6 import ammunition, cited, outcome
from skirmish.rulesets.opposed_d6.burst import Burst, burst_of
from skirmish.rulesets.opposed_d6.combat_fire import POLICY, Stray, into_combat, strays
from skirmish.rulesets.opposed_d6.factors import (
    Part,
    attack_parts,
    defence,
    guard,
    guard_lines,
    modifiers,
    total,
)
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire
from skirmish.rulesets.opposed_d6.readiness import note_attack, spend
from skirmish.rulesets.opposed_d6.rules import Guard, Shot, astray, judge, volley
from skirmish.rulesets.scene import Scene


@frozen
class Roll:
    """One roll of a burst with all that adds to both dice; `on` heads its part of the breakdown."""

    on: str
    shot: LineOfFire
    attack: list[Part]
    defence: list[Part]
    guard: Guard
    strays: tuple[Stray, ...]


def rolls_of(state: State, burst: Burst) -> tuple[Roll, ...]:
    """The rolls of a burst, as its side can know them."""
    return tuple(_roll(state, burst, place) for place in range(len(burst.rolls)))


def _roll(state: State, burst: Burst, place: int) -> Roll:
    shooter, weapon = burst.shooter, burst.weapon
    shot, share = burst.rolls[place]
    attack = attack_parts(shooter, weapon, share)
    if not place and burst.aiders:
        attack.append(("aid", len(burst.aiders), "BAY-27"))
    if penalty := shot.penalty if place else burst.penalty:
        attack.append(("opportunity", penalty, "BAY-23"))
    front = True if shot.penalty else None
    parts = defence(
        state.board, shooter.tile, weapon, shot.target, shot.at, shooter.tile, front=front
    )
    return Roll(
        on="attack" if len(burst.rolls) == 1 else f"attack {place + 1}",
        shot=shot,
        attack=[*attack, *into_combat(shot.engaged)],
        defence=parts,
        guard=guard(state, shot.target, parts),
        strays=strays(state, shooter, weapon, shot.target, attack) if shot.engaged else (),
    )


def attack_of(state: State, rolls: tuple[Roll, ...]) -> Attack:
    """The attack that these rolls make, one outcome for each figure that it can strike."""
    first = [roll.shot.target.id for roll in rolls]
    met = by_id(stray.figure.id for roll in rolls for stray in roll.strays)
    subjects = tuple(dict.fromkeys((*first, *met)))
    return Attack(
        rule=volley,
        args=(len(subjects), shots_of(rolls, subjects)),
        subjects=subjects,
        named=first[0],
        modifiers=tuple(dict.fromkeys(m for roll in rolls for m in _lines(state, roll))),
        policy=POLICY if met else "",
    )


def shots_of(rolls: tuple[Roll, ...], subjects: tuple[str, ...]) -> tuple[Shot, ...]:
    """The rolls as bare numbers; figures are places among the subjects."""
    return tuple(
        Shot(
            subjects.index(roll.shot.target.id),
            total(roll.attack),
            roll.guard,
            tuple(
                Shot(subjects.index(stray.figure.id), total(stray.attack), stray.guard)
                for stray in roll.strays
            ),
        )
        for roll in rolls
    )


def _lines(state: State, roll: Roll) -> tuple[Modifier, ...]:
    target = roll.shot.target
    lines = modifiers(roll.on, target.id, roll.attack) + guard_lines(state, target, roll.defence)
    for stray in roll.strays:
        lines += modifiers(f"stray {roll.on}", stray.figure.id, stray.attack)
        lines += guard_lines(state, stray.figure, stray.defence)
    return lines


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order of fire; None where it can't be made."""
    burst = burst_of(state, order)
    return None if isinstance(burst, Refusal) else attack_of(state, rolls_of(state, burst))


def carry_out(scene: Scene, order: Order) -> None:
    """Fires as ordered; the numbers are those that the side was shown."""
    known = scene.view(scene.side).state
    burst = burst_of(known, order)
    if isinstance(burst, Refusal):
        raise TypeError(f"{order}: {burst}")
    rolls = rolls_of(known, burst)
    attack = attack_of(known, rolls)
    scene.attempt(order.figure, lambda: attack)
    scene.cite(*cited.direct(known, burst))
    _announce(scene, burst)
    start = len(scene.dice.faces)
    dice = Asking(scene, _asks(scene, burst.rolls[0][0].target.id, attack.subjects))
    effects = attack.rule(dice, *attack.args)
    scene.befell(attack.subjects, effects)
    _tell(scene, burst, shots_of(rolls, attack.subjects), attack.subjects, dice.chosen, start)
    for target in dict.fromkeys(shot.target.id for shot, _ in burst.rolls):
        note_attack(scene, burst.shooter.id, target)
    for figure, weapon in firing(burst):
        ammunition.deplete(scene, figure.id, weapon, scene.dice.faces[start].face)
    for name, effect in zip(attack.subjects, effects, strict=True):
        outcome.follow(scene, name, effect, burst.shooter.tile)


def firing(burst: Burst) -> tuple[tuple[Figure, Arm], ...]:
    """Who fires what: the shooter, then all who aid it."""
    return ((burst.shooter, burst.weapon), *((f, weapon) for f, weapon, _ in burst.aiders))


def _how(burst: Burst) -> str:
    """In a word, what kind of fire it is."""
    if burst.combat:
        return "into_combat"
    if burst.penalty:
        return "opportunity"
    return "divided" if len(burst.rolls) > 1 else ""


def _announce(scene: Scene, burst: Burst) -> None:
    """Shows who fires at whom, and takes their shots."""
    target = burst.rolls[0][0].target.id
    # Whom the target passed it saw as well, though nobody may see them now.
    passed = burst.penalty or any(shot.penalty for shot, _ in burst.rolls)
    for figure, weapon in firing(burst):
        (reveal if passed else expose)(scene, figure.id)
        how = _how(burst) if figure is burst.shooter else "aid"
        scene.emit(Fired(figure.id, weapon.id, target=target, how=how))
        spend(scene, figure.id, weapon)


def _asks(scene: Scene, target: str, subjects: tuple[str, ...]) -> Answer | None:
    """Who chooses whom a stray shot meets: the target's player, where the house rule has it."""
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
    """Tells each roll with its own dice, from the first of them on; strays in their turn."""
    place, met = start, iter(chosen)
    for shot in shots:
        how = _how(burst)
        attack, guard = _struck(scene, burst, subjects[shot.target], shot, place, how)
        place += 2
        if shot.strays and astray(attack, guard):
            other = next(met)
            scene.cite(*cited.STRAY)
            stray = next(stray for stray in shot.strays if stray.target == other)
            _struck(scene, burst, subjects[other], stray, place, "redirected")
            place += 2
    scene.skip_dice()


def _struck(
    scene: Scene, burst: Burst, name: str, shot: Shot, place: int, how: str
) -> tuple[int, int]:
    """Tells one roll; its totals. Nobody learns what came of it for a figure out of his sight.

    It may be out of the battle already, where its loss was not seen.
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
