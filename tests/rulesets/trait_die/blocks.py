"""Stat blocks, positions and dice for tests of trait die, and a small battle for the computer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from skirmish.game import Opening, open_text
from skirmish.rulesets.trait_die.kinds import Kind, Weapon
from tests.position import Position, position

EXTRA = Kind("extra", "extra", glyph="x", points=10)
HERO = Kind("hero", "hero", glyph="h", points=30, wild_card=True)
GUN = Weapon(
    "gun",
    "gun",
    dice=2,
    sides=8,
    short=6,
    medium=12,
    long=24,
    modes=("single", "double", "burst", "auto", "rapid"),
    rof=3,
    magazine=30,
    spare=4,
    weight=4,
    cost=100,
    price=800,
)
BOMB = Weapon(
    "bomb",
    "bomb",
    dice=3,
    sides=6,
    short=5,
    medium=10,
    long=20,
    template="medium",
    flight="thrown",
    count=2,
    weight=2,
    cost=300,
)
BLADE = Weapon("blade", "blade", dice=1, sides=6, melee=True)


def scene(drawing: str, *, heroes: str = "", **about: Any) -> Position:
    """A position of extras with gun, bomb and blade; letters in `heroes` are wild cards."""
    letters = {c for c in drawing if c.isalpha() and c not in "vTo"}
    kinds = {c: HERO if c in heroes else EXTRA for c in sorted(letters)}
    arms: dict[str, tuple[Weapon, ...]] = dict.fromkeys(sorted(letters), (GUN, BOMB, BLADE))
    kinds.update(about.pop("kinds", {}))
    arms.update(about.pop("weapons", {}))
    return position(drawing, ruleset="trait_die", kinds=kinds, weapons=arms, **about)


def totals(sides: int, cap: int) -> Mapping[tuple[int, int], Fraction]:
    """How likely first face and sum of a die that aces are; sums are cut at `cap`.

    Worked out by hand: a sum of n full dice and a last face below the highest.
    """
    found: dict[tuple[int, int], Fraction] = {}
    aces, rest = 0, Fraction(1)
    while rest and aces * sides < cap:
        for face in range(1, sides):
            first = face if not aces else sides
            key = (first, min(cap, aces * sides + face))
            found[key] = found.get(key, Fraction(0)) + rest / sides
        rest /= sides
        aces += 1
    key = (sides, cap)
    found[key] = found.get(key, Fraction(0)) + rest
    return found


def sums(sides: int, cap: int) -> Mapping[int, Fraction]:
    """The same for the sum alone."""
    found: dict[int, Fraction] = {}
    for (_, total), chance in totals(sides, cap).items():
        found[total] = found.get(total, Fraction(0)) + chance
    return found


YARD = '''\
format = 1
title = "The freight yard"
ruleset = "trait_die"
turns = 5
first = "red"

[rules]
muster = MUSTER
brisk = BRISK
reactions = "REACTIONS"

[map]
rows = """
..........T...........
...####....oo..####...
...#,,+........#,,#...
...#,,#..T.....+,,#...
...####........####...
......&&......--......
..o.....####.....o....
........#,,#..........
........#,,+......T...
..T.....####..........
..........oo..........
.....................o
"""

[sides.blue]
name = "Blue"
deploy = [0, 0, 4, 11]
break_point = 80

[[sides.blue.figures]]
id = "b1"
kind = "sergeant"
[[sides.blue.figures]]
id = "b2"
kind = "trooper"
[[sides.blue.figures]]
id = "b3"
kind = "gunner"
[[sides.blue.figures]]
id = "b4"
kind = "grenadier"
[[sides.blue.figures]]
id = "b5"
kind = "breacher"

[sides.red]
name = "Red"
deploy = [15, 0, 21, 11]
break_point = 80

[[sides.red.figures]]
id = "r1"
kind = "duellist"
[[sides.red.figures]]
id = "r2"
kind = "veteran"
[[sides.red.figures]]
id = "r3"
kind = "raider"
[[sides.red.figures]]
id = "r4"
kind = "rocketeer"
hidden = true
[[sides.red.figures]]
id = "r5"
kind = "recruit"
state = { shaken = true, tokens = 1 }

[[reinforcements]]
turn = 3
side = "red"
edge = "E"
figures = [{ id = "r6", kind = "marksman" }]

[[objectives]]
side = "blue"
kind = "hold"
area = [8, 5, 12, 10]
points = 2

[[objectives]]
side = "red"
kind = "hold"
area = [8, 5, 12, 10]
points = 2
'''


def yard(*, muster: bool = False, brisk: bool = False, reactions: str = "standing") -> Opening:
    """The freight yard, made ready to play."""
    text = YARD.replace("MUSTER", str(muster).lower()).replace("BRISK", str(brisk).lower())
    return open_text(text.replace("REACTIONS", reactions))
