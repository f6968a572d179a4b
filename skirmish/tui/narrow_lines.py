"""Two lines below the map, where the panel has no room of its own: figure and odds in short."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.errors import SkirmishError
from skirmish.presentation.figure_rows import gauge_rows
from skirmish.presentation.figure_status import condition_words
from skirmish.presentation.forecast import AttackChance, Clash, Forecast
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.odds_summary import WITHOUT_EFFECT
from skirmish.presentation.odds_words import group_words, means_words
from skirmish.presentation.order_odds import FigureOdds, OrderOdds
from skirmish.presentation.order_rows import cost_words
from skirmish.presentation.preferences import EXACT
from skirmish.presentation.wording import detail_value, humanize, percent, target_end, value_words
from skirmish.session import order_draft, variants
from skirmish.session.controller import Controller
from skirmish.tui.map.glyphs import letter
from skirmish.tui.odds_lines import NO_FIGURE
from skirmish.tui.panel_lines import bar, gauge, side_colour

_GAUGE = 8
"""Columns of a gauge."""
_BAR = 12
"""Columns of a bar of chances."""


def narrow_lines(controller: Controller, width: int = 0) -> tuple[Content, Content]:
    """The chosen figure; below, the order being drafted, else the figure under the cursor.

    What does not fit in a width, if one is given, is left out, the least important first.
    """
    legal, draft = controller.legal, controller.draft
    figure = legal.view.state.figures.get(draft.figure or controller.current_figure)
    first = Content("") if figure is None else _figure_line(legal, figure, width)
    if order_draft.complete(legal, draft):
        return first, _order_line(controller, width)
    under = [name for name in legal.figures_at(controller.focus) if name != draft.figure]
    other = legal.view.state.figures[under[0]] if under else None
    return first, Content("") if other is None or other is figure else _figure_line(
        legal, other, width
    )


def _figure_line(legal: LegalOrders, figure: Figure, width: int) -> Content:
    """Letter, name, what is left of health and bound, states; the kind if there is room."""
    kind = f", {figure.who.kind.name}"
    full = _figure_words(legal, figure, kind)
    return full if not 0 < width < full.cell_length else _figure_words(legal, figure, "")


def _figure_words(legal: LegalOrders, figure: Figure, kind: str) -> Content:
    view, rules = legal.view, legal.ruleset
    sign, _ = letter(figure, next(iter(view.state.setup.sides)))
    parts: list[Content | str | tuple[str, str]] = [
        (f" {sign} ", f"{side_colour(view, figure.side)} reverse"),
        (f" {figure.id} {figure.who.name}", "bold"),
        (kind, "dim"),
    ]
    for row in gauge_rows(rules, view, figure):
        if row.gauge is not None:
            parts += [(f"  {row.label} ", "dim"), gauge(*row.gauge, _GAUGE), f" {row.value}"]
    if states := ", ".join(condition_words(view, figure, rules)):
        parts.append((f"  {states}", "$warning"))
    return Content.assemble(*parts)


def _order_line(controller: Controller, width: int) -> Content:
    """The order, its chances, return fire, and its cost, as far as known and as there is room.

    Where the rest would not fit, the groups of outcomes stand in the bar only.
    """
    line = Content("  ").join(_order_parts(controller, detailed=True))
    if not 0 < width < line.cell_length:
        return line
    parts = _order_parts(controller, detailed=False)
    while len(parts) > 1 and width < Content("  ").join(parts).cell_length:
        parts.pop()
    return Content("  ").join(parts)


def _order_parts(controller: Controller, *, detailed: bool) -> list[Content]:
    """The parts of the line of an order, the most important first."""
    legal, order = controller.legal, controller.draft.order
    target = target_end(legal.known_verbs[order.verb], order)
    title = f"{humanize(order.verb)} {humanize(target)}".strip()
    if said := _choices(controller):
        title += f" ({said})"
    parts = [Content.styled(title, "bold $accent")]
    try:
        odds = legal.order_odds(order) if controller.preferences.odds == EXACT else None
    except SkirmishError as error:
        return [Content.styled(str(error), "$error")]
    if odds is not None:
        parts += _odds_parts(odds, detailed=detailed)
    elif legal.lands_for_certain(order) and controller.preferences.odds == EXACT:
        parts.append(Content(_lands(Fraction(1))))
    forecast = legal.forecasts.get(order)
    if forecast is not None and controller.preferences.odds == EXACT:
        parts += [_attacks(forecast), _return_fire(forecast)]
        parts += map(_clash, forecast.clashes)
        parts.append(_reactions(forecast))
    if forecast is not None:
        parts += [Content.styled(f"costs {cost_words(c)}", "dim") for c in forecast.effects.costs]
    return [part for part in parts if part]


def _odds_parts(odds: OrderOdds, *, detailed: bool) -> list[Content]:
    """Where an attack comes down, and the chances of its target or else of the likeliest enemy."""
    lands = [] if odds.landing is None else [Content(_lands(odds.landing.on))]
    chances = [_chances(one, detailed=detailed) for one in odds.main]
    return [*lands, *(chances or [Content(NO_FIGURE)])]


def _lands(chance: Fraction) -> str:
    return f"lands there {percent(chance)}"


def _chances(one: FigureOdds, *, detailed: bool) -> Content:
    """A figure's chances as a bar, and the groups of its outcomes in words."""
    summary = one.summary
    shares = (summary.out_chance, summary.effect_chance - summary.out_chance)
    known = [pair for pair in summary.chances if pair[0].kind not in WITHOUT_EFFECT]
    words = [f"{group_words(group)} {percent(p)}" for group, p in known]
    if summary.means:
        words = [
            f"downed {percent(summary.out_chance)}",
            f"average {means_words(summary.means[:1])}",
        ]
    style = "bold $error" if one.own else "bold"
    head = f"{one.name} {percent(summary.effect_chance)} "
    told = f" {', '.join(words)}" if detailed else ""
    return Content.assemble((head, style), bar(shares, _BAR), (told, "dim"))


