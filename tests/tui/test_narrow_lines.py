"""The two lines below the map, which say in short what the panel says."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.events import Bound, Counted
from skirmish.core.geometry import tile_text
from skirmish.core.orders import Order, parse_order
from skirmish.core.view import GivenOrder, News, View
from skirmish.line.turn_text import confirmation
from skirmish.presentation.odds.attack_positions import AttackChance
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.move_chances import ReturnFire
from skirmish.presentation.odds.odds_rows import LANDS
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import percent
from skirmish.rulesets.engine import verbs_of
from skirmish.session import mouse_input, order_input
from skirmish.session.bound_end import end_warning
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.proposals import proposed
from skirmish.session.repeat import draft_of
from skirmish.tui.keys import KeyTable
from skirmish.tui.narrow_lines import forecast_parts, narrow_lines
from skirmish.tui.panel_lines import PanelLines, fewer, two_ends
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.top_line import top_line_words
from tests.position import position
from tests.session.test_few_keys import RULESETS, low_water, script
from tests.tui.panels import unboxed


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fire_at_an_area_says_where_it_lands_and_who_is_likeliest_hit(ruleset: str) -> None:
    """The same numbers as in the panel, for each order of a game."""
    game = low_water(ruleset)
    told = scattered = 0
    for side, text in script(ruleset):
        if text.startswith("bombard"):
            order = parse_order(text, verbs_of(game.ruleset))
            desk = desk_with(Controller(game.ruleset, game.view(side), KeyTable()), order)
            scattered += check_odds(desk)
            told += 1
        game.order(side, text)
        if told == 4 and scattered:
            return
    assert told
    assert scattered or ruleset in ("opposed_d6", "dice_pool")


def desk_with(desk: Controller, order: Order) -> Controller:
    """A player's desk with fire at a tile in hand."""
    desk.choose(order.figure)
    order_input.verb(desk, order.verb)
    desk.cursor = order.target_tile
    mouse_input.point(desk, order.target_tile)
    return desk


def check_odds(desk: Controller) -> bool:
    """Compare line and panel with the odds; whether the attack scatters."""
    odds = desk.legal.order_odds(desk.draft.order)
    said = narrow_lines(desk)[1].plain
    panel = unboxed(side_panel_lines(desk, (40, 40), 78).lines)
    if odds is None:
        assert "lands there 100%" in said
        assert two_ends(LANDS, "100%", 36).plain in panel
        return False
    best = odds.target or next((one for one in odds.likeliest if not one.own), None)
    if best is None:
        assert ("hits no known figure" in said) is not any(not one.rare for one in odds.others)
    else:
        counted = "" if odds.landing is None else "harm "
        assert f" {counted}{best.name} {percent(best.effect_chance)} " in said
        row = next(line for line in panel if line.startswith(f"{best.name} "))
        assert percent(best.effect_chance) in row.split()
    if odds.landing is not None:
        assert f"  lands there {percent(odds.landing.on)}" in said
        assert two_ends(LANDS, percent(odds.landing.on), 36).plain in panel
    return odds.landing is not None


def test_own_figures_in_the_area_and_none_at_all_are_told() -> None:
    """Friendly fire is never a surprise; an empty area is said to be one."""
    row = "a>. . . . b>. . . . . . . . . . . ##R<"
    battle = position(row, ruleset="d20", kind="grenadier")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    beside = desk_with(desk, battle.line("bombard a 6,0 weapon=grenade_launcher"))
    said = narrow_lines(beside)[1].plain
    odds = beside.legal.order_odds(beside.draft.order)
    assert odds is not None
    own = next(one for one in odds.figures if one.name == "b")
    assert f"b {percent(own.effect_chance)} " in said

    alone = position(row.replace("b>", ". "), ruleset="opposed_d6", kind="grenadier")
    desk = Controller(alone.ruleset, alone.view(), KeyTable())
    empty = narrow_lines(desk_with(desk, alone.line("bombard a 5,0")))[1].plain
    assert "hits no known figure" in empty


