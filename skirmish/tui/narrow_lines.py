"""Two lines below the map that show figure and odds in short, if the panel has no room."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen
from textual.content import Content

from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.orders import END, Order
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.figure_rows import gauge_rows
from skirmish.presentation.figure_status import condition_words
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.forecast_rows import ALL, cost_words, forecast_rows
from skirmish.presentation.odds.odds_rows import NO_FIGURE, STRAY
from skirmish.presentation.odds.odds_words import effect_words, landing_parts, landing_words
from skirmish.presentation.odds.order_odds import FigureOdds, OrderOdds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import way_rows
from skirmish.presentation.reasons.ai_reasons import order_sentence
from skirmish.presentation.report_document import Priority, Row, Rows
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import (
    action_words,
    count_words,
    detail_phrase,
    humanize,
    percent,
    target_end,
    value_words,
)
from skirmish.session import order_draft, variants
from skirmish.session.controller import Controller
from skirmish.tui.hint_lines import hint_lines
from skirmish.tui.key_clicks import with_key_clicks
from skirmish.tui.map.glyphs import letter
from skirmish.tui.panel_lines import PIPS, TONES, arms_line, bar, fewer, gauge, side_colour
from skirmish.tui.prompt_line import long_notice

_GAUGE = 8
"""Columns of a gauge."""
_WIDE = 80
"""Columns of a line of unknown width."""
_BAR = 12
"""Columns of a bar of chances."""
_LIKELY = Fraction(1, 20)
"""Minimum chance of a mishap that is kept as long as risks to the figure."""
_Named = tuple[int, int]
"""Maximum numbers of enemies named among those fired at and those that fire; 0 for all."""
_ALL: _Named = (0, 0)
_FEWER: tuple[_Named, ...] = ((2, 2), (1, 2), (1, 1))
"""Tried in turn if there is no room for all."""


def narrow_lines(controller: Controller, width: int = 0) -> tuple[Content, Content]:
    """The chosen figure; below it the draft order, the figure under the cursor, or the weapons.

    If a width is given, what does not fit is left out, the least important first. A click on a key
    does what the key does.
    """
    first, second = (with_key_clicks(one, controller) for one in _lines(controller, width))
    return first, second


def noticed_lines(controller: Controller, width: int = 0) -> tuple[Content, Content]:
    """The two lines above a long notice, whose last row is in the line of hints.

    Its other rows take the place of one or both lines; an order that can be confirmed keeps its
    odds.
    """
    figure, order = narrow_lines(controller, width)
    rows = [Content.styled(row, "bold $warning") for row in long_notice(controller, width)[:-1]]
    if order_draft.complete(controller.legal, controller.draft):
        figure, order = (order, rows[0]) if rows else (figure, order)
    elif rows:
        figure, order = (figure, rows[0]) if len(rows) == 1 else (rows[0], rows[1])
    return figure, order


def _lines(controller: Controller, width: int) -> tuple[Content, Content]:
    """The two lines, without clickable keys."""
    legal, draft, advice = controller.legal, controller.draft, controller.advice
    if advice is not None and advice.order.verb == END.name:
        said = order_sentence(legal.view, legal.known_verbs, advice.order)
        told = Content.assemble("advice: ", (f"end the {legal.ruleset.turn.bound}", "bold $accent"))
        return told, Content(said).truncate(width or _WIDE, ellipsis=True)
    figure = legal.view.state.figures.get(draft.figure or controller.current_figure)
    panel = controller.key("panel")
    first = Content("") if figure is None else _figure_line(legal, figure, width, panel)
    if order_draft.complete(legal, draft):
        return first, _order_line(controller, width)
    under = [name for name in legal.figures_at(controller.focus) if name != draft.figure]
    other = legal.view.state.figures[under[0]] if under else figure
    if other is None or other is not figure:
        return first, Content("") if other is None else _figure_line(legal, other, width, panel)
    return first, arms_line(other, width or _WIDE).truncate(width or _WIDE, ellipsis=True)


def _figure_line(legal: LegalOrders, figure: Figure, width: int, panel: str) -> Content:
    """Letter, name, kind, gauges of health and bound, states.

    If there is no room, these go in turn: the kind; the drawn gauges; the least grave states, which
    are counted; all states, in favour of the panel's key; that key; the numbers of the gauges.
    """
    states: Sequence[str] = condition_words(legal.view, figure, legal.ruleset)
    gauges = [row for row in gauge_rows(legal.ruleset, legal.view, figure) if row.gauge is not None]
    kind = f", {own}" if (own := figure.who.own_kind) else ""
    line = _figure_words(legal, figure, kind, gauges, states)
    drawn, left = len(gauges), len(gauges)
    told: list[Sequence[str]] = [fewer(states, most) for most in range(1, len(states))]
    told = [(), (f"{panel}: {count_words('more_states', len(states))}",), *told] if states else []
    while 0 < width < line.cell_length:
        if kind:
            kind = ""
        elif drawn:
            drawn -= 1
        elif told:
            states = told.pop()
        elif left:
            left -= 1
        else:
            break
        shown = [row if at < drawn else evolve(row, gauge=None) for at, row in enumerate(gauges)]
        line = _figure_words(legal, figure, kind, shown[:left], states)
    return line


def _figure_words(
    legal: LegalOrders, figure: Figure, kind: str, gauges: Sequence[Row], states: Sequence[str]
) -> Content:
    sign, _ = letter(figure, next(iter(legal.view.state.setup.sides)))
    parts: list[Content | str | tuple[str, str]] = [
        (f" {sign} ", f"{side_colour(legal.view, figure.side)} reverse"),
        (f" {figure.id} {figure.who.name}", "bold"),
        (kind, "dim"),
    ]
    for row in gauges:
        drawn = Content("") if row.gauge is None else _gauge(*row.gauge) + " "
        parts += [(f"  {row.label} ", "dim"), drawn, row.value]
    if states:
        parts.append((f"  {', '.join(states)}", "$warning"))
    return Content.assemble(*parts)


def _gauge(left: int, full: int) -> Content:
    """A gauge that shows the same number, full or not, in the same way: single pips or a bar."""
    return gauge(left, full, max(_GAUGE, full if full <= PIPS else 0))


@frozen
class _Part:
    """A part of an order's line: how long it is kept, and its short form."""

    content: Content
    kept: Priority = Priority.SPARE
    short: Content | None = None


