"""Plays two simple styles, camper and rusher, against a level: `python -m tools.styles`.

The camper never moves, the rusher runs for the objectives. They know no ruleset: they choose among
order families and suggested orders by exact odds. A level deploys, buys and answers for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import click
from attrs import frozen

from skirmish.ai import Choice, Explanation, Stream, Weighed, think
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import expected_losses
from skirmish.ai.remarks import Note
from skirmish.analysis.intervals import Pairs, Share, pairs_of
from skirmish.analysis.simulation import simulate
from skirmish.analysis.simulation_report import MEASURES, SimulationReport, report_heading
from skirmish.analysis.workers import Progress, Workers
from skirmish.cli import SETTINGS
from skirmish.cli.options import many_games_options
from skirmish.cli.output import progress, report_printer
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, chebyshev, facing_towards
from skirmish.core.orders import END, Order
from skirmish.core.setup import SETUP_PHASES, in_area, tiles_in
from skirmish.core.text import id_key, pluralize
from skirmish.core.view import View
from skirmish.game import Opening
from skirmish.rulesets.engine import refusal, suggested
from skirmish.rulesets.families import Family, One, Routes, Spots
from skirmish.rulesets.ruleset import Ruleset
from tools.command import (
    games_option,
    opening_named,
    played_version,
    run_tool,
    seeds_of,
    tool_workers,
)

STAND_IN = "regular"
"""Level that deploys, musters and answers for a style."""
MOST = 6
"""Maximum number of orders per figure, after which a bound is ended."""
SHOOTING_REACH = 3
"""Distance in tiles to an enemy within which a rusher shoots before it runs on."""
TRIED = 40
OWN = 2
"""Weight of losses of the side itself."""

Tactics = Callable[["_Scene", Figure], Iterator[Order]]


def choose(
    ruleset: Ruleset, view: View, level: str, rng: Stream, *, previous: Choice | None = None
) -> Choice:
    """Choose the next order of a style or a level; a player for `analysis.self_play`."""
    player = style_order if level in STYLES else think
    return player(ruleset, view, level, rng, previous=previous)


def style_order(
    ruleset: Ruleset, view: View, style: str, rng: Stream, *, previous: Choice | None = None
) -> Choice:
    """Choose the next order of a style, as `think` does for a level."""
    if view.question is not None or view.state.clock.phase in SETUP_PHASES:
        return think(ruleset, view, STAND_IN, rng, previous=previous)
    point = view.state.clock.point
    last = previous if previous is not None and previous.point == point else None
    given = 1 if last is None else last.given + 1
    tried = () if last is None else last.tried
    figures = view.state.figures
    order = Order.of(END.name)
    if given <= MOST * (1 + len(figures)):
        wanted = (o for o in _orders(ruleset, view, style) if (o, figures[o.figure]) not in tried)
        order = next((o for o in wanted if refusal(ruleset, view, o) is None), order)
    done = (*tried, (order, figures.get(order.figure)))[-TRIED:]
    return Choice(
        order, Explanation(Weighed(order, 0, remark=Note(style))), None, point, given, done
    )


def _orders(ruleset: Ruleset, view: View, style: str) -> Iterator[Order]:
    """Possible orders of each figure, by figure id."""
    scene = _Scene(ruleset, view)
    for figure in sorted(view.own(), key=lambda one: id_key(one.id)):
        if figure.at is not None and not figure.fate:
            yield from STYLES[style](scene, figure)


class _Scene:
    """A view, and what the styles need to know of it."""

    def __init__(self, ruleset: Ruleset, view: View) -> None:
        self.ruleset = ruleset
        self.view = view
        self.state = view.state
        self._cache = ThoughtCache(view.state.board)
        self._ways: dict[tuple[Tile, ...], Mapping[Tile, int]] = {}

    def foes(self) -> tuple[Tile, ...]:
        """Tiles where enemies are, or were last seen."""
        seen = tuple(figure.at for figure in self.view.enemies() if figure.at is not None)
        return seen or tuple(
            one.figure.at
            for one in self.view.contacts.values()
            if one.figure.at is not None and not one.figure.fate
            if not self.view.seen & self.state.board.bit(one.figure.at)
        )

    def attacks(self, figure: Figure) -> tuple[Order, ...]:
        """Attacks with a gain, best first."""
        found = [(self._worth(order), order) for order in self.typical(figure)]
        good = [(worth, order) for worth, order in found if worth is not None and worth > 0]
        return tuple(order for _, order in sorted(good, key=lambda one: (-one[0], str(one[1]))))

    def typical(self, figure: Figure) -> tuple[Order, ...]:
        return suggested(self.ruleset, self.view, figure.id)

    def _worth(self, order: Order) -> Fraction | None:
        plan = self.ruleset.attack(self.state, order)
        if plan is None:
            return None
        figures, worth = self.state.figures, Fraction(0)
        for one in expected_losses(self.ruleset, self.state, plan, self._cache):
            own = figures[one.figure].side == self.view.side
            worth += -OWN * one.lost if own else one.lost
        return worth

    def watches(self, figure: Figure) -> Iterator[Order]:
        """Orders that wait for the enemy: those with a field for the least chance."""
        for order in self.typical(figure):
            verb = self.ruleset.verbs.get(order.verb)
            if verb is not None and any(field.shape is Shape.CHANCE for field in verb.fields):
                yield order
        for family in self.ruleset.options(self.view, figure.id):
            verb = self.ruleset.verbs.get(family.verb)
            if verb is not None and any(field.shape is Shape.CHANCE for field in verb.fields):
                yield Order.of(family.verb, figure.id, "", **dict(family.fixed))

    def prepares(self, figure: Figure) -> Iterator[Order]:
        """Other orders with a gain that do not move the figure: reloading, aiming."""
        for order in self.typical(figure):
            verb = self.ruleset.verbs.get(order.verb)
            if verb is None or verb.dice or verb.target in (Shape.PATH, Shape.FACING, Shape.TILE):
                continue
            if self.ruleset.prospect(self.view, order) > 0:
                yield order

    def turns(self, figure: Figure) -> Iterator[Order]:
        """A turn to the nearest enemy, without moving."""
        foes = [tile for tile in self.foes() if tile != figure.tile]
        if not foes:
            return
        near = min(foes, key=lambda tile: (chebyshev(tile, figure.tile), tile))
        facing = facing_towards(figure.tile, near)
        if facing is figure.facing:
            return
        for family in self.families(figure):
            if isinstance(family.target, One) and facing.name in family.target.options:
                yield Order.of(family.verb, figure.id, facing)

    def families(self, figure: Figure) -> tuple[Family, ...]:
        return self.ruleset.movement(self.view, figure.id)

    def ways(self, figure: Figure) -> Iterator[Order]:
        """Moves towards the side's goals, sorted by distance left, then by speed."""
        costs = self._costs(self._after(figure))
        here = costs.get(figure.tile, FAR)
        found: list[tuple[int, int, Order]] = []
        for number, family in enumerate(self.families(figure)):
            if isinstance(family.target, Routes) and family.target.mask:
                tiles = self.state.board.tiles_of(family.target.mask)
                best = min(tiles, key=lambda tile: (costs.get(tile, FAR), tile))
                route = family.target.route(best)
                found.append((costs[best], number, Order.of(family.verb, figure.id, route)))
            elif isinstance(family.target, Spots):
                doors = self._doors(family.target)
                found += [(costs[t], number, Order.of(family.verb, figure.id, t)) for t in doors]
        for cost, _, order in sorted(found, key=lambda one: one[:2]):
            if cost < here:
                yield order

    def _costs(self, after: tuple[Tile, ...]) -> Mapping[Tile, int]:
        """Half tiles to walk from each tile to a goal, closed doors included."""
        if after not in self._ways:
            self._ways[after] = defaultdict(lambda: FAR, self._cache.ways.walking(after))
        return self._ways[after]

    def _doors(self, spots: Spots) -> tuple[Tile, ...]:
        """Closed doors among these tiles."""
        board = self.state.board
        tiles = board.tiles_of(spots.mask)
        return tuple(t for t in tiles if board.terrain(t).door and not board.passable(t))

    def _after(self, figure: Figure) -> tuple[Tile, ...]:
        """Goals: the side's objectives; if none, the enemies; if none, where they deployed."""
        board, setup = self.state.board, self.state.setup
        places = [
            tile
            for objective in setup.objectives
            if objective.side == self.view.side and objective.area is not None
            if not objective.figures or figure.id in objective.figures
            for tile in tiles_in(objective.area)
        ]
        area = setup.sides[self.view.enemy].deploy
        ground = tuple(tiles_in(area)) if area is not None else ()
        goals: Iterable[Tile] = places or self.foes() or ground
        return tuple(tile for tile in goals if board.inside(tile) and board.passable(tile))

    def near(self, figure: Figure) -> bool:
        """Whether an enemy is close, or the figure is in an objective of its side."""
        areas = (o.area for o in self.state.setup.objectives if o.side == self.view.side)
        if any(area is not None and in_area(area, figure.tile) for area in areas):
            return True
        return any(chebyshev(tile, figure.tile) <= SHOOTING_REACH for tile in self.foes())


