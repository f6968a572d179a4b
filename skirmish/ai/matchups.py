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
"""What a figure's attacks come to, in thousandths of the harm that one does, and the mask of the
tiles from where.
"""


class Matchups:
    """Asks the ruleset about pairs of figures, each pair by itself on the known ground.

    Third figures stay out of it: they move, and what they change is weighed when a shot is
    really chosen. So a sum holds for as long as the two are what they are and stand there. Each
    side is taken to have a figure that sees the target.
    """

    def __init__(self, ruleset: Ruleset, state: State, cache: ThoughtCache) -> None:
        """Take the ground from what a side knows."""
        self._ruleset = ruleset
        self._bare = evolve(state, figures={}, links=(), zones={}, tracks={}, pending=None)
        self._whole = (1 << state.board.width * state.board.height) - 1
        self._cache = cache
        # By the id of a figure, which is kept with it: the id of one that is gone may come again.
        self._plain: dict[int, tuple[int, Figure, Figure]] = {}
        self._shown: dict[int, tuple[int, Figure]] = {}
        self._free: dict[int, tuple[bool, Figure]] = {}
        self._capabilities: dict[str, Capabilities] = {}
        self._eyes: dict[str, Knowledge] = {}
        self._phases = tuple(state.setup.declared.phases)
        self._at_once = at_once(state.setup.declared)

    def sign(self, figure: Figure) -> int:
        """What the figure is, as a number."""
        return (self._plain.get(id(figure)) or self._known(figure))[0]

    def _known(self, figure: Figure) -> tuple[int, Figure, Figure]:
        """The sign of a figure, the figure as it lasts, and as it is."""

        def made() -> tuple[int, Figure, Figure]:
            plain = lasting(self.guessed(figure), self._bare.setup.declared)
            return self._cache.sign(plain), plain, figure

        return kept(self._plain, id(figure), made)

    def guessed(self, figure: Figure) -> Figure:
        """The figure with what an enemy hides of it taken to be as at the start of a battle."""
        return supplied(self._ruleset, self._bare, figure)

    def _target(self, figure: Figure) -> int:
        """What the figure is to those who attack it: what is open about it makes the difference."""
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
        """The same, asked once for all tiles where the ground makes no difference."""
        if at == there:
            return 0
        setting = self._ruleset.estimates.setting(self._bare.board, a, at, b, there)

        def harm() -> int:
            return self._harm(self._pair(a, at, facing_towards(at, there), b, there), a, b)

        return kept(self._cache.settings, (self.sign(a), self._target(b), setting), harm)

    def _harm(self, pair: State, a: Figure, b: Figure) -> int:
        return int(self._ruleset.estimates.menace(pair, a.id, b.id) * MILLI)

    def in_the_open(self, a: Figure, b: Figure) -> int:
        """The same at a short distance on open ground."""
        key = (self.sign(a), self._target(b))
        return kept(self._cache.open_harm, key, lambda: self._harm(self._open_pair(a, b), a, b))

    def turned(self, a: Figure, b: Figure) -> tuple[int, ...]:
        """What a does to b nearby in the open by how far b is turned from it.

        In thousandths of what it does to b facing it, for each eighth of a turn; empty where the
        facing of b makes no difference.
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
        """Mask of the tiles on which a figure keeps a from firing from one tile at another."""
        if self.capabilities(a).lobs:
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
        """The nearest tile from which a attacks another with most of its bound, and its worth."""

        def approach() -> tuple[Tile, int]:
            board = self._bare.board
            seen = board.seen_from(there) & ~board.bit(there)
            for worth, tiles in self._onset(a):
                near = nearest(board, tiles & seen, there)
                if near is not None:
                    return near, worth
            return there, 0

        return kept(self._cache.approaches, (self.sign(a), a.tile, there), approach)

    def _onset(self, a: Figure) -> ThreatSteps:
        """The tiles that a may walk to and attack from in its next bound, its way free."""

        def onset() -> ThreatSteps:
            phases = self._bare.setup.declared.phases
            walking = next(phase for phase in self._phases if phases[phase].moves)
            begun = self._start(self._alone(a), a, walking, turns=1)
            return threat_steps(self._ruleset, begun, begun.figures[a.id], self.capabilities(a))

        return kept(self._cache.onsets, (self.sign(a), a.tile), onset)

    def capabilities(self, figure: Figure) -> Capabilities:
        """What the figure can do when it is unharmed and free, tried out on an empty table."""
        who = figure.who

        def tried() -> Capabilities:
            rules = tuple(sorted(self._bare.setup.rules.items()))
            return capabilities_of(Subject(who.kind, who.weapons, rules, self._ruleset, self._bare))

        return kept(self._capabilities, who.id, tried)

    def ready(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a can do its harm to b from where it stands and faces, in its next bounds."""
        if adjacent(a.tile, there):
            return True
        front = self.capabilities(a).front
        return in_arc(a.tile, a.facing, there, front) and self._able(a, b, there)

    def pinned(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a, which could attack otherwise, is kept from it by b on a tile beside it."""
        if not adjacent(a.tile, there):
            return False
        return kept(self._cache.pinned, self.sign(a), lambda: not self._may_act(a, b, there))

    def _able(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a is free to attack, asked about an enemy that it has before its weapon."""

        def free() -> tuple[bool, Figure]:
            able = self._rested if self._at_once else self._may_act
            key = (self._cache.sign(a), self._bare.clock.turn)
            return kept(self._cache.able, key, lambda: able(a, b, there)), a

        return kept(self._free, id(a), free)[0]

    def _rested(self, a: Figure, b: Figure, there: Tile) -> bool:
        """Whether a has anything of its bound when the first one of the next turn begins."""
        pair, left = self._pair(a, a.tile, a.facing, b, there), self._ruleset.estimates.budget_left
        return any(left(self._start(pair, a, phase, turns=1), a.id) > 0 for phase in self._phases)

    def _start(self, state: State, a: Figure, phase: str, turns: int = 0) -> State:
        """A state as a bound of a's side begins in it, in this turn or a later one."""
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
        """What a side knows that sees all the ground and one enemy."""
        return kept(self._eyes, name, lambda: Knowledge(seen=self._whole, visible=(name,)))


def threat_steps(
    ruleset: Ruleset, begun: State, figure: Figure, known: Capabilities
) -> ThreatSteps:
    """The tiles that a figure reaches in a fresh bound, by what it can still do there, most first.

    `begun`: the figure at the beginning of such a bound.
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
    """The tiles where the ways of one gait may end, a mask for each cost, the nearest first."""
    tiles = (ring & routes.mask for ring in routes.reach.rings.values())
    return [ring for ring in tiles if ring]


def _worth(
    ruleset: Ruleset, begun: State, family: Family, routes: Routes, known: Capabilities, ring: int
) -> int:
    """What attacks come to on the tiles of a ring, with what the walk there leaves of the bound."""
    tile = begun.board.tile_at((ring & -ring).bit_length() - 1)
    order = Order.of(family.verb, family.figure, routes.route(tile))
    harm = known.attack.part * known.after(family.verb) // MILLI
    return known.attack.volley(harm, MILLI - share(ruleset.cost(begun, order)))


def graded(rings: Sequence[int], worth: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """The worth at rings of tiles, the nearest first; farther off it is the same or less.

    So what lies between two rings with the same worth has that, too.
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
    """The tile of a mask that is nearest to another; of equals the first."""
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
    """The columns nearest to one in a row of tiles, on either side."""
    if left := line & (2 << x) - 1:
        yield left.bit_length() - 1
    if right := line >> x:
        yield x + (right & -right).bit_length() - 1
