"""Remarks on a weighed order as values, and their words: where it leads, what it may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from skirmish.core.geometry import Facing, Tile, tile_text
from skirmish.core.orders import Order

Name = Callable[[str], str]
"""How an id is written."""
Effects = tuple[tuple[str, str | int], ...]
"""The measures of an outcome that are not zero or false."""
MOST = 4
"""Outcomes that are told one by one."""
_NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six")


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
    """The tile on which a figure is deployed."""

    figure: str
    tile: Tile


@frozen
class AtPlace:
    """Where an order leaves a figure: its tile if it moves, its facing, and what it meets there.

    `cover` is the terrain that covers it, `target` the enemy that it does most to, `guns` the
    number of enemies that may shoot at it, `risk` the percentage of its points that they take.
    """

    figure: str
    tile: Tile | None
    facing: Facing
    cover: str = ""
    target: str = ""
    guns: int = 0
    risk: int = 0


@frozen
class Struck:
    """What an attack does to a figure: chances in percent by outcome, and of any effect."""

    figure: str
    chances: tuple[tuple[Effects, int], ...]
    effect: int


@frozen
class Attacked:
    """What an order does to the figures told one by one; `more` are struck besides."""

    order: Order
    struck: tuple[Struck, ...] = ()
    more: int = 0


Remark = Note | Answered | Started | AtPlace | Attacked


def remark_words(remark: Remark) -> str:
    """A remark as a phrase: `b2 to 5,6, brush, 11% of its worth at risk from one enemy`."""
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
        case Attacked():
            told = [f"{one.figure}: {_chances_words(one, name)}" for one in remark.struck]
            more = [f"{number_word(remark.more)} more"] if remark.more else []
            return "; ".join([*told, *more])
        case Started():
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


def _place_details(remark: AtPlace) -> Iterator[str]:
    if remark.cover:
        yield remark.cover
    if remark.target:
        yield f"can shoot {remark.target}"
    if remark.guns:
        enemies = "enemy" if remark.guns == 1 else "enemies"
        yield f"{remark.risk}% of its worth at risk from {number_word(remark.guns)} {enemies}"


def number_word(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _chances_words(struck: Struck, name: Name) -> str:
    """`42% suppressed, 8% downed`; of many outcomes only how likely any of them is."""
    told = [f"{p}% {_effects_words(effects, name)}" for effects, p in struck.chances if p]
    if len(struck.chances) > MOST or not told:
        return f"{struck.effect}% struck"
    return ", ".join(told)


def _effects_words(effects: Effects, name: Name) -> str:
    """Words as they are, what is so by its name, numbers with their name."""
    return " ".join(_effect_words(measure, value, name) for measure, value in effects)


def _effect_words(measure: str, value: str | int, name: Name) -> str:
    if isinstance(value, str):
        return name(value)
    if value is True:
        return name(measure)
    return f"{value} {name(_SINGULAR.get(measure, measure) if value == 1 else measure)}"


_SINGULAR = {"hits": "hit", "wounds": "wound", "raises": "raise", "tokens": "token"}
"""Names of measures where there is one of them."""
