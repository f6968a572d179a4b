"""Orders as values, their verbs, and order parsing.

An order is `verb figure [target] key=value ...`. A ruleset declares its verbs and their
fields as `Verb`s; the engine's own verbs are `ENGINE_VERBS`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import TypeVar, cast

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape, Split, Value, decode, encode
from skirmish.core.geometry import Facing, Tile
from skirmish.core.sanitize import escaped
from skirmish.errors import OrderRefused

_T = TypeVar("_T")
_R = TypeVar("_R")

WEAPON = "weapon"
"""The field of an order that names its weapon, in every ruleset."""
MAX_ORDER = 2000


@frozen
class Field:
    """One `key=value` of a verb; a value equal to `default` is omitted from the text.

    `unit`: what the numbers of a `SPLIT` count, or what a chance is of. `usual`: the default in
    words, for help.
    """

    name: str
    shape: Shape
    text: str
    default: str = ""
    options: tuple[str, ...] = ()
    unit: str = ""
    usual: str = ""

    @property
    def help(self) -> str:
        """The text, with the default in words."""
        return f"{self.text} (default: {self.usual})" if self.usual else self.text


class Purpose(Enum):
    """What an order is for, besides moving and attacking, where hints depend on it."""

    AIM = auto()
    RELOAD = auto()
    POSTURE = auto()
    WATCH = auto()
    HOLD = auto()
    DEFENCE = auto()
    TREAT = auto()
    CLEAR = auto()


@frozen
class Verb:
    """A verb: whether it takes a figure, its target, its fields, and a text that explains it.

    `dice`: the order rolls dice. `muster`: it is given only before deployment. `exposed`: an enemy
    may react to it, stand in the way or see a hidden figure carry it out. `purpose`: what it is
    for, where that is neither moving nor attacking.
    """

    name: str
    text: str
    figure: bool = True
    target: Shape | None = None
    target_optional: bool = False
    fields: tuple[Field, ...] = ()
    dice: bool = False
    muster: bool = False
    exposed: bool = False
    purpose: Purpose | None = None

    def field(self, name: str) -> Field | None:
        """Return the field of this name, or None."""
        return next((f for f in self.fields if f.name == name), None)


@frozen
class Order:
    """One order; its parts are canonical text, so that it prints without its `Verb`."""

    verb: str
    figure: str = ""
    target: str = ""
    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, verb: str, figure: str = "", target: Value = "", **fields: Value) -> Order:
        """Make an order from values; empty fields are omitted."""
        texts = ((name, encode(value)) for name, value in sorted(fields.items()))
        return cls(verb, figure, encode(target), tuple(pair for pair in texts if pair[1]))

    def get(self, name: str, default: str = "") -> str:
        """Return a field's text, or the default."""
        for key, text in self.fields:
            if key == name:
                return text
        return default

    def with_field(self, name: str, value: Value) -> Order:
        """Return the order with one field set, or removed where the value is empty."""
        kept = [(key, text) for key, text in self.fields if key != name]
        if text := encode(value):
            kept.append((name, text))
        return evolve(self, fields=tuple(sorted(kept)))

    def number(self, name: str, default: int = 0) -> int:
        """Return a field as a number."""
        text = self.get(name)
        return cast("int", decode(Shape.NUMBER, text)) if text else default

    def tile(self, name: str) -> Tile | None:
        """Return a field as a tile."""
        text = self.get(name)
        return cast("Tile", decode(Shape.TILE, text)) if text else None

    def facing(self, name: str) -> Facing | None:
        """Return a field as a facing."""
        text = self.get(name)
        return cast("Facing", decode(Shape.FACING, text)) if text else None

    def figures(self, name: str) -> tuple[str, ...]:
        """Return a field as figures, lower ids first."""
        text = self.get(name)
        return cast("tuple[str, ...]", decode(Shape.FIGURES, text)) if text else ()

    def split(self, name: str) -> Split:
        """Return a field as shares of figures."""
        text = self.get(name)
        return cast("Split", decode(Shape.SPLIT, text)) if text else ()

    @property
    def target_tile(self) -> Tile:
        """The target as a tile."""
        return cast("Tile", decode(Shape.TILE, self.target))

    @property
    def target_path(self) -> tuple[Tile, ...]:
        """The target as the corners of a path."""
        return cast("tuple[Tile, ...]", decode(Shape.PATH, self.target))

    def __str__(self) -> str:
        """Return the canonical text."""
        words = [self.verb, self.figure, self.target]
        words += [f"{name}={text}" for name, text in self.fields]
        return " ".join(word for word in words if word)


END = Verb("end", "ends your orders; play passes on", figure=False)
ANSWER = Verb("answer", "answers an open question", figure=False, target=Shape.LINE)
RESIGN = Verb("resign", "gives the battle up", figure=False)
DEPLOY = Verb(
    "deploy",
    "places a figure in its deployment zone before the first turn",
    target=Shape.TILE,
    fields=(Field("face", Shape.FACING, "the direction to face"),),
)
READY = Verb("ready", "ends your deployment", figure=False)
ENGINE_VERBS: Mapping[str, Verb] = {v.name: v for v in (END, ANSWER, RESIGN, DEPLOY, READY)}


