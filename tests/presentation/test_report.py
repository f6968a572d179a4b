"""Battle reports: well-formed formats, escaped names, no secrets."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from skirmish.analysis.luck_ledger import LASTING, AttackLuck
from skirmish.errors import UsageProblem
from skirmish.game import Game, open_text
from skirmish.presentation.report.battle_report import battle_report, moment_words
from skirmish.presentation.report.battle_story import moment_in_picture
from skirmish.presentation.report.battle_summary import (
    UNLIKELY,
    BattleSummary,
    ObjectiveResult,
    summarize_battle,
)
from skirmish.presentation.report.report_export import FORMATS, FileTaken, export_report, format_for
from skirmish.presentation.report.report_text import (
    LEAST_WIDTH,
    SHADED_MARKS,
    WIDTH,
    block_lines,
    text_rows,
)
from skirmish.presentation.report_document import BarChart, HeatMap, Table
from skirmish.presentation.wording import percent
from skirmish.scenario import load

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"
EVIL = "<b>[@click=quit]&amp;'"
LOOKS = 3
NARROW = 52
FEW = 17
SVG = "{http://www.w3.org/2000/svg}"

each_record = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


@cache
def golden(path: Path) -> Game:
    """A finished game."""
    return Game.replay(path)


@cache
def account(path: Path) -> BattleSummary:
    """Its summary."""
    return summarize_battle(golden(path))


class Page(HTMLParser):
    """Tags, links and text of a page."""

    def __init__(self, text: str) -> None:
        """Parse a page."""
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action")]

    def handle_data(self, data: str) -> None:
        self.text += data


@each_record
def test_every_format_is_well_formed(path: Path) -> None:
    """SVG and HTML parse as XML, JSON as JSON."""
    told = account(path)
    svg = ET.fromstring(FORMATS["svg"](told))  # noqa: S314 - made here
    page = FORMATS["html"](told)
    ET.fromstring(page.partition("\n")[2])  # noqa: S314 - made here
    data = json.loads(FORMATS["json"](told))

    assert svg.tag == f"{SVG}svg"
    assert Page(page).links == []
    assert data["ledger"]["lines_left_out"] == 0
    assert len(data["ledger"]["attacks"]) == len(told.ledger.attacks if told.ledger else ())


@each_record
@pytest.mark.parametrize("width", [LEAST_WIDTH, NARROW, WIDTH])
def test_no_line_of_the_text_is_too_long(path: Path, width: int) -> None:
    """This includes headings, tables and maps."""
    rows = text_rows(battle_report(account(path)), width)

    assert [row.text for row in rows if len(row.text) > width] == []


def test_a_wide_map_is_split_into_pieces() -> None:
    """They run from left to right, and no tile is repeated."""
    board = account(GOLDEN[0]).board
    lines = [*block_lines(HeatMap(board, {(2, 2): 12, (board.width - 1, 2): 3}), FEW)]
    pieces = [line for line in lines if line.startswith("from ")]

    assert max(map(len, lines)) <= FEW
    assert len(pieces) == -(-board.width // FEW) == 3
    assert sum(line.count("+") for line in lines[lines.index(pieces[0]) :]) == 1
    assert sum(line.count("3") for line in lines if line not in pieces) == 1


@each_record
def test_tables_have_their_numbers_in_one_line(path: Path) -> None:
    """So they do on the smallest terminal, without cut names."""
    told = account(path)
    assert told.ledger is not None
    lines = [row.text for row in text_rows(battle_report(told), NARROW)]
    tables = lines[next(n for n, line in enumerate(lines) if line.startswith("By attacker,")) :]

    head = next(filter(None, tables[1:]))
    assert re.fullmatch("who +(att +)?hits +harm exp\\. +harm +luck", head)
    for name in told.ledger.by_figure():
        assert any(re.match(rf"{name} .*\d$", line) for line in tables), name


def test_a_long_name_in_a_table_goes_on_indented_below_it() -> None:
    """So that its rest is not read as a row of its own; bars may be of other marks."""
    table = Table(("reason", "paid"), (("Hold the long hall to the east", "2"), ("Other", "1")))
    assert [*block_lines(table, 24)] == [
        "reason              paid",
        "Hold the long hall     2",
        "  to the east",
        "Other                  1",
    ]
    chart = BarChart(("blue", "red"), (("turn 1", (Fraction(1), Fraction(2))),))
    drawn = "".join(block_lines(chart, WIDTH, SHADED_MARKS))
    assert {"█", "▒"} <= set(drawn)
    assert "=" not in drawn


@each_record
def test_the_numbers_of_luck_add_up_as_they_are_shown(path: Path) -> None:
    """Across: harm less expected harm is luck; down: the attackers of a side are that side."""
    told = account(path)
    luck = next(part for part in battle_report(told).sections if part.name == "luck")
    whole, *by_side = (block for block in luck.blocks if isinstance(block, Table))
    numbers = {
        row[0]: [round(10 * float(cell)) for cell in row[1:]]
        for table in (whole, *by_side[: len(whole.rows)])
        for row in table.rows
    }
    for name, (*_, expected, harm, gained) in numbers.items():
        assert gained == harm - expected, name
    for total, table in zip(whole.rows, by_side, strict=False):
        parts = [numbers[row[0]] for row in table.rows]
        assert numbers[total[0]] == [sum(column) for column in zip(*parts, strict=True)]


@each_record
def test_a_moment_was_unlikely_and_says_how_much(path: Path) -> None:
    """A result that comes about as often as not is none; the chance is that of one figure."""
    told = account(path)
    assert told.ledger is not None
    for moment in told.moments:
        assert 0 < moment.chance < UNLIKELY
        attack = moment.attack
        whose = f" to {attack.oddest}" if len(attack.expected) > 1 else ""
        less = attack.actual.get(attack.oddest, 0) < attack.expected.get(attack.oddest, 0)
        said = f", chance of so {'little' if less else 'much'}{whose} {percent(moment.chance)}"
        assert moment_words(told, moment).endswith(said)
        assert attack.oddest in attack.targets({})
    assert all(0 < p <= 1 for one in told.ledger.attacks for p in one.rarity.values())


@each_record
def test_a_moment_names_enemies_alone(path: Path) -> None:
    """The cost to the own side is listed separately."""
    told = account(path)
    sides = told.ledger.sides if told.ledger is not None else {}
    for moment in told.moments:
        words, mine = moment_words(told, moment), moment.attack.side
        whom = words.partition(" at ")[2].partition(":")[0].split(", ")

        assert mine not in map(sides.get, whom), words
        assert "own:" not in words or any(sides[n] == mine for n in moment.attack.expected)


@each_record
def test_hits_by_weapon_and_by_attacker_are_the_same(path: Path) -> None:
    """But for close combat, in which both sides hit, and where fire without a shooter strikes."""
    told = account(path)
    assert told.ledger is not None
    lasting = any(fire.weapon == LASTING for fire in told.fire)
    for fire in () if lasting else told.fire:
        mine = [
            one.effect
            for one in told.ledger.attacks
            if (one.side, one.weapon) == (fire.side, fire.weapon)
        ]
        if mine:
            assert fire.hits == sum(mine), fire


def test_those_harmed_are_named_worst_first() -> None:
    """Those whom it came upon, or might have, are named where it harmed none."""
    attack = AttackLuck(
        *(1, 1, 1, "red", "r1", "rocket", ""),
        {"b1": Fraction(1), "b2": Fraction(3), "b3": Fraction(2), "r2": Fraction(5)},
        {"b1": Fraction(2), "b2": Fraction(0), "b3": Fraction(7), "r2": Fraction(1)},
        chance=Fraction(1),
        effect=2,
    )
    sides = {"b1": "blue", "b2": "blue", "b3": "blue", "r1": "red", "r2": "red"}
    unhurt = evolve(attack, actual={"b2": Fraction(0), "b1": Fraction(0)})

    assert attack.targets(sides) == ("b3", "b1")
    assert attack.targets(sides, own=True) == ("r2",)
    assert unhurt.targets(sides) == ("b2", "b1")
    assert evolve(attack, actual={}).targets(sides) == ("b1", "b2", "b3")


def test_three_of_many_targets_are_named() -> None:
    """A shell among eight figures does not list them all."""
    told = account(GOLDEN[0])
    assert told.ledger is not None
    moment = told.moments[0]
    a, b, c, *rest = [n for n, side in told.ledger.sides.items() if side != moment.attack.side]
    lost = dict.fromkeys((a, b, c, *rest), Fraction(1))
    among = evolve(moment.attack, actual=lost, expected={})

    assert f" at {a}, {b}, {c} and {len(rest)} more: " in moment_words(
        told, evolve(moment, attack=among)
    )


def test_a_moment_names_the_enemies_that_the_attack_came_upon() -> None:
    """Not those whom another landing had reached; report and picture name the same."""
    told = account(GOLDEN[0])
    assert told.ledger is not None
    moment = told.moments[0]
    enemies = [n for n, side in told.ledger.sides.items() if side != moment.attack.side]
    a, b, c, *_ = enemies
    nothing = dict.fromkeys((a, b), Fraction(0))
    shell = evolve(moment.attack, actual=nothing, expected=dict.fromkeys((c, b, a), Fraction(1)))
    elsewhere = evolve(shell, actual={})

    def targets(attack: AttackLuck) -> tuple[str, str]:
        found = evolve(moment, attack=attack)
        return moment_words(told, found), moment_in_picture(told, found)

    for attack, names in ((shell, (a, b)), (elsewhere, (c, b, a))):
        whole, brief = targets(attack)
        assert f" at {', '.join(names)}: " in whole
        assert f" at {', '.join(map(told.figure_name, names))}: " in brief


def test_a_moment_in_the_picture_tells_figures_of_one_name_apart() -> None:
    """By their ids; a name of its own stands alone."""
    told = account(GOLDEN[0])
    attack = told.moments[0].attack
    assert told.ledger is not None
    enemy = next(n for n, side in told.ledger.sides.items() if side != attack.side)
    moment = evolve(told.moments[0], attack=evolve(attack, actual={enemy: Fraction(9)}))

    def brief(other: str) -> str:
        names = {**told.names, attack.figure: "medic", enemy: other}
        return moment_in_picture(evolve(told, names=names), moment)

    assert brief("medic").startswith(f"{attack.figure} medic, ")
    assert f" at {enemy} medic: " in brief("medic")
    assert brief("Ada").startswith("medic, ")
    assert " at Ada: " in brief("Ada")


@each_record
@pytest.mark.parametrize("form", ["svg", "html"])
def test_nothing_is_fetched_from_anywhere(path: Path, form: str) -> None:
    """No address except the namespace of SVG, no external style or script."""
    text = FORMATS[form](account(path)).replace("http://www.w3.org/2000/svg", "")

    assert not re.search(r"https?:|//|@import|url\((?!#)|<script|<link|<image", text)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_names_that_look_like_markup_are_text(form: str) -> None:
    """Titles, sides and figures are escaped."""
    plain = MILL.read_text()
    evil = plain
    for name in ("The mill", "Vale's section", "Kolm"):
        assert name in plain
        evil = evil.replace(name, EVIL)
    accounts = []
    for text in (plain, evil):
        game = Game.new(open_text(text), 1)
        game.order("blue", "resign")
        accounts.append(summarize_battle(game))
    before, after = (FORMATS[form](one) for one in accounts)

    if form == "html":
        assert Page(after).tags == Page(before).tags
        assert EVIL in Page(after).text
    elif form == "svg":
        trees = [list(ET.fromstring(t).iter()) for t in (before, after)]  # noqa: S314
        assert [one.tag for one in trees[1]] == [one.tag for one in trees[0]]
        assert any(one.text == EVIL for one in trees[1])
    else:
        assert EVIL in after


@each_record
def test_a_running_battle_shows_one_side_only(path: Path) -> None:
    """No unseen figure, odds, dice or unseen enemy loss."""
    game = golden(path).fork(len(golden(path).lines) // 2)
    for side in game.sides:
        told = summarize_battle(game, side)
        view = game.view(side)
        text = "".join(form(told) for form in FORMATS.values())
        seen_out = (one.event.subject for one in view.news)
        known = (*view.state.figures, *view.contacts, *seen_out)
        unseen = [f for f in game.state.figures.values() if f.id not in known]
        assert not told.over
        assert told.ledger is None
        for figure in unseen:
            assert not re.search(rf"\b{figure.id}\b", text), figure.id
            assert figure.who.name not in told.names.values()


def test_a_running_battle_needs_a_side() -> None:
    """The side must be one of the battle's."""
    game = Game.new(open_text(MILL.read_text()), 1)
    for side, words in (("", "not over"), ("green", "no side 'green'")):
        with pytest.raises(UsageProblem, match=words):
            summarize_battle(game, side)


