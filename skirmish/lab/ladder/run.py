"""The run: pairs are given out, written down as they are done, and counted in their order."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.lab.ladder.book import Book
from skirmish.lab.ladder.grounds import Ground, Supply
from skirmish.lab.ladder.match import Levels, Match, played
from skirmish.lab.ladder.rule import OPEN, Rule
from skirmish.lab.ladder.standing import Rung, Standing, Tier, pairs_of
from skirmish.lab.spread import Crew, Watch, alone, spread

MOST = 60
"""Pairs for each rung and ruleset where nobody says how many."""


@frozen
class Plan:
    """What is to be played: which levels, on what grounds, how many pairs at most."""

    rungs: tuple[Levels, ...]
    supplies: tuple[Supply, ...]
    pairs: int = MOST
    rule: Rule | None = None

    @property
    def seed(self) -> int:
        """That of the first pair."""
        return self.supplies[0].seed(0)

    @property
    def named(self) -> tuple[Ground, ...]:
        """The scenarios that were named."""
        return tuple(ground for supply in self.supplies for ground in supply.named)


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
        _Contest(plan, levels, supply, book) for levels in plan.rungs for supply in plan.supplies
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

    def __init__(self, plan: Plan, levels: Levels, supply: Supply, book: Book) -> None:
        self._plan = plan
        self._levels = levels
        self._supply = supply
        self._book = book
        self._matches: list[Match | None] = [
            book.get(supply.name(number), levels, supply.seed(number))
            for number in range(plan.pairs)
        ]
        self._grounds: dict[int, Ground] = {}
        self._counted = 0
        self._verdict = OPEN if plan.rule else ""
        self._look()

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
        for task, results in spread(played, self._tasks(missing), crew):
            number = missing[task]
            ground, seed = self._grounds.pop(number), self._supply.seed(number)
            match = Match(ground.name, ground.hash, self._levels, seed, results)
            self._book.add(match)
            self._matches[number] = match
            self._look()
            yield
            if self._decided:
                return

    def _tasks(self, missing: list[int]) -> Iterator[tuple[str, Levels, int]]:
        """What is given out; no ground is made before its turn, and it is kept until it is back."""
        for number in missing:
            ground = self._grounds[number] = self._supply.ground(number)
            yield ground.opening.text, self._levels, self._supply.seed(number)

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
        supply = self._supply
        by_name = bool(supply.named)
        return Tier(supply.ruleset, self._levels, self._standing(), self._verdict, by_name)
