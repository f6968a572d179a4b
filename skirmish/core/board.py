"""Stand-in until the package core/board lands (the package wins over this module)."""
from __future__ import annotations
import heapq
from collections.abc import Iterable, Mapping
from attrs import frozen, field, evolve
from skirmish.core.geometry import Tile, Facing, in_arc, within

@frozen
class Terrain:
    id: str
    name: str
    glyph: str
    cost: int = 1
    cover: int = 0
    height: int = 0
    opaque: bool = False
    door: str = ""
    description: str = ""

TERRAIN: Mapping[str, Terrain] = {t.glyph: t for t in (
    Terrain("open", "open ground", "."), Terrain("wood", "wood", "T", 2, 1, 2), Terrain("brush", "brush", "o", 2, 1),
    Terrain("rocks", "rocks", ":", 2, 2), Terrain("water", "water", "~", 0), Terrain("wall", "wall", "#", 0, 2, 3),
    Terrain("door", "closed door", "+", 1, 2, 3, False, "door_open"), Terrain("door_open", "open door", "/", 1, 1, 0, False, "door"),
    Terrain("road", "road", "=") , Terrain("wall_low", "low wall", "-", 2, 2), Terrain("sandbags", "sandbags", "&", 2, 3),
)}

@frozen
class Reach:
    start: Tile
    tiles: int
    costs: Mapping[Tile, int]
    came: Mapping[Tile, Tile]
    def cost(self, tile: Tile) -> int:
        return self.costs[tile]
    def path(self, tile: Tile) -> tuple[Tile, ...]:
        out = []
        while tile != self.start:
            out.append(tile)
            tile = self.came[tile]
        return tuple(reversed(out))

def _line(dx: int, dy: int) -> tuple[tuple[Tile, ...], ...]:
    n = max(abs(dx), abs(dy)); out = []
    for i in range(1, n):
        if abs(dx) >= abs(dy):
            sx = 1 if dx > 0 else -1
            q, r = divmod(i*dy*2+n, 2*n)
            out.append(((i*sx, q),) if r else ((i*sx, q-1), (i*sx, q)))
        else:
            sy = 1 if dy > 0 else -1
            q, r = divmod(i*dx*2+n, 2*n)
            out.append(((q, i*sy),) if r else ((q-1, i*sy), (q, i*sy)))
    return tuple(out)

