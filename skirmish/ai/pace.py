"""Progress and cut-off of a thought, for a screen whose user waits for it.

Thought is budgeted in orders weighed, and whoever wants a game to repeat never cuts one off: this
is for a screen that must not wait for a runaway. What is weighed is the same with it or without.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class Pace:
    """Progress and cut-off of a thought, as its caller asks.

    `cut`: asked before each figure; once it says so, the best of what was weighed is the answer.
    `tell`: told which figure is weighed now, and that it is one of so many.
    """

    cut: Callable[[], bool] = lambda: False
    tell: Callable[[str, int, int], None] = lambda _figure, _number, _of: None
