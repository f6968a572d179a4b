"""Search for the best use of every figure's bound: gains of its actions, walks and plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from skirmish.ai.action_budget import LATER, ActionBudget, best_of, share
from skirmish.ai.actions import Candidate, aiders, candidate_actions
from skirmish.ai.drafts import Draft, draft
from skirmish.ai.evaluation import TERMS, Front, attack_terms, evaluator, front
from skirmish.ai.explanation import Weighed
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.orders import Order

LEAST = 1
"""The least gain for which anything is done, in thousandths of a point."""


@frozen
class Options:
    """What one figure might do, best first; staying is not among them."""

    figure: str
    best: tuple[Weighed, ...]

    @property
    def gain(self) -> int:
        """What the best of it gains."""
        return self.best[0].gain if self.best else 0


@frozen(eq=False)
class Walk:
    """A place to go to: what it gains over staying, the best shot from there, what it costs."""

    order: Order
    terms: tuple[int, ...] = field(repr=False)
    harm: int
    cost: int

    @property
    def gain(self) -> int:
        """All terms together."""
        return sum(self.terms)


@frozen(eq=False)
class ActionValues:
    """What deeds gain; `after`: cost and gain of the attacks that a preparation makes better."""

    candidate_actions: Mapping[Order, Weighed]
    after: Mapping[Order, Sequence[tuple[int, int]]]


def rank_options(situation: Situation) -> tuple[Options, ...]:
    """The options of every figure, by their ids; no more of each than the level weighs."""
    plans = situation.level.plans
    able: dict[str, Sequence[Candidate]] = {}
    drafts: dict[str, Draft] = {}
    for figure in situation.mine:
        made = draft(situation, figure)
        able[figure.id] = candidate_actions(situation, figure, made)[:plans]
        drafts[figure.id] = made.within(plans - len(able[figure.id]))
    worths = _worths(situation, able)
    whole = front(drafts, len(situation.foes))
    return tuple(
        Options(
            figure.id,
            in_order(
                _weighed(situation, figure, drafts[figure.id], able[figure.id], worths, whole)
            ),
        )
        for figure in situation.mine
    )


def in_order(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """What gains anything first; of that, what the best bound begins with."""
    return tuple(
        sorted(weighed, key=lambda one: (one.gain < LEAST, -one.plan, -one.gain, str(one.order)))
    )


def _weighed(
    situation: Situation,
    figure: Figure,
    made: Draft,
    able: Sequence[Candidate],
    worths: ActionValues,
    whole: Front,
) -> Iterator[Weighed]:
    """All options of one figure: attacks, preparations, places."""
    shots, after = worths.candidate_actions, worths.after
    walks = _walks(situation, figure, made, whole)
    budget = _budget(situation, figure, made, able, shots)
    fired = budget.fired()
    for candidate in able:
        if candidate.attack:
            shot = shots[candidate.order]
            yield _planned(shot, shot.gain + _onward(fired, walks, budget.rest - candidate.cost))
        elif candidate.order in shots:
            ready = shots[candidate.order]
            plans = [ready.gain + _shot_after(budget, candidate)]
            plans += [
                gain + _onward(fired, walks, budget.rest - candidate.cost - cost)
                for cost, gain in after.get(candidate.order, ())
            ]
            yield _planned(ready, max(plans))
    yield from _doors(situation, figure, made, whole)
    stay = budget.here(budget.rest)
    for walk in walks:
        if walk.cost <= max(budget.rest, 0) or not walk.cost:
            now = budget.there(walk.harm, budget.rest - walk.cost)
            terms = (*zip(TERMS, walk.terms, strict=True), ("now", now - stay))
            yield Weighed(walk.order, walk.gain + now - stay, terms, plan=walk.gain + now)


def _doors(situation: Situation, figure: Figure, made: Draft, whole: Front) -> Iterator[Weighed]:
    """Doors to open: worth what it would be to stand there, where the way leads through."""
    if not made.doors:
        return
    balance = evaluator(situation, figure, whole)
    here = balance.pull(figure.tile)
    for order, tile in made.doors:
        gain = (balance.pull(tile) - here) * LATER // MILLI
        yield Weighed(order, gain, (("goal", gain),), plan=gain)


def _planned(weighed: Weighed, plan: int) -> Weighed:
    return Weighed(weighed.order, weighed.gain, weighed.terms, plan=plan)


def _walks(situation: Situation, figure: Figure, made: Draft, whole: Front) -> Sequence[Walk]:
    """The moves of a figure, over staying."""
    if len(made.places) <= 1:
        return ()
    balance = evaluator(situation, figure, whole)
    taken = situation.taken & ~situation.board.bit(figure.tile)
    capabilities = situation.matchups.capabilities(figure)
    stay = balance.weigh(made.places[0])
    return [
        Walk(
            place.order,
            tuple(a - b for a, b in zip(balance.weigh(place), stay, strict=True)),
            balance.aimed(place) * capabilities.after(place.order.verb) // MILLI,
            place.cost,
        )
        for place in made.places
        if place.order is not None and not place.bit & taken
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
    rest = share(situation.ruleset.estimates.budget_left(situation.view.state, figure.id))
    capabilities = situation.matchups.capabilities(figure)
    known = [
        (candidate, shots[candidate.order].gain) for candidate in able if candidate.order in shots
    ]
    return ActionBudget(
        rest=rest,
        usual=capabilities.usual,
        part=capabilities.part,
        times=capabilities.times,
        least=capabilities.least,
        harm=max(made.places[0].deals, default=0) if made.places else 0,
        shots=best_of((candidate.cost, gain) for candidate, gain in known if candidate.attack),
        stops=best_of(
            (min(candidate.cost, rest), gain) for candidate, gain in known if not candidate.attack
        ),
    )


def _onward(budget: ActionBudget, walks: Sequence[Walk], rest: int) -> int:
    """The best that what is left of a bound can be used for: stay and act, or go elsewhere."""
    best = budget.here(rest) * LATER // MILLI
    for walk in walks:
        if walk.cost <= rest or not walk.cost:
            there = budget.there(walk.harm, rest - walk.cost) * LATER // MILLI
            best = max(best, walk.gain + there)
    return best


def _shot_after(budget: ActionBudget, candidate: Candidate) -> int:
    """The best single shot that a preparation leaves time for."""
    left = budget.rest - candidate.cost
    best = max((gain for cost, gain in budget.shots if cost <= left), default=0)
    return best * LATER // MILLI


def _worths(situation: Situation, able: Mapping[str, Sequence[Candidate]]) -> ActionValues:
    """All deeds, attacks with helpers charged for what these could do alone."""
    threats = _threats(situation) if any(able.values()) else {}
    every = [candidate for own in able.values() for candidate in own]
    single = {
        candidate.order: _candidate(situation, candidate, {}, threats)
        for candidate in every
        if not aiders(situation, candidate.order)
    }
    alone = {
        name: max((single[one.order].gain for one in own if one.order in single), default=0)
        for name, own in able.items()
    }
    given = [one for one in every if not (one.poses and one.order.figure in situation.posed)]
    values = {
        candidate.order: single.get(candidate.order)
        or _candidate(situation, candidate, alone, threats)
        for candidate in given
    }
    after = {
        candidate.order: [
            (shot.cost, _candidate(situation, shot, alone, threats).gain) for shot in candidate.then
        ]
        for candidate in given
        if candidate.then
    }
    return ActionValues(values, after)


def _threats(situation: Situation) -> Mapping[str, int]:
    """The most that each foe can do to any figure from where it stands, turned as it likes."""
    matchups = situation.matchups
    return {
        foe.figure.id: max(
            (matchups.harm(foe.figure, foe.tile, figure, figure.tile) for figure in situation.mine),
            default=0,
        )
        for foe in situation.foes
    }


def _candidate(
    situation: Situation, candidate: Candidate, alone: Mapping[str, int], threats: Mapping[str, int]
) -> Weighed:
    if candidate.attack:
        terms = attack_terms(situation, candidate, alone, threats)
    else:
        effort = situation.level.weights.effort if candidate.poses else 0
        terms = (("prospect", candidate.prospect), ("effort", -effort))
    return Weighed(candidate.order, sum(value for _, value in terms), terms)
