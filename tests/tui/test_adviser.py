"""Advice on the screen: in the panel, in the line of hints, below a typed line."""

from __future__ import annotations

from textual.pilot import Pilot

from skirmish.ai import LEVELS, Weighed
from skirmish.core.orders import Order
from skirmish.game import Game
from skirmish.presentation.reasons.advice import ADVISERS, Advice
from skirmish.presentation.setup.preferences import NONE, ROUGH, Preferences
from skirmish.session import order_input
from skirmish.session.adviser import show_advice
from skirmish.session.awaited_order import UNREAD
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.advice_lines import advice_prompt
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.narrow_lines import narrow_lines
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.settings import SETTINGS
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.top_line import top_line_words
from skirmish.tui.widgets import Footer
from tests.session.test_battle_session import fought
from tests.session.test_few_keys import seated
from tests.tui.test_battle import at_table, hint, panel, press
from tests.tui.test_command_line import typed
from tests.village import village


async def heard(pilot: Pilot[None]) -> None:
    """What is thought has been said, and stood there long enough to be read."""
    await pilot.app.workers.wait_for_complete(
        [worker for worker in pilot.app.workers if worker.group == "adviser"]
    )
    await pilot.pause(UNREAD)


async def test_advice_is_shown_and_taken_by_key() -> None:
    """The panel and the line of hints tell of it until it is taken."""
    async with at_table(fought()) as (pilot, screen):
        await press(pilot, "A")
        await heard(pilot)
        assert "-- advice 1 of" in panel(screen)
        assert "enter: do it" in hint(screen)
        lines = len(screen.session.game.lines)
        await press(pilot, "enter")

        assert "-- advice" not in panel(screen)
        assert len(screen.session.game.lines) > lines


async def test_escape_and_a_letter_that_come_as_one_key_mean_both() -> None:
    """The advice is left, and asked for from the start: `enter` does not take another one."""
    async with at_table(fought()) as (pilot, screen):
        await press(pilot, "A")
        await heard(pilot)
        await press(pilot, "A")
        assert "-- advice 2 of" in panel(screen)
        await press(pilot, "alt+shift+a")
        await heard(pilot)
        assert "-- advice 1 of" in panel(screen)
        await press(pilot, "alt+p")
        assert "-- advice" not in panel(screen)


async def test_advice_to_move_shows_the_odds_of_the_move() -> None:
    """Below the reasons in the panel; on the whole page first, above advice and lessons."""
    async with at_table(fought()) as (pilot, screen):
        controller = screen.session.controller
        name = controller.legal.active_figures()[0]
        tile = controller.legal.board.tiles_of(controller.legal.target_mask(name, "move"))[0]
        way = controller.legal.target_at(name, "move", tile)
        move = Weighed(Order("move", name, way), 900, terms=(("goal", 900),))
        show_advice(controller, Advice("regular", (move,)))
        screen.draw()
        await pilot.pause()
        short = panel(screen)
        page = "\n".join(one.plain for one in side_panel_lines(controller, (60, 0)).lines)

        assert short.index("-- advice") < short.index("-- why") < short.index("-- odds")
        assert "no enemy in sight sees it" in short or "in sight of" in short
        assert page.index(" odds ") < page.index(" advice ")


async def test_advice_is_asked_and_taken_in_the_footer() -> None:
    """Whatever it advises, the end of the bound too: the footer offers to do it, or another."""
    async with at_table(fought()) as (pilot, screen):
        await on_word(pilot, screen, "advice")
        await heard(pilot)
        await on_word(pilot, screen, "another")
        await heard(pilot)
        assert "-- advice 2 of" in panel(screen)
        lines = len(screen.session.game.lines)
        await on_word(pilot, screen, "confirm")
        assert len(screen.session.game.lines) > lines


def test_advice_with_details_alone_has_its_keys_in_the_footer() -> None:
    """The keys that the line of hints names, and no others: the details are listed already."""
    session = seated("trait_die")
    controller = session.controller
    session.choose_figure(controller.legal.active_figures()[0])
    session.do(order_input.verb, "hold")
    first = Weighed(controller.draft.order, 0)
    advice = Advice("regular", (first, Weighed(Order.of("end"), 0)))
    show_advice(controller, advice)
    assert session.mode is Mode.FIELDS
    keys = footer_keys(session.game, controller, session.mode, "blue", {}, 120)
    assert [key.label for key in keys] == ["confirm", "back", "another", "rules", "help"]
    assert advice_prompt(controller, advice) == "enter: do it, A: another, esc: cancel"


