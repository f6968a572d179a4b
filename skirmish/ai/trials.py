"""What a kind of figure can do, tried out on an empty table: no ruleset's words are known here."""

from __future__ import annotations

from attrs import evolve, frozen

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order, Verb
from skirmish.core.state import Known, State
from skirmish.core.text import Shape, show
from skirmish.rulesets.protocol import Ruleset

SIZE = 61
HERE = (SIZE // 2, SIZE // 2)
DISTANCES = (2, 3, 4, 6, 8, 12, 18, 24, 30)
EDGES = ((5, 2), (4, 4), (3, 7), (0, 5), (-2, 5), (-4, 4), (-7, 3), (-5, 0))
"""Just inside 22.5, 45 and so on degrees of straight east."""
FAR, NEAR = 2, 1


@frozen(eq=False)
class Talent:
    """What a kind of figure can do.

    `lobs`: harm what it has no line of sight to. `front`: half of the angle that it covers
    without turning, in units of 22.5 degrees.
    """

    lobs: bool
    front: int


def attacks(ruleset: Ruleset) -> tuple[Verb, ...]:
    """The orders that aim at a figure or a tile and roll dice."""
    verbs = ruleset.verbs.values()
    return tuple(v for v in verbs if v.dice and v.target in (Shape.FIGURE, Shape.TILE))


def aimed(verb: Verb, shooter: str, target: str, tile: Tile) -> Order:
    """The attack with this verb, at a figure or at where it stands."""
    return Order(verb.name, shooter, target if verb.target is Shape.FIGURE else show(tile))


def talent(ruleset: Ruleset, bare: State, figure: Figure) -> Talent:
    """Tries a figure out.

    Args:
        ruleset: The rules.
        bare: A state without figures, for the house rules.
        figure: One without counters that pass.
    """
    table = _Table(ruleset, bare, figure)
    return Talent(table.lobs(), table.front())


class _Table:
    """An empty table with the figure in the middle, looking east."""

    def __init__(self, ruleset: Ruleset, bare: State, figure: Figure) -> None:
        self._ruleset = ruleset
        self._bare = evolve(bare, board=_open())
        self._figure = evolve(figure, at=HERE, facing=Facing.E)
        who = evolve(figure.who, id="target", side=bare.setup.enemy(figure.side))
        self._target = evolve(figure, who=who, facing=Facing.W)

    def lobs(self) -> bool:
        board = self._bare.board
        walled = board.with_terrain((HERE[0] + 1, HERE[1]), board.kinds["wall"])
        return any(self._harms(walled, distance) for distance in DISTANCES)

    def _harms(self, board: Board, distance: int) -> bool:
        state = evolve(self._with((distance, 0)), board=board)
        return self._ruleset.menace(state, self._figure.id, self._target.id) > 0

    def front(self) -> int:
        """The widest angle at which it may attack; first far off, for a long arm may be narrow."""
        for scale in (FAR, NEAR):
            for half in range(len(EDGES), 0, -1):
                dx, dy = EDGES[half - 1]
                if self._may(self._with((dx * scale, dy * scale))):
                    return half
        return FAR

    def _with(self, off: Tile) -> State:
        target = evolve(self._target, at=(HERE[0] + off[0], HERE[1] + off[1]))
        whole = (1 << SIZE * SIZE) - 1
        known = {
            self._figure.side: Known(seen=whole, visible=(target.id,)),
            target.side: Known(seen=whole, visible=(self._figure.id,)),
        }
        pair = {self._figure.id: self._figure, target.id: target}
        return evolve(self._bare, figures=pair, known=known)

    def _may(self, state: State) -> bool:
        tile = state.figures[self._target.id].tile
        orders = (
            aimed(verb, self._figure.id, self._target.id, tile) for verb in attacks(self._ruleset)
        )
        return any(self._ruleset.barred(state, order) is None for order in orders)


def _open() -> Board:
    return Board.parse("\n".join(["." * SIZE] * SIZE))
