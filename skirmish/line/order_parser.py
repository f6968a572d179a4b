"""Parsing of typed orders, in which parts may be abbreviated or left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import facing_towards
from skirmish.core.orders import WEAPON, Field, Order, Verb, parse_order, usage
from skirmish.core.sanitize import escaped
from skirmish.errors import OrderRefused
from skirmish.line.phrases import join_words
from skirmish.line.references import (
    find_figure,
    find_own_figure,
    find_tile,
    match_word,
    parse_direction,
    parse_exact_tile,
    parse_legs,
    parse_path,
    require_figure,
    suggestion,
)
from skirmish.presentation.orders.family_words import detail_options
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.common.reactions import WHEN, WORTH_FIRING
from skirmish.rulesets.common.walking import FACE
from skirmish.rulesets.foresight import AT_TILE, nearest
from skirmish.session.verb_defaults import FIRE

_SHORTEST = 3
"""Number of letters of a weapon's name that are enough."""


def parse_typed_order(legal: LegalOrders, figure: str, verb: Verb, words: Sequence[str]) -> Order:
    """The order of a verb and the words behind it; the active figure acts if none is named.

    A figure that waits for a shot fires from the same chance on as when ordered on the screen.

    Raises:
        OrderRefused: The words are not an order.
    """
    order = _as_typed(legal, figure, verb, words)
    said = any(WHEN.name.startswith(w.partition("=")[0].casefold()) for w in words if "=" in w)
    waits = any(known.name == WHEN.name for known in verb.fields) and not said
    return order.with_field(WHEN.name, WORTH_FIRING) if waits else order


def _as_typed(legal: LegalOrders, figure: str, verb: Verb, words: Sequence[str]) -> Order:
    verb = _at_tile(legal, verb, words)
    words = _with_weapon(legal, figure, verb, words)
    typed = " ".join((verb.name, *words))
    plain = [word for word in words if "=" not in word]
    for_friend = verb.figure and _names_friend_alone(legal, verb, figure, plain)
    if not for_friend and (exact := _parse_exact(legal, verb, typed)) is not None:
        return exact
    if verb.figure and not for_friend:
        figure, plain = _acting_figure(legal, verb, figure, plain)
    reader = _OrderReader(legal, figure, verb)
    parts = [verb.name, *([figure] if verb.figure else [])]
    if verb.target in (Shape.FIGURE, Shape.WORD) or verb.target is None:
        words, plain = _with_details(reader, words, plain)
    if verb.target is not None and plain:
        parts.append(reader.target(plain))
    elif verb.target is not None and not verb.target_optional:
        parts.append(reader.only_target())
    elif plain:
        raise OrderRefused(f"'{escaped(plain[0])}' is one word too many", remedy=usage(verb))
    parts += [reader.field(word) for word in words if "=" in word]
    return parse_order(" ".join(parts), legal.known_verbs)


def _at_tile(legal: LegalOrders, verb: Verb, words: Sequence[str]) -> Verb:
    """The verb that is meant; to fire at a tile is a separate verb."""
    aimed = verb.name == FIRE and any(parse_exact_tile(word) for word in words)
    return legal.known_verbs.get(AT_TILE, verb) if aimed else verb


def _with_weapon(
    legal: LegalOrders, figure: str, verb: Verb, words: Sequence[str]
) -> Sequence[str]:
    """The words of an attack at a tile, those that name its weapon as a detail.

    Raises:
        OrderRefused: They may name several weapons.
    """
    named = next(filter(None, (find_own_figure(legal, word) for word in words[:1])), figure)
    mine = legal.view.state.figures.get(named)
    if verb.name != AT_TILE or mine is None or any("=" in word for word in words):
        return words
    names = {one: one.name.casefold().split() for one in mine.who.weapons if one.at_tiles}
    known = [part for parts in names.values() for part in parts]
    said = [word for word in words[:-1] if _begins_any(word, known)]
    found = [one for one, parts in names.items() if all(_begins_any(w, parts) for w in said)]
    if not said or not found:
        return words
    if len(found) > 1:
        which = join_words([one.name for one in found], "or")
        raise OrderRefused(
            f"'{escaped(' '.join(said))}' can mean {which}", remedy="type more of it"
        )
    return (*(word for word in words if word not in said), f"{WEAPON}={found[0].id}")


