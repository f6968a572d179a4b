"""Ids, values, tiles, orders, answers and chances in words for a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt

from attrs import frozen

from skirmish.core.board import Terrain
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure, Weapon
from skirmish.core.geometry import Facing, Tile, distance2, tile_text
from skirmish.core.orders import WEAPON, Order, Question, Verb, parse_order
from skirmish.core.sanitize import display_width
from skirmish.core.setup import DEPLOYMENT, MUSTER, Setup
from skirmish.core.state import Objective, Zone, in_area
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.objective_status import BOTH, holder
from skirmish.presentation.visibility import covered_from, covered_sides
from skirmish.rulesets.foresight import AT_TILE

_EARLY_PHASES: Mapping[str, str] = {MUSTER: "muster", DEPLOYMENT: "deployment"}
_QUESTIONS: Mapping[str, tuple[str, str]] = {
    "event": (
        "The scenario lets your side choose what happens now.",
        "which of these shall happen? The one chosen happens at once",
    ),
    "reaction": (
        "{other} moves or acts in sight of {figure}, which waits for that.",
        "react?",
    ),
    "redirect": (
        "A shot at {figure} into its close combat went astray, at another figure there.",
        "which figure does it go at? New dice are rolled against the one chosen",
    ),
    "extra": (
        "A burst has hit {figure}, and more of its rounds can.",
        "how many extra hits? Each does the base damage, less armour",
    ),
    "wild_die": (
        "The automatic fire of {figure} is rolled, and its Wild Die with it.",
        "which die does the Wild Die replace? It takes the target of that die",
    ),
    "shorter_supply": (
        "The roll of {figure} is not enough for the supply that was wanted.",
        "take the smaller supply that it is enough for? If not, nothing is bought",
    ),
}
"""What happened and what is asked, by the usual ids; `other` is the target of the first option."""
_OPTIONS: Mapping[tuple[str, str], str] = {
    ("reaction", "hold"): "hold fire, keep watching",
    ("extra", "0"): "none",
    ("wild_die", "none"): "none of them",
    ("shorter_supply", "leave"): "no, leave it",
}
"""Options by question and id."""
_NUMBERED_OPTIONS: Mapping[str, str] = {"extra": "{} more", "wild_die": "die {}"}
"""Templates of options that begin with a number, by question."""


_WORDS: Mapping[str, str] = {
    **{short: short.upper() for short in ("ss", "sa", "bf", "fa")},
    "crit": "critical hit",
    "extended": "extended magazine",
    "flee": "flees",
    "full": "full automatic",
    "ap_rounds": "AP rounds",
    "heat": "HEAT",
    "jolted": "unsteady",
    "lifetime": "for good",
    "mission": "for this mission",
    "month": "for a month",
    "rolls": "in several rolls",
}
"""Ids that are abbreviations, as a player reads them."""
_NO_PLURAL = ("damage",)
_SINGULARS: Mapping[str, str] = {"boxes": "box", "dice": "die", "successes": "success"}
"""Of plural nouns that have more than an `s` at the end."""
_DETAILS: Mapping[str, str] = {
    "combat": "into close combat",
    "limb": "called shot",
    "reply": "reaction",
    "rolls": "rolls",
    "when": "holds fire below",
}
"""Names of order details whose ids are unclear."""
_DEFAULT_DETAILS: Mapping[str, str] = {
    "burst": "as set",
    "dice": "all",
    "length": "to the tile",
    "mode": "as set",
    "weapon": "first that fits",
}
"""The value of a detail that an order leaves out, where the verb has no default."""
NOWHERE = "nowhere"
"""The value of a called shot that is none."""
_VALUES: Mapping[tuple[str, str], str] = {
    ("how", "plain"): "as usual",
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
}
"""Details with their values in one phrase, where name and value do not say it."""
LEFT_FATES = ("fled", "exited")
"""Fates of figures that are out but do not lie on the map."""


def spaced(name: str) -> str:
    """An id with spaces."""
    return name.replace("_", " ")


def humanize(name: str) -> str:
    """An id in words."""
    return _WORDS.get(name) or spaced(name)


def action_words(figure: Figure | None, verb: str, weapon: str = "") -> str:
    """An order of a figure in words; an attack at a tile by what is thrown or fired there."""
    if verb != AT_TILE:
        return humanize(verb)
    carried = figure.who.weapons if figure is not None else ()
    able = [one for one in carried if one.at_tiles and weapon in ("", one.id)]
    if len(able) == 1:
        (arm,) = able
        return f"{arm.at_tiles} {arm.name}{'' if arm.at_tiles == 'throw' else ' at a tile'}"
    ways = dict.fromkeys(one.at_tiles for one in able)
    return f"{' or '.join(sorted(ways, reverse=True)) or 'fire'} at a tile"


_QUOTED_PATTERN = re.compile(r"(?<!\w)'([a-z_]+)([^']*)'")
_SENTENCE_ENDS = (". ", "? ", "! ")
"""Characters before a new sentence."""
_DETAIL_PATTERN = re.compile(r"\b(set )?([a-z_]+)=([\w+:,%]*)")


def phase_words(setup: Setup, phase: str) -> str:
    """The label of a phase, including those before the first turn."""
    declared = setup.declared.phases.get(phase)
    return declared.label if declared else _EARLY_PHASES.get(phase, humanize(phase))


def refusal_on_screen(text: str, key: Callable[[str], str], options: str = "") -> str:
    """A refusal for the screen: order names with their keys, details in words.

    `key` gives the key of an order, "" if it has none; `options` is the key of an order's options.
    """

    def worded(found: re.Match[str]) -> str:
        set_to, to = (found[1], "to ") if found[1] else ("", "")
        return f"{set_to}{detail_words(found[2])} {to}{humanize(found[3])}".rstrip()

    said, changed = _DETAIL_PATTERN.subn(worded, _with_keys(text, key))
    return f"{said} ({options}: options)" if changed and options else said


def reason_about(name: str, reason: str) -> str:
    """A reason that says which figure it is about: `b1 has shot`, `b1: too far`."""
    return reason if name in reason.split() else f"{name}: {reason}"


def cannot_there(name: str, order: str, reason: str) -> str:
    """What precedes the reason why a figure cannot do something at a tile; it is named once."""
    begin = f"cannot {order} there: "
    return begin if name in reason.split() else f"{name} {begin}"


_NAMED = 3
"""How many of a longer list of names are written out."""


def first_names(names: Sequence[str]) -> str:
    """The first `_NAMED` of some names and how many more there are; one more than that is named."""
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


def with_keys(text: str, key: Callable[[str], str]) -> str:
    """A text with a key behind each order in quotes.

    An order at the start of a sentence is capitalized.
    """
    said = _with_keys(text, key)
    return said[:1].upper() + said[1:] if text.startswith("'") else said


def order_with_key(verb: str, key: Callable[[str], str], said: str = "") -> str:
    """An order in words, its key in parentheses if it has one; `said`: the words, if known."""
    known = key(verb)
    said = said or action_words(None, verb)
    return f"{said} ({known})" if known else said


def _with_keys(text: str, key: Callable[[str], str]) -> str:
    def keyed(found: re.Match[str]) -> str:
        order = action_words(None, found[1]) + found[2]
        if text[: found.start()].endswith(_SENTENCE_ENDS):
            order = order[:1].upper() + order[1:]
        known = key(found[1])
        return f"{order} ({known})" if known else order

    return _QUOTED_PATTERN.sub(keyed, text)


def singular(name: str) -> str:
    """One of what a plural noun names: `hit` for `hits`; `AP` has no other form."""
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
    return frozenset((name, weapon.id) for name, weapon in weapons if weapon.at_tiles == "throw")


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
    """The meaning of a detail that an order leaves out: `first that fits`."""
    return _DEFAULT_DETAILS.get(name, "usual")


def detail_value(figure: Figure | None, name: str, text: str) -> str:
    """The value of a named detail, in words."""
    return _VALUES.get((name, text)) or value_words(figure, text)


def other_weapon(figure: Figure, order: Order, usual: str = "") -> str:
    """The name of an attack's weapon if that is not the usual one; "" else.

    `usual` is the id of the usual weapon; "" for the figure's first.
    """
    first = figure.who.weapons[0].id
    weapon = order.get("weapon") or first
    return "" if weapon == (usual or first) else value_words(figure, weapon)


def attack_words(figure: Figure, order: Order, way: str) -> str:
    """An attack by its ruleset's name, preceded by its weapon if that is not the first."""
    weapon = other_weapon(figure, order)
    return f"{weapon}, {way}" if weapon else way


