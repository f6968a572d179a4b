"""Situations for weapons to be tried in: who fires at whom and how both are, and their stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, prod
from typing import Any

from attrs import evolve, fields_dict, frozen

from skirmish.core.dice import Roller
from skirmish.core.figures import Figure, Kind, Weapon
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import view
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
STRIDE = 7919
"""A prime: steps of it through all situations soon have met something of each kind."""


@frozen
class Case:
    """A situation: who fires, at what, how both are. `left` is a place in `LEFT`."""

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
        words = (
            f"{self.shooter.id} at {self.target.id}",
            LEFT[self.left] if self.left else "",
            self.posture,
            "aimed" if self.aimed else "",
            self.group,
            f"cover {self.cover}",
            f"range {self.range}",
        )
        return ", ".join(word for word in words if word)


DIMENSIONS = tuple(fields_dict(Case))
Options = Mapping[str, Sequence[Any]]
"""What each field of a case may be."""


def cases(options: Options) -> Iterator[Case]:
    """All situations, in an order that soon has met something of each kind."""
    lists = [options[name] for name in DIMENSIONS]
    whole = prod(len(one) for one in lists)
    step = next(n for n in range(STRIDE, STRIDE + whole + 1) if gcd(n, whole) == 1)
    for number in range(whole):
        place, chosen = number * step % whole, {}
        for name, one in zip(DIMENSIONS, lists, strict=True):
            place, at = divmod(place, len(one))
            chosen[name] = one[at]
        yield Case(**chosen)


def beside(case: Case, options: Options) -> Iterator[Case]:
    """The situations that differ from one in a single thing."""
    for name in DIMENSIONS:
        for option in options[name]:
            if option != getattr(case, name):
                yield evolve(case, **{name: option})


@frozen(eq=False)
class Hands:
    """A weapon in somebody's hands: the bound, and the figure with each setting of the weapon.

    `slow`: setting it otherwise takes time.
    """

    start: Start
    settings: Mapping[str, Figure]
    slow: bool


class Stage:
    """Where a ruleset's weapons are tried; what was made ready once is kept."""

    def __init__(self, ruleset: Ruleset, ground: Ground) -> None:
        """Nothing is ready yet."""
        self._ruleset = ruleset
        self._ground = ground
        self._kinds = tuple(ruleset.kinds().values())
        self._squads: dict[str, tuple[Figure, ...]] = {}
        self._hands: dict[tuple[str, str], Hands | None] = {}
        self._left: dict[tuple[str, str, str], tuple[Figure, ...]] = {}

    def options(self, weapon: Weapon) -> Options:
        """Everything that may be of importance to a weapon."""
        shooters = self._shooters(weapon)
        return {
            "shooter": shooters,
            "target": self._kinds,
            "posture": ("", *self._ruleset.declared.postures),
            "left": range(len(LEFT)),
            "aimed": (False, True) if AIM in self._ruleset.verbs else (False,),
            "group": tuple(PARTIES),
            "cover": range(len(GROUND)),
            "range": self._ranges(weapon, shooters),
        }

    def hands(self, weapon: Weapon, kind: Kind) -> Hands | None:
        """A weapon in the hands of a kind; None where it can't be used on figures."""
        key = weapon.id, kind.id
        if key not in self._hands:
            shooter = self._ground.figure(SHOOTER, BLUE, kind, (weapon,))
            start = self._ground.ready(shooter, self._squad(self._kinds[0]))
            self._hands[key] = None if start is None else self._taken_up(start)
        return self._hands[key]

    def states(self, weapon: Weapon, case: Case, mode: str) -> Iterator[tuple[str, State]]:
        """A situation for each setting of the weapon; earlier fire was that of a mode, if it can.

        There is none where no fire leaves the target as it should be.
        """
        hands = self.hands(weapon, case.shooter)
        target = self._target(weapon, case, mode)
        if hands is None or target is None:
            return
        squad = tuple(_as(one, target) for one in self._squad(case.target))
        for words, figure in hands.settings.items():
            state = self._ground.state(
                hands.start.clock,
                figure,
                squad,
                distance=case.range,
                cover=case.cover,
                group=case.group,
            )
            yield words, self._aimed(state) if case.aimed else state

    def _shooters(self, weapon: Weapon) -> tuple[Kind, ...]:
        """The first who carries it, and who is worst and best with it at a plain target."""
        able = {kind.id: kind for kind in self._kinds if self.hands(weapon, kind) is not None}
        if not able:
            return ()
        carriers = [kind for kind in able.values() if weapon.id in kind.weapons]
        first = (carriers or list(able.values()))[0]
        worst = min(able.values(), key=lambda kind: self._skill(weapon, kind))
        best = max(able.values(), key=lambda kind: self._skill(weapon, kind))
        return tuple({kind.id: kind for kind in (first, worst, best)}.values())

    def _skill(self, weapon: Weapon, kind: Kind) -> Fraction:
        hands = self.hands(weapon, kind)
        if hands is None:
            return Fraction(0)
        state = hands.start.placed(hands.start.figure)
        return self._ruleset.menace(state, SHOOTER, TARGET)

    def _taken_up(self, start: Start) -> Hands:
        state, rules = start.placed(start.figure), self._ruleset
        slow = any(
            rules.cost(state, Order(name, SHOOTER, word)) > 0
            for name, counter in rules.declared.counters.items()
            for word in (counter.words if name in rules.verbs else ())
        )
        return Hands(start, self._ground.settings(state), slow)

    def _ranges(self, weapon: Weapon, shooters: tuple[Kind, ...]) -> tuple[int, ...]:
        """The distances at which the first who has the weapon may use it."""
        hands = self.hands(weapon, shooters[0]) if shooters else None
        if hands is None:
            return ()
        ground, squad = self._ground, self._squad(self._kinds[0])
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
        """A target after each of the hardest shots that it stands, until it stands no more."""
        target = self._squad(case.target)[0]
        for number in range(SHOTS):
            shot = self._shot(weapon, target, case, mode)
            if shot is None:
                return
            rolled = [self._after(*shot, f"leaves {number} {n}") for n in range(ROLLS)]
            left = [one for one in rolled if one is not None and _worse(one, target)]
            if not left:
                return
            target = max(left, key=lambda one: one.damage)
            yield target

    def _shot(
        self, weapon: Weapon, target: Figure, case: Case, mode: str
    ) -> tuple[State, Order] | None:
        """The mode at a target in the open, or else the first that is possible there."""
        hands = self.hands(weapon, case.shooter)
        squad = (target, *self._squad(case.target)[1:])
        ways: dict[str, tuple[State, Order]] = {}
        for group in ("alone", "close"):
            for words, figure in hands.settings.items() if hands else ():
                clock = hands.start.clock if hands else self._ground.noon
                state = self._ground.state(clock, figure, squad, distance=case.range, group=group)
                for name, order in self._ground.modes(state, strict=True).items():
                    ways.setdefault(label(words, name), (state, order))
            if mode in ways:
                return ways[mode]
        return next(iter(ways.values()), None)

    def _after(self, state: State, order: Order, key: str) -> Figure | None:
        """The target after a shot; None where it is out."""
        after = carry(self._ruleset, state, BLUE, order, Roller(key)).state.figures[TARGET]
        return None if after.at is None else evolve(after, at=None, facing=Facing.W)

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


def _worse(one: Figure, before: Figure) -> bool:
    return (one.damage, one.counters) != (before.damage, before.counters)


def _as(one: Figure, other: Figure) -> Figure:
    """A figure in the other's condition."""
    return evolve(one, posture=other.posture, damage=other.damage, counters=other.counters)


def label(words: str, name: str) -> str:
    """A mode with the setting it needs, where its name does not say so already."""
    said = name.replace(",", " ").split()
    missing = [word for word in words.split() if word not in said]
    return " ".join((*missing, name))
