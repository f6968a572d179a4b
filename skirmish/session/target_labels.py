"""Works out in the background the chances that stand at the enemies on the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.target_chances import (
    Stance,
    TargetChance,
    enemies_near,
    target_chances,
)
from skirmish.session.executor import Executor, Job
from skirmish.session.forecast_worker import SETTLED
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, complete

AT_ONCE = 3
"""Enemies whose chances are worked out before the screen is told."""


class TargetLabels:
    """Chances against the enemies in sight; those for a new stance replace older ones.

    They are kept with the legal orders of the view.
    """

    def __init__(self, executor: Executor, done: Callable[[], None]) -> None:
        """Begin with nothing asked; `done` is called whenever chances are known."""
        self._task = executor.task("labels")
        self._done = done
        self._legal: LegalOrders | None = None
        self._asked: Stance | None = None

    def request(self, legal: LegalOrders, stance: Stance | None, focus: Tile) -> None:
        """Have the chances of a stance worked out, that of the enemy at `focus` first."""
        if self._legal is not legal:
            self._legal, self._asked = legal, None
            self._task.cancel()
        if stance is None:
            self._asked = None
            self._task.cancel()
        elif stance != self._asked:
            self._asked = stance
            self._next(focus, after=SETTLED)

    def known(self, legal: LegalOrders, stance: Stance | None) -> tuple[TargetChance, ...]:
        """What is known for a stance."""
        return tuple(legal.target_chances.get(stance, {}).values()) if stance else ()

    def missing(self, legal: LegalOrders, stance: Stance | None) -> tuple[str, ...]:
        """The enemies whose chances are still being worked out."""
        if stance is None or self._legal is not legal or stance != self._asked:
            return ()
        known = legal.target_chances.get(stance, {})
        return tuple(name for name in enemies_near(legal.view, stance.figure) if name not in known)

    def _next(self, focus: Tile, after: float = 0.0) -> None:
        """Ask for the next few enemies."""
        legal, stance = self._legal, self._asked
        if legal is None or stance is None or not (names := self.missing(legal, stance)):
            return
        under = legal.figures_at(focus)
        names = tuple(sorted(names, key=lambda name: name not in under))
        self._task.start(
            partial(_work, legal, stance, names[:AT_ONCE]),
            partial(self._keep, legal, stance, focus),
            partial(_give_up, legal, stance, names),
            after=after,
        )

    def _keep(
        self, legal: LegalOrders, stance: Stance, focus: Tile, found: tuple[TargetChance, ...]
    ) -> None:
        known = legal.target_chances.setdefault(stance, {})
        known.update((one.enemy, one) for one in found)
        self._done()
        self._next(focus)


def _give_up(legal: LegalOrders, stance: Stance, names: tuple[str, ...], _why: str) -> None:
    """Show no chances; the odds of the order itself say why."""
    found = {name: TargetChance(name, None) for name in names}
    legal.target_chances.setdefault(stance, {}).update(found)


def _work(
    legal: LegalOrders, stance: Stance, names: tuple[str, ...], job: Job
) -> tuple[TargetChance, ...]:
    found: list[TargetChance] = []
    for one in target_chances(legal.ruleset, legal.view, stance, names):
        found.append(one)
        if job.cancelled:
            break
    return tuple(found)


def stance_of(legal: LegalOrders, draft: OrderDraft, figure: str) -> Stance | None:
    """What the labels are about: the order in hand, else the figure as it stands.

    None where chances would mean nothing: out of the own bound, for a figure that is not on the
    map, while an order is put together that is neither attack nor move.
    """
    ready = legal.can_act and not legal.deploying and not legal.mustering
    if not ready or not figure or legal.position(figure) is None:
        return None
    if not draft.verb and draft.mode in (Mode.SELECT, Mode.MENU):
        return Stance(figure)
    if not draft.verb or draft.mode is Mode.ANSWER:
        return None
    shape, verb = legal.target_shape(draft.verb), legal.known_verbs[draft.verb]
    if shape is Shape.FIGURE and verb.dice and draft.figure == figure:
        return Stance(figure, Order(draft.verb, figure, "", draft.fields))
    if shape is Shape.PATH:
        return Stance(figure, draft.order) if complete(legal, draft) else Stance(figure)
    return None