@frozen
class Board:
    width: int
    height: int
    ground: tuple[Terrain, ...]
    level_map: tuple[int, ...]
    clouds: int = 0
    kinds: Mapping[str, Terrain] = field(factory=dict, eq=False)
    _masks: dict = field(factory=dict, eq=False, repr=False)

    @classmethod
    def parse(cls, rows: str, levels: str | None = None, extra: Mapping[str, Terrain] = {}) -> "Board":
        lines = rows.strip("\n").split("\n")
        table = {**TERRAIN, **extra}
        ground = tuple(table[c] for line in lines for c in line)
        lv = tuple(int(c) for line in levels.strip("\n").split("\n") for c in line) if levels else (0,)*len(ground)
        return cls(len(lines[0]), len(lines), ground, lv, 0, {t.id: t for t in table.values()})
    def rows(self) -> str:
        return "\n".join("".join(t.glyph for t in self.ground[y*self.width:(y+1)*self.width]) for y in range(self.height))
    def levels_text(self) -> str:
        return "\n".join("".join(str(n) for n in self.level_map[y*self.width:(y+1)*self.width]) for y in range(self.height))
    def inside(self, t: Tile) -> bool: return 0 <= t[0] < self.width and 0 <= t[1] < self.height
    def index(self, t: Tile) -> int: return t[1]*self.width+t[0]
    def tile_at(self, i: int) -> Tile: return (i % self.width, i // self.width)
    def bit(self, t: Tile) -> int: return 1 << (t[1]*self.width+t[0])
    def terrain(self, t: Tile) -> Terrain: return self.ground[self.index(t)]
    def level(self, t: Tile) -> int: return self.level_map[self.index(t)]
    def passable(self, t: Tile) -> bool: return self.terrain(t).cost > 0
    def line(self, a: Tile, b: Tile) -> tuple[tuple[Tile, ...], ...]:
        return tuple(tuple((a[0]+x, a[1]+y) for x, y in s) for s in _line(b[0]-a[0], b[1]-a[1]))
    def _blocks(self, t: Tile, plane: int) -> bool:
        k = self.terrain(t)
        return k.opaque or self.level(t)+k.height > plane or bool(self.clouds & self.bit(t))
    def sees(self, a: Tile, b: Tile) -> bool:
        plane = max(self.level(a), self.level(b))
        return not any(all(self._blocks(t, plane) for t in s) for s in self.line(a, b))
    def seen_from(self, a: Tile) -> int:
        m = self._masks.get(a)
        if m is None:
            m = 0
            for y in range(self.height):
                for x in range(self.width):
                    if self.sees(a, (x, y)): m |= self.bit((x, y))
            self._masks[a] = m
        return m
    def covering(self, shooter: Tile, target: Tile) -> Terrain | None:
        best = self.terrain(target)
        line = self.line(shooter, target)
        if line:
            last = min((self.terrain(t) for t in line[-1]), key=lambda k: k.cover)
            if last.cover > best.cover: best = last
        return best if best.cover else None
    def cover(self, shooter: Tile, target: Tile) -> int:
        k = self.covering(shooter, target)
        return k.cover if k else 0
    def tiles_of(self, mask: int) -> tuple[Tile, ...]:
        out = []
        while mask:
            low = mask & -mask
            out.append(self.tile_at(low.bit_length()-1)); mask ^= low
        return tuple(out)
    def mask_of(self, tiles: Iterable[Tile]) -> int:
        m = 0
        for t in tiles: m |= self.bit(t)
        return m
    def disc(self, c: Tile, r: int) -> int:
        return self.mask_of((x, y) for y in range(max(0, c[1]-r), min(self.height, c[1]+r+1)) for x in range(max(0, c[0]-r), min(self.width, c[0]+r+1)) if within(c, (x, y), r))
    def arc_mask(self, apex: Tile, axis: Facing | Tile, half: int, radius: int | None = None) -> int:
        return self.mask_of((x, y) for y in range(self.height) for x in range(self.width) if in_arc(apex, axis, (x, y), half) and (radius is None or within(apex, (x, y), radius)))
    def with_terrain(self, t: Tile, k: Terrain) -> "Board":
        g = list(self.ground); g[self.index(t)] = k
        return Board(self.width, self.height, tuple(g), self.level_map, self.clouds, self.kinds)
    def with_clouds(self, mask: int) -> "Board":
        return self if mask == self.clouds else Board(self.width, self.height, self.ground, self.level_map, mask, self.kinds)
    def step_cost(self, a: Tile, b: Tile) -> int | None:
        if not self.inside(b) or not self.passable(b): return None
        diag = a[0] != b[0] and a[1] != b[1]
        if diag and not self.passable((a[0], b[1])) and not self.passable((b[0], a[1])): return None
        return (3 if diag else 2)*self.terrain(b).cost + 2*max(0, self.level(b)-self.level(a))
    def reach(self, start: Tile, allowance: int, *, barred: int = 0, friends: int = 0) -> Reach:
        costs = {start: 0}; came = {}; heap = [(0, 0, start)]; n = 0
        while heap:
            c, _, t = heapq.heappop(heap)
            if c > costs[t]: continue
            for f in (0, 2, 4, 6, 1, 3, 5, 7):
                dx, dy = Facing(f).delta; u = (t[0]+dx, t[1]+dy)
                s = self.step_cost(t, u)
                if s is None or barred & self.bit(u) or c+s > allowance or costs.get(u, 1 << 30) <= c+s: continue
                costs[u] = c+s; came[u] = t; n += 1; heapq.heappush(heap, (c+s, n, u))
        return Reach(start, self.mask_of(costs) & ~friends, costs, came)