FAR = 1_000_000


def _camper(scene: _Scene, figure: Figure) -> Iterator[Order]:
    """Fire, prepare, turn to the enemy or watch; never move."""
    yield from scene.attacks(figure)
    yield from scene.prepares(figure)
    yield from scene.turns(figure)
    yield from scene.watches(figure)


def _rusher(scene: _Scene, figure: Figure) -> Iterator[Order]:
    """Run to the objectives; fire there, when an enemy is close, or when stuck."""
    if scene.near(figure):
        yield from scene.attacks(figure)
    yield from scene.ways(figure)
    yield from scene.attacks(figure)
    yield from scene.prepares(figure)
    yield from scene.turns(figure)


STYLES: Mapping[str, Tactics] = {"camper": _camper, "rusher": _rusher}


AGAINST = "regular"
FAIR_WINS = 0.6
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
        """A sentence that says whether it wins more than it may, and how certain that is."""
        low, high = self.wins.interval
        if self.wins.value > FAIR_WINS:
            sure = "" if low > FAIR_WINS else ", as far as so few games can tell"
            told = f"{_TACTICS[self.name]} is the whole game here"
            return f"wins more than {FAIR_WINS:.0%}{sure}: {told}"
        sure = "" if high <= FAIR_WINS else ", as far as so few games can tell"
        return f"wins no more than {FAIR_WINS:.0%}{sure}"

    @property
    def data(self) -> Mapping[str, Any]:
        """The result as data for JSON."""
        return {
            "wins": self.wins.data,
            "points": self.pairs.data,
            "ok": self.wins.value <= FAIR_WINS,
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
        """Tempers by side, except steady ones."""
        return self.styles[0].report.tempers

    @property
    def data(self) -> Mapping[str, Any]:
        """The report as data for JSON."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "measures": MEASURES,
            "against": AGAINST,
            "tempers": dict(self.tempers),
            "most": FAIR_WINS,
            "styles": {style.name: style.data for style in self.styles},
        }

    @property
    def text(self) -> str:
        """The report as text."""
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


@click.command(context_settings=SETTINGS)
@click.argument("scenario")
@games_option(100)
@many_games_options
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(scenario: str, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Play a camper and a rusher against the level regular, in both seats of a scenario.

    The camper never leaves its place, the rusher runs for the objectives. Neither should win more
    than 60% of its games: where one does, waiting or running is all there is to the scenario.

    SCENARIO is a name, a file, or a generated one of the ladder such as d20:17. Game n has the seed
    SEED + n. --cluster plays on the workers of a dask cluster, which need this checkout.
    """
    opening = opening_named(scenario)
    tell = report_printer(as_data=options["as_data"], version=played_version)
    with tool_workers(options) as workers, progress() as watch:
        tell(compare_styles(opening, seeds_of(options), workers, watch))


def main() -> None:
    """Run the command."""
    run_tool(command, "styles")


if __name__ == "__main__":
    main()
