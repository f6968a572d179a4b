"""Counts of the numbered rules that were applied in games.

The recorded orders are carried out again after the game, so that play itself takes no longer. An
order that asked questions counts once, in the line where all are answered. A rule counts where it
is applied (`scene.cite`), and where a modifier of an attack names it.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from skirmish.core.events import Burst
from skirmish.core.text import id_key, pluralize
from skirmish.game import Game
from skirmish.record import PLAYER, carry_out_again
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.engine import Done
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.scene import Attempt

WIDTH = 88
_INDENT = " " * 4


def rules_of(game: Game) -> Mapping[str, int]:
    """How often each rule was applied in a game that was played under the present rules."""
    found: Counter[str] = Counter()
    for number, entry in game.standing_lines:
        if entry.verb == PLAYER or entry.asks is not None:
            continue
        done = carry_out_again(game.ruleset, game.state_at(number - 1), entry)
        if done is not None:
            found.update(rules_in(done))
    return {rule: found[rule] for rule in sorted(found, key=id_key)}


def rules_in(done: Done) -> Counter[str]:
    """How often each rule was applied in an order, including the modifiers of its attacks."""
    found = Counter(done.rules)
    for attempt in done.attempts:
        found.update({line.rule for line in _modifiers(attempt, done) if line.rule})
    return found


def _modifiers(attempt: Attempt, done: Done) -> tuple[Modifier, ...]:
    """The modifiers of an attack; of one that landed somewhere, those for its landing."""
    plan = attempt.plan()
    if isinstance(plan, Attack):
        return plan.modifiers
    after = (told.event for told in done.told[attempt.told :])
    return plan.at(next((event.at for event in after if isinstance(event, Burst)), None)).modifiers


@frozen
class RulesMet:
    """The rules of a ruleset over many games.

    `times`: how often each was applied; `games`: in how many of the `played` games.
    """

    ruleset: str
    played: int
    times: Mapping[str, int]
    games: Mapping[str, int]

    @classmethod
    def over(cls, ruleset: str, games: Iterable[Mapping[str, int]]) -> RulesMet:
        """The totals over these games, each given by its counts."""
        times: Counter[str] = Counter()
        among: Counter[str] = Counter()
        played = 0
        for rules in games:
            played += 1
            times.update(rules)
            among.update(list(rules))
        order = sorted(times, key=id_key)
        return cls(
            ruleset,
            played,
            {rule: times[rule] for rule in order},
            {rule: among[rule] for rule in order},
        )

    @cached_property
    def never(self) -> tuple[str, ...]:
        """The rules that were never applied, without those that only describe."""
        return self._absent(descriptive=False)

    @cached_property
    def descriptive(self) -> tuple[str, ...]:
        """The statements that only describe or advise: no order applies them."""
        return self._absent(descriptive=True)

    def _absent(self, *, descriptive: bool) -> tuple[str, ...]:
        statements = ruleset(self.ruleset).statements
        absent = (
            rule
            for rule, statement in statements.items()
            if rule not in self.times and statement.descriptive == descriptive
        )
        return tuple(sorted(absent, key=id_key))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "ruleset": self.ruleset,
            "games": self.played,
            "met": {
                rule: {"times": count, "games": self.games[rule]}
                for rule, count in self.times.items()
            },
            "never": list(self.never),
            "descriptive": list(self.descriptive),
        }

    def lines(self) -> Iterator[str]:
        """For reading."""
        whole = len(self.times) + len(self.never)
        yield (
            f"  rules of {self.ruleset}: {len(self.times)} of {whole} came up in"
            f" {pluralize(self.played, 'game')} (times, games)"
        )
        yield from _folded(f"{r} {n} {self.games[r]}" for r, n in self.times.items())
        yield f"  never: {len(self.never)}"
        yield from _folded(self.never)
        yield f"  only described, so never applied: {len(self.descriptive)}"
        yield from _folded(self.descriptive)


def _folded(words: Iterable[str]) -> list[str]:
    text = ", ".join(word.replace(" ", "\0") for word in words)
    lines = textwrap.wrap(text, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return [line.replace("\0", " ") for line in lines]


@frozen
class RulesReport:
    """The rules of all rulesets that were played, over games of several scenarios."""

    titles: tuple[str, ...]
    met: tuple[RulesMet, ...]

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {"scenarios": list(self.titles), "rules": [one.data for one in self.met]}

    @property
    def text(self) -> str:
        """For reading."""
        return "\n".join(
            [", ".join(self.titles), *(line for one in self.met for line in one.lines())]
        )
