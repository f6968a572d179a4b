"""Unit of gains and shares: whole thousandths, so that no sum depends on its order."""

MILLI = 1000
"""One point, or a whole share, in thousandths."""
