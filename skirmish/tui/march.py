"""Orders given from the battle screen: one, or one for each figure of a group that moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.tui import again
from skirmish.tui.desk import Desk


class Field(Protocol):
    """A screen on which orders are given."""

    @property
    def desk(self) -> Desk:
        """The player's desk, brought up to date by every order."""

    def give(self, order: Order) -> None:
        """Give an order; what is wrong with it stands on the desk then."""


def march(field: Field, order: Order) -> None:
    """Give an order; when it moves a figure that is marked, the others that are go along.

    They keep their formation as far as the ground lets them, those in front first. When one of
    them is stopped or somebody new is seen, the rest stay and the player decides.
    """
    desk = field.desk
    start = desk.offers.position(order.figure)
    by = None if start is None else again.walked(desk.offers, order, start)
    together = by is not None and order.figure in desk.group and len(desk.group) > 1
    desk.given(order)
    if by is None or not together:
        field.give(order)
        return
    names = again.in_step(desk.offers, desk.group, by)
    seen, stayed = _enemies(desk.offers.view), list[str]()
    for at, name in enumerate(names):
        moved = order if name == order.figure else again.following(desk.offers, name, order, by)
        if moved is None:
            stayed.append(name)
            continue
        before = desk.offers.view
        field.give(moved)
        if field.desk is not desk or not desk.offers.can_act:
            return
        if desk.offers.view is before or _enemies(desk.offers.view) != seen:
            _halt(desk, names[at + 1 :])
            return
    desk.choose(order.figure)
    if stayed and not desk.notice:
        desk.notice = f"{', '.join(stayed)} cannot go that way and stay{'s' * (len(stayed) == 1)}"


def _enemies(view: View) -> tuple[str, ...]:
    return tuple(enemy.id for enemy in view.enemies())


def _halt(desk: Desk, left: Sequence[str]) -> None:
    """The rest of a group stays."""
    if left:
        why = f"{desk.notice}: " if desk.notice else "something new is in sight: "
        desk.notice = f"{why}{', '.join(left)} wait{'s' if len(left) == 1 else ''}"
