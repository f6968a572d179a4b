"""A scene: one order while it is carried out; the only mutable value of the rules.

Code that carries out an order reads `scene.state`, rolls with `scene.dice`, reports what happens by
`scene.emit`, and calls `scene.ask` where a player must choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from skirmish.core.apply import SIDE_DEPENDENT, apply_event
from skirmish.core.dice import Roller, Script
from skirmish.core.dice.sequential import SequentialDice
from skirmish.core.events import Asked, Bound, Counted, Event, ToldEvent, Unzoned
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import sides_that_learn
from skirmish.core.orders import Order, Question
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.rulesets.attack import Aim, Attack, Outcome


class Halt(Exception):
    """Carrying out stops here until a question is answered."""

    def __init__(self, question: Question) -> None:
        """Keep the question."""
        super().__init__(question.what)
        self.question = question


@frozen
class Attempt:
    """An attack as it was made, for the comparison of its odds with its result.

    `plan` returns the attack with its odds on all figures that truly were there; `state` is the
    state before it, for losses. `told` is the number of events before it. Figures that are not in
    `outcomes` were not affected.
    """

    figure: str
    plan: Callable[[], Attack | Aim]
    state: State = field(repr=False)
    told: int
    outcomes: Mapping[str, Outcome] = field(factory=dict)


class Scene:
    """The state as the order has changed it so far, its dice, and its events so far."""

    def __init__(
        self, state: State, side: str, order: Order, dice: Roller | Script, answers: tuple[str, ...]
    ) -> None:
        """Begin at a state, with the answers given so far."""
        self.state = state
        self.side = side
        self.order = order
        self.dice = dice
        self.told: list[ToldEvent] = []
        self.attempts: list[Attempt] = []
        self.rules: dict[str, int] = {}
        self._answers = list(answers)
        self._told_dice = 0

    def view(self, side: str) -> View:
        """Return a side's view of the present state."""
        return view(self.state, side)

    def emit(
        self, event: Event, *, dice: tuple[int, int] | None = None, sides: tuple[str, ...] = ()
    ) -> None:
        """Apply and report an event. Its dice are those rolled since the last event, unless given.

        `sides` adds sides that learn of it whatever they see. When a bound begins, zones of its
        side end by themselves (`Zone.until`).
        """
        before = self.state
        after = apply_event(before, event, ())
        learns = sides_that_learn(before, after, event)
        if sides:
            learns = tuple(s for s in before.setup.sides if s in learns or s in sides)
        first, count = dice if dice is not None else self._fresh_dice()
        self.state = (
            apply_event(before, event, learns) if isinstance(event, SIDE_DEPENDENT) else after
        )
        self.told.append(ToldEvent(event, learns, first if count else 0, count))
        if isinstance(event, Bound):
            self._end_zones(event.side)

    def _end_zones(self, side: str) -> None:
        """End the zones of a side that last until the point at which its bound begins."""
        for zone in tuple(self.state.zones.values()):
            if zone.side == side and 0 < zone.until <= self.state.clock.point:
                self.emit(Unzoned(zone.id))

    def _fresh_dice(self) -> tuple[int, int]:
        first, self._told_dice = self._told_dice, self.dice.rolled
        return first, self._told_dice - first

    def skip_dice(self) -> None:
        """Assign the dice rolled so far to no event: events that use them name them."""
        self._told_dice = self.dice.rolled

    def ask(self, question: Question) -> str:
        """Return the answer to a question; raise `Halt` if it is not answered yet."""
        if self._answers:
            return self._answers.pop(0)
        self.emit(Asked(question.side, question.what, question.options, figure=question.figure))
        raise Halt(question)

    def attempt(self, figure: str, plan: Callable[[], Attack | Aim]) -> None:
        """Note that a figure makes an attack; its plan is not evaluated while it is carried out."""
        self.attempts.append(Attempt(figure, plan, self.state, len(self.told)))

    def note_outcomes(self, subjects: Iterable[str], outcomes: Iterable[Outcome]) -> None:
        """Note the outcome of the latest attack for a figure."""
        last = self.attempts[-1]
        fresh = dict(zip(subjects, outcomes, strict=True))
        self.attempts[-1] = evolve(last, outcomes={**last.outcomes, **fresh})

    def count(self, name: str, counter: str, value: int) -> None:
        """Set a figure's counter; emit an event only if the value changes."""
        if self.state.figures[name].count(counter) != value:
            self.emit(Counted(name, counter, value))

    def cite(self, *rules: str) -> None:
        """Count numbered rules that were applied, except those of an attack's modifiers."""
        for rule in rules:
            self.rules[rule] = self.rules.get(rule, 0) + 1

    def land(self, plan: Attack | Aim) -> tuple[Attack, Tile | None]:
        """Roll where an attack comes down; return its landing and the attack there."""
        if isinstance(plan, Attack):
            return plan, plan.at
        tile = plan.rule(self.dice, *plan.args)
        return plan.at(tile), tile

    def roll(self, attack: Attack) -> tuple[Outcome, ...]:
        """Roll an attack; return the outcomes in the order of its subjects."""
        return attack.roll(self.dice)


_T = TypeVar("_T")
Answer = Callable[[tuple[Any, ...]], Any]


class Asking(SequentialDice):
    """The dice of a scene whose choices a player makes in mid-roll, by `Scene.ask`.

    `chosen` holds what was chosen, in order.
    """

    __slots__ = ("_answer", "_scene", "chosen")

    def __init__(self, scene: Scene, answer: Answer | None = None) -> None:
        """Wrap a scene's dice.

        Args:
            scene: The scene.
            answer: Returns one of the options of a choice, or None for that of the rule's policy,
                which chooses everywhere without it.
        """
        self._scene = scene
        self._answer = answer
        self.chosen: list[Any] = []

    def die(self, sides: int, what: str = "") -> int:
        """One die of the scene; see `Dice.die`."""
        return self._scene.dice.die(sides, what)

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """Return the answer; there is no question for a single option. See `Dice.choose`."""

        def answer(given: tuple[_T, ...]) -> _T:
            made: _T | None = None if self._answer is None else self._answer(given)
            return policy(given) if made is None else made

        made = super().choose(what, options, answer)
        self.chosen.append(made)
        return made
