"""Worked examples of rules: a few words, a small drawing, one order. Odds are never stored here.

A tile of a drawing is two characters. The first is terrain or a figure, of blue with a small
letter and of red with a capital; the second is which way a figure looks: `^ > v <`, or a digit of
the number pad for the diagonals. Ids are the small letters. Blue gives the order.
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
    """A figure of a drawing: its kind, what it carries if not the usual, how it fares, its ground.

    `on` is the terrain under it. `state` is what `state` of a scenario may hold, and counters that
    only play sets, such as bursts fired already.
    """

    kind: str
    weapons: tuple[str, ...] | None = None
    state: Mapping[str, int | str] = field(factory=dict)
    on: str = "."


@frozen(eq=False)
class Example:
    """A worked example: the rules that it illustrates, in a sentence, as a drawing, with an order.

    `phase` is the bound that the order is given in; empty for the first that the ruleset has.
    `house` are house rules that it is played with.
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
        """The drawing, row by row."""
        return tuple(row.rstrip() for row in self.map.strip("\n").split("\n"))


@frozen
class ExampleSetup:
    """An example set up: what blue sees, and what it is about to order."""

    view: View
    order: Order


@cache
def examples_of(ruleset: str) -> tuple[Example, ...]:
    """The worked examples that come with a ruleset; none for one that has no file of them.

    Raises:
        FileProblem: The file is not as it should be.
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
    converter.register_structure_hook(ExampleFigure, lambda value, _: _cast(converter, value))
    return converter


def _plain(value: Any, _: Any) -> Any:  # noqa: ANN401 - whatever stands in the file
    if not isinstance(value, bool | int | str):
        raise TypeError(f"{value!r} is no word, number or truth")
    return value


def _cast(converter: Converter, value: Any) -> ExampleFigure:  # noqa: ANN401 - as above
    """A kind alone, or a table."""
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
    """An example set up by the scenario loader, as blue sees it.

    Raises:
        FileProblem: The drawing or a figure is not as it should be, or the order can't be read.
    """
    rules = ruleset_of(ruleset)
    scenario = parse(_scenario(ruleset, example).text, name=example.text)
    state = _played(opening_state(scenario), example)
    phase = example.phase or next(iter(rules.handbook.declared.phases))
    state = with_updated_sight(evolve(state, clock=Clock(1, 1, phase, BLUE)), (BLUE, RED))
    return ExampleSetup(view(state, BLUE), parse_order(example.order, verbs_of(rules)))


def _played(state: State, example: Example) -> State:
    """With the counters that only play sets."""
    figures = dict(state.figures)
    for letter, cast in example.figures.items():
        one, late = figures[letter.lower()], _late(state.setup.declared, cast)
        figures[one.id] = evolve(one, counters={**one.counters, **late})
    return evolve(state, figures=figures)


def _late(declared: Declared, cast: ExampleFigure) -> Mapping[str, int]:
    """The counters of a figure that no scenario may set."""
    ours = {name for name, counter in declared.counters.items() if not counter.given}
    return {name: int(value) for name, value in cast.state.items() if name in ours}


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
        ground=MapSection(rows),
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
            cast = example.figures[letter]
            late = _late(declared, cast)
            yield FigureEntry(
                id=letter.lower(),
                kind=cast.kind,
                at=tile,
                facing=facing,
                weapons=cast.weapons,
                state={name: value for name, value in cast.state.items() if name not in late},
            )


def _read(example: Example) -> tuple[tuple[str, ...], Mapping[str, tuple[Tile, Facing]]]:
    """The ground of a drawing, and where its figures stand and look."""
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
    """The terrain of a tile of a drawing."""
    if (cast := example.figures.get(tile[0])) is not None:
        return cast.on
    if tile[0] in TERRAIN:
        return tile[0]
    if tile.isspace():
        return "."
    raise FileProblem(Problem(what=f"what is '{tile}' in the drawing?", file=example.text))
