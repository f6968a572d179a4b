"""The stat blocks that come with the game, and what is wrong with others."""

from __future__ import annotations

import pytest

from skirmish.rulesets.dice_pool.handbook import HANDBOOK
from skirmish.rulesets.dice_pool.kinds import Kind, Weapon
from skirmish.scenario import find, load, opening_state, shipped
from tests.rulesets.dice_pool.blocks import gun, man


def test_every_block_is_sound() -> None:
    """Nothing is wrong with any kind as it is armed, and every weapon id is there."""
    weapons = HANDBOOK.armoury.weapons()
    kinds = HANDBOOK.armoury.kinds().values()
    carried = {kind.id: tuple(weapons[name] for name in kind.weapons) for kind in kinds}

    assert [f for kind in kinds for f in HANDBOOK.armoury.faults(kind, carried[kind.id])] == []
    texts = [*(kind.text for kind in kinds), *(arm.text for arm in weapons.values())]
    assert [text for text in texts if not 1 <= len(text) <= 80] == []


def test_every_mechanism_is_somebodys() -> None:
    """Each mode, chokes with and without bursts, rate 0, penetration, blasts, volleys, belts."""
    arms = [arm for arm in HANDBOOK.armoury.weapons().values() if isinstance(arm, Weapon)]

    assert len(arms) >= 14
    assert {mode for arm in arms for mode in arm.modes} == {"ss", "sa", "bf", "fa"}
    for what in ("choke", "penetrating", "lobbed"):
        assert any(getattr(arm, what) for arm in arms)
    assert any(arm.choke and "fa" in arm.modes for arm in arms)
    assert any(arm.modes and not arm.rate and "fa" in arm.modes for arm in arms)
    assert any(not arm.modes and arm.volley > 1 for arm in arms)
    assert any(arm.reload == "complex" for arm in arms)
    assert any(not arm.increment for arm in arms)
    passes = {kind.passes for kind in HANDBOOK.armoury.kinds().values() if isinstance(kind, Kind)}
    assert passes == {1, 2, 3, 4}


def test_every_mechanism_is_carried_in_a_shipped_scenario() -> None:
    """POOL-04, POOL-05: volleys, break-open guns, what can be picked up, and all the others."""
    battles = [opening_state(load(find(name))) for name in shipped()]
    figures = [
        figure
        for state in battles
        if state.setup.ruleset == HANDBOOK.id
        for figure in state.figures.values()
    ]
    carried = [arm for figure in figures for arm in figure.who.weapons if isinstance(arm, Weapon)]

    assert {mode for arm in carried for mode in arm.modes} == {"ss", "sa", "bf", "fa"}
    assert any(arm.volley > 1 for arm in carried)
    assert any(arm.choke and arm.modes == ("ss",) and arm.reload == "complex" for arm in carried)
    for what in ("choke", "penetrating", "explosive", "lobbed", "recoverable"):
        assert any(getattr(arm, what) for arm in carried)


@pytest.mark.parametrize(
    "arm",
    [
        gun(dv=0),
        gun(ap=40),
        gun(increment=99),
        gun(modes=("sa", "sa")),
        gun(rate=10),
        gun(magazine=0),
        gun(volley=3),
        gun(blast=3),
        gun(explosive=True),
        gun(recoverable=True),
        gun(modes=(), explosive=True, recoverable=True),
        gun(lobbed=True),
        gun(increment=0),
        gun(modes=(), volley=2, choke=True),
        gun(compensation=-1),
    ],
)
def test_faulty_weapons_are_told(arm: Weapon) -> None:
    """One fault, which names the weapon."""
    faults = HANDBOOK.armoury.faults(man(), (arm,))

    assert len(faults) >= 1
    assert faults[0].startswith("gun: ")


@pytest.mark.parametrize("changed", [{"body": 0}, {"skill": 13}, {"passes": 5}, {"move": 41}])
def test_faulty_kinds_are_told(changed: dict[str, int]) -> None:
    """One fault, which names the kind and the field."""
    (name,) = changed
    faults = HANDBOOK.armoury.faults(man(**changed), ())

    assert [fault.startswith(f"man: {name}") for fault in faults] == [True]


def test_four_weapons_are_the_most() -> None:
    """And none of them twice."""
    assert HANDBOOK.armoury.faults(man(), (gun(),) * 5) == (
        "man: 5 weapons, 4 are the most",
        "man: carries gun twice",
    )
