"""Stat blocks with plain numbers for the tests of shooting, and positions made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from skirmish.rulesets.opposed_d6.kinds import Kind, Weapon
from tests.position import Position, position

GUN = Weapon("gun", "gun", factor=4, range=30)
BURST = Weapon("burst", "burst gun", factor=6, range=30, automatic=True)
TURRET = Weapon("turret", "turret", factor=4, range=30, arc=180)
FLAMER = Weapon("flamer", "flamer", factor=5, range=6, radius=1)
MORTAR = Weapon("mortar", "mortar", factor=5, range=30, min_range=3, fire="indirect", radius=1)
GRENADE = Weapon("grenade", "grenade", factor=4, range=8, fire="thrown", radius=1)
GAS = Weapon(
    "gas",
    "gas shell",
    factor=4,
    range=30,
    fire="indirect",
    radius=1,
    against="abc",
    cloud="gas",
    duration=2,
)
SMOKE = Weapon("smoke", "smoke", range=20, fire="thrown", radius=1, cloud="smoke", duration=2)
CANNON = Weapon("cannon", "cannon", factor=6, range=40, reload_bounds=2)
MIND = Weapon("mind", "mind blast", factor=4, range=30, against="psi")
KNIFE = Weapon("knife", "knife", melee=1)

TROOPER = Kind(
    "trooper", "trooper", glyph="t", points=12, physical=2, abc=1, psi=0, weapons=("gun",)
)
SHIELDED = evolve(TROOPER, id="shielded", shield=2)
RABBLE = evolve(TROOPER, id="rabble", irregular=True)
MARKSMAN = evolve(TROOPER, id="marksman", quality="superior")
OFFICER = evolve(TROOPER, id="officer", officer=True)


def scene(drawing: str, **more: Any) -> Position:
    """A position of troopers with a gun each; `weapons` and `kinds` name the others."""
    letters = {letter for letter in drawing if letter.isalpha()} | set(more.get("at", ()))
    weapons: Mapping[str, Any] = more.pop("weapons", {})
    armed = {letter: weapons.get(letter, (GUN,)) for letter in sorted(letters)}
    return position(drawing, weapons=armed, kind=more.pop("kind", TROOPER), **more)
