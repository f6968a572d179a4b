"""The side panel: odds in whole percent that tell no lies, modifiers that add up."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.content import Content

from skirmish.core.apply import apply_events
from skirmish.core.events import Left, ToldEvent
from skirmish.core.geometry import Tile
from skirmish.core.state import Objective
from skirmish.core.view import View, view
from skirmish.game import Game
from skirmish.presentation.figure_status import filled_cells
from skirmish.presentation.ground_words import cover_beside
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.odds_rows import number_rows
from skirmish.presentation.odds.odds_summary import rolled_numbers
from skirmish.presentation.odds.odds_words import number_title
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report_document import Row, Rows
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Modifier
from skirmish.rulesets.registry import ruleset
from skirmish.session import mouse_input, order_input
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui import panel_lines
from skirmish.tui.battle_layout import fitted
from skirmish.tui.keys import KeyTable
from skirmish.tui.panel_lines import clipped, roster, rows_lines, two_ends
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.top_line import shortened, top_line_words
from skirmish.tui.wrapping import folded, hung
from tests.position import position
from tests.rulesets.trait_die.blocks import scene, yard
from tests.toy_game import played
from tests.tui.panels import unboxed

GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-first_steps.skr"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1296), "<1%"),
        (Fraction(17, 36), "47%"),
        (Fraction(1295, 1296), ">99%"),
        (Fraction(1), "100%"),
    ],
)
def test_only_what_must_happen_is_a_hundred_percent(chance: Fraction, words: str) -> None:
    """A chance that there is never shows as none, nor one that may fail as certain."""
    assert percent(chance) == words


def test_a_key_does_not_write_the_roster_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It depends on the view, the figure that keys are for, and the width."""
    written: list[str] = []

    def noted(*given: Any) -> list[Content]:
        written.append(given[3])
        return roster(*given)

    monkeypatch.setattr(panel_lines, "roster", noted)
    cursor = Controller(played().ruleset, played().view("blue"), KeyTable())
    size = 36, 40
    first = side_panel_lines(cursor, size).lines
    assert [line.plain for line in side_panel_lines(cursor, size).lines] == [
        line.plain for line in first
    ]
    assert len(written) == 1
    side_panel_lines(cursor, (30, 40))
    assert len(written) == 2


def test_a_number_added_to_a_roll_has_a_sign() -> None:
    """AMMO-F14: a trait of 4 and a bonus of 4 on its roll differ."""
    bonus, trait = Modifier("spirit", "r3", "cover", 4), Modifier("toughness", "r3", "body", 4)

    rows = number_rows(rolled_numbers((bonus, trait))).rows

    assert [(row.label, row.value) for row in rows[::2]] == [
        ("r3's spirit roll", "+4"),
        ("r3's toughness", "4"),
    ]


def test_a_breakdown_shows_its_sum_and_its_rules() -> None:
    """The parts on one thing stand under their total, each with its rule."""
    parts = (
        Modifier("attack", "r3", "bren", 4, "BAY-28"),
        Modifier("attack", "r3", "superior", 1),
        Modifier("guard", "r3", "cover", 2, "BAY"),
    )

    assert [
        line.plain for line in panel_lines.rows_lines(number_rows(rolled_numbers(parts)), 24)
    ] == [
        "attack against r3      5",
        " +4 bren          BAY-28",
        " +1 superior",
        "r3's guard             2",
        " +2 cover            BAY",
    ]


@pytest.mark.parametrize("rules", ["opposed_d6", "d20", "d100", "dice_pool", "trait_die"])
def test_the_sum_behind_a_chance_is_in_sight_at_80_columns(rules: str) -> None:
    """With all parts: they stand below the chance, above the forecast."""
    battle = position("a>. . . . & R<", ruleset=rules)
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "fire")
    mouse_input.point(controller, (6, 0))
    order, legal = controller.draft.order, controller.legal
    told, odds = forecast_order(battle.ruleset, battle.view(), order), legal.order_odds(order)
    assert told is not None
    assert odds is not None
    legal.forecasts[order] = told
    shown = " ".join(unboxed(side_panel_lines(controller, (40, 19)).lines[:18]))

    assert len(odds.numbers) > 1
    for number in odds.numbers[:2]:  # Of the attack, and of the target.
        parts = ", ".join(f"{part.low:+d} {part.name}" for part in number.parts)
        assert f"{number.total}: {parts}" in " ".join(shown.split())


