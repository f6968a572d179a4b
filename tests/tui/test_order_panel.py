"""The panel while an order is put together: what words mean, why not, who goes along."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve, frozen
from textual.content import Content
from textual.style import Style

from skirmish.ai import Weighed
from skirmish.core.events import Left
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import State, Zone
from skirmish.presentation.odds.attack_positions import AttackChance
from skirmish.presentation.odds.expected_reactions import PathThreat
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.hint_kinds import BetterAttack, FriendlyFire
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import Advice
from skirmish.session import cursor_input, mouse_input, order_draft, order_input
from skirmish.session.adviser import show_advice
from skirmish.session.ai_driver import STOPPED
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.keys import KeyTable
from skirmish.tui.narrow_lines import narrow_lines
from skirmish.tui.order_costs import costs_of_values
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.prompts import order_words
from skirmish.tui.screens.page import ReflowPage
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.wrapping import folded
from tests.drill_ruleset import Drill, drilled
from tests.position import position
from tests.rulesets.d20.blocks import duel
from tests.rulesets.dice_pool.blocks import gun, scene
from tests.session.test_group_move import marked, table
from tests.tui.panels import unboxed
from tests.tui.test_battle import at_table, frame, hint, press


def desk_of(rules: Drill | None = None, **own_keys: str) -> Controller:
    """Blue, with a figure chosen."""
    game = drilled(rules=rules) if rules else drilled()
    controller = Controller(game.ruleset, game.view("blue"), KeyTable(own_keys))
    controller.choose("b1")
    return controller


def panel(controller: Controller, line: int = 78) -> list[str]:
    """The side panel as text."""
    return unboxed(side_panel_lines(controller, (34, 21), line).lines)


def test_the_marked_detail_is_explained_and_what_is_unsaid_has_words() -> None:
    """Below the rows, in the ruleset's words."""
    controller = desk_of()
    order_input.verb(controller, "overwatch")
    cursor_input.step(controller, Facing.E)
    order_input.options(controller)
    assert panel(controller)[2:6] == [
        " holds fire below <    0%    >",
        " reaction\n        < automatic (usual) >",
        "does not fire below this",
        "chance of any effect",
    ]
    order_input.next_choice(controller, 1)
    cursor_input.step(controller, Facing.E)
    cursor_input.step(controller, Facing.E)
    assert " reaction     < ask me first >" in panel(controller)
    assert controller.draft.order.get("reply") == "ask"


@pytest.mark.parametrize(("rule", "words"), [("standing", "automatic"), ("ask", "ask me first")])
def test_a_reaction_that_is_left_out_says_what_the_house_rule_makes_of_it(
    rule: str, words: str
) -> None:
    battle = position("a>. . . . . . . R<", ruleset="d20", rules={"reactions": rule})
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "overwatch")
    order_input.options(controller)
    assert any(f"< {words} (usual) >" in line for line in panel(controller))


def test_a_detail_shows_its_real_value_and_no_default_beside_a_chosen_one() -> None:
    battle = position("a>. . . . . . . R<", ruleset="d20")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "overwatch")
    order_input.options(controller)
    facing = panel(controller)[2:7]
    assert facing[0].split() == ["face", "<", "E", "(usual)", ">"]
    assert " ".join(facing[3:]) == "the direction to watch (default: its facing)"

    cursor_input.step(controller, Facing.N)
    facing = panel(controller)[2:7]
    assert facing[0].split() == ["face", "<", "N", ">"]
    assert not any("default" in line for line in facing)


def test_orders_of_the_menu_and_ways_to_fire_name_their_cost() -> None:
    """In the coin of the system, before one of them is chosen."""
    battle = position("a>. . . . R<", ruleset="d20", kind="veteran")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.menu(desk)
    menu = unboxed(side_panel_lines(desk, (40, 40), 78).lines)
    assert any(line.startswith(" aim: 2 AP ") for line in menu)

    pooled = position("a>. . . . R<", ruleset="dice_pool", kind="guard")
    other = Controller(pooled.ruleset, pooled.view(), KeyTable())
    other.choose("a")
    order_input.menu(other)
    for width, words in ((34, "defend: 2 Simple actions"), (24, "defend")):
        listed = unboxed(side_panel_lines(other, (width, 0), 78).lines)
        (line,) = (one for one in listed if one.startswith(" defend"))
        assert line.split("  ")[0].strip() == words
        assert line.rstrip().endswith(" D"), "the cost never takes the place of the key"

    desk.choose("a")
    order_input.verb(desk, "fire")
    mouse_input.point(desk, (5, 0))
    order_input.options(desk)
    told = unboxed(side_panel_lines(desk, (40, 60), 78).lines)
    assert "single: 4 AP; burst: 5 AP" in told


