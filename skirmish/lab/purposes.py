"""What a mode is for, where plain targets do not show it: a search through rarer situations.

Tried are figures of low and high skill, rested or after aiming, at every kind of target, unhurt or
as earlier fire has left it, in every posture, alone, in groups, crowded, with a comrade beside it;
and modes are compared by what they gain for the share of a bound, for a whole bound of them, and
for the ammunition that they use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import gcd, prod

from attrs import evolve, frozen

from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.lab.gains import Gains
from skirmish.lab.ground import (
    BLUE,
    DISTANCES,
    GROUND,
    PARTIES,
    SHOOTER,
    TARGET,
    Ground,
    Start,
)
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.carry import carry, refusal
from skirmish.rulesets.protocol import Ruleset

AIM = "aim"
"""The order that every ruleset calls so: the next shot is better."""
AIMS = 3
"""Times in a row that it is tried."""
LEFT = ("unhurt", "hurt", "half down", "nearly down")
"""How earlier fire has left a target."""
SHOTS, ROLLS = 40, 8
"""Shots at a target until it is out, or long enough; with how many dice each is tried."""
CASES = 2000
"""Situations tried for a weapon before its modes are given up."""
AT_HAND = 8
"""Tiles as far as which a weapon's modes are counted."""
STRIDE = 7919
"""A prime: steps of it through all situations soon have met something of each kind."""
SPENT = 16
"""Shots of which the mean is taken."""
MOST_SHOTS = 8
"""Shots of one bound."""
FOR_SHARE, FOR_BOUND, FOR_ROUNDS = "", "a whole bound of it", "for each round"
AS_SET = "no time to set it otherwise"


@frozen
class Case:
    """A situation: who fires, at what, how both are."""

    shooter: Kind
    target: Kind
    posture: str
    left: int
    aimed: bool
    group: str
    cover: int
    range: int

    @property
    def text(self) -> str:
        """In words, only what is out of the ordinary."""
        words = [
            f"{self.shooter.id} at {self.target.id}",
            LEFT[self.left] if self.left else "",
            self.posture,
            "aimed" if self.aimed else "",
            self.group,
            f"cover {self.cover}",
            f"range {self.range}",
        ]
        return ", ".join(word for word in words if word)


@frozen(eq=False)
class _Hands:
    """A weapon in somebody's hands: the bound, and the figure with each setting of the weapon."""

    start: Start
    settings: Mapping[str, Figure]
    slow: bool
    """Whether setting the weapon otherwise takes time."""


