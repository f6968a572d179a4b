"""What figures could do to one another if one of them stood elsewhere: exact, as a side knows it.

All of it is worked out from a view. What is hidden about an enemy (rounds, settings) is taken to
be as at the start of a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, facing_towards
from skirmish.core.orders import Order
from skirmish.core.state import Known, State
from skirmish.core.text import id_key
from skirmish.core.view import View
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.carry import refusal
from skirmish.rulesets.protocol import Ruleset

TURN = "turn"
"""What counters reset by that every turn gives back."""


@frozen
class Shot:
    """The attack by which a figure can expect to cost another one most, and its exact odds.

    `way` is what the ruleset calls it, `lost` the points that the target's side can expect to lose
    by the target.
    """

    shooter: str
    target: str
    way: str
    order: Order
    odds: Odds
    lost: Fraction


@frozen
class Danger:
    """An enemy that may fire at who goes a way, and where it would cost most.

    `shot` is None where it is only known that somebody watches that ground, and not who.
    """

    enemy: str
    tile: Tile
    shot: Shot | None


def supplied(ruleset: Ruleset, state: State, figure: Figure) -> Figure:
    """A figure with what is hidden about it as at the start of a battle."""
    if figure.who.side in state.known:
        return figure
    hidden = state.setup.declared.own_counters
    counters = ruleset.equipped(figure.who.kind, figure.who.weapons)
    kept = {name: value for name, value in counters.items() if value and name in hidden}
    return evolve(figure, counters={**kept, **figure.counters}) if kept else figure


def standing_at(ruleset: Ruleset, view: View, name: str, tile: Tile, facing: Facing) -> State:
    """The battle as the side knows it, with one of its figures on another tile.

    The enemies in sight are taken to see it there, and to have what they began with.
    """
    state = view.state
    whole = (1 << state.board.width * state.board.height) - 1
    mine = tuple(sorted((figure.id for figure in view.own()), key=id_key))
    figures = {n: supplied(ruleset, state, figure) for n, figure in state.figures.items()}
    figures[name] = evolve(state.figures[name], at=tile, facing=facing)
    known = {**state.known, view.enemy: Known(seen=whole, visible=mine)}
    return evolve(state, figures=figures, known=known, pending=None)


def any_way(_order: Order) -> bool:
    """Every attack is looked at, whatever the clock says."""
    return True


def now_allowed(ruleset: Ruleset, view: View) -> Callable[[Order], bool]:
    """Whether the side may give an order in the present bound, with what its figure has left."""
    return lambda order: refusal(ruleset, view, order) is None


def rested(view: View, name: str) -> View:
    """The view with one of the side's figures as when it may next attack, its bound behind it.

    Where a bound is for moving and attacking both, all is reset that a bound gives back; where
    attacks have bounds of their own, what these give back.
    """
    declared, figure = view.state.setup.declared, view.state.figures[name]
    fires = [phase for phase, kind in declared.phases.items() if not kind.moves]
    back = fires or [*declared.phases, TURN]
    kept = {n: v for n, v in figure.counters.items() if declared.counter(n).resets not in back}
    figures = {**view.state.figures, name: evolve(figure, counters=kept)}
    return evolve(view, state=evolve(view.state, figures=figures))


def best_shot(
    ruleset: Ruleset,
    state: State,
    shooter: str,
    target: str,
    allowed: Callable[[Order], bool] = any_way,
) -> Shot | None:
    """The best attack of one figure on another from where both stand; None where it has none.

    What lands elsewhere and what befalls others is left out of the choice, and what is not
    `allowed`.
    """
    best: Shot | None = None
    for shot in shots(ruleset, state, shooter, target, allowed):
        if shot.lost > 0 and (best is None or shot.lost > best.lost):
            best = shot
    return best


def shots(
    ruleset: Ruleset,
    state: State,
    shooter: str,
    target: str,
    allowed: Callable[[Order], bool] = any_way,
) -> Iterator[Shot]:
    """Every attack of one figure on another from where both stand, whatever it does."""
    for way, order in _ways(ruleset, state, shooter, target):
        plan = ruleset.attack(state, order) if allowed(order) else None
        if plan is not None:
            odds = odds_of(plan, ruleset.spared())
            chances = odds.figures.get(target, {})
            losses = (p * ruleset.loss(state, target, out) for out, p in chances.items())
            yield Shot(shooter, target, way, order, odds, sum(losses, Fraction(0)))


def _ways(ruleset: Ruleset, state: State, shooter: str, target: str) -> Iterator[tuple[str, Order]]:
    for weapon in state.figures[shooter].who.weapons:
        yield from ruleset.modes(state, shooter, weapon.id, target).items()


def dangers(ruleset: Ruleset, view: View, name: str, path: Sequence[Tile]) -> tuple[Danger, ...]:
    """The enemies known of that may fire at a figure on a way, lower ids first.

    Where sides fire at what moved, these are the enemies that see it on the way; else those who
    keep ground under fire that it leads through.
    """
    declared = view.state.setup.declared
    if all(phase.moves for phase in declared.phases.values()):
        found = tuple(_watching(ruleset, view, name, path))
    else:
        found = tuple(_seeing(ruleset, view, name, path))
    return tuple(sorted(found, key=lambda danger: id_key(danger.enemy)))


def _watching(ruleset: Ruleset, view: View, name: str, path: Sequence[Tile]) -> Iterator[Danger]:
    """Who keeps ground under fire, at the first tile of the way that lies in it."""
    kinds = view.state.setup.declared.zones
    told: dict[str, None] = {}
    for zone in view.state.zones.values():
        if zone.side == view.side or kinds[zone.kind].drifts or zone.owner in told:
            continue
        first = next((tile for tile in path[1:] if tile in zone.tiles), None)
        if first is None:
            continue
        told[zone.owner] = None
        shot = _shot_at(ruleset, view, name, zone.owner, first)
        if shot is not None or not zone.owner:
            yield Danger(zone.owner, first, shot)


def _seeing(ruleset: Ruleset, view: View, name: str, path: Sequence[Tile]) -> Iterator[Danger]:
    """Who sees it on the way, at the tile where that would cost most; of equals the first."""
    for enemy in view.enemies():
        field = view.state.board.seen_from(enemy.tile)
        worst: tuple[Fraction, Tile] | None = None
        for tile in path[1:]:
            if not field & view.state.board.bit(tile) or tile == enemy.tile:
                continue
            state = _facing_it(standing_at(ruleset, view, name, tile, Facing.N), enemy.id, tile)
            harm = ruleset.menace(state, enemy.id, name)
            if harm > 0 and (worst is None or harm > worst[0]):
                worst = (harm, tile)
        shot = None if worst is None else _shot_at(ruleset, view, name, enemy.id, worst[1])
        if shot is not None and worst is not None:
            yield Danger(enemy.id, worst[1], shot)


def _shot_at(ruleset: Ruleset, view: View, name: str, enemy: str, tile: Tile) -> Shot | None:
    figure = view.state.figures.get(enemy)
    if figure is None or figure.at is None or figure.at == tile:
        return None
    state = standing_at(ruleset, view, name, tile, view.state.figures[name].facing)
    return best_shot(ruleset, _facing_it(state, enemy, tile), enemy, name)


def _facing_it(state: State, enemy: str, tile: Tile) -> State:
    """The enemy looks at the tile: it may turn before it fires."""
    figure = state.figures[enemy]
    turned = evolve(figure, facing=facing_towards(figure.tile, tile))
    return evolve(state, figures={**state.figures, enemy: turned})


def nearest(view: View, tile: Tile, most: int) -> tuple[str, ...]:
    """The enemies in sight of a tile, the nearest first, at most so many."""
    field = view.state.board.seen_from(tile)
    seen = [e for e in view.enemies() if field & view.state.board.bit(e.tile) and e.tile != tile]
    seen.sort(key=lambda enemy: (distance2(enemy.tile, tile), id_key(enemy.id)))
    return tuple(enemy.id for enemy in seen[:most])
