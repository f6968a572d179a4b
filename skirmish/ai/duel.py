"""What two figures can do to each other from two tiles, as the rules reckon it."""

from __future__ import annotations

from attrs import evolve

from skirmish.ai.memory import Memory, lasting
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.orders import Order, Verb
from skirmish.core.state import State
from skirmish.core.text import Shape, show
from skirmish.rulesets.protocol import Ruleset

MILLI = 1000
"""All sums of the opponent are whole thousandths of a point."""


class Duels:
    """Asks the ruleset about pairs of figures, each pair by itself on the known ground.

    Third figures stay out of it: they move, and what they change is weighed when a shot is
    really chosen. So a sum holds for as long as the two are what they are and stand there.
    """

    def __init__(self, ruleset: Ruleset, state: State, memory: Memory) -> None:
        """Take the ground from what a side knows."""
        self._ruleset = ruleset
        self._bare = evolve(state, figures={}, links=(), zones={}, tracks={}, pending=None)
        self._memory = memory
        self._plain: dict[int, tuple[int, Figure]] = {}
        self._verbs = tuple(verb for verb in ruleset.verbs.values() if _aimed(verb))

    def sign(self, figure: Figure) -> int:
        """What the figure is, as a number."""
        return self._known(figure)[0]

    def _known(self, figure: Figure) -> tuple[int, Figure]:
        found = self._plain.get(id(figure))
        if found is None:
            plain = lasting(figure, self._bare.setup.declared)
            found = self._plain[id(figure)] = (self._memory.sign(plain), plain)
        return found

    def harm(self, a: Figure, at: Tile, b: Figure, there: Tile) -> int:
        """Thousandths of a point that b's side loses to a's best attack, each facing the other."""
        key = (self.sign(a), at, self.sign(b), there)
        found = self._memory.harm.get(key)
        if found is None:
            found = self._memory.harm[key] = self._ask(a, at, b, there)
        return found

    def _ask(self, a: Figure, at: Tile, b: Figure, there: Tile) -> int:
        if at == there:
            return 0
        state = self._pair(a, at, facing_towards(at, there), b, there)
        return int(self._ruleset.menace(state, a.id, b.id) * MILLI)

    def ready(self, a: Figure, at: Tile, facing: Facing, b: Figure, there: Tile) -> bool:
        """Whether a can attack b without moving or turning first."""
        key = (self.sign(a), at, int(facing), self.sign(b), there)
        found = self._memory.ready.get(key)
        if found is None:
            state = self._pair(a, at, facing, b, there)
            orders = (_order(verb, a.id, b.id, there) for verb in self._verbs)
            found = any(self._ruleset.barred(state, order) is None for order in orders)
            self._memory.ready[key] = found
        return found

    def _pair(self, a: Figure, at: Tile, facing: Facing, b: Figure, there: Tile) -> State:
        pair = {
            a.id: evolve(self._known(a)[1], at=at, facing=facing),
            b.id: evolve(self._known(b)[1], at=there, facing=facing_towards(there, at)),
        }
        return evolve(self._bare, figures=pair)


def _aimed(verb: Verb) -> bool:
    return verb.dice and verb.figure and verb.target in (Shape.FIGURE, Shape.TILE)


def _order(verb: Verb, shooter: str, target: str, tile: Tile) -> Order:
    return Order(verb.name, shooter, target if verb.target is Shape.FIGURE else show(tile))
