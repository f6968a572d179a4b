"""The armoury of d100: sound, complete; what is refused of a stat block; the numbered rules."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from attrs import evolve

from skirmish.core import sanitize
from skirmish.rulesets.d100.kinds import STOCK, Kind, Weapon
from skirmish.rulesets.registry import ruleset
from tests.rulesets.d100.blocks import GRENADE, KNIFE, PISTOL, SOLDIER, SWORD

KINDS, WEAPONS = STOCK.blocks
STATEMENTS = ruleset("d100").statements


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.id)
def test_every_block_of_the_armoury_is_sound(kind: Kind) -> None:
    """No faults, a sentence, a glyph of its own."""
    assert STOCK.faults(kind, tuple(WEAPONS[name] for name in kind.weapons)) == ()
    assert kind.text.endswith(".")
    assert sanitize.is_glyph(kind.glyph)
    assert [other.id for other in KINDS.values() if other.glyph == kind.glyph] == [kind.id]


def test_every_weapon_is_carried_by_somebody() -> None:
    """But fists, which everybody has; each says what it is in a sentence."""
    used = {name for kind in KINDS.values() for name in kind.weapons}
    assert sorted(used | {"fists"}) == sorted(WEAPONS)
    assert [arm.id for arm in WEAPONS.values() if not arm.text.endswith(".")] == []


def test_the_armoury_uses_every_mechanism() -> None:
    """EP-01, EP-10, EP-11, EP-17, EP-28, EP-F12, EP-F14, EP-F21, EP-F22: each has its user."""
    arms, people = tuple(WEAPONS.values()), tuple(KINDS.values())
    assert {arm.skill for arm in arms} == {"ranged", "throwing", "melee", "unarmed"}
    assert {arm.against for arm in arms} == {"kinetic", "energy"}
    assert {mode for arm in arms for mode in arm.modes} == {"single", "semi", "burst", "full"}
    assert {arm.blast for arm in arms} == {"", "falling", "uniform"}
    for trait in ("shock", "reach", "indirect", "disposable", "reloads", "ap"):
        assert any(getattr(arm, trait) for arm in arms), trait
    assert {kind.morph for kind in people} == {"biomorph", "pod", "synthmorph", "bot", "vehicle"}
    assert {kind.speed for kind in people} >= {1, 2, 3}
    assert any(kind.smartlink for kind in people)


@pytest.mark.parametrize(
    ("block", "word"),
    [
        (evolve(SOLDIER, speed=5), "speed"),
        (evolve(SOLDIER, dur=0), "dur"),
        (evolve(SOLDIER, ranged=-1), "ranged"),
        (evolve(SOLDIER, wound_threshold=0), "wound_threshold"),
        (evolve(SOLDIER, run=3), "run"),
        (evolve(SOLDIER, kinetic=100), "kinetic"),
        (evolve(PISTOL, medium=5), "must rise"),
        (evolve(PISTOL, modes=()), "mode"),
        (evolve(PISTOL, modes=("burst", "burst")), "mode"),
        (evolve(PISTOL, magazine=0), "magazine"),
        (evolve(PISTOL, dice=11), "dice"),
        (evolve(PISTOL, ap=-4), "ap"),
        (evolve(PISTOL, indirect=True), "indirect"),
        (evolve(GRENADE, radius=2), "radius"),
        (evolve(GRENADE, dice=0, add=0), "DV"),
        (evolve(GRENADE, modes=("full",)), "modes"),
        (evolve(KNIFE, extreme=3), "range"),
        (evolve(KNIFE, blast="falling"), "blast"),
        (evolve(SWORD, length=501), "length"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_what_is_out_of_range_is_a_fault(block: Kind | Weapon, word: str) -> None:
    """Named with its field."""
    kind = block if isinstance(block, Kind) else SOLDIER
    arms = (block,) if isinstance(block, Weapon) else ()
    assert word in " ".join(STOCK.faults(kind, arms))


def test_length_gives_reach() -> None:
    """EP-01: over half a metre, and for close combat alone."""
    lengths = {n: evolve(SWORD, length=n).reach for n in (50, 51)}
    assert lengths == {50: False, 51: True}


def test_every_numbered_rule_is_there() -> None:
    """EP-01 to EP-38, the readings, what fills the silence, each with words and a place."""
    expected = [f"EP-{n:02}" for n in range(1, 39)] + [f"EP-A{n}" for n in range(1, 14)]
    expected += [f"EP-F{n}" for n in range(1, 29)]
    assert list(STATEMENTS) == expected
    assert all(said.text and said.where for said in STATEMENTS.values())


def test_every_rule_that_is_cited_can_be_looked_up() -> None:
    """No refusal or modifier names a number without a statement."""
    folder = files("skirmish.rulesets.d100")
    sources = [f for f in folder.iterdir() if f.name.endswith(".py")]
    cited = {found for file in sources for found in re.findall(r'"(EP-\w+)"', file.read_text())}
    assert cited <= set(STATEMENTS)
