"""Faulty behaviour of the computer in whole games: `python -m tools.behaviour_checks`."""
