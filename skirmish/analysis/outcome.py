"""Outcome of one finished game in numbers: winner, length, idle figures, causes of losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import add

from attrs import astuple, field, frozen

from skirmish.analysis.fire_log import WeaponFire, all_lines, by_figure, by_weapon
from skirmish.core.codec import Shape
from skirmish.core.events import (
    Asked,
    Bound,
    Event,
    Fired,
    Hurt,
    Left,
    Moved,
    Scored,
    Struck,
    Triggered,
)
from skirmish.core.orders import DEPLOY, END, READY, figure_in
from skirmish.core.state import State, in_area
from skirmish.game import Entry, Game

QUIET = ("nothing", "missed")
"""Effects of a shot that did nothing to its target."""
BEFOREHAND = (DEPLOY.name, READY.name)
LAST = 4
"""Number of turns at the end of a game that are checked for any change."""


@frozen
class WeaponUse:
    """Use of a weapon: shots, hits with an effect, figures put out.

    `lost` are the points of the enemies that were put out, `own` those of its own side.
    """

    shots: int = 0
    hits: int = 0
    out: int = 0
    lost: int = 0
    own: int = 0

    def with_more(self, other: WeaponUse) -> WeaponUse:
        """The sum of two uses."""
        return WeaponUse(*map(add, astuple(self), astuple(other)))


@frozen
class ObjectivePayment:
    """Payments of an objective in a game: their number, turn of the first one, total points."""

    times: int
    turn: int
    points: int


@frozen
class FigureDeeds:
    """The actions and losses of a figure in a game.

    `shots`, `hits`, `out`, `lost` and `own` are as in `WeaponUse`. `fell`: the turn in which it was
    put out, 0 if it was not. `early`: whether that was before the first order of its side.
    """

    side: str
    shots: int = 0
    hits: int = 0
    out: int = 0
    lost: int = 0
    own: int = 0
    fell: int = 0
    early: bool = False


@frozen
class Outcome:
    """One game in whole numbers, so that sums are the same on every machine.

    `turns`: turns that were begun. `figure_turns`: for each complete turn, the figures that were on
    the table all through it; `idle`: those of them that did nothing (see `_idle`). `losses`:
    figures lost by cause. `still`: whether nothing changed in the last four turns. `used`: orders
    after deployment by verb. `goals`: payments by side and objective. `asked`: questions by side.
    `rules`: how often each numbered rule was applied, if counted. `figures`: the deeds of each
    figure. `events`: the turn in which each scripted event happened.
    """

    seed: int
    players: Mapping[str, str]
    winner: str
    reason: str
    turns: int
    orders: int
    figure_turns: int
    idle: int
    still: bool
    losses: Mapping[str, int] = field(factory=dict)
    lost: Mapping[str, int] = field(factory=dict)
    score: Mapping[str, int] = field(factory=dict)
    questions: int = 0
    used: Mapping[str, int] = field(factory=dict)
    first: str = ""
    fire: Mapping[str, WeaponUse] = field(factory=dict)
    goals: Mapping[tuple[str, str], ObjectivePayment] = field(factory=dict)
    asked: Mapping[str, int] = field(factory=dict)
    rules: Mapping[str, int] = field(factory=dict)
    figures: Mapping[str, FigureDeeds] = field(factory=dict)
    events: Mapping[str, int] = field(factory=dict)

    @property
    def early(self) -> bool:
        """Whether a figure was lost before the first order of its side."""
        return any(deeds.early for deeds in self.figures.values())


@frozen
class OrderEvent:
    """An event with the verb and the line of the order that caused it.

    `actor`: the figure that the order was given to, if the order is more than a turn.
    """

    event: Event
    verb: str
    line: int
    actor: str = ""


def outcome_of(game: Game) -> Outcome:
    """Measure a finished game."""
    moments = tuple(_moments(game))
    tally = game.state.tally
    figure_turns, idle = _idle(game, moments)
    asked = _asked(game, moments)
    return Outcome(
        seed=game.seed,
        players=game.players,
        winner=tally.winner,
        reason=tally.reason,
        turns=game.turn,
        orders=len(game.standing),
        figure_turns=figure_turns,
        idle=idle,
        still=_still(game, moments),
        losses=_losses(moments),
        lost=_lost(game, moments),
        score={side: tally.score.get(side, 0) for side in game.sides},
        questions=sum(asked.values()),
        used=_used(game),
        first=_first(moments),
        fire=_fire(game),
        goals=_goals(moments),
        asked=asked,
        figures=_deeds(game, moments),
        events=_events(moments),
    )


def _asked(game: Game, moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    asked = [moment.event.side for moment in moments if isinstance(moment.event, Asked)]
    return {side: asked.count(side) for side in game.sides}


def _first(moments: tuple[OrderEvent, ...]) -> str:
    """The side of the first bound after deployment; "" if the battle ended before."""
    bounds = (moment.event for moment in moments if isinstance(moment.event, Bound))
    return next((bound.side for bound in bounds if bound.turn), "")


def _fire(game: Game) -> Mapping[str, WeaponUse]:
    used: dict[str, WeaponUse] = {}
    for fire in by_weapon(tuple(all_lines(game))):
        one = WeaponUse(fire.shots, fire.hits, fire.out, fire.lost, fire.own)
        used[fire.weapon] = used.get(fire.weapon, WeaponUse()).with_more(one)
    return {weapon: used[weapon] for weapon in sorted(used)}


def _deeds(game: Game, moments: tuple[OrderEvent, ...]) -> Mapping[str, FigureDeeds]:
    """The deeds of each figure that took part."""
    fire, fell = by_figure(tuple(all_lines(game))), _falls(game, moments)
    found = {}
    for name, figure in game.state.figures.items():
        if figure.at is None and name not in fell:
            continue
        one = fire.get(name) or WeaponFire(figure.side, name)
        turn, early = fell.get(name, (0, False))
        counts = one.shots, one.hits, one.out, one.lost, one.own
        found[name] = FigureDeeds(figure.side, *counts, turn, early)
    return found


def _falls(game: Game, moments: tuple[OrderEvent, ...]) -> Mapping[str, tuple[int, bool]]:
    """The turn in which each fallen figure fell, and whether its side had given no order before."""
    begun: dict[str, int] = {}
    for line, entry in enumerate(game.standing, 1):
        if entry.verb not in BEFOREHAND:
            begun.setdefault(entry.side, line)
    falls = {}
    for turn, inside in _turns(moments):
        for moment in inside:
            if isinstance(moment.event, Left):
                name = moment.event.figure
                first = begun.get(game.state.figures[name].side, len(game.standing) + 1)
                falls[name] = turn, moment.line < first
    return falls


def _goals(moments: tuple[OrderEvent, ...]) -> Mapping[tuple[str, str], ObjectivePayment]:
    """Payments by side and reason: the objective's id, or a word for other points."""
    paid: dict[tuple[str, str], ObjectivePayment] = {}
    for turn, inside in _turns(moments):
        for moment in inside:
            event = moment.event
            if isinstance(event, Scored):
                key = event.side, event.why
                was = paid.get(key, ObjectivePayment(0, turn, 0))
                paid[key] = ObjectivePayment(was.times + 1, was.turn, was.points + event.points)
    return {key: paid[key] for key in sorted(paid)}


