"""Value of objectives: in points of the battle, and in the worth of figures."""

from __future__ import annotations

from skirmish.ai.fixed_point import MILLI
from skirmish.core.setup import in_area
from skirmish.core.state import Objective
from skirmish.core.view import View

TURNS_COUNTED = 4
"""Turns for which a place that pays each turn is reckoned to be held."""
BODIES = ("survive", "escort", "destroy")
UNNAMED = 5
"""Figures that an objective is taken to be about where it names none."""
PRESSED = 1500
"""By how much objectives count more in the last turn, in thousandths, for who is not ahead."""


def objective_value(view: View, objective: Objective) -> int:
    """An objective in thousandths of a figure's points: all of a side's are half of a force.

    They count for more, the later it is, while the side is not ahead.
    """
    setup = view.state.setup
    force = sum(side.worth for side in setup.sides.values()) * MILLI // 4
    most = max(_points(view, side) for side in setup.sides)
    pressed = MILLI if ahead(view) else MILLI + PRESSED * view.state.clock.turn // setup.turns
    return force * _pays(view, objective) // max(1, most) * pressed // MILLI


def ahead(view: View) -> bool:
    """Whether the side will have more points if all stay where it knows them to be."""
    score = view.state.tally.score
    lead = score.get(view.side, 0) - score.get(view.enemy, 0)
    held = (objective for objective in view.state.objectives if objective.kind == "hold")
    return lead + sum(_yet_pays(view, objective) for objective in held) > 0


def _yet_pays(view: View, objective: Objective) -> int:
    """Points that a place pays in the turns that are left to who alone is in it, for the side."""
    area, figures = objective.area, view.state.figures.values()
    sides = [
        one.side for one in figures if area and one.at and not one.fate and in_area(area, one.at)
    ]
    if not sides or any(side != objective.side for side in sides):
        return 0
    left = view.state.setup.turns - view.state.clock.turn + 1
    return left * objective.points * (1 if objective.side == view.side else -1)


def _points(view: View, side: str) -> int:
    return sum(_pays(view, o) for o in view.state.objectives if o.side == side)


def _pays(view: View, objective: Objective) -> int:
    points = objective.points * _paid_for(objective) * (2 if objective.decisive else 1)
    if objective.kind != "hold":
        return points
    left = view.state.setup.turns - view.state.clock.turn + 1
    return points * max(1, min(TURNS_COUNTED, left))


def stake(view: View, figure: str) -> int:
    """Thousandths of a point that objectives lay on one figure, beside its own points."""
    return sum(
        objective_value(view, objective) // _paid_for(objective)
        for objective in view.state.objectives
        if objective.kind in BODIES and _about(view, objective, figure)
    )


def _about(view: View, objective: Objective, figure: str) -> bool:
    """Whether an objective is about a figure: a named one, or any of the side that is meant."""
    if objective.figures:
        return figure in objective.figures
    known = view.state.figures.get(figure)
    meant = objective.side
    if objective.kind == "destroy":
        meant = view.state.setup.enemy(objective.side)
    return known is not None and known.side == meant


def _paid_for(objective: Objective) -> int:
    """How often an objective may pay: for each figure it is about, some where none is named."""
    return (len(objective.figures) or UNNAMED) if objective.kind in BODIES else 1


def paid(view: View, objective: Objective) -> bool:
    """Whether an objective that pays once has paid."""
    return objective.kind != "hold" and f"{objective.side}:{objective.id}:" in view.state.tally.paid
