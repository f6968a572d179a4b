"""Headless play: many games of the computer against itself, and what they tell."""

from skirmish.lab.play import play
from skirmish.lab.report import Report, Share
from skirmish.lab.simulate import simulate
from skirmish.lab.soak import soak

__all__ = ["Report", "Share", "play", "simulate", "soak"]
