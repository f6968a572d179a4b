"""The battle: a seat with keys and mouse. What a key means is decided at the `Desk`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN
from skirmish.tui import manual
from skirmish.tui.bars import Panel
from skirmish.tui.keys import KEYS, Key, Mode, bindings, in_part, in_rules, usable, with_own
from skirmish.tui.map.widget import MapView
from skirmish.tui.march import march
from skirmish.tui.minimap import MiniMap
from skirmish.tui.prompts import rules_shown
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import InFull, Page
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.seat import PACE, SeatScreen
from skirmish.tui.screens.typed import Typed
from skirmish.tui.settled import show_settings
from skirmish.tui.side import side_of
from skirmish.tui.trace import Entry, log_of

__all__ = ["PACE", "BattleScreen"]


class BattleScreen(SeatScreen):
    """One battle, with the keys of the table and the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key of the table does something now; actions of others are not our business."""
        spelled = f"{action}({', '.join(map(repr, parameters))})" if parameters else action
        mine = [key for key in KEYS if key.action == spelled]
        if not mine:
            return True
        offers = self.desk.offers
        if action == "confirm" and self.rival.stopped:
            return True
        return bool(self.seat) and any(
            usable(key, self.mode, offers.battle_part) and in_rules(key, offers.known_verbs)
            for key in mine
        )

    def table(self) -> Sequence[Key]:
        """The keys that mean anything under these rules in this part of the battle."""
        offers = self.desk.offers
        table = with_own(KEYS, self.own_keys)
        return [
            k for k in table if in_part(k, offers.battle_part) and in_rules(k, offers.known_verbs)
        ]

    def _acted(self, order: Order | None = None) -> None:
        if order is not None:
            march(self, order)
        self.draw()

    def action_mark(self) -> None:
        """The figure there goes along with the marked ones, or not."""
        self.desk.touched()
        self.desk.mark()
        self._acted()

    def action_repeat(self) -> None:
        """The last order once more, for the figure at hand."""
        self.desk.touched()
        self.desk.repeat()
        self._acted()

    def action_step(self, direction: str) -> None:
        """A direction key."""
        self.desk.touched()
        self.desk.step(Facing[direction])
        self._acted()

    def action_next(self, by: int) -> None:
        """The next figure, target or line."""
        self.desk.touched()
        self.desk.next(by)
        self._acted()

    def action_confirm(self) -> None:
        """The confirm key; where the computer was stopped it goes on."""
        if self.adviser.taken():
            return
        self.desk.touched()
        if self.rival.stopped:
            self.rival.stop_or_go_on()
            self._acted()
        else:
            self._acted(self.desk.confirm())

    def action_row(self, number: int) -> None:
        """A line of the panel was clicked."""
        self.desk.touched()
        self._acted(self.desk.row(number))

    def action_figure(self, name: str) -> None:
        """A figure of the roster was clicked."""
        if self.mode not in (Mode.WAIT, Mode.ANSWER):
            self.desk.touched()
            self.desk.choose(name)
            self._acted()

    def action_back(self) -> None:
        """Back; while the computer thinks, stop it; when it was stopped, let it go on."""
        if self.adviser.stop():
            return
        self.desk.touched()
        if not self.game.over and self.game.players.get(self.game.to_act) != HUMAN:
            self.rival.stop_or_go_on()
        else:
            self.desk.back()
        self._acted()

    def action_verb(self, name: str) -> None:
        """Something for the chosen figure to do."""
        self.desk.touched()
        self.desk.verb(name)
        self._acted()

    def action_verbs(self) -> None:
        """All that the chosen figure can do."""
        self.desk.touched()
        self.desk.menu()
        self._acted()

    def action_options(self) -> None:
        """The order's details."""
        self.desk.touched()
        self.desk.options()
        self._acted()

    def action_share(self, by: int) -> None:
        """A larger or smaller share."""
        self.desk.touched()
        self.desk.share(by)
        self._acted()

    def action_switch(self, what: str) -> None:
        """Look mode, arcs, levels: on or off."""
        self.desk.touched()
        self.desk.switch(what)
        self._acted()

    def action_news(self, by: int) -> None:
        """What the enemy did, one deed after the other, on the map."""
        shown = self.desk.trace
        self.desk.touched()
        self.desk.retell(by, shown)
        self._acted()

    def action_panel(self) -> None:
        """All that the side panel says."""
        self.app.push_screen(InFull("In full", lambda width: side_of(self.desk, (width, 0)).lines))

    def action_advise(self) -> None:
        """What the computer would do for this side; while that is shown, the next best."""
        self.adviser.pressed()

    def action_undo(self) -> None:
        """Take the newest order back, if nothing came of it."""
        self.desk.touched()
        try:
            self.game.undo(self.seat)
        except SkirmishError as error:
            self.desk.explain(str(error))
        else:
            self.renew()
            self.desk.notice = "taken back"
        self._acted()

    def action_end(self) -> None:
        """End the bound."""
        self.desk.touched()
        self._acted(self.desk.end())

    # A name of its own: two keys with one action could not be told apart when one is out of use.
    action_ready = action_end

    def action_resign(self) -> None:
        """Give the battle up."""
        self.desk.touched()
        self._acted(self.desk.resign())

    def action_type(self) -> None:
        """A line for orders and questions."""
        if self.seat:
            self.app.push_screen(Typed(self))

    def action_leave(self) -> None:
        """Leave the battle as it stands."""
        self.post_message(self.Left())

    def action_help(self) -> None:
        """Keys, orders, the map."""
        lines = manual.help_lines(self.desk.offers, self.glyphs, self.own_keys)
        self.app.push_screen(Page("Help", lines))

    def action_settings(self) -> None:
        """Colours, what is told, keys."""
        show_settings(self.app)

    def action_briefing(self) -> None:
        """What the battle is about, and how it stands."""
        self.app.push_screen(manual.briefing_page(self.desk.offers.view, self.game.players))

    def action_rules(self) -> None:
        """The rules, those behind what is shown first."""
        self.app.push_screen(RulesPage(self.game.ruleset, rules_shown(self.desk)))

    def action_log(self) -> None:
        """The whole log, to filter; a line of it goes to its place on the map."""
        entries = log_of(self.desk.offers.view, self.game.ruleset)
        self.app.push_screen(LogPage(entries), self._retold)

    def _retold(self, entry: Entry | None) -> None:
        if entry is not None and (trace := entry.trace) is not None:
            self.desk.touched()
            self.desk.show_trace(trace)
            self.desk.notice = trace.text
            self.draw()

    @on(MapView.Pointed)
    def _pointed(self, event: MapView.Pointed) -> None:
        """The mouse shows what a click would do."""
        if self.seat:
            self.desk.point(event.tile)
            self.draw(follow=False)

    @on(MapView.Clicked)
    def _clicked(self, event: MapView.Clicked) -> None:
        """A click chooses, proposes, confirms; another button goes back."""
        if not self.seat:
            return
        if event.other:
            self.action_back()
            return
        self.desk.touched()
        order = self.desk.click(event.tile) if self.mode is not Mode.WAIT else None
        if order is not None:
            march(self, order)
        self.draw(follow=False)

    @on(MiniMap.Aimed)
    def _aimed(self, event: MiniMap.Aimed) -> None:
        """A click on the small map: the large one shows that part."""
        self.query_one("#map", MapView).look_at(event.tile)

    @on(MapView.Panned)
    @on(Panel.Sized)
    def _panned(self) -> None:
        """The small map's frame goes along, and the lines of the panel with its size."""
        self.draw(follow=False)

    @on(Panel.Chosen)
    async def _chosen(self, event: Panel.Chosen) -> None:
        """A line of the panel does what it says."""
        await self.run_action(event.action)
