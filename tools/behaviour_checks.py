"""Faulty behaviour of the computer in whole games: `python -m tools.behaviour_checks`.

To and fro: a move back to where the figure's last move began. Poor shot: an attack with a chance
under 5% of any effect, while another attack of the figure had more. Exposed: a figure that ends a
bound in the open before two guns, with cover in reach and nothing gained. Ignored: an uncontested
objective without any of the side's figures in it or on the way for two turns.

Every check uses the side's view at that moment, never the true state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import click
from attrs import field, frozen

from skirmish.analysis.intervals import Share
from skirmish.analysis.self_play import play
from skirmish.analysis.simulation_report import report_heading, sides_text, tempers_of
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.cli import SETTINGS
from skirmish.cli.options import LevelsCommand, many_games_options
from skirmish.cli.output import progress, report_printer
from skirmish.cli.simulate import levels_of_sides
from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, chebyshev, tile_text
from skirmish.core.orders import END, Order, parse_order
from skirmish.core.setup import SETUP_PHASES, Area, Objective, in_area, tiles_in
from skirmish.core.state import STEPS, State
from skirmish.core.text import pluralize
from skirmish.core.view import View, view
from skirmish.game import Game, Opening, open_text
from skirmish.record import PLAYER, UNDO
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.families import Routes
from skirmish.rulesets.ruleset import Ruleset
from tools.command import (
    games_option,
    opening_named,
    played_version,
    run_tool,
    seeds_of,
    tool_workers,
)

KINDS = ("to and fro", "poor shot", "exposed", "ignored")
OF = (("move", "moves"), ("shot", "shots"), ("end of a bound", "ends of bounds"), ("turn", "turns"))


@frozen
class Finding:
    """One case of faulty behaviour: its kind, time and figure, and a sentence about it."""

    kind: str
    seed: int
    turn: int
    side: str
    figure: str
    text: str

    def __str__(self) -> str:
        """`exposed: seed 3, turn 4, blue b2: at 4,5 before r1, r2`."""
        who = f"{self.side} {self.figure}".strip()
        return f"{self.kind}: seed {self.seed}, turn {self.turn}, {who}: {self.text}"


@frozen
class Findings:
    """The findings of many games; `of` counts the occasions for each kind."""

    games: int = 0
    of: Mapping[str, int] = field(factory=dict)
    findings: tuple[Finding, ...] = ()

    def share(self, kind: str) -> Share:
        """Share of the occasions with a finding of this kind."""
        count = sum(finding.kind == kind for finding in self.findings)
        return Share(count, self.of.get(kind, 0))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "games": self.games,
            "kinds": {kind: self.share(kind).data for kind in KINDS},
            "lapses": [str(finding) for finding in self.findings],
        }

    @property
    def text(self) -> str:
        """For reading: shares by kind, then every finding."""
        lines = []
        for kind, words in zip(KINDS, OF, strict=True):
            share = self.share(kind)
            lines.append(f"  {kind:<12}{share.count} of {pluralize(share.of, *words)}, {share}")
        return "\n".join([*lines, *(f"  {finding}" for finding in self.findings)])


def merged(parts: Iterable[Findings]) -> Findings:
    """The combined findings of some games."""
    known = tuple(parts)
    of: Counter[str] = Counter()
    for part in known:
        of.update(part.of)
    findings = tuple(finding for part in known for finding in part.findings)
    return Findings(sum(part.games for part in known), dict(sorted(of.items())), findings)


POOR = Fraction(1, 20)
GUNS = 2
AGAIN = 1
"""Tiles from its earlier place within which a figure counts as back there."""
AWAY = 2
"""Minimum of tiles that the figure must have moved away before."""
CONTESTED = 6
"""Tiles from an objective within which an enemy contests it."""
REMEMBERED = 2
"""Turns for which an enemy that went out of sight still contests it."""
NEAR = 24
"""Half tiles from which a figure is expected to walk to an objective."""
PATIENCE = 2
"""Turns for which a free objective may be ignored."""


def check_game(game: Game, sides: Sequence[str] = ()) -> Findings:
    """Check sides of a game without undone orders; all sides if none is named."""
    watch = _GameCheck(game, tuple(sides) or game.sides)
    watch.check_all()
    return Findings(1, dict(watch.of), tuple(watch.findings))


@frozen
class PlayedBound:
    """One bound of a side: its lines of the record, its first and last state."""

    side: str
    turn: int
    lines: tuple[tuple[int, Order], ...]
    start: State = field(repr=False)
    end: State = field(repr=False)

    def orders(self, figure: str) -> Iterator[Order]:
        """The orders of one figure."""
        return (order for _, order in self.lines if order.figure == figure)


def played_bounds(game: Game) -> Iterator[PlayedBound]:
    """The bounds after deployment that contain any order."""
    lines: list[tuple[int, Order]] = []
    for number, entry in enumerate(game.lines, 1):
        if entry.verb in (PLAYER, UNDO):
            continue
        before, after = game.state_at(number - 1), game.state_at(number)
        order = parse_order(entry.order, game.verbs)
        if before.clock.phase in SETUP_PHASES:
            continue
        lines.append((number, order))
        if after.clock.point != before.clock.point or after.tally.over:
            start = game.state_at(lines[0][0] - 1)
            end = before if order.verb == END.name else after
            yield PlayedBound(start.clock.side, start.clock.turn, tuple(lines), start, end)
            lines = []


class _GameCheck:
    """Goes through a game and collects findings."""

    def __init__(self, game: Game, sides: tuple[str, ...]) -> None:
        self.game, self.sides, self.ruleset = game, sides, game.ruleset
        self.of: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.findings: list[Finding] = []
        self._phases = game.state.setup.declared.phases
        self._apart = not all(phase.moves for phase in self._phases.values())
        self._walks: dict[str, tuple[Tile, Tile]] = {}
        self._waiting: dict[tuple[str, str], tuple[int, int]] = {}

    def check_all(self) -> None:
        """Check the game from its first bound to its last."""
        last: PlayedBound | None = None
        for bound in played_bounds(self.game):
            if last is not None and bound.turn != last.turn:
                self._objectives(last)
            if bound.side in self.sides:
                self._shots(bound)
                if self._phases[bound.start.clock.phase].moves:
                    self._moves(bound)
                    if not bound.end.tally.over:
                        self._exposed(bound)
            last = bound

    def _note(self, kind: str, bound: PlayedBound, figure: str, text: str, side: str = "") -> None:
        turn, who = bound.turn, side or bound.side
        self.findings.append(Finding(kind, self.game.seed, turn, who, figure, text))

    def _moves(self, bound: PlayedBound) -> None:
        for now in bound.end.of_side(bound.side):
            before = bound.start.figures[now.id].at
            if before is None or before == now.at:
                continue
            self.of["to and fro"] += 1
            came = self._walks.get(now.id)
            self._walks[now.id] = (before, now.tile)
            if came is None or came[1] != before:
                continue
            if chebyshev(came[0], now.tile) <= AGAIN and chebyshev(*came) >= AWAY:
                text = (
                    f"{tile_text(came[0])} to {tile_text(before)} and back to {tile_text(now.tile)}"
                )
                self._note("to and fro", bound, now.id, text)

    def _shots(self, bound: PlayedBound) -> None:
        for number, order in bound.lines:
            if not _attacks(self.ruleset, order):
                continue
            known = view(self.game.state_at(number - 1), bound.side)
            chance = _chance(self.ruleset, known, order)
            if chance is None:
                continue
            self.of["poor shot"] += 1
            if chance < POOR:
                better = _better(self.ruleset, known, order)
                if better is not None:
                    percent = round(100 * chance)
                    self._note(
                        "poor shot", bound, order.figure, f"{order} {percent}%, not {better}"
                    )

    def _exposed(self, bound: PlayedBound) -> None:
        known = view(bound.end, bound.side)
        for figure in known.own():
            self.of["exposed"] += 1
            guns = _guns(self.ruleset, known, figure)
            if len(guns) < GUNS or self._gained(bound, known, figure):
                continue
            tile = _refuge(self.ruleset, bound, figure, guns)
            if tile is not None:
                names = ", ".join(gun.id for gun in guns)
                text = f"at {tile_text(figure.tile)} before {names}, safe at {tile_text(tile)}"
                self._note("exposed", bound, figure.id, text)

    def _gained(self, bound: PlayedBound, known: View, figure: Figure) -> bool:
        """Whether the figure did more than walk, came nearer to a goal, or can harm an enemy."""
        verbs = self.ruleset.verbs
        for order in bound.orders(figure.id):
            verb = verbs.get(order.verb)
            poses = order.target in bound.end.setup.declared.postures
            if verb is not None and not poses and verb.target not in (Shape.PATH, Shape.FACING):
                return True
        if self._apart and any(
            self.ruleset.estimates.menace(known.state, figure.id, foe.id) > 0
            for foe in known.enemies()
        ):
            return True
        began = bound.start.figures[figure.id].at
        return began is not None and _nearer(known, figure, began)

    def _objectives(self, bound: PlayedBound) -> None:
        for side in self.sides:
            known = view(bound.end, side)
            for objective in known.state.setup.objectives:
                if objective.side == side and objective.kind in ("reach", "hold"):
                    self._objective(bound, known, objective)

    def _objective(self, bound: PlayedBound, known: View, objective: Objective) -> None:
        key = (known.side, objective.id)
        if objective.area is None or not _free(known, objective, objective.area):
            self._waiting.pop(key, None)
            return
        self.of["ignored"] += 1
        ways = known.state.board.walking(_tiles(known.state.board, objective.area))
        costs = [ways[f.tile] for f in _meant(known, objective) if f.tile in ways]
        least = min(costs, default=NEAR + 1)
        before, turns = self._waiting.get(key, (least + 1, 0))
        turns = turns + 1 if before <= least <= NEAR else 0
        self._waiting[key] = (least, turns)
        if turns >= PATIENCE:
            text = f"{objective.id} {objective.kind}, {least} half tiles away"
            self._note("ignored", bound, "", text, known.side)


def _attacks(ruleset: Ruleset, order: Order) -> bool:
    verb = ruleset.verbs.get(order.verb)
    return verb is not None and verb.dice and verb.target in (Shape.FIGURE, Shape.TILE)


def _chance(ruleset: Ruleset, known: View, order: Order) -> Fraction | None:
    """The best chance of an attack to affect an enemy; None for other orders."""
    plan = ruleset.attack(known.state, order)
    if plan is None or ruleset.prospect(known, order) > 0:
        return None
    figures = known.state.figures
    chances = [
        ruleset.outcomes.chance_of_effect(outcomes)
        for name, outcomes in odds_of(plan, ruleset.outcomes.no_effect).figures.items()
        if name in figures and figures[name].side != known.side
    ]
    return max(chances, default=None)


def _better(ruleset: Ruleset, known: View, order: Order) -> Order | None:
    """Another attack of the figure with a fair chance that needs no other figure's shot."""
    for other in suggested(ruleset, known, order.figure):
        helped = any(
            spec.shape is Shape.FIGURES and other.get(spec.name)
            for spec in ruleset.verbs[other.verb].fields
        )
        if not helped and _attacks(ruleset, other):
            chance = _chance(ruleset, known, other)
            if chance is not None and chance >= POOR:
                return other
    return None


