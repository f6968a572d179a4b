"""What a mode is for, where plain targets do not show it: a search through rarer situations.

Tried are figures of low and high skill, rested or after aiming, at every kind of target, unhurt or
as earlier fire has left it, in every posture, alone, in groups, crowded, with a comrade beside it;
and modes are compared by what they gain for the share of a bound, for a whole bound of them, for
the ammunition that they use, and with the weapon set as it is, where setting it takes time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product

from attrs import evolve, frozen

from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Weapon
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.lab.cases import Case, Hands, Options, Stage, beside, cases, label
from skirmish.lab.gains import Gains
from skirmish.lab.ground import BLUE, PARTIES, SHOOTER, Ground
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.carry import carry, refusal
from skirmish.rulesets.protocol import Ruleset

SCOUTS, CASES = 80, 1000
"""Situations tried for a weapon before those like the most promising ones are; and in all."""
STARTS, STEPS = 3, 6
"""For each mode, from how many of the best ones it is sought, and in how many steps at most."""
AT_HAND = 8
"""Tiles as far as which a weapon's modes are counted."""
SPENT = 16
"""Shots of which the mean is taken."""
MOST_SHOTS = 8
"""Shots of one bound."""
FOR_SHARE, FOR_BOUND, FOR_ROUNDS = "", "a whole bound of it", "for each round"
AS_SET = "no time to set it otherwise"
Way = tuple[State, Order, Attack | Aim, str]
"""A mode as it is used: where, how, its dice, how the weapon is set."""
Worth = tuple[Fraction, str]
"""What a mode gains as a part of what the best one does, and by which comparison."""


@frozen(eq=False)
class _Use:
    """A mode tried: where, how, what it gains, how the weapon is set."""

    state: State
    order: Order
    gain: Fraction
    words: str


