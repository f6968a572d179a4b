"""One order, or one order for each figure of a group that moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.session import repeat
from skirmish.session.controller import Controller


class OrderTaker(Protocol):
    """Carries out orders for a player."""

    @property
    def controller(self) -> Controller:
        """The player's controller, updated by every order."""

    def give(self, order: Order) -> None:
        """Give an order; a refusal becomes the controller's notice."""


def give_with_group(table: OrderTaker, order: Order) -> None:
    """Give an order; if a figure of the group moves, the rest of the group follows.

    They keep their formation as far as the ground allows, those in front first. When a figure is
    stopped, or an enemy comes into sight that was not seen in this bound, the rest stay.
    """
    controller = table.controller
    start = controller.legal.position(order.figure)
    by = None if start is None else repeat.displacement(controller.legal, order, start)
    controller.given.remember(controller.legal, order, as_proposed=controller.draft.as_proposed)
    if by is not None and order.figure in controller.group and len(controller.group) > 1:
        _move_group(table, order, by)
    else:
        table.give(order)


def _move_group(table: OrderTaker, order: Order, by: Tile) -> None:
    controller = table.controller
    names = repeat.march_order(controller.legal, controller.group, by)
    seen, stayed = dict(controller.given.reported), list[str]()
    for at, name in enumerate(names):
        moved: Order | None = order
        if name != order.figure:
            moved = repeat.follow_order(controller.legal, name, order, by, order.target_path[-1:])
        if moved is None:
            stayed.append(name)
            continue
        before = controller.legal.view
        table.give(moved)
        if table.controller is not controller or not controller.legal.can_act:
            return
        if controller.legal.view is before or controller.given.reported != seen:
            _halt(controller, names[at + 1 :])
            return
    controller.choose(order.figure)
    _part(controller, stayed, alone=len(stayed) == len(names) - 1)


def _part(controller: Controller, stayed: Sequence[str], *, alone: bool) -> None:
    """Report the figures of the group that did not move; if none did, the group ends."""
    if not stayed:
        return
    ends = ": the group ends" if alone else ""
    if alone:
        controller.group = ()
    if not controller.notice:
        stay = "stays" if len(stayed) == 1 else "stay"
        controller.notice = f"{', '.join(stayed)} of the group cannot go there and {stay}{ends}"


def _halt(controller: Controller, left: Sequence[str]) -> None:
    """Report the figures of the group that wait."""
    if left:
        why = f"{controller.notice}: " if controller.notice else "something new is in sight: "
        controller.notice = f"{why}{', '.join(left)} wait{'s' if len(left) == 1 else ''}"