def _guns(ruleset: Ruleset, known: View, figure: Figure) -> Sequence[Figure]:
    """The enemies in sight that can harm a figure and against which it has no cover."""
    board = known.state.board
    return [
        foe
        for foe in known.enemies()
        if board.sees(foe.tile, figure.tile)
        and not board.cover(foe.tile, figure.tile)
        and ruleset.estimates.menace(known.state, foe.id, figure.id) > 0
    ]


def _refuge(
    ruleset: Ruleset, bound: PlayedBound, figure: Figure, guns: Sequence[Figure]
) -> Tile | None:
    """A tile within the figure's reach that is out of sight or in cover from all of these."""
    began = view(bound.start, bound.side)
    board = began.state.board
    for family in ruleset.movement(began, figure.id):
        if isinstance(family.target, Routes):
            for tile in board.tiles_of(family.target.mask):
                if all(
                    not board.sees(gun.tile, tile) or board.cover(gun.tile, tile) for gun in guns
                ):
                    return tile
    return None


def _nearer(known: View, figure: Figure, began: Tile) -> bool:
    """Whether it stands in or nearer to an objective, or nearer to an enemy if there is none."""
    board, objectives = known.state.board, known.state.setup.objectives
    areas = [objective.area for objective in objectives if objective.area is not None]
    goals = [_tiles(board, area) for area in areas] or [[f.tile for f in known.enemies()]]
    if any(in_area(area, figure.tile) for area in areas):
        return True
    for goal in goals:
        ways = board.walking(goal)
        if figure.tile in ways and ways[figure.tile] < ways.get(began, ways[figure.tile] + 1):
            return True
    return False


