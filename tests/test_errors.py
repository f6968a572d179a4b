"""Errors say where, what and how to mend it, in printable lines, and survive a worker process."""

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.errors import (
    FileProblem,
    OrderRefused,
    Problem,
    RecordProblem,
    RuleTooWide,
    SkirmishError,
    TextRefused,
    UsageProblem,
)

any_text = st.text(st.characters(exclude_categories=()))

NO_WEAPON = Problem(
    "no weapon 'rifel' in ruleset d100",
    field="figures[2].weapon",
    file="ambush.toml",
    line=14,
    column=10,
    remedy="did you mean 'rifle'?",
)
EACH = [
    UsageProblem("no such file", "ford.toml", "see `skirmish list`"),
    TextRefused("longer than 80 characters", "title"),
    FileProblem(NO_WEAPON, Problem("no sides", file="ambush.toml")),
    RecordProblem("the check does not agree", "game.skr:17"),
    OrderRefused("r3 is out of arc", "fire b1 r3", "turn to E first", rule="BAY-08"),
    RuleTooWide("more than a million cases", "burst"),
]


def test_a_file_problem_is_one_line_for_each_fault() -> None:
    """File, line, column, field, fault and remedy, as far as each is known."""
    error = FileProblem(NO_WEAPON, Problem("no sides", file="ambush.toml"))

    assert str(error) == (
        "ambush.toml:14:10: figures[2].weapon: no weapon 'rifel' in ruleset d100"
        " (did you mean 'rifle'?)\n"
        "ambush.toml: no sides"
    )


def test_a_flood_of_faults_is_cut() -> None:
    """A file with a fault on every line does not fill the terminal; the error keeps them all."""
    error = FileProblem(*[Problem(f"fault {number}") for number in range(250)])

    lines = str(error).splitlines()
    assert (len(lines), lines[-1]) == (101, "... and 150 more")
    assert len(error.problems) == 250


def test_a_refused_order_names_its_rule() -> None:
    """The rule's id stands behind the reason, before the remedy."""
    error = OrderRefused("r3 is out of arc", "fire b1 r3", "turn to E first", rule="BAY-08")

    assert str(error) == "fire b1 r3: r3 is out of arc [BAY-08] (turn to E first)"


@pytest.mark.parametrize("error", EACH)
def test_an_error_comes_back_from_a_worker_as_it_was(error: SkirmishError) -> None:
    """Processes hand errors over by their arguments, as a copy does: nothing may get lost."""
    twin = copy(error)

    assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


def test_usage_ends_with_2_and_faults_in_what_was_read_with_1() -> None:
    """The command's exit code tells a script which of the two it was."""
    assert [error.exit_code for error in EACH] == [2, 2, 1, 1, 1, 1]


@given(any_text, any_text, any_text)
def test_no_message_steers_the_terminal(what: str, where: str, remedy: str) -> None:
    """Whatever an error was made of, it prints as the lines it promises and nothing else."""
    errors = [
        UsageProblem(what, where, remedy),
        OrderRefused(what, where, remedy, rule=where),
        FileProblem(Problem(what, field=where, file=remedy, remedy=remedy)),
    ]

    assert [str(error).isprintable() for error in errors] == [True, True, True]
