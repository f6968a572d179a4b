"""What every figure might do next, weighed: its own gain, and the best that its bound comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from skirmish.ai.candidates import Draft, draft
from skirmish.ai.deeds import Deed, aiders, deeds
from skirmish.ai.explain import Weighed
from skirmish.ai.means import LATER, Means, best_of, share
from skirmish.ai.picture import Picture
from skirmish.ai.units import MILLI
from skirmish.ai.value import TERMS, Front, attack_terms, front, scales
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
class Worths:
    """What deeds gain; `after`: cost and gain of the attacks that a preparation makes better."""

    deeds: Mapping[Order, Weighed]
    after: Mapping[Order, Sequence[tuple[int, int]]]


def weigh(sight: Picture) -> tuple[Options, ...]:
    """The options of every figure, by their ids; no more of each than the level weighs."""
    plans = sight.level.plans
    able: dict[str, Sequence[Deed]] = {}
    drafts: dict[str, Draft] = {}
    for figure in sight.mine:
        made = draft(sight, figure)
        able[figure.id] = deeds(sight, figure, made)[:plans]
        drafts[figure.id] = made.within(plans - len(able[figure.id]))
    worths = _worths(sight, able)
    whole = front(drafts, len(sight.foes))
    return tuple(
        Options(
            figure.id,
            in_order(_weighed(sight, figure, drafts[figure.id], able[figure.id], worths, whole)),
        )
        for figure in sight.mine
    )


def in_order(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """What gains anything first; of that, what the best bound begins with."""
    return tuple(
        sorted(weighed, key=lambda one: (one.gain < LEAST, -one.plan, -one.gain, str(one.order)))
    )


def _weighed(
    sight: Picture,
    figure: Figure,
    made: Draft,
    able: Sequence[Deed],
    worths: Worths,
    whole: Front,
) -> Iterator[Weighed]:
    """All options of one figure: attacks, preparations, places."""
    shots, after = worths.deeds, worths.after
    walks = _walks(sight, figure, made, whole)
    means = _means(sight, figure, made, able, shots)
    fired = means.fired()
    for deed in able:
        if deed.attack:
            shot = shots[deed.order]
            yield _planned(shot, shot.gain + _onward(fired, walks, means.rest - deed.cost))
        elif deed.order in shots:
            ready = shots[deed.order]
            plans = [ready.gain + _shot_after(means, deed)]
            plans += [
                gain + _onward(fired, walks, means.rest - deed.cost - cost)
                for cost, gain in after.get(deed.order, ())
            ]
            yield _planned(ready, max(plans))
    yield from _doors(sight, figure, made, whole)
    stay = means.here(means.rest)
    for walk in walks:
        if walk.cost <= max(means.rest, 0) or not walk.cost:
            now = means.there(walk.harm, means.rest - walk.cost)
            terms = (*zip(TERMS, walk.terms, strict=True), ("now", now - stay))
            yield Weighed(walk.order, walk.gain + now - stay, terms, plan=walk.gain + now)


def _doors(sight: Picture, figure: Figure, made: Draft, whole: Front) -> Iterator[Weighed]:
    """Doors to open: worth what it would be to stand there, where the way leads through."""
    if not made.doors:
        return
    balance = scales(sight, figure, whole)
    here = balance.pull(figure.tile)
    for order, tile in made.doors:
        gain = (balance.pull(tile) - here) * LATER // MILLI
        yield Weighed(order, gain, (("goal", gain),), plan=gain)


def _planned(weighed: Weighed, plan: int) -> Weighed:
    return Weighed(weighed.order, weighed.gain, weighed.terms, plan=plan)


def _walks(sight: Picture, figure: Figure, made: Draft, whole: Front) -> Sequence[Walk]:
    """The moves of a figure, over staying."""
    if len(made.places) <= 1:
        return ()
    balance = scales(sight, figure, whole)
    taken = sight.taken & ~sight.board.bit(figure.tile)
    talent = sight.duels.talent(figure)
    stay = balance.weigh(made.places[0])
    return [
        Walk(
            place.order,
            tuple(a - b for a, b in zip(balance.weigh(place), stay, strict=True)),
            balance.aimed(place) * talent.after(place.order.verb) // MILLI,
            place.cost,
        )
        for place in made.places
        if place.order is not None and not place.bit & taken
    ]


def _means(
    sight: Picture,
    figure: Figure,
    made: Draft,
    able: Sequence[Deed],
    shots: Mapping[Order, Weighed],
) -> Means:
    if not able and not sight.mixed:
        return Means(0)
    rest = share(sight.ruleset.rest(sight.view.state, figure.id))
    talent = sight.duels.talent(figure)
    known = [(deed, shots[deed.order].gain) for deed in able if deed.order in shots]
    return Means(
        rest=rest,
        usual=talent.usual,
        part=talent.part,
        times=talent.times,
        least=talent.least,
        harm=max(made.places[0].deals, default=0) if made.places else 0,
        shots=best_of((deed.cost, gain) for deed, gain in known if deed.attack),
        stops=best_of((min(deed.cost, rest), gain) for deed, gain in known if not deed.attack),
    )


def _onward(means: Means, walks: Sequence[Walk], rest: int) -> int:
    """The best that what is left of a bound can be used for: stay and act, or go elsewhere."""
    best = means.here(rest) * LATER // MILLI
    for walk in walks:
        if walk.cost <= rest or not walk.cost:
            there = means.there(walk.harm, rest - walk.cost) * LATER // MILLI
            best = max(best, walk.gain + there)
    return best


def _shot_after(means: Means, deed: Deed) -> int:
    """The best single shot that a preparation leaves time for."""
    left = means.rest - deed.cost
    best = max((gain for cost, gain in means.shots if cost <= left), default=0)
    return best * LATER // MILLI


def _worths(sight: Picture, able: Mapping[str, Sequence[Deed]]) -> Worths:
    """All deeds, attacks with helpers charged for what these could do alone."""
    threats = _threats(sight) if any(able.values()) else {}
    single = {
        deed.order: _deed(sight, deed, {}, threats)
        for own in able.values()
        for deed in own
        if not aiders(sight, deed.order)
    }
    alone = {
        name: max((single[deed.order].gain for deed in own if deed.order in single), default=0)
        for name, own in able.items()
    }
    given = [
        deed
        for own in able.values()
        for deed in own
        if not (deed.poses and deed.order.figure in sight.posed)
    ]
    deeds_of = {
        deed.order: single.get(deed.order) or _deed(sight, deed, alone, threats) for deed in given
    }
    after = {
        deed.order: [(shot.cost, _deed(sight, shot, alone, threats).gain) for shot in deed.then]
        for deed in given
        if deed.then
    }
    return Worths(deeds_of, after)


def _threats(sight: Picture) -> Mapping[str, int]:
    """The most that each foe can do to any figure from where it stands, turned as it likes."""
    duels = sight.duels
    return {
        foe.figure.id: max(
            (duels.harm(foe.figure, foe.tile, figure, figure.tile) for figure in sight.mine),
            default=0,
        )
        for foe in sight.foes
    }


def _deed(
    sight: Picture, deed: Deed, alone: Mapping[str, int], threats: Mapping[str, int]
) -> Weighed:
    if deed.attack:
        terms = attack_terms(sight, deed, alone, threats)
    else:
        effort = sight.level.weights.effort if deed.poses else 0
        terms = (("prospect", deed.prospect), ("effort", -effort))
    return Weighed(deed.order, sum(value for _, value in terms), terms)
