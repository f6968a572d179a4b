"""The signs of the battle screen with their meanings: on figures, map, panel and lines.

A test draws battles of all rulesets and checks that every sign is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen
from textual.content import Content

from skirmish.core.view import View
from skirmish.presentation.figure_status import (
    STANDING,
    lasting_states,
    state_words,
    worst_state,
)
from skirmish.presentation.objective_status import BOTH, objective_grounds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.tui.keys import key_for
from skirmish.tui.map.badges import blocked_mark, fallen_mark
from skirmish.tui.map.cells import BLOCKED, FALLEN, Overlay
from skirmish.tui.map.edge_marks import MORE
from skirmish.tui.map.glyphs import FALLS, Glyphs, mark_of
from skirmish.tui.map.painted_legend import in_pairs
from skirmish.tui.panel_lines import EFFECT, LEFT, NOTHING, SPENT, WORST

_WIDE, _SHORT = 34, 31
"""Columns for the first of two signs in a line, and the maximum of a sign that can be one."""


@frozen
class Sign:
    """Characters that can be drawn, and their meaning; without characters a remark."""

    marks: str
    text: str

    @property
    def line(self) -> Content:
        """The sign as a line of the legend."""
        return Content.assemble((self.marks, "bold"), f" {self.text}" if self.marks else self.text)


def figure_signs(
    legal: LegalOrders, glyphs: Glyphs, own: Mapping[str, str] | None = None, *, painted: bool
) -> list[Sign]:
    """The signs of figures, on a painted or a lettered map."""
    first, second = legal.view.state.setup.sides.values()
    able = "pale: can do nothing more" if painted else "bold: can still act"
    fallen = fallen_mark(glyphs) if painted else FALLEN
    ids = f"a number is part of its id: 2 is r2, a is r10 ({key_for('numbers', own)})"
    return [
        Sign("", f"CAPITALS {first.name}, small letters {second.name}; {able}"),
        Sign("", "A figure has two signs: the letter of its kind, and behind it the worst"),
        Sign("", "state that it is in, or else where it faces. The chosen figure shows where"),
        Sign("", "it faces in any state, and all do while you prepare an order:"),
        *_condition_signs(legal, glyphs),
        Sign(glyphs.arrows, "where it faces"),
        *_low_signs(legal, glyphs),
        Sign(glyphs.lost, "an enemy seen before, not now: where it was last"),
        Sign(fallen, "a figure that fell there"),
        Sign("", f"{key_for('arcs', own)}: the facings of all figures, and this figure's arc"),
        Sign("", ids),
        Sign("", "  also at targets with the same letter while you choose one"),
    ]


def _condition_signs(legal: LegalOrders, glyphs: Glyphs) -> list[Sign]:
    """The marks of lasting states."""
    declared = legal.view.state.setup.declared
    names = lasting_states(declared)
    return [Sign(mark_of(name, glyphs), state_words(declared, name)) for name in names]


def _low_signs(legal: LegalOrders, glyphs: Glyphs) -> list[Sign]:
    """The facings of figures that do not stand upright."""
    postures = legal.view.state.setup.declared.postures.items()
    low = [p.label for name, p in postures if name != STANDING and not p.blinds]
    marks = "".join(dict.fromkeys(glyphs.low))
    return [Sign(marks, f"{', '.join(low)}, and where it faces")] if low else []


def chance_signs(glyphs: Glyphs) -> list[Sign]:
    """The meaning of the percentages at enemies."""
    return [
        Sign("58%", "at an enemy: the chance of any effect of the chosen figure's best attack on"),
        Sign("", "  it, which costs it most on average, so weapon, mode and bonus may differ"),
        Sign("", "  from enemy to enemy; with an attack in hand, that of this attack as set"),
        Sign("", "  its colour says how much that costs the enemy: see the colours below"),
        Sign("58%*", "with another weapon than the other chances; the line of hints names it"),
        Sign("..", "a chance that is being worked out"),
        Sign(glyphs.pointers, "points from a chance to its figure"),
    ]


def edge_signs(glyphs: Glyphs) -> list[Sign]:
    """The meaning of the marks at the edges of a map that is shown in part."""
    right = glyphs.pointers[1]
    return [
        Sign(f"{right}2", "at the map's edge: 2 figures beyond it, in the colour of their side"),
        Sign(f"{MORE} {right}", "the map goes on there"),
    ]


def objective_signs(view: View, glyphs: Glyphs) -> list[Sign]:
    """The signs of objectives; the numbers in the label are those of the map, if it has any."""
    own, enemy, both = tuple(glyphs.flags)
    found = (one.points_of(view.side) for one in objective_grounds(view))
    mine, theirs = next(found, (3, 2))
    return [
        Sign(f"{mine}:{theirs}", "objective: points for you : for the enemy"),
        Sign(own, "held by you"),
        Sign(enemy, "held by the enemy"),
        Sign(both, "held by neither: both are there"),
    ]


def painted_signs(legal: LegalOrders, glyphs: Glyphs) -> list[Sign]:
    """Signs over the ground of a painted map, without its colours."""
    dots = glyphs.dot if glyphs.ascii else f"{glyphs.dot}●"
    zones = legal.view.state.setup.declared.zones.values()
    return [
        *chance_signs(glyphs),
        *edge_signs(glyphs),
        *objective_signs(legal.view, glyphs),
        Sign(dots, "the route of a move"),
        Sign(blocked_mark(glyphs), "what blocks a line"),
        *(Sign(glyphs.cloud(zone.glyph), zone.label) for zone in zones if zone.item),
        Sign("", "ticks over the ground: upright where figures watch, flat where they keep it"),
        Sign("", "  under fire; long ticks are the enemy's, short ones yours"),
        Sign("[]▛▜▙▟", "the cursor"),
        Sign("1", "in a corner of a tile: its level, while levels are shown"),
    ]


def own_watch_signs(glyphs: Glyphs) -> list[Sign]:
    """The marks of ground that the viewing side watches or keeps under fire."""
    watch, fire = tuple(glyphs.own_watches)
    return [
        Sign(watch, "you watch, end to end"),
        Sign(fire, "you keep it under fire"),
    ]


def enemy_watch_signs(glyphs: Glyphs) -> list[Sign]:
    """The marks of ground that the enemy watches or keeps under fire."""
    watch, fire = tuple(glyphs.watches)
    return [
        Sign(watch, "the enemy watches, end to end"),
        Sign(fire, "the enemy keeps it under fire"),
    ]


def letter_signs(legal: LegalOrders, glyphs: Glyphs) -> list[Sign]:
    """Signs over the ground of a lettered map, then those of this board's ground."""
    board, zones = legal.board, legal.view.state.setup.declared.zones.values()
    clouds = [Sign(glyphs.cloud(zone.glyph), zone.label) for zone in zones if zone.drifts]
    kinds = {board.terrain((x, y)) for x in range(board.width) for y in range(board.height)}
    falls = zip(glyphs.falls, FALLS, strict=True)
    return [
        Sign("", "A map in letters has no chances at enemies: an attack in hand shows its own."),
        *edge_signs(glyphs),
        *objective_signs(legal.view, glyphs),
        Sign(glyphs.goal, "an objective that no side is known to hold"),
        Sign(glyphs.fence, "where reach or zone begins, ends, and comes to the edge of the map"),
        Sign(glyphs.arc, "your arc"),
        Sign(glyphs.threat, "enemy arcs"),
        Sign(glyphs.field, "what the tile sees"),
        Sign(glyphs.path, "the route of a move, a line of sight"),
        Sign(BLOCKED, "what blocks the line"),
        Sign(glyphs.area, "area of the order"),
        *(Sign(mark, f"{least}% or more that a shell lands there") for mark, least in falls),
        *own_watch_signs(glyphs),
        *enemy_watch_signs(glyphs),
        Sign("1", "the level of a tile, while levels are shown"),
        *clouds,
        *sorted(
            (Sign(glyphs.ground(kind), kind.name) for kind in kinds),
            key=lambda sign: (sign.marks, sign.text),
        ),
    ]


