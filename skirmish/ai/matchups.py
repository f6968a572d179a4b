"""Expected harm between two figures on two tiles, by the rules; also after walking up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial, reduce
from operator import or_

from attrs import evolve

from skirmish.ai.action_budget import share
from skirmish.ai.cache import ThoughtCache, lasting
from skirmish.ai.capabilities import (
    HERE,
    RANGE,
    Capabilities,
    Subject,
    at_once,
    capabilities_of,
    open_ground,
)
from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, adjacent, facing_towards, in_arc
from skirmish.core.memo import kept
from skirmish.core.orders import Order
from skirmish.core.state import Knowledge, State
from skirmish.core.view import View
from skirmish.rulesets.families import Family, Routes
from skirmish.rulesets.foresight import supplied
from skirmish.rulesets.ruleset import Ruleset

ThreatSteps = tuple[tuple[int, int], ...]
"""For each grade of attack strength, in thousandths of the harm of one attack, the mask of the
tiles on which a figure has it."""


class Matchups:
    """Asks the ruleset about pairs of figures, each pair alone on the known ground.

    Other figures are left out: they move, and their effect is weighed when a shot is really chosen.
    So a value holds as long as the two figures and their tiles are the same. Each side is assumed
    to see the target.
    """

    def __init__(self, ruleset: Ruleset, state: State, cache: ThoughtCache) -> None:
        """Take the ground from a side's knowledge."""
        self._ruleset = ruleset
        self._bare = evolve(state, figures={}, links=(), zones={}, tracks={}, pending=None)
        self._whole = (1 << state.board.width * state.board.height) - 1
        self._cache = cache
        # Keyed by `id()`; the figure is kept in the value, so that its id is not reused.
        self._plain: dict[int, tuple[int, Figure, Figure]] = {}
        self._shown: dict[int, tuple[int, Figure]] = {}
        self._free: dict[int, tuple[bool, Figure]] = {}
        self._capabilities: dict[str, Capabilities] = {}
        self._eyes: dict[str, Knowledge] = {}
        self._phases = tuple(state.setup.declared.phases)
        self._at_once = at_once(state.setup.declared)

    def sign(self, figure: Figure) -> int:
        """Return the number of the figure's features; see `ThoughtCache.sign`."""
        return (self._plain.get(id(figure)) or self._known(figure))[0]

    def _known(self, figure: Figure) -> tuple[int, Figure, Figure]:
        """Return the sign of a figure, its `lasting` form, and the figure itself."""

        def made() -> tuple[int, Figure, Figure]:
            plain = lasting(self.guessed(figure), self._bare.setup.declared)
            return self._cache.sign(plain), plain, figure

        return kept(self._plain, id(figure), made)

    def guessed(self, figure: Figure) -> Figure:
        """Return the figure; hidden facts of an enemy are assumed as at the start of a battle."""
        return supplied(self._ruleset, self._bare, figure)

    def _target(self, figure: Figure) -> int:
        """Return the sign of the figure as attackers see it: by facts that both sides know."""
        found = self._shown.get(id(figure))
        if found is None:
            shown = self._bare.setup.declared.shown(self._known(figure)[1])
            found = self._shown[id(figure)] = (self._cache.sign(shown), figure)
        return found[0]

    def harm(self, a: Figure, at: Tile, b: Figure, there: Tile) -> int:
        """Thousandths of a point that b's side loses to a's best attack, each facing the other."""
        key = (self.sign(a), at, self._target(b), there)
        return kept(self._cache.harm, key, lambda: self._told(a, at, b, there))

    def _told(self, a: Figure, at: Tile, b: Figure, there: Tile) -> int:
        """Compute `harm`, once for all tiles for which the ground makes no difference."""
        if at == there:
            return 0
        setting = self._ruleset.estimates.setting(self._bare.board, a, at, b, there)

        def harm() -> int:
            return self._harm(self._pair(a, at, facing_towards(at, there), b, there), a, b)

        return kept(self._cache.settings, (self.sign(a), self._target(b), setting), harm)

    def _harm(self, pair: State, a: Figure, b: Figure) -> int:
        return int(self._ruleset.estimates.menace(pair, a.id, b.id) * MILLI)

    def in_the_open(self, a: Figure, b: Figure) -> int:
        """Return `harm` at a short distance on open ground."""
        key = (self.sign(a), self._target(b))
        return kept(self._cache.open_harm, key, lambda: self._harm(self._open_pair(a, b), a, b))

    def turned(self, a: Figure, b: Figure) -> tuple[int, ...]:
        """Return what a does to b nearby in the open, for each eighth of a turn of b away from a.

        In thousandths of what it does to b facing it; empty if the facing of b makes no difference.
        """
        key = (self.sign(a), self._target(b))
        return kept(self._cache.turned, key, lambda: self._told_turned(a, b))

    def _told_turned(self, a: Figure, b: Figure) -> tuple[int, ...]:
        pair = self._open_pair(a, b)

        def harm(eighths: int) -> Fraction:
            looking = fast_evolve(pair.figures[b.id], facing=Facing.W.turned(eighths))
            return self._ruleset.estimates.menace(pair.with_figure(looking), a.id, b.id)

        before = harm(0)
        if not before or harm(len(Facing) // 2) == before:
            return ()
        return tuple(int(harm(eighths) * MILLI / before) for eighths in range(len(Facing)))

    def lane(self, a: Figure, at: Tile, there: Tile) -> int:
        """Mask of the tiles on which a figure stops a's fire from one tile at another."""
        if self.capabilities(a).indirect:
            return 0
        lane, board = self._ruleset.estimates.lane, self._bare.board
        return kept(self._cache.lanes, (at, there), lambda: lane(board, at, there))

    def coming(self, a: Figure, b: Figure, there: Tile) -> int:
        """Thousandths of a point that b's side loses in a whole bound of a that walks up first."""
        if a.tile == there:
            return 0
        near, worth = self._approach(a, there)
        return self.harm(a, near, b, there) * worth // MILLI

    def _approach(self, a: Figure, there: Tile) -> tuple[Tile, int]:
        """Return the nearest tile of a's best attacks on a tile, and their strength there."""

        def approach() -> tuple[Tile, int]:
            board = self._bare.board
            seen = board.seen_from(there) & ~board.bit(there)
            for worth, tiles in self._threat_range(a):
                near = nearest(board, tiles & seen, there)
                if near is not None:
                    return near, worth
            return there, 0

        return kept(self._cache.approaches, (self.sign(a), a.tile, there), approach)

    def _threat_range(self, a: Figure) -> ThreatSteps:
        """Return the tiles from which a can attack in its next bound, if nothing blocks it."""

        def threat_range() -> ThreatSteps:
            phases = self._bare.setup.declared.phases
            walking = next(phase for phase in self._phases if phases[phase].moves)
            begun = self._start(self._alone(a), a, walking, turns=1)
            return threat_steps(self._ruleset, begun, begun.figures[a.id], self.capabilities(a))

        return kept(self._cache.threat_ranges, (self.sign(a), a.tile), threat_range)

    def capabilities(self, figure: Figure) -> Capabilities:
        """Return what the figure can do unharmed and free, found by trial on an empty table."""
        who = figure.who

        def tried() -> Capabilities:
            rules = tuple(sorted(self._bare.setup.rules.items()))
            return capabilities_of(Subject(who.kind, who.weapons, rules, self._ruleset, self._bare))

        return kept(self._capabilities, who.id, tried)

    def ready(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a can attack b in its next bounds from where it stands and faces."""
        if adjacent(a.tile, there):
            return True
        front = self.capabilities(a).front
        return in_arc(a.tile, a.facing, there, front) and self._able(a, b, there)

    def pinned(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether b on an adjacent tile keeps a from an attack that a could make otherwise."""
        if not adjacent(a.tile, there):
            return False
        return kept(self._cache.pinned, self.sign(a), lambda: not self._may_act(a, b, there))

    def _able(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a is free to attack, judged with b as the target."""

        def free() -> tuple[bool, Figure]:
            able = self._rested if self._at_once else self._may_act
            key = (self._cache.sign(a), self._bare.clock.turn)
            return kept(self._cache.able, key, lambda: able(a, b, there)), a

        return kept(self._free, id(a), free)[0]

    def _rested(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a has anything left to spend when a bound of the next turn begins."""
        pair, left = self._pair(a, a.tile, a.facing, b, there), self._ruleset.estimates.budget_left
        return any(left(self._start(pair, a, phase, turns=1), a.id) > 0 for phase in self._phases)

    def _start(self, state: State, a: Figure, phase: str, turns: int = 0) -> State:
        """Return a state at the start of a bound of a's side, in this turn or a later one."""
        clock = evolve(self._bare.clock, phase=phase, side=a.side)
        if turns:
            clock = evolve(clock, turn=clock.turn + turns, step=1)
        kept = self._bare.setup.declared.reset(self.guessed(a), (phase, "turn")).counters
        fresh = fast_evolve(state.figures[a.id], counters=kept)
        return fast_evolve(state.with_figure(fresh), clock=clock)

    def _may_act(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a has an order with dice in any of its bounds in this turn."""
        pair, verbs = self._pair(a, a.tile, a.facing, b, there), self._ruleset.verbs
        begun = (View(a.side, self._start(pair, a, phase), {}) for phase in self._phases)
        families = (family for view in begun for family in self._ruleset.options(view, a.id))
        return any(verbs[family.verb].dice for family in families)

    def _pair(self, a: Figure, at: Tile, facing: Facing, b: Figure, there: Tile) -> State:
        pair = {
            a.id: fast_evolve(self._known(a)[1], at=at, facing=facing),
            b.id: fast_evolve(self._known(b)[1], at=there, facing=facing_towards(there, at)),
        }
        known = {a.side: self._seeing(b.id), b.side: self._seeing(a.id)}
        return fast_evolve(self._bare, figures=pair, known=known)

    def _open_pair(self, a: Figure, b: Figure) -> State:
        """The two facing each other at a short distance on open ground."""
        there = (HERE[0] + RANGE, HERE[1])
        return fast_evolve(self._pair(a, HERE, Facing.E, b, there), board=open_ground())

    def _alone(self, a: Figure) -> State:
        """The figure alone on the ground."""
        one = fast_evolve(self._known(a)[1], at=a.tile, facing=a.facing)
        enemy = self._bare.setup.enemy(a.side)
        known = {a.side: Knowledge(seen=self._whole), enemy: self._seeing(a.id)}
        return fast_evolve(self._bare, figures={a.id: one}, known=known)

    def _seeing(self, name: str) -> Knowledge:
        """Return the knowledge of a side that sees all the ground and one enemy."""
        return kept(self._eyes, name, lambda: Knowledge(seen=self._whole, visible=(name,)))


def threat_steps(
    ruleset: Ruleset, begun: State, figure: Figure, known: Capabilities
) -> ThreatSteps:
    """Return the tiles within a fresh bound, by the attack strength left there, most first.

    `begun`: the state at the beginning of such a bound.
    """
    found = {known.volume: begun.board.bit(figure.tile)}
    for family in ruleset.movement(View(figure.side, begun, {}), figure.id):
        if isinstance(family.target, Routes):
            there = partial(_worth, ruleset, begun, family, family.target, known)
            for value, tiles in graded(_rings(family.target), there):
                if value:
                    found[value] = found.get(value, 0) | tiles
    kept, taken = [], 0
    for worth in sorted(found, reverse=True):
        tiles = found[worth] & ~taken
        if tiles:
            kept.append((worth, tiles))
            taken |= tiles
    return tuple(kept)


def _rings(routes: Routes) -> list[int]:
    """Return the ends of the paths of one gait: a mask for each cost, the nearest first."""
    tiles = (ring & routes.mask for ring in routes.reach.rings.values())
    return [ring for ring in tiles if ring]


def _worth(
    ruleset: Ruleset, begun: State, family: Family, routes: Routes, known: Capabilities, ring: int
) -> int:
    """Return the attack strength on the tiles of a ring, with what the walk leaves of a bound."""
    tile = begun.board.tile_at((ring & -ring).bit_length() - 1)
    order = Order.of(family.verb, family.figure, routes.route(tile))
    harm = known.attack.part * known.after(family.verb) // MILLI
    return known.attack.volley(harm, MILLI - share(ruleset.cost(begun, order)))


def graded(rings: Sequence[int], worth: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """Yield the worth of rings of tiles, the nearest first; it never grows with the distance.

    So all rings between two rings of the same worth have that worth as well.
    """
    if not rings:
        return
    first = worth(rings[0])
    if len(rings) == 1 or first == worth(rings[-1]):
        yield first, reduce(or_, rings)
    else:
        middle = len(rings) // 2
        yield from graded(rings[:middle], worth)
        yield from graded(rings[middle:], worth)


def nearest(board: Board, tiles: int, to: Tile) -> Tile | None:
    """Return the tile of a mask that is nearest to another; of equals the first."""
    x, y = to
    best: tuple[int, Tile] | None = None
    row = (1 << board.width) - 1
    for off in range(max(y + 1, board.height - y) if tiles else 0):
        if best is not None and off * off > best[0]:
            break
        for across in (y - off, y + off) if y - off >= 0 and off else (y + off,):
            line = tiles >> across * board.width & row
            if line:
                found = min(
                    (off * off + (near - x) ** 2, (near, across)) for near in _beside(line, x)
                )
                best = found if best is None else min(best, found)
    return None if best is None else best[1]


def _beside(line: int, x: int) -> Iterator[int]:
    """Yield the nearest set columns of a row on either side of a column."""
    if left := line & (2 << x) - 1:
        yield left.bit_length() - 1
    if right := line >> x:
        yield x + (right & -right).bit_length() - 1
