"""Which numbered rules an order of trait die applies, beside those that its modifiers name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.figures import Figure
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.tokens import PER_ITEM, capacity
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.burden import loaded_with
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.rounds import (
    EXTENDED,
    LIFETIME,
    MISSION,
    MONTH,
)
from skirmish.rulesets.trait_die.wares import FAILED, Item

SMALL, MIDDLE = 10, 40
"""Rounds up to which a magazine is one token, and two (AMMO-02, AMMO-03)."""
BY_MODE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "single": ("AMMO-09", "AMMO-A3"),
        "double": ("AMMO-10", "AMMO-A3", "AMMO-F9"),
        "burst": ("AMMO-11", "AMMO-A3", "AMMO-F9"),
        "auto": ("AMMO-12", "AMMO-A3", "AMMO-F10"),
        "rapid": ("AMMO-13", "AMMO-A3", "AMMO-A5", "AMMO-F11"),
        "suppress": ("AMMO-12", "AMMO-F14"),
    }
)
"""How a mode uses tokens up."""
BY_VERB: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "move": ("AMMO-F4",),
        "run": ("AMMO-F4",),
        "door": ("AMMO-F4",),
        "pose": ("AMMO-F23",),
        "fire": ("AMMO-F2", "AMMO-F3", "AMMO-F5"),
        "bombard": ("AMMO-F2", "AMMO-F5", "AMMO-F15"),
        "suppress": ("AMMO-F2", "AMMO-F5"),
        "strike": ("AMMO-F2", "AMMO-F5", "AMMO-F19"),
        "aim": ("AMMO-F5", "AMMO-F6"),
        "reload": ("AMMO-F5", "AMMO-F17", "AMMO-A10"),
        "hold": ("AMMO-F5", "AMMO-F16"),
        "buy": ("AMMO-18", "AMMO-22", "AMMO-A6", "AMMO-F2", "AMMO-F20"),
        "load": ("AMMO-22", "AMMO-F20"),
        "carry": ("AMMO-22", "AMMO-F20", "AMMO-F22"),
        "muster": ("AMMO-14", "AMMO-F20"),
    }
)
"""The rules that every order of a sort applies."""
BY_SUPPLY: Mapping[str, str] = MappingProxyType(
    {LIFETIME: "AMMO-15", MONTH: "AMMO-19", MISSION: "AMMO-20"}
)


def magazine(scene: Scene, figure: Figure, arm: Arm) -> None:
    """The rules by which a weapon's ammunition is counted: piece by piece, or in tokens."""
    if not arm.magazine:
        scene.cite("AMMO-07")
        return
    scene.cite("AMMO-01")
    if slots.get(figure, EXTENDED, arm.id):
        scene.cite("AMMO-06")
    elif arm.magazine <= SMALL:
        scene.cite("AMMO-02")
    else:
        scene.cite("AMMO-03" if arm.magazine <= MIDDLE else "AMMO-04")


def fired(scene: Scene, figure: Figure, arm: Arm, mode: str, lost: int) -> None:
    """The rules of what an attack takes out of a weapon."""
    magazine(scene, figure, arm)
    if arm.magazine:
        scene.cite("AMMO-08", "AMMO-A2", *BY_MODE[mode])
        if lost and lost >= slots.get(figure, "tokens", arm.id):
            scene.cite("AMMO-A4")


def carried(scene: Scene, figure: Figure, arm: Arm) -> None:
    """The rules of spare tokens: standard rounds come with the gun, caseless ones are lighter."""
    rounds = loaded_with(figure, arm).id if arm.magazine else ""
    if rounds == "standard":
        scene.cite("AMMO-14")
    if rounds == "caseless":
        scene.cite("AMMO-23", "AMMO-A9")
    if capacity(arm.magazine) > PER_ITEM:
        scene.cite("AMMO-A8")


def bought(scene: Scene, item: Item, got: str, wanted: str) -> None:
    """The rules of a purchase: its price level, and the supply that the roll was good for."""
    scene.cite("AMMO-17" if item.important else "AMMO-16")
    if item.id == EXTENDED:
        scene.cite("AMMO-05", *(("AMMO-06", "AMMO-A1") if got != FAILED else ()))
        return
    scene.cite("AMMO-F21", *(("AMMO-A7",) if item.important else ()))
    if wanted == LIFETIME:
        scene.cite("AMMO-15")
    if got not in (FAILED, wanted):
        scene.cite("AMMO-21")
    if got != FAILED:
        scene.cite(BY_SUPPLY[got])
    if item.id == "caseless":
        scene.cite("AMMO-23", "AMMO-A9")
