"""Comparison of both styles with a level, in both seats of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from skirmish.analysis.intervals import Share
from skirmish.analysis.pairs import Pairs, pairs_of
from skirmish.analysis.simulation import simulate
from skirmish.analysis.simulation_report import MEASURES, SimulationReport, report_heading
from skirmish.analysis.workers import Progress, Workers
from skirmish.core.text import pluralize
from skirmish.game import Opening
from tools.styles.players import STYLES, choose

AGAINST = "regular"
MOST = 0.6
"""Largest share of games that a style may win."""


@frozen
class StyleResult:
    """Result of a style over its games in both seats."""

    name: str
    report: SimulationReport

    @property
    def wins(self) -> Share:
        """Share of the games that it won."""
        return self.report.share(lambda g: bool(g.winner) and g.players[g.winner] == self.name)

    @property
    def pairs(self) -> Pairs:
        """Its points by pair."""
        return pairs_of(self.report.home, self.report.away, self.name)

    @property
    def verdict(self) -> str:
        """A sentence: whether it wins more than it may, and how sure that is."""
        low, high = self.wins.interval
        if self.wins.value > MOST:
            sure = "" if low > MOST else ", as far as so few games can tell"
            return f"wins more than {MOST:.0%}{sure}: {_TACTICS[self.name]} is the whole game here"
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


_TACTICS = {"camper": "waiting", "rusher": "running"}


@frozen
class StylesReport:
    """Results of both styles on one scenario."""

    title: str
    ruleset: str
    styles: tuple[StyleResult, ...]

    @property
    def tempers(self) -> Mapping[str, str]:
        """Tempers by side, steady ones left out."""
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
        lines = list(report_heading(self.title, self.ruleset, what, self.tempers))
        for style in self.styles:
            lines.append(
                f"  {style.name:<8} wins {style.wins} of {pluralize(style.wins.of, 'game')}"
            )
            lines.append(f"  {'':<8} {style.verdict}")
        return "\n".join([*lines, MEASURES])


def compare_styles(
    opening: Opening,
    seeds: Sequence[int],
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> StylesReport:
    """Play each style against `regular`: two games for each seed, with the seats swapped."""
    first, second = opening.state.setup.sides
    found = []
    for number, name in enumerate(STYLES):
        seats = {first: name, second: AGAINST}
        before = 2 * len(seeds) * number

        def told(done: int, _: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done, 2 * len(seeds) * len(STYLES))

        report = simulate(opening, seats, seeds, workers, swap=True, player=choose, progress=told)
        found.append(StyleResult(name, report))
    setup = opening.state.setup
    return StylesReport(setup.title, setup.ruleset, tuple(found))
