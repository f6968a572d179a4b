"""`skirmish armoury`: a table, JSON, and an exit code that a test can hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skirmish.rulesets.registry import handbook
from skirmish.scenario import find, load, parse
from skirmish.scenario.faults import Faults
from skirmish.scenario.stat_blocks import stat_blocks_of
from tests.cli.cli_runner import Run

RIFLE = ("armoury", "opposed_d6", "--weapon", "rifle")


def test_a_table(run: Run) -> None:
    """For each range and cover the best mode's points."""
    said = run(*RIFLE, "--check")

    assert (said.code, said.err) == (0, "")
    assert "rifle, fired by: rifleman (worth 10)" in said.out
    assert "  2-36   0     3.68" in said.out
    assert said.out.endswith("every mode is the best one somewhere\n")


def test_numbers(run: Run) -> None:
    """All of it as JSON, for who fires and is fired at as asked."""
    said = run(*RIFLE, "--json", "--kind", "sniper", "--target", "psion")

    data = json.loads(said.out)
    assert data["targets"] == ["psion"]
    assert data["weapons"][0]["fired_by"] == "sniper"
    assert data["weapons"][0]["situations"][0]["best"] == ["single"]


def test_a_useless_mode_is_an_exit_code_where_that_is_asked(run: Run) -> None:
    """Against armour a burst is never divided."""
    asked = ("armoury", "opposed_d6", "--weapon", "heavy_machine_gun", "--target", "armoured_car")

    plain, checked = run(*asked), run(*asked, "--check")

    assert (plain.code, checked.code) == (0, 1)
    assert "fault: heavy_machine_gun: 'burst over 2 rolls' is nowhere the best\n" in checked.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("opposed_d7",), "no ruleset or scenario 'opposed_d7' (did you mean 'opposed_d6'?)"),
        (("opposed_d6", "--weapon", "\x1b"), r"no weapon '\x1b' (known: rifle, carbine"),
        (("opposed_d6", "--kind", "x"), "no kind 'x' (known: rifleman, veteran"),
        ((), "skirmish armoury: Missing argument 'RULESET|SCENARIO'"),
    ],
)
def test_what_cannot_be_asked(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and one line."""
    said = run("armoury", *arguments)

    assert said.code == 2
    assert said.fault.startswith(message)


def test_a_way_that_is_best_nowhere_is_not_called_the_best_somewhere(run: Run) -> None:
    """It is told by name; it is no fault, for its mode is the best somewhere."""
    said = run("armoury", "d20", "--weapon", "rifle", "--check")

    assert said.code == 0
    zero = [line for line in said.out.splitlines() if "the best in 0 of" in line]
    ways = [line.split(None, 1)[1].partition(": the best")[0] for line in zero]
    flat = " ".join(said.out.split())
    assert ways
    assert "note: rifle: best nowhere, while their modes are somewhere: " in flat
    assert all(f"'{way}'" in flat for way in ways)
    assert flat.endswith("is the best one somewhere, though not every way to use one")


def test_stat_blocks_are_printed_as_a_scenario_writes_them(run: Run, tmp_path: Path) -> None:
    """Written into a scenario they are what the armoury has; a scenario has its own, too."""
    text = Path(str(find("first_steps"))).read_text()
    own = '[weapons.popgun]\nbase = "rifle"\nname = "popgun"\nfactor = 1\n'
    (tmp_path / "own.toml").write_text(f"{text}\n{own}")

    said = run("armoury", "opposed_d6", "--toml").out
    one = run("armoury", "opposed_d6", "--toml", "--kind", "sergeant", "--weapon", "rifle").out
    two = run("armoury", "opposed_d6", "--toml", "--kind", "sergeant", "--kind", "rifleman").out
    assert [line for line in two.split("\n") if line.startswith("[kinds.")] == [
        "[kinds.sergeant]",
        "[kinds.rifleman]",
    ]
    assert run("armoury", "opposed_d6", "--kind", "sergeant", "--kind", "rifleman").fault == (
        "--kind twice (one kind fires; repeat it with --toml alone)"
    )
    assert "[weapons]" not in run("armoury", "opposed_d6", "--toml", "--kind", "sergeant").out
    popgun = run("armoury", tmp_path / "own.toml", "--toml", "--weapon", "popgun").out

    armoury = handbook("opposed_d6").armoury
    made = stat_blocks_of(parse(f"{text}\n{said}"), handbook("opposed_d6"), Faults())
    assert (made.kinds, made.weapons) == (armoury.kinds(), armoury.weapons())
    assert [line for line in one.splitlines() if line.startswith("[")] == [
        "[kinds.sergeant]",
        "[weapons.rifle]",
    ]
    assert one.split("\n\n")[1].rstrip("\n") in said
    assert "factor = 1\n" in popgun
    assert "base" not in popgun
    assert run("armoury", "opposed_d6", "--toml", "--kind", "sergent").fault == (
        "no kind 'sergent' (did you mean 'sergeant'?)"
    )
    assert (
        "--toml cannot be combined with --json" in run("armoury", "d20", "--toml", "--json").fault
    )


def test_no_heading_is_cut(run: Run) -> None:
    """A long condition stands in several lines above its column."""
    said = run("armoury", "trait_die", "--weapon", "pistol", "--target", "trooper").out.splitlines()

    first = next(n for n, line in enumerate(said) if "tokens in the" in line)
    upper, lower = said[first : first + 2]
    assert upper.endswith("tokens in the")
    assert lower.startswith(" range cov")
    assert lower.endswith("weapon 1")


def test_weapons_of_a_scenario_are_tried(run: Run, tmp_path: Path) -> None:
    """Those that its figures carry and those that it defines, fired by who carries them."""
    path = tmp_path / "own.toml"
    text = Path(str(find("first_steps"))).read_text()
    own = '[weapons.popgun]\nbase = "rifle"\nname = "popgun"\nfactor = 1\n'
    path.write_text(f"{text}\n{own}")
    data = json.loads(run("armoury", path, "--json", "--target", "rifleman").out)
    tried = {sheet["weapon"]: sheet for sheet in data["weapons"]}

    figures = {e.kind for force in load(path).sides for e in force.figures}
    assert {"rifle", "popgun"} <= set(tried)
    assert "turret_cannon" not in tried
    assert all(sheet["fired_by"] in figures for sheet in tried.values())
    usual = json.loads(run(*RIFLE, "--json", "--target", "rifleman").out)["weapons"][0]
    assert tried["rifle"]["situations"] == usual["situations"]
    assert tried["popgun"]["situations"] != usual["situations"]
    assert run("armoury", "none.toml").fault == ("none.toml: no such scenario (check the path)")