def roster_signs() -> list[Sign]:
    """The meaning of signs and styles in the list of figures."""
    return [
        Sign("letter", "that of its badge on the map"),
        Sign("bold", "the chosen figure; where there are colours, its letter has another one"),
        Sign("b1", "its name in orders and in the log; behind it what it is called"),
        Sign("pale", "its letter has no block: it can do no more for now"),
        Sign("underlined", "moves together with the others of the group"),
        Sign(EFFECT, "health that is left; the colour warns where it is little"),
        Sign(NOTHING, "health that is lost"),
        Sign("1 more", "so many more states, which its card has"),
        Sign("..", "shortened: its card has it whole"),
    ]


def shown_signs(view: View, overlay: Overlay, glyphs: Glyphs) -> list[Sign]:
    """The signs now used over the ground of a lettered map, without those of facings.

    If there is no room for all, the last ones are left out first.
    """
    zone = f"{'your zone' if overlay.zones else 'reach'}: begins, ends, edge of the map"
    return [
        *([Sign(glyphs.fence, zone)] if overlay.zones or overlay.ground else []),
        *([] if overlay.told else _shown_holders(view, glyphs)),
        *_shown_watches(view, overlay, glyphs),
        *([] if overlay.facings else _shown_states(view, glyphs)),
        *([] if overlay.told or not objective_grounds(view) else objective_signs(view, glyphs)[:1]),
    ]


