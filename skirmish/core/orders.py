"""Orders: what a player wants, as a value with one text form.

An order is `verb figure [target] key=value ...`. Which verbs there are, and what each may say,
is declared by the ruleset as `Verb`s; the engine's own verbs stand below.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import cast

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape, Split, Value, decode, encode
from skirmish.core.geometry import Facing, Tile
from skirmish.core.sanitize import escaped
from skirmish.errors import OrderRefused

MAX_ORDER = 2000


@frozen
class Field:
    """One `key=value` of a verb; a value equal to `default` is left out of the text."""

    name: str
    shape: Shape
    text: str
    default: str = ""
    options: tuple[str, ...] = ()


@frozen
class Verb:
    """What may be said with a verb: who acts, at what, with which fields, and what it means.

    `dice`: carrying it out rolls dice. `muster`: it is said before deployment alone. `exposed`: an
    enemy may answer it, stand in its way or see it done by a hidden figure.
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

    def field(self, name: str) -> Field | None:
        """The field of this name, if the verb has it."""
        return next((f for f in self.fields if f.name == name), None)


@frozen
class Order:
    """One order; its parts are kept as canonical text, so that it prints without its verb."""

    verb: str
    figure: str = ""
    target: str = ""
    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, verb: str, figure: str = "", target: Value = "", **fields: Value) -> Order:
        """An order from values; empty fields are left out."""
        texts = ((name, encode(value)) for name, value in sorted(fields.items()))
        return cls(verb, figure, encode(target), tuple(pair for pair in texts if pair[1]))

    def get(self, name: str, default: str = "") -> str:
        """A field's text, or the default."""
        for key, text in self.fields:
            if key == name:
                return text
        return default

    def with_field(self, name: str, value: Value) -> Order:
        """The same order with one field set, or taken out where the value is empty."""
        kept = [(key, text) for key, text in self.fields if key != name]
        if text := encode(value):
            kept.append((name, text))
        return evolve(self, fields=tuple(sorted(kept)))

    def number(self, name: str, default: int = 0) -> int:
        """A field as a number."""
        text = self.get(name)
        return cast("int", decode(Shape.NUMBER, text)) if text else default

    def tile(self, name: str) -> Tile | None:
        """A field as a tile."""
        text = self.get(name)
        return cast("Tile", decode(Shape.TILE, text)) if text else None

    def facing(self, name: str) -> Facing | None:
        """A field as a facing."""
        text = self.get(name)
        return cast("Facing", decode(Shape.FACING, text)) if text else None

    def figures(self, name: str) -> tuple[str, ...]:
        """A field as a set of figures, lower ids first."""
        text = self.get(name)
        return cast("tuple[str, ...]", decode(Shape.FIGURES, text)) if text else ()

    def split(self, name: str) -> Split:
        """A field as shares of figures."""
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
        """The canonical spelling."""
        words = [self.verb, self.figure, self.target]
        words += [f"{name}={text}" for name, text in self.fields]
        return " ".join(word for word in words if word)


END = Verb("end", "ends your bound; what the rules do between bounds is then done", figure=False)
ANSWER = Verb("answer", "answers the question that holds up play", figure=False, target=Shape.LINE)
RESIGN = Verb("resign", "gives the battle up", figure=False)
DEPLOY = Verb(
    "deploy",
    "puts a figure on a tile of its side's zone before the first turn",
    target=Shape.TILE,
    fields=(Field("face", Shape.FACING, "where it looks"),),
)
READY = Verb("ready", "ends your deployment", figure=False)
ENGINE_VERBS: Mapping[str, Verb] = {v.name: v for v in (END, ANSWER, RESIGN, DEPLOY, READY)}


def _closest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean '{near[0]}'?" if near else "known: " + ", ".join(known)


def parse_order(text: str, verbs: Mapping[str, Verb]) -> Order:
    """The order that a line spells, in canonical form.

    Raises OrderRefused with what is wrong and the likely remedy; it knows only the words,
    whether the order is legal is the ruleset's business.
    """
    if len(text) > MAX_ORDER:
        raise OrderRefused(f"an order of {len(text)} characters", remedy="2000 is the most")
    words = text.split()
    if not words:
        raise OrderRefused("an empty order", remedy="type a verb, such as 'end', or 'help'")
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
            raise OrderRefused(f"'{verb.name}' without a figure", remedy=usage(verb))
        figure = _value(verb, "figure", Shape.FIGURE, plain.pop(0))
    target = ""
    if verb.target is not None and plain:
        target = _value(verb, "target", verb.target, plain.pop(0))
    if verb.target is not None and not target and not verb.target_optional:
        raise OrderRefused(f"'{verb.name}' without {verb.target.value}", remedy=usage(verb))
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
        raise OrderRefused(f"'{name}=' twice", remedy="say it once")
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


def usage(verb: Verb) -> str:
    """How a verb is written, in one line."""
    parts = [verb.name]
    if verb.figure:
        parts.append("FIGURE")
    if verb.target is not None:
        name = verb.target.name
        parts.append(f"[{name}]" if verb.target_optional else name)
    parts += [f"[{f.name}={'|'.join(f.options) or f.shape.name}]" for f in verb.fields]
    return "write: " + " ".join(parts)


@frozen
class Refusal:
    """Why an order is not allowed: the reason, the rule's id, what to do instead."""

    reason: str
    rule: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        """One line for a player."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.reason}{rule}" + (f": {self.remedy}" if self.remedy else "")


@frozen
class Question:
    """A choice that holds up play: who answers, about what, from which options."""

    side: str
    what: str
    options: tuple[str, ...]
    figure: str = field(default="")
