"""A player who knows what to order, and clicks as seldom as the session allows."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.session import order_draft
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.status_bar import footer_keys
from tests.session.key_player import alike, set_details

COLUMNS = 120
"""Width of the footer whose words are clicked."""


def clicks_for(session: BattleSession, wanted: Order) -> int:
    """Give an order, or one that differs in its facing alone; the number of clicks."""
    if not wanted.figure:
        session.do(Controller.end)
        return 1
    session.request_forecast()
    goal, home = _goal(session, wanted), session.controller.legal.position(wanted.figure)
    before = len(session.game.lines)
    chosen = session.controller.draft.figure == wanted.figure
    if not chosen and goal and home and _is_proposed(session, wanted, goal):
        session.drag(home, goal)
        session.click(goal)
        assert len(session.game.lines) > before, (str(wanted), session.controller.notice)
        return 2
    clicked = _choose(session, wanted.figure)
    session.request_forecast()
    if goal is not None and _is_proposed(session, wanted, goal):
        session.click(goal)
        session.click(goal)
        clicked += 2
    else:
        clicked += _begin(session, wanted.verb)
        clicked += _aim(session, wanted, goal) + set_details(session, wanted) + 1
        session.confirm()
    assert len(session.game.lines) > before, (str(wanted), session.controller.notice)
    return clicked


def _choose(session: BattleSession, figure: str) -> int:
    """Click the figure, on the map or in the roster, unless it is chosen already."""
    if session.controller.draft.figure == figure:
        return 0
    session.choose_figure(figure)
    return 1


def _goal(session: BattleSession, wanted: Order) -> Tile | None:
    """The tile to click for the target of an order; None if it is not on the map."""
    legal = session.controller.legal
    shape = legal.target_shape(wanted.verb)
    if shape is Shape.PATH:
        return wanted.target_path[-1]
    if shape is Shape.TILE:
        return wanted.target_tile
    if shape is Shape.FACING:
        (x, y), way = legal.position(wanted.figure) or (0, 0), Facing[wanted.target].delta
        tile = (x + way[0], y + way[1])
        return tile if legal.board.inside(tile) else None
    return legal.position(wanted.target)


def _is_proposed(session: BattleSession, wanted: Order, goal: Tile) -> bool:
    """Whether a click on the tile proposes the order, but for its facing."""
    draft = order_draft.proposed(session.controller.legal, wanted.figure, goal)
    return draft is not None and alike(session.controller.legal, draft.order, wanted)


def _begin(session: BattleSession, verb: str) -> int:
    """Click the order in the footer; in the menu, which a click on the figure opens, if need be."""
    words = footer_keys(session.game, session.controller, Mode.SELECT, session.seat, {}, COLUMNS)
    session.do(Controller.verb, verb)
    return 1 if verb in [key.verb for key in words] else 2


def _aim(session: BattleSession, wanted: Order, goal: Tile | None) -> int:
    """Click the target, on the map or in its list."""
    controller = session.controller
    if controller.draft.target == wanted.target:
        return 0
    if goal is not None:
        session.click(goal)
    else:
        listed = order_draft.listed_words(controller.legal, controller.draft)
        session.do(Controller.row, listed.index(wanted.target))
    return 1
