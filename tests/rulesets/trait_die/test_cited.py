"""The numbered rules that an order applies are counted, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.setup import MUSTER
from skirmish.rulesets.engine import carry_out
from tests.position import Position, Thrown
from tests.rulesets.trait_die.blocks import GUN, scene

DEAR = evolve(GUN, cost=600)


def applied(game: Position, text: str, faces: Sequence[int] = ()) -> set[str]:
    """The numbered rules that an order applies, readings and fills apart."""
    dice = Thrown(faces)
    done = carry_out(game.ruleset, game.state, game.acting, game.line(text), dice)
    dice.check_used_up()
    return {rule for rule in done.rules if rule.removeprefix("AMMO-").isdigit()}


def mustering(**about: Any) -> Position:
    """Blue musters."""
    return scene("a>. . R<", **about).bound(MUSTER, "blue")


@pytest.mark.parametrize(
    ("mode", "faces", "rule"),
    [
        ("single", [2], "AMMO-09"),
        ("double", [2], "AMMO-10"),
        ("burst", [1], "AMMO-11"),
        ("auto dice=1", [3], "AMMO-12"),
        ("rapid dice=2", [2, 2], "AMMO-13"),
    ],
)
def test_a_shot_applies_the_rule_of_its_mode(mode: str, faces: list[int], rule: str) -> None:
    """AMMO-01, AMMO-03, AMMO-08 to AMMO-13."""
    found = applied(scene("a>. . R<"), f"fire a R mode={mode}", faces)
    assert found == {"AMMO-01", "AMMO-03", "AMMO-08", rule}


@pytest.mark.parametrize(("size", "rule"), [(10, "AMMO-02"), (40, "AMMO-03"), (41, "AMMO-04")])
def test_a_magazine_has_tokens_by_its_size(size: int, rule: str) -> None:
    """AMMO-02 to AMMO-04; an extended one goes by AMMO-06, pieces by AMMO-07."""
    weapons = {"a": (evolve(GUN, magazine=size),)}
    assert rule in applied(scene("a>. . R<", weapons=weapons), "fire a R", [2])
    longer = scene("a>. . R<", counters={"a": {"extended": 1, "tokens": 3}})
    assert "AMMO-06" in applied(longer, "fire a R", [2])
    assert "AMMO-07" in applied(scene("a>. . R<"), "bombard a 2,0", [4, *6 * [1]])


@pytest.mark.parametrize(
    ("text", "faces", "rules"),
    [
        ("buy a ap_rounds", [6, 2], "15 16 18 22"),
        ("buy a ap_rounds", [6, 1], "15 16 18 19 21 22"),
        ("buy a ap_rounds", [5], "15 16 18 20 21 22"),
        ("buy a ap_rounds", [3], "15 16 18 22"),
        ("buy a ap_rounds supply=month", [6], "16 18 19 22"),
        ("buy a caseless supply=mission", [6], "16 18 20 22 23"),
        ("buy a extended", [4], "05 06 17 18 22"),
        ("carry a 2", [], "14 22"),
    ],
)
def test_a_purchase_applies_the_rules_of_its_price(text: str, faces: list[int], rules: str) -> None:
    """AMMO-05, AMMO-06, AMMO-14 to AMMO-23."""
    found = applied(mustering(weapons={"a": (DEAR,)}), text, faces)
    assert found == {f"AMMO-{number}" for number in rules.split()}
