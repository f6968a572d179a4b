"""Measures the strength of the computer's levels by paired games: `python -m tools.ladder`."""