def order_words(view: View, verb: Verb, order: Order) -> str:
    """An order in words: `fire at b2 with rifle, mode burst`."""
    figure = view.state.figures.get(order.figure)
    words = action_words(figure, order.verb, order.get("weapon"))
    if target := target_end(verb, order):
        at = {Shape.FIGURE: " at ", Shape.TILE: " at ", Shape.PATH: " to "}.get(
            verb.target or Shape.WORD, " "
        )
        words = words.removesuffix(" at a tile") + at + _named(view, target)
    if (weapon := order.get("weapon")) and value_words(figure, weapon) not in words:
        words += f" with {value_words(figure, weapon)}"
    rest = [detail_phrase(figure, name, text) for name, text in order.fields if name != "weapon"]
    return ", ".join([words, *rest])


def detail_phrase(figure: Figure | None, name: str, text: str, label: str = "") -> str:
    """A detail of an order in words: `mode burst`, `3 rolls`; `label` is its name if not usual."""
    value = detail_value(figure, name, text)
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
    """The target of an order; of a path its last tile."""
    if verb.target is Shape.PATH and order.target:
        return tile_text(order.target_path[-1])
    return order.target


def _named(view: View, text: str) -> str:
    """A figure with its name, anything else in words."""
    figure = view.state.figures.get(text)
    return f"{text} {figure.who.name}" if figure is not None else humanize(text)