def test_help_for_a_comrade_is_offered_in_the_line_of_hints() -> None:
    """To treat the wounded stands before all other orders, aid for a shot beside the shot."""
    ward = position("a>b>. . R<", ruleset="d20", counters={"b": {"burn": 3}})
    desk = Controller(ward.ruleset, ward.view(), KeyTable())
    desk.choose("a")
    assert prompt_words(desk, desk.mode, "").plain.startswith("a: treat, ")
    shot = position("a>. . R<\nb>. . . ")
    desk = Controller(shot.ruleset, shot.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "fire")
    assert "(o: aid possible: b)" in prompt_words(desk, desk.mode, "").plain


def test_a_friend_in_danger_is_named_before_what_else_may_follow() -> None:
    """Its chance, marked, goes only after hints and the enemy's fire have gone."""
    row = "a>. . . . b>. . . . . . . . . . . ##R<"
    battle = position(row, ruleset="d20", kind="grenadier")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk_with(desk, battle.line("bombard a 6,0 weapon=grenade_launcher"))
    whole = narrow_lines(desk)[1].plain
    title, own = whole.split("  ")[0], re.search(r"b \d+% YOURS", whole)
    assert own is not None

    least = len(title.split(" (")[0]) + len(own[0]) + len("  r 100% ") + 8
    for width in range(least, len(whole)):
        assert own[0] in narrow_lines(desk, width)[1].plain, width


def test_other_enemies_in_the_area_and_what_may_go_wrong_are_told() -> None:
    """The likeliest enemy with the number of the others; a jam is kept where it is likely."""
    row = "a>. . . . . . . . . . . . . R<Q<"
    battle = position(row, ruleset="d20", kind="grenadier")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk_with(desk, battle.line("bombard a 14,0 weapon=grenade_launcher"))
    odds = desk.legal.order_odds(desk.draft.order)
    assert odds is not None
    first, second = (one for one in odds.likeliest if not one.own)
    assert not second.rare
    said = f"harm {first.name} {percent(first.effect_chance)} +1 more"
    full = narrow_lines(desk)[1].plain
    assert f"{said} " in full
    assert all(said in narrow_lines(desk, width)[1].plain for width in range(48, len(full)))

    shot = position("a>. . . . . R<", ruleset="dice_pool", counters={"a": {"fired": 20}})
    desk = Controller(shot.ruleset, shot.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "fire")
    odds = desk.legal.order_odds(desk.draft.order)
    assert odds is not None
    (words, chance), *_ = odds.mishaps
    assert chance > Fraction(1, 20)
    told = f"{words} {percent(chance)}"
    full = narrow_lines(desk)[1].plain
    assert told in full
    assert all(told in narrow_lines(desk, width)[1].plain for width in range(45, len(full)))


def test_every_enemy_that_can_be_attacked_from_the_end_of_a_move_counts() -> None:
    """Not the three nearest alone; the panel lists these and the number of the others."""
    drawn = "\n".join(
        f"{one}. . . . . . . {foe}<" for one, foe in zip(["a>", *[". "] * 4], "RQPUV", strict=True)
    )
    battle = position(drawn, ruleset="dice_pool")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "move")
    desk.cursor = (2, 1)
    mouse_input.point(desk, desk.cursor)
    order = desk.draft.order
    told = forecast_order(desk.legal.ruleset, desk.legal.view, order)
    assert told is not None
    desk.legal.forecasts[order] = told
    assert sorted(one.enemy for one in told.exchanges) == ["p", "q", "r", "u", "v"]
    assert re.search(r"your fire: \w \d+% \+4 more  their fire: ", narrow_lines(desk, 70)[1].plain)
    panel = unboxed(side_panel_lines(desk, (40, 60), 78).lines)
    theirs, own = (
        next(n for n, line in enumerate(panel) if f"and {rest} more" in line) for rest in (2, 3)
    )
    assert theirs < own  # Dangers stand above its own fire, of which they leave less.
    # The figures give their rows to the order, and the overview all that its box needs.
    low = side_panel_lines(desk, (40, 24), 78)
    assert low.kept == 0
    assert low.lines[low.needed - 1].plain.startswith("╰")
    assert low.needed > 20


