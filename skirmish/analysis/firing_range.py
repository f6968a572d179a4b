"""Open ground on which weapons are tried out: positions, stock of weapons, shooter's conditions.

No ruleset's words are known here. The settings of a figure (a mode of its weapon, a choke) are the
counters with words whose name is also an order. Its ammunition is what it starts with and cannot
fire without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

from attrs import evolve, field, frozen

from skirmish.core.board import Board
from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Kind, Weapon, Who
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import refreshed
from skirmish.core.orders import END, READY, Order
from skirmish.core.setup import DEPLOYMENT, Setup, Side
from skirmish.core.state import Clock, State
from skirmish.core.view import view
from skirmish.rulesets.carry import carry, refusal, to_act
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario
from skirmish.scenario.armoury import armoury_of
from skirmish.scenario.check import entries_of
from skirmish.scenario.faults import Faults
from skirmish.scenario.opening import house_rules_of
from skirmish.scenario.roster import carried

Rules = Mapping[str, bool | int | str]


@frozen
class TrialStock:
    """Kinds and weapons by id, which of the weapons are tried where none is named, house rules.

    `bearers`: who fires a weapon, where it is not the first kind that carries it.
    """

    kinds: Mapping[str, Kind]
    weapons: Mapping[str, Weapon]
    tried: tuple[str, ...]
    rules: Rules
    bearers: Mapping[str, Kind] = field(factory=dict)

    def carried(self, kind: Kind) -> tuple[Weapon, ...]:
        """What a kind carries."""
        return tuple(self.weapons[weapon] for weapon in kind.weapons)

    def bearer(self, weapon: Weapon) -> Kind:
        """Who fires a weapon; the first kind of all where none carries it."""
        able = (kind for kind in self.kinds.values() if weapon.id in kind.weapons)
        first = next(iter(self.kinds.values()))
        return self.bearers.get(weapon.id) or next(able, first)


def ruleset_stock(rules: Ruleset) -> TrialStock:
    """The armoury of a ruleset, all of it."""
    usual = {name: rule.default for name, rule in rules.house_rules.items()}
    return TrialStock(rules.kinds(), rules.weapons(), tuple(rules.weapons()), usual)


def scenario_stock(scenario: Scenario) -> TrialStock:
    """The kinds and weapons of a scenario: those that its figures have, then all others.

    What its figures carry is tried, and what it defines.
    """
    rules = ruleset(scenario.ruleset)
    whole = armoury_of(scenario, rules, Faults())
    kinds = {name: kind for name, kind in whole.kinds.items() if kind is not None}
    weapons = {name: weapon for name, weapon in whole.weapons.items() if weapon is not None}
    bearers: dict[str, Kind] = {}
    for _, entry in entries_of(scenario):
        for weapon in carried(entry, kinds[entry.kind], whole) or ():
            bearers.setdefault(weapon.id, kinds[entry.kind])
    used = _first(kinds, (entry.kind for _, entry in entries_of(scenario)))
    own = [name for name in scenario.weapons if name not in bearers]
    chosen = house_rules_of(scenario, rules, {})
    return TrialStock(used, weapons, (*bearers, *own), chosen, bearers)


def _first(kinds: Mapping[str, Kind], used: Iterable[str]) -> Mapping[str, Kind]:
    """The kinds that are used before all others."""
    return {name: kinds[name] for name in dict.fromkeys((*used, *kinds))}


DISTANCES = (1, 2, 4, 6, 8, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100)
COVER_GLYPHS = (".", "o", ":", "&")
"""What gives a target cover 0 to 3 and hides nothing: open ground, brush, rocks, sandbags."""
GROUPS: Mapping[str, tuple[Tile, ...]] = {
    "alone": ((0, 0),),
    "pair": ((0, 0), (0, 2)),
    "apart": ((0, 0), (0, -2), (0, 2)),
    "close": ((0, 0), (0, -1), (0, 1)),
    "in depth": ((0, 0), (2, 0), (4, 0)),
}
"""Where targets stand, the one that is aimed at first; x grows away from who fires."""
TWO, CROWD, COLUMN, MIXED = "two", "crowd", "column", "mixed"
PARTIES: Mapping[str, tuple[Tile, ...]] = {
    **GROUPS,
    TWO: ((0, 0), (0, 1)),
    CROWD: tuple((x, y) for x in range(3) for y in (0, -1, 1)),
    COLUMN: tuple((x, 0) for x in range(9)),
    MIXED: GROUPS["alone"],
}
"""The groups, two side by side, a squad in one place or in a file, one with a foe beside it."""
COMRADE: Tile = (1, 1)
"""Where the comrade stands."""
BLUE, RED = "blue", "red"
SHOOTER, TARGET, FRIEND = "b1", "r1", "b2"
MARGIN = 12
RESTED, FIRED = "rested", "fired"
MOST_BOUNDS = 24
"""Bounds after which somebody who still may not fire is taken as he is at the start."""
TRIES = 3
"""Shots with other dice until one leaves the weapon able to fire again: it may jam."""

Ready = Callable[[State], bool]


@frozen(eq=False)
class ReadyBound:
    """A bound in which a figure may fire, the figure then, and how to place one like it."""

    clock: Clock
    figure: Figure
    placed: Callable[[Figure], State]


@frozen(eq=False)
class ShooterCondition:
    """How somebody is when he fires: his figure for each setting of his weapon, by its words.

    `strict`: what may be ordered by the clock counts, too. `short`: he has only so much ammunition.
    """

    name: str
    figures: Mapping[str, Figure]
    strict: bool = False
    short: bool = False


class FiringRange:
    """The table on which one ruleset's weapons are tried."""

    def __init__(self, ruleset: Ruleset, stock: TrialStock | None = None) -> None:
        """Clear the ground for what is tried out, the ruleset's own where nothing is given."""
        self.ruleset = ruleset
        self.stock = stock or ruleset_stock(ruleset)
        sides = {side: Side(side, side, worth=100) for side in (BLUE, RED)}
        self._setup = Setup(
            "open ground",
            ruleset.id,
            sides,
            BLUE,
            99,
            ruleset.declared,
            rules={**self.stock.rules, "fog": False},
        )
        self._boards = {
            (cover, group): _board(COVER_GLYPHS[cover], offsets)
            for cover in range(len(COVER_GLYPHS))
            for group, offsets in PARTIES.items()
        }

    @property
    def noon(self) -> Clock:
        """A bound of the first turn, for questions that do not depend on the clock."""
        return Clock(1, 1, next(iter(self.ruleset.declared.phases)), BLUE)

    def figure(self, name: str, side: str, kind: Kind, weapons: tuple[Weapon, ...]) -> Figure:
        """A fresh figure, off the table yet."""
        counters = self.ruleset.equipped(kind, weapons)
        facing = Facing.E if side == BLUE else Facing.W
        kept = {counter: value for counter, value in counters.items() if value}
        return Figure(Who(name, side, name, kind, weapons), None, facing, counters=kept)

    def targets(self, kind: Kind) -> tuple[Figure, ...]:
        """As many of a kind as the largest group has, with what it carries."""
        numbers = range(1, len(PARTIES[CROWD]) + 1)
        return tuple(self.figure(f"r{n}", RED, kind, self.carried(kind)) for n in numbers)

    def carried(self, kind: Kind) -> tuple[Weapon, ...]:
        """What a kind carries."""
        return self.stock.carried(kind)

    def state(
        self,
        clock: Clock,
        shooter: Figure,
        targets: tuple[Figure, ...],
        *,
        distance: int,
        cover: int = 0,
        group: str = "alone",
    ) -> State:
        """Somebody and his targets face to face."""
        there, middle = _goal()
        figures = {shooter.id: evolve(shooter, at=(there - distance, middle), facing=Facing.E)}
        for target, (dx, dy) in zip(targets, PARTIES[group], strict=False):
            figures[target.id] = evolve(target, at=(there + dx, middle + dy))
        if group == MIXED:
            beside = (there + COMRADE[0], middle + COMRADE[1])
            friend = self.figure(FRIEND, BLUE, shooter.who.kind, self.carried(shooter.who.kind))
            figures[FRIEND] = evolve(friend, at=beside)
        board = self._boards[cover, group]
        return refreshed(State(self._setup, clock, board, figures), (BLUE, RED))

    def modes(self, state: State, *, strict: bool = False) -> Mapping[str, Order]:
        """The possible ways to fire at the target; `strict`: that may be ordered now."""
        weapon = state.figures[SHOOTER].who.weapons[0].id
        ways = self.ruleset.modes(state, SHOOTER, weapon, TARGET)
        return {
            name: order
            for name, order in ways.items()
            if self.ruleset.barred(state, order) is None
            and not (strict and self._late(state, order))
        }

    def _late(self, state: State, order: Order) -> bool:
        return refusal(self.ruleset, view(state, BLUE), order) is not None

    def conditions(
        self, shooter: Figure, targets: tuple[Figure, ...]
    ) -> tuple[Clock, tuple[ShooterCondition, ...]]:
        """When a figure may fire its weapon, and the conditions that make a difference to it."""
        start = self.ready(shooter, targets)
        if start is None:
            return self.noon, ()
        clock, rested = (
            start.clock,
            ShooterCondition(RESTED, self.settings(start.placed(start.figure))),
        )
        found = [rested, *self._low(rested, start.placed)]
        if fired := self._after_a_shot(rested, start.placed):
            found.insert(1, ShooterCondition(FIRED, fired, strict=True))
        return clock, tuple(found)

    def ready(self, shooter: Figure, targets: tuple[Figure, ...]) -> ReadyBound | None:
        """The bound in which a figure may fire, where most can be tried; None where nothing can."""
        where = self._busiest(shooter, targets)
        if where is None:
            return None
        distance, group = where

        def placed(clock: Clock, figure: Figure) -> State:
            return self.state(clock, figure, targets, distance=distance, group=group)

        first = self._in_turn(placed(Clock(0, 0, DEPLOYMENT, BLUE), shooter))
        if first is None:
            return ReadyBound(self.noon, shooter, partial(placed, self.noon))
        return ReadyBound(first.clock, first.figures[SHOOTER], partial(placed, first.clock))

    def _busiest(self, shooter: Figure, targets: tuple[Figure, ...]) -> tuple[int, str] | None:
        """Where the weapon has most modes, the nearest of such places."""
        counts = {
            (distance, group): len(
                self.modes(self.state(self.noon, shooter, targets, distance=distance, group=group))
            )
            for distance in DISTANCES
            for group in ("alone", "apart")
        }
        best = max(counts, key=lambda where: counts[where])
        return best if counts[best] else None

    def _in_turn(self, state: State) -> State | None:
        """The state of the first bound in which the figure may fire, everybody as he was put."""
        for number in range(MOST_BOUNDS):
            if state.pending is not None or state.tally.over:
                return None
            begun = state.clock.turn > 0
            if begun and state.clock.side == BLUE and self.modes(state, strict=True):
                return state
            order = Order(END.name if begun else READY.name)
            dice = Roller(f"ground {number}")
            state = carry(self.ruleset, state, to_act(state), order, dice).state
        return None

    def settings(self, state: State) -> Mapping[str, Figure]:
        """The figure with each setting that may be ordered; the one it has, alone, is nameless."""
        figure, declared = state.figures[SHOOTER], self.ruleset.declared.counters
        options: list[list[tuple[str, int]]] = []
        for name in [n for n, c in declared.items() if c.words and n in self.ruleset.verbs]:
            words = declared[name].words
            now = figure.count(name)
            able = [
                (name, value)
                for value, word in enumerate(words)
                if value == now or not self._late(state, Order(name, SHOOTER, word))
            ]
            if len(able) > 1:
                options.append(able)
        return {
            " ".join(declared[name].words[value] for name, value in chosen): evolve(
                figure, counters={**figure.counters, **dict(chosen)}
            )
            for chosen in product(*options)
        }

    def _low(
        self, rested: ShooterCondition, placed: Callable[[Figure], State]
    ) -> Iterator[ShooterCondition]:
        """The figure with as little ammunition as some mode needs, but for what all can do with."""
        declared = self.ruleset.declared.counter
        needs: dict[str, set[int]] = {}
        for figure in rested.figures.values():
            for mode in self.modes(placed(figure)):
                for counter, count in self.needed(figure, mode, placed).items():
                    needs.setdefault(counter, set()).add(count)
        for counter in sorted(needs):
            for count in sorted(needs[counter])[:-1] or sorted(needs[counter]):
                figures = {w: _with(f, counter, count) for w, f in rested.figures.items()}
                yield ShooterCondition(f"{declared(counter).label} {count}", figures, short=True)

    def needed(
        self, figure: Figure, mode: str, placed: Callable[[Figure], State]
    ) -> Mapping[str, int]:
        """How much of each counter a mode needs; without those that it does not need."""
        found: dict[str, int] = {}
        declared = self.ruleset.declared.counter

        def able(counter: str, count: int) -> bool:
            return mode in self.modes(placed(_with(figure, counter, count)))

        for counter in self.ruleset.equipped(figure.who.kind, figure.who.weapons):
            if declared(counter).words or able(counter, 0):
                continue
            low, high = 0, figure.count(counter)
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if able(counter, middle) else (middle, high)
            found[counter] = high
        return found

    def _after_a_shot(
        self, rested: ShooterCondition, placed: Callable[[Figure], State]
    ) -> Mapping[str, Figure]:
        """The figure after the first of its modes that leaves it able to fire again."""
        found: dict[str, Figure] = {}
        for words, figure in rested.figures.items():
            for order in self.modes(placed(figure), strict=True).values():
                after = self._shot(placed(figure), order, placed)
                if after is not None and after.counters != figure.counters:
                    found[words] = after
                    break
        return found

    def _shot(self, state: State, order: Order, placed: Callable[[Figure], State]) -> Figure | None:
        for number in range(TRIES):
            done = carry(self.ruleset, state, BLUE, order, Roller(f"shot {number}")).state
            after = done.figures[SHOOTER]
            able = done.pending is None and after.at is not None
            if able and self.modes(placed(after), strict=True):
                return after
        return None


def _goal() -> Tile:
    """Where the target stands that is aimed at."""
    return MARGIN + DISTANCES[-1], MARGIN


def _board(glyph: str, offsets: tuple[Tile, ...]) -> Board:
    """Open ground with something under each target."""
    there, middle = _goal()
    rows = [["."] * (there + MARGIN + 1) for _ in range(2 * MARGIN + 1)]
    for dx, dy in offsets:
        rows[middle + dy][there + dx] = glyph
    return Board.parse("\n".join("".join(row) for row in rows))


def _with(figure: Figure, counter: str, count: int) -> Figure:
    return evolve(figure, counters={**figure.counters, counter: count})
