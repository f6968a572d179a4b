"""Dice pool: d6 pools, gun modes, bursts, chokes."""
