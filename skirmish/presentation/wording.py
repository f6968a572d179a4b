"""Ids, values, orders and chances in words for a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure, Weapon
from skirmish.core.geometry import is_tile, parse_tile, tile_text
from skirmish.core.orders import WEAPON, Order, Verb
from skirmish.core.setup import DEPLOYMENT, MUSTER, Setup
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.rulesets.common.walking import DOOR
from skirmish.rulesets.foresight import AT_TILE

_EARLY_PHASES: Mapping[str, str] = {MUSTER: "muster", DEPLOYMENT: "deployment"}
_WORDS: Mapping[str, str] = {
    **{short: short.upper() for short in ("ss", "sa", "bf", "fa")},
    "crit": "critical hit",
    "extended": "extended magazine",
    "flee": "flees",
    "freed": "grip broken",
    "full": "full automatic",
    "ap_rounds": "AP rounds",
    "heat": "HEAT",
    "jolted": "unsteady",
    "lifetime": "for good",
    "mission": "for this mission",
    "month": "for a month",
    "rolls": "in several rolls",
}
"""Words for ids that are abbreviations or unclear."""
_NO_PLURAL = ("damage",)
_SINGULARS: Mapping[str, str] = {"boxes": "box", "dice": "die", "successes": "success"}
"""Singulars of plural nouns that differ by more than a final `s`."""
_DETAILS: Mapping[str, str] = {
    "combat": "into close combat",
    "limb": "called shot",
    "reply": "reaction",
    "rolls": "rolls",
    "when": "holds fire below",
}
"""Names of order details whose ids are unclear."""
WEAPON_SETTINGS = ("burst", "mode")
"""Order details that mean nothing for another weapon."""
_DEFAULT_DETAILS: Mapping[str, str] = {
    **dict.fromkeys(WEAPON_SETTINGS, "as set"),
    "dice": "all",
    "length": "to the tile",
    "limit": "none",
    "weapon": "first that fits",
}
"""The value of a detail that an order leaves out, if the verb has no default."""
_RELOAD = "reload"
"""The verb that reloads a weapon, or readies one to throw."""
NOWHERE = "nowhere"
"""The value of a called shot that names no location."""
_VALUES: Mapping[tuple[str, str], str] = {
    ("how", "divided"): "divided among targets",
    ("how", "plain"): "as one attack",
    ("limb", NOWHERE): "none",
    ("reply", "ask"): "ask me first",
    ("reply", "fire"): "automatic",
    ("time", "quick"): "quick action",
    ("time", "whole"): "Complex action",
}
"""Values of details whose ids are unclear."""
_PHRASES: Mapping[tuple[str, str], str] = {
    ("combat", "no"): "not into a close combat",
    ("combat", "yes"): "into the close combat",
    ("held", "yes"): "from its held action",
}
"""Details with their values in one phrase, where name and value are unclear."""
LEFT_FATES = ("fled", "exited")
"""Fates of figures that are out but do not lie on the map."""
_NAMED = 3
"""Number of names of a longer list that are written out."""
_QUOTED_PATTERN = re.compile(r"(?<!\w)'([a-z_]+)([^']*)'")
_SENTENCE_ENDS = (". ", "? ", "! ")
"""Characters before a new sentence."""
THROW = "throw"
"""How a thrown weapon attacks a tile."""
_DETAIL_PATTERN = re.compile(r"\b(set )?([a-z_]+)=([\w+:,%]*)")


def spaced(name: str) -> str:
    """An id with spaces."""
    return name.replace("_", " ")


def humanize(name: str) -> str:
    """An id in words."""
    return _WORDS.get(name) or spaced(name)


def action_words(figure: Figure | None, verb: str, weapon: str = "") -> str:
    """An order of a figure in words; an attack at a tile by its weapon."""
    carried = figure.who.weapons if figure is not None else ()
    if verb == _RELOAD:
        thrown = (one.name for one in carried if one.id == weapon and one.at_tiles == THROW)
        return next((f"ready {name}" for name in thrown), humanize(verb))
    if verb != AT_TILE:
        return humanize(verb)
    able = [one for one in carried if one.at_tiles and weapon in ("", one.id)]
    if len(able) == 1:
        (arm,) = able
        return f"{arm.at_tiles} {arm.name}{'' if arm.at_tiles == THROW else ' at a tile'}"
    return _at_tile(one.at_tiles for one in able)


def side_action_words(view: View, verb: str) -> str:
    """An order of any figure of a side in words; an attack at a tile by all of its weapons."""
    if verb != AT_TILE:
        return humanize(verb)
    own = (figure for figure in view.state.figures.values() if figure.side == view.side)
    ways = {arm.at_tiles for figure in own for arm in figure.who.weapons if arm.at_tiles}
    return THROW if ways == {THROW} else _at_tile(ways)


def _at_tile(ways: Iterable[str]) -> str:
    """An attack at a tile by the weapons that can make it; in general if there are none."""
    return f"{' or '.join(sorted({*ways}, reverse=True)) or 'throw or fire'} at a tile"


def phase_words(setup: Setup, phase: str) -> str:
    """The label of a phase, including those before the first turn."""
    declared = setup.declared.phases.get(phase)
    return declared.label if declared else _EARLY_PHASES.get(phase, humanize(phase))


def refusal_on_screen(
    text: str,
    key: Callable[[str], str],
    options: str = "",
    words: Callable[[str], str] = humanize,
) -> str:
    """A refusal for the screen: order names with their keys, details in words.

    `key` returns the key of an order, "" if it has none; `options` is the key of an order's
    options; `words` returns an order in words.
    """

    def worded(found: re.Match[str]) -> str:
        set_to, to = (found[1], "to ") if found[1] else ("", "")
        return f"{set_to}{detail_words(found[2])} {to}{humanize(found[3])}".rstrip()

    said, changed = _DETAIL_PATTERN.subn(worded, _with_keys(text, key, words))
    return f"{said} ({options}: options)" if changed and options else said


def reason_about(name: str, reason: str) -> str:
    """A reason, preceded by its figure unless it names that: `b1 has shot`, `b1: too far`."""
    return reason if name in reason.split() else f"{name}: {reason}"


def cannot_there(name: str, order: str, reason: str) -> str:
    """The words before the reason why a figure cannot do something at a tile; names it once."""
    begin = f"cannot {order} there: "
    return begin if name in reason.split() else f"{name} {begin}"


def first_names(names: Sequence[str]) -> str:
    """The first `_NAMED` names and the number of further ones; a single further one is named."""
    if len(names) <= _NAMED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs (first, last): 1, 3, 4, 5 become (1, 1) and (3, 5)."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        first, last = found[-1] if found else (number, number)
        if found and last <= number <= last + 1:
            found[-1] = (first, number)
        else:
            found.append((number, number))
    return found


def with_keys(
    text: str,
    key: Callable[[str], str],
    words: Callable[[str], str] = humanize,
) -> str:
    """A text with each order in quotes in words, its key behind it.

    An order at the start of a sentence is capitalized.
    """
    said = _with_keys(text, key, words)
    return said[:1].upper() + said[1:] if text.startswith("'") else said


def order_with_key(said: str, key: str) -> str:
    """An order in words, its key in parentheses if it has one."""
    return f"{said} ({key})" if key else said


def _with_keys(text: str, key: Callable[[str], str], words: Callable[[str], str]) -> str:
    def keyed(found: re.Match[str]) -> str:
        order = words(found[1]) + found[2]
        if text[: found.start()].endswith(_SENTENCE_ENDS):
            order = order[:1].upper() + order[1:]
        return order_with_key(order, key(found[1]))

    return _QUOTED_PATTERN.sub(keyed, text)


def singular(name: str) -> str:
    """The singular of a plural noun: `hit` for `hits`; `AP` has no other form."""
    said = humanize(name)
    return said if name in _NO_PLURAL else _SINGULARS.get(said) or said.removesuffix("s")


def count_words(name: str, number: int) -> str:
    """A count of a plural noun: `no hits`, `1 hit`, `2 hits`."""
    return f"{number or 'no'} {singular(name) if number == 1 else humanize(name)}"


def carried_weapons(view: View) -> Mapping[tuple[str, str], Weapon]:
    """Weapons by figure and weapon id, also of figures that are no longer in sight."""
    figures = view.met.values()
    return {(f.id, weapon.id): weapon for f in figures for weapon in f.who.weapons}


def thrown_weapons(view: View) -> frozenset[tuple[str, str]]:
    """Ids of figures and of their weapons that are thrown at a tile."""
    figures = view.met.values()
    weapons = ((f.id, weapon) for f in figures for weapon in f.who.weapons)
    return frozenset((name, weapon.id) for name, weapon in weapons if weapon.at_tiles == THROW)


def value_words(figure: Figure | None, text: str) -> str:
    """A value of an order: a weapon by its name, anything else in words."""
    for weapon in figure.who.weapons if figure is not None else ():
        if weapon.id == text:
            return weapon.name
    return humanize(text)


def detail_words(name: str) -> str:
    """The name of an order detail."""
    return _DETAILS.get(name) or humanize(name)


def default_detail_words(name: str) -> str:
    """The value of a detail that an order leaves out: `first that fits`."""
    return _DEFAULT_DETAILS.get(name, "usual")


def detail_value(figure: Figure | None, name: str, text: str) -> str:
    """The value of a named detail, in words."""
    return _VALUES.get((name, text)) or value_words(figure, text)


def other_weapon(figure: Figure, order: Order, usual: str = "") -> str:
    """The name of an attack's weapon if it is not the usual one; else "".

    `usual` is the id of the usual weapon; "" for the figure's first.
    """
    first = figure.who.weapons[0].id
    weapon = order.get(WEAPON) or first
    return "" if weapon == (usual or first) else value_words(figure, weapon)


def attack_words(figure: Figure, order: Order, way: str) -> str:
    """An attack by its ruleset's name, preceded by its weapon if that is not the first."""
    weapon = other_weapon(figure, order)
    return f"{weapon}, {way}" if weapon else way


