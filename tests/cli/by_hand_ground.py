"""Sight, cover, lines, cones and scatter by hand, on the rows that a scenario draws.

Nothing of the game is called: angles and segments are reckoned anew, with plain numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import atan2, floor, isqrt, pi
from random import Random

from attrs import frozen

Spot = tuple[int, int]
COVER = {"o": 1, "T": 1, "%": 1, ":": 2, "-": 2, "|": 2, "#": 2, "&": 3}
HEIGHT = {"T": 2, "%": 1}
OPAQUE = "#"
OPEN = "." * 24
MIXED = OPEN + "ooTT%::--|##&&"
"""Letters of random maps, the likely ones more often."""
EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Steps in the eight directions, clockwise from the east."""
TURNS = (0, 0, 1, 2, 3, 4, 4, 5, 6, 7)
"""EP-09: how far each face of the d10 turns from straight on, clockwise."""


def far2(one: Spot, other: Spot) -> int:
    """The square of a distance."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def random_ground(chance: Random, width: int, height: int) -> Ground:
    """A map with cover, walls and now and then a hill."""
    letters = chance.choice((OPEN, MIXED, MIXED))
    rows = ["".join(chance.choices(letters, k=width)) for _ in range(height)]
    hill = chance.randrange(width), chance.randrange(height)
    top = chance.choice((0, 0, 0, 1, 2))
    levels = [
        "".join(str(top if far2((x, y), hill) <= 9 else 0) for x in range(width))
        for y in range(height)
    ]
    return Ground(rows, levels)


def random_spot(chance: Random, ground: Ground, taken: Sequence[Spot] = ()) -> Spot:
    """A tile where somebody can stand and nobody does."""
    spots = [
        (x, y)
        for y, row in enumerate(ground.rows)
        for x, letter in enumerate(row)
        if letter not in OPAQUE and (x, y) not in taken
    ]
    return chance.choice(spots)


def spot_near(chance: Random, ground: Ground, aim: Spot, taken: list[Spot], near: int) -> Spot:
    """A free tile within so many of the aim."""
    for _ in range(60):
        spot = aim[0] + chance.randint(-near, near), aim[1] + chance.randint(-near, near)
        if ground.on_map(spot) and ground.letter(spot) != "#" and spot not in taken:
            return spot
    return random_spot(chance, ground, taken)


def metres(one: Spot, other: Spot) -> int:
    """Full metres between two tiles."""
    return isqrt(far2(one, other))


def bands(one: Spot, other: Spot, increment: int) -> int:
    """Whole increments beyond the first; their ends belong to the nearer."""
    beyond = 0
    while far2(one, other) > ((beyond + 1) * increment) ** 2:
        beyond += 1
    return beyond


@frozen
class Ground:
    """A map as it is drawn, with its levels."""

    rows: Sequence[str]
    levels: Sequence[str]

    def on_map(self, spot: Spot) -> bool:
        """Whether there is such a tile."""
        return 0 <= spot[0] < len(self.rows[0]) and 0 <= spot[1] < len(self.rows)

    def letter(self, spot: Spot) -> str:
        """What a tile is drawn as."""
        return self.rows[spot[1]][spot[0]]

    def level(self, spot: Spot) -> int:
        """How high its ground lies."""
        return int(self.levels[spot[1]][spot[0]])

    def hides(self, spot: Spot, eyes: int) -> bool:
        """Whether a tile blocks sight between ground levels of which the higher is `eyes`."""
        letter = self.letter(spot)
        return letter in OPAQUE or self.level(spot) + HEIGHT.get(letter, 0) > eyes

    def sees(self, one: Spot, other: Spot) -> bool:
        """Whether nothing blocks the line; at an exact tie both neighbours must."""
        eyes = max(self.level(one), self.level(other))
        return not any(all(self.hides(s, eyes) for s in step) for step in _inner(one, other))

    def beside(self, one: Spot, other: Spot) -> bool:
        """Whether a step leads from one tile to the other: not between two walls."""
        corners = (one[0], other[1]), (other[0], one[1])
        between = all(self.letter(spot) in OPAQUE for spot in corners)
        return 0 < far2(one, other) <= 2 and not between

    def cover(self, shooter: Spot, target: Spot) -> int:
        """The better of the target's tile and the last one before it, the lesser of two."""
        grades = [COVER.get(self.letter(target), 0)]
        steps = list(_inner(shooter, target))
        if steps:
            grades.append(min(COVER.get(self.letter(spot), 0) for spot in steps[-1]))
        return max(grades)

    def in_line(self, apex: Spot, towards: Spot, length: int, spot: Spot) -> bool:
        """Whether a tile is at most half a tile off a ray, within its length and in sight."""
        dot, cross, axis2 = _turned(apex, towards, spot)
        near = far2(apex, spot) <= length**2
        return dot > 0 and 4 * cross**2 <= axis2 and near and self.sees(apex, spot)

    def in_cone(self, apex: Spot, towards: Spot, length: int, degrees: int, spot: Spot) -> bool:
        """Whether a tile lies in a cone of 45 or 90 degrees, within its length and in sight."""
        dot, cross, _ = _turned(apex, towards, spot)
        if dot <= 0 or far2(apex, spot) > length**2 or not self.sees(apex, spot):
            return False
        # tan 22.5 degrees is the root of 2 less 1: cross + dot is at most root 2 times dot.
        return abs(cross) <= dot if degrees == 90 else (abs(cross) + dot) ** 2 <= 2 * dot**2

    def in_wedge(self, apex: Spot, towards: Spot, length: int, spot: Spot) -> bool:
        """Whether a tile lies in a cone with a flat end, 10 to each side there, and in sight.

        It is never wider than a tile to each side for each tile of length.
        """
        dot, cross, axis2 = _turned(apex, towards, spot)
        within = dot > 0 and dot**2 <= length**2 * axis2
        return within and abs(cross) * max(10, length) <= 10 * dot and self.sees(apex, spot)

    def in_blast(self, centre: Spot, radius: int, spot: Spot) -> bool:
        """Whether a tile is within a radius and not behind something."""
        return far2(centre, spot) <= radius**2 and self.sees(centre, spot)

    def scattered(
        self, origin: Spot, aim: Spot, face: int, distance: int, *, stops: bool
    ) -> Spot | None:
        """Where a round comes down; one that `stops` lies before what hides it from the aim."""
        eighth = round(atan2(aim[1] - origin[1], aim[0] - origin[0]) / (pi / 4))
        dx, dy = EIGHT[(eighth + TURNS[face - 1]) % 8]
        last = aim
        for n in range(1, (rounded(distance) if dx and dy else distance) + 1):
            spot = (aim[0] + n * dx, aim[1] + n * dy)
            if stops and self.on_map(spot) and self.hides(spot, self.level(aim)):
                return last
            last = spot
        return last if self.on_map(last) else None


