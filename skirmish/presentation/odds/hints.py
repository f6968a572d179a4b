"""Hints on moves, on orders that neither move nor attack, and at the end of a bound.

All hints are derived from a side's view alone. Those on attacks are in `attack_hints`, the values
in `hint_kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from skirmish.core.codec import encode
from skirmish.core.geometry import Facing, Tile, adjacent, facing_towards, parse_path
from skirmish.core.orders import Order, Purpose, Verb
from skirmish.core.view import View
from skirmish.presentation.figure_status import STANDING
from skirmish.presentation.objective_status import changed_by_move
from skirmish.presentation.odds.attack_gain import NEAREST_TARGETS
from skirmish.presentation.odds.attack_hints import magazine
from skirmish.presentation.odds.hint_kinds import (
    BetterCover,
    EmptyGround,
    Hint,
    NeedsShelter,
    NothingLeftThere,
    OutOfCover,
    StillLoaded,
    TooLateToShoot,
    WrongFacing,
)
from skirmish.presentation.odds.order_effects import changed_zone_mask, dry_run, view_after
from skirmish.presentation.visibility import cover_tile, observers
from skirmish.rulesets.common.walking import FACE
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import best_shot, nearest, now_allowed, standing_at
from skirmish.rulesets.ruleset import Ruleset

MANY_ENEMIES = 2
"""Number of enemies that see the end of a move from which on leaving cover is worth a hint."""
MOST_FIGURES = 2
"""Number of figures named in the hint at the end of a bound."""
SHELTER = (Purpose.POSTURE, Purpose.WATCH, Purpose.HOLD, Purpose.DEFENCE)
"""Purposes of orders that make a figure safer where it stands, or let it react."""
COVER_SEARCH = 2
"""Radius in tiles around the end of a move within which better cover is searched."""


def move_hints(
    ruleset: Ruleset, view: View, order: Order, facing: Facing, *, spent: bool = False
) -> Iterator[Hint]:
    """Hints on a move before it is made; `facing` is the figure's facing after it.

    `spent`: it could attack now, but no longer in this bound after the move.
    """
    end = parse_path(order.target)[-1]
    if spent and (foes := exposed_to(view, end)):
        figure = view.state.figures[order.figure]
        yield NothingLeftThere(foes, bool(changed_by_move(view, figure, end)))
    else:
        yield from _exposure_hints(view, view.state.figures[order.figure].tile, end)
    yield from _facing_hints(ruleset, view, order, end, facing)
    yield from _cover_hints(ruleset, view, order, end)


def exposed_to(view: View, tile: Tile) -> tuple[str, ...]:
    """The enemies in sight that see a tile and against which it has no cover."""
    board, figures = view.state.board, view.state.figures
    return tuple(
        name
        for name in observers(view, tile)
        if figures[name].tile != tile and not board.cover(figures[name].tile, tile)
    )


def _in_contact(view: View, tile: Tile) -> bool:
    """Whether an enemy in sight is next to a tile: it fights hand to hand, so no cover helps."""
    return any(adjacent(enemy.tile, tile) for enemy in view.enemies())


def _exposure_hints(view: View, here: Tile, end: Tile) -> Iterator[Hint]:
    foes = exposed_to(view, end)
    if len(foes) >= MANY_ENEMIES and not exposed_to(view, here) and not _in_contact(view, end):
        yield OutOfCover(foes)


def _facing_hints(
    ruleset: Ruleset, view: View, order: Order, end: Tile, facing: Facing
) -> Iterator[Hint]:
    """A hint if only the facing prevents a shot at the nearest enemy."""
    name = order.figure
    for foe in nearest(view, end, 1):
        ahead = facing_towards(end, view.state.figures[foe].tile)
        if ahead != facing:
            as_it_looks = standing_at(ruleset, view, name, end, facing)
            turned = standing_at(ruleset, view, name, end, ahead)
            if best_shot(ruleset, as_it_looks, name, foe) is None and best_shot(
                ruleset, turned, name, foe
            ):
                yield WrongFacing(facing, foe, ahead, order=order.with_field(FACE.name, ahead))


def _cover_hints(ruleset: Ruleset, view: View, order: Order, end: Tile) -> Iterator[Hint]:
    """A hint at better cover near the end of a move that changes objectives as the end does."""
    foes = nearest(view, end, 1)
    if not foes or _in_contact(view, end):
        return
    foe = view.state.figures[foes[0]].tile
    words, here = view.state.setup.declared.cover, view.state.board.cover(foe, end)
    figure = view.state.figures[order.figure]
    changes = changed_by_move(view, figure, end)
    best: tuple[tuple[int, int, Tile], Routes] | None = None
    for tile, routes in _tiles_near(ruleset, view, order, end):
        cover = view.state.board.cover(foe, tile)
        rank = (-cover, routes.reach.cost(tile), tile)
        better = cover > here and words[cover] != words[here] and (best is None or rank < best[0])
        if better and changed_by_move(view, figure, tile) == changes:
            best = (rank, routes)
    if best is not None:
        (cover, _, tile), routes = best
        there = evolve(order, target=encode(routes.route(tile)))
        source = cover_tile(view.state.board, foe, tile) or tile
        terrain = view.state.board.terrain(source).name
        gives = words[-cover], words[here]
        yield BetterCover(tile, gives[0], foes[0], terrain, source, end, gives[1], order=there)


def _tiles_near(
    ruleset: Ruleset, view: View, order: Order, end: Tile
) -> Iterator[tuple[Tile, Routes]]:
    """The tiles near the end of a path that the same verb reaches, with the routes to them."""
    for family in ruleset.options(view, order.figure):
        if family.verb != order.verb or not isinstance(family.target, Routes):
            continue
        near = view.state.board.disc(end, COVER_SEARCH) & family.target.mask
        for tile in view.state.board.tiles_of(near):
            yield tile, family.target


def end_hints(view: View, able: Mapping[str, Sequence[Verb]]) -> tuple[NeedsShelter, ...]:
    """Hints at the end of a bound: exposed figures that could still take shelter, worst first.

    `able` maps figures to the verbs that they can still use.
    """
    hints = []
    for name, verbs in able.items():
        figure = view.state.figures[name]
        shot_at = figure.at is not None and not _in_contact(view, figure.at)
        foes = exposed_to(view, figure.tile) if shot_at else ()
        low = figure.posture != STANDING
        useful = [one for one in SHELTER if one is not Purpose.POSTURE or not low]
        ways = tuple(verb for one in useful for verb in verbs if verb.purpose is one)
        if foes and ways:
            hints.append(NeedsShelter(name, foes, ways))
    hints.sort(key=lambda hint: -len(hint.foes))
    return tuple(hints[:MOST_FIGURES])


def stationary_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """Hints on an order that neither moves nor attacks."""
    match ruleset.verbs[order.verb].purpose:
        case Purpose.AIM:
            yield from _aim_hints(ruleset, view, order)
        case Purpose.RELOAD:
            yield from _reload_hints(ruleset, view, order)
        case _:
            yield from _watch_hints(ruleset, view, order)


def _aim_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint if a figure that can shoot now could not shoot after aiming."""
    left = view_after(ruleset, view, order)
    name, figure = order.figure, view.state.figures[order.figure]
    if left is None or figure.at is None:
        return
    foes = nearest(view, figure.tile, NEAREST_TARGETS)
    if _can_shoot(ruleset, view, name, foes) and not _can_shoot(ruleset, left, name, foes):
        yield TooLateToShoot()


