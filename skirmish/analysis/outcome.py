"""What one finished game tells: who won, how long it took, who stood idle, what killed whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from skirmish.analysis.fire_log import all_lines, by_weapon
from skirmish.core.events import Asked, Bound, Event, Fired, Hurt, Left, Moved, Scored, Struck
from skirmish.core.orders import DEPLOY, END, READY
from skirmish.core.state import State, in_area
from skirmish.core.text import Shape
from skirmish.game import Entry, Game

QUIET = ("nothing", "missed")
"""How the rules call a shot that does nothing to whom it was aimed at."""
BEFOREHAND = (DEPLOY.name, READY.name)
LAST = 4
"""Turns at the end of a game in which something should still change."""


@frozen
class WeaponUse:
    """What came of a weapon: times fired, times it had an effect, figures put out.

    `lost` are the points of the enemies that were put out, `own` those of its own side.
    """

    shots: int = 0
    hits: int = 0
    out: int = 0
    lost: int = 0
    own: int = 0

    def with_more(self, other: WeaponUse) -> WeaponUse:
        """Both together."""
        return WeaponUse(
            self.shots + other.shots,
            self.hits + other.hits,
            self.out + other.out,
            self.lost + other.lost,
            self.own + other.own,
        )


@frozen
class ObjectivePayment:
    """What an objective paid in a game: how often, first in which turn, points in all."""

    times: int
    turn: int
    points: int


@frozen
class Outcome:
    """One game in figures; whole numbers only, so that sums are the same everywhere.

    `turns` were begun. `figure_turns` counts, for each whole turn, the figures that were on the
    table all through it; `idle` those of them that did nothing (see `_idle`). `losses`: figures
    lost by what put them out. `still`: whether nothing changed in its last four turns. `used`:
    orders of the game proper by their verb. `rules`: how often each numbered rule came up, where
    that was asked for.
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


@frozen
class OrderEvent:
    """An event with the verb and the line of the order that brought it about.

    `actor`: the figure to which that was given, if it made it do more than turn.
    """

    event: Event
    verb: str
    line: int
    actor: str = ""


def outcome_of(game: Game) -> Outcome:
    """The figures of a finished game."""
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
    )


def _asked(game: Game, moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    asked = [moment.event.side for moment in moments if isinstance(moment.event, Asked)]
    return {side: asked.count(side) for side in game.sides}


def _first(moments: tuple[OrderEvent, ...]) -> str:
    """The side of the first bound after deployment; "" where the battle ended before."""
    bounds = (moment.event for moment in moments if isinstance(moment.event, Bound))
    return next((bound.side for bound in bounds if bound.turn), "")


def _fire(game: Game) -> Mapping[str, WeaponUse]:
    used: dict[str, WeaponUse] = {}
    for fire in by_weapon(tuple(all_lines(game))):
        one = WeaponUse(fire.shots, fire.hits, fire.out, fire.lost, fire.own)
        used[fire.weapon] = used.get(fire.weapon, WeaponUse()).with_more(one)
    return {weapon: used[weapon] for weapon in sorted(used)}


def _goals(moments: tuple[OrderEvent, ...]) -> Mapping[tuple[str, str], ObjectivePayment]:
    """What was paid for objectives; other points have no objective's id."""
    paid: dict[tuple[str, str], ObjectivePayment] = {}
    for turn, inside in _turns(moments):
        for moment in inside:
            event = moment.event
            if isinstance(event, Scored):
                key = event.side, event.why
                was = paid.get(key, ObjectivePayment(0, turn, 0))
                paid[key] = ObjectivePayment(was.times + 1, was.turn, was.points + event.points)
    return {key: paid[key] for key in sorted(paid)}


def _used(game: Game) -> Mapping[str, int]:
    counts = Counter(entry.verb for entry in game.standing)
    return {verb: counts[verb] for verb in sorted(counts) if verb not in BEFOREHAND}


def _moments(game: Game) -> Iterator[OrderEvent]:
    for line, entry in enumerate(game.standing, 1):
        actor = _actor(game, entry)
        for told in entry.told:
            yield OrderEvent(told.event, entry.verb, line, actor)


def _actor(game: Game, entry: Entry) -> str:
    """The figure that an order makes act: shoot, watch, aim, load, treat, but not look round."""
    verb = game.verbs.get(entry.verb)
    if verb is None or not verb.figure or verb.target is Shape.FACING:
        return ""
    words = entry.order.split()
    return words[1] if len(words) > 1 and words[1] in game.state.figures else ""


def _turns(moments: tuple[OrderEvent, ...]) -> Iterator[tuple[int, tuple[OrderEvent, ...]]]:
    """Each turn with what happened from its first bound to the next turn's."""
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

    A figure-turn is a figure on the table at the start and at the end of a turn that was played
    to its end. It is idle when in that turn the figure neither moved, nor fired or aided, nor made
    ready for anything (overwatch, aim, reload, treat), nor fought when a bound ended, nor was hit
    with any effect, and does not end the turn inside the area of an objective. To turn is not to
    act.
    """
    whole = idle = 0
    for number, inside in _turns(moments):
        if not number or not _ended_whole(game, number):
            continue
        before = game.state_at(inside[0].line)
        after = game.state_at(inside[-1].line)
        busy = {name for moment in inside for name in (moment.actor, *_busy(moment))}
        for figure in before.figures.values():
            last = after.figures[figure.id]
            if figure.at is None or last.at is None:
                continue
            whole += 1
            idle += figure.id not in busy and not _keeps(after, figure.id)
    return whole, idle


def _ended_whole(game: Game, number: int) -> bool:
    return number < game.turn or game.state.tally.reason == "score"


def _busy(moment: OrderEvent) -> tuple[str, ...]:
    """The figures that an event shows doing something, or kept from it by a hit."""
    match moment.event:
        case Moved(figure=figure) | Fired(figure=figure):
            return (figure,)
        case Struck(figure=figure, source=source) if moment.verb == END.name:
            return (figure, source)
        case Struck(figure=figure, effect=effect) if effect not in QUIET:
            return (figure,)
    return ()


def _keeps(state: State, name: str) -> bool:
    tile = state.figures[name].at
    areas = (objective.area for objective in state.setup.objectives)
    return tile is not None and any(area is not None and in_area(area, tile) for area in areas)


def _changes(event: Event) -> bool:
    return isinstance(event, Left | Hurt | Scored)


def _still(game: Game, moments: tuple[OrderEvent, ...]) -> bool:
    """Whether nobody was put out or hurt and no point was scored in the last four turns.

    What is paid as the battle ends does not count.
    """
    last = len(game.standing)
    turns = tuple(_turns(moments))[-LAST:]
    return not any(
        _changes(moment.event) and not (isinstance(moment.event, Scored) and moment.line == last)
        for _, inside in turns
        for moment in inside
    )


def _losses(moments: tuple[OrderEvent, ...]) -> Mapping[str, int]:
    """Figures put out, by the order that did it; at the end of a bound, by how they were struck."""
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
    """Figures lost by each side."""
    gone = [moment.event.figure for moment in moments if isinstance(moment.event, Left)]
    figures = game.state.figures
    return {side: sum(figures[name].side == side for name in gone) for side in game.sides}
