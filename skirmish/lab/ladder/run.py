"""The run: pairs are given out, written down as they are done, and counted in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.lab.ladder.book import Book
from skirmish.lab.ladder.grounds import Ground, of_ruleset
from skirmish.lab.ladder.match import Levels, Match, played
from skirmish.lab.ladder.rule import OPEN, Rule
from skirmish.lab.ladder.standing import Rung, Standing, Tier, pairs_of
from skirmish.lab.spread import Crew, Watch, alone, spread

MOST = 60
"""Pairs for each rung and ruleset where nobody says how many."""


@frozen
class Plan:
    """What is to be played: which levels, over which scenarios, how many pairs at most."""

    rungs: tuple[Levels, ...]
    grounds: tuple[Ground, ...]
    pairs: int = MOST
    seed: int = 1
    rule: Rule | None = None


def rungs() -> tuple[Levels, ...]:
    """Each level against the one below it, from the bottom."""
    levels = tuple(LEVELS)
    return tuple(zip(levels[1:], levels[:-1], strict=True))


def climb(plan: Plan, book: Book, crew: Crew | None = None, watch: Watch | None = None) -> Standing:
    """Play what the plan says and the book does not hold yet.

    The result depends on the plan alone: pairs count in their order, whoever was done first, and
    a goal is looked at after the first so many of them.

    Args:
        plan: What is to be played.
        book: What was played before; it gets every pair as soon as that is done.
        crew: Who plays; else this process.
        watch: Told of the pairs that were played now, and of those that may be still to play.
    """
    tiers = [
        _Contest(plan, levels, grounds, book)
        for levels in plan.rungs
        for grounds in of_ruleset(plan.grounds).values()
    ]
    done = 0
    for number, tier in enumerate(tiers):
        for _ in tier.play(crew or alone()):
            done += 1
            if watch is not None:
                watch(done, done + sum(len(one.missing) for one in tiers[number:]))
    found = [tier.result() for tier in tiers]
    return Standing(
        tuple(Rung(levels, tuple(t for t in found if t.levels == levels)) for levels in plan.rungs),
        book.version,
        plan.seed,
        plan.rule,
    )


class _Contest:
    """Two levels under one ruleset."""

    def __init__(self, plan: Plan, levels: Levels, grounds: Sequence[Ground], book: Book) -> None:
        self._plan = plan
        self._levels = levels
        self._grounds = grounds
        self._book = book
        self._matches: list[Match | None] = [
            book.get(self._ground(number).hash, levels, self._seed(number))
            for number in range(plan.pairs)
        ]
        self._counted = 0
        self._verdict = OPEN if plan.rule else ""
        self._look()

    def _ground(self, number: int) -> Ground:
        """The scenario of a pair: they take turns, so that few pairs hold of each as many."""
        return self._grounds[number % len(self._grounds)]

    def _seed(self, number: int) -> int:
        return self._plan.seed + number // len(self._grounds)

    @property
    def _decided(self) -> bool:
        return self._verdict not in ("", OPEN)

    @property
    def missing(self) -> list[int]:
        """The pairs that may be still to play."""
        if self._decided:
            return []
        return [number for number, match in enumerate(self._matches) if match is None]

    def play(self, crew: Crew) -> Iterator[None]:
        """Play what is missing until the goal is decided; one step for each pair."""
        missing = self.missing
        tasks = (
            (self._ground(number).opening.text, self._levels, self._seed(number))
            for number in missing
        )
        for task, results in spread(played, tasks, crew):
            number = missing[task]
            ground = self._ground(number)
            match = Match(ground.name, ground.hash, self._levels, self._seed(number), results)
            self._book.add(match)
            self._matches[number] = match
            self._look()
            yield
            if self._decided:
                return

    def _look(self) -> None:
        """Count the pairs up to the first that is missing, and judge them at every look."""
        rule = self._plan.rule
        while not self._decided and self._counted < len(self._matches):
            if self._matches[self._counted] is None:
                return
            self._counted += 1
            last = self._counted == len(self._matches)
            if rule is not None and (last or rule.looks(self._counted)):
                self._verdict = rule.verdict(pairs_of(self._levels, self._standing()))

    def _standing(self) -> tuple[Match, ...]:
        first = self._matches[: self._counted]
        return tuple(match for match in first if match is not None)

    def result(self) -> Tier:
        """What it came to."""
        ruleset = self._grounds[0].ruleset
        return Tier(ruleset, self._levels, self._standing(), self._verdict)