@each_record
def test_what_a_side_does_not_learn_changes_no_report(path: Path) -> None:
    """After a line without news for a side its report is the same."""
    whole = golden(path)
    compared = 0
    for side in whole.sides:
        unknown = [
            number
            for number, entry in enumerate(whole.lines[:-1], 1)
            if entry.told and entry.side != side and not any(side in t.sides for t in entry.told)
        ]
        for number in unknown[:: max(1, len(unknown) // LOOKS)]:
            before, after = (summarize_battle(whole.fork(n), side) for n in (number - 1, number))
            assert FORMATS["json"](after) == FORMATS["json"](before)
            assert FORMATS["text"](after) == FORMATS["text"](before)
            compared += 1

    assert compared


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    """No partial file is left."""
    import resource  # noqa: PLC0415 - not on every system

    told, old, new = account(GOLDEN[0]), tmp_path / "old.svg", tmp_path / "new.svg"
    export_report(told, old)
    before = old.read_text()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FEW, limits[1]))
    try:
        for path, over in ((old, True), (new, False)):
            with pytest.raises(UsageProblem, match="cannot be written"):
                export_report(told, path, over=over)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert old.read_text() == before
    assert list(tmp_path.iterdir()) == [old]


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    """Only on request, and never a folder."""
    told, path = account(GOLDEN[0]), tmp_path / "report.svg"
    export_report(told, path)
    first = path.read_text()
    path.write_text("mine")

    with pytest.raises(FileTaken, match="exists already"):
        export_report(told, path)
    assert path.read_text() == "mine"
    export_report(told, path, over=True)
    assert path.read_text() == first
    with pytest.raises(UsageProblem):
        export_report(told, tmp_path, "text", over=True)
    with pytest.raises(UsageProblem, match="unknown format"):
        format_for(tmp_path / "report.pdf")