def door_words(board: Board, order: Order) -> str:
    """What an order does to the door that it names: `open door`; "" for other orders."""
    if order.verb != DOOR.name or not is_tile(order.target):
        return ""
    kind = board.terrain(parse_tile(order.target))
    return f"{'open' if kind.opaque else 'close'} door" if kind.door else ""


def order_words(view: View, verb: Verb, order: Order) -> str:
    """An order in words: `fire at b2 with rifle, mode burst`."""
    figure = view.state.figures.get(order.figure)
    words = door_words(view.state.board, order)
    words = words or action_words(figure, order.verb, order.get(WEAPON))
    if target := target_end(verb, order):
        at = {Shape.FIGURE: " at ", Shape.TILE: " at ", Shape.PATH: " to "}.get(
            verb.target or Shape.WORD, " "
        )
        words = words.removesuffix(" at a tile") + at + figure_words(view, target)
    if (weapon := order.get(WEAPON)) and value_words(figure, weapon) not in words:
        words += f" with {value_words(figure, weapon)}"
    rest = [
        detail_phrase(figure, name, text, unit=chance_unit(verb, name))
        for name, text in order.fields
        if name != WEAPON
    ]
    return ", ".join([words, *rest])


def chance_unit(verb: Verb, name: str) -> str:
    """What a detail of an order is the chance of: `to hit`; "" if it is none, or of any effect."""
    field = verb.field(name)
    return field.unit if field is not None and field.shape is Shape.CHANCE else ""


