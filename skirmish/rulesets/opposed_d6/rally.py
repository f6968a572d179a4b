"""Flight and rally at the start of a side's own bound."""

from __future__ import annotations

from skirmish.core.dice import Dice
from skirmish.core.events import Counted, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import within
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.opposed_d6.effects import flee_on
from skirmish.rulesets.opposed_d6.factors import quality, troop
from skirmish.rulesets.opposed_d6.kinds import OFFICER
from skirmish.rulesets.opposed_d6.rules import DIE
from skirmish.rulesets.scene import Scene

STEADY = 5
"""What a fleeing figure must reach."""
COMMAND = 6
"""Tiles within which an officer helps."""


def rally(dice: Dice, bonus: int) -> bool:
    """Whether a fleeing figure rallies: 1d6 + quality (+1 with an officer near) of 5 or more."""
    return dice.die(DIE, "rally") + bonus >= STEADY


def rally_bonus(state: State, figure: Figure) -> int:
    """Its quality, and 1 for an officer: another figure that is neither Suppressed nor Fleeing."""
    led = any(
        other.id != figure.id
        and troop(other).officer
        and not other.count("suppressed")
        and not other.count("fleeing")
        and within(figure.tile, other.tile, COMMAND)
        for other in state.of_side(figure.side)
    )
    return quality(troop(figure)) + OFFICER * led


def fugitives(state: State, side: str) -> tuple[str, ...]:
    """The figures of a side that flee, lower ids first."""
    return by_id(figure.id for figure in state.of_side(side) if figure.count("fleeing"))


def rally_or_flee(scene: Scene, names: tuple[str, ...]) -> None:
    """Each figure rallies, which costs it this bound's movement, or flees on."""
    for name in names:
        figure = scene.state.figures[name]
        if figure.at is None:
            continue
        scene.cite("BAY-F8", "BAY-F4")
        if rally(scene.dice, rally_bonus(scene.state, figure)):
            scene.emit(Tested(name, "rally", "rallied"))
            for counter, value in (("fleeing", 0), ("fled_from", 0), ("rallied", 1)):
                scene.emit(Counted(name, counter, value))
        else:
            scene.emit(Tested(name, "rally", "flees"))
            flee_on(scene, name)
