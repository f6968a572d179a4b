"""The side panel while an order is drafted: details, effects, odds, forecast."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from skirmish.core.codec import Shape
from skirmish.core.geometry import parse_path, tile_text
from skirmish.core.orders import WEAPON
from skirmish.core.sanitize import display_width as columns
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import order_rows
from skirmish.presentation.report_document import Priority
from skirmish.presentation.setup.preferences import NONE
from skirmish.presentation.wording import (
    action_words,
    detail_phrase,
    detail_value,
    detail_words,
    door_words,
    humanize,
    possible_words,
    target_end,
    value_words,
)
from skirmish.rulesets.common.reactions import ASK, FIRE, REPLY, asks
from skirmish.rulesets.families import Routes
from skirmish.session import order_draft, repeat, variants
from skirmish.session.controller import Controller
from skirmish.session.detail_rows import DetailRow
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft
from skirmish.tui import panel_lines
from skirmish.tui.hint_lines import hint_lines
from skirmish.tui.order_costs import costs_of_values
from skirmish.tui.panel_lines import MARKED, PanelLines, blocks_lines, plain
from skirmish.tui.prompt_line import CARRIED
from skirmish.tui.widgets import INSTEAD

_VALUE = 26
"""Columns of a detail's value with the marks beside it, unless it is longer."""


def order_lines(panel: PanelLines, controller: Controller, *, full: bool = False) -> None:
    """Add the draft: title, choices, outcome; the odds in `full` or as a bar."""
    legal, draft = controller.legal, controller.draft
    target = target_end(legal.known_verbs[draft.verb], draft.order)
    figure = legal.view.state.figures.get(draft.figure)
    done = door_words(legal.board, draft.order)
    done = done or action_words(figure, draft.verb, draft.order.get("weapon"))
    title = f"{draft.figure} {done} {humanize(target)}".strip()
    panel.box(title, "$accent")
    whole = order_draft.complete(legal, draft)
    if whole:
        do_it = panel_lines.plain(f"{controller.key('confirm')}: do it", "bold $accent")
        panel.add(do_it, action="confirm")
    if whole and draft.order == controller.given.carried:
        panel.add(panel_lines.plain(CARRIED, "dim"))
    words = order_draft.listed_words(legal, draft)
    if legal.target_shape(draft.verb) is Shape.NUMBER:  # A bare number says nothing.
        panel.add(panel_lines.plain(legal.known_verbs[draft.verb].text, "italic"))
    for index, word in enumerate(words):
        marked = word == draft.target
        line = panel_lines.plain(f" {humanize(word)} ".ljust(panel.width), MARKED if marked else "")
        panel.add(line, action=f"row({index})", marked=marked)
    _details(panel, controller)
    if whole:
        outcome_lines(panel, controller, full=full)
        return
    if (objection := controller.objections.aim) is not None:
        why = controller.refusal_text(str(objection))
        panel.add(panel_lines.plain(why, "$warning"))
    if (listed := legal.listed_targets(draft.figure, draft.verb)) and not words:
        panel.add(panel_lines.plain(f"{controller.key('next')}: {', '.join(listed)}", "dim"))


def outcome_lines(panel: PanelLines, controller: Controller, *, full: bool) -> None:
    """Add the outcome of a complete draft: hints, path, odds, effects, forecast, numbers."""
    legal, order, shown = controller.legal, controller.draft.order, controller.preferences.odds
    for words in hint_lines(controller, order):
        panel.add(panel_lines.plain(words, "$accent"))
    _group_line(panel, controller)
    _path_cost(panel, legal, controller.draft)
    told = legal.forecasts.get(order)
    blocks = list(order_rows(legal, order, told, shown, full=full, dangers_first=not full))
    details = [one for one in blocks if one.priority is Priority.DETAIL and one.rows]
    sums = [] if full else [one for one in details if any(row.indent for row in one.rows)]
    for block in blocks:
        if block in sums:
            panel.add(*panel_lines.sum_lines(block, panel.width))
        elif block not in details:
            panel.add(*blocks_lines((block,), panel.width))
    verb = legal.known_verbs[order.verb]
    awaited = shown != NONE and told is None and legal.has_forecast(order)
    panel.add(*[waiting_line()] * (awaited and (verb.dice or verb.target is Shape.PATH)))
    if rest := [one for one in details if one not in sums]:
        panel.gap()
        panel.add(*blocks_lines(rest, panel.width))


