"""Places for the words of tiles: they hide no figure, and cannot be taken for another tile's.

From zoom 3 on words have room within their tile. Below that they stand around it: without a pointer
if they touch nothing else, otherwise with one that points at the tile. If figures stand so close
that there is no such place, words stand over the health bar in the tile, or are left out if there
is none: the line of hints and the panel also show the chance at the cursor's tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from attrs import define, evolve, field, frozen

from skirmish.core.geometry import Tile
from skirmish.presentation.log.effects import Word
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.moment import Moment

_ROOMY = 3
"""Minimum zoom at which words have room within their tile."""


@frozen
class Label:
    """Words that belong to a tile, and their tone."""

    tile: Tile
    words: str
    tone: str
    minor: bool = False
    """Whether it takes room that other labels leave, and is left out if it would hide a sign."""


@frozen
class LabelPlace:
    """The cell where words begin, and the words as shown there."""

    x: int
    y: int
    words: str

    @property
    def cells(self) -> Iterator[Tile]:
        """The cells of the words."""
        return ((self.x + step, self.y) for step in range(len(self.words)))


PlacedLabels = tuple[tuple[Label, LabelPlace], ...]
Cost = tuple[int, int, int]
"""Cells of figures and labels hidden or touched, with letters cut off; other signs hidden; 1 if the
words may seem to belong to another tile.

