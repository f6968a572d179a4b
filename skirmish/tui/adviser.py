"""The adviser: asks the computer what it would do, and shows its advice as a draft order.

It is asked on the view of the player's side, in that side's turn only, so it knows nothing that the
player could not know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from skirmish.ai import Choice
from skirmish.ai.explanation import points
from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, parse_path
from skirmish.core.orders import ANSWER, Order
from skirmish.presentation.advice import ADVISER_OFF, Advice, AdviceRequest
from skirmish.presentation.ai_reasons import (
    chance_words,
    gain_unit,
    order_sentence,
    term_words,
    weightiest,
)
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.preferences import EXACT, NONE
from skirmish.rulesets.engine import verbs_of
from skirmish.session import order_draft, repeat
from skirmish.session.controller import Controller
from skirmish.session.order_draft import Mode, OrderDraft
from skirmish.tui import panel_lines
from skirmish.tui.ai_driver import OFTEN, ThoughtProgress
from skirmish.tui.background import BackgroundTask
from skirmish.tui.panel_lines import PanelLines

if TYPE_CHECKING:
    from textual.timer import Timer

    from skirmish.ai.cache import ThoughtCache
    from skirmish.core.geometry import Tile
    from skirmish.tui.screens.battle import BattleScreen


Then = Callable[[AdviceRequest, Choice], None]
Failed = Callable[[str], None]
_GROUP = "adviser"
_THINKS = "the adviser thinks"


def draft_of_advice(offers: LegalOrders, order: Order, chosen: str) -> OrderDraft:
    """An advised order as a draft, before it is confirmed.

    An order of the side, and one that cannot be drafted, leave the chosen figure chosen.
    """
    question = offers.view.question
    if order.verb == ANSWER.name and question is not None:
        return OrderDraft(Mode.ANSWER, chosen, row=question.options.index(order.target))
    made = repeat.repeated_draft(offers, order.figure, order, None) if order.figure else None
    if made is None:
        return order_draft.select(order.figure or chosen)
    exact = evolve(made, fields=order.fields)
    return exact if offers.refusal(exact.order) is None else made


def show_advice(controller: Controller, advice: Advice) -> None:
    """Show a candidate on the map and in the panel; no order is given."""
    controller.clear_transient()
    controller.look = False
    controller.draft = draft_of_advice(controller.offers, advice.order, controller.draft.figure)
    if controller.draft.figure:
        controller.cursor = controller.offers.position(controller.draft.figure) or controller.cursor
    controller.cursor = _aim(controller.offers, controller.draft) or controller.cursor
    controller.advice = advice


def _aim(offers: LegalOrders, draft: OrderDraft) -> Tile | None:
    """The tile where an order ends or at which it is aimed."""
    match offers.target_shape(draft.verb):
        case Shape.PATH if draft.target:
            return parse_path(draft.target)[-1]
        case Shape.TILE if draft.target:
            return draft.order.target_tile
        case _:
            return offers.position(draft.target)


def ending_key(controller: Controller, advice: Advice) -> str:
    """Id of the key that ends what advice says to end; empty for the order of a figure."""
    if advice.order.figure or controller.mode is Mode.ANSWER:
        return ""
    offers = controller.offers
    return "ready" if offers.deploying else "mustered" if offers.mustering else "end"


def advice_prompt(controller: Controller, advice: Advice) -> str:
    """What the player can do with the advice shown."""
    over = ending_key(controller, advice)
    does = "does it" if over else "takes it into your hand"
    more = f", {controller.key('advise')}: another" if advice.candidates[1:] else ""
    return f"{controller.key(over or 'confirm')} {does}{more}, {controller.key('back')}: leave it"


def advice_lines(panel: PanelLines, controller: Controller, advice: Advice) -> None:
    """The shown candidate: its order, its odds, and its largest gains and costs."""
    offers, shown, numbers = controller.offers, advice.current, controller.detail == EXACT
    many = len(advice.candidates)
    place = f" {advice.index + 1} of {many}" if many > 1 else ""
    panel.add(panel_lines.heading(f"advice{place} ({advice.level})", panel.width))
    said = order_sentence(offers.view, verbs_of(offers.ruleset), advice.order)
    panel.add(panel_lines.plain(said, "bold"))
    chances = chance_words(shown)
    if chances and (numbers or not shown.terms):
        panel.add(panel_lines.plain(chances))
    if over := ending_key(controller, advice):
        action = "end" if over == "end" else "ready"
        panel.add(
            panel_lines.plain(f" {controller.key(over)}: do it", "bold $accent"), action=action
        )
    else:
        take = f" {controller.key('confirm')}: into your hand"
        panel.add(panel_lines.plain(take, "bold $accent"), action="confirm")
    if many > 1:
        panel.add(
            panel_lines.plain(f" {controller.key('advise')}: another", "$accent"), action="advise"
        )
    terms = weightiest(shown)
    if terms:
        panel.gap()
        panel.add(panel_lines.heading("what speaks for it", panel.width))
    if terms and numbers:
        panel.add(panel_lines.plain(f"{points(shown.gain)} {gain_unit(shown)} in all", "bold"))
        if shown.plan and points(shown.plan) != points(shown.gain):
            panel.add(panel_lines.plain(f"{points(shown.plan)} with the rest of the bound"))
    for name, value in terms:
        sign = points(value) if numbers else "+" if value > 0 else "-"
        panel.add(panel_lines.plain(f" {sign} {term_words(name, value)}"))


class Adviser:
    """Asks the computer for the player; a new question replaces an older one."""

    def __init__(self, screen: BattleScreen) -> None:
        """Begin with nothing asked."""
        self._screen = screen
        self._wait: ThoughtProgress | None = None
        self._asked: tuple[OrderDraft, Tile] | None = None
        self._cache: dict[str, ThoughtCache | None] = {}
        self._background = BackgroundTask(screen, _GROUP)
        self._timer: Timer | None = None
        self._progress_notice = ""

    @property
    def refusal(self) -> str:
        """Why there is no advice now; empty where there is."""
        screen = self._screen
        if not screen.seat or screen.mode is Mode.WAIT:
            return "advice is given in your own bound"
        if screen.settings.adviser == NONE:
            return f"{ADVISER_OFF} ({screen.controller.key('settings')})"
        return ""

    def pressed(self) -> None:
        """Handle its key: ask, or show the next candidate while advice is shown."""
        controller = self._screen.controller
        if controller.advice is not None:
            show_advice(controller, controller.advice.next())
        elif self._wait is None:
            controller.clear_transient()
            if why := self.refusal:
                controller.notice = why
            else:
                self._asked = (controller.draft, controller.cursor)
                self.ask(self._shown)
        self._screen.draw()

    def ask(self, then: Then, level: str = "", failed: Failed | None = None) -> None:
        """Think in the background and hand the result over if the view is still the same.

        Args:
            then: Called with the question and the thought.
            level: Level of the computer; the one of the settings if empty.
            failed: Called with the reason if there is no result; by default it becomes the notice.
        """
        screen = self._screen
        self.stop()
        level = level or screen.settings.adviser
        question = AdviceRequest.of(screen.game, screen.seat, level, self._cache.get(screen.seat))
        wait = self._wait = ThoughtProgress()
        self._timer = screen.set_interval(OFTEN, self._tell)
        self._background.start(
            lambda _: question.think(wait.pace),
            partial(self._found, question, then),
            partial(self._failed, failed or self._note),
        )

    def _found(self, question: AdviceRequest, then: Then, thought: Choice) -> None:
        self._done()
        if self._screen.controller.offers.view is question.view:
            self._cache[question.view.side] = thought.cache
            then(question, thought)

    def _failed(self, failed: Failed, why: str) -> None:
        self._done()
        failed(f"the adviser has nothing to say: {why}")

    def _note(self, words: str) -> None:
        self._screen.controller.notice = words
        self._screen.draw()

    def _shown(self, question: AdviceRequest, thought: Choice) -> None:
        """Show the result, unless the player has moved on."""
        controller = self._screen.controller
        if self._asked == (controller.draft, controller.cursor):
            show_advice(controller, question.advice(thought.explanation))
            self._screen.draw()

    def _tell(self) -> None:
        """Show the progress."""
        if self._wait is not None and self._screen.seat:
            controller = self._screen.controller
            self._progress_notice = (
                f"{_THINKS}{self._wait.progress}: {controller.key('back')} stops it"
            )
            controller.notice = self._progress_notice
            self._screen.draw(follow=False)

    def _done(self) -> None:
        self._wait = None
        if self._screen.controller.notice == self._progress_notice:
            self._screen.controller.notice = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def stop(self) -> bool:
        """Stop thinking; whether it was thinking."""
        if self._wait is None:
            return False
        self._wait.stopped = True
        self._background.cancel()
        # The cache may be half changed by the thread.
        self._cache.clear()
        self._done()
        self._screen.draw()
        return True

    def accept(self) -> bool:
        """Take the shown advice as the draft order, to be confirmed; whether there was any."""
        controller = self._screen.controller
        if controller.advice is None:
            return False
        over = ending_key(controller, controller.advice)
        controller.clear_transient()
        if over:
            controller.notice = f"{controller.key(over)} does it"
        self._screen.draw()
        return True
