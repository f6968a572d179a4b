"""The armoury of trait die: sound and complete, and what is wrong with a stat block."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from skirmish.core import sanitize
from skirmish.rulesets.trait_die import handbook
from skirmish.rulesets.trait_die.catalogue import ROUNDS, fits
from skirmish.rulesets.trait_die.equipment import burden, si_text, standard_load
from skirmish.rulesets.trait_die.kinds import MODES, STOCK, Kind, Weapon
from tests.rulesets.trait_die.blocks import BLADE, BOMB, EXTRA, GUN, scene

KINDS, WEAPONS = STOCK.blocks


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.id)
def test_every_block_of_the_armoury_is_sound(kind: Kind) -> None:
    """No faults, a sentence, a glyph of its own, and no more than it may carry (AMMO-22)."""
    carried = tuple(WEAPONS[name] for name in kind.weapons)

    assert handbook.faults(kind, carried) == ()
    assert kind.text.endswith(".")
    assert sanitize.is_glyph(kind.glyph)
    assert [other.id for other in KINDS.values() if other.glyph == kind.glyph] == [kind.id]


def test_every_weapon_is_carried_by_somebody() -> None:
    """And says what it is in a sentence."""
    used = [name for kind in KINDS.values() for name in kind.weapons]

    assert sorted(set(used)) == sorted(WEAPONS)
    assert [weapon.id for weapon in WEAPONS.values() if not weapon.text.endswith(".")] == []


def test_the_armoury_uses_every_mechanic() -> None:
    """AMMO-01 to AMMO-07, AMMO-F7 to AMMO-F24: each has a weapon or a kind that needs it."""
    weapons = tuple(WEAPONS.values())

    assert {mode for weapon in weapons for mode in weapon.modes} == set(MODES)
    assert {weapon.template for weapon in weapons} == {"", "small", "medium", "large"}
    assert {weapon.flight for weapon in weapons if weapon.template} == {"thrown", "launched"}
    for trait in ("melee", "shotgun", "magazine", "count", "ap", "bonus", "spare"):
        assert any(getattr(weapon, trait) for weapon in weapons), trait
    assert {kind.wild_card for kind in KINDS.values()} == {True, False}
    assert all(any(fits(rounds, weapon) for weapon in weapons) for rounds in ROUNDS.values())


@pytest.mark.parametrize(
    ("weapon", "change", "fault"),
    [
        (GUN, {"sides": 7}, "sides must be 4, 6, 8, 10 or 12, not 7"),
        (GUN, {"short": 13}, "13, 12, 24"),
        (GUN, {"short": 0, "medium": 0}, "long needs a short"),
        (GUN, {"dice": 0}, "needs damage dice"),
        (GUN, {"modes": (), "rof": 1}, "modes"),
        (GUN, {"rof": 7}, "rof must be from 1 to 6, not 7"),
        (GUN, {"modes": ("single",)}, "needs the mode auto"),
        (GUN, {"count": 3}, "tokens or pieces"),
        (GUN, {"modes": ("single", "single"), "rof": 1}, "modes names one mode twice"),
        (GUN, {"melee": True}, "make it two"),
        (GUN, {"magazine": 401}, "magazine must be from 0 to 400, not 401"),
        (GUN, {"cost": -1}, "cost must be from 0 to 9999, not -1"),
        (BOMB, {"modes": ("single",)}, "modes"),
        (BOMB, {"magazine": 5, "count": 0}, "write count"),
        (BOMB, {"spare": 2}, "spare needs a magazine"),
        (BLADE, {"melee": False}, "neither"),
        (BLADE, {"modes": ("single",)}, "modes"),
    ],
)
def test_a_faulty_weapon_is_named(weapon: Weapon, change: dict[str, Any], fault: str) -> None:
    """What a scenario's own weapon may not be, beyond the types of its fields."""
    found = handbook.faults(EXTRA, (evolve(weapon, **change),))

    assert any(text.startswith(f"{weapon.id}: ") and fault in text for text in found)


@pytest.mark.parametrize(
    "change",
    [{"agility": 5}, {"shooting": 14}, {"pace": -1}, {"armour": 21}, {"si": 41}, {"points": -1}],
)
def test_a_faulty_kind_is_named(change: dict[str, Any]) -> None:
    """Numbers that no figure can have."""
    (found,) = handbook.faults(evolve(EXTRA, **change), (GUN,))

    assert found.startswith(f"extra: {next(iter(change))}")


def test_a_figure_that_carries_too_much_is_named() -> None:
    """AMMO-22, AMMO-F22: weapons with what is in them, spare tokens, pieces."""
    (found,) = handbook.faults(evolve(EXTRA, si=2), (GUN, BOMB))

    assert found == "extra: carries 3 SI, its limit is 2"
    assert standard_load((GUN, BOMB)) == 3


def test_the_standard_load() -> None:
    """AMMO-02 to AMMO-07: full magazines and spares in tokens, all pieces."""
    figure = scene("a>R<").figure("a")

    assert dict(figure.counters) == {"tokens": 2, "spare": 4, "rounds_2": 2}
    assert burden(figure) == 3


@pytest.mark.parametrize(
    ("weight", "text"), [((2, 1), "2"), ((1, 4), "1/4"), ((13, 4), "3 1/4"), ((0, 1), "0")]
)
def test_how_weights_read(weight: tuple[int, int], text: str) -> None:
    """AMMO-F22: exact fractions."""
    assert si_text(Fraction(*weight)) == text
