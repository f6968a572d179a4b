"""A scene: one order as it is carried out. The only mutable thing in the rules; lives that long.

Carrying out is straight-line code: it looks at `scene.state`, rolls with `scene.dice`, tells what
happens with `scene.emit`, and where a player must choose it calls `scene.ask`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from skirmish.core.apply import SIDE_DEPENDENT, apply_event
from skirmish.core.dice import Choice, Roller, Script
from skirmish.core.dice.sequential import SequentialDice
from skirmish.core.events import Asked, Bound, Counted, Event, ToldEvent, Unzoned
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import sides_that_learn
from skirmish.core.orders import Order, Question
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.rulesets.attack import Aim, Attack, Outcome


class Halt(Exception):
    """Carrying out stops here until the question is answered."""

    def __init__(self, question: Question) -> None:
        """Keep the question."""
        super().__init__(question.what)
        self.question = question


@frozen
class Attempt:
    """An attack as it was made, for who compares what was likely with what came of it.

    `plan` gives the attack whose odds it had, on everybody who truly was there; `state` is what
    losses are reckoned on. `told` counts the events before it. Whom `outcomes` do not name, it did
    nothing to.
    """

    figure: str
    plan: Callable[[], Attack | Aim]
    state: State = field(repr=False)
    told: int
    outcomes: Mapping[str, Outcome] = field(factory=dict)


class Scene:
    """The state as the order has changed it so far, its dice, and what has been told."""

    def __init__(
        self, state: State, side: str, order: Order, dice: Roller | Script, answers: tuple[str, ...]
    ) -> None:
        """Begin at a state, with the answers that were given already."""
        self.state = state
        self.side = side
        self.order = order
        self.dice = dice
        self.told: list[ToldEvent] = []
        self.attempts: list[Attempt] = []
        self.rules: dict[str, int] = {}
        self._answers = list(answers)
        self._told_dice = 0
        self._asked: dict[str, Question] = {}
        self._seen: tuple[State, str, View] | None = None
        dice.answer_with(self._choice)

    def view(self, side: str) -> View:
        """What a side sees at this moment; kept until something happens."""
        if self._seen is None or self._seen[0] is not self.state or self._seen[1] != side:
            self._seen = (self.state, side, view(self.state, side))
        return self._seen[2]

    def emit(
        self, event: Event, *, dice: tuple[int, int] | None = None, sides: tuple[str, ...] = ()
    ) -> None:
        """Let something happen. Its dice are those rolled since the last event, unless given.

        `sides` adds sides that learn of it whatever they see. As a bound begins, zones of its side
        end by themselves (`Zone.until`).
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
        """End the zones of a side whose bound begins at the point until which they last."""
        for zone in tuple(self.state.zones.values()):
            if zone.side == side and 0 < zone.until <= self.state.clock.point:
                self.emit(Unzoned(zone.id))

    def _fresh_dice(self) -> tuple[int, int]:
        first, self._told_dice = self._told_dice, len(self.dice.faces)
        return first, self._told_dice - first

    def skip_dice(self) -> None:
        """The dice rolled so far belong to events that name them themselves."""
        self._told_dice = len(self.dice.faces)

    def ask(self, question: Question) -> str:
        """The answer to a question; carrying out halts where there is none yet."""
        if self._answers:
            return self._answers.pop(0)
        self.emit(Asked(question.side, question.what, question.options, figure=question.figure))
        raise Halt(question)

    def ask_in_roll(self, what: str, question: Question) -> None:
        """Have the choice `what` of a rule's `dice.choose` made by a player, not by its policy.

        The question's options are the choice's own as text, what the policy would take first.
        """
        self._asked[what] = question

    def _choice(self, choice: Choice) -> Any:  # noqa: ANN401 - an option of any rule
        question = self._asked.get(choice.what)
        if question is None:
            return choice.default
        ranked = sorted(choice.options, key=lambda option: option != choice.default)
        texts = [str(option) for option in ranked]
        return ranked[texts.index(self.ask(evolve(question, options=tuple(texts))))]

    def attempt(self, figure: str, plan: Callable[[], Attack | Aim]) -> None:
        """Note that a figure makes an attack; nobody asks for its plan while it is carried out."""
        self.attempts.append(Attempt(figure, plan, self.state, len(self.told)))

    def befell(self, subjects: Iterable[str], outcomes: Iterable[Outcome]) -> None:
        """Note what the newest attack did to whom."""
        last = self.attempts[-1]
        fresh = dict(zip(subjects, outcomes, strict=True))
        self.attempts[-1] = evolve(last, outcomes={**last.outcomes, **fresh})

    def count(self, name: str, counter: str, value: int) -> None:
        """Set a figure's counter, and tell of it only where that changes it."""
        if self.state.figures[name].count(counter) != value:
            self.emit(Counted(name, counter, value))

    def cite(self, *rules: str) -> None:
        """Count the numbered rules that were applied; an attack's modifiers name theirs already."""
        for rule in rules:
            self.rules[rule] = self.rules.get(rule, 0) + 1

    def land(self, plan: Attack | Aim) -> tuple[Attack, Tile | None]:
        """Where an attack comes down (with its own dice), and what it is there."""
        if isinstance(plan, Attack):
            return plan, plan.at
        tile = plan.rule(self.dice, *plan.args)
        return plan.at(tile), tile

    def roll(self, attack: Attack) -> tuple[Outcome, ...]:
        """The outcomes of an attack for its subjects, in their order."""
        return attack.roll(self.dice)


_T = TypeVar("_T")
Answer = Callable[[tuple[Any, ...]], Any]


class Asking(SequentialDice):
    """Rolls with the scene's dice and answers choices; `chosen` keeps the answers in order."""

    __slots__ = ("_answer", "_scene", "chosen")

    def __init__(self, scene: Scene, answer: Answer | None = None) -> None:
        """Roll with a scene's dice.

        Args:
            scene: Whose dice roll.
            answer: Asked for one of the options; None goes by the rule's policy.
        """
        super().__init__(None)
        self._scene = scene
        self._answer = answer
        self.chosen: list[Any] = []

    def die(self, sides: int, what: str = "") -> int:
        """One die of the scene; see `Dice.die`."""
        return self._scene.dice.die(sides, what)

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """What was answered; a single option is no choice. See `Dice.choose`."""
        if len(options) == 1 or self._answer is None:
            made = super().choose(what, options, policy)
        else:
            made = self._answer(options)
        self.chosen.append(made)
        return made
