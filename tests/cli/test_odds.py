"""`skirmish odds`: the shape of its answer, its options, and what it refuses."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from skirmish.cli import odds_query
from skirmish.cli.odds_query import answer_batch, play_order
from skirmish.game import Game, opening_of
from skirmish.scenario import Scenario, load
from tests.cli.cli_runner import Run
from tests.cli.odds_scenarios import FigureSpec, scenario

GUN: dict[str, Any] = {"factor": 4, "automatic": True}
MORTAR: dict[str, Any] = {"factor": 4, "fire": "indirect", "radius": 1, "max_radius": 2}
WEAPONS = {"gun": GUN, "mortar": MORTAR}
# r2 stands behind the wall: blue's mortar team b2 does not see it, nor does anybody else.
MEN = [
    FigureSpec("b1", (2, 4), "E", {"quality": "superior"}, ["gun"]),
    FigureSpec("b2", (2, 6), "E", {}, ["mortar"]),
    FigureSpec("r1", (9, 4), "W", {}, ["gun"]),
    FigureSpec("r2", (14, 6), "W", {}, ["gun"]),
]
DUEL = Path(__file__).parents[1] / "exam" / "d100_flanks_the_sandbags.toml"
ROWS = [*["." * 18] * 5, *["." * 11 + "#" + "." * 6] * 4]


@pytest.fixture
def line(tmp_path: Path) -> Path:
    """A scenario of two against two, one of them unseen."""
    path = tmp_path / "line.toml"
    path.write_text(scenario(ROWS, MEN, WEAPONS))
    return path


def answer(run: Run, *arguments: str | Path) -> Any:
    """What the command says, as data."""
    said = run("odds", *arguments, "--json")
    assert (said.code, said.err) == (0, "")
    return json.loads(said.out)


def test_the_whole_answer_for_one_shot(run: Run, line: Path) -> None:
    """Exact fractions beside decimals; the breakdown adds up to what is rolled with."""
    assert answer(run, line, "fire  b1 r1") == {
        "order": "fire b1 r1",
        "policy": "",
        "modifiers": [
            {"on": "attack", "figure": "r1", "name": "gun", "value": 4, "rule": "BAY-28"},
            {"on": "attack", "figure": "r1", "name": "superior", "value": 1, "rule": "BAY-F4"},
            {"on": "guard", "figure": "r1", "name": "guard", "value": 2} | {"rule": "BAY-28"},
        ],
        "outcomes": SHOT,
        "figures": {"r1": {"chance_to_be_struck": "5/6", "outcomes": SHOT}},
        "landing": [],
        "expected_loss": {"blue": 0.0, "red": EXPECTED},
    }


SHOT = [
    {"probability": "1/2", "p": 0.5, "result": {"effect": "suppressed"}},
    {"probability": "1/3", "p": 0.3333, "result": {"effect": "downed"}},
    {"probability": "1/6", "p": 0.1667, "result": {"effect": "nothing"}},
]
EXPECTED = 4.5833


@pytest.mark.parametrize(
    "order",
    [
        "fire b1 r1",
        "fire b1 r1 rolls=3",
        "bombard b2 9,4",
        "bombard b2 14,6",
        "bombard b2 17,6",
    ],
)
def test_chances_are_exact_and_sum_to_one(run: Run, line: Path, order: str) -> None:
    """For every figure that can be struck, and for where it lands; losses follow from them."""
    data = answer(run, line, order)

    for name, figure in data["figures"].items():
        chances = {o["result"]["effect"]: Fraction(o["probability"]) for o in figure["outcomes"]}
        assert sum(chances.values()) == 1, name
        assert Fraction(figure["chance_to_be_struck"]) == 1 - chances.get("nothing", 0)
        assert all(abs(o["p"] - Fraction(o["probability"])) < 1e-4 for o in figure["outcomes"])
    assert sum(Fraction(one["probability"]) for one in data["landing"]) in (0, 1)
    assert list(data["expected_loss"]) == ["blue", "red"]


@pytest.mark.parametrize(
    ("order", "path"),
    [
        ("move b1 6,4", "6,4"),  # straight ahead
        ("move b1 5,2", "3,3>4,2>5,2"),
        ("move b2 12,6", "3,6>8,6>10,4>11,4>12,5>12,6"),  # round the wall
    ],
)
def test_a_destination_alone_is_enough(run: Run, line: Path, order: str, path: str) -> None:
    """The path is the one that the game takes there; one that is straight stands as written."""
    verb, figure, _ = order.split()
    said = run("odds", line, order)
    assert said.fault.startswith(f"'{verb} {figure} {path}' rolls no dice")


def test_a_destination_alone_is_enough_before_the_order(run: Run, line: Path) -> None:
    """The orders that are played first are read in the same way."""
    before = ("--at", "move b1 5,2", "--at", "end")
    assert answer(run, line, "fire b1 r1", *before) == answer(
        run, line, "fire b1 r1", "--at", "move b1 3,3>4,2>5,2", "--at", "end"
    )


def test_the_clock_and_fog_are_asked_when_strict(run: Run, line: Path) -> None:
    """A shot in the wrong bound, and one at an enemy that nobody sees."""
    wrong_bound = run("odds", line, "fire b1 r1", "--strict")

    assert wrong_bound.code == 1
    assert wrong_bound.fault == (
        "fire b1 r1: shooting comes after the enemy's move [BAY-12] (end your move first)"
    )
    assert answer(run, line, "fire b1 r1", "--strict", *enemy_has_moved()) == answer(
        run, line, "fire b1 r1"
    )


def enemy_has_moved() -> tuple[str, ...]:
    """Blue moves and red shoots at nobody, then red moves: blue may shoot."""
    return ("--at", "end", "--at", "end |", "--at", "end|")


def test_on_a_view_the_unseen_are_neither_struck_nor_refused_otherwise(
    run: Run, line: Path, tmp_path: Path
) -> None:
    """The same answer, to the byte, whether somebody stands there or not."""
    empty = tmp_path / "empty.toml"
    elsewhere = [*MEN[:3], FigureSpec("r2", (16, 8), "N", {"physical": 7}, ["gun"])]
    empty.write_text(scenario(ROWS, elsewhere, WEAPONS))

    def said(path: Path, order: str) -> tuple[int, str, str]:
        told = run("odds", path, order, "--view", "blue", "--json")
        return told.code, told.out, told.err

    for order in ("bombard b2 14,6", "fire b1 r2", "fire b1 r1", "fight b1 r2", "fire r2 b1"):
        assert said(line, order) == said(empty, order)
    unseen, nobody = said(line, "fire b1 r2"), said(line, "fire b1 zz")
    assert (unseen[0], unseen[2]) == (1, nobody[2].replace("zz", "r2"))
    assert "r2" in answer(run, line, "bombard b2 14,6")["figures"]
    assert "r2" not in answer(run, line, "bombard b2 14,6", "--view", "blue")["figures"]


def test_orders_are_played_first_on_the_faces_given(run: Run, line: Path) -> None:
    """Each on the battle that the one before left; a struck figure is no more."""
    before = (*enemy_has_moved(), "--at", "fire b1 r1 | 6:5 6:1")
    gone = run("odds", line, "bombard b2 9,4", "--json", *before)

    assert answer(run, line, "bombard b2 9,4", *enemy_has_moved())["figures"].keys() == {"r1"}
    assert json.loads(gone.out)["figures"] == {}


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("fire b1 r1 | 6:5", "fire b1 r1: die 2, d6 (guard): no face is left"),
        ("fire b1 r1", "fire b1 r1: die 1, d6 (attack): no face is left"),
        ("fire b1 r1 | 8:5 6:1", "fire b1 r1: die 1, d6 (attack): the face at hand is 8:5, of a"),
        ("fire b1 r1 | 6:7 6:1", "fire b1 r1: die 1, d6 (attack): a d6 cannot show 7"),
        ("fire b1 r1 | 6:1 6:1 6:1", "fire b1 r1: after die 2: not rolled: 6:1"),
        ("fire b1 r1 | five", "fire b1 r1: five is no face (write die:face, such as 6:5)"),
        (
            "fire b1 r9 | 6:1",
            "fire b1 r9: there is no such enemy in sight [BAY-05]",
        ),
        ("fire r1 b1 | 6:1", "fire r1 b1: you have no figure r1 (see the list of your figures)"),
        ("frie b1 r1 |", "no order 'frie' (did you mean 'fire'?)"),
        ("", "the order is empty"),
    ],
)
def test_what_cannot_be_played_first(run: Run, line: Path, at: str, message: str) -> None:
    """The die that is wanting is named, and so is the order."""
    said = run("odds", line, "fire b1 r1", *enemy_has_moved(), "--at", at)

    assert said.code == 1
    assert said.fault.startswith(message)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("frie b1 r1",), 1, "no order 'frie' (did you mean 'fire'?)"),
        (("",), 1, "the order is empty"),
        (("fire b9 r1",), 2, "no figure 'b9' (known: b1, b2, r1, r2)"),
        (("fire r1 b1", "--view", "blue"), 2, "blue has no figure 'r1' (known: b1, b2)"),
        (("fire b9 r1", "--view", "blue"), 2, "blue has no figure 'b9' (known: b1, b2)"),
        (("fire b1 r1", "--view", "pink"), 2, "no side 'pink' (one of: blue, red)"),
        (("fire b1 r1 weapon=gnu",), 1, "fire b1 r1 weapon=gnu: b1 has no gnu to fire with [BAY-"),
        (("fire b1 b2",), 1, "fire b1 b2: b2 is one of yours [BAY-03]"),
        (("fire b1 r2",), 1, "fire b1 r2: b1 does not see r2 [BAY-05]"),
        (("fire b1 r1 \x1b[31m",), 1, r"'\x1b[31m' is one word too many"),
        (("fire b1 r1 rolls=9",), 1, "fire b1 r1 rolls=9: a burst over 9 rolls [BAY-14]"),
        (("bombard b2 99,99",), 1, "bombard b2 99,99: 99,99 is off the map [BAY-15]"),
        (("turn b1 N",), 1, "'turn b1 N' rolls no dice (orders with dice: fire, bombard, fight)"),
        (("end",), 1, "'end' has no dice of its own (orders with dice: fire, bombard, fight)"),
        (("fire b1 r1", "--rule", "fgo=true"), 2, "fgo: no such house rule (did you mean 'fog'?)"),
        (("fire b1 r1", "--rule", "fog=7"), 2, "fog: must be true or false"),
        (("fire b1 r1", "--rule", "fog"), 2, "--rule 'fog' is not NAME=VALUE (as in fog=false)"),
        (("fire b1 r1", "--rule", "sight=" + "9" * 5000), 2, "sight: must be a whole number"),
        (("fire b1 r1", "--rule", "sight=\u0663"), 2, "sight: must be a whole number"),
    ],
)
@pytest.mark.parametrize("as_json", [True, False])
def test_what_has_no_odds(
    run: Run, line: Path, arguments: tuple[str, ...], code: int, message: str, as_json: bool
) -> None:
    """One line on stderr, nothing on stdout, with --json too."""
    said = run("odds", line, *arguments, *(["--json"] if as_json else []))

    assert said.code == code
    assert said.fault.startswith(message)
    assert said.fault.isprintable()


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"title = 1", b"[" * 9999])
def test_a_scenario_that_is_none(run: Run, tmp_path: Path, content: bytes | None) -> None:
    """As `check` says it, and nothing else."""
    if content is not None:
        (tmp_path / "none.toml").write_bytes(content)

    said = run("odds", "none.toml", "fire b1 r1")

    assert said.code in (1, 2)
    assert said.out == ""
    assert said.err == run("check", "none.toml").err


def test_an_answer_for_people(run: Run, line: Path) -> None:
    """The breakdown, each outcome, where it may land, what it costs."""
    shot = run("odds", line, "fire b1 r1").out.splitlines()
    lobbed = run("odds", line, "bombard b2 14,6").out

    assert shot[0] == "fire b1 r1"
    assert shot[1].split() == ["attack", "against", "r1", "+4", "gun", "BAY-28"]
    assert "  suppressed                50.00%" in shot
    assert shot[-1] == f"expected loss in worth: blue 0.0, red {EXPECTED}"
    assert "\nlands:\n  " in lobbed


def test_what_can_hardly_be_is_not_called_impossible(run: Run) -> None:
    """A chance that is told is never 0.00%, and of an outcome only what is so is told."""
    told = run("odds", DUEL, "fire b1 r1").out

    assert "\n  hit, damage 6 " in told
    assert "<0.01%" in told
    assert " 0.00%" not in told
    assert "False" not in told
    assert "\n  nothing  " in told


def test_house_rules_may_be_set(run: Run, line: Path) -> None:
    """Without scatter a round comes down where it is aimed."""
    data = answer(run, line, "bombard b2 14,6", "--rule", "scatter=false")

    assert data["landing"] == []
    assert len(answer(run, line, "bombard b2 14,6")["landing"]) > 3


# Records.


@pytest.fixture
def record(line: Path, tmp_path: Path) -> Path:
    """A battle of some orders on the same ground, not over."""
    path = tmp_path / "game.skr"
    with Game.new(opening_of(load(line)), 7, record=path, sync=False) as game:
        for order in ("end", "end", "move r1 9,4>8,4", "end", "fire b1 r1"):
            game.order(game.to_act, order)
    return path


def test_odds_of_a_record_are_those_at_its_end_or_after_a_line(run: Run, record: Path) -> None:
    """The position after each line is asked, with the clock and the fog as they were."""
    strict = ("fire b1 r1", "--strict")
    lines = len(Game.replay(record).lines)

    at_end = run("odds", record, *strict)
    assert at_end.fault.startswith("fire b1 r1: ")
    before = answer(run, record, *strict, "--line", str(lines - 1))
    assert before["figures"].keys() == {"r1"}
    assert run("odds", record, *strict, "--line", "99").fault == (
        f"no line 99 (the game has lines 0 to {lines})"
    )
    taken = run("odds", record, "fire b1 r1", "--rule", "fog=false").fault
    assert "keeps the house rules that it was played with (leave them out)" in taken
    assert run("odds", "low_water", "fire b4 r1", "--line", "1").fault == (
        "a scenario has no lines (name a record: it ends in .skr)"
    )


# Many questions.


def asked(*lines: bytes | str | dict[str, Any]) -> list[Any]:
    """What is answered to these lines, read back."""
    said: list[str] = []
    text = [json.dumps(line) if isinstance(line, dict) else line for line in lines]
    data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in text)
    answer_batch(io.BytesIO(data), said.append)
    return [json.loads(line) for line in said]


def test_a_batch_answers_what_the_command_answers(run: Run, line: Path, record: Path) -> None:
    """The same data, line by line; a refusal in the same words."""
    text = line.read_text()
    turn = ["end", "end |", "end|", "fire b1 r1 | 6:5 6:1"]
    said = asked(
        {"id": 7, "scenario": str(line), "order": "fire b1 r1"},
        {"scenario": str(line), "order": "bombard b2 14,6", "side": "blue"},
        {"text": text, "order": "bombard b2 14,6", "rules": {"scatter": False}},
        {"id": "a", "text": text, "before": turn, "order": "bombard b2 9,4"},
        {"scenario": str(record), "line": 2, "order": "fire b1 r1"},
        {"scenario": str(line), "order": "fire b1 r1", "strict": True},
    )
    before = [word for order in turn for word in ("--at", order)]

    assert [one["line"] for one in said] == [1, 2, 3, 4, 5, 6]
    assert [one.get("id") for one in said] == [7, None, None, "a", None, None]
    assert [one["odds"] for one in said[:5]] == [
        answer(run, line, "fire b1 r1"),
        answer(run, line, "bombard b2 14,6", "--view", "blue"),
        answer(run, line, "bombard b2 14,6", "--rule", "scatter=false"),
        answer(run, line, "bombard b2 9,4", *before),
        answer(run, record, "fire b1 r1", "--line", "2"),
    ]
    assert said[5]["error"] == {
        "where": "fire b1 r1",
        "what": "shooting comes after the enemy's move",
        "remedy": "end your move first",
        "rule": "BAY-12",
    }


ORDER = '"order": "fire b1 r1"'


@pytest.mark.parametrize(
    ("bad", "where", "what"),
    [
        ("", "column 1", "not JSON: Expecting value"),
        ("{", "column 2", "not JSON: Expecting property name"),
        ("[1]", "", "not a JSON object"),
        ("[" * 100_000, "", "not JSON that can be read"),
        (f'{{"line": {"9" * 5000}}}', "", "not JSON that can be read"),
        (b'{"order": "\xff"}', "byte 12", "the line is not UTF-8 text"),
        (b" " * (2 * 2**20 + 9), "", "the line is longer than 2 MiB"),
        (f'{{{ORDER}, "scenaro": "x"}}', "scenaro", "unknown field"),
        (f"{{{ORDER}}}", "scenario", "missing"),
        ('{"scenario": "low_water"}', "order", "missing"),
        ('{"scenario": "low_water", "order": 1}', "order", "of the wrong type"),
        (f'{{{ORDER}, "scenario": "\\ud800"}}', "scenario", "of the wrong type"),
        (f'{{{ORDER}, "scenario": "no_such"}}', "no_such", "no such scenario"),
        (f'{{{ORDER}, "scenario": "/dev/zero"}}', "zero", "not a plain file"),
        (f'{{{ORDER}, "scenario": "none.skr"}}', "none.skr", "cannot be opened"),
        (f'{{{ORDER}, "text": "title = 1"}}', "scenario:1:1", "missing"),
        (f'{{{ORDER}, "text": "x", "scenario": "low_water"}}', "", "both a scenario's name and"),
        (f'{{{ORDER}, "scenario": "low_water", "line": 1}}', "", "a scenario has no lines"),
        (f'{{{ORDER}, "scenario": "low_water", "line": -1}}', "line", "of the wrong type"),
        (f'{{{ORDER}, "scenario": "low_water", "side": "x"}}', "", "no side 'x'"),
        (f'{{{ORDER}, "scenario": "low_water", "before": [1]}}', "before", "of the wrong type"),
        (f'{{{ORDER}, "scenario": "low_water", "before": ["frie"]}}', "", "no order 'frie'"),
        (
            f'{{{ORDER}, "scenario": "low_water", "before": ["end|6:1"]}}',
            "end: after",
            "not rolled: 6:1",
        ),
        (f'{{{ORDER}, "scenario": "low_water", "rules": {{"fog": 1}}}}', "fog", "must be true"),
        (
            f'{{{ORDER}, "scenario": "low_water", "rules": {{"fog": null}}}}',
            "rules.fog",
            "not a house",
        ),
        (
            f'{{{ORDER}, "scenario": "low_water", "id": [1]}}',
            "id",
            "not a valid id",
        ),
    ],
    ids=range(26),
)
def test_a_bad_line_is_answered_and_the_next_is_read(
    bad: str | bytes, where: str, what: str
) -> None:
    """Where, what and the remedy; a rule that was true before does not stand in for a 1."""
    good = {"scenario": "low_water", "order": "fire b4 r1", "rules": {"fog": True}}
    first, fault, last = asked(good, bad, good)

    assert first["odds"] == last["odds"]
    assert (fault["line"], last["line"]) == (2, 3)
    error = fault["error"]
    assert error["where"].startswith(where)
    assert error["what"].startswith(what)
    assert error["what"].isprintable()


def test_a_position_is_played_once(line: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question after the orders of the one before costs one order more, no scenario is reread."""
    done: list[str] = []

    def counted(rules: Any, state: Any, text: str) -> Any:
        done.append(text)
        return play_order(rules, state, text)

    def read(path: Path) -> Scenario:
        done.append("load")
        return load(path)

    monkeypatch.setattr(odds_query, "play_order", counted)
    monkeypatch.setattr(odds_query, "load", read)
    asked(
        *(
            {"scenario": str(line), "before": ["end"] * count, "order": "fire b1 r1"}
            for count in (0, 1, 2, 3, 3, 2)
        )
    )

    assert done == ["load", "end", "end", "end"]


def test_a_program_that_is_gone_is_no_fault() -> None:
    """The end of a closed pipe: nothing on stderr; and each answer comes before the next line."""
    command = [sys.executable, "-m", "skirmish", "odds", "--batch"]
    question = json.dumps({"scenario": "low_water", "order": "fire b4 r1"}).encode() + b"\n"
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(question)
        process.stdin.flush()
        assert b'"odds"' in process.stdout.readline()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(question * 3)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_batch_takes_no_question_beside_it(run: Run) -> None:
    """What would not be heeded is refused; without it an order is needed."""
    assert run("odds", "low_water", "--batch").fault.startswith(
        "--batch cannot be combined with SCENARIO|RECORD"
    )
    assert run("odds", "low_water").fault == (
        "skirmish odds: Missing argument 'ORDER' (see 'skirmish odds --help')"
    )
