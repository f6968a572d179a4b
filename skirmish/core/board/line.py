"""The line between two tile centres, as sight and cover walk it."""

from functools import lru_cache

from skirmish.core.geometry import Tile

Step = tuple[Tile, ...]
"""The tile nearest to the line at one step; both neighbours where it runs exactly between two."""


@lru_cache(maxsize=65536)
def last_step(dx: int, dy: int) -> Step:
    """The last of the inner steps from (0, 0) to (dx, dy); empty where there are none."""
    length = max(abs(dx), abs(dy))
    return _step(dx, dy, length - 1, length) if length > 1 else ()


def _step(dx: int, dy: int, n: int, length: int) -> Step:
    flat = abs(dx) >= abs(dy)
    ahead = (dx > 0) - (dx < 0) if flat else (dy > 0) - (dy < 0)
    # Rounded half up: without a remainder the line runs between `aside` and the one below.
    aside, inside = divmod(2 * n * (dy if flat else dx) + length, 2 * length)
    nearest = (aside,) if inside else (aside - 1, aside)
    return tuple((n * ahead, k) if flat else (k, n * ahead) for k in nearest)


@lru_cache(maxsize=4096)
def inner_steps(dx: int, dy: int) -> tuple[Step, ...]:
    """The steps of the line from (0, 0) to (dx, dy), ends left out.

    One step for each tile along the longer axis. The way back has the same steps, reversed.
    """
    length = max(abs(dx), abs(dy))
    return tuple(_step(dx, dy, n, length) for n in range(1, length))
