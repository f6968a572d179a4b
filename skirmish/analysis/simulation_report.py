"""Report of many games of one scenario: values, plain text, JSON and a table for spreadsheets."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from attrs import evolve, field, frozen

from skirmish.analysis.intervals import WON, Mean, Pairs, Share, pairs_of, points
from skirmish.analysis.outcome import FigureDeeds, Outcome, WeaponUse
from skirmish.analysis.rules_met import RulesMet
from skirmish.core.setup import STEADY, Setup
from skirmish.core.state import Objective
from skirmish.core.text import id_key, pluralize

RANDOM = "random"
"""The level without a temper."""


def report_heading(
    title: str, ruleset: str, what: str, tempers: Mapping[str, str]
) -> Iterator[str]:
    """The first lines of a report: title, ruleset and contents, then tempers if there are any."""
    yield f"{title} ({ruleset}): {what}"
    if tempers:
        yield f"  temper: {sides_text(tempers)}"


def sides_text(words: Mapping[str, str]) -> str:
    """Sides with a word each: `blue regular, red recruit`."""
    return ", ".join(f"{side} {word}" for side, word in words.items())


def tempers_of(
    setup: Setup, players: Mapping[str, str], *, swapped: bool = False
) -> Mapping[str, str]:
    """Tempers by side, without steady ones and those of sides whose levels have no temper.

    Args:
        setup: The battle.
        players: The level of each side.
        swapped: Whether each of these levels had each seat.
    """
    return {
        side.id: side.temper
        for side in setup.sides.values()
        if side.temper != STEADY
        if any(players[seat] != RANDOM for seat in (players if swapped else (side.id,)))
    }


MEASURES = "This measures the balance of the computer player, not of people."


@frozen
class ObjectiveStatistics:
    """Payments of an objective over all games.

    `got`: share of the games in which it paid. `turns`: the turns of the first payments, sorted.
    `times` and `points`: sums over all games.
    """

    objective: Objective
    got: Share
    turns: tuple[int, ...]
    times: int
    points: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.got.of

    @property
    def never(self) -> Share:
        """Share of the games without a payment."""
        return evolve(self.got, count=self.games - self.got.count)

    @property
    def by_turn(self) -> Mapping[int, int]:
        """Number of games by the turn of the first payment."""
        return dict(sorted(Counter(self.turns).items()))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "id": self.objective.id,
            "side": self.objective.side,
            "kind": self.objective.kind,
            "text": self.objective.text,
            "got": self.got.data,
            "never": self.never.data,
            "first_in_turn": {str(turn): games for turn, games in self.by_turn.items()},
            "times": self.times,
            "points": self.points,
        }


@frozen
class EventStatistics:
    """A scripted event: share of the games in which it happened; in which turns, sorted."""

    id: str
    happened: Share
    turns: tuple[int, ...]

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        by_turn = {str(turn): games for turn, games in sorted(Counter(self.turns).items())}
        return {"id": self.id, "happened": self.happened.data, "in_turn": by_turn}


@frozen
class FigureStatistics:
    """A figure over all games: its deeds in those in which it took part; `games`: all of them."""

    deeds: tuple[FigureDeeds, ...]
    games: int

    @property
    def side(self) -> str:
        """The side that it began on, or changed to."""
        return self.deeds[0].side

    @property
    def fell(self) -> Share:
        """Share of the games in which it was lost."""
        return Share(sum(bool(one.fell) for one in self.deeds), self.games)

    @property
    def turn(self) -> int:
        """The median turn in which it was lost; 0 if it never was."""
        turns = sorted(one.fell for one in self.deeds if one.fell)
        return turns[len(turns) // 2] if turns else 0

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        sums = {name: sum(getattr(one, name) for one in self.deeds) for name in _DEEDS}
        return {"side": self.side, **sums, "fell": self.fell.data, "fell_in_turn": self.turn}


_DEEDS = ("shots", "hits", "out", "lost", "own")


@frozen
class SimulationReport:
    """Many games of one scenario; `players` are the levels in the first seating.

    `swapped`: whether the seats were swapped as well. Then each seed occurs twice, unless both
    levels are the same: the second game would be the first again, so that each occurs once.
    `tempers`: tempers by side, without steady ones. `ask`: whether choices in mid-order were put to
    the players; else questions are not reported. `rules`: whether numbered rules were counted.
    `triggers`: ids of the scripted events of the scenario.
    """

    title: str
    ruleset: str
    players: Mapping[str, str]
    games: tuple[Outcome, ...]
    objectives: tuple[Objective, ...] = ()
    swapped: bool = False
    tempers: Mapping[str, str] = field(factory=dict)
    ask: bool = False
    rules: bool = False
    triggers: tuple[str, ...] = ()

    @property
    def twice(self) -> bool:
        """Whether each seed was played twice."""
        return self.swapped and players_differ(self.players)

    def share(self, is_so: Callable[[Outcome], bool]) -> Share:
        """Share of the games with a property; the two games of one seed are one score."""
        found = [is_so(game) for game in self.games]
        if not self.twice:
            return Share(sum(found), len(found))
        both = zip(found[::2], found[1::2], strict=True)
        return Share(sum(found), len(found), Mean(tuple(map(sum, both)), 2).trials)

    @property
    def wins(self) -> Mapping[str, Share]:
        """Games won by each side, and draws under ""."""
        return {side: self._won(side) for side in (*self.players, "")}

    def _won(self, side: str) -> Share:
        return self.share(lambda game: game.winner == side)

    @property
    def home(self) -> tuple[Outcome, ...]:
        """The games in the first seating."""
        return self.games[::2] if self.twice else self.games

    @property
    def away(self) -> tuple[Outcome, ...]:
        """The games with the seats swapped."""
        return self.games[1::2] if self.twice else ()

    @property
    def levels(self) -> tuple[Pairs, ...]:
        """Points of both levels over both seats; empty unless each seed was played twice."""
        if not self.twice:
            return ()
        names = dict.fromkeys(self.players.values())
        return tuple(pairs_of(self.home, self.away, name) for name in names)

    @property
    def first(self) -> Mean:
        """Share of the points of the side that acted first; two games of one seed are one score."""
        scores = [points(game, game.first) for game in self.games]
        if not self.twice:
            return Mean(tuple(scores), WON)
        both = zip(scores[::2], scores[1::2], strict=True)
        return Mean(tuple(one + other for one, other in both), 2 * WON)

    @property
    def idle(self) -> Share:
        """Share of the figure-turns without any action (see `Outcome`)."""
        return Share(sum(g.idle for g in self.games), sum(g.figure_turns for g in self.games))

    @property
    def still(self) -> Share:
        """Share of the games in whose last four turns nothing changed."""
        return self.share(lambda game: game.still)

    @property
    def losses(self) -> Mapping[str, Share]:
        """Figures lost by cause."""
        causes: Counter[str] = Counter()
        for game in self.games:
            causes.update(game.losses)
        whole = sum(causes.values())
        return {cause: Share(count, whole) for cause, count in sorted(causes.items())}

    @property
    def used(self) -> Mapping[str, Share]:
        """Orders by verb, the most frequent first."""
        verbs: Counter[str] = Counter()
        for game in self.games:
            verbs.update(game.used)
        return {verb: Share(count, verbs.total()) for verb, count in verbs.most_common()}

    @property
    def fire(self) -> Mapping[str, WeaponUse]:
        """Use of each weapon over all games, the one that cost the enemy most first."""
        found: dict[str, WeaponUse] = {}
        for game in self.games:
            for weapon, use in game.fire.items():
                found[weapon] = found.get(weapon, WeaponUse()).with_more(use)
        return dict(sorted(found.items(), key=lambda one: (-one[1].lost, -one[1].shots, one[0])))

    @property
    def early(self) -> Share:
        """Share of the games in which a figure was lost before the first order of its side."""
        return self.share(lambda game: game.early)

    @property
    def figures(self) -> Mapping[str, FigureStatistics]:
        """The deeds of each figure over all games, side by side."""
        found: dict[str, list[FigureDeeds]] = {}
        for game in self.games:
            for name, deeds in game.figures.items():
                found.setdefault(name, []).append(deeds)
        order = sorted(found, key=lambda name: (found[name][0].side, id_key(name)))
        return {name: FigureStatistics(tuple(found[name]), len(self.games)) for name in order}

    @property
    def goals(self) -> tuple[ObjectiveStatistics, ...]:
        """Payments of each objective."""
        return tuple(self._goal(objective) for objective in self.objectives)

    def _goal(self, objective: Objective) -> ObjectiveStatistics:
        key = objective.side, objective.id
        paid = [game.goals[key] for game in self.games if key in game.goals]
        return ObjectiveStatistics(
            objective=objective,
            got=self.share(lambda game: key in game.goals),
            turns=tuple(sorted(one.turn for one in paid)),
            times=sum(one.times for one in paid),
            points=sum(one.points for one in paid),
        )

    @property
    def events(self) -> tuple[EventStatistics, ...]:
        """How often each scripted event happened."""
        return tuple(self._event(name) for name in self.triggers)

    def _event(self, name: str) -> EventStatistics:
        turns = sorted(game.events[name] for game in self.games if name in game.events)
        return EventStatistics(name, self.share(lambda game: name in game.events), tuple(turns))

    @property
    def lengths(self) -> tuple[int, int, int]:
        """Shortest, median and longest game, in turns."""
        turns = sorted(game.turns for game in self.games) or [0]
        return turns[0], turns[len(turns) // 2], turns[-1]

    @property
    def reasons(self) -> Mapping[str, int]:
        """Number of games by the reason of their end."""
        return dict(sorted(Counter(game.reason for game in self.games).items()))

    @property
    def questions(self) -> float:
        """Questions put to the players per turn."""
        return self._a_turn(sum(game.questions for game in self.games))

    @property
    def asked(self) -> Mapping[str, float]:
        """Questions put to each side per turn."""
        return {
            side: self._a_turn(sum(game.asked.get(side, 0) for game in self.games))
            for side in self.players
        }

    @property
    def _asked_data(self) -> Mapping[str, Any]:
        """The questions for JSON; None for each if none were put."""
        by_side = {side: round(often, 3) for side, often in self.asked.items()}
        return {
            "questions_a_turn": round(self.questions, 3) if self.ask else None,
            "questions_by_side": by_side if self.ask else None,
        }

    @property
    def met(self) -> RulesMet | None:
        """Counts of the numbered rules; None if they were not counted."""
        if not self.rules:
            return None
        return RulesMet.over(self.ruleset, (game.rules for game in self.games))

    def _a_turn(self, count: int) -> float:
        turns = sum(game.turns for game in self.games)
        return count / turns if turns else 0.0

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON: sums, then game by game."""
        shortest, median, longest = self.lengths
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "measures": MEASURES,
            "players": dict(self.players),
            "tempers": dict(self.tempers),
            "swapped": self.swapped,
            "games_a_seed": 2 if self.twice else 1,
            "wins": {side or "draw": share.data for side, share in self.wins.items()},
            "levels": [pairs.data for pairs in self.levels],
            "first_side": self.first.data,
            "turns": {"shortest": shortest, "median": median, "longest": longest},
            "idle": self.idle.counted,
            "still": self.still.data,
            "losses": {cause: share.counted for cause, share in self.losses.items()},
            "weapons": {weapon: weapon_use_data(use) for weapon, use in self.fire.items()},
            "objectives": [goal.data for goal in self.goals],
            "events": [event.data for event in self.events],
            "orders": {verb: share.counted for verb, share in self.used.items()},
            **self._asked_data,
            "reasons": self.reasons,
            "early_losses": self.early.data,
            "figures": {name: one.data for name, one in self.figures.items()},
            "rules": None if self.met is None else self.met.data,
            "games": [_game(game, ask=self.ask) for game in self.games],
        }

    @property
    def text(self) -> str:
        """The report as text, a line for each measure."""
        return "\n".join(_lines(self))


