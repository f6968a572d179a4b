"""Search for the best use of every figure's bound: the gains of its actions, walks and plans."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from skirmish.ai.action_budget import ELSEWHERE, LATER, ActionBudget, best_of
from skirmish.ai.actions import (
    Candidate,
    actions_after,
    after_order,
    aiders,
    candidate_actions,
    sees_a_foe,
)
from skirmish.ai.drafts import Draft, draft
from skirmish.ai.end_positions import EndPosition, best_now
from skirmish.ai.evaluation import Evaluator, attack_terms
from skirmish.ai.explanation import Weighed
from skirmish.ai.fights import FIGHT, joining
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.pace import Pace
from skirmish.ai.provoked import ANSWER, answer_to
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order

LEAST = 1
"""The least gain for which an order is given, in thousandths of a point."""
ASKED = 8
"""The most orders of a figure for which the attacks that they provoke are computed."""


@frozen
class Options:
    """The orders weighed for one figure, best first, without staying."""

    figure: str
    best: tuple[Weighed, ...]

    @property
    def gain(self) -> int:
        """The gain of the best order; 0 if there is none."""
        return self.best[0].gain if self.best else 0


@frozen(eq=False)
class MoveOption:
    """A place to go to: its terms compared to staying, and the best shot from there."""

    order: Order
    place: EndPosition
    terms: Mapping[str, int] = field(repr=False)
    harm: int

    @property
    def gain(self) -> int:
        """The sum of all terms."""
        return sum(self.terms.values())

    @property
    def cost(self) -> int:
        """The share of the bound that going there takes, in thousandths."""
        return self.place.cost


@frozen(eq=False)
class Ranked:
    """One figure's options, and the gain of its best unaided attack."""

    figure: Figure
    alone: int
    options: Options


@frozen(eq=False)
class Queue:
    """The options of a side's figures as they were last computed in a bound.

    `places`: the tiles of the enemies in sight at that time.
    """

    places: Mapping[str, Tile] = field(factory=dict)
    ranked: Mapping[str, Ranked] = field(factory=dict)

    def of(self, situation: Situation) -> dict[str, Ranked]:
        """Return the options that are still valid.

        Left out are figures that have changed since, for example by their own order, and figures in
        sight of an enemy that came into sight or moved.
        """
        concerned = 0
        for foe, mask in zip(situation.foes, situation.under, strict=True):
            if foe.seen and self.places.get(foe.figure.id) != foe.tile:
                concerned |= mask
        return {
            figure.id: self.ranked[figure.id]
            for figure in situation.mine
            if figure.id in self.ranked
            and self.ranked[figure.id].figure == figure
            and not concerned & situation.board.bit(figure.tile)
        }


