"""A bound in which a figure does everything, questions in it, and the muster before the battle."""

import re
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from skirmish.ai import Weighed
from skirmish.core.dice import Face
from skirmish.core.events import Asked
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Question
from skirmish.core.view import News
from skirmish.game import Game
from skirmish.presentation.odds.target_chances import Stance, TargetChance
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import Advice
from skirmish.presentation.setup.preferences import Preferences
from skirmish.session import (
    bound_input,
    cursor_input,
    mouse_input,
    order_draft,
    order_input,
    repeat,
)
from skirmish.session.adviser import show_advice
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.keys import KEYS, KeyTable, in_rules
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.narrow_lines import narrow_lines, noticed_lines
from skirmish.tui.prompt_line import long_notice, prompt_words
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.side_panel import roster_lines, side_panel_lines
from skirmish.tui.top_line import top_line_words
from skirmish.tui.widgets import SidePanel
from tests.drill_ruleset import drilled
from tests.position import position
from tests.tui.painting import with_objective
from tests.tui.panels import unboxed
from tests.tui.test_battle import at_table, frame, press


def sit(game: Game, side: str = "blue") -> Controller:
    """A player of a side."""
    return Controller(game.ruleset, game.view(side), KeyTable())


def panel(controller: Controller, columns: int = 34) -> list[str]:
    """The side panel as text."""
    return unboxed(side_panel_lines(controller, (columns, 21)).lines)


def test_who_can_only_do_what_is_free_is_done() -> None:
    """It is passed over by the key for the next, and does not hold up the end of the bound."""
    game = drilled()
    for text in ("move b1 1,0>3,0", "fire b1 r1"):
        game.order("blue", text)
    controller = sit(game)

    assert controller.legal.verbs("b1") == ("turn", "mode", "swap_sights")
    assert controller.legal.active_figures() == ("b2",)
    order_input.next_choice(controller, 1)
    assert controller.draft.figure == "b2"
    controller.preferences = Preferences(hints=False)
    bound_input.end(controller)
    assert controller.notice == "b2 can still move, fire, overwatch; e: end the turn"
    controller.preferences = Preferences()
    controller.clear_transient()
    controller.clear_transient()
    bound_input.end(controller)
    assert controller.notice.endswith(". Hint: b2 is exposed to r2: it could go on overwatch (w)")


def test_a_rest_of_movement_does_not_hold_up_the_end() -> None:
    """The line says that it is left; a figure that can attack is asked about."""
    game = position("a>. . . . . . . R<", phase="move", counters={"a": {"moved": 10}})
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.preferences = Preferences(hints=False)
    said = prompt_words(controller, Mode.SELECT, "").plain
    assert "(no figure has more than 1 tile left; e: end the bound)" in said
    assert bound_input.end(controller) == Order("end")
    near = position("a>. . R<", ruleset="d20", kind="guard", counters={"a": {"spent": 3}})
    asked = Controller(near.ruleset, near.view("blue"), KeyTable())
    assert bound_input.end(asked) is None
    assert asked.notice.startswith("a can still ")


def test_threats_without_an_enemy_in_sight_are_said_to_be_none() -> None:
    """Else the overlay would seem to do nothing."""
    battle = position("a>. . . . .\n######\nR<. . . . .")
    apart = Controller(battle.ruleset, battle.view(), KeyTable())
    near = sit(drilled())
    apart.threat = near.threat = True

    assert any(near.legal.view.enemies())
    assert "no enemy in sight" in prompt_words(apart, Mode.SELECT, "").plain
    assert "no enemy in sight" not in prompt_words(near, Mode.SELECT, "").plain


def test_the_chances_at_enemies_are_explained_while_they_are_shown() -> None:
    """In the words of the rules, where there is room."""
    controller = sit(drilled())
    controller.choose("b1")
    said = prompt_words(controller, Mode.SELECT, "").plain
    assert "% at an enemy" not in said

    controller.legal.target_chances[Stance("b1")] = {"r1": TargetChance("r1", None)}
    assert "% at an enemy" not in prompt_words(controller, Mode.SELECT, "").plain

    chance = TargetChance("r1", Fraction(1, 2))
    controller.legal.target_chances[Stance("b1")] = {"r1": chance}
    said = prompt_words(controller, Mode.SELECT, "").plain
    assert "% at an enemy: your chance to hurt it" in said
    assert "% at an enemy" not in prompt_words(controller, Mode.SELECT, "", 40).plain
    assert "% at an enemy" not in prompt_words(controller, Mode.SELECT, "", zoom=0).plain


