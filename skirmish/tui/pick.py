"""How an order is put together, step by step: a figure, what it does, at what, with what details.

A `Pick` is a value and these functions give the next one; they know verbs and families only, so a
new ruleset needs no new screen. Nothing here gives an order: the screen does that.
"""

from __future__ import annotations

from attrs import evolve, frozen

from skirmish.core.geometry import Facing, Tile, parse_path, tile_text
from skirmish.core.orders import Order
from skirmish.core.text import Shape, show
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.rulesets.families import Domain, Family, One, Routes, Spots
from skirmish.tui import ways
from skirmish.tui.keys import Mode
from skirmish.tui.rows import Row, changed, first_said, kept, rows_of, shifted

_ON_MAP = (Shape.FIGURE, Shape.TILE, Shape.PATH)


@frozen
class Pick:
    """What has been chosen so far.

    `row` is the marked line of a menu or of the details, `way` which of the families that hold
    the target, `field` the detail that is being chosen on the map, if one is. `whole`: the order
    is one of the side and names no figure.
    """

    mode: Mode = Mode.SELECT
    figure: str = ""
    verb: str = ""
    target: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    row: int = 0
    way: int = 0
    field: str = ""
    whole: bool = False

    @property
    def order(self) -> Order:
        """The order as far as it goes, complete or not."""
        return Order(self.verb, "" if self.whole else self.figure, self.target, self.fields)


def select(figure: str) -> Pick:
    """A figure is chosen, nothing else."""
    return Pick(figure=figure)


def menu(pick: Pick) -> Pick:
    """The list of what the figure can do is open."""
    return Pick(Mode.MENU, pick.figure)


def begin(offers: LegalOrders, pick: Pick, verb: str, near: Tile | None = None) -> Pick:
    """A verb is chosen: a target is asked for, or there is none and only details are left.

    The first proposal is what stands at `near`, else the first target on the list.
    """
    families = offers.families(pick.figure, verb)
    whole = not offers.known_verbs[verb].figure
    if all(family.target is None for family in families):
        return _fitted(offers, Pick(Mode.FIELDS, pick.figure, verb, whole=whole))
    target = offers.target_at(pick.figure, verb, near) if near is not None else ""
    listed = offers.listed_targets(pick.figure, verb)
    if not target and listed and not offers.target_mask(pick.figure, verb):
        target = listed[0]
    return _fitted(offers, Pick(Mode.TARGET, pick.figure, verb, target, whole=whole))


def on_map(offers: LegalOrders, pick: Pick) -> bool:
    """Whether the cursor chooses now: a target on the map, or a detail that is a tile."""
    if pick.mode is not Mode.TARGET:
        return False
    return bool(pick.field) or offers.target_shape(pick.verb) in _ON_MAP


def facing_asked(offers: LegalOrders, pick: Pick) -> str:
    """Which part of the order a direction key gives now: "target", a field's name, or none."""
    if pick.mode is Mode.TARGET and offers.target_shape(pick.verb) is Shape.FACING:
        return "target"
    if pick.mode is Mode.FIELDS and (row := marked_row(offers, pick)) and row.turns:
        return row.field
    return ""


def facing_of(offers: LegalOrders, pick: Pick) -> str:
    """The facing that the order gives where one is asked for."""
    part = facing_asked(offers, pick)
    return pick.target if part == "target" else pick.order.get(part) or ""


def turns_alone(offers: LegalOrders, pick: Pick) -> bool:
    """Whether a facing is asked for, and nothing else of the order is on the map."""
    if not facing_asked(offers, pick):
        return False
    return pick.mode is Mode.TARGET or not pick.target


def stands(offers: LegalOrders, pick: Pick) -> Tile | None:
    """Where the figure stands when it turns: at the end of its way, if it goes one."""
    if pick.target and offers.target_shape(pick.verb) is Shape.PATH:
        return parse_path(pick.target)[-1]
    return offers.position(pick.figure)


