"""Remarks on a weighed order as values, and their wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from skirmish.ai.fixed_point import MILLI
from skirmish.core.geometry import Facing, Tile, tile_text
from skirmish.core.orders import Order
from skirmish.core.text import pluralize

Name = Callable[[str], str]
"""A function from the id of a figure or an object to its name on screen."""
_NAMED = 4
"""The most enemies that are named."""


@frozen
class Note:
    """A reason in one sentence."""

    text: str


@frozen
class Answered:
    """A question and the option chosen."""

    question: str
    option: str


@frozen
class Started:
    """The tile on which a figure is deployed, and the reasons for it.

    `goal`: middle of the objective that the tile is chosen for, or None; `away`: tiles to walk
    there; `theirs`: whether it pays the enemy alone. `cover`: the cover against shots from
    `against`. `watches`: number of tiles of the enemy's starting ground in sight. `gives`: the
    friend that starts on the figure's present tile; "" for none.
    """

    figure: str
    tile: Tile
    goal: Tile | None = None
    away: int = 0
    cover: str = ""
    against: Facing = Facing.N
    watches: int = 0
    theirs: bool = False
    gives: str = ""


@frozen
class AtPlace:
    """Where an order leaves a figure: tile if it moves, facing, targets, risks.

    `cover`: the terrain that covers it. `target`: the enemy that it harms most; `later`: name of
    the next part of the turn in which it can, if that is its next one. `guns`: the enemies that may
    shoot at it after they have turned or come nearer; `risk`: the percentage of its points that
    they take; `stays`: the same if it does nothing. `weight`: value of its loss, in thousandths of
    its points. `pins`: the enemies that cannot shoot at any figure then.
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
    """Return a remark as a phrase: `b2 to 5,6, in cover (brush), can attack r1`."""
    return ", ".join(filter(None, (_lead_words(remark), detail_words(remark))))


def detail_words(remark: Remark, name: Name = str) -> str:
    """Return what a remark adds to the order itself; "" for nothing."""
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
    """Return the order itself in words."""
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
        whose = "the enemy's objective" if remark.theirs else "the objective"
        goal = f"the edge of {whose} around {tile_text(remark.goal)}"
        yield f"{pluralize(remark.away, 'tile')} to walk to {goal}"
    if remark.cover:
        yield f"cover {remark.cover} against shots from the {remark.against.name}"
    if remark.watches:
        yield f"sees {pluralize(remark.watches, 'tile')} of the enemy's starting area"
    if remark.gives:
        yield f"leaves its tile to {remark.gives}"


def _place_details(remark: AtPlace) -> Iterator[str]:
    if remark.cover:
        yield f"in cover ({remark.cover})"
    if remark.target:
        yield f"can attack {remark.target}" + (
            f" in its next {remark.later}" if remark.later else ""
        )
    if remark.guns:
        risk = f"{remark.risk}%" if remark.risk else "less than 1%"
        more = len(remark.guns) - _NAMED
        named = ", ".join(remark.guns[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        yield f"loses {risk} of its worth on average to {named}, which may move first"
