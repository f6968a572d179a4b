"""One player's choices in a battle: figure, cursor, order draft, group.

`cursor_input`, `mouse_input`, `order_input` and `bound_input` hold the meaning of inputs: functions
on a controller that return an order to give, or None. A controller has a view and no game, so it
cannot hold anything that its player does not see.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from typing import Self

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import END, READY, Order, Refusal
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.errors import OrderRefused, SkirmishError
from skirmish.presentation.orders.legal_orders import LegalOrders, Move
from skirmish.presentation.orders.refusals import explain_idle, explain_refusal
from skirmish.presentation.question_words import answer_options
from skirmish.presentation.reasons.advice import Advice
from skirmish.presentation.setup.preferences import Preferences
from skirmish.presentation.wording import (
    order_with_key,
    reason_about,
    refusal_on_screen,
    side_action_words,
    with_keys,
)
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import order_draft, repeat
from skirmish.session.awaited_order import AwaitedOrder
from skirmish.session.bound_end import blind_words, part_words
from skirmish.session.enemy_actions import SeenAction, enemy_news, passed_by_itself, seen_actions
from skirmish.session.key_words import KeyWords, NoKeys
from skirmish.session.mode import Mode
from skirmish.session.offered_hint import offered_hint
from skirmish.session.order_draft import OrderDraft
from skirmish.session.proposals import Objections

Marks = tuple[tuple[Tile, str], ...]
"""Tiles, each with its character."""


class Controller:
    """One player's choices: figures, verbs, targets, orders.

    Attributes:
        legal: The legal orders on the current view.
        preferences: How much information the player wants.
        draft: The order as far as it is put together.
        latest: The own figure chosen last; the next one is counted from it.
        followed: The figure that was chosen because another one has acted, or "".
        cursor: The tile that keys move.
        pointed: The tile under the mouse, until a key is pressed.
        pinned: The tile at which a click aimed the draft: another click there gives the order.
        clicked: The draft that the last click on a tile proposed.
        begun_at: An order at a tile whose aim was proposed: the first click there only aims it.
        ordered_at: The tile of an own figure that a click has just given an order about.
        ordered_before: The value of `ordered_at` after the input before.
        hovered: The draft as the mouse aimed it, and the order in hand before that.
        unhinted: The draft that a hint gave, and the draft and cursor before it.
        look: Whether the panel describes a tile.
        arcs: Whether the tiles that figures cover are shown.
        levels: Whether the height of the ground is shown.
        threat: Whether the tiles that visible enemies cover are shown.
        field: Whether the tiles that see the cursor's tile, and are seen from it, are shown.
        reach: Whether the reach of the current figure is shown.
        numbers: Whether figures show their numbers instead of their facing.
        shown_action: The enemy's action that is shown again on the map, if any.
        notice: A message for the player.
        refused_rule: The rule of the refusal that is the notice, or "".
        group: The figures that move together.
        given: The orders given so far.
        typed: The lines typed so far.
        advice: The advice that is shown; its order is in `draft`.
        awaited: An order that has been begun, while its best way is still being calculated.
        can_be_taken_back: Whether an order can certainly be undone.
        at_news: Whether the last input moved the cursor to an action of the enemy.
        untouched: Whether nothing but the key that ended a bound has been pressed since.
        end_pressed: When that key was last pressed, even if only to skip the enemy's orders.
        bound_shown: When the side's current bound was first shown.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        view: View,
        keys: KeyWords | None = None,
        preferences: Preferences | None = None,
        can_be_taken_back: Callable[[Order], bool] | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Begin with a view; orders that can be taken back need no confirmation.

        With `waits` an attack is proposed when the chances of its figure are known, which the owner
        reports by `awaited.chances_found`; else at once, with the first way if they are not known.
        """
        self.awaited = AwaitedOrder(waits=waits)
        self.can_be_taken_back = can_be_taken_back or (lambda _: False)
        self._keys = keys or NoKeys()
        self.preferences = preferences or Preferences()
        self.legal = LegalOrders(ruleset, view)
        self.given = repeat.GivenOrders()
        self.typed: list[str] = []
        self.look = self.arcs = self.levels = self.threat = self.field = False
        self.reach = True
        self.numbers = False
        self._clear_choices()
        self._go_home()
        self.renew(view)
        self.given.restore(self.legal)

    def _clear_choices(self) -> None:
        """Reset choices, pointer, notice and pending questions."""
        self.draft = OrderDraft()
        self.cursor: Tile = (0, 0)
        self.pointed: Tile | None = None
        self.notice = self.refused_rule = ""
        self.group: tuple[str, ...] = ()
        self.latest = self._sure = self._asked = ""
        self.followed = ""
        self.untouched = self.keeps_untouched = False
        self.at_news = self.brought_to_news = False
        self.end_pressed = self.bound_shown = -math.inf
        self.clicked: OrderDraft | None = None
        self._looked_from: Tile = (0, 0)
        self.begun_at: Order | None = None
        self.ordered_at: Tile | None = None
        self.ordered_before: Tile | None = None
        self.hovered = self.draft, self.draft.order

    def key(self, name: str) -> str:
        """The player's key for an id of the key table."""
        return self._keys.key(name)

    def verb_key(self, verb: str) -> str:
        """The player's key for an order; empty if there is none."""
        return self._keys.verb_key(verb, self.legal.battle_part)

    def explain(self, why: Refusal | SkirmishError) -> None:
        """Make a refusal the notice."""
        self.notice = self.refusal_text(str(why))
        self.refused_rule = why.rule if isinstance(why, Refusal | OrderRefused) else ""

    def refusal_text(self, why: str) -> str:
        """A refusal as the screen words it, with keys."""
        return refusal_on_screen(why, self._said_key, self.key("options"), self._order_words)

    def idle_words(self, figure: str) -> str:
        """Why an own figure can neither attack nor move: `b1 has shot`."""
        if figure not in self.legal.own_figures():
            return self.absence(figure)
        why = explain_idle(self.legal, figure, self.cursor)
        return reason_about(figure, self.refusal_text(why.reason))

    @property
    def objections(self) -> Objections:
        """Why orders are not possible at the focused tile or the marked line."""
        quiet = bool(self.notice)
        resting = quiet or self.focus == self._left_at
        return Objections(self.legal, self.draft, self.focus, self.cursor, quiet, resting)

    def order_name(self, verb: str, said: str = "") -> str:
        """An order in words, `said` if given, followed by the player's key."""
        return order_with_key(said or self._order_words(verb), self._any_key(verb))

    def lesson_text(self, lesson: str) -> str:
        """A lesson of a scenario with the player's keys, otherwise as written."""
        return with_keys(lesson, self._any_key, self._order_words)

    def _order_words(self, verb: str) -> str:
        return side_action_words(self.legal.view, verb)

    def _any_key(self, word: str) -> str:
        return self.key(word) if word in self._keys.ids else self._said_key(word)

    def _said_key(self, verb: str) -> str:
        """The key of an order; that of the menu if the order has none."""
        if verb in (END.name, READY.name):
            return self.key(verb)
        return self.verb_key(verb) or (self.key("verbs") if verb in self.legal.known_verbs else "")

    @property
    def focus(self) -> Tile:
        """The tile that panel and hints describe."""
        return self.cursor if self.pointed is None else self.pointed

    @property
    def current_figure(self) -> str:
        """The own figure that a verb applies to: under the cursor, else chosen, else the next."""
        chosen = self.draft.figure
        if chosen and self.legal.position(chosen) is None:
            return chosen
        here = self.legal.own_figure_at(self.focus) if self.mode is Mode.SELECT else ""
        return here or chosen or self.next_able

    @property
    def has_chosen(self) -> bool:
        """Whether the player has chosen a figure; one that follows another is only proposed."""
        return self.draft.figure not in ("", self.followed)

    @property
    def next_able(self) -> str:
        """The latest chosen figure if it can act, else the next that can; "" if none can."""
        if self.mode is not Mode.SELECT or not self.legal.can_act or self.legal.mustering:
            return ""
        able = self.legal.active_figures()
        return self.latest if self.latest in able else next(iter(self.upcoming(able)), "")

    @property
    def drafting(self) -> bool:
        """Whether an order is being drafted."""
        return self.mode in (Mode.TARGET, Mode.FIELDS)

    @property
    def moves_shown(self) -> tuple[Move, ...]:
        """The moves whose reach is shown on the map."""
        legal, draft = self.legal, self.draft
        figure = self.current_figure
        verbs: tuple[str, ...] = ()
        if self.mode is Mode.TARGET:
            figure, verbs = draft.figure, () if draft.field else (draft.verb,)
        elif self.reach and figure:
            verbs = legal.verbs(figure)
        return tuple((figure, verb) for verb in verbs if legal.target_shape(verb) is Shape.PATH)

    @property
    def arc_figure(self) -> str:
        """The figure whose arc is shown: the one under the cursor, else the chosen one."""
        if not self.arcs:
            return ""
        looking = self.look or self.mode in (Mode.SELECT, Mode.WAIT)
        here = next(self.legal.figures_at(self.focus), "") if looking else ""
        return here or self.draft.figure

    @property
    def mode(self) -> Mode:
        """What the player is asked for."""
        return self.draft.mode

    def renew(self, view: View) -> None:
        """Take a new view; the chosen figure stays chosen, a draft is dropped.

        In a new bound the cursor goes to the chosen figure or the first that can act, and look mode
        ends.
        """
        left, known = self.legal, len(self.legal.view.news)
        self.legal = LegalOrders(self.legal.ruleset, view)
        self.shown_action: SeenAction | None = None
        self._enemy_actions: tuple[SeenAction, ...] | None = None
        self.advice: Advice | None = None
        self.awaited.drop()
        mine = self.legal.own_figures()
        kept = self.draft.figure if self.draft.figure in mine else ""
        self.group = tuple(name for name in self.group if name in mine)
        self.draft = OrderDraft(figure=kept)
        self.pinned: Tile | None = None
        self.unhinted: tuple[OrderDraft, OrderDraft, Tile] | None = None
        self._left_at = self.cursor
        if view.state.clock.point != left.view.state.clock.point and self.legal.can_act:
            self.given.begin_bound()
            self.latest = kept
            self.look = False
            self._go_home()
        self.given.report(view)
        if passed := passed_by_itself(view, known):
            phase = view.state.setup.declared.phases.get(passed.phase)
            why = "" if phase is None or phase.moves else blind_words(left)
            self.notice = f"none of your figures could act: {part_words(self.legal)} passed{why}"
        if view.question is not None:
            self.draft = OrderDraft(Mode.ANSWER, kept)
            # The subject of a question may be far from the figure asked; it must be on the map.
            about = (answer.tile for answer in answer_options(view, self.legal.known_verbs))
            place = self.legal.position(view.question.figure)
            self.cursor = next(filter(None, about), place) or self.cursor

    def watching(self, view: View) -> Self:
        """A copy at an earlier moment that is being shown again, without choices or a draft."""
        other = copy(self)
        other.legal, other.draft = LegalOrders(self.legal.ruleset, view), OrderDraft()
        other.advice, other.look, other.notice = None, False, ""
        return other

    def _go_home(self) -> None:
        """Move the cursor to the chosen figure; if that cannot act, choose the next that can."""
        active = self.legal.active_figures()
        able = active or tuple(figure.id for figure in self.legal.view.own())
        figure = self.draft.figure
        if figure and figure not in active and active:
            self.choose_next(1)
            self.followed = self.draft.figure
        elif figure not in able and able:
            self.cursor = self.legal.position(able[0]) or self.cursor
        elif figure:
            self.cursor = self.legal.position(figure) or self.cursor

    def clear_transient(self) -> None:
        """Clear what lasts until the next input: notice, pointer, shown action, advice."""
        self.notice = self.refused_rule = ""
        self.pointed = None
        self.shown_action = self.advice = None
        self.awaited.drop()
        self._asked, self._sure = self._sure, ""
        self.ordered_before, self.ordered_at = self.ordered_at, None
        self.untouched, self.keeps_untouched = self.keeps_untouched, False
        self.at_news, self.brought_to_news = self.brought_to_news, False

    def say_why(self, draft: OrderDraft, tile: Tile) -> None:
        """Explain why the draft is not possible at a tile."""
        meant = order_draft.intended_at(self.legal, draft, tile)
        self.explain(explain_refusal(self.legal, meant))

    @property
    def enemy_actions(self) -> tuple[SeenAction, ...]:
        """The enemy's actions that were seen in its last bounds."""
        if self._enemy_actions is None:
            view = self.legal.view
            self._enemy_actions = seen_actions(view, enemy_news(view), self.legal.ruleset)
        return self._enemy_actions

    def upcoming(self, names: Sequence[str], after: str = "") -> tuple[str, ...]:
        """The figures of `names` in the order in which they follow `after` or the latest chosen."""
        view, after = self.legal.view, after or self.latest
        # The fallen are included, so that the next figure can be counted from one of them.
        mine = by_id(one.id for one in view.state.figures.values() if one.who.side == view.side)
        at = mine.index(after) + 1 if after in mine else 0
        return tuple(name for name in (*mine[at:], *mine[:at]) if name in names)

    def choose(self, figure: str) -> None:
        """Choose an own figure and move the cursor there."""
        self.draft = order_draft.select(figure)
        self.awaited.drop()
        self.latest, self.followed = figure, ""
        self.cursor = self.legal.position(figure) or self.cursor

    def choose_next(self, by: int, verb: str = "") -> bool:
        """Choose the next figure that can act, or can use `verb`. Returns whether there is one."""
        legal = self.legal
        able = legal.active_figures()
        if verb or not able:
            # Figures that only have free actions left can still be selected in turn.
            verbs = {name: legal.verbs(name) for name in legal.own_figures()}
            able = tuple(name for name in verbs if (verb in verbs[name] if verb else verbs[name]))
        if not able:
            self.notice = "no figure has an order left"
            return False
        # Before the fight no figure is shown as current until one is chosen or the cursor stands
        # on one while deploying; so the first figure must not be passed over.
        lit = legal.deploying and legal.own_figure_at(self.cursor)
        chosen_alone = (legal.mustering or legal.deploying) and not lit
        shown = self.draft.figure if chosen_alone else self.current_figure
        coming = self.upcoming(able, shown)
        last = coming[-1] == (shown or self.latest)
        self.choose(coming[0] if by > 0 else coming[-2 if last and len(coming) > 1 else -1])
        return True

    def absence(self, figure: str) -> str:
        """Why an own figure takes no orders: `b4 takes no orders any more: downed`."""
        fate = self.legal.view.state.figures[figure].fate
        why = f"any more: {fate}" if fate else "yet: it comes later"
        return f"{figure} takes no orders {why}"

    def switch(self, what: str) -> None:
        """Switch look mode or an overlay on or off."""
        if what == "look":
            (self.stop_looking if self.look else self.start_looking)()
        else:
            setattr(self, what, not getattr(self, what))

    def start_looking(self) -> None:
        """Describe the tile under the cursor; the order in hand is kept for afterwards."""
        self._looked_from, figure = self.cursor, self.current_figure
        ordered = self.draft.verb and figure == self.draft.figure
        if self.mode is Mode.SELECT and figure and not ordered:
            self.choose(figure)
            self.cursor = self._looked_from
        self.look = True

    def stop_looking(self) -> None:
        """End look mode; with an order in hand the cursor returns to where it was before."""
        self.look = False
        if self.draft.verb:
            self.cursor = self._looked_from

    def take_figure(self) -> bool:
        """Choose the current figure; False with a notice if there is none."""
        if (figure := self.current_figure) != self.draft.figure:
            self.choose(figure)
        if not figure:
            step, enter = self.key("next"), self.key("confirm")
            self.notice = f"choose a figure first: {step}, or go there and press {enter}"
        elif figure not in self.legal.own_figures():
            self.notice = self.absence(figure)
            return False
        return bool(figure)

    @property
    def onward(self) -> Order | None:
        """The rest of the current figure's move that was stopped, if it is possible now."""
        return self.given.onward(self.legal, self.current_figure)

    def asks_again(self, what: str, *, unread: bool = False) -> bool:
        """Whether to ask before doing `what`; False if the last input asked the same.

        If the question is still `unread`, it is asked again.
        """
        moment = self._moment(what)
        asked = moment in (self._asked, self._sure) and not unread
        self._asked, self._sure = "", "" if asked else moment
        return not asked

    def is_asking(self, what: str) -> bool:
        """Whether the last input asked before doing `what`."""
        return self._sure == self._moment(what)

    def _moment(self, what: str) -> str:
        return f"{what} {self.legal.view.state.clock.point}"

    @property
    def hint_order(self) -> Order | None:
        """The order of the first hint that gives one to replace the draft, if any."""
        hint = offered_hint(self.legal, self.draft, self.preferences)
        return None if hint is None else hint.order
