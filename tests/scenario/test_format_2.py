"""Every fault of scripted events and of `[about]`: its place, and how to mend it."""

from __future__ import annotations

import pytest

from skirmish.errors import FileProblem
from skirmish.scenario import parse, scenario_text
from skirmish.scenario.faults import nearest

FILE = '''\
format = 2
title = "The lane"
ruleset = "opposed_d6"
turns = 4

[map]
rows = """
.....#
.....#
"""

[sides.blue]
name = "Blue"
figures = [{ id = "b1", kind = "rifleman", at = [0, 0] }]

[sides.red]
name = "Red"
figures = [{ id = "r1", kind = "rifleman", at = [4, 0] }]

[[objectives]]
id = "hill"
side = "blue"
kind = "hold"
area = [2, 0, 2, 1]
points = 1
'''
GOOD = """
[about]
author = "Ada Rohm"
version = "1.0"
licence = "CC0"
description = "A lane."
difficulty = "easy"
length = 20
tags = ["night"]

[[objectives]]
side = "red"
kind = "reach"
area = [0, 0, 1, 1]
points = 2
closed = true

[[events]]
id = "bell"
when = { enters = [1, 0, 3, 1], side = "red" }
after = "rain"
text = "A bell."
to = ["blue"]
open = ["o2"]
close = ["hill"]
choose = "red"
join = [{ figures = ["r1"], side = "blue" }]
terrain = [{ area = [5, 0, 5, 0], becomes = "rubble" }]
smoke = [{ at = [2, 1], radius = 1, turns = 2 }]

[[events]]
id = "rain"
when = { turn = 2, side = "red" }
text = "Rain."

[[events]]
when = { falls = 1, figures = ["r1"] }
text = "One."

[[events]]
when = { seen = 1, side = "red" }
text = "Seen."

[[events]]
when = { score = 1, side = "blue" }
text = "Points."

[[events]]
id = "west"
when = { chosen_from = "bell" }

[[events]]
id = "east"
when = { chosen_from = "bell" }
text = "East."

[[reinforcements]]
event = "west"
side = "red"
area = [0, 1, 1, 1]
figures = [{ id = "r2", kind = "rifleman" }]
"""
MOST = 2
CASES = {
    ("length = 20", "length = 0"): "about.length: must be from 1 to 1000, not 0",
    ('difficulty = "easy"', 'difficulty = "eesy"'): (
        "about.difficulty: 'eesy' is not one of the choices"
    ),
    ('tags = ["night"]', 'tags = ["Night!"]'): "about.tags[0]: not a valid tag",
    ('tags = ["night"]', r'notes = "1\n\u001b[2J"'): "about.notes: line 2: contains U+001B",
    ('tags = ["night"]', f"tags = {['a', 'b', 'c'] * 3}"): "about.tags: 9 tags",
    ("licence =", "license ="): "about.license: unknown key",
    ('"A lane."', r'"1\n2\n3\n4"'): "about.description",
    ('"Ada Rohm"', r'"\u001b[2J"'): "about.author: contains U+001B",
    ('id = "east"', 'id = "west"'): "events[6].id: there is an event 'west' already",
    ("when = { turn = 2, side", "when = { side"): "events[1].when: has no condition",
    ("{ turn = 2, side", "{ turn = 2, seen = 1, side"): "events[1].when: has turn and seen",
    ("turn = 2,", "turn = 0,"): "events[1].when.turn: must be from 1",
    ("turn = 2,", "turn = 9,"): "events[1].when.turn: the battle ends after turn 4",
    ('turn = 2, side = "red"', 'turn = 2, side = "rde"'): "events[1].when.side: no side 'rde'",
    ('figures = ["r1"] }\ntext', 'figures = ["r9"] }\ntext'): (
        "events[2].when.figures[0]: no figure 'r9'"
    ),
    ('turn = 2, side = "red"', 'turn = 2, figures = ["r1"]'): (
        "events[1].when.figures: has no effect for turn"
    ),
    ('score = 1, side = "blue"', "score = 1"): "events[4].when.side: missing",
    ('seen = 1, side = "red"', "seen = 1"): "events[3].when: does not say whose figures",
    ('seen = 1, side = "red"', 'seen = 1, side = "red", figures = ["r1"]'): (
        "events[3].when: has a side and figures"
    ),
    ("falls = 1,", "falls = 2,"): "events[2].when.falls: there is only 1 such figure",
    ("enters = [1, 0, 3, 1]", "enters = [1, 0, 3, 9]"): "events[0].when.enters: not on the map",
    ("enters = [1, 0, 3, 1]", "enters = [5, 0, 5, 1]"): (
        "events[0].when.enters: figures cannot stand there"
    ),
    ('after = "rain"', 'after = "rian"'): "events[0].after: no event 'rian'",
    ('text = "Rain."', 'text = "Rain."\nafter = "bell"'): (
        "events[0].after: waits for itself, so it never happens"
    ),
    ('to = ["blue"]', 'to = ["bleu"]'): "events[0].to[0]: no side 'bleu'",
    ('to = ["blue"]', "to = []"): "events[0].to: names no side",
    ('open = ["o2"]', "open = []"): "events[0].open: names no objective",
    ('close = ["hill"]', "close = []"): "events[0].close: names no objective",
    ('figures = ["r1"] }\ntext', "figures = [] }\ntext"): "events[2].when.figures: names no figure",
    ('turn = 2, side = "red"', 'turn = 2, side = ""'): "events[1].when.side: empty",
    ('score = 1, side = "blue"', 'score = 1, side = ""'): "events[4].when.side: empty",
    ('after = "rain"', 'after = ""'): "events[0].after: empty",
    ('choose = "red"', 'choose = ""'): "events[0].choose: empty",
    ('figures = ["r1"], side = "blue"', 'figures = [], side = "blue"'): (
        "events[0].join[0].figures: names no figure"
    ),
    ('text = "A bell."\n', ""): "events[0].to: there is no text to read",
    ('open = ["o2"]', 'open = ["o3"]'): "events[0].open[0]: no objective 'o3'",
    ('open = ["o2"]\nclose = ["hill"]', 'open = ["o2", "hill"]'): (
        "events[0].open[1]: hill counts from the start"
    ),
    ('open = ["o2"]\n', ""): "objectives[1].closed: no event opens it",
    ('close = ["hill"]', 'close = ["hil"]'): "events[0].close[0]: no objective 'hil'",
    ('choose = "red"', 'choose = "rde"'): "events[0].choose: no side 'rde'",
    ('choose = "red"\n', ""): "events[5].when.chosen_from: bell offers no choice",
    ('id = "east"\nwhen = { chosen_from = "bell" }', 'id = "east"\nwhen = { turn = 1 }'): (
        "events[0].choose: there is only one to choose"
    ),
    ('text = "East."', 'text = "East."\nafter = "rain"'): (
        "events[6].after: has no effect beside chosen_from"
    ),
    ("format = 2", "format = 1"): "format: events came with version 2",
    ('chosen_from = "bell" }\ntext', 'chosen_from = "bel" }\ntext'): (
        "events[6].when.chosen_from: no event 'bel'"
    ),
    ('figures = ["r1"], side = "blue"', 'figures = ["r9"], side = "blue"'): (
        "events[0].join[0].figures[0]: no figure 'r9'"
    ),
    ('figures = ["r1"], side = "blue"', 'figures = ["r1"], side = "green"'): (
        "events[0].join[0].side: no side 'green'"
    ),
    ('figures = ["r1"], side = "blue"', 'side = "blue"'): "events[0].join[0].figures: missing",
    ('becomes = "rubble"', 'becomes = "ruble"'): (
        "events[0].terrain[0].becomes: no terrain 'ruble'"
    ),
    ("area = [5, 0, 5, 0]", "area = [5, 0, 6, 0]"): "events[0].terrain[0].area: not on the map",
    ("area = [5, 0, 5, 0], ", ""): "events[0].terrain[0].area: missing",
    ("at = [2, 1]", "at = [2, 2]"): "events[0].smoke[0].at: not on the map",
    ("at = [2, 1], ", ""): "events[0].smoke[0].at: missing",
    ("radius = 1", "radius = 99"): "events[0].smoke[0].radius: must be from 0 to 20, not 99",
    ('text = "Seen."', ""): "events[3]: does nothing",
    ('event = "west"', 'event = "wset"'): "reinforcements[0].event: no event 'wset'",
    ("area = [0, 1, 1, 1]", "area = [5, 0, 5, 1]"): (
        "reinforcements[0].area: no tile of this area can be entered"
    ),
    ("area = [0, 1, 1, 1]", "area = [0, 1, 1, 7]"): "reinforcements[0].area: not on the map",
    ('event = "west"', 'event = "west"\nturn = 2'): "reinforcements[0].turn",
    ("area = [0, 1, 1, 1]", 'area = [0, 1, 1, 1]\nedge = "W"'): "reinforcements[0].edge",
}


