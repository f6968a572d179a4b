"""What the computer player carries into battle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from skirmish.ai import Stream, think
from skirmish.core.codec import Shape
from skirmish.core.orders import Order, Verb
from skirmish.core.setup import MUSTER
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.ruleset import Estimates, Ruleset, Suggestions
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.smallest import SMALLEST
from tests.position import position


def shop_of(worth: Mapping[str, Fraction]) -> Ruleset:
    """Rules of a muster in which a figure may be given a few things of some worth."""

    def orders(view: View, figure: str) -> tuple[Order, ...]:
        assert figure in view.state.figures
        return tuple(Order.of("buy", figure, what) for what in worth)

    def prospect(view: View, order: Order) -> Fraction:
        assert order.figure in view.state.figures
        return worth[order.target]

    buy: Action[Order] = Action(Verb("buy", "buys", target=Shape.WORD), carry_out=_buy)
    return evolve(
        SMALLEST,
        actions=(buy,),
        suggestions=Suggestions(orders),
        estimates=Estimates(prospects={"buy": prospect}),
    )


def _buy(scene: Scene, order: Order) -> None:
    raise AssertionError(scene, order)


def mustering() -> View:
    """A view in the muster."""
    battle = position("a>. . . R<", ruleset="trait_die", kind="trooper")
    known = battle.view()
    clock = evolve(known.state.clock, phase=MUSTER)
    return evolve(known, state=evolve(known.state, clock=clock))


def chosen(worth: Mapping[str, Fraction]) -> str:
    """What is ordered first where these are on offer."""
    shop = shop_of(worth)
    return str(think(shop, mustering(), "regular", Stream("shop")).order)


def test_what_promises_most_is_bought_first() -> None:
    """Of two offers that gain something the better one is taken."""
    assert chosen({"shield": Fraction(1, 4), "rounds": Fraction(1, 2)}) == "buy a rounds"


def test_what_gains_nothing_is_left() -> None:
    """With nothing to gain the muster is ended."""
    assert chosen({"shield": Fraction(0), "anvil": Fraction(-1)}) == "ready"


def test_what_else_was_on_offer_is_told() -> None:
    """The next best with what it promises; what gains nothing is not."""
    shop = shop_of({"shield": Fraction(1, 4), "rounds": Fraction(1, 2), "anvil": Fraction(-1)})
    reasons = think(shop, mustering(), "regular", Stream("shop")).explanation

    assert [(str(one.order), one.gain) for one in reasons.rejected] == [("buy a shield", 250)]
