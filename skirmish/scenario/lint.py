"""Allowed but probably unintended content of a scenario: warnings and notes, each with a remedy.

A *warning* is about a defect that battles will suffer from, a *note* about something to check. Each
has an id; `[lint] ignore = ["id"]` in the file switches it off. No game is played.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import frozen

from skirmish.core.board import IMPASSABLE, Board
from skirmish.core.figures import Kind
from skirmish.core.geometry import Tile, tile_text, within
from skirmish.core.sanitize import NAME_LIMIT, escaped
from skirmish.core.script import ENTERS, SCORE, TURN, Trigger
from skirmish.core.setup import areas_overlap, entry_tiles, in_area, lies_within
from skirmish.core.text import pluralize
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.model import FigureEntry, Force, Scenario
from skirmish.scenario.scenario_map import area_tiles
from skirmish.scenario.stat_blocks import StatBlocks
from skirmish.scenario.validation import arrival_tiles, entries_of, flooded

WARNING, NOTE = "warning", "note"
USUAL_BREAK = 50
"""Percent; a break point that suits most battles."""
UNEQUAL = 2
"""Ratio of the worth of the sides from which on a note is given."""
NEAR = 12
"""Tiles within which figures that see each other at the start are likely to fall at once."""
LINE_WORDS = (
    *("advise", "briefing", "figures", "foes", "help", "log", "look", "map", "next", "objectives"),
    *("odds", "orders", "player", "quit", "recap", "rules", "score", "threats", "together"),
    *("undo", "who", "why"),
)
"""The words that a line of line mode may begin with, besides the orders; a test compares them."""
_POINTS = re.compile(r":\s*(\d{1,9})\b|\b(\d{1,9}) points?\b")
"""Points in the text of an objective: `Hold the yard: 3 a turn`, `for 3 points`."""


@frozen
class Subject:
    """A valid scenario with values derived from it.

    `places`: where figures stand at the start, including those that their player deploys.
    """

    scenario: Scenario
    board: Board
    blocks: StatBlocks
    places: Mapping[str, Tile]

    def kind_of(self, entry: FigureEntry) -> Kind | None:
        """The kind of a figure."""
        return self.blocks.kinds.get(entry.kind)

    def begins(self, force: Force) -> list[Tile]:
        """The tiles on which figures of a side can stand at the start."""
        tiles = [self.places[entry.id] for entry in force.figures]
        return tiles + (area_tiles(force.deploy, self.board) if force.deploy else [])

    def starts(self, side: str) -> int:
        """The mask of the tiles on which figures of a side can begin or arrive."""
        force = next(force for force in self.scenario.sides if force.id == side)
        tiles = self.begins(force)
        for wave in self.scenario.waves:
            if wave.side == side:
                tiles += arrival_tiles(wave.arrival, self.board)
        return self.board.mask_of(tiles)


Look = Callable[[Subject], Iterator[Fault]]


def split_map(subject: Subject) -> Iterator[Fault]:
    """No way leads from one side to the other."""
    one, other = (force.id for force in subject.scenario.sides)
    if not flooded(subject.starts(one), subject.board) & subject.starts(other):
        yield Fault(("map",), "no way leads from one side to the other", "open one: a door, a ford")


def empty_start(subject: Subject) -> Iterator[Fault]:
    """A side has no figure at the start."""
    for force in subject.scenario.sides:
        if not force.figures:
            what = "no figure of this side is there at the start"
            yield Fault(("sides", force.id), what, "list one, or let the other side come later too")


def met_at_start(subject: Subject) -> Iterator[Fault]:
    """A decisive objective is met as the battle begins."""
    for n, goal in enumerate(subject.scenario.objectives):
        if goal.kind != "reach" or not goal.decisive or goal.area is None or goal.closed:
            continue
        force = _force(subject, goal.side)
        there = [
            entry.id
            for entry in force.figures
            if (not goal.figures or entry.id in goal.figures)
            and (
                in_area(goal.area, subject.places[entry.id])
                or (entry.at is None and force.deploy and areas_overlap(force.deploy, goal.area))
            )
        ]
        if there:
            what = f"{there[0]} can be there from the start, which decides the battle"
            yield Fault(("objectives", n, "area"), what, "move the area or the figure")


def safe_hold(subject: Subject) -> Iterator[Fault]:
    """A side scores for its own zone, and the other side has no reason to come."""
    goals = subject.scenario.objectives
    for n, goal in enumerate(goals):
        zone = _force(subject, goal.side).deploy
        if goal.kind != "hold" or goal.area is None or zone is None:
            continue
        rival = any(
            other.side != goal.side and other.area and areas_overlap(other.area, goal.area)
            for other in goals
        )
        if lies_within(goal.area, zone) and not rival:
            what = f"{goal.side} begins there, and the other side scores nothing there"
            yield Fault(("objectives", n, "area"), what, "give the other side an objective there")


def only_destruction(subject: Subject) -> Iterator[Fault]:
    """Nothing but the destruction of a side ends the battle before its last turn."""
    scenario = subject.scenario
    if not scenario.objectives and not any(force.break_point for force in scenario.sides):
        what = "the battle is won by destroying the other side alone"
        yield Fault(("sides",), what, "write an objective or a break_point")


def low_break_point(subject: Subject) -> Iterator[Fault]:
    """A side breaks with the loss of any one of its figures, even the cheapest."""
    for force in subject.scenario.sides:
        worth = dict(_worth_of_figures(subject, force))
        cheapest = min((name for name in worth if worth[name]), key=worth.__getitem__, default="")
        percent = 100 * worth[cheapest] // sum(worth.values()) if cheapest else 0
        if len(worth) > 1 and 0 < force.break_point <= percent:
            what = f"the loss of {cheapest} alone, {percent}% of the side's worth, breaks the side"
            remedy = f"write more than {percent}" + (
                "; 50 is usual" if percent < USUAL_BREAK else ""
            )
            yield Fault(("sides", force.id, "break_point"), what, remedy)


def _worth_of_figures(subject: Subject, force: Force) -> Iterator[tuple[str, int]]:
    """The worth of each figure that comes without an event, also if it comes in a later turn."""
    scenario = subject.scenario
    waves = [one for one in scenario.waves if one.side == force.id and not one.arrival.event]
    for entry in (*force.figures, *(entry for wave in waves for entry in wave.figures)):
        kind = subject.kind_of(entry)
        yield entry.id, kind.points if kind is not None else 0


def unarmed(subject: Subject) -> Iterator[Fault]:
    """A figure has no weapon."""
    for path, entry in entries_of(subject.scenario):
        kind = subject.kind_of(entry)
        if kind is not None and not (kind.weapons if entry.weapons is None else entry.weapons):
            yield Fault((*path, "weapons"), f"{entry.id} has no weapon", "give it one")


def worthless(subject: Subject) -> Iterator[Fault]:
    """A figure is worth nothing, so that its loss does not count."""
    for path, entry in entries_of(subject.scenario):
        kind = subject.kind_of(entry)
        if kind is not None and not kind.points:
            what = f"{entry.id} is worth no points, so its loss does not count"
            yield Fault((*path, "kind"), what, "give its kind points")


def stuck(subject: Subject) -> Iterator[Fault]:
    """A figure cannot leave its tile."""
    board = subject.board
    for path, entry in entries_of(subject.scenario):
        if entry.at is not None:
            here = board.bit(entry.at)
            if flooded(here, board) == here:
                yield Fault((*path, "at"), f"{entry.id} cannot leave this tile", "open a way")


def near_at_start(subject: Subject) -> Iterator[Fault]:
    """Most figures of a side begin in sight of enemies near them."""
    one, other = subject.scenario.sides
    for force, enemy in ((one, other), (other, one)):
        foes = [subject.places[entry.id] for entry in enemy.figures if not entry.hidden]
        seen = [
            entry.id
            for entry in force.figures
            if not entry.hidden and _meets(subject.board, subject.places[entry.id], foes)
        ]
        if len(seen) * 2 > len(force.figures):
            count = len(force.figures)
            begin = f"{pluralize(count, 'figure')} {'begins' if count == 1 else 'begin'}"
            what = f"{len(seen)} of {begin} in sight of enemies near by"
            remedy = "move one side farther away, or behind walls"
            yield Fault(("sides", force.id), what, remedy)


def _meets(board: Board, tile: Tile, foes: Iterable[Tile]) -> bool:
    seen = board.seen_from(tile)
    return any(seen & board.bit(foe) and within(tile, foe, NEAR) for foe in foes)


def unreachable_event(subject: Subject) -> Iterator[Fault]:
    """No figure can reach the area of an event, or its score is impossible."""
    scenario, board = subject.scenario, subject.board
    side_of = {entry.id: side for side, entry in scenario.entries()}
    for n, event in enumerate(scenario.events):
        when = event.when
        if when.kind == ENTERS and when.area is not None:
            sides = {side_of[name] for name in when.figures} or {when.side}
            starts = 0
            for side in sorted(sides):
                starts |= subject.starts(side)
            if not flooded(starts, board) & board.mask_of(area_tiles(when.area, board)):
                what = "no figure that counts can get there, so it never happens"
                yield Fault(("events", n, "when", ENTERS), what, "open a way, or move the area")
        elif when.kind == SCORE and when.number > _most_points(scenario, when.side):
            what = f"{when.side} can never have {when.number} points, so it never happens"
            yield Fault(("events", n, "when", SCORE), what, "choose a smaller number")


def _most_points(scenario: Scenario, side: str) -> int:
    """The largest possible number of points of a side."""
    own = sum(owner == side for owner, _ in scenario.entries())
    foes = sum(owner != side for owner, _ in scenario.entries())
    times = {"reach": 1, "hold": scenario.turns, "destroy": foes, "survive": own, "escort": own}
    goals = (goal for goal in scenario.objectives if goal.side == side)
    return sum(goal.points * times.get(goal.kind, 1) for goal in goals)


def open_and_close(subject: Subject) -> Iterator[Fault]:
    """An event opens and closes one objective at once."""
    for n, event in enumerate(subject.scenario.events):
        for k, name in enumerate(event.closes):
            if name in event.opens:
                what = f"the event opens {name} as well"
                yield Fault(("events", n, "close", k), what, "remove one of them")


def same_ground(subject: Subject) -> Iterator[Fault]:
    """An event changes ground to its terrain at the start, and no event changes it to another."""
    board, events = subject.board, subject.scenario.events
    changed = {
        tile
        for event in events
        for change in event.terrain
        for tile in area_tiles(change.area, board)
        if board.terrain(tile).id != change.terrain
    }
    for n, event in enumerate(events):
        for k, change in enumerate(event.terrain):
            # No tile in `changed` means that all of them are that terrain from the start.
            if changed.isdisjoint(area_tiles(change.area, board)):
                what = f"all of it is {change.terrain} already"
                yield Fault(("events", n, "terrain", k, "becomes"), what, "name other ground")


def no_door(subject: Subject) -> Iterator[Fault]:
    """An event opens a door where there is none and no event makes one."""
    board, events = subject.board, subject.scenario.events
    changes = [(n, k, one) for n, event in enumerate(events) for k, one in enumerate(event.terrain)]
    for n, k, change in changes:
        opened = board.kinds[change.terrain]
        if not opened.door or opened.cost == IMPASSABLE:
            continue
        doors = {kind.id for kind in board.kinds.values() if opened.id in (kind.id, kind.door)}
        there = [board.terrain(tile) for tile in area_tiles(change.area, board)]
        made = any(
            one.terrain in doors and one is not change and areas_overlap(one.area, change.area)
            for _, _, one in changes
        )
        if not made and not any(kind.id in doors for kind in there):
            what = f"no door is there: it is {there[0].name}"
            yield Fault(("events", n, "terrain", k, "area"), what, "name the tile of the door")


def joins_own_side(subject: Subject) -> Iterator[Fault]:
    """A figure joins the side that it begins on, and no event makes it leave that side."""
    scenario = subject.scenario
    side_of = {entry.id: side for side, entry in scenario.entries()}
    joinings = [joining for event in scenario.events for joining in event.joins]
    for n, event in enumerate(scenario.events):
        for k, joining in enumerate(event.joins):
            for name in joining.figures:
                left = any(name in one.figures and one.side != side_of[name] for one in joinings)
                if side_of[name] == joining.side and not left:
                    what = f"{name} is on this side already"
                    yield Fault(("events", n, "join", k, "side"), what, "name the other side")


def late_reinforcements(subject: Subject) -> Iterator[Fault]:
    """Reinforcements come in the last turn, by themselves or with an event of that turn."""
    scenario = subject.scenario
    events = {event.id: event for event in scenario.events}
    for n, wave in enumerate(scenario.waves):
        name = wave.arrival.event
        turn = _earliest(events[name], events) if name else wave.arrival.turn
        if turn == scenario.turns > 1:
            what = "they arrive in the last turn of the battle"
            remedy = f"choose an earlier turn for {name}" if name else "choose an earlier turn"
            yield Fault(("reinforcements", n, "event" if name else "turn"), what, remedy)


def _earliest(event: Trigger, events: Mapping[str, Trigger]) -> int:
    """The first turn in which an event can happen."""
    own = event.when.number if event.when.kind == TURN else 1
    return max(own, _earliest(events[event.when.after], events)) if event.when.after else own


def arrives_at_goal(subject: Subject) -> Iterator[Fault]:
    """Reinforcements arrive where their side has an objective to reach."""
    scenario = subject.scenario
    for n, wave in enumerate(scenario.waves):
        names = {entry.id for entry in wave.figures}
        for goal in scenario.objectives:
            area = wave.arrival.area
            counts = not goal.figures or names & {*goal.figures}
            reached = goal.kind == "reach" and goal.side == wave.side and counts
            if reached and area and goal.area and areas_overlap(area, goal.area):
                what = f"they arrive in the area of {goal.id}, so it is reached without a move"
                remedy = "move one of the areas, or name in `figures` those that count"
                yield Fault(("reinforcements", n, "area"), what, remedy)


def walled_in(subject: Subject) -> Iterator[Fault]:
    """No path leads from where reinforcements enter to an objective or to where figures begin."""
    scenario, board = subject.scenario, subject.board
    areas = [goal.area for goal in scenario.objectives if goal.area is not None]
    wanted = board.mask_of(tile for area in areas for tile in area_tiles(area, board))
    for force in scenario.sides:
        wanted |= board.mask_of(subject.begins(force))
    for n, wave in enumerate(scenario.waves):
        key = "area" if wave.arrival.area else "edge"
        for entry, tile in zip(wave.figures, entry_tiles(board, wave.arrival), strict=False):
            if not flooded(board.bit(tile), board) & wanted:
                what = f"{entry.id} enters at {tile_text(tile)}, and no way leads on from there"
                yield Fault(("reinforcements", n, key), what, f"open one, or name another {key}")
                break


def no_ammunition(subject: Subject) -> Iterator[Fault]:
    """A figure begins with an empty weapon."""
    for path, entry in entries_of(subject.scenario):
        for key, value in entry.state.items():
            if key.startswith(("rounds", "tokens")) and value == 0:
                what = f"{entry.id} begins with nothing in that weapon"
                yield Fault((*path, "state", key), what, "give it some, or take the weapon away")


def same_sign(subject: Subject) -> Iterator[Fault]:
    """A kind of the scenario has the letter of another one on its side, or of the map's terrain."""
    scenario = subject.scenario
    used = {name: subject.blocks.kinds.get(name) for name in _used_kinds(scenario)}
    letters = {kind.glyph: kind.name for kind in subject.board.tiles}
    sides = {name: {s for s, one in scenario.entries() if one.kind == name} for name in used}
    for name in scenario.kinds:
        kind = used.get(name)
        if kind is None:
            continue
        beside = [other for other in used if other != name and sides[other] & sides[name]]
        twins = [n for n in beside if (one := used[n]) is not None and one.glyph == kind.glyph]
        met = [*twins, *(letters[glyph] for glyph in (kind.glyph,) if glyph in letters)]
        if met:
            what = f"its letter {kind.glyph} is also that of {met[0]}"
            yield Fault(("kinds", name), what, "give it a glyph of its own")


