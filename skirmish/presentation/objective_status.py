"""Objectives with ground: what they pay, and the side that is known to hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.setup import lies_within
from skirmish.core.state import Area, Objective, in_area
from skirmish.core.text import percent_of, pluralize
from skirmish.core.view import View
from skirmish.rulesets.common.victory import is_paid, known_lost, seen_this_turn, worth_of

WHOLE = 100
"""Percentage of its worth that a side has lost when no figure is left."""
_WHEN_COUNTED: Mapping[str, str] = {
    "reach": "counted once, when {judged}",
    "hold": "counted when each turn ends",
    "destroy": "counted at once",
    "survive": "counted when the battle ends",
    "escort": "counted when the battle ends",
}
"""When an objective is paid, by its kind (`rulesets/common/victory.py`)."""
HOLD_RULE = (
    "Every figure that is not out holds ground, even one that cannot act. It earns no points while"
    " an enemy is known to be there too: one last seen there in this turn, unless its tile has been"
    " seen empty since."
)
"""Which figures hold ground, and which contest it (`rulesets/common/victory.py`)."""
BOTH = "*"
"""Holder of ground if figures of both sides are known to be there."""


@frozen
class ObjectiveGround:
    """An area of objectives.

    Attributes:
        area: The rectangle.
        side: The side that is paid; the viewing side if both are.
        points: The points paid to that side.
        kind: The kind of objective, as in `Objective.kind`.
        holder: The side that is known to hold it, `BOTH`, or "" for none.
        others: The points paid to the other side for the same ground, 0 for none.
        more: The same ground for its further kinds of objective, one each.
    """

    area: Area
    side: str
    points: int
    kind: str
    holder: str = ""
    others: int = 0
    more: tuple[ObjectiveGround, ...] = ()

    def points_of(self, side: str) -> tuple[int, int]:
        """The points paid to a side, and those paid to its enemy."""
        mine = self.points, self.others
        return mine if self.side == side else mine[::-1]


def when_counted(kind: str, judged: str) -> str:
    """When an objective is paid; `judged`: when its ruleset judges the bounds (`Turn.judged`)."""
    return _WHEN_COUNTED[kind].format(judged=judged)


def objective_grounds(view: View) -> tuple[ObjectiveGround, ...]:
    """Every area of unpaid objectives once, as the viewing side knows it."""
    found: dict[Area, dict[str, ObjectiveGround]] = {}
    goals = view.state.objectives
    for goal in sorted(goals, key=lambda one: one.side != view.side):
        if goal.area is None or not goal.points or is_paid(view, goal):
            continue
        kinds = found.setdefault(goal.area, {})
        first = kinds.get(goal.kind)
        if first is None:
            held = holder(view, goal)
            pays = goal.side, goal.points, goal.kind
            kinds[goal.kind] = ObjectiveGround(goal.area, *pays, held)
        elif goal.side != first.side and not first.others:
            kinds[goal.kind] = evolve(first, others=goal.points)
    grounds = (tuple(kinds.values()) for kinds in found.values())
    return tuple(evolve(first, more=tuple(more)) for first, *more in grounds)


def enclosing(view: View, area: Area) -> tuple[Area, ...]:
    """The other areas of objectives that contain an area or lie inside it."""
    others = dict.fromkeys(goal.area for goal in view.state.objectives if goal.area)
    return tuple(
        one for one in others if one != area and (lies_within(one, area) or lies_within(area, one))
    )


def changed_by_move(view: View, figure: Figure, end: Tile) -> list[str]:
    """Effects of a move on the side's objectives with ground: `leaves: hold (2 points)`.

    Ground on which another figure of the side counts is neither entered nor left.
    """
    found = []
    for goal in view.state.objectives:
        able = [one for one in view.own() if not goal.figures or one.id in goal.figures]
        if goal.side != view.side or goal.area is None or not goal.points or figure not in able:
            continue
        held = any(one.at and in_area(goal.area, one.at) for one in able if one.id != figure.id)
        here, there = (at is not None and in_area(goal.area, at) for at in (figure.at, end))
        if held or here is there or is_paid(view, goal):
            continue
        does, again = "enters" if there else "leaves", " a turn" if goal.kind == "hold" else ""
        points = points_beside(goal.points, goal.text)
        pays = f" ({points}{again})" if points else ""
        found.append(f"{does}: {goal.text or goal.kind}{pays}")
    return found


def points_beside(points: int, text: str) -> str:
    """The points of an objective; "" if its text mentions them, as a scenario's may."""
    return "" if str(points) in text else pluralize(points, "point")


def break_progress(view: View, side: str) -> str:
    """When a side breaks, and how much of that is known to be reached; "" if it never breaks.

    A side that breaks at 100% has no figure left then, which needs no words.
    """
    force, worth = view.state.setup.sides[side], worth_of(view.state, side)
    if not 0 < force.break_point < WHOLE or not worth:
        return ""
    lost = known_lost(view, side)
    known = f"{percent_of(lost, worth)} {'lost' if side == view.side else 'known to be lost'}"
    return f"side broken when {force.break_point}% of its worth is lost ({known})"


def holder(view: View, goal: Objective) -> str:
    """The side that holds an objective's ground, by the rule for `hold`, as far as is known.

    If an objective names figures, only these hold it for their own side.
    """
    named = {goal.side: goal.figures}

    def there(side: str, figures: Iterator[Figure]) -> bool:
        able = named.get(side) or ()
        return any(
            goal.area is not None
            and figure.at is not None
            and in_area(goal.area, figure.at)
            and (not able or figure.id in able)
            for figure in figures
        )

    own = there(view.side, view.own())
    seen = view.enemies() if view.shows_all else seen_this_turn(view.state, view.side)
    enemy = there(view.enemy, seen)
    if own and enemy:
        return BOTH
    return view.side if own else view.enemy if enemy else ""
