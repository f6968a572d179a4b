"""The odds of an order as lines of the panel, exact or in words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from textual.content import Content

from skirmish.core.geometry import tile_text
from skirmish.core.sanitize import display_width as columns
from skirmish.core.view import View
from skirmish.presentation.odds.odds_summary import (
    WITHOUT_EFFECT,
    GroupKind,
    OutcomeGroup,
    OutcomeSummary,
    RolledNumber,
    fewer_groups,
)
from skirmish.presentation.odds.odds_words import (
    chance_word,
    conditions_words,
    group_percents,
    group_words,
    groups_with_percents,
    landing_parts,
    mean_words,
    means_words,
    number_title,
    side_effects_words,
    value_range,
)
from skirmish.presentation.odds.order_odds import RARE, FigureOdds, LandingOdds, OrderOdds
from skirmish.presentation.wording import figure_name, humanize, percent, percents
from skirmish.rulesets.ruleset import Mishaps
from skirmish.tui.panel_lines import (
    EFFECT,
    WORST,
    Lines,
    bar_line,
    clipped,
    heading,
    plain,
    two_ends,
)

_MANY = 9
_SHARES = 4
"""Groups of outcomes below a bar."""
_BAR_FROM = 12
_PLACES = 6
"""Tiles of a landing that are listed."""
NO_FIGURE = "hits no known figure"
"""Said of an attack that no figure in sight can suffer from."""
LANDS = "lands there, scatter included"
HARMS = "harm, wherever it lands"
"""Label of the chance that an attack at a tile comes down on it."""


def odds_lines(view: View, odds: OrderOdds, width: int, *, full: bool = True) -> Lines:
    """The odds of an order: the named target by itself, every other figure on one line.

    Own figures are marked and stand before the others, those that cannot be hurt are left out.
    `full`: a line for each group of outcomes; else a single bar and the main shares.
    """
    # Two chances of one shell: what each of them counts stands beside it.
    lines: Lines = [plain(HARMS, "dim")] if odds.landing and odds.likeliest else []
    if odds.target is not None:
        target = odds.target.summary
        lines += outcome_lines(target, width) if full else share_lines(view, odds.target, width)
    others = sorted((one for one in odds.others if not one.rare), key=lambda one: not one.own)
    near = "others nearby" if odds.landing else "others in the line of fire"
    first = next((one for one in others if not one.meant), None)
    for one in others:
        if one is first and odds.target is not None:
            lines.append(plain(near, "dim"))
        lines += _figure_lines(view, one, width)
    if rare := [one for one in odds.others if one.rare]:
        lines.append(_rare_line(rare))
    always = dict.fromkeys(effect for one in others for effect in one.summary.certain_side_effects)
    if always:
        left = ", ".join(map(conditions_words, always))
        lines.append(plain(f"any harm leaves {left} as well", "dim"))
    # What counts comes first: the figures, where any may be hit.
    none = [] if lines else [plain(NO_FIGURE)]
    if odds.landing is not None:
        lines += _landing_lines(odds, odds.landing, width, "dim" if lines else "bold")
    lines += none
    if odds.policy:
        lines.append(plain(f"assumed: {odds.policy}", "dim"))
    return lines


def _landing_lines(odds: OrderOdds, landing: LandingOdds, width: int, style: str) -> Lines:
    """Where a shell lands: the chance of its tile, what that counts, and why it never may."""
    lines = [two_ends(LANDS, percent(landing.on), width, style, style)]
    parts = landing_parts(landing.on, landing.rolled)
    return lines + [plain(f"  {words}", "dim") for words in (parts, odds.never_there) if words]


def _rare_line(figures: Iterable[FigureOdds]) -> Content:
    """Figures hit in less than one of a hundred cases, on one line."""
    own = [one.name for one in figures if one.own]
    others = ", ".join(one.name for one in figures if not one.own)
    mine = f"YOURS {', '.join(own)}" if own else ""
    return plain(f"under 1%: {'; '.join(filter(None, (others, mine)))}", "dim")


def _figure_lines(view: View, one: FigureOdds, width: int) -> Lines:
    """A figure, its chance of any effect, and as many details as fit; below, side effects."""
    head = f"{one.name:<3} {percent(one.effect_chance):>4} "
    room = max(0, width - columns(head))
    rest = "YOURS " if one.own else ""
    parts = _effect_parts(one.summary)
    for at in range(len(parts), 0, -1):
        if columns(said := rest + ", ".join(parts[:at])) <= room or at == 1:
            rest = said
            break
    if columns(rest) > room and not one.own:
        rest = figure_name(view, one.name)
    style = "$error" if one.own else "dim"
    lines = [Content.assemble((head, "bold"), (clipped(rest, room), style))]
    sure = one.summary.certain_side_effects
    besides = [(e, p) for e, p in one.summary.side_effects if e not in sure and p >= RARE]
    if besides:
        lines.append(plain(f"     {side_effects_words(besides)}", "dim"))
    return lines


def _effect_parts(summary: OutcomeSummary) -> list[str]:
    """What may happen to a figure, the most important first."""
    found = [(group, p) for group, p in summary.effects if p]
    if len(found) == 1 and not summary.means:
        return [group_words(found[0][0])]
    known = [pair for pair in summary.chances if pair[0].kind not in WITHOUT_EFFECT]
    told = dict(zip(known, groups_with_percents(known, summary.effect_chance), strict=True))
    effects = [told[pair] for pair in found]
    if not summary.means:
        return effects
    means = (f"~{mean_words(mean)} {humanize(name)}" for name, mean in summary.means[:1])
    return [f"downed {percent(summary.out_chance)}", *effects, *means]


def share_lines(view: View, one: FigureOdds, width: int) -> Lines:
    """A bar of the chances, the worst outcome first; below, the groups and means in words."""
    summary = one.summary
    out = summary.out_chance
    name = f"{one.name} {figure_name(view, one.name)}"
    shares = (out, summary.effect_chance - out)
    lines = [bar_line(name, percent(summary.effect_chance), shares, width)]
    known = [(group, p) for group, p in summary.chances if group.kind not in WITHOUT_EFFECT]
    words = groups_with_percents(fewer_groups(known, _SHARES), summary.effect_chance)
    words += [f"average {means_words(summary.means)}"] if summary.means else []
    if words:
        lines.append(plain(f"  {', '.join(words)}", "dim"))
    if summary.unharmed_chance >= RARE:
        more = percent(summary.unharmed_chance)
        lines.append(plain(f"  hit without harm: {more} more, not counted", "dim"))
    if summary.side_effects:
        lines.append(plain(f"  {side_effects_words(summary.side_effects)}", "dim"))
    return lines


def outcome_lines(summary: OutcomeSummary, width: int) -> Lines:
    """A line for each group of outcomes with its chance and a bar; below, the means."""
    shown = fewer_groups(summary.chances, _MANY)
    rows, left = [], summary.out_chance
    told = group_percents(shown, summary.effect_chance)
    for (group, chance), said in zip(shown, told, strict=True):
        # The worst come first: those that put the figure out are the first of them.
        is_out = group.kind not in WITHOUT_EFFECT and chance <= left
        left -= chance if is_out else 0
        rows.append((group_words(group), said, chance, _group_style(group, is_out=is_out)))
    label = min(max(columns(words) for words, *_ in rows), max(8, width - _BAR_FROM))
    lines = [_chance_line(*row, label, width) for row in rows]
    if summary.side_effects:
        lines.append(plain(side_effects_words(summary.side_effects), "dim"))
    if summary.means:
        lines.append(plain(f"average {means_words(summary.means)}", "dim"))
    return lines


def mishap_lines(mishaps: Mishaps, width: int) -> Lines:
    """What may go wrong for the figure that acts."""
    return [
        two_ends(words, percent(chance), width, "$error", "$error") for words, chance in mishaps
    ]


def _group_style(group: OutcomeGroup, *, is_out: bool) -> tuple[str, str]:
    """The character and the style of a group's bar."""
    if is_out or group.kind is GroupKind.OUT:
        return WORST, "$error"
    return EFFECT, "dim" if group.kind in WITHOUT_EFFECT else "$warning"


