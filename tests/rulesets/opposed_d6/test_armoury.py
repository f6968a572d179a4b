"""The armoury of opposed d6: sound, complete, and balanced round the rifle."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from skirmish.core import sanitize
from skirmish.core.dice import odds
from skirmish.rulesets.opposed_d6.dice import Effect, Guard, Shot, exchange
from skirmish.rulesets.opposed_d6.kinds import STOCK, Kind, Weapon

KINDS, WEAPONS = STOCK.blocks
RIFLE, RIFLEMAN = WEAPONS["rifle"], KINDS["rifleman"]


def carried(kind: Kind) -> tuple[Weapon, ...]:
    """The weapons that a kind comes with."""
    return tuple(WEAPONS[name] for name in kind.weapons)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.id)
def test_every_block_of_the_armoury_is_sound(kind: Kind) -> None:
    """No faults, a weapon of range to begin with (BAY-02), a sentence, a glyph of its own."""
    assert STOCK.faults(kind, carried(kind)) == ()
    assert carried(kind)[0].range > 0
    assert kind.text.endswith(".")
    assert sanitize.is_glyph(kind.glyph)
    assert [other.id for other in KINDS.values() if other.glyph == kind.glyph] == [kind.id]


def test_every_weapon_is_carried_by_somebody() -> None:
    """And says what it is in a sentence."""
    used = [name for kind in KINDS.values() for name in kind.weapons]

    assert sorted(set(used)) == sorted(WEAPONS)
    assert [arm.id for arm in WEAPONS.values() if not arm.text.endswith(".")] == []


def test_the_armoury_uses_every_mechanic() -> None:
    """BAY-10 to BAY-20, BAY-29: each has a weapon or a kind that needs it."""
    arms, troops = tuple(WEAPONS.values()), tuple(KINDS.values())

    assert {arm.fire for arm in arms} == {"direct", "indirect", "thrown"}
    assert {arm.against for arm in arms} == {"physical", "abc", "psi"}
    assert {arm.cloud for arm in arms} == {"", "gas", "smoke"}
    assert min(arm.arc for arm in arms) < 90 < max(arm.arc for arm in arms)
    for trait in ("automatic", "selective", "reload_bounds", "max_radius", "magazine", "melee"):
        assert any(getattr(arm, trait) for arm in arms), trait
    for trait in ("officer", "crew", "irregular", "shield"):
        assert any(getattr(kind, trait) for kind in troops), trait
    assert {kind.quality for kind in troops} == {"inferior", "ordinary", "superior", "exceptional"}


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [
        ("rifleman", 6),
        ("conscript", 6),
        ("heavy_infantry", 4),
        ("cavalry", 12),
        ("armoured_car", 10),
    ],
)
def test_moves_are_those_of_the_rules(kind: str, tiles: int) -> None:
    """Movement: infantry 6, irregular 6, heavy 4, cavalry 12, vehicles 10."""
    assert KINDS[kind].move == tiles


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"arc": 60}, "arc must be a multiple of 45 up to 360, not 60"),
        ({"arc": 0}, "360, not 0"),
        ({"arc": 405}, "360, not 405"),
        ({"min_range": 40}, "min_range must be from 0 to 36"),
        ({"factor": 0}, "factor must be from 1 to 19, not 0"),
        ({"max_radius": 2}, "max_radius needs a radius"),
        ({"radius": 3, "max_radius": 2}, "max_radius must be from 3"),
        ({"selective": True}, "selective"),
        ({"automatic": True, "radius": 1}, "automatic"),
        ({"automatic": True, "fire": "indirect"}, "automatic"),
        ({"duration": 2}, "duration"),
        ({"cloud": "smoke", "radius": 1}, "duration"),
        ({"cloud": "smoke", "duration": 2}, "radius"),
        ({"cloud": "gas", "duration": 2, "radius": 1}, "abc"),
        ({"reload_bounds": -1}, "reload_bounds must be from 0 to 20, not -1"),
        ({"magazine": -1}, "magazine must be from 0 to 2000, not -1"),
    ],
)
def test_a_faulty_weapon_is_named(change: dict[str, Any], fault: str) -> None:
    """What a scenario's own weapon may not be, beyond the types of its fields."""
    found = STOCK.faults(RIFLEMAN, (evolve(RIFLE, **change),))

    assert len(found) == 1
    assert found[0].startswith("rifle: ")
    assert fault in found[0]


@pytest.mark.parametrize(
    "change", [{"move": -1}, {"move": 41}, {"shield": -1}, {"points": -1}, {"physical": 20}]
)
def test_a_faulty_kind_is_named(change: dict[str, Any]) -> None:
    """Numbers that no figure can have."""
    (found,) = STOCK.faults(evolve(RIFLEMAN, **change), (RIFLE,))

    assert found.startswith(f"rifleman: {next(iter(change))}")


def test_a_rifle_suppresses_often_and_cover_takes_the_killing_away() -> None:
    """In the open it downs one in four; behind cover hardly ever, and then it suppresses."""
    open_ground = odds(exchange, Shot(0, RIFLE.factor, Guard(RIFLEMAN.physical)))
    in_cover = odds(exchange, Shot(0, RIFLE.factor, Guard(RIFLEMAN.physical + 2)))

    assert float(open_ground.probability((0, Effect.DOWNED))) == 0.25
    assert 0.4 < float(open_ground.probability((0, Effect.SUPPRESSED))) < 0.6
    assert float(in_cover.probability((0, Effect.DOWNED))) < 0.05
    assert 0.3 < float(in_cover.probability((0, Effect.SUPPRESSED))) < 0.5
