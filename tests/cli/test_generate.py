"""`skirmish generate`: each option, and each fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skirmish.analysis.even_scenario import Candidate
from skirmish.analysis.intervals import Mean
from skirmish.analysis.workers import Workers
from skirmish.generator import PLACES, Options, generate
from skirmish.generator.options import LEAST, MOST, POINTS
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Scenario, parse, scenario_text
from tests.cli.cli_runner import Run

SMALL = ("--size", "30x20", "--points", "100")


def printed(run: Run, *options: str) -> Scenario:
    """The scenario that the command prints."""
    said = run("generate", *options)
    assert (said.code, said.err) == (0, "")
    return parse(said.out)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ((), Options(3)),
        (("--place", "bridge"), Options(3, "bridge")),
        (("--size", "26x40"), Options(3, size=(26, 40))),
        (("--ruleset", "d20"), Options(3, ruleset="d20")),
        (("--points", "150"), Options(3, points=150)),
        (("--same-forces",), Options(3, same_forces=True)),
    ],
)
def test_each_option(run: Run, options: tuple[str, ...], wanted: Options) -> None:
    """All but one are as the help says."""
    assert printed(run, "--seed", "3", *options) == generate(wanted)


def test_without_a_seed_one_is_drawn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file names it."""
    monkeypatch.setattr("skirmish.presentation.setup.game_setup.random_seed", lambda: 681025)

    assert "--seed 681025 " in printed(run, *SMALL).about.notes


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_a_file_is_written_and_checked(run: Run, option: str, tmp_path: Path) -> None:
    """The file equals the printed text, `check` finds no fault in it, and the seed is printed."""
    said = run("generate", "--seed", "4", "--place", "woods", *SMALL, option, "new.toml")

    assert (said.code, said.out, said.err) == (0, "", "new.toml: woods, seed 4\n")
    wanted = generate(Options(4, "woods", (30, 20), points=100))
    assert (tmp_path / "new.toml").read_text(encoding="utf-8") == scenario_text(wanted)
    checked = run("check", "--strict", "new.toml")
    assert (checked.code, checked.err) == (0, "")


def test_the_help_names_places_and_rulesets(run: Run) -> None:
    """As they are known."""
    told = " ".join(run("generate", "--help").out.split())

    assert f"Places: {', '.join(PLACES)}." in told
    assert f"Rulesets: {', '.join(RULESETS)}." in told
    for option in ("--seed", "--place", "--size", "--ruleset", "--points", "--same-forces"):
        assert option in told
    assert "--tested" in told
    assert f"[default: 200; {POINTS[0]} to {POINTS[1]}]" in told
    assert f"Sizes: {LEAST[0]}x{LEAST[1]} to {MOST}x{MOST}." in told


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--place", "vilage"), 2, "no place 'vilage' (did you mean 'village'?)"),
        (("--size", "wide"), 2, "'wide' is no size (width x height in tiles, as in 60x40)"),
        (("--size", "19x15"), 2, "a map of 19x15 is too small (choose 20x15 or 15x20 to 120x120)"),
        (
            ("--size", "20x121"),
            2,
            "a map of 20x121 is too large (choose 20x15 or 15x20 to 120x120)",
        ),
        (("--points", "49"), 2, "must be 50 to 1000, not '49'"),
        (("--points", "1001"), 2, "must be 50 to 1000, not '1001'"),
        (("--points", "many"), 2, "many"),
        (("--ruleset", "d21"), 2, "d21"),
        (("--seed", "-1"), 2, "-1"),
        (("--seed", "1" + 18 * "0"), 2, "1000000000000000000"),
        (("--jobs", "0"), 2, "0"),
        (("-o", "here.toml"), 2, "here.toml: exists already (choose another name)"),
        (("-o", "no/new.toml"), 2, "no/new.toml: there is no such folder (make it first)"),
        (("--nothing",), 2, "No such option '--nothing'"),
        (("bridge",), 2, "bridge"),
    ],
)
def test_each_fault(
    run: Run, options: tuple[str, ...], code: int, told: str, tmp_path: Path
) -> None:
    """One line on standard error, and no file."""
    (tmp_path / "here.toml").write_text("mine")
    said = run("generate", *options)

    assert said.code == code
    assert told in said.fault
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["here.toml"]
    assert (tmp_path / "here.toml").read_text() == "mine"


def test_no_fair_map_is_a_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the remedy."""
    monkeypatch.setattr("skirmish.generator.generation.faults_of", lambda *_: ("no room",))
    said = run("generate", "--seed", "1", "--size", "20x15", "--points", "900")

    assert said.code == 2
    assert "no fair map of 20x15 for 900 points (choose a larger map or fewer points)" in said.fault


@pytest.mark.parametrize(("share", "even"), [(50, True), (0, False)])
def test_a_tested_one(run: Run, monkeypatch: pytest.MonkeyPatch, share: int, even: bool) -> None:
    """Standard error names each candidate, and says if none was even."""

    def games(
        options: Options, _: Workers, *, told: Callable[[Candidate], None], **__: Any
    ) -> Candidate:
        found = Candidate(generate(options, 2), 2, "blue", Mean((share,) * 40, 100))
        told(found)
        return found

    monkeypatch.setattr("skirmish.analysis.even_scenario.even_scenario", games)
    said = run("generate", "--seed", "3", *SMALL, "--tested", "--jobs", "1")

    wanted = Options(3, size=(30, 20), points=100, tested=True)
    assert (said.code, parse(said.out)) == (0, generate(wanted, 2))
    assert said.err.startswith("candidate 2, 40 games: blue ")
    assert ("No candidate was even" in said.err) == (not even)
