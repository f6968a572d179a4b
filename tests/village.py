"""A small fight among houses, where much is out of sight: for play by the computer in tests.

It may be fought under any ruleset. The cast of one that has no entry in `CASTS` is drawn from the
whole of its armoury, so that whatever is registered can be played at once.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.game import Opening, open_text
from skirmish.rulesets.registry import ruleset as ruleset_of

VILLAGE = '''\
format = 1
title = "The village"
ruleset = "{ruleset}"
turns = 5
first = "red"

[rules]
{cast.rules}

[map]
rows = """
..........T...........
...####....oo..####...
...#..+........#..#...
...#..#..T.....+..#...
...####........####...
......................
..o.....####.....o....
........#..#..........
........#..+......T...
..T.....####..........
..........oo..........
.....................o
"""

[sides.blue]
name = "Blue"
deploy = [0, 0, 2, 11]
break_point = 80

[[sides.blue.figures]]
id = "b1"
kind = "{cast.blue[0]}"
[[sides.blue.figures]]
id = "b2"
kind = "{cast.blue[1]}"
[[sides.blue.figures]]
id = "b3"
kind = "{cast.blue[2]}"
[[sides.blue.figures]]
id = "b4"
kind = "{cast.blue[3]}"

[sides.red]
name = "Red"
deploy = [19, 0, 21, 11]
break_point = 80

[[sides.red.figures]]
id = "r1"
kind = "{cast.red[0]}"
[[sides.red.figures]]
id = "r2"
kind = "{cast.red[1]}"
[[sides.red.figures]]
id = "r3"
kind = "{cast.red[2]}"
[[sides.red.figures]]
id = "r4"
kind = "{cast.red[3]}"
hidden = true

[[reinforcements]]
turn = 3
side = "red"
edge = "E"
figures = [{{ id = "r5", kind = "{cast.late}" }}]

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


@frozen
class Cast:
    """The kinds of b1 to b4, of r1 to r4, of r5 who comes late, and the house rules."""

    blue: tuple[str, ...]
    red: tuple[str, ...]
    late: str
    rules: str = ""


CASTS = {
    "opposed_d6": Cast(
        blue=("sergeant", "rifleman", "machine_gunner", "grenadier"),
        red=("sergeant", "rifleman", "veteran", "mortar_team"),
        late="rifleman",
        rules="go_to_ground = true",
    ),
}


def village(ruleset: str = "opposed_d6") -> Opening:
    """The village under a ruleset, made ready to play."""
    return open_text(VILLAGE.format(ruleset=ruleset, cast=CASTS.get(ruleset) or anybody(ruleset)))


def anybody(ruleset: str) -> Cast:
    """Kinds from all over an armoury, none of them twice while there are enough."""
    kinds = tuple(ruleset_of(ruleset).handbook.armoury.kinds())
    chosen = [kinds[n * len(kinds) // 9] for n in range(9)]
    return Cast(tuple(chosen[:8:2]), tuple(chosen[1:8:2]), chosen[8])
