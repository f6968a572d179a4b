"""Pauses in mid-play that nobody asked for, and how they are kept short."""

from __future__ import annotations

import gc

_LITTER = (700, 10, 1000)
"""As usual for what is new, but all of it is looked through a hundred times more seldom."""


def settle() -> None:
    """What has been set up by now stays: Python need not look through it again for litter.

    A full look through all modules and widgets takes some fifty milliseconds, and would fall on
    whatever key was pressed then. What was settled before and is litter by now goes first. Later
    looks are rare: most of what a key leaves behind goes by itself, without any of them.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_LITTER)
