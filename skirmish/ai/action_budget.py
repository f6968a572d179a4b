"""Budget of a figure's bound: the orders that compete for it, the best use first.

An attack leaves less for the next one, a walk may leave too little to fire at its end, and
whatever is left can be spent on being ready for the enemy. All shares are in thousandths of a
bound, all gains in thousandths of a point.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.ai.fixed_point import MILLI

LATER = 800
"""What comes after something else counts for, in thousandths: much may change until then."""
ELSEWHERE = 900
"""The same for shots from another place, which are only guessed at."""
MOST = 2
"""By how many times another place may be better to attack from than where the figure stands."""
SMALLEST = 125
"""The least share of a bound that an order is taken to need, so that nothing goes on for ever."""
MANY = 8
"""The most attacks that a bound is taken to have room for."""


@frozen
class AttackRate:
    """How fast a figure attacks.

    `usual`: what the attack takes of a bound with which it does most in it, `part`: how much of its
    harm that does, `times`: how often it can be made. `least`: what its cheapest attack takes.
    """

    usual: int = MILLI
    part: int = MILLI
    times: int = MANY
    least: int = MILLI

    def volley(self, harm: int, rest: int) -> int:
        """What it does in a share of a bound; `harm` is what one usual attack does."""
        total, times = 0, self.times
        while harm and times and self.usual <= rest:
            total += harm
            harm = harm * LATER // MILLI
            rest -= max(self.usual, SMALLEST)
            times -= 1
        return total


@frozen(eq=False)
class ActionBudget:
    """What the rest of a figure's bound can be used for.

    `shots`: cost and gain of attacks from where it stands, for each cost the best. `stops`: cost
    and gain of preparations, after which nothing more is reckoned with. `harm`: what the ruleset
    reckons it can do from where it stands, by which other places are measured.
    """

    rest: int
    rate: AttackRate = AttackRate()
    harm: int = 0
    shots: tuple[tuple[int, int], ...] = ()
    stops: tuple[tuple[int, int], ...] = ()
    _known: dict[tuple[int, int], int] = field(factory=dict, init=False, repr=False)

    def here(self, rest: int) -> int:
        """The best that can be made of so much of a bound without going anywhere."""
        best = max(self.ready(rest), self.fire(rest))
        for cost, gain in self.shots if self.rate.times else ():
            if cost <= rest:
                best = max(best, gain + self.ready(rest - cost) * LATER // MILLI)
        return best

    def fire(self, rest: int) -> int:
        """What attacks from here come to in so much of a bound."""
        return self._fire(rest, self.rate.times)

    def fired(self) -> ActionBudget:
        """What is left of it after an attack; `rest` is given apart."""
        return evolve(self, rate=evolve(self.rate, times=max(0, self.rate.times - 1)))

    def _fire(self, rest: int, times: int) -> int:
        if not times:
            return 0
        found = self._known.get((rest, times))
        if found is None:
            found = self._known[rest, times] = max(
                (
                    gain + self._fire(rest - max(cost, SMALLEST), times - 1) * LATER // MILLI
                    for cost, gain in self.shots
                    if cost <= rest
                ),
                default=0,
            )
        return found

    def ready(self, rest: int) -> int:
        """The best preparation that so much of a bound allows.

        What takes all that is left readies an attack: less of it with less, nothing without one.
        """
        rest = max(0, rest)  # an attack may take more than is left, as the last of a magazine does
        part = rest if rest >= self.rate.least else 0
        return max(
            (gain if cost <= rest else gain * part // cost for cost, gain in self.stops), default=0
        )

    def there(self, harm: int, rest: int) -> int:
        """The best that can be made of it elsewhere, where its attack could do so much harm."""
        if self.harm:
            # Who could do harm from here and yet has no shot has a weapon to see to first.
            fire = self.fire(rest) * min(harm, MOST * self.harm) // self.harm
        else:
            fire = self.rate.volley(harm * self.rate.part // MILLI, rest)
        return max(fire * ELSEWHERE // MILLI, self.ready(rest))


def share(part: Fraction) -> int:
    """A share of a bound in thousandths; what takes anything takes at least one.

    Rounded down, so that three thirds go into a bound.
    """
    return max(int(part > 0), part.numerator * MILLI // part.denominator)


def best_of(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Of costs and gains only those that gain more than all that cost no more."""
    kept: list[tuple[int, int]] = []
    for cost, gain in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if gain > 0 and (not kept or gain > kept[-1][1]):
            kept.append((cost, gain))
    return tuple(kept)
