"""Attacks of enemies on the way of an order, before it, or as the bound ends."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.attack_positions import AttackChance, chance_of_shot
from skirmish.presentation.wording import zone_words
from skirmish.rulesets.common.watch import watched
from skirmish.rulesets.foresight import Danger, dangers
from skirmish.rulesets.ruleset import Ruleset


@frozen
class PathThreat:
    """An enemy that may fire on the way ("" for an unknown one), the tile, and its attack.

    `zone`: the id of the cloud that attacks in place of an enemy.

    `lasting`: only if the figure is still there at the end of its bound. `first`: the chance that
    it comes before the figure acts there, else right after; the chances of the attack are of both.
    """

    enemy: str
    tile: Tile
    chance: AttackChance | None
    lasting: bool = False
    first: Fraction = Fraction(1)
    zone: str = ""

    @property
    def source(self) -> tuple[str, str, bool]:
        """What makes the attack, and whether it comes only if the figure stays."""
        return self.enemy, self.zone, self.lasting

    def name(self, view: View) -> str:
        """The id of the enemy, or the cloud in words; "" for an unknown enemy."""
        return zone_words(view, view.state.zones[self.zone]) if self.zone else self.enemy


def path_threats(ruleset: Ruleset, view: View, order: Order) -> tuple[PathThreat, ...]:
    """The attacks that the rules allow on the figure of an order, in order."""
    return tuple(_path_threat(ruleset, view, one) for one in dangers(ruleset, view, order))


def _path_threat(ruleset: Ruleset, view: View, danger: Danger) -> PathThreat:
    if danger.shot is None:
        return PathThreat(danger.enemy, danger.tile, None, danger.lasting, zone=danger.zone)
    chance, first = chance_of_shot(ruleset, view.state, danger.shot), danger.first
    if first < 1:
        late = danger.late and chance_of_shot(ruleset, view.state, danger.late)
        effect, out = (late.effect_chance, late.out_chance) if late else (Fraction(0), Fraction(0))
        chance = evolve(
            chance,
            effect_chance=first * chance.effect_chance + (1 - first) * effect,
            out_chance=first * chance.out_chance + (1 - first) * out,
        )
    return PathThreat(danger.enemy, danger.tile, chance, danger.lasting, first, danger.zone)


def unhurt_chance(threats: Iterable[PathThreat]) -> Fraction | None:
    """The chance that none has an effect if all fire; None where an unknown enemy watches."""
    chance = Fraction(1)
    for threat in threats:
        if threat.chance is None:
            return None
        chance *= 1 - threat.chance.effect_chance
    return chance


def without_reaction(view: View, threats: Iterable[PathThreat]) -> tuple[str, ...]:
    """Ids of the enemy zones whose watcher has no attack on a way.

    A watcher may look at one end of a step alone, or not see the figure.
    """
    able = [threat.enemy for threat in threats]
    zones = [zone for zone in watched(view.state) if zone.side != view.side and zone.owner]
    return tuple(zone.id for zone in zones if zone.owner not in able)