def _can_shoot(ruleset: Ruleset, view: View, name: str, foes: tuple[str, ...]) -> bool:
    """Whether a figure may attack one of these enemies in this bound, with some effect."""
    figure = view.state.figures[name]
    state = standing_at(ruleset, view, name, figure.tile, figure.facing)
    allowed = now_allowed(ruleset, view)
    return any(best_shot(ruleset, state, name, foe, allowed) is not None for foe in foes)


def _reload_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint if the weapon to reload is still more than half full."""
    after = dry_run(ruleset, view, order)
    if after is None:
        return
    figure, filled = view.state.figures[order.figure], after.figures[order.figure]
    for name in ruleset.handbook.armoury.equipped(figure.who.weapons):
        now, full = figure.count(name), filled.count(name)
        if now < full < 2 * now:
            yield StillLoaded(*magazine(figure, name), now, full)
            return


def _watch_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint if the ground to be covered holds no enemy in sight."""
    board, figure = view.state.board, view.state.figures[order.figure]
    mask = changed_zone_mask(ruleset, view, order)
    foes = nearest(view, figure.tile, NEAREST_TARGETS) if mask and figure.at else ()
    if not foes or any(mask & board.bit(view.state.figures[foe].tile) for foe in foes):
        return
    for foe in foes:
        there = view.state.figures[foe].tile
        ahead = facing_towards(figure.tile, there)
        turned = order.with_field(FACE.name, ahead)
        if changed_zone_mask(ruleset, view, turned) & board.bit(there):
            yield EmptyGround(ahead, foe, order=turned)
            return
    yield EmptyGround()