def test_a_value_of_the_full_panel_has_two_halves() -> None:
    """As in the panel: a click on the left one takes the value before."""
    battle = position("a>. . . . R<", ruleset="d20", kind="veteran")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "fire")
    mouse_input.point(desk, (5, 0))
    order_input.options(desk)
    line = next(one for one in side_panel_lines(desk, (40, 60), 78).clickable if "< " in one.plain)

    assert clicked(line, line.plain.index("< ")) == "row(0, -1)"
    assert clicked(line, line.plain.index(" >")) == "row(0)"
    places = set()
    for _ in range(4):
        line = next(
            one for one in side_panel_lines(desk, (40, 60), 78).clickable if "< " in one.plain
        )
        places.add((line.plain.index("<"), line.plain.index(">")))
        order_input.row(desk, 0)
    assert len(places) == 1


def clicked(line: Content, at: int) -> str:
    """The action of a click on a character of a line of the page."""
    there = (span.style for span in line.spans if span.start <= at < span.end)
    metas = [style.meta for style in there if isinstance(style, Style)]
    (action,) = next(meta["@click"][1] for meta in reversed(metas) if "@click" in meta)
    return str(action)


def test_a_way_that_says_nothing_is_not_told() -> None:
    """The key for another way stands there; the chosen way as soon as it says something."""
    controller = desk_of()
    order_input.verb(controller, "fire")
    assert prompt_words(controller, Mode.TARGET, "").plain.startswith(
        "enter: fire (rifle, single)  - +:"
    )
    order_input.share(controller, 1)
    assert controller.notice == ""
    order_input.verb(controller, "turn")
    cursor_input.step(controller, Facing.N)
    order_input.share(controller, 1)
    assert controller.notice == "there are no other options"


def test_why_not_stands_there_before_the_order_is_confirmed() -> None:
    """By the way that it would have to go, however long; a notice is not said twice."""
    controller = desk_of()
    order_input.verb(controller, "move")
    for _ in range(5):
        cursor_input.step(controller, Facing.E)
    assert panel(controller)[:2] == [
        "-- b1 move",
        "too far: needs 5 tiles, has 4:",
    ]
    order_input.confirm(controller)
    assert controller.notice.startswith("too far: needs 5 tiles")
    assert "too far: needs 5 tiles, has 4:" not in panel(controller)


def test_a_hint_at_a_better_attack_names_the_key_that_takes_it() -> None:
    """Also one of the player's own; a hint without another order has none."""
    controller = desk_of(hint="H")
    order_input.verb(controller, "fire")
    order = controller.draft.order
    better = order.with_field("mode", "burst")
    changes = (("mode", "burst"),)
    hint = BetterAttack("", "", "", "", changes, Fraction(2), 1, Fraction(1), 1, order=better)
    risk = FriendlyFire((("b2", Fraction(1, 2)),))
    told = Forecast(moves=False, exchanges=(), hints=(hint, risk))
    controller.legal.forecasts[order] = told

    words = " ".join(panel(controller))
    assert "better: mode burst: average loss worth 2.00 (this attack: 1.00) (H: take it)" in words
    assert words.count("take it") == 1


def test_an_enemy_that_may_act_before_an_attack_stands_above_its_odds_and_in_the_advice() -> None:
    """A reader of the first lines sees it."""
    controller = desk_of()
    order_input.verb(controller, "fire")
    order = controller.draft.order
    threats = tuple(
        PathThreat(name, (0, 0), AttackChance("fire", Fraction(1, 2), Fraction(0)))
        for name in ("r1", "r2")
    )
    controller.legal.forecasts[order] = Forecast(False, (), path_threats=threats)

    lines = panel(controller)
    first = next(at for at, line in enumerate(lines) if line.startswith("r1, r2 first: effect"))
    assert lines[first].endswith("75%")
    assert any(line.startswith(order.target) for line in lines[first + 1 :])

    show_advice(controller, Advice("regular", (Weighed(order, 900, terms=(("harm", 900),)),)))
    assert lines[first] in panel(controller)


