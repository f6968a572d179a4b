"""The details of an order as rows that can be changed one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import frozen

from skirmish.core.codec import Shape, Split, decode
from skirmish.core.orders import Order, Verb
from skirmish.core.text import by_id
from skirmish.presentation.wording import chance_unit, default_detail_words, detail_words
from skirmish.rulesets.families import Count, Domain, Family, One, Routes, Shares, Some, Spots

DEFAULT = "auto"
NONE = "-"
YES, NO = "yes", "no"
STEP = 5
"""Number of values by which one key changes a number or a long list."""


@frozen
class DetailRow:
    """One row of the details: its field, the part of the field, its label and value.

    `on_map`: the value is a tile, chosen with the cursor. `turns`: the value is a facing, given
    with a direction key. `variant`: the row chooses among the variants of an order. `unit`: what a
    chance is of.
    """

    field: str
    part: int
    label: str
    value: str
    on_map: bool = False
    turns: bool = False
    variant: bool = False
    unit: str = ""

    @property
    def left_out(self) -> bool:
        """Whether it is one of several parts and has no value."""
        return self.label != self.field and self.value in (NONE, NO)

    @property
    def named(self) -> str:
        """The label as shown."""
        return detail_words(self.label)


def detail_rows(verb: Verb, family: Family, order: Order) -> tuple[DetailRow, ...]:
    """The rows of an order's details; empty if nothing can be changed."""
    rows: list[DetailRow] = []
    for name, domain in family.fields:
        rows += _rows(verb, name, domain, order.get(name))
    return tuple(rows)


def _rows(verb: Verb, name: str, domain: Domain, text: str) -> list[DetailRow]:
    match domain:
        case Some():
            chosen = _names(text)
            return [
                DetailRow(name, part, f"{name} {option}", YES if option in chosen else NO)
                for part, option in enumerate(domain.options)
            ]
        case Shares():
            split = _split(text)
            return [
                DetailRow(name, part, f"{name} {part + 1}", _share(split, part))
                for part in range(min(domain.most, domain.total, len(split) + 1))
            ]
        case _:
            return [_single(verb, name, domain, text)]


def _single(verb: Verb, name: str, domain: Domain, text: str) -> DetailRow:
    declared = verb.field(name)
    turns = declared is not None and declared.shape is Shape.FACING
    default = (declared.default if declared else "") or (
        DEFAULT if turns else default_detail_words(name)
    )
    on_map = isinstance(domain, Spots | Routes)
    unit = chance_unit(verb, name)
    return DetailRow(name, 0, name, text or default, on_map=on_map, turns=turns, unit=unit)


def more_figures(family: Family, order: Order) -> Mapping[str, tuple[str, ...]]:
    """The figures that could still take part in an order, by field: friends for `aid`."""
    found = {}
    for name, domain in family.fields:
        if isinstance(domain, Some):
            chosen = _names(order.get(name))
            left = tuple(option for option in domain.options if option not in chosen)
            if left and len(chosen) < domain.most:
                found[name] = left
    return found


def with_next_value(verb: Verb, family: Family, order: Order, row: DetailRow, by: int) -> Order:
    """The order with a row's value moved by some steps."""
    domain = dict(family.fields)[row.field]
    text = order.get(row.field)
    match domain:
        case Some():
            return order.with_field(row.field, _toggled(domain, text, row.part))
        case Shares():
            return order.with_field(row.field, _dealt(domain, text, row.part, by))
        case One() | Count():
            values = _values(verb, row.field, domain)
            place = values.index(text) if text in values else 0
            return order.with_field(row.field, values[(place + by) % len(values)])
        case _:
            return order


def with_first_value(verb: Verb, name: str, domain: Domain, order: Order) -> Order:
    """The order with the first value of a field that is not its default.

    A number to be shared is split in two. A field without such a value stays empty.
    """
    declared = verb.field(name)
    default = declared.default if declared else ""
    match domain:
        case One():
            said = next((option for option in domain.options if option != default), "")
            return order.with_field(name, said)
        case Shares() if domain.total > 1 and domain.most > 1:
            first = domain.first or domain.options[0]
            others = (o for o in domain.options if o != first)
            second = next((o for o in others if not _clashing(domain, o, [first])), first)
            return order.with_field(name, _evenly(domain.total, [first, second]))
        case _:
            return order


