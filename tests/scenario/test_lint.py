"""Warnings and notes: each with a file that provokes it, its place, and how to switch it off."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.errors import FileProblem
from skirmish.scenario import find, parse, shipped
from skirmish.scenario.lint import CHECKS
from skirmish.scenario.loader import Remark, remarks

ROW = "...................."
FILE = f"""\
format = 2
title = "The lane"
ruleset = "opposed_d6"
turns = 4

[map]
rows = '''
{ROW}
{ROW}
{ROW}
'''

[sides.blue]
name = "Blue"
deploy = [0, 0, 1, 2]
break_point = 60

[[sides.blue.figures]]
id = "b1"
kind = "rifleman"
at = [2, 0]

[[sides.blue.figures]]
id = "b2"
kind = "rifleman"

[sides.red]
name = "Red"

[[sides.red.figures]]
id = "r1"
kind = "rifleman"
at = [19, 0]

[[sides.red.figures]]
id = "r2"
kind = "ace"
at = [19, 2]

[[objectives]]
side = "blue"
kind = "reach"
area = [18, 0, 18, 2]
points = 3
text = "Get to the end: 3"

[[reinforcements]]
turn = 2
side = "red"
edge = "E"
figures = [{{ id = "r3", kind = "rifleman" }}]

[[lessons]]
side = "blue"
turn = 1
phase = "move"
text = "Go."

[kinds.ace]
base = "rifleman"
glyph = "x"
"""
LESSON = '[[lessons]]\nside = "blue"\nturn = 1\nphase = "move"\ntext = "Stop."\n\n'
RED = FILE[FILE.index("[[sides.red.figures]]") : FILE.index("[[objectives]]")]
GOAL = FILE[FILE.index("[[objectives]]") : FILE.index("[[reinforcements]]")]
WALLED = "\n".join([ROW[:10] + "#" + ROW[11:]] * 3)
EVENT = '[[events]]\nwhen = {{ {} }}\ntext = "Now."\n\n[[lessons]]'
ALONE = "[[lessons]]"
TWINS = """\
at = [19, 2]
name = "OTT"