def _chance_line(
    words: str, said: str, chance: Fraction, look: tuple[str, str], label: int, width: int
) -> Content:
    room = max(0, width - label - 6)
    full = int(chance * room + Fraction(1, 2))
    words = clipped(words, label)
    pad = " " * (label - columns(words))
    char, style = look
    return Content.assemble(words + pad, f" {said:>4} ", (char * full, style))


def number_lines(numbers: Iterable[RolledNumber], width: int, actor: str = "") -> Lines:
    """How the numbers are made up: a sum for each, and its parts with their rules.

    A number that differs from landing to landing has no single sum.
    """
    lines: Lines = []
    for number in numbers:
        said = number_title(number.on, number.figure, actor)
        total, style = ("varies", "dim") if number.total is None else (str(number.total), "bold")
        lines.append(two_ends(said, total, width, "bold", style))
        for part in number.parts:
            label = f" {value_range(part)} {part.name}"
            lines.append(two_ends(label, part.rule, width, "", "dim"))
    return lines


def landing_lines(landing: LandingOdds | None, width: int) -> Lines:
    """Where it may come down: on the target tile, next to it, off the map; the likeliest tiles."""
    if landing is None:
        return []
    farther = f"up to {landing.reach} tiles away" if landing.strays_far else "farther away"
    parts = [("on the tile", landing.on), ("beside it", landing.beside)]
    parts += [(farther, landing.farther)] * bool(landing.farther)
    parts += [("off the map", landing.off)] * bool(landing.off)
    told = percents([chance for _, chance in parts])
    lines = [heading("lands", width)]
    lines += [two_ends(words, said, width) for (words, _), said in zip(parts, told, strict=True)]
    if landing.few:
        few = percent(landing.few)
        lines.append(two_ends("on tiles under 1% each", few, width, "dim", "dim"))
    places = [
        f"{tile_text(tile) if tile else 'off'} {percent(chance)}" for tile, chance in landing.places
    ]
    text = "  ".join(places[:_PLACES]) + ("  .." if len(places) > _PLACES else "")
    return [*lines, plain(text, "dim")]


