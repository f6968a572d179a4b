"""The known balance of a scenario, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.analysis.known_results import FAIR, KnownBalance
from skirmish.core.text import pluralize


def balance_words(known: KnownBalance, names: Mapping[str, str]) -> str:
    """How even a battle is, with the interval and the number of games.

    For example `even: Blue won 52% of 200 games (a draw counts half); its real chance is
    likely 46 to 58%`.

    Args:
        known: The known balance.
        names: Names of the sides by id.
    """
    low, high = (round(100 * bound) for bound in known.share.interval)
    first, second = (names[side] for side in known.sides)
    share, games = 100 * known.share.value, pluralize(known.games, "game")
    measured = f"{first} won {round(share)}% of {games} (a draw counts half)"
    likely = f"its real chance is likely {low} to {high}%"
    return f"{_verdict(share, (low, high), first, second)}: {measured}; {likely}"


def _verdict(share: float, interval: tuple[int, int], first: str, second: str) -> str:
    """The conclusion from the interval; only a narrow one is conclusive."""
    low, high = interval
    if FAIR[0] <= low and high <= FAIR[1]:
        return "even"
    if FAIR[0] <= share <= FAIR[1]:
        return "may be even"
    ahead = first if share > FAIR[1] else second
    if high < FAIR[0] or low > FAIR[1]:
        return f"{ahead} is ahead"
    return f"{ahead} may be ahead"


def played_words(known: KnownBalance, turns: int) -> str:
    """The players of these games, and how long the games took if most end before the last turn."""
    early = f", half of them over by turn {known.turns}" if known.turns < turns else ""
    return f"games of the computer against itself{early}"