def _details(panel: PanelLines, controller: Controller) -> None:
    """Add the rows of the details and the meaning of the marked one; in short if not open."""
    legal, draft = controller.legal, controller.draft
    rows = order_draft.details(legal, draft)
    figure = legal.view.state.figures.get(draft.figure)
    if draft.mode is Mode.FIELDS:
        width = min(panel.width, panel_lines.ROW)
        room = width - 2 - max((columns(row.named) for row in rows), default=0)
        for index, row in enumerate(rows):
            marked = index == draft.row % len(rows)
            value = _row_value(legal, draft, row)
            line = _value_line(row.named, value, index, (width, min(room, _VALUE)))
            line = line.pad_right(panel.width - line.cell_length)
            line = line.stylize(MARKED if marked else "")
            panel.add(line, action=f"row({index})", marked=marked)
        if means := meaning(legal, draft):
            panel.add(panel_lines.plain(means, "italic"))
        if costs := costs_of_values(legal, draft):
            panel.add(panel_lines.plain(costs, "dim"))
    elif rows:
        named = (row for row in rows if draft.order.get(row.field) and not row.left_out)
        said = [*variants.stated_rows(rows), *named]
        words = [detail_phrase(figure, row.field, row.value, row.named, row.unit) for row in said]
        words += possible_words(order_draft.figures_left(legal, draft))
        text = f"{controller.key('options')}: options" + (f" ({', '.join(words)})" if words else "")
        panel.add(panel_lines.plain(text, "dim"), action="options")


def _row_value(legal: LegalOrders, draft: OrderDraft, row: DetailRow) -> str:
    """The value of a detail in words; for an empty one the default, if known."""
    figure = legal.view.state.figures.get(draft.figure)
    if figure is not None and not draft.order.get(row.field) and not row.variant:
        if row.turns and legal.target_shape(draft.verb) is not Shape.PATH:
            return f"{figure.facing.name} (usual)"
        if row.field == WEAPON and (arm := legal.default_weapon(draft.order)):
            return f"{value_words(figure, arm)} (usual)"
        if row.field == REPLY.name:
            said = ASK if asks(legal.view.state, draft.order) else FIRE
            return f"{detail_value(figure, row.field, said)} (usual)"
    return detail_value(figure, row.field, row.value)


def _value_line(label: str, value: str, index: int, widths: tuple[int, int]) -> Content:
    """A detail and its value between `<` and `>`, which keep their place when the value changes.

    A click in the left half of the value takes the previous one. `widths` are that of the line and
    that of the value with its marks; a longer value takes the room it needs.
    """
    width, field = widths
    shown = f"< {value.center(max(0, field - len('<  >')))} >"
    start = width - columns(shown)
    if start <= columns(label) + 1:
        return panel_lines.two_ends(f" {label}", f"< {value} >", width)
    line = plain(f" {label}".ljust(start) + shown)
    before = Style.from_meta({INSTEAD: f"row({index}, -1)"})
    return line.stylize(before, start, start + len(shown) // 2)


def _group_line(panel: PanelLines, controller: Controller) -> None:
    """Add the figures that move along, and roughly where they end."""
    draft = controller.draft
    if draft.figure not in controller.group:
        return
    ends = repeat.group_ends(controller.legal, controller.group, draft.order)
    with_ends = [f"{name} {tile_text(tile)}" for name, tile in ends.items() if tile is not None]
    if with_ends:
        panel.add(panel_lines.plain(f"with {', '.join(with_ends)}, or near there", "bold"))
    if stay := ", ".join(name for name, tile in ends.items() if tile is None):
        panel.add(panel_lines.plain(f"cannot follow: {stay}", "$warning"))


def _path_cost(panel: PanelLines, legal: LegalOrders, draft: OrderDraft) -> None:
    """Add the cost of a move while its effects are not known."""
    family = order_draft.family_of(legal, draft)
    if family is None or not isinstance(family.target, Routes) or draft.order in legal.forecasts:
        return
    tiles = f"{family.target.reach.cost(parse_path(draft.target)[-1]) / 2:g}"
    words = f"costs {tiles} tile{'' if tiles == '1' else 's'}"
    panel.add(panel_lines.plain(words, "dim"))


def meaning(legal: LegalOrders, draft: OrderDraft) -> str:
    """The help on the marked detail; for a variant, on the details that distinguish it."""
    row = order_draft.marked_row(legal, draft)
    if row is None:
        return ""
    if not row.variant:
        faces = row.turns and legal.target_shape(draft.verb) is Shape.PATH
        return order_draft.USUAL_FACING if faces else _text(legal, draft, row.field)
    if key := variants.fixed_field(row):
        return _text(legal, draft, key)
    held = order_draft.variants_of(legal, draft)
    names = variants.own_fields(held, draft.variant % len(held))
    told = {name: _text(legal, draft, name) for name in names}
    return "; ".join(f"{detail_words(name)}: {text}" for name, text in told.items() if text)


def _text(legal: LegalOrders, draft: OrderDraft, field: str) -> str:
    known = legal.known_verbs[draft.verb].field(field)
    if known is None:
        return ""
    return known.text if draft.order.get(field) else known.help


def waiting_line() -> Content:
    """The line shown while the forecast is calculated."""
    return plain("calculating the outcome ..", "dim")
