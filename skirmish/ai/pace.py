"""Progress and cut-off of a thought, for a screen whose user waits for it.

A thought is limited by the number of orders that it weighs, so a game can be repeated. A thought
that is cut off cannot: the cut-off is for a screen that must not wait for a runaway thought.
Without a cut-off a pace changes no answer.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class Pace:
    """Callbacks for the progress and cut-off of a thought.

    `cut`: called before each figure; if it returns True, the best order weighed so far is the
    answer. `tell`: called with the figure that is weighed now, its number, and the number of
    figures.
    """

    cut: Callable[[], bool] = lambda: False
    tell: Callable[[str, int, int], None] = lambda _figure, _number, _of: None
