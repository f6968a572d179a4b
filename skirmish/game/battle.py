"""A battle, read-only: its state, the view of each side, every line of the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from skirmish.core.apply import apply_event
from skirmish.core.events import (
    Bound,
    Changed,
    Counted,
    Ended,
    Event,
    Fired,
    Moved,
    Posed,
    Scored,
    Tested,
    Turned,
    Unzoned,
)
from skirmish.core.figures import Declared
from skirmish.core.orders import figure_in, parse_order
from skirmish.core.state import State
from skirmish.core.view import Contest, GivenOrder, News, Reaction, View, all_news_of, news_of, view
from skirmish.errors import UsageProblem
from skirmish.game.opening import Opening
from skirmish.record import HUMAN, Entry, History
from skirmish.rulesets import engine
from skirmish.rulesets.common.victory import SCORE, contests
from skirmish.rulesets.foresight import LIMB, SPREAD
from skirmish.rulesets.ruleset import Ruleset


@frozen
class KnownEntry:
    """A line of a record as known to one side.

    `number` counts these entries alone, so that it does not reveal unknown orders. `order` is empty
    where the other side gave it. `line` is the number among all lines, which no player may see
    before the battle is over.
    """

    number: int
    side: str
    order: str
    news: tuple[News, ...]
    line: int = field(repr=False)


class Battle:
    """A battle so far. Screens and opponents may use a `view` of it, and nothing else.

    Attributes:
        ruleset: The ruleset.
    """

    def __init__(self, opening: Opening, history: History) -> None:
        """A battle from its opening and history."""
        self.ruleset = opening.ruleset
        self._opening = opening
        self._history = history
        self._views: dict[str, View] = {}
        self._news: dict[str, list[News]] = {}
        self._news_by_line: dict[tuple[int, str], tuple[News, ...]] = {}
        self._refresh()

    # Public.

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of the scenario."""
        return tuple(self._opening.state.setup.sides)

    @property
    def players(self) -> Mapping[str, str]:
        """The current player of each side."""
        return dict(self._history.players)

    @property
    def first_players(self) -> Mapping[str, str]:
        """The player of each side at the start of the game."""
        return self._history.first_players

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.tally.over

    @property
    def turn(self) -> int:
        """The turn; 0 before the first."""
        return self.state.clock.turn

    @property
    def to_act(self) -> str:
        """The side that must act; empty when the battle is over."""
        return "" if self.over else engine.to_act(self.state)

    @property
    def viewing_side(self) -> str:
        """The side whose view is shown: the human side that acts, or else a human side that waits.

        Empty where the computer plays both sides.
        """
        players, to_act = self._history.players, self.to_act
        if players.get(to_act) == HUMAN:
            return to_act
        return next((side for side, player in players.items() if player == HUMAN), "")

    def must_cover(self, shown: str) -> bool:
        """Whether the screen must be covered for a change of players before play continues.

        Args:
            shown: The side whose view was shown last; empty at the start.
        """
        people = [side for side, player in self.players.items() if player == HUMAN]
        return not self.over and len(people) > 1 and self.viewing_side != shown

    # Known to a side.

    def view(self, side: str) -> View:
        """The view of a side now, with all its news."""
        if side not in self._views:
            self._views[side] = view(self.state, side, tuple(self._news[side]))
        return self._views[side]

    def known_entries(self, side: str) -> Iterator[KnownEntry]:
        """The battle so far as known to a side: its own orders and its news."""
        number = 0
        for line, entry in self.standing_lines:
            news = self.news_from(line, side)
            own = entry.side == side
            if own or news:
                number += 1
                yield KnownEntry(number, entry.side, entry.order if own else "", news, line)

    # Secret until the battle is over.

    def news_from(self, line: int, side: str) -> tuple[News, ...]:
        """The news of a side from a line of the record; lines count from 1."""
        key = line, side
        if key not in self._news_by_line:
            entry, before = self._history.entries[line - 1], self._history.states[line - 1]
            found = _with_contests(
                news_of(before, entry.told, entry.faces, side), entry, before, side
            )
            found = _with_bonuses(found, entry, before, self.ruleset, (side,))
            add = _with_order if entry.side == side else _with_reactions
            found = _with_resumption(found, entry, before)
            found = _with_manner(found, entry, self.ruleset)
            self._news_by_line[key] = add(found, entry, before)
        return self._news_by_line[key]

    def all_news_from(self, line: int) -> tuple[News, ...]:
        """Everything that happened in a line of the record; lines count from 1."""
        entry, before = self._history.entries[line - 1], self._history.states[line - 1]
        found = all_news_of(before, entry.told, entry.faces)
        for side in self.sides:
            found = _with_contests(found, entry, before, side, own=True)
        found = _with_bonuses(found, entry, before, self.ruleset, tuple(self.sides))
        found = _with_reactions(_with_resumption(found, entry, before), entry, before)
        found = _with_manner(found, entry, self.ruleset)
        return _with_order(found, entry, before, all_told=True)

    @property
    def state(self) -> State:
        """The true state now."""
        return self._history.state

    @property
    def lines(self) -> tuple[Entry, ...]:
        """Every line of the record in order, including those that were undone."""
        return tuple(self._history.entries)

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The lines that were not undone."""
        return self._history.standing

    @property
    def standing_lines(self) -> tuple[tuple[int, Entry], ...]:
        """The lines that were not undone, with their numbers among all lines; 1 is the first."""
        return self._history.standing_lines

    def line_of(self, number: int) -> int:
        """The line that has a number in the record and was not undone; 0 for the opening.

        Raises:
            UsageProblem: There is none.
        """
        known = self.standing_lines
        if not 0 <= number <= len(known):
            raise UsageProblem(f"no line {number}", remedy=f"the game has lines 0 to {len(known)}")
        return known[number - 1][0] if number else 0

    def retold(self, side: str) -> View:
        """The view of a side now, with the news of all lines, undone ones included."""
        lines = range(1, len(self._history.entries) + 1)
        news = tuple(one for line in lines for one in self.news_from(line, side))
        return view(self.state, side, news)

    def state_at(self, line: int) -> State:
        """The true state after so many lines; 0 is the opening.

        Raises:
            UsageProblem: There are fewer lines.
        """
        self._check_line(line)
        return self._history.states[line]

    def view_at(self, line: int, side: str) -> View:
        """The view of a side after so many lines.

        Raises:
            UsageProblem: There are fewer lines.
        """
        self._check_line(line)
        return view(self.state_at(line), side, self._news_at(line, side))

    def _news_at(self, line: int, side: str) -> tuple[News, ...]:
        """The news of a side after so many lines, without lines that were undone."""
        standing = self._history.standing_at(line)
        return tuple(news for at in standing for news in self.news_from(at, side))

    def _check_line(self, line: int) -> None:
        last = len(self._history.entries)
        if not 0 <= line <= last:
            raise UsageProblem(f"no line {line}", remedy=f"the game has lines 0 to {last}")

    def _refresh(self, entry: Entry | None = None) -> None:
        """Update the news after one new line, or rebuild them if none is given."""
        self._views = {}
        for side in self.sides:
            last = len(self.lines)
            if entry is None:
                self._news[side] = list(self._news_at(last, side))
            else:
                self._news[side] += self.news_from(last, side)


def _with_order(
    news: tuple[News, ...], entry: Entry, before: State, *, all_told: bool = False
) -> tuple[News, ...]:
    """The news of an order, with the order added to the first one and to its attack.

    The attack is the first shot or test of the order's figure. The order comes with what its side
    knew before it, because no news may hold the true state.
    """
    if not news:
        return news
    given = GivenOrder(entry.order, view(before, entry.side), all_told)
    news = (evolve(news[0], given=given), *news[1:])
    shot = _own_shot(news, entry)
    return tuple(evolve(one, attack=given) if one is shot else one for one in news)


def _own_shot(news: tuple[News, ...], entry: Entry) -> News | None:
    """The first shot or else test of an order's figure, if the news name the figure."""
    named = figure_in(entry.order)
    made = [
        one for one in news if isinstance(one.event, Fired | Tested) and one.event.figure == named
    ]
    return min(made, key=lambda one: not isinstance(one.event, Fired), default=None)