def test_what_does_not_fit_is_left_out_whole() -> None:
    """No word is cut: outcomes go first, then what stands last."""
    row = "a>. . . . b>. . . . . . . . . . . ##R<"
    battle = position(row, ruleset="d20", kind="grenadier")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk_with(desk, battle.line("bombard a 6,0 weapon=grenade_launcher"))
    figure, order = narrow_lines(desk)
    parts = order.plain.split("  ")

    for width in range(len(parts[0]), order.cell_length):
        short = narrow_lines(desk, width)[1]
        assert short.cell_length <= width
        shown = short.plain.split("  ")
        assert all(
            whole.startswith(part.rstrip()) for part, whole in zip(shown, parts, strict=False)
        )
        bare = parts[0].split(" (")[0]
        whole_ends = ("%", ")", "█", "▆", "▁", "YOURS")
        assert all(part.rstrip().endswith(whole_ends) or part in (*parts, bare) for part in shown)
        assert "%" in short.plain or bare not in shown
    assert narrow_lines(desk, order.cell_length)[1].plain == order.plain
    assert narrow_lines(desk, figure.cell_length - 1)[0].plain in figure.plain.replace(
        ", grenadier", ""
    )


def test_fire_at_the_end_of_a_move_is_the_last_to_be_left_out() -> None:
    """Of many enemies the likeliest are named with the number of the others, at any width."""
    battle = position(
        """
        a>. . . . . . R<
        . . . . . . . P<
        . . . . . . ##Q<
        . . . . . . . U<
        """,
        ruleset="opposed_d6",
        phase="move",
    )
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "move")
    desk.cursor = (2, 1)
    mouse_input.point(desk, desk.cursor)
    order = desk.draft.order
    told = forecast_order(desk.legal.ruleset, desk.legal.view, order)
    assert told is not None
    desk.legal.forecasts[order] = told
    worst, *others = told.return_fire
    assert len(others) > 1
    assert worst.attack is not None
    said = f"{worst.enemy} {percent(worst.attack.effect_chance)}"

    full = narrow_lines(desk)[1]
    cut = [narrow_lines(desk, width)[1] for width in range(40, full.cell_length)]
    assert all(line.cell_length <= width for width, line in enumerate(cut, 40))
    most = len(told.return_fire)
    assert all(f"shot, by one of {most}: {said}" in line.plain for line in cut)
    assert "costs" not in cut[0].plain
    assert "your next fire: " in narrow_lines(desk, 82)[1].plain
    assert "costs 2.5 of 6 tiles" in narrow_lines(desk, 93)[1].plain


def test_close_combat_in_aid_of_a_friend_stands_in_lines_of_any_width() -> None:
    """With both chances, where its numbers find no room."""
    battle = position(
        """
        . . . . . . .
        a>. c>R<. . .
        . . . . . . .
        """,
        ruleset="opposed_d6",
        phase="move",
    )
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "move")
    desk.cursor = (3, 2)
    mouse_input.point(desk, desk.cursor)
    order = desk.draft.order
    told = forecast_order(desk.legal.ruleset, desk.legal.view, order)
    assert told is not None
    desk.legal.forecasts[order] = told
    (clash,) = told.clashes
    assert clash.helper == "a"
    harm, back = (percent(one.effect_chance) for one in (clash.attack, clash.return_fire))

    full = narrow_lines(desk)[1]
    assert f"effect in close combat: aids c, r {harm}, c {back}, " in full.plain
    for width in range(40, full.cell_length):
        cut = narrow_lines(desk, width)[1]
        assert cut.cell_length <= width
        assert f"aids c, r {harm}, c {back}" in cut.plain


def back(told: AttackChance) -> str:
    """The words of return fire where there is room."""
    drawn = position("a>. . R<").view()
    (part,) = forecast_parts(drawn, Forecast(False, (), (ReturnFire("r3", told),)), (0, 0))
    return part.content.plain


def test_fire_back_with_another_weapon_names_it() -> None:
    """A grenade that has any effect nearly always is no shot that downs."""
    told = AttackChance("grenade", Fraction(99, 100), Fraction(1, 10), weapon="grenade")
    assert back(told) == "their next fire: r3 99% (grenade)"


