"""The tactical exam: levels sit it, and what is asked, turned and told is what the files say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from skirmish.core.events import Left
from skirmish.core.geometry import Facing
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import check, parse
from tests.position import Position, position
from tests.tools.exam.slope import SLOPE
from tools.exam.grading import ORIENTATIONS, PARTS, Mark, Orientation, exam_marks, oriented
from tools.exam.playthrough import GivenOrder, Playthrough
from tools.exam.positions import Vocabulary, fault_of, read_position, read_positions
from tools.exam.properties import PROPERTIES

TOP = Path(__file__).parents[3]
FOLDER = TOP / PARTS["old"]
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
FILES = tuple(sorted(FOLDER.glob("**/*.toml")))
SAMPLE = NAMES[::5]
"""Positions that are played in every run; the others are `exhaustive`."""
MOST_FAILED = {"regular": 10, "veteran": 5}
"""In a hundred positions, by each level: all others must be passed on every way of the table."""

_APART = "it steps apart only as long as each step by itself spares more than its trouble"
_ASIDE = "a step aside is not credited with sparing the friend"
_GONE = "after its step the friend is likely to be spared, and the rest of its risk is paid for"
_LOOKS = "it goes looking before it reloads, and what is left then goes into getting out of sight"

FAILS: Mapping[str, Mapping[str, str]] = {
    "regular": {
        "d20_reloads_behind_the_wall": _LOOKS,
        "d20_spreads_out": _APART,
        "dice_pool_no_shot_through_a_friend": _ASIDE,
    },
    "veteran": {
        "d20_reloads_behind_the_wall": _LOOKS,
        "d20_spreads_out": _APART,
        "dice_pool_no_grenade_among_friends": _GONE,
        "dice_pool_no_shot_through_a_friend": _ASIDE,
    },
}
"""Positions that a level fails, with the cause; whichever it learns has to leave its list."""

_COMING = "of tiles as near to where the enemy comes from the first in reading order is taken"
_AIMED = "of tiles that a blast strikes as well the first in reading order is aimed at"
_WALK = "of ways and places that are as good the first in reading order is taken"

UNEVEN: Mapping[str, str] = {
    "d100_grenade_into_the_bunch": _AIMED,
    "d100_keeps_what_it_has": _COMING,
    "d100_waits_at_the_gate": _COMING,
    "d20_escort_in_two_turns": _WALK,
    "d20_grenade_into_the_bunch": _AIMED,
    "d20_waits_at_the_gate": _COMING,
    "opposed_d6_reloads_when_empty": _COMING,
    "trait_die_holds_the_gap": _COMING,
    "trait_die_the_rocket_for_the_walker": _AIMED,
}
"""Positions whose first order is weighed otherwise when the table is turned, with the cause."""


@cache
def marks(level: str, name: str) -> tuple[Mark, ...]:
    """A position as a level plays it, on every way of the table."""
    return tuple(exam_marks(read_position(FOLDER / f"{name}.toml"), level))


def _known(causes: Mapping[str, str], name: str, *before: str) -> object:
    cause = causes.get(name)
    marks = [pytest.mark.xfail(reason=cause, raises=AssertionError)] if cause else []
    if name not in SAMPLE:
        marks.append(pytest.mark.exhaustive)
    return pytest.param(*before, name, marks=marks)


@pytest.mark.parametrize(
    ("level", "name"),
    [_known(causes, name, level) for level, causes in FAILS.items() for name in NAMES],
)
def test_a_level_knows(level: str, name: str) -> None:
    """What any sensible player would see to, it does, whichever way the table is turned."""
    failed = {mark.way: (mark.failed, mark.done) for mark in marks(level, name) if not mark.passed}

    assert failed == {}


@pytest.mark.parametrize("level", FAILS)
def test_a_level_passes_most(level: str) -> None:
    """What is known to fail are positions of the exam, and not too many of them."""
    assert [name for name in FAILS[level] if name not in NAMES] == []
    assert 100 * len(FAILS[level]) <= MOST_FAILED[level] * len(NAMES)


@pytest.mark.parametrize("name", [_known(UNEVEN, name) for name in NAMES])
def test_a_position_is_worth_the_same_however_the_table_lies(name: str) -> None:
    """The first order is weighed alike as drawn, mirrored, upside down and turned."""
    gains = [mark.gain for mark in marks("regular", name)]

    assert gains == gains[:1] * len(gains)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_positions_are_plain_scenarios(path: Path) -> None:
    """Every position is a scenario file without a fault."""
    assert check(path) == ()


@pytest.mark.parametrize("part", PARTS)
def test_there_are_positions_enough(part: str) -> None:
    """There are 50 positions or more in each part, and ten or more for each ruleset."""
    rulesets = [one.scenario.ruleset for one in read_positions(TOP / PARTS[part])]

    assert len(rulesets) >= 50
    assert [name for name in RULESETS if rulesets.count(name) < 10] == []


def test_positions_are_told_apart_by_name() -> None:
    """No name is in two parts, and every file belongs to a part."""
    names = [one.name for place in PARTS.values() for one in read_positions(TOP / place)]

    assert sorted(names) == sorted(dict.fromkeys(path.stem for path in FILES))


# Turning the table.


def test_all_of_a_scenario_turns() -> None:
    """A quarter to the right: map, levels, figures, facings, zones, areas and edges."""
    quarter = oriented(parse(SLOPE), ORIENTATIONS["turned"])

    assert (quarter.map.rows, quarter.map.levels) == (("o.", "..", ".#"), ("00", "01", "02"))
    entries = {entry.id: (entry.at, entry.facing) for _, entry in quarter.entries()}
    assert entries["b1"] == ((1, 0), Facing.SE)
    assert entries["r1"] == ((0, 2), Facing.N)
    assert quarter.sides[0].deploy == (1, 0, 1, 1)
    assert quarter.objectives[0].area == (0, 1, 1, 1)
    assert quarter.waves[0].arrival.edge == "S"


@pytest.mark.parametrize(("way", "times"), [("mirrored", 2), ("upside down", 2), ("turned", 4)])
def test_turned_back_it_is_the_same(way: str, times: int) -> None:
    """Mirrored twice, or turned four times, a scenario is what it was."""
    scenario = again = parse(SLOPE)
    for _ in range(times):
        again = oriented(again, ORIENTATIONS[way])

    assert again == scenario


ORDER = "move NE1 0,0>2,0 face=NE sees b1 1,0-2,1"


def test_orders_and_questions_turn_with_the_table() -> None:
    """Tiles and facings are found in text, and nothing else is touched."""
    assert (
        ORIENTATIONS["mirrored"].text(ORDER, (3, 2)) == "move NE1 2,0>0,0 face=NW sees b1 1,0-0,1"
    )


@pytest.mark.parametrize("way", ORIENTATIONS.values())
def test_what_was_done_is_told_as_the_map_is_drawn(way: Orientation) -> None:
    """Back from any way of the table, text is what it was."""
    assert way.back(way.text(ORDER, (3, 2)), (3, 2)) == ORDER


# The words.

OPEN = ". . . . . .\n. a>& . R<.\n. b>. . . ."
WALL = ". . . . . .\n. a># . R<.\n. b>. . . ."


def _sitting(start: Position, end: Position, *orders: str) -> Playthrough:
    given = tuple(GivenOrder(start.line(order), start.view()) for order in orders)
    return Playthrough(start.ruleset, "blue", start.state, end.state, given)


HOLDS = [
    ("covered a r", OPEN, (), True),
    ("covered b r", OPEN, (), False),
    ("hidden a r", OPEN, (), False),
    ("hidden a r", WALL, (), True),
    ("sees b r", WALL, (), True),
    ("sees a r", WALL, (), False),
    ("flanks b r", OPEN, (), True),
    ("flanks a r", ". . . . . .\n. a>. & R<.\n. b>. . . .", (), False),
    ("inside a 0,0-1,1", OPEN, (), True),
    ("inside someone 1,2-0,1", OPEN, (), True),
    ("inside a 2,0-3,2", OPEN, (), False),
    ("stays a", OPEN, (), True),
    ("stays a", ". . a . . .\n. . & . R<.\n. b>. . . .", (), False),
    ("faces a r", OPEN, (), True),
    ("faces a r", ". . . . . .\n. a<& . R<.\n. b>. . . .", (), False),
    ("within a r 3", OPEN, (), True),
    ("within a r 2", OPEN, (), False),
    ("nearer a r", ". . . . . .\n. . a . R<.\n. b>. . . .", (), True),
    ("nearer a 0,0", ". . . . . .\n. . a . R<.\n. b>. . . .", (), False),
    ("apart a b 2", OPEN, (), False),
    ("apart a r 3", OPEN, (), True),
    ("clear a r", OPEN, (), True),
    ("clear a r", ". . . . . .\n. a>b . R<.\n. . . . . .", (), False),
    ("posture a standing", OPEN, (), True),
    ("posture a prone", OPEN, (), False),
    ("attacks a", OPEN, ("turn a N",), False),
    ("attacks a r", OPEN, ("fire a r",), True),
    ("attacks b r", OPEN, ("fire a r",), False),
    ("first someone r", OPEN, ("fire a r",), True),
    ("first b r", OPEN, ("fire a r",), False),
    ("orders a fire", OPEN, ("fire a r weapon=rifle",), True),
    ("orders a fire weapon=rifle", OPEN, ("fire a r weapon=rifle",), True),
    ("orders a fire weapon=pistol", OPEN, ("fire a r weapon=rifle",), False),
    ("before a turn fire", OPEN, ("turn a N", "fire a r"), True),
    ("before a turn fire", OPEN, ("fire a r", "turn a N"), False),
    ("spares b 0", OPEN, ("fire a r",), True),
    ("safer a 50%", OPEN, (), False),
    ("safer a 50%", WALL, (), True),
    ("skirts a", OPEN, ("move a 1,1>3,1",), True),
    ("out r", OPEN, (), False),
    ("watches a 2,0", OPEN, (), False),
    ("ahead a turn b fire", OPEN, ("turn a N", "fire b r"), True),
    ("ahead a turn b fire/turn", OPEN, ("fire b r", "turn a N"), False),
    ("ahead a fire b turn", OPEN, ("turn a N",), False),
]


@pytest.mark.parametrize(("text", "drawing", "orders", "expected"), HOLDS)
def test_each_word_tells_what_holds_from_what_does_not(
    text: str, drawing: str, orders: tuple[str, ...], *, expected: bool
) -> None:
    """A word holds of a position that is so, and not of one that is not."""
    start = position(OPEN)
    playthrough = _sitting(start, position(drawing), *orders)
    name, *args = text.split()

    assert PROPERTIES[name].holds(playthrough, args) is expected
    known = Vocabulary("abr", "ab", (6, 3), start.ruleset.verbs, ("standing", "prone"))
    assert fault_of(text, known) == ""


def test_every_word_is_tried() -> None:
    """No word stands in the vocabulary that no test knows."""
    assert {text.split()[0]: None for text, *_ in HOLDS}.keys() == PROPERTIES.keys()


def test_every_word_is_told() -> None:
    """The table of words in the documents is the vocabulary."""
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [f"| `{name} {word.takes}` | {word.text} |" for name, word in PROPERTIES.items()]

    assert [row for row in rows if row not in told] == []


def test_a_bomb_beside_a_friend_does_not_spare_him() -> None:
    """`spares` asks the exact odds of what was ordered."""
    start = position("m>" + ". " * 10 + "R<b ", kinds={"m": "mortar_team"})
    playthrough = _sitting(start, start, "bombard m 11,0")

    assert PROPERTIES["spares"].holds(playthrough, ["b", "10%"]) is False


def test_who_is_put_out_is_out() -> None:
    """`out` goes by the fate at the end."""
    start = position(OPEN)
    playthrough = _sitting(start, start.after(Left("r", "downed")))

    assert PROPERTIES["out"].holds(playthrough, ["r"]) is True


def test_nobody_is_nearer_to_who_was_not_there() -> None:
    """A figure that is not on the map as it begins is no goal, and no fault of the program."""
    start = position(OPEN).after(Left("r", "downed"))

    assert PROPERTIES["nearer"].holds(_sitting(start, start), ["a", "r"]) is False


@pytest.mark.parametrize(("mark", "expected"), [("<", False), (">", True)])
def test_ground_under_fire_is_skirted_or_not(mark: str, *, expected: bool) -> None:
    """`skirts` looks for the tiles of a move in what the enemy is seen to watch."""
    before = position(f"a>. . . . . R{mark}. . ", ruleset="d20", side="red")
    start = before.order("overwatch R").bound("act", "blue")

    playthrough = _sitting(start, start, "move a 0,0>2,0")

    assert PROPERTIES["skirts"].holds(playthrough, ["a"]) is expected


@pytest.mark.parametrize(("mark", "expected"), [(">", True), ("<", False)])
def test_ground_on_overwatch_is_watched(mark: str, *, expected: bool) -> None:
    """`watches` looks for all of the tiles in what the figure keeps under fire at the end."""
    start = position(f"a{mark}. . . . . . . R<. ", ruleset="d20")

    playthrough = _sitting(start, start.order("overwatch a"))

    assert PROPERTIES["watches"].holds(playthrough, ["a", "2,0", "7,0"]) is expected
    assert PROPERTIES["watches"].holds(playthrough, ["r", "2,0"]) is False
