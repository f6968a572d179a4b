"""Shots, bursts and blows as they are carried out, in the own bound and from overwatch."""

from __future__ import annotations

from typing import cast

from attrs import evolve

from skirmish.core.events import Counted, Fired, Struck
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack, Outcome
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.d20 import action_points, ammunition
from skirmish.rulesets.d20.cited import rules
from skirmish.rulesets.d20.effects import wound
from skirmish.rulesets.d20.rules import Shots
from skirmish.rulesets.d20.shot import BURST, STRIKE, Shot, attack_of
from skirmish.rulesets.d20.wounds import Body, Everything, Health, Limb, Wounds
from skirmish.rulesets.scene import Scene


def resolve(scene: Scene, known: State, shot: Shot) -> None:
    """Makes an attack; its numbers are those that the shooter's side was shown (D20-03)."""
    attack = attack_of(known, shot)
    scene.attempt(shot.shooter.id, lambda: attack)
    spend(scene, shot)
    name = shot.shooter.id
    expose(scene, name)
    scene.emit(Fired(name, shot.weapon.id, target=shot.target.id, how=_how(shot)))
    start = len(scene.dice.faces)
    wounds = roll(scene, attack)
    _cite(scene, shot, attack, wounds, start)
    scene.befell(attack.subjects, (_asked(attack, wounds),))
    if shot.burst:
        _kick(scene, shot)
    _tell(scene, shot, wounds)
    if not shot.melee:
        face = scene.dice.faces[start].face
        ammunition.deplete(scene, name, shot.weapon, face, burst=shot.burst)
    if wounds.hits:
        wound(scene, shot.target.id, wounds.damage, wounds.limbs, shot.weapon)


def roll(scene: Scene, attack: Attack) -> Wounds:
    """All that an attack does, on the dice that its odds are of."""
    whole = evolve(attack, args=(*attack.args[:-1], Everything()))
    return cast("Wounds", scene.roll(whole)[0])


def _cite(scene: Scene, shot: Shot, attack: Attack, wounds: Wounds, start: int) -> None:
    """Counts the rules that the attack applied."""
    rolled, body = cast("Shots", attack.args[0]), cast("Body", attack.args[2])
    faces = [face.face for face in scene.dice.faces[start : start + shot.count]]
    scene.cite(*rules(shot, rolled, body, wounds, faces))


def _asked(attack: Attack, wounds: Wounds) -> Outcome:
    """What an attack did, as its odds are told."""
    question, body = attack.args[-1], cast("Body", attack.args[2])
    return question.of(wounds, body) if isinstance(question, Health | Limb) else wounds


def spend(scene: Scene, shot: Shot) -> None:
    """Takes points, rounds and the aim, and turns the shooter (D20-29, D20-A13, D20-F17)."""
    name = shot.shooter.id
    action_points.pay(scene, name, shot.points)
    if not shot.melee:
        ammunition.use(scene, name, shot.weapon, shot.count)
    if not shot.watch:
        look_at(scene, name, shot.target.tile)
        scene.cite("D20-F17")
    lose_aim(scene, name)


def lose_aim(scene: Scene, name: str) -> None:
    """A figure aims no more (D20-F9)."""
    if scene.state.figures[name].count("aim"):
        scene.cite("D20-F9")
        scene.emit(Counted(name, "aim", 0))


def _kick(scene: Scene, shot: Shot) -> None:
    """A burst more in this turn (D20-36)."""
    counter = "watch_bursts" if shot.watch else "bursts"
    fired = scene.state.figures[shot.shooter.id].count(counter)
    scene.emit(Counted(shot.shooter.id, counter, fired + 1), dice=(0, 0))


def _how(shot: Shot) -> str:
    """In a word, what kind of attack it is."""
    if shot.watch:
        return "overwatch"
    if shot.melee:
        return STRIKE
    if shot.weapon.thrown:
        return "throw"
    return BURST if shot.burst else ""


def _tell(scene: Scene, shot: Shot, wounds: Wounds) -> None:
    """Tell what the attack did."""
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
