"""Many games of one scenario, in this process or spread over a crew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor

from attrs import evolve

from skirmish.game import Opening, open_text, verify_record
from skirmish.lab.measure import Outcome, measured
from skirmish.lab.play import play
from skirmish.lab.report import Report, differ, merged
from skirmish.lab.rules_met import rules_of
from skirmish.lab.spread import Crew, Watch, alone, spread, workers
from skirmish.lab.words import tempers_of

__all__ = ["Unverified", "batch", "simulate", "swapped", "workers"]

BATCH = 50
"""Seeds in a task at most: few enough to spread, enough that giving one out costs nothing."""
SHARES = 40
"""Tasks that a run is divided into at least, so that its progress is seen."""

Players = Mapping[str, str]


class Unverified(RuntimeError):
    """A game whose record is not what the rules make of its orders: a fault of the program."""


def simulate(  # noqa: PLR0913 - what is played, by whom, and how
    opening: Opening,
    players: Players,
    seeds: Sequence[int],
    crew: Crew | Executor | None = None,
    *,
    swap: bool = False,
    verify: bool = False,
    ask: bool = False,
    rules: bool = False,
    watch: Watch | None = None,
) -> Report:
    """Plays a game for each seed; the report depends on nothing else.

    Args:
        opening: What is fought.
        players: The level of each side, or a style (`lab.styles`).
        seeds: One for each game.
        crew: Who plays (`local`, `cluster`, or any executor); None plays in this process.
        swap: Whether each seed is played a second time with the seats swapped; where both players
            are the same that is the same game again, and it is played once.
        verify: Whether every game's record is checked against the rules.
        ask: Whether choices in mid-order are put to the players; see `play`.
        rules: Whether the numbered rules are counted that came up.
        watch: Told of the games that were played, and of all.

    Raises:
        Unverified: A record does not agree with the rules.
        SkirmishError: Who played is gone.
    """
    seatings = (dict(players), swapped(players)) if swap and differ(players) else (dict(players),)
    whole = len(seeds) * len(seatings)
    tasks = ((opening.text, seatings, share, verify, ask, rules) for share in _shares(seeds))
    parts: dict[int, tuple[Outcome, ...]] = {}
    for number, games in spread(batch, tasks, _crew(crew)):
        parts[number] = games
        if watch is not None:
            watch(sum(map(len, parts.values())), whole)
    games = merged(parts[number] for number in sorted(parts))
    return _report(opening, players, games, swap=swap, ask=ask, rules=rules)


def _shares(seeds: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The seeds in tasks: small ones, so that nobody waits long for the last."""
    size = max(1, min(BATCH, len(seeds) // SHARES))
    return (tuple(seeds[at : at + size]) for at in range(0, len(seeds), size))


def _report(
    opening: Opening,
    players: Players,
    games: tuple[Outcome, ...],
    *,
    swap: bool,
    ask: bool,
    rules: bool,
) -> Report:
    setup = opening.state.setup
    return Report(
        title=setup.title,
        ruleset=setup.ruleset,
        players=dict(players),
        games=games,
        objectives=setup.objectives,
        swapped=swap,
        tempers=tempers_of(setup, players, swapped=swap),
        ask=ask,
        rules=rules,
    )


def _crew(crew: Crew | Executor | None) -> Crew:
    if isinstance(crew, Crew):
        return crew
    return alone() if crew is None else Crew(crew)


def swapped(players: Players) -> dict[str, str]:
    """The same two players, each in the other's seat."""
    first, second = players
    return {first: players[second], second: players[first]}


def batch(
    scenario: str,
    seatings: Sequence[Players],
    seeds: Sequence[int],
    verify: bool,
    ask: bool,
    rules: bool = False,
) -> tuple[Outcome, ...]:
    """What a worker does: its own games of a scenario that comes as text, seed by seed."""
    opening = open_text(scenario)
    return tuple(
        _play_one(opening, players, seed, verify=verify, ask=ask, rules=rules)
        for seed in seeds
        for players in seatings
    )


def _play_one(
    opening: Opening, players: Players, seed: int, *, verify: bool, ask: bool, rules: bool
) -> Outcome:
    with play(opening, players, seed, ask=ask) as game:
        if verify:
            report = verify_record(game.record.text)
            if not report.ok:
                raise Unverified(f"seed {seed}: {report.difference}")
        outcome = measured(game)
        return evolve(outcome, rules=rules_of(game)) if rules else outcome