def _closest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean '{near[0]}'?" if near else "known: " + ", ".join(known)


def figure_in(text: str) -> str:
    """Return the second word of the text of an order: its figure, if the order has one; else ""."""
    return next(iter(text.split()[1:2]), "")


def parse_order(text: str, verbs: Mapping[str, Verb]) -> Order:
    """Parse an order into canonical form.

    Only the form is checked; whether the order is legal is up to the ruleset.

    Raises:
        OrderRefused: The text is no order of these verbs; holds the likely remedy.
    """
    if len(text) > MAX_ORDER:
        raise OrderRefused(f"an order of {len(text)} characters", remedy="2000 is the most")
    words = text.split()
    if not words:
        raise OrderRefused("the order is empty", remedy="type a verb, such as 'end', or 'help'")
    verb = verbs.get(words[0])
    if verb is None:
        raise OrderRefused(f"no order '{escaped(words[0])}'", remedy=_closest(words[0], verbs))
    rest = words[1:]
    if verb.target is Shape.LINE:
        return Order(verb.name, target=" ".join(rest))
    return _parse_rest(verb, rest)


def _parse_rest(verb: Verb, words: list[str]) -> Order:
    plain = [w for w in words if "=" not in w]
    figure = ""
    if verb.figure:
        if not plain:
            raise OrderRefused(f"'{verb.name}' needs a figure", remedy=usage(verb))
        figure = _value(verb, "figure", Shape.FIGURE, plain.pop(0))
    target = ""
    if verb.target is not None and plain:
        target = _value(verb, "target", verb.target, plain.pop(0))
    if verb.target is not None and not target and not verb.target_optional:
        raise OrderRefused(f"'{verb.name}' needs {verb.target.value}", remedy=usage(verb))
    if plain:
        raise OrderRefused(f"'{escaped(plain[0])}' is one word too many", remedy=usage(verb))
    fields: dict[str, str] = {}
    for word in words:
        if "=" in word:
            _take_field(verb, word, fields)
    return Order(verb.name, figure, target, tuple(sorted(fields.items())))


def _take_field(verb: Verb, word: str, fields: dict[str, str]) -> None:
    name, _, text = word.partition("=")
    declared = verb.field(name)
    if declared is None:
        known = [f.name for f in verb.fields]
        remedy = _closest(name, known) if known else "it takes none"
        raise OrderRefused(f"'{verb.name}' has no '{escaped(name)}='", remedy=remedy)
    if name in fields:
        raise OrderRefused(f"'{name}=' twice", remedy="write it once")
    value = _value(verb, f"{name}=", declared.shape, text)
    if declared.options and value not in declared.options:
        raise OrderRefused(
            f"'{name}={escaped(value)}' is no choice", remedy=_closest(value, declared.options)
        )
    if value != declared.default:
        fields[name] = value


def _value(verb: Verb, what: str, shape: Shape, text: str) -> str:
    try:
        return encode(decode(shape, text))
    except ValueError:
        raise OrderRefused(
            f"{what} '{escaped(text)}' is not {shape.value}", remedy=usage(verb)
        ) from None


_PLACEHOLDERS = {
    Shape.FIGURES: "FIGURE+FIGURE",
    Shape.SPLIT: "FIGURE:2+FIGURE:1",
    Shape.FACING: "DIRECTION",
    Shape.CHANCE: "30%",
    Shape.WORD: "NAME",
}
"""Placeholder of a field in a syntax, where the name of its shape is not clear."""


def usage(verb: Verb) -> str:
    """Return the syntax of a verb in one line."""
    parts = [verb.name]
    if verb.figure:
        parts.append("FIGURE")
    if verb.target is not None:
        name = "TARGET" if verb.target is Shape.FIGURE else verb.target.name
        parts.append(f"[{name}]" if verb.target_optional else name)
    for one in verb.fields:
        value = "|".join(one.options) or _PLACEHOLDERS.get(one.shape, one.shape.name)
        parts.append(f"[{one.name}={value}]")
    return "write: " + " ".join(parts)


@frozen
class Refusal:
    """Why an order is not allowed: reason, rule id and remedy.

    `concerns` is the target that the reason is about: the same order with another may be allowed.
    `weapon` is the weapon that the reason names.
    """

    reason: str
    rule: str = ""
    remedy: str = ""
    concerns: str = field(default="", eq=False)
    weapon: str = field(default="", eq=False)

    def __str__(self) -> str:
        """Return one line for a player."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.reason}{rule}" + (f": {self.remedy}" if self.remedy else "")


def refused(found: object) -> Refusal | None:
    """Return the value if it is a refusal, else None."""
    return found if isinstance(found, Refusal) else None


def granted(found: _T | Refusal) -> _T | None:
    """Return the value, or None if it is a refusal."""
    return None if isinstance(found, Refusal) else found


def then(found: _T | Refusal, make: Callable[[_T], _R | Refusal]) -> _R | Refusal:
    """Apply a function to a value; a refusal is returned unchanged."""
    return found if isinstance(found, Refusal) else make(found)


@frozen
class Question:
    """A choice that a side must make before play goes on."""

    side: str
    what: str
    options: tuple[str, ...]
    figure: str = field(default="")