def test_a_report_says_who_played_when() -> None:
    """A player without orders is not named, except the last one of a side."""
    with Game.new(load(MILL), 7, {"blue": "regular", "red": "human"}) as game:
        first, other = game.to_act, "red" if game.to_act == "blue" else "blue"
        game.hand_over(first, "human")
        while game.turn < 2:
            game.order(game.to_act, "ready" if game.turn == 0 else "end")
        game.hand_over(first, "veteran")
        game.hand_over(first, "recruit")
        while game.turn < 3:
            game.order(game.to_act, "end")
        game.hand_over(other, "random")
        game.order(first, "resign")
        told = summarize_battle(game)

    played = {side: [(s.player, s.turn) for s in stints] for side, stints in told.stints.items()}
    usual = {"blue": "regular", "red": "human"}[other]
    assert played == {first: [("human", 0), ("recruit", 2)], other: [(usual, 0)]}
    text = FORMATS["text"](told)
    assert f"{told.name(first)}: human then recruit from turn 2" in " ".join(text.split())
    assert json.loads(FORMATS["json"](told))["played"][first][1] == {"player": "recruit", "turn": 2}


def test_an_objective_names_its_points_once() -> None:
    """In its text, as most scenarios have it, or behind that."""
    summary = account(GOLDEN[0])
    side = summary.sides[0]
    goals = (
        ObjectiveResult(side, "Hold the mill: 3", 3, ((2, 3),)),
        ObjectiveResult(side, "Leave by the ford", 4, ()),
    )
    report = battle_report(evolve(summary, goals=goals, other_points={}))
    lines = [row.text for row in text_rows(report, 80)]
    start = next(at for at, line in enumerate(lines) if line.startswith("reason"))
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[start : start + 3]]
    assert rows == [
        ["reason", "paid", "in turns"],
        ["Hold the mill: 3", "3", "2"],
        ["Leave by the ford (4 points)", "0", "never"],
    ]
