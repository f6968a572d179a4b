"""The rulesets that there are, by id; each is imported when it is first asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from attrs import frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.rulesets.handbook import Handbook

if TYPE_CHECKING:
    from skirmish.rulesets.ruleset import Ruleset

_NAMES = ("opposed_d6", "dice_pool", "d100", "d20", "trait_die")
"""The ids, which are the names of the rulesets' folders too."""


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
    """The ruleset of this id.

    Raises:
        UsageProblem: There is none.
    """
    _known(name)
    return RULESETS[name]


def handbook(name: str) -> Handbook:
    """What scenarios for a ruleset are written with; its rules are not loaded.

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
