"""The part of a ruleset that scenario files need: stat blocks, declarations, house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon
from skirmish.rulesets.common.start import Given, Wrong
from skirmish.rulesets.defaults import EMPTY, always

if TYPE_CHECKING:
    from skirmish.core.setup import Setup

Weapons = tuple[Weapon, ...]


@frozen
class HouseRule:
    """A rule that a scenario may change: its default, a text for players, its allowed values."""

    default: bool | int | str
    text: str
    options: tuple[bool | int | str, ...] = ()


STOP_ON_SIGHT = HouseRule(
    default=True, text="A figure that moves stops when it catches sight of a new enemy."
)
"""The house rule `stop_on_sight`; `common/walking.py` applies it."""
REACTIONS = HouseRule(
    default="standing",
    text="A figure on watch fires by its standing order, or you are asked each time.",
    options=("standing", "ask"),
)
"""The house rule `reactions`: the default of an order's `reply`."""


@frozen(eq=False)
class Armoury:
    """The stat blocks of a ruleset, and the counters of figures made from them.

    Attributes:
        kind_class: The class of its kinds of figure; its fields are the stat block.
        weapon_class: The class of its weapons; its fields are the stat block.
        kinds: Returns the kinds of figure, by id.
        weapons: Returns the weapons, by id.
        faults: Returns the faults of a kind and its weapons, apart from the types of their fields.
        state_faults: Returns the faults of a figure's `state` in a scenario, by key.
        counters: Returns the counters of fresh weapons; `state` (the second argument) may change
            them.
    """

    kind_class: type[Kind] = Kind
    weapon_class: type[Weapon] = Weapon
    kinds: Callable[[], Mapping[str, Kind]] = always(EMPTY)
    weapons: Callable[[], Mapping[str, Weapon]] = always(EMPTY)
    faults: Callable[[Kind, Weapons], tuple[str, ...]] = always(())
    state_faults: Callable[[Kind, Weapons, Given], Wrong] = always(EMPTY)
    counters: Callable[[Weapons, Given], Mapping[str, int]] = always(EMPTY)

    def equipped(self, weapons: Weapons, given: Given = EMPTY) -> Mapping[str, int]:
        """Return the initial counters of a figure with these weapons; `given` takes precedence."""
        return {**self.counters(weapons, given), **given}


_NEVER: Callable[[object], bool] = always(False)


@frozen(eq=False)
class Handbook:
    """Stat blocks, declarations and house rules of a ruleset.

    Attributes:
        id: The ruleset's id in scenario files.
        declared: Its counters, links, zones and phases.
        armoury: Its stat blocks.
        house_rules: The [rules] that a scenario may set, besides the engine's own.
        rolls: For each number of the odds, by its name, how dice are rolled with it.
        throws: The same for an attack at a tile, where it differs.
        musters: Whether a battle begins with a muster, in which sides choose equipment.
    """

    id: str
    declared: Declared
    armoury: Armoury = Armoury()
    house_rules: Mapping[str, HouseRule] = EMPTY
    musters: Callable[[Setup], bool] = _NEVER
    rolls: Mapping[str, str] = EMPTY
    throws: Mapping[str, str] = EMPTY

    @property
    def can_muster(self) -> bool:
        """Whether a battle of this ruleset can begin with a muster."""
        return self.musters is not _NEVER