def test_the_full_panel_has_the_rule_of_each_part() -> None:
    """In rows of their own, which the panel beside the map has no room for."""
    battle = position("a>. . . . & R<", ruleset="opposed_d6")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "fire")
    mouse_input.point(controller, (6, 0))
    short, full = (unboxed(side_panel_lines(controller, (40, rows)).lines) for rows in (19, 0))

    assert "attack 4: +4 rifle" in short
    assert " +4 rifle                     BAY-28" in full


@pytest.mark.parametrize(
    ("on", "name", "words"),
    [
        ("Accuracy", "r3", "Accuracy against r3"),
        ("Evasion", "r3", "r3's Evasion"),
        ("attack", "b1", "b1's attack"),
        ("attack", "", "b1's attack"),
        ("attack", "12,7", "attack at 12,7"),
        ("spirit", "r3", "r3's spirit roll"),
    ],
)
def test_whose_number_it_is_is_said(on: str, name: str, words: str) -> None:
    """Of the acting figure b1, or of the one that it is about."""
    assert number_title(on, name, "b1") == words


@pytest.mark.parametrize("text", ["name", "a very long name indeed", "将軍将軍将軍将軍将軍将軍"])
def test_a_line_never_runs_over(text: str) -> None:
    """Wide characters count for two columns."""
    lines = folded(two_ends(text, "blue", 16), 16)
    assert all(line.cell_length <= 16 for line in lines)
    assert "".join(line.plain for line in lines).replace(" ", "") == f"{text}blue".replace(" ", "")
    assert len(clipped("将軍将軍将軍", 7)) * 2 <= 8
    assert clipped("the man on the hill", 13) == "the man.."
    assert clipped("The quarry gang", 8) == "The qu.."
    assert clipped("b2 Juno", 6, anywhere=True) == "b2 J.."


def test_a_title_that_is_cut_keeps_what_it_is_about() -> None:
    """The article goes first; no cut title is an article alone."""
    assert shortened("The chapel on the hill", 18) == "Chapel on the hill"
    assert shortened("The chapel on the hill", 9) == "Chapel.."
    assert shortened("The crater field", 9) == "Crater"
    assert shortened("Low water, by d100", 12, "d100") == "Low water"


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (27, ["a a ▆▆▆▆▆▆", "r R ▆▆▆ arm crippled"]),
        (32, ["a a ▆▆▆▆", "r R ▆▆▆▆ left arm crippled"]),
        (36, ["a a ▆▆▆▆▆▆", "r R ▆▆▆▆▆▆ left arm crippled"]),
        (42, ["a a ▆▆▆▆▆▆", "r R ▆▆▆▆▆▆ left arm crippled, 1 more"]),
        (46, ["a a ▆▆▆▆▆▆", "r R ▆▆▆▆▆▆ left arm crippled, bleeds 2"]),
    ],
)
def test_a_roster_keeps_bar_and_gravest_state(width: int, told: list[str]) -> None:
    """Both are shorter without room for them; the number of the other states stands if it fits."""
    hurt = {"R": {"left_arm": 99, "bleed": 2, "head": 1}}
    battle = position("a>. R<", ruleset="d20", counters=hurt)
    lines = roster(battle.ruleset, battle.view("blue"), (), "", width)

    assert [" ".join(line.plain[4:].split()) for line in lines] == told


@pytest.mark.parametrize(("width", "told"), [(24, "b b holds.."), (28, "b b holds its action")])
def test_a_state_that_is_cut_keeps_its_beginning(width: int, told: str) -> None:
    """What a figure does stands first; a limb that suffers something stands before that."""
    battle = position("a>b>. R<", ruleset="trait_die", counters={"b": {"holding": 1}})
    lines = roster(battle.ruleset, battle.view("blue"), (), "", width)

    assert " ".join(lines[1].plain[4:].split()) == told


def test_a_long_state_leaves_a_name_its_first_letters() -> None:
    """Beside the bar of a wild card; the state loses its first words."""
    battle = position(
        "a>b>. R<", ruleset="trait_die", counters={"b": {"tokens": 0}}, kind="sergeant"
    )
    named = {
        name: evolve(figure, who=evolve(figure.who, name="Juno"))
        for name, figure in battle.state.figures.items()
    }
    seen = view(evolve(battle.state, figures=named), "blue")
    lines = roster(battle.ruleset, seen, (), "", 33)

    assert " ".join(lines[1].plain[4:].split()) == "b Juno ▆▆▆ rifle empty"