def detail_phrase(
    figure: Figure | None, name: str, text: str, label: str = "", unit: str = ""
) -> str:
    """A detail of an order in words: `mode burst`, `3 rolls`; `label` replaces its usual name.

    `unit`: see `chance_unit`.
    """
    value = f"{detail_value(figure, name, text)} {unit}".rstrip()
    if said := _PHRASES.get((name, text)):
        return said
    if text == NOWHERE:
        return f"no {label or detail_words(name)}"
    return f"{value} {name}" if name == "rolls" else f"{label or detail_words(name)} {value}"


def change_words(
    verbs: Mapping[str, Verb], figure: Figure | None, before: Order, after: Order
) -> str:
    """How an order of a figure differs from an earlier one: `8,7 instead of 7,6`."""
    other = after.verb != before.verb
    pairs = [
        tuple(
            action_words(figure, one.verb, one.get(WEAPON) if other else "")
            for one in (after, before)
        ),
        tuple(humanize(target_end(verbs[one.verb], one)) for one in (after, before)),
    ]
    changed = [f"{new} instead of {old}" if old else new for new, old in pairs if new != old]
    compared = (after,) if other else (after, before)
    fields = dict.fromkeys(name for one in compared for name, _ in one.fields)
    if other:
        before = Order(before.verb, before.figure, before.target)
        if value_words(figure, after.get(WEAPON)) in pairs[0][0]:
            fields.pop(WEAPON, None)
    if after.get(WEAPON) != before.get(WEAPON):
        fields = {name: None for name in fields if name not in WEAPON_SETTINGS or after.get(name)}
    usual = {one.name: one.default for one in verbs[after.verb].fields if one.default != NOWHERE}
    changed += [
        _changed_detail(figure, name, after.get(name) or usual.get(name, ""), before.get(name))
        for name in fields
        if after.get(name) != before.get(name)
    ]
    return ", ".join(filter(None, changed)) or pairs[0][0]


