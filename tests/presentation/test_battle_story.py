"""What a picture of a finished battle tells, and what to play after it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from attrs import evolve
from tcod.console import Console

from skirmish.core.text import percent_of
from skirmish.errors import UsageProblem
from skirmish.game import Game, opening_of
from skirmish.presentation.battle_totals import only_person, verdict
from skirmish.presentation.report.battle_report import battle_report, beyond_worth
from skirmish.presentation.report.battle_story import BattleStory, StoryBox, story_of
from skirmish.presentation.report.battle_summary import BattleSummary, Stint, summarize_battle
from skirmish.presentation.report.report_text import render_text
from skirmish.presentation.report_document import Lines, Table, format_tenths
from skirmish.presentation.setup.next_steps import next_steps
from skirmish.presentation.setup.scenario_list import listed_names
from skirmish.scenario import find, load
from skirmish.tui.battle_picture import final_view, keep_picture, picture_console, story_overlay
from skirmish.tui.map.badges import Badges
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.map_image import FONTS
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme

GOLDEN = Path(__file__).parents[1] / "golden"
HILL = GOLDEN / "trait_die-hill_chapel.skr"
MANY = 50
"""Colours that a painted map has at least."""


@cache
def told(path: Path = HILL) -> tuple[Game, BattleSummary, BattleStory]:
    """A finished game with its summary and story."""
    game = Game.replay(path)
    summary = summarize_battle(game)
    return game, summary, story_of(game, summary)


def test_the_moments_are_those_of_the_largest_swings_in_their_order() -> None:
    """No moment that is left out swung more."""
    _, summary, story = told()
    swings = sorted((one.swing for one in summary.moments), reverse=True)
    kept = [one for one in summary.moments if one.attack.line in [m.line for m in story.moments]]

    assert [one.number for one in story.moments] == [1, 2, 3]
    assert [one.line for one in story.moments] == sorted(one.line for one in story.moments)
    assert sorted((one.swing for one in kept), reverse=True)[:3] == swings[:3]


def test_a_trifle_is_no_moment_unless_nothing_else_is_there() -> None:
    """Below 5% of a side's worth nothing is decided."""
    game, summary, _ = told()
    worth = min(losses.worth for losses in summary.losses)
    large, *others = summary.moments
    small = [evolve(one, swing=Fraction(worth, 21)) for one in others]
    grave = evolve(large, swing=Fraction(worth, 20))

    mixed = story_of(game, evolve(summary, moments=(grave, *small)))
    assert [one.line for one in mixed.moments] == [grave.attack.line]
    trifles = story_of(game, evolve(summary, moments=tuple(small)))
    assert len(trifles.moments) == min(len(small), 3)


def test_each_moment_names_the_side_and_its_luck() -> None:
    """The side that attacked; its luck was good if it is the one that gained."""
    _, summary, story = told()
    lines = iter("".join(t for t, _ in line) for line in story.boxes(48)[1].lines if len(line) > 1)

    for one, line in zip(story.moments, lines, strict=True):
        luck = "good" if one.side == one.attacker else "bad"
        assert line.endswith(f"turn {one.turn} · {summary.name(one.attacker)}, {luck} luck")


def test_marks_and_dots_on_the_map_are_explained() -> None:
    """The title of the moments names their marks, and the result the dots of the last moves."""
    game, summary, story = told()
    result, moments, _ = story.boxes(48)

    assert moments.title == f"moments of luck, M1-M{len(story.moments)} on the map"
    assert result.lines[-1] == (("dots: the last moves", "dim"),)
    bare = evolve(story, trails=())
    assert StoryBox("result", result.lines[:-1]) == bare.boxes(48)[0]
    one = evolve(story, moments=story.moments[:1])
    assert one.boxes(48)[1].title == "moments of luck, M1 on the map"
    cells = picture_console(game, story).rgb["ch"]
    text = "\n".join("".join(map(chr, row)) for row in cells)
    assert all(f"{summary.name(side)}: {who}" in text for side, who in summary.players.items())


def test_the_sum_above_the_worth_of_a_side_is_named() -> None:
    """Expected harm alone, where the harm done is not above that worth; and the other way round."""
    _, summary, _ = told()
    assert summary.ledger is not None
    for side in summary.sides:
        sums = summary.ledger.of_side(side)
        expected, harm = sums.hoped - sums.feared, sums.dealt - sums.cost
        worth = ceil(min(expected, harm))
        assert worth + 1 < max(expected, harm)
        losses = tuple(evolve(one, worth=worth) for one in summary.losses)
        what = "Harm" if harm > expected else "Expected harm"
        said = [*beyond_worth(evolve(summary, losses=losses))]
        assert any(
            one.startswith(f"{what} by {summary.name(side)} is more than {worth}, ") for one in said
        )


