"""The computer opponent: from the view of a side to its next order, with the reasons for it.

It gets views and returns orders. It knows neither the true state nor records or scenarios, and it
draws from a random stream of its own.
"""

from skirmish.ai.explanation import Explanation, Weighed
from skirmish.ai.levels import LEVELS, Level
from skirmish.ai.pace import Pace
from skirmish.ai.stream import Stream, key_of
from skirmish.ai.think import Choice, think

__all__ = [
    "LEVELS",
    "Choice",
    "Explanation",
    "Level",
    "Pace",
    "Stream",
    "Weighed",
    "key_of",
    "think",
]