def same_name(subject: Subject) -> Iterator[Fault]:
    """Two figures have one name."""
    met: dict[str, str] = {}
    for path, entry in entries_of(subject.scenario):
        name = entry.name.casefold()
        if name and name in met:
            what = f"{met[name]} has this name too"
            yield Fault((*path, "name"), what, "change one of them")
        met.setdefault(name, entry.id)


def command_id(subject: Subject) -> Iterator[Fault]:
    """The id of a figure is a word of line mode, so line mode reads it as that word."""
    # Only `check` needs the orders of the ruleset.
    from skirmish.rulesets.engine import verbs_of  # noqa: PLC0415
    from skirmish.rulesets.registry import ruleset  # noqa: PLC0415

    words = {*verbs_of(ruleset(subject.scenario.ruleset)), *LINE_WORDS}
    for path, entry in entries_of(subject.scenario):
        if entry.id in words:
            what = f"'{entry.id}' is a word of line mode, so the figure cannot be named by it there"
            yield Fault((*path, "id"), what, "choose another id")


def mixed_letters(subject: Subject) -> Iterator[Fault]:
    """A name mixes letters of several scripts that look alike."""
    scenario = subject.scenario
    texts: list[tuple[Path, str]] = [(("title",), scenario.title)]
    texts += [(("sides", force.id, "name"), force.name) for force in scenario.sides]
    texts += [((*path, "name"), entry.name) for path, entry in entries_of(scenario)]
    for path, text in texts:
        for word in text.split():
            scripts = sorted({_script(letter) for letter in word if letter.isalpha()} & _ALIKE)
            if len(scripts) > 1:
                what = f"'{escaped(word, NAME_LIMIT)}' has {' and '.join(scripts).title()} letters"
                yield Fault(path, what, "write it with letters of one script")


