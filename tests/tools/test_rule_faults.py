"""`tools.rule_faults`: its table, where faults go, and what is kept of a run."""

from __future__ import annotations

from importlib.util import cache_from_source
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.rulesets.registry import RULESETS
from tools import rule_faults
from tools.command import write_source
from tools.rule_faults import Fault, Finding, Place, Report

EACH = 12
WITHOUT_ID = ("break point", "objective to hold")
"""Rules of scenarios, which no ruleset numbers."""
FAULT = Fault("toy", "TOY-01", "one is two", old="ONE = 1", new="ONE = 2")
TEST = """
from pathlib import Path

def test_one():
    assert "2" not in Path("skirmish/rulesets/toy/dice.py").read_text()
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one ruleset of one file and one test."""
    for name, text in (
        ("skirmish/rulesets/toy/dice.py", "ONE =\\\n    1\n"),
        ("skirmish/rulesets/common/areas.py", "WIDE = 1\n"),
        ("tests/rulesets/toy/test_one.py", TEST),
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", rule_faults.RULESETS)
def test_each_ruleset_has_its_faults(name: str) -> None:
    """Each names a rule that there is, says what it does, and changes something."""
    faults = rule_faults.faults_of(name)
    rules = {*RULESETS[name].statements, *WITHOUT_ID}

    assert len(faults) == len({fault.what for fault in faults}) == EACH
    assert [fault.rule for fault in faults if fault.rule not in rules] == []
    assert [fault for fault in faults if fault.old == fault.new] == []


def test_all_rulesets_have_faults() -> None:
    """None of the registry's is left out."""
    assert sorted(rule_faults.RULESETS) == sorted(RULESETS)


def test_white_space_is_free(checkout: Path) -> None:
    """The text is found though a line ends in the midst of it."""
    fault = evolve(FAULT, old="ONE =\\ 1")
    place = rule_faults.place_of(fault, checkout)

    assert isinstance(place, Place)
    assert (place.file.name, place.text) == ("dice.py", "ONE = 2\n")


def test_what_rulesets_share_is_searched_where_the_fault_says_so(checkout: Path) -> None:
    """In no other folder."""
    fault = evolve(FAULT, old="WIDE = 1", new="WIDE = 2")

    assert isinstance(rule_faults.place_of(fault, checkout), str)
    assert isinstance(rule_faults.place_of(evolve(fault, shared=True), checkout), Place)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("TWO = 2", "", "somewhere else: stands not in toy"),
        ("N", "M", "somewhere else: stands 2 times in toy"),
        ("ONE =", "ONE ONE", "dice.py is no Python then"),
    ],
)
def test_a_fault_that_goes_nowhere_is_told(checkout: Path, old: str, new: str, told: str) -> None:
    """It counts as trouble, and no test is run for it."""
    (checkout / "skirmish/rulesets/toy/dice.py").write_text("ONE =\\\n    1\nTEN = 10\n")
    finding = rule_faults.judged(checkout, evolve(FAULT, old=old, new=new), alone=True)

    assert told in finding.trouble
    assert not finding.found


@pytest.mark.parametrize(
    ("new", "caught_by"),
    [("ONE = 2", "tests/rulesets/toy/test_one.py::test_one"), ("ONE = 3", "")],
)
def test_tests_run_on_the_fault_and_it_is_taken_out_again(
    checkout: Path, new: str, caught_by: str
) -> None:
    """The first test that fails is named."""
    file = checkout / "skirmish/rulesets/toy/dice.py"
    before = file.read_text()
    finding = rule_faults.judged(checkout, evolve(FAULT, old="ONE =\\ 1", new=new), alone=True)

    assert (finding.caught_by, finding.trouble) == (caught_by, "")
    assert file.read_text() == before


def test_tests_that_cannot_be_run_are_trouble(checkout: Path) -> None:
    """Such a fault was not caught."""
    (checkout / "tests/rulesets/toy/test_one.py").write_text("import nothing_of_this_name\n")
    finding = rule_faults.judged(checkout, evolve(FAULT, old="ONE =\\ 1"), alone=True)

    assert "nothing_of_this_name" in finding.trouble
    assert not finding.found


def test_what_was_caught_before_is_not_planted_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its test stays in the record; the rest is planted."""
    fault = evolve(FAULT, old="ONE =\\ 1")
    monkeypatch.setattr(rule_faults, "faults_of", lambda _: (fault, evolve(fault, what="other")))
    report = rule_faults.report_on(
        checkout, "toy", list[str]().append, alone=True, known={fault.what: "a"}
    )

    found = [finding.caught_by for finding in report.findings]
    assert found == ["a", "tests/rulesets/toy/test_one.py::test_one"]


def test_no_fault_is_planted_where_tests_fail_anyway(checkout: Path) -> None:
    """The report names the test."""
    (checkout / "skirmish/rulesets/toy/dice.py").write_text("TWO = 2\n")
    report = rule_faults.report_on(checkout, "toy", list[str]().append, alone=True, known={})

    assert (report.trouble, report.findings) == ("tests/rulesets/toy/test_one.py::test_one", [])


def test_a_record_keeps_the_tables_of_other_rulesets() -> None:
    """A run on one ruleset replaces its own table."""
    caught, missed = Finding(FAULT, caught_by="tests/a.py::test_a"), Finding(FAULT)
    first = rule_faults.merged("", [Report("d20", findings=[missed]), Report("d100")])
    second = rule_faults.merged(first, [Report("d20", findings=[caught, missed])])

    assert "## d20: 0 of 1 caught" in first
    assert "| one is two | TOY-01 | **missed** |" in first
    assert second.count("## d20") == 1
    assert "## d20: 1 of 2 caught" in second
    assert "| one is two | TOY-01 | `tests/a.py::test_a` |" in second
    assert "## d100: 0 of 0 caught" in second
    assert rule_faults.merged(second, []) == second
    assert rule_faults.caught_in(second) == {"one is two": "tests/a.py::test_a"}
    assert rule_faults.caught_in(first) == {}


def test_a_report_is_good_only_when_all_is_caught() -> None:
    """Neither with a fault that was missed or not planted, nor where tests fail anyway."""
    caught = Finding(FAULT, caught_by="a")

    assert Report("d20", findings=[caught]).good
    assert not Report("d20", findings=[caught, Finding(FAULT)]).good
    assert not Report("d20", findings=[Finding(FAULT, "a", "not there")]).good
    assert not Report("d20", trouble="a", findings=[caught]).good


def test_an_unknown_word_is_refused() -> None:
    """With the words that are known."""
    told: list[str] = []

    assert rule_faults.main(["d21"], told.append) == 2
    assert "d20" in told[0]


def test_a_written_source_is_compiled_anew(tmp_path: Path) -> None:
    """The old compiled form is gone."""
    file = tmp_path / "a.py"
    compiled = Path(cache_from_source(str(file)))
    compiled.parent.mkdir()
    compiled.write_bytes(b"old")
    write_source(file, "x = 1\n")

    assert file.read_text() == "x = 1\n"
    assert not compiled.exists()
