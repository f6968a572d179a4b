"""A battle as steps to replay, and the view at each step; no screen.

For one side a step is a line of the record with news for that side, or its own order, so the number
of hidden enemy orders is not shown. Everything is shown only when the battle is over.
"""

from __future__ import annotations

from attrs import evolve, field, frozen

from skirmish.core.events import Bound, Placed
from skirmish.core.state import Clock
from skirmish.core.view import News, View
from skirmish.errors import UsageProblem
from skirmish.game import HUMAN
from skirmish.game.battle import Battle
from skirmish.presentation.wording import phase_words
from skirmish.record import PLAYER, Entry
from skirmish.session.enemy_actions import SeenAction, seen_actions
from skirmish.session.omniscient import omniscient_view

ALL = ""
"""The viewpoint that sees everything."""


@frozen
class PlaybackStep:
    """A step of a replay: the state after `line` lines of the record; 0 is the start.

    `number` is the number of its last line in the record, where undone lines are not counted.
    `news` is the news of that line, `order` its order if the viewpoint may know it. `bound` names
    the bound or part of the battle that begins with the step, or is empty.
    """

    line: int
    number: int = 0
    side: str = ""
    order: str = ""
    news: tuple[News, ...] = field(default=(), repr=False)
    bound: str = ""


@frozen
class Playback:
    """The steps of a battle that a viewpoint may see; made by `playback_of`."""

    battle: Battle = field(repr=False)
    eyes: str
    steps: tuple[PlaybackStep, ...] = field(repr=False)

    @property
    def last(self) -> int:
        """Index of the last step."""
        return len(self.steps) - 1

    def view(self, at: int) -> View:
        """The view at a step: that of the side at the time, or everything."""
        line = self.steps[at].line
        if self.eyes == ALL:
            return omniscient_view(self.battle, line=line)
        return self.battle.view_at(line, self.eyes)

    def for_side(self, at: int, side: str) -> View:
        """Everything at a step as a view of a side; only allowed with the viewpoint `ALL`."""
        return omniscient_view(self.battle, side, self.steps[at].line)

    def recent_news(self, at: int, most: int) -> tuple[News, ...]:
        """The newest news up to a step, about `most` of them."""
        found: list[News] = []
        for step in reversed(self.steps[: at + 1]):
            found[:0] = step.news
            if len(found) >= most:
                break
        return tuple(found)

    def actions(self, at: int) -> tuple[SeenAction, ...]:
        """The actions of a step with their places; for a figure that fell, where it stood."""
        if not at:
            return ()
        stood = tuple(
            News(Placed(figure.id, figure.at, figure.facing))
            for figure in self.view(at - 1).state.figures.values()
            if figure.at is not None
        )
        now = self.view(at)
        known = evolve(now, news=stood + now.news)
        return seen_actions(known, self.steps[at].news, self.battle.ruleset)

    def bounds(self) -> tuple[int, ...]:
        """Indices of the steps that begin a bound."""
        return tuple(at for at, step in enumerate(self.steps) if step.bound)

    def next_bound(self, at: int, by: int) -> int:
        """Index of the next or previous step that begins a bound."""
        found = self.bounds()
        if by > 0:
            return next((place for place in found if place > at), self.last)
        return next((place for place in reversed(found) if place < at), 0)

    def next_turn(self, at: int, by: int) -> int:
        """Index of the step that begins the next turn; going back, the current or previous one."""
        turns: dict[int, int] = {}
        for place in self.bounds():
            turn = self.battle.state_at(self.steps[place].line).clock.turn
            turns.setdefault(turn, place)
        places = tuple(turns.values())
        if by > 0:
            return next((place for place in places if place > at), self.last)
        return next((place for place in reversed(places) if place < at), 0)

    def at_line(self, line: int) -> int:
        """Index of the first step at or after a line, else of the last one."""
        return next((at for at, step in enumerate(self.steps) if step.line >= line), self.last)


def allowed_eyes(battle: Battle) -> tuple[str, ...]:
    """The viewpoints allowed for a battle: all sides and `ALL` when it is over.

    Before that, the sides that people play, or every side if no person plays.
    """
    if battle.over:
        return (ALL, *battle.sides)
    people = tuple(side for side, player in battle.players.items() if player == HUMAN)
    return people or battle.sides


def playback_of(battle: Battle, eyes: str) -> Playback:
    """The replay of a battle.

    Args:
        battle: The battle so far.
        eyes: A side, or `ALL`.

    Raises:
        UsageProblem: There is no such side, or the eyes are `ALL` and the battle is not over.
    """
    if eyes != ALL and eyes not in battle.sides:
        raise UsageProblem(f"no side '{eyes}'", remedy="one of: " + ", ".join(battle.sides))
    if eyes == ALL and not battle.over:
        raise UsageProblem("the battle is not over", remedy="choose the view of one side")
    steps = [PlaybackStep(0, bound="the beginning")]
    for line, entry in battle.standing_lines:
        if (step := _step(battle, eyes, line, entry)) is not None:
            steps.append(step)
    return Playback(battle, eyes, tuple(steps))


def _step(battle: Battle, eyes: str, line: int, entry: Entry) -> PlaybackStep | None:
    mine = eyes in (ALL, entry.side)
    news = _news(battle, eyes, line)
    if not news and not mine:
        return None
    return PlaybackStep(
        line=line,
        number=entry.number,
        side=entry.side if mine else "",
        order=entry.order if mine else "",
        news=news,
        bound=_bound(battle, news) if entry.verb != PLAYER else "",
    )


def _news(battle: Battle, eyes: str, line: int) -> tuple[News, ...]:
    if eyes == ALL:
        return battle.all_news_from(line)
    return battle.news_from(line, eyes)


def _bound(battle: Battle, news: tuple[News, ...]) -> str:
    """The name of the last bound that began in these news."""
    began = [one.event for one in news if isinstance(one.event, Bound)]
    return bound_words(battle, began[-1]) if began else ""


def bound_words(battle: Battle, event: Bound) -> str:
    """A bound in words: turn, side, phase."""
    setup = battle.state.setup
    clock = Clock(event.turn, event.step, event.phase, event.side)
    when = battle.ruleset.turn.moment(clock) if event.turn else ""
    label = phase_words(setup, event.phase)
    parts = (f"turn {event.turn}" if event.turn else "", when, setup.sides[event.side].name)
    told = ", ".join(part for part in parts if part)
    return told if when and battle.ruleset.turn.names_phase else f"{told}: {label}"


def fork_refusal(playback: Playback, at: int) -> str:
    """Why no game can be forked at a step; empty if one can."""
    battle = playback.battle
    if battle.state_at(playback.steps[at].line).tally.over:
        return "the battle is over at this step: go back to an earlier step"
    people = [side for side, player in battle.players.items() if player == HUMAN]
    if not battle.over and len(people) > 1:
        return "two people play this battle: you can fork it when it is over"
    return ""
