"""Commands that have moved to the tools of the checkout."""

from __future__ import annotations

import pytest

from tests.cli.cli_runner import Run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "skirmish ladder: moved to 'python -m tools.ladder' in the source checkout"),
        (
            ("--levels", "regular,recruit", "--goal", "50"),
            "skirmish ladder: moved to 'python -m tools.ladder' in the source checkout",
        ),
        (("--help",), "skirmish ladder: moved to 'python -m tools.ladder' in the source checkout"),
        (
            ("--exam", "--json"),
            "skirmish ladder --exam: moved to 'python -m tools.exam' in the source checkout",
        ),
    ],
)
def test_the_ladder_names_its_successor(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Whatever options are given; exit 2 and one line."""
    said = run("ladder", *arguments)

    assert said.code == 2
    assert said.fault == message


def test_what_has_moved_is_in_no_help(run: Run) -> None:
    """Neither the command nor the options."""
    assert "ladder" not in run("--help").out
    told = run("simulate", "--help").out
    assert "--styles" not in told
    assert "--conduct" not in told
