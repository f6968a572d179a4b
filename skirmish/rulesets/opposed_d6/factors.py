"""What adds to the dice of shooting: factors and modifiers by name (BAY-28, BAY-29).

A sum is a list of parts (name, value, rule); what is rolled with is their total, and the breakdown
shows the same parts. Terrain counts against physical attacks only, and 3 at most in all.
"""

from __future__ import annotations

from typing import cast

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, in_arc
from skirmish.core.state import State
from skirmish.rulesets.attack import Modifier
from skirmish.rulesets.opposed_d6.kinds import OFFICER, QUALITY, Arm, Defence, Troop
from skirmish.rulesets.opposed_d6.rules import Guard

Part = tuple[str, int, str]

TERRAIN_CAP = 3
GO_TO_GROUND = 2
FRONT = 4
"""Half of the front in units of 22.5 degrees: exactly 90 degrees is still the front."""
COVER = ("", "partial cover", "cover", "fortification")


def troop(figure: Figure) -> Troop:
    """The stat block of a figure."""
    return cast("Troop", figure.who.kind)


def arms(figure: Figure) -> tuple[Arm, ...]:
    """The weapons of a figure."""
    return cast("tuple[Arm, ...]", figure.who.weapons)


def total(parts: list[Part]) -> int:
    """What is rolled with."""
    return sum(value for _, value, _ in parts)


def modifiers(on: str, figure: str, parts: list[Part]) -> tuple[Modifier, ...]:
    """The parts as lines of a breakdown."""
    return tuple(Modifier(on, figure, name, value, rule) for name, value, rule in parts)


def quality(kind: Troop) -> int:
    """Quality with an officer's 1: what dice that are no factor's get, too (BAY-F4)."""
    return QUALITY[kind.quality] + OFFICER * kind.officer


def skill(figure: Figure) -> list[Part]:
    """Quality, rank and injuries: they count on whichever factor a figure rolls with."""
    kind = troop(figure)
    parts: list[Part] = []
    if quality := QUALITY[kind.quality]:
        parts.append((kind.quality, quality, "BAY-F4"))
    if kind.officer:
        parts.append(("officer", OFFICER, "BAY-F4"))
    if injury := figure.count("injury"):
        parts.append(("injury", -injury, "BAY-F3"))
    return parts


def attack_parts(shooter: Figure, weapon: Arm, share: int) -> list[Part]:
    """The attack of a shooter with its weapon's Range factor, or a share of it (BAY-14)."""
    rule = "BAY-28" if share == weapon.factor else "BAY-14"
    return [(weapon.name, share, rule), *skill(shooter)]


def guard_parts(
    board: Board,
    target: Figure,
    at: Tile,
    origin: Tile,
    against: Defence,
    *,
    front: bool | None = None,
) -> list[Part]:
    """The defence of a figure against what comes from a tile.

    Args:
        board: The ground.
        target: The figure.
        at: Where it is shot at.
        origin: Where the shot comes from; a burst's own tile, for an area.
        against: Which of its factors defends.
        front: Whether it is shot at from its front; None goes by its facing.
    """
    kind = troop(target)
    if against == "abc":
        return [("ABC factor", kind.abc, "BAY-29"), *skill(target)]
    if against == "psi":
        return [("Psi factor", kind.psi, "BAY-29"), *skill(target)]
    parts: list[Part] = [("Physical factor", kind.physical, "BAY-28"), *skill(target)]
    if kind.shield:
        if front is None:
            front = at == origin or in_arc(at, target.facing, origin, FRONT)
        if front:
            parts.append(("shield", kind.shield, "BAY-F5"))
    if value := board.cover(origin, at):
        parts.append((COVER[value], value, "BAY-F5"))
    return parts


def height_part(board: Board, shooter: Tile, at: Tile, weapon: Arm) -> list[Part]:
    """Who stands higher is harder to throw at and to lob at: 1 for each level."""
    rise = board.level(at) - board.level(shooter)
    if rise <= 0 or weapon.fire == "direct" or weapon.against != "physical":
        return []
    return [("stands higher", rise, "BAY-F5")]


def capped(parts: list[Part]) -> list[Part]:
    """The parts with a line that takes back what terrain gives beyond 3."""
    terrain = sum(value for name, value, _ in parts if name in COVER or name == "stands higher")
    if terrain <= TERRAIN_CAP:
        return parts
    return [*parts, ("terrain gives 3 at most", TERRAIN_CAP - terrain, "BAY-F5")]


def defence(
    board: Board,
    shooter: Tile,
    weapon: Arm,
    target: Figure,
    at: Tile,
    origin: Tile,
    *,
    front: bool | None = None,
) -> list[Part]:
    """All that adds to a figure's guard against a shooter's weapon; see `guard_parts`."""
    parts = guard_parts(board, target, at, origin, weapon.against, front=front)
    return capped(parts + height_part(board, shooter, at, weapon))


def guard(state: State, target: Figure, parts: list[Part]) -> Guard:
    """A figure's guard as numbers: its factor, and what being beaten does to it."""
    kind = troop(target)
    return Guard(total(parts), steadiness(state, target), kind.crew or kind.irregular)


def steadiness(state: State, target: Figure) -> int:
    """What counts against being suppressed again right away (house rule `go_to_ground`)."""
    recovered = target.count("recovered") and state.rule("go_to_ground")
    return GO_TO_GROUND if recovered else 0


def guard_lines(state: State, target: Figure, parts: list[Part]) -> tuple[Modifier, ...]:
    """The breakdown of a guard; what only counts against suppression stands by itself."""
    lines = modifiers("guard", target.id, parts)
    if steady := steadiness(state, target):
        line = Modifier("against suppression", target.id, "gone to ground", steady, "BAY-F7")
        lines = (*lines, line)
    return lines
