"""Numbers for the screen that are calculated in the background.

The forecast of the draft order and its strength by tile, the rims of a reach, and the chances shown
at the enemies on the map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, TypeVar

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.errors import RuleTooWide
from skirmish.presentation.odds.area_strength import Strengths, area_strengths
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.order_odds import figures_meant
from skirmish.presentation.odds.target_chances import (
    Stance,
    TargetChance,
    chances_beside,
    enemies_near,
    target_chances,
)
from skirmish.presentation.orders.legal_orders import LegalOrders, Move
from skirmish.presentation.setup.preferences import EXACT
from skirmish.session.announcements import Announcements, Topic
from skirmish.session.controller import Controller
from skirmish.session.executor import Executor, Job, Task
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, complete

SETTLED = 0.15
"""Seconds that a draft must stay unchanged first, so that a moving cursor is not slowed down."""
AT_ONCE = 3
"""Number of enemies whose chances are calculated before the screen is redrawn."""
_NOTHING = Forecast(moves=False, exchanges=())


Wanted = TypeVar("Wanted")
Found = TypeVar("Found")


class LatestWork(Generic[Wanted, Found]):
    """Work of one kind on legal orders; a new request replaces an older one."""

    def __init__(
        self,
        task: Task,
        work: Callable[[LegalOrders, Wanted, Job], Found],
        keep: Callable[[LegalOrders, Wanted, Found | None], None],
        fault: Callable[[str], None],
    ) -> None:
        """Begin without a request.

        Args:
            task: Runs the work.
            work: Finds what is wanted.
            keep: Called with the result; with None after a failure.
            fault: Called with the reason for a failure, before `keep`.
        """
        self._task, self._work, self._keep, self._fault = task, work, keep, fault
        self._asked: tuple[LegalOrders, Wanted] | None = None

    def request(self, legal: LegalOrders, wanted: Wanted) -> None:
        """Begin, unless the same request is under way."""
        if self._asked is None or self._asked[0] is not legal or self._asked[1] != wanted:
            self._asked = (legal, wanted)
            self._task.start(
                partial(self._work, legal, wanted),
                partial(self._done, legal, wanted),
                partial(self._failed, legal, wanted),
                after=SETTLED,
            )

    def cancel(self) -> None:
        """Cancel the request."""
        self._task.cancel()
        self._asked = None

    def _failed(self, legal: LegalOrders, wanted: Wanted, why: str) -> None:
        self._fault(why)
        self._done(legal, wanted, None)

    def _done(self, legal: LegalOrders, wanted: Wanted, found: Found | None) -> None:
        self._asked = None
        self._keep(legal, wanted, found)


def _rims(legal: LegalOrders, moves: tuple[Move, ...], job: Job) -> dict[Move, int]:
    found: dict[Move, int] = {}
    for figure, verb in moves:
        if not job.cancelled:
            found[figure, verb] = legal.able_after_mask(figure, verb, lambda: job.cancelled)
    return found


def _forecast(legal: LegalOrders, order: Order, job: Job) -> tuple[Forecast, Strengths]:
    asked = legal.ruleset, legal.view, order, lambda: job.cancelled
    return forecast_order(*asked) or _NOTHING, area_strengths(*asked)


class TargetLabels:
    """Chances against the enemies in sight; those for a new stance replace older ones.

    They are stored in the legal orders of the view.
    """

    def __init__(self, executor: Executor, done: Callable[[], None]) -> None:
        """Begin without a request; `done` is called whenever chances become known."""
        self._task = executor.task("labels")
        self._done = done
        self._legal: LegalOrders | None = None
        self._asked: Stance | None = None
        self._urgent = False
        self._focus: Tile = (0, 0)

    def request(
        self, legal: LegalOrders, stance: Stance | None, focus: Tile, *, urgent: bool = False
    ) -> None:
        """Calculate the chances of a stance, beginning with the enemy at `focus`.

        `urgent`: begin at once, without waiting for `SETTLED`.
        """
        self._focus = focus
        if self._legal is not legal:
            self._legal, self._asked = legal, None
            self._task.cancel()
        if stance is None:
            self._asked = None
            self._task.cancel()
        elif stance != self._asked or (urgent and not self._urgent):
            self._asked, self._urgent = stance, urgent
            self._next(after=0.0 if urgent else SETTLED)

    def known(self, legal: LegalOrders, stance: Stance | None) -> tuple[TargetChance, ...]:
        """The known chances of a stance."""
        return tuple(legal.target_chances.get(stance, {}).values()) if stance else ()

    def missing(self, legal: LegalOrders, stance: Stance | None) -> tuple[str, ...]:
        """The enemies whose chances are still being calculated."""
        if stance is None or self._legal is not legal or stance != self._asked:
            return ()
        known = legal.target_chances.get(stance, {})
        return tuple(name for name in enemies_near(legal.view, stance.figure) if name not in known)

    def _next(self, after: float = 0.0) -> None:
        """Start the work for the next few enemies."""
        legal, stance = self._legal, self._asked
        if legal is None or stance is None or not (names := self.missing(legal, stance)):
            return
        under = legal.figures_at(self._focus)
        names = tuple(sorted(names, key=lambda name: name not in under))
        self._task.start(
            partial(_work, legal, stance, names[:AT_ONCE]),
            partial(self._keep, legal, stance),
            partial(self._give_up, legal, stance, names),
            after=after,
        )

    def _keep(self, legal: LegalOrders, stance: Stance, found: tuple[TargetChance, ...]) -> None:
        known = legal.target_chances.setdefault(stance, {})
        known.update((one.enemy, one) for one in found)
        self._done()
        self._next()

    def _give_up(
        self, legal: LegalOrders, stance: Stance, names: tuple[str, ...], _why: str
    ) -> None:
        """Show no chances; the odds of the order itself give the reason."""
        found = {name: TargetChance(name, None) for name in names}
        legal.target_chances.setdefault(stance, {}).update(found)
        self._done()


def _work(
    legal: LegalOrders, stance: Stance, names: tuple[str, ...], job: Job
) -> tuple[TargetChance, ...]:
    found: list[TargetChance] = []
    asked = legal.ruleset, legal.view, stance, names, lambda: job.cancelled
    for one in target_chances(*asked):
        found.append(one)
        if job.cancelled:
            break
    return tuple(found)


def stance_of(legal: LegalOrders, draft: OrderDraft, figure: str) -> Stance | None:
    """The stance for the labels: with the order in hand, else the figure as it stands.

    None where chances have no meaning: outside the own bound, for a figure that is not on the map,
    or while an order is drafted that is neither attack nor move.
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
        shown = legal.target_chances.get(Stance(figure), {}).get(draft.target)
        best = None if shown is None else shown.order
        same = best is not None and complete(legal, draft) and legal.same_attack(best, draft.order)
        if best == draft.order or same:
            # It is the best attack on its target; the labels of the other enemies show theirs.
            return Stance(figure)
        # An order that names further figures has a chance at each of them.
        target = draft.target if figures_meant(verb, draft.order) else ""
        return Stance(figure, Order(draft.verb, figure, target, draft.fields))
    if shape is Shape.PATH:
        return Stance(figure, draft.order) if complete(legal, draft) else Stance(figure)
    if shape is Shape.TILE and verb.dice and complete(legal, draft):
        return Stance(figure, draft.order)
    return None


