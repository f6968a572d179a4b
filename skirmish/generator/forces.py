"""Forces of equal cost: a leader, a line, some specialists, seldom something heavy.

The cost of each kind is measured by games: `python -m tools.kind_costs` makes `costs.toml`;
`roles.toml`, the roles that kinds are bought for, is written by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from skirmish.errors import UsageProblem
from skirmish.generator.draw import Draw

LEADERS, LINE, SPECIALISTS, HEAVY = "leaders", "line", "specialists", "heavy"
BOUGHT = (LEADERS, LINE, SPECIALISTS, HEAVY)
APART = "apart"
UNIT = 25
"""Cost of the first kind of the line of each ruleset."""


def costs_of(ruleset: str) -> Mapping[str, int]:
    """The cost of each kind of a ruleset's armoury."""
    found: Mapping[str, int] = _table("costs.toml")[ruleset]
    return found


def roles_of(ruleset: str) -> Mapping[str, Sequence[str]]:
    """The kinds of a ruleset for each role."""
    found: Mapping[str, Sequence[str]] = _table("roles.toml")[ruleset]
    return found


@cache
def _table(name: str) -> Mapping[str, Any]:
    return tomllib.loads((files("skirmish.generator") / name).read_text(encoding="utf-8"))


TOLERANCE = 2
"""Percent of the points by which the costs of the two sides may differ."""
UNUSED = 8
"""Percent of the points that a side may leave unused."""
FEWEST, MOST = 2, 40
"""Smallest and largest number of figures of a side."""
_TRIES = 60
_LEADER_SHARE, _HEAVY_SHARE = 40, 35
"""Percent of the points that a leader and a heavy kind may cost."""
_HEAVY_CHANCE = 25


def cost_of(ruleset: str, force: Sequence[str]) -> int:
    """The total cost of the kinds of a force."""
    costs = costs_of(ruleset)
    return sum(costs[kind] for kind in force)


def forces(
    ruleset: str, points: int, draw: Draw, *, same: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Buy a force for each side.

    Args:
        ruleset: Id of the ruleset.
        points: The maximum cost of a side.
        draw: Random numbers.
        same: Whether both sides get the same figures.

    Returns:
        Kinds of the two sides. Their costs differ by at most `TOLERANCE` percent of the points.

    Raises:
        UsageProblem: The points are too few for a side.
    """
    check_points(ruleset, points)
    bought = [_bought(ruleset, points, draw) for _ in range(_TRIES)]
    usable = [force for force in bought if FEWEST <= len(force) <= MOST] or [
        _cheapest(ruleset, points)
    ]
    least = points - points * UNUSED // 100
    first = next(
        (force for force in usable if cost_of(ruleset, force) >= least),
        max(usable, key=lambda force: cost_of(ruleset, force)),
    )
    if same:
        return first, first
    close = [force for force in usable if _near(ruleset, first, force, points) and force != first]
    return first, (close[0] if close else first)


def check_points(ruleset: str, points: int) -> None:
    """Check that a side can be bought.

    Raises:
        UsageProblem: The points are too few for two figures.
    """
    costs, line = costs_of(ruleset), roles_of(ruleset)[LINE]
    least = FEWEST * min(costs[kind] for kind in line)
    if points < least:
        raise UsageProblem(
            f"{points} points do not buy {FEWEST} figures of {ruleset}",
            remedy=f"at least {least}",
        )


def _near(ruleset: str, one: Sequence[str], other: Sequence[str], points: int) -> bool:
    difference = abs(cost_of(ruleset, one) - cost_of(ruleset, other))
    return 100 * difference <= TOLERANCE * points


def _bought(ruleset: str, points: int, draw: Draw) -> tuple[str, ...]:
    """One force: a leader, perhaps a heavy kind, then line and specialists while points last."""
    costs, roles = costs_of(ruleset), roles_of(ruleset)
    left, force = points, []

    def buy(kinds: Sequence[str], share: int = 100) -> None:
        nonlocal left
        can = [
            kind for kind in kinds if costs[kind] <= left and 100 * costs[kind] <= share * points
        ]
        if can:
            force.append(draw.choice(can))
            left -= costs[force[-1]]

    buy(roles[LEADERS], _LEADER_SHARE)
    if draw.chance(_HEAVY_CHANCE):
        buy(roles[HEAVY], _HEAVY_SHARE)
    cheapest = min(costs[kind] for kind in roles[LINE])
    while left >= cheapest:
        before = left
        buy(_fresh(force, roles[SPECIALISTS]) if len(force) % 2 else roles[LINE])
        if left == before:
            buy(roles[LINE])
    return tuple(force)


def _fresh(force: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Kinds of which a force has fewer than two."""
    return [kind for kind in kinds if force.count(kind) < 2]  # noqa: PLR2004 - a pair


def _cheapest(ruleset: str, points: int) -> tuple[str, ...]:
    """As many as possible of the cheapest kind of the line, at most `MOST`."""
    costs: Mapping[str, int] = costs_of(ruleset)
    kind = min(roles_of(ruleset)[LINE], key=lambda one: costs[one])
    return (kind,) * min(MOST, points // costs[kind])
