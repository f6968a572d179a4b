"""A battle and the screens over it (curtain, recap, menu, report), and when each is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve

from skirmish.tui.screen_stack import ScreenStack

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.presentation.setup.game_setup import GameSetup
    from skirmish.session.battle_session import BattleSession
    from skirmish.tui.replay_flow import ReplayFlow
    from skirmish.tui.screens.battle import BattleScreen
    from skirmish.tui.screens.pause import HandOver


RESIGNED = "resigned"
"""Reason of an end that the player caused and need not be told."""
_DEAF = 0.5
"""Seconds without a key before the curtain can be lifted, or something chosen at the end."""


class Hotseat:
    """The battle being played, if any, and the changes of players at the keyboard."""

    def __init__(
        self,
        stack: ScreenStack,
        to_title: Callable[[], None],
        pace: float | None = None,
        replay_flow: ReplayFlow | None = None,
        play: Callable[[GameSetup], None] | None = None,
    ) -> None:
        """Begin without a battle.

        Args:
            stack: The screens.
            to_title: Called when the player leaves the battle.
            pace: Seconds that replace the usual pace; None for the usual one.
            replay_flow: Replays a battle.
            play: Called with the setup of a battle to play next.
        """
        self._stack = stack
        self._replay_flow = replay_flow
        self._to_title = to_title
        self._play = play
        self._deaf = _DEAF if pace is None else 2 * pace
        self._battle: BattleScreen | None = None
        self._reported = False
        self._recap_due = False

    def begin(self, battle: BattleScreen) -> None:
        """Show a battle from now on."""
        self._battle = battle
        self._reported = self._recap_due = False

    def close_battle(self) -> None:
        """Close the record of the battle, so that it can be opened again."""
        if self._battle is not None:
            self._battle.session.game.close()
            self._battle = None

    # From one player to the other.

    def player_changed(self, battle: BattleScreen, side: str) -> None:
        """Cover the screen for another player; the recap follows."""
        from skirmish.presentation.question_words import call_words
        from skirmish.tui.screens.curtain import CurtainScreen

        session = battle.session

        def lift() -> None:
            # The next view is set while nothing of the battle is shown.
            session.take_seat(side)
            self._stack.pop()
            if session.seat:
                self._recap(session)

        self._stack.pop_to(battle)
        call = call_words(session.game.view(side))
        self._stack.push(CurtainScreen(call, lift, self._to_title, deaf=self._deaf))

    def ai_ordered(self) -> None:
        """Show the recap after the last order of the computer's turn."""
        self._recap_due = self._battle is not None and self._battle.session.awaits_order
        self.resumed()

    def resumed(self) -> None:
        """Show the recap that is due, unless another screen lies over the battle."""
        battle = self._battle
        if self._recap_due and battle is not None and self._stack.top is battle:
            self._recap(battle.session)

    def _recap(self, session: BattleSession) -> None:
        from skirmish.tui.screens.recap import RecapScreen

        self._recap_due, battle = False, self._battle
        news = () if battle is None else battle.unwatched()
        if news and self._stack.settings.recaps:
            view, rules = session.controller.legal.view, session.game.ruleset
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
                PauseMenu(battle.session.game, battle.session.seat),
                lambda chosen: self._chosen(battle.session, chosen),
            )

    def _chosen(self, session: BattleSession, chosen: str | HandOver) -> None:
        from skirmish.tui.screens import pause

        if chosen == pause.TITLE:
            self._to_title()
        elif chosen == pause.RESIGN:
            self._stack.attempt("Not done", session.resign)
        elif chosen == pause.BRIEFING:
            self._show_briefing(session)
        elif chosen == pause.RULES:
            self._show_rules(session)
        elif chosen == pause.SETTINGS:
            self._stack.show_settings()
        elif chosen == pause.LOOK_BACK and self._replay_flow is not None:
            self._replay_flow.show(session.game, session.seat)
        elif isinstance(chosen, pause.HandOver):
            self._stack.attempt("Not done", lambda: session.hand_over(chosen.side, chosen.player))

    def _show_briefing(self, session: BattleSession) -> None:
        from skirmish.tui.screens.briefing import briefing_page

        self._stack.push(briefing_page(session.controller.legal, session.game.players))

    def _show_rules(self, session: BattleSession) -> None:
        from skirmish.tui.screens.rules_page import RulesPage

        self._stack.push(RulesPage(session.game.ruleset))

    # The end.

    def battle_over(self, game: Game) -> None:
        """Show how the battle ended, then the report; only once."""
        from skirmish.game import HUMAN

        battle = self._battle
        if battle is None or battle.session.game is not game or self._reported:
            return
        self._reported = True
        self._stack.pop_to(battle)
        if HUMAN in game.players.values() and game.state.tally.reason != RESIGNED:
            from skirmish.tui.screens.battle_end import BattleEndPage

            self._stack.push(
                BattleEndPage(battle.session, battle.row_of, deaf=self._deaf),
                lambda _: self._report(game),
            )
        else:
            self._report(game)

    def _report(self, game: Game) -> None:
        from skirmish.tui.screens.report import ReportScreen

        back = self._replay_flow
        replay, moment = (back.show, back.show_line) if back is not None else (None, None)
        self._stack.push(
            ReportScreen(
                game,
                self._to_title,
                replay=replay,
                moment=moment,
                play=self._play,
                deaf=self._deaf,
            )
        )
