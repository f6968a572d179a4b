"""Looks of terrain and colours of themes for the painted map, from `terrain_looks.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from skirmish.core.board import Terrain
from skirmish.tui import theme
from skirmish.tui.map.glyphs import ground_ink
from skirmish.tui.map.paint import Ink

SIZES = (2, 4, 6)
"""Pixels of a tile, across and down, at zoom 1, 2 and 3."""
NEAR = "near"
"""Bed of something that stands on the same ground as lies beside it."""
OPEN, FLOOR, ROAD = "open", "floor", "road"

Colour = NDArray[np.float32]
_LUMA = np.array((0.299, 0.587, 0.114), np.float32)
_GREYISH = 24
_NAMED = ("blue", "red", "green", "gold")
_FLAT_KEEP = 0.4
_STEPS = np.array((0, 95, 135, 175, 215, 255), np.int32)


@frozen
class Fringe:
    """Edge of ground: a `ragged` share of its pixels is mixed with a `share` of another look."""

    look: str
    share: float
    ragged: float


@frozen
class Shadow:
    """A shadow to the south-east: its length in tiles, and the light left in it."""

    length: float
    light: float


@frozen(eq=False)
class Look:
    """How a terrain is drawn; the keys are described in `terrain_looks.toml`."""

    pattern: str
    colours: tuple[str, ...]
    bed: str = ""
    share: float = 0.0
    glint: float = 0.0
    width: float = 0.0
    posts: bool = False
    round: bool = False
    fringe: Fringe | None = None
    shadow: Shadow | None = None
    art: Mapping[int, tuple[str, ...]] = field(factory=dict)


@frozen
class Unseen:
    """How ground out of sight loses colour and light."""

    keep: float
    toward: Colour
    mix: float


@frozen(eq=False)
class Tone:
    """How a theme changes the colours of looks: their saturation, and a colour mixed in."""

    saturation: float
    toward: Colour
    mix: float

    def of(self, colour: Colour) -> Colour:
        """A colour in the theme."""
        grey = colour @ _LUMA
        toned = grey + (colour - grey) * np.float32(self.saturation)
        mixed: Colour = toned * np.float32(1 - self.mix) + self.toward * np.float32(self.mix)
        return mixed


@frozen(eq=False)
class MapTheme:
    """Colours of the painted map in a theme.

    `looks` are the final colours of each look, `colours` those of everything over the ground. A
    `flat` theme has no noise, and everything drawn is converted to the palette of 256 colours.
    """

    name: str
    looks: Mapping[str, tuple[Colour, ...]]
    colours: Mapping[str, Colour]
    grain: float
    level: float
    unseen: Unseen
    hatch: float
    dashed: bool
    flat: bool
    tone: Tone

    def sides(self, names: Iterable[str]) -> Mapping[str, Colour]:
        """The colour of each side: the one that its id names, else blue and red."""
        known = tuple(names)
        own = known if set(known) <= set(_NAMED) else _NAMED[: len(known)]
        return {name: self.colours[key] for name, key in zip(known, own, strict=True)}

    def shades(self, look: str, colour: str) -> tuple[Colour, ...]:
        """The colours of a look with another main colour; the others differ from it as before."""
        first, *others = self.looks[look]
        main = self.tone.of(rgb(colour))
        return main, *(np.clip(main + other - first, 0, 255) for other in others)

    def dimmed(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Pixels as they look out of sight."""
        keep, mix = np.float32(self.unseen.keep), np.float32(self.unseen.mix)
        grey = (pixels @ _LUMA)[..., None] * (1 - keep)
        return (pixels * keep + grey) * (1 - mix) + self.unseen.toward * mix


def rgb(text: str) -> Colour:
    """A colour from six hexadecimal digits; parts are 0 to 255."""
    return np.array([int(text[at : at + 2], 16) for at in (0, 2, 4)], np.float32)


@cache
def looks() -> Mapping[str, Look]:
    """The look of each terrain that has its own, by id."""
    return {name: _look(entry) for name, entry in _data()["looks"].items()}


