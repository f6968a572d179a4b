"""Events: what happened in a battle.

Each has one subject and is small enough to be redacted to what a side sees.

Every event has one text form, `verb subject ... key=value`, made from its fields: `arg` fields
stand in order, `opt` fields follow as key=value where they differ from their default. How fields
are encoded is in `core.codec`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

import attrs
from attrs import frozen

from skirmish.core.codec import EventShape, Shape, arg, encode_field, field_decoder, opt
from skirmish.core.dice import Face
from skirmish.core.geometry import Facing, Tile
from skirmish.core.sanitize import escaped
from skirmish.errors import RecordProblem


class Event:
    """Base of all events. `subject` is the id of the figure concerned, or empty."""

    verb: ClassVar[str]

    @property
    def subject(self) -> str:
        """Id of the figure concerned; empty where there is none."""
        return cast("str", getattr(self, "figure", ""))


@frozen
class Bound(Event):
    """A bound began."""

    verb: ClassVar[str] = "bound"
    turn: int = arg(Shape.NUMBER)
    step: int = arg(Shape.NUMBER)
    phase: str = arg(Shape.WORD)
    side: str = arg(Shape.WORD)


@frozen
class Placed(Event):
    """A figure was placed on the table."""

    verb: ClassVar[str] = "placed"
    figure: str = arg(Shape.FIGURE)
    at: Tile = arg(Shape.TILE)
    facing: Facing = arg(Shape.FACING)


@frozen
class Moved(Event):
    """A figure entered these tiles in order."""

    verb: ClassVar[str] = "moved"
    figure: str = arg(Shape.FIGURE)
    path: tuple[Tile, ...] = arg(EventShape.ROUTE)
    how: str = opt(Shape.WORD, "")


LOST = "lost"
"""`how` of a move in news whose first step led out of sight; its path is the tile that it left."""
SIGHT = "sight"
"""`why` of a move that stopped because an enemy came into sight."""


@frozen
class Stopped(Event):
    """A move ended before its goal; `why` gives the reason."""

    verb: ClassVar[str] = "stopped"
    figure: str = arg(Shape.FIGURE)
    why: str = arg(Shape.WORD)


@frozen
class Turned(Event):
    """A figure changed its facing."""

    verb: ClassVar[str] = "turned"
    figure: str = arg(Shape.FIGURE)
    facing: Facing = arg(Shape.FACING)


@frozen
class Posed(Event):
    """A figure changed its posture."""

    verb: ClassVar[str] = "posed"
    figure: str = arg(Shape.FIGURE)
    posture: str = arg(Shape.WORD)


@frozen
class Hurt(Event):
    """A figure took damage; a negative amount is healing."""

    verb: ClassVar[str] = "hurt"
    figure: str = arg(Shape.FIGURE)
    amount: int = arg(Shape.NUMBER)


@frozen
class Counted(Event):
    """A counter of a figure has a new value."""

    verb: ClassVar[str] = "counted"
    figure: str = arg(Shape.FIGURE)
    counter: str = arg(Shape.WORD)
    value: int = arg(Shape.NUMBER)


@frozen
class Left(Event):
    """A figure left the battle: downed, fled, exited."""

    verb: ClassVar[str] = "left"
    figure: str = arg(Shape.FIGURE)
    fate: str = arg(Shape.WORD)


@frozen
class Revealed(Event):
    """A hidden figure is no longer hidden."""

    verb: ClassVar[str] = "revealed"
    figure: str = arg(Shape.FIGURE)


AID = "aid"
"""`how` of a figure that adds to the attack of another and makes none of its own."""
STRAY = ("redirected", "stray")
"""`how` of a figure that was struck by a shot at another one."""


@frozen
class Fired(Event):
    """A figure used a weapon at a figure or a tile."""

    verb: ClassVar[str] = "fired"
    figure: str = arg(Shape.FIGURE)
    weapon: str = arg(Shape.WORD)
    target: str = opt(Shape.FIGURE, "")
    at: Tile | None = opt(Shape.TILE, None)
    how: str = opt(Shape.WORD, "")


@frozen
class Burst(Event):
    """A round or grenade burst on a tile."""

    verb: ClassVar[str] = "burst"
    at: Tile = arg(Shape.TILE)
    weapon: str = arg(Shape.WORD)


@frozen
class Struck(Event):
    """An attack had this effect on a figure."""

    verb: ClassVar[str] = "struck"
    figure: str = arg(Shape.FIGURE)
    effect: str = arg(Shape.WORD)
    source: str = opt(Shape.FIGURE, "")
    how: str = opt(Shape.WORD, "")
    sums: Mapping[str, int] = opt(EventShape.NUMBERS, attrs.Factory(dict))


@frozen
class Tested(Event):
    """A figure made a test: its purpose and its result."""

    verb: ClassVar[str] = "tested"
    figure: str = arg(Shape.FIGURE)
    what: str = arg(Shape.WORD)
    result: str = arg(Shape.WORD)


@frozen
class Linked(Event):
    """A relation between figures began."""

    verb: ClassVar[str] = "linked"
    kind: str = arg(Shape.WORD)
    figure: str = arg(Shape.FIGURE)
    other: str = arg(Shape.FIGURE)
    until: int = opt(Shape.NUMBER, 0)


@frozen
class Unlinked(Event):
    """A relation between figures ended."""

    verb: ClassVar[str] = "unlinked"
    kind: str = arg(Shape.WORD)
    figure: str = arg(Shape.FIGURE)
    other: str = arg(Shape.FIGURE)


@frozen
class Zoned(Event):
    """A zone was placed, or its tiles or numbers changed."""

    verb: ClassVar[str] = "zoned"
    zone: str = arg(Shape.WORD)
    kind: str = arg(Shape.WORD)
    side: str = arg(Shape.WORD)
    tiles: tuple[Tile, ...] = arg(EventShape.TILES)
    owner: str = opt(Shape.FIGURE, "")
    numbers: Mapping[str, int] = opt(EventShape.NUMBERS, attrs.Factory(dict))
    until: int = opt(Shape.NUMBER, 0)


@frozen
class Unzoned(Event):
    """A zone was removed."""

    verb: ClassVar[str] = "unzoned"
    zone: str = arg(Shape.WORD)


@frozen
class Changed(Event):
    """The terrain of a tile changed: a door, a broken wall."""

    verb: ClassVar[str] = "changed"
    at: Tile = arg(Shape.TILE)
    terrain: str = arg(Shape.WORD)
    by: str = opt(Shape.FIGURE, "")


@frozen
class Scored(Event):
    """A side got points, for an objective or for an enemy put out of action."""

    verb: ClassVar[str] = "scored"
    side: str = arg(Shape.WORD)
    points: int = arg(Shape.NUMBER)
    why: str = arg(Shape.WORD)
    figure: str = opt(Shape.FIGURE, "")


@frozen
class Asked(Event):
    """A side must choose before play goes on."""

    verb: ClassVar[str] = "asked"
    side: str = arg(Shape.WORD)
    what: str = arg(Shape.WORD)
    options: tuple[str, ...] = arg(EventShape.OPTIONS)
    figure: str = opt(Shape.FIGURE, "")


@frozen
class Triggered(Event):
    """A scripted event of the scenario happened."""

    verb: ClassVar[str] = "triggered"
    trigger: str = arg(Shape.WORD)


@frozen
class Opened(Event):
    """An objective counts from now on."""

    verb: ClassVar[str] = "opened"
    objective: str = arg(Shape.WORD)


@frozen
class Closed(Event):
    """An objective no longer counts."""

    verb: ClassVar[str] = "closed"
    objective: str = arg(Shape.WORD)


@frozen
class Joined(Event):
    """A figure went over to a side."""

    verb: ClassVar[str] = "joined"
    figure: str = arg(Shape.FIGURE)
    side: str = arg(Shape.WORD)


@frozen
class Ended(Event):
    """The battle is over; without a winner it is a draw."""

    verb: ClassVar[str] = "ended"
    reason: str = arg(Shape.WORD)
    winner: str = opt(Shape.WORD, "")


EVENTS: Mapping[str, type[Event]] = {
    kind.verb: kind
    for kind in (
        *(Bound, Placed, Moved, Stopped, Turned, Posed, Hurt, Counted, Left, Revealed),
        *(Fired, Burst, Struck, Tested, Linked, Unlinked, Zoned, Unzoned, Changed),
        *(Scored, Asked, Triggered, Opened, Closed, Joined, Ended),
    )
}


@frozen
class ToldEvent:
    """An event with the sides that learnt of it and its part of the order's dice.

    `first` is the index of its first face, `dice` the number of its faces.
    """

    event: Event
    sides: tuple[str, ...]
    first: int = 0
    dice: int = 0

    def faces(self, rolled: tuple[Face, ...]) -> tuple[Face, ...]:
        """Return its own faces out of all that were rolled for the order."""
        return rolled[self.first : self.first + self.dice]


def event_text(event: Event) -> str:
    """Return the canonical text of an event."""
    words = [event.verb]
    for spec in attrs.fields(type(event)):  # type: ignore[arg-type]  # `Event` has no fields
        value = getattr(event, spec.name)
        shape = spec.metadata["shape"]
        if not spec.metadata.get("opt"):
            words.append(encode_field(shape, value))
        elif value not in ("", None, 0) and value != {}:
            words.append(f"{spec.name}={encode_field(shape, value)}")
    return " ".join(words)


def parse_event(text: str) -> Event:
    """Parse an event; RecordProblem when the text is invalid."""
    words = text.split(" ")
    kind = EVENTS.get(words[0])
    if kind is None:
        raise RecordProblem(f"no event '{escaped(words[0])}'")
    try:
        return kind(**_values(kind, words[1:]))
    except (ValueError, IndexError):
        raise RecordProblem(f"'{escaped(text)}' is not an event") from None


Readers = Mapping[str, Callable[[str], Any]]


def _readers(kind: type[Event]) -> tuple[Readers, Readers]:
    """Decoders of the fields of a kind of event: positional fields, then optional ones."""
    specs = attrs.fields(kind)  # type: ignore[arg-type]  # as above
    readers = [(spec, field_decoder(spec.metadata["shape"])) for spec in specs]
    always = {spec.name: read for spec, read in readers if not spec.metadata.get("opt")}
    return always, {spec.name: read for spec, read in readers if spec.metadata.get("opt")}


_READERS = {verb: _readers(kind) for verb, kind in EVENTS.items()}


def _values(kind: type[Event], words: list[str]) -> dict[str, Any]:
    """Decode the fields of an event; ValueError or IndexError where a word is invalid."""
    always, others = _READERS[kind.verb]
    # By position, not by the form of a word: an option may contain an equals sign.
    values = {name: read(words[at]) for at, (name, read) in enumerate(always.items())}
    for word in words[len(always) :]:
        name, text = _pair(word)
        if name in values or name not in others:
            raise ValueError(words)
        values[name] = others[name](text)
    return values


def _pair(word: str) -> tuple[str, str]:
    name, equals, text = word.partition("=")
    if not equals:
        raise ValueError(word)
    return name, text
