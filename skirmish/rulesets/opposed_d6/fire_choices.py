"""What a figure may shoot at now, as families of orders: whatever is drawn from one is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common.present import present
from skirmish.rulesets.families import Clash, Count, Domain, Family, One, Shares, Some, Spots
from skirmish.rulesets.opposed_d6 import ammunition
from skirmish.rulesets.opposed_d6.burst import (
    MOST_AID,
    MOST_ROLLS,
    aider,
    aimed,
    lobbed,
    together,
)
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import (
    LineOfFire,
    allowed,
    blocker,
    covers,
    fighting,
    line_of_fire,
)
from skirmish.rulesets.opposed_d6.readiness import attacker, loading, unready

Fixed = tuple[tuple[str, str], ...]
COMBAT: Fixed = (("combat", "yes"),)


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to shoot at now."""
    state = known.state
    figure = state.figures[name]
    if not ready(state, figure):
        return ()
    families: list[Family] = []
    for weapon in usable(state, figure):
        families += (_at_figures if aimed(weapon) else _at_tiles)(state, figure, weapon)
    families += [Family("reload", name, fixed=fixed) for _, fixed in reloads(state, figure)]
    return tuple(families)


def ready(state: State, figure: Figure) -> bool:
    """Whether a figure may shoot now, if it has something to shoot at."""
    return figure.at is not None and not (unready(state, figure) or fighting(state, figure))


def usable(state: State, figure: Figure) -> Iterator[Arm]:
    """The weapons that a figure could fire now."""
    for weapon in arms(figure):
        if weapon.range and not (
            ammunition.loaded(state, figure, weapon) or loading(state, figure, weapon)
        ):
            yield weapon


def reloads(state: State, figure: Figure) -> Iterator[tuple[Arm, Fixed]]:
    """The weapons that are not full, and how an order says which: the first is not named."""
    for place, weapon in enumerate(ammunition.reloadable(state, figure)):
        yield weapon, (("weapon", weapon.id),) if place else ()


def named(figure: Figure, weapon: Arm) -> Fixed:
    """How an order says which weapon: not at all where it is the first of its sort."""
    fits = aimed if aimed(weapon) else lobbed
    first = next(other for other in arms(figure) if fits(other))
    return () if first is weapon else (("weapon", weapon.id),)


def shots(state: State, figure: Figure, weapon: Arm) -> tuple[LineOfFire, ...]:
    """All clear shots of a figure; those into a close combat know how their target is engaged.

    Enemies that its side has fired at in this shooting are left out (BAY-31).
    """
    return tuple(_shots(state, figure, weapon))


def _shots(state: State, figure: Figure, weapon: Arm) -> Iterator[LineOfFire]:
    for name, other in state.figures.items():
        if other.side == figure.side or attacker(state, name):
            continue
        shot = line_of_fire(state, figure, weapon, name, combat=False)
        if isinstance(shot, Refusal) and shot.rule == "BAY-07" and allowed(state):
            shot = line_of_fire(state, figure, weapon, name, combat=True)
        if isinstance(shot, LineOfFire):
            yield shot


def elsewhere(state: State, figure: Figure, target: str) -> bool:
    """Whether a figure has anything to attack now besides one enemy."""
    for weapon in usable(state, figure):
        if aimed(weapon):
            if any(shot.target.id != target for shot in _shots(state, figure, weapon)):
                return True
        elif weapon.cloud != SMOKE:
            seen = present(state, figure.side)
            if any(e.side != figure.side and covers(figure, weapon, e.tile) for e in seen):
                return True
    return False


def able_to_aid(state: State, figure: Figure, shot: LineOfFire) -> tuple[str, ...]:
    """The friends that could aid a shot now."""
    found = []
    for friend in state.of_side(figure.side):
        if friend.id == figure.id or unready(state, friend):
            continue
        aid = aider(state, figure, friend.id, shot, combat=bool(shot.engaged))
        if not isinstance(aid, Refusal) and not loading(state, friend, aid[1]):
            found.append(friend.id)
    return tuple(found)


def _at_figures(state: State, figure: Figure, weapon: Arm) -> Iterator[Family]:
    found = shots(state, figure, weapon)
    apart = partial(_apart, figure, {shot.target.id: shot for shot in found})
    for shot in found:
        target = One((shot.target.id,))
        fixed = named(figure, weapon) + (COMBAT if shot.engaged else ())
        fields: tuple[tuple[str, Domain], ...] = ()
        if options := able_to_aid(state, figure, shot):
            fields = (("aid", Some(options, MOST_AID)),)
        if not weapon.automatic or weapon.factor == 1:
            yield Family("fire", figure.id, target, fields, fixed=fixed)
            continue
        rolls = Count(2, min(MOST_ROLLS, weapon.factor))
        yield Family("fire", figure.id, target, (*fields, ("rolls", rolls)), fixed=fixed)
        split = _shares(figure, weapon, shot, found, apart)
        yield Family(
            "fire", figure.id, target, (*fields, ("split", split)), hint="divided", fixed=fixed
        )


def _shares(
    figure: Figure, weapon: Arm, shot: LineOfFire, found: tuple[LineOfFire, ...], apart: Clash
) -> Shares:
    """Whom a burst at a target may take in besides; into a combat only where that is declared."""
    options = tuple(
        other.target.id
        for other in found
        if (shot.engaged or not other.engaged) and together(figure, shot, other)
    )
    return Shares(options, weapon.factor, MOST_ROLLS, apart, first=shot.target.id)


def _apart(figure: Figure, found: Mapping[str, LineOfFire], one: str, other: str) -> bool:
    """Whether one burst may not take in both."""
    return not together(figure, found[one], found[other])


def _at_tiles(state: State, figure: Figure, weapon: Arm) -> Iterator[Family]:
    if mask := aim_points(state, figure, weapon):
        fixed = named(figure, weapon)
        yield Family("bombard", figure.id, Spots(mask, state.board), fixed=fixed)


def aim_points(state: State, figure: Figure, weapon: Arm) -> int:
    """Mask of the tiles that a weapon may be aimed at."""
    board, here = state.board, figure.tile
    mask = board.arc_mask(here, figure.facing, weapon.arc // 45, weapon.range)
    for tile in board.tiles_of(mask & board.disc(here, weapon.min_range)):
        if distance2(here, tile) < weapon.min_range**2:
            mask &= ~board.bit(tile)
    if weapon.fire == "direct":
        mask &= board.seen_from(here)
        for tile in board.tiles_of(mask & _shadows(state, figure)):
            if blocker(state, figure, tile) is not None:
                mask &= ~board.bit(tile)
    return mask


def _shadows(state: State, figure: Figure) -> int:
    """A mask that holds every tile which a figure may block, and some more."""
    here, mask = figure.tile, 0
    for other in present(state, figure.side):
        if other.id != figure.id:
            mask |= state.board.arc_mask(here, _towards(here, other.tile), _width(here, other.tile))
    return mask


def _towards(a: Tile, b: Tile) -> Tile:
    return b[0] - a[0], b[1] - a[1]


def _width(a: Tile, b: Tile) -> int:
    """Half-angle, in units of 22.5 degrees, that a tile takes up as seen from another."""
    return 2 if adjacent(a, b) else 1
