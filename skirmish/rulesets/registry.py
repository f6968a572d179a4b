"""The rulesets that there are, by id."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.rulesets.opposed_d6.ruleset import OPPOSED_D6
from skirmish.rulesets.protocol import Ruleset

RULESETS: Mapping[str, Ruleset] = MappingProxyType({rules.id: rules for rules in (OPPOSED_D6,)})


def ruleset(name: str) -> Ruleset:
    """The ruleset of this id.

    Raises:
        UsageProblem: There is none.
    """
    if (found := RULESETS.get(name)) is not None:
        return found
    near = difflib.get_close_matches(name, RULESETS, n=1)
    remedy = f"did you mean '{near[0]}'?" if near else "known: " + ", ".join(RULESETS)
    raise UsageProblem(f"no ruleset '{shown(name)}'", remedy=remedy)
