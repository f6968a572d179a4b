"""The file of a ladder: a pair is there once it is done, and nothing foreign is taken for one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.errors import FileProblem, UsageProblem
from tools.command import played_version
from tools.ladder import scenarios
from tools.ladder.results_file import Match, Result, ResultsFile, line_of
from tools.ladder.scenarios import LadderScenario

RESULTS = (Result(2, "blue", "broken", 5), Result(1, "", "score", 8))


@cache
def ladder_scenario() -> LadderScenario:
    return scenarios.ladder_scenario("first_steps")


def match(seed: int = 1) -> Match:
    one = ladder_scenario()
    return Match(one.name, one.hash, ("regular", "recruit"), seed, RESULTS)


def opened(path: Path) -> ResultsFile:
    return ResultsFile.open(path, [ladder_scenario()])


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    """Pair by pair; each is in the file as soon as it is added."""
    path = tmp_path / "ladder.jsonl"
    with opened(path) as results:
        results.add(match(1))
        results.add(match(2))
        assert path.read_bytes().count(b"\n") == 2

    with opened(path) as results:
        assert len(results) == 2
        assert results.get(ladder_scenario().name, ("regular", "recruit"), 2) == match(2)
        assert results.get(ladder_scenario().name, ("recruit", "regular"), 2) is None
        assert match(2).points == 3
        assert not results.torn


@pytest.mark.parametrize("torn", ['{"version":"0.1', "\0\0\0\0", '{"version":1}\n', "{\n"])
def test_a_line_torn_by_a_kill_is_cut_off(tmp_path: Path, torn: str) -> None:
    """The pairs before it stand, and the next one takes its place."""
    path = tmp_path / "ladder.jsonl"
    with opened(path) as results:
        results.add(match(1))
    with path.open("a") as file:
        file.write(torn)

    with opened(path) as results:
        assert (len(results), results.torn) == (1, True)
        results.add(match(2))

    assert path.read_text() == line_of(match(1), played_version()) + line_of(
        match(2), played_version()
    )


def test_a_whole_line_cut_anywhere_is_never_another_pair(tmp_path: Path) -> None:
    """Wherever the kill fell, the pair is there or is not."""
    line = line_of(match(), played_version())
    for cut in range(0, len(line), 31):
        path = tmp_path / f"{cut}.jsonl"
        path.write_text(line_of(match(2), played_version()) + line[:cut])
        with opened(path) as results:
            assert (len(results), results.torn) == (1, cut > 0)


def said(path: Path) -> str:
    with pytest.raises((FileProblem, UsageProblem)) as caught:
        opened(path)
    return str(caught.value)


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    """With both versions, and what to do; it stays as it is."""
    path = tmp_path / "ladder.jsonl"
    text = line_of(match(), played_version()) + line_of(match(), "0.0.9+aaaaaaaa")
    path.write_text(text)

    assert said(path) == (
        f"{path}:2: was played by skirmish 0.0.9+aaaaaaaa, and this is {played_version()}"
        " (name another file, or delete this one)"
    )
    assert path.read_text() == text


def test_a_file_of_another_scenario_is_refused(tmp_path: Path) -> None:
    """One that has changed since, and one that is neither played now nor made."""
    changed, foreign = tmp_path / "changed.jsonl", tmp_path / "foreign.jsonl"
    changed.write_text(line_of(evolve(match(), hash="0" * 16), played_version()))
    foreign.write_text(line_of(evolve(match(), scenario="low_water"), played_version()))

    assert said(changed).startswith(f"{changed}:1: the scenario 'first_steps' was another one")
    assert said(foreign).startswith(f"{foreign}:1: is of a scenario that is not played now, 'low")


def test_of_a_made_ground_the_version_says_enough(tmp_path: Path) -> None:
    """Nothing is made to read a file: whatever makes grounds is part of the version.

    Only where one was named there is a hash to hold it against, as for other scenarios.
    """
    path = tmp_path / "ladder.jsonl"
    of_a_made_one = evolve(match(17), scenario="d20:17", hash="0" * 16)
    path.write_text(line_of(of_a_made_one, played_version()))

    with opened(path) as results:
        assert results.get("d20:17", ("regular", "recruit"), 17) == of_a_made_one
    with pytest.raises(FileProblem, match="the scenario 'd20:17' was another one then"):
        ResultsFile.open(path, [scenarios.ladder_scenario("d20:17")])


def spoilt(**changes: object) -> str:
    data = {**json.loads(line_of(match(), played_version())), **changes}
    return json.dumps(data) + "\n"


@pytest.mark.parametrize(
    "line",
    [
        "\n",
        "[]\n",
        "[" * 100_000 + "\n",
        spoilt(seed=-1),
        spoilt(seed=True),
        spoilt(levels=["regular"]),
        spoilt(levels=["regular", "\x1b[2J"]),
        spoilt(results=[]),
        spoilt(results=[{"points": 3, "winner": "", "reason": "score", "turns": 1}] * 2),
        spoilt(more=1),
    ],
)
def test_what_is_no_line_of_a_ladder_is_refused(tmp_path: Path, line: str) -> None:
    """In the midst of a file, with its number; at its end it is cut off like a torn one."""
    path = tmp_path / "ladder.jsonl"
    path.write_text(
        line_of(match(1), played_version()) + line + line_of(match(2), played_version())
    )

    assert said(path).startswith(f"{path}:2: no line of a ladder (name another file")


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    """A single line of other text is no torn pair; a folder is no file."""
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary")

    assert said(path).startswith(f"{path}:1: no line of a ladder")
    assert path.read_text() == "Dear diary"
    assert said(tmp_path).endswith("(name another file, or delete this one)")


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    """The second one is told to wait."""
    path = tmp_path / "ladder.jsonl"
    with opened(path):
        assert said(path).startswith(f"{path}: another run writes to it (wait for that")


def test_a_full_file_takes_no_more_and_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may not be read again is not written."""
    path = tmp_path / "x.jsonl"
    with opened(path) as results:
        results.add(match(1))
        monkeypatch.setattr("tools.ladder.results_file.MOST_BYTES", path.stat().st_size + 10)
        with pytest.raises(UsageProblem, match="is full") as caught:
            results.add(match(2))
    assert caught.value.remedy == "go on in another file"

    with opened(path) as again:
        assert len(again) == 1
