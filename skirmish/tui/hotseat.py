"""A battle and the screens over it: curtain, recap, menu, report, and when each one comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve

from skirmish.tui.screen_stack import ScreenStack

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.tui.replay_flow import ReplayFlow
    from skirmish.tui.screens.battle import BattleScreen


_DEAF = 0.5
"""Seconds without a key before the curtain can be lifted."""


class Hotseat:
    """The battle being played, if any, and the changes of players before the screen."""

    def __init__(
        self,
        stack: ScreenStack,
        to_title: Callable[[], None],
        pace: float | None = None,
        replay_flow: ReplayFlow | None = None,
    ) -> None:
        """Begin without a battle.

        Args:
            stack: The screens.
            to_title: Called when the player leaves the battle.
            pace: Seconds for a player to follow; None for the usual pace.
            replay_flow: Replays a battle.
        """
        self._stack = stack
        self._replay_flow = replay_flow
        self._to_title = to_title
        self._deaf = _DEAF if pace is None else 2 * pace
        self._battle: BattleScreen | None = None
        self._reported = False
        self._recap_due = False

    def begin(self, battle: BattleScreen) -> None:
        """Show a battle from now on."""
        self._battle = battle
        self._reported = self._recap_due = False

    def close_battle(self) -> None:
        """Close the record of the battle so that it can be opened again."""
        if self._battle is not None:
            self._battle.game.close()
            self._battle = None

    # From one player to the other.

    def player_changed(self, battle: BattleScreen, side: str) -> None:
        """Cover the screen for another player; the recap follows."""
        self._stack.pop_to(battle)
        self._cover(battle, side)

    def _cover(self, battle: BattleScreen, side: str) -> None:
        from skirmish.tui.screens.curtain import CurtainScreen

        def lift() -> None:
            # The next view is set while nothing of the battle is shown.
            battle.take_seat(side)
            self._stack.pop()
            if battle.seat:
                self._recap(battle)

        battle.cover()
        name = battle.game.view(side).state.setup.sides[side].name
        self._stack.push(CurtainScreen(name, lift, deaf=self._deaf))

    def ai_ordered(self) -> None:
        """Show the recap after the last order of the computer's turn."""
        battle = self._battle
        if battle is None or not _comes_back(battle):
            return
        if self._stack.top is battle:
            self._recap(battle)
        else:
            self._recap_due = True

    def _recap(self, battle: BattleScreen) -> None:
        from skirmish.presentation.battle_totals import last_order_mark
        from skirmish.tui.screens.recap import RecapScreen, has_news

        self._recap_due = False
        view = battle.game.view(battle.seat)
        news = battle.game.news_since(battle.seat, last_order_mark(battle.game, battle.seat))
        if self._stack.settings.recaps and has_news(view, news):
            rules = battle.game.ruleset
            self._stack.push(RecapScreen(view, news, self._stack.pop, self._no_recaps, rules))

    def _no_recaps(self) -> None:
        self._stack.apply_settings(evolve(self._stack.settings, recaps=False))

    # The menu.

    def menu(self) -> None:
        """Show the menu over the battle."""
        from skirmish.tui.screens.pause import PauseMenu

        battle = self._battle
        if battle is not None:
            self._stack.push(
                PauseMenu(battle.game, battle.seat), lambda chosen: self._chosen(battle, chosen)
            )

    def _chosen(self, battle: BattleScreen, chosen: str) -> None:
        from skirmish.tui.screens import pause

        game = battle.game
        if chosen == pause.TITLE:
            self._to_title()
        elif chosen == pause.RESIGN:
            self._give(battle, lambda: game.order(battle.seat, "resign"))
        elif chosen == pause.BRIEFING:
            self._show_briefing(battle)
        elif chosen == pause.RULES:
            self._show_rules(battle)
        elif chosen == pause.SETTINGS:
            self._stack.show_settings()
        elif chosen == pause.LOOK_BACK and self._replay_flow is not None:
            self._replay_flow.show(game, battle.seat)
        elif chosen.startswith(pause.HAND_OVER):
            side, player = chosen.removeprefix(pause.HAND_OVER).split(" ")
            self._give(battle, lambda: game.hand_over(side, player))
        elif self._recap_due:
            self._recap(battle)

    def _give(self, battle: BattleScreen, order: Callable[[], object]) -> None:
        """Do what changes who plays, and continue with the player then in the seat."""
        before = battle.game.players
        if self._stack.attempt("Not done", order) is None:
            return
        next_side = battle.game.viewing_side
        if battle.game.over or next_side in ("", battle.seat):
            battle.take_seat(battle.seat)
        elif _is_somebody_else(before, battle.game.players, next_side):
            self._cover(battle, next_side)
        else:
            battle.take_seat(next_side)

    def _show_briefing(self, battle: BattleScreen) -> None:
        from skirmish.tui.screens.briefing import briefing_page

        self._stack.push(briefing_page(battle.game.view(battle.seat), battle.game.players))

    def _show_rules(self, battle: BattleScreen) -> None:
        from skirmish.tui.screens.rules_page import RulesPage

        self._stack.push(RulesPage(battle.game.ruleset))

    # The end.

    def battle_over(self, game: Game) -> None:
        """Show the report, once."""
        from skirmish.tui.screens.report import ReportScreen

        battle = self._battle
        if battle is not None and battle.game is game and not self._reported:
            self._reported = True
            self._stack.pop_to(battle)
            back = self._replay_flow
            replay, moment = (back.show, back.show_line) if back is not None else (None, None)
            self._stack.push(ReportScreen(game, self._to_title, replay=replay, moment=moment))


def _is_somebody_else(before: Mapping[str, str], now: Mapping[str, str], side: str) -> bool:
    """Whether another person takes over than the one who changed the players.

    If no other person is left, and the computer had that side, it is the same person.
    """
    from skirmish.game import HUMAN

    return before[side] == HUMAN or list(now.values()).count(HUMAN) > 1


def _comes_back(battle: BattleScreen) -> bool:
    """Whether play waits for an order of the person in the seat."""
    from skirmish.game import HUMAN

    game, seat = battle.game, battle.seat
    if not seat or game.over or game.to_act != seat or game.players[seat] != HUMAN:
        return False
    return game.view(seat).question is None
