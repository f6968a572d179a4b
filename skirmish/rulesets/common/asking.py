"""The dice of a scene for a rule with a choice in it, which a player or the policy makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from skirmish.core.dice.sequential import SequentialDice
from skirmish.rulesets.scene import Scene

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
