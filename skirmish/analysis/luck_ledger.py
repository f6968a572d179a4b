"""The luck ledger: for each attack of a battle what it could be expected to do, and what it did.

Every order is carried out again on its recorded dice. The expected loss is reckoned with the very
odds that the attack was rolled on, the actual one with the same measure (`Ruleset.loss`), so that
over many battles nobody is lucky. Whoever truly was there counts, seen or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import field, frozen

from skirmish.core.events import Fired, Struck, Told
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.record import PLAYER, carried_again
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.carry import Done
from skirmish.rulesets.protocol import Ruleset, chance_to_touch, touches
from skirmish.rulesets.scene import Attempt

LASTING = "lasting fire"
"""What an attack is called that no weapon was fired for in its order: it lies on the ground."""

Points = Mapping[str, Fraction]


@frozen
class AttackLuck:
    """One attack: who made it with what, and what it did to whom.

    `line` is the line of the record, 1 for the first; `weapon` the weapon's id or a word.
    `expected` and `actual` are points lost by figure, friends among them. `chance` is how many
    enemies it could be expected to do anything to, `effect` to how many it did.
    """

    line: int
    turn: int
    side: str
    figure: str
    weapon: str
    how: str
    expected: Points
    actual: Points
    chance: Fraction
    effect: int


@frozen
class Balance:
    """Attacks added up: how many, enemies that they did anything to, and points on both sides.

    `chance` is how many `effects` were to be expected. `dealt` and `hoped` are points that the
    enemy lost and was expected to lose, `cost` and `feared` the own ones, by the own attacks.
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
        """Points by which it went better than it could be expected to."""
        return self.dealt - self.hoped - (self.cost - self.feared)

    def with_one(self, attack: AttackLuck, sides: Mapping[str, str]) -> Balance:
        """One attack more."""
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
    """Every attack of a battle. `sides` says for whom each figure fights.

    `left_out` counts lines that today's rules do not carry out as they are recorded: they are of
    another version, and their attacks are missing here.
    """

    attacks: tuple[AttackLuck, ...]
    sides: Mapping[str, str] = field(repr=False)
    left_out: int = 0

    def balance(self, attacks: Sequence[AttackLuck] | None = None) -> Balance:
        """Attacks added up; all, if none are given."""
        total = Balance()
        for attack in self.attacks if attacks is None else attacks:
            total = total.with_one(attack, self.sides)
        return total

    def of_side(self, side: str) -> Balance:
        """The attacks of a side."""
        return self.balance([a for a in self.attacks if a.side == side])

    def by_figure(self) -> Mapping[str, Balance]:
        """The attacks of each figure that made any, in the order of the sides and figures."""
        found = {}
        for name in self.sides:
            mine = [attack for attack in self.attacks if attack.figure == name]
            if mine:
                found[name] = self.balance(mine)
        return found

    def suffered(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """Of each figure that was attacked the points expected to be lost, and those lost."""
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
        """Points by which an attack came out better for a side than was to be expected."""
        luck = Balance().with_one(attack, self.sides).luck
        return luck if attack.side == side else -luck


def ledger_of(game: Game) -> Ledger:
    """The ledger of a battle that is over.

    Raises:
        UsageProblem: The battle still lasts: its dice tell of figures that nobody may know of.
    """
    if not game.over:
        raise UsageProblem("the battle is not over", remedy="its ledger tells of both sides")
    found: list[AttackLuck] = []
    left_out = 0
    for number, entry in game.standing_lines:
        if entry.verb == PLAYER:
            continue
        done = carried_again(game.ruleset, game.state_at(number - 1), entry)
        if done is None:
            left_out += bool(entry.faces)
        elif entry.asks is None:
            # What waits for an answer is told as a whole once that was given.
            found += _attacks(game.ruleset, number, done)
    figures = game.state_at(0).figures
    sides = {f.id: side for side in game.sides for f in figures.values() if f.side == side}
    return Ledger(tuple(found), sides, left_out)


def _attacks(ruleset: Ruleset, line: int, done: Done) -> Iterator[AttackLuck]:
    for attempt in done.attempts:
        odds = odds_of(attempt.plan(), ruleset.spared())
        # Smoke, or a shell where nobody is: nothing was to be expected of it.
        if odds.figures:
            yield _attack_luck(ruleset, line, attempt, odds, _weapon(attempt, done.told))


def _attack_luck(
    ruleset: Ruleset, line: int, attempt: Attempt, odds: Odds, fired: tuple[str, str]
) -> AttackLuck:
    state = attempt.state
    side = state.figures[attempt.figure].side
    expected = {
        name: sum((p * ruleset.loss(state, name, out) for out, p in outcomes.items()), Fraction(0))
        for name, outcomes in odds.figures.items()
    }
    actual = {name: ruleset.loss(state, name, out) for name, out in attempt.outcomes.items()}
    enemies = [name for name in expected if state.figures[name].side != side]
    chances = [chance_to_touch(ruleset, odds.figures[name]) for name in enemies]
    befell = [attempt.outcomes[name] for name in enemies if name in attempt.outcomes]
    return AttackLuck(
        line,
        state.clock.turn,
        side,
        attempt.figure,
        *fired,
        expected,
        actual,
        chance=sum(chances, Fraction(0)),
        effect=sum(touches(ruleset, outcome) for outcome in befell),
    )


def _weapon(attempt: Attempt, told: Sequence[Told]) -> tuple[str, str]:
    """What was fired for an attack, and how: the nearest shot of its figure, else what is told."""
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
