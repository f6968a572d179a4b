"""Unit of gains and shares: whole thousandths, so that no sum depends on its order."""

MILLI = 1000
"""A point, or the whole of something."""
