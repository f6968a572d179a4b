"""Scripted events: what a scenario makes happen once on a condition, and which have happened.

A `Trigger` is an event of a scenario file (`[[events]]`); a `core.events.Event` is anything that
happens in a battle.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area

TURN, ENTERS, FALLS, SEEN, SCORE = "turn", "enters", "falls", "seen", "score"
CHOSEN = "chosen_from"
CONDITIONS = (TURN, ENTERS, FALLS, SEEN, SCORE, CHOSEN)
QUESTION = "event"
"""The question in which a side chooses an event."""
SMOKE = "smoke"
"""The kind of zone for the smoke of a trigger."""


@frozen
class Condition:
    """When a trigger fires.

    Attributes:
        kind: `turn`: turn `number` begins, or the first bound of `side` in it. `enters`: one of the
            figures enters `area`. `falls`: `number` of the figures are out of the battle. `seen`:
            the enemy has seen `number` of them. `score`: `side` has `number` points.
            `chosen_from`: a side chose it as the trigger `after` happened.
        number: See there.
        side: Its figures, or its turn or score.
        figures: The figures instead of all of `side`.
        area: See `enters`.
        after: Id of a trigger that must have fired before; empty for none.
    """

    kind: str
    number: int = 0
    side: str = ""
    figures: tuple[str, ...] = ()
    area: Area | None = None
    after: str = ""


@frozen
class NewTerrain:
    """The terrain that an area becomes, by its id."""

    area: Area
    terrain: str


@frozen
class Smoke:
    """Smoke round a tile, for a number of turns."""

    at: Tile
    radius: int
    turns: int


@frozen
class Joining:
    """Figures that go over to a side."""

    figures: tuple[str, ...]
    side: str


@frozen
class Trigger:
    """Something that a scenario makes happen once.

    Attributes:
        id: Its id; reinforcements may name it.
        when: Its condition.
        text: The text for players; empty for none.
        to: The sides that read it; empty for those that learn of its cause.
        opens: Ids of objectives that count from now on.
        closes: Ids of objectives that no longer count.
        terrain: Terrain that changes.
        smoke: Smoke that is laid.
        joins: Figures that change sides.
        choice: The side that chooses one of the triggers whose condition is `chosen_from` this one;
            empty for none.
    """

    id: str
    when: Condition
    text: str = ""
    to: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    terrain: tuple[NewTerrain, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    joins: tuple[Joining, ...] = ()
    choice: str = ""

    def is_option_for(self, side: str) -> bool:
        """Whether it waits for a choice and this side may read its text."""
        return self.when.kind == CHOSEN and side in (self.to or (side,))


@frozen(weakref_slot=False)
class Script:
    """The triggers of a battle and what has become of them.

    Attributes:
        triggers: All of them; in a view, those that the side has learnt of.
        fired: Ids of those that fired, in their order; in a view as above.
        read: For each side the ids of those that it has learnt of.
        closed: Ids of the objectives that do not count at present; both sides know them.
        joined: Figures that changed sides, with the side that they left and their points.
    """

    triggers: tuple[Trigger, ...] = ()
    fired: tuple[str, ...] = ()
    read: Mapping[str, tuple[str, ...]] = field(factory=dict)
    closed: tuple[str, ...] = ()
    joined: Mapping[str, tuple[str, int]] = field(factory=dict)

    def known_to(self, side: str) -> Script:
        """Return the part of it that a side knows: only the triggers that it has learnt of.

        Of triggers that the side may choose from, it also knows the texts that are meant for it.
        """
        if not self.triggers:
            return self
        read = self.read.get(side, ())
        asks = [one.id for one in self.triggers if one.id in read and one.choice == side]
        triggers = tuple(
            one if one.id in read else Trigger(one.id, one.when, one.text, one.to)
            for one in self.triggers
            if one.id in read or (one.when.after in asks and one.is_option_for(side))
        )
        return Script(triggers, read, {side: read} if read else {}, self.closed, self.joined)

    def options_of(self, name: str) -> tuple[str, ...]:
        """Return the ids of the triggers that a side can choose from when this one happens."""
        waiting = (one for one in self.triggers if one.when.kind == CHOSEN)
        return tuple(one.id for one in waiting if one.when.after == name)

    def text_of(self, name: str) -> str:
        """Return the text of a trigger; empty for one that is not known."""
        return next((one.text for one in self.triggers if one.id == name), "")

    @property
    def line(self) -> str:
        """Its changeable part as text, for the hash of a state; empty if nothing has happened."""
        read = " ".join(f"{side}:{'+'.join(names)}" for side, names in sorted(self.read.items()))
        joined = " ".join(f"{name}:{left}" for name, (left, _) in sorted(self.joined.items()))
        words = ("+".join(self.fired), read, "+".join(self.closed), joined)
        return f"script {' '.join(words)}" if any(words) else ""
