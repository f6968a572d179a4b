"""The exam's files and its report: what is wrong with a question, and how failures are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.workers import Workers, process_pool
from skirmish.errors import FileProblem, UsageProblem
from skirmish.scenario import parse
from tests.tools.exam.slope import SLOPE
from tools.exam.grading import PARTS, ExamReport, Mark, exam_marks, run_exam
from tools.exam.playthrough import IDLE
from tools.exam.positions import Vocabulary, fault_of, read_position, read_positions

FOLDER = Path(__file__).parents[2] / "exam"
SLOPES = Vocabulary.of(parse(SLOPE))

# Reading what is asked.


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("", "theme: must be text"),
        ('#: theme = "x"\n#: why = "y"', "holds: must be a list of what holds"),
        (
            '#: theme = "x"\n#: why = "y"\n#: holds = ["flies b1"]',
            "'flies b1': no such word",
        ),
        (
            '#: theme = "x"\n#: why = "y"\n#: holds = ["stays b7"]',
            "no figure 'b7'; it is 'stays who'",
        ),
        (
            '#: theme = "x"\n#: why = "y"\n#: holds = ["within b1 r1"]',
            "it is 'within who figure number'",
        ),
        ('#: theme = "x"\n#: then = 1', "then: unknown key"),
        ("#: theme = ", "the question: Invalid value"),
        (
            '#: theme = "x"\n#: why = "y"\n#: holds = ["stays b1"]\n#: before = ["green: end"]',
            "slope.toml: before: 'green: end': no side 'green' (one of: blue, red)",
        ),
        (
            '#: theme = "x"\n#: why = "y"\n#: holds = ["stays b1"]\n#: before = ["red: fly r1"]',
            "slope.toml: before: 'red: fly r1': no order 'fly' (",
        ),
    ],
)
def test_a_faulty_question_is_told(asked: str, told: str, tmp_path: Path) -> None:
    """What cannot be asked is told with the file and the key."""
    path = tmp_path / "slope.toml"
    path.write_text(f"{asked}\n{SLOPE}", encoding="utf-8")

    with pytest.raises(FileProblem) as caught:
        read_position(path)

    assert "slope.toml" in str(caught.value)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("name", "before", "told"),
    [
        ("d20_burst_close", ["blue: move b1 0,0>0,0"], "'blue: move b1 0,0>0,0': "),
        ("d20_burst_close", ["red: end"], "'red: end': it is not red's turn (give the orders"),
        ("d20_burst_close", ["blue: end"], "blue, whose position it is, is not to act then ("),
        (
            "opposed_d6_the_dearer_of_two",
            [],
            "blue, whose position it is, is not to act then (lead to a bound of blue, which",
        ),
    ],
)
def test_what_does_not_lead_to_the_position_is_told(
    name: str, before: list[str], told: str
) -> None:
    """With its file, and with the order where one is at fault."""
    position = evolve(read_position(FOLDER / f"{name}.toml"), before=tuple(before))

    with pytest.raises(FileProblem) as caught:
        tuple(exam_marks(position, IDLE))

    assert str(caught.value).startswith(f"{name}.toml: before: {told}")


def test_a_question_is_read_as_its_scenario_is(tmp_path: Path) -> None:
    """Also with the mark that some editors put before the text."""
    text = (FOLDER / "d20_burst_close.toml").read_text(encoding="utf-8")
    path = tmp_path / "d20_burst_close.toml"
    path.write_text(text, encoding="utf-8-sig")

    assert read_position(path) == read_position(FOLDER / path.name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("inside b1 500,500-9,9", "500,500 is not on the map, which ends at 2,1; it is 'inside"),
        ("inside b1 0,0-2,2", "2,2 is not on the map"),
        ("inside b1 1234,0", "'1234,0' is no area"),
        ("nearer b1 700,700", "700,700 is not on the map"),
        ("nearer b1 0,0-1,1", "no figure '0,0-1,1'"),
        ("within b1 r1 3%", "'3%' is no number"),
        ("spares b1 many", "'many' is no percentage"),
        ("covered b1 someone", "no figure 'someone'"),
        ("out someone", "no figure 'someone'"),
        ("not orders b1 flibber", "no order 'flibber', there are move, door, turn, "),
        ("orders b1 move/flibber", "no order 'flibber'"),
        ("orders b1 fire b7", "no figure 'b7'"),
        ("orders b1 fire wepon=rifle", "'fire' has no 'wepon='; it has "),
        ("orders b1 move 0,0>7,0", "7,0 is not on the map"),
        ("orders b1 move b1", "'b1' is not a path"),
        ("orders b1 reload b1", "'reload' has no target"),
        ("orders b1 turn N face=N", "'turn' has no 'face='"),
        ("before b1 aim fire", "no order 'aim'"),
        ("before b1 fire fire", "'fire' twice"),
        ("not posture b1 pron", "no posture 'pron', there are standing"),
        ("apart b1 3", "it is 'apart figure figure... number'"),
        ("apart b1 b1 3", "'b1' twice"),
        ("faces b1 b1", "'b1' twice"),
        ("first b1 b1", "'b1' twice"),
        ("nearer b1 b1", "'b1' twice"),
        ("watches b1 0,0-1,1", "'0,0-1,1' is no tile"),
        ("watches b1 700,0", "700,0 is not on the map"),
        ("ahead b1 move r1 move", "'r1' is given no orders, being an enemy; name one of its own"),
        ("attacks r1 b1", "'r1' is given no orders, being an enemy; name one of its own"),
        ("within b1 r1 2", "nobody is farther away on this map; name 1 to 1"),
        ("within b1 r1 0", "no two share a tile; name 1 to 1"),
        ("apart b1 r1 1", "no two share a tile; name 2 to 2"),
        ("apart b1 r1 3", "no two are so far apart on this map; name 2 to 2"),
        ("inside b1 2,1-0,0", "always so, it is the whole map; name a part of it"),
        ("spares b1 100%", "no chance is more; name 0 to 99"),
        ("not safer b1 100", "who does nothing risks no more; name 0 to 99"),
    ],
)
def test_what_can_never_hold_or_fail_is_told(text: str, told: str) -> None:
    """Tiles off the map, words that the ruleset does not have, one where two are meant."""
    assert told in fault_of(text, SLOPES)


@pytest.mark.parametrize(
    ("holds", "told"),
    [
        ('[["stays b1", "not stays  b1"]]', "'stays b1' or 'not stays b1' always holds"),
        ('["not stays b1", "stays b1"]', "'not stays b1' never holds beside 'stays b1'"),
        (
            '["not stays b1", "not out r1", ["stays b1", "out r1"]]',
            "'stays b1' or 'out r1' never holds beside 'not stays b1' and 'not out r1'",
        ),
    ],
)
def test_what_can_never_hold_or_fail_together_is_told(
    holds: str, told: str, tmp_path: Path
) -> None:
    """A property beside its opposite, as one of two or as both of them."""
    path = tmp_path / "slope.toml"
    asked = f'#: theme = "x"\n#: why = "y"\n#: holds = {holds}'
    path.write_text(f"{asked}\n{SLOPE}", encoding="utf-8")

    with pytest.raises(FileProblem) as caught:
        read_position(path)

    assert str(caught.value) == f"slope.toml: holds: {told} (take one of them out)"


def test_a_value_that_is_never_written_is_told() -> None:
    """Orders leave out what is meant anyway, take one of their choices, and spell it one way."""
    known = Vocabulary.of(read_position(FOLDER / "d20_burst_close.toml").scenario)
    field = known.verbs["fire"].field("mode")

    assert field is not None
    assert "is no choice; there are " in fault_of("orders b1 fire mode=brust", known)
    assert "never written" in fault_of(f"orders b1 fire mode={field.default}", known)
    assert "'r1+b1' is written 'b1+r1'" in fault_of("orders b1 fire aid=r1+b1", SLOPES)


def test_a_folder_without_positions_is_told(tmp_path: Path) -> None:
    """Nothing to sit is a fault of the command, not an empty report."""
    for place in (tmp_path, tmp_path / "gone.toml"):
        with pytest.raises(UsageProblem):
            read_positions(place)


def test_who_does_nothing_passes_little() -> None:
    """Of doing nothing only those hold that ask to keep what there is: at most one in eight."""
    reports = run_exam((IDLE,))

    assert [report.part for report in reports] == list(PARTS)
    assert [one.part for one in reports if 8 * one.share.count > one.share.of] == []


# The report.


def test_the_report_tells_what_was_done_instead() -> None:
    """Share, positions that were failed with ways, properties and reasons."""
    good = Mark("d20_gate", "d20", "objective", "drawn", 900)
    bad = evolve(good, way="turned", gain=800, failed=("inside b1 4,0",), done=("b1 fire r1 +1.0",))
    report = ExamReport("regular", (good, bad))

    assert report.text.split("\n") == [
        "regular: 1 of 2 passed, 50.0%",
        "  1 position, 1 failed on some way",
        "  d20               1 of 2, 50.0%",
        "",
        "d20_gate (d20, objective): turned",
        "  not: inside b1 4,0",
        "  b1 fire r1 +1.0",
    ]
    assert evolve(report, part="new").text.startswith("regular, new: 1 of 2 passed, 50.0%\n")
    assert report.data["failed"][0]["done"] == ["b1 fire r1 +1.0"]
    assert report.uneven == {"d20_gate": (900, 800)}


def test_ways_that_fail_for_other_reasons_are_told_apart() -> None:
    """Those on which the same was done stand together, each other one has lines of its own."""
    drawn = Mark("gate", "d20", "objective", "drawn", 9, ("inside b1 4,0",), ("b1 fire r1 +1.0",))
    mirrored = evolve(drawn, way="mirrored", failed=("stays b1",), done=("b1 move 1,0",))
    turned_ = evolve(drawn, way="turned")

    assert ExamReport("regular", (drawn, mirrored, turned_)).text.split("\n")[3:] == [
        "",
        "gate (d20, objective): drawn, turned",
        "  not: inside b1 4,0",
        "  b1 fire r1 +1.0",
        "",
        "gate (d20, objective): mirrored",
        "  not: stays b1",
        "  b1 move 1,0",
    ]


def test_a_crew_sits_the_same_exam(tmp_path: Path) -> None:
    """Positions are given out one by one; the reports are those of one process, level by level."""
    for name in ("opposed_d6_the_dearer_of_two", "d20_burst_close"):
        shutil.copy(FOLDER / f"{name}.toml", tmp_path)
    told: list[tuple[int, int]] = []
    here = run_exam(("random", "recruit"), tmp_path, progress=lambda *of: told.append(of))

    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [(report.level, report.positions) for report in here] == [("random", 2), ("recruit", 2)]
    with process_pool(1) as executor:
        assert run_exam(("random", "recruit"), tmp_path, Workers(executor)) == here