def test_the_picture_says_who_played_in_the_words_of_the_report() -> None:
    """Also that a side was handed over, and when."""
    game, summary, story = told()
    side = summary.sides[0]
    played = {**summary.stints, side: (Stint("human", 0), Stint("regular", 2))}
    handed = evolve(summary, stints=played)
    words = f"{summary.name(side)}: human then regular from turn 2"
    cells = picture_console(game, evolve(story, summary=handed)).rgb["ch"]

    assert words in "\n".join("".join(map(chr, row)) for row in cells)
    assert words in " ".join(render_text(battle_report(handed)).split())


def test_a_sum_above_the_worth_of_a_side_is_explained() -> None:
    """It is no mistake: attacks on one figure are summed."""
    _, summary, story = told()
    large, small = (
        evolve(summary, losses=tuple(evolve(one, worth=worth) for one in summary.losses))
        for worth in (1000, 1)
    )
    words = []
    for one in (large, small):
        box = evolve(story, summary=one).boxes(48)[-1]
        words.append(" ".join(text for line in box.lines for text, _ in line))
    assert ["are each more than 1, the whole worth of" in one for one in words] == [False, True]
    said = [*beyond_worth(small)]
    assert len(said) == len(small.losses)
    assert all(
        "harm to a figure that is put out later" in one and "is the sum of" in one for one in said
    )
    assert all(one.startswith("Expected harm and harm by ") for one in said)
    report = battle_report(small)
    assert "bleed" not in render_text(report), "these rules know none"
    assert set(said) <= {
        line
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Lines)
        for line in block.texts
    }


def test_the_bars_of_luck_are_explained() -> None:
    """Each block that a bar may have stands in the legend, with its meaning."""
    _, _, story = told()
    lines = ["".join(text for text, _ in line) for line in story.boxes(48)[-1].lines]

    assert lines[4] == "█ came  ▓ above expected  ▒ missing"
    assert {sign for bar in lines[1:4:2] for sign in bar} <= set("█▓▒░")


def test_who_fell_under_another_figure_is_named() -> None:
    """Every figure that is out and did not leave the map lies on it or is named in the result."""
    game, summary, story = told()
    standing = {figure.at for figure in game.state.figures.values()}
    lying = [one.id for tile, one in story.fallen.items() if tile not in standing]
    out = [one for losses in summary.losses for one in losses.out if one.fate == "downed"]
    first = next(one for one in out if one.id in lying)
    hidden = evolve(story, covered=(first,))
    words = ["".join(text for text, _ in line) for line in hidden.boxes(48)[0].lines]

    assert {one.id for one in out} == {*lying, *(one.id for one in story.covered)}
    assert f"fell where another figure is shown: {first.who.name}" in words


def test_a_trail_ends_where_its_figure_stood_then() -> None:
    """Trails are ways of one tile after the other, and the last ones end at the last places."""
    game, _, story = told()
    ends = {figure.at for figure in game.state.figures.values()} | set(story.fallen)

    assert story.trails
    assert all(len(trail.tiles) > 1 for trail in story.trails)
    assert story.trails[-1].tiles[-1] in ends


def test_figures_that_ran_off_the_map_are_named_in_the_result() -> None:
    """They count as out, though no attack downed them and perhaps no enemy saw them go."""
    _, summary, story = told()
    first, *others = summary.losses
    gone = evolve(first.out[0], fate="fled")
    losses = (evolve(first, out=(gone, *first.out[1:])), *others)
    fled = evolve(story, summary=evolve(summary, losses=losses))

    before, after = (one.boxes(48)[0].lines for one in (story, fled))
    new = ["".join(text for text, _ in line) for line in after if line not in before]
    assert new == [f"fled off the map: {gone.who.name}"]


def test_the_map_has_the_marks_of_the_moments_and_no_others() -> None:
    """Labels of objectives would lie over the fallen; what was paid is told beside the map."""
    game, _, story = told()
    overlay = story_overlay(game, story)
    rows = [
        "".join(map(chr, row))
        for row in Painter(map_theme("dark"), UNICODE)
        .paint(final_view(game), overlay, (0, 0), (34 * 4, 26 * 2), 2)
        .rgb["ch"]
        .tolist()
    ]
    shown = "\n".join(rows)

    assert all(f" {one.mark} " in shown for one in story.moments)
    assert "1:1" not in shown
    assert [tone for *_, tone in overlay.labels] == [one.attacker for one in story.moments]


