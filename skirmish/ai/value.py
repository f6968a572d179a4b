"""What places and attacks are worth, term by term, in thousandths of a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import field, frozen

from skirmish.ai.candidates import Draft
from skirmish.ai.duel import MILLI
from skirmish.ai.explain import Terms
from skirmish.ai.goals import Goal
from skirmish.ai.picture import Picture
from skirmish.ai.places import Place
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, chebyshev
from skirmish.core.orders import Order
from skirmish.core.text import Shape
from skirmish.rulesets.attack import odds_of

NEWS = 300
"""Newly seen tiles that count at most."""


@frozen(eq=False)
class Front:
    """How all stand: the worst that each foe can do, on whom, and the next worst."""

    worst: tuple[int, ...]
    on: tuple[str, ...]
    next: tuple[int, ...]

    def without(self, figure: str) -> tuple[int, ...]:
        """The worst that each foe can do to the others."""
        return tuple(
            second if name == figure else first
            for first, name, second in zip(self.worst, self.on, self.next, strict=True)
        )


def front(drafts: Mapping[str, Draft], foes: int) -> Front:
    """The front as all own figures stand."""
    worst, on, second = [0] * foes, [""] * foes, [0] * foes
    for name, made in drafts.items():
        if not made.places:
            continue
        for index, harm in enumerate(made.places[0].suffers):
            if harm > worst[index]:
                second[index], worst[index], on[index] = worst[index], harm, name
            elif harm > second[index]:
                second[index] = harm
    return Front(tuple(worst), tuple(on), tuple(second))


TERMS = ("goal", "fire", "reply", "way", "cover", "crowd", "scout", "effort")
"""What places are weighed by, in this order."""


@frozen(eq=False)
class Scales:
    """Weighs the places of one figure while all others stay where they are.

    `others`: what each foe can do to the others anyway. `pulls`: the goals of this figure, each
    with its rank among those who are after it.
    """

    sight: Picture
    others: tuple[int, ...]
    pulls: tuple[tuple[Goal, int], ...] = field(repr=False)
    friends: tuple[Tile, ...] = field(repr=False)
    worth: int
    past: Tile | None

    def weigh(self, place: Place) -> tuple[int, ...]:
        """The terms of a place, as in TERMS."""
        weights = self.sight.level.weights
        pull = sum(goal.pull(place.tile, place.bit, rank) for goal, rank in self.pulls)
        return (
            pull * weights.goal // MILLI,
            self._fire(place) * weights.fire // MILLI,
            -self._reply(place),
            -place.risk,
            place.cover * weights.cover,
            -weights.crowd * sum(adjacent(place.tile, tile) for tile in self.friends),
            min(place.news, NEWS) * weights.scout,
            -self._effort(place),
        )

    def _effort(self, place: Place) -> int:
        """What a move must gain; more when it leads back to where the figure came from."""
        if place.order is None:
            return 0
        weights = self.sight.level.weights
        back = self.past is not None and chebyshev(place.tile, self.past) <= 1
        return weights.effort + (weights.back if back else 0)

    def _fire(self, place: Place) -> int:
        """The best shot from a place, and what a second one adds."""
        best = second = 0
        for harm in place.deals:
            if harm > best:
                best, second = harm, best
            elif harm > second:
                second = harm
        return best + second * self.sight.level.weights.second // MILLI

    def _reply(self, place: Place) -> int:
        """What the enemy gains by this figure: for each foe, over what it can do anyway."""
        if not self.sight.level.reply:
            return 0
        weights = self.sight.level.weights
        more = sum(
            harm - other
            for harm, other in zip(place.suffers, self.others, strict=True)
            if harm > other
        )
        more += (sum(place.suffers) - more) * weights.shared // MILLI
        for number in place.pins:
            more += min(0, place.suffers[number] - self.others[number])
        return min(more, self.worth) * weights.reply // MILLI


def scales(sight: Picture, figure: Figure, facing: Front) -> Scales:
    """Scales for one figure."""
    friends = tuple(other.tile for other in sight.mine if other.id != figure.id)
    return Scales(
        sight=sight,
        others=facing.without(figure.id),
        pulls=tuple(
            (goal, ranks[figure.id])
            for goal, ranks in zip(sight.goals, sight.ranks, strict=True)
            if figure.id in ranks
        ),
        friends=friends,
        past=sight.past.get(figure.id),
        worth=figure.who.kind.points * sight.weight(figure),
    )


def attack_terms(
    sight: Picture, order: Order, alone: Mapping[str, int], threats: Mapping[str, int]
) -> Terms:
    """What an attack is worth: losses on both sides, and the shots of those who aid it.

    `alone`: what the best shot of each figure by itself is worth. `threats`: what each foe can do
    to the figures before it; whoever is struck does less of it.
    """
    state, ruleset = sight.view.state, sight.ruleset
    plan = ruleset.attack(state, order)
    if plan is None:
        return ()
    odds = odds_of(plan, ruleset.spared())
    enemy = own = quiet = Fraction(0)
    for name, outcomes in odds.figures.items():
        figure = state.figures[name]
        costs = [(ruleset.loss(state, name, out), p) for out, p in outcomes.items()]
        lost = sum((cost * p for cost, p in costs), Fraction(0)) * sight.weight(figure)
        if figure.side == sight.view.side:
            own += lost
        else:
            enemy += lost
            quiet += sum(p for cost, p in costs if cost) * threats.get(name, 0)
    helpers = sum(max(0, alone.get(name, 0)) for name in aiders(sight, order))
    return (
        ("enemy loss", int(enemy)),
        ("threat", int(quiet) * sight.level.weights.threat // MILLI),
        ("own loss", -int(own)),
        ("aid", -helpers),
    )


def aiders(sight: Picture, order: Order) -> Sequence[str]:
    """Own figures that an order spends besides the one that it is given to."""
    verb = sight.ruleset.verbs[order.verb]
    own = {figure.id for figure in sight.mine}
    return [
        name
        for spec in verb.fields
        if spec.shape is Shape.FIGURES
        for name in order.figures(spec.name)
        if name in own
    ]
