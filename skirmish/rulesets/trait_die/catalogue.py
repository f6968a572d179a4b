"""Kinds of ammunition, price levels, and the cost of supplies (AMMO-14 to AMMO-21, AMMO-A6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.rulesets.common.tokens import CASELESS, STANDARD
from skirmish.rulesets.trait_die.kinds import Weapon

LIFETIME, MONTH, MISSION = "lifetime", "month", "mission"
SUPPLIES = ("none", LIFETIME, MONTH, MISSION)
"""The sizes of a supply (AMMO-15, AMMO-19, AMMO-20)."""
SUPPLY_WORDS: Mapping[str, str] = {
    LIFETIME: "for good",
    MONTH: "for a month",
    MISSION: "for this mission",
}
"""The duration of each supply, in words."""
LOWER: Mapping[str, int] = {LIFETIME: 0, MONTH: 1, MISSION: 2}
"""Number of price levels by which a supply is cheaper (AMMO-19, AMMO-20)."""
STEP = 2
"""Modifier for one price level (AMMO-18, AMMO-19, AMMO-20)."""
CHEAP, AVERAGE, EXPENSIVE, COSTLY, VERY_COSTLY = 2, 0, -2, -4, -6
LEVELS: Mapping[int, str] = {
    CHEAP: "Cheap",
    AVERAGE: "Average",
    EXPENSIVE: "Expensive",
    COSTLY: "Costly",
    VERY_COSTLY: "Very Costly",
}
"""The price levels by their modifier to the roll (AMMO-18)."""
PER_50 = ((100, CHEAP), (500, AVERAGE), (2500, EXPENSIVE))
"""Highest cost of fifty rounds for each level (AMMO-16, AMMO-18, AMMO-A6)."""
INDIVIDUAL = ((400, AVERAGE), (1000, EXPENSIVE), (2500, COSTLY))
"""Highest cost of one piece for each level (AMMO-18, AMMO-A6, AMMO-A7).

AMMO-17.
"""


@frozen(cache_hash=True)
class Rounds:
    """A kind of ammunition: its effects, cost and weight, compared with standard (AMMO-F21).

    `price` multiplies the weapon's own `cost`, `weight` the weight of spare tokens. `ap` pierces
    armour. `damage` and `soft` add to damage, `soft` only where no armour is worn. `tracking` adds
    to the roll of bursts and automatic fire, `steady` to that of single shots beyond short range.
    `careful` rounds of a shotgun hit bystanders only as often as those of other guns. `fits`: guns,
    shotguns, or pieces (rockets).
    """

    id: str
    name: str
    text: str
    fits: tuple[str, ...] = ("gun",)
    price: int = 1
    ap: int = 0
    damage: int = 0
    soft: int = 0
    tracking: int = 0
    steady: int = 0
    careful: bool = False
    weight: Fraction = STANDARD


GUN, SHOTGUN, PIECE = "gun", "shotgun", "piece"
STANDARD_ROUNDS = Rounds(
    "standard", "standard rounds", "What every weapon comes with", (GUN, SHOTGUN, PIECE)
)
ROUNDS: Mapping[str, Rounds] = {
    rounds.id: rounds
    for rounds in (
        STANDARD_ROUNDS,
        Rounds(
            "ap_rounds",
            "armour piercing",
            "Hard cores that take two more points of armour away",
            price=10,
            ap=2,
        ),
        Rounds(
            "hollow_point",
            "hollow point",
            "Two more damage where no armour is worn",
            price=5,
            soft=2,
        ),
        Rounds(
            "tracer",
            "tracer",
            "One better in bursts and automatic fire: the gunner sees where it goes",
            price=3,
            tracking=1,
        ),
        Rounds(
            "match",
            "match grade",
            "One better at medium and long range, shot by shot",
            price=20,
            steady=1,
        ),
        Rounds(
            "caseless",
            "caseless",
            "Half the weight",
            price=15,
            weight=CASELESS,
        ),
        Rounds(
            "slug",
            "slugs",
            "One ball instead of shot: two better against armour, fewer hits beside the target",
            (SHOTGUN,),
            price=2,
            ap=2,
            careful=True,
        ),
        Rounds(
            "heat",
            "HEAT (shaped charge)",
            "A rocket's head against armour: six points of it do not count",
            (PIECE,),
            price=3,
            ap=6,
        ),
    )
}
"""All kinds of ammunition (AMMO-23, AMMO-F21)."""
ROUND_IDS = tuple(ROUNDS)
EXTENDED = "extended"
"""Id of the extended magazine where it is bought."""


def ware_words(item: str) -> str:
    """The name of an item in the list of purchases: `AP rounds`."""
    return "extended magazine" if item == EXTENDED else item.replace("_", " ").replace("ap ", "AP ")


def sort_of(weapon: Weapon) -> str:
    """The sort of ammunition that a weapon takes: for guns, shotguns or pieces; "" for none.

    AMMO-F21.
    """
    if weapon.magazine:
        return SHOTGUN if weapon.shotgun else GUN
    return PIECE if weapon.count and weapon.template and weapon.flight == "launched" else ""


def fits(rounds: Rounds, weapon: Weapon) -> bool:
    """Whether a weapon takes a kind of ammunition (AMMO-F21)."""
    return sort_of(weapon) in rounds.fits


def level(cost: int, *, important: bool) -> int:
    """The modifier of a price level, by the cost of 50 rounds or of one piece (AMMO-16 to AMMO-18).

    Numbers are upper limits (AMMO-A6); a single piece is never Cheap by itself (AMMO-A7).
    """
    table = INDIVIDUAL if important else PER_50
    highest = VERY_COSTLY if important else COSTLY
    return next((modifier for most, modifier in table if cost <= most), highest)


def supply_modifier(modifier: int, supply: str) -> int:
    """The modifier for a shorter supply: one or two levels better, at most Cheap (AMMO-A7).

    AMMO-19, AMMO-20.
    """
    return min(CHEAP, modifier + STEP * LOWER[supply])
