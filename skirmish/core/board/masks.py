"""Masks: sets of tiles as integers with bit `y * width + x`, and the areas of the rules.

Areas depend on the size of a board but not on its terrain; sight restricts them later.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt

from skirmish.core.geometry import Facing, Tile

Box = tuple[int, int, int, int]
_ROWS = 16
_FAR = 1 << 30
_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def indices(mask: int) -> list[int]:
    """Return the indices of the bits that are set, lowest first."""
    if not mask:
        return []
    # Areas of the rules are small: skip the empty bytes.
    empty = ((mask & -mask).bit_length() - 1) // 8
    mask >>= 8 * empty
    octets = mask.to_bytes((mask.bit_length() + 7) // 8, "little")
    return [
        8 * place + bit for place, byte in enumerate(octets, empty) if byte for bit in _BITS[byte]
    ]


@lru_cache(maxsize=512)
def among(width: int, height: int, tiles: tuple[Tile, ...], mask: int) -> tuple[Tile, ...]:
    """Return the given tiles that are in a mask, in their order.

    Cached, because views ask it for every zone and most zones stay the same between views.

    Raises:
        ValueError: A tile is off the board.
    """
    for x, y in tiles:
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"{x},{y} is off the board")
    return tuple([tile for tile in tiles if mask >> tile[1] * width + tile[0] & 1])


@lru_cache(maxsize=64)
def _first_column(width: int, height: int) -> int:
    return sum(1 << y * width for y in range(height))


def block(width: int, height: int, left: int, top: int, right: int, bottom: int) -> int:
    """Return the tiles of a rectangle that are on the board, corners included."""
    left, top = max(left, 0), max(top, 0)
    right, bottom = min(right, width - 1), min(bottom, height - 1)
    if left > right or top > bottom:
        return 0
    row = (1 << right + 1) - (1 << left)
    rows = _first_column(width, height) & ((1 << (bottom + 1) * width) - (1 << top * width))
    return rows * row


def beyond(width: int, height: int, start: int, via: int) -> int:
    """Return the tiles whose line from `start` may pass through `via`, without `via` itself."""
    (y, x), (via_y, via_x) = divmod(start, width), divmod(via, width)
    tiles = block(
        width,
        height,
        via_x if via_x > x else 0,
        via_y if via_y > y else 0,
        via_x if via_x < x else width,
        via_y if via_y < y else height,
    )
    return tiles & ~(1 << via)


def box_of(width: int, mask: int) -> Box:
    """Return the bounding box of a mask: left, top, right, bottom, all included."""
    places = indices(mask)
    columns = [place % width for place in places]
    return min(columns), places[0] // width, max(columns), places[-1] // width


def behind(width: int, height: int, start: int, box: Box) -> int:
    """Return a superset of the tiles whose line from `start` may pass through a rectangle."""
    y, x = divmod(start, width)
    left, top, right, bottom = box
    # Half tiles from the centre of `start` to the edges of the rectangle, which is half a tile
    # wider, because a line counts for a tile up to half a tile from its centre.
    west, east = 2 * (left - x) - 1, 2 * (right - x) + 1
    north, south = 2 * (top - y) - 1, 2 * (bottom - y) + 1
    area = block(
        width,
        height,
        left if west > 0 else 0,
        top if north > 0 else 0,
        right if east < 0 else width,
        bottom if south < 0 else height,
    )
    if max(west, north, -east, -south) <= 0:
        return area
    corners = ((west, north), (west, south), (east, north), (east, south))
    first = next(a for a in corners if all(_turns(a, b) >= 0 for b in corners))
    last = next(b for b in corners if all(_turns(a, b) >= 0 for a in corners))
    return area & _sector(width, height, (x, y), first, last)


def _turns(a: Tile, b: Tile) -> int:
    """Positive where b is clockwise of a, negative where it is anticlockwise."""
    return a[0] * b[1] - a[1] * b[0]


def _sector(width: int, height: int, apex: Tile, first: Tile, last: Tile) -> int:
    """A superset of the tiles clockwise from one direction to another, below half a circle.

    Between two rows on one side of the apex the two rays are straight, so the intervals of those
    rows bound the intervals between them.
    """
    x, y = apex
    (ax, ay), (bx, by) = first, last

    def stretch(vy: int) -> tuple[int, int]:
        return _stretch(((ay, -ax * vy), (-by, bx * vy)), (-_FAR, _FAR))

    mask = 0
    for low, high in ((-y, -1), (0, 0), (1, height - 1 - y)):
        for top in range(low, high + 1, _ROWS):
            bottom = min(top + _ROWS - 1, high)
            # An interval without a whole number ends one before its start.
            ends = [end for end in (stretch(top), stretch(bottom)) if end[0] <= end[1] + 1]
            if ends:
                left, right = min(map(min, ends)), max(map(max, ends))
                mask |= block(width, height, x + left, y + top, x + right, y + bottom)
    return mask


@lru_cache(maxsize=4096)
def disc(width: int, height: int, centre: Tile, radius: int) -> int:
    """Return the tiles within a distance of one."""
    x, y = centre
    mask = 0
    for row in range(max(y - radius, 0), min(y + radius + 1, height)):
        reach = isqrt(radius * radius - (row - y) * (row - y))
        left, right = max(x - reach, 0), min(x + reach + 1, width)
        if left < right:
            mask |= ((1 << right - left) - 1) << row * width + left
    return mask


@lru_cache(maxsize=4096)
def arc(
    width: int, height: int, apex: Tile, axis: Facing | Tile, half: int, radius: int | None
) -> int:
    """Return the tiles of an arc, up to a distance if one is given."""
    from skirmish.core.board import bearings

    found = bearings.arc(width, height, apex, _vector(axis), half)
    return found if radius is None else found & disc(width, height, apex, radius)


def _vector(axis: Facing | Tile) -> Tile:
    """The axis as a vector, which must not be 0."""
    dx, dy = axis.delta if isinstance(axis, Facing) else axis
    if not (dx or dy):
        raise ValueError("an arc or a line needs an axis")
    return dx, dy


@lru_cache(maxsize=4096)
def line(width: int, height: int, apex: Tile, axis: Facing | Tile, length: int) -> int:
    """Return the tiles of a line one tile wide, up to a distance."""
    from skirmish.core.board import bearings

    found = bearings.line(width, height, apex, _vector(axis))
    return found & disc(width, height, apex, length)


@lru_cache(maxsize=4096)
def cone(
    width: int, height: int, apex: Tile, axis: Facing | Tile, length: int, half_width: int
) -> int:
    """Return the tiles of a cone with a flat end, `half_width` tiles to each side there (EP-32).

    The half-width grows evenly to that at `length` along the axis, but never over 45 degrees
    (EP-F23). Four straight lines bound it, so it has one interval of each row.
    """
    ax, ay = axis.delta if isinstance(axis, Facing) else axis
    x, y = apex
    most = isqrt(length * length * (ax * ax + ay * ay))
    wide = max(length, half_width)
    left, right = ax * half_width - ay * wide, ax * half_width + ay * wide
    mask = 0
    for row in range(height):
        vy = row - y
        along, aside = ay * vy, ax * vy * wide
        first, last = _stretch(
            (
                (-ax, 1 - along),
                (ax, along - most),
                (-right, aside - along * half_width),
                (-left, -aside - along * half_width),
            ),
            (-x, width - 1 - x),
        )
        mask |= block(width, height, x + first, row, x + last, row)
    return mask


def _stretch(bounds: Iterable[tuple[int, int]], within: tuple[int, int]) -> tuple[int, int]:
    """First and last v of a range with a * v + b <= 0 for all bounds; last < first for none."""
    first, last = within
    for a, b in bounds:
        if a > 0:
            last = min(last, -b // a)
        elif a < 0:
            first = max(first, -(-b // -a))
        elif b > 0:
            return 0, -1
    return first, last
