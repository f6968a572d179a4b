"""Headless play: many games of the computer against itself, and what they tell."""

from skirmish.lab.intervals import Share
from skirmish.lab.measure import Outcome, measured
from skirmish.lab.pairs import Pairs, paired
from skirmish.lab.play import play
from skirmish.lab.report import Report
from skirmish.lab.simulate import Unverified, simulate, workers

__all__ = [
    "Outcome",
    "Pairs",
    "Report",
    "Share",
    "Unverified",
    "measured",
    "paired",
    "play",
    "simulate",
    "workers",
]
