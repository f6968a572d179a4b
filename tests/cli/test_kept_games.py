"""`skirmish simulate` and games that were played before."""

from __future__ import annotations

from tests.cli.cli_runner import Run

GAMES = (
    "simulate",
    "first_steps",
    "--jobs",
    "1",
    "--player",
    "blue=random",
    "--player",
    "red=random",
)


def test_games_are_used_again_and_told(run: Run) -> None:
    """The report is the same; `--fresh` plays them all the same."""
    first = run(*GAMES, "--games", "2")
    again = run(*GAMES, "--games", "3")
    fresh = run(*GAMES, "--games", "3", "--fresh")

    assert (first.code, first.err) == (0, "")
    told = "2 games from before, of the same content and version; --fresh plays them again\n"
    assert again.err == told
    assert (fresh.out, fresh.err) == (again.out, "")


def test_other_measures_keep_nothing(run: Run) -> None:
    """They measure more than is kept, or play a seed twice."""
    for option in ("--rules", "--ask", "--verify", "--swap"):
        assert run(*GAMES, "--games", "1", option).code == 0

    assert run(*GAMES, "--games", "1").err == ""
