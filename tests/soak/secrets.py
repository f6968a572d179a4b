"""Two states that differ in what a side cannot see: it is shown the same, and answered the same."""

from __future__ import annotations

from pathlib import Path

from skirmish.rulesets.registry import RULESETS
from tests.soak.case import Case
from tests.two_runs import judged


def run(seed: int, folder: Path) -> Case:
    """Pairs of states under one ruleset; the rulesets take turns."""
    del folder
    case = Case()
    ruleset = sorted(RULESETS)[seed % len(RULESETS)]
    for fault in judged(ruleset, seed):
        case.counts["pairs of states"] += 1
        case.check(not fault, fault)
    return case
