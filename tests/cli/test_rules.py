"""`skirmish rules`, and what all commands have in common: help, wrong words, wrong options."""

from __future__ import annotations

import os
import subprocess
import sys
from errno import ENOSPC

import pytest

from skirmish import __version__
from skirmish.rulesets.registry import RULESETS
from tests.cli.cli_runner import Run

COMMANDS = ("check", "odds", "play", "replay", "rules", "simulate", "verify")


def test_one_rule_by_its_id(run: Run) -> None:
    """In any case of letters; an exact id is that rule alone, in our own words."""
    said = run("rules", "bay-a1")

    assert said.code == 0
    assert said.out.splitlines() == [
        "BAY-A1  Opposed d6",
        "  Exactly 45 degrees is still ahead.",
        "  Where: fire, fire at a tile",
    ]


def test_rules_by_the_beginning_of_their_ids(run: Run) -> None:
    """All of a ruleset; without a word, all there are."""
    every = [key for rules in RULESETS.values() for key in rules.statements]
    lines = run("rules").out.splitlines()

    assert sum(line.startswith(tuple(f"{key}  " for key in every)) for line in lines) == len(every)
    assert len(run("rules", "BAY-V").out) < len(run("rules", "--ruleset", "opposed_d6").out)


@pytest.mark.parametrize(
    "command", [("rules", "--ruleset"), ("armoury",), ("generate", "--ruleset")]
)
def test_a_ruleset_is_known_by_its_name(run: Run, command: tuple[str, ...]) -> None:
    """As it is shown, or in small letters."""
    seed = ("--seed", "1") if command[0] == "generate" else ()
    said = [run(*command, name, *seed) for name in ("trait_die", "Trait die", "trait die")]

    assert [one.code for one in said] == [0, 0, 0]
    assert len({one.out for one in said}) == 1


def test_a_rule_with_its_worked_example(run: Run) -> None:
    """Drawing and chances, where they are asked for; words find a rule too."""
    shown = run("rules", "BAY-28", "--examples").out

    assert "    a>. . . . . . . . . R<\n" in shown
    assert "suppressed 47%" in shown
    assert "Example" not in run("rules", "BAY-28").out
    assert run("rules", "touching corner").out.startswith("BAY-08  Opposed d6\n")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("HEAT", "AMMO-F21  Trait die"),
        ("stray", "AMMO-F18  Trait die"),
        ("further action", "further action  Trait die"),
        ("heavy machine gun", "heavy machine gun  Trait die"),
    ],
)
def test_words_of_the_screen_are_found(run: Run, words: str, first: str) -> None:
    """Those of a rule under another name, and what no rule names: terms, weapons, kinds."""
    assert run("rules", words, "--ruleset", "trait_die").out.startswith(f"{first}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ZZ-1",), "no rule 'ZZ-1' (ids begin with "),
        (("\x1b[31m",), r"no rule '\x1b[31m' (ids begin with "),
        (("BAY-21", "--ruleset", "opposed"), "no ruleset 'opposed' ("),
        (("a", "b"), "skirmish rules: Got unexpected extra argument (b) (see 'skirmish rules -"),
    ],
)
def test_rules_that_there_are_not(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2, one line, with what there is."""
    said = run("rules", *arguments)

    assert said.code == 2
    assert said.fault.startswith(message)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    """Each option has a word of help; the list of commands has whole sentences."""
    said = run(command, "--help")

    assert said.code == 0
    assert said.out.startswith(f"Usage: skirmish {command} ")
    assert "..." not in [line for line in run("--help").out.splitlines() if command in line][-1]
    options = [line for line in said.out.splitlines() if line.startswith("  -")]
    assert options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("paly",), "skirmish: No such command 'paly'"),
        (("\x1b]0;x\x07",), r"skirmish: No such command '\x1b]0;x\x07'"),
        (("check",), "skirmish check: Missing argument 'SCENARIO...'"),
        (("check", "--\x1b[1m"), r"skirmish check: No such option '--\x1b[1m'"),
        (("simulate", "first_steps", "--games", "0"), "skirmish simulate: Invalid value for"),
        (("play", "--seed", "one"), "skirmish play: Invalid value for '--seed': must be 0 to"),
        (("odds", "first_steps"), "skirmish odds: Missing argument 'ORDER'"),
        (("odds", "x" * 5000, "y", "z" * 5000), "skirmish odds: Got unexpected extra argument"),
    ],
)
def test_wrong_words_and_options(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2, one printable line that says where help is to be had."""
    said = run(*arguments)

    assert said.code == 2
    assert said.fault.startswith(message)
    assert said.fault.isprintable()
    assert said.fault.endswith("--help')")
    assert len(said.fault) < 500


def test_the_version(run: Run) -> None:
    """At once, or on the way."""
    assert run("--version").out == f"skirmish {__version__}\n"


def test_a_terminal_that_knows_no_letters_and_a_reader_that_leaves() -> None:
    """No traceback where the output is ASCII, or where nobody reads it to the end."""
    command = f"{sys.executable} -m skirmish rules | head -1"
    done = subprocess.run(
        ["bash", "-c", command],  # noqa: S607 - whichever shell there is
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )

    assert done.stderr == ""
    assert done.stdout.endswith("Opposed d6\n")


def test_nowhere_to_print_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk behind `>` ends in a line that says so."""

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("textwrap.fill", full)

    said = run("rules", "BAY-21")

    assert (said.code, said.err) == (2, "skirmish: No space left on device\n")
