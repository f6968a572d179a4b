"""What many games tell together, as values, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from attrs import frozen

from skirmish.lab.measure import Outcome

Z = 1.959964
"""Standard deviations on each side of a 95% interval."""


@frozen
class Share:
    """So many of so many, with the 95% interval after Wilson."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the true share."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        """`62.0% (52.2 to 70.9)`."""
        low, high = self.interval
        return f"{100 * self.value:.1f}% ({100 * low:.1f} to {100 * high:.1f})"

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON, rounded so that it reads."""
        low, high = self.interval
        return {
            "count": self.count,
            "of": self.of,
            "share": round(self.value, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@frozen
class Report:
    """Many games of one scenario."""

    title: str
    ruleset: str
    players: Mapping[str, str]
    games: tuple[Outcome, ...]

    @property
    def wins(self) -> Mapping[str, Share]:
        """Games won by each side, and draws under ""."""
        won = Counter(game.winner for game in self.games)
        return {side: Share(won[side], len(self.games)) for side in (*self.players, "")}

    @property
    def idle(self) -> Share:
        """Figure-turns without any action (`measure`)."""
        return Share(sum(g.idle for g in self.games), sum(g.figure_turns for g in self.games))

    @property
    def still(self) -> Share:
        """Games in whose last four turns nothing changed."""
        return Share(sum(g.still for g in self.games), len(self.games))

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
        turns = sum(game.turns for game in self.games)
        return sum(game.questions for game in self.games) / turns if turns else 0.0

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON: the sums, then game by game."""
        shortest, median, longest = self.lengths
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "players": dict(self.players),
            "wins": {side or "draw": share.data for side, share in self.wins.items()},
            "turns": {"shortest": shortest, "median": median, "longest": longest},
            "idle": self.idle.data,
            "still": self.still.data,
            "losses": {cause: share.data for cause, share in self.losses.items()},
            "orders": {verb: share.data for verb, share in self.used.items()},
            "questions_a_turn": round(self.questions, 3),
            "reasons": self.reasons,
            "games": [_game(game) for game in self.games],
        }

    @property
    def text(self) -> str:
        """For reading."""
        shortest, median, longest = self.lengths
        sides = ", ".join(f"{side} {level}" for side, level in self.players.items())
        lines = [f"{self.title} ({self.ruleset}): {len(self.games)} games, {sides}"]
        lines += [f"  {side or 'draws':<18}{share}" for side, share in self.wins.items()]
        lines.append(f"  {'turns':<18}{median} ({shortest} to {longest})")
        lines.append(f"  {'ended by':<18}{_counts(self.reasons)}")
        lines.append(f"  {'idle figure-turns':<18}{self.idle}")
        lines.append(f"  {'still at the end':<18}{self.still}")
        losses = ", ".join(f"{k} {100 * v.value:.0f}%" for k, v in self.losses.items())
        lines.append(f"  {'losses by':<18}{losses or 'nothing'}")
        used = ", ".join(f"{k} {100 * v.value:.0f}%" for k, v in self.used.items())
        lines.append(f"  {'orders':<18}{used or 'none'}")
        lines.append(f"  {'questions a turn':<18}{self.questions:.2f}")
        return "\n".join(lines)


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _game(game: Outcome) -> Mapping[str, Any]:
    return {
        "seed": game.seed,
        "winner": game.winner,
        "reason": game.reason,
        "turns": game.turns,
        "orders": game.orders,
        "score": dict(game.score),
        "lost": dict(game.lost),
    }


def merged(parts: Iterable[Sequence[Outcome]]) -> tuple[Outcome, ...]:
    """The games of all tasks, in the order of their seeds."""
    return tuple(sorted((game for part in parts for game in part), key=lambda game: game.seed))
