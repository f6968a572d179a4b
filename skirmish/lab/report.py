"""What many games tell together, as values and as JSON; `report_text` has it for reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from skirmish.core.state import Objective
from skirmish.lab.intervals import Mean, Share
from skirmish.lab.measure import Outcome, Use
from skirmish.lab.pairs import Pairs, pairs_of
from skirmish.lab.rules_met import RulesMet

MEASURES = "This measures the balance of the computer player, not of people."
POINTS = 2
"""Points of a game: 2 for a win, 1 for a draw."""


@frozen
class Goal:
    """How an objective fell: in how many games it paid, and when first.

    `got`: games in which its side got it. `turns`: the turn of the first payment, sorted, of these
    games. `times` and `points` are over all games.
    """

    objective: Objective
    got: Share
    turns: tuple[int, ...]
    times: int
    points: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.got.of

    @property
    def never(self) -> Share:
        """Games in which it paid nothing."""
        return evolve(self.got, count=self.games - self.got.count)

    @property
    def by_turn(self) -> Mapping[int, int]:
        """Games in which it paid first in each turn."""
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
class Report:
    """Many games of one scenario, `players` being those at home.

    `swapped`: with the seats swapped as well. Each seed is there twice then, unless both players
    are the same: then the second game would be the first again, and each is there once.
    `tempers`: those with which sides were played, steady ones left out. `ask`: whether choices in
    mid-order were put to the players; else nothing is told of questions. `rules`: whether the
    numbered rules were counted that came up.
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

    @property
    def twice(self) -> bool:
        """Whether each seed is there twice."""
        return self.swapped and differ(self.players)

    def share(self, is_so: Callable[[Outcome], bool]) -> Share:
        """In how many games something is so; what two games of one seed tell is one score."""
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
        """What each of two players got over both seats; nothing where no seed is there twice."""
        if not self.twice:
            return ()
        names = dict.fromkeys(self.players.values())
        return tuple(pairs_of(self.home, self.away, name) for name in names)

    @property
    def first(self) -> Mean:
        """The share of the points that went to the side that acted first.

        Two games of one seed are one score.
        """
        scores = [_first(game) for game in self.games]
        if not self.twice:
            return Mean(tuple(scores), POINTS)
        both = zip(scores[::2], scores[1::2], strict=True)
        return Mean(tuple(one + other for one, other in both), 2 * POINTS)

    @property
    def idle(self) -> Share:
        """Figure-turns without any action (`measure`)."""
        return Share(sum(g.idle for g in self.games), sum(g.figure_turns for g in self.games))

    @property
    def still(self) -> Share:
        """Games in whose last four turns nothing changed."""
        return self.share(lambda game: game.still)

    @property
    def losses(self) -> Mapping[str, Share]:
        """Figures lost, by what put them out."""
        causes: Counter[str] = Counter()
        for game in self.games:
            causes.update(game.losses)
        whole = sum(causes.values())
        return {cause: Share(count, whole) for cause, count in sorted(causes.items())}

    @property
    def used(self) -> Mapping[str, Share]:
        """Orders given, by their verb, the most frequent first."""
        verbs: Counter[str] = Counter()
        for game in self.games:
            verbs.update(game.used)
        return {verb: Share(count, verbs.total()) for verb, count in verbs.most_common()}

    @property
    def fire(self) -> Mapping[str, Use]:
        """What came of each weapon over all games, the one that cost the enemy most first."""
        found: dict[str, Use] = {}
        for game in self.games:
            for weapon, use in game.fire.items():
                found[weapon] = found.get(weapon, Use()).with_more(use)
        return dict(sorted(found.items(), key=lambda one: (-one[1].lost, -one[1].shots, one[0])))

    @property
    def goals(self) -> tuple[Goal, ...]:
        """How each objective fell."""
        return tuple(self._goal(objective) for objective in self.objectives)

    def _goal(self, objective: Objective) -> Goal:
        key = objective.side, objective.id
        paid = [game.goals[key] for game in self.games if key in game.goals]
        return Goal(
            objective=objective,
            got=self.share(lambda game: key in game.goals),
            turns=tuple(sorted(one.turn for one in paid)),
            times=sum(one.times for one in paid),
            points=sum(one.points for one in paid),
        )

    @property
    def lengths(self) -> tuple[int, int, int]:
        """Shortest, median and longest game, in turns."""
        turns = sorted(game.turns for game in self.games) or [0]
        return turns[0], turns[len(turns) // 2], turns[-1]

    @property
    def reasons(self) -> Mapping[str, int]:
        """How the games ended."""
        return dict(sorted(Counter(game.reason for game in self.games).items()))

    @property
    def questions(self) -> float:
        """Questions put to players, a turn."""
        return self._a_turn(sum(game.questions for game in self.games))

    @property
    def asked(self) -> Mapping[str, float]:
        """Questions put to each side, a turn."""
        return {
            side: self._a_turn(sum(game.asked.get(side, 0) for game in self.games))
            for side in self.players
        }

    @property
    def met(self) -> RulesMet | None:
        """Which rules came up; None where they were not counted."""
        if not self.rules:
            return None
        return RulesMet.over(self.ruleset, (game.rules for game in self.games))

    def _a_turn(self, count: int) -> float:
        turns = sum(game.turns for game in self.games)
        return count / turns if turns else 0.0

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON: the sums, then game by game."""
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
            "weapons": {weapon: use_data(use) for weapon, use in self.fire.items()},
            "objectives": [goal.data for goal in self.goals],
            "orders": {verb: share.counted for verb, share in self.used.items()},
            "questions_a_turn": round(self.questions, 3) if self.ask else None,
            "questions_by_side": (
                {side: round(often, 3) for side, often in self.asked.items()} if self.ask else None
            ),
            "reasons": self.reasons,
            "rules": None if self.met is None else self.met.data,
            "games": [_game(game, ask=self.ask) for game in self.games],
        }

    @property
    def text(self) -> str:
        """For reading."""
        from skirmish.lab.report_text import text_of  # noqa: PLC0415 - it draws what stands here

        return text_of(self)


def differ(players: Mapping[str, str]) -> bool:
    """Whether the players are not all the same."""
    return len(dict.fromkeys(players.values())) > 1


def use_data(use: Use) -> Mapping[str, int]:
    """What came of a weapon, for JSON."""
    return {
        "shots": use.shots,
        "effects": use.hits,
        "put_out": use.out,
        "points": use.lost,
        "own_points": use.own,
    }


def _first(game: Outcome) -> int:
    if not game.winner:
        return POINTS // 2
    return POINTS if game.winner == game.first else 0


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


def merged(parts: Iterable[Sequence[Outcome]]) -> tuple[Outcome, ...]:
    """The games of all tasks, in the order of their seeds; those of one seed stay as they come."""
    return tuple(sorted((game for part in parts for game in part), key=lambda game: game.seed))
