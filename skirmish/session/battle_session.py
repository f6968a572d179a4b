"""A battle as the player in the seat meets it: input, orders, computer, advice.

A `BattleSession` takes what a player wants to do and announces what has changed. A screen draws it;
a test drives it without a screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Concatenate, ParamSpec

from skirmish.ai import Choice
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import RESIGN, Order, parse_order
from skirmish.core.view import News, View
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.presentation.battle_totals import (
    fallen_figures,
    last_order_mark,
    unfollowed_mark,
)
from skirmish.presentation.log.event_sentences import log_sentences, why_stopped
from skirmish.presentation.odds.target_chances import TargetChance
from skirmish.presentation.reasons.advice import ADVISER_OFF, AdviceRequest
from skirmish.presentation.setup.opponents import ComputerOpponent, OpponentFactory
from skirmish.presentation.setup.preferences import Preferences
from skirmish.presentation.wording import order_words
from skirmish.session import bound_input, mouse_input, order_input
from skirmish.session.adviser import Adviser, Failed, Then, ends, show_advice
from skirmish.session.ai_driver import AiChoice, AiDriver
from skirmish.session.announcements import Announcements, Topic
from skirmish.session.controller import Controller
from skirmish.session.enemy_actions import SeenAction, has_news, passed_turn, seen_actions
from skirmish.session.executor import Executor, ImmediateExecutor
from skirmish.session.forecast_worker import DraftWork
from skirmish.session.group_move import give_with_group
from skirmish.session.key_words import KeyWords, NoKeys
from skirmish.session.mode import Mode
from skirmish.session.standing_orders import standing_answer

Given = ParamSpec("Given")


class BattleSession:
    """One battle and the player in its seat.

    Attributes:
        game: The battle.
        seat: The side whose player is in the seat; empty between two players.
        controller: The input of that player; a new one after every change of seats.
        ai_driver: Finds the orders of the sides that no person plays.
        adviser: Asks the computer for the player.
        changes: Announces changes to observers.
        failure: The error by which the last order or undo failed; None if it was done.
        when_shown: Calls a function when the computer's order that was seen has been shown;
            by default after the pace.
        rules_quoted: Ids of the rules whose text a refusal of a typed line has quoted.
    """

    def __init__(
        self,
        game: Game,
        executor: Executor | None = None,
        *,
        hire: OpponentFactory = ComputerOpponent,
        keys: KeyWords | None = None,
        preferences: Preferences | None = None,
        pace: float = 0.0,
    ) -> None:
        """Begin with an empty seat.

        Args:
            game: The battle, new or resumed.
            executor: Runs the computer's searches; by default at once.
            hire: Makes the opponent of a side that no person plays.
            keys: The keys that texts name.
            preferences: How much information the player wants.
            pace: Seconds for which a computer's order that was seen is shown.
        """
        self.game = game
        self.seat = self._progress_notice = ""
        self.failure: SkirmishError | None = None
        self._keys = keys or NoKeys()
        self._preferences = preferences or Preferences()
        self._executor = executor or ImmediateExecutor()
        self._pace = pace
        self.when_shown: Callable[[Callable[[], None]], None] = self.after_pace
        self.changes = Announcements()
        self.ai_driver = AiDriver(
            *(game, hire, self._executor),
            seat=lambda: self.seat,
            found=self._ai_found,
            changed=partial(self.changes.announce, Topic.PROGRESS),
        )
        self.adviser = Adviser(game, self._executor, self._adviser_changed)
        self._draft_work = DraftWork(self._executor, self.changes, self.say, self._chances_found)
        self._fallen: tuple[View, Mapping[Tile, Figure]] | None = None
        self.controller = self._new_controller(game.sides[0])
        self.rules_quoted: list[str] = []

    def _new_controller(self, side: str) -> Controller:
        game = self.game
        free = partial(game.can_be_taken_back, side)
        known = game.ruleset, game.view(side), self._keys, self._preferences, free
        return Controller(*known, waits=True)

    @property
    def preferences(self) -> Preferences:
        """How much information the player wants."""
        return self._preferences

    @preferences.setter
    def preferences(self, preferences: Preferences) -> None:
        self._preferences = self.controller.preferences = preferences

    def say(self, words: str) -> None:
        """Show words to the player, until the next input."""
        with self.changes.collect(Topic.CHOICE):
            self._note(words)

    def _note(self, words: str) -> None:
        self.controller.notice = words

    # Players.

    def begin(self) -> None:
        """Seat the first player, or call that player if another one may be looking."""
        if self.game.must_cover(""):
            self.call_next_player()
        else:
            self.take_seat(self.game.viewing_side or self.game.sides[0])

    def take_seat(self, side: str) -> None:
        """Show a side's view to its player and let play go on."""
        with self.changes.collect(Topic.SEAT | Topic.VIEW | Topic.CHOICE | Topic.CURSOR):
            self.adviser.stop()
            self.ai_driver.cancel()
            self.seat = side
            self.controller = self._new_controller(side)
            self.proceed()

    def cover(self) -> None:
        """Empty the seat, and stop the adviser and the computer."""
        with self.changes.collect(Topic.SEAT):
            self.adviser.stop()
            self.ai_driver.cancel()
            self.seat = ""

    def call_next_player(self) -> None:
        """Empty the seat until the next player takes it."""
        with self.changes.collect(Topic.NEXT_PLAYER):
            self.cover()

    def close(self) -> None:
        """End the session; the record is kept."""
        self.changes.close()
        self.cover()

    def hand_over(self, side: str, player: str) -> None:
        """Change the player of a side: "human", or a level of the computer.

        Raises:
            SkirmishError: It is refused or cannot be recorded.
        """
        self._change_players(lambda: self.game.hand_over(side, player))

    def resign(self) -> None:
        """Give up the battle for the side in the seat, without asking.

        Raises:
            SkirmishError: It is refused or cannot be recorded.
        """
        self._change_players(lambda: self.game.order(self.seat, RESIGN.name))

    def _change_players(self, order: Callable[[], object]) -> None:
        """Give an order that changes the players; continue with the player then in the seat."""
        self.failure = None
        game, before = self.game, self.game.players
        order()
        side = game.viewing_side
        if game.over or side in ("", self.seat):
            self.take_seat(self.seat)
        elif _another_person(before, game.players, side):
            self.call_next_player()
        else:
            self.take_seat(side)

    def proceed(self) -> None:
        """Let play go on: to the end, the next player, or the computer."""
        game = self.game
        if not self.seat:
            return
        if game.over:
            self.ai_driver.cancel()
            self.changes.announce(Topic.CHOICE | Topic.CURSOR | Topic.OVER)
        elif game.players.get(game.to_act) == HUMAN:
            if game.must_cover(self.seat):
                self.call_next_player()
            elif game.warning and not self.controller.notice:
                self.controller.notice = game.warning
                self.changes.announce(Topic.CHOICE | Topic.CURSOR)
        elif not self.ai_driver.thinking:
            self.ai_driver.think()

    @property
    def mode(self) -> Mode:
        """What the player is asked for."""
        mine = self.game.to_act == self.seat and not self.game.over
        computer = self.computer_level or self.ai_driver.thinking
        return self.controller.mode if mine and not computer else Mode.WAIT

    @property
    def computer_level(self) -> str:
        """The level of the computer that plays the side in the seat; "" for a person."""
        player = self.game.players.get(self.seat, HUMAN)
        return "" if player == HUMAN else player

    @property
    def awaits_order(self) -> bool:
        """Whether play waits for an order, not an answer, of the person in the seat."""
        game, seat = self.game, self.seat
        if not seat or game.over or game.to_act != seat or game.players[seat] != HUMAN:
            return False
        return game.view(seat).question is None

    @property
    def recap_news(self) -> tuple[News, ...]:
        """What the seated side learnt since its last order; empty if only bounds began."""
        view = self.game.view(self.seat)
        news = view.news[self.recap_start :]
        return news if has_news(view, news) else ()

    @property
    def recap_start(self) -> int:
        """Index of the first news that the seated side learnt since its last order."""
        return last_order_mark(self.game, self.seat)

    @property
    def unfollowed_start(self) -> int:
        """Index of the first news that the player in the seat may not have followed."""
        return unfollowed_mark(self.game, self.seat)

    # Orders.

    def do(
        self,
        intent: Callable[Concatenate[Controller, Given], Order | None],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> None:
        """Handle an input, such as `order_input.menu`, and give the order that it completes.

        Does nothing while the seat is empty.
        """
        if not self.seat:
            return
        with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
            self.controller.clear_transient()
            order = intent(self.controller, *args, **kwargs)
            self._await_chances()
            if order is not None:
                self.give_order(order)

    def _await_chances(self) -> None:
        """Request the chances that an attack waits for, if one does."""
        awaited = (controller := self.controller).awaited
        if awaited.pending is not None:
            self._draft_work.request_chances(controller)
            if not self._draft_work.chances(controller)[1]:
                awaited.go_on()
        awaited.input_handled()

    def _chances_found(self) -> None:
        """Show the chances against enemies, and the attack that waited for them."""
        shown = self.controller.awaited.chances_found(self._executor.now())
        choice = Topic.CHOICE | Topic.CURSOR
        self.changes.announce(Topic.MAP | choice if shown else Topic.MAP)

    @property
    def _unread(self) -> bool:
        return self.controller.awaited.is_unread(self._executor.now())

    def give_order(self, order: Order) -> None:
        """Give an order of the seated player; the group of a figure that moves follows."""
        with self.changes.collect():
            give_with_group(self, order)

    def give(self, order: Order) -> None:
        """Give an order of the seated player alone; a refusal becomes the notice.

        A move that is stopped only by enemies already reported in this bound goes on by itself.
        """
        with self.changes.collect():
            known, before, given = self.news_count, self.controller.legal, self.controller.given
            if self._carry_out(self.seat, order):
                news = self.game.view(self.seat).news[known:]
                old = given.is_old(news, order.figure)
                self.renew()
                self._confirm(order, known)
                start, why = before.position(order.figure), why_stopped(news, order.figure)
                bound_input.follow_up(self.controller, order, start, why)
                rest = given.rest(before, self.controller.legal, order) if old else None
                if rest is None:
                    self.proceed()
                else:
                    self._note("")
                    self.give(rest)

    def _confirm(self, order: Order, known: int) -> None:
        """Confirm that an order was carried out, if the log has no sentence about it."""
        view = self.controller.legal.view
        verb = self.game.verbs.get(order.verb)
        if not order.figure or verb is None or self.controller.notice:
            return
        if not log_sentences(view, view.news[known:], self.game.ruleset):
            self._note(f"{order.figure}: {order_words(view, verb, order)}, done")

    @property
    def news_count(self) -> int:
        """Number of news that the player has."""
        return len(self.game.view(self.seat).news)

    def _carry_out(self, side: str, order: Order) -> bool:
        """Carry out an order; False with a notice if it is refused.

        Questions that arise on the way are answered by standing orders where possible.
        """
        game = self.game
        done = self._attempt(lambda: game.order(side, order))
        while done and (answer := standing_answer(game)) is not None:
            asked = game.to_act
            done = self._attempt(partial(game.order, asked, answer))
        return done

    def _attempt(self, do: Callable[[], object]) -> bool:
        self.failure = None
        try:
            do()
        except SkirmishError as error:
            self.failure = error
            self.controller.explain(error)
            self.changes.announce(Topic.CHOICE)
        return self.failure is None

    def renew(self) -> None:
        """Take the current view."""
        if self.seat:
            before = self.controller.legal.view.state.clock.point
            self.controller.renew(self.game.view(self.seat))
            legal = self.controller.legal
            if legal.can_act and legal.view.state.clock.point != before:
                self.controller.bound_shown = self._executor.now()
            self.changes.announce(Topic.VIEW | Topic.CHOICE | Topic.CURSOR)

    def undo(self) -> None:
        """Take the last order back, if it revealed nothing; a refusal becomes the notice."""
        with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
            self.controller.clear_transient()
            mine = [one.order for one in self.game.known_entries(self.seat) if one.order]
            if self._attempt(lambda: self.game.undo(self.seat)):
                self.renew()
                bound_input.return_to(
                    self.controller, parse_order(mine[-1], self.game.verbs).figure
                )
                self._note(f"taken back: {self._words_of(mine[-1])}")

    def _words_of(self, text: str) -> str:
        """An order of the player in words."""
        order = parse_order(text, self.game.verbs)
        said = order_words(self.controller.legal.view, self.game.verbs[order.verb], order)
        return f"{order.figure} {said}".strip()

    # Input that concerns more than the player's own choices.

    def confirm(self, pressed: float = math.inf) -> None:
        """Confirm, also the end of the bound; take the advice shown; let a stopped computer go on.

        Nothing is confirmed while the adviser thinks, because the player waits for its advice.
        """
        if self._unread or self.adviser.thinking or self.accept_advice(pressed):
            return
        if self.ai_driver.stopped:
            with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
                self.controller.clear_transient()
                self.toggle_stop()
        elif self.controller.is_asking("end") and not self.controller.drafting:
            self.do(bound_input.end_by_confirm, pressed)
        else:
            self.do(order_input.confirm)

    def back(self) -> None:
        """Go back; while the computer or the adviser thinks, stop it, or let it go on."""
        with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
            if not self.adviser.stop():
                advice = self.controller.advice
                self.controller.clear_transient()
                if not self.game.over and self.game.players.get(self.game.to_act) != HUMAN:
                    self.toggle_stop()
                elif advice is not None and advice.other:
                    self.controller.choose(advice.other)
                else:
                    order_input.back(self.controller)

    def choose_figure(self, name: str) -> None:
        """Choose an own figure by its id, unless something else is asked for.

        For an enemy it acts like a click on its tile.
        """
        if self.mode in (Mode.WAIT, Mode.ANSWER):
            return
        legal = self.controller.legal
        figure = legal.view.state.figures.get(name)
        if figure is None:
            return
        if figure.side == legal.view.side:
            self.do(order_input.choose_listed, name)
        elif (tile := legal.position(name)) is not None:
            with self.changes.collect(Topic.CURSOR):
                self.click(tile)

    def choose_numbered(self, place: int) -> None:
        """Choose an own figure by its place in the roster, unless something else is asked for."""
        if self.mode not in (Mode.WAIT, Mode.ANSWER):
            self.do(order_input.choose_numbered, place)

    def point(self, tile: Tile | None) -> None:
        """Preview the tile under the mouse."""
        if self.seat:
            mouse_input.point(self.controller, tile)
            self.changes.announce(Topic.CHOICE)

    def click(self, tile: Tile) -> None:
        """Choose, propose or confirm by the mouse."""
        self.drag(tile, tile)

    def drag(self, start: Tile, tile: Tile) -> None:
        """Handle a drag from one tile to another: choose a figure and propose its order.

        On a single tile, or from a tile without an own figure, it is a click.
        """
        if not self.seat or (self._unread and tile == self.controller.cursor):
            return
        with self.changes.collect(Topic.CHOICE):
            self.controller.clear_transient()
            waiting = self.mode is Mode.WAIT
            order = None if waiting else mouse_input.drag(self.controller, start, tile)
            self._await_chances()
            if order is not None:
                self.give_order(order)

    def press(self, tile: Tile) -> None:
        """Choose the figure on the tile where the mouse button went down."""
        if self.seat and self.mode is not Mode.WAIT:
            with self.changes.collect(Topic.CHOICE):
                mouse_input.press(self.controller, tile)

    def face(self, start: Tile, tile: Tile) -> None:
        """Turn a figure, or change the facing at the end of its move, by the mouse."""
        if self.seat and self.mode is not Mode.WAIT:
            with self.changes.collect(Topic.CHOICE):
                self.controller.clear_transient()
                if (order := mouse_input.face(self.controller, start, tile)) is not None:
                    self.give_order(order)

    def next_enemy_action(self, by: int) -> None:
        """Show the enemy's next or previous action on the map."""
        self.do(bound_input.next_enemy_action, by, self.controller.shown_action)

    def show_action(self, action: SeenAction) -> None:
        """Show an action on the map, with its sentence."""
        with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
            self.controller.clear_transient()
            bound_input.show_action(self.controller, action)
            self._note(action.text)

    def request_forecast(self) -> None:
        """Request the forecast of the draft order, and the chances and rims on the map."""
        self._draft_work.request(self.controller)

    @property
    def target_chances(self) -> tuple[tuple[TargetChance, ...], tuple[str, ...]]:
        """The known chances against enemies, and the enemies whose chances are still missing."""
        return self._draft_work.chances(self.controller)

    @property
    def fallen(self) -> Mapping[Tile, Figure]:
        """The figures that the side in the seat saw fall, by tile."""
        view = self.controller.legal.view
        if self._fallen is None or self._fallen[0] is not view:
            self._fallen = view, fallen_figures(self.game, view.side)
        return self._fallen[1]

    # The computer.

    def toggle_stop(self) -> None:
        """Stop the computer, or let it go on."""
        self.ai_driver.stopped = not self.ai_driver.stopped
        if not self.ai_driver.stopped:
            self._ai_found()
            self.proceed()

    def _ai_found(self) -> None:
        """Give the order that the computer found."""
        choice = self.ai_driver.take()
        if choice is None:
            return
        with self.changes.collect():
            game, side = self.game, choice.view.side
            if game.view(side) is choice.view and game.players.get(side) != HUMAN:
                self._give_ai_order(choice)
                self.changes.announce(Topic.AI_ORDER)
            else:
                self._executor.later(0, self.proceed)

    def _give_ai_order(self, choice: AiChoice) -> None:
        known = self.news_count
        if choice.order is None or not self._carry_out(choice.view.side, choice.order):
            self.ai_driver.stopped = True
            self._note(choice.fault or self.controller.notice)
        self.renew()
        self._stop_after_lost_turn(known)
        seen = self.news_count > known
        if seen and self.mode is Mode.WAIT:
            self._follow_action(known)
        if seen:
            self.when_shown(self.proceed)
        else:
            self._executor.later(0, self.proceed)

    def _stop_after_lost_turn(self, known: int) -> None:
        """Stop the computer where a turn passed in which no figure of the player could act."""
        game, controller = self.game, self.controller
        lost = passed_turn(controller.legal.view, known)
        if lost and not game.over and not self.computer_level:
            self.ai_driver.stopped = game.players.get(game.to_act) != HUMAN
            on = f"; {controller.key('confirm')}: go on" if self.ai_driver.stopped else ""
            self._note(f"none of your figures could act in turn {lost}{on}")

    def after_pace(self, then: Callable[[], None]) -> None:
        """Call a function after the time for which a computer's order is shown."""
        self._executor.later(self._pace, then)

    def _follow_action(self, known: int) -> None:
        """Show the newest action seen, unless the player looks elsewhere."""
        view, rules = self.controller.legal.view, self.game.ruleset
        seen = seen_actions(view, view.news[known:], rules)
        actions = [one for one in seen if one.tile is not None]
        if actions and not self.controller.look:
            bound_input.show_action(self.controller, actions[-1])

    # Advice.

    @property
    def advice_refusal(self) -> str:
        """Why there is no advice now; empty where there is."""
        if not self.seat or self.mode is Mode.WAIT:
            return "advice is only given when you can give orders"
        if not self.preferences.adviser:
            return f"{ADVISER_OFF} (none); press {self.controller.key('settings')} to change it"
        return ""

    def advise(self) -> None:
        """Ask for advice; while it is shown, show the next candidate."""
        with self.changes.collect(Topic.CHOICE | Topic.CURSOR):
            controller = self.controller
            if controller.advice is not None:
                show_advice(controller, controller.advice.next())
            elif not self.adviser.thinking:
                controller.clear_transient()
                if why := self.advice_refusal:
                    self._note(why)
                else:
                    about = controller.draft.figure or controller.current_figure
                    self.ask_adviser(self._show_advice_for(controller), about=about)
            controller.awaited.input_handled()

    def ask_adviser(
        self, then: Then, level: str = "", failed: Failed | None = None, about: str = ""
    ) -> None:
        """Ask the adviser and hand its thought over, if the view is still the same.

        Args:
            then: Called with the question and the thought.
            level: Level of the computer; the preferred one if empty.
            failed: Called with the reason if there is no result; by default it becomes the notice.
            about: The figure that the player has chosen; "" for none.
        """
        level = level or self.preferences.adviser
        self.adviser.ask(self.seat, level, then, failed or self.say, about)

    def _show_advice_for(self, controller: Controller) -> Then:
        """Return a callback that shows the advice as a draft, unless the player has moved on."""
        asked = (controller.draft, controller.cursor)
        own_first = controller.has_chosen

        def show(question: AdviceRequest, thought: Choice) -> None:
            if self.controller is controller and asked == (controller.draft, controller.cursor):
                advice = question.advice(thought.explanation, own_first=own_first)
                show_advice(controller, advice)
                controller.awaited.note_shown(self._executor.now())
                self.changes.announce(Topic.CHOICE | Topic.CURSOR)

        return show

    def _adviser_changed(self) -> None:
        """Show the adviser's progress, or remove it when the adviser has ended."""
        controller = self.controller
        if self.adviser.thinking and self.seat:
            back = controller.key("back")
            self._progress_notice = f"the adviser thinks{self.adviser.progress}: {back} stops it"
            self._note(self._progress_notice)
        elif controller.notice == self._progress_notice:
            self._note("")
        self.changes.announce(Topic.PROGRESS)

    def accept_advice(self, pressed: float = math.inf) -> bool:
        """Carry out the advice shown, for its figure alone. Returns whether there was any.

        Advice to end the bound answers what its key would ask about figures that can still act. If
        there is another question, the advice stays until that is answered.
        """
        advice = self.controller.advice
        if advice is None:
            return False
        bound_input.leave_group(self.controller, advice.order.figure)
        if ends(self.controller, advice):
            line = len(self.game.lines)
            self.do(bound_input.end_as_advised, pressed)
            if len(self.game.lines) == line:
                self.controller.advice = advice
        else:
            self.do(order_input.confirm)
        return True


def _another_person(before: Mapping[str, str], now: Mapping[str, str], side: str) -> bool:
    """Whether the side is taken over by another person than the one who changed the players.

    If no other person is left, and the computer had that side, it is the same person.
    """
    return before[side] == HUMAN or list(now.values()).count(HUMAN) > 1
