"""Open ground on which weapons are tried: positions, stock of weapons, shooter's conditions.

It knows no ruleset's words. The settings of a figure (a mode of its weapon, a choke) are the
counters with words whose name is also an order. Its ammunition are the counters that it starts with
and cannot fire without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import product

from attrs import evolve, field, frozen

from skirmish.core.board import Board
from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Kind, Weapon, Who
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import END, READY, Order
from skirmish.core.setup import DEPLOYMENT, Setup, Side
from skirmish.core.state import Clock, State
from skirmish.core.view import view
from skirmish.rulesets.engine import carry_out, refusal, to_act
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import Scenario
from skirmish.scenario.faults import Faults
from skirmish.scenario.house_rules import resolve_house_rules
from skirmish.scenario.stat_blocks import stat_blocks_of
from skirmish.scenario.validation import carried_weapons, entries_of

Rules = Mapping[str, bool | int | str]


@frozen
class TrialStock:
    """Kinds, weapons and house rules for trials.

    `tried`: ids of the weapons that are tried if none is named. `bearers`: by weapon the kind that
    fires it, if it is not the first kind that carries it.
    """

    kinds: Mapping[str, Kind]
    weapons: Mapping[str, Weapon]
    tried: tuple[str, ...]
    rules: Rules
    bearers: Mapping[str, Kind] = field(factory=dict)

    def carried(self, kind: Kind) -> tuple[Weapon, ...]:
        """The weapons that a kind carries."""
        return tuple(self.weapons[weapon] for weapon in kind.weapons)

    def bearer(self, weapon: Weapon) -> Kind:
        """The kind that fires a weapon; the first kind of all if none carries it."""
        able = (kind for kind in self.kinds.values() if weapon.id in kind.weapons)
        first = next(iter(self.kinds.values()))
        return self.bearers.get(weapon.id) or next(able, first)


def ruleset_stock(rules: Ruleset) -> TrialStock:
    """Make a stock of the whole armoury of a ruleset."""
    usual = {name: rule.default for name, rule in rules.handbook.house_rules.items()}
    armoury = rules.handbook.armoury
    return TrialStock(armoury.kinds(), armoury.weapons(), tuple(armoury.weapons()), usual)


def scenario_stock(scenario: Scenario) -> TrialStock:
    """Make a stock of a scenario: kinds and weapons of its figures, then all others.

    The weapons that its figures carry and those that it defines are tried.
    """
    rules = ruleset(scenario.ruleset)
    whole = stat_blocks_of(scenario, rules.handbook, Faults())
    kinds = {name: kind for name, kind in whole.kinds.items() if kind is not None}
    weapons = {name: weapon for name, weapon in whole.weapons.items() if weapon is not None}
    bearers: dict[str, Kind] = {}
    for _, entry in entries_of(scenario):
        for weapon in carried_weapons(entry, kinds[entry.kind], whole) or ():
            bearers.setdefault(weapon.id, kinds[entry.kind])
    used = _first(kinds, (entry.kind for _, entry in entries_of(scenario)))
    own = [name for name in scenario.weapons if name not in bearers]
    chosen = resolve_house_rules(scenario, rules.handbook, {})
    return TrialStock(used, weapons, (*bearers, *own), chosen, bearers)


def _first(kinds: Mapping[str, Kind], used: Iterable[str]) -> Mapping[str, Kind]:
    """The kinds by id, used ones first."""
    return {name: kinds[name] for name in dict.fromkeys((*used, *kinds))}


DISTANCES = (1, 2, 4, 6, 8, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100)
COVER_GLYPHS = (".", "o", ":", "&")
"""Terrain that gives cover 0 to 3 and blocks no sight: open ground, brush, rocks, sandbags."""
GROUPS: Mapping[str, tuple[Tile, ...]] = {
    "alone": ((0, 0),),
    "pair": ((0, 0), (0, 2)),
    "apart": ((0, 0), (0, -2), (0, 2)),
    "close": ((0, 0), (0, -1), (0, 1)),
    "in depth": ((0, 0), (2, 0), (4, 0)),
}
"""Places of targets relative to the one that is aimed at; x grows away from the shooter."""
TWO, CROWD, COLUMN, MIXED = "two", "crowd", "column", "mixed"
PARTIES: Mapping[str, tuple[Tile, ...]] = {
    **GROUPS,
    TWO: ((0, 0), (0, 1)),
    CROWD: tuple((x, y) for x in range(3) for y in (0, -1, 1)),
    COLUMN: tuple((x, 0) for x in range(9)),
    MIXED: GROUPS["alone"],
}
"""The groups, two side by side, a squad as a crowd or a file, one with an enemy beside it."""
FRIEND_PLACE: Tile = (1, 1)
"""Place of the shooter's friend in the mixed group."""
BLUE, RED = "blue", "red"
SHOOTER, TARGET, FRIEND = "b1", "r1", "b2"
MARGIN = 12
RESTED, FIRED = "rested", "fired"
MOST_BOUNDS = 24
"""Bounds to wait for the shooter's turn; after that it is tried in its starting state."""
TRIES = 3
"""Shots with other dice until the weapon can fire again, because it may jam."""


