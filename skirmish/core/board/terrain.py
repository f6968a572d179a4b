"""Kinds of terrain, by map letter.

Ground levels belong to the board, not to the terrain.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import Attribute, field, frozen, validators

IMPASSABLE = 0
NO_COVER, PARTIAL_COVER, COVER, FORTIFICATION = range(4)
TALLEST = 9


def _up_to(most: int) -> Callable[[object, "Attribute[int]", int], None]:
    """Return the validator of a number from 0 to `most`."""

    def check(_block: object, field: "Attribute[int]", value: int) -> None:
        if not 0 <= value <= most:
            raise ValueError(f"'{field.name}' must be from 0 to {most}, not {value}")

    return check


@frozen(cache_hash=True)
class Terrain:
    """One kind of terrain.

    Attributes:
        id: Its name in files and events.
        name: Its name on screen.
        glyph: Its letter on a map, one character.
        cost: Factor of the cost of a step onto it: 1 plain, 2 rough, 3 difficult, 0 impassable.
        cover: Cover of a target on it or directly behind it: 0 none, 1 partial, 2 cover,
            3 fortification.
        height: Levels up to which it blocks sight, above its ground level.
        opaque: Whether it blocks sight at any height.
        door: Id of the terrain that it becomes when opened or closed; empty when it is not a door.
        description: One sentence for the screen.
        look: Id of the terrain of the fixed table that it is painted like; if empty, its own look
            or one that fits its effects.
        colour: The main colour that it is painted in, six hexadecimal digits; empty for that of
            its look.
    """

    id: str
    name: str
    glyph: str = field(validator=validators.and_(validators.min_len(1), validators.max_len(1)))
    cost: int = field(default=1, validator=_up_to(TALLEST))
    cover: int = field(default=NO_COVER, validator=_up_to(FORTIFICATION))
    height: int = field(default=0, validator=_up_to(TALLEST))
    opaque: bool = False
    door: str = ""
    description: str = ""
    look: str = ""
    colour: str = ""


def _table(*kinds: Terrain) -> Mapping[str, Terrain]:
    return MappingProxyType({kind.glyph: kind for kind in kinds})


# Signs rather than letters, because letters stand for figures; a scenario may add letters.
TERRAIN: Mapping[str, Terrain] = _table(
    Terrain("open", "open ground", ".", description="Short grass or bare earth."),
    Terrain("road", "road", "_", description="A firm surface, no faster than open ground."),
    Terrain("bridge", "bridge", "=", description="A plain crossing over water or a cut."),
    Terrain("floor", "floor", ",", description="The inside of a building."),
    Terrain(
        "wood", "wood", "T", 2, PARTIAL_COVER, 2, description="Trees that hide what is behind."
    ),
    Terrain("brush", "brush", "o", 2, PARTIAL_COVER, description="Scrub, low enough to see over."),
    Terrain("rocks", "rocks", ":", 2, COVER, description="Boulders to lie behind."),
    Terrain("rubble", "rubble", "*", 3, COVER, description="What a building leaves when it falls."),
    Terrain("water", "deep water", "~", IMPASSABLE, description="A river or lake to look across."),
    Terrain("shallows", "shallows", "}", 3, description="A ford: slow, wet and open to view."),
    Terrain("marsh", "marsh", ";", 3, description="Soft ground with reeds too thin to hide in."),
    Terrain(
        "wall",
        "wall",
        "#",
        IMPASSABLE,
        COVER,
        opaque=True,
        description="The wall of a building, with storeys or a roof above it.",
    ),
    Terrain(
        "door",
        "closed door",
        "+",
        IMPASSABLE,
        COVER,
        opaque=True,
        door="open_door",
        description="Blocks movement and sight until it is opened.",
    ),
    Terrain(
        "open_door",
        "open door",
        "/",
        1,
        PARTIAL_COVER,
        door="door",
        description="Open for movement, sight and shots.",
    ),
    Terrain(
        "window",
        "window",
        "|",
        3,
        COVER,
        description="You can shoot through it, or climb in slowly.",
    ),
    Terrain("low_wall", "low wall", "-", 2, COVER, description="Hip-high stone to kneel behind."),
    Terrain(
        "hedge",
        "hedge",
        "%",
        3,
        PARTIAL_COVER,
        1,
        description="Head-high and thick: no view through.",
    ),
    Terrain("fence", "fence", "!", 2, PARTIAL_COVER, description="Planks or wire on posts."),
    Terrain("sandbags", "sandbags", "&", 2, FORTIFICATION, description="A breastwork made for it."),
    Terrain("trench", "trench", "[", 2, FORTIFICATION, description="Dug in below the ground."),
)
"""The fixed table, by map letter."""
