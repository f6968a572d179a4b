"""One number that stands for every word of a scenario."""

from __future__ import annotations

import hashlib

from skirmish.scenario.model import Scenario


def scenario_hash(scenario: Scenario) -> str:
    """Hash of the canonical text, 16 hex digits, the same in every process."""
    return hashlib.sha256(scenario.text.encode()).hexdigest()[:16]
