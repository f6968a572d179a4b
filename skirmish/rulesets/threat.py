"""Attacks that enemies may make on a figure along its path.

A ruleset answers `threats(walk)`. Everything is based on what one side knows; hidden facts about an
enemy are assumed to be as at the start of a battle, and the worst case is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.events import Event
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order
from skirmish.core.state import Knowledge, State
from skirmish.rulesets.attack import Aim, Attack, Outcome, odds_of


@frozen
class ForeseenPath:
    """A figure's path as its side can foresee it.

    `before`: what is known when the order is given; each enemy sees only what it has in sight.
    `after`: the same after the order without a reaction. `way`: the tiles, from the figure's own
    on; that alone for an order which the enemy may answer before it is carried out. `news`: what
    the side has learnt in the present bound.
    """

    before: State
    after: State
    name: str
    way: tuple[Tile, ...]
    news: tuple[Event, ...] = ()

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.before.setup.enemy(self.before.figures[self.name].side)

    def at(self, step: int) -> State:
        """Return the battle with the figure on a tile of its path: 0 is its own, -1 the last."""
        mover = evolve(self.after.figures[self.name], at=self.way[step])
        return seen_by_all(self.before.with_figure(mover), self.enemy)


def seen_by_all(state: State, side: str) -> State:
    """Return a view's state in which a side has in sight what its figures see."""
    return with_updated_sight(evolve(state, known={**state.known, side: Knowledge()}), (side,))


@frozen
class Threat:
    """An attack that an enemy may make on a figure on its path, if those before had no effect.

    `step` is the index of the tile in the path, `tile` where the figure is hit, `way` the name of
    the attack. `lasting`: it is made only if the figure is still there when the bound ends.
    `first`: the chance that it comes before the step; else `late` comes right after it, if any.
    `zone`: the id of the cloud that makes it; there is no enemy then, and no attack where the side
    does not know its numbers.
    """

    enemy: str
    step: int
    tile: Tile
    way: str
    order: Order
    attack: Attack | Aim | None
    lasting: bool = False
    first: Fraction = Fraction(1)
    late: Attack | Aim | None = None
    zone: str = ""


@frozen
class WaitingAttack:
    """The attack of a waiting figure on an enemy that it covers, if the enemy acts on its tile.

    `chance` is that of any effect, with which a standing order (`when=30%`) is compared: `when` is
    its least chance in percent.
    """

    enemy: str
    chance: Fraction
    order: Order
    attack: Attack | Aim
    when: int = 0

    @property
    def worth_it(self) -> bool:
        """Whether the standing order lets it be made."""
        return 100 * self.chance >= self.when


def costliest(
    options: Iterable[Threat], name: str, no_effect: Outcome, loss: Callable[[Outcome], Fraction]
) -> Threat | None:
    """Return the threat with the highest expected loss of a figure, the first of equal ones.

    Return None if none of them costs anything.
    """
    best, most = None, Fraction(0)
    for option in options:
        if option.attack is None:
            continue
        chances: Mapping[Outcome, Fraction] = odds_of(option.attack, no_effect).figures.get(
            name, {}
        )
        lost = sum((p * loss(outcome) for outcome, p in chances.items()), Fraction(0))
        if lost > most:
            best, most = option, lost
    return best


def standing(state: State, side: str) -> tuple[Figure, ...]:
    """Return the figures of a side whose tile is known."""
    return tuple(figure for figure in state.of_side(side) if figure.at is not None)