A place is not used if the first number is not 0, because half a number is a wrong number.
"""
_FREE: Cost = (0, 0, 0)


@define(eq=False)
class LabelPlaces:
    """Finds places for labels, one after the other.

    Attributes:
        canvas: The window.
        pointers: Signs that point left, right, up and down.
        figures: Cells of figures.
        taken: Cells of other signs and words.
        labels: Cells of the labels placed so far.
        numbered: Tiles that show a number up to their right edge, which another would prolong.
        rising: Whether places above a tile come first even on small tiles.
    """

    canvas: Canvas
    pointers: str
    figures: frozenset[Tile]
    taken: set[Tile] = field(factory=set)
    labels: set[Tile] = field(factory=set)
    numbered: frozenset[Tile] = frozenset()
    rising: bool = False

    def placed(
        self, labels: Sequence[Label], first: Tile | None = None
    ) -> Iterator[tuple[Label, LabelPlace]]:
        """Labels with their places; `first` chooses first, then those with the least room."""

        def order(one: Label) -> tuple[bool, bool, int]:
            return one.minor, one.tile != first, -self.crowd(one.tile)

        for label in sorted(labels, key=order):
            if (place := self.place_of(label)) is not None:
                self.labels.update(place.cells)
                yield label, place

    @property
    def key(self) -> tuple[object, ...]:
        """Cache key: everything that places depend on."""
        canvas = self.canvas
        where = canvas.left, canvas.top, canvas.origin, canvas.zoom, canvas.cells.shape
        return (*where, self.pointers, self.figures, frozenset(self.taken), self.numbered)

    def crowd(self, tile: Tile) -> int:
        """The number of neighbouring tiles with figures."""
        row, (x, y) = self.canvas.text_row, tile
        beside = (
            self.canvas.place((x + dx, y + dy))
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if dx or dy
        )
        return sum((column, line + row) in self.figures for column, line in beside)

    def place_of(self, label: Label) -> LabelPlace | None:
        """The first of the best places; if none is good, a place over the health bar."""
        cost, place = self.best(label.tile, label.words)
        if self.canvas.zoom > 1 and (cost[0] or cost[2]):
            inner, own = self.within(label.tile, label.words), self.own_cells(label.tile)
            if own.issuperset(inner.cells) and all(self.canvas.inside(*one) for one in inner.cells):
                return inner
        return None if cost[0] or (label.minor and cost != _FREE) else place

    def best(self, tile: Tile, words: str) -> tuple[Cost, LabelPlace]:
        """The first of the places with the lowest cost."""
        found = None
        for place in self.ways(tile, words):
            cost = self.cost(place, tile)
            if found is None or cost < found[0]:
                found = cost, place
            if cost == _FREE:
                break
        return found or (_FREE, LabelPlace(*self.canvas.place(tile), words))

    def within(self, tile: Tile, words: str) -> LabelPlace:
        """A place in the tile itself: over its letters at a large zoom, else over its bar."""
        (x, y), zoom = self.canvas.place(tile), self.canvas.zoom
        row = y if zoom >= _ROOMY else y + zoom - 1
        return LabelPlace(x + max(0, 2 * zoom - len(words)) // 2, row, words)

    def ways(self, tile: Tile, words: str) -> Iterator[LabelPlace]:
        """Possible places for words, best first; then places with a pointer."""
        (x, y), zoom, wide = self.canvas.place(tile), self.canvas.zoom, len(words)
        if zoom >= _ROOMY:
            yield self.within(tile, words)
        left, right, up, down = tuple(self.pointers)
        last, row = x + 2 * zoom - 1, y + zoom // 2
        beside = LabelPlace(last + 1, row, words)
        lines = (y - 1, down), (y + zoom, up)
        starts = dict.fromkeys((x + (2 * zoom - wide) // 2, x, last + 1 - wide))
        over = [LabelPlace(start, line, words) for line, _ in lines for start in starts]
        yield from [beside, *over] if zoom == 1 and not self.rising else [*over, beside]
        yield LabelPlace(x - wide, row, words)
        yield LabelPlace(last + 1, row, left + words)
        yield LabelPlace(x - wide - 1, row, words + right)
        for line, sign in lines:
            for column in range(x, last + 1):
                yield LabelPlace(column, line, sign + words)
                yield LabelPlace(column - wide, line, words + sign)

    def cost(self, place: LabelPlace, tile: Tile) -> Cost:
        """The disadvantages of a place.

        Words without a pointer seem to belong to whatever they touch; words with a pointer only if
        they are in a row with others.
        """
        x, y, end, own = place.x, place.y, place.x + len(place.words), self.own_cells(tile)
        roomy = self.canvas.zoom >= _ROOMY and own.issuperset(place.cells)
        lost = sum(
            not self.canvas.inside(*cell)
            or cell in self.labels
            or (cell in self.figures and not roomy)
            for cell in place.cells
        )
        hidden = sum(cell in self.taken for cell in place.cells)
        if roomy:
            return lost, hidden, 0
        near = [(x - 1, y), (end, y)]
        lost += sum(cell in self.labels for cell in near)
        if not {place.words[0], place.words[-1]} & set(self.pointers):
            near += [(column, row) for row in (y - 1, y + 1) for column in range(x, end)]
        others = self.taken, self.labels, self.figures
        touched = [any(cell in one for one in others) for cell in near if cell not in own]
        touched.append(tile in self.numbered and place.words[0].isdigit() and (x - 1, y) in own)
        return lost, hidden, int(any(touched))

    def words_at(self, moment: Moment) -> Iterator[tuple[Word, Sequence[LabelPlace]]]:
        """The words of a moment with their places, upwards from the first as far as they are free.

        A word that is over keeps its place for a while, so that no other one jumps there while it
        is read.
        """
        for word in moment.timeline.effects:
            past = moment.time - word.start
            if not isinstance(word, Word) or not 0 <= past < 2 * word.length:
                continue
            place = self.place_of(Label(word.at, word.text, word.tone))
            if place is None:
                continue
            above = (evolve(place, y=place.y - by) for by in range(1, self.canvas.zoom))
            rows = place, *takewhile(self.is_free, above)
            self.labels.update(cell for one in rows for cell in one.cells)
            if past < word.length:
                yield word, rows

    def is_free(self, place: LabelPlace) -> bool:
        """Whether words at a place are wholly in the window and hide nothing."""
        taken = self.figures, self.taken, self.labels
        return all(
            self.canvas.inside(*cell) and not any(cell in one for one in taken)
            for cell in place.cells
        )

    def own_cells(self, tile: Tile) -> frozenset[Tile]:
        """The cells of a tile."""
        (x, y), zoom = self.canvas.place(tile), self.canvas.zoom
        return frozenset((x + step, y + row) for step in range(2 * zoom) for row in range(zoom))


@define(eq=False)
class KeptPlaces:
    """Cache of the last labels' places; most pictures have the same labels as the last one."""

    _key: tuple[object, ...] = ()
    _placed: PlacedLabels = ()

    def placed(
        self, places: LabelPlaces, labels: tuple[Label, ...], first: Tile | None
    ) -> PlacedLabels:
        """Labels with their places."""
        key = (*places.key, labels, first)
        if key != self._key:
            self._key, self._placed = key, tuple(places.placed(labels, first))
        return self._placed
