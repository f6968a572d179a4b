"""How well the computer plays. A level is competence: never dice, sight or hidden odds."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class Level:
    """One level.

    `memory`: turns for which an enemy out of sight is reckoned with. `plans`: the most orders
    weighed for a figure. `doubt`: by how much a plan may be misjudged, in thousandths of a
    point. `reply`: whether it weighs what the enemy can do next.
    """

    id: str
    text: str
    memory: int = field(default=0, kw_only=True)
    plans: int = field(default=0, kw_only=True)
    doubt: int = field(default=0, kw_only=True)
    reply: bool = field(default=False, kw_only=True)


# The place of "veteran" is here: regular's plan, improved over common dice.
LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", "draws any legal order; for tests"),
        Level(
            "recruit",
            "moves figure by figure, misjudges plans, forgets what the enemy can do back",
            memory=1,
            plans=6,
            doubt=1500,
        ),
        Level(
            "regular",
            "weighs every figure's best order against what the enemy can do next",
            memory=3,
            plans=10,
            reply=True,
        ),
    )
}
