"""A battle of the toy ruleset with families of orders, for tests of the screen."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.dice import Dice
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.families import Family, One, Spots
from skirmish.rulesets.ruleset import Line
from tests.toy_ruleset import LANE, Toy, toy

FACINGS = One(tuple(facing.name for facing in Facing))


def hits(dice: Dice, number: int) -> tuple[str, ...]:
    """One die."""
    return ("hit" if dice.die(6, "to hit") >= number else "nothing",)


@frozen
class Played(Toy):
    """Steps, turns, shots, as families; nothing of it is known to any screen."""

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        mine = view.state.figures[figure]
        enemies = tuple(enemy.id for enemy in view.enemies())
        shoot = Family("shoot", figure, One(enemies)) if enemies else None
        mask = self._steps(view, mine)
        step = Family("step", figure, Spots(mask, view.state.board)) if mask else None
        turn = Family("turn", figure, None, (("face", FACINGS),))
        return tuple(family for family in (shoot, step, turn) if family)

    def _steps(self, view: View, mine: Figure) -> int:
        mask = 0
        for facing in Facing:
            x, y = mine.tile[0] + facing.delta[0], mine.tile[1] + facing.delta[1]
            if view.state.board.inside((x, y)):
                order = Order.of("step", mine.id, (x, y))
                if self.refusal(view, order) is None:
                    mask |= view.state.board.bit((x, y))
        return mask

    def attack(self, state: State, order: Order) -> Attack | None:
        if order.verb != "shoot":
            return None
        parts = (Modifier("hit on", "", "rifle", self.hit_on, "TOY-01"),)
        return Attack(hits, (self.hit_on,), (order.target,), order.target, parts)

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        return (Line("nerve", "steady"), Line("steps", str(figure.count("stepped")), open=False))


PLAYED = Played()


def played(text: str = LANE, red: str = "human", rules: Played = PLAYED) -> Game:
    """A game of the toy ruleset; blue is played by a person."""
    return Game.new(toy(text, rules), 1, {"blue": "human", "red": red})