def test_what_is_much_better_stands_before_the_odds_and_in_the_two_lines() -> None:
    """A reader of the first page sees it; without room, without its numbers."""
    controller = desk_of(hint="H")
    order_input.verb(controller, "fire")
    order = controller.draft.order
    gains = Fraction(1), 1, Fraction(1, 10), 1
    hint = BetterAttack("", "r2", "", "", (), *gains, order=order.with_field("mode", "burst"))
    controller.legal.forecasts[order] = Forecast(moves=False, exchanges=(), hints=(hint,))

    lines = panel(controller)
    place = next(at for at, line in enumerate(lines) if line.startswith("✦ better: at r2"))
    assert place < next(at for at, line in enumerate(lines) if "%" in line)
    long, short = (narrow_lines(controller, width)[1].plain for width in (0, 60))
    assert "✦ better: at r2: average loss worth 1.00 (this attack: 0.10) (H: take it)" in long
    assert "✦ better: at r2 (H: take it)" in short


def test_danger_to_own_figures_that_pays_is_left_to_prompt_and_odds() -> None:
    """A danger that does not pay comes with what to do about it."""
    for pays in (True, False):
        controller = desk_of()
        order_input.verb(controller, "fire")
        risk = FriendlyFire((("b2", Fraction(1, 2)),), pays=pays)
        told = Forecast(moves=False, exchanges=(), hints=(risk,))
        controller.legal.forecasts[controller.draft.order] = told

        assert ("it may hit your own b2" in " ".join(panel(controller))) is not pays
        assert "it may hit your own b2" in prompt_words(controller, controller.mode, "").plain
        assert "it may hit your own b2" in narrow_lines(controller, 0)[1].plain


def menu_after_a_shot() -> Controller:
    """The menu of one that has shot, and cannot do all of it any more."""
    game = drilled()
    game.order("blue", "fire b1 r1")
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.choose("b1")
    order_input.menu(controller)
    return controller


def test_the_menu_tells_why_something_can_not_be_done_now() -> None:
    """Below what it means; the line of hints has the reason."""
    controller = menu_after_a_shot()
    order_input.next_choice(controller, -1)
    assert panel(controller)[-1] != ""
    text = " ".join(line.strip() for line in panel(controller))
    assert "watches ground both: it has shot (DRILL-01)" in text
    assert prompt_words(controller, Mode.MENU, "").plain == "overwatch, not now: it has shot"


def test_the_menu_tells_the_marked_order_below_its_line_and_reasons_for_the_others() -> None:
    """What cannot be done now says why without being marked, and the rule where there is one."""
    controller = menu_after_a_shot()
    lines = [line.strip() for line in panel(controller)]
    first = controller.legal.known_verbs[controller.legal.verbs("b1")[0]]
    at = next(at for at, line in enumerate(lines) if line.startswith(first.name))

    assert first.text.startswith(lines[at + 1])
    assert any(line.endswith("(DRILL-01)") for line in lines)


def test_the_ground_is_told_before_all_orders_are() -> None:
    """Where both do not fit in the line of hints, what the rim is goes first, then orders do."""
    controller = Controller(drilled().ruleset, drilled().view("blue"), KeyTable())
    controller.choose("b1")
    everything = prompt_words(controller, Mode.SELECT, "").plain
    whole = prompt_words(controller, Mode.SELECT, "", len(everything) - 1).plain
    assert everything.startswith(f"{whole}  |  rim: ")
    cut = prompt_words(controller, Mode.SELECT, "", len(whole) - 1).plain
    tile = whole.split("|")[-1]

    assert cut.endswith(tile)
    assert whole.count(",") > cut.count(",")
    assert len(cut) < len(whole)


def test_a_shut_door_names_the_order_that_opens_it() -> None:
    """With its key; the order itself takes the one door that is there."""
    hall = duel("a + . R")
    controller = Controller(hall.ruleset, hall.view("blue"), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "move")
    assert controller.notice == "the door on 1,0 is shut: open it with door (d)"
    order_input.verb(controller, "door")
    assert controller.draft.order == Order.of("door", "a", (1, 0))
    assert order_words(controller, "door") == "open door"


def test_a_notice_stands_once() -> None:
    """In the line of hints where it has room there, else in the panel."""
    controller = desk_of()
    controller.notice = "too long for a line"
    assert panel(controller, line=10)[:2] == ["-- note", "too long for a line"]
    assert not prompt_words(controller, Mode.SELECT, "", 10).plain.startswith("too long")
    assert panel(controller, line=19)[0] != "too long for a line"
    assert prompt_words(controller, Mode.SELECT, "", 19).plain == "too long for a line"


@frozen
class Sharp(Drill):
    """Harm is done to one of the enemies alone."""

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        return Fraction(target == "r2")


