"""The odds of an order as lines of the panel, exact or in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from textual.content import Content

from skirmish.core.geometry import Tile, tile_text
from skirmish.core.sanitize import display_width as columns
from skirmish.core.view import View
from skirmish.presentation.odds_summary import (
    OTHER,
    OUT,
    OutcomeSummary,
    result_words,
    rolled_numbers,
    summarize_outcomes,
)
from skirmish.presentation.wording import figure_name, humanize, percent
from skirmish.rulesets.attack import Modifier, Odds
from skirmish.rulesets.ruleset import Ruleset
from skirmish.tui.panel_lines import BAR, Lines, clipped, heading, plain, two_ends

_MANY = 9
_BAR_FROM = 12
_BESIDE = 1
RARE = Fraction(1, 100)
"""Figures with smaller chances share one line."""
_PLACES = 6
"""Tiles of a landing that are listed."""
_STEPS = (
    (Fraction(1, 10), "hardly"),
    (Fraction(3, 10), "unlikely"),
    (Fraction(9, 20), "perhaps"),
    (Fraction(11, 20), "even"),
    (Fraction(7, 10), "likely"),
    (Fraction(9, 10), "very likely"),
)


def odds_lines(
    ruleset: Ruleset, view: View, odds: Odds, width: int, meant: Collection[str] = ()
) -> Lines:
    """The odds of an order: the named target in full, every other figure on one line.

    Other figures come by their chance of any effect, but `meant` ones first; own figures are
    marked, and figures that cannot be hurt are left out.
    """
    lines: Lines = []
    told = {
        name: summarize_outcomes(ruleset, view.state, name, outcomes)
        for name, outcomes in odds.figures.items()
    }
    if odds.named in told:
        lines += outcome_lines(told[odds.named], width)
    others = [name for name in told if name != odds.named and told[name].effect_chance]
    others.sort(key=lambda name: (name not in meant, -told[name].effect_chance))
    rare = [name for name in others if told[name].effect_chance < RARE and name not in meant]
    others = others[: len(others) - len(rare)]
    near = "others near" if odds.landing else "others in its way"
    first = next((name for name in others if name not in meant), "")
    for name in others:
        if name == first and odds.named in told:
            lines.append(plain(near, "dim"))
        lines.append(_figure_line(ruleset, view, name, told[name], width))
        if besides := side_effect_words(told[name], always=False, least=RARE):
            lines.append(plain(f"     with it {besides}", "dim"))
    if rare:
        lines.append(_rare_line(view, rare))
    always = dict.fromkeys(words for name in others for words in _always(told[name]))
    if always:
        lines.append(plain(f"with damage {', '.join(always)}", "dim"))
    if not lines:
        lines.append(plain("no known figure is hit"))
    if odds.policy:
        lines.append(plain(f"assumed: {humanize(odds.policy).replace('=', ' ')}", "dim"))
    return lines


def _rare_line(view: View, names: Iterable[str]) -> Content:
    """Figures hit in less than one of a hundred cases, on one line."""
    figures = view.state.figures
    own = [n for n in names if n in figures and figures[n].who.side == view.side]
    others = ", ".join(name for name in names if name not in own)
    mine = f"YOURS {', '.join(own)}" if own else ""
    return plain(f"under 1%: {'; '.join(filter(None, (others, mine)))}", "dim")


def _figure_line(
    ruleset: Ruleset, view: View, name: str, told: OutcomeSummary, width: int
) -> Content:
    """A figure, its chance of any effect, and as many details as fit."""
    figure = view.state.figures.get(name)
    own = figure is not None and figure.who.side == view.side
    head = f"{name:<3} {percent(told.effect_chance):>4} "
    room = max(0, width - columns(head))
    rest = "YOURS " if own else ""
    parts = _effect_parts(ruleset, told)
    for at in range(len(parts), 0, -1):
        if columns(said := rest + ", ".join(parts[:at])) <= room or at == 1:
            rest = said
            break
    if columns(rest) > room and not own:
        rest = figure_name(view, name)
    return Content.assemble((head, "bold"), (clipped(rest, room), "$error" if own else "dim"))


def _effect_parts(ruleset: Ruleset, told: OutcomeSummary) -> list[str]:
    """What may happen to a figure, the most important first."""
    if not told.means:
        calm = result_words(ruleset.outcomes.words(ruleset.outcomes.no_effect))
        parts = [(words, p) for words, p in told.chances if words != calm and p]
        if len(parts) == 1:
            return [parts[0][0]]
        return [f"{words} {percent(p)}" for words, p in parts]
    name, mean = told.means[0]
    short = [(words, p) for words, p in told.chances if words in told.minor_effects and p]
    return [
        f"{OUT} {percent(told.out_chance)}",
        *(f"{words} {percent(p)}" for words, p in short),
        f"{humanize(name)} {_decimal(mean)}",
    ]


def side_effect_words(
    told: OutcomeSummary, *, always: bool = True, least: Fraction = Fraction(0)
) -> str:
    """Effects that may come with damage, each with its chance; `always` includes certain ones."""
    sure = () if always else _always(told)
    return ", ".join(
        f"{words} {percent(p)}"
        for words, p in told.side_effects
        if words not in sure and p >= least
    )


def _always(told: OutcomeSummary) -> tuple[str, ...]:
    """Effects that come with all damage that does not put the figure out."""
    return tuple(
        words
        for words, chance in told.side_effects
        if chance == told.effect_chance - told.out_chance
    )


def outcome_lines(told: OutcomeSummary, width: int) -> Lines:
    """A line for each outcome with its chance and a bar; below, the means."""
    shown = list(told.chances)
    if len(shown) > _MANY:
        shown.sort(key=lambda pair: -pair[1])
        rest = sum((chance for _, chance in shown[_MANY - 1 :]), Fraction(0))
        shown = [*shown[: _MANY - 1], (OTHER, rest)]
    label = min(max(columns(words) for words, _ in shown), max(8, width - _BAR_FROM))
    lines = [_chance_line(words, chance, label, width) for words, chance in shown]
    if told.means:
        means = ", ".join(f"{humanize(name)} {_decimal(mean)}" for name, mean in told.means)
        lines.append(plain(f"mean {means}", "dim"))
    if besides := side_effect_words(told):
        lines.append(plain(f"with it {besides}", "dim"))
    return lines


def mishap_lines(found: Iterable[tuple[str, Fraction]], width: int) -> Lines:
    """What may go wrong for the attacker."""
    return [two_ends(words, percent(chance), width, "$error", "$error") for words, chance in found]


def _decimal(number: Fraction) -> str:
    """A mean with one decimal, two if it is small."""
    places = 1 if number >= 1 or not number else 2
    return f"{number.numerator / number.denominator:.{places}f}"


def _chance_line(words: str, chance: Fraction, label: int, width: int) -> Content:
    room = max(0, width - label - 6)
    full = int(chance * room + Fraction(1, 2))
    words = clipped(words, label)
    pad = " " * (label - columns(words))
    return Content.assemble(words + pad, f" {percent(chance):>4} ", (BAR * full, "$primary"))


def modifier_lines(
    modifiers: Iterable[Modifier], width: int, varying: Collection[tuple[str, str]] = ()
) -> Lines:
    """How the numbers are made up: a sum for each, and its parts with their rules.

    A number that is `varying` from landing to landing has no single sum.
    """
    lines: Lines = []
    for number in rolled_numbers(modifiers, varying):
        said = f"{number.on} {number.figure}"
        total, style = (
            ("by landing", "dim") if number.total is None else (str(number.total), "bold")
        )
        lines.append(two_ends(said, total, width, "bold", style))
        for part in number.parts:
            lines.append(two_ends(f" {part.value} {part.name}", part.rule, width, "", "dim"))
    return lines


def landing_lines(landing: Mapping[Tile | None, Fraction], aimed: str, width: int) -> Lines:
    """Where it may come down: on the target tile, next to it, off the map; the likeliest tiles."""
    if not landing:
        return []
    ranked = sorted(landing.items(), key=lambda pair: -pair[1])
    on = sum((p for tile, p in ranked if tile and tile_text(tile) == aimed), Fraction(0))
    away = max((_steps(tile, aimed) for tile, _ in ranked if tile), default=0)
    near = sum((p for tile, p in ranked if tile and _steps(tile, aimed) == _BESIDE), Fraction(0))
    lines = [
        heading("comes down", width),
        two_ends("on the tile", percent(on), width),
        two_ends("beside it", percent(near), width),
    ]
    if far := 1 - on - near - landing.get(None, Fraction(0)):
        words = "farther away" if away <= _BESIDE else f"up to {away} tiles away"
        lines.append(two_ends(words, percent(far), width))
    if off := landing.get(None):
        lines.append(two_ends("off the map", percent(off), width))
    if few := sum((p for tile, p in ranked if tile and p < RARE), Fraction(0)):
        lines.append(two_ends("of these, on tiles under 1%", percent(few), width, "dim", "dim"))
    places = [f"{tile_text(tile) if tile else 'off'} {percent(chance)}" for tile, chance in ranked]
    text = "  ".join(places[:_PLACES]) + ("  .." if len(places) > _PLACES else "")
    return [*lines, plain(text, "dim")]


def _steps(tile: Tile, aimed: str) -> int:
    """Distance of a tile in tiles, diagonals counted as one."""
    x, y = (int(part) for part in aimed.split(","))
    return max(abs(tile[0] - x), abs(tile[1] - y))


def loss_lines(ruleset: Ruleset, view: View, odds: Odds, width: int) -> Lines:
    """Expected loss of each side in points."""
    state = view.state
    sides = {name: figure.who.side for name, figure in state.figures.items()}
    losses = odds.expected_loss(lambda name, out: ruleset.outcomes.loss(state, name, out), sides)
    lines: Lines = []
    for side, loss in losses.items():
        if loss:
            whom = "you" if side == view.side else side
            words = f"{loss.numerator / loss.denominator:.2f} points"
            style = "$error" if side == view.side else "dim"
            lines.append(two_ends(f"mean loss, {whom}", words, width, style))
    return lines


def chance_word(chance: Fraction) -> str:
    """A chance in a word."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "surely"
    return next((word for most, word in _STEPS if chance < most), "almost surely")


def rough_lines(ruleset: Ruleset, view: View, odds: Odds, width: int) -> Lines:
    """For each figure that can be struck: any effect, and being put out, in words."""
    lines: Lines = []
    names = sorted(odds.figures, key=lambda name: name != odds.named)
    for name in names:
        told = summarize_outcomes(ruleset, view.state, name, odds.figures[name])
        if not told.effect_chance and name != odds.named:
            continue
        figure = view.state.figures.get(name)
        style = "$error" if figure is not None and figure.who.side == view.side else ""
        lines.append(
            two_ends(
                f"{name} {figure_name(view, name)}", chance_word(told.effect_chance), width, style
            )
        )
        if told.out_chance:
            lines.append(two_ends("  put out", chance_word(told.out_chance), width, "dim", "dim"))
    return lines or [plain("no known figure is hit")]