def _values(verb: Verb, name: str, domain: One | Count) -> list[str]:
    """The values of a field from first to last; "" is the default."""
    declared = verb.field(name)
    default = declared.default if declared else ""
    every = [str(value) for value in domain.every()]
    if default in every:
        return ["" if value == default else value for value in every]
    return ["", *every]


def with_shifted_share(verb: Verb, family: Family, order: Order, row: DetailRow, by: int) -> Order:
    """The order with a larger or smaller share for this part, at the cost of others.

    In any other list the value moves by `STEP`, not past the ends.
    """
    domain = dict(family.fields)[row.field]
    if isinstance(domain, One | Count) and not row.turns:
        values, text = _values(verb, row.field, domain), order.get(row.field)
        place = (values.index(text) if text in values else 0) + by * STEP
        return order.with_field(row.field, values[min(max(0, place), len(values) - 1)])
    if not isinstance(domain, Shares):
        return order
    split = _split(order.get(row.field))
    if row.part >= len(split):
        return order
    names, shares = [name for name, _ in split], [share for _, share in split]
    givers = [n for n in range(len(split)) if n != row.part and (by < 0 or shares[n] > 1)]
    if not givers or (by < 0 and shares[row.part] <= 1):
        return order
    shares[row.part] += by
    shares[givers[-1]] -= by
    return order.with_field(row.field, tuple(zip(names, shares, strict=True)))


def with_valid_fields(family: Family, order: Order) -> Order:
    """The order without fields that a family does not offer or allow."""
    domains = dict(family.fields)
    for name, text in order.fields:
        domain = domains.get(name)
        if domain is None or not _allows(domain, text):
            order = order.with_field(name, "")
    return order


def _allows(domain: Domain, text: str) -> bool:
    match domain:
        case Count():
            return text.isdigit() and domain.low <= int(text) <= domain.high
        case One():
            return text in domain.options
        case Some():
            names = _names(text)
            return len(names) <= domain.most and all(name in domain.options for name in names)
        case Shares():
            split = _split(text)
            return sum(n for _, n in split) == domain.total and all(
                name in domain.options for name, _ in split
            )
        case _:
            return False


def _names(text: str) -> tuple[str, ...]:
    return cast("tuple[str, ...]", decode(Shape.FIGURES, text)) if text else ()


def _split(text: str) -> Split:
    return cast("Split", decode(Shape.SPLIT, text)) if text else ()


def _share(split: Split, part: int) -> str:
    if part >= len(split):
        return DEFAULT if part == 0 else NONE
    name, share = split[part]
    return f"{name} x{share}"


def _toggled(domain: Some, text: str, part: int) -> tuple[str, ...]:
    """The set with one option added or removed; in a full set it replaces the last one."""
    names = list(_names(text))
    option = domain.options[part]
    if option in names:
        names.remove(option)
        return tuple(names)
    return by_id([*names[: max(0, domain.most - 1)], option])


def _dealt(domain: Shares, text: str, part: int, by: int) -> Split:
    """The shares after the name in one entry changed: nearly equal, larger shares first."""
    names = [name for name, _ in _split(text)]
    others = names[:part] + names[part + 1 :]
    options = ["", *(o for o in domain.options if not _clashing(domain, o, others))]
    now = names[part] if part < len(names) else ""
    place = options.index(now) if now in options else 0
    chosen = options[(place + by) % len(options)]
    names[part : part + 1] = [chosen] if chosen else []
    return _evenly(domain.total, names) if names else ()


def _evenly(total: int, names: list[str]) -> Split:
    """A number split nearly equally, larger shares first."""
    share, more = divmod(total, len(names))
    return tuple((name, share + (index < more)) for index, name in enumerate(names))


def _clashing(domain: Shares, option: str, others: list[str]) -> bool:
    return any(domain.clash(other, option) for other in others)