def test_the_chances_at_enemies_are_the_own_ones_while_a_move_is_drafted() -> None:
    """They could be taken for the enemies' fire at its end; advice says so as well."""
    battle = position("a>. . R<", ruleset="dice_pool", kind="soldier")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    order = battle.line("move a 1,0")
    legal, there = controller.legal, TargetChance("r", Fraction(1, 2))
    controller.draft = repeat.draft_of(legal, order, "a")
    assert "% at an enemy" not in prompt_words(controller, Mode.TARGET, "").plain

    legal.target_chances[Stance("a", order)] = {"r": there}
    assert "% at an enemy: your fire there" in prompt_words(controller, Mode.TARGET, "").plain
    show_advice(controller, Advice("regular", (Weighed(order, 100),)))
    assert "% at an enemy: your fire there" in prompt_words(controller, Mode.TARGET, "").plain


def test_chances_with_another_weapon_name_it_and_their_enemies() -> None:
    """Where there is room: the map has the numbers alone."""
    battle = position("a>. . . R<. . . . Q<", ruleset="dice_pool", kind="sergeant")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    ways = {"r": "fire a r weapon=machine_pistol", "q": "fire a q", "p": "fire a q"}
    desk.legal.target_chances[Stance("a")] = {
        name: TargetChance(name, Fraction(1, 2), order=battle.line(text))
        for name, text in ways.items()
    }
    plain = f"% at an enemy: your chance to {battle.ruleset.outcomes.effect_words}"
    said = prompt_words(desk, Mode.SELECT, "").plain
    assert f"{plain} (submachine gun; * r: machine pistol)" in said
    first = said.partition("  |  ")[0]
    for part in ("% at an enemy, * r: machine pistol", "* r: machine pistol"):
        width = len(f"{first}  |  {part}")
        short = prompt_words(desk, Mode.SELECT, "", width).plain
        assert len(short) <= width
        assert short.endswith(f"  |  {part}"), "what is marked on the map is said before the rest"


def test_with_nobody_left_the_bound_ends_at_once() -> None:
    """The free things that are left are named."""
    game = drilled()
    for text in ("move b1 1,0>3,0", "fire b1 r1", "move b2 1,2>3,2", "fire b2 r1"):
        game.order("blue", text)
    controller = sit(game)
    controller.choose("b1")

    lead, why = "No figure can move or attack now. e: end the turn", "b1: it has shot"
    said = f"{lead} ({why}; can still turn, mode, swap sights)"
    assert prompt_words(controller, Mode.SELECT, "").plain.startswith(said)
    assert f"{lead} ({why})" in prompt_words(controller, Mode.SELECT, "", len(said) - 1).plain
    assert prompt_words(controller, Mode.SELECT, "", len(lead) + 20).plain.startswith(f"{lead}  |")
    assert bound_input.end(controller) == Order("end")


def test_the_menu_tells_keys_and_has_what_has_none() -> None:
    """Without underscores; keys of orders that these rules do not have mean nothing."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.menu(controller)

    lines = [line for line in panel(controller)[1:] if not line.startswith("  ")]
    assert lines[:6] == [
        " move                       m",
        " turn                       T",
        " fire                       f",
        " overwatch                  w",
        " mode                       y",
        " swap sights",
    ]
    verbs = [key.verb for key in KEYS if key.verb and in_rules(key, controller.legal.known_verbs)]
    assert verbs == ["move", "fire", "deploy", "overwatch", "turn", "mode"]


def test_the_keys_of_diagonals_go_to_the_ends_of_a_list_and_by_a_page() -> None:
    """Of the orders, of the details of one, and of answers, as in lists elsewhere."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.menu(controller)
    count = len(order_draft.menu_verbs(controller.legal, controller.draft))
    for facing, row in ((Facing.SW, count - 1), (Facing.SW, count - 1), (Facing.NW, 0)):
        cursor_input.step(controller, facing)
        assert controller.draft.row == row

    battle = position("a>. . R<", ruleset="dice_pool")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.menu(controller)
    count = len(order_draft.menu_verbs(controller.legal, controller.draft))
    for facing, row in ((Facing.SE, 10), (Facing.SE, count - 1), (Facing.NE, count - 11)):
        cursor_input.step(controller, facing)
        assert controller.draft.row == row > 0

    game = watched()
    game.order("red", "move r1 7,0>5,0")
    controller = sit(game)
    assert controller.mode is Mode.ANSWER
    for facing, row in ((Facing.NW, 0), (Facing.SW, 1), (Facing.SW, 1), (Facing.NW, 0)):
        cursor_input.step(controller, facing)
        assert controller.draft.row == row


