"""Generation of a scenario from options: drawn, bought and measured until it is fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import fill

from attrs import evolve, frozen

from skirmish.core.setup import Area, Objective, tiles_in
from skirmish.errors import UsageProblem
from skirmish.generator import canvas as marks
from skirmish.generator.building import open_pockets
from skirmish.generator.canvas import Canvas
from skirmish.generator.draw import Draw
from skirmish.generator.fairness import faults_of
from skirmish.generator.forces import forces
from skirmish.generator.ground import ATTACK, Goal, Layout, layout_of
from skirmish.generator.names import TEXTS, place_name, side_names
from skirmish.generator.options import VERSION, Options
from skirmish.generator.places.bridge import draw_bridge
from skirmish.generator.places.factory import draw_factory
from skirmish.generator.places.ruins import draw_ruins
from skirmish.generator.places.trenches import draw_trenches
from skirmish.generator.places.village import draw_village
from skirmish.generator.places.woods import draw_woods
from skirmish.scenario import About, Block, FigureEntry, Force, MapSection, Scenario
from skirmish.scenario.lint import look
from skirmish.scenario.loader import MAX_MINUTES
from skirmish.scenario.opening import subject_of

ATTEMPTS = 160
"""Maps that are drawn for a candidate before it is given up."""
SIDES = ("blue", "red")
BREAK_POINT = 60
_COLUMNS = 76
_SECONDS = 15
"""Seconds per figure and turn, for the estimated length in the file."""

_DRAWN: Mapping[str, Callable[[Canvas, Layout, Draw], tuple[Goal, ...]]] = {
    "village": draw_village,
    "woods": draw_woods,
    "factory": draw_factory,
    "ruins": draw_ruins,
    "bridge": draw_bridge,
    "trenches": draw_trenches,
}


def _painted(look: str, colour: str) -> Mapping[str, str]:
    """Keys of a terrain that looks like another one, in its own colour."""
    return {"look": look, "colour": colour}


_TERRAIN: Mapping[str, Block] = {
    marks.CROPS: Block(
        "open", {"id": "crops", "name": "crops", "cost": 2, **_painted("bridge", "7a7432")}
    ),
    marks.MACHINE: Block(
        "rocks", {"id": "machine", "name": "machine", **_painted("sandbags", "9a8f80")}
    ),
    marks.CRATES: Block(
        "low_wall", {"id": "crates", "name": "crates", **_painted("sandbags", "8c744c")}
    ),
}
Sides = tuple[Sequence[str], Sequence[str]]
"""The kinds of each side."""


@frozen
class Site:
    """A map with its zones and goals, in its final orientation.

    Attributes:
        rows: The rows of the map.
        zones: The zones of the two sides.
        goals: For each side the areas that it should hold, with the goal of each.
        turns: Turns of the battle.
    """

    rows: tuple[str, ...]
    zones: tuple[Area, Area]
    goals: tuple[tuple[tuple[Area, Goal], ...], ...]
    turns: int


def generate(options: Options, candidate: int = 1, sides: Sides | None = None) -> Scenario:
    """Generate a scenario; it depends on the arguments and `VERSION` alone.

    Args:
        options: Seed, place, size and so on.
        candidate: Number of the candidate, from 1; others are as good, and different.
        sides: The kinds of each side; None buys them for the points of the options.

    Raises:
        UsageProblem: An option is impossible, or no map of this size is fit for so many figures.
    """
    options.check()
    for attempt in range(ATTEMPTS):
        scenario = _attempt(options, candidate, attempt, sides)
        if scenario is not None:
            return scenario
    width, height = options.size
    raise UsageProblem(
        f"no fair map of {width}x{height} for {options.points} points",
        remedy="choose a larger map or fewer points",
    )


def _attempt(
    options: Options, candidate: int, attempt: int, given: Sides | None
) -> Scenario | None:
    """One map with forces; None if it is unfit."""
    long, short = max(options.size), min(options.size)
    key = f"generated {VERSION} {options.seed} {options.place} {long}x{short} {candidate} {attempt}"
    draw = Draw(key)
    bought = draw.part(f"forces {options.ruleset} {options.points}")
    sides = given or forces(options.ruleset, options.points, bought, same=options.same_forces)
    figures = max(map(len, sides))
    site = site_of(options, draw, figures)
    scenario = scenario_of(options, site, sides, draw)
    areas = tuple(tuple(area for area, _ in own) for own in site.goals)
    subject = subject_of(scenario)
    if faults_of(subject.board, site.zones, areas, figures):
        return None
    if given is None and any(True for _ in look(subject)):
        return None
    return scenario


def site_of(options: Options, draw: Draw, figures: int) -> Site:
    """Draw the map of a scenario with a number of figures on each side."""
    long, short = max(options.size), min(options.size)
    canvas = Canvas(long, short)
    layout = layout_of(canvas, figures)
    goals = _DRAWN[options.place](canvas, layout, draw.part("map"))
    open_pockets(canvas, next(t for t in tiles_in(layout.zone) if canvas.at(t) in marks.SOFT))
    site = Site(
        canvas.rows,
        (layout.zone, canvas.image_of(layout.zone)),
        (tuple(_held(goals, canvas, 0)), tuple(_held(goals, canvas, 1))),
        layout.turns,
    )
    return site if options.size == (long, short) else _turned(site)


def _held(goals: Sequence[Goal], canvas: Canvas, side: int) -> Iterator[tuple[Area, Goal]]:
    """The areas that a side should hold; a shared goal and its image count for both sides."""
    for goal in goals:
        image = canvas.image_of(goal.area)
        if goal.kind == ATTACK:
            yield (image if side else goal.area), goal
        else:
            yield goal.area, goal
            if image != goal.area:
                yield image, goal


def _turned(site: Site) -> Site:
    """The site with its long side upright: rows become columns."""

    def turned(area: Area) -> Area:
        return area[1], area[0], area[3], area[2]

    rows = tuple("".join(column) for column in zip(*site.rows, strict=True))
    zones = turned(site.zones[0]), turned(site.zones[1])
    goals = tuple(tuple((turned(area), goal) for area, goal in own) for own in site.goals)
    return evolve(site, rows=rows, zones=zones, goals=goals)


def scenario_of(options: Options, site: Site, sides: Sides, draw: Draw) -> Scenario:
    """Put a scenario together from a map and the kinds of both sides."""
    words = draw.part("words")
    place, names = place_name(words), side_names(words)
    text = TEXTS[options.place]
    used = set("".join(site.rows))
    return Scenario(
        title=f"{text.title.format(place)}, {options.seed}",
        ruleset=options.ruleset,
        turns=site.turns,
        first=words.choice(SIDES),
        about=_about(options, sum(map(len, sides)), site.turns),
        briefing=fill(text.briefing.format(place), _COLUMNS),
        sides=tuple(_force(n, names[n], site.zones[n], sides[n]) for n in range(len(SIDES))),
        map=MapSection(site.rows, terrain={m: b for m, b in _TERRAIN.items() if m in used}),
        objectives=tuple(_objectives(site)),
    )


def _about(options: Options, figures: int, turns: int) -> About:
    return About(
        description=TEXTS[options.place].about,
        length=min(MAX_MINUTES, 5 + figures * turns * _SECONDS // 60),
        tags=("generated", options.place),
        notes="\n".join((f"Begun with version {VERSION} of the generator:", *options.command)),
    )


def _force(number: int, name: str, zone: Area, kinds: Sequence[str]) -> Force:
    side = SIDES[number]
    entries = tuple(FigureEntry(f"{side[0]}{n}", kind) for n, kind in enumerate(kinds, 1))
    return Force(side, name, deploy=zone, break_point=BREAK_POINT, figures=entries)


def _objectives(site: Site) -> Iterator[Objective]:
    number = 0
    for side, own in zip(SIDES, site.goals, strict=True):
        for area, goal in own:
            number += 1
            where = _where(area, [other for other, same in own if same == goal])
            text = f"Hold {goal.name}{where}: {goal.points} a turn"
            yield Objective(f"o{number}", side, "hold", goal.points, area, text=text)
        number += 1
        yield Objective(f"o{number}", side, "destroy", 1, text="Put an enemy out: 1 each")


def _where(area: Area, areas: Sequence[Area]) -> str:
    """Which of two areas of the same name this is: ` in the west`; "" for a single one."""
    for other in areas:
        across, down = (area[n] + area[n + 2] - other[n] - other[n + 2] for n in range(2))
        if across or down:
            wide = abs(across) >= abs(down)
            ends = ("west", "east") if wide else ("north", "south")
            return f" in the {ends[(across if wide else down) > 0]}"
    return ""
