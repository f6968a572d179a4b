"""Damage that is counted up to a limit: events, figures put out, points lost."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.events import Hurt, Left
from skirmish.core.figures import Figure
from skirmish.rulesets.common import zones
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.scene import Scene

DOWNED = "downed"


def hurt(scene: Scene, name: str, amount: int, limit: int) -> bool:
    """Damage a figure; put it out at its limit, and return whether it is out (POOL-F9, D20-F16).

    EP-F10, AMMO-F12.
    """
    figure = scene.state.figures[name]
    if figure.at is None or amount <= 0:
        return False
    expose(scene, name)
    scene.emit(Hurt(name, amount))
    if figure.damage + amount < limit:
        return False
    put_out(scene, name)
    return True


def put_out(scene: Scene, name: str) -> None:
    """Remove a figure from the table with the zones that it keeps up; clouds stay."""
    scene.emit(Left(name, DOWNED))
    zones.lift(scene, name)


def loss(figure: Figure, amount: int, limit: int) -> Fraction:
    """Return the points lost by damage: up to half in proportion, all when the figure is out."""
    points = figure.who.kind.points
    if amount <= 0 or limit <= 0:
        return Fraction(0)
    before = Fraction(min(figure.damage, limit), 2 * limit)
    after = Fraction(figure.damage + amount, 2 * limit)
    return points * ((1 if figure.damage + amount >= limit else after) - before)