def _with_manner(news: tuple[News, ...], entry: Entry, ruleset: Ruleset) -> tuple[News, ...]:
    """The news, with the called part of the body and the spread of a burst added to its shot.

    A side that sees the shot sees that, too, and learns nothing else of an enemy's order.
    """
    shot = _own_shot(news, entry)
    if shot is None:
        return news
    order = parse_order(entry.order, engine.verbs_of(ruleset))
    seen = evolve(shot, called=order.get(LIMB), spread=order.get(SPREAD))
    return tuple(seen if one is shot else one for one in news)


def _with_reactions(news: tuple[News, ...], entry: Entry, before: State) -> tuple[News, ...]:
    """The news of an order, with what was known before each shot that answers it."""
    reactions = _reactions(entry, before)
    return tuple(
        evolve(one, reaction=next(reactions, None)) if _answers(one.event, entry, before) else one
        for one in news
    )


def _reactions(entry: Entry, before: State) -> Iterator[Reaction]:
    """For each shot in answer, what its side knew before it paid for the shot."""
    states = [before]
    for at, told in enumerate(entry.told):
        if isinstance(shot := told.event, Fired) and _answers(shot, entry, before):
            start = at
            while start and _pays(entry.told[start - 1].event, shot.figure):
                start -= 1
            yield Reaction(view(states[start], before.figures[shot.figure].side))
        states.append(apply_event(states[-1], told.event, told.sides))


