"""The numbered rules that a shot applies, by what it is; `Scene.cite` counts them.

Rules that a line of an attack's breakdown names are counted from there.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tiles_between
from skirmish.core.state import State
from skirmish.rulesets.common.present import present
from skirmish.rulesets.opposed_d6.burst import Burst
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire

SHOT = ("BAY-02", "BAY-12", "BAY-32", "BAY-F2", "BAY-F6")
"""Every shot, at a figure or a tile: its weapon, once, safe for the shooter, what it does."""
FREE = ("BAY-06", "BAY-07")
COMBAT = ("BAY-25", "BAY-A3")
AIDED = ("BAY-31", "BAY-A9", "BAY-F10")
DIVIDED = ("BAY-A6", "BAY-F13")
ON_ITS_WAY = ("BAY-21", "BAY-22", "BAY-A8")
STRAY = ("BAY-26", "BAY-A4", "BAY-A5")
AREA = ("BAY-15", "BAY-16", "BAY-17", "BAY-30", "BAY-A7")
RIGHT_ANGLE = 90


def direct(state: State, burst: Burst) -> Iterator[str]:
    """Fire at figures: arc, sight and line of each roll, then aid, shares and the rest."""
    yield from SHOT
    shooter, weapon = burst.shooter, burst.weapon
    for shot, _ in burst.rolls:
        yield from ("BAY-03", "BAY-05", "BAY-08", *_arc(shooter, weapon, shot.at))
        yield from COMBAT if shot.engaged else FREE
        yield from ON_ITS_WAY if shot.penalty else ()
        yield from ("BAY-09",) if _past_a_figure(state, shooter, shot) else ()
    yield from AIDED if burst.aiders else ()
    yield from DIVIDED if len(burst.rolls) > 1 else ()
    yield from _slow(weapon)


def at_tile(shooter: Figure, weapon: Arm, aim: Tile, landings: int) -> Iterator[str]:
    """Fire at a tile: how it gets there; what it does there `burst` says."""
    yield from (*SHOT, *_arc(shooter, weapon, aim), *_slow(weapon))
    yield from ("BAY-08",) if weapon.fire == "direct" else ("BAY-11", "BAY-A2")
    yield from ("BAY-F11",) if landings > 1 else ()


def burst(weapon: Arm) -> Iterator[str]:
    """A round that came down on the map: the area, its limit, its cloud."""
    if weapon.cloud:
        yield from ("BAY-20", "BAY-F12")
    if weapon.cloud != SMOKE:
        yield from AREA if weapon.radius else ("BAY-30",)
    if weapon.max_radius:
        yield "BAY-19"


def _arc(shooter: Figure, weapon: Arm, tile: Tile) -> Iterator[str]:
    if weapon.arc != RIGHT_ANGLE:
        yield "BAY-10"
        return
    yield "BAY-04"
    if _at_the_edge(shooter, tile):
        yield "BAY-A1"


def _at_the_edge(shooter: Figure, tile: Tile) -> bool:
    """Whether a tile is exactly 45 degrees from straight ahead."""
    (fx, fy), (x, y) = shooter.facing.delta, (tile[0] - shooter.tile[0], tile[1] - shooter.tile[1])
    along = fx * x + fy * y
    return along > 0 and 2 * along * along == (fx * fx + fy * fy) * (x * x + y * y)


def _slow(weapon: Arm) -> tuple[str, ...]:
    return ("BAY-13",) if weapon.reload_bounds else ()


def _past_a_figure(state: State, shooter: Figure, shot: LineOfFire) -> bool:
    """Whether a figure stands between, and did not bar a shot that was possible."""
    between = tiles_between(shooter.tile, shot.at)
    return any(f.at in between for f in present(state, shooter.side) if f.id != shot.target.id)
