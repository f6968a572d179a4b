"""Rolling an attack: whose dice are whose, extra hits that a player chooses, what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from skirmish.core.dice import Dice
from skirmish.core.dice.sequential import SequentialDice
from skirmish.core.events import Linked, Struck, Tested
from skirmish.core.knowledge import sees_figure
from skirmish.core.orders import Question
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common import harm
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.dice_pool.declared import SURPRISED
from skirmish.rulesets.dice_pool.outcome import boxes
from skirmish.rulesets.dice_pool.rules import HIT, Fault, Harm, Target, fault_of
from skirmish.rulesets.scene import Scene

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")

Ask = Callable[[int, tuple[Any, ...]], Any]
"""From the place of a subject and what there is to choose from to what is chosen."""


class Marked(SequentialDice):
    """The dice of a scene; `spans` says which of them were rolled for which subject."""

    __slots__ = ("_ask", "_scene", "spans")

    def __init__(self, scene: Scene, ask: Ask | None = None) -> None:
        """Roll with a scene's dice; without `ask` choices go by their policies."""
        super().__init__(None)
        self._scene = scene
        self._ask = ask
        self.spans: list[tuple[int, int]] = []

    def die(self, sides: int, what: str = "") -> int:
        """One die of the scene; see `Dice.die`."""
        return self._scene.dice.die(sides, what)

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """The outcome of every item; see `Dice.each`."""
        outcomes = []
        for item in items:
            start = len(self._scene.dice.faces)
            self.spans.append((start, 0))
            state, outcome = step(self, state, item)
            self.spans[-1] = (start, len(self._scene.dice.faces) - start)
            outcomes.append(outcome)
        return tuple(outcomes)

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """What was answered; a single option is no choice. See `Dice.choose`."""
        if len(options) == 1 or self._ask is None:
            return super().choose(what, options, policy)
        chosen: _T | None = self._ask(len(self.spans) - 1, options)
        return super().choose(what, options, policy) if chosen is None else chosen


def asking(scene: Scene, side: str, attack: Attack) -> Ask:
    """Has a side choose its extra hits; on whom it does not see, it takes the most (POOL-30)."""

    def ask(place: int, options: tuple[Any, ...]) -> Any:  # noqa: ANN401 - an option of any rule
        name = attack.subjects[place]
        if not sees_figure(scene.state, side, name):
            return None
        texts = tuple(str(option) for option in options)
        answer = scene.ask(Question(side, "extra", texts, figure=name))
        return options[texts.index(answer)]

    return ask


def roll(
    scene: Scene,
    shooter: str,
    attack: Attack,
    *,
    pool: int = 0,
    ask: bool = False,
    noted: bool = False,
    stopped: bool = True,
) -> tuple[Harm, ...]:
    """Rolls an attack, tells its test and what each subject met, and lets them suffer it.

    Args:
        scene: Where.
        shooter: Whose attack it is.
        attack: It.
        pool: Dice of its test, which come first; 0 where there is none.
        ask: Whether the shooter's side chooses the extra hits.
        noted: Whether the attack that it belongs to was noted already.
        stopped: Whether a hit that armour stops altogether is told.
    """
    side = scene.state.figures[shooter].side
    dice = Marked(scene, asking(scene, side, attack) if ask else None)
    start = len(scene.dice.faces)
    if not noted:
        scene.attempt(shooter, lambda: attack)
    outcomes = cast("tuple[Harm, ...]", attack.rule(dice, *attack.args))
    scene.befell(attack.subjects, outcomes)
    if pool:
        tell_test(scene, shooter, start, pool)
    for name, struck, span in zip(attack.subjects, outcomes, dice.spans, strict=True):
        if span[1] or (struck.hits and stopped):
            _tell(scene, name, struck, shooter, span)
    scene.skip_dice()
    for name, struck in zip(attack.subjects, outcomes, strict=True):
        suffer(scene, name, struck, shooter)
    return outcomes


def pool_of(attack: Attack) -> int:
    """The dice of an attack's test, where it has one: the first of its numbers."""
    return cast("int", attack.args[0])


def targets_of(attack: Attack) -> tuple[Target, ...]:
    """The numbers of those that an attack with rounds may strike, in their order."""
    return cast("tuple[Target, ...]", attack.args[3])


def tell_test(scene: Scene, shooter: str, start: int, pool: int) -> None:
    """Tells the hits of a weapon test with its dice."""
    faces = scene.dice.faces[start : start + pool]
    hits = sum(face.face >= HIT for face in faces)
    scene.emit(Tested(shooter, "attack", f"hits_{hits}"), dice=(start, pool))


def fault_at(scene: Scene, start: int, pool: int) -> Fault:
    """What a weapon test brought beside its hits (POOL-F2)."""
    return fault_of(tuple(face.face for face in scene.dice.faces[start : start + pool]))


def _tell(scene: Scene, name: str, struck: Harm, source: str, span: tuple[int, int]) -> None:
    if struck.hits:
        expose(scene, name)
    word = "damaged" if struck.damage else "hit" if struck.hits else "missed"
    sums = {"hits": struck.hits, "damage": struck.damage} if struck.hits else {}
    scene.emit(Struck(name, word, source=source, sums=sums), dice=span)


def suffer(scene: Scene, name: str, struck: Harm, source: str) -> None:
    """Lets a figure suffer what an attack did to it, if it is on the table still."""
    figure = scene.state.figures[name]
    if figure.at is None:
        return
    if struck.damage:
        scene.cite("POOL-F9")
    down = harm.hurt(scene, name, struck.damage, boxes(figure))
    if struck.surprised and not down and not scene.state.figures[source].fate:
        scene.emit(Linked(SURPRISED, name, source))
