"""Strength of the computer's levels, measured in paired games: `python -m tools.ladder`."""