@frozen(eq=False)
class _Try:
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
        self._squads: dict[str, tuple[Figure, ...]] = {}
        self._hands: dict[tuple[str, str], _Hands | None] = {}
        self._left: dict[tuple[str, str, str], tuple[Figure, ...]] = {}
        self._chains: dict[tuple[str, str, str], tuple[Figure, ...]] = {}
        self._used: dict[tuple[str, str, str], Fraction] = {}

    def found(self, weapon: Weapon, modes: Iterable[str]) -> Mapping[str, str]:
        """For each mode of a weapon that is the best somewhere: where, in words."""
        sought, purposes = dict.fromkeys(modes), dict[str, str]()
        for case in islice(self._cases(weapon), CASES):
            if not sought:
                break
            _, best = self._judged(weapon, case, _turn(sought, len(purposes)))
            for mode, how in best:
                if mode in sought:
                    del sought[mode]
                    purposes[mode] = f"{case.text}; {how}" if how else case.text
        return purposes

    def modes(self, weapon: Weapon) -> tuple[str, ...]:
        """Every mode of a weapon that rolls dice somewhere."""
        modes: dict[str, None] = {}
        kinds = list(self._ruleset.kinds().values())
        for kind in self._shooters(weapon, kinds):
            hands = self._in_hands(weapon, kind)
            for distance, group in product(self._ranges(weapon, [kind]), PARTIES):
                if hands is not None and distance <= AT_HAND:
                    case = Case(kind, kinds[0], "", 0, False, group, 0, distance)
                    tried = self._ways(hands, case, self._squad(kinds[0]))
                    modes.update((name, None) for name, (_, _, plan, _) in tried if plan)
        return tuple(modes)

    def missing(self, weapon: Weapon) -> tuple[str, ...]:
        """The modes of a weapon that the search finds nothing for."""
        modes = self.modes(weapon)
        found = self.found(weapon, modes)
        return tuple(mode for mode in modes if mode not in found)

    def _judged(
        self, weapon: Weapon, case: Case, mode: str
    ) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """The modes that are possible in a case, and the best, each with by what it is that.

        Earlier fire at the target was that of `mode`, where it is possible.
        """
        hands = self._in_hands(weapon, case.shooter)
        target = self._target(weapon, case, mode) if hands else None
        if hands is None or target is None:
            return (), ()
        tried = self._tried(hands, case, self._alike(target, case))
        return tuple(tried), tuple(self._best(hands, case, tried))

    def _tried(self, hands: _Hands, case: Case, squad: tuple[Figure, ...]) -> Mapping[str, _Try]:
        """Every mode of every setting in a case, with what it gains."""
        return {
            name: _Try(state, order, self._gains.of(state, plan), words)
            for name, (state, order, plan, words) in self._ways(hands, case, squad)
            if plan is not None
        }

    def _ways(
        self, hands: _Hands, case: Case, squad: tuple[Figure, ...]
    ) -> Iterator[tuple[str, tuple[State, Order, Attack | Aim | None, str]]]:
        for words, figure in hands.settings.items():
            state = self._ground.state(
                hands.start.clock,
                figure,
                squad,
                distance=case.range,
                cover=case.cover,
                group=case.group,
            )
            if case.aimed:
                state = self._aimed(state)
            for name, order in self._ground.modes(state).items():
                plan = self._ruleset.attack(state, order)
                yield label(words, name), (state, order, plan, words)

    def _best(
        self, hands: _Hands, case: Case, tried: Mapping[str, _Try]
    ) -> Iterator[tuple[str, str]]:
        """The modes that are the best, by each of the ways to compare them."""
        if not tried or max(use.gain for use in tried.values()) <= 0:
            return
        worth = {
            name: use.gain / (self._ruleset.cost(use.state, use.order) or 1)
            for name, use in tried.items()
        }
        yield from _top(worth, FOR_SHARE)
        for words in hands.settings if hands.slow else ():
            yield from _top({n: worth[n] for n, use in tried.items() if use.words == words}, AS_SET)
        rounds = {name: self._rounds(name, use) for name, use in tried.items()}
        yield from _top({n: tried[n].gain / used for n, used in rounds.items() if used}, FOR_ROUNDS)
        if not case.aimed:
            yield from _top({n: self._whole(n, use) for n, use in tried.items()}, FOR_BOUND)

    def _cases(self, weapon: Weapon) -> Iterator[Case]:
        """All situations, in an order that soon has met something of each kind."""
        kinds = list(self._ruleset.kinds().values())
        shooters = self._shooters(weapon, kinds)
        ranges = self._ranges(weapon, shooters)
        postures = ("", *self._ruleset.declared.postures)
        aims = (False, True) if AIM in self._ruleset.verbs else (False,)
        sizes = [
            (shooters, kinds, postures, range(len(LEFT)), aims, tuple(PARTIES)),
            (range(len(GROUND)), ranges),
        ]
        lists = [list(options) for group in sizes for options in group]
        whole = prod(len(options) for options in lists)
        if not whole:
            return
        step = next(n for n in range(STRIDE, STRIDE + whole + 1) if gcd(n, whole) == 1)
        for number in range(whole):
            place, chosen = number * step % whole, []
            for options in lists:
                place, at = divmod(place, len(options))
                chosen.append(options[at])
            yield Case(*chosen)

    def _shooters(self, weapon: Weapon, kinds: list[Kind]) -> list[Kind]:
        """The first who carries it, and who is worst and best with it at a plain target."""
        carriers = [kind for kind in kinds if weapon.id in kind.weapons] or kinds[:1]
        there = self._squad(kinds[0])
        ground, skills = self._ground, dict[str, Fraction]()
        for kind in kinds:
            hands = self._in_hands(weapon, kind)
            if hands is not None:
                state = hands.start.placed(hands.start.figure)
                skills[kind.id] = self._ruleset.menace(state, SHOOTER, there[0].id)
        known = [kind for kind in kinds if kind.id in skills]
        if not known:
            return []
        worst = min(known, key=lambda kind: skills[kind.id])
        best = max(known, key=lambda kind: skills[kind.id])
        first = carriers[0] if carriers[0].id in skills else known[0]
        return list({kind.id: kind for kind in (first, worst, best)}.values())

    def _in_hands(self, weapon: Weapon, kind: Kind) -> _Hands | None:
        key = weapon.id, kind.id
        if key not in self._hands:
            shooter = self._ground.figure(SHOOTER, BLUE, kind, (weapon,))
            first = next(iter(self._ruleset.kinds().values()))
            start = self._ground.ready(shooter, self._squad(first))
            self._hands[key] = start and self._taken_up(start)
        return self._hands[key]

    def _taken_up(self, start: Start) -> _Hands:
        state, rules = start.placed(start.figure), self._ruleset
        slow = any(
            rules.cost(state, Order(name, SHOOTER, word)) > 0
            for name, counter in rules.declared.counters.items()
            for word in (counter.words if name in rules.verbs else ())
        )
        return _Hands(start, self._ground.settings(state), slow)

    def _ranges(self, weapon: Weapon, shooters: list[Kind]) -> tuple[int, ...]:
        """The distances at which the first who has the weapon may use it."""
        hands = self._in_hands(weapon, shooters[0]) if shooters else None
        if hands is None:
            return ()
        ground, squad = self._ground, self._squad(next(iter(self._ruleset.kinds().values())))
        return tuple(
            distance
            for distance in DISTANCES
            if any(
                ground.modes(ground.state(hands.start.clock, figure, squad, distance=distance))
                for figure in hands.settings.values()
            )
        )

    def _squad(self, kind: Kind) -> tuple[Figure, ...]:
        if kind.id not in self._squads:
            self._squads[kind.id] = self._ground.targets(kind)
        return self._squads[kind.id]

    def _target(self, weapon: Weapon, case: Case, mode: str) -> Figure | None:
        """The target as earlier fire has left it; None where nothing leaves it so."""
        target = self._squad(case.target)[0]
        if case.left:
            key = weapon.id, case.target.id, mode
            if key not in self._left:
                self._left[key] = tuple(self._leavings(weapon, case, mode))
            stages = self._left[key]
            if not stages:
                return None
            target = stages[(len(stages) - 1) * (case.left - 1) // (len(LEFT) - 2)]
        return evolve(target, posture=case.posture) if case.posture else target

    def _alike(self, target: Figure, case: Case) -> tuple[Figure, ...]:
        """A squad of such as the target is."""
        posture, damage, counters = target.posture, target.damage, target.counters
        return tuple(
            evolve(one, posture=posture, damage=damage, counters=counters)
            for one in self._squad(case.target)
        )

    def _leavings(self, weapon: Weapon, case: Case, mode: str) -> Iterator[Figure]:
        """A target after each of the hardest shots that it stands, until it stands no more."""
        hands = self._in_hands(weapon, case.shooter)
        target = self._squad(case.target)[0]
        for number in range(SHOTS if hands else 0):
            assert hands is not None
            shot = self._shot(hands, target, case, mode)
            rolled = [self._after(shot, f"leaves {number} {n}") for n in range(ROLLS)]
            left = [one for one in rolled if one is not None and _worse(one, target)]
            if not left:
                return
            target = max(left, key=lambda one: one.damage)
            yield target

    def _after(self, shot: tuple[State, str, Order] | None, key: str) -> Figure | None:
        """The target after a shot; None where it is out."""
        if shot is None:
            return None
        after = carry(self._ruleset, *shot, Roller(key)).state.figures[TARGET]
        return None if after.at is None else evolve(after, at=None, facing=Facing.W)

    def _shot(
        self, hands: _Hands, target: Figure, case: Case, mode: str
    ) -> tuple[State, str, Order] | None:
        """The mode at a target in the open, or else the first that is possible there."""
        squad = (target, *self._squad(case.target)[1:])
        for group in ("alone", "close"):
            ways: dict[str, tuple[State, Order]] = {}
            for words, figure in hands.settings.items():
                state = self._ground.state(
                    hands.start.clock, figure, squad, distance=case.range, group=group
                )
                for name, order in self._ground.modes(state, strict=True).items():
                    ways[label(words, name)] = state, order
            if mode in ways or (ways and group != "alone"):
                state, order = ways.get(mode) or next(iter(ways.values()))
                return state, BLUE, order
        return None

    def _aimed(self, state: State) -> State:
        """The same after aiming, as well as it goes."""
        verb = self._ruleset.verbs[AIM]
        order = Order(AIM, SHOOTER, TARGET) if verb.target else Order(AIM, SHOOTER)
        for number in range(AIMS):
            if refusal(self._ruleset, view(state, BLUE), order) is not None:
                break
            after = carry(self._ruleset, state, BLUE, order, Roller(f"aim {number}")).state
            figures = {**state.figures, SHOOTER: after.figures[SHOOTER]}
            state = evolve(state, figures=figures, links=after.links)
        return state

    def _rounds(self, mode: str, use: _Try) -> Fraction:
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
        plan = self._ruleset.attack(state, order)
        assert plan is not None
        told = Fraction(0)
        if plan.named:
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

    def _whole(self, mode: str, use: _Try) -> Fraction:
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


def _worse(one: Figure, before: Figure) -> bool:
    return (one.damage, one.counters) != (before.damage, before.counters)


def _top(values: Mapping[str, Fraction], how: str) -> Iterator[tuple[str, str]]:
    """Those that none is better than; none where nothing is gained."""
    most = max(values.values(), default=Fraction(0))
    if most > 0:
        yield from ((mode, how) for mode, value in values.items() if value == most)


def _turn(modes: Mapping[str, None], number: int) -> str:
    """Each mode in its turn; "" where there is none."""
    return tuple(modes)[number % len(modes)] if modes else ""


def label(words: str, name: str) -> str:
    """A mode with the setting it needs, where its name does not say so already."""
    said = name.replace(",", " ").split()
    missing = [word for word in words.split() if word not in said]
    return " ".join((*missing, name))