_ALIKE = {"LATIN", "GREEK", "CYRILLIC"}


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def same_lesson(subject: Subject) -> Iterator[Fault]:
    """Two lessons are for the same moment."""
    met: dict[tuple[object, ...], int] = {}
    for n, one in enumerate(subject.scenario.lessons):
        moment = (one.side, one.turn, one.phase, one.when, one.state)
        if moment in met:
            what = f"lesson {met[moment] + 1} is for the same moment"
            yield Fault(("lessons", n), what, "join them, or give one another `when`")
        met.setdefault(moment, n)


def points_in_text(subject: Subject) -> Iterator[Fault]:
    """The text of an objective names another number of points than the objective pays."""
    for n, goal in enumerate(subject.scenario.objectives):
        numbers = [int(one or other) for one, other in _POINTS.findall(goal.text)]
        if numbers and goal.points and goal.points not in numbers:
            what = f"the text says {numbers[-1]}, and it pays {goal.points}"
            yield Fault(("objectives", n, "text"), what, "make text and points agree")


def unused(subject: Subject) -> Iterator[Fault]:
    """A kind, weapon or terrain of the scenario is never used."""
    scenario = subject.scenario
    kinds = _used_kinds(scenario)
    weapons = {name for _, entry in scenario.entries() for name in entry.weapons or ()}
    for name in kinds:
        kind = subject.blocks.kinds.get(name)
        weapons |= set(kind.weapons) if kind is not None else set()
    letters = set("".join(scenario.map.rows))
    becomes = {change.terrain for event in scenario.events for change in event.terrain}
    doors = {kind.door for kind in subject.board.kinds.values()}
    ids = {kind.glyph: kind.id for kind in subject.board.kinds.values()}
    lists = (("kinds", scenario.kinds, kinds), ("weapons", scenario.weapons, weapons))
    for key, own, used in lists:
        for name in own:
            if name not in used:
                yield Fault((key, name), "no figure has it", "use it, or remove it")
    for letter in scenario.map.terrain:
        if letter not in letters and ids.get(letter) not in becomes | doors:
            yield Fault(("terrain", letter), "it is nowhere on the map", "use it, or remove it")


