"""The shots of one attack: trait dice, one Wild Die that may replace one of them, strays, damage.

A single shot is a volley of one die, and so is a blow in close combat. In play the whole is rolled
(`EVERYTHING`), the Wild Die placed by the shooter or by policy; odds are asked for one figure at a
time, by walking the dice with no more in mind than that figure needs.
"""

from __future__ import annotations

from collections.abc import Hashable

from attrs import evolve, field, frozen

from skirmish.core.dice import Dice, Distribution, ace, odds
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.trait_die.rules import (
    RAISE,
    TARGET,
    WILD,
    Guard,
    Harm,
    Outcome,
    shot,
    suffered,
    wild_margin,
)
from skirmish.rulesets.trait_die.toll import NOTHING, joined, ordered, toll_of, wounds_of

EVERYTHING = -1
"""The question of play: what becomes of everybody."""
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


@frozen
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


def volley(dice: Dice, plan: Volley, about: int = EVERYTHING) -> tuple[Outcome, ...] | Outcome:
    """What an attack does to everybody, or in odds to one figure (AMMO-08 to AMMO-13)."""
    if about != EVERYTHING:
        return volley_on(dice, plan, about)
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
            hits[share.beside[_which(dice, len(share.beside))]].append(False)
    low = sum(face <= plan.deplete for _, _, face in rolled)
    return Tally(tuple(map(tuple, hits)), min(low, plan.tokens))


def place_wild(dice: Dice, plan: Volley, margins: list[int]) -> tuple[int, int] | None:
    """The die that the Wild Die replaces, and the margin there; None where it stays aside.

    The shooter may place it on any die; the policy takes that with the lowest margin, the first of
    several, if it is better there (AMMO-F10).
    """
    sure = max(WILD, TARGET + RAISE - min(share.modifier for share in plan.shares))
    face = ace(dice, WILD, sure, "wild")
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


def _which(dice: Dice, count: int) -> int:
    return dice.die(count, "bystander") - 1 if count > 1 else 0


Part = tuple[int, int, int]
"""A share as one figure has to do with it: its modifier, whether it is aimed at the figure, and
among how many beside the target a stray finds it (0: not at all)."""
Count = tuple[int, int, int, bool, int, int, int]
"""Dice rolled; the best hit on the figure; the toll, and whether it comes after the die that waits;
tokens; the margin of the lowest die so far, which waits, and the place of its share, UNHEEDED where
the figure has nothing to do with it."""
MISSED, HIT, RAISED = range(3)
UNHEEDED = -1
UNROLLED = RAISE + 1
"""The margin of the lowest die before any is rolled."""
NO_LOWER = -99
"""A margin that no die is below."""


def _volley_on(dice: Dice, plan: Volley, about: int) -> Hashable:
    return volley_on(dice, plan, about)


def volley_on(dice: Dice, plan: Volley, about: int) -> Outcome:
    """What an attack does to one figure, by the policy for the Wild Die."""
    tokens = plan.tokens if about == NAMED else 0
    parts = tuple(
        (
            share.modifier,
            int(share.target == about),
            len(share.beside) if plan.stray and about in share.beside else 0,
        )
        for share in plan.shares
    )
    order = tuple(n for n, share in enumerate(plan.shares) for _ in range(share.dice))
    stray = plan.stray if any(met for _, _, met in parts) else 0
    die = (plan.sides, plan.deplete if tokens else 0, stray, plan.what)
    target = Target(parts, order, plan.harm_to(about), plan.guards[about])
    best, toll, lost = dice.sub(_counted, target, die, tokens, plan.wild)
    return Outcome(best > MISSED, int(best == RAISED), toll != NOTHING, wounds_of(toll), lost)


@frozen
class Target:
    """One figure: what each share, and so each die in order, has to do with it; what hits do."""

    parts: tuple[Part, ...]
    order: tuple[int, ...]
    harm: Harm
    guard: Guard


