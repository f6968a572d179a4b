"""What comes of being struck: Shaken, wounds, out; and of Spirit: recovery (AMMO-F12, AMMO-F13)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import cast

from skirmish.core.events import Counted, Struck, Tested
from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.common import harm
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.measures import AMOUNT, CONDITION, COST, HIT, Measure
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.acting import let_go, lower
from skirmish.rulesets.trait_die.parts import limit, soldier, wounds
from skirmish.rulesets.trait_die.rules import RAISE, SPARED, Outcome, recover
from skirmish.rulesets.trait_die.wares import Bought

MEASURES: Mapping[str, Measure] = {
    "hit": HIT,
    "raises": HIT,
    "shaken": CONDITION,
    "wounds": AMOUNT,
    "tokens": COST,
    "supply": AMOUNT,
}
SHAKEN_COSTS = Fraction(1, 5)
"""Of a figure's points: it loses most of its next bound or two, and is the easier put out."""


def word(figure: Figure, outcome: Outcome) -> str:
    """What an outcome is called."""
    if figure.damage + outcome.wounds >= limit(figure):
        return "downed"
    if outcome.wounds:
        return "wounded"
    if outcome.shaken:
        return "shaken"
    return "unhurt" if outcome.hit else "missed"


def tell(scene: Scene, name: str, outcome: Outcome, source: str = "", how: str = "") -> None:
    """Tells what an attack did to a figure; whoever is struck shows itself.

    It may be out of the battle already, where its loss was not seen.
    """
    figure = scene.state.figures[name]
    if figure.at is None:
        return
    if outcome.hit or outcome.shaken:
        expose(scene, name)
    sums = {"wounds": outcome.wounds} if outcome.wounds else {}
    scene.emit(Struck(name, word(figure, outcome), source=source, how=how, sums=sums))


def follow(scene: Scene, name: str, outcome: Outcome) -> None:
    """Lets a figure suffer what an attack did to it, if it is on the table still."""
    figure = scene.state.figures[name]
    if figure.at is None or not outcome.shaken:
        return
    scene.cite("AMMO-F12")
    if outcome.wounds and harm.hurt(scene, name, outcome.wounds, limit(figure)):
        return
    if not figure.count("shaken"):
        scene.emit(Counted(name, "shaken", 1))
    let_go(scene, name)
    lower(scene, name)


def recover_all(scene: Scene, side: str) -> None:
    """At the start of its bound each Shaken figure of a side tests its Spirit, lower ids first."""
    for name in by_id(f.id for f in scene.state.of_side(side) if f.count("shaken")):
        figure = scene.state.figures[name]
        kind = soldier(figure)
        scene.cite("AMMO-F13")
        margin = recover(scene.dice, kind.spirit, kind.wild_card, total(wounds(figure)))
        if margin < 0:
            scene.emit(Tested(name, "spirit", "stays_shaken"))
            continue
        again = "recovers_at_once" if margin >= RAISE else "recovers"
        scene.emit(Tested(name, "spirit", again))
        scene.emit(Counted(name, "shaken", 0))
        if margin < RAISE:
            scene.emit(Counted(name, "recovering", 1))


def result(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers, for odds and logs."""
    if isinstance(outcome, Bought):
        return {"supply": outcome.supply}
    return cast("Outcome", outcome)._asdict()


def touches(outcome: Hashable) -> bool:
    """Whether an outcome does anything to the figure it is told of; tokens are the shooter's."""
    return not isinstance(outcome, Outcome) or outcome._replace(tokens=0) != SPARED


@lru_cache(maxsize=1024)
def share(outcome: Outcome, limit_left: int, shaken: bool) -> Fraction:
    """The share of its points that an outcome costs a figure with so many wounds to take."""
    if outcome.wounds >= limit_left:
        return Fraction(1)
    cost = Fraction(outcome.wounds, 2 * limit_left)
    return cost + SHAKEN_COSTS if outcome.shaken and not shaken else cost


def loss(state: State, name: str, outcome: Hashable) -> Fraction:
    """What an outcome costs a figure's side, in points."""
    if isinstance(outcome, Bought):
        return Fraction(0)
    figure, struck = state.figures[name], cast("Outcome", outcome)
    whole = harm.loss(figure, struck.wounds, limit(figure))
    if not struck.shaken or figure.count("shaken"):
        return whole
    if figure.damage + struck.wounds >= limit(figure):
        return whole
    return whole + SHAKEN_COSTS * figure.who.kind.points