def test_danger_from_an_enemy_that_must_recover_says_so_and_comes_behind_a_surer_one() -> None:
    """AMMO-F13: also without the panel, and in the order in which enemies are named."""
    told = AttackChance("fire", Fraction(65, 100), Fraction(0), recovers=Fraction(42, 100))
    assert back(told) == "their next fire: r3 65% if it recovers (42%)"

    drawn = "a>. . . . R<. .\n. . . . . . . Q<"
    first = {}
    for shaken in (0, 1):
        battle = position(drawn, ruleset="trait_die", counters={"Q": {"shaken": shaken}})
        found = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,0"))
        assert found is not None
        first[shaken] = found.return_fire[0].enemy
    assert first == {0: "q", 1: "r"}


def test_the_own_chance_is_the_last_to_be_left_out() -> None:
    """Details of the order go first, then what the enemy may do."""
    battle = position("a>. . . . . R<", ruleset="dice_pool")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "fire")
    desk.cursor = (6, 0)
    mouse_input.point(desk, desk.cursor)
    order = desk.draft.order
    odds = desk.legal.order_odds(order)
    told = forecast_order(desk.legal.ruleset, desk.legal.view, order)
    assert odds is not None
    assert told is not None
    desk.legal.forecasts[order] = told
    own = f"r {percent(odds.main[0].summary.effect_chance)}"
    full = narrow_lines(desk)[1]
    assert "their next fire: r " in full.plain

    cut = [narrow_lines(desk, width)[1].plain for width in range(20, full.cell_length)]
    assert all(own in line for line in cut)
    kept = [("(" in line, "their " in line) for line in cut]
    assert (False, True) in kept
    assert (True, False) not in kept
    assert cut[0].startswith("fire r  ")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_line_of_a_battle_is_cut_at_80_columns(ruleset: str) -> None:
    """Whole parts are left out; the top line keeps turn and title before the name of the rules."""
    game, width, left_out = low_water(ruleset), 78, 0
    for number, (side, text) in enumerate(script(ruleset)):
        desk = Controller(game.ruleset, game.view(side), KeyTable())
        order = parse_order(text, verbs_of(game.ruleset))
        for waiting in ("", "thinking"):
            status = top_line_words(desk.legal, waiting, width=width, far=" 31%").plain
            assert len(status) <= width
            assert ".." not in status
            assert "turn " in status or desk.legal.view.state.tally.over
            assert status.startswith(("Low ", "turn ", "before turn "))
        if order.figure in desk.legal.view.state.figures and not number % 5:
            desk.choose(order.figure)
            for at in filter(None, (one.at for one in desk.legal.view.state.figures.values())):
                desk.cursor = at
                left_out += check_lines(desk, width)
        game.order(side, text)
    assert left_out


def check_lines(desk: Controller, width: int) -> bool:
    """Check the lines of a cursor; whether anything was left out of them."""
    whole = (*narrow_lines(desk), prompt_words(desk, desk.mode, "", closed=True))
    short = (*narrow_lines(desk, width), prompt_words(desk, desk.mode, "", width, closed=True))
    for line, full in zip(short, whole, strict=True):
        assert line.cell_length <= width
        words, known = (re.findall(r"\w+", one.plain) for one in (line, full))
        assert {*words} - {*known} <= {"more", "state", "states", "p", *map(str, range(10))}, (
            line.plain
        )
    return [line.plain for line in whole] != [line.plain for line in short]


def test_who_can_act_is_counted_as_at_the_end_of_the_bound() -> None:
    """A figure with a small rest of its movement is not one of them."""
    row = "a>. . . . . . . . ."
    rows = (row, row.replace("a", "b"), row.replace("a", "c"), row.replace("a>", ". ") + " R<")
    battle = position("\n".join(rows), phase="move").order("move a 5,0")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())

    said = {}
    for name in ("a", "b"):
        desk.choose(name)
        said[name] = prompt_words(desk, desk.mode, "").plain
    assert "(b, c can move)" in said["a"]
    assert "(c can move)" in said["b"]
    assert end_warning(desk.legal, "e").startswith("b, c can still move; ")
    assert confirmation(desk.legal, Order.of("end")).startswith("b and c can still move. ")
    for name in ("b", "c"):
        battle = battle.order(f"move {name} 5,{'abc'.index(name)}")
    rested = LegalOrders(battle.ruleset, battle.view())
    assert confirmation(rested, Order.of("end")).startswith(
        "Nothing is left but rests of movement."
    )


