"""Worked examples of rules: a sentence, a small map and one order. Odds are not stored.

A tile of a map has two characters. The first is terrain or a figure, a small letter for blue and a
capital for red; the second is the figure's facing: `^ > v <`, or a digit of the number pad for the
diagonals. Ids are the small letters. Blue gives the order.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from attrs import evolve, field, frozen
from cattrs import Converter, transform_error
from cattrs.errors import ClassValidationError

from skirmish.core.board import TERRAIN
from skirmish.core.figures import Declared
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order, parse_order
from skirmish.core.state import Clock, State
from skirmish.core.view import View, view
from skirmish.errors import FileProblem, Problem
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario.loader import parse
from skirmish.scenario.model import FigureEntry, Force, MapSection, Scenario
from skirmish.scenario.opening import opening_state
from skirmish.scenario.writer import scenario_text

FILE = "examples.toml"
BLUE, RED = "blue", "red"
FACINGS = MappingProxyType(
    {
        "^": Facing.N,
        ">": Facing.E,
        "v": Facing.S,
        "<": Facing.W,
        "9": Facing.NE,
        "3": Facing.SE,
        "1": Facing.SW,
        "7": Facing.NW,
    }
)


@frozen
class ExampleFigure:
    """A figure of an example: its kind, weapons if not the usual ones, state and terrain.

    `on` is the terrain under it. `state` is as in a scenario, with counters that only play sets,
    such as bursts already fired.
    """

    kind: str
    weapons: tuple[str, ...] | None = None
    state: Mapping[str, int | str] = field(factory=dict)
    on: str = "."


@frozen(eq=False)
class Example:
    """A worked example: its rule ids, a sentence, a map, figures and an order.

    `phase` is the phase of the order; "" for the first one of the ruleset. `house` are house rules.
    """

    rules: tuple[str, ...]
    text: str
    map: str
    order: str
    figures: Mapping[str, ExampleFigure]
    phase: str = ""
    house: Mapping[str, bool | int | str] = field(factory=dict)

    @property
    def rows(self) -> tuple[str, ...]:
        """The map, row by row."""
        return tuple(row.rstrip() for row in self.map.strip("\n").split("\n"))


@frozen
class ExampleSetup:
    """An example set up for play: the view of blue, and its order."""

    view: View
    order: Order


@cache
def examples_of(ruleset: str) -> tuple[Example, ...]:
    """Return the worked examples of a ruleset; none if it has no file of them.

    Raises:
        FileProblem: The file is invalid.
    """
    name = f"{ruleset}/{FILE}"
    try:
        data = pkgutil.get_data(f"skirmish.rulesets.{ruleset}", FILE)
    except FileNotFoundError:
        data = None
    if data is None:
        return ()
    try:
        raw = tomllib.loads(data.decode())
        return tuple(_converter().structure(raw["examples"], list[Example]))
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise FileProblem(Problem(what=f"not a list of examples: {error}", file=name)) from error
    except ClassValidationError as error:
        raise FileProblem(
            *(Problem(what=fault, file=name) for fault in transform_error(error, "examples"))
        ) from error


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(bool | int | str, _plain)
    converter.register_structure_hook(int | str, _plain)
    converter.register_structure_hook(ExampleFigure, lambda value, _: _figure(converter, value))
    return converter


def _plain(value: Any, _: Any) -> Any:  # noqa: ANN401 - any TOML value
    if not isinstance(value, bool | int | str):
        raise TypeError(f"{value!r} is not a text, a whole number, true or false")
    return value


def _figure(converter: Converter, value: Any) -> ExampleFigure:  # noqa: ANN401 - as above
    """Structure a figure from its kind alone, or from a table."""
    if isinstance(value, str):
        return ExampleFigure(value)
    given = dict(value)
    weapons = given.pop("weapons", None)
    state = converter.structure(given.pop("state", {}), dict[str, int | str])
    return ExampleFigure(
        kind=str(given.pop("kind")),
        weapons=None if weapons is None else tuple(map(str, weapons)),
        on=str(given.pop("on", ".")),
        state=state,
        **given,
    )


def set_up_example(ruleset: str, example: Example) -> ExampleSetup:
    """Set up an example with the scenario loader.

    Raises:
        FileProblem: The map or a figure is invalid.
        OrderRefused: The order is invalid.
    """
    rules = ruleset_of(ruleset)
    scenario = parse(scenario_text(_scenario(ruleset, example)), name=example.text)
    state = _played(opening_state(scenario), example)
    phase = example.phase or next(iter(rules.handbook.declared.phases))
    state = with_updated_sight(evolve(state, clock=Clock(1, 1, phase, BLUE)), (BLUE, RED))
    return ExampleSetup(view(state, BLUE), parse_order(example.order, verbs_of(rules)))


def _played(state: State, example: Example) -> State:
    """Add the counters that only play sets."""
    figures = dict(state.figures)
    for letter, figure in example.figures.items():
        one, late = figures[letter.lower()], _late(state.setup.declared, figure)
        figures[one.id] = one.with_counters(late)
    return evolve(state, figures=figures)


def _late(declared: Declared, figure: ExampleFigure) -> Mapping[str, int]:
    """The counters of a figure that a scenario cannot set."""
    ours = {name for name, counter in declared.counters.items() if not counter.given}
    return {name: int(value) for name, value in figure.state.items() if name in ours}


def _scenario(ruleset: str, example: Example) -> Scenario:
    rows, places = _read(example)
    declared = ruleset_of(ruleset).handbook.declared
    sides = tuple(
        Force(side, side, figures=tuple(_entries(example, places, declared, capitals=side == RED)))
        for side in (BLUE, RED)
    )
    return Scenario(
        title="An example",
        ruleset=ruleset,
        turns=9,
        first=BLUE,
        sides=sides,
        map=MapSection(rows),
        rules=example.house,
    )


def _entries(
    example: Example,
    places: Mapping[str, tuple[Tile, Facing]],
    declared: Declared,
    *,
    capitals: bool,
) -> Iterator[FigureEntry]:
    for letter, (tile, facing) in places.items():
        if letter.isupper() == capitals:
            figure = example.figures[letter]
            late = _late(declared, figure)
            yield FigureEntry(
                id=letter.lower(),
                kind=figure.kind,
                at=tile,
                facing=facing,
                weapons=figure.weapons,
                state={name: value for name, value in figure.state.items() if name not in late},
            )


def _read(example: Example) -> tuple[tuple[str, ...], Mapping[str, tuple[Tile, Facing]]]:
    """The terrain rows of a map, and places and facings of its figures."""
    width = max((len(row) + 1) // 2 for row in example.rows)
    places: dict[str, tuple[Tile, Facing]] = {}
    ground = []
    for y, row in enumerate(example.rows):
        tiles = [row[at : at + 2].ljust(2) for at in range(0, 2 * width, 2)]
        ground.append("".join(_under(example, tile) for tile in tiles))
        for x, tile in enumerate(tiles):
            sign, look = tile[0], tile[1]
            if sign in example.figures:
                away = Facing.W if sign.isupper() else Facing.E
                places[sign] = ((x, y), FACINGS.get(look, away))
    if lost := [letter for letter in example.figures if letter not in places]:
        raise FileProblem(Problem(what=f"{', '.join(lost)} not in the drawing", file=example.text))
    return tuple(ground), places


def _under(example: Example, tile: str) -> str:
    """The terrain of a tile of an example's map."""
    if (figure := example.figures.get(tile[0])) is not None:
        return figure.on
    if tile[0] in TERRAIN:
        return tile[0]
    if tile.isspace():
        return "."
    raise FileProblem(Problem(what=f"what is '{tile}' in the drawing?", file=example.text))