def loss_lines(view: View, odds: OrderOdds, width: int, *, full: bool = False) -> Lines:
    """Expected loss of each side in worth; `full`: with the conditions that it counts, too."""
    lines: Lines = []
    for side, loss in odds.losses.items():
        if loss:
            whom = "you" if side == view.side else "the enemy"
            words = f"worth {loss.numerator / loss.denominator:.2f}"
            style = "$error" if side == view.side else "dim"
            lines.append(two_ends(f"average loss, {whom}", words, width, style))
    if full and lines and (counted := ", ".join(map(humanize, odds.counted_conditions))):
        lines.append(plain(f"that counts in part: {counted}", "dim"))
    return lines


def rough_lines(view: View, odds: OrderOdds, width: int) -> Lines:
    """For each figure that can be struck: any effect, and being put out, in words."""
    lines: Lines = []
    for one in sorted(odds.figures, key=lambda one: one is not odds.target):
        if not one.effect_chance and one is not odds.target:
            continue
        label = f"{one.name} {figure_name(view, one.name)}"
        style = "$error" if one.own else ""
        lines.append(two_ends(label, chance_word(one.effect_chance), width, style))
        if out := one.summary.out_chance:
            lines.append(two_ends("  downed", chance_word(out), width, "dim", "dim"))
    if odds.landing is not None:
        lines.append(two_ends(LANDS, chance_word(odds.landing.on), width))
    return lines if odds.figures else [*lines, plain(NO_FIGURE)]
