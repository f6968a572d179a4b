"""Rows: one document of labels and values, rendered by panel, text, HTML and line mode."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from skirmish.line.phrases import row_lines, row_sentences
from skirmish.presentation.figure_rows import card_rows, tile_rows
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.forecast_rows import effect_rows, forecast_rows
from skirmish.presentation.report.report_html import render_html
from skirmish.presentation.report.report_svg import block_shapes
from skirmish.presentation.report.report_text import block_lines
from skirmish.presentation.report_document import (
    Priority,
    ReportDocument,
    Row,
    Rows,
    Section,
    Tone,
)
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.registry import RULESETS
from skirmish.tui.panel_lines import rows_lines
from tests.position import position

SHOT = Rows(
    (
        Row("r3 rifleman", "effect 42%", change=5),
        Row("a <b>", "out 1%", Tone.QUIET),
        Row("in sight"),
    ),
    "your fire there",
)


def test_each_renderer_tells_the_same_rows() -> None:
    """They differ in form only."""
    page = render_html(ReportDocument("t", "", "", (Section("s", (SHOT,)),)))

    assert [line.plain for line in rows_lines(SHOT, 30)] == [
        "your fire there",
        "r3 rifleman    effect 42% (+5)",
        "a <b>                   out 1%",
        "in sight",
    ]
    assert list(block_lines(SHOT, 40)) == [
        "your fire there",
        "r3 rifleman  effect 42% (+5)",
        "a <b>        out 1%",
        "in sight",
    ]
    assert list(row_lines(SHOT)) == [
        "  r3 rifleman: effect 42% (+5)",
        "  a <b>: out 1%",
        "  in sight",
    ]
    assert "<tr><td>a &lt;b&gt;</td><td>out 1%</td></tr>" in page
    assert all(row.value in "".join(block_shapes(SHOT).shapes) for row in SHOT.rows)


ODDS = Rows(
    (
        Row(
            "r1 Hob",
            "72%",
            shares=(Fraction(1, 4), Fraction(47, 100)),
            brief="r1",
            note=" (pistol)",
        ),
        Row("downed", "25%", Tone.HARM, share=Fraction(1, 4), indent=2),
        Row("no effect", "28%", Tone.QUIET, share=Fraction(28, 100), indent=2),
        Row("b2 Ann", "9%", Tone.HARM, short_label="b2", details=("YOURS downed 2%", "stunned 7%")),
        Row("hurt", "rifle", Tone.QUIET, Tone.QUIET, indent=2),
    ),
    "their fire",
    Tone.HARM,
    Priority.RISK,
    ("their next fire", "their fire"),
)


def test_rows_that_belong_together_are_one_sentence_of_line_mode() -> None:
    """What a value adds stands in brackets; a chance that has a bar says what it is of."""
    assert list(row_sentences(ODDS)) == [
        "  their fire:",
        "    r1 Hob 72% effect: downed 25%; no effect 28%.",
        "    b2 Ann 9% effect: YOURS downed 2%; stunned 7%; hurt (rifle).",
    ]


def test_single_chances_have_bars_in_one_column_and_details_as_far_as_there_is_room() -> None:
    """The panel leaves whole details out."""
    wide, narrow = ([line.plain for line in rows_lines(ODDS, width)] for width in (40, 26))

    assert wide[2:4] == ["  downed     25% ██████", "  no effect  28% ▆▆▆▆▆▆"]
    assert wide[4] == "b2    9% YOURS downed 2%, stunned 7%"
    assert narrow[4] == "b2    9% YOURS downed 2%"


def test_the_bars_of_a_list_are_of_one_length() -> None:
    """Also where one of them has no change behind it: else 42% looks longer than 58%."""
    low, high = (Fraction(0), Fraction(42, 100)), (Fraction(0), Fraction(58, 100))
    rows = (Row("r3 Old Tam", "42%", shares=low), Row("r1 Hob", "58%", change=58, shares=high))
    _, first, second = (line.plain for line in rows_lines(Rows(rows, "effect"), 40))

    assert second.endswith("  +58")
    assert len(first.rstrip()) == len(second.removesuffix("  +58"))
    assert first.count("▆") < second.count("▆")


def test_a_long_fact_has_lines_of_its_own_and_a_long_label_is_replaced() -> None:
    """Values are never cut; one that is too long ends its lines at commas."""
    fact = Row("armour", "twelve energy, ten kinetic", fact=True)
    danger = Row("r3 rifleman, 12,7", "if it stays 7%", short_label="r3, 12,7")

    assert [line.plain for line in rows_lines(Rows((fact, danger)), 24)] == [
        "armour",
        "  twelve energy,",
        "  ten kinetic",
        "r3, 12,7  if it stays 7%",
    ]


@pytest.mark.parametrize("name", RULESETS)
def test_card_look_forecast_and_effects_are_rows(name: str) -> None:
    """Of any ruleset, with a value wherever a label needs one."""
    battle = position("a>. . . R<", ruleset=name)
    view, rules = battle.view(), battle.ruleset
    mine = view.state.figures["a"]
    card, look = card_rows(rules, view, mine), tile_rows(view, (2, 0), mine)
    order = next(o for o in suggested(rules, view, "a") if rules.verbs[o.verb].dice)
    told = forecast_order(rules, view, order)
    assert told is not None
    shown = [*forecast_rows(view, told), effect_rows(told.effects, uses=True)]

    assert ("worth", str(mine.who.kind.points)) in [(row.label, row.value) for row in card.rows]
    assert [row.label for row in look.rows if row.fact][:2] == ["cover", "going"]
    rough = "".join(
        row.value for rows in forecast_rows(view, told, numbers=False) for row in rows.rows
    )
    assert not any(char.isdigit() for char in rough)
    assert all(rows_lines(rows, 30) for rows in shown if rows.rows)


_SHORTHAND = re.compile(r"\b(DT|DR|DV|STR|PER|AGI|DUR|increment|template|pace)\b|\d/\d")


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_says_in_words_what_its_numbers_are(name: str) -> None:
    """Of every kind of the armoury, without the shorthand of stat blocks."""
    for kind in position("a>. . . R<", ruleset=name).ruleset.handbook.armoury.kinds():
        battle = position("a>. . . R<", ruleset=name, kind=kind)
        view = battle.view()
        card = card_rows(battle.ruleset, view, view.state.figures["a"])

        words = [f"{row.label} {row.value}" for row in card.rows]
        assert [text for text in words if _SHORTHAND.search(text)] == []