def test_a_good_file_has_no_fault_and_is_written_as_it_was_read() -> None:
    """All conditions and effects."""
    scenario = parse(FILE + GOOD)

    again = parse(scenario_text(scenario))

    assert again == scenario
    assert scenario_text(scenario).startswith("format = 2\n")


@pytest.mark.parametrize(("change", "fault"), CASES.items(), ids=list(CASES.values()))
def test_one_mistake_is_named_with_its_place(change: tuple[str, str], fault: str) -> None:
    """And with a remedy; a name that is missing may be missed in one more place."""
    text = FILE + GOOD
    assert change[0] in text

    with pytest.raises(FileProblem) as caught:
        parse(text.replace(change[0], change[1], 1))

    problems = caught.value.problems
    named = [one for one in problems if f"{one.field}: {one.what}".startswith(fault)]
    assert named
    assert named[0].line > 1 or fault.startswith("format")
    assert named[0].remedy or named[0].what.startswith("must be")
    assert len(problems) <= MOST


WAVE = """\
[[reinforcements]]
side = "red"
edge = "N"
figures = [{ id = "r3", kind = "rifleman" }]

"""
SLIPS = {
    # One fault, and none that follows from it.
    ('open = ["o2"]', 'open = ["o22"]'): (
        "events[0].open[0]: no objective 'o22' (did you mean 'o2'?)"
    ),
    ('open = ["o2"]', 'open = "o2"'): (
        'events[0].open: must be an array of texts, not text (write ["o2"])'
    ),
    ('chosen_from = "bell" }\ntext', 'chosen_from = "bel" }\ntext'): (
        "events[6].when.chosen_from: no event 'bel' (did you mean 'bell'?)"
    ),
    ('id = "east"', 'id = "bell"'): (
        "events[6].id: there is an event 'bell' already, in line 44 (give each its own id)"
    ),
    ('id = "rain"', 'id = "bell"'): (
        "events[1].id: there is an event 'bell' already, in line 44 (give each its own id)"
    ),
    ('event = "west"', 'event = "wset"'): (
        "reinforcements[0].event: no event 'wset' (did you mean 'west'?)"
    ),
    ('choose = "red"', "choose = true"): "events[0].choose: must be text, not true",
    # What to write instead.
    ("closed = true", "closed = True"): "not a TOML value (write true)",
    ("closed = true", "closed = no"): "not a TOML value (write false)",
    ("at = [2, 1]", "at = (2, 1)"): "not a TOML value (write [2, 1])",
    ("at = [2, 1]", "at = [2 1]"): "a comma is missing before this (write , between two values)",
    ("{ turn = 2, side", "{ turn = 2 side"): (
        "a comma is missing before this (write , between two values)"
    ),
    ('to = ["blue"]', 'to = ["blue"'): "an array without its end (end it with ])",
    ("[about]", "[events]\n[about]"): "[events] in line 27 is no list (write [[events]] there)",
    ("smoke = [{ at = [2, 1], radius = 1, turns = 2 }]", "smoke = { at = [2, 1] }"): (
        "events[0].smoke: must be an array of tables, not a table (write [{ ... }])"
    ),
    ('{ turn = 2, side = "red" }', '"turn 2"'): (
        "events[1].when: must be a table, not text (write when = { turn = 2 })"
    ),
    ('chosen_from = "bell" }\ntext', 'chosen_from = "bell", side = "red" }\ntext'): (
        "events[6].when.side: has no effect for chosen_from (remove it)"
    ),
    ("[[reinforcements]]\n", f"{WAVE}[[reinforcements]]\n"): (
        'reinforcements[0].turn: missing (write turn = 1, or event = "...")'
    ),
    ("area = [0, 1, 1, 1]\n", ""): (
        'reinforcements[0].edge: missing (write edge = "N", or area = [x, y, x, y])'
    ),
    ('becomes = "rubble"', 'becomes = "*"'): (
        "events[0].terrain[0].becomes: '*' is the letter of rubble (write \"rubble\")"
    ),
}


@pytest.mark.parametrize(("change", "fault"), SLIPS.items(), ids=list(SLIPS.values()))
def test_a_frequent_slip_is_one_fault_with_what_to_write(
    change: tuple[str, str], fault: str
) -> None:
    """Nothing that follows from it is reported."""
    text = FILE + GOOD
    assert change[0] in text

    with pytest.raises(FileProblem) as caught:
        parse(text.replace(change[0], change[1], 1))

    (problem,) = caught.value.problems
    said = f"{problem.field}: " if problem.field else ""
    assert f"{said}{problem.what} ({problem.remedy})".startswith(fault)


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("rifle", ["knife", "assault_rifle"], "assault_rifle"),
        ("fire", ["verb.hire", "verb.fire"], "verb.fire"),
        ("scatter", ["fog", "muster"], ""),
        ("rde", ["blue", "red"], "red"),
    ],
)
def test_the_suggested_word_is_a_likely_one(word: str, known: list[str], meant: str) -> None:
    """A name that has the word as a part comes first; little likeness is none."""
    assert nearest(word, known) == meant
