"""Many games played and watched: how the levels behave in them (`conduct`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skirmish.game import Opening, open_text
from skirmish.lab.conduct import Conduct, merged
from skirmish.lab.conduct_watch import conduct
from skirmish.lab.play import play
from skirmish.lab.spread import Crew, Watch, alone, spread

BATCH = 5
"""Games in a task."""


def observed(
    opening: Opening,
    players: Mapping[str, str],
    seeds: Sequence[int],
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> Conduct:
    """How levels behave in a game for each seed; the answer depends on nothing else.

    Args:
        opening: What is fought.
        players: The level of each side, or a style (`lab.styles`).
        seeds: One for each game.
        crew: Who plays; None plays in this process.
        watch: Told of the games that were played, and of all.
    """
    shares = [tuple(seeds[at : at + BATCH]) for at in range(0, len(seeds), BATCH)]
    tasks = ((opening.text, dict(players), share) for share in shares)
    parts: dict[int, Conduct] = {}
    for number, part in spread(batch, tasks, crew or alone()):
        parts[number] = part
        if watch is not None:
            watch(sum(one.games for one in parts.values()), len(seeds))
    return merged(parts[number] for number in sorted(parts))


def batch(scenario: str, players: Mapping[str, str], seeds: Sequence[int]) -> Conduct:
    """What a worker does: games of a scenario that comes as text, seed by seed."""
    opening = open_text(scenario)
    return merged(conduct(play(opening, players, seed)) for seed in seeds)
