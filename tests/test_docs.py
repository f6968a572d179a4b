"""The documents keep up with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.core.orders import ENGINE_VERBS, Verb
from skirmish.rulesets.registry import RULESETS

DOCS = Path(__file__).parent.parent / "docs"
VERBS = [*ENGINE_VERBS.values(), *(v for r in RULESETS.values() for v in r.verbs.values())]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_order_and_its_keys_are_documented(verb: Verb) -> None:
    """docs/orders.md shows each verb, and each of its keys."""
    text = (DOCS / "orders.md").read_text()

    assert f"`{verb.name}" in text
    assert [f.name for f in verb.fields if f"{f.name}=" not in text] == []
