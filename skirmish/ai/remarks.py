"""Remarks on a weighed order as values, and their words: where it leads, whom it bears on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.core.geometry import Facing, Tile, tile_text
from skirmish.core.orders import Order
from skirmish.core.text import pluralize

Name = Callable[[str], str]
"""How an id is written."""
_NAMED = 4
"""Enemies that are named."""


@frozen
class Note:
    """A reason that is no more than a sentence."""

    text: str


@frozen
class Answered:
    """A question and the option chosen."""

    question: str
    option: str


@frozen
class Started:
    """The tile on which a figure is deployed, and what it is there for.

    `goal` is the middle of the objective that the place is chosen for, None without one; `away` the
    tiles that a figure walks there. `cover` counts against shots from `against`. `watches`: how
    many tiles of the ground where the enemy starts are in sight.
    """

    figure: str
    tile: Tile
    goal: Tile | None = None
    away: int = 0
    cover: str = ""
    against: Facing = Facing.N
    watches: int = 0


@frozen
class AtPlace:
    """Where an order leaves a figure: its tile if it moves, its facing, and what it meets there.

    `cover` is the terrain that covers it, `target` the enemy that it does most to, `later` what
    the part of a turn is called in which it can do so, if that is its next one, `guns` the
    enemies that may shoot at it once they have turned or come nearer, `risk` the percentage of its
    points that they take, `stays` what they take if it does nothing. `weight`: what its loss counts
    for, in thousandths of its points. `pins`: the enemies that cannot shoot at any figure then.
    """

    figure: str
    tile: Tile | None
    facing: Facing
    cover: str = ""
    target: str = ""
    guns: tuple[str, ...] = ()
    risk: int = 0
    later: str = ""
    stays: int | None = None
    weight: int = MILLI
    pins: tuple[str, ...] = ()


@frozen
class Attacked:
    """An order that is described by its odds, or by itself."""

    order: Order


Remark = Note | Answered | Started | AtPlace | Attacked


def remark_words(remark: Remark) -> str:
    """A remark as a phrase: `b2 to 5,6, brush, can attack r1`."""
    return ", ".join(filter(None, (_lead_words(remark), detail_words(remark))))


def detail_words(remark: Remark, name: Name = str) -> str:
    """What a remark says besides the order itself; "" for nothing."""
    match remark:
        case Note():
            return name(remark.text)
        case Answered():
            return f"{name(remark.question)}: {name(remark.option)}"
        case AtPlace():
            return ", ".join(_place_details(remark))
        case Started():
            return ", ".join(_start_details(remark))
        case Attacked():
            return ""


def _lead_words(remark: Remark) -> str:
    """What the order itself says."""
    match remark:
        case Started():
            return f"{remark.figure} starts at {tile_text(remark.tile)}"
        case AtPlace():
            if remark.tile is None:
                return f"{remark.figure} looks {remark.facing.name}"
            return f"{remark.figure} to {tile_text(remark.tile)}"
        case Attacked():
            return str(remark.order)
        case _:
            return ""


def _start_details(remark: Started) -> Iterator[str]:
    if remark.goal is not None:
        goal = f"the edge of the objective around {tile_text(remark.goal)}"
        yield f"{pluralize(remark.away, 'tile')} to walk to {goal}"
    if remark.cover:
        yield f"cover {remark.cover} against shots from the {remark.against.name}"
    if remark.watches:
        yield f"sees {pluralize(remark.watches, 'tile')} of the enemy's starting area"


def _place_details(remark: AtPlace) -> Iterator[str]:
    if remark.cover:
        yield remark.cover
    if remark.target:
        yield f"can attack {remark.target}" + (
            f" in its next {remark.later}" if remark.later else ""
        )
    if remark.guns:
        risk = f"{remark.risk}%" if remark.risk else "less than 1%"
        more = len(remark.guns) - _NAMED
        named = ", ".join(remark.guns[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        yield f"loses {risk} of its worth on average to {named}, which may move first"
