"""Order families in words: what a figure can do, its targets and details."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skirmish.core.codec import Shape, encode
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, tile_text
from skirmish.core.orders import Purpose
from skirmish.core.text import pluralize
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import humanize, runs
from skirmish.rulesets.families import Count, Domain, Family, One, Routes, Shares, Some, Spots

_TILES_NAMED = 4
"""Number of tiles that are named one by one, at most."""
_WORDS_LISTED = 12
_POSTURES = {"standing": "stand up", "kneeling": "kneel", "prone": "lie down"}
"""The action by which a figure takes a posture."""
_RUN_LENGTH = 3
"""Count of numbers from which on they are written as ranges."""


def detail_options(families: Iterable[Family], name: str) -> tuple[str, ...]:
    """The words that a detail can have in some families."""
    found: dict[str, None] = {}
    for family in families:
        domain = dict(family.fields).get(name)
        if isinstance(domain, One):
            found.update(dict.fromkeys(domain.options))
        if fixed := dict(family.fixed).get(name):
            found[fixed] = None
    return tuple(found)


def posture_words(legal: LegalOrders, figure: str, verb: str) -> str:
    """The action of an order for which one posture is left: `stand up`; "" for other orders."""
    known = legal.known_verbs.get(verb)
    if known is None or known.purpose is not Purpose.POSTURE:
        return ""
    targets = [family.target for family in legal.families(figure, verb)]
    left = {word: None for one in targets if isinstance(one, One) for word in one.options}
    return _POSTURES.get(next(iter(left)), "") if len(left) == 1 else ""


def verb_words(legal: LegalOrders, figure: str, verb: str) -> str:
    """A verb with its targets and details: `fire: at r1 or r3; weapon=rifle or grenade`."""
    families = legal.families(figure, verb)
    targets = dict.fromkeys(
        words for family in families for words in _target_words(legal, figure, family)
    )
    details: dict[str, dict[str, None]] = {}
    for family in families:
        for name, value in family.fixed:
            details.setdefault(name, {})[value] = None
        for name, domain in family.fields:
            for word in _domain_words(domain):
                details.setdefault(name, {})[word] = None
    known = legal.known_verbs[verb]
    usual = {field.name: field.default for field in known.fields}
    parts = [_numbers(targets) or " or ".join(targets)] if targets else []
    for name, values in details.items():
        named = "default" if usual.get(name) in values else "if left out"
        default = f" ({named} {usual[name]})" if usual.get(name) else ""
        field = known.field(name)
        shape = field.shape if field is not None else None
        parts.append(f"{name}={_options_text(tuple(values), shape)}{default}")
    return f"{verb}: {'; '.join(parts) or known.text}"


def _options_text(words: tuple[str, ...], shape: Shape | None = None) -> str:
    if len(words) > 1 and all(word in Facing.__members__ for word in words):
        return "a direction"
    if len(words) > 1 and shape is Shape.CHANCE:
        return f"{words[0]} to {words[-1]}"
    if numbers := _numbers(words):
        return numbers
    listed = " or ".join(words[:_WORDS_LISTED])
    return listed + (" and so on" if len(words) > _WORDS_LISTED else "")


def _numbers(words: Iterable[str]) -> str:
    """Three or more numbers as ranges: `0 to 4 or 6`; "" for anything else."""
    words = tuple(words)
    if len(words) < _RUN_LENGTH or not all(word.isdecimal() for word in words):
        return ""
    found = runs(sorted(map(int, words)))
    return " or ".join(f"{a} to {b}" if a < b else str(a) for a, b in found)


def _target_words(legal: LegalOrders, figure: str, family: Family) -> Sequence[str]:
    """The targets of a family, one by one if they are few."""
    match family.target:
        case None:
            return ()
        case One() as one:
            return [_named(legal, text) for text in one.options]
        case Spots() as spots:
            return (_tiles_words(legal, figure, spots.mask, "at"),)
        case Routes() as routes:
            return (_tiles_words(legal, figure, routes.mask, "to"),)
        case other:
            return (_options_text(tuple(_domain_words(other))),)


def _named(legal: LegalOrders, text: str) -> str:
    figure: Figure | None = legal.view.state.figures.get(text)
    return f"{text} {figure.who.name}" if figure is not None else humanize(text)


def _tiles_words(legal: LegalOrders, figure: str, mask: int, word: str) -> str:
    tiles = legal.board.tiles_of(mask)
    start = legal.position(figure)
    if len(tiles) <= _TILES_NAMED:
        return f"{word} {' or '.join(map(tile_text, tiles))}"
    words = f"{word} one of {len(tiles)} tiles"
    if start is None:
        return words
    far: Tile = max(tiles, key=lambda tile: (distance2(start, tile), tile))
    return f"{words}, up to {tile_text(far)}"


def _domain_words(domain: Domain) -> Iterable[str]:
    match domain:
        case One():
            return domain.options
        case Some():
            most = pluralize(domain.most, "figure")
            return (f"any of {'+'.join(domain.options)}, at most {most}",)
        case Shares() if len(domain.options) == 1:
            return ()
        case Shares():
            return (f"{domain.total} shared between {' and '.join(domain.options)}",)
        case Count():
            low, high = domain.low, domain.high
            return (f"{low} to {high}" if low < high else str(low),)
        case Spots():
            return (f"one of {len(domain.board.tiles_of(domain.mask))} tiles",)
        case Routes():
            return tuple(encode(way) for way in domain.every()[:_TILES_NAMED])
