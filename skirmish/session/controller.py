"""One player's selection, cursor and order draft in a battle; it turns inputs into orders.

Inputs are words and tiles; the result is an order to give, or None. A controller
knows a view and no game, so that nothing that its player does not see can be in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Self

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, facing_towards, parse_path
from skirmish.core.orders import ANSWER, DEPLOY, END, READY, RESIGN, Order, Refusal
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.errors import OrderRefused, SkirmishError
from skirmish.presentation.advice import Advice
from skirmish.presentation.hint_words import hint_words, risk_words
from skirmish.presentation.hints import FriendlyFire
from skirmish.presentation.legal_orders import LegalOrders, Move
from skirmish.presentation.preferences import EXACT, Preferences
from skirmish.presentation.refusals import explain_refusal, explain_verb_refusal, intended_order
from skirmish.presentation.target_chances import enemies_near
from skirmish.presentation.throw_range import out_of_range
from skirmish.presentation.wording import (
    answer_options,
    order_with_key,
    refusal_on_screen,
    tile_words,
    with_keys,
)
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import jumps, order_draft, repeat
from skirmish.session.awaited_order import AwaitedOrder
from skirmish.session.bound_end import better_than_end, end_key, end_order, end_warning, part_words
from skirmish.session.enemy_actions import SeenAction, enemy_news, passed_by_itself, seen_actions
from skirmish.session.key_words import KeyWords, NoKeys
from skirmish.session.mode import Mode
from skirmish.session.objections import Objections
from skirmish.session.offered_hint import hint_change_words, no_hint_words, offered_hint
from skirmish.session.order_draft import OrderDraft
from skirmish.session.verb_defaults import default_draft

Marks = tuple[tuple[Tile, str], ...]
"""Tiles, each with its character."""


class Controller:
    """One player's choices: figures, verbs, targets, orders.

    Attributes:
        legal: The legal orders on the present view.
        preferences: How much information the player wants.
        draft: The order as far as it is put together.
        cursor: The tile that keys move.
        pointed: The tile under the mouse, until a key is pressed.
        look: Whether the panel describes a tile.
        arcs: Whether the tiles that figures cover are shown.
        levels: Whether the height of the ground is shown.
        threat: Whether the tiles that visible enemies cover are shown.
        field: Whether the tiles that see the cursor's tile, and are seen from it, are shown.
        reach: Whether the reach of the current figure is shown.
        numbers: Whether figures show their numbers in place of their facing.
        shown_action: The enemy's action that is shown again on the map, if any.
        notice: A message for the player.
        refused_rule: The rule of the refusal that is the notice, or "".
        group: The figures that move together.
        given: The orders given so far.
        typed: The lines typed so far.
        advice: The advice that is shown; its order is in `draft`.
        awaited: An order that is begun, while its best way is still being calculated.
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

        `waits`: an attack is proposed when the chances of its figure are known, for
        `awaited.chances_found` is called then; else the first way is, if they are not.
        """
        self.awaited = AwaitedOrder(waits=waits)
        self._can_be_taken_back = can_be_taken_back or (lambda _: False)
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

    def _clear_choices(self) -> None:
        """Let nothing be chosen, pointed at, said or asked yet."""
        self.draft = OrderDraft()
        self.cursor: Tile = (0, 0)
        self.pointed: Tile | None = None
        self.notice = self.refused_rule = ""
        self.group: tuple[str, ...] = ()
        self._latest = self._sure = self._asked = ""
        self._followed = ""
        """The figure that was chosen because another one has acted."""
        self._clicked: OrderDraft | None = None
        """What the last click on a tile proposed."""
        self._looked_from: Tile = (0, 0)
        self._begun_at: Order | None = None
        """An order at a tile that was aimed by itself: the first click there only aims it."""
        self._hovered = self.draft, self.draft.order

    def key(self, name: str) -> str:
        """The player's key for an id of the table."""
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
        return refusal_on_screen(why, self._said_key, self.key("options"))

    @property
    def objections(self) -> Objections:
        """Why orders are not possible at the focused tile or the marked line."""
        quiet = bool(self.notice)
        resting = quiet or self.focus == self._left_at
        return Objections(self.legal, self.draft, self.focus, self.cursor, quiet, resting)

    def order_name(self, verb: str) -> str:
        """An order in words, followed by the player's key."""
        return order_with_key(verb, self._any_key)

    def lesson_text(self, lesson: str) -> str:
        """A lesson of a scenario with the player's keys, otherwise as written."""
        return with_keys(lesson, self._any_key)

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
        """The own figure that a verb applies to: under the cursor, the chosen one, the next."""
        chosen = self.draft.figure
        if chosen and self.legal.position(chosen) is None:
            return chosen
        here = self.legal.own_figure_at(self.focus) if self.mode is Mode.SELECT else ""
        return here or chosen or self._next_able

    @property
    def has_chosen(self) -> bool:
        """Whether the player has chosen a figure; one that follows another is only proposed."""
        return self.draft.figure not in ("", self._followed)

    @property
    def _next_able(self) -> str:
        """With none chosen: the latest chosen figure that can act, else the next that can."""
        if self.mode is not Mode.SELECT or not self.legal.can_act or self.legal.mustering:
            return ""
        able = self.legal.active_figures()
        return self._latest if self._latest in able else next(iter(self.upcoming(able)), "")

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
        """The figure whose arc is shown: the one looked at, else the chosen one."""
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

        In a new bound the cursor goes to the chosen figure or the first that can act.
        """
        before, known = self.legal.view.state.clock.point, len(self.legal.view.news)
        self.legal = LegalOrders(self.legal.ruleset, view)
        self.shown_action: SeenAction | None = None
        self._enemy_actions: tuple[SeenAction, ...] | None = None
        self.advice: Advice | None = None
        self.awaited.drop()
        mine = self.legal.own_figures()
        kept = self.draft.figure if self.draft.figure in mine else ""
        self.group = tuple(name for name in self.group if name in mine)
        self.draft = OrderDraft(figure=kept)
        self._pinned: Tile | None = None
        self._unhinted: tuple[OrderDraft, OrderDraft, Tile] | None = None
        self._left_at = self.cursor
        if view.state.clock.point != before and self.legal.can_act:
            self.given.begin_bound()
            self._latest = kept
            self._go_home()
        self.given.report(view)
        if passed_by_itself(view, known):
            self.notice = f"none of your figures could act: {part_words(self.legal)} passed"
        if view.question is not None:
            self.draft = OrderDraft(Mode.ANSWER, kept)
            # The subject of a question may be far from the figure asked; it must be on the map.
            about = (answer.tile for answer in answer_options(view, self.legal.known_verbs))
            place = self.legal.position(view.question.figure)
            self.cursor = next(filter(None, about), place) or self.cursor

    def watching(self, view: View) -> Self:
        """A copy at an earlier moment that is shown again: without anything chosen or in hand."""
        other = copy(self)
        other.legal, other.draft = LegalOrders(self.legal.ruleset, view), OrderDraft()
        other.advice, other.look, other.notice = None, False, ""
        return other

    def _go_home(self) -> None:
        """Move the cursor to the chosen figure; if it cannot act, choose the next that can."""
        active = self.legal.active_figures()
        able = active or tuple(figure.id for figure in self.legal.view.own())
        figure = self.draft.figure
        if figure and figure not in active and active:
            self._next_figure(1)
            self._followed = self.draft.figure
        elif figure not in able and able:
            self.cursor = self.legal.position(able[0]) or self.cursor
        elif figure:
            self.cursor = self.legal.position(figure) or self.cursor

    def clear_transient(self) -> None:
        """Clear what lasts until the next input: notice, marks, shown action, advice."""
        self.notice = self.refused_rule = ""
        self.pointed = None
        self.shown_action = self.advice = None
        self.awaited.drop()
        self._asked, self._sure = self._sure, ""

    # Moving the cursor.

    def step(self, facing: Facing) -> None:
        """Handle a direction key: turn, go through a list, or move the cursor."""
        if self.look:
            self._walk(facing)
        elif order_draft.facing_part(self.legal, self.draft):
            self.draft = order_draft.with_facing(self.legal, self.draft, facing)
        elif order_draft.in_list(self.legal, self.draft):
            self.draft = order_draft.step_in_list(self.legal, self.draft, facing)
        elif self.mode is Mode.TARGET and order_draft.figures_only(self.legal, self.draft):
            self.cursor = (
                order_draft.nearest_towards(self.legal, self.draft, self.cursor, facing)
                or self.cursor
            )
            self._aim(self.cursor)
        else:
            self._walk(facing)
            self._lead(self.cursor)

    def leap(self, facing: Facing) -> None:
        """Move the cursor to the edge of the reach in a direction, or by several tiles."""
        self._jump_to(jumps.edge, facing, "{figure} reaches no tile farther {way}")

    def jump(self, facing: Facing) -> None:
        """Move the cursor to the next thing that counts in a direction."""
        self._jump_to(jumps.place, facing, "{figure} reaches no cover, objective or figure {way}")

    def _jump_to(self, find: jumps.Jump, facing: Facing, ends: str) -> None:
        """Move the cursor by a jump; ask first where that leaves the reach."""
        draft = evolve(self.draft, figure=self.draft.figure or self._next_able)
        tile = find(self.legal, draft, self.cursor, facing, beyond=False)
        if tile is None:
            tile = find(self.legal, draft, self.cursor, facing, beyond=True)
            if tile in (None, self.cursor):
                self.notice = f"nothing of interest {facing.name} of the cursor"
                return
            words = ends.format(figure=draft.figure, way=facing.name)
            if self._asks_again(words):
                self.notice = f"{words}; the same key again goes on beyond"
                return
        self.cursor = tile
        self._lead(tile)

    def _lead(self, tile: Tile) -> None:
        """Aim at the tile of the cursor; while nothing is drafted, propose what it could mean."""
        if self.mode is not Mode.SELECT:
            self._aim(tile)
        elif (figure := self.draft.figure or self._next_able) and not self.look:
            if not self.legal.can_act:
                return
            self._when_proposed(figure, tile, self._lead_to)

    def _lead_to(self, tile: Tile, proposal: OrderDraft | None) -> None:
        """Let the tile of the cursor mean what is proposed there."""
        if proposal is not None and not self.legal.own_figure_at(tile):
            self.draft = evolve(proposal, mode=Mode.SELECT)

    def _when_proposed(
        self, figure: str, tile: Tile, then: Callable[[Tile, OrderDraft | None], None]
    ) -> None:
        """Choose a figure; do something with its proposal at a tile when its chances are known."""
        self.draft = order_draft.select(figure)
        verb = order_draft.default_verb(self.legal, self.draft, tile)

        def propose() -> None:
            aims = self.given.aims(figure)
            then(tile, order_draft.proposed(self.legal, figure, tile, aims))

        self.awaited.begin(self.legal, figure, verb, self.legal.figures_at(tile), propose)

    def _walk(self, facing: Facing) -> None:
        tile = (self.cursor[0] + facing.delta[0], self.cursor[1] + facing.delta[1])
        if self.legal.board.inside(tile):
            self.cursor = tile

    def _aim(self, tile: Tile) -> None:
        if order_draft.only_faces(self.legal, self.draft):
            self._face(tile)
            return
        if not order_draft.on_map(self.legal, self.draft):
            return
        self.draft = order_draft.with_aim(self.legal, self.draft, tile)
        self._pinned = None
        if not self.draft.target and any(self.legal.figures_at(tile)):
            self._say_why(self.draft, tile)

    def _face(self, tile: Tile) -> bool:
        """Turn the figure of the draft towards a tile, from where it will stand.

        Returns False with a notice if it cannot turn there or faces there already.
        """
        start = order_draft.standing_tile(self.legal, self.draft)
        if start is None or start == tile:
            return False
        facing = facing_towards(start, tile)
        self.draft = order_draft.with_facing(self.legal, self.draft, facing)
        turned = order_draft.facing_of(self.legal, self.draft) == facing.name
        if not turned:
            self.notice = (
                f"{self.draft.figure} faces {facing.name} already, or cannot turn that way"
            )
        return turned

    def point(self, tile: Tile | None) -> None:
        """Preview the tile under the mouse; the cursor stays."""
        self.pointed = tile
        if tile is not None and self._pinned is None and not self.look and not self.advice:
            prepared = self._prepared
            self._aim(tile)
            self._hovered = self.draft, prepared

    @property
    def _prepared(self) -> Order:
        """The order in hand as it was before the mouse aimed it."""
        hovered, prepared = self._hovered
        return prepared if self.draft is hovered else self.draft.order

    def _say_why(self, draft: OrderDraft, tile: Tile) -> None:
        """Explain why the draft is not possible at a tile."""
        meant = intended_order(self.legal, draft.figure, draft.verb, tile)
        self.explain(explain_refusal(self.legal, meant))

    # The enemy's actions.

    @property
    def enemy_actions(self) -> tuple[SeenAction, ...]:
        """The enemy's actions that were seen in his last bounds."""
        if self._enemy_actions is None:
            view = self.legal.view
            self._enemy_actions = seen_actions(view, enemy_news(view), self.legal.ruleset)
        return self._enemy_actions

    def next_enemy_action(self, by: int, shown: SeenAction | None) -> None:
        """Show the next of the enemy's actions on the map, or the one before."""
        known = self.enemy_actions
        if not known:
            self.notice = "your side saw no enemy action"
            return
        at = known.index(shown) + by if shown in known else min(by - 1, 0)
        action = known[at % len(known)]
        self.show_action(action)
        keys = f"{self.key('news')}: next, {self.key('news_back')}: back"
        more = f" ({keys})" if len(known) > 1 else ""
        self.notice = f"{at % len(known) + 1}/{len(known)}{more}  {action.text}"

    def show_action(self, action: SeenAction) -> None:
        """Show an action on the map and move the cursor there, unless a target is being chosen."""
        self.shown_action = action
        if action.tile is not None and self.mode is not Mode.TARGET:
            self.cursor = action.tile

    # The bound.

    def upcoming(self, names: Sequence[str], after: str = "") -> tuple[str, ...]:
        """Some own figures in the order in which they follow `after`, else the latest chosen."""
        view, after = self.legal.view, after or self._latest
        # With the fallen: what follows one of them is next after it, too.
        mine = by_id(one.id for one in view.state.figures.values() if one.who.side == view.side)
        at = mine.index(after) + 1 if after in mine else 0
        return tuple(name for name in (*mine[at:], *mine[:at]) if name in names)

    def choose(self, figure: str) -> None:
        """Choose an own figure and move the cursor there."""
        self.draft = order_draft.select(figure)
        self.awaited.drop()
        self._latest, self._followed = figure, ""
        self.cursor = self.legal.position(figure) or self.cursor

    def choose_numbered(self, place: int) -> None:
        """Choose an own figure by its place in the roster, from 1."""
        view = self.legal.view
        names = [one.id for one in view.state.figures.values() if one.who.side == view.side]
        if place > len(names):
            self.notice = f"your list has {len(names)} figures"
        else:
            self.choose_listed(names[place - 1])

    def choose_listed(self, figure: str) -> None:
        """Choose an own figure of the roster, or say why it takes no orders."""
        if figure in self.legal.own_figures():
            self.choose(figure)
        else:
            # It is chosen all the same: the next key must not act on another figure.
            self.draft = order_draft.select(figure)
            self.notice = self._absence(figure)

    def _absence(self, figure: str) -> str:
        """Why an own figure takes no orders: `b4 takes no orders any more: downed`."""
        fate = self.legal.view.state.figures[figure].fate
        why = f"any more: {fate}" if fate else "yet: it comes later"
        return f"{figure} takes no orders {why}"

    def switch(self, what: str) -> None:
        """Switch look mode or an overlay; in look mode the figure under the cursor looks."""
        if what == "look":
            (self._stop_looking if self.look else self._start_looking)()
        else:
            setattr(self, what, not getattr(self, what))

    def _start_looking(self) -> None:
        """Describe the tile under the cursor; the order in hand stays, and has it back then."""
        self._looked_from, figure = self.cursor, self.current_figure
        ordered = self.draft.verb and figure == self.draft.figure
        if self.mode is Mode.SELECT and figure and not ordered:
            self.choose(figure)
            self.cursor = self._looked_from
        self.look = True

    def _stop_looking(self) -> None:
        """Let the cursor move figures again: where it is, or where the order in hand has it."""
        self.look = False
        if self.draft.verb:
            self.cursor = self._looked_from

    def _take_figure(self) -> bool:
        """Choose the current figure; False with a notice if there is none."""
        if (figure := self.current_figure) != self.draft.figure:
            self.choose(figure)
        if not figure:
            step, enter = self.key("next"), self.key("confirm")
            self.notice = f"choose a figure first: {step}, or go there and press {enter}"
        elif figure not in self.legal.own_figures():
            self.notice = self._absence(figure)
            return False
        return bool(figure)

    def end(self) -> Order | None:
        """End the bound, muster or deployment.

        Asks once if a figure can still act or an order is being drafted.
        """
        legal = self.legal
        key = self.key(end_key(legal))
        if self.drafting:
            doubt = f"order not confirmed; {key} again: end {part_words(legal)} without it"
        elif doubt := end_warning(legal, key):
            hint = better_than_end(legal, self.order_name) if self.preferences.hints else ""
            doubt += f". Hint: {hint}" if hint else ""
        if doubt and self._asks_again("end"):
            self.notice = doubt
            return None
        return end_order(legal)

    def mark(self) -> None:
        """Add the figure under the cursor to the group, or remove it."""
        figure = self.legal.own_figure_at(self.focus)
        if not figure:
            self.notice = f"none of your figures is there: {self.key('next')} selects the next"
        elif figure in self.group:
            self.leave_group(figure)
            self.notice = f"{figure} left the group; {self._together()}"
        else:
            self.group = (*self.group, figure)
            self.notice = self._together()

    def leave_group(self, figure: str) -> None:
        """Take a figure out of the group, so that it moves alone."""
        self.group = tuple(name for name in self.group if name != figure)

    def set_group(self, names: Sequence[str]) -> None:
        """Let these figures move together, and no others."""
        self.group = tuple(names)
        self.notice = self._together()

    def _together(self) -> str:
        if not self.group:
            return "the group is empty"
        if len(self.group) == 1:
            return f"group: {self.group[0]} alone. Mark others, and they move together"
        return f"group: {', '.join(self.group)}. Move one and the rest follow"

    def follow_up(self, order: Order, why: str = "") -> None:
        """After an order: say how a move that was stopped goes on; choose the next figure.

        `why`: the reason why it was stopped.
        """
        if not self.legal.can_act or self.mode is not Mode.SELECT:
            return
        if said := self.given.stop(self.legal, order, self.key("repeat")):
            self.notice = f"{said} ({why})" if why else said
            self.cursor = self.legal.position(order.figure) or self.cursor
        elif order.verb == DEPLOY.name:
            for name in self.upcoming(self.legal.unplaced_figures(), order.figure)[:1]:
                self.choose(name)
                self._followed = name
        elif order.figure and order.figure not in (self.legal.active_figures() or (order.figure,)):
            self._next_figure(1)
            self._followed = self.draft.figure

    def return_to(self, figure: str) -> None:
        """Choose the figure of an order that was taken back, unless the player has gone on."""
        if figure and self._followed and self.draft.figure == self._followed:
            self.choose(figure)

    def repeat(self) -> Order | None:
        """Go on with a move that was stopped; else draft the last order for the current figure."""
        onward = self.onward
        if onward is None:
            self._repeat_last()
        return onward

    @property
    def onward(self) -> Order | None:
        """The rest of a move of the current figure that was stopped, if it can be gone now."""
        return self.given.onward(self.legal, self.current_figure)

    def _repeat_last(self) -> None:
        if self.given.last is None:
            self.notice = "there is no order to repeat yet"
            return
        if not self._take_figure():
            return
        order, by = self.given.last
        figure = self.draft.figure
        draft = repeat.repeated_draft(self.legal, figure, order, by)
        if draft is not None:
            self.draft = draft
            end = None if by is None else order_draft.aimed_tile(self.legal, draft)
            self.cursor = end or self.legal.position(draft.target) or self.cursor
        elif by is None:
            self.explain(explain_refusal(self.legal, evolve(order, figure=figure)))
        else:
            self.explain(explain_verb_refusal(self.legal, figure, order.verb, self.cursor))

    def resign(self) -> Order | None:
        """Give the battle up; asks once."""
        if self._asks_again("resign"):
            self.notice = "press it again to give up the battle"
            return None
        return Order.of(RESIGN.name)

    def _asks_again(self, what: str) -> bool:
        """Whether to ask first; False if the same was asked just before."""
        moment = f"{what} {self.legal.view.state.clock.point}"
        asked = moment in (self._asked, self._sure)
        self._asked, self._sure = "", "" if asked else moment
        return not asked

    # Choices.

    def next(self, by: int) -> None:
        """Go to the next figure, target or line."""
        if order_draft.in_list(self.legal, self.draft):
            self.draft = order_draft.move_in_list(self.legal, self.draft, by)
        elif self.mode is not Mode.TARGET:
            self._next_figure(by)
        elif marks := self.legal.candidate_tiles(self.draft.figure, self.draft.verb):
            at = marks.index(self.cursor) + by if self.cursor in marks else min(by - 1, 0)
            self.cursor = marks[at % len(marks)]
            self._aim(self.cursor)
        elif self.legal.listed_targets(self.draft.figure, self.draft.verb):
            self.draft = order_draft.with_next_target(self.legal, self.draft, by)
            self.cursor = self.legal.position(self.draft.target) or self.cursor
        else:
            self._next_figure(by, self.draft.verb)

    def _next_figure(self, by: int, verb: str = "") -> None:
        """Choose the next figure that can act; with a verb, begin it for the next that can."""
        legal = self.legal
        able = legal.active_figures()
        if verb or not able:
            # Figures that only have free actions left can still be selected in turn.
            verbs = {name: legal.verbs(name) for name in legal.own_figures()}
            able = tuple(name for name in verbs if (verb in verbs[name] if verb else verbs[name]))
        if not able:
            self.notice = "no figure has an order left"
            return
        # The list of the muster marks the chosen figure alone.
        shown = self.draft.figure if legal.mustering else self.current_figure
        coming = self.upcoming(able, shown)
        last = coming[-1] == (shown or self._latest)
        self.choose(coming[0] if by > 0 else coming[-2 if last and len(coming) > 1 else -1])
        if verb:
            self._begin(verb)

    def menu(self) -> None:
        """Open the list of the figure's orders; begin the order if there is only one."""
        if not self._take_figure():
            return
        self.draft = order_draft.menu(self.draft)
        names = order_draft.menu_verbs(self.legal, self.draft)
        if len(names) == 1:
            self._begin(names[0])
        elif not names:
            self.draft = order_draft.select(self.draft.figure)
            self.notice = f"{self.draft.figure} cannot act now"

    def verb(self, name: str) -> Order | None:
        """Begin an order of the figure; the order itself if nothing is left to choose.

        Instead of a move whose end has been chosen it waits to be confirmed: it would be carried
        out before that move, and where the figure stands now.
        """
        moving = self.drafting and bool(self.draft.target)
        moving = moving and self.legal.target_shape(self.draft.verb) is Shape.PATH
        self._begin(name)
        return None if moving or self.draft.target else self._at_once()

    def _at_once(self) -> Order | None:
        """The order in hand if it leaves no choice and can be taken back for certain."""
        whole = self.drafting and order_draft.is_settled(self.legal, self.draft)
        return self.draft.order if whole and self._can_be_taken_back(self.draft.order) else None

    def _begin(self, name: str) -> None:
        """Begin an order of the figure."""
        # One that was chosen from the list, or instead of another, is meant by its name.
        chosen = self.mode is not Mode.SELECT
        if self.mode not in (Mode.SELECT, Mode.MENU):
            self.draft = order_draft.select(self.draft.figure)
        if not self._take_figure():
            return
        if name in self.legal.verbs(self.draft.figure):
            self.look = False
            begin = partial(self._begin_known, name, any_attack=not chosen)
            meant = self._attacked(name)
            if meant:
                self.draft = order_draft.select(self.draft.figure)
            self.awaited.begin(self.legal, self.draft.figure, name, meant, begin)
        else:
            self.explain(explain_verb_refusal(self.legal, self.draft.figure, name, self.cursor))

    def _attacked(self, verb: str) -> tuple[str, ...]:
        """The enemies of whom an attack on one is begun: at the cursor, else all."""
        if (
            self.legal.target_shape(verb) is not Shape.FIGURE
            or not self.legal.known_verbs[verb].dice
        ):
            return ()
        near = enemies_near(self.legal.view, self.draft.figure)
        here = () if self.legal.own_figure_at(self.cursor) else self.legal.figures_at(self.cursor)
        return tuple(name for name in near if name in here) or near

    def _begin_known(self, name: str, *, any_attack: bool) -> None:
        """Begin an order of the chosen figure, with the best way and target known."""
        last = self.given.aims(self.draft.figure).get(name)
        self.draft, self.cursor = default_draft(
            self.legal, self.draft, name, self.cursor, last, any_attack=any_attack
        )
        at_tile = self.legal.target_shape(self.draft.verb) is Shape.TILE
        self._begun_at = self.draft.order if at_tile else None
        if (short := out_of_range(self.legal, self.draft.figure, name)) is not None:
            self.notice = short.words

    @property
    def hint_order(self) -> Order | None:
        """What the first hint says to order in place of the draft, if one says so."""
        hint = offered_hint(self.legal, self.draft, self.preferences)
        return None if hint is None else hint.order

    def take_hint(self) -> None:
        """Draft what the first hint says, and say why; or say why there is none."""
        hint = offered_hint(self.legal, self.draft, self.preferences)
        if hint is None or hint.order is None:
            self.notice = no_hint_words(self.legal, self.draft, self.preferences)
            return
        before, order = self.draft, hint.order
        why = hint_words(hint, self.order_name, numbers=self.preferences.odds == EXACT)
        self.draft = repeat.draft_of(self.legal, order, before.figure)
        self._unhinted = (self.draft, before, self.cursor)
        self.cursor = order_draft.aimed_tile(self.legal, self.draft) or self.cursor
        change = hint_change_words(self.legal, before.order, order)
        self.notice = f"hint taken: {change} ({self.key('back')}: as before). {why}"

    def _untake_hint(self) -> bool:
        """Restore the order that a hint replaced, if it is still the one the hint gave."""
        hinted = self._unhinted
        if hinted is None or self.draft != hinted[0]:
            return False
        _, self.draft, self.cursor = hinted
        self._unhinted = None
        self.notice = "as before the hint"
        return True

    def options(self) -> None:
        """Open the details of the order."""
        if order_draft.details(self.legal, self.draft):
            self.draft = order_draft.with_details_open(self.legal, self.draft)
        else:
            self.notice = "there is no other choice"

    def share(self, by: int) -> None:
        """Change the share of the marked line, or take another variant."""
        before, self.draft = self.draft, order_draft.with_more_share(self.legal, self.draft, by)
        if self.draft == before:
            ways = f"{self.key('west')} and {self.key('east')} change it"
            one = "there are no other options"
            if order_draft.details(self.legal, self.draft):
                one = f"{self.key('options')}: its options, one by one"
            self.notice = one if self.mode is Mode.TARGET else ways

    def row(self, number: int) -> Order | None:
        """Click on a line: mark it, or take it if it was marked already."""
        if words := order_draft.listed_words(self.legal, self.draft):
            if words[number] == self.draft.target:
                return self.confirm()
            self.draft = order_draft.with_target(self.legal, self.draft, words[number])
            return self._at_once()
        again = self.draft.row == number
        self.draft = evolve(self.draft, row=number)
        if self.mode is Mode.FIELDS:
            self.draft = order_draft.with_next_detail_value(self.legal, self.draft, 1)
            return None
        return self.confirm() if again or self.mode is Mode.MENU else None

    def confirm(self) -> Order | None:
        """Handle the confirm key; an order if the draft is complete."""
        if self.look:
            self._stop_looking()
            return None
        question = self.legal.view.question
        match self.mode:
            case Mode.ANSWER if question is not None:
                return Order.of(ANSWER.name, target=question.options[self.draft.row])
            case Mode.MENU:
                return self.verb(order_draft.menu_verbs(self.legal, self.draft)[self.draft.row])
            case Mode.SELECT if not self.draft.verb:
                self._choose_at(self.focus)
            case Mode.TARGET | Mode.FIELDS | Mode.SELECT:
                return self._confirm_order()
            case _:
                pass
        return None

    def _confirm_order(self) -> Order | None:
        if not order_draft.complete(self.legal, self.draft):
            self._say_why(self.draft, self.focus)
            return None
        done = order_draft.confirmed(self.legal, self.draft)
        if isinstance(done, Order):
            return done
        self.draft = done
        return None

    def _choose_at(self, tile: Tile) -> None:
        """Choose the own figure on a tile or open its menu, else propose."""
        here = self.legal.own_figure_at(tile)
        if here and here != self.draft.figure:
            self.choose(here)
        elif here:
            self.menu()
        elif figure := self.draft.figure or self._next_able:
            self._when_proposed(figure, tile, self._propose)

    def _propose(self, tile: Tile, proposal: OrderDraft | None) -> None:
        """Draft what the chosen figure could do at a tile, or say why there is nothing."""
        figure = self.draft.figure
        if proposal is not None:
            self.draft = self._clicked = proposal
            self._pinned = tile
        elif verb := order_draft.default_verb(self.legal, self.draft, tile):
            self._say_why(evolve(self.draft, verb=verb), tile)
            if not any(self.legal.figures_at(tile)):
                self.notice = f"{tile_words(self.legal.view, tile, 1)}: {self.notice}"
        elif self.legal.deploying:
            self.explain(explain_verb_refusal(self.legal, figure, DEPLOY.name, tile))
        else:
            self.notice = f"there is nothing for {figure} to do there"

    def press(self, tile: Tile) -> None:
        """The left button goes down: an own figure is chosen, and its chances are shown."""
        here = self.legal.own_figure_at(tile)
        known = here == self.draft.figure and here != self._followed
        new = self.mode is Mode.SELECT and not self.look and not known
        if here and new and self.advice is None:
            self.choose(here)

    def face(self, start: Tile, tile: Tile) -> Order | None:
        """Drag with the other button: the move in hand ends facing that way, else a figure turns.

        The figure is the one at the beginning of the drag, else the current one.
        """
        if self.look or self.mode is Mode.ANSWER or start == tile:
            return None
        facing = facing_towards(start, tile)
        move = order_draft.with_end_facing(self.legal, self.draft, facing)
        if move is not None:
            self.draft, self._pinned = move, parse_path(move.target)[-1]
            return None
        return self._turn(self.legal.own_figure_at(start) or self.current_figure, facing)

    def _turn(self, figure: str, facing: Facing) -> Order | None:
        """Turn a figure where it stands."""
        legal, able = self.legal, self.legal.verbs(figure) if figure else ()
        verb = next((name for name in able if legal.target_shape(name) is Shape.FACING), "")
        if figure:
            self.choose(figure)
        if verb:
            self._begin(verb)
            self.draft = order_draft.with_facing(legal, self.draft, facing)
            if order_draft.facing_of(legal, self.draft) == facing.name:
                return self._at_once()
            self.draft = order_draft.select(figure)
        shapes = ((name, legal.target_shape(name)) for name in legal.known_verbs)
        turn = next((name for name, shape in shapes if shape is Shape.FACING), "")
        if figure and turn:
            self.explain(explain_refusal(legal, Order(turn, figure, facing.name)))
        else:
            self.notice = "choose a figure first" if turn else "figures turn only as they move here"
        return None

    def drag(self, start: Tile, tile: Tile) -> Order | None:
        """Drag from an own figure to a tile: choose it, and propose its order there.

        From elsewhere, in look mode, or while a question is asked, it is a click on the tile.
        """
        here = self.legal.own_figure_at(start)
        if start == tile or not here or self.look or self.mode is Mode.ANSWER:
            return self.click(tile)
        self.choose(here)
        self.cursor = tile
        self._when_proposed(here, tile, self._propose)
        return None

    def click(self, tile: Tile) -> Order | None:
        """Left click on a tile: look there, else choose or propose; the second click confirms.

        An own figure is chosen, which ends the look, and stays chosen if it is clicked again.
        """
        self.cursor, here = tile, self.legal.own_figure_at(tile)
        if self.look:
            if here and self.mode is Mode.SELECT:
                self._stop_looking()
                self.choose(here)
            return None
        pinned, self._pinned = self._pinned, None
        if self.mode is Mode.ANSWER:
            return self._click_answer(tile)
        if self.drafting:
            if self._means_order(tile, pinned):
                return self._clicked_order()
            if order_draft.facing_part(self.legal, self.draft):
                return self._click_facing(tile)
            if self._click_aim(tile):
                return None
        if here and here == self.draft.figure:
            self.draft = order_draft.select(here)
        else:
            self._choose_at(tile)
        return None

    def _clicked_order(self) -> Order | None:
        """The order in hand; a click alone gives none that may hit own figures."""
        forecast = self.legal.forecasts.get(self.draft.order)
        for hint in forecast.hints if forecast else ():
            if isinstance(hint, FriendlyFire):
                risk = risk_words(hint, numbers=self.preferences.odds == EXACT)
                self.notice = f"{risk}; {self.key('confirm')}: do it all the same"
                return None
        return self.draft.order

    def _click_facing(self, tile: Tile) -> Order | None:
        """Turn the figure of the draft towards a tile; the order if it is nothing but that."""
        turned = self._face(tile)
        self._pinned = tile if turned else None
        return self._at_once() if turned and self.draft.mode is Mode.TARGET else None

    def _click_aim(self, tile: Tile) -> bool:
        """Aim the draft at a tile, or say why not; False where another order can be meant."""
        figure = self.draft.figure
        if self.draft == self._clicked and order_draft.proposed(self.legal, figure, tile):
            return False  # What the player has not changed since is proposed again, to fit there.
        self.draft = evolve(self.draft, mode=Mode.TARGET)
        self._aim(tile)
        legal, draft = self.legal, self.draft
        if draft.target or draft.field:
            self._pinned = tile
        elif legal.own_figure_at(tile) or order_draft.proposed(legal, draft.figure, tile):
            self.notice = self.refused_rule = ""  # Something else is meant.
            return False
        else:
            # Nothing else can be meant there: the draft stays.
            self._say_why(draft, tile)
        return True

    def _means_order(self, tile: Tile, pinned: Tile | None) -> bool:
        """Whether a click gives the order in hand: one clicked before, or prepared by a key."""
        if not order_draft.complete(self.legal, self.draft):
            return False
        keyed = self._prepared == self.draft.order and self._prepared != self._begun_at
        return pinned == tile or (keyed and tile == order_draft.aimed_tile(self.legal, self.draft))

    def _click_answer(self, tile: Tile) -> Order | None:
        options = answer_options(self.legal.view, self.legal.known_verbs)
        for number, option in enumerate(options):
            if option.tile == tile:
                return self.row(number)
        return None

    def back(self) -> None:
        """Go one step back."""
        if self.look:
            self._stop_looking()
        elif self.mode is Mode.ANSWER:
            self.notice = "answer this first"
        elif not self._untake_hint():
            here = self.mode is Mode.SELECT and not self.draft.verb
            away = here and self.cursor != self.legal.position(self.draft.figure)
            if not (self.draft.figure and away):
                self.draft = order_draft.back(self.draft)
            self._pinned = None
            if self.mode is Mode.SELECT and self.draft.figure:
                self.cursor = self.legal.position(self.draft.figure) or self.cursor
