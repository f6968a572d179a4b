"""Headless play and its analysis: simulated games, weapon trials, luck and fire of a battle."""
