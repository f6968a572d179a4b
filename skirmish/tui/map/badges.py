"""Figures, ghosts, labels and the cursor of the painted map, as cells over its pixels.

A tile is 2 x 1, 4 x 2 or 6 x 3 cells at zoom 1, 2 and 3. A badge has a letter and a facing; from
zoom 2 on also a sign of its state and a health bar. Badges of the second side have small letters
and their upper corners cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cached_property
from itertools import product
from types import MappingProxyType

import numpy as np
from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.core.view import View
from skirmish.presentation.figure_status import filled_cells, lasting_states, worst_state
from skirmish.presentation.objective_status import ObjectiveGround, enclosing, objective_grounds
from skirmish.presentation.visibility import ghost_tile
from skirmish.presentation.wording import percent, whole_percent
from skirmish.tui.map.canvas import LEFT, LOWER, RIGHT, UPPER, Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.edge_marks import edge_marks
from skirmish.tui.map.glyphs import Glyphs, bearing, fall_step, letter, mark_of, number, stance
from skirmish.tui.map.label_places import KeptPlaces, Label, LabelPlaces, PlacedLabels
from skirmish.tui.map.objective_labels import objective_label
from skirmish.tui.map.terrain_looks import Colour, MapTheme

LANDS = "lands"
"""Precedes the chance that something lands on a figure, to distinguish it from that of harm."""
_DOT = "●"
DAGGER = "†"
"""Follows the letter of a fallen figure."""
_CORNERS = "▛▜▙▟"
_LIT, _DARK, _FOOT = 1.08, 0.82, 0.3
"""Light of a badge's upper edge, of its lower edge, and of the row below that separates it."""
_PALE = 0.5
_HURT, _BAD = 67, 34
_SMALL = 2
"""An area is small if it has at most this many times as many cells as its label."""


def label_colours(
    theme: MapTheme, tone: str, sides: Mapping[str, Colour] = MappingProxyType({})
) -> tuple[Colour, Colour]:
    """The colours of the words at a tile and of their ground; the tone is a colour or a side.

    The ground of a bad chance is dark: on a ground of its own colour it would look like a part of a
    badge.
    """
    ground = sides[tone] if tone in sides else theme.colours[tone]
    if tone == "bad":
        return ground, theme.colours["ghost_ground"]
    return theme.colours["ink"], ground


def fallen_mark(glyphs: Glyphs) -> str:
    """The sign beside the letter of a fallen figure."""
    return "+" if glyphs.ascii else DAGGER


def blocked_mark(glyphs: Glyphs) -> str:
    """The sign of what stops a line, drawn twice."""
    return "x" if glyphs.ascii else "\N{MULTIPLICATION X}"