def _tiles(board: Board, area: Area) -> Sequence[Tile]:
    return [tile for tile in tiles_in(area) if board.inside(tile) and board.passable(tile)]


def _meant(known: View, objective: Objective) -> Iterator[Figure]:
    names = objective.figures
    return (figure for figure in known.own() if not names or figure.id in names)


def _free(known: View, objective: Objective, area: Area) -> bool:
    """Whether it still pays, has none of the side's figures, and no enemy was seen near it."""
    paid = f"{known.side}:{objective.id}:" in known.state.tally.paid
    if objective.kind == "reach" and paid:
        return False
    if any(in_area(area, figure.tile) for figure in _meant(known, objective)):
        return False
    ax, ay, bx, by = area
    wide = (ax - CONTESTED, ay - CONTESTED, bx + CONTESTED, by + CONTESTED)
    since = known.state.clock.point - STEPS * REMEMBERED
    return not any(
        contact.point >= since and contact.figure.at and in_area(wide, contact.figure.at)
        for contact in known.contacts.values()
    )


BATCH = 5
"""Number of games in a task."""
MEASURES = "This measures the conduct of the computer player, not of people."


@frozen
class BehaviourReport:
    """Findings in games of one scenario.

    `tempers`: tempers by side, steady ones left out. `seed`: seed of the first game.
    """

    title: str
    ruleset: str
    players: Mapping[str, str]
    tempers: Mapping[str, str]
    findings: Findings
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
            **self.findings.data,
        }

    @property
    def text(self) -> str:
        """For reading."""
        what = f"conduct in {pluralize(self.findings.games, 'game')}, {sides_text(self.players)}"
        lines = report_heading(self.title, self.ruleset, what, self.tempers)
        return "\n".join([*lines, self.findings.text, MEASURES])