@frozen
class AnswerOption:
    """An option of a question: its text, words, the order that it means, its tile."""

    text: str
    words: str
    order: Order | None = None
    tile: Tile | None = None


def question_words(question: Question) -> str:
    """What a question asks, and what choosing means, in words."""
    _, asked = _QUESTIONS.get(question.what, ("", humanize(question.what)))
    return asked


def question_situation(view: View, verbs: Mapping[str, Verb], question: Question) -> str:
    """What happened before a question, as a sentence; "" where that is not known."""
    happened, _ = _QUESTIONS.get(question.what, ("", ""))
    orders = (_answer(view, verbs, question, option).order for option in question.options)
    target = next((order.target for order in orders if order), "")
    names = {"figure": _named(view, question.figure), "other": _named(view, target)}
    return happened.format(**names)


def answer_options(view: View, verbs: Mapping[str, Verb]) -> tuple[AnswerOption, ...]:
    """The options of the question that the view's side must answer."""
    question = view.question
    if question is None:
        return ()
    return tuple(_answer(view, verbs, question, option) for option in question.options)


def _answer(view: View, verbs: Mapping[str, Verb], question: Question, option: str) -> AnswerOption:
    figure = view.state.figures.get(option)
    if figure is not None:
        whose = "yours" if figure.side == view.side else "an enemy"
        return AnswerOption(option, f"{_named(view, option)} ({whose})", tile=figure.at)
    if " " in option and option.split(" ", 1)[0] in verbs:
        try:
            order = parse_order(option, verbs)
        except SkirmishError:
            return AnswerOption(option, humanize(option))
        target = view.state.figures.get(order.target)
        words = order_words(view, verbs[order.verb], order)
        return AnswerOption(option, words, order, target.at if target is not None else None)
    if question.what == "event":
        text = " ".join(view.state.script.text_of(option).split())
        return AnswerOption(option, f"{humanize(option)}: {text}" if text else humanize(option))
    if said := _OPTIONS.get((question.what, option)):
        return AnswerOption(option, said)
    if option[:1].isdigit() and question.what in _NUMBERED_OPTIONS:
        return AnswerOption(option, _NUMBERED_OPTIONS[question.what].format(humanize(option)))
    asking = view.state.figures.get(question.figure)
    return AnswerOption(option, value_words(asking, option))


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
    """A chance in whole percent; 100% and 0% only where certain."""
    return _percent_words(chance, round(chance * 100))