class Purposes:
    """The search for what the modes of a ruleset's weapons are for."""

    def __init__(self, ruleset: Ruleset, ground: Ground, gains: Gains) -> None:
        """Begin with nothing tried."""
        self._ruleset = ruleset
        self._ground = ground
        self._gains = gains
        self._stage = Stage(ruleset, ground)
        self._chains: dict[tuple[str, str, str], tuple[Figure, ...]] = {}
        self._used: dict[tuple[str, str, str], Fraction] = {}

    def missing(self, weapon: Weapon) -> tuple[str, ...]:
        """The modes of a weapon that the search finds nothing for."""
        modes = self.modes(weapon)
        found = self.found(weapon, modes)
        return tuple(mode for mode in modes if mode not in found)

    def found(self, weapon: Weapon, modes: Iterable[str]) -> Mapping[str, str]:
        """For each mode of a weapon that is the best somewhere: where, in words."""
        sought, options = dict.fromkeys(modes), self._stage.options(weapon)
        search = _Search(self, weapon, options, sought)
        search.scout(0, SCOUTS)
        for mode in tuple(sought):
            search.climb(mode)
        search.scout(SCOUTS, CASES)
        return search.purposes

    def modes(self, weapon: Weapon) -> tuple[str, ...]:
        """Every mode of a weapon that rolls dice somewhere near."""
        modes: dict[str, None] = {}
        options = self._stage.options(weapon)
        near = [distance for distance in options["range"] if distance <= AT_HAND]
        for shooter, distance, group in product(options["shooter"], near, PARTIES):
            case = Case(shooter, options["target"][0], "", 0, False, group, 0, distance)
            modes.update((name, None) for name, _ in self._ways(weapon, case, ""))
        return tuple(modes)

    def worths(self, weapon: Weapon, case: Case, mode: str) -> Mapping[str, Worth]:
        """What each mode is worth in a case, by the comparison in which it does best.

        Earlier fire at the target was that of `mode`, where it is possible.
        """
        hands = self._stage.hands(weapon, case.shooter)
        uses = {
            name: _Use(state, order, self._gains.of(state, plan), words)
            for name, (state, order, plan, words) in self._ways(weapon, case, mode)
        }
        found: dict[str, Worth] = {}
        for how, values in self._compared(hands, case, uses) if hands else ():
            most = max(values.values(), default=Fraction(0))
            for name, value in values.items() if most > 0 else ():
                if name not in found or value / most > found[name][0]:
                    found[name] = value / most, how
        return found

    def _ways(self, weapon: Weapon, case: Case, mode: str) -> Iterator[tuple[str, Way]]:
        for words, state in self._stage.states(weapon, case, mode):
            for name, order in self._ground.modes(state).items():
                plan = self._ruleset.attack(state, order)
                if plan is not None:
                    yield label(words, name), (state, order, plan, words)

    def _compared(
        self, hands: Hands, case: Case, uses: Mapping[str, _Use]
    ) -> Iterator[tuple[str, Mapping[str, Fraction]]]:
        """The modes by each of the ways to compare them."""
        cost = self._ruleset.cost
        worth = {n: use.gain / (cost(use.state, use.order) or 1) for n, use in uses.items()}
        yield FOR_SHARE, worth
        for words in hands.settings if hands.slow else ():
            yield AS_SET, {n: worth[n] for n, use in uses.items() if use.words == words}
        rounds = {n: self._rounds(n, use) for n, use in uses.items()}
        yield FOR_ROUNDS, {n: uses[n].gain / used for n, used in rounds.items() if used}
        if not case.aimed:
            yield FOR_BOUND, {n: self._whole(n, use) for n, use in uses.items()}

    def _rounds(self, mode: str, use: _Use) -> Fraction:
        """Ammunition that a mode can be expected to use; 0 for none."""
        who = use.state.figures[SHOOTER].who
        key = who.weapons[0].id, who.kind.id, mode
        if key not in self._used:
            self._used[key] = self._spent(use.state, use.order)
        return self._used[key]

    def _spent(self, state: State, order: Order) -> Fraction:
        """What an outcome tells under the name of a counter; else what shots take off it."""
        shooter, declared = state.figures[SHOOTER], self._ruleset.declared.counter
        stock = [
            name
            for name in self._ruleset.equipped(shooter.who.kind, shooter.who.weapons)
            if not declared(name).words and not declared(name).resets
        ]
        told, plan = Fraction(0), self._ruleset.attack(state, order)
        if plan is not None and plan.named:
            odds = odds_of(plan, self._ruleset.spared()).figures.get(plan.named, {})
            for outcome, chance in odds.items():
                result = self._ruleset.result(outcome)
                told += chance * sum(int(result.get(name, 0)) for name in stock)
        if told or refusal(self._ruleset, view(state, BLUE), order) is not None:
            return told
        for number in range(SPENT):
            dice = Roller(f"spent {number}")
            after = carry(self._ruleset, state, BLUE, order, dice).state.figures[SHOOTER]
            told += sum(max(0, shooter.count(name) - after.count(name)) for name in stock)
        return told / SPENT

    def _whole(self, mode: str, use: _Use) -> Fraction:
        """What a mode gains in a whole bound: as often as the clock allows, recoil and all."""
        shooter, total = use.state.figures[SHOOTER], use.gain
        key = shooter.who.weapons[0].id, shooter.who.kind.id, mode
        if key not in self._chains:
            self._chains[key] = tuple(self._repeated(use.state, use.order))
        for figure in self._chains[key]:
            again = evolve(figure, at=shooter.at, facing=shooter.facing)
            later = evolve(use.state, figures={**use.state.figures, SHOOTER: again})
            if self._ruleset.barred(later, use.order) is not None:
                break
            plan = self._ruleset.attack(later, use.order)
            if plan is not None:
                total += self._gains.of(later, plan)
        return total

    def _repeated(self, state: State, order: Order) -> Iterator[Figure]:
        """The figure after each shot of a bound that leaves it another one."""
        before = state
        for number in range(MOST_SHOTS):
            if refusal(self._ruleset, view(before, BLUE), order) is not None:
                return
            if number:
                yield before.figures[SHOOTER]
            done = carry(self._ruleset, before, BLUE, order, Roller(f"again {number}")).state
            after = done.figures[SHOOTER]
            if done.pending is not None or after.at is None or done.clock != state.clock:
                return
            before = evolve(state, figures={**state.figures, SHOOTER: after})


class _Search:
    """One weapon's search: the modes that are sought still, and where they came nearest."""

    def __init__(
        self, purposes: Purposes, weapon: Weapon, options: Options, sought: dict[str, None]
    ) -> None:
        self._purposes = purposes
        self._weapon = weapon
        self._options = options
        self._sought = sought
        self._near: dict[str, list[tuple[Fraction, int, Case]]] = {}
        self.purposes: dict[str, str] = {}

    def scout(self, start: int, stop: int) -> None:
        """Tries a little of everything."""
        for number, case in enumerate(islice(cases(self._options), start, stop)):
            if not self._sought:
                return
            names = tuple(self._sought)
            worths = self._tried(case, names[number % len(names)])
            for mode, (part, _) in worths.items():
                self._near.setdefault(mode, []).append((part, -number, case))

    def climb(self, mode: str) -> None:
        """Goes from where a mode came nearest to being the best to what is better for it."""
        starts = sorted(self._near.get(mode, ()), reverse=True)[:STARTS]
        for part, _, case in starts:
            best = part, case
            for _ in range(STEPS):
                before = best
                for other in beside(best[1], self._options):
                    found = self._tried(other, mode).get(mode)
                    if mode not in self._sought:
                        return
                    if found is not None and found[0] > best[0]:
                        best = found[0], other
                if best == before:
                    break

    def _tried(self, case: Case, mode: str) -> Mapping[str, Worth]:
        """The worths in a case; what is the best there is sought no more."""
        worths = self._purposes.worths(self._weapon, case, mode)
        for name, (part, how) in worths.items():
            if part == 1 and name in self._sought:
                del self._sought[name]
                self.purposes[name] = f"{case.text}; {how}" if how else case.text
        return worths