def _order_line(controller: Controller, width: int) -> Content:
    """The order, its chances, the enemy's fire, its cost, as far as known and as there is room.

    If there is no room, first the outcomes are shown only by the bar, then only the enemies with
    the highest chances are named. After that these go in turn, from the end of the line: costs and
    the like; bars and details; fire from the end of a move; risks to the figure; better orders,
    chances of endangered own figures, and the order's own chance.
    """
    line = _joined(_order_parts(controller, detailed=True))
    parts: list[_Part] = []
    for most in (_ALL, *_FEWER):
        if not 0 < width < line.cell_length:
            return line
        parts = _order_parts(controller, detailed=False, most=most)
        line = _joined(parts)
    _leave_out(parts, Priority.SPARE, width)
    for at in reversed(range(len(parts))):
        if width < _joined(parts).cell_length:
            parts[at] = evolve(parts[at], content=parts[at].short or parts[at].content)
    for kept in (Priority.GAIN, Priority.RISK, Priority.OWN):
        _leave_out(parts, kept, width)
    return _joined(parts)


def _leave_out(parts: list[_Part], kept: Priority, width: int) -> None:
    """Remove parts of this priority, from the end, until the line fits; the first part stays."""
    for at in reversed(range(1, len(parts))):
        if parts[at].kept == kept and width < _joined(parts).cell_length:
            del parts[at]


def _joined(parts: Sequence[_Part]) -> Content:
    return Content("  ").join([part.content for part in parts])


def _order_parts(controller: Controller, *, detailed: bool, most: _Named = _ALL) -> list[_Part]:
    """The parts of an order's line; `most` limits the enemies named in its lists."""
    legal, order = controller.legal, controller.draft.order
    figure = legal.view.state.figures.get(order.figure)
    exact = controller.preferences.odds == EXACT
    try:
        odds = legal.order_odds(order) if exact else None
    except SkirmishError as error:
        return [_Part(Content.styled(str(error), "$error"))]
    told = [_title(controller)]
    if odds is not None:
        told += _odds_parts(odds, detailed=detailed)
    elif legal.lands_for_certain(order) and exact:
        told.append(_Part(Content(landing_words(Fraction(1))), Priority.OWN))
    mishaps = legal.mishaps(order) if odds is None else odds.mishaps
    for words, chance in mishaps if exact else ():
        kept = Priority.RISK if chance >= _LIKELY else Priority.SPARE
        told.append(_Part(Content.styled(f"{words} {percent(chance)}", "$error"), kept))
    told += _urgent_hints(controller, order)
    forecast = legal.forecasts.get(order)
    if forecast is not None and exact:
        told += forecast_parts(legal.view, forecast, most)
    if figure is not None and legal.target_shape(order.verb) is Shape.PATH:
        told.append(_rows_part(way_rows(legal, order, forecast), 0))
    if forecast is not None:
        costs = [cost_words(one, rest=most == _ALL) for one in forecast.effects.costs]
        told += [_Part(Content.styled(f"costs {', '.join(costs)}", "dim"))] * bool(costs)
    return [part for part in told if part.content]


def _title(controller: Controller) -> _Part:
    """The action, with the choices made for it."""
    legal, order, choices = controller.legal, controller.draft.order, _choices(controller)
    target = target_end(legal.known_verbs[order.verb], order)
    done = action_words(legal.view.state.figures.get(order.figure), order.verb, order.get("weapon"))
    words = f"{done} {humanize(target)}".strip()
    bare, whole = (
        Content.styled(text, "bold $accent")
        for text in (words, f"{words} ({choices})" if choices else words)
    )
    return _Part(whole, short=bare)