def _begins_any(word: str, names: Sequence[str]) -> bool:
    return len(word) >= _SHORTEST and any(name.startswith(word.casefold()) for name in names)


def _with_details(
    reader: _OrderReader, words: Sequence[str], plain: list[str]
) -> tuple[Sequence[str], list[str]]:
    """Words behind the target that are values of one detail, such as `pistol`, as `key=value`."""
    most = 0 if reader.verb.target is None else 1
    kept, found = plain[:most], list(words)
    for word in plain[most:]:
        if detail := reader.detail(word):
            found.append(detail)
        else:
            kept.append(word)
    return found, kept


def _parse_exact(legal: LegalOrders, verb: Verb, typed: str) -> Order | None:
    """The order if it is complete as typed, else None.

    Raises:
        OutOfBattle: Its target is an enemy that was seen to leave the battle.
    """
    try:
        order = parse_order(typed, legal.known_verbs)
    except OrderRefused:
        return None
    if verb.target is Shape.PATH and ">" not in order.target:
        return None  # A single tile is a destination, for which the cheapest path is meant.
    if verb.target is Shape.FIGURE:
        find_figure(legal, order.target)
    figure = legal.view.state.figures.get(order.figure)
    mine = figure is not None and figure.who.side == legal.view.side
    return order if mine or not verb.figure else None


def _acting_figure(
    legal: LegalOrders, verb: Verb, figure: str, plain: list[str]
) -> tuple[str, list[str]]:
    """The id of the acting figure, and the remaining words."""
    if plain and (name := find_own_figure(legal, plain[0])):
        return name, plain[1:]
    if _names_unknown_figure(legal, verb, plain):
        mine = list(legal.own_figures())
        raise OrderRefused(
            f"you have no figure '{escaped(plain[0])}'", remedy=suggestion(plain[0], mine)
        )
    if not figure:
        raise OrderRefused(
            f"'{verb.name}' needs a figure", remedy="name one, or choose one by its id alone"
        )
    return figure, plain


def _names_friend_alone(legal: LegalOrders, verb: Verb, figure: str, plain: Sequence[str]) -> bool:
    """Whether the only word is a friend of the active figure, so that it is the target."""
    if not figure or verb.target is not Shape.FIGURE or len(plain) != 1:
        return False
    name = find_own_figure(legal, plain[0])
    return bool(name) and not (name == figure and verb.target_optional)


def _names_unknown_figure(legal: LegalOrders, verb: Verb, plain: Sequence[str]) -> bool:
    """Whether the first word must be a figure, but is no known one."""
    if len(plain) < 2:  # noqa: PLR2004 - a figure and a target
        return False
    if verb.target in (Shape.TILE, Shape.PATH):
        towards = plain[0] in ("to", "towards", "toward")
        return not (towards or parse_legs(plain) or parse_exact_tile(plain[0]))
    return not find_figure(legal, plain[0])


