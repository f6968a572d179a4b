"""What the ground makes of a threat is the same for all tiles with the same setting."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.geometry import facing_towards
from skirmish.core.state import Knowledge
from skirmish.rulesets.registry import RULESETS
from tests.position import position

FIELD = """
. . T . . . # . . . . . . . . . . . . . . .
. . . o . . . . & . . . . . . . . T . . . .
. - . . . . . o . . . . . # . . . . . . . .
. . . . # . . . . . . . . . . . . & . . . .
"""
LEVELS = """
0000000001111100000000
0000000001111100000000
0000000001111100000000
0000000000000000000000
"""
tiles = st.tuples(st.integers(0, 21), st.integers(0, 3))


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_menace_is_the_same_where_its_setting_is(name: str, data: st.DataObject) -> None:
    """Of all kinds, standing or lying, near and far, behind walls and on a hill."""
    rules = RULESETS[name]
    kinds = sorted(rules.handbook.armoury.kinds())
    one, two = (data.draw(st.sampled_from(kinds)) for _ in range(2))
    posture = data.draw(st.sampled_from(sorted(rules.handbook.declared.postures)))
    pairs = data.draw(st.lists(st.tuples(tiles, tiles), min_size=40, max_size=40))
    battle = position(
        FIELD,
        ruleset=name,
        levels=LEVELS,
        kinds={"a": one, "R": two},
        at={"a": (0, 0), "R": (1, 0)},
    )
    state, figures = battle.state, battle.state.figures
    whole = (1 << state.board.width * state.board.height) - 1
    known = {"blue": Knowledge(whole, ("r",)), "red": Knowledge(whole, ("a",))}
    found: dict[object, Fraction] = {}
    for at, there in pairs:
        if at == there:
            continue
        a = evolve(figures["a"], at=at, facing=facing_towards(at, there))
        r = evolve(figures["r"], at=there, facing=facing_towards(there, at), posture=posture)
        here = evolve(state, figures={"a": a, "r": r}, known=known)
        setting = rules.estimates.setting(state.board, a, at, r, there)
        menace = rules.estimates.menace(here, "a", "r")
        assert found.setdefault(setting, menace) == menace, (at, there)
