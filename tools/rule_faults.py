"""Checks that the tests find faults in the rules: `python -m tools.rule_faults [RULESET...]`.

`rule_faults.toml` holds the faults: small replacements in the rules, 12 for each ruleset. They are
planted one at a time in a copy of the checkout, and the tests that could find them are run until
the first of them fails. `rule_faults.md` records that test. Options:

    --list    show the faults and where they would be planted, and run nothing
    --alone   run only each ruleset's own tests, and keep no record
    --missed  plant only faults not caught in the record: new ones and missed ones

The exit code is 1 if a fault was missed, if a fault can't be planted (its text is not found, or
more than once: the rules have changed, so it must be planted somewhere else), or if tests fail
without a fault.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from tools.command import CHECKOUT, copied_checkout, run_in, write_source

TABLE = Path(__file__).with_suffix(".toml")
RECORD = Path(__file__).with_suffix(".md")
RULESETS = ("opposed_d6", "dice_pool", "d100", "trait_die", "d20")
OPTIONS = ("--list", "--alone", "--missed")
FAILED = 1
"""Exit code of pytest when tests failed, as opposed to code that can't be imported."""
MISSED = "**missed**"
HEAD = """# Faults planted in the rules

Made by `python -m tools.rule_faults`, see its docstring. Each fault of `rule_faults.toml` was
planted by itself; the last column names the first test that failed.
"""
Write = Callable[[str], object]


@frozen
class Fault:
    """A replacement in one file of a ruleset's folder, or of the code that rulesets share.

    `old` occurs exactly once in that folder. White space in it matches any other white space, line
    ends included.
    """

    ruleset: str
    rule: str
    what: str
    old: str
    new: str
    shared: bool = False

    @property
    def folder(self) -> str:
        """The folder below `rulesets` whose files are searched."""
        return "common" if self.shared else self.ruleset


@frozen
class Place:
    """A file in which a fault can be planted, with its path and its text with the fault."""

    file: Path
    text: str


@frozen
class Finding:
    """The result of a fault: the first test that failed, "" for none, or why it was not planted."""

    fault: Fault
    caught_by: str = ""
    trouble: str = ""

    @property
    def found(self) -> bool:
        """Whether a test caught it."""
        return bool(self.caught_by) and not self.trouble


@frozen
class Report:
    """The results of all faults of a ruleset; `trouble` is what fails without any fault."""

    ruleset: str
    trouble: str = ""
    findings: list[Finding] = field(factory=list)

    @property
    def good(self) -> bool:
        """Whether all faults were planted and caught."""
        return not self.trouble and all(finding.found for finding in self.findings)


def faults_of(ruleset: str, table: Path = TABLE) -> tuple[Fault, ...]:
    """The faults of a ruleset, in the order of the table."""
    blocks = tomllib.loads(table.read_text(encoding="utf-8"))[ruleset]
    return tuple(Fault(ruleset=ruleset, **block) for block in blocks)


def place_of(fault: Fault, checkout: Path) -> Place | str:
    """Where a fault can be planted, or else a text that says why it cannot."""
    pattern = re.compile(r"\s+".join(map(re.escape, fault.old.split())))
    folder = checkout / "skirmish" / "rulesets" / fault.folder
    found: list[Place] = []
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        found += [
            Place(file, text[: match.start()] + fault.new + text[match.end() :])
            for match in pattern.finditer(text)
        ]
    if len(found) != 1:
        times = f"{len(found)} times" if found else "not"
        return f"to be planted somewhere else: stands {times} in {fault.folder}: {fault.old}"
    return _sound(found[0])


def _sound(place: Place) -> Place | str:
    """The same place, or why not if the file with the fault is not valid Python."""
    try:
        compile(place.text, str(place.file), "exec")
    except SyntaxError as error:
        return f"to be planted in another way: {place.file.name} is no Python then: {error}"
    return place


def rounds_of(ruleset: str, *, alone: bool) -> Iterator[tuple[str, ...]]:
    """Arguments of pytest, one run after the other: the tests most likely to fail come first."""
    yield (f"tests/rulesets/{ruleset}",)
    if alone:
        return
    yield ("tests/rulesets/common",)
    # Golden records, scripts that meet each rule, random play, contract tests.
    left_out = ("--ignore-glob=tests/rulesets/*/*", "--ignore-glob=*/test_extreme.py")  # it times
    yield ("tests/contract", "tests/rulesets", *left_out, "-k", ruleset)


def first_failure(copy: Path, ruleset: str, *, alone: bool) -> str:
    """The first test that fails in a copy of the checkout; "" for none.

    Raises:
        RuntimeError: The tests can't be run.
    """
    for arguments in rounds_of(ruleset, alone=alone):
        options = ("-x", "-q", "--tb=line", "-rfE", "-p", "no:cacheprovider")
        done = run_in(copy, ["-m", "pytest", *options, *arguments])
        failed = re.search(r"^FAILED (.+?)(?: - |$)", done.stdout, re.MULTILINE)
        if done.returncode == FAILED and failed:
            return failed[1]
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return ""