def _counted(
    dice: Dice, target: Target, die: tuple[int, int, int, str], tokens: int, wild: bool
) -> tuple[int, int, int]:
    """The best hit on one figure, the toll, the tokens; the lowest die waits for the Wild Die."""
    count: Count = (0, MISSED, NOTHING, False, 0, UNROLLED, UNHEEDED)
    count = dice.fold(len(target.order), _one_more, count, target, die, tokens, wild)
    _, best, toll, later, lost, margin, place = count
    if place == UNHEEDED:
        return best, toll, lost
    modifier, own, met = target.parts[place]
    there = dice.sub(wild_margin, modifier)
    if there > margin:
        margin, met = there, 0
    hit, more = dice.sub(_settled, margin, own, met, target)
    return max(best, hit), _in_place(toll, more, later, target.guard), lost


def _one_more(
    dice: Dice,
    count: Count,
    target: Target,
    die: tuple[int, int, int, str],
    tokens: int,
    wild: bool,
) -> Count:
    """One die more: it, or the lowest so far, is settled, and the lower of the two waits."""
    rolled, best, toll, later, lost, low, waits = count
    here = target.order[rolled]
    modifier, own, met = target.parts[here]
    lower, margin, costs, strays = dice.sub(_against, low if wild else NO_LOWER, modifier, *die)
    if costs and lost < tokens:
        lost += 1
    if not (own or (strays and met)):
        here = UNHEEDED
    if lower:
        margin, here, low, waits = low, waits, margin, here
    if here != UNHEEDED:
        hit, more = dice.sub(_settled, margin, *target.parts[here][1:], target)
        best = max(best, hit)
        if lower:
            toll = _in_place(toll, more, later, target.guard)
        else:
            later = later or _later(toll, more, waits, target.guard)
            toll = joined(toll, more, target.guard.limit)
    return rolled + 1, best, toll, later and not lower, lost, low, waits


def _later(toll: int, more: int, waits: int, guard: Guard) -> bool:
    """Whether the first hit that does anything comes after a die that may be one yet."""
    return waits != UNHEEDED and not toll and bool(more) and ordered(guard)


def _in_place(toll: int, more: int, later: bool, guard: Guard) -> int:
    """The toll with that of the die that waited, before it or after it."""
    return joined(more, toll, guard.limit) if later else joined(toll, more, guard.limit)


def _against(
    dice: Dice, low: int, modifier: int, sides: int, deplete: int, stray: int, what: str
) -> tuple[bool, int, bool, bool]:
    """One die: whether it is the lowest now, its margin, whether it costs a token, goes astray.

    Of one that is not the lowest no more is told than whether it hits, and with a raise.
    """
    margin, face = dice.sub(shot, sides, modifier, what)
    costs, strays = face <= deplete, margin < 0 and face <= stray
    if margin < low:
        return True, margin, costs, strays
    told = RAISE if margin >= RAISE else 0 if margin >= 0 else -1
    return False, told, costs, strays


def _settled(dice: Dice, margin: int, own: int, met: int, target: Target) -> tuple[int, int]:
    """What a die does to the figure that it is aimed at, or that may stand in its way; its toll."""
    hits = margin >= 0 if own else bool(met) and dice.sub(_met, met)
    if not hits:
        return MISSED, NOTHING
    raised = margin >= RAISE
    toll = dice.sub(toll_of, target.harm, raised, target.guard)
    return (RAISED if raised else HIT), toll


def _met(dice: Dice, count: int) -> bool:
    """Whether a stray meets one of so many that stand beside its target."""
    return _which(dice, count) == 0


@frozen
class Shots(Attack):
    """An attack with a volley, whose odds are asked for one figure at a time."""

    plan: Volley = field(kw_only=True)

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of what happens to one subject."""
        return odds(_volley_on, self.plan, self.subjects.index(figure))


def shots(plan: Volley, **about: object) -> Shots:
    """The attack that a volley makes; `about` is what else an `Attack` holds."""
    return Shots(rule=volley, args=(plan,), plan=plan, **about)  # type: ignore[arg-type]