def test_the_reason_has_its_numbers() -> None:
    """Why a side has lost is said in points, not as a word of the rules."""
    game, summary, story = told()
    result = " ".join(text for line in story.boxes(48)[0].lines for text, _ in line)
    lost = next(one for one in summary.losses if one.side != game.state.tally.winner)

    assert game.state.tally.reason == "broken"
    assert f"{percent_of(lost.lost, lost.worth)} of its worth" in result
    assert f"{summary.name(lost.side)} broke" in result
    assert "whatever the score" in result


def test_the_bar_of_the_score_shows_both_shares_without_colours() -> None:
    """The sides' parts are different characters, and as long as the scores are to each other."""
    _, summary, story = told()
    first, second = (summary.score.get(side, 0) for side in summary.sides)
    bars = [
        (line[1][0], line[2][0])
        for line in story.boxes(60)[0].lines
        if line[1:] and "█" in line[1][0]
    ]

    assert len(bars) == 1
    mine, theirs = bars[0]
    assert not set(mine) & set(theirs)
    assert abs(len(mine) * second - len(theirs) * first) <= first + second


@pytest.mark.parametrize("width", [20, 44, 60])
def test_bars_fill_their_box(width: int) -> None:
    """No bar is longer than the box, and those of luck are as long as it."""
    _, _, story = told()
    lines = [
        "".join(text for text, _ in line) for line in story.boxes(width)[-1].lines if len(line) == 3
    ]

    assert {len(line) for line in lines} == {width}


def test_the_picture_is_a_png_or_an_svg_and_nothing_is_overwritten(tmp_path: Path) -> None:
    """The SVG is well formed and fetches nothing; a PNG needs a font, and says so."""
    game, summary, _ = told()
    svg = tmp_path / "battle.svg"
    keep_picture(game, summary, svg)
    root = ET.fromstring(svg.read_text())  # noqa: S314 - made here
    links = [value for one in root.iter() for key, value in one.attrib.items() if "href" in key]

    assert root.tag.endswith("svg")
    assert all(link.startswith("data:image/png;base64,") for link in links)
    assert "LUCK" in "".join(root.itertext())
    with pytest.raises(UsageProblem, match="exists already"):
        keep_picture(game, summary, svg)
    with pytest.raises(UsageProblem, match="unknown format"):
        keep_picture(game, summary, tmp_path / "battle.gif")


@pytest.mark.skipif(not any(Path(one).is_file() for one in FONTS), reason="no font to draw with")
def test_a_png_has_its_letters(tmp_path: Path) -> None:
    """It begins as such a file does, and is as large as its cells."""
    game, summary, story = told()
    path = tmp_path / "battle.PNG"
    keep_picture(game, summary, path)
    data = path.read_bytes()
    console = picture_console(game, story)

    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == console.width * 10
    assert int.from_bytes(data[20:24], "big") == console.height * 20


def test_the_picture_explains_its_marks() -> None:
    """Those that it has, for one who has not seen the game."""
    game, _, story = told()
    still = evolve(story, fallen={}, trails=())
    for one, shown in ((story, True), (still, False)):
        rows = picture_console(game, one).rgb["ch"].tolist()
        text = "\n".join("".join(map(chr, row)) for row in rows)
        assert ("† fell there" in text) is (shown and bool(one.fallen))
        assert ("dots: the last moves" in text) is (shown and bool(one.trails))
    assert story.fallen
    assert story.trails


