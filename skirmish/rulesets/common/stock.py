"""Stat blocks from a ruleset's `armoury.toml`, read strictly: no unknown key, no coerced number."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from cattrs import Converter, transform_error
from cattrs.errors import ClassValidationError

from skirmish.core.figures import Kind, Weapon
from skirmish.errors import FileProblem, Problem

_K = TypeVar("_K", bound=Kind)
_W = TypeVar("_W", bound=Weapon)
FILE = "armoury.toml"


def _exactly(value: object, wanted: type) -> object:
    # `type`, not isinstance: true is no number and 2.5 is not 2.
    if type(value) is not wanted:
        raise TypeError(f"{value!r} is not {wanted.__name__}")
    return value


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for plain in (int, bool, str):
        converter.register_structure_hook(plain, _exactly)
    return converter


def read_stock(
    package: str, kind_class: type[_K], weapon_class: type[_W]
) -> tuple[Mapping[str, _K], Mapping[str, _W]]:
    """The kinds and weapons in the armoury beside a ruleset's code, by id.

    Raises:
        FileProblem: A block has an unknown key, lacks one, or holds a value of another type.
    """
    # pkgutil, not importlib.resources: that takes as long to load as everything else here.
    data = tomllib.loads((pkgutil.get_data(package, FILE) or b"").decode())
    kinds = _blocks(data.pop("kinds", {}), kind_class, "kinds")
    weapons = _blocks(data.pop("weapons", {}), weapon_class, "weapons")
    if data:
        raise FileProblem(Problem(f"no table '{min(data)}' in an armoury", file=FILE))
    return kinds, weapons


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