def test_a_cone_is_seen_before_it_is_laid() -> None:
    """The tiles that the order would mark are on the map, and who is there is underlined."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.verb(controller, "overwatch")
    cursor_input.step(controller, Facing.E)
    overlay = overlay_of(controller)
    board = controller.legal.board

    assert controller.draft.verb == "overwatch"
    assert overlay.area & board.bit((5, 0))
    assert not overlay.area & board.bit((0, 0))
    assert (7, 0) in overlay.targets


def watched() -> Game:
    """Blue watches, and red is about to walk into that."""
    game = drilled()
    game.order("blue", "overwatch b1 7,0 reply=ask when=30%")
    game.order("blue", "end")
    return game


def test_a_way_through_watched_ground_is_told() -> None:
    """Where the enemy's zone is known, before the move is made; and by whom it is kept up."""
    controller = sit(watched(), "red")
    controller.choose("r1")
    order_input.verb(controller, "move")
    controller.cursor = (7, 0)
    cursor_input.step(controller, Facing.W)

    assert "through overwatch of b1" in panel(controller)
    controller.look = True
    assert [line.split() for line in panel(controller) if line.startswith("zone")] == [
        ["zone", "overwatch", "of", "b1"]
    ]


def test_a_reaction_is_asked_for_in_words_with_its_odds() -> None:
    """What it would do is said as a sentence, its chances stand below, the other is to hold."""
    game = watched()
    game.order("red", "move r1 7,0>5,0")
    controller = sit(game)
    lines = panel(controller)

    assert (game.to_act, controller.mode) == ("blue", Mode.ANSWER)
    assert controller.cursor == controller.legal.position("r1")
    said = " ".join(" ".join(lines[1:8]).split())
    assert said.startswith(
        "r1 r1 at 7,0, 6 tiles from b1, is about to move or act, or stops there. b1 b1: attack"
    )
    assert "keep waiting? fire at r1 r1 with hand gun, mode burst" in said
    assert any(line.startswith("  5-6 damage") for line in lines)
    assert not any("_" in line for line in lines)
    cursor_input.step(controller, Facing.S)
    assert order_input.confirm(controller) == Order("answer", target="hold")


def test_an_answer_is_given_by_a_click_on_the_map() -> None:
    """The tile of who would be shot at."""
    game = watched()
    game.order("red", "move r1 7,0>5,0")
    controller = sit(game)
    where = controller.legal.position("r1")
    assert where is not None
    cursor_input.step(controller, Facing.S)

    assert mouse_input.click(controller, where) is None
    answer = mouse_input.click(controller, where)
    assert answer is not None
    assert answer.target.startswith("fire b1 r1")