def _changed_detail(figure: Figure | None, name: str, new: str, old: str) -> str:
    """A detail of an order that was changed, added or left out."""
    if not new:
        return f"without {detail_phrase(figure, name, old)}"
    weapon = name == WEAPON
    said = f"with {value_words(figure, new)}" if weapon else detail_phrase(figure, name, new)
    return f"{said} instead of {detail_value(figure, name, old)}" if old else said


def target_end(verb: Verb, order: Order) -> str:
    """The target of an order; for a path its last tile."""
    if verb.target is Shape.PATH and order.target:
        return tile_text(order.target_path[-1])
    return order.target


def figure_words(view: View, text: str) -> str:
    """A figure with its name, anything else in words."""
    figure = view.state.figures.get(text)
    return f"{text} {figure.who.name}" if figure is not None else humanize(text)


def figure_name(view: View, name: str) -> str:
    """The name of a figure that the view knows; "" for anything else."""
    figure = view.state.figures.get(name)
    return figure.who.name if figure else ""


def score_words(view: View, side: str) -> str:
    """A side's points as this view knows them.

    Points scored by or for a figure are known to the sides that see it, and to all when the battle
    is over. Until then the words are the same whether or not anything was scored unseen.
    """
    tally = view.state.tally
    points = pluralize(tally.score.get(side, 0), "point")
    hidden = view.state.setup.objectives and not tally.over
    return f"{points} known so far" if hidden else points


def percent(chance: Fraction) -> str:
    """A chance in whole percent; 100% and 0% only if certain.

    Each chance is rounded by itself, so that parts of a whole may add up to one more or less.
    """
    whole = whole_percent(chance)
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"  # noqa: PLR2004 - percent


def whole_percent(chance: Fraction) -> int:
    """A chance rounded to whole percent; a half is rounded up."""
    return floor(100 * chance + Fraction(1, 2))


def possible_words(left: Mapping[str, Sequence[str]]) -> list[str]:
    """The figures that could take part in an order by a detail of it: `aid possible: b3, b6`."""
    return [f"{detail_words(name)} possible: {', '.join(names)}" for name, names in left.items()]
