"""Whether a figure can shoot at another with a direct weapon, and on which tile that is judged.

An enemy that can't be shot at where it ended is shot at on its path: opportunity fire, resolved
with the other shooting, once movement is over (BAY-22). All of it is judged on what the shooter's
side sees, so the result is the same on the side's view and on the true state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2, in_arc, tiles_between
from skirmish.core.orders import Refusal
from skirmish.core.state import State, Track
from skirmish.rulesets.common.present import present
from skirmish.rulesets.opposed_d6.budget import allowance
from skirmish.rulesets.opposed_d6.close_combat import engagement
from skirmish.rulesets.opposed_d6.counters import FLEEING, SUPPRESSED
from skirmish.rulesets.opposed_d6.figures import kind_of
from skirmish.rulesets.opposed_d6.kinds import Weapon

NO_TARGET = Refusal("there is no such enemy in sight", "BAY-05", "choose one that your side sees")
"""Why there is no shot at an enemy that the side does not see (BAY-05)."""
NEXT_MOVEMENT = "in your next movement bound"
"""When a figure can move or turn again: all attacks come after the movement (BAY-A10)."""
BLOCKED_REMEDY = f"choose another target; move {NEXT_MOVEMENT}"
RIGHT_ANGLE = 90
KNOWN_START = -1
UNKNOWN_START = -2
"""Penalties of opportunity fire by whether its target was in sight as its bound began (BAY-23)."""


@frozen
class LineOfFire:
    """A clear shot: its target, the tile where it is judged, and its penalties.

    `penalty` is that of opportunity fire (BAY-23), `engaged` how the target is in close combat.
    """

    target: Figure
    at: Tile
    penalty: int = 0
    engaged: str = ""


def covers(shooter: Figure, weapon: Weapon, tile: Tile) -> bool:
    """Whether a tile is in a weapon's arc (BAY-04, BAY-10, BAY-A1) and between its ranges.

    BAY-03.
    """
    away = distance2(shooter.tile, tile)
    return weapon.min_range**2 <= away <= weapon.range**2 and in_arc(
        shooter.tile, shooter.facing, tile, weapon.arc // 45
    )


def out_of_reach(shooter: Figure, weapon: Weapon, tile: Tile) -> Refusal | None:
    """Why a tile is out of arc or range, whatever lies between (BAY-03).

    BAY-04, BAY-10, BAY-11, BAY-A2.
    """
    if not in_arc(shooter.tile, shooter.facing, tile, weapon.arc // 45):
        rule = "BAY-04" if weapon.arc == RIGHT_ANGLE else "BAY-10"
        half = f"{weapon.arc / 2:g} degrees"
        what = f"outside {shooter.id}'s arc of fire: {half} to each side of {shooter.facing.name}"
        return Refusal(
            what,
            rule,
            f"turn it {NEXT_MOVEMENT}",
        )
    away = distance2(shooter.tile, tile)
    if away > weapon.range**2:
        what = f"out of range: {weapon.name} reaches {weapon.range} tiles"
        return Refusal(
            what, "BAY-03", f"use another weapon; move nearer {NEXT_MOVEMENT}", weapon=weapon.id
        )
    if away < weapon.min_range**2:
        what = f"too near: {weapon.name} needs at least {weapon.min_range} tiles"
        return Refusal(
            what, "BAY-11", f"use another weapon; move away {NEXT_MOVEMENT}", weapon=weapon.id
        )
    return None


def blocker(state: State, shooter: Figure, tile: Tile, target: str = "") -> Figure | None:
    """A figure, friend or foe, that stands even partly between (BAY-08, BAY-09)."""
    between = tiles_between(shooter.tile, tile)
    if not between:
        return None
    relaxed = bool(state.rule("relaxed_blocking", True))
    top = max(state.board.level(shooter.tile), state.board.level(tile))
    for figure in present(state, shooter.side):
        if figure.at not in between or figure.id == target:
            continue
        if not (relaxed and _shot_past(state, shooter, figure, top)):
            return figure
    return None


def _shot_past(state: State, shooter: Figure, figure: Figure, top: int) -> bool:
    """Whether a figure in between does not block: it stands lower, or in one group (BAY-09)."""
    if state.board.level(figure.tile) < top:
        return True
    loose = kind_of(shooter).irregular and kind_of(figure).irregular
    return loose and adjacent(shooter.tile, figure.tile)


def line_of_fire(
    state: State, shooter: Figure, weapon: Weapon, name: str, *, combat: bool
) -> LineOfFire | Refusal:
    """The shot of a figure at an enemy, or why there is none (BAY-03, BAY-05, BAY-21, BAY-A3).

    A target is shot at where it ended if possible; otherwise it is opportunity fire, if enough of
    its path was exposed. `combat`: fire into a close combat is declared (BAY-24).
    """
    target = state.figures.get(name)
    if target is not None and target.side == shooter.side:
        return Refusal(f"{name} is one of yours", "BAY-03", "choose an enemy", concerns=name)
    seen = name in state.known[shooter.side].visible
    if target is None or not (seen or name in state.tracks):
        return NO_TARGET
    fault = NO_TARGET
    if seen:
        here = _where_it_stands(state, shooter, weapon, target, combat=combat)
        if isinstance(here, LineOfFire):
            return here
        fault = here
    return _on_its_way(state, shooter, weapon, target, fault)


def _where_it_stands(
    state: State, shooter: Figure, weapon: Weapon, target: Figure, *, combat: bool
) -> LineOfFire | Refusal:
    """The line of fire at a figure where it stands, which must be in sight (BAY-05).

    BAY-06, BAY-07, BAY-08, BAY-24, BAY-A3.
    """
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(
            f"{shooter.id} does not see {target.id}",
            "BAY-05",
            f"choose another target; move into sight {NEXT_MOVEMENT}",
            concerns=target.id,
        )
    if refused := out_of_reach(shooter, weapon, target.tile):
        return refused
    if (other := blocker(state, shooter, target.tile, target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", BLOCKED_REMEDY)
    engaged = engagement(state, target)
    if engaged and not (combat and allowed(state)):
        return _into_combat(state, target)
    if combat and not engaged:
        return Refusal(
            f"{target.id} is not in close combat",
            "BAY-24",
            "leave out combat=",
            concerns=target.id,
        )
    return LineOfFire(target, target.tile, engaged=engaged)


def allowed(state: State) -> bool:
    """Whether fire into close combat may be declared at all (BAY-24, BAY-A3; a house rule)."""
    return bool(state.rule("into_combat", True))


def _into_combat(state: State, target: Figure) -> Refusal:
    """Why an ordinary shot at a figure in close combat is refused (BAY-06, BAY-07, BAY-24)."""
    what = f"{target.id} is in close combat"
    if not allowed(state):
        return Refusal(what, "BAY-07", "this scenario does not allow fire into combat")
    return Refusal(
        what,
        "BAY-07",
        "to fire into it, set combat=yes: the shot may hit another figure",
        concerns=target.id,
    )


def _on_its_way(
    state: State, shooter: Figure, weapon: Weapon, target: Figure, fault: Refusal
) -> LineOfFire | Refusal:
    """Opportunity fire at a figure that cannot be shot at where it stands (BAY-22).

    BAY-08, BAY-21, BAY-A8.
    """
    # Flight draws no reaction, and its steps are on the track with all others.
    exposed = exposure(state, shooter, target, partial(covers, shooter, weapon))
    if exposed is None or target.count(FLEEING):
        return fault
    in_sight = target.id in state.known[shooter.side].visible
    if in_sight and exposed.at == target.at:
        return fault
    if not enough(state, shooter.side, target, exposed):
        what = f"too little of {target.id}'s move was exposed to {shooter.id}"
        short = Refusal(
            what, "BAY-21", "more than half of a full move must be exposed", concerns=target.id
        )
        return fault if in_sight else short
    if (other := blocker(state, shooter, exposed.at, target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", BLOCKED_REMEDY)
    return LineOfFire(target, exposed.at, exposed.penalty)


def aids(
    state: State, aider: Figure, weapon: Weapon, shot: LineOfFire, *, combat: bool
) -> LineOfFire | Refusal:
    """The shot that a figure gives up to aid another's: it must have had one itself (BAY-31).

    Aid on opportunity fire must cover the tile where the shot is judged.

    BAY-08, BAY-21, BAY-27, BAY-F10.
    """
    own = line_of_fire(state, aider, weapon, shot.target.id, combat=combat)
    if isinstance(own, Refusal) or not shot.penalty:
        return own
    track = state.tracks[shot.target.id]
    saw = any(step.tile == shot.at and aider.id in step.watchers for step in track.steps)
    if not saw or not covers(aider, weapon, shot.at):
        return Refusal(
            f"{aider.id} does not cover {shot.target.id}'s move", "BAY-31", "remove it from aid="
        )
    if not own.penalty:
        exposed = exposure(state, aider, shot.target, partial(covers, aider, weapon))
        if exposed is None or not enough(state, aider.side, shot.target, exposed):
            what = f"too little of {shot.target.id}'s move was exposed to {aider.id}"
            return Refusal(what, "BAY-21", "remove it from aid=")
    if (other := blocker(state, aider, shot.at, shot.target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", "remove it from aid=")
    return own


@frozen
class Exposure:
    """The part of a figure's path that was exposed to a shooter (BAY-21, BAY-A8).

    `halves` is its length in half tiles, `at` its last tile, `penalty` the penalty of BAY-23.
    """

    halves: int
    at: Tile
    penalty: int


def exposure(
    state: State, shooter: Figure, target: Figure, covers: Callable[[Tile], bool]
) -> Exposure | None:
    """The part of a figure's path in this bound that was exposed to a shooter, if any (BAY-21).

    A step counts with its length if the shooter saw the tile as the figure entered it, and `covers`
    it: arc and range (BAY-A8). A side's view keeps all such steps of an enemy's track.
    """
    track = state.tracks.get(target.id)
    if track is None:
        return None
    halves, last = 0, None
    for step in track.steps:
        if step.halves and shooter.id in step.watchers and covers(step.tile):
            halves += step.halves
            last = step.tile
    return None if last is None else Exposure(halves, last, _penalty(state, track))


def enough(state: State, side: str, target: Figure, exposed: Exposure) -> bool:
    """Whether strictly more than half of what the figure could have moved was exposed (BAY-21).

    What it could have moved is its allowance for the bound, not what it used (BAY-A8).

    Args:
        state: The battle, or the shooter's view of it.
        side: The shooter's side.
        target: The figure.
        exposed: The exposed part of its path.
    """
    if target.count(SUPPRESSED) and not _last_seen_moving(state, side, target):
        # A figure suppressed during its move has recovered by now: this one was hit in this
        # shooting, and moved freely.
        target = target.with_counters({SUPPRESSED: 0})
    return 2 * exposed.halves > allowance(target)


def _last_seen_moving(state: State, side: str, target: Figure) -> bool:
    """Whether a side last saw a figure before this bound (BAY-A8)."""
    contact = state.known[side].contacts.get(target.id)
    return target.at is None and contact is not None and contact.point < state.clock.point


def _penalty(state: State, track: Track) -> int:
    """The penalty; smaller if a steady enemy saw the figure as its bound began (BAY-23)."""
    start = track.steps[0]
    if start.halves:
        return UNKNOWN_START
    known = any(not state.figures[name].count(SUPPRESSED) for name in start.watchers)
    return KNOWN_START if known else UNKNOWN_START


def arc_rules(shooter: Figure, weapon: Weapon, tile: Tile) -> Iterator[str]:
    """The rules of the arc that a shot at a tile is in, for `Scene.cite`.

    BAY-04, BAY-10, BAY-A1.
    """
    if weapon.arc != RIGHT_ANGLE:
        yield "BAY-10"
        return
    yield "BAY-04"
    if _at_the_edge(shooter, tile):
        yield "BAY-A1"


def _at_the_edge(shooter: Figure, tile: Tile) -> bool:
    """Whether a tile is exactly 45 degrees from straight ahead (BAY-A1)."""
    (fx, fy), (x, y) = shooter.facing.delta, (tile[0] - shooter.tile[0], tile[1] - shooter.tile[1])
    along = fx * x + fy * y
    return along > 0 and 2 * along * along == (fx * fx + fy * fy) * (x * x + y * y)


def past_a_figure(state: State, shooter: Figure, shot: LineOfFire) -> bool:
    """Whether a figure stands in between without blocking the shot (BAY-09)."""
    between = tiles_between(shooter.tile, shot.at)
    return any(f.at in between for f in present(state, shooter.side) if f.id != shot.target.id)