def players_differ(players: Mapping[str, str]) -> bool:
    """Whether the sides have different levels."""
    return len(dict.fromkeys(players.values())) > 1


def weapon_use_data(use: WeaponUse) -> Mapping[str, int]:
    """Use of a weapon for JSON."""
    return {
        "shots": use.shots,
        "effects": use.hits,
        "put_out": use.out,
        "points": use.lost,
        "own_points": use.own,
    }


def _game(game: Outcome, *, ask: bool) -> Mapping[str, Any]:
    return {
        "seed": game.seed,
        "players": dict(game.players),
        "first": game.first,
        "winner": game.winner,
        "reason": game.reason,
        "turns": game.turns,
        "orders": game.orders,
        "score": dict(game.score),
        "lost": dict(game.lost),
        "questions": dict(game.asked) if ask else None,
    }


def merged_outcomes(parts: Iterable[Sequence[Outcome]]) -> tuple[Outcome, ...]:
    """The games of all tasks by seed; those of one seed keep their order."""
    return tuple(sorted((game for part in parts for game in part), key=lambda game: game.seed))


WIDE = 20
"""Columns of a line's label."""

ONCE = "  with the seats swapped each would be the same game again: it is played and counted once"


def _lines(report: SimulationReport) -> Iterator[str]:
    seats = ", and with the seats swapped" if report.twice else ""
    what = f"{pluralize(len(report.games), 'game')}, {sides_text(report.players)}{seats}"
    yield from report_heading(report.title, report.ruleset, what, report.tempers)
    if report.swapped and not report.twice:
        yield ONCE
    for side, share in report.wins.items():
        yield _line(side or "draws", str(share))
    for pairs in report.levels:
        yield _line(f"{pairs.level} (match points)", pairs.measured)
    yield _line("going first", f"{report.first} of the match points")
    shortest, median, longest = report.lengths
    yield _line("turns", f"{median} ({shortest} to {longest})")
    yield _line("ended by", _counts(report.reasons))
    yield _line("idle figure-turns", f"{100 * report.idle.value:.1f}%")
    yield _line("still at the end", str(report.still))
    yield _line("losses by", _percents(report.losses) or "nothing")
    yield _line("orders", _percents(report.used) or "none")
    if report.ask:
        by_side = ", ".join(f"{side} {often:.2f}" for side, often in report.asked.items())
        yield _line("questions a turn", f"{report.questions:.2f} ({by_side})")
    yield _line("early losses", f"{report.early} of the games: before a side's first order")
    yield from _objectives(report)
    yield from _events(report)
    yield from _weapons(report)
    yield from _figures(report)
    if (met := report.met) is not None:
        yield from met.lines()
    yield MEASURES


