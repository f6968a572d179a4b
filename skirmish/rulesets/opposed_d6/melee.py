"""Close combat: the rule of its dice, what a fight is rolled with, and what comes of it.

Nobody orders a fight: all pairs fight when the shooting ends. The verb `fight` is there to ask
for its odds.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import Moved, Struck
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, in_arc
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.deploy import reveal
from skirmish.rulesets.common.present import discover, present_at
from skirmish.rulesets.opposed_d6.contact import (
    Engaged,
    Melees,
    engagement,
    in_contact,
    melee_of,
    melees,
    touching,
)
from skirmish.rulesets.opposed_d6.effects import down
from skirmish.rulesets.opposed_d6.factors import FRONT, Part, arms, modifiers, skill, total, troop
from skirmish.rulesets.opposed_d6.rules import DIE
from skirmish.rulesets.scene import Scene

__all__ = [
    "FIGHT",
    "Bout",
    "Engaged",
    "close_combat",
    "engagement",
    "fight",
    "fight_attack",
    "fight_refusal",
    "in_contact",
    "melee_of",
]

FIGHT = Verb(
    "fight",
    "asks for the odds of close combat with an enemy; all pairs fight when the shooting ends",
    target=Shape.FIGURE,
    dice=True,
)
RULE = "BAY-F9"
MOST_AID = 3
UNREADY = -1
RECOIL = "recoil"
MELEE = "melee"


class Bout(IntEnum):
    """What close combat does to a figure, the worse the higher."""

    NOTHING = 0
    LOCKED = 1
    RECOIL = 2
    DOWNED = 3

    @property
    def word(self) -> str:
        """As odds and logs call it."""
        return self.name.lower()


def close_combat(
    dice: Dice, mine: int, theirs: int, cornered: tuple[bool, bool]
) -> tuple[Bout, Bout]:
    """Two figures in Hand-to-Hand, with their final factors.

    A tie locks both. A loser with half of the winner's total or less is Downed, judged as whole
    numbers; any other recoils, and is Downed where it is `cornered`.
    """
    my_total = dice.die(DIE, "fight") + mine
    their_total = dice.die(DIE, "fight back") + theirs
    if my_total == their_total:
        return Bout.LOCKED, Bout.LOCKED
    if my_total > their_total:
        return Bout.NOTHING, _beaten(their_total, my_total, cornered[1])
    return _beaten(my_total, their_total, cornered[0]), Bout.NOTHING


def _beaten(loser: int, winner: int, cornered: bool) -> Bout:
    return Bout.DOWNED if cornered or 2 * loser <= winner else Bout.RECOIL


def fight_attack(state: State, a: str, b: str, made: Melees | None = None) -> Attack:
    """The close combat of two figures as they stand, with both as subjects.

    Judged on what the side of `a` sees. `made`: the pairs as they were made, where some have
    fought already.
    """
    one, two = state.figures[a], state.figures[b]
    made = made or melees(state)
    mine, theirs = fight_parts(state, one, two, made), fight_parts(state, two, one, made)
    side = one.side
    cornered = (is_cornered(state, one, two, side), is_cornered(state, two, one, side))
    return Attack(
        close_combat,
        (total(mine), total(theirs), cornered),
        (a, b),
        named=b,
        modifiers=(*modifiers(MELEE, a, mine), *modifiers(MELEE, b, theirs)),
    )


def fight_parts(
    state: State, figure: Figure, foe: Figure, made: Melees | None = None
) -> list[Part]:
    """What a figure fights with against another: its Physical factor and all that adds to it."""
    kind = troop(figure)
    front = in_arc(figure.tile, figure.facing, foe.tile, FRONT)
    parts: list[Part] = [("Physical factor", kind.physical, RULE), *skill(figure)]
    if front and kind.shield:
        parts.append(("shield", kind.shield, RULE))
    weapon = max(arms(figure), key=lambda arm: arm.melee, default=None)
    if weapon is not None and weapon.melee:
        parts.append((weapon.name, weapon.melee, RULE))
    if figure.count("suppressed"):
        parts.append(("suppressed", UNREADY, RULE))
    elif not front:
        parts.append(("attacked from behind", UNREADY, RULE))
    if aid := min(MOST_AID, len(_helpers(made or melees(state), figure, foe))):
        parts.append(("overlapping friends", aid, RULE))
    return parts


def _helpers(made: Melees, figure: Figure, foe: Figure) -> tuple[str, ...]:
    """The overlapping friends that press the enemy a figure is paired with."""
    return made.pressing(foe.id) if made.foe(figure.id) == foe.id else ()


def behind(loser: Figure, winner: Figure) -> Tile:
    """The tile that a loser recoils to: straight away from the winner."""
    (x, y), (from_x, from_y) = loser.tile, winner.tile
    return 2 * x - from_x, 2 * y - from_y


def is_cornered(state: State, loser: Figure, winner: Figure, side: str) -> bool:
    """Whether a figure cannot recoil, as far as a side can tell.

    The map edge, impassable ground, any figure or a step up are in its way. Hidden figures, also
    those of the side itself, do not count: they are found when somebody recoils into them.
    """
    board, tile = state.board, behind(loser, winner)
    if board.step_cost(loser.tile, tile) is None or board.level(tile) > board.level(loser.tile):
        return True
    other = present_at(state, side, tile)
    return other is not None and not other.count(HIDDEN)


def fight(scene: Scene, a: str, b: str, made: Melees) -> None:
    """Two figures of the pairs made fight: the dice, and what comes of it for both."""
    attack = fight_attack(scene.state, a, b, made)
    rolled = len(scene.dice.faces)
    scene.attempt(a, lambda: attack)
    outcomes = [outcome for outcome in scene.roll(attack) if isinstance(outcome, Bout)]
    scene.befell(attack.subjects, outcomes)
    for place, (name, foe) in enumerate(((a, b), (b, a))):
        face = scene.dice.faces[rolled + place].face
        factor = sum(line.value for line in attack.modifiers if line.figure == name)
        sums = {"die": face, "factor": factor, "total": face + factor}
        effect = outcomes[place].word
        scene.emit(Struck(name, effect, source=foe, how=MELEE, sums=sums), dice=(rolled + place, 1))
    scene.skip_dice()
    for name, foe, outcome in ((a, b, outcomes[0]), (b, a, outcomes[1])):
        if outcome is Bout.DOWNED:
            down(scene, name)
        elif outcome is Bout.RECOIL:
            _recoil(scene, name, foe)


def _recoil(scene: Scene, name: str, winner: str) -> None:
    """One tile straight back, facing kept; what nobody could see may still be in the way."""
    state = scene.state
    tile = behind(state.figures[name], state.figures[winner])
    other = state.standing(tile)
    if other is None:
        scene.emit(Moved(name, (tile,), how=RECOIL))
        discover(scene, name)
        return
    if other.count(HIDDEN):
        reveal(scene, other.id)
    down(scene, name)


def fight_refusal(state: State, order: Order) -> Refusal | None:
    """Why there is no fight to ask the odds of: the two must be in contact."""
    figure, other = state.figures.get(order.figure), state.figures.get(order.target)
    if figure is None or other is None or other not in touching(state, figure):
        return Refusal(
            f"{order.figure} is not in contact with {order.target}",
            "BAY-07",
            "close combat is between figures on adjacent tiles",
        )
    return None
