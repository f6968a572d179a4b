"""What the briefing tells of both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.game import HUMAN, Game
from skirmish.game.opening import opening_of
from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.presentation.setup.scenario_text import break_words, ending_words, side_facts
from skirmish.scenario import find, load
from skirmish.session.omniscient import scenario_view
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.scenario_lines import cast_lines, legend
from skirmish.tui.screens.briefing import BriefingScreen
from skirmish.tui.widgets import Box
from tests.kept_scenarios import kept

MILL = load(Path(__file__).parent / "data" / "mill.toml")
STREET = load(kept("market_street"))
SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.toml"))


def test_the_points_of_a_side_are_those_of_its_figures() -> None:
    """Reinforcements are among them."""
    guard, raiders = side_facts(STREET)

    assert (guard.figures, guard.points, guard.break_point) == (7, 94, 60)
    assert raiders.words == ("9 figures", "worth 115")


def test_how_it_ends() -> None:
    """The last turn and the break points."""
    assert ending_words(STREET)[0] == "After turn 9 the higher score wins."
    assert break_words(side_facts(STREET)[0]) == "Broken when it has lost 60% of its worth."


def test_the_own_cast_is_told_in_full_and_of_the_enemy_only_what_the_deployment_shows() -> None:
    """The enemy's figures are not listed, even those with a fixed place."""
    own = "\n".join(line.plain for line in cast_lines(STREET, "blue", ("blue",), 90))
    enemy = cast_lines(STREET, "red", ("blue",), 90)
    late = "\n".join(line.plain for line in cast_lines(STREET, "red", ("red",), 90))
    open_one = [line.plain for line in cast_lines(MILL, "red", ("blue",), 90)]

    assert "Kettle" in own
    assert "submachine gun, hand grenade, smoke grenade, knife" in own
    assert enemy == []
    assert "First rider" in late
    assert "comes later" in late
    assert open_one == []


def test_weapons_that_do_not_fit_a_line_go_on_in_the_next() -> None:
    """None is cut off."""
    lines = [line.plain for line in cast_lines(STREET, "blue", ("blue",), 30)]

    assert max(map(len, lines)) <= 30
    told = " ".join(" ".join(lines).split())
    assert "submachine gun, hand grenade, smoke grenade, knife" in told


def test_the_legend_says_what_the_points_at_an_objective_mean() -> None:
    """In words, with a number of the map, in a row of its own where the first has no room."""
    first, second = (force.name for force in STREET.sides)
    words = f"10:0 is 10 points for {first}, 0 for {second}"

    assert legend(STREET, None, 200, rows=2).plain.endswith(f" objective; {words}")
    narrow = legend(STREET, None, 60, rows=2).plain.split("\n")
    assert narrow[0].endswith(" objective")
    assert narrow[1] == words
    assert legend(STREET, None, 60).plain == narrow[0]


def test_the_legend_names_every_number_of_an_objective_that_pays_in_two_ways() -> None:
    """As the map beside it does."""
    told = legend(load(find("dam")), None, 200).plain

    assert told.endswith("; hold 1:1, reach 0:3: points for West bank : for East bank")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_briefing_of_a_side_shows_the_enemies_of_its_deployment(path: Path) -> None:
    """Those that it sees before it has placed a figure."""
    scenario = load(path)
    battle = Game.new(opening_of(scenario), 1, dict.fromkeys(("blue", "red"), HUMAN))
    for side in battle.sides:
        shown = scenario_view(scenario, (side,)).state
        sees = battle.view(side).enemies()

        assert [one for one in shown.figures if shown.figures[one].side != side] == [
            one.id for one in sees
        ]
        assert shown.figures.keys() <= battle.view(side).state.figures.keys()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["market_street", "hill_chapel"])
async def test_no_hidden_enemy_is_on_the_briefing(name: str, size: tuple[int, int]) -> None:
    """Neither a name nor a weapon of an enemy that does not stand in the open."""
    scenario = load(find(name))
    plan = GameSetup.of(scenario, {"blue": "human", "red": "regular"}, 1)
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=size) as pilot:
        app.push_screen(BriefingScreen(plan, lambda _: None))
        await pilot.pause()
        await pilot.pause()
        text = "\n".join(str(box.render()) for box in app.screen.query(Box))

    told = scenario.briefing + "".join(goal.text for goal in scenario.objectives)
    shown = "\n".join(line.plain for line in cast_lines(scenario, "red", ("blue",), 200))
    hidden = [
        entry.name
        for side, entry in scenario.entries()
        if side == "red" and entry.name and entry.name not in told + shown
    ]
    assert hidden
    assert not [name for name in hidden if name in text]


@pytest.mark.parametrize("key", ["pagedown", "down"])
async def test_a_briefing_that_is_longer_than_the_screen_scrolls_by_keys(key: str) -> None:
    """Beside the map as well as below it; each box without empty lines where all need the room."""
    scenario = load(find("low_water"))
    plan = GameSetup.of(scenario, {"blue": "human", "red": "regular"}, 1)
    for size in ((120, 40), (80, 24)):
        app = SkirmishApp(start=StartOptions())
        async with app.run_test(size=size) as pilot:
            app.push_screen(BriefingScreen(plan, lambda _: None))
            await pilot.pause()
            await pilot.pause()
            place = app.screen.query_one("#boxes" if size[0] > 110 else "#brief")
            assert not app.screen.has_class("-airy")
            assert place.max_scroll_y
            for _ in range(place.max_scroll_y):
                await pilot.press(key)
            assert place.scroll_offset.y == place.max_scroll_y
            await pilot.press("up")
            assert place.scroll_offset.y == place.max_scroll_y - 1


async def test_boxes_have_empty_lines_only_while_all_fit() -> None:
    """Also after the lines of a box have become more, as when it is first drawn."""
    scenario = load(find("first_steps"))
    plan = GameSetup.of(scenario, {"blue": "human", "red": "regular"}, 1)
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=(120, 60)) as pilot:
        app.push_screen(BriefingScreen(plan, lambda _: None))
        await pilot.pause()
        await pilot.pause()
        assert app.screen.has_class("-airy")
        app.screen.query("#boxes Box").last(Box).update("line\n" * 60)
        await pilot.pause()
        await pilot.pause()
        assert not app.screen.has_class("-airy")


@pytest.mark.parametrize(
    ("name", "words"),
    [("crater_field", "Who acts first is rolled in each turn"), ("first_steps", "First to act: ")],
)
async def test_no_side_is_named_as_first_where_that_is_rolled(name: str, words: str) -> None:
    """EP-F5: in d100 initiative decides in each turn, whatever side the scenario names first."""
    plan = GameSetup.of(load(find(name)), {"blue": "human", "red": "regular"}, 1)
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(BriefingScreen(plan, lambda _: None))
        await pilot.pause()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BriefingScreen)
        said = screen.hint_line.plain

    assert said.startswith(words)
    assert said.endswith(": begin")
