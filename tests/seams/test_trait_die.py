"""A hold that interrupts a move by an opposed roll: its owner is asked, its answer is an order."""

from __future__ import annotations

from skirmish.core import events as ev
from skirmish.core.dice import Dice, odds
from skirmish.core.geometry import expand_path
from skirmish.core.orders import Order, Question
from skirmish.rulesets.scene import Scene
from tests.seams.thin import battle


def agility(dice: Dice, holder: int, mover: int) -> bool:
    """The higher goes first, a tie to the holder."""
    return dice.die(holder, "holder") >= dice.die(mover, "mover")


def shooting(dice: Dice, sides: int) -> bool:
    return dice.die(sides, "shooting") >= 4


def acts(scene: Scene, order: Order) -> None:
    if order.verb == "fire":
        fires(scene, order)
        return
    for tile in expand_path(order.target_path)[1:]:
        if scene.state.figures["r1"].count("holding") and interrupted(scene, order.figure):
            return
        scene.emit(ev.Moved(order.figure, (tile,)))


def interrupted(scene: Scene, mover: str) -> bool:
    """Asks the holder; its answer is carried out before the step if it wins the roll."""
    answer = scene.ask(Question("red", "hold", (f"fire r1 {mover}", "pass"), figure="r1"))
    if answer == "pass":
        return False
    scene.emit(ev.Counted("r1", "holding", 0))
    first = agility(scene.dice, 8, 6)
    scene.emit(ev.Tested("r1", "agility", "first" if first else "late"))
    if not first:
        return False
    verb, shooter, target = answer.split()
    fires(scene, Order.of(verb, shooter, target))
    if scene.state.figures[mover].fate:
        return True
    scene.emit(ev.Stopped(mover, "interrupted"))
    return False


def fires(scene: Scene, order: Order) -> None:
    hit = shooting(scene.dice, 8)
    scene.emit(ev.Struck(order.target, "downed" if hit else "missed", source=order.figure))
    if hit:
        scene.emit(ev.Left(order.target, "downed"))


FIGURES = [("b1", "blue", (0, 1)), ("b2", "blue", (0, 2)), ("r1", "red", (8, 1))]


def test_a_hold_that_wins_the_roll_fires_before_the_step() -> None:
    """The question goes to the holder's side; its answer is an order of its own."""
    play = battle(acts, FIGURES, {"r1": {"holding": 1}}).order("move b1 0,1>3,1")
    assert play.question == ("red", "hold", ("fire r1 b1", "pass"))

    play = play.order("answer pass")
    assert play.news[0] == "moved b1 1,1"
    play = play.order("answer fire r1 b1", "8:5 6:5 8:6")

    assert play.news == (
        "counted r1 holding 0",
        "tested r1 agility first",
        "struck b1 downed source=r1",
        "left b1 downed",
    )
    assert play.at("b1") is None
    assert play.state.pending is None


def test_the_odds_of_the_opposed_roll_are_exact() -> None:
    """A d8 against a d6, ties to the holder: 33 of 48."""
    assert odds(agility, 8, 6).probability(True).as_integer_ratio() == (11, 16)
