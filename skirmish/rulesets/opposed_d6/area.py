"""Carrying out fire at a tile: the round comes down, strikes who is there, leaves its cloud.

Also what a cloud of gas does later to who is still in it.
"""

from __future__ import annotations

from functools import partial
from typing import cast

from skirmish.core.events import Burst, Fired, Struck
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import sees_figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import Zone
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.opposed_d6 import ammunition, cited, outcome
from skirmish.rulesets.opposed_d6.area_attack import burst_on, cloud_on, fall, round_of, thrown_at
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.effects import land_cloud
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.readiness import spend
from skirmish.rulesets.opposed_d6.rules import Effect, Guard, come_down, judge
from skirmish.rulesets.scene import Scene


def carry_out(scene: Scene, order: Order) -> None:
    """Fires at a tile as ordered. The d10 belongs to the shot, the attack die to the burst."""
    known = scene.view(scene.side).state
    shot = round_of(known, order)
    if isinstance(shot, Refusal):
        raise TypeError(f"{order}: {shot}")
    shooter, weapon = shot.shooter, shot.weapon
    tiles = fall(known, shot)
    scene.attempt(shooter.id, partial(thrown_at, scene.state, shot, tiles))
    scene.cite(*cited.at_tile(shooter, weapon, shot.aim, len(tiles)))
    if weapon.fire == "direct":
        expose(scene, shooter.id)
    tile = tiles[0] if len(tiles) == 1 else come_down(scene.dice, tiles)
    scene.emit(Fired(shooter.id, weapon.id, at=shot.aim))
    spend(scene, shooter.id, weapon)
    if tile is not None:
        _burst(scene, scene.state.figures[shooter.id], weapon, tile)


def _burst(scene: Scene, shooter: Figure, weapon: Arm, tile: Tile) -> None:
    scene.cite(*cited.burst(weapon))
    if weapon.cloud == SMOKE:
        scene.emit(Burst(tile, weapon.id))
        land_cloud(scene, weapon, tile, shooter.id)
        return
    attack = burst_on(scene.state, shooter, weapon, tile)
    start = len(scene.dice.faces)
    effects = scene.roll(attack)
    scene.befell(attack.subjects, effects)
    scene.emit(Burst(tile, weapon.id), dice=(start, 1))
    shows = _shows(scene, shooter, weapon)
    for place in range(len(effects)):
        _tell(scene, attack, start, place, source=shooter.id)
    scene.skip_dice()
    if weapon.cloud:
        land_cloud(scene, weapon, tile, shooter.id)
    ammunition.deplete(scene, shooter.id, weapon, scene.dice.faces[start].face)
    for name, effect in zip(attack.subjects, effects, strict=True):
        # Away from the shooter, but from the burst where turning away from him would tell of him.
        origin = shooter.tile if shows and name != shooter.id else tile
        outcome.follow(scene, name, cast("Effect", effect), origin)


def _shows(scene: Scene, shooter: Figure, weapon: Arm) -> bool:
    """Whether the enemy learns whose fire this is: direct, of a figure that it sees."""
    enemy = scene.state.setup.enemy(shooter.side)
    return weapon.fire == "direct" and sees_figure(scene.state, enemy, shooter.id)


def gas(scene: Scene, zone: Zone, names: tuple[str, ...]) -> None:
    """A cloud of gas attacks figures that begin their bound in it (BAY-20).

    It attacks with its weapon's factor and the skill of who fired it; the attack die, one for
    all, belongs to the first figure.
    """
    scene.cite("BAY-20", "BAY-F12")
    attack = cloud_on(scene.state, zone, names)
    start = len(scene.dice.faces)
    scene.attempt(zone.owner, lambda: attack)
    effects = scene.roll(attack)
    scene.befell(names, effects)
    for place in range(len(names)):
        _tell(scene, attack, start, place, how=zone.kind)
    scene.skip_dice()
    centre = (zone.numbers["x"], zone.numbers["y"])
    for name, effect in zip(names, effects, strict=True):
        outcome.follow(scene, name, cast("Effect", effect), centre)


def _tell(
    scene: Scene, attack: Attack, start: int, place: int, *, source: str = "", how: str = ""
) -> None:
    """Tells what an area attack did to one figure, with its own die; a hidden one shows itself.

    Without a burst to tell of, the attack die goes with the first figure's.
    """
    faces, name = scene.dice.faces, attack.subjects[place]
    factor, guard = cast("tuple[tuple[int, Guard], ...]", attack.args[0])[place]
    die = start + 1 + place
    total, defence = faces[start].face + factor, faces[die].face + guard.factor
    if effect := judge(total, defence, guard):
        expose(scene, name)
    sums = {"attack": total, "guard": defence}
    dice = (start, 2) if how and not place else (die, 1)
    scene.emit(Struck(name, effect.word, source=source, how=how, sums=sums), dice=dice)