def check_games(
    opening: Opening,
    players: Mapping[str, str],
    seeds: Sequence[int],
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> BehaviourReport:
    """Check the behaviour of levels in a game for each seed; it depends on the arguments alone.

    Args:
        opening: The scenario, ready to play.
        players: The level of each side.
        seeds: One for each game.
        workers: Where the games are played; None is this process.
        progress: Called with the number of games that are played, and of all games.
    """
    shares = [tuple(seeds[at : at + BATCH]) for at in range(0, len(seeds), BATCH)]
    tasks = ((opening.text, dict(players), share) for share in shares)
    parts: dict[int, Findings] = {}
    for number, part in run_tasks(check_batch, tasks, workers or in_process()):
        parts[number] = part
        if progress is not None:
            progress(sum(one.games for one in parts.values()), len(seeds))
    setup = opening.state.setup
    found = merged(parts[number] for number in sorted(parts))
    tempers = tempers_of(setup, players)
    return BehaviourReport(setup.title, setup.ruleset, dict(players), tempers, found, min(seeds))


def check_batch(scenario: str, players: Mapping[str, str], seeds: Sequence[int]) -> Findings:
    """Check the games of one task, seed by seed; `scenario` is the text of one."""
    opening = open_text(scenario)
    return merged(check_game(play(opening, players, seed)) for seed in seeds)


@click.command(cls=LevelsCommand, context_settings=SETTINGS)
@click.argument("scenario")
@games_option(100)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=LEVEL",
    help="Level of a side; else regular.",
)
@many_games_options
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(scenario: str, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Look for faulty behaviour of the computer in whole games of a scenario.

    Counted are moves to and fro, shots with next to no chance, figures left in the open before two
    guns, and objectives that are free and not taken. Each is named, with seed and turn.

    SCENARIO is a name, a file, or a generated one of the ladder such as d20:17. Game n has the seed
    SEED + n. --cluster plays on the workers of a dask cluster, which need this checkout.
    """
    opening = opening_named(scenario)
    tell = report_printer(as_data=options["as_data"], version=played_version)
    levels = levels_of_sides(opening, options["players"])
    with tool_workers(options) as workers, progress() as watch:
        tell(check_games(opening, levels, seeds_of(options), workers, watch))


def main() -> None:
    """Run the command."""
    run_tool(command, "behaviour_checks")


if __name__ == "__main__":
    main()
