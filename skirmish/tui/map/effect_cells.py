"""Effects on the lettered map: marks on a copy of its cells, tile by tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from attrs import evolve, frozen

from skirmish.core.geometry import Tile, chebyshev
from skirmish.presentation.log import effects as fx
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.cells import FALLEN, Cells, Layers
from skirmish.tui.map.glyphs import Glyphs, bearing, letter, side_inks
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.label_places import LabelPlaces
from skirmish.tui.map.moment import WHOLE, Moment
from skirmish.tui.map.paint import BOLD, Ink, Over

ROUND, STRUCK, BLAST, SHELL, STROKE = "*", "X", "X", "o", "/"
"""The marks of effects; the mark of a blast fills its tiles, unlike that of any ground."""


def cells_with_effects(cells: Cells, moment: Moment, glyphs: Glyphs) -> Cells:
    """A copy of cells with the effects of a moment."""
    copy = evolve(cells, chars=cells.chars.copy(), paints=cells.paints.copy())
    marks = _EffectMarks(Layers(moment.view, glyphs, copy), moment.still)
    for effect in moment.effects:
        if draw := _DRAWN.get(type(effect)):
            draw(marks, effect, moment.share(effect))
    words = frozenset(marks.words(moment))
    same = (copy.chars == cells.chars).all(axis=2)
    open_ = same if cells.open is None else cells.open & same
    return evolve(copy, taken=cells.taken | words, open=open_)


@frozen
class _EffectMarks:
    """Draws effects as characters."""

    layers: Layers
    still: bool

    def mark(self, tile: Tile, mark: str, *, column: int | None = None) -> None:
        """A character on a tile, in both columns unless one is named."""
        if self.layers.view.state.board.inside(tile):
            self.layers.tint(tile, Over.TARGET)
            for at in (0, 1) if column is None else (column,):
                self.layers.put(tile, at, mark, Ink.MARK | BOLD)

    def line(self, begin: fx.Spot, end: fx.Spot) -> tuple[Tile, ...]:
        """The tiles from one place to another, except the first."""
        steps = max(1, chebyshev(fx.tile_of(begin), fx.tile_of(end)))
        dx, dy = end[0] - begin[0], end[1] - begin[1]
        return tuple(
            fx.tile_of((begin[0] + dx * at // steps, begin[1] + dy * at // steps))
            for at in range(1, steps + 1)
        )

    def walk(self, walk: fx.Walk, share: int) -> None:
        """The figure on a tile of its path."""
        done = WHOLE if self.still else share
        at = min(done * (len(walk.tiles) - 1) // WHOLE, len(walk.tiles) - 1)
        sides = tuple(self.layers.view.state.setup.sides)
        glyph, weight = letter(walk.figure, sides[0])
        ink = side_inks(sides)[walk.figure.who.side] | weight | BOLD
        self.layers.put(walk.tiles[at], 0, glyph, ink)
        self.layers.put(walk.tiles[at], 1, bearing(walk.figure, self.layers.glyphs), ink)

    def round(self, shot: fx.Tracer, share: int) -> None:
        """The present place of a round; with `still` its whole path."""
        tiles = self.line(shot.begin, shot.end)
        at = min(share * len(tiles) // WHOLE, len(tiles) - 1)
        for tile in tiles if self.still else tiles[max(0, at - 1) : at + 1]:
            self.mark(tile, ROUND, column=1)

    def flight(self, flight: fx.Flight, share: int) -> None:
        """The present place of a shell."""
        tiles = self.line(flight.begin, flight.end)
        at = len(tiles) - 1 if self.still else min(share * len(tiles) // WHOLE, len(tiles) - 1)
        self.mark(tiles[at], SHELL, column=1)

    def blast(self, blast: fx.Blast, share: int) -> None:
        """The tiles that a blast has reached."""
        board = self.layers.view.state.board
        radius = blast.radius if self.still else min(blast.radius, blast.radius * share // 400)
        for tile in board.tiles_of(board.disc(blast.at, radius)) if radius else (blast.at,):
            self.mark(tile, BLAST)

    def spread(self, spread: fx.Spread, share: int) -> None:
        """The tiles that a cloud has reached."""
        kind = self.layers.view.state.setup.declared.zones[spread.kind]
        count = len(spread.tiles) if self.still else 1 + len(spread.tiles) * share // WHOLE
        for tile in spread.tiles[:count]:
            self.layers.tint(tile, Over.ZONE)
            self.layers.put(tile, 1, self.layers.glyphs.cloud(kind.glyph), Ink.CLOUD)

    def impact(self, impact: fx.Impact, share: int) -> None:
        """The tile of a struck figure."""
        if self.still or share < WHOLE // 2:
            self.mark(impact.at, STRUCK, column=1)

    def drop(self, drop: fx.Drop, share: int) -> None:
        """The fallen figure's letter with the mark of the fallen."""
        del share
        first = next(iter(self.layers.view.state.setup.sides))
        glyph, weight = letter(drop.figure, first)
        self.layers.put(drop.at, 0, glyph, Ink.LOST | weight)
        self.layers.put(drop.at, 1, FALLEN, Ink.LOST | weight)

    def stroke(self, clash: fx.Clash, share: int) -> None:
        """A blow in close combat."""
        del share
        self.mark(fx.tile_of(clash.end), STROKE, column=1)

    def spot(self, effect: fx.Sighting | fx.Door, share: int) -> None:
        """A tile to look at."""
        del share
        self.layers.tint(effect.at, Over.TARGET)

    def words(self, moment: Moment) -> Iterator[Tile]:
        """Write words over or beside their tiles, hiding no figure; yields the tiles they take."""
        view, state = moment.view, moment.view.state
        blank = np.zeros((state.board.height, COLUMNS * state.board.width), [("ch", np.int32)])
        canvas = Canvas(blank, 0, 0, (0, 0), 1)
        known = *state.figures.values(), *(one.figure for one in view.contacts.values())
        tiles = [figure.at for figure in known if figure.at is not None]
        figures = frozenset((COLUMNS * x + by, y) for x, y in tiles for by in (0, 1))
        places = LabelPlaces(canvas, self.layers.glyphs.pointers, figures, rising=True)
        for _, (place, *_) in places.words_at(moment):
            for (at, row), char in zip(place.cells, place.words, strict=True):
                self.layers.put((at // COLUMNS, row), at % COLUMNS, char, Ink.MARK | BOLD)
                yield at // COLUMNS, row


_DRAWN: Mapping[type[fx.Effect], Callable[[_EffectMarks, Any, int], None]] = {
    fx.Walk: _EffectMarks.walk,
    fx.Tracer: _EffectMarks.round,
    fx.Flight: _EffectMarks.flight,
    fx.Blast: _EffectMarks.blast,
    fx.Spread: _EffectMarks.spread,
    fx.Impact: _EffectMarks.impact,
    fx.Drop: _EffectMarks.drop,
    fx.Clash: _EffectMarks.stroke,
    fx.Sighting: _EffectMarks.spot,
    fx.Door: _EffectMarks.spot,
}
