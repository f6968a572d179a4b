"""Carrying attacks out: who is told what, with which dice, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from skirmish.core.dice import Face, Script, open_ended
from skirmish.core.events import Burst, Counted, Fired
from skirmish.core.orders import Order, Question, Refusal
from skirmish.core.text import by_id
from skirmish.rulesets.common.asking import Answer, Asking
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import blows, cited, lobs, shots, sweeps
from skirmish.rulesets.trait_die.acting import lower, spend
from skirmish.rulesets.trait_die.ammunition import take
from skirmish.rulesets.trait_die.declared import WHOLE
from skirmish.rulesets.trait_die.effects import follow, tell
from skirmish.rulesets.trait_die.reckoning import Shots
from skirmish.rulesets.trait_die.rules import Outcome, ducked, enough, lob, suffered, swept
from skirmish.rulesets.trait_die.volley import NONE, Volley, befalls, fired

ASK = "ask"


def _side(scene: Scene, order: Order) -> str:
    return scene.state.figures[order.figure].side


def fire(scene: Scene, order: Order) -> None:
    """Fires at figures; the numbers are those that the side was shown."""
    known = scene.view(_side(scene, order)).state
    shot = shots.fire_of(known, order)
    if isinstance(shot, Refusal):
        raise TypeError(f"{order}: {shot}")
    attack = shots.attack_of(known, shot)
    name = order.figure
    expose(scene, name)
    lost = _volley(scene, order, attack, shot.arm.id, shot.mode)
    if shot.arm.count:
        lost = 1
    cited.fired(scene, shot.shooter, shot.arm, shot.mode, lost)
    take(scene, name, shot.arm, lost)
    if shot.mode == "rapid":
        scene.emit(Counted(name, "rapid", 1), dice=(0, 0))


def strike(scene: Scene, order: Order) -> None:
    """Strikes in close combat."""
    known = scene.view(_side(scene, order)).state
    blow = blows.blow_of(known, order)
    if isinstance(blow, Refusal):
        raise TypeError(f"{order}: {blow}")
    expose(scene, order.figure)
    _volley(scene, order, blows.attack_of(blow), blow.arm.id, "strike")


def _volley(scene: Scene, order: Order, attack: object, weapon: str, how: str) -> int:
    """Rolls a volley, tells of it and lets it have its effects; the tokens that it cost."""
    if not isinstance(attack, Shots):
        raise TypeError(order)
    plan, name, subjects = attack.plan, order.figure, attack.subjects
    dice = Asking(scene, _placing(scene, order, plan) if order.get("wild") == ASK else None)
    scene.attempt(name, lambda: attack)
    tally = fired(dice, plan)
    spend(scene, name)
    lower(scene, name)
    scene.emit(Fired(name, weapon, target=order.target, how=how))
    outcomes = []
    aimed = {share.target for share in plan.shares}
    for place, subject in enumerate(subjects):
        outcome = befalls(dice, plan, tally, place)
        outcomes.append(outcome)
        if outcome.hit and place not in aimed:
            scene.cite("AMMO-F18")
        if outcome.hit or place in aimed:
            tell(scene, subject, outcome, name, "" if place in aimed else "stray")
    scene.befell(subjects, outcomes)
    for subject, outcome in zip(subjects, outcomes, strict=True):
        follow(scene, subject, outcome)
    return tally.tokens


def _placing(scene: Scene, order: Order, plan: Volley) -> Answer:
    """Asks the shooter's side which die the Wild Die replaces; a die goes by its place and roll."""
    side, start = _side(scene, order), len(scene.dice.faces)

    def answer(options: tuple[str, ...]) -> str:
        totals = _rolled(plan, scene.dice.faces[start:])
        told = tuple(n if n == NONE else f"{n}_rolled_{totals[int(n) - 1]}" for n in options)
        said = scene.ask(Question(side, "wild_die", told, figure=order.figure))
        return options[told.index(said)]

    return answer


def _rolled(plan: Volley, faces: Sequence[Face]) -> list[int]:
    """What each die of a volley came to, aces added."""
    dice, each = Script(faces), [s.modifier for s in plan.shares for _ in range(s.dice)]
    return [
        open_ended(dice, plan.sides, enough(plan.sides, modifier), plan.what) for modifier in each
    ]


def bombard(scene: Scene, order: Order) -> None:
    """Fires an area weapon: it comes down somewhere, on whoever is there."""
    known = scene.view(_side(scene, order)).state
    shot = lobs.lob_of(known, order)
    if isinstance(shot, Refusal):
        raise TypeError(f"{order}: {shot}")
    name, arm = order.figure, shot.arm
    expose(scene, name)
    scene.attempt(name, partial(lobs.attack_of, scene.state, shot))
    tile, raised = lob(scene.dice, *lobs.numbers_of(known, shot))
    spend(scene, name)
    lower(scene, name)
    how = "throw" if arm.flight == "thrown" else ""
    scene.emit(Fired(name, arm.id, at=shot.aim, how=how))
    cited.magazine(scene, shot.shooter, arm)
    take(scene, name, arm, 1 if arm.count else 0)
    if tile is None:
        return
    attack = lobs.burst_on(scene.state, shot, tile, raised)
    harm, _, guards = attack.args
    scene.emit(Burst(tile, arm.id))
    scene.cite("AMMO-F24")
    outcomes = []
    for subject, guard in zip(attack.subjects, guards, strict=True):  # type: ignore[call-overload]
        outcome = suffered(scene.dice, (raised,), harm, guard)  # type: ignore[arg-type]
        outcomes.append(outcome)
        tell(scene, subject, outcome, name, "burst")
    scene.befell(attack.subjects, outcomes)
    for subject, outcome in zip(attack.subjects, outcomes, strict=True):
        follow(scene, subject, outcome)


def suppress(scene: Scene, order: Order) -> None:
    """Suppressive fire on a template."""
    known = scene.view(_side(scene, order)).state
    hail = sweeps.hail_of(known, order)
    if isinstance(hail, Refusal):
        raise TypeError(f"{order}: {hail}")
    name = order.figure
    expose(scene, name)
    scene.attempt(name, partial(sweeps.attack_of, scene.state, hail))
    pinned, lost = swept(scene.dice, sweeps.sweep_of(known, hail))
    spend(scene, name, WHOLE)
    lower(scene, name)
    scene.emit(Fired(name, hail.arm.id, at=hail.aim, how="suppress"))
    cited.fired(scene, hail.shooter, hail.arm, "suppress", lost)
    take(scene, name, hail.arm, lost)
    if not pinned:
        return
    attack = sweeps.attack_of(scene.state, hail)
    sweep, ducking = attack.args
    struck: dict[str, Outcome] = {}
    for subject, victim in zip(attack.subjects, ducking, strict=True):  # type: ignore[call-overload]
        outcome = ducked(scene.dice, sweep.harm, victim)  # type: ignore[attr-defined]
        struck[subject] = outcome
        tell(scene, subject, outcome, name, "suppress")
    scene.befell(struck, struck.values())
    for subject in by_id(struck):
        follow(scene, subject, struck[subject])
