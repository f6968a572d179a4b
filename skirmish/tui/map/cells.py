"""From a view to cells: a character and a paint number for each of the two columns of each tile.

Layers are drawn from the ground up: ground, fog, zones, the area of an order, contacts, figures.
All of it comes from a `View`, so nothing is drawn that its side does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.state import Zone
from skirmish.core.view import View
from skirmish.presentation.objective_status import enclosing, objective_grounds
from skirmish.presentation.visibility import WatchedGround, ghost_tile
from skirmish.tui.map.glyphs import (
    Glyphs,
    bearing,
    fall_step,
    fitting,
    letter,
    number,
    side_inks,
    stance,
)
from skirmish.tui.map.ground import COLUMNS, Chars, Ground, Paints, mask_array
from skirmish.tui.map.objective_labels import AreaLabel, Part, objective_label, place_labels
from skirmish.tui.map.paint import (
    BOLD,
    INK_MASK,
    LEVEL,
    OVER,
    OVER_MASK,
    UNDERLINE,
    UNSEEN,
    Ink,
    Over,
)

FALLEN = "x"
"""The mark of a figure that fell."""
ON_LINE, BLOCKED = "*", "X"
"""The marks of a line of sight, and of what blocks it."""
_BLANK = ord(" ")
_LETTER_MASK = INK_MASK | BOLD | UNDERLINE
"""The part of a paint that belongs to the letter, not to the ground."""


@frozen
class Overlay:
    """What the screen lays over the map; masks are the board's, tiles are shown in order.

    `ground`: where an order can lead or be aimed. `arc`: what the figure covers. `path`: the path
    of a move. `targets`: tiles of possible targets. `chosen`: the figure's own tile. `group`: tiles
    of own figures that move together. `able`: own figures that can still act. `goals`: areas of
    objectives. `levels`: digits for the height of the ground. `threat`: what enemies in sight
    cover. `spots`: marked tiles, each with its character, such as the line of sight. `falls`: tiles
    where a shell may land, each with its chance, or None if chances are not shown. `area`: what the
    order would cover, with its fire or with what it lays on the ground. `field`: what a tile sees
    and is seen from. `flash`: tiles on which something just happened, each with its character.
    `numbers`: every figure shows its number instead of its facing; without it, targets that look
    like another figure do. `facings`: every figure shows its facing, whatever its state; without it
    only the chosen one does. `fallen`: figures that fell, with their tiles. `watched`: ground that
    figures watch or keep under fire, from `presentation/watched_ground.py`. `trails`: tiles that a
    figure of a side crossed, in order. `labels`: words at tiles, each with its tone, which is a
    colour of the theme or a side; on a lettered map only those of a side that fit into a tile.
    `told`: the text beside the map describes the objectives, which get no labels.

    The rest is drawn only on the painted map. `after`: the part of `ground` from which the figure
    could still act. `threat_more`: what at least two enemies in sight cover. `strengths`: tiles of
    a blast, each with its strength in percent of the strongest. `shields`: covered sides of a tile,
    with the cover, 1 to 3. `fire`: the line of fire of an attack in hand: its ends and the tile
    that stops it. `spent`: own figures that can do nothing more. `health`: ids of figures with
    their remaining health in percent. `zones`: masks of areas, each in the colour of a side, drawn
    instead of `ground` and `arc`.
    """

    ground: int = 0
    arc: int = 0
    path: tuple[Tile, ...] = ()
    targets: tuple[Tile, ...] = ()
    chosen: Tile | None = None
    group: tuple[Tile, ...] = ()
    able: tuple[str, ...] = ()
    goals: int = 0
    levels: bool = False
    threat: int = 0
    spots: tuple[tuple[Tile, str], ...] = ()
    falls: tuple[tuple[Tile, Fraction | None], ...] = ()
    area: int = 0
    field: int = 0
    flash: tuple[tuple[Tile, str], ...] = ()
    numbers: bool = False
    facings: bool = False
    fallen: tuple[tuple[Tile, Figure], ...] = ()
    watched: tuple[WatchedGround, ...] = ()
    after: int = 0
    threat_more: int = 0
    labels: tuple[tuple[Tile, str, str], ...] = ()
    strengths: tuple[tuple[Tile, int], ...] = ()
    shields: tuple[tuple[Tile, Facing, int], ...] = ()
    fire: tuple[Tile, Tile, Tile | None] | None = None
    spent: tuple[str, ...] = ()
    health: tuple[tuple[str, int], ...] = ()
    zones: tuple[tuple[int, str], ...] = ()
    trails: tuple[tuple[tuple[Tile, ...], str], ...] = ()
    told: bool = False

    def side_labels(self, sides: Iterable[str]) -> tuple[tuple[Tile, str, str], ...]:
        """The labels in a side's colour that fit into a tile, without surrounding blanks."""
        found = ((tile, words.strip(), tone) for tile, words, tone in self.labels if tone in sides)
        return tuple(one for one in found if len(one[1]) <= COLUMNS)

    def shows_facing(self, figure: Figure) -> bool:
        """Whether a figure shows its facing even in a state that has a mark."""
        return self.facings or (figure.at is not None and figure.at == self.chosen)

    def numbered(self, view: View) -> tuple[str, ...]:
        """The figures that show their number instead of state or facing."""
        standing = [f for f in view.state.figures.values() if f.at is not None]
        if self.numbers:
            return tuple(figure.id for figure in standing)
        alike = Counter((f.who.side, f.who.kind.glyph) for f in standing)
        return tuple(
            figure.id
            for figure in standing
            if figure.at in self.targets and alike[figure.who.side, figure.who.kind.glyph] > 1
        )

    @property
    def line(self) -> tuple[tuple[Tile, str], ...]:
        """The line of sight among the marked tiles."""
        return tuple(spot for spot in self.spots if spot[1] in (ON_LINE, BLOCKED))

    @property
    def counts(self) -> tuple[tuple[Tile, str], ...]:
        """The marked tiles with a character of their own."""
        return tuple(spot for spot in self.spots if spot[1] not in (ON_LINE, BLOCKED))

    @property
    def stops(self) -> tuple[Tile, ...]:
        """The tiles that stop the line of sight or of fire."""
        stop = self.fire[2] if self.fire else None
        blocked = tuple(tile for tile, mark in self.spots if mark == BLOCKED)
        return blocked if stop is None else (*blocked, stop)