def _urgent_hints(controller: Controller, order: Order) -> list[_Part]:
    """Hints on orders that are much better."""
    whole, short = (
        hint_lines(controller, order, urgent_only=True, numbers=numbers)
        for numbers in (True, False)
    )
    return [
        _Part(Content.styled(long, "$accent"), Priority.OWN, Content.styled(bare, "$accent"))
        for long, bare in zip(whole, short, strict=True)
    ]


def forecast_parts(view: View, forecast: Forecast, most: _Named) -> list[_Part]:
    """The parts of a forecast; with few enemies named, only the first list of gains."""
    parts: list[_Part] = []
    for block in forecast_rows(view, forecast, most=ALL):
        gains = block.priority is Priority.GAIN
        if not (gains and most != _ALL and any(one.kept == block.priority for one in parts)):
            parts.append(_rows_part(block, most[0] if gains else most[1]))
    return parts


def _rows_part(block: Rows, most: int) -> _Part:
    """Rows in one line; only the `most` likeliest are named and the others counted (0: all)."""
    told = [[row for row in group if row.brief] for group in block.groups]
    told = [group for group in told if group]
    if 0 < most < len(told) and block.priority is Priority.GAIN:
        told.sort(key=lambda group: -sum(group[0].shares))
        told = [group for group in told if group[0].shares] or told
    # Naming a single other one takes no more room than counting it.
    others = len(told) - most if 0 < most < len(told) - 1 else 0
    more = f" +{others} more" if others and not block.counted else ""
    rows = [row for group in told[: len(told) - others] for row in group]
    if not rows:
        return _Part(Content(""))
    whole, short = (
        Content.assemble(
            (f"{title}: " if title else "", TONES[block.tone]),
            Content(", ").join([_row_words(row, noted=noted) for row in rows]),
            more,
        )
        for title, noted in (
            (block.brief[most > 0], True),
            (block.brief[1], block.priority is Priority.RISK),
        )
    )
    return _Part(whole, block.priority, short)


def _row_words(row: Row, *, noted: bool) -> Content:
    style = TONES[row.tone]
    value = f" {row.value}" if row.value else ""
    return Content.assemble((row.brief, style or "bold"), (value, style), row.note if noted else "")


def _odds_parts(odds: OrderOdds, *, detailed: bool) -> list[_Part]:
    """Where an attack may land, and the chances of its target or else of the likeliest enemies."""
    landing = odds.landing
    parts = "" if landing is None else landing_parts(landing.on, landing.rolled)
    why = f" ({parts})" if parts and detailed else ""
    why += f", {odds.never_there}" if odds.never_there else ""
    rolled = None if landing is None or detailed else landing.rolled
    lands = [] if landing is None else [_Part(Content(landing_words(landing.on, rolled) + why))]
    counted = "" if landing is None else "harm "
    more = sum(not (one.own or one.rare or one in odds.main) for one in odds.others)
    chances = [_chances(one, counted, more * (not one.own), detailed=detailed) for one in odds.main]
    first, *others = [*chances, *lands] if chances else [*lands, _Part(Content(NO_FIGURE))]
    return [evolve(first, kept=Priority.OWN), *others]


def _chances(one: FigureOdds, counted: str, more: int, *, detailed: bool) -> _Part:
    """A figure's chances as a bar, and the groups of its outcomes in words.

    `counted` says what the chance is of, if another one stands beside it; `more` is the number of
    other enemies that may be harmed.
    """
    summary = one.summary
    shares = (summary.out_chance, summary.effect_chance - summary.out_chance)
    style = "bold $error" if one.own else "bold"
    mark = "YOURS " if one.own else ""
    rest = f"+{more} more " if more else ""
    chance = percent(summary.effect_chance) + STRAY * one.mostly_stray
    head = f"{counted}{one.name} {chance} {mark}{rest}"
    told = f" {effect_words(summary)}" if detailed else ""
    whole = Content.assemble((head, style), bar(shares, _BAR), (told, "dim"))
    return _Part(
        whole, Priority.OWN if one.own else Priority.SPARE, Content.styled(head.rstrip(), style)
    )


def _choices(controller: Controller) -> str:
    """The weapon, the mode and other choices of the order, if there are several."""
    legal, draft = controller.legal, controller.draft
    rows = [row for row in order_draft.details(legal, draft) if not row.turns]
    figure = legal.view.state.figures.get(draft.figure)
    named = [row for row in rows if draft.order.get(row.field) and not row.left_out]
    fields = {row.field for row in named}
    # A variant that is named like one of its details, such as the number of rolls, is said once.
    ways = [row.value for row in variants.stated_rows(rows) if row.value not in fields]
    words = [value_words(figure, value) for value in ways]
    words += [detail_phrase(figure, row.field, row.value, row.named, row.unit) for row in named]
    return ", ".join(words)