def rounded(distance: int) -> int:
    """Steps along a diagonal that come nearest to a distance."""
    return (isqrt(2 * distance**2) + 1) // 2


def _turned(apex: Spot, towards: Spot, spot: Spot) -> tuple[int, int, int]:
    """How far a tile lies along an axis and across it, and the square of the axis."""
    ax, ay = towards[0] - apex[0], towards[1] - apex[1]
    dx, dy = spot[0] - apex[0], spot[1] - apex[1]
    return ax * dx + ay * dy, ax * dy - ay * dx, ax * ax + ay * ay


def _inner(one: Spot, other: Spot) -> Iterator[tuple[Spot, ...]]:
    """The tiles between two, step by step along the longer axis; two of them at a tie."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    steps = max(abs(dx), abs(dy))
    for n in range(1, steps):
        x, y = one[0] + Fraction(dx * n, steps), one[1] + Fraction(dy * n, steps)
        columns, rows = _nearest(x), _nearest(y)
        yield tuple((column, row) for column in columns for row in rows)


def _nearest(place: Fraction) -> tuple[int, ...]:
    """The whole number nearest to one, or the two at a tie."""
    low = floor(place)
    if place - low == Fraction(1, 2):
        return low, low + 1
    return (low if place - low < Fraction(1, 2) else low + 1,)
