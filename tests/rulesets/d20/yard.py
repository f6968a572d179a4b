"""A small fight with most of d20's armoury, where much is out of sight: for play in tests."""

from __future__ import annotations

from skirmish.game import Opening, open_text

YARD = '''\
format = 1
title = "The yard"
ruleset = "d20"
turns = 6
first = "red"

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
deploy = [0, 0, 4, 11]
break_point = 80
[[sides.blue.figures]]
id = "b1"
kind = "guard"
[[sides.blue.figures]]
id = "b2"
kind = "raider"
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
deploy = [17, 0, 21, 11]
break_point = 80
[[sides.red.figures]]
id = "r1"
kind = "veteran"
[[sides.red.figures]]
id = "r2"
kind = "beamer"
[[sides.red.figures]]
id = "r3"
kind = "juggernaut"
[[sides.red.figures]]
id = "r4"
kind = "rocketeer"
hidden = true
[[sides.red.figures]]
id = "r5"
kind = "hound"

[[reinforcements]]
turn = 3
side = "red"
edge = "E"
figures = [{ id = "r9", kind = "medic" }]

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


def yard() -> Opening:
    """The yard, made ready to play."""
    return open_text(YARD)