def faced(offers: LegalOrders, pick: Pick, facing: Facing) -> Pick:
    """A direction key where a facing is asked for."""
    part = facing_asked(offers, pick)
    if part == "target":
        allowed = facing.name in offers.listed_targets(pick.figure, pick.verb)
        return evolve(pick, target=facing.name) if allowed else pick
    family = family_of(offers, pick)
    domain = dict(family.fields).get(part) if family else None
    if not isinstance(domain, One) or facing.name not in domain.options:
        return pick
    return evolve(pick, fields=pick.order.with_field(part, facing).fields)


def aimed(offers: LegalOrders, pick: Pick, tile: Tile) -> Pick:
    """The cursor came to a tile while a target or a detail is chosen on the map."""
    if pick.field:
        family = family_of(offers, pick)
        domain = dict(family.fields).get(pick.field) if family else None
        text = _in_domain(offers, domain, tile)
        return evolve(pick, fields=pick.order.with_field(pick.field, text).fields) if text else pick
    return _with_target(offers, pick, offers.target_at(pick.figure, pick.verb, tile))


def _in_domain(offers: LegalOrders, domain: Domain | None, tile: Tile) -> str:
    if not isinstance(domain, Spots | Routes) or not offers.board.inside(tile):
        return ""
    if not domain.mask & offers.board.bit(tile):
        return ""
    return show(domain.route(tile)) if isinstance(domain, Routes) else tile_text(tile)


def _with_target(offers: LegalOrders, pick: Pick, target: str) -> Pick:
    if target == pick.target:
        return pick
    before = family_of(offers, pick)
    pick = evolve(pick, target=target, row=0)
    if not target:
        return pick
    same = ways.alike(ways_of(offers, pick), before)
    way = same if same is not None else 0 if before else pick.way
    return _fitted(offers, evolve(pick, way=way))


def _fitted(offers: LegalOrders, pick: Pick) -> Pick:
    """The order with what its family always says, and without what that does not offer."""
    family = family_of(offers, pick)
    if family is None:
        return pick
    order = kept(family, pick.order)
    for name, text in family.fixed:
        order = order.with_field(name, text)
    return evolve(pick, fields=order.fields)


def cycled(offers: LegalOrders, pick: Pick, by: int) -> Pick:
    """The next target on the list, or the one before."""
    listed = offers.listed_targets(pick.figure, pick.verb)
    if not listed:
        return pick
    place = listed.index(pick.target) + by if pick.target in listed else min(by - 1, 0)
    return _with_target(offers, pick, listed[place % len(listed)])


def named(offers: LegalOrders, pick: Pick, target: str) -> Pick:
    """A target on the list."""
    return _with_target(offers, pick, target)


def family_of(offers: LegalOrders, pick: Pick) -> Family | None:
    """The family that the order belongs to as far as it goes."""
    families = ways_of(offers, pick)
    return families[pick.way % len(families)] if families else None


def ways_of(offers: LegalOrders, pick: Pick) -> tuple[Family, ...]:
    """The families that hold the target: the ways to do it."""
    families = offers.families(pick.figure, pick.verb, pick.target)
    if pick.target:
        return families
    return tuple(family for family in families if family.target is None)


def complete(offers: LegalOrders, pick: Pick) -> bool:
    """Whether the order could be given as it is."""
    return bool(pick.verb) and family_of(offers, pick) is not None


def confirmed(offers: LegalOrders, pick: Pick) -> Pick | Order:
    """What the confirm key makes of a target or of details: the next step, or the order itself.

    Details are opened by themselves only where one of them is a facing.
    """
    if pick.field:
        return evolve(pick, mode=Mode.FIELDS, field="")
    if pick.mode is Mode.TARGET and any(row.turns for row in details(offers, pick)):
        return opened(offers, pick)
    row = marked_row(offers, pick)
    if row is not None and row.on_map and not pick.order.get(row.field):
        return evolve(pick, mode=Mode.TARGET, field=row.field)
    return pick.order