def test_a_standing_order_takes_few_keys() -> None:
    """As it is, one key; changed, an arrow for each step."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.verb(controller, "overwatch")
    assert str(order_input.confirm(controller)) == "overwatch b1 7,0"
    order_input.options(controller)
    for facing in (Facing.E, Facing.E, Facing.E, Facing.S, Facing.W):
        cursor_input.step(controller, facing)

    assert str(order_input.confirm(controller)) == "overwatch b1 7,0 reply=ask when=30%"


def test_muster_lists_everybody_with_his_load() -> None:
    """Its families are menus, and ready ends it, asked for twice while something can be chosen."""
    game = drilled(muster=True)
    controller = sit(game)
    assert top_line_words(controller.legal, "").plain.endswith("before turn 1 ·  BLUE  muster")
    assert "its loads" in prompt_words(controller, Mode.SELECT, "").plain
    order_input.next_choice(controller, 1)
    assert [line.split() for line in panel(controller, 38)[1:3]] == [
        [name, name, "rifle,", "hand", "gun"] for name in ("b1", "b2")
    ]
    order_input.menu(controller)
    assert controller.mode is Mode.TARGET
    assert panel(controller)[2:4] == [" tracer", " hollow point"]
    order_input.row(controller, 1)
    assert order_input.row(controller, 1) == Order("load", "b1", "hollow_point")
    order_input.back(controller)
    controller.clear_transient()
    assert bound_input.end(controller) is None
    controller.clear_transient()

    assert bound_input.end(controller) == Order("ready")


def test_the_title_tells_the_pass_and_gives_way_at_the_front() -> None:
    """Where the line is too short, what changes is kept."""
    controller = sit(drilled())

    assert top_line_words(controller.legal, "").plain == (
        "The lane · Toy · turn 1 of 3 · pass 1 ·  BLUE  action · your turn ▸ their turn"
    )
    assert (
        top_line_words(controller.legal, "", width=34).plain == "The lane · pass 1 ·  BLUE  action"
    )


def test_a_watched_battle_speaks_of_no_player() -> None:
    """Where the computer plays the side that looks, lines and panel name the sides."""
    controller = sit(drilled())
    controller.renew(
        evolve(controller.legal.view, state=with_objective(controller.legal.view.state))
    )
    whole = top_line_words(controller.legal, "", played=False).plain
    short = top_line_words(controller.legal, "", width=34, played=False).plain
    panel = "\n".join(unboxed(roster_lines(controller, (44, 60), played=False).lines))

    assert "blue 0 : 0 red" in whole
    assert "blue ▸ red" in whole
    assert "blue: aims" in panel
    for text in (whole, short, panel):
        assert not {"you", "your", "enemy", "their"} & set(text.split())


async def test_between_two_people_a_question_comes_behind_the_curtain() -> None:
    """Who is asked sits down first, answers by a click, and the other comes back."""
    async with at_table(watched()) as (pilot, screen):
        await press(pilot, "enter", "escape", "tab", "m", "left", "left", "enter")
        assert screen.session.game.to_act == "blue"
        assert isinstance(pilot.app.screen, CurtainScreen)
        await press(pilot, "enter", "escape")
        assert screen.session.seat == "blue"
        lines = [line.plain for line in screen.query_one(SidePanel).lines]
        hold = next(n for n, line in enumerate(lines) if "hold fire" in line)
        await pilot.click(SidePanel, offset=(3, hold))
        await pilot.click(SidePanel, offset=(3, hold))
        await pilot.pause()

        assert screen.session.game.lines[-1].order == "answer hold"
        assert isinstance(pilot.app.screen, CurtainScreen)


async def test_each_side_musters_behind_the_curtain() -> None:
    """A load is chosen by mouse alone, and nothing of it stays for the other side."""
    async with at_table(drilled(muster=True)) as (pilot, screen):
        await press(pilot, "enter")
        assert "BLUE  muster" in frame(pilot)[0]
        await pilot.click(SidePanel, offset=(3, 1))
        await press(pilot, "v")
        for _ in range(2):
            await pilot.click(SidePanel, offset=(3, 3))
        await pilot.pause()
        assert screen.session.game.lines[-1].order == "load b1 hollow_point"
        await press(pilot, "e", "e")
        assert isinstance(pilot.app.screen, CurtainScreen)
        await press(pilot, "enter")

        assert "RED  muster" in frame(pilot)[0]
        assert "b1" not in screen.query_one(SidePanel).text


def test_the_menu_of_a_battle_has_no_orders_of_the_muster() -> None:
    """They will never be possible again."""
    controller = sit(drilled())

    assert "load" not in controller.legal.unavailable_verbs("b1")
    assert sit(drilled(muster=True)).legal.verbs("b1") == ("load",)


def test_after_an_answer_the_figure_is_still_in_hand() -> None:
    """Whoever was chosen when the question came is chosen when it is answered."""
    game = drilled()
    controller = sit(game)
    controller.choose("b2")
    known = game.view("blue")
    question = Question("blue", "extra", ("0", "1"), "r1")
    seen = []
    for view in (evolve(known, question=question), known):
        controller.renew(view)
        seen.append((controller.mode, controller.draft.figure))

    assert seen == [(Mode.ANSWER, "b2"), (Mode.SELECT, "b2")]


def test_a_question_shows_the_dice_that_it_is_about() -> None:
    """And says whose it is in the title, whoever has the bound."""
    game = drilled()
    faces = (Face(6, 5, "shooting"), Face(6, 2, "wild"))
    asked = News(Asked("red", "wild_die", ("1_rolled_5", "none"), figure="r1"), faces)
    question = Question("red", "wild_die", ("1_rolled_5", "none"), "r1")
    controller = sit(game, "red")
    controller.renew(evolve(game.view("red"), question=question, news=(asked,)))
    lines = unboxed(side_panel_lines(controller, (40, 20)).lines)

    assert "rolled: shooting 5, wild 2" in lines
    assert " die 1 rolled 5" in lines
    assert top_line_words(controller.legal, "").plain.count(" RED  a question for you") == 1


def test_a_long_notice_takes_three_lines_where_the_panel_is_closed() -> None:
    """No word is cut or lost; of a longer one the key that shows the rest is named."""
    controller = sit(drilled())
    controller.notice = "one two three four five six seven eight nine ten"
    said = prompt_words(controller, Mode.SELECT, "", 32, closed=True).plain
    assert said == "seven eight nine ten"
    assert long_notice(controller, 32) == ["one two three four five six", said]
    assert long_notice(controller, 14)[-1].endswith(".. (p: more)")
    assert prompt_words(controller, Mode.SELECT, "", 80, closed=True).plain == controller.notice


def test_a_long_notice_begins_in_the_line_where_the_open_panel_holds_all_of_it() -> None:
    """There the answer to a key is looked for, such as why an order cannot be undone."""
    controller = sit(drilled())
    controller.notice = "cannot undo: the move showed whether enemies are on 12 more tiles"
    line = prompt_words(controller, Mode.SELECT, "", 52).plain

    assert line == "cannot undo: the move showed .. (all of it: note)"
    assert controller.notice in " ".join(unboxed(side_panel_lines(controller, (80, 20), 52).lines))


def test_a_long_notice_leaves_the_odds_of_an_order_that_can_be_confirmed() -> None:
    """They move to the first of the two lines; without an order the notice takes both."""
    controller = sit(drilled())
    controller.notice = " ".join(["one two three four five"] * 9)
    assert noticed_lines(controller, 60)[0].plain.startswith("one two")
    controller.choose("b1")
    order_input.verb(controller, "fire")
    controller.notice = " ".join(["one two three four five"] * 9)

    order, first = noticed_lines(controller, 60)
    assert order.plain == narrow_lines(controller, 60)[1].plain
    assert "%" in order.plain
    assert first.plain.startswith("one two")
    last = prompt_words(controller, Mode.TARGET, "", 60, closed=True).plain
    assert last.endswith(".. (p: more)")


def test_the_key_of_the_panel_is_named_where_it_is_closed() -> None:
    """For an order that is prepared, where there is room behind all that matters more."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.verb(controller, "move")
    cursor_input.step(controller, Facing.E)
    key = "  |  p: panel with its odds"

    assert prompt_words(controller, Mode.TARGET, "", 200, closed=True).plain.endswith(key)
    assert key not in prompt_words(controller, Mode.TARGET, "", 200).plain
    assert key not in prompt_words(controller, Mode.TARGET, "", 60, closed=True).plain


