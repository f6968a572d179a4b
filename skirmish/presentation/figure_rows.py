"""Facts about a figure and a tile as rows: the card, the last sight, the look."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.state import STEPS, Objective
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.presentation.figure_status import card_facts, health_of, posture_words
from skirmish.presentation.ground_words import (
    cover_beside,
    distance_words,
    movement_words,
    objectives_at,
    zones_at,
)
from skirmish.presentation.objective_status import BOTH, HOLD_RULE, holder, when_counted
from skirmish.presentation.report_document import Row, Rows, Tone
from skirmish.presentation.visibility import cover_tile, field_of_view
from skirmish.presentation.wording import LEFT_FATES
from skirmish.rulesets.common.victory import is_paid
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Ruleset


def card_rows(ruleset: Ruleset, view: View, figure: Figure) -> Rows:
    """A figure's card under its name: remaining health and budgets of its bound, then facts.

    Of an enemy only open information is shown.
    """
    who, mine = figure.who, figure.who.side == view.side
    stance = posture_words(view.state.setup.declared, figure.posture)
    if figure.at is not None:
        stance = f"{stance}, faces {figure.facing.name}"
    else:
        stance = "not on the map yet" if mine else "not in sight"
    gauges = gauge_rows(ruleset, view, figure)
    drawn = {row.label for row in gauges}
    drawn |= {one.label for one in ruleset.card.budgets(view.state, figure)} if mine else set()
    shown = fact_rows(ruleset, view, figure, posed=figure.at is None)
    facts = [row for row in shown if row.label not in drawn]
    facts = [_untitled(row) if row.label == who.kind.name else row for row in facts]
    points = who.kind.points
    rows = (
        *gauges,
        Row(stance, view.state.setup.sides[who.side].name, value_tone=Tone.QUIET, fact=True),
        *[Row("worth", str(points), Tone.QUIET, fact=True)] * bool(points),
        *facts,
    )
    return Rows(rows, f"{who.id} {who.name_and_kind}")


def _untitled(row: Row) -> Row:
    """A row without its label, which the title contains already."""
    return Row(row.value, tone=Tone.QUIET)


def gauge_rows(ruleset: Ruleset, view: View, figure: Figure) -> tuple[Row, ...]:
    """A figure's remaining health, and the budgets of its bound if it is an own one."""
    health, rows = health_of(ruleset, figure), []
    if health.full > 1:
        label, words = ruleset.card.health_label, f"{health.left} of {health.full}"
        rows.append(Row(label, words, gauge=(health.left, health.full)))
    return (*rows, *budget_rows(ruleset, view, figure))


def budget_rows(ruleset: Ruleset, view: View, figure: Figure) -> tuple[Row, ...]:
    """What an own figure has left of the budgets of its bound."""
    rows = []
    for one in ruleset.card.budgets(view.state, figure) if figure.side == view.side else ():
        left, full = one.amount(one.left), one.amount(one.full)
        # In whole units, as in the words; a started unit does not count as left.
        units = one.left // one.steps, -(-one.full // one.steps)
        more = f" {one.more}" if one.more else ""
        rows.append(Row(one.name, f"{left} of {full}{more}", gauge=units))
    return tuple(rows)


def fact_rows(
    ruleset: Ruleset, view: View, figure: Figure, *, posed: bool = True
) -> tuple[Row, ...]:
    """The facts on a figure's card; without `posed` not its posture."""
    found = card_facts(ruleset, view, figure, posed=posed)
    return tuple(Row(label, value, Tone.QUIET, fact=True) for label, value in found)


def last_seen_rows(view: View, name: str) -> Rows:
    """The last known facts about an enemy out of sight."""
    contact = view.contacts.get(name)
    if contact is None:
        return Rows(())
    who, turn = contact.figure.who, contact.point // STEPS
    side = view.state.setup.sides[who.side].name
    return Rows(
        (
            Row(f"{who.id} {who.name}", side, Tone.STRONG, Tone.QUIET),
            *([Row(who.own_kind, single=True)] if who.own_kind else ()),
            Row(f"last seen in turn {turn}", tone=Tone.NOTE, single=True),
        )
    )