@frozen(eq=False)
class Cells:
    """A frame: `chars` and `paints` are [y, x, column].

    What depends on the visible part and on the scale is drawn last, by `finished`: the signs of
    `watches`, the `fences` around areas, each with its three signs, and `labels`. `taken` are the
    tiles of figures and of other things that must stay visible, `open` those whose second column
    may hold these signs.
    """

    chars: Chars
    paints: Paints
    watches: tuple[tuple[NDArray[np.bool_], str], ...] = ()
    fences: tuple[tuple[NDArray[np.bool_], str], ...] = ()
    labels: tuple[AreaLabel, ...] = ()
    taken: frozenset[Tile] = frozenset()
    open: NDArray[np.bool_] | None = None

    @property
    def size(self) -> Tile:
        """Tiles across and down."""
        down, across, _ = self.chars.shape
        return across, down

    @property
    def solid(self) -> NDArray[np.bool_]:
        """Tiles that something fills, such as a wall."""
        found: NDArray[np.bool_] = self.chars[:, :, 0] == self.chars[:, :, 1]
        return found

    def finished(self, part: Part | None = None, covered: Iterable[Tile] = ()) -> Cells:
        """The frame with fences and labels for a visible part; `covered` tiles count as taken."""
        done, part = Cells(self.chars.copy(), self.paints.copy()), part or (0, 0, *self.size)
        for mask, sign in self.watches:
            self._watch(done, mask, sign, part)
        for mask, signs in self.fences:
            self._fence(done, mask, signs, part)
        taken = self.taken | {*covered}
        for (x, y), words, label in place_labels(self.labels, taken, part):
            start, end = COLUMNS * x, COLUMNS * x + len(words)
            chars, paints = (one[y].reshape(-1) for one in (done.chars, done.paints))
            chars[start:end] = [ord(char) for char in words]
            paints[start:end] = paints[start:end] & ~np.uint32(_LETTER_MASK) | label.ink
            # A ground sign that touches a number would be read as a part of it.
            for column in (start - 1, end):
                if self._parts(column, y, words=range(start, end), taken=taken):
                    chars[column] = _BLANK
        return done

    def _parts(self, column: int, y: int, words: range, taken: AbstractSet[Tile]) -> bool:
        """Whether a column beside words may become blank; half a wall must not."""
        x = column // COLUMNS
        own = x in {column // COLUMNS for column in words}
        inside = 0 <= x < self.size[0] and (x, y) not in taken
        return own or (inside and not self.solid[y, x])

    def _watch(self, done: Cells, mask: NDArray[np.bool_], sign: str, part: Part) -> None:
        """Put a sign on the first and the last visible tile of an area in each row."""
        shown = np.zeros_like(mask)
        shown[:, part[0] : part[0] + part[2]] = True
        inside = mask & shown & ~self.solid
        beside = np.pad(inside, ((0, 0), (1, 1)))
        ends = inside & ~(beside[:, :-2] & beside[:, 2:])
        free = ~self.solid if self.open is None else self.open
        done.chars[ends & free, 1] = ord(sign)

    def _fence(self, done: Cells, mask: NDArray[np.bool_], signs: str, part: Part) -> None:
        """Put signs between tiles where an area begins and ends in a row.

        The third sign stands where the area reaches the edge of the visible part, which has no
        place for the sign of its beginning or end. A figure in the area does not interrupt it.
        """
        inside = mask.copy()
        for x, y in self.taken:
            inside[y, x] |= mask[y, max(0, x - 1) : x + 2].any()
        after = np.pad(inside, ((0, 0), (0, 1)))[:, 1:]
        edges, last = np.zeros_like(inside), part[0] + part[2] - 1
        edges[:, part[0]], edges[:, last] = inside[:, part[0]], (inside & after)[:, last]
        begin, end, edge = tuple(signs)
        free = ~self.solid if self.open is None else self.open
        for where, sign in ((edges, edge), (~inside & after, begin), (inside & ~after, end)):
            spots = where & free
            done.chars[spots, 1] = ord(sign)
            kept = done.paints[spots, 1] & ~np.uint32(_LETTER_MASK)
            done.paints[spots, 1] = kept | Ink.MARK | BOLD

    def changed_from(self, old: Cells) -> Iterator[tuple[int, int, int]]:
        """Rows that differ from an older frame of the same size: row, first and last tile."""
        differs = (self.chars != old.chars) | (self.paints != old.paints)
        tiles = differs.any(axis=2)
        for row in np.flatnonzero(tiles.any(axis=1)).tolist():
            columns = np.flatnonzero(tiles[row])
            yield row, int(columns[0]), int(columns[-1])

    def row(
        self,
        row: int,
        first: int,
        count: int,
        cursor: int = -1,
        marks: Iterable[tuple[int, str, int]] = (),
    ) -> tuple[Chars, Paints]:
        """One row from tile `first` on, at most `count` tiles, with the cursor on one of them.

        Marks have no ground of the map under them; each has its first column, words and ink.
        """
        chars = self.chars[row, first : first + count].reshape(-1)
        paints = self.paints[row, first : first + count].reshape(-1)
        for column, words, ink in marks:
            chars, paints = chars.copy(), paints.copy()
            room = slice(column, column + len(words))
            chars[room], paints[room] = [ord(char) for char in words], ink | BOLD
        if first <= cursor < first + count:
            paints = paints.copy()
            start = (cursor - first) * COLUMNS
            under = paints[start : start + COLUMNS]
            paints[start : start + COLUMNS] = under & ~np.uint32(OVER_MASK) | Over.CURSOR << OVER
        return chars, paints


@frozen
class Composer:
    """Makes frames; caches the ground of the last board."""

    glyphs: Glyphs = field(factory=fitting)
    _ground: dict[str, Ground] = field(factory=dict, eq=False, repr=False, init=False)

    def compose(self, view: View, overlay: Overlay) -> Cells:
        """The frame of what a side sees."""
        ground = self._ground_of(view.state.board)
        frame = Layers(view, self.glyphs, Cells(ground.chars.copy(), ground.paints.copy()))
        frame.fog()
        for zone in view.state.zones.values():
            if view.state.setup.declared.zones[zone.kind].drifts:
                frame.zone(zone)
        for watched in overlay.watched:
            frame.watched(watched)
        frame.overlay(overlay)
        frame.trails(overlay)
        frame.contacts()
        frame.fallen(overlay)
        frame.figures(overlay)
        frame.covered_counts(overlay)
        frame.labels(overlay)
        taken = frozenset(frame.taken(overlay))
        return evolve(
            frame.cells,
            watches=tuple(frame.watches(overlay)),
            fences=tuple(frame.fences(overlay)),
            labels=tuple(frame.objectives(overlay)),
            taken=taken,
            open=frame.open(taken),
        )

    def _ground_of(self, board: Board) -> Ground:
        ground = self._ground.get("last")
        if ground is None or ground.board is not board:
            ground = self._ground["last"] = Ground.of(board, self.glyphs)
        return ground


@frozen
class Layers:
    """A frame while its layers are added."""

    view: View
    glyphs: Glyphs
    cells: Cells

    def tiles(self, mask: int) -> NDArray[np.bool_]:
        """A mask of the board as an array [y, x]."""
        board = self.view.state.board
        return mask_array(mask, board.width, board.height)

    def fog(self) -> None:
        """Dim ground out of sight, which looks as it was last seen."""
        unseen = ~self.tiles(self.view.seen)
        self.cells.paints[unseen] |= UNSEEN

    def zone(self, zone: Zone) -> None:
        """A zone's character: in both columns if it hides the ground, else in the second."""
        kind = self.view.state.setup.declared.zones[zone.kind]
        mark = ord(self.glyphs.cloud(kind.glyph))
        for tile in zone.tiles:
            self.tint(tile, Over.ZONE)
            x, y = tile
            if kind.opaque:
                self.cells.chars[y, x] = mark
                self.ink(tile, Ink.CLOUD)
            elif self.cells.chars[y, x, 0] != self.cells.chars[y, x, 1]:
                # Ground that fills its tile, such as a wall, stays whole.
                self.cells.chars[y, x, 1] = mark

    def watched(self, ground: WatchedGround) -> None:
        """The tint of ground that is watched or under fire; its signs are added at its ends."""
        own = ground.side == self.view.side
        self.area(self.tiles(ground.mask), Over.ZONE if own else Over.ENEMY_ZONE, "")

    def overlay(self, overlay: Overlay) -> None:
        """The area of an order and the path of a move; reach and zones get fences."""
        zones = [mask for mask, _ in overlay.zones]
        for mask, over, mark in (
            (overlay.goals, Over.GOAL, self.glyphs.goal),
            (overlay.arc, Over.ARC, "" if overlay.arc in zones else self.glyphs.arc),
            (overlay.threat, Over.THREAT, self.glyphs.threat),
            (overlay.ground, Over.REACH, ""),
            (overlay.field, Over.ARC, self.glyphs.field),
        ):
            if mask:
                self.area(self.tiles(mask), over, mark)
        if overlay.area:
            mask = _border(self.view.state.board, overlay.area) if overlay.falls else overlay.area
            self.area(self.tiles(mask), Over.AREA, self.glyphs.area, over_all=True)
        if overlay.levels:
            self.digits()
        self.single_tiles(overlay)
        if overlay.chosen is not None:
            self.tint(overlay.chosen, Over.CHOSEN)

    def single_tiles(self, overlay: Overlay) -> None:
        """The path, tiles where a shell may land, the line of sight, groups, targets, a flash."""
        for tile in overlay.path:
            self.tint(tile, Over.PATH)
            self.put(tile, 1, self.glyphs.path, Ink.MARK | BOLD)
        self.falls(overlay.falls)
        for tile, mark in overlay.spots:
            self.tint(tile, Over.PATH)
            self.put(tile, 1, self.glyphs.path if mark == ON_LINE else mark, Ink.MARK)
        for over, tiles in ((Over.PATH, overlay.group), (Over.TARGET, overlay.targets)):
            for tile in tiles:
                self.tint(tile, over)
        for tile, mark in overlay.flash:
            self.tint(tile, Over.TARGET)
            self.put(tile, 0, mark, Ink.MARK | BOLD)
            self.put(tile, 1, mark, Ink.MARK | BOLD)

    def covered_counts(self, overlay: Overlay) -> None:
        """The count at a tile with a figure, in place of its facing."""
        standing = {figure.at for figure in self.view.state.figures.values()}
        for tile, mark in overlay.counts:
            if tile in standing:
                self.put(tile, 1, mark, Ink.MARK | BOLD)

    def trails(self, overlay: Overlay) -> None:
        """Dots on the tiles that figures crossed, except the first."""
        inks = side_inks(tuple(self.view.state.setup.sides))
        for tiles, side in overlay.trails:
            for tile in tiles[1:]:
                self.put(tile, 1, self.glyphs.trail, inks[side] | BOLD)

    def labels(self, overlay: Overlay) -> None:
        """A side's words, each on its tile or, if that is taken, on a free one beside it."""
        inks = side_inks(tuple(self.view.state.setup.sides))
        for (x, y), words, side in label_places(self.view, overlay):
            for column, char in enumerate(words):
                self.put((x, y), column, char, inks[side] | BOLD)

    def objectives(self, overlay: Overlay) -> Iterator[AreaLabel]:
        """Points and flag of each objective area; nested areas also with their purpose."""
        inks = side_inks(tuple(self.view.state.setup.sides))
        for one in () if overlay.told else objective_grounds(self.view):
            named = bool(enclosing(self.view, one.area))
            ways = tuple(
                "".join(part for part, _ in parts)
                for parts in (
                    objective_label(self.view, one, self.glyphs, free=self.glyphs.goal, named=whole)
                    for whole in (True, False)[not named :]
                )
            )
            yield AreaLabel(one.area, ways, inks.get(one.holder, Ink.MARK) | BOLD)

    def fences(self, overlay: Overlay) -> Iterator[tuple[NDArray[np.bool_], str]]:
        """The areas shown by where they begin and end in each row: zones, or else the reach."""
        own, other = self.glyphs.fence, self.glyphs.other_fence
        shown = overlay.zones or ((overlay.ground, self.view.side),)
        for mask, side in shown:
            if mask:
                yield self.tiles(mask), own if side == self.view.side else other

    def watches(self, overlay: Overlay) -> Iterator[tuple[NDArray[np.bool_], str]]:
        """Ground that is watched or under fire, with its sign, which differs by side."""
        for ground in overlay.watched:
            own = ground.side == self.view.side
            marks = self.glyphs.own_watches if own else self.glyphs.watches
            yield self.tiles(ground.mask), marks[ground.under_fire]

    def open(self, taken: Iterable[Tile]) -> NDArray[np.bool_]:
        """The tiles whose second column is free, or holds only a mark of an area."""
        marks = self.glyphs
        over = (marks.goal, marks.arc, marks.threat, marks.field)
        signs = [ord(sign) for sign in (" ", *over)]
        found: NDArray[np.bool_] = np.isin(self.cells.chars[:, :, 1], signs) & ~self.cells.solid
        for x, y in taken:
            found[y, x] = False
        return found

    def taken(self, overlay: Overlay) -> Iterator[Tile]:
        """The tiles of figures, of enemies last seen, of the fallen, and of words."""
        state = self.view.state
        for figure in state.figures.values():
            if (tile := figure.at or ghost_tile(self.view, figure)) is not None:
                yield tile
        lost = self.view.last_seen.items()
        yield from (one.figure.tile for name, one in lost if name not in state.figures)
        yield from (tile for tile, _ in overlay.fallen)
        for (x, y), words, _ in label_places(self.view, overlay):
            yield from ((x + step, y) for step in range(-(-len(words) // COLUMNS)))

    def falls(self, places: tuple[tuple[Tile, Fraction | None], ...]) -> None:
        """Where a shell may land: the likelier, the denser and brighter."""
        for tile, chance in places:
            step = 0 if chance is None else fall_step(chance)
            if step is None:
                continue
            self.tint(tile, Over(Over.FALL_1 + step))
            self.put(tile, 1, self.glyphs.falls[step], Ink.MARK)

    def area(
        self, where: NDArray[np.bool_], over: Over, mark: str, *, over_all: bool = False
    ) -> None:
        """Tint tiles, and mark their second column if it is free, or with `over_all` any."""
        chars, paints = self.cells.chars, self.cells.paints
        paints[where] = paints[where] & ~np.uint32(OVER_MASK) | over << OVER
        if not mark:
            return
        # Ground that fills its tile, such as a wall, is drawn twice and stays whole.
        free = where & (~self.cells.solid if over_all else chars[:, :, 1] == _BLANK)
        chars[free, 1] = ord(mark)

    def digits(self) -> None:
        """The level of each tile above 0, in the second column."""
        levels = self.cells.paints[:, :, 0] >> LEVEL & 15
        high = levels > 0
        self.cells.chars[high, 1] = levels[high] + ord("0")
        paints = self.cells.paints
        paints[high, 1] = paints[high, 1] & ~np.uint32(INK_MASK) | Ink.DIGIT

    def contacts(self) -> None:
        """Enemies no longer in sight, where they were last seen, unless they were seen leaving."""
        for name, contact in self.view.last_seen.items():
            if name not in self.view.state.figures:
                self.lost(contact.figure, contact.figure.tile)

    def lost(self, figure: Figure, tile: Tile, extra: int = 0) -> None:
        """An enemy that is not in sight now."""
        glyph, mark = letter(figure, next(iter(self.view.state.setup.sides)))
        self.put(tile, 0, glyph, Ink.LOST | mark | extra)
        self.put(tile, 1, self.glyphs.lost, Ink.LOST | mark | extra)

    def fallen(self, overlay: Overlay) -> None:
        """Figures that fell; a figure that stands there now is drawn over them."""
        sides = tuple(self.view.state.setup.sides)
        inks = side_inks(sides)
        for tile, figure in overlay.fallen:
            glyph, mark = letter(figure, sides[0])
            ink = inks[figure.who.side] | mark
            self.put(tile, 0, glyph, ink)
            self.put(tile, 1, FALLEN, ink)

    def figures(self, overlay: Overlay) -> None:
        """The figures on the map and those seen passing; possible targets are underlined.

        The mark of a lasting state replaces the facing, and a number replaces both.
        """
        state = self.view.state
        first, inks = next(iter(state.setup.sides)), side_inks(tuple(state.setup.sides))
        numbered = overlay.numbered(self.view)
        for name, figure in state.figures.items():
            if figure.at is None:
                if (tile := ghost_tile(self.view, figure)) is not None:
                    self.lost(figure, tile, BOLD)
                continue
            glyph, mark = letter(figure, first)
            ink = inks[figure.who.side] | mark
            ink |= BOLD if name in overlay.able else 0
            ink |= UNDERLINE if figure.at in overlay.targets else 0
            self.put(figure.at, 0, glyph, ink)
            sign = number(name) if name in numbered else self.sign(figure, overlay)
            self.put(figure.at, 1, sign, ink)

    def sign(self, figure: Figure, overlay: Overlay) -> str:
        """The mark of a figure's state, or its facing."""
        if overlay.shows_facing(figure):
            return bearing(figure, self.glyphs)
        state = self.view.state
        return stance(state.setup.declared, figure, self.glyphs, state.clock.point)

    def put(self, tile: Tile, column: int, char: str, ink: int) -> None:
        """Write a character in its own ink; the tint below stays."""
        x, y = tile
        self.cells.chars[y, x, column] = ord(char)
        kept = int(self.cells.paints[y, x, column]) & ~(INK_MASK | BOLD | UNDERLINE)
        self.cells.paints[y, x, column] = kept | ink

    def tint(self, tile: Tile, over: Over) -> None:
        """Set the overlay of a tile."""
        x, y = tile
        self.cells.paints[y, x] = self.cells.paints[y, x] & ~np.uint32(OVER_MASK) | over << OVER

    def ink(self, tile: Tile, ink: Ink) -> None:
        """Set the ink of a tile."""
        x, y = tile
        self.cells.paints[y, x] = self.cells.paints[y, x] & ~np.uint32(INK_MASK) | ink


_BESIDE = ((0, 0), (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Places for a label relative to its tile, in the order of preference."""


def label_places(view: View, overlay: Overlay) -> Iterator[tuple[Tile, str, str]]:
    """The labels of sides, each with the tile on which a lettered map shows it."""
    board, sides = view.state.board, tuple(view.state.setup.sides)
    taken = {figure.at for figure in view.state.figures.values()}
    taken |= {tile for tile, _ in overlay.fallen}
    for (x, y), words, side in overlay.side_labels(sides):
        near = [(x + dx, y + dy) for dx, dy in _BESIDE]
        place = next((one for one in near if board.inside(one) and one not in taken), (x, y))
        taken.add(place)
        yield place, words, side


def _border(board: Board, mask: int) -> int:
    """The outermost tiles of a mask, so that a possible area does not fill the map with marks."""
    found = 0
    for x, y in board.tiles_of(mask):
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if any(board.inside(tile) and not mask & board.bit(tile) for tile in beside):
            found |= board.bit((x, y))
    return found
