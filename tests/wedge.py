"""The cone with a flat end, tile by tile, as `core/board/masks.py` must give it row by row."""

from skirmish.core.geometry import Facing, Tile


def in_wedge(apex: Tile, axis: Facing | Tile, tile: Tile, length: int, half_width: int) -> bool:
    """Whether a tile lies in a cone with a flat end, `half_width` tiles to each side there.

    The half-width grows evenly to that at `length` along the axis, but never over 45 degrees.
    """
    ax, ay = axis.delta if isinstance(axis, Facing) else axis
    vx, vy = tile[0] - apex[0], tile[1] - apex[1]
    norm2 = ax * ax + ay * ay
    along = ax * vx + ay * vy
    across = abs(ax * vy - ay * vx)
    if along <= 0 or along * along > length * length * norm2:
        return False
    return across * max(length, half_width) <= along * half_width