@frozen(slots=False, eq=False)
class Badges:
    """Draws one frame's figures and signs on the ground."""

    canvas: Canvas
    view: View
    overlay: Overlay
    theme: MapTheme
    glyphs: Glyphs

    def draw(self) -> None:
        """Objectives, marks, ghosts, figures and labels, in this order."""
        taken: set[Tile] = set()
        self.objectives(taken)
        labels = self.labels(self.badge_cells(), taken)
        self.marks(labels)
        self.figures()
        self.covered_counts()
        self.write(labels)

    def covered_counts(self) -> None:
        """The count at a tile with a figure, in its lower right corner."""
        standing = {figure.at for figure in self.view.state.figures.values()}
        wide, colours = 2 * self.canvas.zoom, self.theme.colours
        for tile, mark in self.overlay.counts:
            x, y = self.canvas.place(tile)
            if tile in standing:
                place = x + wide - 1, y + wide // 2 - 1
                self.canvas.put(*place, mark, colours["ink"], colours["flash"])

    def figures(self) -> None:
        """Ghosts and figures, from left to right, so that none hides the letter of another."""
        self.draw_ghosts()
        placed = [(one.at, one) for one in self.view.state.figures.values() if one.at is not None]
        for tile, figure in sorted(placed, key=lambda one: one[0]):
            self.badge(figure, tile)

    def draw_ghosts(self) -> None:
        """Enemies that are not in sight."""
        for name, tile in self.ghosts():
            contact = self.view.contacts.get(name)
            figure = self.view.state.figures.get(name) or (contact and contact.figure)
            if figure:
                self.ghost(figure, tile)

    def labels(
        self, figures: Iterable[Tile], taken: Iterable[Tile], kept: KeptPlaces | None = None
    ) -> PlacedLabels:
        """Labels at tiles, which hide no cell of `figures` and as few as possible of `taken`.

        Their places are stored in `kept` for the next picture.
        """
        hidden = {figure.at for figure in self.view.state.figures.values()}
        likely = ((at, percent(p)) for at, p in self.likely_falls() if at in hidden)
        falls = [Label(at, f"{LANDS} {chance}", "scatter", minor=True) for at, chance in likely]
        # A label of a tile beyond the edge would be taken for that of another tile.
        labels = tuple(
            label
            for label in (*(Label(*one) for one in self.overlay.labels), *falls)
            if self.canvas.inside(*self.canvas.place(label.tile))
        )
        if not labels:
            return ()
        aim = self.overlay.fire[1] if self.overlay.fire else None
        dots = (cell for tiles, _ in self.overlay.trails for cell in self.trail_cells(tiles))
        taken = {*taken, *self.fallen_cells(), *dots}
        known = self.view.state.figures
        numbered = frozenset(known[name].tile for name in self.numbered if self.canvas.zoom == 1)
        pointers = self.glyphs.pointers
        places = LabelPlaces(self.canvas, pointers, frozenset(figures), taken, numbered=numbered)
        return (kept or KeptPlaces()).placed(places, labels, aim)

    def beyond(self, figures: Iterable[Tile], taken: set[Tile]) -> dict[Tile, Tile]:
        """Draw the marks at the edges; their cells are added to `taken`.

        Returns the cells of these marks, each with the tile beyond the edge that it stands for.
        """
        colours, found = self.theme.colours, {}
        covered = taken.union(figures)
        for mark in edge_marks(self.canvas, self.view, self.glyphs.pointers, covered):
            ink, ground = colours["cursor"], colours["ghost_ground"]
            if mark.side:
                ink, ground = colours["ink"], self.sides[mark.side]
            self.canvas.text(*mark.place, mark.words, ink, ground)
            found.update(dict.fromkeys(mark.cells, mark.tile))
        taken.update(found)
        return found

    def objectives(self, taken: set[Tile]) -> None:
        """The label of each objective area, with its purpose if there is room; adds to `taken`.

        A label is left out if it would lie on tiles with chances, whose numbers would run into it.
        """
        colours, canvas = self.theme.colours, self.canvas
        # A number before or after a label would be read as a part of it.
        chances = {
            cell
            for (x, y), _ in self.likely_falls()
            for step in (-1, 0, 1)
            for cell in self.tile_cells((x + step, y))
        }
        kept = self.badge_cells() | {*self.fallen_cells()} | chances
        for one in () if self.overlay.told else objective_grounds(self.view):
            parts = self.objective_parts(one)
            wide = sum(len(words) for words, _ in parts)
            x, y = self.objective_place(one.area, wide, kept | taken)
            cells = {(x + step, y) for step in range(wide)}
            if not cells.isdisjoint(chances) or not self.is_area_shown(one.area):
                continue
            taken.update(cells)
            for words, side in parts:
                ground = self.sides[side] if side else colours["objective"]
                canvas.text(x, y, words, colours["ink"], ground)
                x += len(words)

    def objective_place(self, area: Area, wide: int, kept: AbstractSet[Tile]) -> Tile:
        """The cell where the label of an area begins; it hides nothing, if possible.

        The label of a large area is in it. That of a small one, most of which it would hide, is
        beside or above it, unless chances are shown. On the smallest tiles it touches no figure if
        possible, because both would be read as one. If there is no room at all, it is in the
        corner.
        """
        (x, y), (end, below) = self.area_cells(area)
        inside = [self.canvas.place(tile) for tile in tiles_in(area)]
        inside = [(at, row) for at, row in inside if at + wide <= max(end, x + wide)]
        outside = [(end, y), (x - wide, y), (x, y - 1), (x, below), (end - wide, y - 1)]
        if any(True for _ in self.likely_falls()):
            outside = []
        small = (end - x) * (below - y) <= _SMALL * wide
        places = (*outside, *inside) if small else (*inside, *outside)
        free = []
        for start in places:
            cells = [(start[0] + step, start[1]) for step in range(wide)]
            if kept.isdisjoint(cells) and all(self.canvas.is_map(*cell) for cell in cells):
                free.append(start)
        apart = (at for at in free if kept.isdisjoint([(at[0] - 1, at[1]), (at[0] + wide, at[1])]))
        first = free[0] if free else inside[0]
        return next(apart, first) if self.canvas.zoom == 1 else first

    def is_area_shown(self, area: Area) -> bool:
        """Whether any part of an area is in the window."""
        (x, y), (end, below) = self.area_cells(area)
        down, across = self.canvas.cells.shape
        return bool(x < across and end > 0 and y < down and below > 0)

    def area_cells(self, area: Area) -> tuple[Tile, Tile]:
        """The first cell of an area, and the one after its last column and row."""
        return self.canvas.place((area[0], area[1])), self.canvas.place((area[2] + 1, area[3] + 1))

    def tile_cells(self, tile: Tile) -> Iterable[Tile]:
        """The cells of a tile; none if it is out of sight."""
        (x, y), zoom = self.canvas.place(tile), self.canvas.zoom
        down, across = self.canvas.cells.shape
        if not (-2 * zoom < x < across and -zoom < y < down):
            return ()
        return product(range(x, x + 2 * zoom), range(y, y + zoom))

    def objective_parts(self, ground: ObjectiveGround) -> tuple[tuple[str, str], ...]:
        """The parts of a label; the purpose is included in a preview and where it has room."""
        canvas, preview = self.canvas, bool(self.overlay.zones)
        parts = objective_label(self.view, ground, self.glyphs, named=True)
        (start, _), (end, _) = self.area_cells(ground.area)
        room = end - start
        roomy = canvas.zoom > 1 or enclosing(self.view, ground.area)
        if preview or (roomy and sum(len(words) for words, _ in parts) <= room):
            return parts
        return objective_label(self.view, ground, self.glyphs)

    def marks(self, labels: PlacedLabels = ()) -> None:
        """Marks of tiles: items, the fallen, levels, the path, obstacles, a flash."""
        colours, middle = self.theme.colours, self.canvas.zoom // 2
        shift = self.canvas.zoom - 1
        cross, dagger = blocked_mark(self.glyphs), fallen_mark(self.glyphs)
        self.items()
        for tiles, side in self.overlay.trails:
            self.trail(tiles, self.sides[side])
        for tile, figure in self.overlay.fallen:
            x, y = self.canvas.place(tile)
            words = letter(figure, self.first)[0] + dagger
            ground, ink = colours["ghost_ground"], self.sides[figure.who.side]
            self.canvas.text(x + shift, y + middle, words, ink, ground)
        if self.overlay.levels:
            self.levels()
        self.falls(labels)
        small = self.canvas.zoom == 1 or self.glyphs.ascii
        for tile in self.overlay.path:
            x, y = self.canvas.place(tile)
            dot = self.glyphs.dot if small else _DOT
            self.canvas.put(x + self.canvas.zoom, y + middle, dot, colours["path"])
        for tile in self.overlay.stops if self.canvas.zoom == 1 else ():
            x, y = self.canvas.place(tile)
            self.canvas.text(x, y, cross * 2, colours["ink"], colours["blocked"])
        for tile, mark in (*self.overlay.flash, *self.overlay.counts):
            x, y = self.canvas.place(tile)
            self.canvas.put(x + shift, y + middle, mark, colours["ink"])

    def items(self) -> None:
        """Things that lie on the ground, as a single sign, because a figure has two."""
        state, zoom = self.view.state, self.canvas.zoom
        for zone in state.zones.values():
            kind = state.setup.declared.zones[zone.kind]
            for tile in zone.tiles if kind.item else ():
                x, y = self.canvas.place(tile)
                sign = self.glyphs.cloud(kind.glyph)
                self.canvas.put(x + zoom - 1, y + zoom // 2, sign, self.theme.colours["cursor"])

    def trail(self, tiles: Sequence[Tile], colour: Colour) -> None:
        """Dots on the tiles that a figure crossed, except the first."""
        dot = self.glyphs.dot if self.canvas.zoom == 1 or self.glyphs.ascii else _DOT
        for column, row in self.trail_cells(tiles):
            self.canvas.put(column, row, dot, colour)

    def trail_cells(self, tiles: Sequence[Tile]) -> Iterator[Tile]:
        """The cells of the dots of a trail."""
        zoom = self.canvas.zoom
        for tile in tiles[1:]:
            x, y = self.canvas.place(tile)
            for column in (x, x + 1) if zoom == 1 else (x + zoom // 2, x + zoom // 2 + zoom):
                yield column, y + zoom // 2

    def levels(self) -> None:
        """The level of each tile above 0, in its lower right corner."""
        board, zoom = self.view.state.board, self.canvas.zoom
        down, across = self.canvas.cells.shape
        last = self.canvas.left + across // (2 * zoom), self.canvas.top + down // zoom
        for y in range(self.canvas.top, min(board.height, last[1] + 1)):
            for x in range(self.canvas.left, min(board.width, last[0] + 1)):
                if level := board.level((x, y)):
                    column, row = self.canvas.place((x, y))
                    ink = self.theme.colours["cursor"]
                    self.canvas.put(column + 2 * zoom - 1, row + zoom - 1, str(level), ink)

    def likely_falls(self) -> Iterator[tuple[Tile, Fraction]]:
        """The tiles where something lands with a chance high enough to be shown."""
        for tile, chance in self.overlay.falls:
            if chance is not None and chance < 1 and fall_step(chance):
                yield tile, chance

    def falls(self, labels: PlacedLabels) -> None:
        """The chances that something lands on a tile.

        A number is left out beside or partly under a label, because it would be read as a part of
        it.
        """
        zoom = self.canvas.zoom
        written = {
            (x + step, y) for _, place in labels for x, y in place.cells for step in (-1, 0, 1)
        }
        for tile, chance in self.likely_falls():
            words = percent(chance) if zoom > 1 else f"{min(99, whole_percent(chance)):2}"
            x, y = self.canvas.place(tile)
            x += (2 * zoom - len(words) + 1) // 2
            y += zoom // 2
            free = written.isdisjoint((x + step, y) for step in range(len(words)))
            if free and self.canvas.inside(x, y):  # the ink depends on the ground there
                self.canvas.text(x, y, words, self.readable_on(self.canvas.under(x, y)))

    def readable_on(self, ground: Colour) -> Colour:
        """The ink with more contrast to a ground: that of badges, or that of the cursor."""
        inks = self.theme.colours["ink"], self.theme.colours["cursor"]
        return max(inks, key=lambda ink: abs(float((ink - ground).sum())))

    def ghosts(self) -> Iterator[tuple[str, Tile]]:
        """Enemies not in sight, where they were last seen, unless they were seen leaving."""
        state, view = self.view.state, self.view
        for name, contact in view.last_seen.items():
            if name not in state.figures:
                yield name, contact.figure.tile
        for name, figure in state.figures.items():
            if (tile := ghost_tile(view, figure)) is not None:
                yield name, tile

    def ghost(self, figure: Figure, tile: Tile) -> None:
        """An outline with a letter and a question mark."""
        canvas, colour = self.canvas, self.sides[figure.who.side]
        ground, zoom = self.theme.colours["ghost_ground"], canvas.zoom
        (x, y), wide = canvas.place(tile), 2 * zoom
        words = letter(figure, self.first)[0] + self.glyphs.lost
        if zoom == 1:
            canvas.text(x, y, words, colour, ground)
            return
        middle = canvas.text_row
        canvas.text(x, y + middle, LEFT + " " * (wide - 2) + RIGHT, colour, ground)
        canvas.text(x + zoom - 1, y + middle, words, colour, ground)
        if middle:
            canvas.text(x, y, UPPER * wide, colour, ground)
        canvas.text(x, y + zoom - 1, LOWER * wide, colour, ground)

    def badge(self, figure: Figure, tile: Tile) -> None:
        """A figure in sight, or one of the viewing side."""
        if not self.is_in_window(tile):
            return
        canvas, zoom = self.canvas, self.canvas.zoom
        x, y = canvas.place(tile)
        body, ink = self.body(figure), self.theme.colours["ink"]
        if zoom == 1:
            canvas.text(x, y, self.pair(figure), ink, body)
            return
        wide = 2 * zoom
        lit = np.minimum(body * np.float32(_LIT), 255)
        canvas.text(x, y, " " * wide, ink, lit)
        cut = figure.who.side != self.first
        row = canvas.text_row
        if row:
            canvas.text(x, y + row, " " * wide, ink, body)
        shade = body * np.float32(_DARK)
        for line in range(zoom - 1):
            canvas.put(x + wide - 1, y + line, " ", ink, shade)
        if cut:
            self.cut_corners(tile, lit)
        canvas.text(x + (1 if cut or row else 0), y + row, self.words(figure), ink, body)
        self.bar(figure, x, y + zoom - 1, wide)

    def is_in_window(self, tile: Tile) -> bool:
        """Whether the upper left or the lower right corner of a tile is shown."""
        canvas, zoom = self.canvas, self.canvas.zoom
        x, y = canvas.place(tile)
        return canvas.inside(x, y) or canvas.inside(x + 2 * zoom - 1, y + zoom - 1)

    def cut_corners(self, tile: Tile, body: Colour) -> None:
        """Show the ground in the upper corners of a badge."""
        x, y = self.canvas.place(tile)
        for column in (x, x + 2 * self.canvas.zoom - 1):
            self.canvas.put_above(column, y, LOWER, body)

    def bar(self, figure: Figure, x: int, y: int, wide: int) -> None:
        """The lower edge of a badge with the health bar under it; without one, a dark row."""
        body = self.body(figure) * np.float32(_DARK)
        left = self.health.get(figure.id)
        if left is None:
            self.canvas.text(x, y, UPPER * wide, body, body * np.float32(_FOOT))
            return
        # A figure that still stands has at least one cell, even with 0 percent left.
        filled = filled_cells(max(1, left), 100, wide)
        tone = "whole" if left >= _HURT else "hurt" if left >= _BAD else "failing"
        colours = self.theme.colours
        self.canvas.text(x, y, UPPER * filled, body, colours[tone])
        self.canvas.text(x + filled, y, UPPER * (wide - filled), body, colours["empty"])

    def badge_cells(self) -> set[Tile]:
        """The cells that figures and ghosts cover."""
        tiles = [f.at for f in self.view.state.figures.values() if f.at]
        shown = (*tiles, *(at for _, at in self.ghosts()))
        return set().union(*map(self.tile_cells, shown))

    def fallen_cells(self) -> Iterator[Tile]:
        """The cells that the letters of the fallen cover."""
        zoom = self.canvas.zoom
        for tile, _ in self.overlay.fallen:
            x, y = self.canvas.place(tile)
            yield from ((x + zoom - 1 + step, y + zoom // 2) for step in (0, 1))

    def write(self, labels: PlacedLabels) -> None:
        """The placed labels."""
        for label, place in labels:
            ink, ground = label_colours(self.theme, label.tone, self.sides)
            self.canvas.text(place.x, place.y, place.words, ink, ground)

    # Contents of a badge.

    @cached_property
    def first(self) -> str:
        """The first side."""
        return next(iter(self.view.state.setup.sides))

    @cached_property
    def sides(self) -> Mapping[str, Colour]:
        """The colour of each side."""
        return self.theme.sides(self.view.state.setup.sides)

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The figures that show their number."""
        return frozenset(self.overlay.numbered(self.view))

    @cached_property
    def health(self) -> Mapping[str, int]:
        """The remaining health of figures in percent, by id."""
        return dict(self.overlay.health)

    def body(self, figure: Figure) -> Colour:
        """The colour of a badge."""
        if figure.at is not None and figure.at == self.overlay.chosen:
            return self.theme.colours["chosen"]
        colour = self.sides[figure.who.side]
        if figure.id in self.overlay.spent:
            return colour + (self.theme.colours["spent"] - colour) * np.float32(_PALE)
        return colour

    def pair(self, figure: Figure) -> str:
        """Letter and sign at zoom 1."""
        first = letter(figure, self.first)[0]
        if figure.id in self.numbered:
            return first + number(figure.id)
        if self.overlay.shows_facing(figure):
            return first + bearing(figure, self.glyphs)
        state = self.view.state
        return first + stance(state.setup.declared, figure, self.glyphs, state.clock.point)

    def words(self, figure: Figure) -> str:
        """Letter, facing and state, from zoom 2 on; the id while numbers are shown.

        The number replaces the facing of a target that looks like another figure.
        """
        if self.overlay.numbers:
            return figure.id[: 2 * self.canvas.zoom - 1]
        state = self.view.state
        at = worst_state(state.setup.declared, figure, state.clock.point)
        names = lasting_states(state.setup.declared)
        sign = "" if at is None else mark_of(names[at], self.glyphs)
        numbered = figure.id in self.numbered
        second = number(figure.id) if numbered else bearing(figure, self.glyphs)
        return letter(figure, self.first)[0] + second + sign


def draw_cursor(canvas: Canvas, tile: Tile, theme: MapTheme, *, occupied: bool) -> None:
    """Brackets on the tile of the cursor; around a tile with a figure a frame."""
    (x, y), zoom, colour = canvas.place(tile), canvas.zoom, theme.colours["cursor"]
    wide = 2 * zoom
    if occupied:
        _draw_frame(canvas, (x, y, x + wide - 1, y + zoom - 1), colour)
        return
    if zoom == 1:
        canvas.put(x, y, "[", colour)
        canvas.put(x + 1, y, "]", colour)
        return
    last, below = x + wide - 1, y + zoom - 1
    corners = (x, y), (last, y), (x, below), (last, below)
    for (column, line), corner in zip(corners, _CORNERS, strict=True):
        canvas.put(column, line, corner, colour)


def _draw_frame(canvas: Canvas, cells: tuple[int, int, int, int], colour: Colour) -> None:
    """A frame in half cells around some cells, except where letters stand."""
    left, top, right, bottom = cells
    for column in range(left, right + 1):
        canvas.put_half(column, top - 1, LOWER, colour)
        canvas.put_half(column, bottom + 1, UPPER, colour)
    for row in range(top, bottom + 1):
        canvas.put_half(left - 1, row, RIGHT, colour)
        canvas.put_half(right + 1, row, LEFT, colour)