class Ranking:
    """The options of a side's figures, each computed on demand.

    The options from before the last order decide in which sequence figures are weighed again:
    usually the best figure is still the best, and no other is weighed.
    """

    def __init__(
        self, situation: Situation, queue: Queue | None = None, pace: Pace | None = None
    ) -> None:
        """Take over the options of a queue."""
        self._situation = situation
        self._pace = pace or Pace()
        self._before = (queue or Queue()).of(situation)
        self._now: dict[str, Ranked] = {}
        self._drafts: dict[str, Draft] = {}
        self._actions: dict[str, Sequence[Candidate]] = {}
        self._threats: dict[str, int] = {}
        self._alone = {name: one.alone for name, one in self._before.items()}
        self._figures = {figure.id: figure for figure in situation.mine}

    @property
    def figures(self) -> Sequence[str]:
        """All figures, by their ids."""
        return tuple(self._figures)

    @property
    def queue(self) -> Queue:
        """The queue to begin with after the next order."""
        seen = {foe.figure.id: foe.tile for foe in self._situation.foes if foe.seen}
        return Queue(seen, {**self._before, **self._now})

    def last(self, name: str) -> Options | None:
        """Return a figure's options as they were last worked out; None if they never were."""
        found = self._now.get(name) or self._before.get(name)
        return None if found is None else found.options

    def is_current(self, name: str) -> bool:
        """Whether a figure's options were worked out since the last order."""
        return name in self._now

    def may_attack(self, name: str) -> bool:
        """Whether a figure has any enemy in sight, or needs none for its attack."""
        figure = self._figures[name]
        indirect = self._situation.matchups.capabilities(figure).indirect
        return indirect or sees_a_foe(self._situation, figure)

    def options(self, name: str) -> Options:
        """Return a figure's current options; the previous ones if the thought is cut off."""
        if self.is_current(name):
            return self._now[name].options
        if not self._draft(name):
            nothing = Ranked(self._figures[name], 0, Options(name, ()))
            self._now[name] = self._before.get(name, nothing)
            return self._now[name].options
        figure = self._figures[name]
        found = Options(name, self._answered(in_order(self._weighed(figure))))
        self._now[name] = Ranked(figure, self._gain_alone(name), found)
        return found

    def _draft(self, name: str) -> bool:
        """Draft a figure's places and actions; False if the thought is cut off."""
        if name in self._drafts:
            return True
        if self._pace.cut():
            return False
        self._pace.tell(name, 1 + len(self._drafts), len(self._figures))
        figure, plans = self._figures[name], self._situation.level.plans
        made = draft(self._situation, figure)
        able = candidate_actions(self._situation, figure) if made.acts else ()
        self._actions[name] = able[:plans]
        self._drafts[name] = made.within(plans - len(self._actions[name]))
        self._alone.pop(name, None)
        return True

    def _threat(self, foe: str) -> int:
        """The most that a foe can do to any figure from its tile, with any facing."""
        if foe not in self._threats:
            situation, harm = self._situation, self._situation.matchups.harm
            known = next((one for one in situation.foes if one.figure.id == foe), None)
            self._threats[foe] = max(
                (harm(known.figure, known.tile, one, one.tile) for one in situation.mine if known),
                default=0,
            )
        return self._threats[foe]

    def _tried(self, walk: MoveOption) -> int | None:
        """Value of the rest of a bound after a walk, tried out; None where dice decide."""
        later = after_order(self._situation, walk.order) if self._situation.foes else None
        if later is None:
            return None
        figure = later.view.state.figures[walk.order.figure]
        able = actions_after(later, figure)
        values = {one.order: _candidate(later, one, {}, self._threat) for one in able}
        budget = _budget(later, figure, Draft((), acts=True), able, values)
        return budget.here(budget.rest) * ELSEWHERE // MILLI

    def _weighed(self, figure: Figure) -> Iterator[Weighed]:
        """Yield all options of one figure: attacks, preparations, places."""
        situation, made, able = self._situation, self._drafts[figure.id], self._actions[figure.id]
        shots = {one.order: self._value(one) for one in able}
        moves = len(made.places) > 1 or bool(made.doors)
        balance = Evaluator(situation, figure) if moves else None
        walks = () if balance is None else _walks(situation, figure, made, balance)
        budget = _budget(situation, figure, made, able, shots)
        barred = situation.matchups.capabilities(figure).barred if walks else ()
        follow = Following.of(budget, walks, barred)
        for one in able:
            weighed, rest = shots[one.order], budget.rest - one.cost
            plans = [weighed.gain + (0 if one.aims else follow.after(one, rest))]
            for then in one.then:
                more = follow.after(then, rest - then.cost, second=True)
                plans.append(self._gain_after(shots, one, then) + more)
            yield Weighed(weighed.order, weighed.gain, weighed.terms, plan=max(plans))
        if balance is not None:
            yield from _doors(figure, made, balance)
            yield from self._weighed_walks(walks, budget)

    def _weighed_walks(
        self, walks: Sequence[MoveOption], budget: ActionBudget
    ) -> Iterator[Weighed]:
        """Yield the walks that fit into the bound; actions after the best of them are tried out."""
        situation = self._situation
        guessed = [
            (budget.there(walk.harm, budget.rest - walk.cost), walk)
            for walk in walks
            if (walk.cost <= max(budget.rest, 0) or not walk.cost) and not self._spoils(walk)
        ]
        guessed.sort(key=lambda one: -one[0] - one[1].gain)
        stay = budget.here(budget.rest)
        for number, (guess, walk) in enumerate(guessed):
            acts = number < situation.level.tries and situation.mixed and walk.cost < budget.rest
            found = self._tried(walk) if acts else None
            now = guess if found is None else found
            name, place = walk.order.figure, walk.place
            ends = situation.ending.by_going(name, place.tile)
            fights = joining(situation, name, place)
            terms = (*walk.terms.items(), ("now", now - stay), ends, (FIGHT, fights))
            gain = walk.gain + ends[1] + fights
            yield Weighed(walk.order, gain + now - stay, terms, plan=gain + now)

    def _spoils(self, walk: MoveOption) -> bool:
        """Whether a walk gives up an aim that its figure has just taken."""
        situation, name = self._situation, walk.order.figure
        aims = name in situation.aiming and bool(situation.foes)
        return aims and walk.place.tile != self._figures[name].tile

    def _answered(self, best: tuple[Weighed, ...]) -> tuple[Weighed, ...]:
        """Return the orders with the exact cost of what the best one provokes.

        The next best one is asked as well if that takes the place of the first, and so on.
        """
        situation = self._situation
        weighs = situation.level.reply and (situation.foes or situation.danger_zones)
        for _ in range(ASKED if weighs else 0):
            if not best or best[0].gain < LEAST or ANSWER in dict(best[0].terms):
                break
            first, terms = best[0], dict(best[0].terms)
            terms[ANSWER] = -answer_to(situation, first.order)
            more = terms[ANSWER] - terms.pop("way", 0)
            gain, plan = first.gain + more, first.plan + more
            asked = evolve(first, gain=gain, terms=tuple(terms.items()), plan=plan)
            best = in_order((asked, *best[1:]))
        return best

    def _gain_after(
        self, values: Mapping[Order, Weighed], first: Candidate, then: Candidate
    ) -> int:
        """Gain of a preparation and an order after it; later orders may still profit."""
        gain = self._value(then).gain
        if then.attack and first.aims:
            return gain  # the attack ends the aim
        before = values[then.order].gain if then.order in values else 0
        return max(gain, values[first.order].gain + before * LATER // MILLI)

    def _value(self, candidate: Candidate) -> Weighed:
        helpers = aiders(self._situation, candidate.order)
        alone = {name: self._gain_alone(name) for name in helpers if name in self.figures}
        return _candidate(self._situation, candidate, alone, self._threat)

    def _gain_alone(self, name: str) -> int:
        """Gain of a figure's best unaided attack."""
        if name not in self._alone:
            gains = [
                _candidate(self._situation, one, {}, self._threat).gain
                for one in (self._actions[name] if self._draft(name) else ())
                if not aiders(self._situation, one.order)
            ]
            self._alone[name] = max(gains, default=0)
        return self._alone[name]


def in_order(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Sort orders: those with a gain first, then by the value of the whole bound."""
    return tuple(
        sorted(weighed, key=lambda one: (one.gain < LEAST, -one.plan, -one.gain, str(one.order)))
    )


@frozen(eq=False)
class Following:
    """Use of the rest of a figure's bound after an order.

    `budget`: before the order; `fired`: after an attack; `last`: after two preparations, when only
    a wait can follow. `barred`: gaits that an attack bars for the rest of the bound.
    """

    budget: ActionBudget
    fired: ActionBudget
    last: ActionBudget
    walks: Sequence[MoveOption]
    barred: Container[str]

    @classmethod
    def of(
        cls,
        budget: ActionBudget,
        walks: Sequence[MoveOption],
        barred: Container[str],
    ) -> Following:
        """Create the instance for a figure with this budget and these walks.

        To wait for the enemy is worth nothing with a weapon that cannot attack again.
        """
        fired = budget.fired()
        last = evolve(fired, stops=())
        if budget.rate.spends and not fired.rate.times:
            fired = evolve(fired, waits=())
        return cls(budget, fired, last, walks, barred)

    def after(self, done: Candidate, rest: int, *, second: bool = False) -> int:
        """Return the value of what follows an order, the first or `second` of the bound."""
        if done.waits:
            return 0
        if done.attack:
            walks = [one for one in self.walks if one.order.verb not in self.barred]
            return _onward(self.fired, walks, rest)
        if second:
            return _onward(self.last, self.walks, rest)
        shots = (gain for cost, gain in self.budget.shots if cost <= rest)
        return max(shots, default=0) * LATER // MILLI


def _onward(budget: ActionBudget, walks: Iterable[MoveOption], rest: int) -> int:
    """The best use of the rest of a bound: stay and act, or go elsewhere."""
    best = budget.here(rest) * LATER // MILLI
    for walk in walks:
        if walk.cost <= rest or not walk.cost:
            there = budget.there(walk.harm, rest - walk.cost) * LATER // MILLI
            best = max(best, walk.gain + there)
    return best


def _doors(figure: Figure, made: Draft, balance: Evaluator) -> Iterator[Weighed]:
    """Yield the doors to open: each is worth a share (LATER) of what standing in it is."""
    here = balance.pull(figure.tile)
    for order, tile in made.doors:
        gain = (balance.pull(tile) - here) * LATER // MILLI
        yield Weighed(order, gain, (("goal", gain),), plan=gain)


def _walks(
    situation: Situation, figure: Figure, made: Draft, balance: Evaluator
) -> Sequence[MoveOption]:
    """Return a figure's moves, compared to staying.

    A figure that gained nothing by leaving its tiles in this bound gets no move to or over them.
    """
    been = balance.left if figure.id in situation.moved_only else 0
    taken = situation.taken & ~situation.board.bit(figure.tile)
    capabilities = situation.matchups.capabilities(figure)
    stay = balance.weigh(made.places[0])
    return [
        MoveOption(
            place.order,
            place,
            {name: value - stay[name] for name, value in balance.weigh(place).items()},
            balance.aimed(place) * capabilities.after(place.order.verb) // MILLI,
        )
        for place in made.places
        if place.order is not None
        and not place.bit & taken
        and not (place.way & been and place.tile != figure.tile)
    ]


def _budget(
    situation: Situation,
    figure: Figure,
    made: Draft,
    able: Sequence[Candidate],
    shots: Mapping[Order, Weighed],
) -> ActionBudget:
    if not able and not situation.mixed:
        return ActionBudget(0)
    rest = situation.left(figure)
    known = [one for one in able if one.order in shots]
    return ActionBudget(
        rest=rest,
        rate=situation.matchups.capabilities(figure).attack,
        harm=best_now(situation, figure, made.places[0]) if made.places else 0,
        shots=best_of((one.cost, shots[one.order].gain) for one in known if one.attack),
        stops=_stops((one for one in known if not one.attack and not one.waits), shots, rest),
        waits=_stops((one for one in known if one.waits), shots, rest),
    )


def _stops(
    able: Iterable[Candidate], shots: Mapping[Order, Weighed], rest: int
) -> tuple[tuple[int, int], ...]:
    """Cost and gain of preparations that are taken to end the bound."""
    return best_of((min(one.cost, rest), shots[one.order].gain) for one in able)


def _candidate(
    situation: Situation,
    candidate: Candidate,
    alone: Mapping[str, int],
    threat: Callable[[str], int],
) -> Weighed:
    if candidate.attack:
        struck, state = candidate.expected_losses, situation.view.state
        ends = situation.ending.by_striking(state, candidate.order, struck)
        terms = (*attack_terms(situation, candidate, alone, threat), ends)
    else:
        effort = situation.level.weights.effort if candidate.poses else 0
        terms = (("prospect", candidate.prospect), ("effort", -effort))
    return Weighed(candidate.order, sum(value for _, value in terms), terms)