def _line(name: str, value: str) -> str:
    return f"  {name:<{WIDE - 1}} {value}"


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _percents(shares: Mapping[str, Share]) -> str:
    return ", ".join(f"{name} {100 * share.value:.0f}%" for name, share in shares.items())


def _objectives(report: SimulationReport) -> Iterator[str]:
    if report.goals:
        yield "  objectives: share of the games in which they paid, and first in which turn"
    for goal in report.goals:
        what = goal.objective.text or f"{goal.objective.kind} {goal.objective.id}"
        yield f"    {goal.objective.side}: {what}"
        yield f"      {_fell(goal)}"


def _fell(goal: ObjectiveStatistics) -> str:
    if not goal.turns:
        return f"never in {pluralize(goal.games, 'game')}"
    times = goal.times / goal.games
    return (
        f"{goal.got}, {_turns(goal.turns)}, {times:.1f} times a game,"
        f" never in {100 * goal.never.value:.1f}%"
    )


def _turns(turns: Sequence[int]) -> str:
    """The median of sorted turns with their range."""
    return f"turn {turns[len(turns) // 2]} ({turns[0]} to {turns[-1]})"


def _events(report: SimulationReport) -> Iterator[str]:
    if report.events:
        yield "  events: share of the games in which they happened, and in which turn"
    for event in report.events:
        never = f"never in {pluralize(event.happened.of, 'game')}"
        told = f"{event.happened}, {_turns(event.turns)}" if event.turns else never
        yield f"    {event.id}: {told}"