def test_a_machine_without_a_font_is_told_to_take_svg(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written then."""
    game, summary, _ = told()
    monkeypatch.setattr("skirmish.tui.map.map_image.FONTS", ())

    with pytest.raises(UsageProblem, match="no font"):
        keep_picture(game, summary, tmp_path / "battle.png")
    assert not list(tmp_path.iterdir())


def test_a_battle_that_lasts_has_no_picture(tmp_path: Path) -> None:
    """It would show both sides."""
    game = Game.new(opening_of(load(find("first_steps"))), 1, {"blue": "human", "red": "human"})
    _, summary, _ = told()

    with pytest.raises(UsageProblem, match="not over"):
        keep_picture(game, summary, tmp_path / "battle.svg")


@pytest.mark.parametrize("name", ["dark", "light", "contrast", "red-green", "16-colour"])
def test_every_theme_has_a_picture(name: str) -> None:
    """Also those without colours of their own."""
    game, _, story = told()
    console = picture_console(game, story, name)

    assert len(np.unique(console.rgb["bg"].reshape(-1, 3), axis=0)) > MANY


def test_what_to_play_next() -> None:
    """Again, the other side, harder, and the next scenario, as far as there are any."""
    opening = opening_of(load(find("first_steps")))
    one = next_steps(Game.new(opening, 1, {"blue": "human", "red": "regular"}))
    two = next_steps(Game.new(opening, 1, {"blue": "human", "red": "human"}))
    best = next_steps(Game.new(opening, 1, {"blue": "veteran", "red": "human"}))
    *_, last_name = listed_names()
    last = opening_of(load(find(last_name)))

    lost = Game.new(opening, 1, {"blue": "human", "red": "regular"})
    while lost.to_act != "blue":
        lost.order("red", "ready" if not lost.turn else "end")
    lost.order("blue", "resign")
    after_defeat = next_steps(lost)

    assert verdict(lost.state, only_person(lost))[0] == f"Defeat: {side_names(lost)[1]} won"
    assert verdict(lost.state)[0] == f"Victory: {side_names(lost)[1]}"
    assert [step.id for step in after_defeat] == ["again", "other", "easier", "next"]
    assert after_defeat[2].plan.players == {"blue": "human", "red": "recruit"}
    assert [step.id for step in one] == ["again", "other", "harder", "next"]
    assert one[3].plan.scenario.title == load(find(listed_names()[1])).title
    assert one[1].plan.players == {"blue": "regular", "red": "human"}
    assert one[2].plan.players == {"blue": "human", "red": "veteran"}
    assert [step.id for step in two] == ["again", "next"]
    assert [step.id for step in best] == ["again", "other", "next"]
    assert "next" not in [s.id for s in next_steps(Game.new(last, 1))]


def test_what_to_play_next_after_a_change_of_players() -> None:
    """Who played last; who began, if the computer finished the battle for everybody."""
    game = Game.new(opening_of(load(find("first_steps"))), 1, {"blue": "human", "red": "human"})
    game.hand_over("red", "regular")
    while game.to_act != "blue":
        game.order("red", "ready" if not game.turn else "end")
    game.order("blue", "ready" if not game.turn else "end")
    handed_over = next_steps(game)
    game.hand_over("blue", "veteran")
    while game.to_act != "blue":
        game.order("red", "ready" if not game.turn else "end")
    game.order("blue", "resign")

    assert [step.id for step in handed_over] == ["again", "other", "harder", "next"]
    assert handed_over[0].plan.players == {"blue": "human", "red": "regular"}
    assert next_steps(game)[0].plan.players == {"blue": "human", "red": "regular"}


def side_names(game: Game) -> list[str]:
    """The names of the sides of a game."""
    return [side.name for side in game.state.setup.sides.values()]


def test_labels_of_the_picture_hide_no_figure_and_no_fallen() -> None:
    """Nor a dot of the last moves, where they find another place."""
    game, _, story = told()
    canvas = Canvas(Console(34 * 4, 26 * 2, order="C").rgb, 0, 0, (0, 0), 2)
    view, overlay = final_view(game), story_overlay(game, story)
    badges = Badges(canvas, view, overlay, map_theme("dark"), UNICODE)
    figures = set(badges.badge_cells())
    dots = {cell for tiles, _ in overlay.trails for cell in badges.trail_cells(tiles)}
    covered = {c for _, place in badges.labels(figures, ()) for c in place.cells}

    assert dots
    assert not covered & {*figures, *badges.fallen_cells(), *dots}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.skr")), ids=lambda path: path.stem)
def test_the_picture_and_the_report_round_the_harm_alike(path: Path) -> None:
    """A sum of half a tenth, too."""
    half = Fraction(459, 20)
    assert format_tenths(half) == format_tenths(Fraction(round(10 * half), 10)) == "23.0"
    _, summary, story = told(path)
    (table,) = (
        block
        for section in battle_report(summary).sections
        for block in section.blocks[:2]
        if isinstance(block, Table) and block.head[4:6] == ("harm exp.", "harm")
    )
    lines = [text for box in story.boxes(60) for line in box.lines for text, _ in line]
    for row in table.rows:
        assert f"  expected {row[4]}, came {row[5]}" in lines
