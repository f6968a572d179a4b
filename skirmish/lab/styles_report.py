"""Whether waiting or running is the whole game: the two styles against a level, in both seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from skirmish.core.text import many
from skirmish.game import Opening
from skirmish.lab.intervals import Share
from skirmish.lab.pairs import Pairs, pairs_of
from skirmish.lab.report import MEASURES, Report
from skirmish.lab.simulate import simulate
from skirmish.lab.spread import Crew, Watch
from skirmish.lab.styles import STYLES
from skirmish.lab.words import heading

AGAINST = "regular"
MOST = 0.6
"""The share of games that a style may win at most."""


@frozen
class Style:
    """What a style got out of its games in both seats."""

    name: str
    report: Report

    @property
    def wins(self) -> Share:
        """Games that it won, whichever seat it had."""
        return self.report.share(lambda g: bool(g.winner) and g.players[g.winner] == self.name)

    @property
    def pairs(self) -> Pairs:
        """Its points, pair by pair."""
        return pairs_of(self.report.home, self.report.away, self.name)

    @property
    def verdict(self) -> str:
        """Whether it wins more than it may, and how sure that is."""
        low, high = self.wins.interval
        if self.wins.value > MOST:
            sure = "" if low > MOST else ", as far as so few games can tell"
            return f"wins more than {MOST:.0%}{sure}: {_TELLS[self.name]} is the whole game here"
        sure = "" if high <= MOST else ", as far as so few games can tell"
        return f"wins no more than {MOST:.0%}{sure}"

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "wins": self.wins.data,
            "points": self.pairs.data,
            "ok": self.wins.value <= MOST,
            "games": self.report.data["games"],
        }


_TELLS = {"camper": "waiting", "rusher": "running"}


@frozen
class Styles:
    """Both styles on one scenario."""

    title: str
    ruleset: str
    styles: tuple[Style, ...]

    @property
    def tempers(self) -> Mapping[str, str]:
        """Those with which sides were played, steady ones left out."""
        return self.styles[0].report.tempers

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "measures": MEASURES,
            "against": AGAINST,
            "tempers": dict(self.tempers),
            "most": MOST,
            "styles": {style.name: style.data for style in self.styles},
        }

    @property
    def text(self) -> str:
        """For reading."""
        what = f"styles against {AGAINST}, in both seats"
        lines = list(heading(self.title, self.ruleset, what, self.tempers))
        for style in self.styles:
            lines.append(f"  {style.name:<8} wins {style.wins} of {many(style.wins.of, 'game')}")
            lines.append(f"  {'':<8} {style.verdict}")
        return "\n".join([*lines, MEASURES])


def styles(
    opening: Opening, seeds: Sequence[int], crew: Crew | None = None, watch: Watch | None = None
) -> Styles:
    """Each style against `regular`: two games for each seed, with the seats swapped."""
    first, second = opening.state.setup.sides
    found = []
    for number, name in enumerate(STYLES):
        seats = {first: name, second: AGAINST}
        before = 2 * len(seeds) * number

        def told(done: int, _: int, before: int = before) -> None:
            if watch is not None:
                watch(before + done, 2 * len(seeds) * len(STYLES))

        found.append(Style(name, simulate(opening, seats, seeds, crew, swap=True, watch=told)))
    setup = opening.state.setup
    return Styles(setup.title, setup.ruleset, tuple(found))