def look_id(terrain: Terrain) -> str:
    """The look of a terrain: the one it names, its own, else that of a terrain with its effect."""
    if terrain.look or terrain.id in looks():
        return terrain.look or terrain.id
    if terrain.door:
        return "door" if terrain.opaque or not terrain.cost else "open_door"
    match ground_ink(terrain):
        case Ink.WALL:
            return "wall"
        case Ink.WATER:
            return "rubble" if terrain.cover else "water"
        case Ink.GROWTH:
            return "hedge" if terrain.height else "brush"
        case Ink.ROUGH:
            return _rough(terrain)
        case _:
            return OPEN


def _rough(terrain: Terrain) -> str:
    if not terrain.cover:
        return "brush" if terrain.height else "marsh"
    return "rubble" if terrain.height else "rocks"


@cache
def map_theme(name: str, *, flat: bool = False) -> MapTheme:
    """The map's colours in a theme of the app; those of the default for an unknown one."""
    data = _data()
    themes = data["themes"]
    known = name if name in themes else theme.DEFAULT
    entry = themes[known]
    own = entry.get("looks", {}) | (data["flat"] if flat and known == theme.DEFAULT else {})
    tone = Tone(entry["saturation"], rgb(entry["toward"]), entry["mix"])
    drawn = {}
    for look, value in looks().items():
        given = own.get(look)
        texts = value.colours if given is None else given
        found = [rgb(text) for text in texts]
        drawn[look] = tuple(found if given is not None else (tone.of(one) for one in found))
    dim = entry["unseen"]
    return MapTheme(
        name=known,
        looks=drawn,
        colours={key: rgb(text) for key, text in entry["colours"].items()},
        grain=0.0 if flat else entry["grain"],
        level=entry["level"],
        unseen=Unseen(dim["keep"] * (_FLAT_KEEP if flat else 1), rgb(dim["toward"]), dim["mix"]),
        hatch=entry["hatch"],
        dashed=entry["dashed"],
        flat=flat,
        tone=tone,
    )


@cache
def nearest_256() -> NDArray[np.uint8]:
    """The nearest of the 256 colours for each colour with 5 bits a channel: [32, 32, 32, 3].

    Only nearly grey colours become grey, so that grass does not.
    """
    part = np.arange(32, dtype=np.int32) * 255 // 31
    wanted = np.stack(np.meshgrid(part, part, part, indexing="ij"), axis=-1)
    cube = _STEPS[np.abs(wanted[..., None] - _STEPS).argmin(axis=-1)]
    mean = wanted.mean(axis=-1)
    grey = np.clip(np.rint((mean - 8) / 10), 0, 23).astype(np.int32) * 10 + 8
    coloured = np.ptp(wanted, axis=-1) > _GREYISH
    to_cube = np.abs(wanted - cube).sum(axis=-1)
    to_grey = np.abs(wanted - grey[..., None]).sum(axis=-1)
    use_cube = coloured & (np.ptp(cube, axis=-1) > 0) | (to_cube <= to_grey)
    found: NDArray[np.uint8] = np.where(use_cube[..., None], cube, grey[..., None]).astype(np.uint8)
    return found


def snapped(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels in the nearest of the 256 colours; colours of that palette do not change."""
    red, green, blue = np.moveaxis((pixels.astype(np.uint16) * 31 + 127) // 255, -1, 0)
    found: NDArray[np.uint8] = nearest_256()[red, green, blue]
    return found


def _look(entry: Mapping[str, Any]) -> Look:
    values = dict(entry)
    values["colours"] = tuple(values["colours"])
    values["art"] = {int(size): tuple(rows) for size, rows in values.get("art", {}).items()}
    if "fringe" in values:
        values["fringe"] = Fringe(**values["fringe"])
    if "shadow" in values:
        values["shadow"] = Shadow(**values["shadow"])
    return Look(**values)


@cache
def _data() -> Mapping[str, Any]:
    text = files(__package__).joinpath("terrain_looks.toml").read_text("utf-8")
    return tomllib.loads(text)


def drawings(look: Look, size: int) -> NDArray[np.uint8]:
    """The drawings of a look for a size: [drawing, y, x], a colour's number or 0 for the bed."""
    return np.array([_digits(text.split("/")) for text in look.art[size]], np.uint8)


def _digits(rows: Iterable[str]) -> list[list[int]]:
    return [[0 if char == "." else int(char) for char in row] for row in rows]