def test_the_title_of_a_battle_that_is_over_stays_whole() -> None:
    """The turn in which it ended is left out first."""
    battle = position("a>. . . R<")
    state = battle.state
    setup = evolve(state.setup, title="The container yard")
    tally = evolve(state.tally, over=True, winner="blue", reason="broken")
    view = View("blue", evolve(state, setup=setup, tally=tally), {})
    legal = LegalOrders(battle.ruleset, view)

    whole = top_line_words(legal, "").plain
    assert " · turn 1 of " in whole
    least = len("The container yard · over: blue won (red broke)")
    for width in range(least, least + len(" · turn 1")):
        short = top_line_words(legal, "", width=width).plain
        assert short.startswith("The container yard · over: "), width
        assert len(short) <= width


@pytest.mark.parametrize(
    ("title", "cuts"),
    [
        ("Low water", set()),
        ("The container yard", {"Container yard", "Container"}),
        ("The village of the Orra by Ash", {"Village of the Orra by Ash", "Village of the Orra"}),
    ],
)
def test_a_cut_title_says_something_or_is_left_out(title: str, cuts: set[str]) -> None:
    """It loses its article first, keeps at least half, and does not end in a joining word."""
    state = position("a>. . . R<").state
    view = View("blue", evolve(state, setup=evolve(state.setup, title=title)), {})
    legal = LegalOrders(position("a>. . . R<").ruleset, view)

    lines = [top_line_words(legal, "", width=width).plain for width in range(30, 80)]
    heads = {line.partition(" · ")[0] for line in lines}
    assert heads == {title, "turn 1 of 20", *cuts}


