"""What a player sees and points at: the view, the cursor, the draft order, the notice."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.orders import END, READY, Order
from skirmish.core.view import View
from skirmish.presentation.advice import Advice
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, intended_order
from skirmish.presentation.wording import (
    answer_options,
    order_with_key,
    refusal_on_screen,
    with_keys,
)
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import order_draft
from skirmish.session.enemy_actions import SeenAction, enemy_news, seen_actions
from skirmish.session.order_draft import Mode, OrderDraft
from skirmish.tui.animation import Marks
from skirmish.tui.keys import KEYS, key_for, verb_key
from skirmish.tui.settings import EXACT


class CursorState:
    """One player's state on the battle screen.

    Attributes:
        offers: The legal orders on the present view.
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
        flash: Marks of the animation.
        hints: Whether hints are given.
        detail: How odds are told: exact, rough or none.
        group: The figures that move together.
        last: The last order, and how far it went if it was a move.
        typed: The lines typed so far.
        advice: The advice that is shown; its order is in `draft`.
    """

    def __init__(
        self, ruleset: Ruleset, view: View, own_keys: Mapping[str, str] | None = None
    ) -> None:
        """Begin with a view; `own_keys` are the player's own keys by id."""
        self._own_keys = own_keys
        self.offers = LegalOrders(ruleset, view)
        self.draft = OrderDraft()
        self.cursor: Tile = (0, 0)
        self.pointed: Tile | None = None
        self.look = self.arcs = self.levels = self.threat = self.field = self.reach = False
        self.numbers = False
        self.shown_action: SeenAction | None = None
        self._enemy_actions: tuple[SeenAction, ...] | None = None
        self.notice = ""
        self.flash: Marks = ()
        self.hints = True
        self.detail = EXACT
        self.group: tuple[str, ...] = ()
        self.last: tuple[Order, Tile | None] | None = None
        self.typed: list[str] = []
        self._latest = self._sure = self._asked = ""
        self._pinned: Tile | None = None
        self.advice: Advice | None = None
        self._go_home()
        self.renew(view)

    def key(self, name: str) -> str:
        """The player's key for an id of the table."""
        return key_for(name, self._own_keys)

    def verb_key(self, verb: str) -> str:
        """The player's key for an order; empty if there is none."""
        return verb_key(verb, self.offers.battle_part, self._own_keys)

    def explain(self, why: str) -> None:
        """Make a refusal the notice."""
        self.notice = self.refusal_text(why)

    def refusal_text(self, why: str) -> str:
        """A refusal as the screen words it, with keys."""
        return refusal_on_screen(why, self._said_key)

    @property
    def objection(self) -> str:
        """Why the draft cannot be aimed at the focused tile; empty if that is not asked."""
        asked = (
            order_draft.on_map(self.offers, self.draft) and not self.draft.field and not self.notice
        )
        order = intended_order(self.offers, self.draft.figure, self.draft.verb, self.focus)
        if not asked or not order.target or order_draft.complete(self.offers, self.draft):
            return ""
        return self.refusal_text(str(explain_refusal(self.offers, order)))

    def order_name(self, verb: str) -> str:
        """An order in words, followed by the player's key."""
        return order_with_key(verb, self._any_key)

    def lesson_text(self, lesson: str) -> str:
        """A lesson of a scenario with the player's keys, otherwise as written."""
        return with_keys(lesson, self._any_key)

    def _any_key(self, word: str) -> str:
        return self.key(word) if word in [key.id for key in KEYS] else self._said_key(word)

    def _said_key(self, verb: str) -> str:
        """The key of an order; that of the menu if the order has none."""
        if verb in (END.name, READY.name):
            return self.key(verb)
        return self.verb_key(verb) or (self.key("verbs") if verb in self.offers.known_verbs else "")

    @property
    def focus(self) -> Tile:
        """The tile that panel and hints describe."""
        return self.cursor if self.pointed is None else self.pointed

    @property
    def current_figure(self) -> str:
        """The own figure that a verb applies to: under the cursor, else the chosen one."""
        chosen = self.draft.figure
        if chosen and self.offers.position(chosen) is None:
            return chosen
        return (self.mode is Mode.SELECT and self._own_at(self.focus)) or chosen

    @property
    def drafting(self) -> bool:
        """Whether an order is being drafted."""
        return self.mode in (Mode.TARGET, Mode.FIELDS)

    @property
    def arc_figure(self) -> str:
        """The figure whose arc is shown: the one looked at, else the chosen one."""
        if not self.arcs:
            return ""
        looking = self.look or self.mode in (Mode.SELECT, Mode.WAIT)
        here = next(self.offers.figures_at(self.focus), "") if looking else ""
        return here or self.draft.figure

    @property
    def mode(self) -> Mode:
        """What the player is asked for."""
        return self.draft.mode

    def renew(self, view: View) -> None:
        """Take a new view; the chosen figure stays chosen, a draft is dropped.

        In a new bound the cursor goes to the chosen figure or the first that can act.
        """
        before = self.offers.view.state.clock.point
        self.offers = LegalOrders(self.offers.ruleset, view)
        self.shown_action = self._enemy_actions = self.advice = None
        mine = self.offers.own_figures()
        kept = self.draft.figure if self.draft.figure in mine else ""
        self.group = tuple(name for name in self.group if name in mine)
        self.draft = OrderDraft(figure=kept)
        self._pinned = None
        if view.state.clock.point != before and self.offers.can_act:
            self._latest = kept
            self._go_home()
        if view.question is not None:
            self.draft = OrderDraft(Mode.ANSWER, kept)
            # The subject of a question may be far from the figure asked; it must be on the map.
            about = (answer.tile for answer in answer_options(view, self.offers.known_verbs))
            place = self.offers.position(view.question.figure)
            self.cursor = next(filter(None, about), place) or self.cursor

    def _go_home(self) -> None:
        able = self.offers.active_figures() or tuple(figure.id for figure in self.offers.view.own())
        if self.draft.figure not in able and able:
            self.cursor = self.offers.position(able[0]) or self.cursor
        elif self.draft.figure:
            self.cursor = self.offers.position(self.draft.figure) or self.cursor

    def clear_transient(self) -> None:
        """Clear what lasts until the next input: notice, marks, shown action, advice."""
        self.notice = ""
        self.flash = ()
        self.pointed = None
        self.shown_action = self.advice = None
        self._asked, self._sure = self._sure, ""

    # Moving the cursor.

    def step(self, facing: Facing) -> None:
        """Handle a direction key: turn, go through a list, or move the cursor."""
        if self.look:
            self._walk(facing)
        elif order_draft.facing_part(self.offers, self.draft):
            self.draft = order_draft.with_facing(self.offers, self.draft, facing)
        elif order_draft.in_list(self.offers, self.draft):
            self.draft = order_draft.step_in_list(self.offers, self.draft, facing)
        elif self.mode is Mode.TARGET and order_draft.figures_only(self.offers, self.draft):
            self.cursor = (
                order_draft.nearest_towards(self.offers, self.draft, self.cursor, facing)
                or self.cursor
            )
            self._aim(self.cursor)
        else:
            self._walk(facing)
            self._aim(self.cursor)

    def _walk(self, facing: Facing) -> None:
        tile = (self.cursor[0] + facing.delta[0], self.cursor[1] + facing.delta[1])
        if self.offers.board.inside(tile):
            self.cursor = tile

    def _aim(self, tile: Tile) -> None:
        if order_draft.only_faces(self.offers, self.draft):
            self._face(tile)
            return
        if not order_draft.on_map(self.offers, self.draft):
            return
        self.draft = order_draft.with_aim(self.offers, self.draft, tile)
        self._pinned = None
        if not self.draft.target and any(self.offers.figures_at(tile)):
            self._say_why(self.draft, tile)

    def _face(self, tile: Tile) -> bool:
        """Turn the figure of the draft towards a tile, from where it will stand.

        Returns False with a notice if it cannot turn there or faces there already.
        """
        start = order_draft.standing_tile(self.offers, self.draft)
        if start is None or start == tile:
            return False
        facing = facing_towards(start, tile)
        self.draft = order_draft.with_facing(self.offers, self.draft, facing)
        turned = order_draft.facing_of(self.offers, self.draft) == facing.name
        if not turned:
            self.notice = (
                f"{self.draft.figure} faces {facing.name} already, or cannot turn that way"
            )
        return turned

    def point(self, tile: Tile | None) -> None:
        """Preview the tile under the mouse; the cursor stays."""
        self.pointed = tile
        if tile is not None and self._pinned is None and not self.look and not self.advice:
            self._aim(tile)

    def _own_at(self, tile: Tile) -> str:
        figure = self.offers.view.state.standing(tile)
        mine = figure is not None and figure.who.side == self.offers.view.side
        return figure.id if figure is not None and mine else ""

    def _say_why(self, draft: OrderDraft, tile: Tile) -> None:
        """Explain why the draft is not possible at a tile."""
        self.explain(
            str(
                explain_refusal(
                    self.offers, intended_order(self.offers, draft.figure, draft.verb, tile)
                )
            )
        )

    # The enemy's actions.

    @property
    def enemy_actions(self) -> tuple[SeenAction, ...]:
        """The enemy's actions that were seen in his last bounds."""
        if self._enemy_actions is None:
            view = self.offers.view
            self._enemy_actions = seen_actions(view, enemy_news(view))
        return self._enemy_actions

    def next_enemy_action(self, by: int, shown: SeenAction | None) -> None:
        """Show the next of the enemy's actions on the map, or the one before."""
        known = self.enemy_actions
        if not known:
            self.notice = "the enemy was not seen to do anything"
            return
        at = known.index(shown) + by if shown in known else min(by - 1, 0)
        action = known[at % len(known)]
        self.show_action(action)
        self.notice = f"{at % len(known) + 1}/{len(known)}  {action.text}"

    def show_action(self, action: SeenAction) -> None:
        """Show an action on the map and move the cursor there, unless a target is being chosen."""
        self.shown_action = action
        if action.tile is not None and self.mode is not Mode.TARGET:
            self.cursor = action.tile
