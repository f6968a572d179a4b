"""Budget of a figure's bound: the orders that compete for it, and its best use.

An attack leaves less for the next one, a walk may leave too little to fire at its end, and what is
left can be spent on a preparation for the enemy's bound. All shares are in thousandths of a bound,
all gains in thousandths of a point.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.ai.fixed_point import MILLI

LATER = 800
"""Weight of an order after another one, in thousandths: much may change until then."""
ELSEWHERE = 900
"""Weight of shots from another place, in thousandths: they are only estimated."""
MOST = 2
"""The most by which attacks from another place are taken to be better than from the present one."""
SMALLEST = 125
"""The least share of a bound that an order is assumed to need, so that loops end."""
MANY = 8
"""The most attacks that are assumed to fit into a bound."""


@frozen
class AttackRate:
    """How fast a figure attacks.

    `usual`: share of a bound for the attack that does most over the whole bound; `part`: harm of
    that attack as a share of the figure's harm; `times`: how often it can be made. `least`: share
    of a bound for the cheapest attack.
    """

    usual: int = MILLI
    part: int = MILLI
    times: int = MANY
    least: int = MILLI

    @property
    def spends(self) -> bool:
        """Whether its weapon cannot attack again in a bound that has time for it."""
        return (self.times + 1) * self.usual <= MILLI

    def volley(self, harm: int, rest: int) -> int:
        """Return the harm in a share of a bound; `harm` is that of one usual attack."""
        total, times = 0, self.times
        while harm and times and self.usual <= rest:
            total += harm
            harm = harm * LATER // MILLI
            rest -= max(self.usual, SMALLEST)
            times -= 1
        return total


@frozen(eq=False)
class ActionBudget:
    """Use of the rest of a figure's bound.

    `rest`: the share that is left. `shots`: cost and gain of attacks from the present tile, the
    best for each cost. `stops`: cost and gain of preparations that are taken to end the bound, and
    `waits`: of those among them that wait for the enemy.
    `harm`: the ruleset's estimate of the figure's harm from its tile, to which other places are
    compared.
    """

    rest: int
    rate: AttackRate = AttackRate()
    harm: int = 0
    shots: tuple[tuple[int, int], ...] = ()
    stops: tuple[tuple[int, int], ...] = ()
    waits: tuple[tuple[int, int], ...] = ()
    _known: dict[tuple[int, int], int] = field(factory=dict, init=False, repr=False)

    def here(self, rest: int) -> int:
        """The best use of a share of a bound without moving."""
        best = max(self.ready(rest), self.fire(rest))
        for cost, gain in self.shots if self.rate.times else ():
            if cost <= rest:
                best = max(best, gain + self.ready(rest - cost) * LATER // MILLI)
        return best

    def fire(self, rest: int) -> int:
        """Value of attacks from here in a share of a bound."""
        return self._fire(rest, self.rate.times)

    def fired(self) -> ActionBudget:
        """Return the budget after an attack; `rest` is passed separately."""
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

    def ready(self, rest: int, watched: int = MILLI) -> int:
        """Return the gain of the best preparation in a share of a bound.

        A preparation that costs more than that counts in part, if an attack is still possible; to
        wait for the enemy counts by the share `watched` of the harm from here, in thousandths.
        """
        rest = max(0, rest)  # an attack may take more than is left, as the last of a magazine does
        part = rest if rest >= self.rate.least else 0
        able = [*self.stops, *((cost, gain * watched // MILLI) for cost, gain in self.waits)]
        gains = (gain if cost <= rest else gain * part // cost for cost, gain in able)
        return max(gains, default=0)

    def there(self, harm: int, rest: int) -> int:
        """The best use of a share of a bound elsewhere, where one attack could do this harm."""
        if self.harm:
            # A figure with harm from here but no shot has to see to its weapon first.
            harm = min(harm, MOST * self.harm)
            fire = self.fire(rest) * harm // self.harm
            ready = self.ready(rest, harm * MILLI // self.harm)
        else:
            fire = self.rate.volley(harm * self.rate.part // MILLI, rest)
            ready = self.ready(rest)
        return max(fire * ELSEWHERE // MILLI, ready)


def share(part: Fraction) -> int:
    """Return a share of a bound in thousandths; any cost is at least one.

    Rounded down, so that three thirds fit into a bound.
    """
    return max(int(part > 0), part.numerator * MILLI // part.denominator)


def best_of(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Keep only those costs and gains that gain more than all that cost no more."""
    kept: list[tuple[int, int]] = []
    for cost, gain in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if gain > 0 and (not kept or gain > kept[-1][1]):
            kept.append((cost, gain))
    return tuple(kept)