def _events(moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    """The turn of each scripted event that happened, in their order."""
    return {
        moment.event.trigger: turn
        for turn, inside in _turns(moments)
        for moment in inside
        if isinstance(moment.event, Triggered)
    }


def _used(game: Game) -> Mapping[str, int]:
    counts = Counter(entry.verb for entry in game.standing)
    return {verb: counts[verb] for verb in sorted(counts) if verb not in BEFOREHAND}


def _moments(game: Game) -> Iterator[OrderEvent]:
    for line, entry in enumerate(game.standing, 1):
        actor = _actor(game, entry)
        for told in entry.told:
            yield OrderEvent(told.event, entry.verb, line, actor)


def _actor(game: Game, entry: Entry) -> str:
    """The figure that acts by an order (shoots, watches, aims, loads, treats); "" for a turn."""
    verb = game.verbs.get(entry.verb)
    if verb is None or not verb.figure or verb.target is Shape.FACING:
        return ""
    name = figure_in(entry.order)
    return name if name in game.state.figures else ""


def _turns(moments: tuple[OrderEvent, ...]) -> Iterator[tuple[int, tuple[OrderEvent, ...]]]:
    """Each turn's number with its events, from its first bound to that of the next turn."""
    number = 0
    inside: list[OrderEvent] = []
    for moment in moments:
        event = moment.event
        if isinstance(event, Bound) and event.turn != number:
            yield number, tuple(inside)
            number, inside = event.turn, []
        inside.append(moment)
    yield number, tuple(inside)


def _idle(game: Game, moments: tuple[OrderEvent, ...]) -> tuple[int, int]:
    """Figure-turns, and how many of them were idle.

    A figure-turn is a figure on the table at the start and at the end of a complete turn. It is
    idle if in that turn the figure did not move, fire, aid, prepare (overwatch, aim, reload,
    treat) or fight at the end of a bound, was not hit with any effect, and does not end the turn
    inside the area of an objective. Turning on the spot is no action.
    """
    figure_turns = idle = 0
    for number, inside in _turns(moments):
        if not number or not _is_complete(game, number):
            continue
        before = game.state_at(inside[0].line)
        after = game.state_at(inside[-1].line)
        busy = {name for moment in inside for name in (moment.actor, *_busy(moment))}
        for figure in before.figures.values():
            last = after.figures[figure.id]
            if figure.at is None or last.at is None:
                continue
            figure_turns += 1
            idle += figure.id not in busy and not _in_objective(after, figure.id)
    return figure_turns, idle


def _is_complete(game: Game, number: int) -> bool:
    return number < game.turn or game.state.tally.reason == "score"


def _busy(moment: OrderEvent) -> tuple[str, ...]:
    """The figures that an event shows acting, or affected by a hit."""
    match moment.event:
        case Moved(figure=figure) | Fired(figure=figure):
            return (figure,)
        case Struck(figure=figure, source=source) if moment.verb == END.name:
            return (figure, source)
        case Struck(figure=figure, effect=effect) if effect not in QUIET:
            return (figure,)
    return ()


def _in_objective(state: State, name: str) -> bool:
    tile = state.figures[name].at
    areas = (objective.area for objective in state.setup.objectives)
    return tile is not None and any(area is not None and in_area(area, tile) for area in areas)


def _still(game: Game, moments: tuple[OrderEvent, ...]) -> bool:
    """Whether no figure was put out or hurt and no point scored in the last four turns.

    Points paid as the battle ends do not count.
    """
    last = len(game.standing)
    turns = tuple(_turns(moments))[-LAST:]
    return not any(
        isinstance(moment.event, Left | Hurt)
        or (isinstance(moment.event, Scored) and moment.line != last)
        for _, inside in turns
        for moment in inside
    )


def _losses(moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    """Figures put out by cause: the order's verb, or at the end of a bound how they were struck."""
    causes: Counter[str] = Counter()
    struck: dict[str, tuple[int, str]] = {}
    for moment in moments:
        event = moment.event
        if isinstance(event, Struck):
            struck[event.figure] = (moment.line, event.how or moment.verb)
        elif isinstance(event, Left):
            line, how = struck.get(event.figure, (0, ""))
            cause = moment.verb if moment.verb != END.name else how if line == moment.line else ""
            causes[cause or event.fate] += 1
    return dict(sorted(causes.items()))


def _lost(game: Game, moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    """Number of figures lost by each side."""
    gone = [moment.event.figure for moment in moments if isinstance(moment.event, Left)]
    figures = game.state.figures
    return {side: sum(figures[name].side == side for name in gone) for side in game.sides}