def _percent_words(chance: Fraction, whole: int) -> str:
    """A chance that is rounded to a whole number of percent."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"  # noqa: PLR2004 - percent


def percents(chances: Sequence[Fraction]) -> list[str]:
    """Chances in whole percent that add up to that of all; the first is as it stands alone.

    Each is what the rounded sum of all up to it is more than that of those before it, so that a
    chance is the same wherever others are joined.
    """
    sums = [round(100 * one) for one in accumulate(chances, initial=Fraction(0))]
    return [_percent_words(p, b - a) for p, (a, b) in zip(chances, pairwise(sums), strict=True)]


def possible_words(left: Mapping[str, Sequence[str]]) -> list[str]:
    """The figures that could take part in an order by a detail of it: `aid possible: b3, b6`."""
    return [f"{detail_words(name)} possible: {', '.join(names)}" for name, names in left.items()]


def tile_words(
    view: View,
    tile: Tile,
    width: int = 0,
    *,
    beside: bool = False,
    shooter: str = "",
    short: bool = False,
) -> str:
    """A tile in a few words: position, terrain, level, cover, whether in sight.

    What does not fit in a width, if one is given, is left out: first the level, last the cover.
    `beside`: with the cover from what stands next to it, if its own ground gives none; `short`: at
    most that against the nearest enemy, as where that against all does not fit. `shooter`: of an
    enemy in sight on the tile, its cover against that figure.
    """
    board = view.state.board
    if not board.inside(tile):
        return "off the map"
    kind, level = board.terrain(tile), board.level(tile)
    name = f"{tile_text(tile)} {kind.name}"
    height = [f"level {level}"] if level else []
    cover = [f"gives cover {_cover(view, kind.cover)}"] if kind.cover else []
    if beside and not cover and (by := cover_beside(view, tile, nearest=short)):
        cover = [f"cover {by}"]
    if shooter and any(enemy.at == tile for enemy in view.enemies()):
        cover = _cover_against(view, tile, shooter)
    goal = _objective_words(view, tile)
    zones = zones_at(view, tile)
    hidden = [] if view.seen & board.bit(tile) else ["unseen by you"]
    words = [name, *height, *cover, *goal, *zones, *hidden]
    if beside and cover and not short and 0 < width < display_width(", ".join(words)):
        return tile_words(view, tile, width, beside=True, shooter=shooter, short=True)
    for least in (*height, *goal, *zones, *hidden, *cover):
        if 0 < width < display_width(", ".join(words)):
            words.remove(least)
    return ", ".join(words)


def _cover_against(view: View, tile: Tile, shooter: str) -> list[str]:
    """The cover of a tile against an own figure, if any: `cover +4 against b2`."""
    source = view.state.figures[shooter].at
    degree = 0 if source is None else view.state.board.cover(source, tile)
    return [f"cover {_cover(view, degree)} against {shooter}"] if degree else []


def cover_beside(view: View, tile: Tile, *, nearest: bool = False) -> str:
    """The cover that what stands beside a tile gives against the known enemies, or "".

    Or against the `nearest` one. Where none is known, as in deployment, the best, and towards which
    sides.
    """
    known = covered_from(view, tile, nearest=nearest)
    sides = known or dict(covered_sides(view.state.board, tile))
    degrees = sorted({cover for cover in sides.values() if cover}, reverse=True)
    parts = []
    for degree in degrees if known else degrees[:1]:
        towards = "/".join(side.name for side in Facing if sides.get(side) == degree)
        parts.append(f"{_cover(view, degree)} towards {towards}")
    return ", ".join(parts)


def _cover(view: View, degree: int) -> str:
    """A degree of cover as it counts in the rules of the battle."""
    return view.state.setup.declared.cover[degree]


def _objective_words(view: View, tile: Tile) -> list[str]:
    """That a tile belongs to an objective, and who is known to hold that."""
    here = objectives_at(view, tile)
    if not here:
        return []
    held = holder(view, min(here, key=lambda goal: goal.side != view.side))
    known = {view.side: " held by you", view.enemy: " held by the enemy", BOTH: " held by neither"}
    return [f"objective{known.get(held, '')}"]


def place_words(tile: Tile | None) -> str:
    """Where something comes down; None is off the map."""
    return "off the map" if tile is None else tile_text(tile)


def movement_words(kind: Terrain) -> str:
    """The movement cost of a terrain."""
    barred = "shut" if kind.door else "cannot be entered"
    return {0: barred, 1: "no extra cost"}.get(kind.cost, f"costs x{kind.cost}")


def objectives_at(view: View, tile: Tile) -> list[Objective]:
    """The objectives whose area holds a tile."""
    goals = view.state.objectives
    return [goal for goal in goals if goal.area is not None and in_area(goal.area, tile)]


def zones_at(view: View, tile: Tile) -> list[str]:
    """The zones that hold a tile, each with its owner where known."""
    zones = view.state.zones.values()
    return list(dict.fromkeys(zone_words(view, z) for z in zones if tile in z.tiles))


def distance_words(here: Tile, there: Tile) -> str:
    """The distance that ranges are compared with: `10 tiles`, `10.1 tiles`.

    It is rounded up, so that what lies beyond a range in whole tiles is shown beyond it.
    """
    tenths = isqrt(100 * distance2(here, there) - 1) + 1 if here != there else 0
    whole, part = divmod(tenths, 10)
    return f"{whole}.{part} tiles" if part else pluralize(whole, "tile")


def zone_words(view: View, zone: Zone) -> str:
    """A zone with its owner, where that is known: `gas of r3`."""
    label = view.state.setup.declared.zones[zone.kind].label
    return f"{label} of {zone.owner}" if zone.owner else label


def zones_on_path(view: View, path: Iterable[Tile], idle: Sequence[str] = ()) -> list[str]:
    """The enemy zones and drifting clouds on a path, and what each cloud does, and when.

    `idle`: ids of the zones whose owner cannot react to the path.
    """
    tiles, kinds = tuple(path), view.state.setup.declared.zones
    zones = view.state.zones.values()
    met = [
        z for z in zones if (z.side != view.side or kinds[z.kind].drifts) and not kinds[z.kind].item
    ]
    crossed = [z for z in met if any(tile in z.tiles for tile in tiles)]
    does = {name: ", which only blocks sight" for name, one in kinds.items() if one.opaque}
    does |= {name: f", which harms only {one.acts}" for name, one in kinds.items() if one.acts}
    quiet = dict.fromkeys(idle, ", which cannot react to this move")
    found = (
        zone_words(view, zone) + does.get(zone.kind, "") + quiet.get(zone.id, "")
        for zone in crossed
    )
    return list(dict.fromkeys(found))


def figure_name(view: View, name: str) -> str:
    """The name of a figure that the view knows; "" for anything else."""
    figure = view.state.figures.get(name)
    return figure.who.name if figure else ""
