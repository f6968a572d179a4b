"""The shots of one attack: trait dice, one Wild Die that may replace one of them, strays, damage.

A single shot is a volley of one die, and so is a blow in close combat. Here is what is rolled in
play, the Wild Die placed by the shooter or by policy; for odds see `reckoning`.
"""

from __future__ import annotations

from attrs import evolve, frozen

from skirmish.core.dice import Dice, open_ended
from skirmish.rulesets.trait_die.rules import (
    RAISE,
    TARGET,
    WILD,
    Guard,
    Harm,
    Outcome,
    shot,
    suffered,
)

NAMED = 0
"""The place of the figure that the order names; its outcome tells of the tokens."""
NONE = "none"
"""The answer of who does not place the Wild Die."""


@frozen
class Allotted:
    """Dice for one target: its place, how many, the sum of modifiers, who stands beside it."""

    target: int
    dice: int
    modifier: int
    beside: tuple[int, ...] = ()


@frozen(cache_hash=True)
class Volley:
    """An attack in bare numbers; figures are places among the attack's subjects.

    A face up to `deplete` takes a token, as far as there are any; a missed one up to `stray` hits
    one of those beside the target. `called` is the damage added on a target, not on bystanders.
    """

    sides: int
    wild: bool
    shares: tuple[Allotted, ...]
    guards: tuple[Guard, ...]
    harm: Harm
    deplete: int = 0
    tokens: int = 0
    stray: int = 0
    called: int = 0
    what: str = "shooting"

    def harm_to(self, place: int) -> Harm:
        """The damage of a hit on a subject."""
        aimed = any(share.target == place for share in self.shares)
        if not (self.called and aimed):
            return self.harm
        return evolve(self.harm, bonus=self.harm.bonus + self.called)


@frozen
class Tally:
    """Hits on each subject in the order of the dice, with a raise or without; tokens lost."""

    hits: tuple[tuple[bool, ...], ...]
    tokens: int


def volley(dice: Dice, plan: Volley) -> tuple[Outcome, ...]:
    """What an attack does to everybody (AMMO-08 to AMMO-13)."""
    tally = fired(dice, plan)
    return tuple(befalls(dice, plan, tally, place) for place in range(len(plan.guards)))


def befalls(dice: Dice, plan: Volley, tally: Tally, place: int) -> Outcome:
    """What the hits of a volley do to one subject."""
    outcome = dice.sub(suffered, tally.hits[place], plan.harm_to(place), plan.guards[place])
    return outcome._replace(tokens=tally.tokens) if place == NAMED else outcome


def fired(dice: Dice, plan: Volley) -> Tally:
    """All dice of a volley in the order of allotment, the Wild Die, then who is hit by chance."""
    rolled = [
        (share, *dice.sub(shot, plan.sides, share.modifier, plan.what))
        for share in plan.shares
        for _ in range(share.dice)
    ]
    margins = [margin for _, margin, _ in rolled]
    moot: list[int] = []
    if plan.wild:
        better = place_wild(dice, plan, margins)
        if better is not None:
            moot, margins[better[0]] = [better[0]], better[1]
    hits: list[list[bool]] = [[] for _ in plan.guards]
    for number, (share, _, face) in enumerate(rolled):
        if margins[number] >= 0:
            hits[share.target].append(margins[number] >= RAISE)
        elif number not in moot and face <= plan.stray and share.beside:
            hits[share.beside[which(dice, len(share.beside))]].append(False)
    low = sum(face <= plan.deplete for _, _, face in rolled)
    return Tally(tuple(map(tuple, hits)), min(low, plan.tokens))


def place_wild(dice: Dice, plan: Volley, margins: list[int]) -> tuple[int, int] | None:
    """The die that the Wild Die replaces, and the margin there; None where it stays aside.

    The shooter may place it on any die; the policy takes that with the lowest margin, the first of
    several, if it is better there (AMMO-F10).
    """
    sure = max(WILD, TARGET + RAISE - min(share.modifier for share in plan.shares))
    face = open_ended(dice, WILD, sure, "wild")
    of = [share for share in plan.shares for _ in range(share.dice)]
    there = [min(RAISE, face + share.modifier - TARGET) for share in of]
    better = [number for number, margin in enumerate(margins) if there[number] > margin]
    if not better:
        return None
    if len(margins) == 1:
        return 0, there[0]
    lowest = margins.index(min(margins))
    default = str(lowest + 1) if lowest in better else NONE
    others = [str(number + 1) for number in better if number != lowest]
    texts = dict.fromkeys((default, *others, NONE))
    chosen = dice.choose("wild", tuple(texts), lambda options: options[0])
    return None if chosen == NONE else (int(chosen) - 1, there[int(chosen) - 1])


def which(dice: Dice, count: int) -> int:
    """The place of one of so many bystanders, each equally likely; no die for one alone."""
    return dice.die(count, "bystander") - 1 if count > 1 else 0
