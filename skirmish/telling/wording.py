"""Ids, values, orders and answers as a player reads them: no underscores, weapons by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Question, Verb, parse_order
from skirmish.core.setup import DEPLOYMENT, MUSTER, Setup
from skirmish.core.text import Shape, many
from skirmish.core.view import View
from skirmish.errors import SkirmishError

_BEFORE: Mapping[str, str] = {MUSTER: "muster", DEPLOYMENT: "deployment"}
_QUESTIONS: Mapping[str, str] = {
    "reaction": "shall it react?",
    "extra": "how many extra hits?",
    "wild_die": "which die does the Wild Die replace?",
    "shorter_supply": "only a shorter supply is to be had: take it?",
}
"""What is asked, for the words that questions usually have."""
_OPTIONS: Mapping[tuple[str, str], str] = {
    ("reaction", "hold"): "hold fire, watch on",
    ("extra", "0"): "none",
    ("wild_die", "none"): "none of them",
    ("shorter_supply", "leave"): "no, leave it",
}
"""Options in words, by what is asked."""
_NUMBERED: Mapping[str, str] = {"extra": "{} more", "wild_die": "die {}"}
"""Options that begin with a number, by what is asked."""


_WORDS: Mapping[str, str] = {
    **{short: short.upper() for short in ("ss", "sa", "bf", "fa")},
    "crit": "critical hit",
    "flee": "flees",
    "ap_rounds": "AP rounds",
    "heat": "HEAT",
}
"""Ids that are short for something, as a player reads them."""
_NO_PLURAL = ("damage",)
_DETAILS: Mapping[str, str] = {
    "limb": "called shot",
    "reply": "reaction",
    "when": "holds fire below",
}
"""Details of orders that say nothing by their ids."""
_UNSAID: Mapping[str, str] = {
    "burst": "as set",
    "dice": "all",
    "length": "to the tile",
    "mode": "as set",
    "reply": "house rule",
    "weapon": "first that fits",
}
"""What a detail is that an order does not name, where it has no default of its own."""
_VALUES: Mapping[tuple[str, str], str] = {
    ("limb", "nowhere"): "none",
    ("reply", "ask"): "asks first",
    ("reply", "fire"): "by itself",
}
"""Values of details that say nothing by their ids."""


def spoken(name: str) -> str:
    """An id as words."""
    return _WORDS.get(name) or name.replace("_", " ")


_QUOTED = re.compile(r"(?<!\w)'([a-z_]+)([^']*)'")
_ENDS = (". ", "? ", "! ")
"""What stands before a sentence."""
_SAID = re.compile(r"\b([a-z_]+)=([\w+:,%]*)")


def phase_words(setup: Setup, phase: str) -> str:
    """What a phase is called, those before the first turn included."""
    declared = setup.declared.phases.get(phase)
    return declared.label if declared else _BEFORE.get(phase, spoken(phase))


def on_screen(text: str, key: Callable[[str], str]) -> str:
    """A refusal as the screen says it: orders with their keys, details of them by name.

    `key` gives the key of an order, empty where it has none.
    """
    text = _with_keys(text, key)
    return _SAID.sub(lambda found: f"{spoken(found[1])} {spoken(found[2])}".rstrip(), text)


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers in their order as runs, first and last of each: 1, 3, 4, 5 are 1 to 1 and 3 to 5."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        first, last = found[-1] if found else (number, number)
        if found and last <= number <= last + 1:
            found[-1] = (first, number)
        else:
            found.append((number, number))
    return found


def with_keys(text: str, key: Callable[[str], str]) -> str:
    """A text as it stands, but for the orders in quotes, which stand there with their keys.

    One that begins a sentence has a capital.
    """
    said = _with_keys(text, key)
    return said[:1].upper() + said[1:] if text.startswith("'") else said


def _with_keys(text: str, key: Callable[[str], str]) -> str:
    def keyed(found: re.Match[str]) -> str:
        order = spoken(found[1]) + found[2]
        if text[: found.start()].endswith(_ENDS):
            order = order[:1].upper() + order[1:]
        known = key(found[1])
        return f"{order} ({known})" if known else order

    return _QUOTED.sub(keyed, text)


def count_words(name: str, number: int) -> str:
    """So many of something that goes by a plural: `no hits`, `1 hit`, `2 hits`."""
    one = number == 1 and name not in _NO_PLURAL
    return f"{number or 'no'} {spoken(name).removesuffix('s') if one else spoken(name)}"


def weapon_names(view: View) -> Mapping[tuple[str, str], str]:
    """What the weapons of the figures in a view are called, by figure and id."""
    figures = view.state.figures.values()
    return {(f.id, weapon.id): weapon.name for f in figures for weapon in f.who.weapons}


def value_words(figure: Figure | None, text: str) -> str:
    """A value of an order: a weapon by its name, anything else as words."""
    for weapon in figure.who.weapons if figure is not None else ():
        if weapon.id == text:
            return weapon.name
    return spoken(text)


def detail_words(name: str) -> str:
    """What a detail of an order is called."""
    return _DETAILS.get(name) or spoken(name)


def unsaid_words(name: str) -> str:
    """What a detail is where an order does not name it: `house rule`."""
    return _UNSAID.get(name, "usual")


def detail_value(figure: Figure | None, name: str, text: str) -> str:
    """The value of a detail, by its name and as text."""
    return _VALUES.get((name, text)) or value_words(figure, text)


def way_words(figure: Figure, order: Order, way: str, usual: str = "") -> str:
    """A way to attack by its ruleset's name, with its weapon where that is not the usual one.

    `usual` is the id of that weapon; empty for the first that the figure carries.
    """
    first = figure.who.weapons[0].id
    weapon = order.get("weapon") or first
    return way if weapon == (usual or first) else f"{value_words(figure, weapon)}, {way}"


def order_words(view: View, verb: Verb, order: Order) -> str:
    """An order as a player would say it: `fire at b2 with rifle, mode burst`."""
    figure = view.state.figures.get(order.figure)
    words = spoken(order.verb)
    target = order.target.rpartition(">")[2]
    if target:
        at = {Shape.FIGURE: " at ", Shape.TILE: " at ", Shape.PATH: " to "}.get(
            verb.target or Shape.WORD, " "
        )
        words += at + _named(view, target)
    if weapon := order.get("weapon"):
        words += f" with {value_words(figure, weapon)}"
    rest = [
        f"{detail_words(name)} {detail_value(figure, name, text)}"
        for name, text in order.fields
        if name != "weapon"
    ]
    return ", ".join([words, *rest])


def _named(view: View, text: str) -> str:
    """A figure with its name, anything else as words."""
    figure = view.state.figures.get(text)
    return f"{text} {figure.who.name}" if figure is not None else spoken(text)


@frozen
class Answer:
    """An option of a question: what it says, what it would do, where on the map it is."""

    text: str
    words: str
    order: Order | None = None
    tile: Tile | None = None


def question_words(question: Question) -> str:
    """What is asked, in words."""
    return _QUESTIONS.get(question.what) or spoken(question.what)


def answers(view: View, verbs: Mapping[str, Verb]) -> tuple[Answer, ...]:
    """The options of the question that is put to the view's side, in words."""
    question = view.question
    if question is None:
        return ()
    return tuple(_answer(view, verbs, question, option) for option in question.options)


def _answer(view: View, verbs: Mapping[str, Verb], question: Question, option: str) -> Answer:
    figure = view.state.figures.get(option)
    if figure is not None:
        return Answer(option, _named(view, option), tile=figure.at)
    if " " in option and option.split(" ", 1)[0] in verbs:
        try:
            order = parse_order(option, verbs)
        except SkirmishError:
            return Answer(option, spoken(option))
        target = view.state.figures.get(order.target)
        words = order_words(view, verbs[order.verb], order)
        return Answer(option, words, order, target.at if target is not None else None)
    if said := _OPTIONS.get((question.what, option)):
        return Answer(option, said)
    if option[:1].isdigit() and question.what in _NUMBERED:
        return Answer(option, _NUMBERED[question.what].format(spoken(option)))
    asking = view.state.figures.get(question.figure)
    return Answer(option, value_words(asking, option))


def score_words(view: View, side: str) -> str:
    """A side's points as this view knows them.

    What is scored by a figure, or for one, is known to those that see it. So the words do not
    depend on whether anything has been scored unseen.
    """
    points = many(view.state.tally.score.get(side, 0), "point")
    return f"{points} known so far" if view.state.setup.objectives else points