def _pays(event: Event, figure: str) -> bool:
    """Whether an event is part of the price of a figure's shot: points, its zone."""
    own = isinstance(event, Counted | Turned) and event.figure == figure
    return own or isinstance(event, Unzoned)


def _answers(event: Event, entry: Entry, before: State) -> bool:
    """Whether an event is a shot of the side that did not give the order."""
    return isinstance(event, Fired) and before.figures[event.figure].side != entry.side


def _with_resumption(news: tuple[News, ...], entry: Entry, before: State) -> tuple[News, ...]:
    """The news, with a mark where an order continues after shots that answer it."""
    shots = (n for n, told in enumerate(entry.told) if _answers(told.event, entry, before))
    first, declared = next(shots, None), before.setup.declared
    if first is None:
        return news
    after = (told.event for told in entry.told[first:])
    own = next((one for one in after if _does(one, entry.order, declared)), None)
    return tuple(evolve(one, resumed=True) if one.event is own else one for one in news)


def _does(event: Event, order: str, declared: Declared) -> bool:
    """Whether an event is an effect of an order itself.

    A hit may change the posture of its figure, too.
    """
    name = figure_in(order)
    match event:
        case Moved(figure=figure) | Fired(figure=figure):
            return figure == name
        case Posed(figure=figure, posture=posture):
            return figure == name and posture in order.split()
        case Turned(figure=figure) | Changed(by=figure):
            return figure == name
        case Counted(figure=figure, counter=counter, value=value):
            kept = declared.counter(counter)
            return bool(figure == name and value and (kept.waits or kept.words))
        case _:
            return False


def _with_bonuses(
    news: tuple[News, ...], entry: Entry, before: State, ruleset: Ruleset, sides: tuple[str, ...]
) -> tuple[News, ...]:
    """The news, with the bonuses of some sides to their dice for the initiative."""
    if not ruleset.turn.rolled or not any(isinstance(one.event, Bound) for one in news):
        return news
    state, found = before, dict[int, tuple[tuple[str, int], ...]]()
    for told in entry.told:
        event = told.event
        if isinstance(event, Bound):
            found[id(event)] = tuple(
                (side, ruleset.turn.bonus(state, side, event.turn)) for side in sides
            )
        state = apply_event(state, event, told.sides)
    return tuple(evolve(one, bonuses=found.get(id(one.event), ())) for one in news)


def _with_contests(
    news: tuple[News, ...], entry: Entry, before: State, side: str, *, own: bool = False
) -> tuple[News, ...]:
    """The news, with the contested ground added at each event that ends a turn.

    `own`: only ground that would have scored for this side.
    """
    if all(goal.kind != "hold" for goal in before.setup.objectives):
        return news
    if not any(isinstance(told.event, Bound | Ended) for told in entry.told):
        return news
    state, paid, found = before, list[tuple[str, str]](), dict[int, tuple[Contest, ...]]()
    for told in entry.told:
        event = told.event
        if isinstance(event, Scored):
            paid.append((event.side, event.why))
        if _ends_turn(state, event):
            known = contests(view(state, side), paid)
            found[id(event)] = tuple(one for one in known if not own or one.side == side)
            paid = []
        state = apply_event(state, event, told.sides)
    return tuple(
        evolve(one, contests=(*one.contests, *found.get(id(one.event), ()))) for one in news
    )


def _ends_turn(state: State, event: Event) -> bool:
    """Whether an event comes after the last bound of a turn."""
    match event:
        case Bound():
            return 0 < state.clock.turn != event.turn
        case Ended():
            return event.reason == SCORE
        case _:
            return False
