"""The odds of an order as rows: possible effects on each figure, its landing, the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve

from skirmish.core.geometry import tile_text
from skirmish.core.view import View
from skirmish.presentation.odds.odds_summary import (
    WITHOUT_EFFECT,
    GroupKind,
    OutcomeSummary,
    RolledNumber,
    fewer_groups,
)
from skirmish.presentation.odds.odds_words import (
    chance_word,
    conditions_words,
    effect_words,
    group_words,
    groups_with_percents,
    landing_parts,
    landing_words,
    mean_words,
    means_words,
    number_title,
    number_total,
    side_effects_words,
    value_range,
)
from skirmish.presentation.odds.order_odds import RARE, FigureOdds, LandingOdds, OrderOdds
from skirmish.presentation.report_document import Priority, Row, Rows, Tone
from skirmish.presentation.wording import figure_name, humanize, percent
from skirmish.rulesets.ruleset import Mishaps

_MANY = 9
"""Number of groups of outcomes that have their own rows."""
_ALSO = 3
"""Number of further figures of an attack that are named in brief."""
_SHARES = 4
"""Number of groups of outcomes below a bar."""
_PLACES = 6
"""Number of tiles of a landing that are listed."""
_TAKEN_APART = 3
"""Maximum of figures whose numbers are broken down, if a shell may land anywhere."""
_MIN_LOSS = Fraction(1, 200)
"""Points below which a loss rounds to nothing."""
NO_FIGURE = "hits no known figure"
"""Words for an attack that can hurt no figure in sight."""
LANDS = "lands there, scatter included"
"""Label of the chance that an attack at a tile lands on it."""
_NEVER = "lands there"
"""Label if neither its roll nor scatter brings it there."""
HARMS = "harm, wherever it lands"
"""Label of the chances of figures when the tile has a row too."""
STRAY = ", mostly stray shots"
"""Behind a chance that is mostly due to dice meant for other figures."""
BELOW = 2
"""Columns of indentation of a row that belongs to the one above."""


def odds_rows(
    view: View, odds: OrderOdds, *, full: bool = True, numbers: bool = True
) -> Iterator[Rows]:
    """All that the odds of an order say, most important first; without `numbers` in words."""
    if not numbers:
        yield rough_rows(view, odds)
        return
    chances, risks = chance_rows(view, odds, full=full), risk_rows(view, odds, full=full)
    # The total stands before a long list of figures.
    listed = full and odds.landing is not None and len(odds.likeliest) > 1
    yield from (risks, *chances) if listed else (*chances, risks)
    yield from breakdown_rows(odds)


def chance_rows(view: View, odds: OrderOdds, *, full: bool = True) -> Iterator[Rows]:
    """The odds of an order: the named target by itself, every other figure in one row.

    Own figures are marked and stand before the others; those that cannot be hurt are left out.
    `full`: a row for each group of outcomes of the target; else the main ones in one.
    """
    # The most important comes first: the figures, if any may be hit. Two chances of one shell are
    # each labelled with what they are chances of.
    if odds.landing and odds.likeliest:
        yield Rows((), HARMS, Tone.QUIET)
    if odds.target is not None:
        yield target_rows(view, odds.target, full=full)
        yield Rows(tuple(_stray_rows(odds.target)))
    others = sorted((one for one in odds.others if not one.rare), key=lambda one: not one.own)
    meant = [row for one in others if one.meant for row in _other_figure(view, one)]
    near = [row for one in others if not one.meant for row in _other_figure(view, one)]
    title = "others nearby" if odds.landing else "others in the line of fire"
    title = "in return" if odds.fought else title
    yield Rows(tuple(meant))
    yield Rows(tuple(near), title if near and odds.target is not None else "", Tone.QUIET)
    rare = [one for one in odds.others if one.rare]
    yield _lines(_rest_words(others, rare))
    hit = odds.target is not None or bool(odds.others)
    if odds.landing is not None:
        yield Rows(tuple(_aim_rows(odds, odds.landing, Tone.QUIET if hit else Tone.STRONG)))
    yield Rows((Row(NO_FIGURE),) * (not hit))
    yield _lines([f"assumed: {odds.policy}"] * bool(odds.policy))


def _stray_rows(one: FigureOdds) -> Iterator[Row]:
    """A note if more than half of a chance is due to dice meant for other figures."""
    if one.mostly_stray:
        own = f"its own dice {percent(one.aimed)}" if one.aimed else "its own dice cannot hit"
        yield Row(f"most of it by stray shots: {own}", tone=Tone.QUIET, indent=BELOW)


def short_words(odds: OrderOdds) -> list[str]:
    """The odds in brief: its landing, its main figures with their outcomes, then others."""
    at = odds.landing
    lands = [] if at is None else [landing_words(at.on, at.rolled)]
    told = [f"{_chance_of(one)}: {effect_words(one.summary)}" for one in odds.main]
    others = [one for one in odds.likeliest if one not in odds.main and not one.rare]
    also = [_chance_of(one) for one in others[:_ALSO]]
    also += [f"{len(others) - _ALSO} more"] * bool(others[_ALSO:])
    return [*lands, *told, *[f"also {', '.join(also)}"] * bool(also)]


def _chance_of(one: FigureOdds) -> str:
    """A figure with its chance; one of its side is marked."""
    whose = " (own side)" if one.own else ""
    return f"{one.name}{whose} {percent(one.effect_chance)}{STRAY * one.mostly_stray}"


def _lines(texts: Iterable[str]) -> Rows:
    return Rows(tuple(Row(text, tone=Tone.QUIET) for text in texts))


def target_rows(view: View, one: FigureOdds, *, full: bool = False) -> Rows:
    """The chance of a figure, the worst outcome first; below, groups of outcomes and means."""
    summary = one.summary
    shares = (summary.out_chance, summary.effect_chance - summary.out_chance)
    name = f"{one.name} {figure_name(view, one.name)}"
    head = Row(name, percent(summary.effect_chance), shares=shares)
    told = [*(_outcome_rows(summary) if full else ())]
    words = [] if full else _share_words(summary)
    words += [f"average {means_words(summary.means)}"] if summary.means else []
    texts = [", ".join(words)] if words else []
    if summary.unharmed_chance >= RARE and not full:
        more = percent(summary.unharmed_chance)
        texts.append(f"hit without harm: {more} more, not counted")
    if summary.side_effects:
        texts.append(side_effects_words(summary.side_effects))
    told += (Row(text, tone=Tone.QUIET, indent=BELOW) for text in texts)
    return Rows((head, *told))


def _share_words(summary: OutcomeSummary) -> list[str]:
    known = [(group, p) for group, p in summary.chances if group.kind not in WITHOUT_EFFECT]
    return groups_with_percents(fewer_groups(known, _SHARES))


def _outcome_rows(summary: OutcomeSummary) -> Iterator[Row]:
    """A row for each group of outcomes, the worst first; those that put it out are marked."""
    left = summary.out_chance
    for group, chance in fewer_groups(summary.chances, _MANY):
        none = group.kind in WITHOUT_EFFECT
        is_out = group.kind is GroupKind.OUT or (not none and chance <= left)
        left -= chance if is_out else 0
        tone = Tone.HARM if is_out else Tone.QUIET if none else Tone.PLAIN
        yield Row(group_words(group), percent(chance), tone=tone, share=chance, indent=BELOW)


def _rest_words(others: Iterable[FigureOdds], rare: Iterable[FigureOdds]) -> Iterator[str]:
    """Figures with a chance below one percent, together; the effects that any harm leaves."""
    names = ", ".join(one.name for one in rare if not one.own)
    if mine := ", ".join(one.name for one in rare if one.own):
        names = "; ".join(filter(None, (names, f"YOURS {mine}")))
    if names:
        yield f"under 1%: {names}"
    always = dict.fromkeys(effect for one in others for effect in one.summary.certain_side_effects)
    if always:
        left = ", ".join(map(conditions_words, always))
        yield f"any harm leaves {left} as well"


def _other_figure(view: View, one: FigureOdds) -> Iterator[Row]:
    """A figure with its chance of any effect and its outcomes; below, side effects."""
    first, *more = _effect_parts(one.summary) or [""]
    tone = Tone.HARM if one.own else Tone.QUIET
    yield Row(
        f"{one.name} {figure_name(view, one.name)}",
        percent(one.effect_chance),
        tone,
        short_label=one.name,
        details=(f"YOURS {first}".strip() if one.own else first, *more),
    )
    yield from _stray_rows(one)
    sure = one.summary.certain_side_effects
    besides = [(e, p) for e, p in one.summary.side_effects if e not in sure and p >= RARE]
    if besides:
        yield Row(side_effects_words(besides), tone=Tone.QUIET, indent=BELOW)


def _effect_parts(summary: OutcomeSummary) -> list[str]:
    """The possible effects on a figure, most important first."""
    found = [(group, p) for group, p in summary.effects if p]
    if len(found) == 1 and not summary.means:
        return [group_words(found[0][0])]
    known = [pair for pair in summary.chances if pair[0].kind not in WITHOUT_EFFECT]
    told = dict(zip(known, groups_with_percents(known), strict=True))
    effects = [told[pair] for pair in found]
    if not summary.means:
        return effects
    means = (f"~{mean_words(mean)} {humanize(name)}" for name, mean in summary.means[:1])
    out = [f"downed {percent(summary.out_chance)}"] * bool(summary.out_chance)
    return [*out, *effects, *means]


def _aim_rows(odds: OrderOdds, landing: LandingOdds, tone: Tone) -> Iterator[Row]:
    """Where a shell lands: the chance of its tile, its parts, and why it may never land there."""
    yield Row(LANDS if landing.on else _NEVER, percent(landing.on), tone, tone)
    for words in (landing_parts(landing.on, landing.rolled), odds.never_there):
        if words:
            yield Row(words, tone=Tone.QUIET, indent=BELOW)


def rough_rows(view: View, odds: OrderOdds) -> Rows:
    """For each figure that can be struck: any effect, and being put out, in words."""
    rows: list[Row] = []
    for one in sorted(odds.figures, key=lambda one: one is not odds.target):
        if not one.effect_chance and one is not odds.target:
            continue
        label = f"{one.name} {figure_name(view, one.name)}"
        tone = Tone.HARM if one.own else Tone.PLAIN
        rows.append(Row(label, chance_word(one.effect_chance), tone))
        if out := one.summary.out_chance:
            quiet = Tone.QUIET, Tone.QUIET
            rows.append(Row("downed", chance_word(out), *quiet, indent=BELOW))
    if odds.landing is not None:
        rows.append(Row(LANDS, chance_word(odds.landing.on)))
    return Rows((*rows, *[Row(NO_FIGURE)] * (not odds.figures)))


def risk_rows(view: View, odds: OrderOdds, *, full: bool = True) -> Rows:
    """Why a result is graver than usual, expected losses, and possible mishaps."""
    warning = (Row(odds.warning, tone=Tone.HARM),) * bool(odds.warning)
    return Rows((*warning, *loss_rows(view, odds, full=full), *mishap_rows(odds.mishaps).rows))


def mishap_rows(mishaps: Mishaps) -> Rows:
    """Possible mishaps of the figure that acts."""
    return Rows(
        tuple(Row(words, percent(chance), Tone.HARM, Tone.HARM) for words, chance in mishaps)
    )


def loss_rows(view: View, odds: OrderOdds, *, full: bool) -> Iterator[Row]:
    """Expected loss of each side in worth; `full`: also the conditions that are included.

    A loss that would round to nothing is left out.
    """
    losses = [(side, loss) for side, loss in odds.losses.items() if loss >= _MIN_LOSS]
    for side, loss in sorted(losses, key=lambda one: one[0] == view.side):
        mine = side == view.side
        whom, tone = ("you", Tone.HARM) if mine else ("the enemy", Tone.QUIET)
        yield Row(f"average loss, {whom}", f"worth {mean_words(loss, 2)}", tone)
    if full and losses and (counted := ", ".join(map(humanize, odds.counted_conditions))):
        yield Row(f"that counts in part: {counted}", tone=Tone.QUIET)


def breakdown_rows(odds: OrderOdds) -> Iterator[Rows]:
    """Where an attack lands, and the parts of the numbers rolled with."""
    if odds.landing is not None:
        yield landing_rows(odds.landing)
    numbers, left = odds.numbers_of(_TAKEN_APART)
    less = [f"Less likely, details left out: {', '.join(left)}"] * bool(left)
    parts = number_rows(numbers, odds.order.figure, odds.named or odds.order.target)
    yield evolve(parts, rows=(*parts.rows, *_lines(filter(None, [odds.rolled])).rows))
    always = [words for words in odds.rolls if words != odds.rolled]
    yield evolve(_lines([*always, *less]), priority=Priority.DETAIL)


def number_rows(numbers: Iterable[RolledNumber], actor: str = "", target: str = "") -> Rows:
    """The parts of the numbers: a sum for each, and its parts with their rules.

    A number that differs between landings has no single sum. Short labels do not name the `target`.
    """
    rows: list[Row] = []
    for number in numbers:
        said = number_title(number.on, number.figure, actor)
        total = number_total(number)
        tone = Tone.QUIET if total == "varies" else Tone.STRONG
        short = number_title(number.on, number.figure, actor, target)
        rows.append(Row(said, total, Tone.STRONG, tone, short_label=short))
        rows += (
            Row(f"{value_range(part)} {part.name}", part.rule, value_tone=Tone.QUIET, indent=1)
            for part in number.parts
        )
    return Rows(tuple(rows), priority=Priority.DETAIL)


def landing_rows(landing: LandingOdds) -> Rows:
    """Where it may land: on the target tile, next to it, off the map; the likeliest tiles."""
    farther = f"up to {landing.reach} tiles away" if landing.strays_far else "farther away"
    parts = [("on the tile", landing.on), ("beside it", landing.beside)]
    parts += [(farther, landing.farther)] * bool(landing.farther)
    parts += [("off the map", landing.off)] * bool(landing.off)
    rows = [Row(words, percent(chance)) for words, chance in parts]
    if landing.few:
        rows.append(Row("on tiles under 1% each", percent(landing.few), Tone.QUIET, Tone.QUIET))
    return Rows((*rows, Row(_places(landing), tone=Tone.QUIET)), "lands", priority=Priority.DETAIL)


def _places(landing: LandingOdds) -> str:
    """The likeliest tiles: `3,3 50%  4,3 20%  off 10%`."""
    places: Sequence[str] = [
        f"{tile_text(tile) if tile else 'off'} {percent(chance)}" for tile, chance in landing.places
    ]
    return "  ".join(places[:_PLACES]) + ("  .." if len(places) > _PLACES else "")
