"""A player who knows what to order, and clicks as seldom as the session allows."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.session import bound_input, order_draft, order_input, proposals
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.prompt_line import prompt_words
from tests.session.key_player import MOST, alike, goes_on, set_details

COLUMNS = 120
"""Width of the footer and of the line of hints, whose words are clicked."""


def clicks_for(session: BattleSession, wanted: Order) -> int:
    """Give an order, or one that differs in its facing alone; the number of clicks."""
    if not wanted.figure:
        session.do(bound_input.end)
        return 1
    session.request_forecast()
    before = len(session.game.lines)
    clicked = _clicks(session, wanted)
    assert len(session.game.lines) > before, (str(wanted), session.controller.notice)
    return clicked


def _clicks(session: BattleSession, wanted: Order) -> int:
    """The clicks or drags that give an order."""
    controller, legal = session.controller, session.controller.legal
    if goes_on(session, wanted) and _in_footer(session, "go_on"):
        session.do(bound_input.go_on)
        return 1
    goal, home = _goal(session, wanted), legal.position(wanted.figure)
    assert home is not None
    if legal.target_shape(wanted.verb) is Shape.FACING and goal is not None:
        session.face(home, goal)
        return 1
    chosen = controller.draft.figure == wanted.figure
    if not chosen:
        session.press(home)  # Chances are worked out while the button is held.
        session.request_forecast()
    if goal is not None and _is_proposed(session, wanted, goal):
        session.drag(goal if chosen else home, goal)
        changed = set_details(session, wanted)
        session.click(goal)
        return 1 + changed + 1
    if not chosen:
        session.click(home)
    return int(not chosen) + _by_button(session, wanted, goal)


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
    """Whether a click on the tile proposes the order, but for its details."""
    draft = proposals.proposed(session.controller.legal, wanted.figure, goal)
    if draft is None or draft.verb != wanted.verb:
        return False
    return draft.target.rpartition(">")[2] == wanted.target.rpartition(">")[2]


def _by_button(session: BattleSession, wanted: Order, goal: Tile | None) -> int:
    """Click the order of the figure chosen, its target and details, and confirm if need be."""
    before = len(session.game.lines)
    clicked = 1 if _is_shown(session, wanted.verb) else 2
    session.do(order_input.verb, wanted.verb)
    if len(session.game.lines) == before:
        clicked += _aim(session, wanted, goal)
    if len(session.game.lines) == before:
        clicked += _change_rows(session, wanted) + 1
        session.confirm()
    return clicked


def _change_rows(session: BattleSession, wanted: Order) -> int:
    """Click the lines of the details, which stand open for an order without a target."""
    controller, clicked = session.controller, 0
    if controller.mode is not Mode.FIELDS:
        return set_details(session, wanted)
    legal = controller.legal
    for number, row in enumerate(order_draft.details(legal, controller.draft)):
        for _ in range(MOST):
            here = controller.draft.order
            if (
                row.turns
                or alike(legal, here, wanted)
                or here.get(row.field) == wanted.get(row.field)
            ):
                break
            session.do(order_input.row, number)
            clicked += 1
    assert alike(legal, controller.draft.order, wanted), controller.draft
    return clicked


def _is_shown(session: BattleSession, verb: str) -> bool:
    """Whether an order can be clicked in the footer or the line of hints, else in the menu."""
    hint = prompt_words(session.controller, Mode.SELECT, "", COLUMNS)
    actions = [
        span.style.meta.get("@click") for span in hint.spans if not isinstance(span.style, str)
    ]
    return f"screen.verb({verb!r})" in actions or _in_footer(session, f"verb.{verb}")


def _in_footer(session: BattleSession, id_: str) -> bool:
    keys = footer_keys(session.game, session.controller, Mode.SELECT, session.seat, {}, COLUMNS)
    return id_ in [key.id for key in keys]


def _aim(session: BattleSession, wanted: Order, goal: Tile | None) -> int:
    """Click the target, on the map or in its list."""
    controller = session.controller
    if controller.draft.target == wanted.target:
        return 0
    if goal is not None:
        session.click(goal)
    else:
        listed = order_draft.listed_words(controller.legal, controller.draft)
        session.do(order_input.row, listed.index(wanted.target))
    return 1
