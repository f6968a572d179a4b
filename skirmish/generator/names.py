"""Names and texts of generated scenarios, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from skirmish.generator.draw import Draw

_FIRST = (
    "Alder", "Ash", "Birch", "Black", "Bram", "Cold", "Crow", "East", "Elm", "Fern", "Gold", "Hart",
    "Hazel", "High", "Holl", "Long", "Marl", "Mill", "North", "Oak", "Red", "Stan", "Thorn", "West",
)  # fmt: skip
_LAST = (
    "bourne", "brook", "bury", "combe", "dale", "feld", "field", "ford", "grove", "ham", "hurst",
    "ley", "mere", "stead", "ton", "well",
)  # fmt: skip
_SIDES = (
    ("Rangers", "Militia"),
    ("Greycoats", "Foresters"),
    ("First Company", "Free Rifles"),
    ("Garrison", "Insurgents"),
    ("Northern Guard", "Southern Guard"),
    ("Scouts", "Pioneers"),
    ("Lancers", "Fusiliers"),
    ("Hill Company", "Dale Company"),
)


@frozen
class PlaceText:
    """The name of a place with `{}` for a proper name, its description and its briefing."""

    title: str
    about: str
    briefing: str


TEXTS: Mapping[str, PlaceText] = {
    "village": PlaceText(
        "The village of {}",
        "Two sections fight for a village with gardens, hedges and a square.",
        "Both sides come along the street to {}. The side that holds the square holds the village. "
        "Hedges hide an approach; houses and low walls give cover.",
    ),
    "woods": PlaceText(
        "The woods of {}",
        "Two sections meet in woods with clearings and narrow paths.",
        "The woods of {} are thick, and sight is short. The paths are quick and exposed. "
        "Hold the clearings.",
    ),
    "factory": PlaceText(
        "The works at {}",
        "Two sections fight through the halls and yards of a factory.",
        "The works at {} stand still. The gates of the halls are wide, and the yards are open to "
        "fire from the windows. Hold the great hall.",
    ),
    "ruins": PlaceText(
        "The ruins of {}",
        "Two sections fight for what is left of a town.",
        "Little more than walls and rubble is left of {}. Rubble slows every step and covers "
        "a figure that waits. Hold the chapel.",
    ),
    "bridge": PlaceText(
        "The bridge at {}",
        "Two sections fight for a bridge; the fords are slower and less well watched.",
        "The river at {} can be crossed by the bridge, and by two fords that are slow and open. "
        "Hold the bridge.",
    ),
    "trenches": PlaceText(
        "The trenches of {}",
        "Two trench lines face each other over wire and craters.",
        "The lines before {} have not moved for months. Between them lie wire, craters and a farm "
        "that has been shot to pieces. Take it before the enemy does.",
    ),
}


def place_name(draw: Draw) -> str:
    """The name of a place, such as `Alderbrook`."""
    return draw.choice(_FIRST) + draw.choice(_LAST)


def side_names(draw: Draw) -> tuple[str, str]:
    """The names of two sides."""
    one, other = draw.choice(_SIDES)
    return (one, other) if draw.chance(50) else (other, one)
