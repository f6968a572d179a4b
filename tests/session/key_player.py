"""A player who knows what to order, and presses as few keys as the session lets him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.session import (
    bound_input,
    cursor_input,
    jumps,
    order_draft,
    order_input,
    proposals,
    repeat,
)
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft

MOST = 12
"""Keys that move a cursor, at most."""


def keys_for(session: BattleSession, wanted: Order) -> int:
    """Give an order, or one that differs in its facing alone; the number of keys pressed."""
    controller = session.controller
    if not wanted.figure:
        session.do(bound_input.end)
        return 1
    session.request_forecast()
    if goes_on(session, wanted):
        session.do(bound_input.go_on)
        return 1
    pressed = _choose(session, wanted.figure)
    session.request_forecast()
    again = repeated(controller, wanted)
    draft, home = controller.draft, controller.cursor
    by_cursor = _proposed(session, wanted)
    proposal, cursor = controller.draft, controller.cursor
    controller.draft, controller.cursor = draft, home
    by_verb = 1 if controller.verb_key(wanted.verb) else _menu_keys(controller, wanted.verb)
    before = len(session.game.lines)
    session.do(order_input.verb, wanted.verb)
    if len(session.game.lines) > before:
        return pressed + by_verb
    by_verb += _aim(session, wanted) + set_details(session, wanted)
    if by_cursor is not None and by_cursor < by_verb:
        controller.draft, controller.cursor = proposal, cursor
    if again is not None:
        controller.draft = again
    ways = [by_verb, *([] if by_cursor is None else [by_cursor]), *([] if again is None else [1])]
    return pressed + min(ways) + _confirm(session)


def goes_on(session: BattleSession, wanted: Order) -> bool:
    """Whether a key goes on with a move that was stopped, as wanted."""
    controller = session.controller
    stopped = controller.given.stopped.get(wanted.figure)
    if stopped is None or stopped.figure != controller.current_figure != "":
        return False
    same = (stopped.figure, stopped.verb) == (wanted.figure, wanted.verb)
    return same and stopped.target_path[-1] == wanted.target_path[-1]


def repeated(controller: Controller, wanted: Order) -> OrderDraft | None:
    """The last order again for the figure chosen; None if that is another order."""
    if controller.given.last is None:
        return None
    draft = repeat.repeated_draft(controller.legal, wanted.figure, *controller.given.last)
    same = draft is not None and alike(controller.legal, draft.order, wanted)
    return draft if same else None


def _confirm(session: BattleSession) -> int:
    """Press the key that gives the order in hand."""
    before = len(session.game.lines)
    session.confirm()
    assert len(session.game.lines) > before, session.controller.notice
    return 1


def _choose(session: BattleSession, figure: str) -> int:
    """Choose a figure by its number, or by the key for the next one, forwards or backwards."""
    controller, pressed = session.controller, 0
    if controller.current_figure == figure:
        return 0
    session.choose_numbered(int(figure[1:]))
    if controller.current_figure == figure:
        return 1
    able = controller.upcoming(controller.legal.active_figures())
    way = -1 if figure in able and able.index(figure) > len(able) // 2 else 1
    while controller.current_figure != figure:
        session.do(order_input.next_choice, way)
        pressed += 1
        if pressed > MOST:
            session.choose_figure(figure)
    return pressed


def _proposed(session: BattleSession, wanted: Order) -> int | None:
    """Lead the cursor where the order is proposed by itself; None if it is not."""
    controller = session.controller
    legal, figure = controller.legal, controller.legal.position(wanted.figure)
    shape = legal.target_shape(wanted.verb)
    goal = legal.position(wanted.target)
    if shape in (Shape.PATH, Shape.TILE):
        goal = wanted.target_path[-1] if shape is Shape.PATH else wanted.target_tile
    if goal is None or figure is None:
        return None
    draft = proposals.proposed(legal, wanted.figure, goal)
    if draft is None or not alike(legal, draft.order, wanted):
        return None
    controller.cursor = figure
    ways = _shortest(controller, figure, goal)
    controller.cursor = goal
    controller.draft = evolve(draft, mode=Mode.SELECT)
    return ways


def alike(legal: LegalOrders, one: Order, other: Order) -> bool:
    """Whether two orders do the same, but for a facing: details left out are those of the rules."""
    ends = [(order.verb, order.target.rpartition(">")[2]) for order in (one, other)]
    if ends[0] != ends[1]:
        return False
    if _details(one) == _details(other):
        return True
    odds = legal.odds(one)
    return odds is not None and odds == legal.odds(other)


def _menu_keys(controller: Controller, verb: str) -> int:
    """Keys to open the menu and mark an order in it, from its nearer end."""
    names = controller.legal.verbs(controller.current_figure)
    at = names.index(verb)
    return 1 + min(at, len(order_draft.menu_verbs(controller.legal, controller.draft)) - at) + 1


def _aim(session: BattleSession, wanted: Order) -> int:
    """Bring the draft to its target: through the list, or with the cursor."""
    controller = session.controller
    if controller.draft.target == wanted.target:
        return 0
    shape = controller.legal.target_shape(wanted.verb)
    if shape is Shape.FACING:
        session.do(cursor_input.step, Facing[wanted.target])
        return 1
    if shape not in (Shape.PATH, Shape.TILE):
        start, pressed = controller.cursor, 0
        while controller.draft.target != wanted.target:
            session.do(order_input.next_choice, 1)
            pressed += 1
            assert pressed <= MOST, (str(wanted), controller.draft)
        return min(pressed, _to_figure(controller, start, controller.cursor))
    goal = wanted.target_path[-1] if shape is Shape.PATH else wanted.target_tile
    assert goal is not None
    ways = _shortest(controller, controller.cursor, goal)
    controller.cursor = goal
    session.do(cursor_input.step, Facing.N)
    session.do(cursor_input.step, Facing.S)
    return ways


def _to_figure(controller: Controller, start: Tile, goal: Tile) -> int:
    """The fewest keys from an enemy to another, through their list or by directions."""
    legal, draft = controller.legal, controller.draft
    marks = legal.candidate_tiles(draft.figure, draft.verb)
    seen, edge, keys = {start}, [start], 0
    while goal not in seen and keys < MOST:
        keys += 1
        places: list[Tile | None] = []
        for tile in edge:
            places += [jumps.nearest_towards(legal, draft, tile, way) for way in Facing]
            if tile in marks:
                at = marks.index(tile)
                places += [marks[at - 1], marks[(at + 1) % len(marks)]]
        edge = [place for place in dict.fromkeys(places) if place and place not in seen]
        seen.update(edge)
    return keys


def _shortest(controller: Controller, start: Tile, goal: Tile) -> int:
    """The fewest keys that bring the cursor from a tile to another."""
    seen, edge, keys = {start}, [start], 0
    while goal not in seen:
        keys += 1
        if any(max(abs(x - goal[0]), abs(y - goal[1])) == 1 for x, y in edge):
            break
        edge = list(_next(controller, edge, seen, goal))
        assert keys <= MOST
    return keys


def _next(
    controller: Controller, edge: Iterable[Tile], seen: set[Tile], goal: Tile
) -> Iterator[Tile]:
    """The tiles, not seen so far, to which one key more brings the cursor, the goal as the last."""
    for tile in edge:
        for place in _moves(controller, tile):
            if place not in seen:
                seen.add(place)
                yield place
            if place == goal:
                return


def _moves(controller: Controller, tile: Tile) -> Iterator[Tile]:
    """The tiles to which one key brings the cursor."""
    legal, draft = controller.legal, controller.draft
    for way in Facing:
        step = (tile[0] + way.delta[0], tile[1] + way.delta[1])
        for jump in (jumps.edge, jumps.place):
            if (there := jump(legal, draft, tile, way, beyond=False)) is not None:
                yield there
        if legal.board.inside(step):
            yield step
    yield from legal.candidate_tiles(draft.figure, draft.verb)[:1]


def set_details(session: BattleSession, wanted: Order) -> int:
    """Change details until they are those wanted; the facing may differ."""
    controller, pressed = session.controller, 0
    legal = controller.legal
    start = controller.draft
    while not alike(legal, controller.draft.order, wanted) and pressed < MOST:
        if pressed == 1:  # Backwards, for what is one step away.
            forth, controller.draft = controller.draft, start
            session.do(order_input.share, -1)
            if alike(legal, controller.draft.order, wanted):
                return 1
            controller.draft = forth
        session.do(order_input.share, 1)
        pressed += 1
    if not alike(legal, controller.draft.order, wanted):
        # Every other detail: open them, a key to its line, a key for each value.
        names = dict.fromkeys(name for name, _ in (*wanted.fields, *controller.draft.order.fields))
        changed = [n for n in names if controller.draft.order.get(n) != wanted.get(n)]
        pressed = 1 + 2 * len(changed)
        draft = evolve(controller.draft, fields=wanted.fields, mode=Mode.TARGET)
        controller.draft = draft
    return pressed


def _details(order: Order) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in order.fields if pair[0] != "face")
