"""Capabilities of a kind of figure, found by trial on an empty table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from attrs import evolve, field, frozen

from skirmish.ai.action_budget import MANY, SMALLEST, AttackRate, share
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import expected_losses, losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.core.board import Board
from skirmish.core.codec import Shape, encode
from skirmish.core.dice import Roller
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Declared, Figure, Kind, Weapon, Who
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order, Verb
from skirmish.core.state import Contact, Knowledge, State, Tally
from skirmish.core.view import View, view
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.engine import carry_out, refusal
from skirmish.rulesets.families import Family, Routes
from skirmish.rulesets.ruleset import Ruleset

HERE = (15, 15)
SIZE = (46, 31)
"""Size of the table: room for the farthest target to the east, with a few tiles around."""
DISTANCES = (2, 4, 8, 16, 30)
CLOSE = (8, 1)
RANGE = 8
LEAST, MOST = Fraction(1, 4), Fraction(2)
"""Limits of the share of a figure's harm that one attack is taken to do."""
EDGES = ((5, 2), (4, 4), (3, 7), (0, 5), (-2, 5), (-4, 4), (-7, 3), (-5, 0))
"""Just inside 22.5, 45 and so on degrees of straight east."""
FAR, NEAR = 2, 1
"""Factors of EDGES: the distances at which each is tried."""
RINGS = 4
"""The greatest distance, in tiles, at which two figures are tried against one blast."""
BETWEEN = 500
"""Weight of a blast at a tile between the two, in thousandths."""
UNKNOWN = 2
"""Half-angle assumed for a figure that may attack nothing, in units of 22.5 degrees."""


def at_once(declared: Declared) -> bool:
    """Whether figures walk and attack in the same bounds; otherwise each has its own bounds."""
    return all(phase.moves for phase in declared.phases.values())


def attacks(ruleset: Ruleset) -> tuple[Verb, ...]:
    """The orders that aim at a figure or a tile and roll dice."""
    verbs = ruleset.verbs.values()
    return tuple(v for v in verbs if v.dice and v.target in (Shape.FIGURE, Shape.TILE))


@frozen
class Subject:
    """A figure to try out, as at the start of a battle; equal subjects share the results.

    `bare`: a state without figures, under the house rules in `rules`.
    """

    kind: Kind
    weapons: tuple[Weapon, ...]
    rules: tuple[tuple[str, bool | int | str], ...]
    ruleset: Ruleset
    bare: State = field(eq=False)


