"""What a hit does to a figure: damage, wounds, shocks; pure rules `rule(dice, *numbers)`."""

from __future__ import annotations

from typing import NamedTuple

from skirmish.core.dice import Dice
from skirmish.rulesets.d100.rolls import D10, capped, d100, margin_of_failure, succeeds, test

FEWEST_TURNS = 3
"""A figure that the shock fells is out of action for so many turns at least (EP-13)."""
PER_WOUND = 10


class Body(NamedTuple):
    """What a hit finds: numbers of the figure that takes it.

    Attributes:
        left: Damage that still puts it out.
        threshold: Damage of one hit for each wound.
        armour: What is taken off the DV, piercing counted.
        steady: Target number against falling and passing out, wounds not counted (SOM x 3).
        wounds: Those it has already.
        upright: Whether it can still fall.
        shock: Target number against a shock (EP-12); None where the hit gives none.
    """

    left: int
    threshold: int
    armour: int = 0
    steady: int = 0
    wounds: int = 0
    upright: bool = True
    shock: int | None = None


class Harm(NamedTuple):
    """What an attack did to a figure.

    `damage` is counted up to what puts it out. `out`: it is, by damage or unconscious. `stunned`:
    turns for which a shock fells it; `jolted`: it withstood the shock. `subdued`: it is held in a
    grip; `freed`: the grip is broken.
    """

    hit: bool = False
    damage: int = 0
    wounds: int = 0
    prone: bool = False
    out: bool = False
    stunned: int = 0
    jolted: bool = False
    subdued: bool = False
    freed: bool = False


NOTHING = Harm()


def harm(dice: Dice, count: int, add: int, body: Body) -> Harm:
    """A hit of `count` d10 and a bonus: first the shock, then the damage (EP-12, EP-17, EP-18)."""
    turns = None if body.shock is None else dice.sub(shock, body.shock)
    return stunned(dice.sub(batter, count, add, body, turns == 0, bool(turns)), turns)


def batter(dice: Dice, count: int, add: int, body: Body, jolted: bool, felled: bool) -> Harm:
    """The damage of a hit on who withstood a shock, was felled by one, or neither."""
    return suffer(dice, damage_value(dice, count) + add, body, jolted, felled)


def damage_value(dice: Dice, count: int) -> int:
    """What `count` dice of damage come to."""
    return dice.total(count, damage_die)


def stunned(done: Harm, turns: int | None) -> Harm:
    """The harm of who was felled by a shock for some turns, if it is not out anyway."""
    return done._replace(stunned=turns) if turns and not done.out else done


def damage_die(dice: Dice) -> int:
    """One die of damage."""
    return dice.die(D10, "damage")


def shock(dice: Dice, target: int) -> int:
    """The test against a shock: turns out of action, or 0 for who withstands it (EP-12, EP-13)."""
    roll = d100(dice, "shock")
    if succeeds(roll, target):
        return 0
    return max(FEWEST_TURNS, margin_of_failure(roll, target) // 10)


def halved(value: int) -> int:
    """Half of a DV, rounded down (EP-18, EP-A6)."""
    return value // 2


def suffer(dice: Dice, value: int, body: Body, jolted: bool, felled: bool) -> Harm:
    """What a DV does to a figure (EP-F10, EP-F11); half of it to who withstood a shock (EP-18)."""
    if jolted:
        value = halved(value)
    damage = min(max(0, value - body.armour), body.left)
    wounds = damage // body.threshold
    if damage >= body.left:
        return Harm(hit=True, damage=damage, wounds=wounds, out=True)
    if not wounds:
        return Harm(hit=True, damage=damage, jolted=jolted)
    target = steadiness(body, wounds)
    ends = dice.sub(reel, target, body.upright and not felled, wounds > 1)
    if ends == FAINTS:
        return Harm(hit=True, damage=damage, wounds=wounds, out=True)
    return Harm(True, damage, wounds, prone=ends == FALLS, jolted=jolted)


def steadiness(body: Body, wounds: int) -> int:
    """The target number against falling and passing out: all wounds count, the new ones too."""
    return body.steady + capped(-PER_WOUND * (body.wounds + wounds))


STANDS, FALLS, FAINTS = range(3)


def reel(dice: Dice, target: int, may_fall: bool, may_faint: bool) -> int:
    """The tests for the wounds of one hit (EP-F11): one against falling, if it stands yet.

    From two wounds on a second one against passing out. Whom a shock felled lies already.
    """
    falls = may_fall and not dice.sub(test, target, "prone")
    if may_faint and not dice.sub(test, target, "unconscious"):
        return FAINTS
    return FALLS if falls else STANDS


def blast(
    dice: Dice, count: int, add: int, caught: tuple[tuple[int, Body], ...]
) -> tuple[Harm, ...]:
    """A blast: one roll of the DV for all, less for each by its distance (EP-08, EP-F21).

    `caught` holds for each figure what its distance and what lies between take off, and its body.
    """
    value = damage_value(dice, count) + add
    if len(caught) == 1:  # alone, it shares the roll with nobody: the same dice, told sooner
        return (singed(dice, value, *caught[0]),)
    return dice.each(_next_caught, value, caught)


def _next_caught(dice: Dice, value: int, caught: tuple[int, Body]) -> tuple[int, Harm]:
    return value, singed(dice, value, *caught)


def singed(dice: Dice, value: int, less: int, body: Body) -> Harm:
    """What a blast does to one figure; nothing where its DV has run out."""
    return scorched(dice, max(0, value - less), body)


def reached(dice: Dice, count: int, add: int, less: int) -> int:
    """The DV of a blast that reaches a figure, 0 where it has run out."""
    return max(0, damage_value(dice, count) + add - less)


def scorched(dice: Dice, value: int, body: Body) -> Harm:
    """What the DV of a blast that reaches a figure does to it."""
    if not value:
        return NOTHING
    turns = None if body.shock is None else dice.sub(shock, body.shock)
    return stunned(suffer(dice, value, body, turns == 0, bool(turns)), turns)
