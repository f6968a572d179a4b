"""Close combat that will be fought without another order if all figures stay in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.odds.attack_positions import Clash, clashes_of
from skirmish.presentation.odds.odds_rows import BELOW
from skirmish.presentation.odds.odds_words import chance_word, mean_words
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.report_document import Priority, Row, Rows, Tone
from skirmish.presentation.setup.preferences import EXACT, NONE
from skirmish.presentation.wording import figure_name, percent
from skirmish.rulesets.foresight import fight_orders
from skirmish.rulesets.ruleset import Ruleset

TITLE = "close combat to come"


def pending_fights(ruleset: Ruleset, view: View) -> tuple[Clash, ...]:
    """The coming fights of a side's figures in their present places, each with its odds."""
    state = view.state
    orders = fight_orders(ruleset, state, view.own())
    return tuple(clash for order in orders for clash in clashes_of(ruleset, state, order))


def changed_fights(ruleset: Ruleset, view: View, order: Order) -> Rows:
    """The pairs whose close combat begins or ends by an order that moves no figure."""
    after = view_after(ruleset, view, order)
    if after is None:
        return Rows(())
    before, then = _pairs(ruleset, view), _pairs(ruleset, after)
    told = [f"then {a} fights {b}" for a, b in then if (a, b) not in before]
    told += [f"then {a} no longer fights {b}" for a, b in before if (a, b) not in then]
    return Rows(tuple(Row(words, tone=Tone.WARNING, brief=words) for words in told))


def _pairs(ruleset: Ruleset, view: View) -> tuple[tuple[str, str], ...]:
    """The own figures in coming close combat, each with its enemy."""
    orders = fight_orders(ruleset, view.state, view.own())
    return tuple(dict.fromkeys((order.figure, order.target) for order in orders))


def fight_rows(view: View, fights: Sequence[Clash], detail: str) -> Rows:
    """The pairs, the possible results for both figures, and why a result is graver than usual."""
    rows = [row for one in fights for row in _rows_of(view, one, detail)]
    if words := _joint_words(fights, detail):
        rows.append(Row(words, tone=Tone.STRONG))
    return Rows(tuple(rows), priority=Priority.OWN)


def _rows_of(view: View, one: Clash, detail: str) -> Iterator[Row]:
    enemy = f"{one.enemy} {figure_name(view, one.enemy)}"
    yield Row(f"{one.figure} fights {enemy}", tone=Tone.STRONG)
    if detail != NONE:
        yield from (Row(words, indent=BELOW) for words in _both(one, detail))
    if one.odds.warning:
        yield Row(one.odds.warning, tone=Tone.HARM, indent=BELOW)


def fights_words(fights: Sequence[Clash], detail: str) -> str:
    """The fights in a sentence: `Close combat to come: a fights r (r: ..; a: ..)`; "" for none."""
    told = ", ".join(_in_line(one, detail) for one in fights)
    joint = _joint_words(fights, detail)
    return f"{TITLE.capitalize()}: {told}" + (f"; {joint}" if joint else "") if told else ""


def _joint_words(fights: Sequence[Clash], detail: str) -> str:
    """The joint chances of several fights: `all won 13%; falls on average: ..`.

    They are fought one after the other. "" if one may change the ground of another, or its tiles
    are not known: then the present chances of the later ones may change.
    """
    tiles = [tile for one in fights for tile in set(one.ground)]
    apart = all(one.ground for one in fights) and len(set(tiles)) == len(tiles)
    if detail == NONE or not fights[1:] or not apart:
        return ""
    won = prod((one.attack.effect_chance for one in fights), start=Fraction(1))
    if detail != EXACT:
        return f"all won: {chance_word(won)}"
    theirs = sum((one.attack.out_chance for one in fights), Fraction(0))
    own = sum((one.return_fire.out_chance for one in fights), Fraction(0))
    average = f"theirs {mean_words(theirs)}, yours {mean_words(own)}"
    return f"all won {percent(won)}; falls on average: {average}"


def _in_line(one: Clash, detail: str) -> str:
    chances = "" if detail == NONE else f" ({'; '.join(_both(one, detail))})"
    return f"{one.figure} fights {one.enemy}{chances}"


def _both(one: Clash, detail: str) -> Iterator[str]:
    """The possible results for the enemy, then the own figure: `r: downed 10%, recoil 18%`."""
    for name, chance in ((one.enemy, one.attack), (one.figure, one.return_fire)):
        if not chance.effect_chance:
            yield f"{name}: no harm"
        elif detail == EXACT:
            yield f"{name}: {chance.effects}"
        else:
            harm, out = chance_word(chance.effect_chance), chance_word(chance.out_chance)
            yield f"{name}: harm {harm}, downed {out}"
