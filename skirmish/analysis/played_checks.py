"""Checks of a scenario that need games: warnings and notes of `skirmish check --play`.

A message is given only if its 95% interval leaves little doubt, so few games give few messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from skirmish.analysis.balance import points_of
from skirmish.analysis.intervals import Share
from skirmish.analysis.known_results import FAIR
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.core.text import pluralize
from skirmish.scenario import Scenario
from skirmish.scenario.faults import Fault, Path
from skirmish.scenario.lint import PLAYED
from skirmish.scenario.model import FigureEntry
from skirmish.scenario.validation import entries_of

HARDLY = 0.2
"""Share of the games below which something is rare."""
EARLY_LOSSES = 0.02
"""Acceptable share of the games with an early loss."""
EARLY_ENDS = 1 / 3
"""Acceptable share of the games that are over by the turn `EARLY_TURN`."""
EARLY_TURN = 2
_EVEN = 0.5

Look = Callable[[Scenario, SimulationReport], Iterator[Fault]]


def uneven(scenario: Scenario, report: SimulationReport) -> Iterator[Fault]:
    """One side wins most games, by more than luck."""
    for force in scenario.sides:
        share = points_of(report, force.id)
        if 100 * share.value > FAIR[1] and share.interval[0] > _EVEN:
            games = pluralize(len(report.games), "game")
            what = f"{force.id} has {share} of the match points in {games} of the computer"
            remedy = "`skirmish simulate FILE --advise` says what would even it out"
            yield Fault(("sides", force.id), what, remedy)


def early_loss(scenario: Scenario, report: SimulationReport) -> Iterator[Fault]:
    """Figures are lost before the first order of their side."""
    if report.early.interval[0] <= EARLY_LOSSES:
        return
    lost = Counter(
        name for game in report.games for name, deeds in game.figures.items() if deeds.early
    )
    shares = {name: Share(count, len(report.games)) for name, count in lost.items()}
    # Figures that are lost too often by themselves are named; if there are none, all of them.
    sure = {name: one for name, one in shares.items() if one.interval[0] > EARLY_LOSSES} or shares
    # If dice decide which side acts first, the scenario cannot.
    chosen = all(game.first == scenario.first for game in report.games)
    other = "let its side act first" if chosen else "give it cover there"
    for path, entry in entries_of(scenario):
        if entry.id in sure:
            often = _of(sure[entry.id])
            what = f"{entry.id} was lost before the first order of its side {often}"
            yield Fault((*path, "id"), what, f"{_moved(path, entry)} out of sight, or {other}")


def _moved(path: Path, entry: FigureEntry) -> str:
    """The change that makes a figure begin elsewhere."""
    if path[0] == "reinforcements":
        return "let it arrive"
    return "move it" if entry.at is not None else f"move the deploy zone of {path[1]}"


def decided_early(scenario: Scenario, report: SimulationReport) -> Iterator[Fault]:
    """The battle is over by turn 2."""
    over = report.share(lambda game: game.turns <= EARLY_TURN)
    if scenario.turns > EARLY_TURN and over.interval[0] > EARLY_ENDS:
        what = f"the battle was over by turn {EARLY_TURN} {_of(over)}"
        remedy = "move the sides apart, add cover, or raise a break_point"
        yield Fault(("turns",), what, remedy)


def never_pays(scenario: Scenario, report: SimulationReport) -> Iterator[Fault]:
    """An objective pays in hardly any game."""
    for n, goal in enumerate(report.goals):
        if goal.got.interval[1] < HARDLY:
            what = f"{scenario.objectives[n].id} paid {_of(goal.got)}"
            yield Fault(("objectives", n), what, "make it nearer, easier, or worth more")


def unreached_event(scenario: Scenario, report: SimulationReport) -> Iterator[Fault]:
    """An event never happens."""
    for n, event in enumerate(report.events):
        if not event.turns and event.happened.interval[1] < HARDLY:
            what = f"{scenario.events[n].id} never happened in {len(report.games)} games"
            yield Fault(("events", n, "when"), what, "choose a condition that is met more often")


def _of(share: Share) -> str:
    return f"in {share.count} of {pluralize(share.of, 'game')}"


CHECKS: Mapping[str, Look] = {
    "uneven": uneven,
    "early_loss": early_loss,
    "decided_early": decided_early,
    "never_pays": never_pays,
    "unreached_event": unreached_event,
}
"""The check for each id of `scenario.lint.PLAYED`."""


def look(scenario: Scenario, report: SimulationReport) -> Iterator[tuple[str, Fault]]:
    """Yield the findings from games of a scenario with their ids, without those it ignores."""
    for name in PLAYED:
        if name not in scenario.ignored:
            yield from ((name, fault) for fault in CHECKS[name](scenario, report))