def unequal_sides(subject: Subject) -> Iterator[Fault]:
    """One side is worth much more than the other."""
    worth = {force.id: 0 for force in subject.scenario.sides}
    for side, entry in subject.scenario.entries():
        kind = subject.kind_of(entry)
        worth[side] += kind.points if kind is not None else 0
    low, high = sorted(worth, key=lambda side: worth[side])
    if worth[high] > UNEQUAL * worth[low]:
        what = f"{high} is worth {worth[high]} points, {low} {worth[low]}"
        remedy = "even them out, or say in the briefing why not: `skirmish simulate` tells who wins"
        yield Fault(("sides", high), what, remedy)


def _used_kinds(scenario: Scenario) -> list[str]:
    return list(dict.fromkeys(entry.kind for _, entry in scenario.entries()))


def _force(subject: Subject, side: str) -> Force:
    return next(force for force in subject.scenario.sides if force.id == side)


CHECKS: Mapping[str, tuple[str, Look]] = {
    "split_map": (WARNING, split_map),
    "empty_start": (WARNING, empty_start),
    "met_at_start": (WARNING, met_at_start),
    "near_at_start": (WARNING, near_at_start),
    "stuck": (WARNING, stuck),
    "unarmed": (WARNING, unarmed),
    "no_ammunition": (WARNING, no_ammunition),
    "worthless": (WARNING, worthless),
    "walled_in": (WARNING, walled_in),
    "low_break_point": (WARNING, low_break_point),
    "unreachable_event": (WARNING, unreachable_event),
    "mixed_letters": (WARNING, mixed_letters),
    "command_id": (WARNING, command_id),
    "safe_hold": (NOTE, safe_hold),
    "only_destruction": (NOTE, only_destruction),
    "open_and_close": (NOTE, open_and_close),
    "same_ground": (NOTE, same_ground),
    "no_door": (NOTE, no_door),
    "joins_own_side": (NOTE, joins_own_side),
    "unequal_sides": (NOTE, unequal_sides),
    "late_reinforcements": (NOTE, late_reinforcements),
    "arrives_at_goal": (NOTE, arrives_at_goal),
    "same_sign": (NOTE, same_sign),
    "same_name": (NOTE, same_name),
    "same_lesson": (NOTE, same_lesson),
    "points_in_text": (NOTE, points_in_text),
    "unused": (NOTE, unused),
}
"""For each id its severity and its check."""
PLAYED: Mapping[str, str] = {
    "uneven": WARNING,
    "early_loss": WARNING,
    "decided_early": WARNING,
    "never_pays": WARNING,
    "unreached_event": NOTE,
}
"""Severity by id of what only games reveal; the checks are in `analysis/played_checks.py`."""


def look(subject: Subject) -> Iterator[tuple[str, Fault]]:
    """Return the findings with their ids, without those that the scenario ignores."""
    for name, (_, find) in CHECKS.items():
        if name not in subject.scenario.ignored:
            yield from ((name, fault) for fault in find(subject))


def check_ignored(scenario: Scenario, faults: Faults) -> None:
    """Add faults for ignored ids that are no warnings or notes."""
    for n, name in enumerate(scenario.ignored):
        if name not in CHECKS and name not in PLAYED:
            what = f"no warning or note '{escaped(name, NAME_LIMIT)}'"
            faults.add(Fault(("lint", "ignore", n), what, did_you_mean(name, (*CHECKS, *PLAYED))))
