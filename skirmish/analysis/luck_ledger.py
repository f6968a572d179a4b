"""Luck ledger of a battle: the expected and the actual result of each attack.

Every order is carried out again on its recorded dice. The expected loss comes from the odds that
the attack was rolled on, the actual one is measured the same way (`Ruleset.loss`), so that luck
averages to zero over many battles. All figures in the attack count, seen or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import evolve, field, frozen

from skirmish.core.events import Fired, Struck, ToldEvent
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.record import PLAYER, carry_out_again
from skirmish.rulesets.attack import Odds, Outcome, odds_of
from skirmish.rulesets.engine import Done
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Attempt

LASTING = "lasting fire"
"""Name of an attack without a shot in its order: fire that lies on the ground."""

Points = Mapping[str, Fraction]
_Found = TypeVar("_Found")


@frozen
class AttackLuck:
    """One attack: its figure and weapon, its expected and actual losses.

    `line`: index of the record's line from 1, including undone ones; `number`: the number written
    there. `weapon`: the weapon's id or a word. `expected` and `actual`: points lost by figure,
    friends included. `chance`: expected number of enemies with any effect, without hits that do no
    harm; `effect`: their actual number. `rarity`: by figure, the chance of a loss at least as high
    as the actual one; if that is below the expected loss, at most as high. `joined`: the side at
    that moment of figures that had changed sides.
    """

    line: int
    number: int
    turn: int
    side: str
    figure: str
    weapon: str
    how: str
    expected: Points
    actual: Points
    chance: Fraction
    effect: int
    rarity: Points = field(factory=dict)
    joined: Mapping[str, str] = field(factory=dict)

    @property
    def oddest(self) -> str:
        """The figure whose loss differs most from the expected one."""
        names = dict.fromkeys((*self.expected, *self.actual))
        none = Fraction(0)
        off = {
            name: abs(self.actual.get(name, none) - self.expected.get(name, none)) for name in names
        }
        return max(off, key=off.__getitem__, default=self.figure)

    def targets(self, sides: Mapping[str, str], *, own: bool = False) -> tuple[str, ...]:
        """The enemies that it harmed, worst first, else those met, else those in its reach.

        The figure whose loss differs most from the expected one is added to the harmed ones.

        Args:
            sides: The side on which each figure began.
            own: For figures of the attacker's own side instead.
        """
        sides = {**sides, **self.joined}
        met, near = (
            [name for name in lost if (sides.get(name) == self.side) == own]
            for lost in (self.actual, self.expected)
        )
        harmed = sorted(filter(self.actual.get, met), key=lambda name: -self.actual[name])
        if harmed and self.oddest in (*met, *near):
            harmed = [*dict.fromkeys((*harmed, self.oddest))]
        return tuple(harmed or met or near)


@frozen
class Balance:
    """Sums over attacks of one side: their number, affected enemies, points of both sides.

    `chance`: expected number of `effects`. `dealt` and `hoped`: points that the enemy lost and was
    expected to lose. `cost` and `feared`: the same for the attacker's side.
    """

    attacks: int = 0
    chance: Fraction = Fraction(0)
    effects: int = 0
    hoped: Fraction = Fraction(0)
    dealt: Fraction = Fraction(0)
    feared: Fraction = Fraction(0)
    cost: Fraction = Fraction(0)

    @property
    def luck(self) -> Fraction:
        """Points by which the result is better than expected."""
        return self.dealt - self.hoped - (self.cost - self.feared)

    def with_one(self, attack: AttackLuck, sides: Mapping[str, str]) -> Balance:
        """The sums with another attack; `sides` are those on which figures began."""
        sides = {**sides, **attack.joined}
        return Balance(
            self.attacks + 1,
            self.chance + attack.chance,
            self.effects + attack.effect,
            self.hoped + _points(attack.expected, attack.side, sides, own=False),
            self.dealt + _points(attack.actual, attack.side, sides, own=False),
            self.feared + _points(attack.expected, attack.side, sides, own=True),
            self.cost + _points(attack.actual, attack.side, sides, own=True),
        )


@frozen
class Ledger:
    """Every attack of a battle. `sides`: the side on which each figure began.

    `left_out`: number of lines that today's rules do not carry out as recorded. They are from
    another version of the rules, and their attacks are missing here.
    """

    attacks: tuple[AttackLuck, ...]
    sides: Mapping[str, str] = field(repr=False)
    left_out: int = 0

    def balance(self, attacks: Sequence[AttackLuck] | None = None) -> Balance:
        """Sums over these attacks; over all, if none are given."""
        total = Balance()
        for attack in self.attacks if attacks is None else attacks:
            total = total.with_one(attack, self.sides)
        return total

    def of_side(self, side: str) -> Balance:
        """Sums over the attacks of a side."""
        return self.balance([a for a in self.attacks if a.side == side])

    def by_figure(self, side: str = "") -> Mapping[str, Balance]:
        """Sums for each figure that attacked, for a side if one is named, in the figures' order."""
        found = {}
        attacks = [attack for attack in self.attacks if side in ("", attack.side)]
        for name in self.sides:
            mine = [attack for attack in attacks if attack.figure == name]
            if mine:
                found[name] = self.balance(mine)
        return found

    def suffered(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """Expected and actual points lost, for each figure that was attacked."""
        found: dict[str, tuple[Fraction, Fraction]] = {}
        for attack in self.attacks:
            for name in dict.fromkeys((*attack.expected, *attack.actual)):
                expected, actual = found.get(name, (Fraction(0), Fraction(0)))
                found[name] = (
                    expected + attack.expected.get(name, 0),
                    actual + attack.actual.get(name, 0),
                )
        return {name: found[name] for name in self.sides if name in found}

    def swing(self, attack: AttackLuck, side: str) -> Fraction:
        """Points by which the result of an attack was better for a side than expected."""
        luck = Balance().with_one(attack, self.sides).luck
        return luck if attack.side == side else -luck


def ledger_of(game: Game) -> Ledger:
    """Make the ledger of a battle that is over.

    Raises:
        UsageProblem: The battle is not over: its dice reveal hidden figures.
    """
    if not game.over:
        raise UsageProblem("the battle is not over", remedy="its ledger covers both sides")
    found: list[AttackLuck] = []
    left_out = 0
    for line, entry in game.standing_lines:
        if entry.verb == PLAYER:
            continue
        done = carry_out_again(game.ruleset, game.state_at(line - 1), entry)
        if done is None:
            left_out += bool(entry.faces)
        elif entry.asks is None:
            # An order that waits for an answer is complete in the line of the answer.
            found += _attacks(game.ruleset, (line, entry.number), done)
    figures = game.state_at(0).figures
    sides = {f.id: side for side in game.sides for f in figures.values() if f.side == side}
    return Ledger(tuple(found), sides, left_out)


def _attacks(ruleset: Ruleset, place: tuple[int, int], done: Done) -> Iterator[AttackLuck]:
    for attempt in done.attempts:
        odds = odds_of(attempt.plan(), ruleset.outcomes.no_effect)
        # Smoke, or a shell on empty ground, has no expected losses.
        if odds.figures:
            weapon = _weapon(attempt, done.told)
            for one, part in _blows(attempt, odds, done.told):
                yield _attack_luck(ruleset, place, one, part, weapon)


def _blows(
    attempt: Attempt, odds: Odds, told: Sequence[ToldEvent]
) -> tuple[tuple[Attempt, Odds], ...]:
    """The attack alone, or both blows of a fight in which both roll, as in `fire_log`."""
    after = (one.event for one in told[attempt.told : attempt.told + 2])
    blows = [event for event in after if isinstance(event, Struck)]
    ends = [(blow.figure, blow.source) for blow in blows]
    if len(ends) != 2 or ends[0] != ends[1][::-1]:  # noqa: PLR2004 - one blow and the other
        return ((attempt, odds),)
    blows.sort(key=lambda blow: blow.source != attempt.figure)
    return tuple(
        (
            evolve(attempt, figure=blow.source, outcomes=_only(attempt.outcomes, blow.figure)),
            evolve(odds, figures=_only(odds.figures, blow.figure)),
        )
        for blow in blows
    )


def _only(found: Mapping[str, _Found], name: str) -> dict[str, _Found]:
    return {name: found[name]} if name in found else {}


def _attack_luck(
    ruleset: Ruleset,
    place: tuple[int, int],
    attempt: Attempt,
    odds: Odds,
    fired: tuple[str, str],
) -> AttackLuck:
    state, loss = attempt.state, ruleset.outcomes.loss
    expected = {
        name: sum((p * loss(state, name, out) for out, p in outcomes.items()), Fraction(0))
        for name, outcomes in odds.figures.items()
    }
    actual = {name: loss(state, name, out) for name, out in attempt.outcomes.items()}
    return AttackLuck(
        *place,
        state.clock.turn,
        state.figures[attempt.figure].side,
        attempt.figure,
        *fired,
        expected,
        actual,
        *_harmed(ruleset, attempt, odds),
        rarity={
            name: _rarity(ruleset, state, name, chances_of, expected[name], actual.get(name))
            for name, chances_of in odds.figures.items()
        },
        joined={name: state.figures[name].side for name in state.script.joined},
    )


def _harmed(ruleset: Ruleset, attempt: Attempt, odds: Odds) -> tuple[Fraction, int]:
    """The expected and the actual number of enemies that an attack harms."""
    figures, does_harm = attempt.state.figures, ruleset.outcomes.does_harm
    side = figures[attempt.figure].side
    enemies = [name for name in odds.figures if figures[name].side != side]
    chances = [p for name in enemies for out, p in odds.figures[name].items() if does_harm(out)]
    outcomes = [attempt.outcomes[name] for name in enemies if name in attempt.outcomes]
    return sum(chances, Fraction(0)), sum(map(does_harm, outcomes))


def _rarity(
    ruleset: Ruleset,
    state: State,
    name: str,
    outcomes: Mapping[Outcome, Fraction],
    expected: Fraction,
    actual: Fraction | None,
) -> Fraction:
    """The chance of a loss like the actual one, or farther from the expected one."""
    lost = Fraction(0) if actual is None else actual
    found = [(ruleset.outcomes.loss(state, name, out), p) for out, p in outcomes.items()]
    beyond = (p for loss, p in found if (loss >= lost if lost >= expected else loss <= lost))
    return sum(beyond, Fraction(0))


def _weapon(attempt: Attempt, told: Sequence[ToldEvent]) -> tuple[str, str]:
    """Weapon and mode of an attack: those of its figure's nearest shot, else of its first hit."""
    shots = [
        (abs(at - attempt.told), at, one.event)
        for at, one in enumerate(told)
        if isinstance(one.event, Fired) and one.event.figure == attempt.figure
    ]
    if shots:
        fired = min(shots, key=lambda shot: shot[:2])[2]
        return fired.weapon, fired.how
    after = (one.event for one in told[attempt.told :])
    struck = next((event for event in after if isinstance(event, Struck) and event.how), None)
    return "", struck.how if struck else LASTING


def _points(points: Points, side: str, sides: Mapping[str, str], *, own: bool) -> Fraction:
    mine = (lost for name, lost in points.items() if (sides[name] == side) == own)
    return sum(mine, Fraction(0))
