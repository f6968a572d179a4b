"""All that is known of an order as one list of rows: odds, effects, forecast, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.ground_words import zones_on_path
from skirmish.presentation.objective_status import changed_by_move
from skirmish.presentation.odds.expected_reactions import without_reaction
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.forecast_rows import (
    MOST_RETURNS,
    effect_rows,
    first_rows,
    forecast_rows,
    later_rows,
)
from skirmish.presentation.odds.odds_rows import LANDS, mishap_rows, odds_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.pending_fights import changed_fights
from skirmish.presentation.report_document import Priority, Row, Rows, Tone
from skirmish.presentation.setup.preferences import EXACT, NONE
from skirmish.presentation.visibility import last_seen_beside, last_seen_on
from skirmish.presentation.wording import percent
from skirmish.rulesets.common.moves import way


def order_rows(
    legal: LegalOrders,
    order: Order,
    told: Forecast | None,
    detail: str = EXACT,
    *,
    full: bool = True,
    most: int = MOST_RETURNS,
    dangers_first: bool = False,
) -> Iterator[Rows]:
    """All that is known of a legal order, most important first, in the detail that is set.

    `most` and `dangers_first` are those of `forecast_rows`. The parts of numbers come last, as
    `Priority.DETAIL`; those of the order's own odds follow these, unless `full`.
    """
    if legal.target_shape(order.verb) is Shape.PATH and order.figure in legal.view.state.figures:
        yield way_rows(legal, order, told)
    if legal.target_shape(order.verb) is Shape.FACING:
        yield changed_fights(legal.ruleset, legal.view, order)
    if detail != NONE:
        yield first_rows(legal.view, told, numbers=detail == EXACT)
    odds = list(_own_rows(legal, order, detail, full=full))
    details = [block for block in odds if block.priority is Priority.DETAIL]
    yield from (block for block in odds if block not in details)
    yield from () if full else details
    if told is not None:
        yield effect_rows(told.effects, uses=legal.known_verbs[order.verb].dice)
    if told is not None and detail != NONE:
        yield from forecast_rows(
            legal.view, told, numbers=detail == EXACT, most=most, dangers_first=dangers_first
        )
        if told.moves and legal.observers(order.target_path[-1]):
            yield _uncounted_rows(legal.view)
    yield from details if full else ()
    if told is not None and detail == EXACT:
        yield from later_rows(told, order.figure)


def _uncounted_rows(view: View) -> Rows:
    """The enemies that the forecast of a move leaves out because they are out of sight."""
    names = ", ".join(_out_of_sight(view))
    return Rows((Row(f"out of sight, not counted here: {names}", tone=Tone.QUIET),) * bool(names))


def _out_of_sight(view: View) -> tuple[str, ...]:
    """The enemies that were seen and are out of sight, also where none is there any more."""
    known = view.state.figures
    passed = (name for name, one in known.items() if one.at is None and one.side == view.enemy)
    lost = (n for n, one in view.contacts.items() if one.figure.at is not None and n not in known)
    return by_id((*lost, *passed))


def way_rows(legal: LegalOrders, order: Order, told: Forecast | None) -> Rows:
    """The enemies that see the end of a move, changes of objectives, and what the path passes."""
    view, figure, end = legal.view, legal.view.state.figures[order.figure], order.target_path[-1]
    walked = way(figure.tile, order.target_path)
    seers = ", ".join(legal.observers(end))
    passed = {"where": last_seen_on(view, walked), "beside where": last_seen_beside(view, walked)}
    idle = () if told is None else without_reaction(view, told.path_threats)
    zones = ", ".join(zones_on_path(view, walked, idle))
    rows = [Row(f"in sight of {seers}" if seers else _unseen_words(view))]
    rows += [Row(one, tone=Tone.WARNING, brief=one) for one in changed_by_move(view, figure, end)]
    rows += [
        Row(f"passes {place} {', '.join(names)} was last seen", tone=Tone.WARNING)
        for place, names in passed.items()
        if names
    ]
    rows += [Row(f"through {zones}", tone=Tone.HARM)] * bool(zones)
    rows += [Row(words, tone=Tone.HARM) for words in legal.arc_words(end)]
    smoke = legal.smoke_words(order.figure, end)
    rows += [Row(smoke, tone=Tone.WARNING)] * bool(smoke)
    return Rows(tuple(rows))


def _unseen_words(view: View) -> str:
    """That no enemy in sight sees a tile, and which enemies are out of sight and may."""
    away = _out_of_sight(view)
    rest = f"; {', '.join(away)} {'is' if len(away) == 1 else 'are'} out of sight" if away else ""
    return f"no enemy in sight sees it{rest}"


def _own_rows(legal: LegalOrders, order: Order, detail: str, *, full: bool) -> Iterator[Rows]:
    """The odds of an order itself; an error of the rules in their place."""
    if detail == NONE:
        return
    try:
        odds = legal.order_odds(order)
    except SkirmishError as error:
        yield Rows((Row(str(error), tone=Tone.HARM),))
        return
    if odds is not None:
        yield from odds_rows(legal.view, odds, full=full, numbers=detail == EXACT)
    elif legal.lands_for_certain(order):
        yield Rows((Row(LANDS, percent(Fraction(1)), Tone.STRONG),))
    else:
        yield mishap_rows(legal.mishaps(order))
