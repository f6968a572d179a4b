"""What a mode is for, where plain targets do not show it: a search through rarer situations.

Tried are figures of low and high skill, rested or after aiming, at every kind of target, unhurt or
as earlier fire has left it, in every posture, alone, in groups, crowded, with a comrade beside it;
and modes are compared by what they gain for the share of a bound, for a whole bound of them, and
for the ammunition that they use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, prod

from attrs import evolve, frozen

from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Kind, Weapon
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
    Condition,
    Ground,
    Start,
)
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.carry import carry, refusal
from skirmish.rulesets.protocol import Ruleset

AIM = "aim"
"""The order that every ruleset calls so: the next shot is better."""
AIMS = 3
"""Times in a row that it is tried."""
LEFT = ("unhurt", "hurt", "half down", "nearly down")
"""How earlier fire has left a target."""
SHOTS = 40
"""Shots at a target until it is out, or long enough."""
CASES = 2000
"""Situations tried for a weapon before its modes are given up."""
STRIDE = 7919
"""A prime: steps of it through all situations soon have met something of each kind."""
MOST_SHOTS = 8
"""Shots of one bound."""
FOR_SHARE, FOR_BOUND, FOR_ROUNDS = "", "a whole bound of it", "for each round"


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
        for number, case in enumerate(self._cases(weapon)):
            if not sought or number >= CASES:
                break
            names = tuple(sought)
            for mode, how in self._best(weapon, case, names[number % len(names)]):
                if mode in sought:
                    del sought[mode]
                    purposes[mode] = f"{case.text}; {how}" if how else case.text
        return purposes

    def _best(self, weapon: Weapon, case: Case, mode: str) -> Iterator[tuple[str, str]]:
        """The modes that are the best in a case, each with by what they are compared.

        Earlier fire at the target was that of `mode`, where it is possible.
        """
        hands = self._in_hands(weapon, case.shooter)
        target = self._target(weapon, case, mode) if hands else None
        if hands is None or target is None:
            return
        squad = (target, *self._squad(case.target)[1:])
        tried: dict[str, tuple[State, Order, Fraction]] = {}
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
                if plan is not None:
                    tried[label(words, name)] = state, order, self._gains.of(state, plan)
        if not tried or max(gain for _, _, gain in tried.values()) <= 0:
            return
        yield from _top(
            {
                name: gain / (self._ruleset.cost(state, order) or 1)
                for name, (state, order, gain) in tried.items()
            },
            FOR_SHARE,
        )
        rounds = {
            name: self._rounds(weapon, name, state, order)
            for name, (state, order, _) in tried.items()
        }
        if all(rounds.values()):
            each = {name: gain / rounds[name] for name, (_, _, gain) in tried.items()}
            yield from _top(each, FOR_ROUNDS)
        if not case.aimed:
            whole = {
                name: self._whole(hands, name, state, order, gain)
                for name, (state, order, gain) in tried.items()
            }
            yield from _top(whole, FOR_BOUND)

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
            self._hands[key] = start and _Hands(
                start, self._ground.settings(start.placed(start.figure))
            )
        return self._hands[key]

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

    def _leavings(self, weapon: Weapon, case: Case, mode: str) -> Iterator[Figure]:
        """A target after each shot that changed it, until one puts it out."""
        hands = self._in_hands(weapon, case.shooter)
        target = self._squad(case.target)[0]
        for number in range(SHOTS if hands else 0):
            assert hands is not None
            shot = self._shot(hands, target, case, mode)
            if shot is None:
                return
            after = carry(self._ruleset, *shot, Roller(f"leaves {number}")).state.figures[TARGET]
            if after.at is None:
                return
            after = evolve(after, at=None, facing=target.facing)
            if (after.damage, after.counters) != (target.damage, target.counters):
                target = after
                yield target

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

    def _rounds(self, weapon: Weapon, mode: str, state: State, order: Order) -> Fraction:
        """Ammunition that a mode can be expected to use; 0 for none."""
        shooter = state.figures[SHOOTER]
        key = weapon.id, shooter.who.kind.id, mode
        if key not in self._used:
            self._used[key] = self._spent(state, order)
        return self._used[key]

    def _spent(self, state: State, order: Order) -> Fraction:
        """What an outcome tells under the name of a counter; else what one shot takes off it."""
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
        after = carry(self._ruleset, state, BLUE, order, Roller("spent")).state.figures[SHOOTER]
        return Fraction(sum(max(0, shooter.count(name) - after.count(name)) for name in stock))

    def _whole(
        self, hands: _Hands, mode: str, state: State, order: Order, first: Fraction
    ) -> Fraction:
        """What a mode gains in a whole bound: as often as the clock allows, recoil and all."""
        shooter = state.figures[SHOOTER]
        key = shooter.who.weapons[0].id, shooter.who.kind.id, mode
        if key not in self._chains:
            self._chains[key] = tuple(self._repeated(state, order))
        total = first
        for figure in self._chains[key]:
            again = evolve(figure, at=shooter.at, facing=shooter.facing)
            later = evolve(state, figures={**state.figures, SHOOTER: again})
            if self._ruleset.barred(later, order) is not None:
                break
            plan = self._ruleset.attack(later, order)
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


def _top(values: Mapping[str, Fraction], how: str) -> Iterator[tuple[str, str]]:
    """Those that none is better than."""
    most = max(values.values())
    yield from ((mode, how) for mode, value in values.items() if value == most)


def label(words: str, name: str) -> str:
    """A mode with the setting it needs, where its name does not say so already."""
    said = name.replace(",", " ").split()
    missing = [word for word in words.split() if word not in said]
    return " ".join((*missing, name))