def _shown_watches(view: View, overlay: Overlay, glyphs: Glyphs) -> Iterator[Sign]:
    """The marks of ground that figures watch or keep under fire now."""
    now = {(ground.side, ground.under_fire) for ground in overlay.watched}
    for side, signs in ((view.side, own_watch_signs), (view.enemy, enemy_watch_signs)):
        for sign, fire in zip(signs(glyphs), (False, True), strict=True):
            if (side, fire) in now:
                yield sign


def _shown_holders(view: View, glyphs: Glyphs) -> Iterator[Sign]:
    """The signs of the present holders of objectives."""
    held = {ground.holder for ground in objective_grounds(view)}
    flags = objective_signs(view, glyphs)[1:]
    for holder, sign in zip((view.side, view.enemy, BOTH), flags, strict=True):
        if holder in held:
            yield sign
    if "" in held:
        yield Sign(glyphs.goal, "held by no side" if view.shows_all else "not known to be held")


def _shown_states(view: View, glyphs: Glyphs) -> Iterator[Sign]:
    """The marks of the present states of figures on the map."""
    declared, now = view.state.setup.declared, view.state.clock.point
    figures = (figure for figure in view.state.figures.values() if figure.at is not None)
    worst = {worst_state(declared, figure, now) for figure in figures}
    for at, name in enumerate(lasting_states(declared)):
        if at in worst:
            yield Sign(mark_of(name, glyphs), state_words(declared, name))


def panel_signs() -> list[Sign]:
    """Signs of the panel and of the lines above and below the map."""
    return [
        Sign(LEFT, "left of what a figure can spend"),
        Sign(SPENT, "spent"),
        Sign(WORST, "in a bar: the worst outcome"),
        Sign(EFFECT, "any other"),
        Sign(NOTHING, "no effect"),
        Sign("▸", "in the top line: what comes next"),
        Sign("✦", "a hint"),
        Sign("", "In the list of figures:"),
        *roster_signs(),
    ]


def sign_lines(signs: Iterable[Sign]) -> list[Content]:
    """Signs as lines; short ones stand in pairs."""
    lines: list[Content] = []
    short: list[Content] = []
    for sign in signs:
        if sign.marks and sign.line.cell_length <= _SHORT:
            short.append(sign.line)
            continue
        lines += in_pairs(short, _WIDE)
        short = []
        lines.append(sign.line)
    return [*lines, *in_pairs(short, _WIDE)]
