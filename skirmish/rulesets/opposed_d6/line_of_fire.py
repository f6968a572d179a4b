"""Whether one figure can shoot at another with a direct weapon, and where that is judged.

All of it is judged on what the shooter's side sees, so it comes out the same on the side's view
and on the true state.
"""

from __future__ import annotations

from functools import partial

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2, in_arc, tiles_between
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.rulesets.common.present import present
from skirmish.rulesets.opposed_d6.contact import engagement, in_contact
from skirmish.rulesets.opposed_d6.factors import troop
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.opportunity import enough, exposure

NOBODY = Refusal("no such enemy in sight", "BAY-05", "choose one that your side sees")


@frozen
class LineOfFire:
    """A clear shot: at whom, on which tile, and what makes it worse.

    `penalty` is that of opportunity fire (BAY-23), `engaged` how the target is in close combat.
    """

    target: Figure
    at: Tile
    penalty: int = 0
    engaged: str = ""


def covers(shooter: Figure, weapon: Arm, tile: Tile) -> bool:
    """Whether a tile is in a weapon's arc (BAY-04, BAY-10) and between its ranges."""
    away = distance2(shooter.tile, tile)
    return weapon.min_range**2 <= away <= weapon.range**2 and in_arc(
        shooter.tile, shooter.facing, tile, weapon.arc // 45
    )


def out_of_reach(shooter: Figure, weapon: Arm, tile: Tile) -> Refusal | None:
    """Why a tile can't be fired at, whatever lies between: arc or range."""
    if not in_arc(shooter.tile, shooter.facing, tile, weapon.arc // 45):
        rule = "BAY-04" if weapon.arc == 90 else "BAY-10"
        what = f"outside the arc of {weapon.name}, {weapon.arc} degrees"
        return Refusal(what, rule, f"{shooter.id} looks {shooter.facing.name}: turn in your move")
    away = distance2(shooter.tile, tile)
    if away > weapon.range**2:
        what = f"out of range: {weapon.name} reaches {weapon.range} tiles"
        return Refusal(what, "BAY-03", "move nearer, or use another weapon")
    if away < weapon.min_range**2:
        what = f"too near: {weapon.name} needs {weapon.min_range} tiles"
        return Refusal(what, "BAY-11", "move away, or use another weapon")
    return None


def blocker(state: State, shooter: Figure, tile: Tile, target: str = "") -> Figure | None:
    """A figure, friend or foe, that stands even partly between (BAY-08)."""
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
    """Whether a figure in between does not matter: it stands lower, or in one group (BAY-09)."""
    if state.board.level(figure.tile) < top:
        return True
    loose = troop(shooter).irregular and troop(figure).irregular
    return loose and adjacent(shooter.tile, figure.tile)


def fighting(state: State, shooter: Figure) -> Refusal | None:
    """Why a figure in contact with an enemy never shoots (BAY-06, BAY-07, BAY-A3)."""
    if not in_contact(state, shooter):
        return None
    return Refusal(f"{shooter.id} is in close combat", "BAY-07", "it fights when the bound ends")


def line_of_fire(
    state: State, shooter: Figure, weapon: Arm, name: str, *, combat: bool
) -> LineOfFire | Refusal:
    """The shot of a figure at an enemy, or why there is none.

    A target that can be shot at where it ended is shot at there; else it is opportunity fire, if
    enough of its way was exposed. `combat`: fire into a close combat is declared (BAY-24).
    """
    target = state.figures.get(name)
    if target is not None and target.side == shooter.side:
        return Refusal(f"{name} is one of yours", "BAY-03", "choose an enemy")
    seen = name in state.known[shooter.side].visible
    if target is None or not (seen or name in state.tracks):
        return NOBODY
    fault = NOBODY
    if seen:
        here = _where_it_stands(state, shooter, weapon, target, combat=combat)
        if isinstance(here, LineOfFire):
            return here
        fault = here
    return _on_its_way(state, shooter, weapon, target, fault)


def _where_it_stands(
    state: State, shooter: Figure, weapon: Arm, target: Figure, *, combat: bool
) -> LineOfFire | Refusal:
    if refused := out_of_reach(shooter, weapon, target.tile):
        return refused
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(f"{shooter.id} does not see {target.id}", "BAY-05", "move into sight")
    if (other := blocker(state, shooter, target.tile, target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", "shoot from elsewhere")
    engaged = engagement(state, target)
    if engaged and not (combat and allowed(state)):
        return _into_combat(state, target)
    if combat and not engaged:
        return Refusal(f"{target.id} is in no close combat", "BAY-24", "leave out combat=yes")
    return LineOfFire(target, target.tile, engaged=engaged)


def allowed(state: State) -> bool:
    """Whether fire into close combat may be declared at all (BAY-24, a house rule)."""
    return bool(state.rule("into_combat", True))


def _into_combat(state: State, target: Figure) -> Refusal:
    what = f"{target.id} is in close combat"
    if not allowed(state):
        return Refusal(what, "BAY-07", "this scenario does not allow fire into combat")
    return Refusal(what, "BAY-07", "say combat=yes to fire into it; the shot may meet another")


def _on_its_way(
    state: State, shooter: Figure, weapon: Arm, target: Figure, fault: Refusal
) -> LineOfFire | Refusal:
    """Opportunity fire at a figure that can't be shot at where it stands, for this fault."""
    # Flight draws no reaction, and its steps are on the track with all others.
    exposed = exposure(state, shooter, target, partial(covers, shooter, weapon))
    if exposed is None or target.count("fleeing"):
        return fault
    in_sight = target.id in state.known[shooter.side].visible
    if in_sight and exposed.at == target.at:
        return fault
    if not enough(state, shooter.side, target, exposed):
        what = f"too little of {target.id}'s way was exposed to {shooter.id}"
        short = Refusal(what, "BAY-21", "more than half of its full move must be")
        return fault if in_sight else short
    if (other := blocker(state, shooter, exposed.at, target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", "shoot from elsewhere")
    return LineOfFire(target, exposed.at, exposed.penalty)


def aids(
    state: State, aider: Figure, weapon: Arm, shot: LineOfFire, *, combat: bool
) -> LineOfFire | Refusal:
    """The shot that a figure gives up to aid another's: it must have had one itself (BAY-31).

    Aid on opportunity fire must cover the tile where the shot is judged.
    """
    own = line_of_fire(state, aider, weapon, shot.target.id, combat=combat)
    if isinstance(own, Refusal) or not shot.penalty:
        return own
    track = state.tracks[shot.target.id]
    saw = any(step.tile == shot.at and aider.id in step.watchers for step in track.steps)
    if not saw or not covers(aider, weapon, shot.at):
        return Refusal(
            f"{aider.id} does not cover {shot.target.id}'s way", "BAY-31", "leave it out"
        )
    if not own.penalty:
        exposed = exposure(state, aider, shot.target, partial(covers, aider, weapon))
        if exposed is None or not enough(state, aider.side, shot.target, exposed):
            what = f"too little of {shot.target.id}'s way was exposed to {aider.id}"
            return Refusal(what, "BAY-21", "leave it out")
    if (other := blocker(state, aider, shot.at, shot.target.id)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", "leave it out")
    return own
