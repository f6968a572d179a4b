"""Variants of an order: with which weapon, in which mode; each is a family of orders.

The fixed fields in which the families of one verb and target differ become one row each, so that a
player can change the weapon and keep the mode.
"""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.orders import WEAPON, Order
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import default_detail_words
from skirmish.rulesets.families import Family
from skirmish.session.detail_rows import DetailRow

HOW = "how"
"""The row that chooses between variants with the same fixed fields; prefix of the other rows."""
PLAIN = "plain"
"""Value of that row for the first such variant: its fields have rows of their own."""


def fixed_field(row: DetailRow) -> str:
    """The fixed field that a row of variants chooses; "" for the row that chooses between twins."""
    return "" if row.field == HOW else row.label


def stated_rows(rows: Sequence[DetailRow]) -> tuple[DetailRow, ...]:
    """The variant rows whose value is not the plain one."""
    return tuple(row for row in rows if row.variant and row.value != PLAIN)


def rows(
    legal: LegalOrders, families: Sequence[Family], at: int, order: Order
) -> tuple[DetailRow, ...]:
    """The rows that choose among variants; empty if there is only one."""
    if len(families) < 2:  # noqa: PLR2004 - a choice
        return ()
    found = [
        DetailRow(f"{HOW} {key}", 0, key, _shown(legal, families[at], key, order), variant=True)
        for key in _keys(families)
        if _concerns(families, at, key)
    ]
    twins = _twins(families, at)
    if len(twins) > 1:
        value = PLAIN if is_plain(families, at) else _own_words(families, at)
        # Last, because it appears and disappears with the other values; their rows stay in place.
        found.append(DetailRow(HOW, 0, HOW, value, variant=True))
    return tuple(found)


def _concerns(families: Sequence[Family], at: int, key: str) -> bool:
    """Whether the chosen weapon has a choice of a fixed field: a grenade has no bursts."""
    weapon = _said(families[at], WEAPON)
    return key == WEAPON or any(
        _said(family, key) for family in families if _said(family, WEAPON) == weapon
    )


def words(legal: LegalOrders, families: Sequence[Family], at: int, order: Order) -> tuple[str, ...]:
    """The values of the variant rows for the chosen variant."""
    return tuple(row.value for row in rows(legal, families, at, order))


def next_variant(families: Sequence[Family], at: int, row: DetailRow, by: int) -> int:
    """Index of the variant with a row's next value and most other values unchanged."""
    key = fixed_field(row)
    if not key:
        twins = _twins(families, at)
        return twins[(twins.index(at) + by) % len(twins)]
    values = list(dict.fromkeys(_said(family, key) for family in families))
    wanted = values[(values.index(_said(families[at], key)) + by) % len(values)]
    others = [k for k in _keys(families) if k != key]

    def unlike(place: int) -> int:
        return sum(_said(families[place], k) != _said(families[at], k) for k in others)

    return min((n for n, family in enumerate(families) if _said(family, key) == wanted), key=unlike)


def same_variant(families: Sequence[Family], other: Family | None) -> int | None:
    """Index of the variant equal to another target's variant; None if there is none."""
    if other is None:
        return None
    same = (
        n
        for n, family in enumerate(families)
        if (family.hint, family.fixed) == (other.hint, other.fixed)
    )
    return next(same, None)


def is_plain(families: Sequence[Family], at: int) -> bool:
    """Whether a variant is the first of those with the same fixed fields."""
    return _twins(families, at)[0] == at


def own_fields(families: Sequence[Family], at: int) -> tuple[str, ...]:
    """The fields that the chosen variant has and its twins lack."""
    twins = _twins(families, at)
    names = [name for name, _ in families[at].fields]
    return tuple(
        name
        for name in names
        if any(name not in dict(families[n].fields) for n in twins if n != at)
    )


def _keys(families: Sequence[Family]) -> tuple[str, ...]:
    """The fixed fields in which the variants differ."""
    keys = dict.fromkeys(key for family in families for key, _ in family.fixed)
    differ = (
        key for key in keys if any(_said(w, key) != _said(families[0], key) for w in families)
    )
    return tuple(sorted(differ, key=lambda key: key != WEAPON))


def _said(family: Family, key: str) -> str:
    return dict(family.fixed).get(key, "")


def _twins(families: Sequence[Family], at: int) -> list[int]:
    """Indices of the variants with the same fixed fields as the chosen one, which is included."""
    keys = _keys(families)
    mine = [_said(families[at], key) for key in keys]
    return [n for n, family in enumerate(families) if [_said(family, key) for key in keys] == mine]


def _shown(legal: LegalOrders, family: Family, key: str, order: Order) -> str:
    """The value of a fixed field; its default if the variant does not set it."""
    if said := _said(family, key):
        return said
    if key == WEAPON and (weapon := legal.default_weapon(order)):
        return weapon
    declared = legal.known_verbs[family.verb].field(key)
    return (declared.default if declared else "") or default_detail_words(key)


def _own_words(families: Sequence[Family], at: int) -> str:
    """What distinguishes a variant from its twins."""
    if families[at].hint and len({families[n].hint for n in _twins(families, at)}) > 1:
        return families[at].hint
    return ", ".join(own_fields(families, at)) or families[at].hint or PLAIN