[[sides.red.figures]]
id = "r9"
kind = "rifleman"
at = [19, 1]
name = "Ott"
"""
CASES = [
    ("split_map", (FILE, FILE.replace(GOAL, "").replace(f"{ROW}\n{ROW}\n{ROW}", WALLED)), "map"),
    ("empty_start", (RED, "\n"), "sides.red"),
    (
        "met_at_start",
        ("area = [18, 0, 18, 2]\npoints = 3", "area = [1, 0, 3, 2]\ndecisive = true\npoints = 3"),
        "objectives[0].area",
    ),
    ("near_at_start", ("at = [2, 0]", "at = [14, 0]"), "sides.red"),
    (
        "stuck",
        (f"{ROW}\n{ROW}\n{ROW}", f".#.#{ROW[4:]}\n.###{ROW[4:]}\n{ROW}"),
        "sides.blue.figures[0].at",
    ),
    ("unarmed", ("at = [2, 0]", "at = [2, 0]\nweapons = []"), "sides.blue.figures[0].weapons"),
    (
        "no_ammunition",
        ("at = [2, 0]", "at = [2, 0]\nstate = { tokens = 0 }"),
        "sides.blue.figures[0].state.tokens",
    ),
    ("worthless", ('glyph = "x"', 'glyph = "x"\npoints = 0'), "sides.red.figures[1].kind"),
    (
        "walled_in",
        (
            FILE,
            FILE.replace(
                f"{ROW}\n{ROW}\n", f"{ROW[:9]}#.#{ROW[12:]}\n{ROW[:10]}#{ROW[11:]}\n"
            ).replace('edge = "E"', "area = [10, 0, 10, 0]"),
        ),
        "reinforcements[0].area",
    ),
    ("low_break_point", ("break_point = 60", "break_point = 50"), "sides.blue.break_point"),
    (
        "unreachable_event",
        (ALONE, EVENT.format('score = 4, side = "blue"')),
        "events[0].when.score",
    ),
    ("mixed_letters", ('name = "Blue"', 'name = "Bl\u0443e"'), "sides.blue.name"),
    ("command_id", ('id = "b2"', 'id = "look"'), "sides.blue.figures[1].id"),
    (
        "safe_hold",
        ('kind = "reach"\narea = [18, 0, 18, 2]', 'kind = "hold"\narea = [0, 0, 1, 1]'),
        "objectives[0].area",
    ),
    ("only_destruction", (FILE, FILE.replace(GOAL, "").replace("break_point = 60\n", "")), "sides"),
    (
        "open_and_close",
        (ALONE, EVENT.replace("text", 'open = ["o1"]\nclose = ["o1"]\ntext').format("turn = 2")),
        "events[0].close[0]",
    ),
    (
        "same_ground",
        (
            ALONE,
            EVENT.replace(
                "text", 'terrain = [{{ area = [4, 0, 5, 0], becomes = "open" }}]\ntext'
            ).format("turn = 2"),
        ),
        "events[0].terrain[0].becomes",
    ),
    (
        "no_door",
        (
            ALONE,
            EVENT.replace(
                "text", 'terrain = [{{ area = [4, 0, 4, 0], becomes = "open_door" }}]\ntext'
            ).format("turn = 2"),
        ),
        "events[0].terrain[0].area",
    ),
    (
        "joins_own_side",
        (
            ALONE,
            EVENT.replace("text", 'join = [{{ figures = ["b2"], side = "blue" }}]\ntext').format(
                "turn = 2"
            ),
        ),
        "events[0].join[0].side",
    ),
    ("unequal_sides", ('glyph = "x"', 'glyph = "x"\npoints = 90'), "sides.red"),
    ("late_reinforcements", ("turn = 2", "turn = 4"), "reinforcements[0].turn"),
    (
        "arrives_at_goal",
        ('side = "red"\nedge = "E"', 'side = "blue"\narea = [17, 1, 18, 1]'),
        "reinforcements[0].area",
    ),
    ("same_sign", ('glyph = "x"', 'glyph = "r"'), "kinds.ace"),
    ("same_name", ("at = [19, 2]", TWINS), "sides.red.figures[2].name"),
    ("same_lesson", ("[kinds.ace]", f"{LESSON}[kinds.ace]"), "lessons[1]"),
    ("points_in_text", ("end: 3", "end: 4"), "objectives[0].text"),
    ("unused", ("[kinds.ace]", '[weapons.bow]\nbase = "rifle"\n\n[kinds.ace]'), "weapons.bow"),
]


def told(tmp_path: Path, text: str) -> tuple[Remark, ...]:
    """The warnings and notes about a file."""
    path = tmp_path / "lane.toml"
    path.write_text(text, encoding="utf-8")
    return remarks(path)


def changed(change: tuple[str, str]) -> str:
    """The file with a change."""
    assert change[0] in FILE
    return FILE.replace(*change, 1)


def test_nothing_is_said_of_a_good_file(tmp_path: Path) -> None:
    """Nor of any scenario of the game."""
    assert told(tmp_path, FILE) == ()
    assert {name: remarks(find(name)) for name in shipped()} == dict.fromkeys(shipped(), ())


def test_every_warning_and_note_has_a_case() -> None:
    """In the order in which they are looked for."""
    assert [name for name, _, _ in CASES] == list(CHECKS)


@pytest.mark.parametrize(("name", "change", "field"), CASES, ids=[case[0] for case in CASES])
def test_a_file_provokes_it_and_can_switch_it_off(
    name: str, change: tuple[str, str], field: str, tmp_path: Path
) -> None:
    """It names its place and a remedy; in `[lint] ignore` it is not given."""
    text = changed(change)
    found = told(tmp_path, text)

    assert name in [one.id for one in found]
    one = next(one for one in found if one.id == name)
    assert (one.problem.field, one.severity) == (field, CHECKS[name][0])
    assert one.problem.line > 1
    assert one.problem.remedy
    ignored = text.replace("[map]", f'[lint]\nignore = ["{name}"]\n\n[map]')
    assert name not in [one.id for one in told(tmp_path, ignored)]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('enters = [12, 0, 14, 2], side = "blue"', False),
        ('enters = [12, 0, 14, 2], figures = ["b1"]', False),
        ('score = 3, side = "blue"', False),
        ('score = 1, side = "red"', True),
    ],
)
def test_an_event_that_can_happen_is_none_of_them(
    condition: str, said: bool, tmp_path: Path
) -> None:
    """Where the figures can get there, and the points can be had."""
    found = told(tmp_path, changed((ALONE, EVENT.format(condition))))

    assert ("unreachable_event" in [one.id for one in found]) == said


@pytest.mark.parametrize(
    ("percent", "said"), [(33, "the loss of b1 alone, 33% of the side's worth"), (34, "")]
)
def test_a_side_breaks_with_its_first_loss_by_the_rule_of_the_battle(
    percent: int, said: str, tmp_path: Path
) -> None:
    """A third figure counts although it comes later, and one that an event brings does not."""
    later = (
        '\n[[reinforcements]]\nside = "blue"\nedge = "W"\nfigures = [{ id = "%s", kind = "ace" }]\n'
    )
    text = changed(("break_point = 60", f"break_point = {percent}")) + later % "b3" + "turn = 2\n"
    text += (later % "b4" + 'event = "e1"\n') + "\n[[events]]\nwhen = { turn = 2 }\n"

    found = {one.id: one.problem for one in told(tmp_path, text)}

    assert ("low_break_point" in found) is bool(said)
    assert not said or said in found["low_break_point"].what


@pytest.mark.parametrize(
    ("events", "late"),
    [
        ('[[events]]\nid = "horn"\nwhen = { turn = 4 }\n', True),
        ('[[events]]\nid = "horn"\nwhen = { turn = 3 }\n', False),
        ('[[events]]\nid = "horn"\nafter = "dusk"\nwhen = { seen = 1, side = "red" }\n', True),
    ],
)
def test_reinforcements_of_an_event_of_the_last_turn_are_late(
    events: str, late: bool, tmp_path: Path
) -> None:
    """Also if it only waits for such an event."""
    dusk = '\n[[events]]\nid = "dusk"\nwhen = { turn = 4 }\ntext = "Dusk."\n'
    text = changed(("turn = 2\n", 'event = "horn"\n')) + dusk + events

    fields = [one.problem.field for one in told(tmp_path, text) if one.id == "late_reinforcements"]

    assert fields == ["reinforcements[0].event"] * late


DOOR = 'terrain = [{{ area = [4, 0, 4, 0], becomes = "%s" }}]\ntext'


@pytest.mark.parametrize(
    ("row", "events"),
    [
        ("....+" + ROW[5:], EVENT.replace("text", DOOR % "open_door")),
        (
            ROW,
            EVENT.replace("text", DOOR % "door").replace("[[lessons]]", "")
            + EVENT.replace("text", DOOR % "open_door"),
        ),
        (ROW, EVENT.replace("text", DOOR % "door")),
    ],
    ids=["a door of the map", "a door of another event", "a door that is built"],
)
def test_a_door_that_an_event_can_open_is_no_mistake(row: str, events: str, tmp_path: Path) -> None:
    """Nor is one that an event builds."""
    text = changed((f"'''\n{ROW}", f"'''\n{row}")).replace(
        ALONE, events.format("turn = 2", "turn = 2"), 1
    )

    assert "no_door" not in [one.id for one in told(tmp_path, text)]


def test_figures_that_an_objective_leaves_out_may_arrive_there(tmp_path: Path) -> None:
    """The objective of the others is still to be reached."""
    wave = ('side = "red"\nedge = "E"', 'side = "blue"\narea = [17, 1, 18, 1]')
    text = changed(wave).replace("points = 3", 'points = 3\nfigures = ["b1"]')

    assert "arrives_at_goal" not in [one.id for one in told(tmp_path, text)]


def test_an_unknown_id_is_a_fault() -> None:
    """With the one that was meant."""
    with pytest.raises(FileProblem, match="no warning or note 'unarmd'") as caught:
        parse(FILE + '\n[lint]\nignore = ["unarmd"]\n')

    assert caught.value.problems[0].remedy == "did you mean 'unarmed'?"
