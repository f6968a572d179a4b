"""The panel while an order is put together: what words mean, why not, who goes along."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import frozen
from textual.content import Content

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.tui.column import folded
from skirmish.tui.desk import Desk
from skirmish.tui.footer import offered
from skirmish.tui.keys import Mode
from skirmish.tui.march import march
from skirmish.tui.prompts import hint_words
from skirmish.tui.rival import STOPPED
from skirmish.tui.screens.page import InFull
from skirmish.tui.side import side_of
from tests.rulesets.d20.blocks import duel
from tests.tui.drill import Drill, drilled
from tests.tui.test_again import marked, table
from tests.tui.test_battle import at_table, frame, hint, press


def desk_of(rules: Drill | None = None, **own_keys: str) -> Desk:
    """Blue, with a figure chosen."""
    game = drilled(rules=rules) if rules else drilled()
    desk = Desk(game.ruleset, game.view("blue"), own_keys)
    desk.choose("b1")
    return desk


def panel(desk: Desk, line: int = 78) -> list[str]:
    """The side panel as text."""
    return [row.plain.rstrip() for row in side_of(desk, (30, 21), line).lines]


def test_the_marked_detail_is_explained_and_what_is_unsaid_has_words() -> None:
    """Below the rows, in the ruleset's words."""
    desk = desk_of()
    desk.verb("overwatch")
    desk.step(Facing.E)
    desk.options()
    assert panel(desk)[2:6] == [
        " holds fire below       < 0% >",
        " reaction       < house rule >",
        "holds its fire below this",
        "chance of any effect",
    ]
    desk.next(1)
    desk.step(Facing.E)
    desk.step(Facing.E)
    assert " reaction       < asks first >" in panel(desk)
    assert desk.pick.order.get("reply") == "ask"


def test_a_way_that_says_nothing_is_not_told() -> None:
    """The key for another way stands there; the chosen way as soon as it says something."""
    desk = desk_of()
    desk.verb("fire")
    assert hint_words(desk, Mode.TARGET, "").plain.startswith("enter: fire (rifle, single)  +:")
    desk.share(1)
    assert desk.notice == ""
    desk.verb("turn")
    desk.step(Facing.N)
    desk.share(1)
    assert desk.notice == "there is no other way to do it"


def test_why_not_stands_there_before_the_order_is_confirmed() -> None:
    """By the way that it would have to go, however long; a notice is not said twice."""
    desk = desk_of()
    desk.verb("move")
    for _ in range(5):
        desk.step(Facing.E)
    assert panel(desk)[:2] == ["-- b1 move -------------------", "that costs 5 tiles, b1 has 4"]
    desk.confirm()
    assert desk.notice.startswith("that costs 5 tiles")
    assert "that costs 5 tiles, b1 has 4" not in panel(desk)


def menu_after_a_shot() -> Desk:
    """The menu of one that has shot, and cannot do all of it any more."""
    game = drilled()
    game.order("blue", "fire b1 r1")
    desk = Desk(game.ruleset, game.view("blue"))
    desk.choose("b1")
    desk.menu()
    return desk


def test_the_menu_tells_why_something_can_not_be_done_now() -> None:
    """Below what it means; the line of hints only names the key."""
    desk = menu_after_a_shot()
    desk.next(-1)
    assert panel(desk)[-1] != ""
    text = " ".join(line.strip() for line in panel(desk))
    assert "watches ground it has shot (DRILL-01)" in text
    assert hint_words(desk, Mode.MENU, "").plain == "enter: overwatch (not now)"


def test_the_menu_tells_the_marked_order_below_its_line_and_reasons_for_the_others() -> None:
    """What cannot be done now says why without being marked, and the rule where there is one."""
    desk = menu_after_a_shot()
    lines = [line.strip() for line in panel(desk)]
    first = desk.offers.known_verbs[desk.offers.verbs("b1")[0]]
    at = next(at for at, line in enumerate(lines) if line.startswith(first.name))

    assert first.text.startswith(lines[at + 1])
    assert any(line.endswith("it has shot (DRILL-01)") for line in lines)


