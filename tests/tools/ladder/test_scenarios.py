"""What a ladder is fought over: a made ground for each pair, or scenarios that take turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.errors import UsageProblem
from skirmish.game import open_text
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import check
from skirmish.scenario.loader import remarks
from tools.ladder.scenarios import (
    generated_scenario,
    generated_text,
    is_generated,
    ladder_scenario,
    scenario_sources,
)


def test_each_pair_has_a_ground_and_a_seed_of_its_own() -> None:
    """Of one number, which begins at the seed of the run; every ruleset makes its own."""
    found = scenario_sources()
    (d20,) = scenario_sources((), ["d20"], 17)

    assert [source.ruleset for source in found] == list(RULESETS)
    assert [(d20.name(pair), d20.seed(pair)) for pair in range(3)] == [
        ("d20:17", 17),
        ("d20:18", 18),
        ("d20:19", 19),
    ]
    assert [d20.scenario(pair).name for pair in range(2)] == ["d20:17", "d20:18"]
    assert d20.scenario(1).opening.text == generated_scenario("d20", 18)
    assert d20.named == ()


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ground_is_small_sound_and_always_the_same(
    ruleset: str, number: int, tmp_path: Path
) -> None:
    """24 x 16, the same figures on each side, nothing wrong with its file; each another one."""
    text = generated_scenario(ruleset, number)
    file = tmp_path / "ground.toml"
    file.write_text(text)
    state = open_text(text).state
    casts = [
        [figure.who.kind.id for figure in state.figures.values() if figure.side == side]
        for side in ("blue", "red")
    ]

    assert (check(file), remarks(file)) == ((), ())
    assert (state.board.width, state.board.height, state.setup.turns) == (24, 16, 9)
    assert casts[0] == casts[1]
    assert len(casts[0]) == 5
    assert open_text(text).text == text == generated_scenario(ruleset, number)
    assert text != generated_scenario(ruleset, number + 6)


@pytest.mark.parametrize(
    ("ruleset", "number", "expected"),
    [("d20", 17, "24cd877a08dd023b"), ("opposed_d6", 1, "d9ab552f77329a78")],
)
def test_a_ground_stays_as_it_is(ruleset: str, number: int, expected: str) -> None:
    """Where another one is made of a number, whatever was measured before is of other grounds."""
    assert open_text(generated_scenario(ruleset, number)).hash == expected


def test_named_scenarios_take_turns() -> None:
    """The seed goes up when all have had theirs; names and files sort themselves by ruleset."""
    (found,) = scenario_sources(["first_steps", "opposed_d6:3", "d20:4"], ["opposed_d6"], 7)

    assert [(found.name(pair), found.seed(pair)) for pair in range(4)] == [
        ("first_steps", 7),
        ("opposed_d6:3", 7),
        ("first_steps", 8),
        ("opposed_d6:3", 8),
    ]
    assert [one.name for one in found.named] == ["first_steps", "opposed_d6:3"]
    assert found.scenario(2) is found.named[0]


def test_a_made_ground_is_a_scenario(tmp_path: Path) -> None:
    """By its name, or from the file that its text was written to."""
    file = tmp_path / "ground.toml"
    file.write_text(generated_text("d20:17"))

    assert (ladder_scenario("d20:17").name, ladder_scenario(str(file)).name) == ("d20:17", "ground")
    assert ladder_scenario("d20:17").hash == ladder_scenario(str(file)).hash
    assert ladder_scenario("d20:17").ruleset == "d20"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("d20:17", True),
        ("d20:0", True),
        ("d20:" + "9" * 18, True),
        ("d20:1" + "0" * 18, False),
        ("d20:017", False),
        ("d20:-1", False),
        ("d20:", False),
        ("d20", False),
        ("d21:17", False),
    ],
)
def test_names_of_made_grounds(name: str, expected: bool) -> None:
    """A ruleset and a number, spelt in one way only; a seed has at most 18 digits."""
    assert is_generated(name) is expected


@pytest.mark.parametrize(
    ("scenarios", "rulesets", "message"),
    [
        (["low_wtaer"], [], "low_wtaer: no such scenario (did you mean 'low_water'?)"),
        (["d20:x"], [], "no ground 'd20:x' (a ruleset and a number of at most 18 digits, as in"),
        (["d20:017"], [], "no ground 'd20:017' ("),
        (["d21:17"], [], "no ruleset 'd21' (opposed_d6, "),
        (["a:b.toml"], [], "a:b.toml: no such scenario"),
        ([], ["d21"], "no ruleset 'd21' (opposed_d6, "),
        (["d20:17"], ["d100"], "no scenario of these rulesets (take --ruleset out)"),
    ],
)
def test_what_there_is_not(scenarios: list[str], rulesets: list[str], message: str) -> None:
    """A sentence with the remedy."""
    with pytest.raises(UsageProblem) as caught:
        scenario_sources(scenarios, rulesets)

    assert str(caught.value).startswith(message)


def test_no_two_scenarios_have_one_name(tmp_path: Path) -> None:
    """A pair is known by the name of its ground: nor may a file take that of a made one."""
    (tmp_path / "other").mkdir()
    files = [tmp_path / "ford.toml", tmp_path / "other/ford.toml", tmp_path / "d20:17.toml"]
    for number, file in enumerate(files):
        file.write_text(generated_scenario("d20", number))

    with pytest.raises(UsageProblem, match=r"ford: two scenarios have this name \(rename one"):
        scenario_sources([str(file) for file in files[:2]])
    with pytest.raises(UsageProblem, match=r"d20:17.toml: a made ground has this name \(rename"):
        scenario_sources([str(files[2])])