def tile_rows(view: View, tile: Tile, chosen: Figure | None, *, sight: bool = True) -> Rows:
    """All that is known of a tile, and its position relative to the chosen figure.

    Without `sight` the figures that see it are left out; so are level and height of flat ground.
    """
    board = view.state.board
    if not board.inside(tile):
        return Rows((Row("off the map"),))
    kind, cover = board.terrain(tile), view.state.setup.declared.cover
    level, height = board.level(tile), kind.height
    known = [("level", str(level))] if level else []
    if kind.opaque or height:
        known.append(("height", "hides all behind it" if kind.opaque else str(height)))
    known += [("cover", _own_cover(view, tile)), ("going", movement_words(kind))]
    if sight:
        known.append(("in sight", "yes" if view.seen & board.bit(tile) else "no"))
    known += [("zone", words) for words in zones_at(view, tile, ends=True)]
    known += [("objective", _goal_words(view, goal)) for goal in objectives_at(view, tile)]
    if chosen is not None and chosen.at is not None and chosen.at != tile:
        seen = bool(field_of_view(view, chosen.at) & board.bit(tile))
        known.append((f"from {chosen.id}", distance_words(chosen.at, tile)))
        known.append((f"{chosen.id} sees it", "yes" if seen else "no"))
        if seen and (source := cover_tile(board, chosen.at, tile)):
            words = f"{cover[board.cover(chosen.at, tile)]}, {_source_words(board, source, tile)}"
            known.append((f"cover from {chosen.id}", words))
    rows = [Row(kind.name, tile_text(tile), Tone.STRONG)]
    if kind.description:
        rows.append(Row(kind.description, tone=Tone.NOTE))
    rows += [Row(label, value, Tone.QUIET, fact=True) for label, value in known]
    if any(goal.kind == "hold" for goal in objectives_at(view, tile)):
        rows.append(Row(HOLD_RULE, tone=Tone.NOTE))
    return Rows(tuple(rows))


def _own_cover(view: View, tile: Tile) -> str:
    """The cover of a tile by its own ground, else by its neighbours."""
    own = view.state.board.terrain(tile).cover
    return ("" if own else cover_beside(view, tile)) or view.state.setup.declared.cover[own]


def _source_words(board: Board, source: Tile, tile: Tile) -> str:
    """The terrain that gives a tile cover: its own, or that of a tile in front of it."""
    name = board.terrain(source).name
    return name if source == tile else f"{name} at {tile_text(source)}"


def lying_at(view: View, tile: Tile) -> Iterator[Figure]:
    """The figures that were seen to fall on a tile."""
    return (one for one in view.gone.values() if one.at == tile and one.fate not in LEFT_FATES)


_AIMS = {"hold": "hold it", "reach": "reach it"}
"""The aim at the ground of an objective, by its kind."""


def _goal_words(view: View, goal: Objective) -> str:
    """The side whose objective it is, the side that holds it, and when it is counted."""
    now = {view.side: "; you hold it now", view.enemy: "; the enemy holds it now"}
    sides = view.state.setup.sides
    if view.shows_all or view.state.tally.over:
        now = {name: f"; held by {side.name}" for name, side in sides.items()}
    held = (now | {BOTH: "; contested"}).get(holder(view, goal), "")
    pays = f" for {pluralize(goal.points, 'point')}" if goal.points else ""
    aim = f"aim of {sides[goal.side].name}: {_AIMS.get(goal.kind, goal.kind)}"
    if is_paid(view, goal):
        return f"{aim} (paid)"
    judged = ruleset(view.state.setup.ruleset).turn.judged
    return f"{aim}{pays}{held}, {when_counted(goal.kind, judged)}"
