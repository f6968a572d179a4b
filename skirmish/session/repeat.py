"""The orders that a player gave: repeated, given by the rest of a group, or continued.

The results are plain orders; nothing else is given or recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile

from attrs import evolve

from skirmish.core.codec import Shape, encode
from skirmish.core.events import Bound, Stopped
from skirmish.core.geometry import Tile, distance2, facing_towards, parse_path, tile_text
from skirmish.core.orders import ANSWER, DEPLOY, WEAPON, Order, parse_order
from skirmish.core.text import by_id
from skirmish.core.view import News, View
from skirmish.errors import SkirmishError
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.scenario_text import recent_events
from skirmish.rulesets.families import Family, Routes
from skirmish.session import order_draft
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft

NEXT_TO_NOTHING = 4
"""The chosen way to attack is dropped if another promises more than this many times as much."""
FAR = 3
"""Maximum distance in tiles between the end of a move and its intended end."""


class GivenOrders:
    """The orders that a player gave.

    Attributes:
        last: The last order, and its displacement if it was a move.
        stopped: The last move of each figure that was stopped on its way in this bound.
        reported: The enemies that were in sight at any moment of this bound, and their tiles.
        alike: The figures that have in turn given orders of the last order's verb.
        read: Ids of the scripted events that were shown when an order was given.
        carried: The last proposal that was made in the way which its player chose before.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.last: tuple[Order, Tile | None] | None = None
        self.stopped: dict[str, Order] = {}
        self.reported: dict[str, Tile] = {}
        self.alike: tuple[str, ...] = ()
        self.read: frozenset[str] = frozenset()
        self.carried: Order | None = None
        self._aims: dict[str, dict[str, Order]] = {}
        self._ways: dict[tuple[str, str, str], Order] = {}
        self._proposed: dict[tuple[str, str], str] = {}

    def begin_bound(self) -> None:
        """Forget what does not apply in a new bound."""
        self.stopped.clear()
        self.reported.clear()
        self._proposed.clear()
        self._ways = {key: evolve(order, target="") for key, order in self._ways.items()}
        self.alike = ()

    def restore(self, legal: LegalOrders) -> None:
        """Note the moves stopped in this bound that can go on, for a battle that is resumed."""
        last = dict[str, Order]()
        for text in orders_of_bound(legal.view):
            order = parse_order(text, legal.known_verbs)
            if legal.target_shape(order.verb) is Shape.PATH:
                last.setdefault(order.figure, order)
        for order in last.values():
            self.stop(legal, order, "")

    def report(self, view: View) -> None:
        """Note which enemies are in sight."""
        self.reported.update((enemy.id, enemy.tile) for enemy in view.enemies())

    def is_old(self, news: Iterable[News], figure: str) -> bool:
        """Whether a figure was stopped only by enemies that were already reported in this bound."""
        stops = [(one, one.event) for one in news if isinstance(one.event, Stopped)]
        seen = [pair for one, stop in stops if stop.figure == figure for pair in one.sighted]
        return bool(seen) and all(self.reported.get(name) == tile for name, tile in seen)

    def rest(self, before: LegalOrders, legal: LegalOrders, order: Order) -> Order | None:
        """The rest of a move that was stopped, if both parts cost no more than the whole move."""
        onward = self.onward(legal, order.figure)
        if onward is None or legal.target_shape(order.verb) is not Shape.PATH:
            return None
        if _left_after(legal, onward) < _left_after(before, order):
            return None
        del self.stopped[order.figure]
        return onward

    def remember(self, legal: LegalOrders, order: Order, *, as_proposed: bool = False) -> None:
        """Note an order that is about to be given, and its aim.

        For an attack on a figure, note its details, too, if the player changed what was proposed.
        """
        self.read |= {name for name, _ in recent_events(legal.view)}
        # The tile where a figure was deployed is no aim to repeat.
        if legal.target_shape(order.verb) is Shape.TILE and order.verb != DEPLOY.name:
            for whose in ("", order.figure):
                self._aims.setdefault(whose, {})[order.verb] = order
        if legal.target_shape(order.verb) is Shape.FIGURE:
            best = order_draft.best_attack(legal, order)
            if as_proposed:
                self._ways.pop(_way_key(legal, order), None)
            elif best is not None and _details(legal, best) != _details(legal, order):
                self._ways[_way_key(legal, order)] = order
        if legal.target_shape(order.verb) is Shape.PATH:
            self.stopped.pop(order.figure, None)
        start = legal.position(order.figure)
        if order.figure and start is not None:
            same = self.last is not None and self.last[0].verb == order.verb
            self.alike = (*self.alike * same, order.figure)
            self.last = (order, displacement(legal, order, start))

    def rest_of(self, legal: LegalOrders, group: Iterable[str]) -> tuple[str, ...]:
        """The figures of a group that can still give the order which one of them gave last.

        Empty for a move, which the group makes together.
        """
        names = tuple(group)
        if self.last is None or self.last[1] is not None or self.last[0].figure not in names:
            return ()
        order = self.last[0]
        left = (name for name in by_id(names) if name not in self.alike)
        return tuple(name for name in left if repeated_draft(legal, name, order, None))

    def aims(self, figure: str) -> dict[str, Order]:
        """The last order at a tile for each verb: the figure's own, else that of any other."""
        return {**self._aims.get("", {}), **self._aims.get(figure, {})}

    def in_last_way(self, legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
        """The draft of a proposed attack, in the way that its player chose last for the weapon.

        At another target or in a later bound, only the weapon's mode is kept: a called shot was
        meant for that one attack. The draft stays as proposed if the chosen way promises next to
        nothing beside it, for example because of recoil.
        """
        way = None
        if draft.as_proposed and legal.target_shape(draft.verb) is Shape.FIGURE:
            way = self._ways.get(_way_key(legal, draft.order))
        if way is not None and way.target != draft.target:
            way = _plain_way(legal, evolve(way, target=draft.target))
        made = order_draft.draft_like(legal, way) if way else None
        if way is None or made is None or _details(legal, made.order) != _details(legal, way):
            return draft
        if NEXT_TO_NOTHING * _lost_by(legal, made.order) < _lost_by(legal, draft.order):
            return draft
        if made.order != draft.order:
            self.carried = made.order
        return made

    def note_proposed(self, legal: LegalOrders, order: Order) -> str:
        """Note the target of a proposed attack.

        Returns:
            The enemy proposed before in this bound, if it is another one and still legal; else "".
        """
        if legal.target_shape(order.verb) is not Shape.FIGURE or not order.target:
            return ""
        before = self._proposed.get((order.figure, order.verb), "")
        self._proposed[order.figure, order.verb] = order.target
        able = legal.listed_targets(order.figure, order.verb)
        return before if before != order.target and before in able else ""

    def stop(self, legal: LegalOrders, order: Order, key: str) -> str:
        """Note a move that ended short of its end and can go on; a notice with `key`, or ""."""
        at = legal.position(order.figure)
        if at is None or legal.target_shape(order.verb) is not Shape.PATH:
            return ""
        end = order.target_path[-1]
        if at == end or not legal.target_at(order.figure, order.verb, end):
            return ""
        self.stopped[order.figure] = order
        return f"{order.figure} stopped at {tile_text(at)}: key {key} goes on to {tile_text(end)}"

    def onward(self, legal: LegalOrders, figure: str) -> Order | None:
        """The rest of a figure's move that was stopped, if it is possible now."""
        stopped = self.stopped.get(figure)
        if stopped is None:
            return None
        way = legal.target_at(figure, stopped.verb, stopped.target_path[-1])
        order = evolve(stopped, target=way)
        return order if way and legal.refusal(order) is None else None


def orders_of_bound(view: View) -> Iterator[str]:
    """The orders that the side gave in the present bound, the latest first."""
    bound = takewhile(lambda one: not isinstance(one.event, Bound), reversed(view.news))
    return (one.given.order for one in bound if one.given is not None)


def _details(legal: LegalOrders, order: Order) -> Mapping[str, str]:
    """The details of an attack, including its default weapon."""
    return {**dict(order.fields), WEAPON: order.get(WEAPON) or legal.default_weapon(order)}


def _plain_way(legal: LegalOrders, order: Order) -> Order:
    """An attack reduced to the details that distinguish the modes of weapons."""
    families = legal.families(order.figure, order.verb, order.target)
    fixed = {name for family in families for name, _ in family.fixed}
    return evolve(order, fields=tuple(one for one in order.fields if one[0] in fixed))


def _way_key(legal: LegalOrders, order: Order) -> tuple[str, str, str]:
    """Key under which a way to attack is stored: figure, verb and weapon."""
    return order.figure, order.verb, _details(legal, order)[WEAPON]


def _lost_by(legal: LegalOrders, order: Order) -> Fraction:
    """The target's expected loss by an attack; 0 if it is not known."""
    at = Stance(order.figure, order)
    try:
        return next(target_chances(legal.ruleset, legal.view, at, [order.target])).lost
    except SkirmishError:
        return Fraction(0)


def _left_after(legal: LegalOrders, order: Order) -> Fraction:
    """The share of its bound that a figure has left after an order."""
    state, ruleset = legal.view.state, legal.ruleset
    return ruleset.estimates.budget_left(state, order.figure) - ruleset.cost(state, order)


def displacement(legal: LegalOrders, order: Order, start: Tile) -> Tile | None:
    """How far a move goes, in tiles across and down; None for other orders."""
    if legal.target_shape(order.verb) is not Shape.PATH or not order.target:
        return None
    end = parse_path(order.target)[-1]
    return end[0] - start[0], end[1] - start[1]


def follow_order(
    legal: LegalOrders, figure: str, order: Order, by: Tile, taken: Collection[Tile] = ()
) -> Order | None:
    """Another figure's move as far and in the same direction; None if impossible.

    It ends on the reachable tile nearest to the goal that is not `taken`, the cheapest of equals.
    It faces as the order says, else in the direction of the whole move.
    """
    start = legal.position(figure)
    if start is None:
        return None
    goal = (start[0] + by[0], start[1] + by[1])
    best: tuple[tuple[int, int, Tile], Family, Routes] | None = None
    for family in legal.families(figure, order.verb):
        if not isinstance(family.target, Routes):
            continue
        for tile in legal.board.tiles_of(family.target.mask):
            rank = (distance2(tile, goal), family.target.reach.cost(tile), tile)
            near = rank[0] <= FAR**2 and tile not in taken
            if near and (best is None or rank < best[0]):
                best = (rank, family, family.target)
    if best is None or distance2(best[0][2], goal) >= distance2(start, goal):
        return None
    (_, _, tile), family, routes = best
    moved = order_draft.with_fields_of(
        family, Order(order.verb, figure, encode(routes.route(tile))), order
    )
    return _facing_all_the_way(legal, moved, start)


def _facing_all_the_way(legal: LegalOrders, order: Order, start: Tile) -> Order:
    """A move with its facing from start to end set, if that costs no more."""
    fields = legal.known_verbs[order.verb].fields
    name = next((one.name for one in fields if one.shape is Shape.FACING), "")
    *_, before, end = start, *order.target_path
    if not name or order.get(name) or start == end:
        return order
    whole, state = facing_towards(start, end), legal.view.state
    faced = order.with_field(name, whole)
    same = whole is facing_towards(before, end) or legal.refusal(faced) is not None
    cost = legal.ruleset.cost
    return order if same or cost(state, faced) != cost(state, order) else faced


def march_order(legal: LegalOrders, names: tuple[str, ...], by: Tile) -> tuple[str, ...]:
    """The figures of a group, those in front first, so that none blocks another."""

    def ahead(name: str) -> int:
        x, y = legal.position(name) or (0, 0)
        return x * by[0] + y * by[1]

    return tuple(sorted(by_id(names), key=ahead, reverse=True))


def group_ends(legal: LegalOrders, group: tuple[str, ...], order: Order) -> dict[str, Tile | None]:
    """Where the others of a group end if one of them moves; None for one that stays.

    Each is tried from the current positions, so a figure that waits for another to make room may
    end elsewhere.
    """
    start = legal.position(order.figure)
    by = None if start is None else displacement(legal, order, start)
    if by is None:
        return {}
    taken, found = [order.target_path[-1]], dict[str, Tile | None]()
    for name in march_order(legal, group, by):
        if name != order.figure:
            follows = follow_order(legal, name, order, by, taken)
            end = found[name] = None if follows is None else follows.target_path[-1]
            taken += [] if end is None else [end]
    return {name: found[name] for name in by_id(found)}


def repeated_draft(
    legal: LegalOrders, figure: str, last: Order, by: Tile | None
) -> OrderDraft | None:
    """The last order for another figure as a draft; None if impossible."""
    along = follow_order(legal, figure, last, by) if by is not None else None
    order = evolve(last, figure=figure) if by is None else along
    return None if order is None else order_draft.draft_like(legal, order)


def draft_of(legal: LegalOrders, order: Order, chosen: str) -> OrderDraft:
    """A proposed order as a draft, before it is confirmed.

    If it is an order of the side, or cannot be drafted, the `chosen` figure stays chosen.
    """
    question = legal.view.question
    if order.verb == ANSWER.name and question is not None:
        return OrderDraft(Mode.ANSWER, chosen, row=question.options.index(order.target))
    made = order_draft.exact_draft(legal, order) if order.figure else None
    return order_draft.select(order.figure or chosen) if made is None else made
