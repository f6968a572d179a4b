"""Several ways to do one thing: with which weapon, in which mode; each is a family of orders.

What families of one verb and target always say, and say differently, becomes one row for each
thing said, so that a player changes the weapon and keeps the mode.
"""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.orders import Order
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import default_detail_words
from skirmish.rulesets.families import Family
from skirmish.tui.rows import Row

WAY = "how"
"""The row that chooses between ways which say the same; rows for what is said begin with it."""
PLAIN = "plain"
"""The first of several ways that say the same, as long as it says nothing of its own."""
_WEAPON = "weapon"


def is_way(row: Row) -> bool:
    """Whether a row chooses among ways."""
    return row.field.partition(" ")[0] == WAY


def told(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows that say of a way what does not go without saying."""
    return tuple(row for row in rows if is_way(row) and row.value != PLAIN)


def rows(offers: LegalOrders, ways: Sequence[Family], at: int, order: Order) -> tuple[Row, ...]:
    """The rows that choose among ways; none where there is one way alone."""
    if len(ways) < 2:  # noqa: PLR2004 - a choice
        return ()
    found = [
        Row(f"{WAY} {key}", 0, key, _shown(offers, ways[at], key, order)) for key in _keys(ways)
    ]
    twins = _twins(ways, at)
    if len(twins) > 1:
        said = any(order.get(name) for name in own_fields(ways, at))
        usual = is_plain(ways, at) and not said
        found.insert(0, Row(WAY, 0, WAY, PLAIN if usual else _own_words(ways, at)))
    return tuple(found)


def words(offers: LegalOrders, ways: Sequence[Family], at: int, order: Order) -> tuple[str, ...]:
    """What is said of the chosen way, one value for each row."""
    return tuple(row.value for row in rows(offers, ways, at, order))


def turned(ways: Sequence[Family], at: int, row: Row, by: int) -> int:
    """The way with the next value in a row, as like the chosen one as can be."""
    key = row.field.partition(" ")[2]
    if not key:
        twins = _twins(ways, at)
        return twins[(twins.index(at) + by) % len(twins)]
    values = list(dict.fromkeys(_said(way, key) for way in ways))
    wanted = values[(values.index(_said(ways[at], key)) + by) % len(values)]
    others = [k for k in _keys(ways) if k != key]

    def unlike(place: int) -> int:
        return sum(_said(ways[place], k) != _said(ways[at], k) for k in others)

    return min((n for n, way in enumerate(ways) if _said(way, key) == wanted), key=unlike)


def alike(ways: Sequence[Family], other: Family | None) -> int | None:
    """The way that is the same as another one, at another target."""
    if other is None:
        return None
    same = (n for n, way in enumerate(ways) if (way.hint, way.fixed) == (other.hint, other.fixed))
    return next(same, None)


def is_plain(ways: Sequence[Family], at: int) -> bool:
    """Whether a way is the first of those that say the same as it."""
    return _twins(ways, at)[0] == at


def own_fields(ways: Sequence[Family], at: int) -> tuple[str, ...]:
    """The details that the chosen way has and its twins have not: what it is chosen for."""
    twins = _twins(ways, at)
    names = [name for name, _ in ways[at].fields]
    return tuple(
        name for name in names if any(name not in dict(ways[n].fields) for n in twins if n != at)
    )


def _keys(ways: Sequence[Family]) -> tuple[str, ...]:
    """What the ways say differently."""
    keys = dict.fromkeys(key for way in ways for key, _ in way.fixed)
    differ = (key for key in keys if any(_said(w, key) != _said(ways[0], key) for w in ways))
    return tuple(sorted(differ, key=lambda key: key != _WEAPON))


def _said(way: Family, key: str) -> str:
    return dict(way.fixed).get(key, "")


def _twins(ways: Sequence[Family], at: int) -> list[int]:
    """The ways that say the same as the chosen one, itself among them."""
    keys = _keys(ways)
    mine = [_said(ways[at], key) for key in keys]
    return [n for n, way in enumerate(ways) if [_said(way, key) for key in keys] == mine]


def _shown(offers: LegalOrders, way: Family, key: str, order: Order) -> str:
    """A value that a way says; what is meant where it says nothing."""
    if said := _said(way, key):
        return said
    if key == _WEAPON and (weapon := offers.default_weapon(order)):
        return weapon
    declared = offers.known_verbs[way.verb].field(key)
    return (declared.default if declared else "") or default_detail_words(key)


def _own_words(ways: Sequence[Family], at: int) -> str:
    """What a way has that its twins have not."""
    if ways[at].hint and len({ways[n].hint for n in _twins(ways, at)}) > 1:
        return ways[at].hint
    return ", ".join(own_fields(ways, at)) or ways[at].hint or PLAIN