@pytest.mark.parametrize(("rules", "first"), [(Drill(), "r1"), (Sharp(), "r2")])
def test_the_enemy_that_can_be_harmed_most_comes_first(rules: Drill, first: str) -> None:
    """With no target named; all others come after it."""
    controller = desk_of(rules)
    order_input.verb(controller, "fire")
    assert controller.draft.target == first
    order_input.next_choice(controller, 1)
    assert {controller.draft.target, first} == {"r1", "r2"}


def test_prompts_have_a_players_own_keys() -> None:
    """Those of directions as well."""
    controller = desk_of(west="a", east="d")
    order_input.verb(controller, "fire")
    order_input.options(controller)
    assert (
        prompt_words(controller, Mode.FIELDS, "").plain == "a: previous, d: next value, enter: fire"
    )


def test_the_next_figure_comes_after_the_latest() -> None:
    """Also when nobody is chosen any more."""
    controller = desk_of()
    order_input.back(controller)
    assert controller.draft.figure == ""
    order_input.next_choice(controller, 1)
    assert controller.draft.figure == "b2"
    order_input.next_choice(controller, 1)
    assert controller.draft.figure == "b1"


def test_after_a_fallen_figure_comes_the_next_of_the_list() -> None:
    """Not the first one again."""
    battle = position("a>. . . R<\nb>. . . .\nc>. . . .", ruleset="d100", kind="trooper")
    known = battle.after(Left("b", "downed")).view("blue")
    controller = Controller(battle.ruleset, known, KeyTable())
    order_input.choose_listed(controller, "b")
    order_input.next_choice(controller, 1)
    assert controller.draft.figure == "c"


def test_who_goes_along_is_told_and_who_stays() -> None:
    """Before a group moves, and after it."""
    at = table()
    at.game.order("blue", "move b2 1,2>3,2")
    at.controller.renew(at.game.view("blue"))
    marked(at, "b1", "b2")
    at.controller.clear_transient()
    at.controller.choose("b1")
    order_input.verb(at.controller, "move")
    cursor_input.step(at.controller, Facing.E)
    assert "cannot follow: b2" in panel(at.controller)
    at.give_order(Order.of("move", "b1", ((2, 0),)))
    assert at.controller.notice == "b2 of the group cannot go there and stays: the group ends"
    assert not at.controller.group


def test_a_stopped_computer_names_its_key_whatever_is_looked_at() -> None:
    """In the line of hints and in the footer."""
    game = drilled()
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.look = True
    assert prompt_words(controller, Mode.WAIT, STOPPED).plain.startswith(
        "the computer is stopped: enter or esc continues"
    )
    keys = footer_keys(game, controller, Mode.WAIT, "blue", {}, 80, STOPPED)
    assert all(key.id != "hurry" for key in keys)  # it has the key that goes on
    assert (keys[0].shown, keys[0].label) == ("enter", "go on")
    keys = footer_keys(game, controller, Mode.WAIT, "blue", {}, 80, "red")
    assert (keys[0].shown, keys[0].label) == ("esc", "stop")


