"""What may befall a figure on a way, as its ruleset answers: who fires, where it stands then.

A ruleset is asked for it by `threats(walk)`. All of it is about what one side knows; what is hidden
about an enemy is taken to be as at the start of a battle, and to be used for the worst.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order
from skirmish.core.state import Knowledge, State
from skirmish.rulesets.attack import Aim, Attack, Outcome, odds_of


@frozen
class Walk:
    """A figure's way as its side can foresee it.

    `before`: what is known as the order is given, the enemies seeing with their own eyes. `after`:
    the same once it is carried out and nobody answered. `way`: the tiles from the figure's own on.
    """

    before: State
    after: State
    name: str
    way: tuple[Tile, ...]

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.before.setup.enemy(self.before.figures[self.name].side)

    def at(self, step: int) -> State:
        """The battle as the figure stands on a tile of its way: 0 is its own, -1 the last."""
        mover = evolve(self.after.figures[self.name], at=self.way[step])
        figures = {**self.before.figures, self.name: mover}
        return seen_by_all(evolve(self.before, figures=figures), self.enemy)


def seen_by_all(state: State, side: str) -> State:
    """A state of a view with what its figures of a side see."""
    return with_updated_sight(evolve(state, known={**state.known, side: Knowledge()}), (side,))


@frozen
class Threat:
    """An attack that an enemy may make on who goes a way, if all before it do nothing.

    `step` counts the tiles of the way, `tile` is where it meets the figure, `way` what it is
    called. `lasting`: it comes only if the figure is still there as the bound ends.
    """

    enemy: str
    step: int
    tile: Tile
    way: str
    order: Order
    attack: Attack | Aim
    lasting: bool = False


def costliest(
    options: Iterable[Threat], name: str, spared: Outcome, loss: Callable[[Outcome], Fraction]
) -> Threat | None:
    """The one of several by which a figure can expect to lose most; of equals the first.

    None where none of them costs it anything.
    """
    best, most = None, Fraction(0)
    for option in options:
        chances: Mapping[Outcome, Fraction] = odds_of(option.attack, spared).figures.get(name, {})
        lost = sum((p * loss(outcome) for outcome, p in chances.items()), Fraction(0))
        if lost > most:
            best, most = option, lost
    return best


def standing(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side whose place is known."""
    return tuple(figure for figure in state.of_side(side) if figure.at is not None)