def test_the_ground_is_told_before_all_orders_are() -> None:
    """Where both do not fit in the line of hints, fewer orders are named."""
    desk = Desk(drilled().ruleset, drilled().view("blue"))
    desk.choose("b1")
    whole = hint_words(desk, Mode.SELECT, "").plain
    cut = hint_words(desk, Mode.SELECT, "", len(whole) - 1).plain
    tile = whole.split("|")[-1]

    assert cut.endswith(tile)
    assert whole.count(",") > cut.count(",")
    assert len(cut) < len(whole)


def test_a_shut_door_names_the_order_that_opens_it() -> None:
    """With its key; the order itself takes the one door that is there."""
    hall = duel("a + . R")
    desk = Desk(hall.ruleset, hall.view("blue"))
    desk.choose("a")
    desk.verb("move")
    assert desk.notice == "the door on 1,0 is shut: open it by door (d)"
    desk.verb("door")
    assert desk.pick.order == Order.of("door", "a", (1, 0))


def test_a_notice_stands_once() -> None:
    """In the line of hints where it has room there, else in the panel."""
    desk = desk_of()
    desk.notice = "too long for a line"
    assert panel(desk, line=10)[0] == "too long for a line"
    assert not hint_words(desk, Mode.SELECT, "", 10).plain.startswith("too long")
    assert panel(desk, line=19)[0] != "too long for a line"
    assert hint_words(desk, Mode.SELECT, "", 19).plain == "too long for a line"


@frozen
class Sharp(Drill):
    """Harm is done to one of the enemies alone."""

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        return Fraction(target == "r2")


@pytest.mark.parametrize(("rules", "first"), [(Drill(), "r1"), (Sharp(), "r2")])
def test_the_enemy_that_can_be_harmed_most_comes_first(rules: Drill, first: str) -> None:
    """With no target named; all others come after it."""
    desk = desk_of(rules)
    desk.verb("fire")
    assert desk.pick.target == first
    desk.next(1)
    assert {desk.pick.target, first} == {"r1", "r2"}


def test_prompts_have_a_players_own_keys() -> None:
    """Those of directions as well."""
    desk = desk_of(west="a", east="d")
    desk.verb("fire")
    desk.options()
    assert hint_words(desk, Mode.FIELDS, "").plain == "a and d change, enter: fire"


def test_the_next_figure_comes_after_the_latest() -> None:
    """Also when nobody is chosen any more."""
    desk = desk_of()
    desk.back()
    assert desk.pick.figure == ""
    desk.next(1)
    assert desk.pick.figure == "b2"
    desk.next(1)
    assert desk.pick.figure == "b1"


def test_who_goes_along_is_told_and_who_stays() -> None:
    """Before a group moves, and after it."""
    at = table()
    at.game.order("blue", "move b2 1,2>3,2")
    at.desk.renew(at.game.view("blue"))
    marked(at, "b1", "b2")
    at.desk.touched()
    at.desk.choose("b1")
    at.desk.verb("move")
    at.desk.step(Facing.E)
    assert "with b2" in panel(at.desk)
    march(at, Order.of("move", "b1", ((2, 0),)))
    assert at.desk.notice == "b2 cannot go that way and stays"


def test_a_stopped_computer_names_its_key_whatever_is_looked_at() -> None:
    """In the line of hints and in the footer."""
    game = drilled()
    desk = Desk(game.ruleset, game.view("blue"))
    desk.look = True
    assert hint_words(desk, Mode.WAIT, STOPPED).plain.startswith(
        "the computer is stopped: enter or esc lets it go on"
    )
    keys = offered(game, desk, Mode.WAIT, "blue", {}, 80, STOPPED)
    assert (keys[0].shown, keys[0].label) == ("enter", "go on")
    keys = offered(game, desk, Mode.WAIT, "blue", {}, 80, "red")
    assert (keys[0].shown, keys[0].label) == ("esc", "stop")


async def test_the_panel_in_full_is_written_for_the_page() -> None:
    """Wider than at the side of the map."""
    async with at_table(drilled("random")) as (pilot, screen):
        await press(pilot, "tab", "f")
        assert "fire" in hint(screen)
        await press(pilot, "p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, InFull)
        head = next(line for line in frame(pilot) if "-- b1 fire r1" in line)
        assert head.count("-") > 40


def test_what_is_folded_keeps_its_indent() -> None:
    """On all its lines."""
    lines = folded(Content("  one two three"), 9)
    assert [line.plain for line in lines] == ["  one two", "  three"]