async def test_the_panel_in_full_is_written_for_the_page() -> None:
    """Wider than at the side of the map."""
    async with at_table(drilled("random"), (80, 16)) as (pilot, screen):
        await press(pilot, "f")
        assert "fire" in hint(screen)
        await press(pilot, "p")
        assert screen.query_one("#right").display
        await press(pilot, "p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReflowPage)
        head = next(line for line in frame(pilot) if "─ b1 fire r1" in line)
        assert head.count("─") > 40


def test_what_is_folded_keeps_its_indent() -> None:
    """On all its lines."""
    lines = folded(Content("  one two three"), 9)
    assert [line.plain for line in lines] == ["  one two", "  three"]


def test_the_prompt_of_a_refused_target_keeps_the_remedy() -> None:
    """Reason and remedy where both fit; else what can be done about it."""
    controller = desk_of()
    order_input.verb(controller, "move")
    for _ in range(5):
        cursor_input.step(controller, Facing.E)
    why = controller.objections.aim
    assert why is not None
    assert why.remedy

    begin = "b1 cannot move there: "
    whole = prompt_words(controller, Mode.TARGET, "").plain
    narrow = prompt_words(controller, Mode.TARGET, "", len(begin) + len(why.remedy)).plain

    assert whole.startswith(f"{begin}{controller.refusal_text(f'{why.reason}; {why.remedy}')}")
    assert narrow.startswith(f"{begin}{controller.refusal_text(why.remedy)}")
    assert why.reason not in narrow


def test_a_proposed_attack_shows_the_keys_that_give_it_or_not() -> None:
    """Behind the keys that are always there and the orders: those keep their places."""
    controller = desk_of()
    before = footer_keys(drilled(), controller, Mode.SELECT, "blue", {}, 200)
    while controller.draft.verb != "fire":
        cursor_input.step(controller, Facing.E)
    assert controller.mode is Mode.SELECT
    after = footer_keys(drilled(), controller, Mode.SELECT, "blue", {}, 200)

    assert not {"confirm", "back"} & {key.id for key in before}
    orders = [key.id for key in after if key.verb]
    start = len(["verbs", "next", "look", "end", *orders])
    assert [key.id for key in after[start : start + 2]] == ["confirm", "back"]


def test_the_usual_keys_keep_their_places_when_an_order_is_proposed() -> None:
    """By mouse one clicks where the key was."""
    controller = desk_of()

    def places() -> list[str]:
        keys = footer_keys(drilled(), controller, Mode.SELECT, "blue", {}, 200)
        return [key.id for key in keys]

    before = places()
    mouse_input.click(controller, (4, 1))
    after = places()
    assert "confirm" in after
    assert "confirm" not in before
    still = after.index("confirm")
    assert before[:4] == ["verbs", "next", "look", "end"]
    assert after[:still] == before[:still]


def test_the_key_of_an_order_at_a_tile_says_what_its_figure_does() -> None:
    """A figure that can only throw has the same word in the footer and in the prompt."""
    battle = position("a>. . . R<", ruleset="opposed_d6", kind="sergeant", phase="fire")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    keys = footer_keys(drilled(), controller, Mode.SELECT, "blue", {}, 200)

    assert [key.label for key in keys if key.verb == "bombard"] == ["throw"]
    assert "throw smoke grenade" in prompt_words(controller, Mode.SELECT, "").plain


def test_ground_under_overwatch_that_cannot_react_to_the_move_says_so() -> None:
    """D20-F10: a step is met only between two tiles that are both watched."""
    battle = position("a>. . . . R<\n. . . . . .", ruleset="d20")
    zone = Zone("w", "overwatch", "red", "r", ((1, 0), (2, 0)))
    battle = evolve(battle, state=evolve(battle.state, zones={"w": zone}))
    said = {}
    for end in ((1, 0), (2, 0)):
        controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
        controller.choose("a")
        order_input.verb(controller, "move")
        mouse_input.point(controller, end)
        order = controller.draft.order
        told = forecast_order(battle.ruleset, battle.view("blue"), order)
        assert told is not None
        controller.legal.forecasts[order] = told
        said[end] = " ".join(panel(controller))
    assert "through overwatch of r, which cannot react to this move" in said[1, 0]
    assert "through overwatch of r " in said[2, 0]
    assert "cannot react" not in said[2, 0]


def test_costs_that_are_alike_are_not_told_and_a_limit_left_out_is_none() -> None:
    """The ways to take extra hits cost the same, so their costs are not listed."""
    battle = scene("a>. . . R<", gun(modes=("bf",)))
    legal = LegalOrders(battle.ruleset, battle.view())
    draft = order_draft.draft_like(legal, Order("fire", "a", "r", (("burst", "short"),)))
    assert draft is not None
    opened = order_draft.with_details_open(legal, draft)
    rows = order_draft.details(legal, opened)
    (at,) = (at for at, row in enumerate(rows) if row.field == "extra")
    assert [row.value for row in rows if row.field == "limit"] == ["none"]
    assert costs_of_values(legal, evolve(opened, row=at)) == ""


def test_a_figure_with_a_jam_has_the_key_that_clears_it_in_the_footer() -> None:
    """It counts as a usual order: a narrow footer leaves out others first."""
    rows = "a>. . . . R<\n. . . . . . ."
    seen = []
    for counters in ({}, {"a": {"jammed": 1}}):
        battle = position(rows, ruleset="dice_pool", kind="soldier", counters=counters)
        controller = Controller(battle.ruleset, battle.view(), KeyTable())
        controller.choose("a")
        keys = footer_keys(drilled(), controller, Mode.SELECT, "blue", {}, 100)
        seen.append([key.id for key in keys])

    assert "verb.unjam" not in seen[0]
    assert "verb.unjam" in seen[1]


def test_what_is_thrown_is_named_once() -> None:
    """In the line of hints; the panel has it among the options."""
    arms = {"a": ["submachine_gun", "grenade"]}
    battle = position("a>. . . . . . . . R<Q<", ruleset="dice_pool", weapons=arms)
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "bombard")
    while desk.draft.order.get("weapon") != "grenade":
        order_input.share(desk, 1)

    assert "enter: throw hand grenade  " in prompt_words(desk, desk.mode, "").plain
    assert "o: options (weapon hand" in "\n".join(panel(desk))
