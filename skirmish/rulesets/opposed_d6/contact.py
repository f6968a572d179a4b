"""Who is in close combat with whom: contact, pairs, overlapping figures.

Close combat is judged among figures that see each other, so a hidden figure has no part in it.
Pairs are worked out from where figures stand and look; nothing about them is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import in_arc, neighbours
from skirmish.core.state import State
from skirmish.core.text import by_id, id_key
from skirmish.rulesets.opposed_d6.declared import FIRE

Engaged = Literal["", "overlapping", "hand_to_hand"]

FACING = 2
"""Facing an enemy: within 45 degrees, in units of 22.5."""


@frozen
class Pair:
    """Two figures in Hand-to-Hand: of the moving side and of the other."""

    mover: str
    other: str


@frozen
class Melees:
    """Everybody in contact: the pairs, in the order they fight, and whom overlappers press.

    `pressed`: overlapping figure to the enemy against whom it helps a friend.
    """

    pairs: tuple[Pair, ...]
    pressed: tuple[tuple[str, str], ...]

    def foe(self, name: str) -> str:
        """The enemy that a figure is paired with, or nobody."""
        for pair in self.pairs:
            if name == pair.mover:
                return pair.other
            if name == pair.other:
                return pair.mover
        return ""

    def pressing(self, name: str) -> tuple[str, ...]:
        """The overlapping figures that help against an enemy, lower ids first."""
        return by_id(overlapper for overlapper, enemy in self.pressed if enemy == name)


def touching(state: State, figure: Figure) -> Iterator[Figure]:
    """The enemies that a figure is in contact with: on adjacent tiles, each in sight."""
    if figure.at is None or figure.count(HIDDEN):
        return
    around = neighbours(figure.at)
    for other in state.figures.values():
        if other.at in around and other.side != figure.side and _mutual(state, figure, other):
            yield other


def _mutual(state: State, a: Figure, b: Figure) -> bool:
    """Whether two enemies see each other, as far as the state or view at hand tells."""
    if b.count(HIDDEN):
        return False
    for mine, theirs in ((a, b), (b, a)):
        known = state.known.get(mine.side)
        if known is not None and theirs.id not in known.visible:
            return False
    return True


def in_contact(state: State, figure: Figure) -> bool:
    """Whether a figure is in close combat: on a tile next to an enemy."""
    return next(touching(state, figure), None) is not None


def faces(a: Figure, b: Figure) -> bool:
    """Whether a figure faces another: within 45 degrees of straight ahead."""
    return in_arc(a.tile, a.facing, b.tile, FACING)


def moving_side(state: State) -> str:
    """The side whose movement this is, or was before the shooting."""
    clock = state.clock
    return state.setup.enemy(clock.side) if clock.phase == FIRE else clock.side


def melees(state: State) -> Melees:
    """Pairs and overlapping figures as they are now.

    Pairs are made in this order: both face each other; one faces the other; the lower ids. They
    fight by the moving side's ids. Who is left over presses the lowest enemy it touches.
    """
    moving = tuple(state.of_side(moving_side(state)))
    contacts = [(figure, other) for figure in moving for other in touching(state, figure)]
    contacts.sort(key=lambda pair: (_apart(*pair), id_key(pair[0].id), id_key(pair[1].id)))
    taken: list[str] = []
    pairs = []
    for figure, other in contacts:
        if figure.id not in taken and other.id not in taken:
            taken += [figure.id, other.id]
            pairs.append(Pair(figure.id, other.id))
    pairs.sort(key=lambda pair: (id_key(pair.mover), id_key(pair.other)))
    pressed: dict[str, str] = {}
    for couple in contacts:
        for figure, other in (couple, couple[::-1]):
            if figure.id not in taken:
                lowest = min(other.id, pressed.get(figure.id, other.id), key=id_key)
                pressed[figure.id] = lowest
    return Melees(tuple(pairs), tuple(pressed.items()))


def _apart(a: Figure, b: Figure) -> int:
    """0 where both face each other, 1 where one faces the other, 2 where neither does."""
    return 2 - faces(a, b) - faces(b, a)


def engagement(state: State, figure: Figure) -> Engaged:
    """How a figure is in close combat: in a pair, left over beside one, or not at all."""
    if not in_contact(state, figure):
        return ""
    return "hand_to_hand" if melees(state).foe(figure.id) else "overlapping"


def melee_of(state: State, figure: Figure) -> tuple[str, ...]:
    """All figures of both sides that hang together with this one by contact, lower ids first.

    The figure itself is one of them; nobody where it is in contact with nobody.
    """
    found: dict[str, Figure] = {}
    open_ends = list(touching(state, figure))
    while open_ends:
        one = open_ends.pop()
        if one.id not in found:
            found[one.id] = one
            open_ends += touching(state, one)
    return by_id(found)