def test_the_tile_under_the_mouse_stands_beside_a_notice() -> None:
    """Where there is room for it; under the cursor of the keyboard a notice stands alone."""
    controller = sit(drilled())
    controller.notice = "b1 cannot go so far"
    assert prompt_words(controller, Mode.SELECT, "", 80).plain == controller.notice
    controller.pointed = (3, 1)
    assert prompt_words(controller, Mode.SELECT, "", 80).plain.startswith(
        f"{controller.notice}  |  3,1 "
    )
    assert prompt_words(controller, Mode.SELECT, "", 30).plain == controller.notice


def test_a_battle_that_is_over_has_no_moment_of_its_turn() -> None:
    """The room is for the title and the winner."""
    game = drilled()
    before = top_line_words(sit(game).legal, "").plain
    game.order("blue", "resign")
    after = top_line_words(sit(game).legal, "").plain

    assert "pass 1" in before
    assert "pass 1" not in after
    assert "over: " in after


def test_the_score_at_the_end_names_both_sides() -> None:
    """As during the battle."""
    game = Game.replay(Path(__file__).parents[1] / "golden" / "opposed_d6-night_pumps.skr")
    told = top_line_words(LegalOrders(game.ruleset, game.view("blue")), "").plain
    assert re.search(r"you \d+ : \d+ enemy", told)


def test_a_title_is_cut_after_a_whole_word() -> None:
    """What says too little is left out."""
    game = drilled()
    game.order("blue", "move b1 1,0>3,0")
    legal = sit(game).legal
    rest = len(top_line_words(legal, "", width=34).plain) - len("The lane")
    assert top_line_words(legal, "", width=rest + 7).plain.startswith("Lane ·")
    assert top_line_words(legal, "", width=rest + 2).plain.startswith("pass 1 ·")