def judged(copy: Path, fault: Fault, *, alone: bool) -> Finding:
    """Plant a fault in a copy, run the tests, and remove the fault again."""
    place = place_of(fault, copy)
    if isinstance(place, str):
        return Finding(fault, trouble=place)
    original = place.file.read_text(encoding="utf-8")
    write_source(place.file, place.text)
    try:
        return Finding(fault, first_failure(copy, fault.ruleset, alone=alone))
    except RuntimeError as error:
        return Finding(fault, trouble=f"to be planted in another way: {error}")
    finally:
        write_source(place.file, original)


def report_on(
    copy: Path, ruleset: str, write: Write, *, alone: bool, known: Mapping[str, str]
) -> Report:
    """Plant the faults of a ruleset one after the other, and report each result at once.

    `known`: faults that were caught in an earlier run and are not planted again, with the tests.
    """
    report = Report(ruleset, trouble=_unplanted(copy, ruleset, alone=alone))
    if report.trouble:
        write(f"{ruleset}: fails without a fault: {report.trouble}")
        return report
    for fault in faults_of(ruleset):
        if before := known.get(fault.what):
            report.findings.append(Finding(fault, before))
            continue
        finding = judged(copy, fault, alone=alone)
        report.findings.append(finding)
        write(f"  {finding.trouble or finding.caught_by or 'MISSED'}: {fault.rule}, {fault.what}")
    caught = sum(finding.found for finding in report.findings)
    write(f"{ruleset}: {caught} of {len(report.findings)} caught")
    return report


def _unplanted(copy: Path, ruleset: str, *, alone: bool) -> str:
    """What already fails without a fault; "" if nothing does."""
    try:
        return first_failure(copy, ruleset, alone=alone)
    except RuntimeError as error:
        return str(error)


def section(report: Report) -> str:
    """A ruleset's table in the record."""
    findings = report.findings
    caught = sum(finding.found for finding in findings)
    rows = [f"| {one.fault.what} | {one.fault.rule} | {_told(one)} |" for one in findings]
    title = f"## {report.ruleset}: {caught} of {len(findings)} caught"
    return "\n".join([title, "", "| fault | rule | caught by |", "| --- | --- | --- |", *rows])


def _told(finding: Finding) -> str:
    """The text of the last column for a fault."""
    if finding.trouble:
        return "**not planted**"
    return f"`{finding.caught_by}`" if finding.caught_by else MISSED


def merged(record: str, reports: Sequence[Report]) -> str:
    """A record in which the tables of these reports replace the former ones."""
    tables = {part.split(":")[0]: f"## {part.strip()}" for part in record.split("\n## ")[1:]}
    tables |= {report.ruleset: section(report) for report in reports}
    return "\n\n".join([HEAD.strip(), *(tables[n] for n in RULESETS if n in tables)]) + "\n"


def caught_in(record: str) -> Mapping[str, str]:
    """The faults that a record lists as caught, each with its test."""
    rows = re.findall(r"^\| (.+) \| .+ \| `(.+)` \|$", record, re.MULTILINE)
    return dict(rows)


def listed(ruleset: str, write: Write) -> int:
    """Show the faults of a ruleset and their places; returns how many have none."""
    lost = 0
    for fault in faults_of(ruleset):
        place = place_of(fault, CHECKOUT)
        lost += not isinstance(place, Place)
        where = place.file.relative_to(CHECKOUT) if isinstance(place, Place) else place
        write(f"{fault.ruleset} {fault.rule}: {fault.what}\n    {where}")
    return lost


def main(arguments: Sequence[str], write: Write = print) -> int:
    """List or plant the faults; the module's docstring has the options and exit codes."""
    names = [word for word in arguments if word not in OPTIONS] or list(RULESETS)
    if unknown := [name for name in names if name not in RULESETS]:
        write(f"no ruleset or option {unknown[0]}; known: {', '.join((*RULESETS, *OPTIONS))}")
        return 2
    if "--list" in arguments:
        return int(sum(listed(name, write) for name in names) > 0)
    alone = "--alone" in arguments
    before = RECORD.read_text(encoding="utf-8") if RECORD.exists() else ""
    known = caught_in(before) if "--missed" in arguments else {}
    with copied_checkout() as copy:
        reports = [report_on(copy, name, write, alone=alone, known=known) for name in names]
    if not alone:
        done = [report for report in reports if not report.trouble]
        RECORD.write_text(merged(before, done), encoding="utf-8")
    return 0 if all(report.good for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