def test_a_roster_without_colours_tells_chosen_and_spent_figures_from_others() -> None:
    """The name of the chosen one is bold, and the letter of a spent one stands on no block."""
    battle = position("a>b>c>. R<", ruleset="d20")
    lines = roster(battle.ruleset, battle.view("blue"), ("c",), "b", 60)
    styles = [" ".join(str(span.style) for span in line.spans) for line in lines]

    assert ["bold" in style for style in styles] == [False, True, False, False]
    assert ["reverse" in style for style in styles] == [True, True, False, True]


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("short", ["short"]),
        ("tab    next figure, next target", ["tab    next figure,", "       next target"]),
        (
            "two words  what they both mean",
            ["two words  what they", "           both mean"],
        ),
        ("· hold the market square: 1", ["· hold the market", "  square: 1"]),
        ("  set in, and it stays set in", ["  set in, and it stays", "  set in"]),
        ("One sentence.  Another one, wrapped", ["One sentence.  Another", "one, wrapped"]),
        ("a very long term  its text", ["a very long term  its", "text"]),
    ],
)
def test_a_wrapped_line_goes_on_below_its_text(line: str, rows: list[str]) -> None:
    """Below a key's help, a term's text, an indented or bulleted line; prose at the margin."""
    assert [part.plain.rstrip() for part in hung(Content(line), 22)] == rows


def looked_at(known: View, tile: Tile) -> list[str]:
    """What the panel says of a tile that is looked at."""
    controller = Controller(ruleset("trait_die"), known, KeyTable())
    controller.cursor, controller.look = tile, True
    return [line.plain for line in side_panel_lines(controller, (60, 40)).lines]


def test_a_look_at_an_enemy_begins_with_it() -> None:
    """How it is armed and how far it moves come before its ground."""
    battle = position("a>. . R<", phase="fire")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.cursor, controller.look = (3, 0), True
    said = unboxed(side_panel_lines(controller, (60, 40)).lines)

    assert said[0].startswith("-- r ")
    assert any(line.startswith("-- ground") for line in said[1:])
    assert any(line.split() == ["moves", "6", "tiles"] for line in said)


def test_the_roster_names_kinds_beside_a_long_name() -> None:
    """A name that takes the room of the longest kind leaves that of most others."""
    battle = position("a>. . R<")
    known = battle.view()
    figure = known.state.figures["r"]
    named = evolve(figure, who=evolve(figure.who, name="Aunt Berthe"))
    state = evolve(known.state, figures={**known.state.figures, "r": named})
    lines = roster(battle.ruleset, evolve(known, state=state), (), "", 32)

    assert all("rifleman" in line.plain for line in lines)


def test_a_look_names_the_fallen_that_lie_there() -> None:
    """Of both sides; an enemy only if its fall was seen, and none that left the map."""
    told = [
        ToldEvent(Left("b", "downed"), ("blue",)),
        ToldEvent(Left("r", "downed"), ("blue", "red")),
        ToldEvent(Left("q", "fled"), ("blue", "red")),
    ]
    state = apply_events(scene("a>b>. R<Q<").state, told)
    lies = {
        side: [
            line.strip("│ ")
            for tile in ((1, 0), (3, 0), (4, 0))
            for line in looked_at(view(state, side), tile)
            if "lies here" in line
        ]
        for side in ("blue", "red")
    }

    assert [line.split()[0] for line in lies["blue"]] == ["b", "r"]
    assert [line.split()[0] for line in lies["red"]] == ["r"]
    assert all("lies here: downed" in line for line in lies["blue"])


def test_a_look_says_when_an_objective_is_counted() -> None:
    """A figure that stands there has not scored yet."""
    state = scene("a>. . R<").state
    goal = Objective("o", "blue", "reach", 6, (0, 0, 1, 0))
    state = evolve(state, setup=evolve(state.setup, objectives=(goal,)))
    said = " ".join(line.strip("│ ") for line in looked_at(view(state, "blue"), (0, 0)))

    whose = f"aim of {state.setup.sides['blue'].name}: reach it for 6 points; you hold it now"
    assert f"{whose}, counted once, when either side ends its turn" in said
    ended = evolve(state, tally=evolve(state.tally, over=True))
    said = " ".join(line.strip("│ ") for line in looked_at(view(ended, "blue"), (0, 0)))
    assert f"held by {state.setup.sides['blue'].name}, counted" in said
    paid = evolve(state, tally=evolve(state.tally, paid=("blue:o:",)))
    said = " ".join(line.strip("│ ") for line in looked_at(view(paid, "blue"), (0, 0)))
    assert f"aim of {state.setup.sides['blue'].name}: reach it (paid)" in said
    assert "reach it for" not in said


