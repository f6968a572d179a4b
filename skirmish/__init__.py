"""A turn-based wargame of single figures on a tile map, played in a terminal.

Only the version lives here: nothing is imported, so that `skirmish --version` answers at once.
"""

__version__ = "0.1.0"