async def test_advice_to_end_is_taken_in_the_footer_too() -> None:
    """No order is in hand then, and still the footer offers to do it."""
    async with at_table(fought()) as (pilot, screen):
        over = Weighed(Order.of("end"), 0)
        screen.session.controller.advice = Advice("regular", (over,))
        screen.draw()
        await pilot.pause()
        bound = screen.session.game.ruleset.turn.bound
        assert f"enter: end the {bound}" in hint(screen)
        first, second = narrow_lines(screen.session.controller, 80)
        assert (first.plain, second.plain) == (f"advice: end the {bound}", "give no more orders")
        assert "another" not in screen.query_one(Footer).content.plain
        lines = len(screen.session.game.lines)
        await on_word(pilot, screen, "confirm")

        assert screen.session.game.lines[lines].order == "end"


async def test_no_more_orders_is_not_better_first() -> None:
    """If nothing gains, the order of the chosen figure says so, and another can be asked for."""
    async with at_table(fought()) as (pilot, screen):
        controller = screen.session.controller
        name = controller.legal.active_figures()[0]
        over, turn = Weighed(Order.of("end"), 0), Weighed(Order.of("turn", name, "N"), -200)
        advice = Advice("regular", (turn, over), chosen=name, best=over, own=turn)
        show_advice(controller, advice)
        screen.draw()
        await pilot.pause()
        told = panel(screen).replace("\n", " ").lower()
        assert "the computer would give no more orders now; this gains -0.2." in told
        assert "comes first" not in told + hint(screen)
        assert "enter: do it" in hint(screen)
        assert "A: another" in hint(screen)


async def test_an_order_that_loses_comes_before_nothing() -> None:
    """Another candidate, for another figure, is worse than no order: nothing is to wait for it."""
    async with at_table(fought()) as (pilot, screen):
        controller = screen.session.controller
        name, other = controller.legal.active_figures()[:2]
        over, turn = Weighed(Order.of("end"), 0), Weighed(Order.of("turn", other, "N"), -200)
        for best, no_more in ((over, True), (Weighed(Order.of("turn", other, "S"), 0), False)):
            controller.advice = Advice("regular", (best, turn), 1, name, best)
            screen.draw()
            await pilot.pause()
            told = panel(screen).replace("\n", " ").lower() + hint(screen)
            assert f"before {name}" not in told
            assert ("the computer would give no more orders now" in told) == no_more


async def test_advice_beside_a_figure_that_is_done_is_not_for_before_it_acts() -> None:
    """It has acted, so nothing comes before that."""
    async with at_table(fought()) as (pilot, screen):
        controller = screen.session.controller
        able = controller.legal.active_figures()
        done = next(name for name in ("b1", "b2", "b3", "b4", "none") if name not in able)
        turn = Weighed(Order.of("turn", able[0], "N"), 0)
        controller.advice = Advice("regular", (turn,), chosen=done)
        screen.draw()
        await pilot.pause()
        told = panel(screen).replace("\n", " ")
        assert f"{done} cannot act now; the computer would order this next." in told
        assert "before" not in hint(screen)


async def test_the_adviser_places_the_chosen_figure_first() -> None:
    """Figures are placed in any order; one that is in its place is passed over."""
    game = Game.new(village("d20"), 1, {"blue": "human", "red": "regular"})
    async with at_table(game) as (pilot, screen):
        for chosen in screen.session.controller.legal.own_figures():
            for placed in (False, True):
                screen.session.choose_figure(chosen)
                await press(pilot, "A")
                await heard(pilot)
                advice = screen.session.controller.advice
                assert advice is not None
                first, told = advice.order.figure, panel(screen).replace("\n", " ")
                assert "before" not in told + hint(screen)
                assert (first == chosen) is not placed
                passed_over = f"no better tile for {chosen} now; {first} is next."
                assert (passed_over in told) is (placed and bool(first))
                await press(pilot, "escape" if placed else "enter")


async def test_advice_for_another_figure_than_the_chosen_one_says_so() -> None:
    """First what the chosen one can do; then in line and panel that another goes before it.

    The map marks the one advised, and esc brings the chosen one back.
    """
    async with at_table(fought()) as (pilot, screen):
        session = screen.session
        able = session.controller.legal.active_figures()
        begun = set()
        for chosen in able:
            session.choose_figure(chosen)
            await press(pilot, "A")
            await heard(pilot)
            advised = session.controller.advice
            assert advised is not None
            assert advised.best is not None
            first = advised.best.order.figure
            if first != chosen and advised.own is not None:
                assert advised.order.figure == chosen
                assert f"The computer begins with {first}: " in panel(screen)
                assert hint(screen).startswith(f"{first} comes first (A); enter: do {chosen}'s")
                assert f"A: {first}'s order, which comes first" in panel(screen)
                await press(pilot, "A")
            assert f"for {first} (" in panel(screen)
            assert session.controller.draft.figure == first
            said = f"order {first} before {chosen}: enter: do it"
            assert (said in hint(screen)) is (first != chosen)
            assert (f"before {chosen}" in panel(screen).replace("\n", " ")) is (first != chosen)
            await press(pilot, "escape")
            assert session.controller.draft.figure == chosen
            assert session.controller.cursor == session.controller.legal.position(chosen)
            begun.add((first == chosen, advised.own is None))
        assert begun >= {(True, False), (False, False)}


