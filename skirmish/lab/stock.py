"""What weapons are tried out of: a ruleset's own armoury, or that of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario
from skirmish.scenario.armoury import armoury_of
from skirmish.scenario.check import entries_of
from skirmish.scenario.faults import Faults
from skirmish.scenario.opening import house_rules_of
from skirmish.scenario.roster import carried

Rules = Mapping[str, bool | int | str]


@frozen
class Stock:
    """Kinds and weapons by id, which of the weapons are tried where none is named, house rules.

    `bearers`: who fires a weapon, where it is not the first kind that carries it.
    """

    kinds: Mapping[str, Kind]
    weapons: Mapping[str, Weapon]
    tried: tuple[str, ...]
    rules: Rules
    bearers: Mapping[str, Kind] = field(factory=dict)

    def carried(self, kind: Kind) -> tuple[Weapon, ...]:
        """What a kind carries."""
        return tuple(self.weapons[weapon] for weapon in kind.weapons)

    def bearer(self, weapon: Weapon) -> Kind:
        """Who fires a weapon; the first kind of all where none carries it."""
        able = (kind for kind in self.kinds.values() if weapon.id in kind.weapons)
        first = next(iter(self.kinds.values()))
        return self.bearers.get(weapon.id) or next(able, first)


def stock_of(rules: Ruleset) -> Stock:
    """The armoury of a ruleset, all of it."""
    usual = {name: rule.default for name, rule in rules.house_rules.items()}
    return Stock(rules.kinds(), rules.weapons(), tuple(rules.weapons()), usual)


def stock_of_scenario(scenario: Scenario) -> Stock:
    """The kinds and weapons of a scenario: those that its figures have, then all others.

    What its figures carry is tried, and what it defines.
    """
    rules = ruleset(scenario.ruleset)
    whole = armoury_of(scenario, rules, Faults())
    kinds = {name: kind for name, kind in whole.kinds.items() if kind is not None}
    weapons = {name: weapon for name, weapon in whole.weapons.items() if weapon is not None}
    bearers: dict[str, Kind] = {}
    for _, entry in entries_of(scenario):
        for weapon in carried(entry, kinds[entry.kind], whole) or ():
            bearers.setdefault(weapon.id, kinds[entry.kind])
    used = _first(kinds, (entry.kind for _, entry in entries_of(scenario)))
    own = [name for name in scenario.weapons if name not in bearers]
    chosen = house_rules_of(scenario, rules, {})
    return Stock(used, weapons, (*bearers, *own), chosen, bearers)


def _first(kinds: Mapping[str, Kind], used: Iterable[str]) -> Mapping[str, Kind]:
    """The kinds that are used before all others."""
    return {name: kinds[name] for name in dict.fromkeys((*used, *kinds))}