def test_where_no_state_fits_the_line_says_where_they_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Their number alone says nothing; for want of room even for that they are left out."""
    states = "has its split burst to fire", "held by an enemy"
    monkeypatch.setattr("skirmish.tui.narrow_lines.condition_words", lambda *_: states)
    battle = position("a>. . . . . R<", ruleset="dice_pool")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    full = narrow_lines(desk)[0].plain
    cut = [narrow_lines(desk, width)[0].plain for width in range(30, len(full))]

    assert any(line.endswith("  p: 2 more states") for line in cut)
    assert not any(line.endswith("  2 more") for line in cut)


def test_all_that_a_figure_has_left_is_read_from_its_pips() -> None:
    """9 of 9 action points are nine pips and not a bar of eight cells."""
    battle = position("a>. . R<", ruleset="d20", kind="raider")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    assert f"AP {'●' * 9} 9 of 9" in narrow_lines(controller)[0].plain


def test_the_states_that_do_not_fit_are_counted() -> None:
    """The number of the others is in words."""
    assert fewer(("down", "wounds 2", "aims"), 1) == ("down", "2 more")
    assert fewer(("down", "wounds 2"), 2) == ("down", "wounds 2")


@pytest.mark.parametrize("width", range(24, 44))
def test_words_too_long_for_their_value_are_kept_whole(width: int) -> None:
    """The value stands at the end of a line of its own."""
    panel = PanelLines(width)
    panel.add(two_ends(" average loss, The lads", "worth 0.35", panel.width))
    lines = [line.plain for line in panel.lines]
    assert " ".join(" ".join(lines).split()) == "average loss, The lads worth 0.35"
    assert lines[-1].endswith("worth 0.35")
    assert len(lines[-1]) == panel.width + 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_tile_out_of_reach_says_why_before_anything_is_pressed(ruleset: str) -> None:
    """With no order in hand, in the words of the refusal that enter would bring."""
    game, able = low_water(ruleset), list[str]()
    desk = Controller(game.ruleset, game.view("blue"), KeyTable())
    for side, text in script(ruleset):
        desk = Controller(game.ruleset, game.view(side), KeyTable())
        able = [name for name in desk.legal.active_figures() if "move" in desk.legal.verbs(name)]
        if able and game.turn:
            desk.choose(able[0])
            break
        game.order(side, text)
    board = desk.legal.board
    free = [(x, y) for y in range(board.height) for x in range(board.width)]
    free = [tile for tile in free if board.passable(tile) and not any(desk.legal.figures_at(tile))]
    barred = [tile for tile in free if proposed(desk.legal, able[0], tile) is None]
    assert barred
    costly = 0
    for tile in barred[:: len(barred) // 9 + 1]:
        mouse_input.point(desk, tile)
        said = prompt_words(desk, desk.mode, "", 120).plain
        gait = "run" if "run" in desk.legal.verbs(able[0]) else "move"
        assert said.startswith(f"{able[0]} cannot {gait} there: ")
        costly += ", has " in said
        assert tile_text(tile) in said
        order_input.confirm(desk)
        reason = said.partition(": ")[2].partition("  |")[0]
        assert desk.notice.partition(": ")[2].startswith(reason.removesuffix(".."))
        desk.notice = ""
    assert costly
    home = desk.legal.position(able[0])
    mouse_input.point(desk, home)
    assert "cannot" not in prompt_words(desk, desk.mode, "", 120).plain


def test_cover_beside_the_end_of_a_move_comes_before_the_key_of_options() -> None:
    """It is why a jump of the cursor leads there, so 80 columns have room for it."""
    battle = position("a>. o . . . . R<", kind="rifleman", phase="move")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "move")
    desk.cursor = (1, 0)
    mouse_input.point(desk, (1, 0))

    assert "(o: options)" in prompt_words(desk, Mode.TARGET, "").plain
    narrow = prompt_words(desk, Mode.TARGET, "", 78).plain
    assert narrow.endswith("1,0 open ground, cover 1 against enemies E")


def test_the_cover_of_an_enemy_is_that_against_the_chosen_figure() -> None:
    """Not that of its ground: a wall beside it counts towards one side alone."""
    battle = position("a>. . . . --R<. . b<", ruleset="dice_pool")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    said = {}
    for name in ("a", "b"):
        desk.choose(name)
        order_input.verb(desk, "fire")
        desk.cursor = battle.view().state.figures["r"].tile
        said[name] = prompt_words(desk, desk.mode, "").plain
    assert "cover +4 against a" in said["a"]
    assert "6,0 open ground" in said["b"]
    assert "cover" not in said["b"]


def test_an_empty_weapon_is_named_before_the_end_of_the_bound() -> None:
    """Only of a figure that can still reload it."""
    rows = "a>. . . . . R<\nb>. . . . . . .\nc>. . . . . . ."
    counters = {"a": {"tokens": 0}, "c": {"tokens": 0, "acts": 99}}
    battle = position(rows, ruleset="trait_die", kind="trooper", counters=counters)

    asked = end_warning(LegalOrders(battle.ruleset, battle.view()), "e")

    assert "can still act; c can still move; a: assault rifle empty; e: end " in asked


@pytest.mark.parametrize(
    ("ruleset", "counter", "spent"),
    [("dice_pool", "used", 2), ("trait_die", "acts", 99), ("d100", "acted", 3)],
)
def test_what_can_only_move_is_not_said_to_act(ruleset: str, counter: str, spent: int) -> None:
    """In the question at the end and beside the orders of another figure; by one that can, both."""
    rows = "a>. . . . . R<\nb>. . . . . . .\nc>. . . . . . ."
    done = {name: {counter: spent} for name in "abc"}

    def said(*idle: str) -> tuple[str, str, str]:
        counters = {name: done[name] for name in idle}
        battle = position(rows, ruleset=ruleset, counters=counters)
        desk = Controller(battle.ruleset, battle.view(), KeyTable())
        desk.choose("a")
        prompt = prompt_words(desk, Mode.SELECT, "").plain
        ends = end_warning(desk.legal, "e"), confirmation(desk.legal, Order.of("end"))
        return prompt, *ends

    prompt, asked, typed = said("a", "b", "c")
    assert "(b, c can move)" in prompt
    assert asked.startswith("a, b, c can still move; e: ")
    assert typed.startswith("a, b and c can still move. ")
    prompt, asked, typed = said("a", "c")
    assert "(b can act, c can move)" in prompt
    assert asked.startswith("b can still act; a, c can still move; e: ")
    assert typed.startswith("b can still act; a and c can still move. ")


def test_one_other_figure_is_counted_in_the_singular() -> None:
    """Where those that can only move make too many to name."""
    rows = "a>. . . . . R<\n" + "\n".join(f"{name}>. . . . . . ." for name in "bcde")
    done = {name: {"used": 2} for name in "acde"}
    battle = position(rows, ruleset="dice_pool", counters=done)
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")

    assert "(1 other can act, 3 can move)" in prompt_words(desk, Mode.SELECT, "").plain


def test_the_first_orders_come_before_all_about_a_tile() -> None:
    """A line of 80 columns begins with what can be done."""
    battle = position("a>T b>c>. . R<", kind="rifleman", phase="move")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    orders = prompt_words(desk, Mode.SELECT, "").plain.partition("  (")[0]
    assert orders.startswith("a: ")
    least = len(f"{orders}  (b, c can move)  |  0,0 open ground")
    assert prompt_words(desk, Mode.SELECT, "", least).plain.startswith(f"{orders}  (")


def test_a_burst_at_one_of_two_neighbours_is_not_told_by_the_name_of_its_detail() -> None:
    """Its bonus has a row of its own; "how" only tells the burst at both."""
    battle = position("a>. . . R<\n. . . . Q<", ruleset="d100", kind="trooper")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    order = Order.of("fire", "a", "r", bonus="damage")
    desk.draft = draft_of(desk.legal, order, "a")

    assert desk.draft.order == order
    assert "(bonus" not in prompt_words(desk, Mode.TARGET, "").plain


def test_the_rims_of_the_reach_are_named_while_they_are_shown() -> None:
    """It is where the figure can go, and no field of view; within it is where it can still act."""
    battle = position("a>. . . . . R<", ruleset="d20")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    for move in desk.moves_shown:
        desk.legal.able_after[move] = battle.state.board.bit((1, 0))
    said = [prompt_words(desk, Mode.SELECT, "", 200, zoom=zoom).plain for zoom in (0, 1, 2)]
    short = prompt_words(desk, Mode.SELECT, "", 90, zoom=2).plain

    assert said[0].endswith("marked: where a can go")
    assert said[1].endswith("rim: where a can go; stronger tint: can still act there")
    assert said[2].endswith("rim: where a can go; dashed: can still act there")
    assert len(short) <= 90
    desk.reach = False
    assert "rim: " not in prompt_words(desk, Mode.SELECT, "", 200, zoom=2).plain


def test_ground_that_the_enemy_watches_is_named_before_the_reach() -> None:
    """On a painted map, which has ticks there."""
    battle = position("a>. . . . . R<", ruleset="trait_die").order("hold a").order("end")
    desk = Controller(battle.ruleset, battle.view("red"), KeyTable())
    desk.choose("r")
    name = battle.state.setup.sides["blue"].name
    assert (
        f"  |  ticks: watched by {name}  |  rim: where"
        in prompt_words(desk, Mode.SELECT, "", 200, zoom=1).plain
    )
    assert "ticks" not in prompt_words(desk, Mode.SELECT, "", 200, zoom=0).plain


def test_a_figure_that_acted_and_can_only_move_is_no_reason_to_ask() -> None:
    """One that was given no order is, and so is one that can still act."""
    rows = "a>. . . . . R<\nb>. . . . . . ."
    for spent, orders, asks in (
        ("ab", "ab", False),
        ("ab", "a", True),
        ("a", "ab", True),
    ):
        counters = {name: {"acted": 3} for name in spent}
        battle = position(rows, ruleset="d100", counters=counters)
        bound, view = Bound(1, 1, "act", "blue"), battle.view()
        news = [News(Bound(1, 0, "act", "red")), News(bound)]
        news += [
            News(Counted(name, "acted", 3), given=GivenOrder(f"fire {name} r", view))
            for name in orders
        ]
        legal = LegalOrders(battle.ruleset, evolve(view, news=tuple(news)))
        assert bool(end_warning(legal, "e")) is asks


def test_a_figure_that_could_only_throw_smoke_is_not_asked_about() -> None:
    """One with a grenade for an enemy in sight is."""
    said = {}
    for thrown in ("smoke_grenade", "grenade"):
        battle = position("a>. . . R<", phase="fire", weapons={"a": (thrown,)})
        legal = LegalOrders(battle.ruleset, battle.view())
        assert legal.verbs("a") == ("bombard",)
        said[thrown] = end_warning(legal, "e")

    assert said["smoke_grenade"] == ""
    assert said["grenade"].startswith("a can still throw hand grenade; ")
