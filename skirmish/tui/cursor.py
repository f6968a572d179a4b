"""What a player sees and points at: his view, the cursor, the order so far, the last notice."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.orders import END, READY, Order
from skirmish.core.view import View
from skirmish.presentation.advice import Advice
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, intended_order
from skirmish.presentation.wording import answer_options, refusal_on_screen, with_keys
from skirmish.rulesets.protocol import Ruleset
from skirmish.tui import default_action, order_draft
from skirmish.tui.animation import Marks
from skirmish.tui.enemy_actions import SeenAction, enemy_news, seen_actions
from skirmish.tui.keys import KEYS, Mode, key_for, verb_key
from skirmish.tui.order_draft import OrderDraft
from skirmish.tui.settings import EXACT


class CursorState:
    """One player's hand on the battle.

    Attributes:
        offers: What may be ordered, for the present view.
        pick: The order as far as it is put together.
        cursor: The tile that keys move.
        pointed: The tile under the mouse, until a key is pressed.
        look: Whether the panel describes a tile.
        arcs: Whether it is shown what figures cover.
        levels: Whether the height of the ground is shown.
        threat: Whether it is shown what enemies in sight cover.
        field: Whether it is shown what the tile under the cursor sees and is seen from.
        reach: Whether it is shown how far the figure at hand can go.
        numbers: Whether figures show their numbers in place of where they face.
        shown_action: The deed that is shown again on the map, if any.
        notice: What the player should read now.
        flash: Marks on the map that stand for a moment.
        hints: Whether it is said what could be done better.
        detail: How finely odds are told: exact, rough or none.
        group: The figures that go along when one of them moves.
        last: The order given last, and how far it went, if it was a move.
        typed: The lines that were typed in this sitting.
        advice: What the adviser proposes, while that is looked at; it is in `pick` as well.
    """

    def __init__(
        self, ruleset: Ruleset, view: View, own_keys: Mapping[str, str] | None = None
    ) -> None:
        """Sit down before a view; `own_keys` are keys that the player gave himself, by id."""
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
        """The key with this id in the table, as the player knows it."""
        return key_for(name, self._own_keys)

    def verb_key(self, verb: str) -> str:
        """The key of an order, as the player knows it; empty for one that has none."""
        return verb_key(verb, self.offers.battle_part, self._own_keys)

    def explain(self, why: str) -> None:
        """Say why something is not possible, in the words of the screen."""
        self.notice = self.worded(why)

    def worded(self, why: str) -> str:
        """A refusal in the words of the screen."""
        return refusal_on_screen(why, self._said_key)

    @property
    def objection(self) -> str:
        """Why the order in hand can't be for the tile under the cursor; empty if nobody asks."""
        asked = (
            order_draft.on_map(self.offers, self.draft) and not self.draft.field and not self.notice
        )
        order = intended_order(self.offers, self.draft.figure, self.draft.verb, self.focus)
        if not asked or not order.target or order_draft.complete(self.offers, self.draft):
            return ""
        return self.worded(str(explain_refusal(self.offers, order)))

    def keyed(self, text: str) -> str:
        """Words with the key of all that they name in quotes: orders, and `'undo'` or `'look'`."""
        return refusal_on_screen(text, self._any_key)

    def taught(self, lesson: str) -> str:
        """A lesson of a scenario: the same, and else as it was written."""
        return with_keys(lesson, self._any_key)

    def _any_key(self, word: str) -> str:
        return self.key(word) if word in [key.id for key in KEYS] else self._said_key(word)

    def _said_key(self, verb: str) -> str:
        """The key of an order of a figure or of the side; that of the menu where it has none."""
        if verb in (END.name, READY.name):
            return self.key(verb)
        return self.verb_key(verb) or (self.key("verbs") if verb in self.offers.known_verbs else "")

    @property
    def focus(self) -> Tile:
        """The tile that panel and hints are about."""
        return self.cursor if self.pointed is None else self.pointed

    @property
    def current_figure(self) -> str:
        """The own figure that a verb would be for: the one under the cursor, else the chosen."""
        chosen = self.draft.figure
        if chosen and self.offers.position(chosen) is None:
            return chosen
        return (self.mode is Mode.SELECT and self._own_at(self.focus)) or chosen

    @property
    def drafting(self) -> bool:
        """Whether an order is in hand that has not been given."""
        return self.mode in (Mode.TARGET, Mode.FIELDS)

    @property
    def covering(self) -> str:
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
        """Something happened: the chosen figure stays chosen, an order half put together goes.

        With a new bound the cursor goes home, to the chosen figure or one that can act.
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
            # Whom it is about is farther off than who is asked: that must be on the map.
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
        """A key was pressed or the mouse clicked: what was said and pointed at is past."""
        self.notice = ""
        self.flash = ()
        self.pointed = None
        self.shown_action = self.advice = None
        self._asked, self._sure = self._sure, ""

    # Where the cursor goes.

    def step(self, facing: Facing) -> None:
        """A direction key: it turns, walks through a list or moves the cursor."""
        if self.look:
            self._walk(facing)
        elif order_draft.facing_part(self.offers, self.draft):
            self.draft = order_draft.with_facing(self.offers, self.draft, facing)
        elif order_draft.in_list(self.offers, self.draft):
            self.draft = order_draft.step_in_list(self.offers, self.draft, facing)
        elif self.mode is Mode.TARGET and default_action.figures_only(self.offers, self.draft):
            self.cursor = (
                default_action.nearest_towards(self.offers, self.draft, self.cursor, facing)
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
        """The order in hand turns the figure towards a tile, from where it will stand.

        False with a notice if it does not: it may face that way already.
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
        """The mouse came to a tile: a preview, the cursor stays."""
        self.pointed = tile
        if tile is not None and self._pinned is None and not self.look and not self.advice:
            self._aim(tile)

    def _own_at(self, tile: Tile) -> str:
        figure = self.offers.view.state.standing(tile)
        mine = figure is not None and figure.who.side == self.offers.view.side
        return figure.id if figure is not None and mine else ""

    def _say_why(self, draft: OrderDraft, tile: Tile) -> None:
        """Why that can't be done there."""
        self.explain(
            str(
                explain_refusal(
                    self.offers, intended_order(self.offers, draft.figure, draft.verb, tile)
                )
            )
        )

    # What has happened.

    @property
    def enemy_actions(self) -> tuple[SeenAction, ...]:
        """What the enemy was seen to do in his last bounds."""
        if self._enemy_actions is None:
            view = self.offers.view
            self._enemy_actions = seen_actions(view, enemy_news(view))
        return self._enemy_actions

    def next_enemy_action(self, by: int, shown: SeenAction | None) -> None:
        """Show the next of the enemy's deeds on the map, or the one before."""
        known = self.enemy_actions
        if not known:
            self.notice = "the enemy was not seen to do anything"
            return
        at = known.index(shown) + by if shown in known else min(by - 1, 0)
        action = known[at % len(known)]
        self.show_action(action)
        self.notice = f"{at % len(known) + 1}/{len(known)}  {action.text}"

    def show_action(self, action: SeenAction) -> None:
        """Show a deed on the map, the cursor where it ended; an order half put together waits."""
        self.shown_action = action
        if action.tile is not None and self.mode is not Mode.TARGET:
            self.cursor = action.tile
