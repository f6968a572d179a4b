"""A small fight among houses, where much is out of sight: for play by the computer in tests."""

from __future__ import annotations

from skirmish.game import Opening, open_text

VILLAGE = '''\
format = 1
title = "The village"
ruleset = "opposed_d6"
turns = 5
first = "red"

[rules]
go_to_ground = true

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
kind = "sergeant"
[[sides.blue.figures]]
id = "b2"
kind = "rifleman"
[[sides.blue.figures]]
id = "b3"
kind = "machine_gunner"
[[sides.blue.figures]]
id = "b4"
kind = "grenadier"

[sides.red]
name = "Red"
deploy = [19, 0, 21, 11]
break_point = 80

[[sides.red.figures]]
id = "r1"
kind = "sergeant"
[[sides.red.figures]]
id = "r2"
kind = "rifleman"
[[sides.red.figures]]
id = "r3"
kind = "veteran"
[[sides.red.figures]]
id = "r4"
kind = "mortar_team"
hidden = true

[[reinforcements]]
turn = 3
side = "red"
edge = "E"
figures = [{ id = "r5", kind = "rifleman" }]

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


def village() -> Opening:
    """The village, made ready to play."""
    return open_text(VILLAGE)
