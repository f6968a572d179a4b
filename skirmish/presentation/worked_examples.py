"""Worked examples of rules with their current odds, and their drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.errors import OrderRefused
from skirmish.presentation.wording import humanize
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario.examples import Example, ExampleFigure, examples_of, set_up_example

_OPEN_GROUND = "open"


@frozen
class WorkedExample:
    """An example with its view, order and current odds."""

    example: Example
    view: View
    order: Order
    odds: Odds


@cache
def work_out(ruleset: str, example: Example) -> WorkedExample:
    """An example with the odds of the attack that the game would make.

    Raises:
        OrderRefused: The rules forbid its order, or it rolls no dice.
    """
    rules = ruleset_of(ruleset)
    found = set_up_example(ruleset, example)
    # A close combat is fought without an order, so only the plan of the order must be legal.
    refused = rules.impossible(found.view.state, found.order)
    if refused is not None:
        raise OrderRefused(refused.reason, example.text, refused.remedy, refused.rule)
    plan = rules.attack(found.view.state, found.order)
    if plan is None:
        raise OrderRefused("no dice are rolled", example.text)
    return WorkedExample(example, found.view, found.order, odds_of(plan, rules.outcomes.no_effect))


def examples_by_rule(ruleset: str, shown: Iterable[str]) -> Mapping[str, tuple[Example, ...]]:
    """Examples by rule, each under the first of its rules that is shown."""
    places: dict[str, tuple[Example, ...]] = {}
    rules = tuple(shown)
    for example in examples_of(ruleset):
        rule = next((rule for rule in example.rules if rule in rules), "")
        if rule:
            places[rule] = (*places.get(rule, ()), example)
    return places


def drawing_lines(one: WorkedExample) -> list[str]:
    """The map row by row, its legend, and the order."""
    return [*one.example.rows, cast_words(one), f"order: {one.order}"]


def cast_words(one: WorkedExample) -> str:
    """The figures, and the terrain other than open ground."""
    state = one.view.state
    cast = []
    for letter, who in one.example.figures.items():
        name = state.figures[letter.lower()].who.kind.name
        cast.append(", ".join((f"{letter} {name}", *_state_words(one, who))))
    board = state.board
    tiles = [(x, y) for y in range(board.height) for x in range(board.width)]
    kinds = dict.fromkeys(board.terrain(tile) for tile in tiles)
    ground = [f"{kind.glyph} {kind.name}" for kind in kinds if kind.id != _OPEN_GROUND]
    return "; ".join((*cast, *ground))


def _state_words(one: WorkedExample, who: ExampleFigure) -> Iterator[str]:
    """The state that an example gives a figure, in words."""
    declared = one.view.state.setup.declared.counters
    for name, value in who.state.items():
        if isinstance(value, str):
            yield humanize(value)
        else:
            counter = declared.get(name)
            if counter is None:
                yield f"{humanize(name)} {value}"
                continue
            yield counter.label if counter.high == 1 else counter.numbered(value)
