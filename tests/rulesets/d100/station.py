"""A small fight in and round a station, for play by the computer in tests of d100."""

from __future__ import annotations

from skirmish.game import Opening, open_text

STATION = '''\
format = 1
title = "The station"
ruleset = "d100"
turns = 5
first = "red"

[rules]
ammunition = "rounds"

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
..&.....#..+......T...
..T.....####....-.....
..........oo..........
.....................o
"""

[sides.blue]
name = "Blue"
deploy = [0, 0, 2, 11]
break_point = 80

[[sides.blue.figures]]
id = "b1"
kind = "veteran"
[[sides.blue.figures]]
id = "b2"
kind = "gunner"
[[sides.blue.figures]]
id = "b3"
kind = "warden"
[[sides.blue.figures]]
id = "b4"
kind = "grenadier"
at = [9, 2]

[sides.red]
name = "Red"
deploy = [19, 0, 21, 11]
break_point = 80

[[sides.red.figures]]
id = "r1"
kind = "raider"
at = [10, 2]
[[sides.red.figures]]
id = "r2"
kind = "trooper"
[[sides.red.figures]]
id = "r3"
kind = "stalker"
at = [12, 5]
hidden = true
[[sides.red.figures]]
id = "r4"
kind = "hauler"

[[reinforcements]]
turn = 3
side = "red"
edge = "E"
figures = [{ id = "r5", kind = "shell" }]

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


def station(ammunition: str = "rounds", turns: int = 5) -> Opening:
    """The station, made ready to play."""
    text = STATION.replace('"rounds"', f'"{ammunition}"')
    return open_text(text.replace("turns = 5", f"turns = {turns}").replace("turn = 3", "turn = 2"))
