"""Many games played and watched: how the levels behave in them (`conduct`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from skirmish.core.text import many
from skirmish.game import Opening, open_text
from skirmish.lab.conduct import Conduct, merged
from skirmish.lab.conduct_watch import conduct
from skirmish.lab.play import play
from skirmish.lab.spread import Crew, Watch, alone, spread
from skirmish.lab.words import heading, listed, tempers_of

BATCH = 5
"""Games in a task."""
MEASURES = "This measures the conduct of the computer player, not of people."


@frozen
class Observed:
    """How the levels behaved in games of one scenario.

    `tempers`: those with which sides were played, steady ones left out. `seed`: of the first game.
    """

    title: str
    ruleset: str
    players: Mapping[str, str]
    tempers: Mapping[str, str]
    conduct: Conduct
    seed: int

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "measures": MEASURES,
            "players": dict(self.players),
            "tempers": dict(self.tempers),
            "seed": self.seed,
            **self.conduct.data,
        }

    @property
    def text(self) -> str:
        """For reading."""
        what = f"conduct in {many(self.conduct.games, 'game')}, {listed(self.players)}"
        lines = heading(self.title, self.ruleset, what, self.tempers)
        return "\n".join([*lines, self.conduct.text, MEASURES])


def observed(
    opening: Opening,
    players: Mapping[str, str],
    seeds: Sequence[int],
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> Observed:
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
    setup = opening.state.setup
    found = merged(parts[number] for number in sorted(parts))
    tempers = tempers_of(setup, players)
    return Observed(setup.title, setup.ruleset, dict(players), tempers, found, min(seeds))


def batch(scenario: str, players: Mapping[str, str], seeds: Sequence[int]) -> Conduct:
    """What a worker does: games of a scenario that comes as text, seed by seed."""
    opening = open_text(scenario)
    return merged(conduct(play(opening, players, seed)) for seed in seeds)