def _clash(one: Clash) -> Content:
    """Close combat with an enemy: the chance to harm it, and to be harmed."""
    harm, back = percent(one.attack.effect_chance), percent(one.return_fire.effect_chance)
    return Content.assemble(
        "close combat: your effect on ", (one.enemy, "bold"), f" {harm}, its on you {back}"
    )


def _reactions(forecast: Forecast) -> Content:
    """Who may react on the way or before the order, and the chance that one has an effect."""
    names = ", ".join(dict.fromkeys(one.enemy or "?" for one in forecast.path_threats))
    unhurt = forecast.unhurt_chance
    chance = "?" if unhurt is None else percent(1 - unhurt)
    return Content.styled(f"{names} may react: {chance}", "$error") if names else Content("")


def _choices(controller: Controller) -> str:
    """The weapon, the mode and other choices of the order where there are several."""
    legal, draft = controller.legal, controller.draft
    rows = [row for row in order_draft.details(legal, draft) if not row.turns]
    figure = legal.view.state.figures.get(draft.figure)
    named = [row for row in rows if draft.order.get(row.field) and not row.left_out]
    words = [value_words(figure, row.value) for row in variants.stated_rows(rows)]
    return ", ".join(
        [*words, *(f"{row.named} {detail_value(figure, row.field, row.value)}" for row in named)]
    )


def _attacks(forecast: Forecast) -> Content:
    """The enemies that can be attacked from the end of a move with the chances, and the others."""
    if not forecast.moves:
        return Content("")
    shots = [(one.enemy, one.attack) for one in forecast.exchanges]
    hits = _listed([(enemy, shot) for enemy, shot in shots if shot is not None])
    out = ", ".join(enemy for enemy, shot in shots if shot is None)
    parts = [Content("your fire: ") + hits] if hits else []
    return Content(", ").join([*parts, *([Content(f"no shot at {out}")] if out else [])])


def _return_fire(forecast: Forecast) -> Content:
    """The enemies that can fire back, each with its chance."""
    back = [(one.enemy, one.return_fire) for one in forecast.exchanges if one.return_fire]
    return Content("their fire: ") + _listed(back) if back else Content("")


def _listed(chances: Sequence[tuple[str, AttackChance]]) -> Content:
    """Enemies, each with the chance of an attack on or by it."""
    named = [
        Content.assemble((enemy, "bold"), f" {percent(one.effect_chance)}")
        for enemy, one in chances
    ]
    return Content(", ").join(named)
