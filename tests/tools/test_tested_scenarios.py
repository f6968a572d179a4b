"""`python -m tools.tested_scenarios`: new games of scenarios that a test has accepted."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from skirmish.analysis.even_scenario import even_scenario
from skirmish.rulesets.registry import RULESETS
from tools.generated_scenarios import options_of
from tools.tested_scenarios import Confirmation, confirm, main, report_lines


def test_the_scenario_of_the_test_is_measured_by_new_games() -> None:
    """The candidate is the one that `generate --tested` writes."""
    found = confirm("trait_die", 4, games=3, tested=1)
    tested = even_scenario(options_of("trait_die", 4), games=1)

    assert (found.candidate, found.accepted) == (tested.candidate, tested.accepted)
    assert found.low < found.share < found.high or found.share in {0, 1}
    assert found.share * 2 * 3 == round(found.share * 2 * 3)


def test_only_accepted_scenarios_count() -> None:
    """The share of the first side decides, not its interval."""
    even = Confirmation("d20", 1, 1, True, 0.6, 0.55, 0.65)
    uneven = Confirmation("d20", 2, 3, True, 0.61, 0.56, 0.66)
    nearest = Confirmation("d20", 3, 5, False, 0.5, 0.45, 0.55)

    lines = tuple(report_lines([even, uneven, nearest]))

    assert lines[0] == "d20 1: candidate 1, accepted; new games 60.0% (55.0 to 65.0), even"
    assert lines[1].endswith("61.0% (56.0 to 66.0), uneven")
    assert "candidate 5, not accepted" in lines[2]
    assert "d20: 1 of 2 that the test accepted are even" in lines


def test_kept_results_are_not_measured_again(tmp_path: Path) -> None:
    """Those of another program are."""
    file = tmp_path / "found.jsonl"
    kept = [Confirmation(name, 1, 1, True, 0.5, 0.45, 0.55) for name in RULESETS]
    file.write_text("".join(f"{one.line}\n" for one in kept))
    before = file.read_text()

    told = CliRunner().invoke(main, ["--games", "1", "--jobs", "1", "--file", str(file)])

    assert told.exit_code == 0
    assert [line for line in told.output.splitlines() if "candidate" in line] == [
        one.text for one in kept
    ]
    assert file.read_text() == before
