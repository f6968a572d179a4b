"""All rulesets by id; each is imported on demand.

Every package beside this file is a ruleset, but for `common`; its name is the id.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, cast

from attrs import frozen

from skirmish import rulesets
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.rulesets.handbook import Handbook

if TYPE_CHECKING:
    from skirmish.rulesets.ruleset import Ruleset

_FIRST = ("opposed_d6", "dice_pool", "d100", "d20", "trait_die")
"""The first ids of lists; all others follow by name."""


def names(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the rulesets in some folders, in the order of lists."""
    found = {one.name for one in iter_modules(folders) if one.ispkg} - {"common"}
    return (*(name for name in _FIRST if name in found), *sorted(found.difference(_FIRST)))


_NAMES = names(rulesets.__path__)


@frozen
class _Rulesets(Mapping[str, "Ruleset"]):
    """Every ruleset; a battle loads its own and no other."""

    def __getitem__(self, name: str) -> Ruleset:
        if name not in _NAMES:
            raise KeyError(name)
        return cast("Ruleset", import_module(f"skirmish.rulesets.{name}.ruleset").RULESET)

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


RULESETS: Mapping[str, Ruleset] = _Rulesets()


def ruleset(name: str) -> Ruleset:
    """Return the ruleset with this id.

    Raises:
        UsageProblem: There is none.
    """
    _known(name)
    return RULESETS[name]


def handbook(name: str) -> Handbook:
    """Return the handbook of a ruleset; its rules are not loaded.

    Raises:
        UsageProblem: There is none.
    """
    _known(name)
    return cast("Handbook", import_module(f"skirmish.rulesets.{name}.handbook").HANDBOOK)


def _known(name: str) -> None:
    if name in _NAMES:
        return
    near = difflib.get_close_matches(name, _NAMES, n=1)
    remedy = f"did you mean '{near[0]}'?" if near else "known: " + ", ".join(_NAMES)
    raise UsageProblem(f"no ruleset '{escaped(name)}'", remedy=remedy)
