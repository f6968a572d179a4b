"""Figures on the table and in reach, as a side knows them: unseen figures change no order."""

from __future__ import annotations

from collections.abc import Iterable

from skirmish.core.board import Board
from skirmish.core.events import Revealed
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, adjacent, distance2, tile_text
from skirmish.core.memo import kept
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.scene import Scene

NEAR = 2
"""A radius that takes in all adjacent tiles."""


def present(state: State, side: str) -> tuple[Figure, ...]:
    """Return a side's own figures on the table and the enemies it sees.

    The result is the same on the true state and on that side's view of it.
    """
    return state.present(side)


def foes(state: State, side: str) -> tuple[Figure, ...]:
    """Return the enemies on the table that a side sees."""
    return tuple([figure for figure in state.present(side) if figure.who.side != side])


def nearest_figures(tile: Tile, figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return figures on the table by their distance from a tile, then by id."""
    return tuple(sorted(figures, key=lambda f: (distance2(tile, f.tile), id_key(f.id))))


def present_at(state: State, side: str, tile: Tile) -> Figure | None:
    """Return the figure on a tile, as far as a side knows."""
    return next((figure for figure in present(state, side) if figure.at == tile), None)


def no_enemy(state: State, figure: Figure, name: str, rule: str = "") -> Refusal:
    """Why a name is no target of a figure's attack: a friend, or none that its side sees."""
    other = state.figures.get(name)
    if other is not None and other.side == figure.side:
        return Refusal(f"{name} is on your side", rule, "choose an enemy", concerns=name)
    remedy = "see the list of enemies in sight"
    return Refusal(f"no enemy {name} in sight", rule, remedy, concerns=name)


def enemy_of(state: State, figure: Figure, name: str) -> Figure | Refusal:
    """Return the enemy of this name that is on the map, as far as the state or view shows."""
    target = state.figures.get(name)
    if target is None or target.at is None or target.side == figure.side:
        return no_enemy(state, figure, name)
    return target


def enemy_in_sight(state: State, figure: Figure, name: str, rule: str = "") -> Figure | Refusal:
    """Return the enemy of this name that the figure's side sees."""
    target = next((other for other in present(state, figure.side) if other.id == name), None)
    if target is None or target.side == figure.side:
        return no_enemy(state, figure, name, rule)
    return target


def no_aim_point(state: State, figure: Figure, tile: Tile, rule: str = "") -> Refusal | None:
    """Why nothing can be aimed at a tile from anywhere: it is off the map, or the figure's own."""
    if not state.board.inside(tile):
        return Refusal(f"{tile_text(tile)} is off the map", rule, "aim at a tile on the map")
    if tile == figure.tile:
        return Refusal(f"{figure.id} stands there itself", rule, "aim at another tile")
    return None


def occupied(state: State, side: str) -> int:
    """Return the mask of the tiles of a side's own figures."""
    return state.board.mask_of([figure.tile for figure in state.of_side(side)])


def seen_by(state: State, figure: Figure) -> tuple[Figure, ...]:
    """Return the enemies known to its side to which a figure has line of sight.

    Kept with the state: several of a figure's orders, and weapons, ask for it.
    """
    key, board = ("seen by", figure.side, figure.tile), state.board

    def seen() -> tuple[Figure, ...]:
        return tuple([foe for foe in foes(state, figure.side) if board.sees(figure.tile, foe.tile)])

    return kept(state.cache, key, seen)


def reveal(scene: Scene, figure: str) -> None:
    """Make a hidden figure visible."""
    if scene.state.figures[figure].count(HIDDEN):
        scene.emit(Revealed(figure))


def expose(scene: Scene, name: str) -> None:
    """Make a hidden figure visible that acts or is hit in sight of an enemy."""
    figure = scene.state.figures[name]
    if not figure.count(HIDDEN) or figure.at is None:
        return
    known = scene.state.known.get(scene.state.setup.enemy(figure.side))
    if known is not None and known.seen & scene.state.board.bit(figure.at):
        reveal(scene, name)


def discover(scene: Scene, name: str) -> None:
    """Reveal hidden enemies beside a figure that stops."""
    finder = scene.state.figures[name]
    if finder.at is None:
        return
    for other in tuple(scene.state.of_side(scene.state.setup.enemy(finder.side))):
        if other.count(HIDDEN) and adjacent(finder.at, other.tile):
            reveal(scene, other.id)


def in_reach(board: Board, a: Tile, b: Tile) -> bool:
    """Whether figures on two tiles can fight hand to hand: a step leads from one to the other.

    POOL-F10, D20-F14, EP-F28, AMMO-F19.
    """
    if not adjacent(a, b):
        return False
    return board.step_cost(a, b) is not None or board.step_cost(b, a) is not None


def beside(state: State, figure: Figure) -> tuple[Figure, ...]:
    """Return the enemies in a figure's reach hand to hand, as far as its side knows."""
    board, here, (_, enemies) = state.board, figure.tile, state.occupied(figure.side)
    if not enemies & board.disc(here, NEAR):
        return ()
    return tuple([foe for foe in foes(state, figure.side) if in_reach(board, here, foe.tile)])