async def test_further_advice_compares_its_own_gain_with_the_best() -> None:
    """Not the gain of the first advice for the same figure."""
    async with at_table(fought()) as (pilot, screen):
        session = screen.session
        first, chosen, *_ = session.controller.legal.active_figures()
        session.choose_figure(chosen)
        held = [
            Weighed(Order("fire", chosen, target), gain)
            for target, gain in (("r1", 1200), ("r2", 700))
        ]
        best = Weighed(Order("fire", first, "r1"), 3900)
        advice = Advice("regular", (held[0], best, held[1]), 2, chosen, best, held[0])
        session.controller.advice = advice
        screen.draw()
        await pilot.pause()

        assert f"({first} gains +3.9, {chosen} +0.7)" in panel(screen).replace("\n", " ")


async def test_the_reason_for_another_figure_first_is_the_one_it_is_sorted_by() -> None:
    """Attacks before moves, harmless attacks before others; without such a reason none is given."""
    async with at_table(fought()) as (pilot, screen):
        session = screen.session
        first, chosen, *_ = session.controller.legal.active_figures()
        session.choose_figure(chosen)
        best, move = Weighed(Order("fire", first, "r1"), 900), Order("turn", chosen, "N")
        throw, later = Order("fire", chosen, "r2"), " (attacks that may hit friends come later)"
        for own, why in (
            (Weighed(move, 1200), " (attacks come before moves)"),
            (Weighed(throw, 1200, (("own loss", -400),)), later),
            (Weighed(throw, 1200), ""),
        ):
            session.controller.advice = Advice("regular", (own, best), 0, chosen, best, own)
            screen.draw()
            await pilot.pause()
            told = panel(screen).replace("\n", " ")
            assert told.partition("fire at r1")[2].partition(".")[0] == why


async def test_advice_says_that_the_computer_gives_the_chosen_figure_no_order() -> None:
    """The computer weighs a short list: an attack that is not in it may gain, too."""
    async with at_table(fought()) as (pilot, screen):
        session = screen.session
        first, chosen, *_ = session.controller.legal.active_figures()
        session.choose_figure(chosen)
        best = Weighed(Order("fire", first, "r1"), 3900)
        session.controller.advice = Advice("regular", (best,), 0, chosen, best)
        screen.draw()
        await pilot.pause()

        said = panel(screen).replace("\n", " ")
        assert f"The computer would order this, and give {chosen} no order now." in said
        assert "gain" not in said + hint(screen)
        assert "before" not in said + hint(screen)


async def on_word(pilot: Pilot[None], screen: BattleScreen, word: str) -> None:
    """Click a word of the footer."""
    words = screen.query_one(Footer).content.plain
    await pilot.click("#footer", offset=(2 + words.index(word), 0))
    await pilot.pause()


def test_without_exact_odds_it_tells_no_numbers() -> None:
    """What speaks for an order is told in words alone."""
    session = BattleSession(fought(), preferences=Preferences(odds=ROUGH))
    session.take_seat("blue")
    session.advise()
    text = "\n".join(line.plain for line in side_panel_lines(session.controller, (38, 40)).lines)
    told = text.partition(" why ")[2].partition("╰")[0]

    assert told
    assert not any(letter.isdigit() for letter in told)


def test_the_time_of_a_thought_is_in_the_title() -> None:
    """Behind whose thought it is."""
    session = BattleSession(fought())
    told = top_line_words(session.controller.legal, "red", far=" 2 s").plain

    assert "BLUE  the computer thinks 2 s" in told


async def test_it_is_asked_by_typing() -> None:
    """The same on the line, with what is to be typed for each candidate."""
    async with at_table(fought()) as (pilot, _):
        await press(pilot, "colon")
        await typed(pilot, "advise regular")
        await heard(pilot)
        said = await typed(pilot, "")

        assert "The computer (regular) suggests, best first:" in said
        assert "\n  type: " in said


def test_the_setting_offers_the_levels_that_there_are() -> None:
    """Each adviser is a level of the computer, and each of them can be chosen."""
    assert tuple(SETTINGS["adviser"].choices) == (*ADVISERS, NONE)
    assert [level for level in ADVISERS if level not in LEVELS] == []
