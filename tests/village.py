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


SCRIPT = """

[[objectives]]
id = "barn"
side = "blue"
kind = "reach"
area = [15, 2, 18, 4]
points = 3
closed = true

[[events]]
id = "mist"
when = { turn = 2 }
text = "Mist comes up from the brook."
smoke = [{ at = [6, 6], radius = 2, turns = 2 }]

[[events]]
id = "alarm"
when = { enters = [5, 0, 14, 11], side = "red" }
text = "The alarm bell rings."
to = ["red"]
open = ["barn"]
terrain = [{ area = [6, 3, 6, 3], becomes = "open_door" }]

[[events]]
id = "spotted"
when = { seen = 1, side = "red" }
text = "There they are!"
choose = "blue"

[[events]]
id = "guns"
when = { chosen_from = "spotted" }
smoke = [{ at = [13, 5], radius = 1, turns = 1 }]

[[events]]
id = "friends"
when = { chosen_from = "spotted" }
text = "Friends come running."

[[events]]
id = "doubt"
when = { falls = 1, side = "red" }
after = "spotted"
join = [{ figures = ["r3"], side = "blue" }]

[[events]]
id = "dawn"
when = { score = 2, side = "blue" }
close = ["barn"]

[[reinforcements]]
event = "friends"
side = "blue"
area = [0, 4, 2, 6]
figures = [{ id = "b5", kind = "KIND" }]

[[reinforcements]]
event = "alarm"
side = "red"
edge = "S"
figures = [{ id = "r6", kind = "KIND" }]
"""
"""Scripted events for the village, one of every condition and effect."""


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


def scripted(text: str, kind: str) -> str:
    """The village's text with scripted events; `kind` is that of the figures they bring."""
    return text.replace("format = 1", "format = 2") + SCRIPT.replace("KIND", kind)


def anybody(ruleset: str) -> Cast:
    """Kinds from all over an armoury, none of them twice while there are enough."""
    kinds = tuple(ruleset_of(ruleset).handbook.armoury.kinds())
    chosen = [kinds[n * len(kinds) // 9] for n in range(9)]
    return Cast(tuple(chosen[:8:2]), tuple(chosen[1:8:2]), chosen[8])
