"""Stat blocks from a ruleset's `armoury.toml`, read strictly: no unknown key, no coerced number."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from attrs import frozen
from cattrs import Converter, transform_error
from cattrs.errors import ClassValidationError

from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.errors import FileProblem, Problem
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.start import Given, Wrong
from skirmish.rulesets.defaults import always
from skirmish.rulesets.handbook import Armoury

_K = TypeVar("_K", bound=Kind)
_W = TypeVar("_W", bound=Weapon)
FILE = "armoury.toml"


def _exactly(value: object, wanted: type) -> object:
    # `type` instead of isinstance, because true is not a number here and 2.5 is not 2.
    if type(value) is not wanted:
        raise TypeError(f"{value!r} is not {wanted.__name__}")
    return value


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for plain in (int, bool, str):
        converter.register_structure_hook(plain, _exactly)
    return converter


Check = tuple[bool, str]
"""Whether a condition on a stat block holds, and the fault if it does not."""


def within(block: Kind | Weapon, name: str, low: int, high: int, unit: str = "") -> Check:
    """Return the check that a number of a stat block is in its range, both ends included."""
    value = getattr(block, name)
    return low <= value <= high, f"{name} must be from {low} to {high}{unit}, not {value}"


def _wrong(block: Kind | Weapon, checks: Iterable[Check]) -> Iterator[str]:
    return (f"{block.id}: {fault}" for right, fault in checks if not right)


@frozen
class Stock(Generic[_K, _W]):
    """The kinds of figure and the weapons of a ruleset.

    Attributes:
        package: The package with its `armoury.toml`.
        kind_class: The class of its kinds; the fields are the stat block.
        weapon_class: The class of its weapons; the fields are the stat block.
        kind_checks: Checks of a kind, apart from the types of its fields.
        weapon_checks: Checks of a weapon, apart from the types of its fields.
    """

    package: str
    kind_class: type[_K]
    weapon_class: type[_W]
    kind_checks: Callable[[_K], Iterable[Check]] = always(())
    weapon_checks: Callable[[_W], Iterable[Check]] = always(())

    @cached_property
    def blocks(self) -> tuple[Mapping[str, _K], Mapping[str, _W]]:
        """The kinds and the weapons of the armoury by id, read on demand.

        Raises:
            FileProblem: A block has an unknown key, lacks one, or has a value of the wrong type.
        """
        # pkgutil, because importlib.resources takes as long to load as everything else here.
        data = tomllib.loads((pkgutil.get_data(self.package, FILE) or b"").decode())
        kinds = _blocks(data.pop("kinds", {}), self.kind_class, "kinds")
        weapons = _blocks(data.pop("weapons", {}), self.weapon_class, "weapons")
        if data:
            raise FileProblem(Problem(f"no table '{min(data)}' in an armoury", file=FILE))
        return kinds, weapons

    def kinds(self) -> Mapping[str, _K]:
        """Return the armoury's kinds of figure by id."""
        return self.blocks[0]

    def weapons(self) -> Mapping[str, _W]:
        """Return the armoury's weapons by id."""
        return self.blocks[1]

    def kind_of(self, figure: Figure) -> _K:
        """Return the stat block of a figure."""
        return cast("_K", figure.who.kind)

    def weapons_of(self, figure: Figure) -> tuple[_W, ...]:
        """Return the weapons that a figure carries."""
        return cast("tuple[_W, ...]", figure.who.weapons)

    def faults(self, kind: _K, carried: tuple[_W, ...]) -> tuple[str, ...]:
        """Return the faults of a figure's stat blocks, apart from the types of their fields."""
        arms = (fault for arm in carried for fault in _wrong(arm, self.weapon_checks(arm)))
        about = _wrong(kind, self.kind_checks(kind))
        return (*about, *arms, *slots.faults(kind.id, carried))

    def armoury(
        self,
        *,
        state_faults: Callable[[_K, tuple[_W, ...], Given], Wrong],
        counters: Callable[[tuple[_W, ...], Given], Mapping[str, int]],
        faults: Callable[[_K, tuple[_W, ...]], tuple[str, ...]] | None = None,
    ) -> Armoury:
        """Return them as the `Armoury` of a handbook; `faults` replaces `self.faults`."""
        return Armoury(
            kind_class=self.kind_class,
            weapon_class=self.weapon_class,
            kinds=self.kinds,
            weapons=self.weapons,
            # The armoury only passes blocks of these classes.
            faults=cast("Any", faults or self.faults),
            state_faults=cast("Any", state_faults),
            counters=cast("Any", counters),
        )


_B = TypeVar("_B", bound=Kind | Weapon)


def _blocks(tables: dict[str, Any], block: type[_B], place: str) -> Mapping[str, _B]:
    converter = _converter()
    read: dict[str, _B] = {}
    for name, table in tables.items():
        try:
            read[name] = converter.structure({"id": name, **table}, block)
        except ClassValidationError as error:
            faults = [
                Problem(text, field=f"{place}.{name}", file=FILE) for text in transform_error(error)
            ]
            raise FileProblem(*faults) from None
    return MappingProxyType(read)