class Capabilities:
    """What a kind of figure can do, tried out on an empty table; each part on demand.

    Shares are in thousandths: of a bound, of the figure's harm by the ruleset's estimate, or of the
    loss by its attacks on a lone figure. The figure stands in the middle and faces east.
    """

    def __init__(self, subject: Subject) -> None:
        """Set up the table."""
        ruleset, bare = subject.ruleset, subject.bare
        self._ruleset = ruleset
        # Of the battle only the rules are kept: objectives and their tally are left out.
        setup = evolve(bare.setup, objectives=())
        self._bare = evolve(bare, board=open_ground(), setup=setup, tally=Tally())
        self._cache = ThoughtCache(self._bare.board)
        counters = ruleset.handbook.armoury.equipped(subject.weapons)
        kept = {name: value for name, value in counters.items() if value}
        side, other = tuple(bare.setup.sides)
        one = Who("shooter", side, "shooter", subject.kind, subject.weapons)
        two = Who("target", other, "target", subject.kind, subject.weapons)
        self._known: dict[Tile, Sequence[tuple[Order, int, Fraction]]] = {}
        self._figure = Figure(one, HERE, Facing.E, counters=kept)
        self._target = Figure(two, HERE, Facing.W, counters=kept)

    @cached_property
    def volume(self) -> int:
        """Value of its attacks in a whole bound, in thousandths of its harm."""
        return self.attack.volley(self.attack.part, MILLI)

    def after(self, verb: str) -> int:
        """Share of an attack left after a walk by this verb in the bound, in thousandths."""
        return self.spoilt.get(verb, MILLI)

    @cached_property
    def indirect(self) -> bool:
        """Whether it can harm a target out of its line of sight."""
        board = self._bare.board
        walled = board.with_terrain((HERE[0] + 1, HERE[1]), board.kinds["wall"])
        return any(self._harms(walled, distance) for distance in DISTANCES)

    def _harms(self, board: Board, distance: int) -> bool:
        state = fast_evolve(self._with((distance, 0)), board=board)
        return self._ruleset.estimates.menace(state, self._figure.id, self._target.id) > 0

    @cached_property
    def front(self) -> int:
        """Half-angle that it can attack without turning, or after a turn in the same bound.

        In units of 22.5 degrees. Long distances are tried first, because a long arc may be narrow.
        """
        if self._turns_first():
            return len(EDGES)
        for scale in (FAR, NEAR):
            for half in range(len(EDGES), 0, -1):
                dx, dy = EDGES[half - 1]
                if self._may(self._with((dx * scale, dy * scale))):
                    return half
        return UNKNOWN

    def _turns_first(self) -> bool:
        """Whether it may turn and attack in one bound."""
        verbs = self._ruleset.verbs
        state = self._with((FAR, 0))
        for phase in state.setup.declared.phases:
            known = View(self._figure.side, self._in(state, phase), {})
            given = [verbs[f.verb] for f in self._ruleset.options(known, self._figure.id)]
            if any(v.dice for v in given) and any(v.target is Shape.FACING for v in given):
                return True
        return False

    @cached_property
    def attack(self) -> AttackRate:
        """How fast it attacks."""
        best, least = (0, MILLI, MILLI, MANY), MILLI
        close = self._close()
        if close is None:
            return AttackRate()
        begun, whole = close
        tried = []
        for order, usual, gain in self._gains(begun):
            part = int(min(MOST, max(LEAST, gain / whole)) * MILLI)
            least = min(least, usual)
            tried.append((AttackRate(usual).volley(part, MILLI), usual, part, order))
        most = min(MANY, MILLI // max(least, SMALLEST))
        # An attack that would not be best even with unlimited repetition is not tried out.
        for *endless, order in sorted(tried, key=lambda one: one[:3], reverse=True):
            if tuple(endless) <= best[:3]:
                break
            _, usual, part = endless
            times = self._times(begun, order, most)
            volley = AttackRate(usual, times=times).volley(part, MILLI)
            best = max(best, (volley, usual, part, times))
        return AttackRate(*best[1:], least)

    def _close(self) -> tuple[State, Fraction] | None:
        """Return the table with the target at the first distance of harm, and the harm."""
        for distance in CLOSE:
            begun = self._begun(distance)
            if begun is not None:
                menace = self._ruleset.estimates.menace
                whole = menace(begun, self._figure.id, self._target.id)
                if whole:
                    return begun, whole
        return None

    def _times(self, begun: State, order: Order, most: int) -> int:
        """Return how often an attack can be made in a bound, by the state of weapon and figure.

        At most `most`, the number that a bound has time for.
        """
        state = with_updated_sight(fast_evolve(begun, known={}), tuple(begun.setup.sides))
        for times in range(1, most + 1):
            if refusal(self._ruleset, view(state, self._figure.side), order) is not None:
                return max(1, times - 1)
            if times < most:
                state = self._fired(state, order)
        return max(1, most)

    def _fired(self, state: State, order: Order) -> State:
        """Return a state with the figure as it is after an attack, the target unharmed."""
        done = carry_out(self._ruleset, state, self._figure.side, order, Roller("a trial"))
        return state.with_figure(done.state.figures[self._figure.id])

    def _gains(self, state: State) -> Sequence[tuple[Order, int, Fraction]]:
        """Return every attack on the target, with its share of a bound and the points it costs."""
        tile = state.figures[self._target.id].tile
        found = self._known.get(tile)
        if found is None:
            found = self._known[tile] = [
                (order, share(self._ruleset.cost(state, order)), self._gain(state, order))
                for order in self._ways(state)
            ]
        return found

    def _ways(self, state: State) -> Iterator[Order]:
        """Yield the attacks that the ruleset suggests, as they are weighed in a battle."""
        phases = state.setup.declared.phases
        phase = next((name for name, one in phases.items() if not one.moves), next(iter(phases)))
        known = View(self._figure.side, self._in(state, phase), {})
        attacking = {verb.name for verb in attacks(self._ruleset)}
        for order in self._ruleset.suggestions.actions(known, self._figure.id):
            if order.verb in attacking:
                yield order

    def _gain(self, state: State, order: Order) -> Fraction:
        """Points that an attack costs the target; 0 for one that may scatter."""
        at_figure = self._ruleset.verbs[order.verb].target is Shape.FIGURE
        done = self._ruleset.expected(state, order) if at_figure else None
        if done is None:
            plan = self._ruleset.attack(state, order)
            if not isinstance(plan, Attack):
                return Fraction(0)
            done = expected_losses(self._ruleset, state, plan, self._cache)
        return sum((one.lost for one in done if one.figure == self._target.id), Fraction(0))

    @cached_property
    def spoilt(self) -> Mapping[str, int]:
        """For each gait that spoils an attack in the same bound, the share that is left of it."""
        begun = self._begun()
        gains = [] if begun is None else [(gain, order) for order, _, gain in self._gains(begun)]
        gains.sort(key=lambda one: -one[0])
        if begun is None or not gains or not gains[0][0]:
            return {}
        found: dict[str, int] = {}
        known = View(self._figure.side, begun, {})
        for family in self._ruleset.movement(known, self._figure.id):
            if isinstance(family.target, Routes):
                after = self._best(self._walked(begun, family), gains)
                left = int(after * MILLI / gains[0][0])
                if left < MILLI:
                    found[family.verb] = min(left, found.get(family.verb, MILLI))
        return found

    @cached_property
    def engaged(self) -> int:
        """Share of its attacks on a target that is left beside another enemy, in thousandths."""
        begun = self._begun()
        if begun is None or not (attacks := self._gains(begun)):
            return MILLI
        beset, before = self._beset(begun), max(gain for _, _, gain in attacks)
        after = max(self._gain(beset, order) for order, _, _ in attacks)
        return int(after * MILLI / before) if before else MILLI

    def _beset(self, state: State) -> State:
        """The state with a figure like the target beside the figure, on the far side."""
        x, y = HERE
        target = state.figures[self._target.id]
        other = evolve(target, who=evolve(target.who, id="beside"), at=(x - 1, y), facing=Facing.E)
        return self._with_others(state, (other,))

    @cached_property
    def barred(self) -> frozenset[str]:
        """The gaits that an attack bars for the rest of the bound."""
        begun = self._begun()
        if begun is None or not (attacks := self._gains(begun)):
            return frozenset()
        cheapest = min(attacks, key=lambda one: one[1])[0]
        seen = with_updated_sight(fast_evolve(begun, known={}), tuple(begun.setup.sides))
        if refusal(self._ruleset, view(seen, self._figure.side), cheapest) is not None:
            return frozenset()
        return self._gaits(seen) - self._gaits(self._fired(seen, cheapest))

    def _gaits(self, state: State) -> frozenset[str]:
        known = View(self._figure.side, state, {})
        families = self._ruleset.movement(known, self._figure.id)
        return frozenset(one.verb for one in families if isinstance(one.target, Routes))

    @cached_property
    def splash(self) -> tuple[int, ...]:
        """Additional loss by its attacks if a second figure is near the target.

        One share for each distance of 1, 2, .. tiles. The attack is aimed at the target, or at a
        tile between the two; the latter weighs less, because it fits these two and misses others.
        Found by trial with one more figure at each distance.
        """
        state = self._with((RANGE, 0))
        alone = [(order, gain) for order, _, gain in self._gains(self._begun() or state)]
        single = max((lost for order, lost in alone if self._at_one(order)), default=Fraction(0))
        row = self._row(state)
        wide = {order: self._struck(row, order) for order, _ in alone if not self._at_one(order)}
        most = max([single, *(lost[0] for lost in wide.values())])
        if not most or not wide:
            return (0,) * RINGS
        verbs, found = self._ruleset.verbs, []
        amid = [lost for order, lost in wide.items() if verbs[order.verb].target is Shape.TILE]
        for gap in range(1, RINGS + 1):
            at_it = max(lost[0] + lost[gap] for lost in wide.values())
            between = max((lost[gap // 2] + lost[gap - gap // 2] for lost in amid), default=0)
            more = max(at_it - most, (between - most) * BETWEEN / MILLI)
            found.append(min(MILLI, max(0, int(more * MILLI / most))))
        return tuple(found)

    def _at_one(self, order: Order) -> bool:
        """Whether an attack strikes the figure that it names and no other."""
        action = self._ruleset.table[order.verb]
        return action.verb.target is Shape.FIGURE and action.expected is not None

    def _struck(self, row: State, order: Order) -> Sequence[Fraction]:
        """Points that an attack costs each figure in the row, the target first."""
        losses = losses_of(self._ruleset, row, order, self._cache)
        lost = {one.figure: one.lost for one in losses}
        others = (name for name in row.figures if name != self._figure.id)
        return [lost.get(name, Fraction(0)) for name in others]

    def _row(self, state: State) -> State:
        """The state with figures like the target in a row from it, one on each tile."""
        target = state.figures[self._target.id]
        x, y = target.tile
        return self._with_others(
            state,
            [
                evolve(target, who=evolve(target.who, id=f"bystander {gap}"), at=(x, y + gap))
                for gap in range(1, RINGS + 1)
            ],
        )

    def _with_others(self, state: State, others: Sequence[Figure]) -> State:
        """The state with more enemies in sight of the figure."""
        known, side = dict(state.known), self._figure.side
        visible = (*(one.id for one in others), self._target.id)
        known[side] = evolve(known[side], visible=visible)
        figures = {**state.figures, **{one.id: one for one in others}}
        return evolve(state, figures=figures, known=known)

    def _begun(self, distance: int = RANGE) -> State | None:
        """The table in a bound in which the figure may walk and attack; None without such."""
        state = self._with((distance, 0))
        if not at_once(state.setup.declared):
            return None
        return self._in(state, next(iter(state.setup.declared.phases)))

    def _in(self, state: State, phase: str) -> State:
        """A state in a bound of the figure's side."""
        clock = evolve(state.clock, turn=1, step=1, phase=phase, side=self._figure.side)
        return fast_evolve(state, clock=clock)

    def _walked(self, begun: State, family: Family) -> State:
        """Return the table after the figure has walked somewhere and returned at no cost."""
        routes = family.target
        if not isinstance(routes, Routes) or not routes.mask:
            return begun
        rings = (ring & routes.mask for ring in routes.reach.rings.values())
        tile = begun.board.tiles_of(next(ring for ring in rings if ring))[0]
        order = Order.of(family.verb, self._figure.id, routes.route(tile))
        after = carry_out(self._ruleset, begun, self._figure.side, order, Roller("a trial")).state
        figure = after.figures[self._figure.id]
        return after.with_figure(fast_evolve(figure, at=HERE, facing=Facing.E))

    def _best(self, state: State, gains: Sequence[tuple[Fraction, Order]]) -> Fraction:
        """Return the best gain after a walk; `gains`: before it, never lower."""
        best = Fraction(0)
        for before, order in gains:
            if before <= best:
                break
            best = max(best, self._gain(state, order))
        return best

    def _with(self, off: Tile) -> State:
        target = fast_evolve(self._target, at=(HERE[0] + off[0], HERE[1] + off[1]))
        whole = (1 << SIZE[0] * SIZE[1]) - 1
        known = {
            one.side: Knowledge(seen=whole, visible=(two.id,), shown={two.id: Contact(two, 0)})
            for one, two in ((self._figure, target), (target, self._figure))
        }
        pair = {self._figure.id: self._figure, target.id: target}
        return fast_evolve(self._bare, figures=pair, known=known)

    def _may(self, state: State) -> bool:
        tile = state.figures[self._target.id].tile
        one, other = self._figure.id, self._target.id
        for verb in attacks(self._ruleset):
            at = other if verb.target is Shape.FIGURE else encode(tile)
            if self._ruleset.impossible(state, Order(verb.name, one, at)) is None:
                return True
        return False


@lru_cache(maxsize=512)
def capabilities_of(subject: Subject) -> Capabilities:
    """Return the capabilities of a subject; cached, as they do not depend on the battle."""
    return Capabilities(subject)


@lru_cache(maxsize=1)
def open_ground() -> Board:
    """The board of the table."""
    return Board.parse("\n".join(["." * SIZE[0]] * SIZE[1]))
