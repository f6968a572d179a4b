"""Orders to change posture: what they amount to, for every ruleset that has them."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.view import View


@frozen
class Pose:
    """A figure and the posture that it takes."""

    figure: Figure
    posture: str


def plan_pose(postures: tuple[str, ...], rule: str) -> Callable[[View, Order], Pose | Refusal]:
    """Return the plan of an order for one of these postures; `rule` says that these are all."""

    def plan(known: View, order: Order) -> Pose | Refusal:
        figure = known.state.figures[order.figure]
        if order.target not in postures:
            return Refusal(f"no posture {order.target}", rule, "one of: " + ", ".join(postures))
        if figure.posture == order.target:
            return Refusal(f"{figure.id} is {order.target} already")
        return Pose(figure, order.target)

    return plan