def _weapons(report: SimulationReport) -> Iterator[str]:
    fire = report.fire
    if not fire:
        return
    wide = max(map(len, fire)) + 2
    times = sum(use.shots for use in fire.values()) or 1
    yield f"  {'weapons':<{wide + 2}}    times  of all  effects     each      lost   worth      own"
    for weapon, use in fire.items():
        effect = use.hits / use.shots if use.shots else 0.0
        yield (
            f"    {weapon:<{wide}} {use.shots:>8} {100 * use.shots / times:>6.1f}% {use.hits:>8}"
            f" {effect:>8.2f} {use.out:>9} {use.lost:>7} {use.own:>8}"
        )


def _figures(report: SimulationReport) -> Iterator[str]:
    if report.figures:
        yield "  figures       side      attacks  effects  put out   worth   lost in  in turn"
    for name, one in report.figures.items():
        data = one.data
        fell = f"{100 * one.fell.value:>6.1f}%  {one.turn or '-':>7}"
        yield (
            f"    {name:<9} {one.side:<9} {data['shots']:>7} {data['hits']:>8} {data['out']:>8}"
            f" {data['lost']:>7}   {fell}"
        )


PLAIN = ("seed", "first", "winner", "reason", "turns", "orders", "figure_turns", "idle", "still")
ASKED = "asked"
BY_SIDE = ("players", "score", "lost", ASKED)


def csv_of(report: SimulationReport) -> str:
    """Comma-separated values with a head and a line for each game.

    Values by side have a column for each side, such as `score_blue`; `asked_blue` and `asked_red`
    are empty if no questions were put.
    """
    sides = tuple(report.players)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*PLAIN, *(f"{name}_{side}" for name in BY_SIDE for side in sides)])
    for game in report.games:
        writer.writerow(_row(game, sides, ask=report.ask))
    return out.getvalue()


def _row(game: Outcome, sides: tuple[str, ...], *, ask: bool) -> list[str | int]:
    plain = [getattr(game, name) for name in PLAIN]
    by_side = [
        getattr(game, name).get(side, 0) if ask or name != ASKED else ""
        for name in BY_SIDE
        for side in sides
    ]
    return [int(value) if isinstance(value, bool) else value for value in (*plain, *by_side)]
