"""What comes of being shot at, and what it is worth."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import cast

from skirmish.core.geometry import Tile
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6 import effects
from skirmish.rulesets.opposed_d6.melee import Bout
from skirmish.rulesets.opposed_d6.rules import Effect
from skirmish.rulesets.scene import Scene

SUPPRESSED_COSTS = Fraction(1, 4)
"""Of a figure's points: it loses one shot and most of one move, of the four or so turns in which
a figure gets to use them."""
FLEE_COSTS = Fraction(1, 2)
"""Of a figure's points: it is gone for two or three turns, gives up its ground, and one in a few
never comes back."""
RUNS_ON_COSTS = Fraction(1, 8)
"""Of a figure's points, when it flees already: it is a move farther away."""
COSTS: Mapping[Effect, Fraction] = {
    Effect.NOTHING: Fraction(0),
    Effect.SUPPRESSED: SUPPRESSED_COSTS,
    Effect.FLEE: FLEE_COSTS,
    Effect.DOWNED: Fraction(1),
}
RECOIL_COSTS = Fraction(1, 8)
"""Of a figure's points: it is out of its place, and a step nearer to being cornered."""
FIGHT_COSTS: Mapping[Bout, Fraction] = {
    Bout.NOTHING: Fraction(0),
    Bout.LOCKED: Fraction(0),
    Bout.RECOIL: RECOIL_COSTS,
    Bout.DOWNED: Fraction(1),
}


def follow(scene: Scene, name: str, effect: Effect, origin: Tile) -> None:
    """Lets a figure suffer what a shot from a tile did to it, if it is on the table still."""
    if scene.state.figures[name].at is None:
        return
    if effect is Effect.SUPPRESSED:
        effects.suppress(scene, name, origin)
    elif effect is Effect.FLEE:
        effects.flee(scene, name, origin)
    elif effect is Effect.DOWNED:
        effects.down(scene, name)


def result(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome of shooting or of close combat, for odds and logs."""
    return {"effect": cast("Effect | Bout", outcome).word}


def share(outcome: Hashable) -> Fraction:
    """The share of a figure's points that an outcome costs."""
    if isinstance(outcome, Bout):
        return FIGHT_COSTS[outcome]
    return COSTS[cast("Effect", outcome)]


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """What an outcome costs the figure's side, in points; less where it suffers it already."""
    struck = state.figures[figure]
    cost = share(outcome)
    if outcome is Effect.SUPPRESSED and struck.count("suppressed"):
        cost = Fraction(0)
    elif outcome is Effect.FLEE and struck.count("fleeing"):
        cost = RUNS_ON_COSTS
    return cost * struck.who.kind.points
