"""What an order leads to, as lines of the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod

from textual.content import Content

from skirmish.core.gate import width as columns
from skirmish.core.geometry import tile_text
from skirmish.core.view import View
from skirmish.presentation.forecast import AttackChance, Forecast, PathThreat
from skirmish.presentation.order_effects import STATUS_LABEL, OrderEffects
from skirmish.presentation.wording import figure_name, percent
from skirmish.tui.panels import Lines, fact_lines, heading, plain, two_ends

_NOTHING = "no shot"
_EFFECT = "effect"
"""What the first chance of an exchange is of: of doing anything at all."""
_THERE, _LATER = "from there", "from there, next bound"
Say = Callable[[Fraction], str]


def outlook_lines(view: View, told: Forecast, width: int, say: Say = percent) -> Lines:
    """Odds from where a move ends, with the change against now; what may come back; the way.

    `say` puts a chance into words; changes are told where it gives numbers.
    """
    lines: Lines = []
    if told.moves and told.exchanges:
        some = any(one.attack is not None for one in told.exchanges)
        lines.append(heading(_LATER if told.next_bound and some else _THERE, width))
        for one in told.exchanges:
            lines += _shot_lines(view, one.enemy, one.attack, one.attack_now, width, say)
    back = [
        one
        for one in told.exchanges
        if one.return_fire is not None or one.return_fire_now is not None
    ]
    if back:
        lines.append(heading("what may come back", width))
        for one in back:
            now = one.return_fire_now if told.moves else one.return_fire
            lines += _shot_lines(view, one.enemy, one.return_fire, now, width, say)
    if told.replies:
        lines.append(heading("if one acts there", width))
        for foe, chance in told.replies:
            lines.append(two_ends(f"{foe} {figure_name(view, foe)}", say(chance), width))
    if told.path_threats:
        lines.append(heading("on the way", width))
        lines += _peril_lines(view, told.path_threats, width, say)
        unhurt = told.unhurt_chance
        words = "not known" if unhurt is None else say(unhurt)
        lines.append(two_ends("nothing happens on it", words, width, "bold", "bold"))
    return lines


def after_lines(told: OrderEffects, width: int, *, uses: bool) -> Lines:
    """What an order leaves its figure with, and what it ends; `uses`: what goes serves the order.

    What goes for nothing is marked.
    """
    lines: Lines = [plain(f"ends its {what}", "$error") for what in told.ended_zones]
    for fact in told.changes:
        said = f"{fact.label} {fact.before}"
        if fact.label == STATUS_LABEL:
            lines.append(plain(f"then {fact.after or f'no longer {fact.before}'}", "dim"))
        elif not fact.after:
            lines.append(
                plain(f"{'uses' if uses else 'loses'}: {said}", "dim" if uses else "$error")
            )
        else:
            lines += fact_lines(f"then {fact.label}", fact.after, width)
    return lines


def _shot_lines(
    view: View,
    enemy: str,
    chance: AttackChance | None,
    now: AttackChance | None,
    width: int,
    say: Say,
) -> Lines:
    """An enemy with the chance of any effect and its change; below, the way and being put out."""
    who = f"{enemy} {figure_name(view, enemy)}"
    change = _change(chance, now) if say is percent else ""
    if chance is None:
        return [two_ends(who, f"{_NOTHING}{change}", width, "", "dim")]
    return [
        two_ends(who, f"{_EFFECT} {say(chance.effect_chance)}{change}", width),
        two_ends(f"  {chance.words}", f"out {say(chance.out_chance)}", width, "dim", "dim"),
    ]


def _change(chance: AttackChance | None, now: AttackChance | None) -> str:
    """By how many points of a hundred the chance of any effect changes."""
    before = Fraction(0) if now is None else now.effect_chance
    after = Fraction(0) if chance is None else chance.effect_chance
    points = round(after * 100) - round(before * 100)
    return f" ({points:+d})" if points else ""


def _peril_lines(view: View, perils: Sequence[PathThreat], width: int, say: Say) -> Lines:
    """A line for each enemy: where it first fires, how often, the chance that any of it does harm.

    One for what comes only if the figure stays.
    """
    lines: Lines = []
    for enemy, lasting in dict.fromkeys((peril.enemy, peril.lasting) for peril in perils):
        mine = [one for one in perils if (one.enemy, one.lasting) == (enemy, lasting)]
        where = tile_text(mine[0].tile) + (f", {len(mine)} times" if len(mine) > 1 else "")
        chances = [peril.chance.effect_chance for peril in mine if peril.chance is not None]
        if not enemy or len(chances) < len(mine):
            lines.append(two_ends(f"somebody unseen, {where}", "?", width, "$error", "$error"))
            continue
        chance = say(1 - prod((1 - one for one in chances), start=Fraction(1)))
        far = f"if it stays {chance}" if lasting else chance
        who = f"{enemy} {figure_name(view, enemy)}, {where}"
        if columns(who) + columns(far) >= width:
            who = f"{enemy}, {where}"
        lines.append(two_ends(who, far, width, "$error", "$error"))
    return lines


def waiting_line() -> Content:
    """While it is worked out."""
    return plain("working out what comes of it ..", "dim")
