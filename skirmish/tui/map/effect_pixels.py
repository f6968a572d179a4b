"""Effects on the painted map: drawn over a copy of the painted cells, frame by frame.

A cell is two pixels, one above the other. The result depends only on the effect, its share of time
and the cells below, so a moment always looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.presentation.log import effects as fx
from skirmish.tui.map.badges import Badges, fallen_mark
from skirmish.tui.map.canvas import UPPER, Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import Glyphs
from skirmish.tui.map.ground_pixels import chance
from skirmish.tui.map.label_places import LabelPlaces
from skirmish.tui.map.moment import WHOLE, Moment, risen, walked
from skirmish.tui.map.terrain_looks import Colour, MapTheme

_SPACE, _UPPER = ord(" "), ord(UPPER)
_WHITE = 255
Whole = NDArray[np.int64]
Shares = NDArray[np.float64]


def draw_effects(
    canvas: Canvas, moment: Moment, overlay: Overlay, theme: MapTheme, glyphs: Glyphs
) -> None:
    """Draw the effects of a moment over the cells of its stage."""
    badges = Badges(canvas, moment.view, overlay, theme, glyphs)
    layer = _EffectLayer(canvas, moment.view, theme, glyphs, badges, still=moment.still)
    for effect in moment.effects:
        layer.draw(effect, moment.share(effect))
    layer.words(moment)


@frozen(eq=False)
class _EffectLayer:
    """Draws effects on a canvas."""

    canvas: Canvas
    view: View
    theme: MapTheme
    glyphs: Glyphs
    badges: Badges
    still: bool = field(kw_only=True)

    def draw(self, effect: fx.Effect, share: int) -> None:
        """Draw one effect at a share of its time, in thousandths."""
        if draw := _DRAWN.get(type(effect)):
            draw(self, effect, share)

    # Pixels.

    @property
    def size(self) -> int:
        """Pixels of a tile, across and down."""
        return 2 * self.canvas.zoom

    def spot(self, spot: fx.Spot) -> tuple[float, float]:
        """The pixel of a place, counted from the corner of the window."""
        (left, top), size = self.canvas.origin, self.size
        x = left + (spot[0] / fx.GRAIN - self.canvas.left) * size
        y = 2 * top + (spot[1] / fx.GRAIN - self.canvas.top) * size
        return x, y

    def blend(self, x: Whole, y: Whole, colour: Colour, share: Shares) -> None:
        """Mix a colour into pixels; under letters, into their ground."""
        down, across = self.canvas.cells.shape
        inside = (x >= 0) & (y >= 0) & (x < across) & (y < 2 * down) & (share > 0)
        x, y, share = x[inside], y[inside], share[inside]
        if not x.size:
            return
        cells, row = self.canvas.cells, y // 2
        blank = cells["ch"][row, x] == _SPACE
        cells["fg"][row[blank], x[blank]] = cells["bg"][row[blank], x[blank]]
        cells["ch"][row[blank], x[blank]] = _UPPER
        upper = (y % 2 == 0) & (cells["ch"][row, x] == _UPPER)
        for plane, where in (("fg", upper), ("bg", ~upper)):
            under = cells[plane][row[where], x[where]].astype(np.float32)
            mixed = under + (colour - under) * share[where][:, None].astype(np.float32)
            cells[plane][row[where], x[where]] = np.clip(mixed, 0, _WHITE).astype(np.uint8)

    def dot(self, x: float, y: float, colour: Colour, share: float, wide: int = 1) -> None:
        """A square of pixels around a place."""
        first = np.arange(wide) - (wide - 1) // 2
        columns, rows = np.meshgrid(int(np.floor(x)) + first, int(np.floor(y)) + first)
        self.blend(columns.ravel(), rows.ravel(), colour, np.full(columns.size, share))

    def disc(
        self,
        spot: fx.Spot,
        radius: float,
        shade: Callable[[Shares, Shares], Shares],
        colour: Colour,
    ) -> None:
        """Pixels around a place; `shade` returns shares by distance (1 at the edge) and chance."""
        x, y = self.spot(spot)
        reach = int(np.ceil(radius)) + 1
        columns, rows = np.meshgrid(
            np.arange(int(x) - reach, int(x) + reach + 1),
            np.arange(int(y) - reach, int(y) + reach + 1),
        )
        far = np.hypot(columns + 0.5 - x, rows + 0.5 - y) / max(radius, 0.5)
        luck = chance(columns.shape, 47).astype(np.float64)
        shares = np.clip(shade(far, luck), 0, 1)
        self.blend(columns.ravel(), rows.ravel(), colour, shares.ravel())

    def tile_pixels(self, tile: Tile) -> tuple[Whole, Whole]:
        """The pixels of a tile."""
        x, y = self.canvas.place(tile)
        across = np.arange(self.size)
        columns, rows = np.meshgrid(x + across, 2 * y + across)
        return columns.ravel(), rows.ravel()

    # Effects.

    def walk(self, walk: fx.Walk, share: int) -> None:
        """A figure between two tiles of its path."""
        if self.still:
            share = WHOLE
            self.footsteps(walk)
        at, columns, rows = walked(walk, share, self.canvas.zoom)
        here, (x, y) = walk.tiles[at], self.canvas.origin
        shifted = evolve(self.canvas, origin=(x + columns, y + rows))
        evolve(self.badges, canvas=shifted).badge(evolve(walk.figure, at=here), here)

    def footsteps(self, walk: fx.Walk) -> None:
        """The whole path, as dots."""
        for tile in walk.tiles:
            x, y = self.spot(fx.middle(tile))
            self.dot(x, y, self.theme.colours["path"], 0.8)

    def muzzle(self, flash: fx.MuzzleFlash, share: int) -> None:
        """A bright spot in front of the figure, and light around it."""
        dx, dy = flash.towards[0] - flash.at[0], flash.towards[1] - flash.at[1]
        far = max(abs(dx), abs(dy), 1)
        half = fx.GRAIN * 3 // 5
        spot = flash.at[0] + dx * half // far, flash.at[1] + dy * half // far
        light = 1 - share / WHOLE
        self.disc(
            spot, self.size * 0.9, lambda d, _: (1 - d) * 0.55 * light, self.theme.colours["area"]
        )
        x, y = self.spot(spot)
        self.dot(x, y, self.theme.colours["flash"], 0.95, max(1, self.canvas.zoom - 1))

    def tracer(self, tracer: fx.Tracer, share: int) -> None:
        """A bright head with a tail that fades."""
        (x0, y0), (x1, y1) = self.spot(tracer.begin), self.spot(tracer.end)
        length = max(np.hypot(x1 - x0, y1 - y0), 1.0)
        tail = length if self.still else self.size * 1.6
        head = length if self.still else length * share / WHOLE
        count = max(2, int(min(tail, head)))
        back = np.arange(count)
        along = (head - back) / length
        columns = np.floor(x0 + (x1 - x0) * along).astype(np.int64)
        rows = np.floor(y0 + (y1 - y0) * along).astype(np.int64)
        fade = 0.5 if self.still else 1 - back / count
        self.blend(columns, rows, self.theme.colours["area"], fade * 0.85 * np.ones(count))
        bright = min(count, max(2, self.canvas.zoom))
        self.blend(
            columns[:bright], rows[:bright], self.theme.colours["flash"], np.full(bright, 0.95)
        )

    def flight(self, flight: fx.Flight, share: int) -> None:
        """A shell over its shadow, followed by dots."""
        (x0, y0), (x1, y1) = self.spot(flight.begin), self.spot(flight.end)
        high = np.hypot(x1 - x0, y1 - y0) * 0.3

        def place(part: float) -> tuple[float, float, float]:
            x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
            return x, y, y - 4 * high * part * (1 - part)

        steps = range(0, WHOLE, 40) if self.still else range(max(0, share - 240), share, 40)
        for at in steps:
            x, _, y = place(at / WHOLE)
            self.dot(x, y, self.theme.colours["path"], 0.35)
        x, ground, y = place(1.0 if self.still else share / WHOLE)
        wide = max(1, self.canvas.zoom - 1)
        self.dot(x, ground, self.theme.colours["ink"], 0.6, wide)
        self.dot(x, y, self.theme.colours["cursor"], 0.95, wide)

    def blast(self, blast: fx.Blast, share: int) -> None:
        """A fireball, an expanding ring, sparks and the remaining smoke."""
        spot, part = fx.middle(blast.at), (0.5 if self.still else share / WHOLE)
        radius = (blast.radius + 0.6) * self.size
        colours = self.theme.colours
        smoke, glow = max(0.0, part - 0.35), max(0.0, 1 - part * 1.7)
        light = 1 - part
        for reach, shade, colour in (
            (0.9, lambda d, luck: (1.1 - d) * smoke * light * 2.2 * np.sign(luck // 0.35), "smoke"),
            (0.35 + 0.5 * part, lambda d, luck: (1.25 - d - 0.4 * luck) * 2 * glow, "area"),
            (0.4, lambda d, _: (1.2 - d) * 2 * max(0.0, 1 - part * 3), "flash"),
            (0.4 + part, lambda _, luck: luck // 0.975 * light, "flash"),
        ):
            self.disc(spot, radius * reach, shade, colours[colour])
        edge, thick = radius * (0.2 + 0.9 * part), 1.4 / radius
        self.disc(
            spot,
            edge,
            lambda d, luck: (np.abs(d - 1 + thick) < thick) * light * (0.5 + 0.5 * luck),
            colours["flash"],
        )

    def spread(self, spread: fx.Spread, share: int) -> None:
        """A cloud, tile by tile, thin at first."""
        kind = self.view.state.setup.declared.zones[spread.kind]
        colour = self.theme.colours["smoke" if kind.opaque else "gas"]
        count = len(spread.tiles)
        luck = chance((self.size, self.size), 31).astype(np.float64).ravel()
        for at, tile in enumerate(spread.tiles):
            begun = WHOLE * at // (2 * count)
            thick = 1.0 if self.still else min(1.0, max(0, share - begun) / (WHOLE / 2))
            columns, rows = self.tile_pixels(tile)
            self.blend(columns, rows, colour, (0.35 + 0.45 * luck) * thick)

    def impact(self, impact: fx.Impact, share: int) -> None:
        """A flash on a struck figure."""
        part = 0.5 if self.still else share / WHOLE
        columns, rows = self.tile_pixels(impact.at)
        colour = self.theme.colours["flash" if share < WHOLE // 2 else "bad"]
        self.blend(columns, rows, colour, np.full(columns.size, 0.75 * (1 - part)))

    def drop(self, drop: fx.Drop, share: int) -> None:
        """A badge that sinks into the ground, leaving the mark of the fallen."""
        canvas, zoom = self.canvas, self.canvas.zoom
        x, y = canvas.place(drop.at)
        rows, columns = slice(max(0, y), max(0, y + zoom)), slice(max(0, x), max(0, x + 2 * zoom))
        ground = canvas.cells[rows, columns].copy()
        self.badges.badge(evolve(drop.figure, at=drop.at, fate=""), drop.at)
        part = np.float32(0.6 if self.still else share / WHOLE)
        found = canvas.cells[rows, columns]
        for plane in ("fg", "bg"):
            colour = found[plane].astype(np.float32)
            under = ground["bg"].astype(np.float32)
            found[plane] = (colour + (under - colour) * part).astype(np.uint8)
        if part > 0.5:  # noqa: PLR2004 - half of the time
            found[:] = ground
            mark = fallen_mark(self.glyphs)
            ink = self.badges.sides[drop.figure.who.side]
            canvas.put(x + zoom - 1, y + canvas.text_row, mark, ink)

    def clash(self, clash: fx.Clash, share: int) -> None:
        """A stroke across the figure struck."""
        x, y = self.spot(clash.end)
        reach, part = self.size * 0.6, (1.0 if self.still else share / WHOLE)
        count = max(2, int(2 * reach * part))
        along = np.arange(count) / max(1, 2 * reach) * 2 - 1
        columns = np.floor(x + along * reach).astype(np.int64)
        rows = np.floor(y - along * reach).astype(np.int64)
        self.blend(columns, rows, self.theme.colours["cursor"], np.linspace(0.3, 1.0, count))

    def sighting(self, sighting: fx.Sighting, share: int) -> None:
        """Brackets that close in around a tile."""
        part = 1.0 if self.still else share / WHOLE
        x, y = self.spot(fx.middle(sighting.at))
        half = self.size / 2 + self.size * (1 - part)
        arm = max(1, self.size // 3)
        colour = self.theme.colours["target"]
        for across in (-1, 1):
            for down in (-1, 1):
                for step in range(arm + 1):
                    column, row = x + across * half, y + down * half
                    self.dot(column - across * step - (across > 0), row - (down > 0), colour, 0.9)
                    self.dot(column - (across > 0), row - down * step - (down > 0), colour, 0.9)

    def door(self, door: fx.Door, share: int) -> None:
        """A flash on a tile."""
        part = 0.5 if self.still else share / WHOLE
        columns, rows = self.tile_pixels(door.at)
        self.blend(
            columns, rows, self.theme.colours["flash"], np.full(columns.size, 0.6 * (1 - part))
        )

    def words(self, moment: Moment) -> None:
        """Rising words over or beside their tiles, hiding no figure."""
        canvas, colours = self.canvas, self.theme.colours
        figures = frozenset(self.badges.badge_cells())
        places = LabelPlaces(canvas, self.glyphs.pointers, figures, rising=True)
        for word, rows in places.words_at(moment):
            up = canvas.zoom - 1 if self.still else risen(moment.share(word), canvas.zoom)
            at = rows[min(up, len(rows) - 1)]
            canvas.text(at.x, at.y, at.words, colours["ink"], colours[word.tone])


_DRAWN: Mapping[type[fx.Effect], Callable[[_EffectLayer, Any, int], None]] = {
    fx.Walk: _EffectLayer.walk,
    fx.MuzzleFlash: _EffectLayer.muzzle,
    fx.Tracer: _EffectLayer.tracer,
    fx.Flight: _EffectLayer.flight,
    fx.Blast: _EffectLayer.blast,
    fx.Spread: _EffectLayer.spread,
    fx.Impact: _EffectLayer.impact,
    fx.Drop: _EffectLayer.drop,
    fx.Clash: _EffectLayer.clash,
    fx.Sighting: _EffectLayer.sighting,
    fx.Door: _EffectLayer.door,
}