def opened(offers: LegalOrders, pick: Pick) -> Pick:
    """The details of the order are open, the facing marked where there is one."""
    rows = details(offers, pick)
    turning = [index for index, row in enumerate(rows) if row.turns]
    return evolve(pick, mode=Mode.FIELDS, row=turning[0] if turning else 0, field="")


def details(offers: LegalOrders, pick: Pick) -> tuple[Row, ...]:
    """The rows of the order's details."""
    family = family_of(offers, pick)
    verb = offers.known_verbs.get(pick.verb)
    if family is None or verb is None:
        return ()
    return way_rows(offers, pick) + rows_of(verb, family, pick.order)


def way_rows(offers: LegalOrders, pick: Pick) -> tuple[Row, ...]:
    """The rows that choose among several ways to do it."""
    held = ways_of(offers, pick)
    return ways.rows(offers, held, pick.way % len(held), pick.order) if held else ()


def marked_row(offers: LegalOrders, pick: Pick) -> Row | None:
    """The detail that is marked."""
    rows = details(offers, pick) if pick.mode is Mode.FIELDS else ()
    return rows[pick.row % len(rows)] if rows else None


def turned(offers: LegalOrders, pick: Pick, by: int) -> Pick:
    """The marked detail with its next value, or the one before."""
    row, family = marked_row(offers, pick), family_of(offers, pick)
    if row is None or family is None:
        return pick
    if row.on_map:
        return evolve(pick, mode=Mode.TARGET, field=row.field)
    if ways.is_way(row):
        held = ways_of(offers, pick)
        way = ways.turned(held, pick.way % len(held), row, by)
        return _said(offers, _fitted(offers, evolve(pick, way=way)))
    order = changed(offers.known_verbs[pick.verb], family, pick.order, row, by)
    return evolve(pick, fields=order.fields)


def other_way(offers: LegalOrders, pick: Pick, by: int) -> Pick:
    """The next of several ways to do it, or the one before."""
    held = ways_of(offers, pick)
    if not held:
        return pick
    return _said(offers, _fitted(offers, evolve(pick, way=(pick.way + by) % len(held))))


def _said(offers: LegalOrders, pick: Pick) -> Pick:
    """A way that was chosen for one of its details says it: with the first value there is.

    The first of several that say the same otherwise is what is meant without any of them.
    """
    held, verb = ways_of(offers, pick), offers.known_verbs[pick.verb]
    at = pick.way % len(held)
    if ways.is_plain(held, at):
        return pick
    for name in ways.own_fields(held, at):
        if not pick.order.get(name):
            order = first_said(verb, name, dict(held[at].fields)[name], pick.order)
            pick = evolve(pick, fields=order.fields)
    return pick


def shared(offers: LegalOrders, pick: Pick, by: int) -> Pick:
    """The marked share of a number made larger or smaller at the cost of the others.

    A number or a long list goes on in larger steps; before the details are open, it is the next
    way to do it.
    """
    if pick.mode is Mode.TARGET:
        return other_way(offers, pick, by)
    row, family = marked_row(offers, pick), family_of(offers, pick)
    if row is None or family is None or ways.is_way(row):
        return pick
    verb = offers.known_verbs[pick.verb]
    return evolve(pick, fields=shifted(verb, family, pick.order, row, by).fields)


def back(pick: Pick) -> Pick:
    """One step back."""
    match pick.mode:
        case Mode.FIELDS if pick.target:
            return evolve(pick, mode=Mode.TARGET, row=0, field="")
        case Mode.TARGET if pick.field:
            return evolve(pick, mode=Mode.FIELDS, field="")
        case Mode.SELECT:
            return Pick()
        case _:
            return Pick(figure=pick.figure)


def proposed(offers: LegalOrders, figure: str, tile: Tile) -> Pick | None:
    """What a click on a tile proposes to do with a figure: the first verb that can use it."""
    for verb in offers.verbs(figure):
        target = offers.target_at(figure, verb, tile)
        if target:
            return _fitted(offers, Pick(Mode.TARGET, figure, verb, target))
    return None