@frozen
class _OrderReader:
    """Parser of the parts of one figure's order."""

    legal: LegalOrders
    figure: str
    verb: Verb

    def target(self, words: list[str]) -> str:
        """The target in the spelling of orders."""
        match self.verb.target:
            case Shape.PATH:
                self._check_facing(words)
                return parse_path(self.legal, self.figure, self.verb.name, words)
            case Shape.TILE:
                tile = find_tile(self.legal, self.figure, words)
                return f"{tile[0]},{tile[1]}"
            case Shape.LINE:
                return " ".join(words)
            case _:
                pass
        if len(words) > 1:
            raise OrderRefused(
                f"'{escaped(words[1])}' is one word too many", remedy=usage(self.verb)
            )
        return self.value(self.verb.target or Shape.WORD, words[0], self._targets())

    def _check_facing(self, words: Sequence[str]) -> None:
        """Refuse a facing behind the tile of a move, and name the detail that sets it."""
        facing = parse_direction(words[-1])
        may = self.verb.field(FACE.name) is not None and words[1:] and parse_exact_tile(words[0])
        if may and facing is not None:
            raise OrderRefused(
                f"'{escaped(words[-1])}' is no part of the destination",
                remedy=f"for the facing at the end, {FACE.name}={facing.name}",
            )

    def _targets(self) -> tuple[str, ...]:
        return tuple(self.legal.listed_targets(self.figure, self.verb.name))

    def _nearest_foe(self) -> str:
        """The enemy in sight that is nearest to the figure; "" for none."""
        at = self.legal.position(self.figure)
        return next(iter(nearest(self.legal.view, at, 1)), "") if at is not None else ""

    def only_target(self) -> str:
        """The target, if the verb has only one.

        Raises:
            OrderRefused: There are several, or none.
        """
        found, name = self._targets(), self.verb.name
        if len(found) == 1 and self.verb.target is Shape.WORD:
            return found[0]
        what = {Shape.PATH: "a destination", Shape.TILE: "a tile"}.get(
            self.verb.target or Shape.WORD
        )
        none = f"type 'why {name}' for the reason"
        such = f"choose {join_words(list(found), 'or')}" if found else none
        if what and not found:
            such = f"such as '{name} ne3' or '{name} 12,7'; 'orders {name}' lists the tiles"
        elif not found and (foe := self._nearest_foe()):
            such = f"such as '{name} {foe}'; type 'why {name}' if none is possible"
        raise OrderRefused(f"'{name}' needs {what or 'a target'}", remedy=such)

    def field(self, word: str) -> str:
        """`key=value` in the spelling of orders."""
        key, _, text = word.partition("=")
        names = [field.name for field in self.verb.fields]
        name = match_word(key.casefold(), names, f"detail of '{self.verb.name}'")
        known = next(field for field in self.verb.fields if field.name == name)
        return f"{name}={self.value(known.shape, text, self._values(known))}"

    def detail(self, word: str) -> str:
        """`key=value` for a value that exactly one detail accepts; else ""."""
        said = word.casefold()
        names = [known.name for known in self.verb.fields if said in self._values(known)]
        return f"{names[0]}={said}" if len(names) == 1 else ""

    def _values(self, known: Field) -> tuple[str, ...]:
        families = self.legal.families(self.figure, self.verb.name)
        mine = self.legal.view.state.figures.get(self.figure)
        arms = mine.who.weapons if mine is not None and known.name == WEAPON else ()
        offered = detail_options(families, known.name)
        return tuple(dict.fromkeys((*known.options, *offered, *(one.id for one in arms))))

    def value(self, shape: Shape, text: str, options: Sequence[str]) -> str:
        """A value in the spelling of orders; unreadable text is kept, so that it is refused."""
        read = _VALUE_READERS.get(shape)
        return text if read is None else read(self, text, options)

    def _facing(self, text: str, _options: Sequence[str]) -> str:
        if (facing := parse_direction(text)) is not None:
            return facing.name
        start = self.legal.position(self.figure)
        tile = find_tile(self.legal, self.figure, [text])
        if start is None or tile == start:
            raise OrderRefused(f"'{escaped(text)}' is not a direction", remedy="such as ne, or r3")
        return facing_towards(start, tile).name

    def _figure(self, text: str, _options: Sequence[str]) -> str:
        return require_figure(self.legal, text)

    def _figures(self, text: str, _options: Sequence[str]) -> str:
        return "+".join(require_figure(self.legal, name) for name in text.split("+"))

    def _split(self, text: str, _options: Sequence[str]) -> str:
        pairs = (part.partition(":") for part in text.split("+"))
        return "+".join(f"{require_figure(self.legal, n)}:{share}" for n, _, share in pairs)

    def _word(self, text: str, options: Sequence[str]) -> str:
        word = text.casefold()
        return match_word(word, options, "choice") if options else word

    def _chance(self, text: str, _options: Sequence[str]) -> str:
        return text if text.endswith("%") else f"{text}%"


_VALUE_READERS: Mapping[Shape, Callable[[_OrderReader, str, Sequence[str]], str]] = {
    Shape.FACING: _OrderReader._facing,  # noqa: SLF001 - the table of its own methods
    Shape.FIGURE: _OrderReader._figure,  # noqa: SLF001 - as above
    Shape.FIGURES: _OrderReader._figures,  # noqa: SLF001 - as above
    Shape.SPLIT: _OrderReader._split,  # noqa: SLF001 - as above
    Shape.WORD: _OrderReader._word,  # noqa: SLF001 - as above
    Shape.CHANCE: _OrderReader._chance,  # noqa: SLF001 - as above
}