def test_a_figure_with_a_fixed_place_says_so_at_once() -> None:
    """The line does not offer to deploy it, and a click on a tile has the reason."""
    game = Game.new(yard(), 1)
    known = game.view(game.to_act)
    figures = {**known.state.figures, "r1": evolve(known.state.figures["r1"], counters={})}
    known = evolve(known, state=evolve(known.state, figures=figures))
    controller = Controller(game.ruleset, known, KeyTable())
    told = {}
    for name in ("r1", "r2"):
        controller.choose(name)
        told[name] = prompt_words(controller, Mode.SELECT, "").plain

    assert "r1 has a fixed place" in told["r1"]
    assert "m: deploy r2" in told["r2"]
    assert "; r1 stays)" in told["r2"]
    controller.choose("r1")
    mouse_input.click(controller, (17, 2))
    assert controller.notice == "r1 has a fixed place in this scenario"


def test_a_look_says_the_cover_that_stands_beside_a_tile() -> None:
    """The panel and the line below the map say the same."""
    known = view(scene("a>o . R<").state, "blue")
    side = cover_beside(known, (0, 0))
    assert side
    said = " ".join(line.strip("│ ") for line in looked_at(known, (0, 0)))
    assert f"cover {side}" in " ".join(said.split())


@pytest.mark.parametrize("width", [24, 32, 40])
def test_a_title_and_a_fact_are_whole_in_a_narrow_panel(width: int) -> None:
    """A title goes on in another line, and a fact of several parts ends its lines at commas."""
    title, value = "their fire, next bound of shooting, one of 2", "6 to 14 tiles, radius 1, smoke"
    panel = panel_lines.PanelLines(width)
    panel.add(*panel_lines.rows_lines(Rows((Row("smoke", value, fact=True),), title), panel.width))
    lines = [line.plain.strip() for line in panel.lines]

    assert " ".join(lines) == f"{title} smoke {value}"
    assert any("6 to 14 tiles," in line for line in lines)


def test_the_chosen_figures_points_stand_above_the_card_under_the_cursor() -> None:
    """After a shot the cursor is at its target, and the shooter may have another."""
    battle = position("a>. . . R<", ruleset="d20", kind="guard")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    own = [line.plain for line in side_panel_lines(desk, (40, 40), 78).lines]
    desk.cursor = (4, 0)
    lines = [line.plain for line in side_panel_lines(desk, (40, 40), 78).lines]

    points = next(line for line in own if "AP" in line)
    assert lines.index(points) < lines.index(next(one for one in lines if "╭─ r R," in one))


def test_values_end_at_the_frame_of_a_panel_beside_a_map_of_28_tiles() -> None:
    """On a screen of 120 columns."""
    panel = fitted((120, 40), (28, 24)).panel
    width = panel - panel_lines.FRAME

    assert panel == 120 - 2 * 28
    assert [line.cell_length for line in rows_lines(Rows((Row("worth", "10"),)), width)] == [width]


def test_a_bar_is_filled_to_the_nearest_cell() -> None:
    """One at least of a figure that stands, and all only where nothing is lost."""
    parts = [(15, 24), (16, 32), (1, 40), (39, 40), (40, 40), (0, 40)]
    assert [filled_cells(*part, 3) for part in parts] == [2, 2, 1, 2, 3, 0]


def test_what_is_left_of_a_cut_title_at_the_end_is_a_word() -> None:
    """Of a title of which only some letters fit beside the result, nothing is shown."""
    game = Game.replay(GOLDEN)
    legal = LegalOrders(game.ruleset, game.view("blue"))
    assert legal.view.state.tally.over
    for width in range(40, 100):
        title = top_line_words(legal, "", width=width).plain.partition(" ·")[0]
        assert not title.endswith("..") or len(title) >= 8, (width, title)
