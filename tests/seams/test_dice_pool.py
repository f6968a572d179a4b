"""A wide burst over several figures, its extra hits chosen by the attacker in mid-roll."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.dice import Dice, odds
from skirmish.core.events import Hurt, Struck
from skirmish.core.orders import Order, Question
from skirmish.core.view import view
from skirmish.errors import DiceProblem
from skirmish.rulesets.engine import refusal
from skirmish.rulesets.scene import Asking, Scene
from tests.seams.thin import battle

RATE = 1
ROUNDS = 6


def hit(dice: Dice) -> int:
    return int(dice.die(6) >= 5)


def target(dice: Dice, left: tuple[int, int], defence: int) -> tuple[tuple[int, int], int]:
    """Rounds that strike one figure: state is (attack hits, rounds in flight)."""
    hits, rounds = left
    net = hits - dice.total(defence, hit)
    if net < 1 or not rounds:
        return left, 0
    most = min(rounds - 1, net // (RATE + 1))
    extra = dice.choose("extra", tuple(range(most + 1)), max)
    return (hits, rounds - 1 - extra), 1 + extra


def burst(dice: Dice, pool: int, defences: tuple[int, ...]) -> tuple[int, ...]:
    """POOL-19..37: one weapon test, each subject defends, rounds stop in who they hit."""
    return dice.each(target, (dice.total(pool, hit), ROUNDS), defences)


def fires(scene: Scene, order: Order) -> None:
    def most_first(options: tuple[int, ...]) -> int:
        texts = tuple(map(str, (max(options), *options[:-1])))
        return int(scene.ask(Question(scene.side, "extra", texts)))

    dice = Asking(scene, most_first if order.get("extra") == "ask" else None)
    names = ("r1", "r2")
    for name, hits in zip(names, burst(dice, 5, (2, 1)), strict=True):
        scene.emit(Struck(name, "hit" if hits else "missed", sums={"hits": hits}))
        if hits:
            scene.emit(Hurt(name, hits))


FIGURES = [("b1", "blue", (0, 1)), ("r1", "red", (4, 1)), ("r2", "red", (5, 1))]


def test_the_attacker_chooses_extra_hits_after_seeing_the_roll() -> None:
    """Play halts in the roll, the answer goes on with the same faces, later targets after it."""
    play = battle(fires, FIGURES)

    play = play.order("fire b1 r1 extra=ask", "6:5 6:6 6:5 6:5 6:1 6:2 6:3")
    assert play.question == ("blue", "extra", ("2", "0", "1"))
    play = play.order("answer 0", "6:4")
    assert play.question == ("blue", "extra", ("2", "0", "1"))
    play = play.order("answer 2")

    assert play.news == (
        "struck r1 hit sums=hits:1",
        "hurt r1 1",
        "struck r2 hit sums=hits:3",
        "hurt r2 3",
    )


def test_with_the_default_policy_nobody_is_asked_and_odds_go_by_it() -> None:
    """The policy takes the most; the odds of one figure are those of the same function."""
    play = battle(fires, FIGURES).order("fire b1 r1", "6:5 6:6 6:5 6:5 6:1 6:2 6:3 6:4")
    second = odds(burst, 5, (2, 1), only=1).map(lambda struck: struck[1])

    assert play.news[1::2] == ("hurt r1 3", "hurt r2 3")
    assert second.probability(3) > 0
    assert sum(p for _, p in second.items()) == Fraction(1)


def test_an_answer_that_names_no_option_is_refused() -> None:
    """As an order, and where the question gives options that the roll does not have."""
    play = battle(fires, FIGURES).order("fire b1 r1 extra=ask", "6:5 6:6 6:5 6:5 6:1 6:2 6:3")
    refused = refusal(play.ruleset, view(play.state, "blue"), Order.of("answer", target="7"))
    assert str(refused) == "not one of the answers: one of: 2, 0, 1"

    def asks_wrong(scene: Scene, _order: Order) -> None:
        dice = Asking(scene, lambda _: int(scene.ask(Question(scene.side, "extra", ("0", "7")))))
        dice.choose("extra", (0, 1), max)

    other = battle(asks_wrong, FIGURES).order("fire b1 r1", "")
    with pytest.raises(DiceProblem, match=r"extra: 7 is none of the options \(choose one of 0, 1"):
        other.order("answer 7")
    assert other.order("answer 0").state.pending is None