class DraftWork:
    """Background work for the order in hand: its forecast, chances against enemies, rims."""

    def __init__(
        self,
        executor: Executor,
        changes: Announcements,
        say: Callable[[str], None],
        chances_found: Callable[[], None],
    ) -> None:
        """Begin without a request.

        Args:
            executor: Runs the work.
            changes: Changes are announced there.
            say: Called with the reason for a failure.
            chances_found: Called whenever chances against enemies become known.
        """
        self._changes = changes
        self._forecasts = LatestWork(
            *(executor.task("outlook"), _forecast, self._keep_forecast),
            lambda why: say(f"the outcome could not be calculated: {why}"),
        )
        self._rims = LatestWork(
            *(executor.task("reach"), _rims, self._keep_rims),
            lambda why: say(f"what is left after a move could not be calculated: {why}"),
        )
        self._labels = TargetLabels(executor, chances_found)

    def _keep_forecast(
        self, legal: LegalOrders, order: Order, told: tuple[Forecast, Strengths] | None
    ) -> None:
        legal.forecasts[order], legal.strengths[order] = told or (_NOTHING, ())
        self._changes.announce(Topic.CHOICE)

    def _keep_rims(
        self, legal: LegalOrders, moves: tuple[Move, ...], found: dict[Move, int] | None
    ) -> None:
        legal.able_after |= dict.fromkeys(moves, 0) if found is None else found
        self._changes.announce(Topic.MAP)

    def request(self, controller: Controller) -> None:
        """Calculate what is not known yet: the forecast of a complete draft, chances, rims."""
        legal, draft = controller.legal, controller.draft
        ready = draft.mode is not Mode.ANSWER and complete(legal, draft)
        if ready and draft.order not in legal.forecasts and legal.has_forecast(draft.order):
            self._forecasts.request(legal, draft.order)
        self.request_chances(controller)
        moves = tuple(move for move in controller.moves_shown if move not in legal.able_after)
        if moves:
            self._rims.request(legal, moves)
        else:
            self._rims.cancel()

    def request_chances(self, controller: Controller) -> None:
        """Calculate the chances against the enemies, at once if an attack waits for them."""
        awaited = controller.awaited.pending is not None
        wanted = awaited or controller.preferences.odds == EXACT
        stance = _stance(controller) if wanted else None
        self._labels.request(controller.legal, stance, controller.focus, urgent=awaited)

    def chances(self, controller: Controller) -> tuple[tuple[TargetChance, ...], tuple[str, ...]]:
        """The known chances against enemies, and the enemies whose chances are still missing.

        Enemies that the order in hand may strike beside its target have its chances.
        """
        legal, stance = controller.legal, _stance(controller)
        known, missing = self._labels.known(legal, stance), self._labels.missing(legal, stance)
        beside = _struck_beside(legal, controller.draft) if known else {}
        return tuple(beside.get(one.enemy, one) for one in known), missing


def _struck_beside(legal: LegalOrders, draft: OrderDraft) -> Mapping[str, TargetChance]:
    """The chances of a complete attack on the enemies beside its target that it may strike."""
    at_figure = bool(draft.verb) and legal.target_shape(draft.verb) is Shape.FIGURE
    if draft.mode is Mode.ANSWER or not at_figure or not complete(legal, draft):
        return {}
    try:
        odds = legal.order_odds(draft.order)
    except RuleTooWide:
        return {}
    return {} if odds is None else chances_beside(legal.view.state, odds)


def _stance(controller: Controller) -> Stance | None:
    return stance_of(controller.legal, controller.draft, controller.current_figure)