@frozen(eq=False)
class ReadyBound:
    """A bound in which the shooter may fire, its state then, and a function that places it."""

    clock: Clock
    figure: Figure
    placed: Callable[[Figure], State]


@frozen(eq=False)
class ShooterCondition:
    """A condition of the shooter in words: its figure, by setting of its weapon.

    `strict`: whether the clock must allow the order. `short`: whether ammunition is limited.
    """

    name: str
    figures: Mapping[str, Figure]
    strict: bool = False
    short: bool = False


class FiringRange:
    """The ground on which one ruleset's weapons are tried."""

    def __init__(self, ruleset: Ruleset, stock: TrialStock | None = None) -> None:
        """Prepare the ground; without a stock the ruleset's own is tried."""
        self.ruleset = ruleset
        self.stock = stock or ruleset_stock(ruleset)
        sides = {side: Side(side, side, worth=100) for side in (BLUE, RED)}
        self._setup = Setup(
            "open ground",
            ruleset.id,
            sides,
            BLUE,
            99,
            ruleset.handbook.declared,
            rules={**self.stock.rules, "fog": False},
        )
        self._boards = {
            (cover, group): _board(COVER_GLYPHS[cover], offsets)
            for cover in range(len(COVER_GLYPHS))
            for group, offsets in PARTIES.items()
        }

    @property
    def first_clock(self) -> Clock:
        """A bound of the first turn, for questions that do not depend on the clock."""
        return Clock(1, 1, next(iter(self.ruleset.handbook.declared.phases)), BLUE)

    def figure(self, name: str, side: str, kind: Kind, weapons: tuple[Weapon, ...]) -> Figure:
        """A fresh figure, not on the table yet."""
        counters = self.ruleset.handbook.armoury.equipped(weapons)
        facing = Facing.E if side == BLUE else Facing.W
        kept = {counter: value for counter, value in counters.items() if value}
        return Figure(Who(name, side, name, kind, weapons), None, facing, counters=kept)

    def targets(self, kind: Kind) -> tuple[Figure, ...]:
        """As many figures of a kind as the largest group has, with the weapons of the kind."""
        numbers = range(1, len(PARTIES[CROWD]) + 1)
        return tuple(self.figure(f"r{n}", RED, kind, self.carried(kind)) for n in numbers)

    def carried(self, kind: Kind) -> tuple[Weapon, ...]:
        """The weapons that a kind carries."""
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
        """The state with the shooter and its targets face to face; `distance` is in tiles."""
        there, middle = _target_tile()
        figures = {shooter.id: evolve(shooter, at=(there - distance, middle), facing=Facing.E)}
        for target, (dx, dy) in zip(targets, PARTIES[group], strict=False):
            figures[target.id] = evolve(target, at=(there + dx, middle + dy))
        if group == MIXED:
            beside = (there + FRIEND_PLACE[0], middle + FRIEND_PLACE[1])
            friend = self.figure(FRIEND, BLUE, shooter.who.kind, self.carried(shooter.who.kind))
            figures[FRIEND] = evolve(friend, at=beside)
        board = self._boards[cover, group]
        return with_updated_sight(State(self._setup, clock, board, figures), (BLUE, RED))

    def modes(self, state: State, *, strict: bool = False) -> Mapping[str, Order]:
        """Modes of fire by name with their orders; `strict`: only those that are allowed now."""
        weapon = state.figures[SHOOTER].who.weapons[0].id
        ways = self.ruleset.weapon_modes(state, SHOOTER, weapon, TARGET)
        return {
            name: order
            for name, order in ways.items()
            if not (strict and self._too_late(state, order))
        }

    def _too_late(self, state: State, order: Order) -> bool:
        return refusal(self.ruleset, view(state, BLUE), order) is not None

    def conditions(
        self, shooter: Figure, targets: tuple[Figure, ...]
    ) -> tuple[Clock, tuple[ShooterCondition, ...]]:
        """The clock at which a figure may fire, and the conditions that affect its fire."""
        start = self.ready(shooter, targets)
        if start is None:
            return self.first_clock, ()
        clock, rested = (
            start.clock,
            ShooterCondition(RESTED, self.settings(start.placed(start.figure))),
        )
        found = [rested, *self._low_ammunition(rested, start.placed)]
        if fired := self._after_a_shot(rested, start.placed):
            found.insert(1, ShooterCondition(FIRED, fired, strict=True))
        return clock, tuple(found)

    def ready(self, shooter: Figure, targets: tuple[Figure, ...]) -> ReadyBound | None:
        """The first bound in which a figure may fire, or None if it has no mode at all."""
        where = self._place_with_most_modes(shooter, targets)
        if where is None:
            return None
        distance, group = where

        def placed(clock: Clock, figure: Figure) -> State:
            return self.state(clock, figure, targets, distance=distance, group=group)

        first = self._in_turn(placed(Clock(0, 0, DEPLOYMENT, BLUE), shooter))
        if first is None:
            return ReadyBound(self.first_clock, shooter, partial(placed, self.first_clock))
        return ReadyBound(first.clock, first.figures[SHOOTER], partial(placed, first.clock))

    def _place_with_most_modes(
        self, shooter: Figure, targets: tuple[Figure, ...]
    ) -> tuple[int, str] | None:
        """The nearest distance and the group with the largest number of modes."""
        counts = {
            (distance, group): len(
                self.modes(
                    self.state(self.first_clock, shooter, targets, distance=distance, group=group)
                )
            )
            for distance in DISTANCES
            for group in ("alone", "apart")
        }
        best = max(counts, key=lambda where: counts[where])
        return best if counts[best] else None

    def _in_turn(self, state: State) -> State | None:
        """The state of the first bound in which the figure may fire, with all figures in place."""
        for number in range(MOST_BOUNDS):
            if state.pending is not None or state.tally.over:
                return None
            begun = state.clock.turn > 0
            if begun and state.clock.side == BLUE and self.modes(state, strict=True):
                return state
            order = Order(END.name if begun else READY.name)
            dice = Roller(f"ground {number}")
            state = carry_out(self.ruleset, state, to_act(state), order, dice).state
        return None

    def settings(self, state: State) -> Mapping[str, Figure]:
        """The figure by setting that may be ordered; a single setting has an empty name."""
        figure, declared = state.figures[SHOOTER], self.ruleset.handbook.declared.counters
        options: list[list[tuple[str, int]]] = []
        for name in [n for n, c in declared.items() if c.words and n in self.ruleset.verbs]:
            words = declared[name].words
            now = figure.count(name)
            able = [
                (name, value)
                for value, word in enumerate(words)
                if value == now or not self._too_late(state, Order(name, SHOOTER, word))
            ]
            if len(able) > 1:
                options.append(able)
        return {
            " ".join(declared[n].words[v] for n, v in chosen): figure.with_counters(dict(chosen))
            for chosen in product(*options)
        }

    def _low_ammunition(
        self, rested: ShooterCondition, placed: Callable[[Figure], State]
    ) -> Iterator[ShooterCondition]:
        """Conditions with as little ammunition as some modes need, but less than others need."""
        declared = self.ruleset.handbook.declared.counter
        needs: dict[str, set[int]] = {}
        for figure in rested.figures.values():
            for mode in self.modes(placed(figure)):
                for counter, count in self.needed(figure, mode, placed).items():
                    needs.setdefault(counter, set()).add(count)
        for counter in sorted(needs):
            for count in sorted(needs[counter])[:-1] or sorted(needs[counter]):
                figures = {w: f.with_counters({counter: count}) for w, f in rested.figures.items()}
                yield ShooterCondition(declared(counter).numbered(count), figures, short=True)

    def needed(
        self, figure: Figure, mode: str, placed: Callable[[Figure], State]
    ) -> Mapping[str, int]:
        """The least value of each counter that a mode needs, if above 0."""
        found: dict[str, int] = {}
        declared = self.ruleset.handbook.declared.counter

        def able(counter: str, count: int) -> bool:
            return mode in self.modes(placed(figure.with_counters({counter: count})))

        for counter in self.ruleset.handbook.armoury.equipped(figure.who.weapons):
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
        """The figure by setting after the first mode after which it can fire again."""
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
            done = carry_out(self.ruleset, state, BLUE, order, Roller(f"shot {number}")).state
            after = done.figures[SHOOTER]
            able = done.pending is None and after.at is not None
            if able and self.modes(placed(after), strict=True):
                return after
        return None


def _target_tile() -> Tile:
    """The tile of the target that is aimed at."""
    return MARGIN + DISTANCES[-1], MARGIN


@cache
def _board(glyph: str, offsets: tuple[Tile, ...]) -> Board:
    """A board of open ground with a terrain glyph under each target."""
    there, middle = _target_tile()
    rows = [["."] * (there + MARGIN + 1) for _ in range(2 * MARGIN + 1)]
    for dx, dy in offsets:
        rows[middle + dy][there + dx] = glyph
    return Board.parse("\n".join("".join(row) for row in rows))
