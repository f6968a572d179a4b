"""The kinds of figure and the weapons that a scenario can use: its ruleset's and its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from attrs import evolve, frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.core.gate import NAME, is_glyph, is_name, shown
from skirmish.rulesets.protocol import Handbook
from skirmish.scenario.blocks import build
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.model import Block, Scenario

OTHER_WEAPONS = "take a weapon out, or choose others"
_B = TypeVar("_B", Kind, Weapon)


@frozen
class Armoury:
    """Kinds and weapons by id; None for one of the scenario's own that is faulty.

    `own` are the ids of the scenario's own kinds.
    """

    kinds: Mapping[str, Kind | None]
    weapons: Mapping[str, Weapon | None]
    own: tuple[str, ...] = ()

    def armed(self, names: Iterable[str]) -> tuple[Weapon, ...] | None:
        """The weapons of these ids; None where one of them is faulty or missing."""
        found = [self.weapons.get(name) for name in names]
        weapons = tuple(weapon for weapon in found if weapon is not None)
        return weapons if len(weapons) == len(found) else None


def armoury_of(scenario: Scenario, ruleset: Handbook, faults: Faults) -> Armoury:
    """All kinds and weapons of a scenario; what is wrong with its own is noted."""
    weapons = _with_own(
        scenario.weapons, ruleset.weapons(), ruleset.weapon_class, "weapons", faults
    )
    kinds = _with_own(scenario.kinds, ruleset.kinds(), ruleset.kind_class, "kinds", faults)
    whole = Armoury(kinds, weapons, tuple(scenario.kinds))
    for name, block in scenario.kinds.items():
        kind = kinds[name]
        if kind is not None:
            _look_at_kind(kind, block, whole, ruleset, faults)
    # A weapon is judged with a figure that carries it; which one makes no difference.
    bearer = next(iter(ruleset.kinds().values()), None)
    for name, block in scenario.weapons.items():
        weapon = weapons[name]
        if weapon is not None and bearer is not None:
            _note("weapons", name, block, _of_weapon(bearer, weapon, ruleset), faults)
    return whole


def _with_own(
    own: Mapping[str, Block],
    given: Mapping[str, _B],
    block_class: type[_B],
    key: str,
    faults: Faults,
) -> Mapping[str, _B | None]:
    blocks: dict[str, _B | None] = {**given}
    for name, block in own.items():
        blocks[name] = _own(name, block, given, block_class, key, faults)
    return blocks


def _own(
    name: str, block: Block, given: Mapping[str, _B], of: type[_B], key: str, faults: Faults
) -> _B | None:
    path: Path = (key, name)
    if not is_name(name):
        remedy = f"a small letter, then small letters, digits or _, at most {NAME}"
        faults.note(Fault(path, "no id", remedy, on_key=True))
        return None
    if block.base and block.base not in given:
        what = f"nothing called '{shown(block.base, NAME)}' in the ruleset's armoury"
        faults.note(Fault((*path, "base"), what, did_you_mean(block.base, given)))
        return None
    if faults.spoilt(*path, "base"):
        return None
    base = given[block.base] if block.base else None
    made, wrong = build(of, block, base, {"id": name})
    for fault in wrong:
        faults.note(evolve(fault, path=path + fault.path))
    if made is not None and not 0 < len(made.name) <= NAME:
        faults.note(Fault((*path, "name"), f"must have 1 to {NAME} characters"))
        return None
    return made


def _look_at_kind(
    kind: Kind, block: Block, armoury: Armoury, ruleset: Handbook, faults: Faults
) -> None:
    path = ("kinds", kind.id)
    if not is_glyph(kind.glyph):
        faults.note(Fault((*path, "glyph"), "no letter for a map", "one character, one column"))
    if "weapons" in block.fields:
        for n, weapon in enumerate(kind.weapons):
            if weapon not in armoury.weapons:
                what = f"no weapon '{shown(weapon, NAME)}' in ruleset {ruleset.id}"
                remedy = did_you_mean(weapon, armoury.weapons)
                faults.note(Fault((*path, "weapons", n), what, remedy))
    _note("kinds", kind.id, block, ruleset.faults(kind, ()), faults)
    weapons = armoury.armed(kind.weapons)
    if weapons is not None:
        where = (*path, "weapons") if "weapons" in block.fields else path
        look_at_outfit(where, kind, weapons, ruleset, faults)


def look_at_outfit(
    path: Path, kind: Kind, weapons: tuple[Weapon, ...], ruleset: Handbook, faults: Faults
) -> None:
    """Note what the ruleset has against this kind with these weapons, and against neither alone."""
    alone = faults_alone(kind, weapons, ruleset)
    for text in ruleset.faults(kind, weapons):
        if text not in alone:
            faults.note(Fault(path, text, OTHER_WEAPONS))


def faults_alone(kind: Kind, weapons: tuple[Weapon, ...], ruleset: Handbook) -> tuple[str, ...]:
    """What is wrong with the stat blocks, each by itself."""
    each = (text for weapon in weapons for text in _of_weapon(kind, weapon, ruleset))
    return (*ruleset.faults(kind, ()), *each)


def _of_weapon(bearer: Kind, weapon: Weapon, ruleset: Handbook) -> tuple[str, ...]:
    """What is wrong with a weapon, whoever carries it: not that this one is too weak for it."""
    found = ruleset.faults(bearer, (weapon,))
    return tuple(text for text in found if not text.startswith(f"{bearer.id}: "))


def _note(key: str, name: str, block: Block, found: tuple[str, ...], faults: Faults) -> None:
    """Note what the ruleset finds, at the field that its words begin with."""
    for text in found:
        what = text.removeprefix(f"{name}: ")
        word = what.partition(" ")[0]
        path: Path = (key, name, word) if word in block.fields else (key, name)
        faults.note(Fault(path, what))
