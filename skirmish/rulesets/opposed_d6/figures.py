"""A figure's numbers: quality, injuries, and the factors that it defends with (BAY-28, BAY-29)."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, in_arc
from skirmish.core.state import State
from skirmish.rulesets.attack import Modifier, Part, modifiers, total
from skirmish.rulesets.opposed_d6.counters import INJURY, RECOVERED
from skirmish.rulesets.opposed_d6.dice import Guard
from skirmish.rulesets.opposed_d6.kinds import OFFICER, QUALITY, STOCK, Defence, Kind

GO_TO_GROUND = 2
"""Bonus against suppression of a figure that has just recovered (BAY-F7)."""
FRONT = 4
"""Half of the front in units of 22.5 degrees: exactly 90 degrees is still the front (BAY-F5)."""
COVER = ("", "partial cover", "cover", "fortification")
"""Names of cover by what it adds (BAY-F5)."""


kind_of, weapons_of = STOCK.kind_of, STOCK.weapons_of


def quality(kind: Kind) -> int:
    """Quality and an officer's 1, which also count on dice without a factor (BAY-F4).

    BAY-F8, BAY-F14.
    """
    return QUALITY[kind.quality] + OFFICER * kind.officer


def skill(figure: Figure) -> list[Part]:
    """The parts of quality, rank and injuries (BAY-F3), which count on any factor of a figure.

    BAY-F4, BAY-28.
    """
    kind = kind_of(figure)
    parts: list[Part] = []
    if quality := QUALITY[kind.quality]:
        parts.append((kind.quality, quality, "BAY-F4"))
    if kind.officer:
        parts.append(("officer", OFFICER, "BAY-F4"))
    if injury := figure.count(INJURY):
        parts.append(("injury", -injury, "BAY-F3"))
    return parts


def flees(figure: Figure) -> bool:
    """Whether a figure is of a kind that flees where others are suppressed (BAY-F8)."""
    kind = kind_of(figure)
    return kind.crew or kind.irregular


def guard_parts(
    board: Board,
    target: Figure,
    at: Tile,
    origin: Tile,
    against: Defence,
    *,
    front: bool | None = None,
) -> list[Part]:
    """The defence of a figure against an attack from a tile (BAY-F5, BAY-28, BAY-29).

    Args:
        board: The ground.
        target: The figure.
        at: Where it is shot at.
        origin: Where the shot comes from; for an area, the tile of its burst.
        against: Which of its factors defends.
        front: Whether it is shot at from its front; None: judged by its facing.
    """
    kind = kind_of(target)
    if against == "abc":
        return [("guard, gas and rays", kind.abc, "BAY-29"), *skill(target)]
    if against == "psi":
        return [("guard, mind powers", kind.psi, "BAY-29"), *skill(target)]
    parts: list[Part] = [("guard", kind.physical, "BAY-28"), *skill(target)]
    if kind.shield:
        if front is None:
            front = at == origin or in_arc(at, target.facing, origin, FRONT)
        if front:
            parts.append(("shield", kind.shield, "BAY-F5"))
    if value := board.cover(origin, at):
        parts.append((COVER[value], value, "BAY-F5"))
    return parts


def guard(state: State, target: Figure, parts: list[Part]) -> Guard:
    """A figure's guard as numbers: its factor, and what being beaten does to it (BAY-28)."""
    return Guard(total(parts), steadiness(state, target), flees(target))


def steadiness(state: State, target: Figure) -> int:
    """The bonus against being suppressed again right away (house rule `go_to_ground`).

    BAY-F7.
    """
    recovered = target.count(RECOVERED) and state.rule("go_to_ground")
    return GO_TO_GROUND if recovered else 0


def guard_lines(state: State, target: Figure, parts: list[Part]) -> tuple[Modifier, ...]:
    """The breakdown of a guard; a bonus against suppression is a line of its own (BAY-F7)."""
    lines = modifiers("guard", target.id, parts)
    if steady := steadiness(state, target):
        line = Modifier(
            "against suppression", target.id, "harder to suppress again", steady, "BAY-F7"
        )
        lines = (*lines, line)
    return lines
