"""Stat blocks with plain numbers for the tests of d100, and positions made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from skirmish.rulesets.d100.kinds import Kind, Weapon
from tests.position import Position, position

PISTOL = Weapon(
    "pistol",
    "pistol",
    dice=2,
    add=3,
    ap=2,
    modes=("single", "semi", "burst", "full"),
    short=10,
    medium=20,
    long=30,
    extreme=40,
    magazine=60,
)
SEMI = evolve(PISTOL, id="semi", modes=("semi", "single"))
BURST = evolve(PISTOL, id="burst", modes=("burst", "full"))
FULL = evolve(PISTOL, id="full", modes=("full", "burst"))
STUNNER = evolve(PISTOL, id="stunner", modes=("single",), shock=True, against="energy", ap=0)
KNIFE = Weapon("knife", "knife", skill="melee", dice=1, add=2, length=30)
SWORD = Weapon("sword", "sword", skill="melee", dice=2, add=2, length=90)
AXE = Weapon("axe", "axe", skill="melee", dice=2, add=4, length=120)
BATON = Weapon("baton", "baton", skill="melee", dice=1, length=30, shock=True, against="energy")
GRENADE = Weapon(
    "grenade",
    "grenade",
    skill="throwing",
    dice=2,
    add=4,
    short=5,
    medium=10,
    long=15,
    extreme=20,
    magazine=2,
    blast="falling",
)
PLASMA = evolve(GRENADE, id="plasma", blast="uniform", radius=2, against="energy")
SEEKER = evolve(GRENADE, id="seeker", skill="ranged", extreme=60, long=40, indirect=True)
KNIVES = evolve(GRENADE, id="knives", blast="")

SOLDIER = Kind(
    "soldier",
    "soldier",
    glyph="s",
    points=12,
    ranged=60,
    melee=50,
    unarmed=40,
    throwing=50,
    perception=50,
    infiltration=40,
    fray=41,
    som=15,
    init=5,
    dur=35,
    wound_threshold=7,
    energy=5,
    kinetic=8,
    weapons=("pistol",),
)
QUICK = evolve(SOLDIER, id="quick", speed=2)
HASTY = evolve(SOLDIER, id="hasty", speed=4)


def scene(drawing: str, **more: Any) -> Position:
    """A position of soldiers with a pistol each; `weapons` and `kinds` name the others."""
    letters = {letter for letter in drawing if letter.isalpha()} | set(more.get("at", ()))
    weapons: Mapping[str, Any] = more.pop("weapons", {})
    armed = {letter: weapons.get(letter, (PISTOL,)) for letter in sorted(letters)}
    kind = more.pop("kind", SOLDIER)
    return position(drawing, ruleset="d100", weapons=armed, kind=kind, **more)


def sums(game: Position, text: str, side: str = "") -> dict[str, dict[str, int]]:
    """The lines of an order's breakdown by name, for what each is about."""
    found: dict[str, dict[str, int]] = {}
    for line in game.odds(text, side).modifiers:
        found.setdefault(line.on, {})[line.name] = line.value
    return found


def target(game: Position, text: str, on: str = "attack") -> int:
    """A target number of an order: what its lines add up to."""
    return sum(sums(game, text)[on].values())
